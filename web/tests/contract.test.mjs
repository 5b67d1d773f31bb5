// The modules in a browser answer every question of the contract with the library's own bytes.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { launch, serve, visit } from './browser.mjs';

const lines = async (name) => (await readFile(new URL(`../../contract/${name}`, import.meta.url), 'utf8')).trimEnd().split('\n');

test('the contract holds in the browser', async (context) => {
  const [site, browser] = [await serve(), await launch()];
  // Whatever comes, or the file would never end.
  context.after(async () => { await browser.close(); site.close(); });
  const worker = (await readdir(new URL('../dist/assets/', import.meta.url))).find((name) => name.startsWith('worker'));
  const { page } = await visit(browser, site.url);
  const questions = await lines('questions.jsonl');
  const answers = await page.evaluate(async ([worker, questions]) => {
    const engine = new Worker(`assets/${worker}`, { type: 'module', name: 'tasks' });
    const all = [];
    for (const [id, body] of questions.entries()) {
      all.push(await new Promise((resolve) => {
        engine.onmessage = ({ data }) => { if (data.progress === undefined) resolve(data.reply ?? data.failed); };
        engine.postMessage({ id, kind: 'ask', body, ms: 0 });
      }));
    }
    return all;
  }, [worker, questions]);
  const expected = await lines('answers.jsonl');
  let differ = 0;
  for (const [index, answer] of answers.entries()) if (answer !== expected[index] && ++differ < 4) assert.equal(answer, expected[index], questions[index]);
  assert.equal(answers.length, expected.length);
});
