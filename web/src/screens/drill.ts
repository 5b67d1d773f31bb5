/** A drill: positions whose next step is a technique. The reader says what follows; right or wrong is told. */

import { capital, h, icon } from '../dom';
import { type taskWorker, EngineError, WorkerLost } from '../engine/client';
import type { FactView, Picture, StepView } from '../engine/types';
import { announce } from '../shell';
import { Bench } from './bench';
import { coloured, lightUp, Still, stepWords } from './learn-parts';

interface Exercise { position: string; before: Picture; after: Picture; step: StepView; look: string }
interface Found { exercises: Exercise[]; message?: string }

/** How the drill asks, by the way a genre is played. */
const ASK = {
  place: 'Place what follows, or mark a cell that must stay empty.',
  digits: 'Choose a cell, then press the digit that it is, or is not.',
  lines: 'Drag a number along the line that it takes, or cannot take.',
};

export class Drill {
  readonly element: HTMLElement;
  private readonly bench: Bench;
  private readonly still = new Still('drillboard');
  private readonly words = h('div', { class: 'stack' });
  private readonly place = h('div', { class: 'drill-place' });
  private exercise: Exercise | null = null;
  private next: Promise<Found> | null = null;
  private seed = Math.floor(Math.random() * 2 ** 40);
  private number = 0;
  private right = 0;
  private tries = 0;
  private isGone = false;

  constructor(private readonly genre: string, private readonly technique: string, private readonly worker: ReturnType<typeof taskWorker>) {
    this.bench = new Bench({ gesture: (gesture) => this.gesture(gesture), type: (cells, digit) => this.guess(cells.map((cell) => ({ atom: `${this.bench.name(cell)} ${digit}`, holds: this.bench.does }))) }, ['It is so', 'It cannot be']);
    this.element = h('section', { class: 'panel drill', 'aria-labelledby': 'drill' }, this.place, this.words);
    lightUp(this.words, (cells) => (this.place.contains(this.still.element) ? this.still.ring(cells) : this.bench.ring(cells)));
  }

  begin(): Promise<void> { return this.turn(); }
  leave(): void { this.isGone = true; this.bench.destroy(); }

  private look(): Promise<Found> {
    return this.worker.request<Found>({ op: 'drill', genre: this.genre, technique: this.technique, seed: ++this.seed, number: 1 }, { ms: 60_000, onProgress: (text) => { this.said.textContent = `${capital(text)}…`; } });
  }
  private readonly said = h('p', { class: 'small quiet', role: 'status' });

  /** The next position. The one after it is looked for while this one is worked on. */
  private async turn(): Promise<void> {
    this.said.textContent = 'Looking for a position…';
    this.words.replaceChildren(h('h2', { id: 'drill' }, 'Drill'), this.said);
    let found: Found;
    try {
      found = await (this.next ?? this.look());
    } catch (error) {
      if (error instanceof EngineError || error instanceof WorkerLost) { if (!this.isGone) this.said.textContent = 'No position was found in time.'; return; }
      throw error;
    }
    if (this.isGone) return;
    this.exercise = found.exercises[0] ?? null;
    if (!this.exercise) { this.said.textContent = `${capital(found.message ?? 'no position was found')}.`; return; }
    this.next = this.look();
    this.next.catch(() => undefined);
    this.number++;
    this.tries = 0;
    this.bench.does = this.exercise.step.facts.some((fact) => fact.holds) || this.bench.state === null;
    await this.bench.open(this.exercise.position, 'off');
    // Where the step is about candidates, they are pencilled in.
    if (this.exercise.before.markup.includes('gw-note')) await this.bench.do({ do: 'fill-notes' });
    this.place.replaceChildren(this.bench.element, this.bench.tools);
    this.ask([]);
  }

  private ask(answer: HTMLElement[]): void {
    const style = this.bench.state!.style;
    this.words.replaceChildren(
      h('h2', { id: 'drill' }, `Drill ${this.number}`), h('p', null, `The next step here is “${this.technique}”. Find what it says.`), h('p', { class: 'small quiet' }, ASK[style]),
      ...answer,
      h('div', { class: 'row wrapping' }, h('button', { class: 'btn', type: 'button', onclick: () => this.where() }, icon('eye', true), 'Show where'), h('button', { class: 'btn', type: 'button', onclick: () => this.tell(null) }, 'Show it'),
        h('button', { class: 'btn plain', type: 'button', onclick: () => void this.turn() }, 'Skip')),
      this.score());
  }

  private score(): HTMLElement {
    return h('p', { class: 'small quiet' }, `${this.right} found of ${this.number}`);
  }

  private where(): void {
    const { look, step } = this.exercise!;
    this.bench.light(step.cells ?? []);
    this.ask([h('p', null, ...coloured(look, null))]);
    announce(look);
  }

  /** What the hand did, as something that is said to hold or not. */
  private gesture(gesture: Record<string, unknown>): boolean {
    const { style } = this.bench.state!;
    const thing = this.exercise?.step.facts[0]?.atom.split(' ').at(-1) ?? '';
    const placed = (cell: number, holds: boolean): boolean => this.guess([{ atom: `${this.bench.name(cell)} ${thing}`, holds }]);
    const { click, tap, mark, drag } = gesture as { click?: [number, string]; tap?: number; mark?: number; drag?: [number[], string] };
    if (style === 'place') {
      if (click) return placed(click[0], click[1] === 'primary');
      if (tap !== undefined) return placed(tap, this.bench.does);
      if (mark !== undefined) return placed(mark, false);
      if (drag) return this.guess(drag[0].map((cell) => ({ atom: `${this.bench.name(cell)} ${thing}`, holds: false })));
    }
    if (style === 'lines' && drag) return this.guess([{ atom: `${this.bench.name(drag[0][0]!)} to ${this.bench.name(drag[0].at(-1)!)}`, holds: this.bench.does }]);
    return true;
  }

  /** Whether the step says so; one of what it says is enough. */
  private guess(facts: FactView[]): boolean {
    const { step } = this.exercise!;
    const isSaid = (fact: FactView): boolean => step.facts.some((other) => other.atom === fact.atom && other.holds === fact.holds);
    if (facts.length && facts.every(isSaid)) { this.right += this.tries === 0 ? 1 : 0; this.tell(true); return true; }
    this.tries++;
    const cells = [...new Set(facts.map((fact) => fact.atom.split(' ')[0]!))];
    const near = step.facts.some((fact) => cells.includes(fact.atom.split(' ')[0]!));
    const text = near ? 'The place is right, but not what follows there.' : 'The step says nothing about that.';
    this.ask([h('section', { class: 'notice bad', role: 'status' }, icon('warning'), h('b', null, 'Not this'), h('span', null, text))]);
    return true;
  }

  private tell(isRight: boolean | null): void {
    const { after, step } = this.exercise!;
    this.still.show(after, step.text ?? 'The step');
    this.place.replaceChildren(this.still.element);
    const next = h('button', { class: 'btn main', type: 'button', onclick: () => void this.turn() }, 'Next position');
    this.words.replaceChildren(h('h2', { id: 'drill' }, `Drill ${this.number}`),
      isRight ? h('section', { class: 'notice good', role: 'status' }, icon('tick'), h('b', null, 'Right'), h('span', null, this.tries ? 'Found.' : 'At the first try.')) : h('p', { class: 'label' }, 'This is it'),
      ...stepWords({ ...step, then: [] }), h('div', { class: 'row' }, next), this.score());
    next.focus({ preventScroll: true });
    announce(`${isRight ? 'Right. ' : ''}${step.text ?? ''}`);
  }
}
