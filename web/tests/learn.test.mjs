// Learning in a real browser: lessons, techniques, drills, walkthroughs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { DESKTOP, launch, PHONE, serve, visit } from './browser.mjs';

globalThis.gridwrightProgress = () => {};
const { initSync, Tasks } = await import('../src/wasm/tasks/tasks.js');
initSync({ module: await readFile(new URL('../src/wasm/tasks/tasks_bg.wasm', import.meta.url)) });
const library = new Tasks();
const ask = (question) => JSON.parse(library.ask(JSON.stringify(question), 0));
const GENRES = ['lightup', 'sudoku', 'suguru', 'yosenabe', 'starbattle'];

let site, browser;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

const BLOCKED = /Service Worker registration blocked/;
const clean = (problems) => assert.deepEqual(problems.filter((text) => !BLOCKED.test(text)), []);
const cell = (page, row, col) => page.locator(`.cells [role=gridcell][aria-rowindex="${row}"][aria-colindex="${col}"]`);

test('all genres are listed with their rules and techniques', async () => {
  const { page, context, problems } = await visit(browser, `${site.url}#/learn`);
  for (const genre of GENRES) {
    const { summary } = ask({ ask: 'genre', genre });
    const row = page.locator(`.kind[data-genre=${genre}]`);
    await row.getByText(summary).waitFor();
    assert.equal(await row.locator('.techniques a').count(), ask({ ask: 'techniques', genre }).techniques.length, genre);
  }
  assert.equal(await page.locator('a[href="#/emulsion/lesson"]').count(), 1);
  clean(problems);
  await context.close();
});

test('a lesson says which rule was broken, helps, and ends with a solved puzzle', async () => {
  const { page, context, problems } = await visit(browser, `${site.url}#/learn/lightup`);
  const { rules, example } = ask({ ask: 'genre', genre: 'lightup' });
  await page.waitForSelector('.cells [role=gridcell][aria-label]');
  const glare = rules.findIndex((rule) => rule.id === 'lightup.glare');
  for (let step = 0; step < glare; step++) await page.click('.lesson-text .btn.main');
  assert.equal(await page.textContent('.rule-text'), rules[glare].text);
  await cell(page, 4, 1).click();
  await cell(page, 4, 4).click();
  await page.waitForSelector('.lesson-notice .notice.bad');
  assert.doesNotMatch(await page.textContent('.lesson-notice'), /another rule/);
  for (let step = glare; step < rules.length; step++) await page.click('.lesson-text .btn.main');
  await page.waitForSelector('.lesson-notice .notice', { state: 'detached' });
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.waitForSelector('.lesson-notice .hint');
  for (const atom of ask({ ask: 'common', puzzle: example }).yes) {
    const [row, col] = atom.match(/\d+/g);
    await cell(page, row, col).click();
  }
  await page.waitForSelector('.lesson-notice .notice.good');
  clean(problems);
  await context.close();
});

test('every technique has a page, and its cells light up', async () => {
  const { page, context, problems } = await visit(browser, `${site.url}#/learn/sudoku/hidden%20pair`);
  const { techniques } = ask({ ask: 'techniques', genre: 'sudoku' });
  const at = techniques.findIndex(({ name }) => name === 'hidden pair');
  await page.waitForSelector('.techboard svg');
  const marked = await page.innerHTML('.techboard svg');
  await page.getByRole('radio', { name: 'Before' }).click();
  assert.notEqual(await page.innerHTML('.techboard svg'), marked);
  await page.locator('.techtop .say .ref').first().hover();
  assert.equal(await page.locator('.techboard .gw-cursor').count(), 1);
  await page.click('a[rel=next]');
  await page.waitForFunction((name) => document.querySelector('h1')?.textContent.toLowerCase() === name, techniques[at + 1].name.toLowerCase());
  clean(problems);
  await context.close();
});

for (const [genre, technique] of [['lightup', 'wall needs all'], ['sudoku', 'hidden single'], ['sudoku', 'hidden pair'], ['yosenabe', 'only way'], ['starbattle', 'needs all']]) {
  test(`a drill is told wrong and right: ${genre}, ${technique}`, async () => {
    const { page, context, problems } = await visit(browser, site.url);
    // The same seed as the page's, so that the test knows the step.
    await page.evaluate(() => { Math.random = () => 0.5; });
    await page.evaluate((hash) => { location.hash = hash; }, `/learn/${genre}/${encodeURIComponent(technique)}`);
    const drill = page.locator('.drill');
    await drill.getByText('Drill 1').waitFor();
    const { exercises: [{ step }] } = JSON.parse(library.request(JSON.stringify({ drill: { genre, technique, seed: 2 ** 39 + 1, number: 1 } }), 0));
    const [{ atom, holds }] = step.facts;
    const [row, col, toRow, toCol] = atom.match(/r(\d+)c(\d+)(?: to r(\d+)c(\d+))?/).slice(1);
    const choose = (yes) => drill.getByRole('radio', { name: yes ? 'It is so' : 'It cannot be' }).click();
    const enter = async () => {
      const from = cell(drill, row, col);
      if (toRow) return from.dragTo(cell(drill, toRow, toCol));
      await from.click();
      const digit = atom.split(' ')[1];
      if (/^\d+$/.test(digit)) await drill.locator(`.key[data-digit="${digit}"]`).click();
    };
    await choose(!holds);
    await enter();
    await drill.locator('.notice.bad').waitFor();
    await choose(holds);
    await enter();
    await drill.locator('.notice.good').waitFor();
    assert.ok(await drill.locator('.drillboard svg').count());
    await drill.getByRole('button', { name: 'Next position' }).click();
    await drill.getByText('Drill 2').waitFor();
    await drill.getByRole('button', { name: 'Show it' }).click();
    await drill.getByText('This is it').waitFor();
    clean(problems);
    await context.close();
  });
}

test('a walkthrough is stepped to the end; each step has an address', async () => {
  const { example } = ask({ ask: 'genre', genre: 'sudoku' });
  const { steps, ending } = ask({ ask: 'explain', puzzle: example });
  const url = `${site.url}#/study?p=${encodeURIComponent(example)}`;
  const { page, context, problems } = await visit(browser, url);
  await page.getByText('Before the first step').waitFor();
  await page.locator('#main').focus();
  for (let step = 1; step <= steps.length; step++) {
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.textContent('.words .caption'), `Step ${step} of ${steps.length}`);
    assert.ok((await page.textContent('.words')).includes(steps[step - 1].why.replace(/\.$/, '')));
  }
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.textContent('.words .say'), ending);
  await page.keyboard.press('Home');
  await page.getByText('Before the first step').waitFor();
  await page.keyboard.press('End');
  assert.match(page.url(), new RegExp(`step=${steps.length + 1}$`));
  clean(problems);
  await context.close();
  const phone = await visit(browser, `${url}&step=3`, PHONE);
  await phone.page.getByText(`Step 3 of ${steps.length}`).waitFor();
  await phone.page.locator('.steprow').getByRole('button', { name: 'Next step' }).tap();
  await phone.page.getByText(`Step 4 of ${steps.length}`).waitFor();
  clean(phone.problems);
  await phone.context.close();
});

test('a damaged text is refused with a sentence', async () => {
  const { page, context } = await visit(browser, `${site.url}#/study?p=nonsense`);
  await page.getByText('No steps were found').waitFor();
  await context.close();
});

test('what is wrong has an argument against it, and what is right has none', async () => {
  for (const genre of GENRES) {
    const { example } = ask({ ask: 'genre', genre });
    const { page, context, problems } = await visit(browser, `${site.url}#/why?p=${encodeURIComponent(example)}`);
    await page.waitForSelector('.why .cells [role=gridcell][aria-label]');
    const { yes } = ask({ ask: 'common', puzzle: example });
    // The last: the first cells may be printed.
    const [row, col, toRow, toCol] = yes.at(-1).match(/r(\d+)c(\d+)(?: to r(\d+)c(\d+))?/).slice(1);
    const digit = /^r\d+c\d+ (\d+)$/.exec(yes.at(-1))?.[1];
    const say = async (holds) => {
      await page.getByRole('radio', { name: holds ? 'It is so' : 'It cannot be' }).click();
      if (toRow) return cell(page, row, col).dragTo(cell(page, toRow, toCol));
      await cell(page, row, col).click();
      if (digit) await page.click(`.key[data-digit="${digit}"]`);
    };
    await say(false);
    await page.getByText('This speaks against it').waitFor();
    assert.ok(await page.locator('.drillboard svg').count());
    assert.ok((await page.textContent('.why .say')).length > 10);
    await page.getByRole('button', { name: 'Back to the board' }).click();
    await say(true);
    await page.waitForSelector('.why .notice.good');
    await page.getByRole('button', { name: 'Enter it' }).click();
    await page.getByText('Say something').waitFor();
    clean(problems);
    await context.close();
  }
});

test('a walkthrough asks “why not?” about the position of its step', async () => {
  const { example } = ask({ ask: 'genre', genre: 'sudoku' });
  const { page, context, problems } = await visit(browser, `${site.url}#/study?p=${encodeURIComponent(example)}&step=3`);
  await page.getByText('Step 3 of').first().waitFor();
  await page.locator('.side').getByRole('button', { name: 'Why not?' }).click();
  await page.waitForSelector('.why .cells [role=gridcell][aria-label]');
  clean(problems);
  await context.close();
});

test('nobody is kept from learning: axe finds nothing', async () => {
  const axe = await readFile(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  const { example } = ask({ ask: 'genre', genre: 'lightup' });
  const text = encodeURIComponent(example);
  const screens = [['#/learn', '.techniques'], ['#/learn/sudoku', '.rule-text'], ['#/learn/sudoku/x-wing', '.techboard svg'], [`#/study?p=${text}&step=2`, '.words .say'], [`#/why?p=${text}`, '.why .cells [aria-label]']];
  for (const options of [DESKTOP, { ...PHONE, colorScheme: 'dark' }]) {
    for (const [hash, ready] of screens) {
      const { page, context, problems } = await visit(browser, `${site.url}${hash}`, options);
      await page.waitForSelector(ready, { state: 'attached' });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), [], hash);
      clean(problems);
      await context.close();
    }
  }
});
