// What tests need of the library itself, run here as it runs in a browser: solutions, and a puzzle of each genre.
import { readFile } from 'node:fs/promises';

globalThis.gridwrightProgress = () => {};
const { initSync, Tasks } = await import('../src/wasm/tasks/tasks.js');
initSync({ module: await readFile(new URL('../src/wasm/tasks/tasks_bg.wasm', import.meta.url)) });
const library = new Tasks();
export const ask = (question) => JSON.parse(library.ask(JSON.stringify(question), 0));

/** What to enter where: `{ row, col, what: 'bulb' | '5' | 'to r1c3' }`. */
export function solution(puzzle) {
  const { yes } = ask({ ask: 'common', puzzle });
  return yes.map((atom) => { const [cell, ...what] = atom.split(' '); const [row, col] = cell.match(/\d+/g).map(Number); return { row, col, what: what.join(' ') }; });
}

/** The end of a line `to r3c4`, or of `right 2` and the like. */
export const end = ({ row, col, what }) => {
  const named = /r(\d+)c(\d+)/.exec(what);
  if (named) return [Number(named[1]), Number(named[2])];
  const [direction, steps = '1'] = what.split(' ');
  const [dr, dc] = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] }[direction];
  return [row + dr * Number(steps), col + dc * Number(steps)];
};

export const PUZZLES = {
  lightup: '7x7:b1f2iB2g1Bi2fBb',
  sudoku: '530070000600195000098000060800060003400803001700020006060000280000419005000080079',
};
for (const genre of ['suguru', 'yosenabe', 'starbattle']) PUZZLES[genre] = ask({ ask: 'genre', genre }).example;
