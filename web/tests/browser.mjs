// What the tests share: the built page on a loopback server under a path of its own, and Chromium.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };

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

/** The workers of a page that run a module. */
export async function workers(page, module) {
  const names = await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.name)));
  return page.workers().filter((_, at) => names[at] === module);
}

/** A page that collects what goes wrong on it. */
export async function visit(browser, url, options = DESKTOP) {
  const context = await browser.newContext({ ...options, serviceWorkers: options.serviceWorkers ?? 'block' });
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => { if ((message.type() === 'error' || message.type() === 'warning') && !message.text().includes('blocked by Playwright')) problems.push(message.text()); });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => { if (!request.url().startsWith(url.split('/any/')[0]) && !/^(blob|data):/.test(request.url())) problems.push(`asked another computer: ${request.url()}`); });
  await page.goto(url);
  return { page, context, problems };
}
