/** A game reviewed: chances, marks, better turns, and one's own mistakes to be put right. */

import { h, icon, iconButton, picture, s } from '../dom';
import { EngineError } from '../engine/client';
import { EmulsionBoard } from '../emulsion/board';
import { at, claim, holds, release, stopThinking, table, think, wasLost, type Review, type TableView, type Thought } from '../emulsion/client';
import { button, COLOURS, disc, seatName, shareDialog } from '../emulsion/parts';
import { go, type Route, type Screen } from '../router';
import { announce, dialog, keyTable, toast } from '../shell';
import { games } from '../store';

/** Simulations a position: at first, and after “Think longer”. */
const [FEW, MANY] = [5000, 20_000];

/** `#/emulsion/review/ID`, or `?g=` with a link or a record; `&turn=9` names the turn. */
export async function review({ path: [, , id], query }: Route): Promise<Screen> {
  const claimed = claim();
  const game = id ? await games.get(id) : undefined;
  if (id && game?.genre !== 'emulsion') throw new Error('This game is not in this browser.');
  const text = game?.record ?? query.get('g') ?? '';
  const view = await at('open', { text });
  if (!view.turns.length) throw new Error('Nothing was played in this game yet.');
  const study = new Study(claimed, text, view, id ?? null);
  await study.begin(Number(query.get('turn')) || view.turns.length + 1);
  return { element: study.element, title: 'Review', place: 'emulsion', bare: true, leave: () => study.leave() };
}

class Study {
  readonly element: HTMLElement;
  private readonly board = new EmulsionBoard((square) => this.tried(square), () => void at('let-go').then((view) => this.board.apply(view)));
  private known: Review | null = null;
  /** The turn that is looked at, from 1; after the last one the end. */
  private turn = 1;
  /** How far the best line is shown; -1 where the game is. */
  private line = -1;
  /** Looking for a better turn; what was said about the last try. */
  private finding: { told: string; right: boolean } | null = null;
  private get gone(): boolean { return !holds(this.claimed); }
  private simulations = FEW;
  private run = 0;
  private readonly now = s('path', { class: 'g-now' });
  private readonly parts = {
    graph: h('div', { class: 'graph' }), head: h('section', { class: 'stack tight', 'aria-live': 'polite' }), list: h('div', { class: 'turns', tabindex: 0, role: 'group', 'aria-label': 'Turns' }),
    progress: h('i'), busy: h('div', { class: 'row small quiet busy' }), key: h('div', { class: 'key-list' }),
  };

  constructor(private readonly claimed: number, private readonly text: string, private readonly game: TableView, id: string | null) {
    const { parts } = this;
    const share = (): HTMLButtonElement => iconButton('share', 'Share', () => shareDialog(this.game));
    const back = (): HTMLButtonElement => iconButton('play', 'Go on playing', () => go(id ? `/emulsion/play/${id}` : `/emulsion/play?g=${encodeURIComponent(this.text)}`));
    const about = `${[0, 1].map((side) => seatName(game, side)).join(' – ')}, ${game.size} × ${game.size}`;
    const step = (name: string, label: string, by: () => number): HTMLButtonElement => iconButton(name, label, () => this.show(by()));
    this.element = h('main', { class: 'play emulsion review', onkeydown: (event: KeyboardEvent) => this.key(event) },
      h('div', { class: 'bar-items' }, h('span', { class: 'narrow-only row tight' }, back(), share())),
      h('div', { class: 'bar-name name narrow-only' }, h('h1', null, 'Review'), h('span', null, about)),
      h('div', { class: 'middle' }, this.board.element, h('div', { class: 'row between under' }, parts.key,
        h('div', { class: 'row tight' }, step('first', 'Start', () => 1), step('back', 'Back', () => this.turn - 1), step('on', 'On', () => this.turn + 1), step('last', 'End', () => game.turns.length + 1)))),
      h('aside', { class: 'side' },
        h('div', { class: 'about wide-only' }, h('div', { class: 'row between' }, h('h1', null, 'Review'), h('span', { class: 'row tight' }, back(), share())), h('p', { class: 'quiet small' }, `${about}. ${game.ending ?? ''}`)),
        h('div', { class: 'chances' }, h('div', { class: 'row between' }, h('p', { class: 'label' }, 'Black’s chance to win'), parts.busy), parts.graph), parts.head, h('hr', { class: 'rule' }), parts.list));
    parts.graph.addEventListener('pointerdown', (event) => this.jump(event));
  }

  async begin(turn: number): Promise<void> {
    table.onRestart = () => void this.draw();
    await this.show(turn, false);
    void this.think();
  }

  leave(): void { release(this.claimed); }

  /** Thinks about one position after the other and shows what is known by then. */
  private async think(): Promise<void> {
    const mine = ++this.run;
    const ask = (rest: object): Promise<Thought> => think('review', { width: this.width(), ...rest }, 15_000);
    try {
      let { review, complete } = await ask({ text: this.text, simulations: this.simulations });
      while (!complete) {
        ({ review, complete } = await ask({ next: true }));
        if (mine !== this.run || this.gone) return;
        if (review) this.take(review);
      }
      if (review && this.known?.done === review.total) announce(review.summary.join('. '));
    } catch (error) {
      if (!wasLost(error)) throw error;
      if (!this.gone && mine === this.run) this.busy(h('span', null, 'Stopped.'), h('button', { class: 'btn text', type: 'button', onclick: () => void this.think() }, 'Go on'));
    }
  }

  private width(): number { return Math.round(this.parts.graph.clientWidth) || 360; }
  private busy(...content: Node[]): void { this.parts.busy.replaceChildren(...content); }

  private take(known: Review): void {
    this.known = known;
    const { parts } = this;
    const svg = picture(known.graph.view_box, known.graph.markup, known.graph.title);
    svg.setAttribute('class', 'g');
    svg.insertBefore(this.now, svg.querySelector('.g-mark'));
    parts.graph.replaceChildren(svg);
    parts.progress.style.width = `${(100 * known.done) / known.total}%`;
    if (known.done < known.total) this.busy(h('span', { class: 'num' }, `${known.done} of ${known.total}`), h('span', { class: 'progress', 'aria-hidden': 'true' }, parts.progress), h('button', { class: 'btn text', type: 'button', onclick: () => stopThinking() }, 'Stop'));
    else this.busy(...(known.uncertain && this.simulations < MANY ? [h('button', { class: 'btn text', type: 'button', onclick: () => { this.simulations = MANY; void this.think(); } }, 'Think longer')] : []));
    this.drawList();
    // While somebody looks for a turn, the board stays theirs.
    if ((known.done === known.total || known.turns.length === this.turn) && !this.finding && this.line < 0) void this.draw();
    this.drawNow();
  }

  private drawList(): void {
    const { list } = this.parts;
    const focused = list.contains(document.activeElement);
    const rows = this.game.turns.map((turn, index) => {
      const judged = this.known?.turns[index];
      return h('button', { class: 'turn', type: 'button', tabindex: index + 1 === this.turn ? 0 : -1, ...(index + 1 === this.turn ? { 'aria-current': 'step' } : {}), onclick: () => this.show(index + 1) },
        h('span', { class: 'n num' }, index + 1), disc(judged?.mover ?? index % 2), h('span', { class: 'hide' }, COLOURS[judged?.mover ?? index % 2]!), h('code', null, turn),
        h('span', { class: `m m${judged?.degree ?? 0}`, title: judged?.name }, judged?.mark), h('span', { class: 'c' }, judged?.chance), h('span', { class: 'c small lost' }, judged?.lost ? `−${judged.lost}` : ''));
    });
    list.replaceChildren(...rows);
    const current = rows[this.turn - 1];
    if (current) { list.scrollTop = current.offsetTop - list.clientHeight / 2 + 20; if (focused) current.focus({ preventScroll: true }); }
  }

  private drawNow(): void {
    if (!this.known) return;
    const [left, top, right, bottom] = this.known.frame;
    const turn = Math.min(this.turn, this.game.turns.length);
    this.now.setAttribute('d', `M${left + ((right - left) * turn) / Math.max(1, this.game.turns.length)} ${top}V${bottom}`);
  }

  private jump(event: PointerEvent): void {
    if (!this.known) return;
    const box = this.parts.graph.getBoundingClientRect();
    const [left, , right] = this.known.frame;
    const x = ((event.clientX - box.left) * (this.known.graph.view_box[2] ?? 1)) / box.width;
    this.show(Math.max(1, Math.round(((x - left) / (right - left)) * this.game.turns.length)));
  }

  private show(turn: number, names = true): Promise<void> {
    this.finding = null;
    this.line = -1;
    this.turn = Math.max(1, Math.min(this.game.turns.length + 1, turn));
    if (names) {
      const [path, query] = location.hash.split('?', 2);
      const named = new URLSearchParams(query);
      named.set('turn', String(this.turn));
      history.replaceState(null, '', `${path}?${named.toString()}`);
    }
    this.drawList();
    this.drawNow();
    return this.draw();
  }

  /** The board before the turn, with what was played and what was better. */
  private async draw(): Promise<void> {
    const judged = this.known?.turns[this.turn - 1];
    const best = judged?.degree ? judged.line[0] : undefined;
    const line = this.line >= 0 ? (judged?.line ?? []).slice(0, this.line) : [];
    const played = this.game.turns[this.turn - 1];
    const plain = this.finding || this.line >= 0;
    this.board.active = !!this.finding;
    this.element.classList.toggle('finding', !!this.finding);
    table.kept = { do: 'at', text: this.text, turns: this.turn - 1, line, played: plain ? null : played ?? null, better: plain || !best || best === 'swap' ? [] : [best] };
    try {
      this.board.apply(await at('at', table.kept));
    } catch (error) { if (error instanceof EngineError) toast(error.message); else if (!wasLost(error)) throw error; }
    this.drawHead();
  }

  private drawHead(): void {
    const { head, key } = this.parts;
    const played = this.game.turns[this.turn - 1];
    const judged = this.known?.turns[this.turn - 1];
    const swatch = (name: string): SVGSVGElement => s('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, s('path', { class: name, d: 'M2 8h12' }));
    key.replaceChildren(...(played && !this.finding && this.line < 0 ? [h('span', null, swatch('em-played'), 'played'), ...(judged?.degree ? [h('span', null, swatch('em-better'), 'better')] : [])] : []));
    if (this.finding) {
      const { told, right } = this.finding;
      head.replaceChildren(h('h2', null, 'Find it yourself'), h('p', null, judged?.task), told ? h('div', { class: right ? 'notice good' : 'notice bad' }, icon(right ? 'tick' : 'warning'), h('b', null, told)) : '',
        h('div', { class: 'row' }, ...(right ? [button('Next mistake', () => this.next(), 'main fill')] : [button('Show it', () => void this.show(this.turn)), button('Skip', () => this.next())]), button('Back', () => void this.show(this.turn))));
      return;
    }
    if (!played) {
      head.replaceChildren(h('h2', null, 'The end'), h('p', null, this.game.ending ?? this.game.status),
        ...(this.known?.done === this.known?.total ? [...this.known?.summary ?? [], `${this.known?.scale ?? ''}.`] : []).map((line) => h('p', { class: 'small quiet' }, line)), ...this.mistakesButton());
      return;
    }
    const change = judged ? `${COLOURS[judged.mover]}, ${judged.change.join(' → ')}` : '';
    head.replaceChildren(h('div', { class: 'row between' }, h('h2', null, `${this.turn}. `, h('span', { class: 'num' }, played), ' ', h('span', { class: `m m${judged?.degree ?? 0}` }, judged?.mark)), h('span', { class: 'small quiet' }, change)),
      judged?.better ? h('p', null, judged.better) : '',
      judged?.degree ? h('div', { class: 'row' }, judged.task ? button('Find it yourself', () => this.find(this.turn), 'main fill') : null, judged.line.length ? button(this.line < 0 ? 'Play the line' : 'Next', () => void this.onLine(1)) : null, this.line >= 0 ? button('Back', () => void this.show(this.turn)) : null) : '',
      judged?.degree && judged.line.length ? h('p', { class: 'caption best' }, 'Best line: ', ...judged.line.slice(0, 8).flatMap((turn, index) => [h('span', index < this.line ? { class: 'done' } : null, turn), ' '])) : '');
  }

  /** Shows the expected game a turn further. */
  private async onLine(by: number): Promise<void> {
    const length = this.known?.turns[this.turn - 1]?.line.length ?? 0;
    const next = Math.max(0, this.line) + by;
    if (!length || next < 0) return void this.show(this.turn);
    this.line = Math.min(length, next);
    await this.draw();
    announce(this.board.view?.status ?? '');
  }

  private all = false;
  /** The turns to put right: one's own, or both sides' where no engine or two engines played. */
  private mistakes(): number[] {
    const { known, game } = this;
    if (!known) return [];
    const own = game.sides.some(({ human }) => human) ? [0, 1].filter((side) => game.sides[side]!.human) : [0, 1];
    return own.flatMap((side) => (this.all ? known.inaccuracies : known.mistakes)[side]!).sort((a, b) => a - b);
  }

  private mistakesButton(): Node[] {
    const mistakes = this.mistakes();
    const more = h('input', { type: 'checkbox', checked: this.all, onchange: () => { this.all = more.checked; this.drawHead(); } });
    return [...(this.known?.inaccuracies.flat().length ? [h('label', { class: 'switch' }, h('span', null, 'Include inaccuracies'), more)] : []),
      ...(mistakes.length ? [h('div', { class: 'row' }, button(`Find better moves (${mistakes.length})`, () => this.find(mistakes[0]! + 1), 'main fill'))] : [])];
  }

  private find(turn: number): void {
    void this.show(turn).then(() => {
      this.finding = { told: '', right: false };
      return this.draw();
    }).then(() => this.board.focus());
  }

  private next(): void {
    const next = this.mistakes().find((index) => index + 1 > this.turn);
    if (next === undefined) void this.show(this.game.turns.length + 1); else this.find(next + 1);
  }

  private async tried(square: number): Promise<void> {
    const view = await at('choose', { square, tell: true });
    this.board.apply(view);
    if (view.said) announce(view.said);
    if (!view.turn || !this.finding) return;
    this.finding = { told: '…', right: false };
    this.drawHead();
    try {
      const { told = '', right = false } = await think('try', { at: this.turn - 1, turn: view.turn }, 15_000);
      if (!this.finding) return;
      this.finding = { told, right };
      if (right) { this.board.active = false; this.board.apply(await at('at', { text: this.text, turns: this.turn - 1, better: [view.turn] })); }
      this.drawHead();
      announce(told);
    } catch (error) { if (error instanceof EngineError) toast(error.message); else if (!wasLost(error)) throw error; else { this.finding = null; void this.draw(); } }
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest('input, dialog')) return;
    const end = this.game.turns.length + 1;
    const marked = (): number => this.known?.turns.findIndex((turn, index) => turn.degree && index + 1 > this.turn) ?? -1;
    const onLine = this.line >= 0;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => void (onLine ? this.onLine(-1) : this.show(this.turn - 1)), ArrowRight: () => void (onLine ? this.onLine(1) : this.show(this.turn + 1)),
      Home: () => void this.show(1), ArrowUp: () => void this.show(1), End: () => void this.show(end), ArrowDown: () => void this.show(end), PageUp: () => void this.show(this.turn - 10), PageDown: () => void this.show(this.turn + 10),
      f: () => this.board.turn(), a: () => this.element.classList.toggle('noarrows'), l: () => { if (this.parts.busy.querySelector('.progress')) stopThinking(); else void this.think(); },
      '?': keys, s: () => void this.onLine(1), m: () => { const next = marked(); if (next >= 0) void this.show(next + 1); }, Escape: () => void this.show(this.turn), q: () => go('/emulsion'),
    };
    if (event.key === ' ' && !(event.target as HTMLElement).closest('button, a')) acts[' '] = () => void this.onLine(1);
    const act = acts[event.key];
    if (act) { event.preventDefault(); act(); }
  }
}

const KEYS: [string, string][] = [['Left, right', 'Turn by turn, or along the best line'], ['Home, End, Up, Down', 'The start, the end'], ['PageUp, PageDown', 'Ten turns'], ['m', 'The next mark'], ['s, Space', 'The best line, move by move'], ['Esc', 'Back to the game'], ['f', 'Turn the board'], ['a', 'Arrows of what was played and better'], ['l', 'Stop thinking, or go on'], ['Right drag', 'An arrow; with Shift red, with Alt blue; on one square a circle'], ['q', 'Back to the list']];
const keys = (): void => { dialog('Keys', [keyTable(KEYS)]); };
