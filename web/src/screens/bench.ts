/** A board to try something out on: the desk's puzzle with the hand over it, without a clock and without a record. */

import { BoardView } from '../board/board';
import { Hand, type Mode } from '../board/hand';
import { h, icon, s, segments } from '../dom';
import { desk, EngineError, Kept, task, WorkerLost } from '../engine/client';
import type { Answer, ErrorMode, PlayState } from '../engine/types';
import { toast } from '../shell';

/** What the hand did, before the puzzle hears of it; true where that was all. */
export interface Watch {
  gesture?(gesture: Record<string, unknown>): boolean;
  type?(cells: number[], digit: number): boolean;
  changed?(state: PlayState): void;
}

export class Bench {
  readonly element = h('div', { class: 'bench' });
  readonly tools = h('div', { class: 'tools' });
  state: PlayState | null = null;
  /** Whether the hand says that something holds, or that it does not. */
  does = true;
  board = this.fresh('');
  private hand: Hand | null = null;
  /** Another puzzle is on the desk. */
  private gone = false;
  private kept: Kept | null = null;

  constructor(private readonly watch: Watch, private readonly words: [string, string] | null = null) {
    this.element.addEventListener('keydown', (event) => {
      if ((event.target as HTMLElement).closest('.cells') && this.hand?.key(event)) { event.preventDefault(); event.stopPropagation(); }
    });
  }

  private fresh(name: string): BoardView {
    return new BoardView(name, (blocks) => void this.request({ op: 'show', blocks }), async (cell) => (await desk.request({ op: 'play', do: 'label', cell })).message ?? '');
  }

  /** Puts a puzzle on the bench. */
  async open(text: string, errors: ErrorMode = 'on', isWanted?: () => boolean): Promise<void> {
    const answer = await desk.open(text, isWanted);
    desk.left = () => this.leave();
    desk.kept = this.kept = new Kept(text);
    desk.onRestart = (answer) => this.take(answer);
    this.gone = false;
    this.state = answer.play!;
    this.board.destroy();
    this.board = this.fresh(this.state.title);
    this.hand = new Hand(this.board, {
      style: () => this.state!.style, mode: () => this.mode, setMode: () => undefined, tool: () => (this.does ? 'place' : 'mark'), mostDigit: () => this.state!.most_digit,
      gesture: (gesture) => { if (!this.watch.gesture?.(gesture as Record<string, unknown>)) void this.do({ do: 'gesture', gesture }); },
      type: (cells, digit, mode) => this.typed(cells, digit, mode),
      around: async (cell) => (await desk.request({ op: 'play', do: 'around', cell })).cells ?? { lines: [], same: [] },
      selected: (cells) => this.board.tint({ selected: cells }),
    });
    this.element.replaceChildren(this.board.element);
    this.board.apply(answer);
    const { settings } = this.state;
    await this.do({ do: 'settings', settings: { ...settings, errors, auto_marks: false, highlights: false } });
    this.drawTools();
  }

  private get mode(): Mode { return this.does || this.words ? 'enter' : 'note'; }

  private typed(cells: number[], digit: number, mode: Mode): void {
    if (!this.watch.type?.(cells, digit)) void this.do({ do: 'type', cells, digit, mode });
  }

  private drawTools(): void {
    const { style, genre, most_digit: most } = this.state!;
    const glyph = (node: SVGElement, viewBox: string): SVGSVGElement => s('svg', { class: 'glyph', viewBox, 'aria-hidden': 'true' }, node);
    const what = genre === 'lightup' ? glyph(s('use', { href: '#gw-bulb' }), '-13 -16 26 33') : style === 'place' ? icon('star', true) : null;
    const thing = genre === 'lightup' ? 'Bulb' : 'Star';
    const [yes, no] = this.words ?? (style === 'place' ? [thing, 'Mark'] : ['', '']);
    const parts: HTMLElement[] = [];
    if (yes) parts.push(segments<'yes' | 'no'>('What you enter', [['yes', yes, what], ['no', no, style === 'place' ? glyph(s('circle', { r: 4, class: 'dot' }), '-12 -12 24 24') : null]], this.does ? 'yes' : 'no', (choice) => { this.does = choice === 'yes'; }));
    if (style === 'digits') {
      const pad = h('div', { class: 'pad short', role: 'group', 'aria-label': 'Digits' }, ...Array.from({ length: most }, (_, index) => h('button', { class: 'key', type: 'button', 'data-digit': index + 1, onclick: () => this.press(index + 1) }, index + 1)));
      pad.style.setProperty('--across', String(Math.min(most, 9)));
      parts.push(pad);
    }
    this.tools.replaceChildren(...parts);
  }

  private press(digit: number): void {
    const cells = this.hand?.selection.size ? [...this.hand.selection] : [this.board.cursor];
    this.typed(cells, digit, this.mode);
  }

  /** A hint is found by a worker for tasks, then told on the board stage by stage. */
  async hint(): Promise<void> {
    if (this.gone) return;
    if (this.state?.hint) { await this.do({ do: 'next-hint' }); return; }
    try {
      const { text } = await desk.request({ op: 'play', do: 'record' });
      const { state } = this;
      const hint = await task<unknown>({ op: 'hint', text, settings: state?.settings });
      if (this.state === state) await this.do({ do: 'tell', hint });
    } catch (error) {
      if (error instanceof EngineError || error instanceof WorkerLost) toast(error.message); else throw error;
    }
  }

  async do(request: Record<string, unknown>): Promise<Answer | null> { return this.request({ op: 'play', ...request }); }

  private async request(request: unknown): Promise<Answer | null> {
    if (this.gone) return null;
    try {
      const answer = await desk.request(request);
      this.take(answer);
      return answer;
    } catch (error) {
      if (error instanceof EngineError) toast(error.message); else if (!(error instanceof WorkerLost)) throw error;
      return null;
    }
  }

  private take(answer: Answer): void {
    this.board.apply(answer);
    if (answer.play) { this.state = answer.play; this.watch.changed?.(answer.play); }
  }

  /** Lets cells stand out. */
  light(names: string[]): void { this.board.tint({ selected: names.map((name) => this.board.named(name)).filter((cell) => cell !== null) }); }
  ring(names: string[]): void { if (names.length) this.board.ring(names.map((name) => this.board.named(name)).filter((cell) => cell !== null)); else this.hand?.draw(); }
  name(cell: number): string { return this.board.name(cell); }
  private leave(): void {
    this.gone = true;
    if (desk.kept === this.kept) desk.kept = desk.onRestart = null;
  }
  destroy(): void { this.leave(); this.board.destroy(); }
}
