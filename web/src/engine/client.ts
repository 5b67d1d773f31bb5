/** Workers and how the page talks to them. A request gets one reply; a worker that fails, hangs or is cancelled is replaced. */

import type { Answer, ErrorView, Failure } from './types';

/** What a worker could not do, with the place in the input where there is one. */
export class EngineError extends Error {
  constructor(readonly view: ErrorView) { super(view.message); }
}

/** The worker died or was replaced before it answered. */
export class WorkerLost extends Error {}

interface Options { ms?: number; onProgress?: (text: string) => void; signal?: AbortSignal }
interface Waiting { resolve(value: unknown): void; reject(error: Error): void; onProgress: ((text: string) => void) | undefined; timer: number }

/** `{ op: 'play', do: 'undo' }` as the modules read it: `{ play: { undo: {} } }`. */
function named(body: unknown): unknown {
  const { op, do: verb, ...rest } = body as Record<string, unknown>;
  return { [String(op)]: verb === undefined ? rest : { [String(verb)]: rest } };
}

/** After the time limit, a worker that has not answered hangs. */
const GRACE = 3000;

/** One worker, started when it is first needed. */
export class Client {
  private worker: Worker | null = null;
  private next = 0;
  private waiting = new Map<number, Waiting>();
  /** Called when a worker was lost; requests that it had are refused. */
  onLost: (() => void) | null = null;

  constructor(private readonly module: 'board' | 'tasks' | 'paper' | 'emulsion') {}

  get busy(): boolean { return this.waiting.size > 0; }
  get load(): number { return this.waiting.size; }

  /** Starts the worker now, so that the first request does not wait for it. */
  warm(): void { this.ensure(); }

  private ensure(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: this.module });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; reply?: string; progress?: string; failed?: string }>) => {
      const waiting = this.waiting.get(data.id);
      if (!waiting) return;
      if (data.progress !== undefined) return waiting.onProgress?.(data.progress);
      this.waiting.delete(data.id);
      clearTimeout(waiting.timer);
      // After a trap the instance may answer wrongly: it is never used again.
      if (data.failed !== undefined) { waiting.reject(new WorkerLost(data.failed)); return this.lose(data.failed); }
      const reply = JSON.parse(data.reply ?? 'null') as Failure | { status?: string; error?: ErrorView };
      if (reply && 'error' in reply && reply.error) waiting.reject(new EngineError(reply.error));
      else waiting.resolve(reply);
    };
    worker.onerror = (event) => { event.preventDefault(); this.lose(event.message || 'the worker failed'); };
    return (this.worker = worker);
  }

  /** Ends the worker; what it was asked is refused. */
  lose(why: string): void {
    this.worker?.terminate();
    this.worker = null;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject, timer } of lost) { clearTimeout(timer); reject(new WorkerLost(why)); }
    this.onLost?.();
  }

  request<T>(kind: 'request' | 'ask', body: unknown, options: Options = {}): Promise<T> {
    const { ms = 0, onProgress, signal } = options;
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted) return reject(new WorkerLost('cancelled'));
      const id = ++this.next;
      const timer = ms > 0 ? self.setTimeout(() => this.lose('no answer in time'), ms + GRACE) : 0;
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, onProgress, timer });
      signal?.addEventListener('abort', () => { if (this.waiting.has(id)) this.lose('cancelled'); }, { once: true });
      this.ensure().postMessage({ id, kind, body: JSON.stringify(kind === 'ask' ? body : named(body)), ms });
    });
  }
}

const board = new Client('board');

/** Boards of a million cells take their time to be read. */
const PATIENCE = 120_000;

/** Something that is asked of the puzzle on the desk. */
interface Asked { number: number; body: unknown; isAnswered: boolean; tries: number }
const toAsk = (body: unknown, number = 0): Asked => ({ body, number, isAnswered: false, tries: 0 });

/** What a loss leads back to: a text, what is asked first about it, and everything that was asked since the text was written. */
export class Kept {
  since: Asked[] = [];
  /** How often the worker was lost since the text was opened last. */
  losses = 0;
  /** @param first is no entry: settings and the like. */
  constructor(public text: string, readonly first: () => unknown[] = () => []) {}
  /** The text as it was after so many requests. */
  write(text: string, asked: number): void {
    this.text = text;
    this.since = this.since.filter(({ number }) => number > asked);
  }
}

/** So often a text that ends the worker is opened. */
const MOST_LOSSES = 3;

/** What leaves nothing behind. */
const READS = new Set(['clock', 'record', 'lines', 'write', 'around', 'label', 'closing']);

/** The worker that owns the puzzle on the screen. If it is lost, all that was entered is entered again. */
export const desk = {
  client: board,
  /** How many requests there were. */
  asked: 0,
  kept: null as Kept | null,
  /** Shows an answer after a loss. */
  onRestart: null as ((answer: Answer) => void) | null,
  /** Told when everything is there again, or cannot be. */
  restarted: null as ((isThere: boolean) => void) | null,
  /** Told before another puzzle is laid on the desk. */
  left: null as (() => void) | null,

  /** Lays a puzzle on the desk; fails where another screen was asked for in the meantime. */
  async open(text: string, isWanted: () => boolean = () => true): Promise<Answer> {
    const check = (): void => { if (!isWanted()) throw new WorkerLost('left'); };
    check();
    desk.left?.();
    desk.left = null;
    const answer = await desk.request({ op: 'open', text }, PATIENCE);
    check();
    return answer;
  },
  request(body: unknown, ms = 10_000): Promise<Answer> {
    const { op, do: verb } = body as { op: string; do?: string };
    const asked = toAsk(body, ++desk.asked);
    if (op === 'play' && !READS.has(verb ?? '')) desk.kept?.since.push(asked);
    return send(asked, ms);
  },
  thumbnail(text: string): Promise<Answer> { return board.request<Answer>('request', { op: 'thumbnail', text }, { ms: 10_000 }); },
};

function send(asked: Asked, ms: number): Promise<Answer> {
  const answer = board.request<Answer>('request', asked.body, { ms });
  answer.then(() => { asked.isAnswered = true; }, (error) => { asked.isAnswered = error instanceof EngineError; });
  return answer;
}

board.onLost = () => {
  const { kept } = desk;
  if (!kept) return;
  if (++kept.losses > MOST_LOSSES) {
    desk.kept = null;
    desk.restarted?.(false);
    return;
  }
  // What the worker was at may have been the reason: it is asked once more, not for ever.
  const reason = kept.since.find(({ isAnswered }) => !isAnswered);
  if (reason && ++reason.tries > 1) kept.since = kept.since.filter((asked) => asked !== reason);
  const all = [...[{ op: 'open', text: kept.text }, ...kept.first()].map((body) => toAsk(body)), ...kept.since];
  // All are sent at once, before anything else that is entered.
  const answers = all.map(async (asked) => {
    asked.isAnswered = false;
    const answer = await send(asked, PATIENCE);
    kept.losses = 0;
    if (desk.kept === kept) desk.onRestart?.(answer);
  });
  void Promise.allSettled(answers).then(() => { if (desk.kept === kept && !kept.losses) desk.restarted?.(true); });
};

/** Workers for what may take long. At most as many as there are cores to spare, each started when it is needed. */
const most = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
const pool: Client[] = [];

function free(): Client {
  const idle = pool.find((client) => !client.busy);
  if (idle) return idle;
  if (pool.length < most) {
    const client = new Client('tasks');
    pool.push(client);
    return client;
  }
  return pool.reduce((least, client) => (client.load < least.load ? client : least));
}

/** Asks the library a question, as docs/ask.md lists them. */
export function ask<T>(question: Record<string, unknown>, options: Options = {}): Promise<T> {
  return free().request<T>('ask', question, { ms: 30_000, ...options });
}

/** Has a worker do something that leaves nothing behind. */
export function task<T>(body: unknown, options: Options = {}): Promise<T> {
  return free().request<T>('request', body, { ms: 30_000, ...options });
}

/** A sheet of puzzles for the printer, as PDF. Its module is loaded for this alone. */
export async function sheet(texts: string[], perPage: number): Promise<Uint8Array<ArrayBuffer>> {
  const client = new Client('paper');
  try {
    const { bytes } = await client.request<{ bytes: string }>('request', { op: 'pdf', texts, solutions: true, per_page: perPage }, { ms: 60_000 });
    return Uint8Array.from({ length: bytes.length / 2 }, (_, at) => parseInt(bytes.slice(2 * at, 2 * at + 2), 16));
  } finally { client.lose('ended'); }
}

/** A worker of one's own for requests that build on each other, such as a walkthrough and its pictures. */
export function taskWorker(): { request<T>(body: unknown, options?: Options): Promise<T>; end(): void } {
  const client = new Client('tasks');
  return {
    request: <T>(body: unknown, options: Options = {}) => client.request<T>('request', body, { ms: 60_000, ...options }),
    end: () => client.lose('ended'),
  };
}
