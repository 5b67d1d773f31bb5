/** What stays in this browser: games in a database, settings beside it. Nothing is ever sent anywhere. */

import type { Settings } from './engine/types';

/** A puzzle that was opened, as far as it was played. */
export interface Game {
  id: string;
  genre: string;
  title: string;
  /** The session as text; it holds the puzzle, every action and the clock. */
  record: string;
  /** Where it comes from: `daily/2026-11-18/sudoku/easy`, or nothing. */
  source: string;
  level: string;
  seconds: number;
  /** How much of it is done, from 0 to 1. */
  progress: number;
  solved: boolean;
  helped: boolean;
  updated: number;
  /** Of the board game: turns that were taken back and may be played again, and who plays. */
  ahead?: string[];
  about?: string;
  /** Lines of play that were left, as the library writes them. */
  lines?: string;
}

let database: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  return (database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('gridwright', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games', { keyPath: 'id' });
      request.result.createObjectStore('kept', { keyPath: 'key' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => { database = null; reject(request.error ?? new Error('no database')); };
  }));
}

async function run<T>(store: string, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await open()).transaction(store, mode);
  const request = work(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('storage failed'));
  });
}

/** All games. */
export const games = {
  /** The latest first. */
  all: async (): Promise<Game[]> => {
    try {
      const all = await run<Game[]>('games', 'readonly', (store) => store.getAll() as IDBRequest<Game[]>);
      return all.sort((a, b) => b.updated - a.updated);
    } catch { return []; }
  },
  get: (id: string): Promise<Game | undefined> => run('games', 'readonly', (store) => store.get(id) as IDBRequest<Game | undefined>).catch(() => undefined),
  /** Saves a game; fails where there is no room. */
  put: (game: Game): Promise<unknown> => run('games', 'readwrite', (store) => store.put(game)),
  /** Saves several games that come from elsewhere; one that is here and younger stays. */
  merge: async (others: Game[]): Promise<number> => {
    let taken = 0;
    for (const other of others) {
      const own = await games.get(other.id);
      if (own && own.updated >= other.updated) continue;
      await games.put(other);
      taken++;
    }
    return taken;
  },
  remove: (id: string): Promise<unknown> => run('games', 'readwrite', (store) => store.delete(id)),
  /** The game that was begun from a source. */
  from: async (source: string): Promise<Game | undefined> => (await games.all()).find((game) => game.source === source),
};

/** Texts that were computed and are worth keeping: puzzles of the day. */
export const kept = {
  get: async (key: string): Promise<string | undefined> => {
    try { return (await run<{ text: string } | undefined>('kept', 'readonly', (store) => store.get(key) as IDBRequest<{ text: string } | undefined>))?.text; } catch { return undefined; }
  },
  put: (key: string, text: string): Promise<unknown> => run('kept', 'readwrite', (store) => store.put({ key, text })).catch(() => undefined),
};

/** A name for a game. A puzzle of the day has one name in all tabs, so that two of them do not play it side by side. */
export const newId = (source = ''): string => source.replaceAll(/\W/g, '_') || `${Date.now().toString(36)}${Math.floor(Math.random() * 46656).toString(36)}`;

/** What a person has chosen, for all games. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  contrast: boolean;
  clock: boolean;
  /** Single letters are commands; with Ctrl they always are. */
  letters: boolean;
  /** Z X C V choose what digits do, as on other sites. */
  modeKeys: boolean;
  /** These keys were offered. */
  offered: boolean;
  /** The first tap in Star Battle marks. */
  markFirst: boolean;
  digits: Settings;
  others: Settings;
}

const USUAL: Preferences = {
  theme: 'system', contrast: false, clock: true, letters: true, modeKeys: false, offered: false, markFirst: false,
  digits: { errors: 'conflicts', auto_marks: false, clean_notes: true, highlights: true },
  others: { errors: 'on', auto_marks: false, clean_notes: true, highlights: true },
};

function load(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem('gridwright') ?? '{}') as Partial<Preferences>;
    return { ...USUAL, ...stored, digits: { ...USUAL.digits, ...stored.digits }, others: { ...USUAL.others, ...stored.others } };
  } catch { return { ...USUAL }; }
}

export const preferences: Preferences = load();

/** Remembers and applies what was chosen. */
export function savePreferences(): void {
  try { localStorage.setItem('gridwright', JSON.stringify(preferences)); } catch { /* no room or not allowed: they last until the page is left */ }
  applyTheme();
}

export function applyTheme(): void {
  const root = document.documentElement;
  if (preferences.theme === 'system') delete root.dataset['theme']; else root.dataset['theme'] = preferences.theme;
  if (preferences.contrast) root.dataset['contrast'] = 'more'; else delete root.dataset['contrast'];
}
