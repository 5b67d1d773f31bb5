/** The history of a game: a slider over the line that is played, and the lines that were left. */

import { h } from '../dom';
import type { PlayState } from '../engine/types';

/** So many of the latest lines are shown. */
const MOST = 4;

export class History {
  private readonly slider = h('input', { type: 'range', min: 0, step: 1, 'aria-label': 'History' });
  private readonly lines = h('div', { class: 'lines', role: 'group', 'aria-label': 'Other lines of play', hidden: true });
  readonly element = h('div', { class: 'history' }, this.lines, this.slider);

  constructor(private readonly act: (request: Record<string, unknown>) => void) {
    this.slider.addEventListener('input', () => act({ do: 'go-to', done: Number(this.slider.value) }));
  }

  draw({ done, undone, lines = [] }: PlayState): void {
    this.slider.max = String(done + undone);
    this.slider.value = String(done);
    this.slider.setAttribute('aria-valuetext', `move ${done} of ${done + undone}`);
    this.lines.hidden = !lines.length;
    const whole = Math.max(1, done + undone, ...lines.map(({ length }) => length));
    const first = Math.max(0, lines.length - MOST);
    this.lines.replaceChildren(...lines.slice(first).map(({ fork, length }, index) => {
      const [moves, line] = [length - fork, first + index];
      const words = `Go over to another line: ${moves} ${moves === 1 ? 'move' : 'moves'} after move ${fork}`;
      const button = h('button', { type: 'button', class: `line line-${index % 3}`, 'aria-label': words, title: words, onclick: () => this.act({ do: 'take-line', line }) }, h('i'), h('b', null, String.fromCharCode(65 + (line % 26))));
      button.style.setProperty('--from', `${(100 * fork) / whole}%`);
      button.style.setProperty('--to', `${(100 * length) / whole}%`);
      return button;
    }));
  }
}
