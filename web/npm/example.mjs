import { load } from 'gridwright';

const gridwright = await load();
const puzzle = '7x7:b1f2iB2g1Bi2fBb'; // any format: an address of puzz.link, a line of digits, ...
console.log(gridwright.ask({ ask: 'status', puzzle }).status);
console.log(gridwright.ask({ ask: 'count', puzzle: '12x12:zzzzzn' }).count);
const hint = gridwright.ask({ ask: 'hint', puzzle, stage: 4 });
console.log(hint.text?.join('\n'));
const made = gridwright.ask({ ask: 'generate', genre: 'sudoku', seed: 2026 }, 10_000); // at most ten seconds
console.log(made.puzzle);
