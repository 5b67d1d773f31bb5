// The board game in a real browser: a game to its end by mouse and by keyboard, its review, the lesson, puzzles, links, reloads.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { DESKTOP, launch, PHONE, saved, serve, settled, until, visit, workers } from './browser.mjs';

globalThis.gridwrightProgress = () => {};
const { initSync, Emulsion } = await import('../src/wasm/emulsion/emulsion.js');
initSync({ module: await readFile(new URL('../src/wasm/emulsion/emulsion_bg.wasm', import.meta.url)) });
const library = new Emulsion();
const ask = (request) => { const reply = JSON.parse(library.request(JSON.stringify(request), 0)); assert.ok(!reply.error, JSON.stringify(reply.error)); return reply; };

let site, browser;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

const open = async (hash, options) => {
  const opened = await visit(browser, `${site.url}#/emulsion${hash}`, options);
  await opened.page.waitForSelector('main .cells [aria-label], main .setup');
  return opened;
};
const square = (page, number) => page.locator(`.cells [data-square="${number}"]`);
/** The game that the page has saved last. */
const latest = async (page) => (await saved(page))[0];
/** Both squares of a turn such as c4d5, by their numbers. */
const squares = (turn, size) => [...turn.matchAll(/([a-z])(\d+)/g)].map(([, file, rank]) => (size - Number(rank)) * size + file.charCodeAt(0) - 97);
/** Waits until it is the person's turn or the game is over; whether it goes on. */
const mine = async (page) => {
  await page.waitForFunction(() => document.querySelector('.finish') || [...document.querySelectorAll('.about .player.on')].some((player) => player.textContent.includes('to move')));
  return !await page.locator('.finish').count();
};
/** A good turn in the position that the page shows. */
const best = async (page, turns) => ask({ think: { hint: { text: (await latest(page)).record, turns } } }).turn;

/** Plays a game against level 2 to its end; `enter` puts a turn on the board. */
async function playOut(page, size, enter) {
  for (let turns = 0; await mine(page); turns += 2) {
    await page.waitForFunction((turns) => document.querySelector('.told').textContent.includes(`Turn ${turns + 1} `), turns);
    await enter(squares(await best(page, turns), size));
    await page.waitForFunction((turns) => !document.querySelector('.told').textContent.includes(`Turn ${turns + 1} `), turns);
  }
  assert.match(await page.textContent('.finish h2'), /won/);
}

test('a game against level 2 is played to its end with the mouse, then reviewed', async () => {
  const { page, context, problems } = await open('');
  await page.locator('#size').fill('5');
  await page.selectOption('#opponent', 'level 2');
  await page.click('.setup .btn.main');
  await page.waitForSelector('.cells [aria-label]');
  let drags = false;
  await playOut(page, 5, async ([from, to]) => {
    drags = !drags;
    if (drags) return square(page, from).dragTo(square(page, to));
    await square(page, from).click();
    await page.waitForSelector(`[data-square="${from}"][aria-selected=true]`);
    assert.match(await square(page, to).getAttribute('aria-label'), /partner, gains/);
    await square(page, to).click();
  });
  await page.click('.finish .btn.main');
  await page.waitForFunction(() => document.querySelector('.review') && document.querySelectorAll('.turn .c').length && [...document.querySelectorAll('.turn')].every((turn) => turn.querySelector('.c').textContent));
  const rows = await page.locator('.turn').count();
  assert.ok(rows > 4);
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.turn[aria-current]')?.textContent.startsWith('1'));
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => location.hash.includes('turn=2'));
  assert.ok(await page.locator('.em-played').count());
  await page.keyboard.press('End');
  await page.waitForSelector('text=The end');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a game is played with the keyboard alone', async () => {
  const { page, context, problems } = await open('/play?size=4&white=level%202');
  let at = 0;
  const go = async (to) => {
    for (; Math.floor(at / 4) < Math.floor(to / 4); at += 4) await page.keyboard.press('ArrowDown');
    for (; Math.floor(at / 4) > Math.floor(to / 4); at -= 4) await page.keyboard.press('ArrowUp');
    for (; at % 4 < to % 4; at++) await page.keyboard.press('ArrowRight');
    for (; at % 4 > to % 4; at--) await page.keyboard.press('ArrowLeft');
  };
  await playOut(page, 4, async ([from, to]) => {
    await go(from);
    await page.keyboard.press('Space');
    await page.waitForSelector(`[data-square="${from}"][aria-selected=true]`);
    await go(to);
    await page.keyboard.press('Enter');
  });
  // Black wins this board with best play.
  assert.equal(await page.textContent('.finish h2'), 'You have won');
  await page.keyboard.press('z');
  await page.waitForFunction(() => !document.querySelector('.finish'));
  await page.keyboard.press('y');
  await page.waitForSelector('.finish');
  assert.deepEqual(problems, []);
  await context.close();
});

test('two people play on a phone, a swap that gains nothing is refused in words, and a hint gives its reason', async () => {
  const { page, context, problems } = await open(`/play?g=${encodeURIComponent('BBBW/WWWB/BWBB/WWWB b')}`, PHONE);
  await square(page, 1).tap();
  await page.waitForSelector('[data-square="1"][aria-selected=true]');
  await square(page, 5).tap();
  await page.waitForSelector('text=would not gain');
  await page.click('.act:has-text("Hint")');
  await page.waitForSelector('.hint .btn');
  assert.match(await page.textContent('.hint'), /It gains/);
  assert.equal(await page.locator('.em-better').count(), 1);
  await page.click('.hint .btn');
  await page.waitForFunction(() => document.querySelector('.where .player.on').textContent.startsWith('White'));
  assert.deepEqual(problems, []);
  await context.close();
});

test('under the pie rule sides are swapped, and a game is given up', async () => {
  const { page, context, problems } = await open('/play?size=4&pie=yes&tie=last-mover-loses');
  const swap = page.locator('.act:has-text("Swap sides")');
  assert.ok(await swap.isHidden());
  await square(page, 1).dragTo(square(page, 5));
  await swap.click();
  await page.waitForSelector('text=Sides are swapped');
  assert.match((await latest(page)).record, /\[Tie "last-mover-loses"\]\n\[Pie "yes"\]/);
  await page.click('.act:has-text("Give up")');
  await page.click('dialog .btn.main');
  await page.waitForSelector('.finish >> text=given up');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a reload in mid-game, a lost worker and a second tab lose nothing', async () => {
  const { page, context, problems } = await open('/play?size=5');
  for (const [from, to] of [[1, 6], [2, 7]]) {
    await square(page, from).click();
    await page.waitForSelector(`[data-square="${from}"][aria-selected=true]`);
    await square(page, to).click();
    await page.waitForFunction(() => !document.querySelector('[aria-selected=true]'));
  }
  await page.waitForFunction(() => document.querySelector('.told').textContent.includes('Turn 3'));
  await page.keyboard.press('z');
  await page.waitForFunction(() => document.querySelector('.told').textContent.includes('Turn 2'));
  await until(async () => (await latest(page)).ahead?.length);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('.told')?.textContent.includes('Turn 2'));
  await page.keyboard.press('y');
  await page.waitForFunction(() => document.querySelector('.told').textContent.includes('Turn 3'));
  const { record } = await latest(page);
  for (const worker of await workers(page, 'emulsion')) await worker.evaluate(() => { setTimeout(() => { throw new Error('killed by a test'); }); });
  await page.waitForSelector('text=Nothing was lost');
  await page.keyboard.press('z');
  await page.waitForFunction(() => document.querySelector('.told').textContent.includes('Turn 2'));
  await page.keyboard.press('y');
  await page.waitForFunction(() => document.querySelector('.told').textContent.includes('Turn 3'));
  assert.equal((await latest(page)).record, record);
  // It dies of the second half of a turn.
  const [from, to] = squares(await best(page, 2), 5);
  await square(page, from).click();
  await page.waitForSelector(`[data-square="${from}"][aria-selected=true]`);
  for (const worker of await workers(page, 'emulsion')) await worker.evaluate(() => { self.onmessage = () => { throw new Error('killed by a test'); }; });
  await square(page, to).click();
  await page.waitForFunction(() => document.querySelector('.told').textContent.includes('Turn 4'));
  await page.keyboard.press('z');
  await page.waitForFunction(() => document.querySelector('.told').textContent.includes('Turn 3'));
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForSelector('text=open in another tab');
  await other.click('text=Continue here');
  await page.waitForSelector('text=open in another tab');
  await other.keyboard.press('z');
  await other.waitForFunction(() => document.querySelector('.told').textContent.includes('Turn 2'));
  await page.click('text=Continue here');
  await page.waitForFunction(() => document.querySelector('.told').textContent.includes('Turn 2'));
  assert.deepEqual(problems, []);
  await context.close();
});

test('the engine stops at once when a turn is taken back', async () => {
  const { page, context, problems } = await open('/play?size=9&white=simulations:1000000000');
  await square(page, 1).dragTo(square(page, 10));
  await page.waitForSelector('.about >> text=thinking');
  await page.keyboard.press('z');
  await page.waitForFunction(() => document.querySelector('.told').textContent.includes('Turn 1 ') && !document.body.textContent.includes('thinking'));
  assert.deepEqual(problems, []);
  await context.close();
});

test('in a review the board is turned, arrows go and come, and the right button draws', async () => {
  const { page, context, problems } = await open(`/review?g=${encodeURIComponent('[Size "4"]\n\n1. b4a4 c3d3')}&turn=1`);
  await page.waitForSelector('.em-played', { state: 'attached' });
  const [left, right] = await Promise.all([square(page, 0).boundingBox(), square(page, 15).boundingBox()]);
  await page.keyboard.press('f');
  const turned = await square(page, 0).boundingBox();
  assert.ok(Math.abs(turned.x - right.x) < right.width && Math.abs(turned.y - right.y) < right.height && left.x < right.x);
  for (const display of ['none', 'inline']) {
    await page.keyboard.press('a');
    await page.waitForFunction((display) => getComputedStyle(document.querySelector('.em-played')).display === display, display);
  }
  for (const times of [1, 0]) {
    await square(page, 5).hover();
    await page.mouse.down({ button: 'right' });
    await square(page, 10).hover();
    await page.mouse.up({ button: 'right' });
    await page.waitForFunction((times) => document.querySelectorAll('.em-note-0').length === times, times);
  }
  await page.keyboard.press('?');
  await page.waitForSelector('dialog .keys');
  assert.deepEqual(problems, []);
  await context.close();
});

test('your own mistakes are played again', async () => {
  const { page, context, problems } = await open(`/review?g=${encodeURIComponent('[Size "4"]\n\n1. b4a4 c3d3')}&turn=1`);
  await page.click('text=Find it yourself');
  await page.waitForSelector('.finding');
  await square(page, 1).dragTo(square(page, 0));
  await page.waitForSelector('text=was played. Try another move.');
  const [answer] = ask({ think: { solve: { text: '4' } } }).line;
  const [from, to] = squares(answer, 4);
  await square(page, from).click();
  await page.waitForSelector(`[data-square="${from}"][aria-selected=true]`);
  await square(page, to).click();
  await page.waitForSelector('.notice.good');
  await page.click('text=Next mistake');
  await page.waitForSelector('text=The end');
  assert.deepEqual(problems, []);
  await context.close();
});

test('the lesson is gone through', async () => {
  const { page, context, problems } = await open('/lesson', PHONE);
  const next = () => page.click('.btn:has-text("Next")');
  await next();
  await page.waitForSelector('text=A legal swap');
  assert.ok(await page.locator('.btn:has-text("Next")').isDisabled());
  await square(page, 6).tap();
  await page.waitForSelector('[data-square="6"][aria-selected=true]');
  await square(page, 5).tap();
  await page.waitForSelector('text=Right: c3b3 gains 3');
  await next();
  await page.waitForSelector('text=A swap that is not legal');
  await square(page, 1).tap();
  await page.waitForSelector('[data-square="1"][aria-selected=true]');
  await square(page, 5).tap();
  await page.waitForSelector('text=That is why it is not legal');
  await next();
  await next();
  await page.click('.btn:has-text("Play")');
  await page.waitForSelector('.setup');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a puzzle is tried and solved', async () => {
  const { page, context, problems } = await open('/puzzle?size=4&seed=1');
  await page.waitForSelector('.say');
  const { position } = ask({ think: { puzzle: { size: 4, seed: 1 } } });
  const { line } = ask({ think: { solve: { text: position } } });
  const wrong = ask({ table: { at: { text: position } } });
  assert.ok(wrong.labels.length);
  const enter = async (turn) => {
    const [from, to] = squares(turn, 4);
    await square(page, from).click();
    await page.waitForSelector(`[data-square="${from}"][aria-selected=true]`);
    await square(page, to).click();
  };
  const other = ask({ table: { choose: { square: squares(line[0], 4)[0] } } });
  assert.ok(other.chosen >= 0);
  await enter(line[0]);
  await page.waitForSelector('.notice.good');
  assert.match(await page.textContent('.notice'), /at the first try/);
  assert.deepEqual(problems, []);
  await context.close();
});

test('small boards are proven', async () => {
  const { page, context, problems } = await open('/proven?g=4');
  await page.waitForSelector('h2:has-text("Black wins")');
  assert.equal(await page.locator('.em-better').count(), 4);
  await page.click('[role=radio]:has-text("3")');
  await page.waitForFunction(() => document.querySelectorAll('.cells [data-square]').length === 9 && document.querySelector('aside h2'));
  assert.deepEqual(problems, []);
  await context.close();
});

test('links are opened again; hostile, damaged and foreign ones are refused in words', async () => {
  const { page, context } = await open('/play?size=5');
  await square(page, 1).dragTo(square(page, 6));
  await page.waitForFunction(() => document.querySelector('.told').textContent.includes('Turn 2'));
  await page.locator('[aria-label=Share]:visible').click();
  const link = (await page.locator('.ways2 .cut').first().textContent()).replace(/^.*#/, '');
  await page.goto('about:blank');
  await page.goto(`${site.url}#${link}`);
  await page.waitForFunction(() => document.querySelector('.told')?.textContent.includes('Turn 2'));
  const bad = [['/play?g=eE!!', 'stands for nothing'], ['/play?g=%3Cimg%20src=x%20onerror=alert(1)%3E', 'Something went wrong'], ['/play?size=999', 'there is no board of size 999'], ['/play?g=3&black=%3Cb%3E', 'expected human'], ['/play/none', 'not in this browser'],
    ['/review?g=4', 'Nothing was played'], [`/play?g=e${'_'.repeat(20_000)}`, 'Something went wrong'], ['/nothing', 'No such page']];
  for (const [hash, words] of bad) {
    await page.goto(`${site.url}#/emulsion${hash}`);
    await page.waitForFunction((words) => document.querySelector('main')?.textContent.toLowerCase().includes(words.toLowerCase()), words);
    assert.equal(await page.locator('main img').count(), 0);
  }
  await page.goto(`${site.url}#/emulsion`);
  await page.fill('#open-game', '[Size "3"]\n\n1. b3b9');
  await page.click('.open .btn');
  await page.waitForSelector('.problem >> text=Line 3, column 6');
  await context.close();
});

test('nothing is wrong for assistive technology', async () => {
  const axe = await readFile(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  const game = encodeURIComponent('[Size "4"]\n\n1. b4a4 c3d3');
  for (const options of [DESKTOP, { ...PHONE, colorScheme: 'dark' }]) {
    for (const [hash, ready] of [['', '.setup'], [`/play?g=${game}`, '.chance[title]'], [`/review?g=${game}&turn=1`, '.m3'], ['/lesson', '.say'], ['/puzzle?size=4&seed=2', '.say'], ['/proven?g=3', 'aside h2']]) {
      const { page, context, problems } = await open(hash, options);
      await page.waitForSelector(ready);
      await settled(page);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), [], hash);
      assert.deepEqual(problems, [], hash);
      await context.close();
    }
  }
});
