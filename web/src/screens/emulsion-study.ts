/** The lesson, puzzles, and what is proven on small boards. */

import { capital, h, icon, segments } from '../dom';
import { EngineError } from '../engine/client';
import { EmulsionBoard } from '../emulsion/board';
import { about, at, claim, holds, release, stopThinking, table, think, wasLost, type TableView, type Thought } from '../emulsion/client';
import { button } from '../emulsion/parts';
import { go, type Route, type Screen } from '../router';
import { announce, toast } from '../shell';

/** `#/emulsion/lesson?page=2`, `#/emulsion/puzzle?size=5&seed=7`, `#/emulsion/proven?g=4`. */
export async function study({ path: [, what], query }: Route): Promise<Screen> {
  const desk = what === 'lesson' ? new LessonDesk() : what === 'puzzle' ? new PuzzleDesk() : new ProofDesk();
  await desk.begin(query);
  return { element: desk.element, title: desk.name, place: 'emulsion', bare: true, leave: () => desk.leave() };
}

/** A board with words beside it. */
abstract class Desk {
  abstract readonly name: string;
  element: HTMLElement = h('main');
  private readonly claimed = claim();
  protected get gone(): boolean { return !holds(this.claimed); }
  protected readonly words = h('div', { class: 'stack' });
  protected readonly buttons = h('div', { class: 'row' });
  protected readonly board = new EmulsionBoard((square) => this.chosen(square).catch((error: unknown) => this.failed(error)), () => void at('let-go').then((view) => this.take(view)));

  protected build(...top: Node[]): void {
    this.element = h('main', { class: 'play emulsion learning' },
      h('div', { class: 'bar-name name narrow-only' }, h('h1', null, this.name)),
      h('div', { class: 'middle' }, this.board.element),
      h('aside', { class: 'side' }, h('div', { class: 'about wide-only' }, h('h1', null, this.name)), ...top, this.words, this.buttons));
    table.onRestart = (view) => { this.take(view); toast('The calculation was restarted. Nothing was lost.'); };
    requestAnimationFrame(() => this.board.focus());
  }

  abstract begin(query: URLSearchParams): Promise<void>;
  protected abstract chosen(square: number): Promise<void>;
  protected take(view: TableView): void { this.board.apply(view); }
  protected failed(error: unknown): void { if (error instanceof EngineError) toast(capital(error.message)); else if (!wasLost(error)) throw error; }
  leave(): void { release(this.claimed); }
}

class LessonDesk extends Desk {
  readonly name = 'Lesson';
  private readonly dots = h('ol', { class: 'dots', 'aria-hidden': 'true' });

  async begin(query: URLSearchParams): Promise<void> {
    this.build(this.dots);
    await this.turnTo(Number(query.get('page') ?? 1) - 1);
  }

  private async turnTo(page: number): Promise<void> {
    if (page >= 0) history.replaceState(null, '', `#/emulsion/lesson?page=${page + 1}`);
    table.kept = { do: 'lesson', page: Math.max(0, page) };
    this.take(await at('lesson', { page: Math.max(0, page) }));
  }

  protected async chosen(square: number): Promise<void> { this.take(await at('choose', { square })); }

  protected override take(view: TableView): void {
    super.take(view);
    const { lesson, said } = view;
    if (!lesson) return;
    this.dots.replaceChildren(...Array.from({ length: lesson.pages }, (_, page) => h('li', { class: page === lesson.page ? 'now' : page < lesson.page ? 'seen' : '' })));
    this.words.replaceChildren(h('div', { class: 'stack tight' }, h('p', { class: 'caption' }, `${lesson.page + 1} of ${lesson.pages}`), h('h2', null, lesson.title), h('p', { class: 'say' }, lesson.text)),
      said ? h('div', { class: lesson.done ? 'notice good' : 'notice', role: 'status' }, icon(lesson.done ? 'tick' : 'hint'), h('b', null, said)) : '');
    if (said) announce(said);
    const last = lesson.page + 1 === lesson.pages;
    const next = last ? button('Play', () => go('/emulsion'), 'main fill') : button('Next', () => void this.turnTo(lesson.page + 1), lesson.done ? 'main fill' : 'fill');
    next.disabled = !lesson.done;
    const back = button('Back', () => void this.turnTo(lesson.page - 1));
    back.disabled = lesson.page === 0;
    this.buttons.replaceChildren(back, next);
  }
}

class PuzzleDesk extends Desk {
  readonly name = 'Puzzle';
  private size = '5';
  private seed = 1;
  private position = '';
  private solved: Thought | null = null;
  private shown = 0;
  private readonly sizes = segments('Size', ['4', '5', '6'].map((size) => [size, `${size} × ${size}`] as [string, string]), '5', (size) => { this.size = size; this.another(); });

  async begin(query: URLSearchParams): Promise<void> {
    this.build(this.sizes);
    const size = query.get('size') ?? '5';
    this.size = ['4', '5', '6'].includes(size) ? size : '5';
    this.sizes.pick(this.size);
    const seed = Number(query.get('seed'));
    this.seed = Number.isSafeInteger(seed) && seed > 0 ? seed : Math.floor(Math.random() * 1e6) + 1;
    void this.make().catch((error: unknown) => this.failed(error));
  }

  private another(): void { this.seed = Math.floor(Math.random() * 1e6) + 1; void this.make().catch((error: unknown) => this.failed(error)); }

  private async make(): Promise<void> {
    history.replaceState(null, '', `#/emulsion/puzzle?size=${this.size}&seed=${this.seed}`);
    this.board.active = false;
    this.words.replaceChildren(h('p', { class: 'quiet' }, 'Making a puzzle…'), h('div', { class: 'progress endless', 'aria-hidden': 'true' }, h('i')));
    this.buttons.replaceChildren();
    stopThinking();
    const made = await think('puzzle', { size: Number(this.size), seed: this.seed }, 60_000);
    if (this.gone) return;
    this.position = made.position ?? '';
    this.solved = null;
    this.board.active = true;
    await this.lay([]);
    this.say(made.told ?? '', '');
  }

  private async lay(line: string[]): Promise<void> {
    table.kept = { do: 'at', text: this.position, line };
    this.take(await at('at', table.kept));
  }

  private say(told: string, kind: string): void {
    this.words.replaceChildren(kind ? h('div', { class: `notice ${kind}`, role: 'status' }, icon(kind === 'good' ? 'tick' : 'warning'), h('b', null, told)) : h('p', { class: 'say' }, told));
    announce(told);
    const { solved } = this;
    if (solved) {
      const step = (by: number) => () => { this.shown = Math.max(0, Math.min(solved.line?.length ?? 0, this.shown + by)); void this.lay((solved.line ?? []).slice(0, this.shown)); };
      this.words.append(h('p', { class: 'caption' }, `Best line: ${solved.line?.join(' ') ?? ''}`));
      this.buttons.replaceChildren(button('Back', step(-1)), button('On', step(1)), button('Another', () => this.another(), 'main fill'));
    } else this.buttons.replaceChildren(button('Show the answer', () => void this.attempt().catch((error: unknown) => this.failed(error))), button('Another', () => this.another()));
  }

  protected async chosen(square: number): Promise<void> {
    const view = await at('choose', { square, tell: true });
    this.take(view);
    if (view.said) announce(view.said);
    if (view.turn) await this.attempt(view.turn);
  }

  private async attempt(turn?: string): Promise<void> {
    let thought: Thought;
    try { thought = await think('attempt', turn ? { turn } : {}, 20_000); } catch (error) {
      if (!wasLost(error)) throw error;
      // The worker lost its puzzle: equal seeds give equal ones.
      await think('puzzle', { size: Number(this.size), seed: this.seed }, 60_000);
      thought = await think('attempt', turn ? { turn } : {}, 20_000);
    }
    if (this.gone) return;
    if (thought.right) {
      this.solved = thought;
      this.shown = 1;
      this.board.active = false;
      await this.lay((thought.line ?? []).slice(0, 1));
    } else if (turn) this.take(await at('at', { text: this.position, played: turn }));
    this.say(thought.told ?? '', thought.right ? 'good' : 'bad');
  }
}

class ProofDesk extends Desk {
  readonly name = 'Proven results';
  private size = '4';
  private tie = 'last-mover-wins';
  private run = 0;
  private view: TableView | null = null;

  async begin(query: URLSearchParams): Promise<void> {
    const { ties, names } = await about();
    const text = query.get('g') ?? '4';
    const view = await at('open', { text });
    this.size = String(view.size);
    if (/last-mover-loses/.test(view.record)) this.tie = 'last-mover-loses';
    this.build(segments('Size', ['2', '3', '4', '5', '6'].map((size) => [size, size] as [string, string]), this.size, (size) => { this.size = size; void this.fresh(); }),
      h('div', { class: 'field' }, h('span', { class: 'label' }, names[0]), segments(names[0], ties.map(([id, name]) => [id, capital(name)] as [string, string]), this.tie, (tie) => { this.tie = tie; void this.fresh(); })));
    this.take(view);
    void this.prove();
  }

  private async fresh(): Promise<void> {
    this.take(await at('new', { size: Number(this.size), tie: this.tie, pie: false, black: 'human', white: 'human' }));
    await this.prove();
  }

  protected async chosen(square: number): Promise<void> {
    const turns = this.view?.turns.length;
    const view = await at('choose', { square });
    this.take(view);
    if (view.said) announce(view.said);
    if (view.turns.length !== turns) await this.prove();
  }

  protected override take(view: TableView): void {
    super.take(view);
    this.view = view;
    table.kept = { do: 'open', text: view.record };
  }

  private async prove(): Promise<void> {
    const mine = ++this.run;
    const view = this.view!;
    history.replaceState(null, '', `#/emulsion/proven?g=${view.link}`);
    const undo = button('Undo', () => void at('undo').then((now) => { this.take(now); return this.prove(); }));
    undo.disabled = !view.can_undo;
    const play = button('Play from here', () => go(`/emulsion/play?g=${view.link}`));
    this.buttons.replaceChildren(undo, play);
    if (view.winner !== undefined) return this.words.replaceChildren(h('p', { class: 'say' }, view.ending));
    const told = h('p', { class: 'quiet' }, 'Looking for a proof…');
    this.words.replaceChildren(h('p', null, view.status), told, h('div', { class: 'progress endless', 'aria-hidden': 'true' }, h('i')), button('Stop', () => stopThinking(), ''));
    stopThinking();
    try {
      const proof = await think('solve', { text: view.record }, 60_000, undefined, (text) => { told.textContent = `${capital(text)}…`; });
      if (this.gone || mine !== this.run) return;
      const [first = '', ...rest] = (proof.told ?? '').split('\n');
      this.words.replaceChildren(h('p', null, view.status), proof.black === undefined ? h('p', { class: 'say' }, 'Not proven in a minute.') : h('h2', null, first), ...(proof.black === undefined ? [first, ...rest] : rest).filter(Boolean).map((line) => h('p', { class: 'small quiet' }, line)));
      announce(proof.told ?? '');
      this.take(await at('mark', { better: proof.line ?? [] }));
    } catch (error) {
      if (mine !== this.run || this.gone) return;
      if (wasLost(error)) this.words.replaceChildren(h('p', null, view.status), h('p', { class: 'quiet' }, 'Stopped.')); else this.failed(error);
    }
  }
}
