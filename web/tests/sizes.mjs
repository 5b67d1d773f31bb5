// Fails when the page grows beyond its limits: what is loaded first, and all of its script.
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const LIMITS = { script: 60_000, first: 350_000 };

/** The bytes of the built page, compressed as a server sends them. */
export function sizes() {
  const folder = new URL('../dist/', import.meta.url);
  const files = readdirSync(folder, { recursive: true }).map(String).filter((name) => /\.(js|css|html|wasm|svg|webmanifest)$/.test(name));
  const all = new Map(files.map((name) => [name, brotliCompressSync(readFileSync(new URL(name, folder))).length]));
  const sum = (belongs) => [...all].filter(([name]) => belongs.test(name)).reduce((total, [, bytes]) => total + bytes, 0);
  return {
    all, script: sum(/\.js$/),
    // What a browser asks for until the first screen is there: today's puzzles, or a board that a link leads to.
    first: Math.max(...['lists', 'play'].map((screen) => sum(new RegExp(`^(index\\.html|icon\\.svg|manifest)|assets/(index|client|lists|worker|board_bg|${screen})`)))),
    tasks: sum(/tasks.*wasm$/), paper: sum(/paper.*wasm$/),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { all, ...parts } = sizes();
  for (const [name, bytes] of [...all].sort((a, b) => b[1] - a[1]).slice(0, 12)) console.log(String(bytes).padStart(9), name);
  for (const [part, limit] of Object.entries(LIMITS)) console.log(`${part}: ${parts[part]} bytes of ${limit}`);
  const isOver = Object.entries(LIMITS).some(([part, limit]) => parts[part] > limit);
  if (isOver && !process.argv.includes('--tell')) process.exit(1);
}
