import { gridwright } from './gridwright.js';

export const load = () => gridwright(new URL('wasm/tasks_bg.wasm', import.meta.url));
