/** What stands around every screen: bar, tabs, messages, dialogs. */

import { h, icon, iconButton, s } from './dom';
import type { Place, Screen } from './router';
import { preferences, savePreferences } from './store';

const PLACES: [Place, string, string, string][] = [
  ['today', 'Today', '#/', 'today'],
  ['library', 'Library', '#/library', 'library'],
  ['set', 'Set', '#/set', 'pen'],
  ['learn', 'Learn', '#/learn', 'book'],
  ['emulsion', 'Emulsion', '#/emulsion', 'discs'],
];

function brand(): SVGSVGElement {
  return s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    s('rect', { x: 1.5, y: 1.5, width: 21, height: 21, rx: 3.5, fill: 'none', stroke: 'currentColor', 'stroke-width': 2 }),
    s('path', { d: 'M12 1.5v21M1.5 12h21', stroke: 'currentColor', 'stroke-width': 2 }),
    s('path', { class: 'accent', d: 'M13 3h6.5a1.5 1.5 0 0 1 1.5 1.5V11h-8z' }));
}

/** The next theme: light, dark, high contrast in both. */
function nextTheme(): void {
  const dark = preferences.theme === 'dark' || (preferences.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const at = (preferences.contrast ? 2 : 0) + (dark ? 1 : 0);
  const next = (at + 1) % 4;
  preferences.theme = next % 2 ? 'dark' : 'light';
  preferences.contrast = next > 1;
  savePreferences();
  announce(['Light', 'Dark', 'Light, high contrast', 'Dark, high contrast'][next]!);
}

/** Puts a screen on the page. */
export function show(screen: Screen): void {
  // A dialog belongs to the screen that is left.
  document.querySelector('dialog')?.close();
  document.title = screen.title === 'Gridwright' ? screen.title : `${screen.title} · Gridwright`;
  const current = (place: Place): object => (place === screen.place ? { 'aria-current': 'page' } : {});
  const bar = h('header', { class: screen.bare ? 'bar bare' : 'bar' },
    screen.bare ? h('a', { class: 'icon narrow-only', href: PLACES.find(([place]) => place === screen.place)![2], 'aria-label': 'Back' }, icon('back')) : null,
    h('a', { class: screen.bare ? 'brand wide-only-flex' : 'brand', href: '#/' }, brand(), 'Gridwright'),
    h('nav', { 'aria-label': 'Main' }, ...PLACES.map(([place, name, href]) => h('a', { href, ...current(place) }, name))),
    h('div', { class: 'end' },
      iconButton('theme', 'Light, dark, high contrast', nextTheme, screen.bare ? { class: 'icon wide-only' } : {}),
      h('a', { class: screen.bare ? 'icon wide-only' : 'icon', href: '#/settings', 'aria-label': 'Settings', title: 'Settings' }, icon('settings'))));
  const own = screen.element.querySelector('.bar-items');
  if (own && screen.bare) { bar.querySelector('.end')!.prepend(...own.childNodes); own.remove(); }
  const name = screen.element.querySelector('.bar-name');
  if (name && screen.bare) bar.children[0]!.after(name);
  const tabs = screen.bare ? null : h('nav', { class: 'tabs', 'aria-label': 'Places' },
    ...PLACES.map(([place, label, href, name]) => h('a', { href, ...current(place) }, icon(name), label)));
  const skip = h('a', { class: 'skip', href: '#main', onclick: (event: Event) => { event.preventDefault(); screen.element.focus(); } }, 'Skip to the content');
  screen.element.id = 'main';
  screen.element.tabIndex = -1;
  root().replaceChildren(skip, bar, screen.element, ...(tabs ? [tabs] : []));
}

let frame: HTMLElement | null = null;
let live: HTMLElement | null = null;
let toasts: HTMLElement | null = null;

function root(): HTMLElement {
  if (!frame) {
    frame = h('div', { class: 'frame' });
    live = h('div', { class: 'hide', role: 'status', 'aria-live': 'polite' });
    toasts = h('div', { class: 'toasts' });
    document.body.replaceChildren(definitions(), frame, live, toasts, moment);
    // What had the focus may be gone: the screen hears the keys all the same.
    document.body.addEventListener('keydown', (event) => {
      if (event.target === document.body && !document.querySelector('dialog') && !document.getElementById('main')!.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault();
    });
  }
  return frame;
}

/** What pictures refer to, once a page. */
function definitions(): SVGSVGElement {
  const bulb = s('g', { id: 'gw-bulb' },
    s('path', { class: 'gw-glass', d: 'M-4.5 7.5C-4.5 4-9.5 2-9.5-4C-9.5-9.2-5.2-13.5 0-13.5C5.2-13.5 9.5-9.2 9.5-4C9.5 2 4.5 4 4.5 7.5z' }),
    s('path', { class: 'gw-gleam', d: 'M-5.5-4Q-5.5-7.8-1-9.2' }),
    s('path', { class: 'gw-socket', d: 'M-4.5 8.8h9v2.4h-9zM-3.5 12.2h7v1.6q-1.5 1.6-3.5 1.6q-2 0-3.5-1.6z' }));
  const hatch = s('pattern', { id: 'gw-hatch', width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    s('path', { class: 'gw-hatch-line', d: 'M4 0v8' }));
  return s('svg', { class: 'defs', 'aria-hidden': 'true' }, s('defs', null, bulb, hatch));
}

const moment = h('div', { class: 'loading', role: 'status' });

/** Says that the next screen takes its time. */
export function loading(isSo: boolean): void {
  root();
  if (isSo) moment.replaceChildren(h('span', { class: 'progress endless', 'aria-hidden': 'true' }, h('i')), h('span', null, 'One moment…')); else moment.replaceChildren();
}

/** Says something to those who listen. */
export function announce(text: string): void {
  root();
  live!.textContent = '';
  requestAnimationFrame(() => { live!.textContent = text; });
}

/** A short message at the foot of the page, which is spoken as well. */
export function toast(text: string, action?: [string, () => void]): void {
  root();
  const item = h('div', { class: 'toast' }, h('span', null, text),
    action ? h('button', { class: 'btn text', type: 'button', onclick: () => { item.remove(); action[1](); } }, action[0]) : null,
    iconButton('close', 'Close', () => item.remove()));
  toasts!.replaceChildren(item);
  announce(text);
  setTimeout(() => item.remove(), action ? 15_000 : 5000);
}

/** A dialog that has the focus until it is closed. */
export function dialog(title: string, body: (Node | string)[], footer: (close: () => void) => Node[] = () => []): HTMLDialogElement {
  const before = document.activeElement as HTMLElement | null;
  const close = (): void => element.close();
  const element = h('dialog', { class: 'dialog', 'aria-label': title },
    h('header', null, h('h2', null, title), iconButton('close', 'Close', close)),
    h('div', { class: 'body' }, ...body));
  const buttons = footer(close);
  if (buttons.length) element.append(h('footer', null, ...buttons));
  element.addEventListener('close', () => { element.remove(); before?.focus(); });
  element.addEventListener('click', (event) => { if (event.target === element) close(); });
  element.addEventListener('keydown', (event) => event.stopPropagation());
  root().append(element);
  element.showModal();
  return element;
}

/** Keys and what they do. */
export const keyTable = (rows: [string, string][]): HTMLElement => h('dl', { class: 'keys' },
  ...rows.flatMap(([key, meaning]) => [h('dt', null, ...key.split(/(, )/).map((part) => (part === ', ' ? part : h('kbd', { class: 'kbd' }, part)))), h('dd', null, meaning)]));

/** Asks before something is lost. */
export function confirm(title: string, text: string, verb: string): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = false;
    const element = dialog(title, [h('p', null, text)], (close) => [
      h('button', { class: 'btn', type: 'button', onclick: close }, 'Cancel'),
      h('button', { class: 'btn main', type: 'button', onclick: () => { answer = true; close(); } }, verb)]);
    element.addEventListener('close', () => resolve(answer));
  });
}

export const clock = (seconds: number): string => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number): string => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};
