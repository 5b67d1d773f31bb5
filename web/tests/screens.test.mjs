// Every screen, in every theme, on a phone and on a desk: nothing for assistive technology to stumble over, no error, no request to another computer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { DESKTOP, launch, PHONE, serve, visit } from './browser.mjs';
import { PUZZLES } from './library.mjs';

let site, browser;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser.close(); site.close(); });

const p = (puzzle) => `?p=${encodeURIComponent(puzzle)}`;
/** Screens, what shows that they are there, and what is opened on them. */
const SCREENS = [
  ['#/', '.days'], ['#/library', '.past li'], ['#/settings', 'h1:visible'], ['#/learn', 'h1:visible'], ['#/learn/sudoku', 'h1:visible'], ['#/set', 'h1:visible'], ['#/set/lightup', '.cells [role=gridcell]'],
  [`#/study${p(PUZZLES.lightup)}`, '.steps li:visible, .stepper:visible'], [`#/why${p(PUZZLES.lightup)}`, '.cells [role=gridcell]'], ['#/nowhere', 'h1:visible'],
  ...Object.values(PUZZLES).map((puzzle) => [`#/play${p(puzzle)}`, '.cells [aria-label]']),
  [`#/play${p(PUZZLES.lightup)}`, '.cells [aria-label]', 'More'], [`#/play${p(PUZZLES.sudoku)}`, '.cells [aria-label]', 'Share, save, print'],
  [`#/play${p('gridwright lightup wrapping=yes\n1..\n...\n..w\n')}`, 'h1:visible'],
];
const THEMES = { light: {}, dark: { theme: 'dark' }, contrast: { theme: 'light', contrast: true }, 'dark contrast': { theme: 'dark', contrast: true } };

for (const [device, options] of [['desktop', DESKTOP], ['phone', PHONE]]) for (const [theme, chosen] of Object.entries(THEMES)) {
  test(`all screens are sound in ${theme} on a ${device}`, async () => {
    const axe = await readFile(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
    const { page, context, problems } = await visit(browser, site.url, options);
    await page.evaluate((chosen) => localStorage.setItem('gridwright', JSON.stringify(chosen)), chosen);
    for (const [hash, sign, opened] of SCREENS) {
      await page.goto('about:blank');
      await page.goto(`${site.url}${hash}`);
      await page.waitForSelector(sign);
      if (opened) { await page.locator(`button[aria-label="${opened}"]:visible`).first().click(); await page.waitForSelector('dialog[open]'); }
      // The page's policy allows no script of others; the debugger may still evaluate it.
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), [], hash);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${hash} is as wide as the window`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
}
