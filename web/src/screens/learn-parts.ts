/** What the screens for learning share: still boards whose cells light up, and steps in words. */

import { capital, h, icon, picture, s, sentence } from '../dom';
import type { Picture, StepView } from '../engine/types';

export interface Technique {
  name: string; meaning: string; hardness: number; times?: number;
  example?: { position: string; step: StepView };
}
export interface TechniquesView { genre: string; puzzles?: number; steps?: number; techniques: Technique[] }

/** The name of a technique in an address: it may have spaces. */
export const slug = (name: string): string => encodeURIComponent(name);

/** Units of the library's pictures. */
const CELL = 40;
const MARGIN = 10;
/** Room for the numbers of rows and columns. */
const RULER = 16;

const place = (name: string): [number, number] | null => {
  const found = /^r(\d+)c(\d+)$/.exec(name);
  return found ? [MARGIN + (Number(found[2]) - 1) * CELL, MARGIN + (Number(found[1]) - 1) * CELL] : null;
};

/** A picture of a board with numbered rows and columns, on which cells can be ringed. */
export class Still {
  readonly element = h('figure', { class: 'board still' });
  private readonly overlay = s('g', null);

  constructor(kind = '') { if (kind) this.element.classList.add(kind); }

  show({ view_box, markup }: Picture, label: string): void {
    const [x = 0, y = 0, width = 0, height = 0] = view_box;
    const [cols, rows] = [Math.round((width - 4) / CELL), Math.round((height - 4) / CELL)];
    const svg = picture([x - RULER, y - RULER, width + RULER, height + RULER], markup, label);
    const ruler = s('g', { class: 'gw-ruler' },
      ...Array.from({ length: cols }, (_, col) => s('text', { x: MARGIN + CELL * (col + 0.5), y: y - 4 }, col + 1)),
      ...Array.from({ length: rows }, (_, row) => s('text', { x: x - RULER / 2, y: MARGIN + CELL * (row + 0.5) + 4 }, row + 1)));
    this.overlay.replaceChildren();
    svg.append(ruler, this.overlay);
    this.element.replaceChildren(svg);
    this.element.style.setProperty('--ratio', String(width / height));
  }

  /** Rings cells by their names; none takes the rings away. */
  ring(names: string[]): void {
    this.overlay.replaceChildren(...names.map(place).filter((at) => at !== null).flatMap(([x, y]) =>
      ['gw-cursor-halo', 'gw-cursor'].map((kind) => s('rect', { class: kind, x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 2 }))));
  }
}

/** Lets the cells that a text names light up while they are pointed at. */
export function lightUp(text: HTMLElement, ring: (names: string[]) => void): void {
  const name = (event: Event): string | undefined => (event.target as HTMLElement).dataset?.['cell'];
  const on = (event: Event): void => { const cell = name(event); if (cell) ring([cell]); };
  const off = (event: Event): void => { if (name(event)) ring([]); };
  text.addEventListener('pointerover', on);
  text.addEventListener('pointerout', off);
  text.addEventListener('focusin', on);
  text.addEventListener('focusout', off);
}

/** A sentence whose cells are coloured by what becomes of them: new, ruled out, or only looked at. */
export function coloured(text: string, step: Pick<StepView, 'facts'> | null): (Node | string)[] {
  const parts = sentence(text);
  const named = (holds: boolean): Set<string> => new Set((step?.facts ?? []).filter((fact) => fact.holds === holds).flatMap((fact) => [...fact.atom.matchAll(/r\d+c\d+/g)].map(String)));
  const [made, gone] = [named(true), named(false)];
  for (const part of parts) {
    if (!(part instanceof HTMLElement)) continue;
    const cell = part.dataset['cell'] ?? '';
    part.tabIndex = 0;
    if (made.has(cell)) part.classList.add('new'); else if (gone.has(cell)) part.classList.add('gone');
  }
  return parts;
}

/** A step in words: why, what follows, and below it what takes an explanation of its own. */
export function stepWords(step: StepView): HTMLElement[] {
  const why = step.why ?? '';
  const words = why ? [h('p', { class: 'say' }, ...coloured(why, step)), h('p', { class: 'say so' }, ...coloured(`So ${step.what ?? ''}.`, step))] : [h('p', { class: 'say' }, ...coloured(step.text ?? '', step))];
  return [h('div', { class: 'stack tight' }, ...words), ...(step.lemmas ?? []).map(lemma), ...after(step)];
}

function lemma(step: StepView, index: number): HTMLElement {
  const number = (step.lemmas ?? []).length;
  return h('details', { class: 'lemma' },
    h('summary', null, fold(), h('span', null, `(${index + 1}) Why `, ...coloured(`${step.what ?? ''}?`, null)), number ? h('span', { class: 'tag' }, `${number} more`) : null),
    h('div', { class: 'inside' }, h('p', null, ...coloured(step.text ?? '', null)), ...(step.lemmas ?? []).map(lemma)));
}

/** What single rules say after a step, folded. */
function after(step: StepView): HTMLElement[] {
  const then = step.then ?? [];
  if (!then.length) return [];
  const sentences = [...new Set(then.flatMap((one) => one.rules.map((rule) => rule.sentence)))];
  return [h('details', { class: 'lemma' },
    h('summary', null, fold(), h('span', null, 'What follows at once'), h('span', { class: 'tag' }, sentences.length === 1 ? '1 rule' : `${sentences.length} rules`)),
    h('ul', { class: 'inside' }, ...sentences.map((text) => h('li', null, ...coloured(capital(text), null)))))];
}

function fold(): SVGSVGElement {
  const mark = icon('on', true);
  mark.classList.add('fold');
  return mark;
}

/** What the colours of a step mean. */
export function legend(): HTMLElement {
  const box = (kind: string, frame: string): SVGSVGElement => s('svg', { class: 'gw', viewBox: '0 0 40 40', 'aria-hidden': 'true' }, s('path', { class: kind, d: 'M3 3h34v34h-34z' }), s('path', { class: frame, d: 'M4 4h32v32h-32z' }));
  return h('div', { class: 'key-list' },
    h('span', null, box('gw-near', 'gw-outline-near'), 'look here'), h('span', null, box('gw-ground-new', 'gw-frame-new'), 'new'), h('span', null, box('gw-ground-gone', 'gw-frame-gone'), 'ruled out'));
}
