/** Genres, levels and puzzles of the day. */

import { ask } from './engine/client';
import type { GeneratedView } from './engine/types';
import { kept } from './store';

export const GENRES = ['lightup', 'sudoku', 'suguru', 'yosenabe', 'starbattle'] as const;
export const names: Record<string, string> = { lightup: 'Light Up', sudoku: 'Sudoku', suguru: 'Suguru', yosenabe: 'Yosenabe', starbattle: 'Star Battle' };
export const isGenre = (id: string): boolean => (GENRES as readonly string[]).includes(id);
export const LEVELS = ['easy', 'medium', 'hard'] as const;

/** The size of a genre's puzzles of the day. */
export const SIZES: Record<string, [number, number]> = { lightup: [10, 10], sudoku: [9, 9], suguru: [8, 8], yosenabe: [9, 9], starbattle: [8, 8] };

/** Columns and rows as a title tells them. */
export function sizeIn(title: string): string {
  const [, rows, cols] = /(\d+)(?:x| rows by )(\d+)/.exec(title) ?? [];
  return rows ? `${cols} × ${rows}` : '';
}

/** A date as it is written in addresses: 2026-11-18, in the reader's own time. */
export const day = (date = new Date()): string => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

export const isDay = (date: string): boolean => /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));

/** The same seed for everybody: the date, the genre and the level. */
function seed(date: string, genre: string, level: string): number {
  let hash = 2166136261;
  for (const character of `${date} ${genre} ${level}`) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619) >>> 0;
  return hash;
}

/** The puzzle of a day. It is made once and then kept. */
export async function dailyPuzzle(date: string, genre: string, level: string): Promise<string> {
  if (!isDay(date) || !isGenre(genre) || !(LEVELS as readonly string[]).includes(level)) throw new Error('There is no such puzzle of the day.');
  const key = `daily/${date}/${genre}/${level}`;
  const known = await kept.get(key);
  if (known) return known;
  const [cols, rows] = SIZES[genre]!;
  const made = await ask<GeneratedView>({ ask: 'generate', genre, rows, cols, difficulty: level, seed: seed(date, genre, level) }, { ms: 120_000 });
  if (!made.text && !made.puzzle) throw new Error(made.message ?? 'No puzzle was found.');
  const text = made.text ?? JSON.stringify(made.puzzle);
  await kept.put(key, text);
  return text;
}
