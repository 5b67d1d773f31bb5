// What is kept, shared and lost: links, files, other tabs, new versions, full storage, workers that hang.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { DESKTOP, keeps, launch, saved, serve, texts, until, visit, workers } from './browser.mjs';
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
  document.querySelector(`.cells [role=gridcell][aria-rowindex="${row}"][aria-colindex="${col}"]`)?.getAttribute('aria-label')?.endsWith(words), [row, col, words]);
const share = async (page) => { await page.locator('[aria-label^="Share"]:visible').click(); await page.waitForSelector('dialog >> text=every move'); };

test('links hold the puzzle, or the game with every entry', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await label(page, 1, 1, 'bulb');
  await share(page);
  const links = await page.$$eval('.ways2 li .t span', (all) => all.map((span) => span.textContent).filter((text) => text.includes('#/play?z=')));
  assert.equal(links.length, 2);
  for (const [link, words] of [[links[0], 'empty'], [links[1], 'bulb']]) {
    const fresh = await visit(browser, link);
    await label(fresh.page, 1, 1, words);
    assert.deepEqual(fresh.problems, []);
    await fresh.context.close();
  }
  // A link that lost its end is refused in words, whatever its length.
  const broken = await visit(browser, links[1].slice(0, -9));
  await broken.page.waitForSelector('text=damaged');
  await broken.context.close();
  assert.deepEqual(problems, []);
  await context.close();
});

test('pictures, a sheet and the game are saved as files', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  await share(page);
  for (const [name, ending, begins] of [['Save as SVG', '.svg', '<svg'], ['Save as PNG', '.png', '\x89PNG'], ['Save as PDF', '.pdf', '%PDF-'], ['Save the game', '.txt', 'gridwright lightup']]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[aria-label="${name}"]`)]);
    assert.ok(download.suggestedFilename().endsWith(ending));
    assert.equal((await readFile(await download.path())).subarray(0, begins.length).toString('latin1'), begins);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test('a sheet of several new puzzles is made and saved', async () => {
  const { page, context, problems } = await visit(browser, `${site.url}#/library`);
  await page.click('text=New puzzle');
  await page.click('dialog [role=radio]:has-text("Sudoku")');
  await page.click('dialog summary');
  await page.fill('dialog .inside input', '2');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Make the sheet')]);
  const sheet = (await readFile(await download.path())).toString('latin1');
  assert.match(sheet, /^%PDF-/);
  // Both on a page, and their solutions on another.
  assert.equal(sheet.match(/\/Type\s*\/Page\b/g)?.length, 2);
  assert.deepEqual(problems, []);
  await context.close();
});

test('all games go out in a file and come in again; statistics count them', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await keeps(page, 'r1c1 bulb');
  await page.goto(`${site.url}#/library`);
  await page.waitForSelector('.statistics td');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save all games')]);
  const file = await readFile(await download.path());
  await page.click('[aria-label^="Remove"]');
  await page.click('dialog button.main');
  await page.waitForSelector('text=No games yet.');
  for (const [text, words] of [['{}', 'no games'], ['[1', 'no games'], ['{"gridwright":"games","games":[{"id":"<b>"}]}', 'no games']]) {
    await page.setInputFiles('#games-file', { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.waitForFunction((words) => document.querySelector('.toast')?.textContent.includes(words), words);
    await page.click('.toast [aria-label="Close"]');
  }
  await page.setInputFiles('#games-file', { name: 'games.json', mimeType: 'application/json', buffer: file });
  await page.waitForSelector('text=1 of 1 game taken in');
  await page.click('.resume');
  await label(page, 1, 1, 'bulb');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a new version waits for the reader, and the game goes on after it', async () => {
  const { page, context } = await visit(browser, `${site.url}#/play?p=${PUZZLES.lightup}`, { ...DESKTOP, serviceWorkers: 'allow' });
  await page.waitForSelector('.cells [role=gridcell][aria-label]');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  site.version = 'next';
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.waitForSelector('text=A new version');
  await cell(page, 1, 1).click();
  await label(page, 1, 1, 'bulb');
  await Promise.all([page.waitForEvent('load'), page.click('.toast >> text=Reload')]);
  await label(page, 1, 1, 'bulb');
  site.version = '';
  await context.close();
});

test('a game that cannot be kept is said to be so, and can be taken along', async () => {
  const { page, context } = await visit(browser, site.url);
  await page.addInitScript(() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }; });
  await page.goto('about:blank');
  await page.goto(`${site.url}#/play?p=${PUZZLES.lightup}`);
  await page.waitForSelector('.cells [role=gridcell][aria-label]');
  await cell(page, 1, 1).click();
  await page.waitForSelector('text=Copy the game as text');
  await label(page, 1, 1, 'bulb');
  await context.close();
});

test('a worker that hangs is replaced, and nothing is lost', async () => {
  const { page, context } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await label(page, 1, 1, 'bulb');
  const [worker] = await workers(page, 'board');
  await worker.evaluate(() => { self.onmessage = () => { for (;;); }; });
  // What is entered meanwhile is there as well.
  await cell(page, 7, 7).click({ button: 'right' });
  await page.waitForSelector('text=Nothing was lost');
  await label(page, 1, 1, 'bulb');
  await label(page, 7, 7, 'marked');
  await keeps(page, 'r7c7 !bulb');
  await context.close();
});

test('two tabs on one game: what was entered there is here after taking over', async () => {
  const { page, context } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await keeps(page, 'r1c1 bulb');
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForSelector('text=open in another tab');
  await page.bringToFront();
  await cell(page, 7, 7).click();
  await label(page, 7, 7, 'bulb');
  await other.bringToFront();
  await other.click('text=Continue here');
  await label(other, 7, 7, 'bulb');
  await cell(other, 4, 4).click();
  await label(other, 4, 4, 'bulb');
  await cell(page, 3, 3).click();
  await page.waitForSelector('text=open in another tab');
  await page.click('text=Continue here');
  await label(page, 4, 4, 'bulb');
  await context.close();
});

test('what is pasted wrongly is shown with its place, and stays in the box', async () => {
  const { page, context, problems } = await visit(browser, site.url);
  await page.fill('#open', '7x7:b1f2iB2g!Bi2fBb');
  await page.click('form.open button');
  await page.waitForSelector('.problem .spot');
  const [line, caret] = (await page.textContent('.spot')).split('\n');
  assert.equal(line[caret.indexOf('^')], '!');
  assert.equal(await page.inputValue('#open'), '7x7:b1f2iB2g!Bi2fBb');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a game that is left for another one at once keeps its own record', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await page.waitForFunction(() => location.hash.startsWith('#/play/'));
  const address = page.url();
  await page.evaluate((puzzle) => { location.hash = `#/play?p=${puzzle}`; }, PUZZLES.sudoku);
  await page.waitForSelector('.pad');
  await cell(page, 1, 3).click();
  await page.keyboard.press('4');
  await keeps(page, 'r1c3 4');
  const [first, second] = (await saved(page)).sort((a, b) => (a.genre < b.genre ? -1 : 1));
  assert.match(first.record, /^gridwright lightup/);
  assert.match(second.record, /^gridwright sudoku/);
  // Its worker is still looked after.
  const [worker] = await workers(page, 'board');
  await worker.evaluate(() => { setTimeout(() => { throw new Error('killed by a test'); }); });
  await page.waitForSelector('text=Nothing was lost');
  await page.goto(address);
  await label(page, 1, 1, 'bulb');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a puzzle that comes too late is not laid on the board of the next one', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await page.waitForFunction(() => location.hash.startsWith('#/play/'));
  const address = page.url();
  // This one takes its time to be made; meanwhile the reader goes back.
  await page.evaluate(() => new Promise((resolve) => { addEventListener('hashchange', resolve, { once: true }); location.hash = '#/daily/2026-01-02/sudoku/hard'; }));
  await page.evaluate((address) => { location.href = address; }, address);
  await label(page, 1, 1, 'bulb');
  await until(async () => (await texts(page)).some(({ key }) => key === 'daily/2026-01-02/sudoku/hard'));
  await cell(page, 7, 7).click();
  await keeps(page, 'r7c7 bulb');
  assert.deepEqual((await saved(page)).map(({ genre, record }) => [genre, record.split('\n')[0].split(' ')[1]]), [['lightup', 'lightup']]);
  assert.deepEqual(problems, []);
  await context.close();
});

test('what a dying worker was told is entered again, in its order', async () => {
  const { page, context } = await open(PUZZLES.lightup);
  const [worker] = await workers(page, 'board');
  await cell(page, 1, 1).click();
  await label(page, 1, 1, 'bulb');
  await worker.evaluate(() => {
    const meant = self.onmessage;
    let told = 0;
    // It answers once more, tells nothing of what it knows, and dies of the third request.
    self.onmessage = (event) => { if (/record/.test(event.data.body)) return; if (++told < 3) meant(event); else throw new Error('killed by a test'); };
  });
  for (const [row, col] of [[7, 7], [1, 1], [1, 4], [2, 2]]) await page.evaluate(([row, col]) => {
    const at = document.querySelector(`.cells [role=gridcell][aria-rowindex="${row}"][aria-colindex="${col}"]`);
    const { left, top, width, height } = at.getBoundingClientRect();
    for (const type of ['pointerdown', 'pointerup']) at.dispatchEvent(new PointerEvent(type, { clientX: left + width / 2, clientY: top + height / 2, pointerId: 1, isPrimary: true, bubbles: true, pointerType: 'mouse' }));
  }, [row, col]);
  await page.waitForSelector('text=Nothing was lost');
  await keeps(page, 'actions:\nr1c1 bulb\nr7c7 bulb\nr1c1 -bulb\nr1c4 bulb\nr2c2 bulb\n');
  await context.close();
});

test('a worker that dies again and again is given up, and the game is kept', async () => {
  const { page, context } = await open(PUZZLES.lightup);
  await cell(page, 1, 1).click();
  await keeps(page, 'r1c1 bulb');
  let started = 0;
  await page.route('**/board_bg*', (route) => { started++; return route.fulfill({ status: 200, contentType: 'application/wasm', body: 'no module' }); });
  const [worker] = await workers(page, 'board');
  await worker.evaluate(() => { setTimeout(() => { throw new Error('killed by a test'); }); });
  await page.waitForSelector('text=again and again');
  assert.ok(started < 9);
  await page.unroute('**/board_bg*');
  await page.reload();
  await label(page, 1, 1, 'bulb');
  await context.close();
});

test('on a board to try things on, a lost worker loses nothing either', async () => {
  const { page, context } = await visit(browser, `${site.url}#/learn/lightup`);
  await page.waitForSelector('.cells [role=gridcell][aria-label]');
  await cell(page, 1, 1).click();
  await label(page, 1, 1, 'bulb');
  const [worker] = await workers(page, 'board');
  await worker.evaluate(() => { self.onmessage = () => { throw new Error('killed by a test'); }; });
  await cell(page, 7, 7).click();
  await label(page, 7, 7, 'bulb');
  await label(page, 1, 1, 'bulb');
  await context.close();
});

test('a puzzle of the day that two tabs begin is one game', async () => {
  const daily = `${site.url}#/daily/2026-01-02/lightup/easy`;
  const { page, context, problems } = await visit(browser, daily);
  await page.waitForSelector('.cells [role=gridcell][aria-label]');
  const other = await context.newPage();
  await other.goto(daily);
  await other.waitForSelector('text=open in another tab');
  await page.keyboard.press('Space');
  await until(async () => (await saved(page)).length);
  await other.click('text=Continue here');
  await label(other, 1, 1, await cell(page, 1, 1).getAttribute('aria-label'));
  await page.waitForSelector('text=open in another tab');
  assert.equal((await saved(page)).length, 1);
  assert.deepEqual(problems, []);
  await context.close();
});

test('another tab is told of a new version, and a part that is missing says so', async () => {
  const { page, context } = await visit(browser, `${site.url}#/play?p=${PUZZLES.lightup}`, { ...DESKTOP, serviceWorkers: 'allow' });
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  const other = await context.newPage();
  await other.goto(`${site.url}#/settings`);
  await other.waitForSelector('h1');
  site.version = 'next';
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.click('.toast >> text=Reload');
  await other.waitForSelector('text=updated in another tab');
  site.version = '';
  await context.close();
});

test('a screen that cannot be loaded says why, and one that takes its time says so', async () => {
  const { page, context } = await visit(browser, `${site.url}#/settings`);
  await page.route('**/assets/learn*', (route) => route.abort());
  await page.evaluate(() => { location.hash = '#/learn'; });
  await page.waitForSelector('text=could not be loaded');
  await page.unroute('**/assets/learn*');
  await page.click('main >> text=Reload');
  await page.waitForSelector('.kind h2');
  let on;
  await page.route('**/assets/set*.js', async (route) => { await new Promise((resolve) => { on = resolve; }); await route.continue(); });
  await page.evaluate(() => { location.hash = '#/set/sudoku'; });
  await page.waitForSelector('.loading >> text=One moment');
  on();
  await page.waitForSelector('.setting .cells [aria-label]');
  assert.equal(await page.textContent('.loading'), '');
  await context.close();
});

test('a link cannot pass for a puzzle of the day', async () => {
  const { page, context } = await visit(browser, `${site.url}#/play?p=2x1:aB&from=daily/2026-01-02/lightup/easy&level=easy`);
  await page.waitForSelector('.cells [role=gridcell][aria-label]');
  await page.keyboard.press('Enter');
  await keeps(page, 'r1c1 bulb');
  assert.equal((await saved(page))[0].source, '');
  await context.close();
});

test('a puzzle that was only looked at is there again on the way back and after a reload', async () => {
  const { page, context, problems } = await open(PUZZLES.lightup);
  await page.keyboard.press('q');
  await page.waitForSelector('.days');
  await page.goBack();
  await label(page, 1, 1, 'empty');
  await page.reload();
  await label(page, 1, 1, 'empty');
  // A dialog goes with its screen.
  await page.locator('[aria-label=More]:visible').click();
  await page.waitForSelector('dialog[open]');
  await page.evaluate(() => { location.hash = '#/library'; });
  await page.waitForSelector('.past li');
  assert.equal(await page.locator('dialog').count(), 0);
  assert.deepEqual(problems, []);
  await context.close();
});
