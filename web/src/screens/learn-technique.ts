/** A page a technique: what it is, an example before and with the step, and positions to find it in. */

import '../style/learn.css';
import { capital, h, icon, segments } from '../dom';
import { ask, taskWorker, WorkerLost } from '../engine/client';
import type { Picture } from '../engine/types';
import { isGenre, names } from '../library';
import type { Route, Screen } from '../router';
import { Drill } from './drill';
import { coloured, legend, lightUp, slug, Still, stepWords, type Technique, type TechniquesView } from './learn-parts';

/** `#/learn/GENRE/TECHNIQUE`. */
export async function technique({ path: [, genre = '', name = ''] }: Route): Promise<Screen> {
  if (!isGenre(genre)) throw new Error('There is no such genre.');
  const all = await ask<TechniquesView>({ ask: 'techniques', genre });
  const at = all.techniques.findIndex((one) => one.name.toLowerCase() === name.toLowerCase());
  const one = all.techniques[at];
  if (!one) throw new Error(`${names[genre]} has no technique of this name.`);
  const worker = taskWorker();
  const drill = one.example ? new Drill(genre, one.name, worker) : null;
  const element = h('main', { class: 'wrap learn technique' },
    h('p', { class: 'small quiet' }, h('a', { class: 'link', href: '#/learn' }, 'Learn'), ' / ', h('a', { class: 'link', href: `#/learn/${genre}` }, names[genre]!)),
    top(one, all, worker), drill?.element ?? null,
    h('nav', { class: 'ways pager', 'aria-label': 'Techniques' }, turn(genre, all.techniques[at - 1], false), turn(genre, all.techniques[at + 1], true)));
  void drill?.begin();
  return { element, title: capital(one.name), place: 'learn', leave: () => { drill?.leave(); worker.end(); } };
}

type Worker = ReturnType<typeof taskWorker>;

function turn(genre: string, other: Technique | undefined, onwards: boolean): HTMLElement {
  if (!other) return h('span', null);
  return onwards
    ? h('a', { class: 'way', href: `#/learn/${genre}/${slug(other.name)}`, rel: 'next' }, h('h3', null, capital(other.name)), icon('arrow', true), h('p', null, 'Next'))
    : h('a', { class: 'way', href: `#/learn/${genre}/${slug(other.name)}`, rel: 'prev' }, h('h3', null, icon('back', true), capital(other.name)), h('p', null, 'Before'));
}

/** How often it occurs, as far as it was counted. */
function often({ times }: Technique, { steps, puzzles }: TechniquesView): string {
  if (times === undefined || !steps) return 'Not counted';
  if (!times) return `In none of ${steps} steps`;
  return `${times} of ${steps} steps in ${puzzles} puzzles`;
}

function top(one: Technique, all: TechniquesView, worker: Worker): HTMLElement {
  const board = new Still('techboard');
  const { example } = one;
  const text = h('div', { class: 'stack' }, h('h1', null, capital(one.name)), h('p', { class: 'say' }, one.meaning),
    h('dl', { class: 'defs2' }, h('div', null, h('dt', null, 'Hardness'), h('dd', null, one.hardness.toFixed(1))), h('div', null, h('dt', null, 'How often'), h('dd', null, often(one, all))),
      example ? h('div', null, h('dt', null, 'Rules'), h('dd', null, example.step.rules.length)) : null));
  if (!example) {
    text.append(h('p', { class: 'quiet' }, 'There is no example: in the puzzles it was counted on, it never was the easiest step that was left, or it goes without saying.'));
    return h('div', { class: 'techtop plain' }, text);
  }
  const pictures: (Picture | null)[] = [null, null];
  const show = (with_: number): void => { const drawn = pictures[with_]; if (drawn) board.show(drawn, with_ ? `The position with the step: ${example.step.text ?? ''}` : 'The position before the step'); };
  const choose = segments<'0' | '1'>('Picture', [['0', 'Before'], ['1', 'With the step']], '1', (choice) => show(Number(choice)));
  void draw(example.position, worker).then((drawn) => { pictures.splice(0, 2, ...drawn); show(1); }).catch((error: unknown) => { if (!(error instanceof WorkerLost)) throw error; });
  const words = h('div', { class: 'stack' }, ...stepWords({ ...example.step, then: [] }));
  words.prepend(h('p', { class: 'label' }, 'Example'));
  lightUp(words, (cells) => board.ring(cells));
  const rules = h('ul', { class: 'rule-list small quiet' }, ...example.step.rules.map((rule) => h('li', null, ...coloured(capital(rule.sentence), null))));
  lightUp(rules, (cells) => board.ring(cells));
  text.append(words, rules, legend());
  return h('div', { class: 'techtop' }, text, h('div', { class: 'stack tight' }, board.element, choose));
}

/** The example before the step, and with it. */
async function draw(text: string, worker: Worker): Promise<[Picture, Picture]> {
  const { before, after } = await worker.request<{ before: Picture; after: Picture }>({ op: 'example', text });
  return [before, after];
}
