/** Elements made in script. Text is always text: nothing here turns a string into markup. */

type Child = Node | string | number | null | undefined | false;
type Props = Record<string, unknown>;

/** An element with attributes, listeners (`onclick`) and children. `class`, `hidden` and ARIA attributes are given as written in HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props?: Props | null, ...children: (Child | Child[])[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

/** The same for SVG. */
export function s<K extends keyof SVGElementTagNameMap>(tag: K, props?: Props | null, ...children: (Child | Child[])[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(element, props, children);
  return element;
}

function fill(element: Element, props: Props | null | undefined, children: (Child | Child[])[]): void {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on') && typeof value === 'function') {
      element.addEventListener(key.slice(2), value as EventListener);
    } else {
      element.setAttribute(key, value === true ? '' : String(value));
    }
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === 'number' ? String(child) : child);
  }
}

/** The library's markup of a picture inside an `svg` element. It holds only what the library drew, with all texts escaped. */
export function picture(viewBox: number[], markup: string, label?: string): SVGSVGElement {
  const element = s('svg', { viewBox: viewBox.join(' '), class: 'gw', ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }) });
  element.innerHTML = markup;
  return element;
}

const ICONS: Record<string, string[]> = {
  back: ['M15 5l-7 7 7 7'],
  on: ['M9 5l7 7-7 7'],
  first: ['M18 6l-6 6 6 6M11 6l-6 6 6 6'],
  last: ['M6 6l6 6-6 6M13 6l6 6-6 6'],
  share: ['M12 15V4M8 7.5L12 3.5l4 4', 'M6 11.5H5V20h14v-8.5h-1'],
  more: ['M5.5 12h.01M12 12h.01M18.5 12h.01'],
  settings: ['M4 7h9M18.5 7H20M4 17h1.5M11 17h9', 'M13.25 7a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M5.75 17a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0'],
  theme: ['M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0', 'M12 4v16M12 7h5M12 10h7.5M12 13h7.8M12 16h6.5'],
  undo: ['M8 5L4 9l4 4', 'M4 9h10a5.5 5.5 0 0 1 0 11h-3'],
  redo: ['M16 5l4 4-4 4', 'M20 9H10a5.5 5.5 0 0 0 0 11h3'],
  close: ['M6.5 6.5l11 11M17.5 6.5l-11 11'],
  hint: ['M4 5.5h16v11h-7.5L8 20.5v-4H4z', 'M10 9.2a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6.9', 'M12 14.1v.01'],
  review: ['M4 19h16M5 15l4-5 4 3 6-8'],
  flag: ['M6 21V4', 'M6 5h11.5l-2.5 3.75L17.5 12.5H6'],
  open: ['M12 4v10M8 10.5l4 4 4-4', 'M5 15v5h14v-5'],
  play: ['M8 5.5v13l10.5-6.5z'],
  tick: ['M5 12.5l4.5 4.5L19 7.5'],
  plus: ['M12 5v14M5 12h14'],
  arrow: ['M5 12h14M13 6l6 6-6 6'],
  pen: ['M5 19l1-4.5L16.5 4 20 7.5 9.5 18z', 'M14 6.5l3.5 3.5'],
  book: ['M12 6.5C10 5 7.5 4.5 4 4.5v13.5c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4.5c-3.5 0-6 .5-8 2z', 'M12 6.5V20'],
  discs: ['M3.5 12a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0', 'M13.2 8.5a5.5 5.5 0 1 1 0 7'],
  today: ['M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7'],
  library: ['M4.5 4.5h15v15h-15zM4.5 9.5h15M4.5 14.5h15M9.5 4.5v15M14.5 4.5v15'],
  pause: ['M9 6v12M15 6v12'],
  trial: ['M6 4v16', 'M6 14c0-4 12-2 12-7', 'M16.25 5a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0-3.5 0'],
  check: ['M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0', 'M8 12.3l2.8 2.8L16 9.5'],
  eye: ['M3 12c4.5-8 13.5-8 18 0-4.5 8-13.5 8-18 0z', 'M9.25 12a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0-5.5 0'],
  warning: ['M12 4.5L3.5 19.5h17z', 'M12 10v4.5M12 17v.01'],
  erase: ['M8 19h12M5.2 14.8L14 6l5 5-7.7 7.7H8.6z', 'M10 10l5 5'],
  symmetry: ['M12 4v16', 'M9 7v10H3.5zM15 7v10h5.5z'],
  star: ['M12 4l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z'],
  target: ['M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0', 'M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0'],
  wand: ['M5 19L15 9M17 4v4M15 6h4M19.5 12v3M18 13.5h3'],
  link: ['M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1', 'M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1'],
  copy: ['M9 9h11v11H9z', 'M15 9V4H4v11h5'],
  save: ['M12 4v11M8 11.5l4 4 4-4M5 20h14'],
  print: ['M7 9V4h10v5M7 17H4V9h16v8h-3', 'M7 14h10v6H7z'],
  steps: ['M4 18h5v-5h5V8h5V4'],
  notes: ['M4.5 4.5h15v15h-15z', 'M8 8h.01M12 8h.01M16 8h.01M8 12h.01M12 12h.01M16 16h.01'],
  restart: ['M5 5v5h5', 'M5.5 10a7 7 0 1 1-.5 5'],
  trash: ['M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13'],
};

/** An icon; small ones stand beside text. */
export function icon(name: string, small = false): SVGSVGElement {
  const paths = (ICONS[name] ?? []).map((d) => s('path', { d }));
  return s('svg', { class: small ? 'i s' : 'i', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ...paths);
}

/** A button that is only an icon. */
export function iconButton(name: string, label: string, onclick: () => void, props?: Props): HTMLButtonElement {
  return h('button', { class: 'icon', 'aria-label': label, title: label, type: 'button', onclick, ...props }, icon(name));
}

/** A button with its word below an icon. */
export function action(name: string, label: string, onclick: () => void, props?: Props): HTMLButtonElement {
  return h('button', { class: 'act', type: 'button', onclick, ...props }, icon(name), label);
}

/** One of several choices, as a row of buttons. */
export function segments<T extends string>(label: string, choices: [T, string, (Node | null)?][], chosen: T, choose: (choice: T) => void): HTMLElement & { pick(choice: T): void } {
  const buttons = choices.map(([value, text, glyph]) =>
    h('button', { type: 'button', role: 'radio', 'aria-checked': String(value === chosen), 'data-value': value, tabindex: value === chosen ? 0 : -1, onclick: () => { pick(value); choose(value); } }, glyph, text));
  const row = h('div', { class: 'seg', role: 'radiogroup', 'aria-label': label, onkeydown: (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = buttons.findIndex((button) => button.getAttribute('aria-checked') === 'true');
    const next = buttons[(at + step + buttons.length) % buttons.length];
    next?.click();
    next?.focus();
  } }, ...buttons);
  const pick = (choice: T): void => buttons.forEach((button) => {
    button.setAttribute('aria-checked', String(button.dataset['value'] === choice));
    button.tabIndex = button.dataset['value'] === choice ? 0 : -1;
  });
  return Object.assign(row, { pick });
}

/** With a capital at the beginning, unless a cell stands there. */
export const capital = (text: string): string => (/^r\d+c\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** A sentence of the library, its cell names set apart so that they can be lit up. */
export function sentence(text: string, kind = ''): (Node | string)[] {
  return text.split(/\b(r\d+c\d+)\b/).map((part, index) => (index % 2 ? h('span', { class: `ref ${kind}`, 'data-cell': part }, part) : part));
}
