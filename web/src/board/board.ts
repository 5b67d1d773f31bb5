/** A board on the screen: the library's pictures in blocks, what is chosen on top of them, and cells that can be focused and read aloud. */

import { h, s } from '../dom';
import type { Answer, Layout } from '../engine/types';

/** Units of the library's pictures. */
const CELL = 40;
const MARGIN = 10;
const RIM = 2;
/** Boards with more rows or columns are scrolled and zoomed. */
const FITS = 25;
/** How much of the other side a torus shows around itself. */
const GHOST = CELL / 2;

interface Block { svg: SVGSVGElement; tints: SVGGElement; content: SVGGElement; box: [number, number, number, number] }
type Tint = 'peer' | 'same' | 'selected';

export class BoardView {
  readonly element = h('figure', { class: 'board' });
  private readonly scroller = h('div', { class: 'scroller' });
  private readonly stage = h('div', { class: 'stage' });
  private readonly overlay = s('svg', { class: 'gw overlay', 'aria-hidden': 'true' });
  private readonly grid = h('div', { class: 'cells', role: 'grid' });
  private blocks: Block[] = [];
  private cells: HTMLElement[] = [];
  private lone: HTMLElement | null = null;
  private visible = new Set<number>();
  private observer: IntersectionObserver | null = null;
  private tints: Record<Tint, number[]> = { peer: [], same: [], selected: [] };
  private pixels = 32;
  private rulers: HTMLElement[] = [];
  private isRuled = false;
  /** How far a torus is rolled, in rows and columns. */
  private rolled: [number, number] = [0, 0];
  private readonly map = h('canvas', { class: 'map', width: 120, height: 120, role: 'img', 'aria-label': 'Where on the board you are' });
  private fingers = new Map<number, PointerEvent>();
  /** While the hand moves the board, it does not play. */
  panning = false;
  layout: Layout = { rows: 0, cols: 0, wrapping: false, blocks: [] };
  cursor = 0;

  /** @param show asks for the markup of blocks that come into sight; @param label what to say of a cell of a large board. */
  constructor(name: string, private readonly show: (blocks: number[]) => void, private readonly label: (cell: number) => Promise<string>) {
    this.grid.setAttribute('aria-label', name);
    this.stage.append(this.overlay, this.grid);
    this.scroller.append(this.stage);
    this.element.append(this.scroller);
    this.element.addEventListener('wheel', (event) => {
      if (this.ghost) { event.preventDefault(); return this.wheel(event.deltaX, event.deltaY); }
      if (!event.ctrlKey || this.fits) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    }, { passive: false });
    this.scroller.addEventListener('scroll', () => this.drawMap(), { passive: true });
    this.map.addEventListener('pointerdown', (event) => this.jump(event));
    this.map.addEventListener('pointermove', (event) => { if (event.buttons) this.jump(event); });
    for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const) this.element.addEventListener(kind, (event) => this.pan(event), true);
    addEventListener('keydown', this.space);
    addEventListener('keyup', this.space);
  }

  /** Space and a drag move a large board. */
  private readonly space = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || this.fits) return;
    this.panning = event.type === 'keydown';
    this.element.classList.toggle('panning', this.panning);
  };

  /** Two fingers move and zoom a large board, and roll a torus; a drag with Space held moves a large board as well. */
  private pan(event: PointerEvent): void {
    if (this.fits && !this.ghost) return;
    const { fingers, scroller } = this;
    if (event.type === 'pointerdown') fingers.set(event.pointerId, event);
    const before = fingers.get(event.pointerId);
    if (event.type === 'pointermove' && before) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other && this.ghost) {
        // Each finger tells of half the way; the wheel turns 60 a cell.
        const scale = 30 * this.size[0] / CELL / this.stage.clientWidth;
        this.wheel((before.clientX - event.clientX) * scale, (before.clientY - event.clientY) * scale);
      } else if (other) {
        const apart = (finger: PointerEvent): number => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
        const factor = apart(event) / Math.max(1, apart(before));
        if (Math.abs(factor - 1) > 0.005) this.zoom(factor, (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
      }
      if (!this.ghost && (other || this.panning)) {
        const share = other ? 2 : 1;
        scroller.scrollBy((before.clientX - event.clientX) / share, (before.clientY - event.clientY) / share);
        event.stopPropagation();
      }
      fingers.set(event.pointerId, event);
    }
    if (event.type === 'pointerup' || event.type === 'pointercancel') fingers.delete(event.pointerId);
  }

  private turned: [number, number] = [0, 0];
  private wheel(across: number, down: number): void {
    this.turned = [this.turned[0] + across, this.turned[1] + down];
    const steps = this.turned.map((way) => Math.trunc(way / 60)) as [number, number];
    this.turned = [this.turned[0] - steps[0] * 60, this.turned[1] - steps[1] * 60];
    if (steps[0] || steps[1]) this.roll(steps[0], steps[1]);
  }

  /** Rolls a torus by columns and rows. */
  roll(cols: number, rows: number): void {
    const { layout } = this;
    if (!this.ghost) return;
    const turn = (at: number, by: number, length: number): number => (((at + by) % length) + length) % length;
    this.rolled = [turn(this.rolled[0], rows, layout.rows), turn(this.rolled[1], cols, layout.cols)];
    this.frameTorus();
    this.placeCells();
  }

  /** Shows the part of the endless board that begins at the row and column it is rolled to. */
  private frameTorus(): void {
    const [width, height] = this.size;
    const [left, top] = [MARGIN - RIM - this.ghost + this.rolled[1] * CELL, MARGIN - RIM - this.ghost + this.rolled[0] * CELL];
    const box = `${left} ${top} ${width} ${height}`;
    this.overlay.setAttribute('viewBox', box);
    const { svg } = this.blocks[0]!;
    svg.setAttribute('viewBox', box);
    const inner = [MARGIN + this.rolled[1] * CELL, MARGIN + this.rolled[0] * CELL, this.layout.cols * CELL, this.layout.rows * CELL] as const;
    svg.querySelector('.veil')?.setAttribute('d', `M${left} ${top}h${width}v${height}h-${width}zM${inner[0]} ${inner[1]}v${inner[3]}h${inner[2]}v-${inner[3]}z`);
  }

  /** A small map of a large board: where the window is. */
  private drawMap(): void {
    if (this.fits) return;
    const { scroller, map } = this;
    const { rows, cols } = this.layout;
    const scale = 120 / Math.max(rows, cols);
    map.width = Math.max(8, Math.round(cols * scale)) * devicePixelRatio;
    map.height = Math.max(8, Math.round(rows * scale)) * devicePixelRatio;
    map.style.width = `${map.width / devicePixelRatio}px`;
    const pen = map.getContext('2d')!;
    const style = getComputedStyle(this.element);
    pen.fillStyle = style.getPropertyValue('--map-seen') || '#888';
    const [w, hh] = [scroller.scrollWidth || 1, scroller.scrollHeight || 1];
    const seen = [scroller.scrollLeft / w, scroller.scrollTop / hh, scroller.clientWidth / w, scroller.clientHeight / hh].map((part, index) => part * (index % 2 ? map.height : map.width)) as [number, number, number, number];
    pen.globalAlpha = 0.25;
    pen.fillRect(...seen);
    pen.globalAlpha = 1;
    pen.lineWidth = 2 * devicePixelRatio;
    pen.strokeStyle = pen.fillStyle;
    pen.strokeRect(...seen);
    map.hidden = scroller.clientWidth >= w - 2 && scroller.clientHeight >= hh - 2;
  }

  private jump(event: PointerEvent): void {
    event.stopPropagation();
    event.preventDefault();
    const box = this.map.getBoundingClientRect();
    const { scroller } = this;
    scroller.scrollTo(((event.clientX - box.left) / box.width) * scroller.scrollWidth - scroller.clientWidth / 2, ((event.clientY - box.top) / box.height) * scroller.scrollHeight - scroller.clientHeight / 2);
  }

  get fits(): boolean { return this.layout.rows <= FITS && this.layout.cols <= FITS; }
  private get ghost(): number { return this.layout.wrapping && this.blocks.length === 1 ? GHOST : 0; }
  private get size(): [number, number] {
    const side = (cells: number): number => cells * CELL + 2 * RIM + 2 * this.ghost;
    return [side(this.layout.cols), side(this.layout.rows)];
  }

  /** Draws what a worker answered. */
  apply(answer: Answer): void {
    if (answer.layout) this.lay(answer.layout);
    for (const [index, markup] of answer.blocks ?? []) {
      const block = this.blocks[index];
      if (!block) continue;
      block.content.innerHTML = markup;
      block.content.querySelector('.gw-under')?.after(block.tints);
      // Colours that the player gave stay above what merely stands out.
      block.tints.after(...block.content.querySelectorAll('.gw-under [class^="gw-paint"]'));
    }
    for (const [cell, label] of answer.labels ?? []) this.cells[cell]?.setAttribute('aria-label', label);
    if (answer.blocks?.length) this.drawTints();
  }

  private lay(layout: Layout): void {
    const same = layout.rows === this.layout.rows && layout.cols === this.layout.cols;
    this.layout = layout;
    for (const { svg } of this.blocks) svg.remove();
    this.observer?.disconnect();
    this.visible.clear();
    this.blocks = layout.blocks.map((box) => {
      const content = s('g', null);
      return { svg: s('svg', { class: 'gw block', 'aria-hidden': 'true' }, content), tints: s('g', null), content, box };
    });
    const ghost = this.ghost;
    const [width, height] = this.size;
    const [left, top] = [MARGIN - RIM - ghost, MARGIN - RIM - ghost];
    this.overlay.setAttribute('viewBox', `${left} ${top} ${width} ${height}`);
    this.blocks.forEach((block, index) => {
      const [x, y, w, hh] = block.box;
      const only = this.blocks.length === 1;
      block.svg.setAttribute('viewBox', only ? `${left} ${top} ${width} ${height}` : `${x} ${y} ${w} ${hh}`);
      Object.assign(block.svg.style, only
        ? { left: '0', top: '0', width: '100%', height: '100%' }
        : { left: `${((x - left) / width) * 100}%`, top: `${((y - top) / height) * 100}%`, width: `${(w / width) * 100}%`, height: `${(hh / height) * 100}%` });
      block.svg.dataset['block'] = String(index);
      this.overlay.before(block.svg);
    });
    if (!same) this.rolled = [0, 0];
    if (ghost) this.haunt(layout);
    this.stage.style.aspectRatio = `${width} / ${height}`;
    this.element.style.setProperty('--ratio', String(width / height));
    this.element.classList.toggle('large', !this.fits);
    if (!this.fits) this.element.append(this.map); else this.map.remove();
    if (this.fits) this.stage.style.width = ''; else this.fitLarge();
    if (this.blocks.length > 1) this.watch();
    if (!same) { this.cursor = Math.min(this.cursor, layout.rows * layout.cols - 1); this.buildCells(); }
    this.placeCells();
  }

  /** Copies of the board around a torus, of which half a cell is seen. */
  private haunt({ rows, cols }: Layout): void {
    const block = this.blocks[0]!;
    block.content.id = 'torus';
    const ghosts = s('g', { class: 'ghost' });
    for (const dy of [-1, 0, 1, 2]) for (const dx of [-1, 0, 1, 2]) {
      if (dx || dy) ghosts.append(s('use', { href: '#torus', x: dx * cols * CELL, y: dy * rows * CELL }));
    }
    block.svg.prepend(ghosts);
    block.svg.append(s('path', { class: 'veil', 'fill-rule': 'evenodd' }));
    this.frameTorus();
  }

  private fitLarge(): void {
    const room = this.element.clientWidth || innerWidth;
    this.pixels = Math.max(20, Math.min(40, room / this.layout.cols));
    this.stage.style.width = `${this.pixels * this.layout.cols}px`;
    requestAnimationFrame(() => this.drawMap());
  }

  /** Makes a large board larger or smaller; a point of the window stays where it is, usually the middle. */
  zoom(factor: number, atX?: number, atY?: number): void {
    const { scroller } = this;
    if (this.fits) return;
    const box = scroller.getBoundingClientRect();
    const [dx, dy] = [(atX ?? box.left + scroller.clientWidth / 2) - box.left, (atY ?? box.top + scroller.clientHeight / 2) - box.top];
    const [x, y] = [(scroller.scrollLeft + dx) / scroller.scrollWidth, (scroller.scrollTop + dy) / scroller.scrollHeight];
    this.pixels = Math.max(6, Math.min(72, this.pixels * factor));
    this.stage.style.width = `${this.pixels * this.layout.cols}px`;
    scroller.scrollTo(x * scroller.scrollWidth - dx, y * scroller.scrollHeight - dy);
    this.drawMap();
  }

  /** Blocks are drawn when they come into sight. */
  private watch(): void {
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const index = Number((target as HTMLElement).dataset['block']);
        if (isIntersecting) this.visible.add(index); else this.visible.delete(index);
      }
      this.show([...this.visible]);
    }, { root: this.scroller, rootMargin: '200px' });
    for (const { svg } of this.blocks) this.observer.observe(svg);
  }

  private buildCells(): void {
    const { rows, cols } = this.layout;
    this.grid.setAttribute('aria-rowcount', String(rows));
    this.grid.setAttribute('aria-colcount', String(cols));
    const cell = (row: number, col: number): HTMLElement => h('div', { role: 'gridcell', tabindex: -1, 'aria-rowindex': row + 1, 'aria-colindex': col + 1, 'data-cell': row * cols + col });
    if (rows * cols <= 1024) {
      this.lone = null;
      this.cells = [];
      const lines = Array.from({ length: rows }, (_, row) => {
        const own = Array.from({ length: cols }, (_, col) => cell(row, col));
        this.cells.push(...own);
        return h('div', { role: 'row', 'aria-rowindex': row + 1 }, ...own);
      });
      this.grid.replaceChildren(...lines);
    } else {
      // Of a large board only the cell with the focus is there.
      this.cells = [];
      this.lone = cell(0, 0);
      this.grid.replaceChildren(h('div', { role: 'row', 'aria-rowindex': 1 }, this.lone));
    }
    this.reachable();
  }

  /** Numbers rows and columns, while a sentence names cells. */
  rule(isRuled: boolean): void {
    if (isRuled === this.isRuled) return;
    this.isRuled = isRuled;
    this.element.classList.toggle('ruled', isRuled);
    this.drawRulers();
  }

  private drawRulers(): void {
    for (const ruler of this.rulers) ruler.remove();
    this.rulers = [];
    if (!this.isRuled || !this.fits) return;
    const ruler = (name: string, length: number, by: number): HTMLElement => h('div', { class: `ruler ${name}`, 'aria-hidden': 'true' }, ...Array.from({ length }, (_, at) => h('span', null, ((at + by) % length) + 1)));
    const [top, left = top] = this.grid.style.inset.split(' ');
    const [across, down] = [ruler('cols', this.layout.cols, this.rolled[1]), ruler('rows', this.layout.rows, this.rolled[0])];
    [across.style.left, across.style.right, down.style.top, down.style.bottom] = [left!, left!, top!, top!];
    this.rulers = [across, down];
    this.stage.append(across, down);
  }

  private placeCells(): void {
    const { rows, cols } = this.layout;
    const [width, height] = this.size;
    const edge = RIM + this.ghost;
    Object.assign(this.grid.style, { inset: `${(edge / height) * 100}% ${(edge / width) * 100}%` });
    this.drawRulers();
    if (!this.lone) { this.grid.style.gridTemplate = `repeat(${rows}, 1fr) / repeat(${cols}, 1fr)`; }
    if (!this.ghost) return;
    this.cells.forEach((cell, index) => {
      const [row, col] = [Math.floor(index / cols) - this.rolled[0], (index % cols) - this.rolled[1]];
      cell.style.gridArea = `${((row + rows) % rows) + 1} / ${((col + cols) % cols) + 1}`;
    });
  }

  /** The cell that Tab reaches. */
  private reachable(): void {
    if (this.lone) {
      const { rows, cols } = this.layout;
      const [row, col] = [Math.floor(this.cursor / cols), this.cursor % cols];
      this.lone.parentElement!.setAttribute('aria-rowindex', String(row + 1));
      this.lone.setAttribute('aria-rowindex', String(row + 1));
      this.lone.setAttribute('aria-colindex', String(col + 1));
      this.lone.dataset['cell'] = String(this.cursor);
      this.lone.tabIndex = 0;
      Object.assign(this.lone.style, { position: 'absolute', left: `${(col / cols) * 100}%`, top: `${(row / rows) * 100}%`, width: `${100 / cols}%`, height: `${100 / rows}%` });
      const at = this.cursor;
      void this.label(at).then((label) => { if (at === this.cursor) this.lone?.setAttribute('aria-label', label); }).catch(() => undefined);
      return;
    }
    this.grid.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
    this.cells[this.cursor]?.setAttribute('tabindex', '0');
  }

  /** Moves the cursor; with `focus`, the keyboard is there. */
  moveTo(cell: number, focus: boolean): void {
    this.cursor = cell;
    this.reachable();
    const element = this.lone ?? this.cells[cell];
    if (focus) { element?.focus({ preventScroll: this.fits }); if (!this.fits) element?.scrollIntoView({ block: 'nearest', inline: 'nearest' }); }
  }

  /** The cell in a direction, round the edge on a torus. */
  neighbour(cell: number, dx: number, dy: number): number {
    const { rows, cols, wrapping } = this.layout;
    let [row, col] = [Math.floor(cell / cols) + dy, (cell % cols) + dx];
    if (wrapping) { row = (row + rows) % rows; col = (col + cols) % cols; }
    return row < 0 || col < 0 || row >= rows || col >= cols ? cell : row * cols + col;
  }

  /** The cell at a place of the window; nothing outside. A torus is touched beyond its rim as well. */
  cellAt(x: number, y: number): number | null {
    const { rows, cols } = this.layout;
    const box = this.stage.getBoundingClientRect();
    const [width] = this.size;
    const unit = box.width / width / 1;
    const edge = (RIM + this.ghost) * unit;
    let [col, row] = [Math.floor((x - box.left - edge) / (CELL * unit)), Math.floor((y - box.top - edge) / (CELL * unit))];
    if (this.ghost && row >= -1 && col >= -1 && row <= rows && col <= cols) { row = (row + this.rolled[0] + rows) % rows; col = (col + this.rolled[1] + cols) % cols; }
    return row < 0 || col < 0 || row >= rows || col >= cols ? null : row * cols + col;
  }

  name(cell: number): string { return `r${Math.floor(cell / this.layout.cols) + 1}c${(cell % this.layout.cols) + 1}`; }
  named(name: string): number | null {
    const found = /^r(\d+)c(\d+)$/.exec(name);
    return found ? (Number(found[1]) - 1) * this.layout.cols + Number(found[2]) - 1 : null;
  }

  /** Grounds behind what stands in cells. */
  tint(tints: Partial<Record<Tint, number[]>>): void {
    this.tints = { peer: [], same: [], selected: [], ...tints };
    this.drawTints();
  }

  private drawTints(): void {
    const { cols } = this.layout;
    for (const { tints, box: [x, y, w, hh] } of this.blocks) {
      const paths = (['peer', 'same', 'selected'] as Tint[]).map((kind) => {
        let d = '';
        for (const cell of this.tints[kind]) {
          const [left, top] = this.corner(cell, cols);
          if (left + CELL > x && left < x + w && top + CELL > y && top < y + hh) d += `M${left} ${top}h${CELL}v${CELL}h-${CELL}z`;
        }
        return d ? s('path', { class: `gw-${kind}`, d }) : null;
      });
      tints.replaceChildren(...paths.filter((path) => path !== null));
    }
  }

  private corner(cell: number, cols: number): [number, number] { return [MARGIN + (cell % cols) * CELL, MARGIN + Math.floor(cell / cols) * CELL]; }

  /** One ring around cells; and places that a line may go to, and the line that is being drawn. */
  ring(cells: Iterable<number>, ends: number[] = [], line: [number, number] | null = null, painted: number[] = []): void {
    const { cols } = this.layout;
    const set = new Set(cells);
    let d = '';
    for (const cell of set) {
      const [x, y] = this.corner(cell, cols);
      if (!set.has(cell - cols)) d += `M${x} ${y}h${CELL}`;
      if (!set.has(cell + cols)) d += `M${x} ${y + CELL}h${CELL}`;
      if (cell % cols === 0 || !set.has(cell - 1)) d += `M${x} ${y}v${CELL}`;
      if (cell % cols === cols - 1 || !set.has(cell + 1)) d += `M${x + CELL} ${y}v${CELL}`;
    }
    const middle = (cell: number): [number, number] => { const [x, y] = this.corner(cell, cols); return [x + CELL / 2, y + CELL / 2]; };
    const drawn = [
      ...(d ? [s('path', { class: 'gw-cursor-halo', d }), s('path', { class: 'gw-cursor', d })] : []),
      ...ends.map((cell) => { const [cx, cy] = middle(cell); return s('circle', { class: 'end-legal', cx, cy, r: 10 }); }),
      ...painted.map((cell) => { const [cx, cy] = middle(cell); return s('circle', { class: 'painted', cx, cy, r: 5 }); }),
      ...(line ? [s('path', { class: 'drag', d: `M${middle(line[0]).join(' ')}L${middle(line[1]).join(' ')}` })] : [])];
    if (!this.ghost || !drawn.length) return this.overlay.replaceChildren(...drawn);
    const copies = [[-1, 0], [1, 0], [0, -1], [0, 1], [1, 1], [-1, -1]].map(([dx, dy]) => s('use', { href: '#ring', x: dx! * cols * CELL, y: dy! * this.layout.rows * CELL }));
    this.overlay.replaceChildren(s('g', { id: 'ring' }, ...drawn), ...copies);
  }

  focus(): void { this.moveTo(this.cursor, true); }
  get hasFocus(): boolean { return this.grid.contains(document.activeElement); }
  destroy(): void {
    this.observer?.disconnect();
    removeEventListener('keydown', this.space);
    removeEventListener('keyup', this.space);
  }
}
