/** Playing a puzzle. */

import { BoardView } from '../board/board';
import { Hand, type Mode } from '../board/hand';
import { action, capital, h, icon, iconButton, s, segments, sentence } from '../dom';
import { desk, EngineError, Kept, task, WorkerLost } from '../engine/client';
import type { Answer, ErrorMode, PlayState } from '../engine/types';
import { pack, unpack } from '../link';
import { Hold } from '../hold';
import { go, type Route, type Screen } from '../router';
import { announce, clock, confirm, dialog, toast } from '../shell';
import { games, newId, preferences, savePreferences, type Game } from '../store';
import { History } from './play-history';
import { dailyPuzzle, day, GENRES, LEVELS, names, sizeIn } from '../library';

/** `#/play/ID` goes on with a game, `#/play?z=…` opens what a link holds, `#/play?p=…` a text in any format, `#/play?served` what `gridwright web FILE` serves. */
export async function play({ path, query, isWanted }: Route): Promise<Screen> {
  if (path[1]) {
    const game = await games.get(path[1]);
    if (!game) throw new Error('This game is not in this browser.');
    return screen(game, isWanted);
  }
  if (query.has('served')) {
    const served = await fetch('./game.txt').catch(() => null);
    if (!served?.ok) throw new Error('No puzzle is served here: start gridwright web with a file.');
    return begin(await served.text(), '', '', isWanted);
  }
  const text = query.has('z') ? await unpack(query.get('z')!) : query.get('p') ?? '';
  return begin(text, '', query.get('level') ?? '', isWanted);
}

/** `#/daily/DATE/GENRE/LEVEL`. */
export async function daily({ path: [, date, genre, level], isWanted }: Route): Promise<Screen> {
  const source = `daily/${date}/${genre}/${level}`;
  const game = await games.from(source);
  if (game) return screen(game, isWanted);
  return begin(await dailyPuzzle(date!, genre!, level!), source, level!, isWanted);
}

/** Opens a text as a new game; once something is entered it has an address of its own. */
async function begin(text: string, source: string, level: string, isWanted: () => boolean): Promise<Screen> {
  const opened = await desk.open(text, isWanted);
  const state = opened.play!;
  const game: Game = { id: newId(source), genre: state.genre, title: state.title, record: text, source, level, seconds: state.tally.seconds, progress: 0, solved: state.solved, helped: false, updated: Date.now() };
  for (const warning of opened.warnings ?? []) toast(warning);
  return screen(game, isWanted, opened);
}

async function screen(game: Game, isWanted: () => boolean, opened?: Answer): Promise<Screen> {
  const answer = opened ?? await desk.open(game.record, isWanted);
  const table = new Table(game, answer.play!);
  table.take(answer);
  void table.start();
  return { element: table.element, title: table.state.title, place: 'today', bare: true, leave: () => table.leave() };
}

const ERRORS: [ErrorMode, string][] = [['conflicts', 'Direct conflicts'], ['on', 'Everything wrong'], ['on-request', 'When you check'], ['off', 'Never']];

class Table {
  readonly element: HTMLElement;
  state: PlayState;
  private readonly board: BoardView;
  private readonly hand: Hand;
  private readonly history = new History((request) => { void this.do(request); if (request['do'] === 'take-line') this.board.focus(); });
  private menuHistory: History | null = null;
  private mode: Mode = 'enter';
  private tool: 'place' | 'mark' = 'place';
  private seconds: number;
  private paused = false;
  private ticking = 0;
  private isKeeping = false;
  private again = false;
  private gone = false;
  private address = location.hash;
  private readonly hold: Hold;
  private readonly kept: Kept;
  private isHere = true;
  private finished = false;
  private readonly parts = {
    where: h('span'), bar: h('i'), where2: h('span'), bar2: h('i'), clock: h('span', { class: 'num quiet' }), clock2: h('span', { class: 'num small quiet' }),
    help: h('div', { class: 'help' }), tools: h('div', { class: 'tools' }), trial: h('div', { class: 'trial row', hidden: true }),
    about: h('p', { class: 'quiet small' }), rules: h('p', { class: 'small quiet' }), cover: h('button', { class: 'cover', type: 'button', hidden: true }, 'Paused. Go on'),
  };

  constructor(private readonly game: Game, state: PlayState) {
    this.kept = new Kept(game.record, () => this.first());
    this.hold = new Hold(game.id, () => { const saved = this.save(); this.isHere = false; return saved; }, () => this.lost());
    this.state = state;
    this.seconds = state.tally.seconds;
    this.board = new BoardView(state.title, (blocks) => void this.ask({ op: 'show', blocks }),
      async (cell) => (await desk.request({ op: 'play', do: 'label', cell })).message ?? '');
    this.hand = new Hand(this.board, {
      style: () => this.state.style, mode: () => this.mode, setMode: (mode) => this.setMode(mode), tool: () => this.tool, mostDigit: () => this.state.most_digit,
      tapped: (cell) => this.tapped(cell), gesture: (gesture) => void this.do({ do: 'gesture', gesture }), type: (cells, digit, mode) => void this.do({ do: 'type', cells, digit, mode }),
      around: async (cell) => (await desk.request({ op: 'play', do: 'around', cell })).cells ?? { lines: [], same: [] },
      erase: (cells) => this.erase(cells), selected: (cells) => void this.highlight(cells),
    });
    const { parts } = this;
    const more = (): HTMLButtonElement => iconButton('more', 'More', () => this.more());
    const pause = (): HTMLButtonElement => iconButton('pause', 'Pause (p)', () => this.pause());
    const share = (): HTMLButtonElement => iconButton('share', 'Share, save, print', () => void this.share());
    const name = names[state.genre] ?? state.title;
    this.element = h('main', { class: 'play', onkeydown: (event: KeyboardEvent) => this.key(event) },
      h('div', { class: 'bar-items' }, h('span', { class: 'narrow-only row tight' }, parts.clock2, pause(), share(), more())),
      h('div', { class: 'bar-name name narrow-only' }, h('h1', null, name), h('span', null, this.subtitle())),
      h('div', { class: 'where', role: 'status' }, parts.where, h('span', { class: 'progress', 'aria-hidden': 'true' }, parts.bar)),
      h('div', { class: 'middle' }, this.board.element,
        h('div', { class: 'tree' }, iconButton('undo', 'Undo (z)', () => void this.do({ do: 'undo' })), this.history.element, iconButton('redo', 'Redo (y)', () => void this.do({ do: 'redo' })))),
      h('aside', { class: 'side' },
        h('div', { class: 'about wide-only' },
          h('div', { class: 'row between' }, h('h1', null, name), h('span', { class: 'row tight' }, parts.clock, pause(), share(), more())),
          parts.about,
          h('div', { class: 'row small quiet' }, parts.where2, h('span', { class: 'progress grow', 'aria-hidden': 'true' }, parts.bar2))),
        parts.trial, parts.tools, parts.help,
        h('div', { class: 'fit wide-only rules' }, parts.rules)));
    this.board.element.append(parts.cover);
    parts.cover.addEventListener('click', () => this.pause());
    parts.about.textContent = this.subtitle();
    const act = (text: string, verb: string, key: string): HTMLButtonElement => h('button', { class: 'btn', type: 'button', title: key, onclick: () => void this.do({ do: 'perform', text }) }, verb);
    parts.trial.append(h('b'), act('accept', 'Keep', 'Shift+Enter'), act('reject', 'Take back', 'Shift+B'), act('branch', 'Try further', 'b'));
    this.element.addEventListener('pointerover', (event) => this.point(event.target));
    this.element.addEventListener('focusin', (event) => this.point(event.target));
    this.drawTools();
    parts.rules.append(state.summary, ' ', h('button', { class: 'btn text inline', type: 'button', onclick: () => void this.keys() }, 'Keys'));
  }

  private subtitle(): string {
    const { source, level } = this.game;
    return [sizeIn(this.state.title), level, source && (source.split('/')[1] === day() ? 'today' : source.split('/')[1])].filter(Boolean).join(', ');
  }

  /** Takes the lock of the game, the settings, the clock. */
  async start(): Promise<void> {
    desk.left = () => this.leave();
    desk.kept = this.kept;
    desk.onRestart = (answer) => this.take(answer);
    desk.restarted = (isThere) => {
      if (isThere) void this.keep();
      toast(isThere ? 'The calculation was restarted. Nothing was lost.' : 'The calculation failed again and again. The game is kept as it was saved last.');
    };
    this.ticking = self.setInterval(() => this.tick(), 1000);
    document.addEventListener('visibilitychange', this.hide);
    void this.hold.take().then((own) => { if (!own) this.lost(); });
    await this.prepare();
    this.board.focus();
  }

  /** What a game is asked before it is played: lines that were left, and how it is shown. */
  private first(): unknown[] {
    const { lines } = this.game;
    return [...(lines ? [{ op: 'play', do: 'keep-lines', text: lines }] : []), { op: 'play', do: 'settings', settings: this.state.style === 'digits' ? preferences.digits : preferences.others }];
  }
  private async prepare(): Promise<void> { await Promise.all(this.first().map((request) => this.ask(request))); }

  /** A tap enters, marks, clears; where the first tap marks, it marks, enters, clears. */
  private tapped(cell: number): unknown {
    return preferences.markFirst && this.state.genre === 'starbattle' ? { 'marking-tap': cell } : { tap: cell };
  }

  private lost(): void {
    if (this.gone) return;
    this.isHere = false;
    this.elsewhere();
  }

  private elsewhere(): void { toast('This game is open in another tab.', ['Continue here', () => void this.takeOver()]); }

  /** Goes on here with what was entered there. */
  private async takeOver(): Promise<void> {
    if (this.gone) return;
    await this.hold.takeOver();
    const game = await games.get(this.game.id);
    if (this.gone) return;
    if (game) {
      Object.assign(this.game, game);
      this.seconds = game.seconds;
      this.take(await desk.request({ op: 'open', text: game.record }));
      this.kept.write(game.record, desk.asked);
      await this.prepare();
    }
    this.isHere = true;
    this.board.focus();
  }

  leave(): void {
    if (this.gone) return;
    this.gone = true;
    void this.save();
    clearInterval(this.ticking);
    document.removeEventListener('visibilitychange', this.hide);
    desk.kept = desk.onRestart = desk.restarted = null;
    this.hold.leave();
    this.board.destroy();
  }

  private readonly hide = (): void => { if (document.hidden) void this.save(); };

  private tick(): void {
    if (this.paused || document.hidden || this.finished || !this.isHere) return;
    this.seconds++;
    this.drawClock();
    if (this.seconds % 15 === 0) void this.save();
  }

  private drawClock(): void {
    const text = preferences.clock ? clock(this.seconds) : '';
    this.parts.clock.textContent = text;
    this.parts.clock2.textContent = text;
  }

  private pause(): void {
    this.paused = !this.paused;
    this.parts.cover.hidden = !this.paused;
    this.element.classList.toggle('paused', this.paused);
    if (this.paused) this.parts.cover.focus(); else this.board.focus();
  }

  /** Sends a request about the game and shows what follows. */
  private async do(request: Record<string, unknown>, save = true): Promise<Answer | null> {
    if (!this.isHere && save) { this.elsewhere(); return null; }
    const answer = await this.ask({ op: 'play', ...request });
    if (answer?.play && save) void this.keep();
    return answer;
  }

  private async ask(request: unknown): Promise<Answer | null> {
    // Another puzzle is on the desk.
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

  /** Shows an answer. */
  take(answer: Answer): void {
    this.board.apply(answer);
    if (!answer.play) return;
    const before = this.state;
    this.state = answer.play;
    this.draw(before);
    this.element.classList.toggle('done', this.state.solved);
    if (this.state.solved && !this.finished) void this.finish();
    this.finished = this.state.solved;
  }

  private draw(before: PlayState): void {
    const { state, parts } = this;
    const [number, total] = this.progress();
    for (const [where, bar] of [[parts.where, parts.bar], [parts.where2, parts.bar2]] as const) {
      where.textContent = state.solved ? 'Solved' : `${state.left} left`;
      bar.style.width = `${total ? (100 * number) / total : 0}%`;
    }
    this.drawClock();
    this.history.draw(state);
    this.menuHistory?.draw(state);
    this.drawTrial();
    this.drawPad();
    const shown = ({ hint, broken, solved }: PlayState): string => JSON.stringify([hint, broken, solved]);
    if (shown(state) !== shown(before)) this.drawHelp();
    if (this.hand.selection.size) void this.highlight([...this.hand.selection]);
  }

  /** How much is done: what is left is said in words that begin with its number. */
  private progress(): [number, number] {
    const left = [...this.state.left.matchAll(/\d+/g)].reduce((sum, [digits]) => sum + Number(digits), 0);
    this.most = Math.max(this.most, left);
    return [this.state.solved ? this.most : this.most - left, this.most];
  }
  private most = 0;

  private drawTrial(): void {
    const { branches } = this.state;
    const { trial } = this.parts;
    const depth = Math.min(branches, 3);
    trial.hidden = !depth;
    this.element.dataset['trial'] = String(depth);
    if (depth) trial.firstChild!.textContent = `Trial ${'ABC'[depth - 1]}`;
  }

  private drawTools(): void {
    const { parts, state } = this;
    const glyph = (node: SVGElement, viewBox: string): SVGSVGElement => s('svg', { class: 'glyph', viewBox, 'aria-hidden': 'true' }, node);
    const acts = [action('undo', 'Undo', () => void this.do({ do: 'undo' }), { class: 'act narrow-only' }), action('redo', 'Redo', () => void this.do({ do: 'redo' }), { class: 'act narrow-only' }),
      action('hint', 'Hint', () => void this.hint(), { 'aria-keyshortcuts': 'h' }), action('check', 'Check', () => void this.check(), { 'aria-keyshortcuts': 'c' }),
      action('flag', 'Right so far?', () => void this.say({ do: 'is-right' })), action('trial', 'Trial', () => void this.do({ do: 'perform', text: 'branch' }), { 'aria-keyshortcuts': 'b' })];
    if (state.style === 'digits') {
      const modes = segments<Mode>('What digits do', [['enter', 'Digit'], ['note', 'Corner'], ['centre', 'Centre'], ['colour', 'Colour']], this.mode, (mode) => this.setMode(mode));
      this.modes = modes;
      this.pad = h('div', { class: 'pad', role: 'group', 'aria-label': 'Digits' });
      const beside = h('div', { class: 'beside narrow-only' }, action('undo', 'Undo', () => void this.do({ do: 'undo' })), action('redo', 'Redo', () => void this.do({ do: 'redo' })), action('erase', 'Erase', () => this.erase()));
      parts.tools.replaceChildren(h('div', { class: 'actions sdacts' }, ...acts.slice(2)), h('div', { class: 'padwrap' }, modes, h('div', { class: 'padrow' }, this.pad, beside)));
    } else if (state.style === 'place') {
      const what = state.genre === 'lightup' ? glyph(s('use', { href: '#gw-bulb' }), '-13 -16 26 33') : icon('star', true);
      const seg = segments<'place' | 'mark'>('Tool', [['place', state.genre === 'lightup' ? 'Bulb' : 'Star', what], ['mark', 'Mark', glyph(s('circle', { r: 4, class: 'dot' }), '-12 -12 24 24')]], this.tool, (tool) => { this.tool = tool; });
      parts.tools.replaceChildren(seg, h('div', { class: 'actions' }, ...acts));
    } else {
      parts.tools.replaceChildren(h('div', { class: 'actions' }, ...acts));
    }
    this.drawPad();
  }
  private modes: { pick(mode: Mode): void } | null = null;
  private pad: HTMLElement | null = null;

  private setMode(mode: Mode): void {
    this.mode = mode;
    this.modes?.pick(mode);
    this.drawPad();
    announce({ enter: 'Digits', note: 'Corner marks', centre: 'Centre marks', colour: 'Colours' }[mode]);
  }

  /** Keys stay while they mean the same: one that is being pressed must not be replaced. */
  private drawPad(): void {
    const { pad, mode, state } = this;
    if (!pad) return;
    const most = mode === 'colour' ? 9 : state.most_digit;
    if (pad.dataset['keys'] !== `${mode} ${most}`) {
      pad.dataset['keys'] = `${mode} ${most}`;
      pad.style.setProperty('--across', String(most <= 9 ? 3 : most <= 16 ? 4 : 5));
      pad.replaceChildren(...Array.from({ length: most }, (_, index) => {
        const digit = index + 1;
        return h('button', { class: `key ${mode}`, type: 'button', 'data-digit': digit, 'aria-label': mode === 'colour' ? `Colour ${digit}` : null, onclick: () => this.press(digit) },
          mode === 'colour' ? h('span', { class: `paint gw-paint-${digit}` }) : String(digit), h('small'));
      }));
    }
    if (mode === 'colour') return;
    [...pad.children].forEach((key, index) => {
      const left = state.digits_left[index];
      key.classList.toggle('none', left === 0);
      key.lastElementChild!.replaceChildren(...(left ? [String(left), h('span', { class: 'hide' }, ' left')] : []));
    });
  }

  private press(digit: number): void {
    const { mode } = this;
    const cells = this.hand.selection.size ? [...this.hand.selection] : [this.board.cursor];
    if (digit > 9) { void this.do({ do: 'gesture', gesture: { digit: [cells, digit, mode] } }); return; }
    // Both are sent at once, so that nothing comes between them.
    void this.do({ do: 'end-typing' }, false);
    void this.do({ do: 'type', cells, digit, mode });
  }

  private erase(cells = this.hand.selection.size ? [...this.hand.selection] : [this.board.cursor]): void { void this.do({ do: 'erase', cells, mode: this.mode }); }

  /** The houses and the digit of the chosen cell stand out, unless a hint is shown. */
  private async highlight(cells: number[]): Promise<void> {
    const only = cells.length === 1 && !this.state.hint ? cells[0]! : null;
    if (only === null) return this.board.tint({ selected: cells });
    const { cells: found } = await desk.request({ op: 'play', do: 'around', cell: only }).catch(() => ({ cells: undefined }));
    this.board.tint({ selected: cells, peer: found?.houses ?? [], same: found?.same ?? [] });
  }

  private async say(request: Record<string, unknown>): Promise<void> {
    const answer = await this.do(request);
    // Whether a rule is broken is not told here.
    if (answer?.message) toast(answer.message.replace(/, though[^.]*/, ''));
  }

  private async check(): Promise<void> {
    const answer = await this.do({ do: 'check' });
    if (answer?.message && !this.state.broken.length) toast(answer.message);
  }

  /** A hint is found by a worker for tasks, then told on the board stage by stage. */
  private async hint(): Promise<void> {
    if (this.finding) return;
    if (this.state.hint) { if (this.state.has_more_hints) this.speak(await this.do({ do: 'next-hint' })); return; }
    this.finding = true;
    try {
      const { text } = await desk.request({ op: 'play', do: 'record' });
      const { state } = this;
      const hint = await task<unknown>({ op: 'hint', text, settings: state.settings });
      // What was entered meanwhile may have made it wrong.
      if (this.state === state) this.speak(await this.do({ do: 'tell', hint }));
    } catch (error) {
      if (error instanceof EngineError || error instanceof WorkerLost) toast(error.message); else throw error;
    } finally { this.finding = false; }
  }
  private finding = false;

  private speak(answer: Answer | null): void { if (answer?.message) announce(answer.message); }

  /** The hint as far as it was told, or what is wrong. */
  private drawHelp(): void {
    const { help } = this.parts;
    const { hint, broken, has_more_hints: more } = this.state;
    this.element.classList.toggle('hinted', !!hint);
    this.board.rule(!!hint || broken.length > 0);
    const held = help.contains(document.activeElement);
    if (!hint && held) this.board.focus();
    if (hint) {
      const told = hint.text.map((line) => line.split(/: (.*)/s)).map(([term, text]) => [text === undefined ? '' : term!, text ?? term!] as const);
      const next = ['', 'Show where', 'Show why', 'Show what follows'][hint.stage ?? 0];
      help.replaceChildren(h('section', { class: 'hint', 'aria-label': 'Hint' },
        h('header', null, h('div', { class: 'stages' }, h('b', null, 'Hint'), ...[1, 2, 3, 4].map((stage) => (hint.status === 'step' ? h('i', { class: stage <= (hint.stage ?? 0) ? 'on' : '' }) : null))),
          iconButton('close', 'Close the hint', () => void this.do({ do: 'drop-hint' }, false))),
        h('dl', null, ...told.flatMap(([term, text], index) => [h('dt', { class: index === told.length - 1 ? 'now' : '' }, term.replace(/^What kind$/, 'Kind')), h('dd', { class: index === told.length - 1 ? 'now' : '' }, ...sentence(capital(text)))])),
        h('div', { class: 'row' },
          more ? h('button', { class: 'btn', type: 'button', onclick: () => void this.hint() }, next) : null,
          hint.status === 'step' && !more ? h('button', { class: 'btn main', type: 'button', onclick: () => void this.do({ do: 'take-hint' }) }, 'Do it') : null,
          hint.right_after !== undefined ? h('button', { class: 'btn', type: 'button', onclick: () => void this.do({ do: 'go-to', done: hint.right_after }) }, 'Go back to where it was right') : null)));
      if (held) help.querySelector<HTMLElement>('.row .btn')?.focus();
    } else if (broken.length) {
      const [first] = broken;
      help.replaceChildren(h('section', { class: 'notice bad', role: 'status' }, icon('warning'), h('b', null, ...sentence(capital(first!.text), 'gone')), broken.length > 1 ? h('span', null, `And ${broken.length - 1} more.`) : null));
    } else if (!this.state.solved) help.replaceChildren();
  }

  /** A cell that is named in a sentence is ringed while it is pointed at. */
  private point(target: EventTarget | null): void {
    const name = (target as HTMLElement | null)?.dataset?.['cell'];
    const cell = name?.startsWith('r') ? this.board.named(name) : null;
    if (cell !== null && cell !== undefined) this.board.ring([cell]); else if ((target as HTMLElement | null)?.closest?.('.help')) this.hand.draw();
  }

  private async finish(): Promise<void> {
    const isNew = this.ticking > 0;
    const [{ message }, all] = await Promise.all([desk.request({ op: 'play', do: 'closing' }), games.all(), isNew && this.save()]);
    const { tally, solved, title } = this.state;
    // It may have been undone since.
    if (!solved) return;
    const { id, level, source } = this.game;
    const times = all.filter((game) => game.id !== id && game.title === title && game.level === level && game.solved && !game.helped).map(({ seconds }) => seconds);
    const facts: [string, string][] = [];
    if (times.length) facts.push(['Your best before', clock(Math.min(...times))], ['Your usual time', clock(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!)]);
    const ofDay = source.replace(/[^/]*\/[^/]*$/, '');
    if (ofDay) facts.push(['Puzzles of the day', `${new Set([source, ...all.filter((game) => game.solved && game.source.startsWith(ofDay)).map((game) => game.source)]).size} of ${GENRES.length * LEVELS.length}`]);
    const next = source && LEVELS[(LEVELS as readonly string[]).indexOf(level) + 1];
    this.parts.help.replaceChildren(h('section', { class: 'finish', role: 'status' }, h('h2', null, 'Solved'), h('p', { class: 'time num' }, clock(this.seconds)),
      h('p', { class: 'small quiet' }, tally.filled ? 'The program filled it in.' : tally.hints ? `With ${tally.hints} ${tally.hints === 1 ? 'hint' : 'hints'}.` : 'Without a hint.'),
      facts.length ? h('dl', { class: 'defs2' }, ...facts.map(([name, fact]) => h('div', null, h('dt', null, name), h('dd', { class: 'num' }, fact)))) : null,
      h('div', { class: 'row' }, h('a', { class: 'btn main fill', href: next ? `#/${source.replace(/\w+$/, next)}` : '#/' }, next ? `Next: ${next}` : 'More puzzles'), h('button', { class: 'btn fill', type: 'button', onclick: () => void this.study() }, 'Step by step'))));
    if (!isNew) return;
    announce(message ?? 'Solved');
    navigator.vibrate?.(20);
  }

  private async study(): Promise<void> {
    const { text } = await desk.request({ op: 'play', do: 'write', format: 'native', bare: true });
    go(`/study?z=${await pack(text ?? '')}`);
  }

  /** Saves what was entered, and then what was entered meanwhile. */
  private async keep(): Promise<void> {
    this.again = true;
    if (this.isKeeping) return;
    this.isKeeping = true;
    while (this.again && !this.gone) { this.again = false; await this.save(); }
    this.isKeeping = false;
  }

  private async save(): Promise<void> {
    if (!this.isHere) return;
    try {
      const { state } = this;
      const { asked } = desk;
      // All are sent at once: the next puzzle may be laid on the desk before the first is answered.
      const [, { text }, lines] = await Promise.all([desk.request({ op: 'play', do: 'clock', seconds: this.seconds }), desk.request({ op: 'play', do: 'record' }), state.lines?.length ? desk.request({ op: 'play', do: 'lines' }) : null]);
      if (!text) return;
      if (lines) this.game.lines = lines.text ?? '';
      const [number, total] = this.progress();
      Object.assign(this.game, { record: text, seconds: this.seconds, solved: this.state.solved, helped: this.state.tally.filled || this.state.tally.hints > 0, progress: total ? number / total : 0, title: this.state.title, updated: Date.now() });
      this.kept.write(text, asked);
      if (!state.done && !state.undone && this.seconds <= 10) return;
      await games.put({ ...this.game });
      // The address of a link becomes that of the game, unless another one was chosen meanwhile.
      if (this.address.includes('?') && this.address === location.hash) history.replaceState(null, '', this.address = `#/play/${this.game.id}`);
    } catch (error) {
      if (error instanceof WorkerLost) return;
      toast('This browser cannot keep the game: its storage is full or closed.', ['Copy the game as text', () => void navigator.clipboard.writeText(this.game.record)]);
    }
  }

  private async share(): Promise<void> {
    const [{ text: record }, { text: puzzle }] = await Promise.all([desk.request({ op: 'play', do: 'record' }), desk.request({ op: 'play', do: 'write', format: 'native', bare: true })]);
    (await import('./share')).shareDialog(record ?? this.game.record, puzzle ?? this.game.record, this.state.title);
  }

  private async keys(): Promise<void> { (await import('./keys')).keysDialog(this.state.style); }

  private more(): void {
    const { settings, style } = this.state;
    const chosen = style === 'digits' ? preferences.digits : preferences.others;
    const change = (): void => { savePreferences(); void this.do({ do: 'settings', settings: chosen }, false); };
    const box = (label: string, checked: boolean, set: (on: boolean) => void): HTMLElement => h('label', { class: 'switch' }, h('span', null, label), h('input', { type: 'checkbox', checked, onchange: (event: Event) => { set((event.target as HTMLInputElement).checked); change(); } }));
    const leave = (act: () => void) => () => { element.close(); act(); };
    const history = new History((request) => void this.do(request));
    history.draw(this.state);
    this.menuHistory = history;
    const element: HTMLDialogElement = dialog('This game', [
      h('div', { class: 'field narrow-only' }, h('span', { class: 'label' }, 'History'), history.element),
      h('div', { class: 'field' }, h('span', { class: 'label' }, 'Errors are shown'), segments<ErrorMode>('Errors', ERRORS, settings.errors, (errors) => { chosen.errors = errors; change(); })),
      box('Show the clock', preferences.clock, (on) => { preferences.clock = on; this.drawClock(); }),
      box('Mark what single rules rule out', settings.auto_marks, (on) => { chosen.auto_marks = on; }),
      ...(style === 'digits' ? [h('div', { class: 'actions short-only' }, action('hint', 'Hint', leave(() => void this.hint())), action('check', 'Check', leave(() => void this.check())), action('flag', 'Right so far?', leave(() => void this.say({ do: 'is-right' }))), action('trial', 'Trial', leave(() => void this.do({ do: 'perform', text: 'branch' })))),
        box('Clean up notes after an entry', settings.clean_notes, (on) => { chosen.clean_notes = on; }), box('Let houses and equal digits stand out', settings.highlights, (on) => { chosen.highlights = on; })] : []),
      h('div', { class: 'grid2' },
        ...(style === 'digits' ? [h('button', { class: 'btn', type: 'button', onclick: leave(() => void this.do({ do: 'fill-notes' })) }, icon('notes', true), 'Fill notes'), h('button', { class: 'btn', type: 'button', onclick: leave(() => void this.do({ do: 'tidy-notes' })) }, icon('erase', true), 'Tidy notes')] : []),
        h('button', { class: 'btn', type: 'button', onclick: leave(() => void this.study()) }, icon('steps', true), 'Step by step'),
        h('button', { class: 'btn', type: 'button', onclick: leave(() => void this.edit()) }, icon('pen', true), 'Change the puzzle'),
        h('button', { class: 'btn', type: 'button', onclick: leave(() => void this.solve()) }, icon('wand', true), 'Solve'),
        h('button', { class: 'btn', type: 'button', onclick: leave(() => void this.restart()) }, icon('restart', true), 'Restart'),
        h('button', { class: 'btn', type: 'button', onclick: leave(() => void this.keys()) }, 'Keys'))]);
  }

  private async edit(): Promise<void> {
    const { text } = await desk.request({ op: 'play', do: 'write', format: 'native', bare: true });
    go(`/set?z=${await pack(text ?? '')}`);
  }

  private async restart(): Promise<void> {
    await this.do({ do: 'restart' });
    if (this.state.undone) toast('Back at the beginning.', ['Undo', () => void this.do({ do: 'go-to', done: this.state.done + this.state.undone })]);
  }

  private async solve(): Promise<void> {
    if (await confirm('Solve', 'The solution is filled in; you can undo that.', 'Solve')) await this.say({ do: 'solve' });
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, dialog')) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const done = (): void => { event.preventDefault(); event.stopPropagation(); };
    if (command && key === 'z') { done(); return void this.do({ do: event.shiftKey ? 'redo' : 'undo' }); }
    if (command && key === 'y') { done(); return void this.do({ do: 'redo' }); }
    if (event.shiftKey && event.key === 'Enter' && this.state.branches) { done(); return void this.do({ do: 'perform', text: 'accept' }); }
    if (this.paused && key !== 'p') return;
    if ((target.closest('.cells') || !target.closest('button, a')) && this.hand.key(event)) return done();
    if (command || event.altKey || !preferences.letters) return;
    const commands: Record<string, () => void> = {
      z: () => void this.do({ do: 'undo' }), u: () => void this.do({ do: 'undo' }), '[': () => void this.do({ do: 'undo' }), y: () => void this.do({ do: 'redo' }), ']': () => void this.do({ do: 'redo' }),
      h: () => void this.hint(), c: () => void this.check(), b: () => void this.do({ do: 'perform', text: event.shiftKey ? 'reject' : 'branch' }), p: () => this.pause(),
      s: () => void this.solve(), r: () => void this.restart(), F2: () => void this.edit(), q: () => go('/'), '?': () => void this.keys(), '+': () => this.board.zoom(1.25), '-': () => this.board.zoom(0.8),
    };
    const act = commands[key];
    if (!act) return;
    done();
    act();
    if ((key === 'z' || key === 'c') && this.state.style === 'digits' && !preferences.offered) this.offer();
  }

  /** Once, to hands that come from other sites. */
  private offer(): void {
    preferences.offered = true;
    savePreferences();
    toast('Z X C V can choose what digits do, as on other sites.', ['Use them so', () => { preferences.modeKeys = true; savePreferences(); }]);
  }
}
