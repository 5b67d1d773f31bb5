/** The board game's two workers: one owns the table and answers at once, the other thinks and may be ended at any time. */

import { Client, WorkerLost } from '../engine/client';
import type { Picture } from '../engine/types';

export type Side = { seat: string; human: boolean; sizes: string };
/** What is on the table; crates/web/src/emulsion/table.rs describes it. */
export interface TableView {
  size: number; picture?: Picture; marks: string; labels: string[]; title: string; summary: string; status: string; lead: string; said?: string; turn?: string;
  turns: string[]; shown: number; to_move: 0 | 1; leader?: 0 | 1; moves: string; chosen?: number; sides: [Side, Side];
  rows: { rank: string; black: number | null; white: number | null; decides: boolean }[]; engine?: string; can_undo: boolean; ahead: string[]; may_swap: boolean;
  winner?: 0 | 1; ending?: string; record: string; link: string; lesson?: { page: number; pages: number; title: string; text: string; done: boolean }; svg?: string;
}
export interface ReviewedTurn {
  turn: string; mover: 0 | 1; mark: string; degree: number; name: string; chance: string; lost: string; change: [string, string]; better: string; line: string[]; task: string | null;
}
export interface Review {
  done: number; total: number; start: string; turns: ReviewedTurn[]; mistakes: [number[], number[]]; inaccuracies: [number[], number[]]; summary: string[]; scale: string; uncertain: number;
  graph: Picture; frame: [number, number, number, number];
}
export interface Thought { turn?: string; black?: number; told?: string; review?: Review; right?: boolean; position?: string; line?: string[]; complete: boolean }
export interface About { summary: string; rules: string[]; sizes: [number, number]; levels: [string, string][]; ties: [string, string][]; names: [string, string] }

const owner = new Client('emulsion');
const engine = new Client('emulsion');

/** What to lay on the table again after its worker was lost, which piece was chosen, how often it was lost since, and whom to tell. */
export const table = { kept: null as Record<string, unknown> | null, chosen: undefined as number | undefined, losses: 0, onRestart: null as ((view: TableView) => void) | null };
const ask = (verb: string, rest: object): Promise<TableView> => owner.request<TableView>('request', { ...rest, op: 'table', do: verb }, { ms: 10_000 });
owner.onLost = () => {
  const { kept, chosen, onRestart } = table;
  // What ends the worker is not opened for ever.
  if (!kept || ++table.losses > 3) return;
  const views = [ask(String(kept['do']), kept), ...(chosen === undefined ? [] : [ask('choose', { square: chosen })])];
  void Promise.all(views).then((all) => { table.losses = 0; onRestart?.(all.at(-1)!); }).catch(() => undefined);
};

/** Asks the one who owns the table; where that one is lost meanwhile, the next one is asked. */
export const at = (verb: string, rest: object = {}): Promise<TableView> => ask(verb, rest).catch((error: unknown) => {
  if (!wasLost(error) || !table.kept) throw error;
  return ask(verb, rest);
});
export const about = (): Promise<About> => owner.request<About>('request', { op: 'about' }, { ms: 10_000 });

/** Asks the engine, for at most this many milliseconds. */
export function think(verb: string, rest: object, ms: number, signal?: AbortSignal, onProgress?: (text: string) => void): Promise<Thought> {
  return engine.request<Thought>('request', { ...rest, op: 'think', do: verb }, { ms, ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) });
}
/** A screen takes the table and the one who thinks for itself; the next screen does so before this one is left. */
let holder = 0;
export function claim(): number {
  stopThinking();
  table.kept = table.onRestart = null;
  table.chosen = undefined;
  table.losses = 0;
  return ++holder;
}
export const holds = (claimed: number): boolean => claimed === holder;
export function release(claimed: number): void { if (holds(claimed)) claim(); }

/** Ends what is being thought. */
export const stopThinking = (): void => { if (engine.busy) engine.lose('cancelled'); };
export const wasLost = (error: unknown): boolean => error instanceof WorkerLost;

/** What was chosen last, for the next visit. */
export interface Choices { size: number; level: string; colour: 'black' | 'white'; tie: string; pie: boolean; seconds: number; overlay: string; chances: boolean }
const usual: Choices = { size: 7, level: 'level 3', colour: 'black', tie: 'last-mover-wins', pie: false, seconds: 2, overlay: 'gains', chances: true };
export const choices: Choices = (() => { try { return { ...usual, ...JSON.parse(localStorage.getItem('gridwright-emulsion') ?? '{}') as Partial<Choices> }; } catch { return { ...usual }; } })();
export function saveChoices(): void { try { localStorage.setItem('gridwright-emulsion', JSON.stringify(choices)); } catch { /* they last until the page is left */ } }
