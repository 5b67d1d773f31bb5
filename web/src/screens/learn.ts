/** What there is to learn: the rules of each genre, its techniques by hardness, Emulsion's lesson. */

import '../style/learn.css';
import { capital, h, icon } from '../dom';
import { ask, desk } from '../engine/client';
import type { GenreView } from '../engine/types';
import { GENRES } from '../library';
import type { Route, Screen } from '../router';
import { slug, type Technique, type TechniquesView } from './learn-parts';
import { thumbnail } from './today';

/** `#/learn`. */
export async function learn(_: Route): Promise<Screen> {
  desk.client.warm();
  const rows = GENRES.map((id) => ({ id, row: h('li', { class: 'kind', 'data-genre': id }) }));
  for (const { id, row } of rows) void fill(id, row);
  const element = h('main', { class: 'wrap learn' },
    h('div', null, h('h1', null, 'Learn'), h('p', { class: 'quiet' }, 'The rules in a minute, then what players see on a board, with positions to practise on.')),
    h('ul', { class: 'kinds' }, ...rows.map(({ row }) => row)),
    h('h2', { class: 'hide' }, 'More to learn'), h('section', { class: 'ways', 'aria-label': 'More' },
      way('discs', 'Emulsion', 'The board game for two: its lesson.', '#/emulsion/lesson'),
      way('hint', 'Why not?', 'Say what stands in a cell, and see what speaks against it.', '#/why'),
      way('steps', 'Any puzzle, step by step', 'Open it, then choose “Step by step” in its menu.', '#/library')));
  return { element, title: 'Learn', place: 'learn' };
}

function way(name: string, title: string, text: string, href: string): HTMLElement {
  return h('a', { class: 'way', href }, icon(name), h('h3', null, title), icon('arrow', true), h('p', { class: 'small quiet' }, text));
}

async function fill(id: string, row: HTMLElement): Promise<void> {
  const [genre, { techniques }] = await Promise.all([ask<GenreView>({ ask: 'genre', genre: id }), ask<TechniquesView>({ ask: 'techniques', genre: id })]);
  const thumb = h('a', { class: 'thumb', href: `#/learn/${id}`, 'aria-hidden': 'true', tabindex: -1 });
  void thumbnail(thumb, genre.example);
  row.replaceChildren(thumb, h('div', { class: 'stack tight' },
    h('h2', null, h('a', { href: `#/learn/${id}` }, genre.name)), h('p', { class: 'quiet' }, genre.summary),
    h('a', { class: 'btn', href: `#/learn/${id}` }, icon('book', true), 'Learn the rules'),
    h('details', { class: 'lemma' }, h('summary', null, folded(), h('span', null, 'Techniques'), h('span', { class: 'tag' }, techniques.length)), techniqueList(id, techniques))));
}

function folded(): SVGSVGElement {
  const mark = icon('on', true);
  mark.classList.add('fold');
  return mark;
}

/** Techniques in groups of about the same hardness. */
export function techniqueList(genre: string, techniques: Technique[]): HTMLElement {
  const groups = new Map<number, Technique[]>();
  for (const one of techniques) {
    const level = Math.floor(one.hardness);
    groups.set(level, [...(groups.get(level) ?? []), one]);
  }
  return h('dl', { class: 'techniques' }, ...[...groups].flatMap(([level, ones]) => [h('dt', null, `Hardness ${level}`),
    h('dd', null, ...ones.map((one) => h('a', { href: `#/learn/${genre}/${slug(one.name)}`, title: one.meaning }, capital(one.name))))]));
}
