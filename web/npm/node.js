import { readFile } from 'node:fs/promises';
import { gridwright } from './gridwright.js';

export const load = async () => gridwright(await readFile(new URL('wasm/tasks_bg.wasm', import.meta.url)));
