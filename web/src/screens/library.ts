/** All games in this browser, and what they add up to. */

import { h, icon, iconButton } from '../dom';
import { desk } from '../engine/client';
import { day, LEVELS, names } from '../library';
import type { Screen } from '../router';
import { clock, confirm, toast } from '../shell';
import { games, type Game } from '../store';
import { newDialog } from './new';
import { openForm } from './open';
import { resume } from './today';

export async function library(): Promise<Screen> {
  desk.client.warm();
  const list = h('div', { class: 'goon all' });
  const file = h('input', { type: 'file', class: 'hide', id: 'games-file', accept: '.json,application/json', tabindex: -1, 'aria-hidden': 'true', onchange: () => void bringIn(file.files?.[0]) });
  const keepAll = async (): Promise<void> => (await import('./share')).save(`gridwright-games-${day()}.json`, JSON.stringify({ gridwright: 'games', games: await games.all() }), 'application/json');
  const bringIn = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    try {
      const found = readGames(await chosen.text());
      const taken = await games.merge(found);
      toast(`${taken} of ${found.length} ${found.length === 1 ? 'game' : 'games'} taken in; the others were here already.`);
      await draw();
    } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
    file.value = '';
  };
  const element = h('main', { class: 'wrap' },
    h('div', { class: 'today' }, h('div', null, h('h1', null, 'Library'), h('p', { class: 'quiet' }, 'Your games stay in this browser.')), openForm()),
    h('div', { class: 'row wrapped' }, h('button', { class: 'btn main', type: 'button', onclick: () => newDialog() }, icon('plus', true), 'New puzzle'),
      h('button', { class: 'btn', type: 'button', onclick: () => void keepAll() }, icon('save', true), 'Save all games'),
      h('button', { class: 'btn', type: 'button', onclick: () => file.click() }, icon('open', true), 'Bring games in'), file),
    list, pastDays());
  const draw = async (): Promise<void> => {
    const all = await games.all();
    if (!all.length) list.replaceChildren(h('p', { class: 'quiet' }, 'No games yet.'));
    else list.replaceChildren(...all.map((game) => h('div', { class: 'kept' }, resume(game), iconButton('trash', `Remove ${names[game.genre] ?? game.genre}`, () => void remove(game)))));
    element.querySelector('.statistics')?.remove();
    if (all.length) list.after(statistics(all));
  };
  const remove = async (game: Game): Promise<void> => {
    if (!game.solved && game.progress > 0 && !await confirm('Remove', 'This game is not finished.', 'Remove')) return;
    await games.remove(game.id);
    toast('Removed.', ['Undo', () => void games.put(game).then(draw)]);
    await draw();
  };
  await draw();
  return { element, title: 'Library', place: 'library' };
}

/** Games from a file that this page has written; anything else is refused. */
function readGames(text: string): Game[] {
  const refuse = (): never => { throw new Error('This file holds no games of Gridwright.'); };
  let read: unknown;
  try { read = JSON.parse(text); } catch { return refuse(); }
  const { gridwright, games: list } = (read ?? {}) as { gridwright?: unknown; games?: unknown };
  if (gridwright !== 'games' || !Array.isArray(list)) return refuse();
  const shape: Record<string, string> = { id: 'string', genre: 'string', title: 'string', record: 'string', source: 'string', level: 'string', seconds: 'number', progress: 'number', solved: 'boolean', helped: 'boolean', updated: 'number' };
  const isGame = (game: Record<string, unknown> | null): boolean => !!game && Object.entries(shape).every(([key, type]) => typeof game[key] === type) && /^\w+$/.test(String(game['id']));
  return list.every(isGame) ? (list as Game[]) : refuse();
}

/** The last days, each with how many of its puzzles were solved. */
function pastDays(): HTMLElement {
  const row = h('ul', { class: 'past' });
  void games.all().then((all) => {
    const days = Array.from({ length: 28 }, (_, back) => new Date(Date.now() - back * 86_400_000));
    row.replaceChildren(...days.map((date) => {
      const name = day(date);
      const solved = all.filter((game) => game.solved && game.source.startsWith(`daily/${name}/`)).length;
      const said = date.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
      return h('li', null, h('a', { href: `#/?day=${name}`, class: solved ? 'some' : '' }, h('b', null, said), solved ? h('span', { class: 'small' }, `${solved} solved`) : null));
    }));
  });
  return h('section', { class: 'section', 'aria-labelledby': 'past' }, h('header', null, h('h2', { id: 'past' }, 'Past days')), row);
}

/** By genre and level: how many were played and solved, without a hint, the best and the mean time of these. */
function statistics(all: Game[]): HTMLElement {
  const order = (level: string): number => (LEVELS as readonly string[]).indexOf(level);
  const kinds = [...new Set(all.map((game) => `${game.genre} ${game.level}`))].sort((a, b) => a.split(' ')[0]!.localeCompare(b.split(' ')[0]!) || order(a.split(' ')[1]!) - order(b.split(' ')[1]!));
  const row = (kind: string): HTMLElement => {
    const [genre = '', level = ''] = kind.split(' ');
    const own = all.filter((game) => game.genre === genre && game.level === level);
    const solved = own.filter((game) => game.solved);
    const times = solved.filter((game) => !game.helped).map((game) => game.seconds);
    const mean = times.length ? Math.round(times.reduce((sum, time) => sum + time, 0) / times.length) : null;
    return h('tr', null, h('th', { scope: 'row' }, names[genre] ?? genre), h('td', { class: 'word' }, level || '–'), h('td', null, own.length), h('td', null, solved.length), h('td', null, times.length), h('td', null, times.length ? clock(Math.min(...times)) : '–'), h('td', null, mean === null ? '–' : clock(mean)));
  };
  return h('section', { class: 'section statistics', 'aria-labelledby': 'statistics' }, h('header', null, h('h2', { id: 'statistics' }, 'Statistics')),
    h('div', { class: 'across', tabindex: 0, role: 'region', 'aria-labelledby': 'statistics' }, h('table', { class: 'groups' }, h('thead', null, h('tr', null, ...['Genre', 'Level', 'Played', 'Solved', 'No hints', 'Best', 'Mean'].map((name) => h('th', { scope: 'col' }, name)))), h('tbody', null, ...kinds.map(row)))));
}
