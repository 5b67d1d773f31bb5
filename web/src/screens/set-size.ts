/** Genre, size and options of the puzzle that is being set. */

import { capital, h, segments } from '../dom';
import { ask } from '../engine/client';
import type { EditView, GenreView } from '../engine/types';
import { GENRES, names, SIZES } from '../library';
import { dialog } from '../shell';

/** The largest side of a board that is drawn by hand. */
const MOST = 100;

/** @param change changes the board that is there; @param turn turns it by a quarter or mirrors it; @param begin begins a blank one. */
export function sizeDialog(edit: EditView, change: (changes: string[]) => Promise<unknown>, turn: (mirror: boolean) => Promise<unknown>, begin: (genre: string, rows: number, cols: number, changes: string[]) => Promise<unknown>): void {
  const state = { genre: edit.genre, cols: edit.cols, rows: edit.rows };
  const chosen: Record<string, string> = {};
  const sizes = h('div', { class: 'grid2' });
  const options = h('div', { class: 'stack tight' });
  const side = (label: string, key: 'cols' | 'rows'): HTMLElement => h('label', { class: 'field' }, h('span', { class: 'label' }, label),
    h('input', { class: 'input', type: 'number', min: 1, max: MOST, value: state[key], 'data-size': key, oninput: (event: Event) => { state[key] = Number((event.target as HTMLInputElement).value); } }));
  const show = (): void => {
    sizes.replaceChildren(side('Columns', 'cols'), side('Rows', 'rows'));
    options.replaceChildren();
    void ask<GenreView>({ ask: 'genre', genre: state.genre }).then((genre) => { if (genre.id === state.genre) options.replaceChildren(...genre.options.map(option)); }).catch(() => undefined);
  };
  const option = ({ key, values, help }: GenreView['options'][number]): HTMLElement => {
    const value = state.genre === edit.genre ? edit.options[key] ?? '' : '';
    const note = (event: Event): void => { chosen[key] = (event.target as HTMLInputElement).value; };
    return h('label', { class: 'field' }, h('span', { class: 'label' }, capital(help)), values.length
      ? h('select', { class: 'select', 'data-option': key, onchange: note }, h('option', { value: '' }, 'As usual'), ...values.map((each) => h('option', { value: each, selected: each === value }, each)))
      : h('input', { class: 'input', 'data-option': key, value, onchange: note }));
  };
  const changes = (): string[] => Object.entries(chosen).map(([key, value]) => `option ${key} ${value.trim() || 'none'}`);
  const apply = (close: () => void, fresh: boolean): void => {
    close();
    if (fresh || state.genre !== edit.genre) { void begin(state.genre, state.rows, state.cols, changes()); return; }
    const resized = state.rows !== edit.rows || state.cols !== edit.cols;
    void change([...(resized ? [`size ${state.cols}x${state.rows}`] : []), ...changes()]);
  };
  show();
  const element: HTMLDialogElement = dialog('Genre and size', [
    segments('Genre', GENRES.map((id) => [id, names[id]!] as [string, string]), state.genre, (id) => { state.genre = id; [state.cols, state.rows] = id === edit.genre ? [edit.cols, edit.rows] : SIZES[id]!; show(); }), sizes, options,
    h('div', { class: 'grid2' }, ...([['Turn the board', false], ['Mirror the board', true]] as const).map(([name, mirror]) => h('button', { class: 'btn', type: 'button', onclick: () => { element.close(); void turn(mirror); } }, name)))], (close) => [
    h('button', { class: 'btn', type: 'button', onclick: () => apply(close, true) }, 'Blank board'),
    h('button', { class: 'btn main', type: 'button', onclick: () => apply(close, false) }, 'Use it')]);
}
