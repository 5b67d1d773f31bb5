/** The board game's own place: a new game, games to go on with, the lesson, puzzles, proofs, links and records in. */

import '../style/emulsion.css';
import { capital, h, icon, picture, segments } from '../dom';
import { about, at, choices, saveChoices } from '../emulsion/client';
import { button, problem } from '../emulsion/parts';
import { go, type Screen } from '../router';
import { confirm } from '../shell';
import { games, type Game } from '../store';

export { play } from './emulsion-play';
export { review } from './emulsion-review';
export { study } from './emulsion-study';

/** `#/emulsion`. */
export async function home(): Promise<Screen> {
  const [told, all] = await Promise.all([about(), games.all()]);
  const own = all.filter(({ genre }) => genre === 'emulsion');
  const going = own.filter(({ solved, record }) => !solved && /^\s*1\./m.test(record));
  const done = own.filter(({ solved }) => solved);
  const [least, most] = told.sizes;
  const preview = h('span', { class: 'thumb preview', 'aria-hidden': 'true' });
  const number = h('output', { for: 'size' }, `${choices.size} × ${choices.size}`);
  const draw = (): void => { number.textContent = `${choices.size} × ${choices.size}`; void thumbnail(preview, String(choices.size)); saveChoices(); };
  const size = h('input', { type: 'range', id: 'size', min: least, max: most, value: choices.size, oninput: () => { choices.size = Number(size.value); draw(); } });
  const how = h('p', { class: 'caption' });
  const colour = h('div', { class: 'field' }, h('span', { class: 'label' }, 'You play'), segments<'black' | 'white'>('You play', [['black', 'Black'], ['white', 'White']], choices.colour, (chosen) => { choices.colour = chosen; saveChoices(); }));
  const seconds = h('label', { class: 'field' }, h('span', { class: 'label' }, 'Seconds a turn'), h('select', { class: 'select', onchange: (event: Event) => { choices.seconds = Number((event.target as HTMLSelectElement).value); saveChoices(); } }, ...[0.5, 1, 2, 5, 10, 30].map((value) => h('option', { value, selected: value === choices.seconds }, value))));
  const opponent = h('select', { class: 'select', id: 'opponent', onchange: () => { choices.level = opponent.value; level(); saveChoices(); } },
    ...told.levels.map(([name]) => h('option', { value: name, selected: name === choices.level }, capital(name))), h('option', { value: 'human', selected: choices.level === 'human' }, 'A second person'));
  const level = (): void => {
    how.textContent = capital(told.levels.find(([name]) => name === choices.level)?.[1] ?? 'At the same screen');
    colour.hidden = choices.level === 'human';
    seconds.hidden = choices.level !== 'level 7';
  };
  const start = (): void => {
    const [you, other] = ['human', choices.level];
    const query = new URLSearchParams({ size: String(choices.size), tie: choices.tie, pie: choices.pie ? 'yes' : 'no', black: choices.colour === 'black' || other === 'human' ? you : other, white: choices.colour === 'black' ? other : you });
    go(`/emulsion/play?${query.toString()}`);
  };
  level();
  draw();
  const form = h('form', { class: 'panel stack setup', 'aria-labelledby': 'new', onsubmit: (event: Event) => { event.preventDefault(); start(); } },
    h('h2', { id: 'new' }, 'New game'),
    h('div', { class: 'sizing' }, preview, h('div', { class: 'field' }, h('label', { class: 'row between', for: 'size' }, h('span', { class: 'label' }, 'Size'), number), size)),
    h('div', { class: 'field' }, h('label', { class: 'label', for: 'opponent' }, 'Opponent'), opponent, how), seconds, colour,
    h('div', { class: 'field' }, h('span', { class: 'label' }, told.names[0]), segments(told.names[0], told.ties.map(([id, name]) => [id, capital(name)] as [string, string]), choices.tie, (tie) => { choices.tie = tie; saveChoices(); })),
    h('label', { class: 'switch' }, h('span', null, told.names[1]), h('input', { type: 'checkbox', checked: choices.pie, onchange: (event: Event) => { choices.pie = (event.target as HTMLInputElement).checked; saveChoices(); } })),
    h('button', { class: 'btn main fill' }, 'Play'));
  const element = h('main', { class: 'wrap emulsion home' },
    h('div', { class: 'today' }, h('div', null, h('h1', null, 'Emulsion'), h('p', { class: 'quiet' }, told.summary.replace(/^Emulsion: (.)/, (_, first: string) => first.toUpperCase()))), openForm()),
    h('div', { class: 'halves' }, form,
      h('div', { class: 'stack' },
        going.length ? section('Continue', going.slice(0, 4).map(card)) : null,
        h('nav', { class: 'ways', 'aria-label': 'Emulsion' },
          way('book', 'Lesson', 'Five pages, with a board to try things on.', 'lesson'), way('target', 'Puzzles', 'One move wins. Which one?', 'puzzle'), way('check', 'Proven results', 'Who wins small boards, move by move.', 'proven')),
        done.length ? section('Finished', done.slice(0, 4).map(card)) : null,
        h('details', { class: 'lemma', open: !own.length && matchMedia('(min-width: 64rem)').matches }, h('summary', null, h('span', { class: 'fold' }, icon('on', true)), h('span', null, 'Rules')), h('ul', { class: 'inside rule-list' }, ...told.rules.map((rule) => h('li', null, rule)))))));
  return { element, title: 'Emulsion', place: 'emulsion' };
}

const section = (title: string, content: Node[]): HTMLElement => h('section', { class: 'section' }, h('header', null, h('h2', null, title)), h('div', { class: 'cards' }, ...content));
const way = (name: string, title: string, text: string, to: string): HTMLElement => h('a', { class: 'way', href: `#/emulsion/${to}` }, h('h3', null, icon(name), title), icon('arrow', true), h('p', { class: 'small quiet' }, text));

/** A game to go on with, or to review. */
function card(game: Game): HTMLElement {
  const thumb = h('span', { class: 'thumb' });
  void thumbnail(thumb, game.record);
  const remove = async (): Promise<void> => { if (game.solved || await confirm('Remove', 'This game is not finished.', 'Remove')) { await games.remove(game.id); element.remove(); } };
  const element = h('div', { class: 'kept' }, h('a', { class: 'resume', href: `#/emulsion/${game.solved ? 'review' : 'play'}/${game.id}` }, thumb,
    h('span', { class: 't' }, h('h3', null, /\d+x\d+/.exec(game.title)?.[0].replace('x', ' × ')), h('span', { class: 'small quiet' }, game.about)), h('span', { class: 'go' }, icon(game.solved ? 'review' : 'play', true))),
    h('button', { class: 'icon', type: 'button', 'aria-label': `Remove ${game.title}`, title: 'Remove', onclick: () => void remove() }, icon('trash')));
  return element;
}

/** A small picture of a game. */
export async function thumbnail(element: HTMLElement, text: string): Promise<void> {
  try {
    const drawn = (await at('thumbnail', { text })).picture;
    if (!drawn) return;
    const svg = picture(drawn.view_box, drawn.markup);
    svg.setAttribute('class', 'em');
    element.replaceChildren(svg);
  } catch { /* a game that cannot be drawn has no picture */ }
}

/** The box for a link or a record; files may be dropped on it. */
function openForm(): HTMLElement {
  const trouble = h('div', { class: 'problem', role: 'alert', hidden: true });
  const input = h('textarea', { id: 'open-game', rows: 1, placeholder: 'Link, record or position', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' });
  const open = async (): Promise<void> => {
    trouble.hidden = true;
    const text = input.value.trim();
    const own = /#(\/emulsion\/[^\s]*)$/.exec(text)?.[1];
    if (own) return go(own);
    if (!text) return;
    try {
      const view = await at('open', { text });
      go(`/emulsion/${view.winner === undefined ? 'play' : 'review'}?g=${encodeURIComponent(text)}`);
    } catch (error) { problem(error, input.value, trouble); }
  };
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter' && !event.shiftKey) { event.preventDefault(); void open(); } });
  input.addEventListener('paste', () => setTimeout(() => void open()));
  const form = h('form', { class: 'open', onsubmit: (event: Event) => { event.preventDefault(); void open(); } }, h('label', { class: 'hide', for: 'open-game' }, 'Open a game'),
    h('div', { class: 'box' }, icon('open'), input, button('Open', () => void open(), 'text')), trouble);
  form.addEventListener('dragover', (event) => event.preventDefault());
  form.addEventListener('drop', (event) => { event.preventDefault(); void event.dataTransfer?.files[0]?.text().then((text) => { input.value = text; return open(); }); });
  return form;
}
