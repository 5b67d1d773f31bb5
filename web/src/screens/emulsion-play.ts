/** Playing the board game, against the engine or another person. */

import { action, capital, h, iconButton, segments } from '../dom';
import { EngineError } from '../engine/client';
import { EmulsionBoard } from '../emulsion/board';
import { at, choices, claim, holds, release, saveChoices, stopThinking, table, think, wasLost, type TableView, type Thought } from '../emulsion/client';
import { button, chanceBar, groups, players, seatName, shareDialog } from '../emulsion/parts';
import { Hold } from '../hold';
import { go, type Route, type Screen } from '../router';
import { announce, confirm, dialog, keyTable, toast } from '../shell';
import { games, newId, preferences, type Game } from '../store';

/** `#/emulsion/play/ID` goes on with a game; `#/emulsion/play?g=…` opens a link or a record, `?size=…` begins a new game. */
export async function play({ path: [, , id], query, isWanted }: Route): Promise<Screen> {
  const claimed = claim();
  if (id) {
    const game = await games.get(id);
    if (game?.genre !== 'emulsion') throw new Error('This game is not in this browser.');
    return screen(claimed, game, await at('open', { text: game.record, ahead: game.ahead ?? [] }));
  }
  const seat = (side: string): string | null => query.get(side);
  const text = query.get('g');
  const view = text === null
    ? await at('new', { size: Number(query.get('size') ?? choices.size), tie: query.get('tie') ?? 'last-mover-wins', pie: query.get('pie') === 'yes', black: seat('black') ?? 'human', white: seat('white') ?? 'human' })
    : await at('open', { text, black: seat('black'), white: seat('white') });
  if (!isWanted()) throw new Error();
  const game: Game = { id: newId(), genre: 'emulsion', title: view.title, record: view.record, source: '', level: '', seconds: 0, progress: 0, solved: false, helped: false, updated: Date.now() };
  history.replaceState(null, '', `#/emulsion/play/${game.id}`);
  await games.put(game).catch(() => undefined);
  return screen(claimed, game, view);
}

async function screen(claimed: number, game: Game, view: TableView): Promise<Screen> {
  const match = new Match(claimed, game, view);
  await match.start();
  return { element: match.element, title: view.title, place: 'emulsion', bare: true, leave: () => match.leave() };
}

const KEYS: [string, string][] = [['Arrows', 'Move'], ['Space, Enter', 'Choose a piece, then its partner'], ['Esc', 'Let the piece go'], ['z, u', 'Undo'], ['y', 'Redo'], ['h', 'Hint'], ['o', 'What is written on the pieces'], ['c', 'Chances'], ['[, ]', 'Look back, forward'], ['{, }', 'The start, the last position'], ['s', 'Swap sides'], ['f', 'Turn the board'], ['Right drag', 'An arrow for yourself'], ['a', 'Review'], ['x', 'Give up'], ['?', 'These keys']];
const OVERLAYS: [string, string][] = [['gains', 'Gains'], ['values', 'Values'], ['groups', 'Groups'], ['nothing', 'Nothing']];

class Match {
  readonly element: HTMLElement;
  private readonly board = new EmulsionBoard((square) => this.do('choose', { square }), () => void this.do('let-go'));
  private thinking = false;
  private get gone(): boolean { return !holds(this.claimed); }
  private isHere = true;
  private readonly hold: Hold;
  private chances: Thought = { complete: false };
  private chancesOf = 'none';
  private readonly parts = {
    narrow: h('div', { class: 'players' }), wide: h('div', { class: 'players' }), chance: h('div', { class: 'chance', role: 'img', 'aria-label': 'Chances' }), where: h('span'), said: h('span', { role: 'status' }),
    groups: h('div', { class: 'grouping' }), help: h('div', { class: 'help' }), name: h('span'),
  };
  private readonly overlay = segments('Show on the board', OVERLAYS, choices.overlay, (overlay) => void this.show(overlay));
  private readonly acts: Record<'undo' | 'hint' | 'swap' | 'flag', HTMLButtonElement>;

  constructor(private readonly claimed: number, private readonly game: Game, private view: TableView) {
    // Every turn is saved at once.
    this.hold = new Hold(game.id, async () => undefined, () => this.elsewhere());
    const { parts } = this;
    const more = (): HTMLButtonElement => iconButton('more', 'More', () => this.more());
    const share = (): HTMLButtonElement => iconButton('share', 'Share', () => shareDialog(this.view));
    this.acts = {
      undo: action('undo', 'Undo', () => void this.do('undo'), { class: 'act narrow-only' }), hint: action('hint', 'Hint', () => void this.hint()),
      swap: action('symmetry', 'Swap sides', () => void this.do('play', { turn: 'swap' })), flag: action('flag', 'Give up', () => void this.giveUp()),
    };
    this.element = h('main', { class: 'play emulsion', onkeydown: (event: KeyboardEvent) => this.key(event) },
      h('div', { class: 'bar-items' }, h('span', { class: 'narrow-only row tight' }, share(), more())),
      h('div', { class: 'bar-name name narrow-only' }, h('h1', null, 'Emulsion'), parts.name),
      h('div', { class: 'where' }, h('div', { class: 'grow' }, parts.narrow)),
      h('div', { class: 'middle' }, this.board.element),
      h('aside', { class: 'side' },
        h('div', { class: 'about wide-only' }, h('div', { class: 'row between' }, h('h1', null, 'Emulsion'),
          h('span', { class: 'row tight' }, iconButton('undo', 'Undo (z)', () => void this.do('undo')), iconButton('redo', 'Redo (y)', () => void this.do('redo')), share(), more())), parts.wide),
        parts.chance, h('div', { class: 'row between small quiet told' }, parts.where, parts.said), parts.groups, this.overlay, parts.help,
        h('div', { class: 'tools' }, h('div', { class: 'actions' }, this.acts.undo, this.acts.hint, this.acts.swap, action('review', 'Review', () => this.review()), this.acts.flag))));
    this.take(view);
  }

  async start(): Promise<void> {
    table.onRestart = (view) => { this.take(view); void this.engine(); toast('The calculation was restarted. Nothing was lost.'); };
    if (choices.overlay !== 'gains') await this.show(choices.overlay);
    requestAnimationFrame(() => this.board.focus());
    void this.hold.take().then((own) => { if (!own) this.elsewhere(); });
    this.finish();
    void this.engine();
  }

  leave(): void {
    release(this.claimed);
    this.hold.leave();
  }

  private elsewhere(): void {
    if (this.gone) return;
    this.isHere = false;
    this.stop();
    toast('This game is open in another tab.', ['Continue here', () => void (async () => {
      if (this.gone) return;
      await this.hold.takeOver();
      const game = await games.get(this.game.id);
      if (this.gone) return;
      if (game) { Object.assign(this.game, game); this.take(await at('open', { text: game.record, ahead: game.ahead ?? [] })); }
      this.isHere = true;
      this.board.focus();
      void this.engine();
    })()]);
  }

  /** Has something done at the table, shows it and saves it. */
  private async do(verb: string, rest: object = {}): Promise<void> {
    if (!this.isHere) return this.elsewhere();
    const turns = this.view.turns.length;
    if (['undo', 'redo', 'give-up', 'restart'].includes(verb)) this.stop();
    try {
      const view = await at(verb, rest);
      if (this.gone) return;
      this.take(view);
      if (view.said) announce(view.said);
      if (view.turns.length !== turns || verb === 'give-up' || verb === 'undo' || verb === 'restart') {
        this.parts.help.replaceChildren();
        if (view.turns.length) announce([view.turns[view.shown - 1], view.status].filter(Boolean).join(', '));
        await this.save();
        this.finish();
        await this.engine();
      }
    } catch (error) {
      if (error instanceof EngineError) toast(capital(error.message)); else if (!wasLost(error)) throw error;
    }
  }

  /** Ends what is being thought because it is no longer wanted. */
  private stop(): void {
    this.stopped = this.thinking;
    stopThinking();
    this.thinking = false;
  }
  private stopped = false;

  private async show(overlay: string): Promise<void> {
    choices.overlay = overlay;
    saveChoices();
    this.overlay.pick(overlay);
    this.take(await at('overlay', { overlay }));
  }

  private take(view: TableView): void {
    this.view = view;
    table.kept = { do: 'open', text: view.record, ahead: view.ahead };
    table.chosen = view.chosen;
    this.board.apply(view);
    const { parts, acts } = this;
    [parts.narrow, parts.wide].forEach((element) => players(element, view, this.thinking));
    parts.name.textContent = `${view.size} × ${view.size}, ${view.sides.every(({ human }) => human) ? 'two players' : view.sides.filter(({ human }) => !human).map(({ seat }) => `against ${seat}`).join(', ')}`;
    const back = view.shown < view.turns.length;
    parts.where.textContent = view.winner === undefined ? `Turn ${view.shown + 1} · ${view.moves}` : '';
    parts.said.textContent = view.said ?? (back ? `${view.shown} of ${view.turns.length}` : '');
    parts.said.classList.toggle('warn', !!view.said);
    parts.groups.replaceChildren(...groups(view));
    const over = view.winner !== undefined;
    const mine = !view.engine && !over && !back;
    acts.undo.disabled = !view.can_undo;
    acts.hint.disabled = acts.flag.disabled = over;
    acts.swap.hidden = !(view.may_swap && mine);
    parts.chance.hidden = !choices.chances;
    this.drawChances();
  }

  private drawChances(): void {
    const { black, told } = this.chances;
    chanceBar(this.parts.chance, this.view.winner === undefined ? black : 100 * (1 - this.view.winner), this.view.ending ?? told ?? '', this.view.winner === undefined && this.chancesOf !== this.position());
  }
  private position(): string { return this.view.turns.slice(0, this.view.shown).join(' '); }

  /** The engine thinks and plays, where it is its turn; otherwise it thinks about the chances. */
  private async engine(): Promise<void> {
    const { view } = this;
    if (this.gone || !this.isHere || this.thinking) return;
    if (!view.engine) return this.findChances();
    this.thinking = true;
    this.take(view);
    const begun = performance.now();
    try {
      const ms = view.engine === 'level 7' ? 1000 * choices.seconds : 30_000;
      const thought = await think('move', { text: view.record, seed: seedOf(this.game.id) }, ms);
      // So that one sees who played what.
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 350 - (performance.now() - begun))));
      if (this.gone || this.view.record !== view.record || !this.view.engine || !this.isHere) return;
      this.thinking = false;
      await this.do('play', { turn: thought.turn });
      if (thought.black !== undefined && this.view.engine) { this.chances = thought; this.chancesOf = this.position(); this.drawChances(); }
    } catch (error) {
      if (!wasLost(error)) throw error;
      // Cancelled, or the worker failed: then it may try again.
      if (this.stopped) this.stopped = false;
      else if (!this.gone && this.view === view && this.isHere) toast('The engine stopped.', ['Go on', () => void this.engine()]);
    } finally { this.thinking = false; if (!this.gone && this.view === view) this.take(view); }
  }

  private async findChances(): Promise<void> {
    const { view } = this;
    const of = this.position();
    if (!choices.chances || view.winner !== undefined || this.chancesOf === of) return;
    try {
      const thought = await think('chances', { text: view.record, turns: view.shown }, 700);
      if (this.gone || of !== this.position()) return;
      this.chances = thought;
      this.chancesOf = of;
      this.drawChances();
    } catch (error) { if (!wasLost(error)) throw error; }
  }

  private async hint(): Promise<void> {
    const { view } = this;
    if (view.winner !== undefined || this.thinking) return;
    const { help } = this.parts;
    const stop = new AbortController();
    const close = (): void => { stop.abort(); help.replaceChildren(); void at('mark', { better: [] }).then((now) => this.take(now)); this.board.focus(); };
    const panel = (...body: Node[]): void => help.replaceChildren(h('section', { class: 'hint', 'aria-label': 'Hint' }, h('header', null, h('div', { class: 'stages' }, h('b', null, 'Hint')), iconButton('close', 'Close the hint', close)), ...body));
    panel(h('p', { class: 'quiet' }, 'Thinking…'), h('div', { class: 'progress endless', 'aria-hidden': 'true' }, h('i')));
    try {
      const { turn, told } = await think('hint', { text: view.record, turns: view.shown }, 4000, stop.signal);
      if (this.gone || this.view.turns.length !== view.turns.length) return;
      this.game.helped = true;
      const canPlay = view.shown === view.turns.length && !view.engine;
      panel(h('p', null, h('b', null, turn), ' ', told), ...(canPlay ? [h('div', { class: 'row' }, button('Play it', () => void this.do('play', { turn })))] : []));
      announce(`${turn}. ${told}`);
      if (turn !== 'swap') this.take(await at('mark', { better: [turn] }));
    } catch (error) {
      if (!wasLost(error)) throw error;
      help.replaceChildren();
    }
  }

  private finish(): void {
    const { ending, winner, sides } = this.view;
    if (winner === undefined) return;
    const lost = !sides[winner].human && sides[1 - winner]!.human;
    const name = seatName(this.view, winner);
    this.parts.help.replaceChildren(h('section', { class: lost ? 'finish lost' : 'finish', role: 'status' }, h('h2', null, name === 'You' ? 'You have won' : `${name} has won`), h('p', { class: 'quiet' }, capital((ending ?? '').replace(/^[^:]*: /, ''))),
      h('div', { class: 'row' }, button('Review', () => this.review(), 'main fill'), button('Once more', () => void this.again()))));
  }

  /** The same board and players, with colours exchanged. */
  private async again(): Promise<void> {
    const { sides, size, record } = this.view;
    const query = new URLSearchParams({ size: String(size), tie: /^\[Tie "(.*)"\]$/m.exec(record)?.[1] ?? choices.tie, pie: /^\[Pie "yes"\]$/m.test(record) ? 'yes' : 'no', black: sides[1].seat, white: sides[0].seat });
    go(`/emulsion/play?${query.toString()}`);
  }

  private review(): void { if (this.view.turns.length) go(`/emulsion/review/${this.game.id}`); else toast('Nothing was played yet.'); }

  private async giveUp(): Promise<void> { if (this.view.winner === undefined && await confirm('Give up', 'The other side wins then; you can undo that.', 'Give up')) await this.do('give-up'); }

  private moved = Date.now();

  private async save(): Promise<void> {
    const { record, ahead, winner, title, summary, turns, size } = this.view;
    Object.assign(this.game, { record, ahead, title, about: summary, seconds: this.game.seconds + Math.min(300, Math.round((Date.now() - this.moved) / 1000)), solved: winner !== undefined, progress: winner === undefined ? Math.min(0.95, turns.length / (0.5 * size * size)) : 1, updated: Date.now() });
    this.moved = Date.now();
    try { await games.put({ ...this.game }); } catch { toast('There is no room left in this browser’s storage: this game is not saved.', ['Copy it as text', () => void navigator.clipboard.writeText(record)]); }
  }

  private more(): void {
    const leave = (act: () => void) => () => { element.close(); act(); };
    const element: HTMLDialogElement = dialog('This game', [
      h('label', { class: 'switch' }, h('span', null, 'Show the chances'), h('input', { type: 'checkbox', checked: choices.chances, onchange: () => this.toggleChances() })),
      h('div', { class: 'grid2' }, button('Redo', leave(() => void this.do('redo')), ''), button('Restart', leave(() => void this.restart()), ''),
        button('Keys', leave(() => keys()), ''), button('New game', leave(() => go('/emulsion')), ''))]);
  }

  private toggleChances(): void { choices.chances = !choices.chances; saveChoices(); this.take(this.view); void this.engine(); }

  private async restart(): Promise<void> { if (await confirm('Restart', 'All turns of this game are dropped.', 'Restart')) await this.do('restart'); }

  private async look(turns: number): Promise<void> {
    this.take(await at('show', { turns: Math.max(0, turns) }));
    announce(this.view.status);
    if (this.view.shown === this.view.turns.length) void this.engine(); else void this.findChances();
  }

  private key(event: KeyboardEvent): void {
    const command = event.ctrlKey || event.metaKey;
    if ((event.target as HTMLElement).closest('input, textarea, select, dialog') || event.altKey || (!command && !preferences.letters)) return;
    const { view } = this;
    const undo = (): void => void this.do('undo');
    const redo = (): void => void this.do('redo');
    const acts: Record<string, () => void> = command ? { z: undo, Z: redo, y: redo } : {
      z: undo, u: undo, y: redo, h: () => void this.hint(), c: () => this.toggleChances(), f: () => this.board.turn(), a: () => this.review(), x: () => void this.giveUp(), '?': keys,
      o: () => void this.show(OVERLAYS[(OVERLAYS.findIndex(([name]) => name === choices.overlay) + 1) % OVERLAYS.length]![0]), s: () => { if (view.may_swap && !view.engine) void this.do('play', { turn: 'swap' }); },
      '[': () => void this.look(view.shown - 1), ']': () => void this.look(view.shown + 1), '{': () => void this.look(0), '}': () => void this.look(view.turns.length), q: () => go('/emulsion'),
    };
    const act = acts[event.key];
    if (act) { event.preventDefault(); act(); }
  }
}

const keys = (): void => { dialog('Keys', [keyTable(KEYS)]); };

/** A game's own seed: the engine plays the same again after a reload. */
function seedOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return hash;
}
