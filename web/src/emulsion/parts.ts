/** What several screens of the game share. */

import { capital, h, icon, iconButton } from '../dom';
import { EngineError } from '../engine/client';
import { address } from '../link';
import { announce, dialog, toast } from '../shell';
import { at, type TableView } from './client';

export const COLOURS = ['Black', 'White'] as const;
export const disc = (side: number): HTMLElement => h('i', { class: side ? 'disc' : 'disc k' });
/** `human` is you, where only one side is. */
export const seatName = (view: TableView, side: number): string => {
  const { seat, human } = view.sides[side]!;
  return human ? (view.sides[1 - side]!.human ? COLOURS[side]! : 'You') : capital(seat);
};

/** Both players, whose turn it is and what was played. */
export function players(element: HTMLElement, view: TableView, thinking: boolean): void {
  const last = view.shown ? view.turns[view.shown - 1] : undefined;
  element.replaceChildren(...[0, 1].map((side) => {
    const on = view.winner === undefined && side === view.to_move;
    const note = view.winner === side ? 'has won' : on ? (thinking ? 'thinking…' : 'to move') : last && side !== view.to_move ? `played ${last}` : '';
    return h('div', { class: on || view.winner === side ? 'player on' : 'player' }, disc(side), h('span', null, h('b', null, seatName(view, side)), h('span', null, note)));
  }));
}

/** The chances as a bar, faded while they are of an earlier position. */
export function chanceBar(element: HTMLElement, black: number | undefined, told: string, stale: boolean): void {
  element.classList.toggle('stale', stale);
  if (black === undefined) { if (!element.firstChild) element.replaceChildren(h('div', { class: 'b' }, h('span', { class: 'wh' }, '\u00a0'))); return; }
  const bar = h('span', { class: 'bk' }, black >= 12 ? `${black} %` : '');
  bar.style.width = `${black}%`;
  element.setAttribute('aria-label', told);
  element.title = told;
  element.replaceChildren(h('div', { class: 'b' }, bar, h('span', { class: 'wh' }, black <= 88 ? `${100 - black} %` : '')));
  element.classList.toggle('all', black === 100);
  element.classList.toggle('none', black === 0);
}

/** Both sides' groups beside each other, and in two lines for phones. */
export function groups(view: TableView): HTMLElement[] {
  const cell = (size: number | null): HTMLElement => h('td', null, size ?? '');
  const most = 7;
  const rows = view.rows.length > most ? [...view.rows.slice(0, most - 1), { rank: '…', black: null, white: null, decides: false }] : view.rows;
  return [
    h('table', { class: 'groups wide-only' }, h('caption', { class: 'hide' }, 'Sizes of groups, largest first'),
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Groups'), ...COLOURS.map((name) => h('th', { scope: 'col' }, name)), h('th', { scope: 'col' }, h('span', { class: 'hide' }, 'Which decides')))),
      h('tbody', null, ...rows.map((row) => h('tr', row.decides ? { class: 'decides' } : null, h('td', null, row.rank), cell(row.black), cell(row.white), h('td', { class: 'say2' }, row.decides ? 'decides' : ''))))),
    h('div', { class: 'sizes narrow-only' }, ...view.sides.map(({ sizes }, side) => {
      const [first, ...rest] = sizes.split(' ');
      return h('div', null, disc(side), h('span', { class: 'hide' }, COLOURS[side]!), h('b', null, first), h('span', { class: 'rest' }, rest.join(' ')), view.leader === side ? h('em', null, view.winner === undefined ? 'leads' : 'wins') : null);
    })),
  ];
}

/** Where the address holds a game: a link of the library, or its text. */
export const gameAddress = (screen: string, view: { link: string; sides: TableView['sides'] }, seats = false): string => {
  const query = new URLSearchParams({ g: view.link });
  if (seats) view.sides.forEach(({ seat, human }, side) => { if (!human) query.set(side ? 'white' : 'black', seat); });
  return `/emulsion/${screen}?${query.toString()}`;
};

async function copy(text: string): Promise<void> {
  try { await navigator.clipboard.writeText(text); toast('Copied.'); } catch { toast('This browser does not allow copying here; select the text instead.'); }
}
function save(name: string, content: string, type: string): void {
  const link = h('a', { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Links and records out. */
export function shareDialog(view: TableView): void {
  const row = (name: string, detail: string, ...buttons: Node[]): HTMLElement => h('li', null, h('span', { class: 't' }, h('b', null, name), h('span', { class: 'cut' }, detail)), ...buttons);
  const copying = (name: string, text: string): HTMLElement => row(name, text.split('\n').find((line) => line && !line.startsWith('[')) ?? text, iconButton('copy', `Copy: ${name}`, () => void copy(text)));
  const file = `emulsion-${view.size}x${view.size}`;
  dialog('Share', [h('ul', { class: 'ways2' },
    copying('Link to play', address(gameAddress('play', view, true))), copying('Link to the review', address(gameAddress('review', view))),
    copying('Record', view.record), row('File', 'The record as text', iconButton('save', 'Save the record', () => save(`${file}.txt`, view.record, 'text/plain'))),
    row('Picture', 'SVG, sharp at every size', iconButton('save', 'Save as SVG', () => void at('svg').then(({ svg }) => save(`${file}.svg`, svg ?? '', 'image/svg+xml')))))]);
}

/** Says where a text is wrong; other errors go on. */
export function problem(error: unknown, text: string, element: HTMLElement): void {
  if (!(error instanceof EngineError)) throw error;
  const { message, line, column } = error.view;
  const source = line === undefined ? undefined : text.split(/\r?\n/)[line - 1];
  const from = Math.max(0, (column ?? 1) - 30);
  element.replaceChildren(h('p', null, icon('warning', true), line === undefined ? message : `Line ${line}, column ${column}: ${message}`),
    ...(source === undefined ? [] : [h('pre', { class: 'spot' }, `${source.slice(from, from + 60)}\n${' '.repeat(Math.max(0, (column ?? 1) - 1 - from))}^`)]));
  element.hidden = false;
  announce(message);
}

export const button = (text: string, onclick: () => void, kind = 'fill'): HTMLButtonElement => h('button', { class: `btn ${kind}`, type: 'button', onclick }, text);
