/** The first screen: go on, today's puzzles, open, new. */

import { capital, h, icon, picture } from '../dom';
import { desk } from '../engine/client';
import { dailyPuzzle, day, GENRES, isDay, LEVELS, names, sizeIn, SIZES } from '../library';
import type { Route, Screen } from '../router';
import { clock } from '../shell';
import { games, type Game } from '../store';
import { newDialog } from './new';
import { openForm } from './open';

/** `#/` today, `#/?day=2026-11-17` an earlier day. */
export async function today({ query }: Route): Promise<Screen> {
  desk.client.warm();
  const asked = query.get('day') ?? '';
  const date = isDay(asked) ? asked : day();
  const all = await games.all();
  const going = all.filter((game) => !game.solved && (game.progress || game.genre !== 'emulsion'));
  const shown = new Date(`${date}T12:00`);
  const heading = Number.isNaN(shown.getTime()) ? 'Today' : shown.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
  const before = new Date(shown.getTime() - 86_400_000);
  const element = h('main', { class: 'wrap' },
    h('div', { class: 'today' }, h('div', null, h('h1', null, heading), h('p', { class: 'quiet' }, date === day() ? 'A puzzle for each kind and level, the same for everybody today.' : 'The puzzles of this day, the same for everybody.')), openForm()),
    going.length ? h('section', { class: 'section', 'aria-labelledby': 'go-on' },
      h('header', null, h('h2', { id: 'go-on' }, 'Continue'), h('a', { class: 'link', href: '#/library' }, all.length === 1 ? 'All games' : `All ${all.length} games`)),
      h('div', { class: 'goon' }, ...going.slice(0, 3).map((game, index) => resume(game, index > 0)))) : null,
    h('section', { class: 'section', 'aria-labelledby': 'days' },
      h('header', null, h('h2', { id: 'days' }, date === day() ? 'Today' : 'That day'), h('span', { class: 'row tight' }, h('a', { class: 'link', href: `#/?day=${day(before)}` }, 'The day before'), date < day() ? h('a', { class: 'link', href: '#/' }, 'Today') : null)),
      h('ul', { class: 'days' }, ...GENRES.map((genre) => dailyRow(date, genre, all)))),
    h('section', { class: 'ways', 'aria-label': 'More' },
      way('plus', 'New puzzle', 'Any size, level and symmetry, with exactly one solution.', '#/', () => newDialog()),
      way('pen', 'Set your own', 'Draw a puzzle and see its solutions while you draw.', '#/set'),
      way('book', 'Learn', 'Rules, techniques and drills; any puzzle step by step.', '#/learn'),
      way('discs', 'Emulsion', 'A board game for two, or against the engine.', '#/emulsion')));
  return { element, title: 'Gridwright', place: 'today' };
}

function way(name: string, title: string, text: string, href: string, onclick?: () => void): HTMLElement {
  return h('a', { class: 'way', href, ...(onclick ? { onclick: (event: Event) => { event.preventDefault(); onclick(); } } : {}) },
    h('h3', null, icon(name), title), icon('arrow', true), h('p', { class: 'small quiet' }, text));
}

/** A game to go on with. */
export function resume(game: Game, more = false): HTMLElement {
  const thumb = h('span', { class: 'thumb' });
  const isBoardGame = game.genre === 'emulsion';
  void (isBoardGame ? import('./emulsion').then((own) => own.thumbnail(thumb, game.record)) : thumbnail(thumb, game.record));
  const bar = h('i');
  bar.style.width = `${Math.round(100 * game.progress)}%`;
  return h('a', { class: more ? 'resume more' : 'resume', href: game.source.startsWith('daily/') ? `#/${game.source}` : `#/${isBoardGame ? 'emulsion/' : ''}play/${game.id}` }, thumb,
    h('span', { class: 't' }, h('h3', null, names[game.genre] ?? 'Emulsion'), h('span', { class: 'small quiet' }, [sizeIn(game.title), game.level].filter(Boolean).join(', '), ` · ${clock(game.seconds)}`),
      h('span', { class: 'progress', 'aria-hidden': 'true' }, bar)),
    h('span', { class: 'go' }, icon(game.solved ? 'tick' : 'play', true)));
}

export async function thumbnail(element: HTMLElement, text: string): Promise<void> {
  try {
    const drawn = (await desk.thumbnail(text)).picture;
    if (drawn) element.replaceChildren(picture(drawn.view_box, drawn.markup));
  } catch { /* a game that cannot be drawn has no picture */ }
}

function dailyRow(date: string, genre: string, all: Game[]): HTMLElement {
  const [cols, rows] = SIZES[genre]!;
  const thumb = h('a', { class: 'thumb', href: `#/daily/${date}/${genre}/easy`, 'aria-hidden': 'true', tabindex: -1 }, placeholder(cols, rows));
  void dailyPuzzle(date, genre, 'easy').then((text) => thumbnail(thumb, text)).catch(() => undefined);
  return h('li', { class: 'day' }, thumb, h('h3', null, names[genre]!, h('span', null, `${cols} × ${rows}`)),
    h('div', { class: 'levels' }, ...LEVELS.map((level) => {
      const game = all.find((other) => other.source === `daily/${date}/${genre}/${level}`);
      const name = capital(level);
      return game?.solved
        ? h('a', { class: 'done', href: `#/daily/${date}/${genre}/${level}`, 'aria-label': `${names[genre]}, ${name}, done in ${clock(game.seconds)}` }, icon('tick'), clock(game.seconds))
        : h('a', { href: `#/daily/${date}/${genre}/${level}`, 'aria-label': `${names[genre]}, ${name}` }, name);
    })));
}

/** An empty grid until the puzzle is there. */
function placeholder(cols: number, rows: number): SVGSVGElement {
  let d = '';
  for (let col = 0; col <= cols; col++) d += `M${10 + col * 40} 10v${rows * 40}`;
  for (let row = 0; row <= rows; row++) d += `M10 ${10 + row * 40}h${cols * 40}`;
  return picture([8, 8, cols * 40 + 4, rows * 40 + 4], `<path class="gw-open" d="M10 10h${cols * 40}v${rows * 40}h-${cols * 40}z"/><path class="gw-thin" d="${d}"/>`);
}
