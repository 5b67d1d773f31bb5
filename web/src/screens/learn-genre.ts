/** The rules of a genre as a lesson: each is tried out on a board, and at the end the board is solved. */

import '../style/learn.css';
import { capital, h, icon } from '../dom';
import { ask } from '../engine/client';
import type { BrokenRule, GenreView, PlayState } from '../engine/types';
import { day, isGenre } from '../library';
import { pack } from '../link';
import { go, type Route, type Screen } from '../router';
import { announce } from '../shell';
import { Bench } from './bench';
import { techniqueList } from './learn';
import { coloured, lightUp, type TechniquesView } from './learn-parts';

const HOW: Record<PlayState['style'], string> = {
  place: 'Click or tap a cell to place; click again to take it back. Right click or a long press marks a cell as empty.',
  digits: 'Choose a cell and type a digit, or press one below. The same digit again takes it back.',
  lines: 'Drag a number along its line, or choose it and then one of the ringed ends. A right click takes the line back.',
};

/** `#/learn/GENRE`. */
export async function lesson({ path: [, id = ''], isWanted }: Route): Promise<Screen> {
  if (!isGenre(id)) throw new Error('There is no such genre.');
  const [genre, techniques] = await Promise.all([ask<GenreView>({ ask: 'genre', genre: id }), ask<TechniquesView>({ ask: 'techniques', genre: id })]);
  const lesson = new Lesson(genre, techniques);
  await lesson.begin(isWanted);
  return { element: lesson.element, title: `${genre.name}: rules`, place: 'learn', leave: () => lesson.bench.destroy() };
}

class Lesson {
  readonly element: HTMLElement;
  readonly bench: Bench;
  private at = 0;
  private readonly seen = new Set<string>();
  private readonly text = h('div', { class: 'stack lesson-text' });
  private readonly notice = h('div', { class: 'lesson-notice', role: 'status' });
  private readonly dots = h('ol', { class: 'dots', 'aria-hidden': 'true' });
  private readonly how = h('p', { class: 'small quiet' });

  constructor(private readonly genre: GenreView, techniques: TechniquesView) {
    this.bench = new Bench({ changed: (state) => this.draw(state) });
    this.element = h('main', { class: 'wrap learn' },
      h('p', { class: 'small quiet' }, h('a', { class: 'link', href: '#/learn' }, 'Learn')),
      h('div', { class: 'techtop lesson' },
        h('div', { class: 'stack' }, h('h1', null, genre.name), h('p', { class: 'quiet wide-only' }, genre.summary), this.dots, this.text),
        h('div', { class: 'stack' }, this.bench.element, this.notice, this.bench.tools, this.how)),
      h('section', { class: 'section', 'aria-labelledby': 'techniques' }, h('header', null, h('h2', { id: 'techniques' }, 'Techniques'),
        techniques.puzzles ? h('span', { class: 'small quiet' }, `counted on ${techniques.puzzles} new puzzles`) : null), techniqueList(genre.id, techniques.techniques)));
    lightUp(this.notice, (cells) => this.bench.ring(cells));
  }

  async begin(isWanted: () => boolean): Promise<void> {
    await this.bench.open(this.genre.example, 'on', isWanted);
    this.how.textContent = HOW[this.bench.state!.style];
    this.page(0);
  }

  /** A page a rule, and one for the whole. */
  private page(at: number): void {
    const { rules } = this.genre;
    this.at = Math.max(0, Math.min(rules.length, at));
    const rule = rules[this.at];
    this.dots.replaceChildren(...[...rules, null].map((one, index) => h('li', { class: index === this.at ? 'now' : one && this.seen.has(one.id) ? 'seen' : '' })));
    const button = (to: number, word: string, kind: string): HTMLElement => h('button', { class: `btn ${kind}`, type: 'button', onclick: () => { void this.bench.do({ do: 'restart' }); this.page(to); } }, word);
    this.text.replaceChildren(
      h('div', { class: 'stack tight' }, h('p', { class: 'caption' }, rule ? `Rule ${this.at + 1} of ${rules.length}` : 'Now all of them'),
        h('p', { class: 'rule-text' }, rule ? rule.text : 'Solve this puzzle.')),
      h('p', { class: 'quiet' }, rule ? (rule.role === 'clue' ? 'This is about what is printed on the board. Try what happens when you go against it.' : 'Break it on the board, and see what lights up.') : `It has one solution, and needs nothing but the ${rules.length} rules.`),
      h('div', { class: 'row wrapping' }, this.at ? button(this.at - 1, 'Back', '') : null, rule ? button(this.at + 1, this.at + 1 < rules.length ? 'Next rule' : 'Solve a puzzle', 'main') : h('button', { class: 'btn', type: 'button', onclick: () => void this.bench.hint() }, icon('hint', true), 'Hint'),
        h('button', { class: 'btn plain', type: 'button', onclick: () => void this.bench.do({ do: 'restart' }) }, 'Clear the board')));
    announce(rule ? rule.text : 'Solve this puzzle.');
    if (this.bench.state) this.draw(this.bench.state);
  }

  private draw(state: PlayState): void {
    const rule = this.genre.rules[this.at];
    for (const broken of state.broken) this.seen.add(broken.rule);
    const shown = state.broken.find((broken) => broken.rule === rule?.id) ?? state.broken[0];
    const parts: HTMLElement[] = [];
    if (state.solved) parts.push(this.solved());
    else if (shown) parts.push(this.breach(shown, rule?.id));
    if (!rule && state.hint && !state.solved) parts.push(h('section', { class: 'hint', 'aria-label': 'Hint' }, h('div', { class: 'stages' }, h('b', null, 'Hint')), ...state.hint.text.map((line) => h('p', null, ...coloured(line, null))),
      h('div', { class: 'row' }, state.has_more_hints ? h('button', { class: 'btn', type: 'button', onclick: () => void this.bench.hint() }, 'More') : state.hint.status === 'step' ? h('button', { class: 'btn', type: 'button', onclick: () => void this.bench.do({ do: 'take-hint' }) }, 'Do it') : null)));
    this.notice.replaceChildren(...parts);
    this.dots.querySelectorAll('li').forEach((dot, index) => { const one = this.genre.rules[index]; dot.classList.toggle('seen', !!one && this.seen.has(one.id) && index !== this.at); });
  }

  private breach(broken: BrokenRule, wanted: string | undefined): HTMLElement {
    const rule = this.genre.rules.find((one) => one.id === broken.rule);
    return h('section', { class: 'notice bad' }, icon('warning'), h('b', null, ...coloured(capital(broken.text), null)), h('span', null, ...coloured(`${capital(broken.sentence)}.`, null)),
      rule && broken.rule !== wanted ? h('span', { class: 'small' }, `That is another rule: ${rule.text}`) : null);
  }

  private solved(): HTMLElement {
    const study = async (): Promise<void> => go(`/study?z=${await pack(this.genre.example)}`);
    return h('section', { class: 'notice good' }, icon('tick'), h('b', null, 'Solved'),
      h('span', { class: 'row wrapping' }, h('a', { class: 'btn', href: `#/daily/${day()}/${this.genre.id}/easy` }, 'Play today’s easy one'), h('button', { class: 'btn', type: 'button', onclick: () => void study() }, 'See it step by step'), h('a', { class: 'btn', href: `#/why?p=${encodeURIComponent(this.genre.example)}` }, 'Why not?')));
  }
}
