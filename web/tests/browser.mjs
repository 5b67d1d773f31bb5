// What the tests share: the built page on a loopback server under a path of its own, and Chromium.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png', '.webmanifest': 'application/manifest+json' };

/** Serves web/dist below /any/path/, as any static host would. */
export async function serve() {
  const root = new URL('../dist/', import.meta.url);
  const site = { version: '' };
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    if (!path.startsWith('/any/path/')) { response.writeHead(404).end(); return; }
    const name = path.slice('/any/path/'.length) || 'index.html';
    try {
      let body = await readFile(new URL(name, root));
      // Another version of the page, as its service worker tells.
      if (name === 'sw.js' && site.version) body = Buffer.from(`${body}`.replace(/const version = "/, `const version = "${site.version}`));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(body);
    } catch { response.writeHead(404).end(); }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(site, { url: `http://127.0.0.1:${server.address().port}/any/path/`, close: () => server.close() });
  return site;
}

/** A browser; the flags keep it from asking for anything on the network. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** What a store of the page's database holds; nothing before the page has made it. */
const stored = (page, store) => page.evaluate(async (store) => {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'gridwright')) return [];
  return new Promise((resolve) => {
    const request = indexedDB.open('gridwright');
    request.onsuccess = () => { const all = request.result.transaction(store).objectStore(store).getAll(); all.onsuccess = () => { request.result.close(); resolve(all.result); }; };
  });
}, store);

/** The games that the page has saved, the latest first. */
export const saved = async (page) => (await stored(page, 'games')).sort((a, b) => b.updated - a.updated);
/** The texts that the page keeps beside the games. */
export const texts = (page) => stored(page, 'kept');

/** Waits until something is so that the page itself cannot tell. */
export async function until(holds) {
  for (const end = Date.now() + 90_000; !await holds(); await new Promise((resolve) => setTimeout(resolve, 50))) if (Date.now() > end) throw new Error(`it never came to be: ${holds}`);
}

/** Waits until a game is saved whose record, or lines that were left, hold these words. */
export const keeps = (page, words) => until(async () => (await saved(page)).some(({ record, lines = '' }) => `${record}\n${lines}`.includes(words)));

/** Waits until nothing moves on the page any more. */
export const settled = (page) => page.evaluate(() => Promise.all(document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity).map((one) => one.finished.catch(() => undefined))));

/** The workers of a page that run a module. */
export async function workers(page, module) {
  const names = await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.name)));
  return page.workers().filter((_, at) => names[at] === module);
}

/** A page that collects what goes wrong on it. */
export async function visit(browser, url, options = DESKTOP) {
  const context = await browser.newContext({ ...options, serviceWorkers: options.serviceWorkers ?? 'block' });
  // What a machine with much else to do needs.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => { if ((message.type() === 'error' || message.type() === 'warning') && !message.text().includes('blocked by Playwright')) problems.push(message.text()); });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => { if (!request.url().startsWith(url.split('/any/')[0]) && !/^(blob|data):/.test(request.url())) problems.push(`asked another computer: ${request.url()}`); });
  await page.goto(url);
  return { page, context, problems };
}
