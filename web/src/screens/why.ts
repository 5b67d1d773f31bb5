/** "Why not?": somebody says what stands in a cell, and the easiest argument against it is shown. */

import '../style/learn.css';
import { h, icon } from '../dom';
import { ask, desk, EngineError, taskWorker, WorkerLost } from '../engine/client';
import type { GenreView, Picture, StepView } from '../engine/types';
import { pack, unpack } from '../link';
import { go, type Route, type Screen } from '../router';
import { announce } from '../shell';
import { Bench } from './bench';
import { coloured, legend, lightUp, Still, stepWords } from './learn-parts';

interface WhyNot { text: string; is_possible: boolean; step?: StepView; picture?: Picture }
interface Entry { cell: number; digit?: number; to?: number; holds: boolean }

/** `#/why?z=…`, or `?p=…` with a text in any format; without one, a puzzle to try it on. */
export async function why({ query, isWanted }: Route): Promise<Screen> {
  const text = query.has('z') ? await unpack(query.get('z')!) : query.get('p') ?? (await ask<GenreView>({ ask: 'genre', genre: 'sudoku' })).example;
  const screen = new Why(text);
  await screen.begin(isWanted);
  return { element: screen.element, title: 'Why not?', place: 'learn', leave: () => screen.leave() };
}

const HOW = {
  place: 'Place something, or mark a cell as empty.',
  digits: 'Choose a cell, then press the digit that it is, or is not.',
  lines: 'Drag a number along a line that it takes, or cannot take.',
};

class Why {
  readonly element: HTMLElement;
  private readonly worker = taskWorker();
  private readonly bench: Bench;
  private readonly still = new Still('drillboard');
  private readonly place = h('div', { class: 'drill-place' });
  private readonly words = h('div', { class: 'stack', role: 'status' });
  private turn = 0;

  constructor(private readonly text: string) {
    this.bench = new Bench({ gesture: (gesture) => this.gesture(gesture), type: (cells, digit) => this.said({ cell: cells[0]!, digit, holds: this.bench.does }, { type: { cells, digit } }) }, ['It is so', 'It cannot be']);
    this.element = h('main', { class: 'wrap learn why' },
      h('p', { class: 'small quiet' }, h('a', { class: 'link', href: '#/learn' }, 'Learn')),
      h('div', null, h('h1', null, 'Why not?'), h('p', { class: 'quiet' }, 'Say what stands in a cell, or what cannot. If you are wrong, you see the shortest argument against it; if you are not, nothing speaks against it.')),
      h('section', { class: 'panel drill', 'aria-label': 'The board' }, this.place, this.words));
    lightUp(this.words, (cells) => (this.place.contains(this.still.element) ? this.still.ring(cells) : this.bench.ring(cells)));
  }

  async begin(isWanted: () => boolean): Promise<void> {
    await this.bench.open(this.text, 'off', isWanted);
    this.board();
  }

  leave(): void { this.worker.end(); this.bench.destroy(); }

  private board(): void {
    this.turn++;
    this.place.replaceChildren(this.bench.element, this.bench.tools);
    const more = h('div', { class: 'row wrapping' }, h('button', { class: 'btn', type: 'button', onclick: () => void this.send('/study', '&from=position') }, 'Step by step'), h('button', { class: 'btn', type: 'button', onclick: () => void this.send('/play', '') }, 'Play from here'));
    this.words.replaceChildren(h('h2', null, 'Say something'), h('p', null, HOW[this.bench.state!.style]), more);
  }

  private async send(to: string, rest: string): Promise<void> { go(`${to}?z=${await pack(await this.position())}${rest}`); }
  private async position(): Promise<string> { return (await desk.request({ op: 'play', do: 'record' })).text ?? this.text; }

  /** What the hand did, as something that is said to hold or not. */
  private gesture(gesture: Record<string, unknown>): boolean {
    const { click, tap, mark, drag } = gesture as { click?: [number, string]; tap?: number; mark?: number; drag?: [number[], string] };
    if (this.bench.state!.style === 'lines') return drag ? this.said({ cell: drag[0][0]!, to: drag[0].at(-1)!, holds: this.bench.does }, gesture) : true;
    if (click) return this.said({ cell: click[0], holds: click[1] === 'primary' }, gesture);
    if (tap !== undefined) return this.said({ cell: tap, holds: this.bench.does }, gesture);
    if (mark !== undefined) return this.said({ cell: mark, holds: false }, gesture);
    return true;
  }

  private said(entry: Entry, gesture: Record<string, unknown>): boolean {
    void this.argue(entry, gesture);
    return true;
  }

  private async argue(entry: Entry, gesture: Record<string, unknown>): Promise<void> {
    const mine = ++this.turn;
    const wait = self.setTimeout(() => this.words.replaceChildren(h('p', { class: 'small quiet' }, 'Looking for an argument…')), 400);
    let found: WhyNot;
    try {
      found = await this.worker.request<WhyNot>({ op: 'why-not', text: await this.position(), ...entry }, { ms: 30_000 });
    } catch (error) {
      if (!(error instanceof EngineError || error instanceof WorkerLost)) throw error;
      if (mine !== this.turn) return;
      found = { text: error.message, is_possible: false };
    } finally { clearTimeout(wait); }
    // Something else was said in the meantime.
    if (mine !== this.turn) return;
    announce(found.text);
    const back = h('button', { class: 'btn', type: 'button', onclick: () => { this.board(); this.bench.board.focus(); } }, 'Back to the board');
    if (!found.step) {
      const enter = found.is_possible ? h('button', { class: 'btn', type: 'button', onclick: () => void this.enter(entry, gesture) }, 'Enter it') : null;
      this.words.replaceChildren(h('section', { class: found.is_possible ? 'notice good' : 'notice' }, icon(found.is_possible ? 'tick' : 'warning'), h('b', null, ...coloured(found.text, null))), h('div', { class: 'row wrapping' }, enter));
      return;
    }
    this.still.show(found.picture!, found.text);
    this.place.replaceChildren(this.still.element);
    this.words.replaceChildren(h('p', { class: 'label' }, 'This speaks against it'), ...stepWords({ ...found.step, then: [] }), legend(), h('div', { class: 'row' }, back));
    back.focus({ preventScroll: true });
  }

  private async enter(entry: Entry, gesture: Record<string, unknown>): Promise<void> {
    const { type } = gesture as { type?: { cells: number[]; digit: number } };
    await this.bench.do(type ? { do: 'type', ...type, mode: entry.holds ? 'enter' : 'note' } : { do: 'gesture', gesture: this.bench.state!.style === 'place' && !entry.holds ? { mark: entry.cell } : gesture });
    this.board();
  }
}
