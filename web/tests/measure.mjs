// Measures the built page in Chromium: what is loaded, how fast a board is there, how fast it answers. Writes the section of docs/performance.md with --write.
import { readFileSync, writeFileSync } from 'node:fs';
import { launch, serve, DESKTOP } from './browser.mjs';
import { ask, PUZZLES } from './library.mjs';
import { sizes } from './sizes.mjs';

const site = await serve();
const browser = await launch();
const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const open = async (hash, storage) => {
  const context = await browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
  const page = await context.newPage();
  if (storage) await page.addInitScript(storage);
  await page.goto(`${site.url}${hash}`);
  return { page, context };
};
const repeated = async (times, measure) => { const all = []; for (let time = 0; time < times; time++) all.push(await measure()); return middle(all.filter((one) => one !== null)); };
/** A board without a solution to look for: every seventh cell is a wall. */
const wide = (side) => `gridwright lightup\n${Array.from({ length: side }, (_, row) => Array.from({ length: side }, (_, col) => ((row * 3 + col) % 7 ? '.' : 'w')).join('')).join('\n')}\n`;

const firstBoard = await repeated(7, async () => {
  const { page, context } = await open(`#/play?p=${PUZZLES.lightup}`);
  await page.waitForSelector('.block .gw-thin');
  const ms = await page.evaluate(() => performance.now());
  await context.close();
  return ms;
});

/** Opens a board through the box for texts, which links are too short for, and tells how long that takes. */
async function opened(side) {
  const { page, context } = await open('#/');
  await page.waitForSelector('#open');
  await page.evaluate((text) => { document.querySelector('#open').value = text; }, wide(side));
  const ms = await page.evaluate(async () => {
    const begun = performance.now();
    document.querySelector('form.open button').click();
    while (!document.querySelector('.block .gw-thin')) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - begun;
  });
  return { page, context, ms };
}

const large = await opened(100);
/** From the press of a button until the picture has changed and a frame was shown. */
const click = await repeated(15, () => large.page.evaluate(() => new Promise((resolve) => {
  const figure = document.querySelector('.board');
  const box = document.querySelector('.scroller').getBoundingClientRect();
  const [x, y] = [box.left + 60 + Math.random() * 300, box.top + 60 + Math.random() * 300];
  const begun = performance.now();
  const watch = new MutationObserver(() => { watch.disconnect(); requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun))); });
  watch.observe(figure, { subtree: true, childList: true });
  // Nothing can be marked on a wall.
  setTimeout(() => resolve(null), 1000);
  for (const type of ['pointerdown', 'pointerup']) document.querySelector('.stage').dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, button: 2, isPrimary: true, pointerId: 1, bubbles: true, pointerType: 'mouse' }));
})));
const frames = (move) => large.page.evaluate(async (move) => {
  const scroller = document.querySelector('.scroller');
  const all = [];
  let before = performance.now();
  for (let frame = 0; frame < 60; frame++) {
    if (move === 'pan') scroller.scrollBy(23, 17);
    else scroller.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: frame % 20 < 10 ? 1 : -1, bubbles: true, cancelable: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    all.push(performance.now() - before);
    before = performance.now();
  }
  return all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
}, move);
const [pan, zoom] = [await frames('pan'), await frames('zoom')];
await large.context.close();
const huge = await opened(1000);
await huge.context.close();
await browser.close();
site.close();

const { script, first, tasks, paper, all } = sizes();
const total = [...all.values()].reduce((sum, bytes) => sum + bytes, 0);
const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
const ms = (number) => `${number.toFixed(0)} ms`;
const rows = [
  ['first load in all, brotli', kB(first), '350 kB'], ['all of the page, brotli, fetched after the first screen for use without a network', kB(total), ''], ['script of all screens, brotli', kB(script), '60 kB'],
  ['module for long tasks, brotli, loaded when first needed', kB(tasks), ''], ['module for sheets, brotli, loaded when first needed', kB(paper), ''],
  ['from navigation to the first board, 7x7', ms(firstBoard), '1000 ms'], ['a 100x100 board opens', ms(large.ms), ''], ['a click on it shows', ms(click), '50 ms'],
  ['a frame while it is panned', ms(pan), ''], ['a frame while it is zoomed', ms(zoom), ''], ['a 1000x1000 board opens', ms(huge.ms), ''],
];
// Sizes have a check of their own.
if (firstBoard > 1000 || click > 50) process.exitCode = 1;
const section = `## The page in a browser\n\n\`node web/tests/measure.mjs --write\` measured this in Chromium ${browser.version().split('.')[0]}, headless, on the built page: medians of several times. Where a machine has much else to do, it needs priority, as it had here: \`chrt --rr 1\`. \`cargo xtask web\` fails when a size passes its limit.\n\n| what | measured | limit |\n|---|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
console.log(section);
if (process.argv.includes('--write')) {
  const path = new URL('../../docs/performance.md', import.meta.url);
  const [before, after = ''] = readFileSync(path, 'utf8').split(/^## The page in a browser\n(?:(?!## )[^]*?)(?=^## |(?![^]))/m);
  writeFileSync(path, `${before.trimEnd()}\n\n${section}${after ? `\n${after}` : ''}`);
}
