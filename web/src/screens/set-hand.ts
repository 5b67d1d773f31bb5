/** Mouse, touch and keys over a board that is being set. */

import type { BoardView } from '../board/board';

/** What the hand needs of the editor around it. */
export interface SetHands {
  kind(): 'symbols' | 'numbers' | 'regions' | 'areas' | 'pattern';
  choices(): string[];
  symbol(): string;
  at(cell: number): string;
  blank(): string;
  print(cells: number[], symbol: string): void;
  /** Plays what was set. */
  leave(): void;
  /** Whether numbers may have more digits than the choices. */
  longNumbers(): boolean;
}

/** Digits that follow each other this quickly make one number. */
const QUICK = 1200;
const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class SetHand {
  private stroke: { cells: Set<number>; secondary: boolean } | null = null;
  /** The cell that was pressed last: pressed again, it steps through the choices. */
  private pressed: number | null = null;
  /** Nobody looks for the cursor before it is used. */
  private isUsed = false;
  private typed = { cell: -1, text: '', when: 0 };

  constructor(private readonly board: BoardView, private readonly hands: SetHands) {
    const { element } = board;
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('pointerdown', (event) => {
      const cell = board.cellAt(event.clientX, event.clientY);
      if (event.button === 1) { event.preventDefault(); return hands.leave(); }
      if (cell === null || !event.isPrimary) return;
      event.preventDefault();
      this.isUsed = true;
      if (board.fits) element.setPointerCapture(event.pointerId);
      board.moveTo(cell, true);
      this.stroke = { cells: new Set([cell]), secondary: event.button === 2 || event.shiftKey || event.ctrlKey };
      this.ring();
    });
    element.addEventListener('pointermove', (event) => {
      const cell = this.stroke ? board.cellAt(event.clientX, event.clientY) : null;
      if (!this.stroke || cell === null || this.stroke.cells.has(cell)) return;
      // A large board is moved by a finger.
      if (!board.fits && event.pointerType === 'touch') { this.stroke = null; return this.ring(); }
      this.across(cell);
      this.ring();
    });
    element.addEventListener('pointerup', () => this.release());
    element.addEventListener('pointercancel', () => { this.stroke = null; this.ring(); });
    element.addEventListener('focusin', () => this.ring());
    element.addEventListener('focusout', () => this.ring());
  }

  /** Adds a cell and those on the way to it: a quick hand skips some. */
  private across(to: number): void {
    const cells = this.stroke!.cells;
    const { cols } = this.board.layout;
    const from = [...cells].at(-1)!;
    const [rows, columns] = [Math.floor(to / cols) - Math.floor(from / cols), (to % cols) - (from % cols)];
    const steps = Math.max(Math.abs(rows), Math.abs(columns));
    for (let step = 1; step <= steps; step++) cells.add(from + Math.round((rows * step) / steps) * cols + Math.round((columns * step) / steps));
  }

  private release(): void {
    const stroke = this.stroke;
    this.stroke = null;
    this.ring();
    if (!stroke) return;
    const { hands } = this;
    const cells = [...stroke.cells];
    const labels = hands.kind() === 'regions' || hands.kind() === 'areas';
    if (cells.length > 1) {
      this.pressed = null;
      return hands.print(cells, labels ? hands.at(cells[0]!) : stroke.secondary ? hands.blank() : hands.symbol());
    }
    const again = this.pressed === cells[0];
    this.pressed = cells[0]!;
    const here = hands.at(cells[0]!);
    if (labels || hands.kind() === 'pattern') return hands.print(cells, stroke.secondary || (here === hands.symbol() && hands.kind() !== 'regions') ? hands.blank() : hands.symbol());
    hands.print(cells, stroke.secondary ? this.next(cells[0]!, -1) : again || here === hands.symbol() ? this.next(cells[0]!, 1) : hands.symbol());
  }

  ring(): void { this.board.ring(this.isUsed && this.board.hasFocus ? [this.board.cursor] : [], [], null, this.stroke && this.stroke.cells.size > 1 ? [...this.stroke.cells] : []); }

  /** The choice before or after the one that stands in a cell. */
  private next(cell: number, by: number): string {
    const choices = this.hands.choices();
    return choices[(choices.indexOf(this.hands.at(cell)) + by + choices.length) % choices.length]!;
  }

  /** A key over the board; true where it meant something. */
  key(event: KeyboardEvent): boolean {
    const { board, hands } = this;
    const arrow = ARROWS[event.key];
    const cell = board.cursor;
    this.isUsed = true;
    if (arrow) {
      this.pressed = null;
      board.moveTo(board.neighbour(cell, ...arrow), true);
      this.ring();
      return true;
    }
    if (event.key === 'Delete' || event.key === 'Backspace') { hands.print([cell], hands.blank()); return true; }
    if (event.key === 'Enter' || event.key === ' ') {
      hands.print([cell], hands.at(cell) === hands.symbol() ? this.next(cell, 1) : hands.symbol());
      return true;
    }
    if (event.key.length !== 1) return false;
    const choices = hands.choices();
    const symbol = this.number(cell, event.key) ?? [event.key, event.key.toUpperCase()].find((text) => choices.includes(text) && !(text !== event.key && 'zuyv'.includes(event.key))) ?? (event.key === '-' ? ['?', 'w'].find((text) => choices.includes(text)) : undefined);
    if (symbol === undefined) return false;
    hands.print([cell], symbol);
    return true;
  }

  /** Digits as a number, together with those that were typed just before. */
  private number(cell: number, key: string): string | null {
    if (this.hands.kind() !== 'numbers' || !/^\d$/.test(key)) return null;
    const now = performance.now();
    const choices = this.hands.choices();
    const before = this.typed.cell === cell && now - this.typed.when < QUICK ? this.typed.text : '';
    const joined = before + key;
    const text = before && (choices.includes(joined) || (this.hands.longNumbers() && joined.length < 4)) ? joined : key;
    this.typed = { cell, text, when: now };
    return text === '0' ? this.hands.blank() : text;
  }
}
