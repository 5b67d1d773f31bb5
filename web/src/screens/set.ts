/** Setting a puzzle: an editor, and the answer while one draws. */

import '../style/set.css';
import { BoardView } from '../board/board';
import { capital, h, icon, iconButton, s, segments } from '../dom';
import { EngineError, taskWorker, WorkerLost } from '../engine/client';
import type { Answer, EditView, LayerView } from '../engine/types';
import { isGenre, SIZES } from '../library';
import { pack, unpack } from '../link';
import { go, type Route, type Screen } from '../router';
import { announce, toast } from '../shell';
import { kept } from '../store';
import { LiveAnswer } from './set-answer';
import { SetHand } from './set-hand';
import { sizeDialog } from './set-size';
import { shareDialog } from './share';

/** What the worker shows a setter. */
export interface SetView extends Answer {
  edit: EditView; choices: [string, string][][]; symmetries: [string, string][]; pattern: number[]; title: string; text?: string;
}

/** The last board of a genre, and the genre that was set last. */
const draft = (genre: string): string => `set/draft/${genre}`;
const LAST = 'set/last';
const BLANK = 'lightup';

/** `#/set` goes on with the last draft, `#/set/GENRE` with that of a genre or a blank board, `#/set?z=…` opens what a link holds. */
export async function set({ path: [, wanted], query }: Route): Promise<Screen> {
  if (wanted && !isGenre(wanted)) throw new Error('There is no such genre.');
  const last = await kept.get(LAST);
  const genre = wanted ?? (last && isGenre(last) ? last : BLANK);
  const linked = query.has('z') ? await unpack(query.get('z')!) : null;
  const text = linked ?? await kept.get(draft(genre));
  const worker = taskWorker();
  const [cols, rows] = SIZES[genre]!;
  const blank = (): Promise<SetView> => worker.request({ op: 'set', do: 'blank', genre, rows, cols });
  const open = (): Promise<SetView> => worker.request({ op: 'set', do: 'open', text });
  const first = await (text ? open().catch((error: unknown) => { if (linked) { worker.end(); throw error; } return blank(); }) : blank());
  const editor = new Editor(worker, first);
  return { element: editor.element, title: 'Set', place: 'set', bare: true, leave: () => editor.leave() };
}

/** The layer that says where clues may be added. */
const PATTERN = 'pattern';

class Editor {
  readonly element: HTMLElement;
  view: SetView;
  readonly board: BoardView;
  private readonly live: LiveAnswer;
  private readonly hand: SetHand;
  private layer = 0;
  private symbols: Record<number, string> = {};
  private inPattern = false;
  private symmetry = 'none';
  private isShown = true;
  private plain = '';
  private lit: string | null = null;
  private drawn = '';
  private readonly over = s('svg', { class: 'gw overlay set-marks', 'aria-hidden': 'true' });
  private spare: string[] = [];
  private readonly about = h('p', { class: 'quiet small' });
  private readonly name = h('span');
  private readonly layers = h('div', { class: 'set-layers' });
  private readonly palette = h('div', { class: 'palette', role: 'group', 'aria-label': 'What to print' });
  private readonly how = h('p', { class: 'small quiet how' });
  private readonly mirror = h('select', { class: 'select', 'aria-label': 'Symmetry', onchange: () => { this.symmetry = this.mirror.value; } });
  private readonly options = h('div', { class: 'stack tight' });
  private readonly playIt = h('button', { class: 'btn main fill', type: 'button', onclick: () => void this.send('/play') }, 'Play it');
  private readonly undos: HTMLButtonElement[] = [];
  private readonly redos: HTMLButtonElement[] = [];

  constructor(private readonly worker: ReturnType<typeof taskWorker>, first: SetView) {
    this.view = first;
    this.board = new BoardView('Puzzle being set', (blocks) => void this.request({ do: 'show', blocks }), async () => '');
    this.board.element.classList.add('nohist');
    this.live = new LiveAnswer({
      draw: (markup) => { this.lit = markup; this.overlay(); }, spare: (cells) => { this.spare = cells; this.marks(); },
      ring: (cells) => { if (cells.length) this.board.ring(this.numbers(cells)); else this.hand.ring(); },
      change: (changes) => void this.request({ do: 'change', changes }), replace: (text) => void this.request({ do: 'replace', text }), undo: () => void this.step('undo'),
      can: (play) => { this.playIt.disabled = !play; }, depth: () => this.view.edit.done, pattern: () => this.view.pattern, hasClues: () => this.hasClues,
    });
    this.hand = new SetHand(this.board, {
      kind: () => (this.inPattern ? 'pattern' : this.printed.kind), choices: () => this.choices().map(([symbol]) => symbol), symbol: () => this.symbol, at: (cell) => this.at(cell),
      blank: () => this.blank(), print: (cells, symbol) => void this.print(cells, symbol), leave: () => void this.send('/play'), longNumbers: () => this.view.edit.layers.some((layer) => layer.kind === 'areas'),
    });
    this.element = this.build();
    this.board.element.querySelector('.stage')?.append(this.over);
    this.take(first);
    setTimeout(() => this.board.focus());
  }

  private build(): HTMLElement {
    const eye = (): HTMLButtonElement => iconButton('eye', 'Show what the solutions say (v)', () => this.toggle(), { 'aria-pressed': 'true', 'data-eye': '' });
    const tools = (): HTMLElement[] => {
      const [undo, redo] = [iconButton('undo', 'Undo (z)', () => void this.step('undo')), iconButton('redo', 'Redo (y)', () => void this.step('redo'))];
      this.undos.push(undo);
      this.redos.push(redo);
      return [undo, redo, eye(), iconButton('share', 'Share, save, print', () => void this.share())];
    };
    const sized = (): HTMLElement => h('button', { class: 'btn text small', type: 'button', onclick: () => sizeDialog(this.view.edit, (changes) => this.request({ do: 'change', changes }), (mirror) => this.request({ do: 'turn', mirror }), (genre, rows, cols, changes) => this.begin(genre, rows, cols, changes)) }, 'Genre and size');
    return h('main', { class: 'play setting', onkeydown: (event: KeyboardEvent) => this.key(event) },
      h('div', { class: 'bar-items' }, h('span', { class: 'narrow-only row tight' }, ...tools())),
      h('div', { class: 'bar-name name narrow-only' }, h('h1', null, 'Set'), this.name),
      h('div', { class: 'middle' }, this.board.element),
      h('aside', { class: 'side' },
        h('div', { class: 'about wide-only' }, h('div', { class: 'row between' }, h('h1', null, 'Set'), h('span', { class: 'row tight' }, ...tools()))),
        h('div', { class: 'row between sized wide-only-flex' }, this.about, sized()),
        h('div', { class: 'stack tight' }, this.layers, this.palette, this.how, h('div', { class: 'row between symmetry' }, h('label', { class: 'row small' }, icon('symmetry', true), h('span', { class: 'wide-only' }, 'Symmetry'), this.mirror), h('span', { class: 'narrow-only' }, sized())), this.options),
        h('hr', { class: 'rule' }), this.live.element,
        h('div', { class: 'fit row' }, h('button', { class: 'btn fill', type: 'button', onclick: () => void this.send('/study') }, 'Step by step'), this.playIt)));
  }

  leave(): void { this.live.leave(); this.board.destroy(); this.worker.end(); }

  /** Whether anything but regions and areas is printed. */
  private get hasClues(): boolean { return this.view.edit.layers.some(({ kind }) => kind === 'symbols' || kind === 'numbers'); }
  private get printed(): LayerView { return this.view.edit.layers[this.layer]!; }
  private choices(): [string, string][] { return this.inPattern ? [['.', 'No clue may be added here'], ['x', 'A clue may be added here']] : this.view.choices[this.layer]!; }
  private blank(): string { return this.choices()[0]![0]; }
  private get symbol(): string {
    const choices = this.choices();
    const chosen = this.symbols[this.inPattern ? -1 : this.layer];
    return choices.some(([symbol]) => symbol === chosen) ? chosen! : choices[1]?.[0] ?? choices[0]![0];
  }
  private at(cell: number): string { return this.inPattern ? (this.view.pattern.includes(cell) ? 'x' : '.') : this.printed.cells[cell]!; }
  private numbers(cells: string[]): number[] { return cells.map((name) => this.board.named(name)).filter((cell) => cell !== null); }

  /** Asks the worker that owns the board; one that was lost begins again with the last text, and is asked once more. */
  private async request(body: Record<string, unknown>, isAgain = false): Promise<SetView | null> {
    const text = this.view.text ?? await kept.get(draft(this.view.edit.genre));
    try {
      const view = await this.worker.request<SetView>({ op: 'set', ...body }, { ms: 10_000 });
      this.take(view);
      return view;
    } catch (error) {
      if (error instanceof EngineError) { toast(error.message); return null; }
      if (!(error instanceof WorkerLost)) throw error;
      if (error.message === 'ended' || isAgain) return null;
      if (text) this.take(await this.worker.request<SetView>({ op: 'set', do: 'open', text }));
      toast('The calculation was restarted. Nothing was lost.');
      return this.request(body, true);
    }
  }

  private take(view: SetView): void {
    this.view = view;
    const markup = view.blocks?.find(([index]) => index === 0)?.[1];
    if (markup !== undefined) this.plain = markup;
    this.board.apply(view);
    if (this.layer >= view.edit.layers.length) { this.layer = 0; this.inPattern = false; }
    const text = view.text ?? '';
    const isNew = text !== this.drawn || !text;
    this.drawn = text;
    if (isNew) { this.lit = null; this.spare = []; this.live.change(view.edit, view.text ?? null); } else this.overlay();
    this.draw();
    if (text) { void kept.put(draft(view.edit.genre), text); void kept.put(LAST, view.edit.genre); }
  }

  /** Shows what was computed about the board; without it, the board alone. */
  private overlay(): void {
    if (this.board.layout.blocks.length === 1) this.board.apply({ blocks: [[0, this.isShown && this.lit ? this.lit : this.plain]] });
  }

  private toggle(): void {
    this.isShown = !this.isShown;
    this.element.ownerDocument.querySelectorAll('[data-eye]').forEach((button) => button.setAttribute('aria-pressed', String(this.isShown)));
    this.overlay();
    this.marks();
    announce(this.isShown ? 'What the solutions say is shown' : 'The board alone is shown');
  }

  /** Places of the pattern, clues that could go, the cell that is wrong. */
  private marks(): void {
    const { cols } = this.view.edit;
    const box = this.board.element.querySelector('.overlay')?.getAttribute('viewBox');
    if (box) this.over.setAttribute('viewBox', box);
    const corner = (cell: number): [number, number] => [10 + (cell % cols) * 40, 10 + Math.floor(cell / cols) * 40];
    const wrong = this.view.edit.invalid?.cell;
    const { cells, kind } = this.printed;
    const labelled = !this.inPattern && (kind === 'regions' || kind === 'areas') ? cells.flatMap((label, cell) => (cells.indexOf(label) === cell && !/^[.#]$/.test(label) ? [cell] : [])) : [];
    this.over.replaceChildren(
      ...labelled.map((cell) => { const [x, y] = corner(cell); return s('text', { class: 'set-label', x: x + 35, y: y + 12 }, cells[cell]!); }),
      ...this.view.pattern.map((cell) => { const [x, y] = corner(cell); return s('path', { class: 'set-place', d: `M${x + 3} ${y + 13}v-10h10M${x + 37} ${y + 27}v10h-10` }); }),
      ...(this.isShown ? this.numbers(this.spare) : []).map((cell) => { const [x, y] = corner(cell); return s('rect', { class: 'set-spare', x: x + 4, y: y + 4, width: 32, height: 32, rx: 3 }); }),
      ...(wrong ? this.numbers([wrong]) : []).map((cell) => { const [x, y] = corner(cell); return s('rect', { class: 'set-wrong', x: x + 2, y: y + 2, width: 36, height: 36 }); }));
  }

  private async print(cells: number[], symbol: string): Promise<void> {
    const { symmetry } = this;
    if (this.inPattern) await this.request({ do: 'pattern', cells, is_place: symbol === 'x', symmetry });
    else await this.request({ do: 'print', layer: this.layer, cells, symbol, symmetry });
    if (cells.length === 1 && !this.view.edit.invalid) announce(`${this.board.name(cells[0]!)}: ${this.choices().find(([own]) => own === this.at(cells[0]!))?.[1] ?? symbol}`);
  }

  private async step(what: 'undo' | 'redo'): Promise<void> {
    const left = what === 'undo' ? this.view.edit.done : this.view.edit.undone;
    if (!left) return announce(`Nothing to ${what}`);
    await this.request({ do: what });
    announce(what === 'undo' ? 'Undone' : 'Done again');
  }

  /** A blank board of another genre or size. */
  private async begin(genre: string, rows: number, cols: number, changes: string[]): Promise<void> {
    [this.layer, this.inPattern, this.symbols] = [0, false, {}];
    if (await this.request({ do: 'blank', genre, rows, cols }) && changes.length) await this.request({ do: 'change', changes });
    history.replaceState(null, '', `#/set/${genre}`);
  }

  private draw(): void {
    const { edit, title, symmetries } = this.view;
    this.about.textContent = title;
    this.name.textContent = title;
    for (const button of this.undos) button.disabled = !edit.done;
    for (const button of this.redos) button.disabled = !edit.undone;
    const tabs = [...edit.layers.map((layer, index) => [String(index), capital(layer.name)] as [string, string]), ...(this.hasClues ? [[PATTERN, 'Pattern'] as [string, string]] : [])];
    const chosen = this.inPattern ? PATTERN : String(this.layer);
    const wanted = `${tabs.map(([value]) => value).join()} ${chosen}`;
    if (this.layers.dataset['tabs'] !== wanted) {
      this.layers.dataset['tabs'] = wanted;
      const focused = this.layers.contains(document.activeElement);
      this.layers.replaceChildren(...(tabs.length > 1 ? [segments('What to change', tabs, chosen, (choice) => { this.inPattern = choice === PATTERN; if (!this.inPattern) this.layer = Number(choice); this.draw(); })] : []));
      if (focused) this.layers.querySelector<HTMLElement>('[aria-checked=true]')?.focus();
    }
    this.drawPalette();
    this.marks();
    this.mirror.parentElement!.hidden = !this.inPattern && (this.printed.kind === 'regions' || this.printed.kind === 'areas');
    if (this.mirror.options.length !== symmetries.length) {
      if (!symmetries.some(([name]) => name === this.symmetry)) this.symmetry = 'none';
      this.mirror.replaceChildren(...symmetries.map(([value, meaning]) => h('option', { value, selected: value === this.symmetry }, capital(meaning.replace(/ (\(.*\)|in particular)$/, '')))));
    }
    const label = this.symbol;
    const area = !this.inPattern && this.printed.kind === 'areas' && label !== this.blank() ? [h('label', { class: 'switch' }, h('span', { class: 'small' }, `Goal of area ${label}`),
      h('input', { class: 'input goal', type: 'number', min: 0, value: edit.goals[label] ?? '', onchange: (event: Event) => void this.request({ do: 'change', changes: [`goal ${label} ${(event.target as HTMLInputElement).value || 'none'}`] }) }))] : [];
    const clear = this.inPattern ? [h('button', { class: 'btn small', type: 'button', onclick: () => void this.request({ do: 'pattern-of-clues' }) }, this.view.pattern.length ? 'Clear the pattern' : 'Take the places of the clues')] : [];
    this.options.replaceChildren(...area, ...clear);
    const kind = this.inPattern ? 'pattern' : this.printed.kind;
    this.how.textContent = kind === 'pattern' ? 'Where clues may be added. Without a pattern, everywhere.' : kind === 'regions' || kind === 'areas' ? 'A press prints the label; a drag extends the cell it begins at.' : '';
  }

  private drawPalette(): void {
    const choices = this.choices();
    const walls = this.view.edit.genre === 'lightup' && !this.inPattern;
    const made = JSON.stringify([this.inPattern, this.layer, choices]);
    // Swatches stay while they mean the same: one that is being pressed must not be replaced.
    if (this.palette.dataset['made'] === made) {
      for (const swatch of this.palette.children) swatch.setAttribute('aria-pressed', String((swatch as HTMLElement).dataset['symbol'] === this.symbol));
      return;
    }
    this.palette.dataset['made'] = made;
    this.palette.classList.toggle('many', choices.length > 14);
    this.palette.replaceChildren(...choices.map(([symbol, meaning], index) => h('button', {
      class: `swatch${walls && index > 0 ? ' wall' : symbol === '#' ? ' absent' : ''}`, type: 'button', 'aria-pressed': String(symbol === this.symbol), 'aria-label': capital(meaning), title: capital(meaning), 'data-symbol': symbol,
      onclick: () => { this.symbols[this.inPattern ? -1 : this.layer] = symbol; this.draw(); } }, this.inPattern && symbol === 'x' ? icon('target', true) : /^[.#w]$/.test(symbol) ? '' : symbol)));
  }

  private key(event: KeyboardEvent): void {
    if ((event.target as HTMLElement).closest('input, select, textarea, dialog')) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const commands: Record<string, () => void> = { z: () => void this.step('undo'), u: () => void this.step('undo'), '[': () => void this.step('undo'), y: () => void this.step('redo'), ']': () => void this.step('redo'), v: () => this.toggle(), F2: () => void this.send('/play') };
    const act = command ? { z: () => void this.step(event.shiftKey ? 'redo' : 'undo'), y: () => void this.step('redo') }[key] : event.altKey ? undefined : this.board.hasFocus && this.hand.key(event) ? () => undefined : commands[key];
    if (act) { event.preventDefault(); event.stopPropagation(); act(); }
  }

  private async send(to: string): Promise<void> {
    const { text, edit } = this.view;
    if (text) go(`${to}?z=${await pack(text)}`); else toast(edit.invalid?.message ?? '');
  }

  private share(): void {
    const { text, edit, title } = this.view;
    if (text) shareDialog(text, text, title); else toast(edit.invalid?.message ?? '');
  }
}
