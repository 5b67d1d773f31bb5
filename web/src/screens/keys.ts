/** Which keys do what. */

import { h } from '../dom';
import { dialog, keyTable } from '../shell';

const OWN: Record<'place' | 'digits' | 'lines', [string, string][]> = {
  place: [['Arrows', 'Move'], ['Enter', 'Place or take away'], ['Space, m, x', 'Mark'], ['Delete', 'Clear']],
  digits: [['Arrows', 'Move; with Shift or Ctrl choose several cells'], ['1 … 9', 'Enter'], ['Shift+digit', 'Corner mark'], ['Ctrl+digit', 'Centre mark'], ['Alt+digit', 'Colour'], ['m, Space', 'The next kind of mark'], ['x, v', 'Corner marks, colours'], ['Delete', 'Clear'], ['Ctrl+A', 'Choose all'], ['Double click', 'Choose equal digits']],
  lines: [['Arrows', 'Move'], ['Enter', 'Take a number, then arrows, then Enter to drop it'], ['Esc', 'Let go'], ['Delete', 'Take the line back']],
};
const ALL: [string, string][] = [['z, u, Ctrl+Z', 'Undo'], ['y, Ctrl+Y', 'Redo'], ['h', 'Hint'], ['c', 'Check'], ['b', 'Begin a trial'], ['Shift+Enter', 'Keep what was tried'], ['Shift+B', 'Take it back'], ['p', 'Pause'], ['s', 'Solve'], ['r', 'Restart'], ['q', 'Back to the list'], ['?', 'These keys']];

export function keysDialog(style: 'place' | 'digits' | 'lines'): void {
  dialog('Keys', [keyTable(OWN[style]), h('h3', null, 'In every puzzle'), keyTable(ALL)]);
}
