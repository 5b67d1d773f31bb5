/** All games in this browser, and what they add up to. */

import { h, iconButton } from '../dom';
import { desk } from '../engine/client';
import { names } from '../library';
import type { Screen } from '../router';
import { clock, confirm, toast } from '../shell';
import { games, type Game } from '../store';
import { newDialog } from './new';
import { openForm } from './open';
import { resume } from './today';

export async function library(): Promise<Screen> {
  desk.client.warm();
  const list = h('div', { class: 'goon all' });
  const element = h('main', { class: 'wrap' },
    h('div', { class: 'today' }, h('div', null, h('h1', null, 'Library'), h('p', { class: 'quiet' }, 'Your games stay in this browser.')), openForm()),
    h('p', null, h('button', { class: 'btn', type: 'button', onclick: () => newDialog() }, 'New puzzle')), list);
  const draw = async (): Promise<void> => {
    const all = await games.all();
    if (!all.length) list.replaceChildren(h('p', { class: 'quiet' }, 'No games yet.'));
    else list.replaceChildren(...all.map((game) => h('div', { class: 'kept' }, resume(game), iconButton('trash', `Remove ${names[game.genre] ?? game.genre}`, () => void remove(game)))));
    element.querySelector('.statistics')?.remove();
    const solved = all.filter((game) => game.solved);
    if (solved.length) list.before(statistics(solved));
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

/** By genre: how many were solved, the usual and the best time without help. */
function statistics(solved: Game[]): HTMLElement {
  const genres = [...new Set(solved.map((game) => game.genre))];
  const row = (genre: string): HTMLElement => {
    const own = solved.filter((game) => game.genre === genre);
    const times = own.filter((game) => !game.helped).map((game) => game.seconds).sort((a, b) => a - b);
    const [best, usual] = [times[0], times[Math.floor(times.length / 2)]];
    return h('tr', null, h('th', { scope: 'row' }, names[genre] ?? genre), h('td', null, own.length), h('td', null, times.length), h('td', null, usual === undefined ? '–' : clock(usual)), h('td', null, best === undefined ? '–' : clock(best)));
  };
  return h('section', { class: 'section statistics' }, h('header', null, h('h2', null, 'Solved')),
    h('table', { class: 'groups' }, h('thead', null, h('tr', null, ...['Genre', 'Solved', 'Without help', 'Usual time', 'Best time'].map((name) => h('th', { scope: 'col' }, name)))), h('tbody', null, ...genres.map(row))));
}
