// Playing in a real browser: every genre to its end by mouse, keyboard and touch; help, history, links, storage.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { DESKTOP, keeps, launch, PHONE, serve, settled, visit, workers } from './browser.mjs';
import { end, PUZZLES, solution } from './library.mjs';

let site, browser;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

const open = async (puzzle, options) => {
  const opened = await visit(browser, `${site.url}#/play?p=${encodeURIComponent(puzzle)}`, options);
  await opened.page.waitForSelector('.cells [role=gridcell][aria-label]');
  return opened;
};
const cell = (page, row, col) => page.locator(`.cells [role=gridcell][aria-rowindex="${row}"][aria-colindex="${col}"]`);
const solved = (page) => page.waitForSelector('.finish');
for (const genre of Object.keys(PUZZLES)) {
  const entries = solution(PUZZLES[genre]);
  test(`${genre} is solved with the mouse`, async () => {
    const { page, context, problems } = await open(PUZZLES[genre]);
    for (const entry of entries) {
      if (genre === 'yosenabe') {
        const [toRow, toCol] = end(entry);
        if (toRow === entry.row && toCol === entry.col) continue;
        await cell(page, entry.row, entry.col).dragTo(cell(page, toRow, toCol));
      } else {
        const label = await cell(page, entry.row, entry.col).getAttribute('aria-label');
        if (label.includes('given')) continue;
        await cell(page, entry.row, entry.col).click();
        if (/^\d+$/.test(entry.what)) await page.click(`.pad [data-digit="${entry.what}"]`);
      }
    }
    await solved(page);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

for (const genre of Object.keys(PUZZLES)) {
  test(`${genre} is solved with the keyboard alone`, async () => {
    const { page, context, problems } = await open(PUZZLES[genre]);
    const at = [1, 1];
    const walk = async (row, col) => {
      for (; at[0] < row; at[0]++) await page.keyboard.press('ArrowDown');
      for (; at[0] > row; at[0]--) await page.keyboard.press('ArrowUp');
      for (; at[1] < col; at[1]++) await page.keyboard.press('ArrowRight');
      for (; at[1] > col; at[1]--) await page.keyboard.press('ArrowLeft');
    };
    for (const entry of solution(PUZZLES[genre])) {
      if (/^\d+$/.test(entry.what)) {
        if ((await cell(page, entry.row, entry.col).getAttribute('aria-label')).includes('given')) continue;
        await walk(entry.row, entry.col);
        await page.keyboard.press(entry.what);
      } else if (genre === 'yosenabe') {
        const to = end(entry);
        if (to[0] === entry.row && to[1] === entry.col) continue;
        await walk(entry.row, entry.col);
        await page.keyboard.press('Enter');
        await page.waitForSelector('.overlay .end-legal');
        await walk(...to);
        await page.keyboard.press('Enter');
      } else {
        await walk(entry.row, entry.col);
        await page.keyboard.press('Enter');
      }
    }
    await solved(page);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test(`${genre} is solved by touch, on a phone`, async () => {
    const { page, context, problems } = await open(PUZZLES[genre], PHONE);
    for (const entry of solution(PUZZLES[genre])) {
      if ((await cell(page, entry.row, entry.col).getAttribute('aria-label')).includes('given')) continue;
      const to = genre === 'yosenabe' ? end(entry) : null;
      if (to && to[0] === entry.row && to[1] === entry.col) continue;
      await cell(page, entry.row, entry.col).tap();
      if (/^\d+$/.test(entry.what)) await page.tap(`.pad [data-digit="${entry.what}"]`);
      if (to) { await page.waitForSelector('.overlay .end-legal'); await cell(page, ...to).tap(); }
    }
    await solved(page);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test('hint, check, undo, trial and what is wrong', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  for (const stage of [1, 2, 3, 4]) {
    await page.keyboard.press('h');
    await page.waitForFunction((stage) => document.querySelectorAll('.stages .on').length === stage, stage);
  }
  assert.ok(await page.locator('.block .gw-outline-near, .block .gw-frame-new').count());
  await page.click('text=Do it');
  await page.waitForFunction(() => !document.querySelector('.hint'));
  await page.keyboard.press('z');
  await page.keyboard.press('b');
  await page.waitForSelector('.trial:not([hidden])');
  await cell(page, 1, 1).click();
  await cell(page, 4, 1).click();
  await page.waitForSelector('.notice.bad');
  await page.keyboard.press('Shift+B');
  await page.waitForFunction(() => document.querySelector('.trial').hidden && !document.querySelector('.notice'));
  await page.keyboard.press('c');
  await page.waitForSelector('text=Right so far.');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a game is there again after a reload, and in the library', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await page.waitForFunction(() => document.querySelector('.cells [aria-rowindex="1"] [aria-colindex="1"]').getAttribute('aria-label').includes('bulb'));
  await keeps(page, 'r1c1 bulb');
  await page.reload();
  await page.waitForFunction(() => document.querySelector('.cells [aria-rowindex="1"] [aria-colindex="1"]')?.getAttribute('aria-label')?.includes('bulb'));
  await page.goto(`${site.url}#/library`);
  await page.waitForSelector('.resume .thumb svg use');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a worker that dies loses nothing', async () => {
  const { page, context } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await keeps(page, 'r1c1 bulb');
  const [worker] = await workers(page, 'board');
  await worker.evaluate(() => { setTimeout(() => { throw new Error('killed by a test'); }); });
  await page.waitForSelector('text=Nothing was lost');
  await page.keyboard.press('Escape');
  await cell(page, 1, 2).click({ button: 'right' });
  await page.waitForFunction(() => document.querySelector('.cells [aria-rowindex="1"] [aria-colindex="1"]').getAttribute('aria-label').includes('bulb'));
  await context.close();
});

test('a second tab on the same game is told, and may take over', async () => {
  const { page, context } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await keeps(page, 'r1c1 bulb');
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForSelector('text=open in another tab');
  await other.click('text=Continue here');
  await page.waitForSelector('text=open in another tab');
  await context.close();
});

test('damaged, hostile and foreign links are refused in words', async () => {
  const { page, context } = await visit(browser, site.url);
  const names = [['#/play?z=AAAA', 'damaged'], ['#/play?p=2x2:c!', "expected 'a' to 'z'"], ['#/play?p=%3Cimg%20src=x%20onerror=alert(1)%3E', 'Something went wrong'], ['#/nowhere', 'No such page'], ['#/play/none', 'not in this browser'], ['#/daily/x/y/z', 'no such puzzle'], ['#/daily/2026-13-99/sudoku/easy', 'no such puzzle'], ['#/set/constructor', 'no such genre'], ['#/learn/__proto__', 'no such genre']];
  for (const [hash, words] of names) {
    await page.goto(`${site.url}${hash}`);
    await page.waitForFunction((words) => document.querySelector('main')?.textContent.toLowerCase().includes(words.toLowerCase()), words);
    assert.equal(await page.locator('main img').count(), 0);
  }
  await context.close();
});

test('the end of a puzzle of the day tells how many of them are solved, and leads to the next', async () => {
  const { page, context, problems } = await visit(browser, `${site.url}#/daily/2026-01-02/lightup/easy`);
  await page.waitForSelector('.cells [role=gridcell][aria-label]');
  for (const [count, level] of [['1 of 15', 'medium'], ['2 of 15', 'hard']]) {
    await page.keyboard.press('s');
    await page.click('dialog .btn.main');
    await page.waitForSelector(`.finish >> text=${count}`);
    await page.click(`.finish >> text=Next: ${level}`);
    await page.waitForSelector('.finish', { state: 'detached' });
    await page.waitForSelector('.cells [role=gridcell][aria-label]');
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test('a board that a link leads to is there before anything that it does not need', async () => {
  const { page, context, problems } = await visit(browser, site.url);
  const asked = [];
  context.on('request', (request) => asked.push(request.url()));
  await page.goto('about:blank');
  await page.goto(`${site.url}#/play?p=${PUZZLES.lightup}`);
  await page.waitForSelector('.block .gw-thin');
  await cell(page, 1, 1).click();
  await keeps(page, 'r1c1 bulb');
  assert.ok(asked.some((url) => url.includes('board_bg')) && !asked.some((url) => url.includes('tasks_bg')), `${asked}`);
  await page.keyboard.press('h');
  await page.waitForSelector('.hint');
  assert.ok(asked.some((url) => url.includes('tasks_bg')));
  assert.deepEqual(problems, []);
  await context.close();
});

test('the page works without a network after the first visit', async () => {
  const { page, context } = await visit(browser, site.url, { ...DESKTOP, serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector('.days');
  await page.goto(`${site.url}#/play?p=${PUZZLES.lightup}`);
  await page.waitForSelector('.cells [role=gridcell][aria-label]');
  await context.close();
});


test('keys that are pressed stay while answers come in; an end that is undone goes away', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  await page.keyboard.press('b');
  await page.waitForSelector('.trial:not([hidden])');
  const keep = page.locator('.trial >> text=Keep');
  await keep.hover();
  await page.mouse.down();
  await page.evaluate(() => document.querySelector('.cells [aria-label]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  await page.waitForFunction(() => document.querySelector('.cells [aria-rowindex="1"] [aria-colindex="1"]').getAttribute('aria-label').includes('bulb'));
  await page.mouse.up();
  await page.waitForSelector('.trial', { state: 'hidden' });
  await page.keyboard.press('z');
  await page.keyboard.press('h');
  await page.waitForSelector('.hint .btn');
  await page.focus('.hint .row .btn');
  for (const stage of [2, 3, 4]) { await page.keyboard.press('Enter'); await page.waitForFunction((stage) => document.querySelectorAll('.stages .on').length === stage, stage); }
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('.hint'));
  await page.keyboard.press('s');
  await page.click('dialog .btn.main');
  await solved(page);
  await page.keyboard.press('z');
  await page.waitForFunction(() => !document.querySelector('.finish, .done'));
  await page.keyboard.press('y');
  await solved(page);
  assert.deepEqual(problems, []);
  await context.close();
});

test('on every phone the digits are reached without scrolling, and the size is told', async () => {
  for (const [width, height] of [[390, 844], [412, 740], [390, 664]]) {
    const { page, context, problems } = await open(PUZZLES.sudoku, { ...PHONE, viewport: { width, height } });
    assert.equal(await page.textContent('.bar-name span, .bar .name span'), '9 × 9');
    for (const trial of [false, true]) {
      if (trial) await page.keyboard.press('b');
      await page.waitForSelector(trial ? '.trial:not([hidden])' : '.pad');
      assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `${width} x ${height}`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('on a phone held sideways the board stands beside the tools, all in sight', async () => {
  for (const hash of [...Object.values(PUZZLES).map((puzzle) => `#/play?p=${encodeURIComponent(puzzle)}`), '#/set/lightup', '#/emulsion/play?size=7']) {
    const { page, context, problems } = await visit(browser, `${site.url}${hash}`, { ...PHONE, viewport: { width: 844, height: 390 } });
    await page.waitForSelector('.cells [role=gridcell][aria-label]', { state: 'attached' });
    const [board, side] = await page.$$eval('.board, .side', (all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    assert.ok(board.width > 260 && board.bottom <= 390 && board.right <= side.left && side.right <= 844, `${hash} ${JSON.stringify([board, side])}`);
    if (hash.startsWith('#/play')) {
      const hint = await page.locator('.act:has-text("Hint"):visible').boundingBox();
      assert.ok(hint && hint.y + hint.height <= 390, hash);
    }
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('a frame on another page has room for the board and its tools', async () => {
  for (const puzzle of [PUZZLES.sudoku, PUZZLES.starbattle]) {
    const { page, context, problems } = await open(puzzle, { viewport: { width: 600, height: 371 } });
    const outside = await page.$$eval('.act, .seg > *, .key', (all) => all.filter((one) => one.offsetParent && (one.getBoundingClientRect().right > 600 || one.scrollWidth > one.clientWidth + 1)).map((one) => one.textContent));
    assert.deepEqual(outside, []);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('a hint numbers rows and columns, and what is broken is told as players say it', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  await page.keyboard.press('h');
  await page.waitForSelector('.ruler.cols');
  const [number, place] = await Promise.all([page.locator('.ruler.cols span').nth(6).boundingBox(), cell(page, 1, 7).boundingBox()]);
  assert.ok(number.x > place.x && number.x < place.x + place.width && number.y < place.y, JSON.stringify([number, place]));
  await page.click('[aria-label="Close the hint"]');
  await page.waitForSelector('.ruler', { state: 'detached' });
  await cell(page, 1, 1).click();
  await cell(page, 4, 1).click();
  await page.waitForSelector('.notice.bad >> text=see each other');
  assert.deepEqual(problems, []);
  await context.close();
});

test('nothing is cut off on a phone: a trial, the menu', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup, PHONE);
  const inside = (sel) => page.$$eval(sel, (all) => all.every((one) => { const { left, right } = one.getBoundingClientRect(); return left >= 0 && right <= document.documentElement.clientWidth && right <= innerWidth; }));
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.click('.act:has-text("Trial")');
  await page.waitForSelector('.trial:not([hidden])');
  assert.ok(await inside('.board, .trial .btn'), 'trial');
  await page.locator('[aria-label=More]:visible').click();
  await page.waitForSelector('dialog[open]');
  await settled(page);
  assert.ok(await inside('dialog button'), 'menu');
  assert.equal(await wide(), 390);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a large board leaves the tools beside it', async () => {
  const { page, context, problems } = await open(`40x40:${'z'.repeat(61)}n`);
  const [board, side] = await page.$$eval('.board, .side', (all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  assert.ok(board.right <= side.left && side.right <= 1280);
  await page.click('.act:has-text("Check")');
  assert.deepEqual(problems, []);
  await context.close();
  const phone = await open(`40x40:${'z'.repeat(61)}n`, PHONE);
  assert.ok(await phone.page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'on a phone');
  await phone.context.close();
});
