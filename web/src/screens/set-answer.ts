/** The answer while one draws: how many solutions, what they share, what to do about it. The sentences are the library's. */

import { capital, h, icon, sentence } from '../dom';
import { EngineError, taskWorker, WorkerLost } from '../engine/client';
import type { EditView, Picture } from '../engine/types';
import { announce, toast } from '../shell';
import { lightUp } from './learn-parts';

/** What the answer needs of the editor around it. */
export interface Hands {
  /** Draws the board with what was found; nothing draws it alone. */
  draw(markup: string | null): void;
  /** Marks clues that could go. */
  spare(cells: string[]): void;
  ring(cells: string[]): void;
  change(changes: string[]): void;
  replace(text: string): void;
  undo(): void;
  can(play: boolean): void;
  depth(): number;
  pattern(): number[];
  /** Whether clues can be added. */
  hasClues(): boolean;
}

type Status = 'none' | 'unique' | 'multiple' | 'unknown';
type About = 'solutions' | 'shared' | 'heat' | 'clash' | 'clues' | 'next' | 'grade' | 'fewest' | 'fairest' | 'minimise';
interface Clue { sentence: string; cells: string[]; changes?: string[] }
interface Live { status?: Status; headline?: string; is_exact: boolean; sentence?: string; picture?: Picture; clues?: Clue[]; text?: string }

/** Until somebody stops drawing for this long, nothing is computed. */
const PAUSE = 200;
/** How long to count before the rest is shown, and how long in all. */
const FIRST = 1500;
const LONG = 30_000;
const EACH = 10_000;
const MAKING = 120_000;
/** More superfluous clues are counted, not listed. */
const LISTED = 3;

export class LiveAnswer {
  readonly element = h('section', { class: 'answer', 'aria-label': 'Solutions' });
  private readonly worker = taskWorker();
  private task: AbortController | null = null;
  private timer = 0;
  private readonly big = h('div', { class: 'big' });
  private readonly about = h('p', { class: 'small quiet' });
  private readonly legend = h('div', { class: 'legend', role: 'img', 'aria-label': 'Shades from no solution to all of them' },
    ...['0', '≤ 20', '≤ 40', '≤ 60', '≤ 80', '≤ 100'].map((text, index) => h('span', { class: `heat-${index}` }, text)));
  private readonly facts = h('ul', { class: 'facts' });

  constructor(private readonly hands: Hands) {
    lightUp(this.element, (cells) => hands.ring(cells));
    this.element.append(this.big, this.about, this.legend, this.facts);
    this.legend.hidden = true;
  }

  private stop(): void { clearTimeout(this.timer); this.task?.abort(); this.task = null; }
  leave(): void { this.stop(); this.worker.end(); }

  /** The board is another one: the old answer fades until there is a new one. */
  change(edit: EditView, text: string | null): void {
    this.stop();
    if (text === null) {
      this.hands.can(false);
      this.hands.draw(null);
      this.say('invalid', 'Not yet a puzzle', edit.invalid?.message ?? '');
      announce(edit.invalid?.message ?? '');
      return;
    }
    this.element.classList.add('stale');
    const task = new AbortController();
    this.task = task;
    this.timer = self.setTimeout(() => void this.answer(text, task.signal).catch((error: unknown) => {
      if (task.signal.aborted) return;
      if (!(error instanceof EngineError || error instanceof WorkerLost)) throw error;
      this.element.classList.remove('stale');
      this.about.textContent = error.message;
    }), PAUSE);
  }

  private ask(about: About, text: string, signal: AbortSignal, ms = EACH): Promise<Live> {
    return this.worker.request<Live>({ op: 'live', about, text, pattern: this.hands.pattern(), seed: Math.floor(Math.random() * 2 ** 32) }, { ms, signal });
  }

  /** What takes too long is left out. */
  private tried(about: About, text: string, signal: AbortSignal, ms = EACH): Promise<Live | null> {
    return this.ask(about, text, signal, ms).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof EngineError || error instanceof WorkerLost)) throw error;
      return null;
    });
  }

  private say(state: Status | 'invalid', headline: string, about: string): void {
    this.element.classList.remove('stale');
    this.element.dataset['answer'] = state;
    const at = headline.lastIndexOf(' ', state === 'invalid' ? 8 : undefined);
    this.big.className = `big ${{ none: 'none', invalid: 'none', unique: 'one' }[state as string] ?? ''}`;
    this.big.replaceChildren(h('b', null, headline.slice(0, at)), ' ', h('span', null, headline.slice(at + 1)));
    this.about.replaceChildren(...sentence(about, 'plain'));
    this.legend.hidden = true;
    this.facts.replaceChildren();
    this.hands.spare([]);
  }

  private async answer(text: string, signal: AbortSignal): Promise<void> {
    let found = await this.ask('solutions', text, signal, FIRST);
    const status = found.status ?? 'unknown';
    this.hands.can(status !== 'none');
    this.say(status, found.headline ?? '', '');
    announce(found.headline ?? '');
    if (status === 'none') return this.none(text, signal);
    if (status === 'unique') return this.one(text, signal);
    if (this.hands.hasClues()) this.rest(text);
    if (!found.is_exact) {
      const counting = h('p', { class: 'small counting' }, h('span', { class: 'progress endless', 'aria-hidden': 'true' }, h('i')), 'Still counting');
      this.facts.before(counting);
      try {
        await this.shared(text, signal);
        found = await this.tried('solutions', text, signal, LONG) ?? found;
      } finally { counting.remove(); }
      if (found.status === 'unique' || found.status === 'none') return this.answer(text, signal);
      const [number, noun] = [this.big.querySelector('b')!, this.big.querySelector('span')!];
      [number.textContent, noun.textContent] = [found.headline!.replace(/ \S+$/, ''), found.headline!.split(' ').at(-1)!];
      announce(found.headline ?? '');
    }
    const heat = found.is_exact ? await this.tried('heat', text, signal) : null;
    if (heat) {
      this.hands.draw(heat.picture!.markup);
      this.about.textContent = heat.sentence ?? '';
      this.legend.hidden = false;
    } else if (found.is_exact) await this.shared(text, signal);
    const next = (await this.tried('next', text, signal))?.clues?.[0];
    if (next) this.facts.append(this.fact('target', 'Best next clue', next.sentence, next.changes ? [['Put it', () => this.hands.change(next.changes!)]] : []));
  }

  private async shared(text: string, signal: AbortSignal): Promise<void> {
    const shared = await this.tried('shared', text, signal);
    if (!shared) return;
    this.hands.draw(shared.picture!.markup);
    if (this.element.dataset['answer'] !== 'unique') this.about.textContent = shared.sentence ?? '';
  }

  private async none(text: string, signal: AbortSignal): Promise<void> {
    if (this.hands.depth()) this.facts.append(this.fact('undo', 'Last change', '', [['Take back', () => this.hands.undo()]]));
    const clash = await this.tried('clash', text, signal, LONG);
    if (!clash) return;
    this.hands.draw(clash.picture?.markup ?? null);
    this.about.textContent = clash.sentence ?? '';
    this.facts.prepend(...(clash.clues ?? []).map((clue) => this.fact('warning', '', clue.sentence, [], 'gone')));
    announce(clash.sentence ?? '');
  }

  private async one(text: string, signal: AbortSignal): Promise<void> {
    await this.shared(text, signal);
    const grade = await this.tried('grade', text, signal);
    this.about.textContent = grade?.sentence ?? '';
    const clues = await this.tried('clues', text, signal);
    if (!clues) return;
    const spare = clues.clues ?? [];
    this.hands.spare(spare.flatMap(({ cells: [place] }) => (place ? [place] : [])));
    this.facts.append(this.fact('wand', spare.length ? 'Minimise' : 'Clues', clues.sentence ?? '', spare.length ? [['Start', () => this.make('minimise', text)]] : []));
    this.facts.append(...spare.slice(0, LISTED).map((clue) => this.fact('erase', 'Superfluous', clue.sentence, clue.changes ? [['Drop it', () => this.hands.change(clue.changes!)]] : [])));
  }

  private rest(text: string): void {
    const number = this.hands.pattern().length;
    this.facts.append(this.fact('wand', 'Make the rest', number ? `Adds clues at the ${number} places of the pattern.` : 'Adds clues until there is one solution.',
      [['Fewest', () => this.make('fewest', text)], ['Fairest', () => this.make('fairest', text)]]));
  }

  /** Makes another puzzle of this one; it can be stopped, and undone. */
  private make(about: 'fewest' | 'fairest' | 'minimise', text: string): void {
    this.stop();
    const task = new AbortController();
    this.task = task;
    const back = [...this.facts.childNodes];
    const again = (): void => { if (this.task === task) this.facts.replaceChildren(...back); };
    this.facts.replaceChildren(h('li', { class: 'busy', role: 'status' }, icon('wand', true), h('b', null, 'Looking for clues'), h('p', null, h('span', { class: 'progress endless', 'aria-hidden': 'true' }, h('i'))), h('button', { class: 'btn', type: 'button', onclick: () => { again(); task.abort(); } }, 'Cancel')));
    void this.ask(about, text, task.signal, MAKING).then((made) => {
      again();
      toast(capital(`${made.sentence ?? ''}.`), made.text ? ['Undo', () => this.hands.undo()] : undefined);
      if (made.text) this.hands.replace(made.text);
    }).catch((error: unknown) => {
      if (task.signal.aborted) return;
      if (!(error instanceof EngineError || error instanceof WorkerLost)) throw error;
      again();
      toast(error.message);
    });
  }

  private fact(name: string, title: string, text: string, acts: [string, () => void][], kind = 'plain'): HTMLElement {
    const buttons = acts.map(([word, act]) => h('button', { class: 'btn', type: 'button', onclick: act }, word));
    for (const one of buttons) one.classList.toggle('small', acts.length > 1);
    const parts = sentence(text, kind);
    for (const part of parts) if (part instanceof HTMLElement) part.tabIndex = 0;
    return h('li', { class: title ? '' : 'untitled' }, icon(name, true), title ? h('b', null, title) : null, text ? h('p', null, ...parts) : null, buttons.length > 1 ? h('span', { class: 'acts' }, ...buttons) : buttons[0] ?? null);
  }
}
