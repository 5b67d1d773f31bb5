// What hands that come from other sites do without thinking, key by key.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, keeps, launch, PHONE, saved, serve, until, visit } from './browser.mjs';
import { PUZZLES } from './library.mjs';

let site, browser;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

const open = async (puzzle, options) => {
  const opened = await visit(browser, `${site.url}#/play?p=${encodeURIComponent(puzzle)}`, options);
  await opened.page.waitForSelector('.cells [role=gridcell][aria-label]');
  return opened;
};
const cell = (page, row, col) => page.locator(`.cells [role=gridcell][aria-rowindex="${row}"][aria-colindex="${col}"]`);
const label = (page, row, col, words) => page.waitForFunction(([row, col, words]) =>
  document.querySelector(`.cells [role=gridcell][aria-rowindex="${row}"][aria-colindex="${col}"]`)?.getAttribute('aria-label').endsWith(words), [row, col, words]);
const without = (page, row, col, word) => page.waitForFunction(([row, col, word]) =>
  !document.querySelector(`.cells [role=gridcell][aria-rowindex="${row}"][aria-colindex="${col}"]`)?.getAttribute('aria-label').includes(word), [row, col, word]);
const chosen = (page) => page.evaluate(() => (document.querySelector('.gw-selected')?.getAttribute('d').match(/M/g) ?? []).length);

test('digits go into the middle, into corners, and become colours', async () => {
  const { page, context, problems } = await open(PUZZLES.sudoku);
  await cell(page, 1, 3).click();
  await page.keyboard.press('Shift+Digit1');
  await label(page, 1, 3, 'notes 1');
  await page.keyboard.press('Control+Digit2');
  await label(page, 1, 3, 'notes 1, centre 2');
  await page.keyboard.press('Alt+Digit3');
  await label(page, 1, 3, 'centre 2, colour 3');
  await page.keyboard.press('Control+Shift+Digit4');
  await label(page, 1, 3, 'colour 3 4');
  assert.equal(await page.locator('.block .gw-paint-3').count(), 1);
  // With Shift held the number pad gives other keys.
  await page.evaluate(() => {
    const event = new KeyboardEvent('keydown', { key: 'End', code: 'Numpad1', bubbles: true, modifierNumLock: true });
    document.activeElement.dispatchEvent(event);
  });
  await without(page, 1, 3, 'notes');
  // What digits do now goes first, then digits, corners, the middle, colours.
  await page.keyboard.press('Delete');
  await without(page, 1, 3, 'centre');
  await label(page, 1, 3, 'colour 3 4');
  await page.keyboard.press('Delete');
  await label(page, 1, 3, 'r1c3, empty');
  await page.keyboard.press('m');
  await page.keyboard.press('5');
  await label(page, 1, 3, 'notes 5');
  await page.keyboard.press('v');
  await page.keyboard.press('6');
  await label(page, 1, 3, 'colour 6');
  assert.deepEqual(problems, []);
  await context.close();
});

test('several cells are chosen by drag, with Ctrl, Alt, a double click and all at once', async () => {
  const { page, context, problems } = await open(PUZZLES.sudoku);
  await cell(page, 1, 3).dragTo(cell(page, 1, 6));
  assert.ok(await chosen(page) >= 2);
  await cell(page, 9, 9).click({ modifiers: ['Control'] });
  assert.ok(await chosen(page) >= 3);
  await page.keyboard.down('Alt');
  await cell(page, 1, 1).hover();
  await page.mouse.down();
  await cell(page, 3, 3).hover();
  await page.mouse.up();
  await page.keyboard.up('Alt');
  assert.equal(await chosen(page), 9);
  await cell(page, 1, 1).dblclick();
  await page.waitForFunction(() => (document.querySelector('.gw-selected')?.getAttribute('d').match(/M/g) ?? []).length === 3);
  await page.keyboard.press('Control+a');
  assert.equal(await chosen(page), 81);
  await page.keyboard.press('Escape');
  assert.equal(await chosen(page), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test('bulbs and marks: buttons, drags, clues, modifiers', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await label(page, 1, 1, 'bulb');
  await cell(page, 7, 7).click({ button: 'right' });
  await label(page, 7, 7, 'marked');
  await cell(page, 7, 6).click({ modifiers: ['Shift'] });
  await label(page, 7, 6, 'marked');
  await cell(page, 7, 6).click();
  await label(page, 7, 6, 'bulb');
  await cell(page, 7, 6).click();
  await cell(page, 3, 1).hover();
  await page.mouse.down({ button: 'right' });
  for (const col of [2, 3, 4]) await cell(page, 3, col).hover();
  await page.mouse.up({ button: 'right' });
  await label(page, 3, 3, 'marked');
  await cell(page, 1, 3).click();
  await label(page, 1, 3, 'done');
  assert.equal(await page.locator('.block .gw-done text').count(), 1);
  await cell(page, 1, 3).click();
  await page.waitForFunction(() => !document.querySelector('.block .gw-done'));
  assert.deepEqual(problems, []);
  await context.close();
});

test('on a phone a tap goes round, a long press marks, and the first tap may mark', async () => {
  const { page, context, problems } = await open(PUZZLES.starbattle, PHONE);
  await cell(page, 1, 1).tap();
  await label(page, 1, 1, 'star');
  await cell(page, 1, 1).tap();
  await label(page, 1, 1, 'marked');
  const box = await cell(page, 3, 3).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await context.newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await label(page, 3, 3, 'marked');
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.evaluate(() => localStorage.setItem('gridwright', JSON.stringify({ markFirst: true })));
  await keeps(page, 'r3c3 !star');
  await page.reload();
  await label(page, 1, 1, 'marked');
  await cell(page, 5, 5).tap();
  await label(page, 5, 5, 'marked');
  await cell(page, 5, 5).tap();
  await label(page, 5, 5, 'star');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a line that was left can be taken up again, also after a reload', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await cell(page, 4, 4).click();
  await label(page, 4, 4, 'bulb');
  await page.keyboard.press('z');
  await cell(page, 7, 7).click();
  await page.waitForSelector('.tree .line');
  await until(async () => (await saved(page))[0]?.lines);
  await page.reload();
  await page.click('.tree .line');
  await label(page, 4, 4, 'bulb');
  await label(page, 1, 1, 'bulb');
  await page.keyboard.press('r');
  await page.click('.toast >> text=Undo');
  await label(page, 4, 4, 'bulb');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a torus rolls, and its cells stay where they are drawn', async () => {
  const torus = 'gridwright lightup wrapping=yes\n1....\n.....\n..w..\n.....\n.....\n';
  const { page, context, problems } = await open(torus);
  const before = await cell(page, 1, 1).boundingBox();
  await cell(page, 3, 2).focus();
  await page.keyboard.press('Alt+ArrowRight');
  const then = await cell(page, 1, 2).boundingBox();
  assert.ok(Math.abs(then.x - before.x) < 2 && Math.abs(then.y - before.y) < 2, 'column 2 stands first');
  await cell(page, 5, 1).click();
  await label(page, 5, 1, 'bulb');
  assert.deepEqual(problems, []);
  await context.close();
  // On a phone two fingers roll it.
  const phone = await open(torus, PHONE);
  const at = await cell(phone.page, 3, 3).boundingBox();
  const session = await phone.context.newCDPSession(phone.page);
  const touch = (type, by) => session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: at.x + 5 + by, y: at.y + 5, id: 0 }, { x: at.x + 45 + by, y: at.y + 5, id: 1 }] });
  await touch('touchStart', 0);
  for (const by of [0.4, 0.8, 1.1]) await touch('touchMove', -by * at.width);
  await touch('touchEnd');
  await phone.page.waitForFunction((left) => Math.abs(document.querySelector('.cells [aria-rowindex="3"][aria-colindex="4"]').getBoundingClientRect().left - left) < 2, at.x);
  assert.equal(await phone.page.locator('.block use[href="#gw-bulb"]').count(), 0);
  await phone.context.close();
});

test('the keys of digit sites are offered once', async () => {
  const { page, context, problems } = await open(PUZZLES.sudoku);
  await cell(page, 1, 3).click();
  await page.keyboard.press('4');
  await page.keyboard.press('z');
  await label(page, 1, 3, 'empty');
  await page.click('.toast >> text=Use them so');
  await page.keyboard.press('x');
  await page.keyboard.press('4');
  await label(page, 1, 3, 'notes 4');
  await page.keyboard.press('Control+z');
  await label(page, 1, 3, 'empty');
  assert.equal(await page.locator('.toast').count(), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test('keys of other sites do what they do there', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup, DESKTOP);
  await page.keyboard.press('Enter');
  await label(page, 1, 1, 'bulb');
  for (const [key, words] of [['Control+z', 'empty'], ['Control+Shift+z', 'bulb'], ['u', 'empty'], ['y', 'bulb'], ['[', 'empty'], [']', 'bulb']]) {
    await page.keyboard.press(key);
    await label(page, 1, 1, words);
  }
  for (const key of ['i', 'm', ' ']) {
    await page.keyboard.press('Delete');
    await label(page, 1, 1, 'empty');
    await page.keyboard.press(key);
    await label(page, 1, 1, 'marked');
  }
  await page.keyboard.press('p');
  await page.waitForSelector('.cover:not([hidden])');
  await page.keyboard.press('p');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog .keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await page.keyboard.press('b');
  await page.waitForSelector('text=Trial B');
  await page.keyboard.press('Shift+Enter');
  await page.waitForSelector('text=Trial A');
  await page.keyboard.press('q');
  await page.waitForSelector('.days');
  await page.goBack();
  await label(page, 1, 1, 'marked');
  assert.deepEqual(problems, []);
  await context.close();
});
