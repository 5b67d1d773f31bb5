/** Opening anything: pasted, dropped, chosen. */

import { h, icon } from '../dom';
import { desk, EngineError } from '../engine/client';
import { pack } from '../link';
import { go } from '../router';
import { loading } from '../shell';

/** Our own links hold the text in their fragment. */
function own(text: string): string | null {
  const fragment = /#(\/(?:play|set|study|daily|emulsion)[^\s]*)$/.exec(text.trim());
  return fragment ? fragment[1]! : null;
}

/** Larger files hold no puzzle that is played here. */
const MOST = 32 << 20;

/** Opens a text or says where it is wrong. */
export async function openText(text: string, problem: HTMLElement): Promise<void> {
  const link = own(text);
  if (link) return go(link);
  const wait = setTimeout(() => loading(true), 400);
  try {
    await desk.open(text);
    go(`/play?z=${await pack(text)}`);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { message, line, column } = error.view;
    const source = line === undefined ? undefined : text.split(/\r?\n/)[line - 1];
    const from = Math.max(0, (column ?? 1) - 30);
    problem.replaceChildren(h('p', null, icon('warning', true), line === undefined ? message : `Line ${line}, column ${column}: ${message}`),
      ...(source === undefined ? [] : [h('pre', { class: 'spot' }, `${source.slice(from, from + 60)}\n${' '.repeat(Math.max(0, (column ?? 1) - 1 - from))}^`)]));
    problem.hidden = false;
  } finally {
    clearTimeout(wait);
    loading(false);
  }
}

/** The box for a link or a puzzle; files may be dropped on it. */
export function openForm(): HTMLElement {
  const problem = h('div', { class: 'problem', role: 'alert', hidden: true });
  const input = h('textarea', { id: 'open', rows: 1, placeholder: 'Link, puzzle or file', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' });
  const file = h('input', { type: 'file', class: 'hide', id: 'open-file', tabindex: -1, 'aria-hidden': 'true' });
  const read = async (chosen: File | undefined): Promise<void> => { 
    if (!chosen) return;
    if (chosen.size > MOST) { problem.textContent = 'This file is too large for a puzzle.'; problem.hidden = false; return; }
    const text = await chosen.text();
    // A long text would fill the box for nothing.
    if (text.length < 10_000) input.value = text;
    await openText(text, problem);
  };
  const submit = (): void => { problem.hidden = true; if (input.value.trim()) void openText(input.value, problem); else file.click(); };
  file.addEventListener('change', () => void read(file.files?.[0]));
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter' && !event.shiftKey) { event.preventDefault(); submit(); } });
  input.addEventListener('paste', () => setTimeout(submit));
  const form = h('form', { class: 'open', onsubmit: (event: Event) => { event.preventDefault(); submit(); } },
    h('label', { class: 'hide', for: 'open' }, 'Open a puzzle'),
    h('div', { class: 'box' }, icon('open'), input, h('button', { class: 'btn text' }, 'Open'), file), problem);
  form.addEventListener('dragover', (event) => { event.preventDefault(); form.classList.add('over'); });
  form.addEventListener('dragleave', () => form.classList.remove('over'));
  form.addEventListener('drop', (event) => { event.preventDefault(); form.classList.remove('over'); void read(event.dataTransfer?.files[0]); });
  return form;
}
