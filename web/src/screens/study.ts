/** Any puzzle as a walkthrough: each step with its picture, its reasons and an address of its own. */

import '../style/learn.css';
import { capital, h, icon, iconButton } from '../dom';
import { ask, EngineError, taskWorker, WorkerLost } from '../engine/client';
import type { GradeView, Picture, StepView, WalkthroughView } from '../engine/types';
import { names, sizeIn } from '../library';
import { pack, unpack } from '../link';
import { go, type Route, type Screen } from '../router';
import { announce } from '../shell';
import { legend, lightUp, Still, stepWords } from './learn-parts';
import { shareDialog } from './share';

interface Found { walkthrough: WalkthroughView; title: string; view_box: number[] }

/** `#/study?z=…&step=12`, or `?p=…` with a text in any format; `&from=position` takes the entries as given. */
export async function study({ query }: Route): Promise<Screen> {
  const text = query.has('z') ? await unpack(query.get('z')!) : query.get('p') ?? '';
  const walk = new Walk(text, query);
  void walk.find();
  return { element: walk.element, title: 'Step by step', place: 'learn', bare: true, leave: () => walk.leave() };
}

class Walk {
  readonly element: HTMLElement;
  private readonly worker = taskWorker();
  private readonly stop = new AbortController();
  private readonly board = new Still();
  private steps: StepView[] = [];
  private found: Found | null = null;
  private step = 0;
  private readonly pictures = new Map<number, Picture>();
  private readonly parts = {
    list: h('nav', { class: 'steps wide-only', 'aria-label': 'All steps' }), words: h('div', { class: 'stack words' }), under: h('span', null, ''),
    stepper: h('div', { class: 'wide-only' }), footer: h('div', { class: 'narrow-only stick steprow' }), foot: h('div', { class: 'fit row wide-only-flex' }),
  };
  private sliders: HTMLInputElement[] = [];
  private links: HTMLElement[] = [];

  constructor(private readonly text: string, private readonly query: URLSearchParams) {
    const { parts } = this;
    this.element = h('main', { class: 'play three study', onkeydown: (event: KeyboardEvent) => this.key(event) },
      h('div', { class: 'bar-items' }, h('span', { class: 'narrow-only row tight' }, iconButton('hint', 'Why not?', () => void this.ask()), iconButton('play', 'Play this puzzle', () => void this.play()), iconButton('share', 'Share, save, print', () => this.share()))),
      h('div', { class: 'bar-name name narrow-only' }, h('h1', null, 'Step by step'), parts.under),
      h('h1', { class: 'hide wide-only' }, 'Step by step'), parts.list, h('div', { class: 'middle' }, this.board.element, parts.stepper),
      h('aside', { class: 'side' }, parts.words, parts.foot), parts.footer);
    lightUp(parts.words, (cells) => this.board.ring(cells));
  }

  /** Finds the steps; what has come so far is told, and it can be stopped. */
  async find(): Promise<void> {
    const said = h('p', { class: 'small quiet', role: 'status' }, 'Finding the steps…');
    const busy = h('section', { class: 'stack busy' }, h('h2', null, 'Step by step'), said, h('span', { class: 'progress endless', 'aria-hidden': 'true' }, h('i')),
      h('button', { class: 'btn', type: 'button', onclick: () => this.stop.abort() }, 'Cancel'));
    const wait = self.setTimeout(() => this.parts.words.replaceChildren(busy), 250);
    try {
      const request = { op: 'walkthrough', text: this.text, from_position: this.query.get('from') === 'position' };
      this.found = await this.worker.request<Found>(request, { ms: 120_000, signal: this.stop.signal, onProgress: (progress) => { said.textContent = `${capital(progress)}…`; } });
    } catch (error) {
      this.failed(error);
      return;
    } finally { clearTimeout(wait); }
    this.steps = this.found.walkthrough.steps;
    this.build();
    const wanted = Number(this.query.get('step') ?? 0);
    await this.show(Number.isFinite(wanted) ? wanted : 0);
  }

  private failed(error: unknown): void {
    if (!(error instanceof EngineError || error instanceof WorkerLost)) throw error;
    const cancelled = error instanceof WorkerLost && this.stop.signal.aborted;
    if (error instanceof WorkerLost && error.message === 'ended') return;
    this.parts.words.replaceChildren(h('section', { class: 'stack' }, h('h2', null, cancelled ? 'Stopped' : 'No steps were found'),
      h('p', { class: 'say' }, cancelled ? 'The steps were not found: you stopped the search.' : capital(error.message)),
      h('button', { class: 'btn', type: 'button', onclick: () => go(`/study?${this.query.toString()}`, true) }, 'Try again')));
  }

  private get last(): number { return this.steps.length + 1; }

  private build(): void {
    const { parts } = this;
    const { walkthrough, title } = this.found!;
    const number = `${this.steps.length} ${this.steps.length === 1 ? 'step' : 'steps'}`;
    parts.under.textContent = [names[walkthrough.genre] ?? title, sizeIn(title), number].filter(Boolean).join(' · ');
    const rated = h('p', { class: 'label' }, number);
    const entry = (index: number, mark: string, name: string): HTMLElement => h('a', { href: this.address(index), onclick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void this.show(index);
    } }, h('span', { class: 'num' }, mark), h('span', null, name));
    this.links = [entry(0, '', 'The puzzle'), ...this.steps.map((step, index) => entry(index + 1, String(index + 1), this.name(step))), entry(this.last, '', 'The end')];
    parts.list.replaceChildren(rated, ...this.links);
    this.sliders = [];
    parts.stepper.replaceChildren(this.stepper());
    parts.footer.replaceChildren(this.stepper());
    parts.foot.replaceChildren(h('button', { class: 'btn fill', type: 'button', onclick: () => void this.play() }, 'Try it yourself'), h('button', { class: 'btn fill', type: 'button', onclick: () => void this.ask() }, 'Why not?'), h('button', { class: 'btn fill', type: 'button', onclick: () => this.share() }, 'Share'));
    void ask<GradeView>({ ask: 'rate', puzzle: this.text }).then((grade) => {
      if (grade.rating !== undefined) rated.textContent = `${number}, rated ${grade.rating.toFixed(1)}`;
    }).catch(() => undefined);
  }

  private name(step: StepView): string { return capital(step.technique ?? step.kind ?? 'Step'); }

  private stepper(): HTMLElement {
    const slider = h('input', { type: 'range', min: 0, max: this.last, value: 0, 'aria-label': 'Step', oninput: (event: Event) => void this.show(Number((event.target as HTMLInputElement).value)) });
    this.sliders.push(slider);
    return h('div', { class: 'stepper', role: 'group', 'aria-label': 'Steps' },
      iconButton('first', 'To the start (Home)', () => void this.show(0)), iconButton('back', 'Step before (left)', () => void this.show(this.step - 1)), slider,
      iconButton('on', 'Next step (right)', () => void this.show(this.step + 1)), iconButton('last', 'To the end (End)', () => void this.show(this.last)));
  }

  private address(step: number): string {
    const query = new URLSearchParams(this.query);
    if (step) query.set('step', String(step)); else query.delete('step');
    return `#/study?${query.toString()}`;
  }

  /** Shows a step: 0 is the puzzle, one more than there are steps is the end. */
  private async show(wanted: number): Promise<void> {
    if (!this.found) return;
    const step = Math.max(0, Math.min(this.last, Math.round(wanted)));
    const { walkthrough, title } = this.found;
    this.step = step;
    history.replaceState(null, '', this.address(step));
    for (const slider of this.sliders) {
      slider.value = String(step);
      slider.setAttribute('aria-valuetext', step === 0 ? 'the puzzle' : step === this.last ? 'the end' : `step ${step} of ${this.steps.length}`);
    }
    this.links.forEach((link, index) => { if (index === step) link.setAttribute('aria-current', 'step'); else link.removeAttribute('aria-current'); });
    const current = this.links[step];
    const list = this.parts.list;
    if (current && list.clientHeight) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 3;
    const one = this.steps[step - 1];
    const heading = one ? this.name(one) : step === 0 ? names[walkthrough.genre] ?? title : 'The end';
    const page = one?.technique ? `#/learn/${walkthrough.genre}/${encodeURIComponent(one.technique)}` : null;
    this.parts.words.replaceChildren(
      h('div', null, h('p', { class: 'caption' }, one ? `Step ${step} of ${this.steps.length}` : step === 0 ? 'Before the first step' : `After ${this.steps.length} steps`),
        h('h2', null, page ? h('a', { class: 'tech', href: page }, heading, icon('arrow', true)) : heading)),
      ...(one ? [...stepWords(one), legend()] : step === 0 ? this.opening() : [h('p', { class: 'say' }, walkthrough.ending)]));
    this.parts.words.scrollTop = 0;
    announce(one ? `Step ${step}. ${one.text ?? ''}` : step === 0 ? heading : walkthrough.ending);
    const drawn = this.pictures.get(step) ?? await this.worker.request<Picture>({ op: 'picture', step }).catch(() => null);
    if (!drawn) return;
    this.pictures.set(step, drawn);
    // Somebody who pages on quickly has left this step before it was drawn.
    if (this.step === step) this.board.show(drawn, `${title}: ${heading}`);
  }

  private opening(): HTMLElement[] {
    const number = this.steps.length;
    return [h('p', { class: 'say' }, number ? `${number === 1 ? 'One step leads' : `${number} steps lead`} to the end. Each is the easiest that is left, with its reasons.` : this.found!.walkthrough.ending),
      h('p', { class: 'small quiet wide-only' }, 'Left and right go from step to step, Home and End to the start and to the end.'),
      ...(number ? [h('button', { class: 'btn main', type: 'button', onclick: () => void this.show(1) }, 'First step')] : [])];
  }

  private async play(): Promise<void> { go(`/play?z=${await pack(this.text)}`); }
  /** Asks about the position before the step that is shown. */
  private async ask(): Promise<void> {
    const { text } = await this.worker.request<{ text: string }>({ op: 'position', step: Math.max(1, Math.min(this.step, this.steps.length + 1)) });
    go(`/why?z=${await pack(text)}`);
  }
  private share(): void { shareDialog(this.text, this.text, this.found?.title ?? 'Puzzle'); }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest('input, dialog')) return;
    const to = { ArrowRight: this.step + 1, ArrowLeft: this.step - 1, Home: 0, End: this.last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    void this.show(to);
  }

  leave(): void {
    this.stop.abort();
    this.worker.end();
  }
}
