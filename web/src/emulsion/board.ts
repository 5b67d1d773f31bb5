/** A board of the game on the screen, and the hand over it. */

import '../style/emulsion.css';
import { h, s } from '../dom';
import type { TableView } from './client';

export class EmulsionBoard {
  readonly element: HTMLElement;
  view: TableView | null = null;
  /** Whether pieces can be chosen; otherwise arrows are not for the board. */
  active = true;
  private cursor = 0;
  private cells: HTMLElement[] = [];
  private readonly pieces = s('g');
  private readonly marks = s('g');
  /** Arrows and circles of the right button, for the eye alone. */
  private readonly notes = s('g', { class: 'em-notes' });
  private readonly svg = s('svg', { class: 'em', 'aria-hidden': 'true' }, this.pieces, this.marks, this.notes);
  private readonly grid = h('div', { class: 'cells', role: 'grid', 'aria-label': 'Board' });
  private drawn = ['', ''];
  /** Where an arrow begins. */
  private noted = -1;
  private turned = false;
  private drag: { from: number; toggles: boolean; ready: Promise<unknown> } | null = null;

  constructor(private readonly choose: (square: number) => Promise<unknown>, private readonly letGo: () => void) {
    this.element = h('figure', { class: 'board emb fresh' }, h('div', { class: 'stage' }, this.svg, this.grid));
    this.grid.addEventListener('keydown', (event) => this.key(event));
    this.grid.addEventListener('pointerdown', (event) => this.down(event));
    this.grid.addEventListener('pointerup', (event) => void this.up(event));
    this.grid.addEventListener('pointercancel', () => { this.drag = null; this.noted = -1; });
    this.grid.addEventListener('contextmenu', (event) => event.preventDefault());
    // Assistive technology clicks without a pointer.
    this.grid.addEventListener('click', (event) => { const square = this.squareOf(event.target); if (!event.detail && square >= 0 && this.active) void this.choose(square); });
  }

  apply(view: TableView): void {
    if (!view.picture) return;
    if (this.view?.size !== view.size) this.lay(view.size, view.picture.view_box);
    this.view = view;
    const { markup } = view.picture;
    // Both are markup of the library, which draws them.
    if (this.drawn[0] !== markup) { this.pieces.innerHTML = markup; this.notes.replaceChildren(); }
    if (this.drawn[1] !== view.marks) this.marks.innerHTML = view.marks;
    this.drawn = [markup, view.marks];
    this.svg.setAttribute('viewBox', view.picture.view_box.join(' '));
    view.labels.forEach((label, square) => {
      const cell = this.cells[square]!;
      if (cell.getAttribute('aria-label') !== label) cell.setAttribute('aria-label', label);
      cell.setAttribute('aria-selected', String(square === view.chosen));
    });
  }

  /** Cells for another size. */
  private lay(size: number, [left = 0, top = 0, width = 1, height = 1]: number[]): void {
    this.cursor = Math.min(this.cursor, size * size - 1);
    this.cells = Array.from({ length: size * size }, (_, square) =>
      h('div', { role: 'gridcell', 'aria-colindex': (square % size) + 1, tabindex: square === this.cursor ? 0 : -1, 'data-square': square }));
    this.grid.replaceChildren(...Array.from({ length: size }, (_, row) => h('div', { role: 'row', 'aria-rowindex': row + 1 }, ...this.cells.slice(row * size, (row + 1) * size))));
    const { style } = this.grid;
    const part = (length: number, of: number): string => `${(100 * length) / of}%`;
    [style.left, style.top, style.width, style.height] = [part(20 - left, width), part(20 - top, height), part(32 * size, width), part(32 * size, height)];
    style.gridTemplate = `repeat(${size}, 1fr) / repeat(${size}, 1fr)`;
    this.element.style.setProperty('--n', String(size));
  }

  private squareOf(target: EventTarget | null): number { return Number((target as HTMLElement | null)?.closest?.<HTMLElement>('[data-square]')?.dataset['square'] ?? -1); }

  private beside(a: number, b: number): boolean {
    const size = this.view?.size ?? 1;
    return Math.abs((a % size) - (b % size)) <= 1 && Math.abs(Math.floor(a / size) - Math.floor(b / size)) <= 1;
  }

  private down(event: PointerEvent): void {
    const from = this.squareOf(event.target);
    this.noted = event.button === 2 ? from : -1;
    if (from < 0 || event.button || !event.isPrimary) return;
    this.notes.replaceChildren();
    this.aim(from);
    if (!this.active) return;
    // The release may be anywhere.
    (event.target as HTMLElement).releasePointerCapture?.(event.pointerId);
    const toggles = this.view?.chosen === from;
    this.drag = { from, toggles, ready: toggles ? Promise.resolve() : this.choose(from) };
  }

  private async up(event: PointerEvent): Promise<void> {
    const { drag, noted } = this;
    this.drag = null;
    this.noted = -1;
    const to = this.squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (noted >= 0 && to >= 0) this.note(noted, to, (event.shiftKey || event.ctrlKey ? 1 : 0) + (event.altKey ? 2 : 0));
    if (!drag) return;
    await drag.ready;
    if (to === drag.from) { if (drag.toggles) await this.choose(to); return; }
    if (this.view?.chosen !== drag.from) return;
    if (to >= 0 && this.beside(drag.from, to)) { this.aim(to); await this.choose(to); } else this.letGo();
  }

  /** Draws an arrow, or a circle where it ends as it began; the same once more takes it away. */
  private note(from: number, to: number, colour: number): void {
    const name = `${from} ${to}`;
    const same = [...this.notes.children].find((one) => (one as SVGElement).dataset['note'] === name);
    if (same) return same.remove();
    const size = this.view?.size ?? 1;
    const [x, y, toX, toY] = [from, to].flatMap((square) => [36 + 32 * (square % size), 36 + 32 * Math.floor(square / size)]) as [number, number, number, number];
    const angle = Math.atan2(toY - y, toX - x);
    const barb = (by: number): string => `${toX - 9 * Math.cos(angle + by)} ${toY - 9 * Math.sin(angle + by)}`;
    const d = from === to ? `M${x - 14} ${y}a14 14 0 1 0 28 0a14 14 0 1 0-28 0` : `M${x} ${y}L${toX} ${toY}M${barb(0.6)}L${toX} ${toY}L${barb(-0.6)}`;
    this.notes.append(s('path', { class: `em-note-${colour}`, 'data-note': name, d }));
  }

  /** Turns the board upside down, or back. */
  turn(): void {
    this.turned = !this.turned;
    this.element.classList.toggle('turned', this.turned);
  }

  private key(event: KeyboardEvent): void {
    if (!this.active || event.ctrlKey || event.metaKey || event.altKey) return;
    const size = this.view?.size ?? 1;
    const [row, column] = [Math.floor(this.cursor / size), this.cursor % size];
    const by = this.turned ? -1 : 1;
    const to: Record<string, [number, number]> = { ArrowUp: [row - by, column], ArrowDown: [row + by, column], ArrowLeft: [row, column - by], ArrowRight: [row, column + by], Home: [row, 0], End: [row, size - 1], PageUp: [0, column], PageDown: [size - 1, column] };
    const next = to[event.key];
    if (next) this.moveTo(Math.max(0, Math.min(size - 1, next[0])) * size + Math.max(0, Math.min(size - 1, next[1])));
    else if (event.key === ' ' || event.key === 'Enter') void this.choose(this.cursor);
    else if (event.key === 'Escape') this.letGo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private moveTo(square: number): void {
    this.aim(square);
    this.element.classList.remove('fresh');
    this.focus();
  }

  /** The square that is reached by Tab; a pointer focuses by itself. */
  private aim(square: number): void {
    this.cells[this.cursor]?.setAttribute('tabindex', '-1');
    this.cursor = square;
    this.cells[square]?.setAttribute('tabindex', '0');
  }

  focus(): void { this.cells[this.cursor]?.focus({ preventScroll: true }); }
}
