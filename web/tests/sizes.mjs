// Fails when the page grows beyond its limits: what is loaded first, and all of its script.
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const folder = new URL('../dist/', import.meta.url);
const files = readdirSync(folder, { recursive: true }).map(String).filter((name) => /\.(js|css|html|wasm|svg|webmanifest)$/.test(name));
const size = (name) => brotliCompressSync(readFileSync(new URL(name, folder))).length;
const sizes = new Map(files.map((name) => [name, size(name)]));
const sum = (belongs) => [...sizes].filter(([name]) => belongs(name)).reduce((total, [, bytes]) => total + bytes, 0);
const script = sum((name) => name.endsWith('.js'));
// What a browser asks for until the first screen is there.
const first = sum((name) => /^(index\.html|icon\.svg|manifest)|assets\/(index|today|library|board)/.test(name));
for (const [name, bytes] of [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 12)) console.log(String(bytes).padStart(9), name);
const limits = [['all script', script, 60_000], ['the first load', first, 350_000]];
for (const [what, bytes, limit] of limits) console.log(`${what}: ${bytes} bytes of ${limit}`);
if (limits.some(([, bytes, limit]) => bytes > limit) && !process.argv.includes('--tell')) process.exit(1);
