// Setting puzzles in a real browser: the editor of every genre, and the answer while one draws.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { DESKTOP, launch, PHONE, serve, settled, texts, until, visit } from './browser.mjs';

globalThis.gridwrightProgress = () => {};
const { initSync, Tasks } = await import('../src/wasm/tasks/tasks.js');
initSync({ module: await readFile(new URL('../src/wasm/tasks/tasks_bg.wasm', import.meta.url)) });
const library = new Tasks();
const ask = (question) => JSON.parse(library.ask(JSON.stringify(question), 0));
const GENRES = ['lightup', 'sudoku', 'suguru', 'yosenabe', 'starbattle'];

let site, browser;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

const link = (text) => `#/set?z=${deflateRawSync(Buffer.from(text)).toString('base64url')}`;
const open = async (hash, options) => {
  const opened = await visit(browser, `${site.url}${hash}`, options);
  await opened.page.waitForSelector('.setting .cells [role=gridcell][aria-label]');
  return opened;
};
const cell = (page, row, col) => page.locator(`.cells [role=gridcell][aria-rowindex="${row}"][aria-colindex="${col}"]`);
/** The answer, once it is one about the board as it is. */
const answer = (page, state) => page.waitForSelector(`.answer[data-answer${state ? `="${state}"` : ''}]:not(.stale)`);
const headline = (page) => page.textContent('.answer .big');
const spoken = (page, row, col) => cell(page, row, col).getAttribute('aria-label');

test('several, one and no solution, and what clashes, while one draws', async () => {
  const { page, context, problems } = await open(link('gridwright sudoku\n1...\n....\n....\n...2\n'));
  await answer(page, 'multiple');
  assert.equal(await headline(page), `${ask({ ask: 'count', puzzle: 'gridwright sudoku\n1...\n....\n....\n...2\n' }).count} solutions`);
  // Where they differ is shaded, and the number of cells on which they agree is told.
  await page.waitForSelector('.board .gw-share, .board [class*=heat]', { state: 'attached' });
  await page.getByText('They agree on 2 of 16 cells.').waitFor();
  // The clue that decides most leaves fewer.
  await page.getByRole('button', { name: 'Put it' }).click();
  await page.waitForFunction((before) => document.querySelector('.answer:not(.stale) .big')?.textContent !== before, await headline(page));
  await page.keyboard.press('Control+z');
  await page.getByText('They agree on 2 of 16 cells.').waitFor();
  // Two equal digits in a row clash, and they are named.
  await cell(page, 1, 4).click();
  await page.keyboard.press('1');
  await answer(page, 'none');
  assert.equal(await headline(page), 'No solution');
  await page.locator('.answer').getByText('Two clues are enough for the clash.').waitFor();
  assert.deepEqual((await page.locator('.facts .ref').allTextContents()).sort(), ['r1c1', 'r1c4']);
  await page.waitForSelector('.board .gw-error', { state: 'attached' });
  assert.equal(await page.isDisabled('text=Play it'), true);
  await page.getByRole('button', { name: 'Take back' }).click();
  await answer(page, 'multiple');
  // The rest is made, and can be undone.
  await page.getByRole('button', { name: 'Fewest' }).click();
  await answer(page, 'unique');
  assert.equal(await headline(page), 'One solution');
  await page.getByText(/^Rated .* Hardest step/).waitFor();
  await page.locator('.about').getByRole('button', { name: 'Undo' }).click();
  await answer(page, 'multiple');
  clean(problems);
  await context.close();
});

test('superfluous clues are shown, dropped one at a time, and all at once', async () => {
  const { page, context, problems } = await open(link('gridwright sudoku\n12.4\n34..\n21..\n4.1.\n'));
  await answer(page, 'unique');
  await page.waitForSelector('.set-spare');
  const marked = await page.locator('.set-spare').count();
  assert.equal(marked, ask({ ask: 'clues', puzzle: 'gridwright sudoku\n12.4\n34..\n21..\n4.1.\n' }).superfluous.length);
  const first = await page.locator('.facts li', { hasText: 'Superfluous' }).locator('.ref').first().textContent();
  await page.getByRole('button', { name: 'Drop it' }).first().click();
  const [row, col] = first.match(/\d+/g);
  await page.waitForFunction(([row, col]) => !/given/.test(document.querySelector(`.cells [aria-rowindex="${row}"][aria-colindex="${col}"]`).getAttribute('aria-label')), [row, col]);
  await answer(page, 'unique');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('all needed').waitFor();
  assert.equal(await page.locator('.set-spare').count(), 0);
  clean(problems);
  await context.close();
});

test('counting goes on while the rest is shown, and the next stroke ends it', async () => {
  const { page, context, problems } = await open('#/set/sudoku');
  await answer(page, 'multiple');
  assert.match(await headline(page), /^At least [\d,]+ solutions$/);
  await page.getByText('Still counting').waitFor();
  await page.getByText('They agree on 0 of 81 cells.').waitFor();
  await cell(page, 1, 1).click();
  await page.keyboard.press('1');
  await cell(page, 1, 2).click();
  await page.keyboard.press('1');
  await answer(page, 'none');
  clean(problems);
  await context.close();
});

test('symmetry is kept, several cells are painted at once, and a stroke is one thing to undo', async () => {
  const { page, context, problems } = await open('#/set/lightup');
  await page.selectOption('.symmetry select', 'rot2');
  await page.click('.palette [data-symbol="2"]');
  await cell(page, 1, 1).click();
  await page.waitForFunction(() => /wall/i.test(document.querySelector('.cells [aria-rowindex="10"][aria-colindex="10"]').getAttribute('aria-label')));
  await page.click('.palette [data-symbol="w"]');
  await cell(page, 3, 1).dragTo(cell(page, 3, 3));
  await page.waitForFunction(() => /wall/i.test(document.querySelector('.cells [aria-rowindex="8"][aria-colindex="8"]').getAttribute('aria-label')));
  assert.match(await spoken(page, 3, 2), /wall/i);
  await page.keyboard.press('z');
  await page.waitForFunction(() => !/wall/i.test(document.querySelector('.cells [aria-rowindex="8"][aria-colindex="8"]').getAttribute('aria-label')));
  assert.doesNotMatch(await spoken(page, 3, 1), /wall/i);
  assert.match(await spoken(page, 1, 1), /wall/i);
  await page.keyboard.press('y');
  await page.waitForFunction(() => /wall/i.test(document.querySelector('.cells [aria-rowindex="3"][aria-colindex="1"]').getAttribute('aria-label')));
  // The right button steps back through the symbols.
  await cell(page, 5, 5).click({ button: 'right' });
  await page.waitForFunction(() => /4/.test(document.querySelector('.cells [aria-rowindex="5"][aria-colindex="5"]').getAttribute('aria-label')));
  // What was drawn is there again after a reload.
  await until(async () => (await texts(page)).some(({ key, text }) => key === 'set/draft/lightup' && text.includes('4')));
  await page.reload();
  await page.waitForSelector('.setting .cells [role=gridcell][aria-label]');
  assert.match(await spoken(page, 3, 2), /wall/i);
  clean(problems);
  await context.close();
});

test('clues are added only where the pattern has places', async () => {
  const { page, context, problems } = await open(link('gridwright sudoku\n1...\n....\n....\n....\n'));
  await page.getByRole('radio', { name: 'Pattern' }).click();
  await cell(page, 1, 1).dragTo(cell(page, 1, 4));
  await cell(page, 2, 3).dragTo(cell(page, 2, 4));
  await cell(page, 3, 1).dragTo(cell(page, 4, 1));
  await cell(page, 3, 4).click();
  await page.waitForFunction(() => document.querySelectorAll('.set-place').length === 9);
  await answer(page, 'multiple');
  await page.getByRole('button', { name: 'Fewest' }).click();
  await answer(page, 'unique');
  for (const [row, col] of [[2, 1], [2, 2], [3, 2], [3, 3], [4, 2], [4, 3], [4, 4]]) assert.doesNotMatch(await spoken(page, row, col), /given/, `r${row}c${col}`);
  clean(problems);
  await context.close();
});

test('every genre is set by mouse, keyboard and touch', async () => {
  for (const genre of GENRES) {
    for (const options of [DESKTOP, PHONE]) {
      const { page, context, problems } = await open(`#/set/${genre}`, options);
      await answer(page);
      const before = await page.innerHTML('.board .block');
      await page.locator('.palette .swatch').nth(2).click();
      const place = cell(page, 5, 2);
      if (options.hasTouch) await place.tap(); else await place.click();
      await page.waitForFunction((before) => document.querySelector('.board .block').innerHTML !== before, before);
      await page.waitForSelector('.answer:not(.stale)');
      clean(problems);
      await context.close();
    }
  }
});

test('with the keyboard alone a puzzle is set, shared and played', async () => {
  const { page, context, problems } = await open('#/set/sudoku');
  await answer(page, 'multiple');
  const givens = ask({ ask: 'genre', genre: 'sudoku' }).example;
  const rows = ask({ ask: 'convert', puzzle: givens, to: 'native' }).text.trim().split('\n').slice(1, 10);
  for (const [row, line] of rows.entries()) {
    const digits = line.includes(',') ? line.split(',') : line.includes(' ') ? line.split(' ') : [...line];
    for (const digit of digits) { if (/\d/.test(digit)) await page.keyboard.press(digit); await page.keyboard.press('ArrowRight'); }
    if (row < 8) { await page.keyboard.press('ArrowDown'); for (let back = 0; back < 9; back++) await page.keyboard.press('ArrowLeft'); }
  }
  await answer(page, 'unique');
  await page.keyboard.press('F2');
  await page.waitForURL(/#\/play/);
  await page.waitForSelector('.pad [data-digit]');
  clean(problems);
  await context.close();
});

test('areas have goals, regions grow by a drag, and what is no puzzle yet says why', async () => {
  const { page, context, problems } = await open('#/set/yosenabe');
  await page.getByRole('radio', { name: 'Areas' }).click();
  await page.click('.palette [data-symbol="A"]');
  await cell(page, 2, 2).click();
  await cell(page, 2, 2).dragTo(cell(page, 2, 4));
  await page.fill('.goal', '7');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => /7/.test(document.querySelector('.board .block').textContent));
  await context.close();
  const odd = await open(link('gridwright sudoku\n1...\n....\n....\n...2\n'));
  await odd.page.getByRole('button', { name: 'Genre and size' }).first().click();
  await odd.page.fill('[data-size=cols]', '5');
  await odd.page.getByRole('button', { name: 'Use it' }).click();
  await answer(odd.page, 'invalid');
  assert.ok((await odd.page.textContent('.answer p')).length > 10);
  await odd.page.keyboard.press('Control+z');
  await answer(odd.page, 'multiple');
  clean([...problems, ...odd.problems]);
  await odd.context.close();
});

test('a board is turned and mirrored, and the middle button plays it', async () => {
  const { page, context, problems } = await open(link('gridwright lightup\n1..\n..w\n'));
  const turn = async (name) => {
    await page.getByRole('button', { name: 'Genre and size' }).first().click();
    await page.getByRole('button', { name }).click();
  };
  const wall = (row, col) => page.waitForFunction(([row, col]) => /wall/i.test(document.querySelector(`.cells [aria-rowindex="${row}"] [aria-colindex="${col}"]`)?.getAttribute('aria-label') ?? ''), [row, col]);
  await turn('Turn the board');
  await page.locator('.sized').getByText('Light Up, 2 × 3').waitFor();
  await wall(1, 2);
  await wall(3, 1);
  await turn('Mirror the board');
  await wall(1, 1);
  await wall(3, 2);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.locator('.sized').getByText('Light Up, 3 × 2').waitFor();
  await cell(page, 1, 1).click({ button: 'middle' });
  await page.waitForURL(/#\/play/);
  clean(problems);
  await context.close();
});

test('a torus, a larger board, and a damaged link', async () => {
  const { page, context, problems } = await open('#/set/lightup');
  await page.getByRole('button', { name: 'Genre and size' }).first().click();
  await page.waitForSelector('[data-option=wrapping]');
  await page.selectOption('[data-option=wrapping]', 'yes');
  await page.fill('[data-size=rows]', '30');
  await page.fill('[data-size=cols]', '30');
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.locator('.sized').getByText('Light Up, 30 × 30').waitFor();
  await page.waitForSelector('.answer:not(.stale)');
  clean(problems);
  await context.close();
  const damaged = await visit(browser, `${site.url}#/set?z=AAAA`);
  await damaged.page.getByText('this link is damaged').waitFor();
  await damaged.context.close();
});

test('a lost worker loses no stroke', async () => {
  const { page, context } = await open(link('gridwright sudoku\n1...\n....\n....\n...2\n'));
  await cell(page, 2, 2).click();
  await page.keyboard.press('3');
  await page.waitForFunction(() => /3/.test(document.querySelector('.cells [aria-rowindex="2"][aria-colindex="2"]').getAttribute('aria-label')));
  for (const worker of page.workers()) await worker.evaluate(() => { self.onmessage = ({ data: { id } }) => postMessage({ id, failed: 'killed' }); }).catch(() => undefined);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('4');
  await page.getByText('The calculation was restarted.').waitFor();
  assert.match(await spoken(page, 2, 2), /3/);
  await page.keyboard.press('4');
  await page.waitForFunction(() => /4/.test(document.querySelector('.cells [aria-rowindex="2"][aria-colindex="3"]').getAttribute('aria-label')));
  await context.close();
});

test('nobody is kept from setting: axe finds nothing', async () => {
  const axe = await readFile(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  const boards = [...GENRES.map((genre) => [`#/set/${genre}`]), [link('gridwright sudoku\n12.4\n34..\n21..\n4.1.\n'), 'unique'], [link('gridwright sudoku\n1..1\n....\n....\n...2\n'), 'none']];
  for (const options of [DESKTOP, { ...PHONE, colorScheme: 'dark' }]) {
    for (const [hash, state] of boards) {
      const { page, context, problems } = await open(hash, options);
      await answer(page, state);
      await settled(page);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), [], hash);
      clean(problems);
      await context.close();
    }
  }
});

function clean(problems) { assert.deepEqual(problems, []); }
