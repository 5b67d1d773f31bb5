/** Mouse, touch, pen and keys over a board, as gestures of the library. What they mean in a genre, the library says. */

import { preferences } from '../store';
import type { BoardView } from './board';

export type Mode = 'enter' | 'note' | 'centre' | 'colour';
export const MODES: Mode[] = ['enter', 'note', 'centre', 'colour'];

/** What the hand needs of the screen around it. */
export interface Hands {
  style(): 'place' | 'digits' | 'lines';
  mode(): Mode;
  setMode(mode: Mode): void;
  /** The tool for taps: what is placed, or marks. */
  tool(): 'place' | 'mark';
  mostDigit(): number;
  /** What a tap does. */
  tapped?(cell: number): unknown;
  gesture(gesture: unknown): void;
  type(cells: number[], digit: number, mode: Mode): void;
  /** Takes away what was written in these cells. */
  erase?(cells: number[]): void;
  /** The cells that a line from this one may go to; the cells with the same digit. */
  around(cell: number): Promise<{ lines: number[]; same: number[] }>;
  selected(cells: number[]): void;
}

const LONG_PRESS = 450;

export class Hand {
  readonly selection = new Set<number>();
  private down: { cells: number[]; button: 'primary' | 'secondary'; touch: boolean; timer: number; long: boolean; add: boolean; kept: number[] } | null = null;
  /** A number whose line is being drawn, where it may go, and where the keyboard has moved its end. */
  private lifted: { from: number; ends: number[]; to: number } | null = null;
  private keyboard = false;

  constructor(private readonly board: BoardView, private readonly hands: Hands) {
    const { element } = board;
    element.addEventListener('pointerdown', (event) => this.press(event));
    element.addEventListener('pointermove', (event) => this.move(event));
    element.addEventListener('pointerup', (event) => this.release(event));
    element.addEventListener('pointercancel', () => this.cancel());
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('dblclick', (event) => void this.double(event));
    element.addEventListener('focusin', () => this.draw());
    element.addEventListener('focusout', () => this.draw());
  }

  private press(event: PointerEvent): void {
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (cell === null || event.button === 1 || !event.isPrimary || this.board.panning) return this.cancel();
    event.preventDefault();
    this.keyboard = false;
    const touch = event.pointerType === 'touch';
    const placed = this.hands.style() === 'place';
    const add = event.ctrlKey || event.shiftKey || event.metaKey;
    const button = event.button === 2 || (placed && add) ? 'secondary' : 'primary';
    this.down = { cells: [cell], button, touch, timer: 0, long: false, add, kept: add ? [...this.selection] : [] };
    if (this.board.fits) this.board.element.setPointerCapture(event.pointerId);
    this.board.moveTo(cell, true);
    if (touch && placed) this.down.timer = self.setTimeout(() => this.longPress(cell), LONG_PRESS);
    if (this.hands.style() === 'digits') {
      if (!add) this.selection.clear();
      if (add && this.selection.has(cell)) this.selection.delete(cell); else this.selection.add(cell);
      if (button === 'secondary') this.hands.setMode('note');
    }
    if (this.hands.style() === 'lines' && this.lifted?.from !== cell) {
      if (this.lifted?.ends.includes(cell)) return this.draw();
      void this.lift(cell);
    }
    this.draw();
  }

  private longPress(cell: number): void {
    if (!this.down || this.down.cells.length > 1) return;
    this.down.long = true;
    navigator.vibrate?.(10);
    this.hands.gesture({ mark: cell });
  }

  private move(event: PointerEvent): void {
    if (!this.down) return;
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (cell === null || cell === this.down.cells.at(-1)) return;
    clearTimeout(this.down.timer);
    if (this.down.long) return;
    if (!this.board.fits && this.down.touch) return this.cancel();
    this.down.cells.push(cell);
    if (this.hands.style() === 'digits') {
      if (event.altKey) this.rectangle(this.down.cells[0]!, cell); else this.selection.add(cell);
    }
    if (this.lifted) this.lifted.to = cell;
    this.draw();
  }

  /** With Alt a drag chooses the rectangle between its ends. */
  private rectangle(from: number, to: number): void {
    const { cols } = this.board.layout;
    const [rows, columns] = [[Math.floor(from / cols), Math.floor(to / cols)], [from % cols, to % cols]].map((ends) => ends.sort((a, b) => a - b)) as [[number, number], [number, number]];
    this.selection.clear();
    for (const cell of this.down?.kept ?? []) this.selection.add(cell);
    for (let row = rows[0]; row <= rows[1]; row++) for (let col = columns[0]; col <= columns[1]; col++) this.selection.add(row * cols + col);
  }

  private release(event: PointerEvent): void {
    const down = this.down;
    if (!down) return;
    clearTimeout(down.timer);
    this.down = null;
    const [first] = down.cells;
    const style = this.hands.style();
    if (first === undefined || down.long) return this.draw();
    if (style === 'digits') {
      this.hands.selected([...this.selection]);
    } else if (style === 'lines') {
      this.releaseLine(down.cells, down.button);
    } else if (down.cells.length > 1) {
      this.hands.gesture({ drag: [down.cells, down.touch ? 'secondary' : down.button] });
    } else if (down.touch || event.pointerType === 'pen') {
      this.hands.gesture(this.hands.tool() === 'mark' ? { mark: first } : this.hands.tapped?.(first) ?? { tap: first });
    } else {
      const swap = this.hands.tool() === 'mark';
      const button = swap === (down.button === 'primary') ? 'secondary' : 'primary';
      this.hands.gesture({ click: [first, button] });
    }
    this.draw();
  }

  private releaseLine(cells: number[], button: 'primary' | 'secondary'): void {
    const [first, last] = [cells[0]!, cells.at(-1)!];
    if (button === 'secondary') { this.lifted = null; return this.hands.gesture({ click: [first, 'secondary'] }); }
    if (this.lifted && this.lifted.from !== first && this.lifted.ends.includes(first)) {
      this.hands.gesture({ drag: [[this.lifted.from, first], 'primary'] });
      this.lifted = null;
    } else if (first !== last) {
      this.hands.gesture({ drag: [[first, last], 'primary'] });
      this.lifted = null;
      this.lifts++;
    } else if (this.lifted?.from === first && this.board.cursor === first && this.wasLifted) {
      this.lifted = null;
    }
    this.wasLifted = this.lifted !== null;
  }
  private wasLifted = false;
  private lifts = 0;

  private async lift(cell: number): Promise<void> {
    this.wasLifted = false;
    const mine = ++this.lifts;
    const { lines } = await this.hands.around(cell).catch(() => ({ lines: [] as number[] }));
    // It was drawn faster than that, or let go.
    if (mine !== this.lifts) return;
    this.lifted = lines.length ? { from: cell, ends: lines, to: cell } : null;
    this.draw();
  }

  private cancel(): void {
    if (this.down) clearTimeout(this.down.timer);
    this.down = null;
    this.lifted = null;
    this.lifts++;
    this.draw();
  }

  /** A double click takes all cells with the same digit. */
  private async double(event: MouseEvent): Promise<void> {
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (cell === null || this.hands.style() !== 'digits') return;
    const { same } = await this.hands.around(cell);
    for (const other of same) this.selection.add(other);
    this.hands.selected([...this.selection]);
    this.draw();
  }

  /** A key over the board; true where it meant something. */
  key(event: KeyboardEvent): boolean {
    const { board, hands } = this;
    const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const style = hands.style();
    // With Shift the number pad gives arrows, and some systems let go of Shift before: its place is what counts.
    const padded = style === 'digits' && /^Numpad\d$/.test(event.code) && !/^\d$/.test(event.key) && event.getModifierState('NumLock');
    const arrow = padded ? undefined : arrows[event.key];
    if (arrow && event.altKey && board.layout.wrapping) { board.roll(arrow[0], arrow[1]); return true; }
    if (arrow) {
      const steps = event.ctrlKey && style === 'place' ? 5 : 1;
      this.keyboard = true;
      if (style === 'lines' && this.lifted) {
        this.lifted.to = board.neighbour(this.lifted.to, ...arrow);
        board.moveTo(this.lifted.to, true);
      } else {
        let to = board.cursor;
        for (let step = 0; step < steps; step++) to = board.neighbour(to, ...arrow);
        board.moveTo(to, true);
        if (style === 'digits') {
          if (!event.shiftKey && !event.ctrlKey) this.selection.clear();
          this.selection.add(to);
          hands.selected([...this.selection]);
        }
      }
      this.draw();
      return true;
    }
    const cell = board.cursor;
    if (event.key === 'Escape' && (this.lifted || this.selection.size > 1)) { this.cancel(); this.selection.clear(); hands.selected([]); this.draw(); return true; }
    if (style === 'digits') return this.digitKey(event);
    if (event.key === 'Delete' || event.key === 'Backspace') { hands.gesture({ clear: [cell] }); return true; }
    if (style === 'place') {
      if (event.key === 'Enter' && !event.shiftKey) { hands.gesture({ click: [cell, 'primary'] }); return true; }
      if (event.key === ' ' || event.key === 'i' || event.key === 'm' || event.key === 'x' || event.key === 'X') { hands.gesture({ mark: cell }); return true; }
      return false;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      if (this.lifted && this.lifted.to !== this.lifted.from) { hands.gesture({ drag: [[this.lifted.from, this.lifted.to], 'primary'] }); this.lifted = null; this.draw(); } else if (this.lifted) { this.cancel(); } else { void this.lift(cell); }
      return true;
    }
    return false;
  }

  private digitKey(event: KeyboardEvent): boolean {
    const { hands } = this;
    const cells = this.selection.size ? [...this.selection] : [this.board.cursor];
    // With Shift the key of a digit means something else on every keyboard, but its place is the same.
    const digit = event.code.startsWith('Numpad') && !/^\d$/.test(event.key) && !event.getModifierState('NumLock') ? undefined
      : /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (/^\d$/.test(event.key) ? event.key : undefined);
    if (digit !== undefined) {
      const colour = event.altKey || (event.shiftKey && (event.ctrlKey || event.metaKey));
      const padded = event.code.startsWith('Numpad') && !/^\d$/.test(event.key);
      const mode: Mode = colour ? 'colour' : event.ctrlKey || event.metaKey ? 'centre' : event.shiftKey || padded ? 'note' : hands.mode();
      if (digit === '0' && mode !== 'colour' && hands.mostDigit() < 10) this.erase(cells); else hands.type(cells, Number(digit), mode);
      return true;
    }
    if (event.key === 'Delete' || event.key === 'Backspace') { this.erase(cells); return true; }
    if (event.key === 'm' || event.key === ' ') { hands.setMode(MODES[(MODES.indexOf(hands.mode()) + 1) % MODES.length]!); return true; }
    const keyed = preferences.modeKeys ? { z: 'enter', x: 'note', c: 'centre', v: 'colour' }[event.key] : { x: 'note', v: 'colour' }[event.key];
    if (keyed && !event.ctrlKey && !event.metaKey) { hands.setMode(keyed as Mode); return true; }
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      for (let cell = 0; cell < this.board.layout.rows * this.board.layout.cols; cell++) this.selection.add(cell);
      hands.selected([...this.selection]);
      this.draw();
      return true;
    }
    return false;
  }

  private erase(cells: number[]): void { if (this.hands.erase) this.hands.erase(cells); else this.hands.gesture({ clear: cells }); }

  draw(): void {
    const { board } = this;
    const digits = this.hands.style() === 'digits';
    const shown = digits ? (this.selection.size ? this.selection : board.hasFocus ? [board.cursor] : []) : this.keyboard && board.hasFocus ? [board.cursor] : [];
    const line: [number, number] | null = this.lifted && this.lifted.to !== this.lifted.from ? [this.lifted.from, this.lifted.to] : null;
    const painted = this.hands.style() === 'place' && this.down && this.down.cells.length > 1 ? this.down.cells : [];
    board.ring(this.lifted ? [this.lifted.from] : shown, this.lifted?.ends ?? [], line, painted);
  }
}
