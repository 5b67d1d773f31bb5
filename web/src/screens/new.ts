/** A new puzzle: genre, size, level, symmetry. */

import { capital, h, icon, segments } from '../dom';
import { ask, EngineError, sheet, WorkerLost } from '../engine/client';
import type { GeneratedView, GenreView } from '../engine/types';
import { GENRES, LEVELS, names, SIZES } from '../library';
import { pack } from '../link';
import { go } from '../router';
import { dialog } from '../shell';

const SYMMETRIES: [string, string][] = [['', 'As usual'], ['none', 'None'], ['rotation', 'Half a turn'], ['horizontal', 'Left and right'], ['vertical', 'Top and bottom']];

export function newDialog(genre: string = GENRES[0], size?: [number, number], level = 'medium'): void {
  const state = { genre, cols: size?.[0] ?? SIZES[genre]![0], rows: size?.[1] ?? SIZES[genre]![1], level, symmetry: '', wrapping: false, stars: 1, require: '', number: 4, perPage: 2 };
  const techniques = h('select', { class: 'select', onchange: () => { state.require = techniques.value; } });
  const listTechniques = (): void => {
    state.require = '';
    techniques.replaceChildren(h('option', { value: '' }, 'Any'));
    const wanted = state.genre;
    void ask<GenreView>({ ask: 'genre', genre: wanted }).then((genre) => { if (wanted === state.genre) techniques.append(...genre.techniques.map((name) => h('option', { value: name }, name))); }).catch(() => undefined);
  };
  const options = h('div', { class: 'stack' });
  const said = h('p', { class: 'small quiet', role: 'status' });
  let stop: AbortController | null = null;
  const number = (label: string, value: number, min: number, max: number, set: (value: number) => void): HTMLElement =>
    h('label', { class: 'field' }, h('span', { class: 'label' }, label), h('input', { class: 'input', type: 'number', value, min, max, onchange: (event: Event) => set(Number((event.target as HTMLInputElement).value)) }));
  const draw = (): void => {
    options.replaceChildren(
      h('div', { class: 'grid2' }, number('Columns', state.cols, 2, 100, (cols) => { state.cols = cols; }), number('Rows', state.rows, 2, 100, (rows) => { state.rows = rows; })),
      ...(state.genre === 'lightup' ? [h('label', { class: 'switch' }, h('span', null, 'Rows and columns wrap round (torus)'), h('input', { type: 'checkbox', checked: state.wrapping, onchange: (event: Event) => { state.wrapping = (event.target as HTMLInputElement).checked; } }))] : []),
      ...(state.genre === 'lightup' || state.genre === 'sudoku' ? [h('label', { class: 'field' }, h('span', { class: 'label' }, 'Symmetry'), h('select', { class: 'select', onchange: (event: Event) => { state.symmetry = (event.target as HTMLSelectElement).value; } }, ...SYMMETRIES.map(([value, name]) => h('option', { value, selected: value === state.symmetry }, name))))] : []),
      ...(state.genre === 'starbattle' ? [number('Stars', state.stars, 1, 3, (stars) => { state.stars = stars; })] : []),
      h('label', { class: 'field' }, h('span', { class: 'label' }, 'Must need'), techniques));
  };
  draw();
  listTechniques();
  /** Makes a puzzle to play, or several on a sheet. */
  const make = async (close: () => void, number = 0): Promise<void> => {
    stop = new AbortController();
    const { symmetry, wrapping, stars, cols, rows } = state;
    const question = (): Record<string, unknown> => ({ ask: 'generate', genre: state.genre, rows, cols, difficulty: state.level, seed: Math.floor(Math.random() * 2 ** 50), ...(symmetry ? { symmetry } : {}), ...(wrapping ? { wrapping } : {}), ...(state.require ? { require: [state.require] } : {}), ...(state.genre === 'starbattle' ? { stars } : {}) });
    const texts: string[] = [];
    try {
      do {
        const which = number ? `Puzzle ${texts.length + 1} of ${number}` : 'Making a puzzle';
        said.textContent = `${which}…`;
        const made = await ask<GeneratedView>(question(), { ms: 120_000, signal: stop.signal, onProgress: (text) => { said.textContent = `${which}: ${text}…`; } });
        const text = made.text ?? (made.puzzle ? JSON.stringify(made.puzzle) : '');
        if (!text) { said.textContent = made.message ?? 'No puzzle was found.'; return; }
        texts.push(text);
      } while (texts.length < number);
      if (number) {
        said.textContent = 'Setting the sheet…';
        (await import('./share')).save(`${state.genre}-${state.level}-${number}.pdf`, await sheet(texts, state.perPage), 'application/pdf');
        said.textContent = 'The sheet is saved.';
        return;
      }
      close();
      go(`/play?level=${state.level}&z=${await pack(texts[0]!)}`);
    } catch (error) {
      if (error instanceof EngineError) said.textContent = error.message; else if (error instanceof WorkerLost) said.textContent = 'Stopped.'; else throw error;
    } finally { stop = null; }
  };
  const element = dialog('New puzzle', [
    segments('Genre', GENRES.map((id) => [id, names[id]!] as [string, string]), state.genre, (id) => { state.genre = id; [state.cols, state.rows] = SIZES[id]!; listTechniques(); draw(); }),
    segments('Level', LEVELS.map((id) => [id, capital(id)] as [string, string]), state.level, (id) => { state.level = id; }),
    options,
    h('details', { class: 'lemma' }, h('summary', null, h('span', { class: 'fold' }, icon('on', true)), h('span', null, 'Sheet to print')), h('div', { class: 'inside grid2' },
      number('Puzzles', state.number, 1, 24, (wanted) => { state.number = Math.max(1, Math.min(24, wanted)); }),
      h('div', { class: 'field' }, h('span', { class: 'label' }, 'On a page'), segments('On a page', ['1', '2', '4'].map((each) => [each, each] as [string, string]), String(state.perPage), (each) => { state.perPage = Number(each); })),
      h('button', { class: 'btn', type: 'button', onclick: () => { if (!stop) void make(() => undefined, state.number); } }, 'Make the sheet'))),
    said], (close) => [
    h('button', { class: 'btn', type: 'button', onclick: () => { if (stop) stop.abort(); else close(); } }, 'Cancel'),
    h('button', { class: 'btn main', type: 'button', onclick: () => void make(close) }, 'Make it')]);
  element.addEventListener('close', () => stop?.abort());
}
