/** Links, other formats, pictures, print. */

import { h, icon, iconButton } from '../dom';
import { ask, EngineError, sheet, taskWorker } from '../engine/client';
import { address, pack } from '../link';
import { announce, dialog, toast } from '../shell';

async function copy(text: string): Promise<void> {
  try { await navigator.clipboard.writeText(text); announce('Copied'); toast('Copied.'); } catch { toast('This browser does not allow copying here; select the text instead.'); }
}

export function save(name: string, content: BlobPart, type: string): void {
  const link = h('a', { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A picture of the puzzle as a file of its own. */
async function svg(text: string): Promise<string> {
  const worker = taskWorker();
  try { return (await worker.request<{ text: string }>({ op: 'svg', text })).text; } finally { worker.end(); }
}

async function png(text: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([await svg(text)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = h('canvas', { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
  } finally { URL.revokeObjectURL(url); }
}

/** Frames of this size hold a board and its tools side by side. */
const frame = (url: string, title: string): string => `<iframe src="${url}" title="${title}" width="600" height="371"></iframe>`;

const FORMATS: [string, string][] = [['puzzlink', 'puzz.link'], ['tatham', 'Simon Tatham’s collection'], ['penpa', 'Penpa+'], ['native', 'Text']];

export function shareDialog(record: string, puzzle: string, title: string): void {
  const list = h('ul', { class: 'ways2' });
  const row = (name: string, detail: string, ...buttons: Node[]): HTMLElement => h('li', null, h('span', { class: 't' }, h('b', null, name), h('span', null, detail)), ...buttons);
  const linkRow = async (name: string, text: string): Promise<HTMLElement> => {
    const url = address(`/play?z=${await pack(text)}`);
    return row(name, url, iconButton('copy', `Copy: ${name}`, () => void copy(url)));
  };
  /** Something that may fail; while it is made, its button waits. */
  const maker = (symbol: string, label: string, make: () => Promise<void>): HTMLElement => {
    const button = iconButton(symbol, label, () => {
      button.disabled = true;
      void make().catch((error: unknown) => toast(error instanceof Error ? error.message : String(error))).finally(() => { button.disabled = false; });
    });
    return button;
  };
  dialog('Share', [list]);
  void (async () => {
    list.append(await linkRow('Link to the puzzle', puzzle), await linkRow('Link to your game', record));
    const framed = frame(address(`/play?z=${await pack(puzzle)}`), title);
    for (const [format, name] of FORMATS) {
      try {
        const { text } = await ask<{ text: string }>({ ask: 'convert', puzzle, to: format });
        list.append(row(name, text.split('\n')[0]!.slice(0, 60), iconButton('copy', `Copy: ${name}`, () => void copy(text))));
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        const item = row(name, error.message);
        item.classList.add('no');
        list.append(item);
      }
    }
    const file = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
    list.append(
      row('Frame', 'For a page of yours, 600 × 371', iconButton('copy', 'Copy: Frame', () => void copy(framed))),
      row('Picture', 'SVG, sharp at every size', maker('save', 'Save as SVG', async () => save(`${file}.svg`, await svg(record), 'image/svg+xml'))),
      row('Picture', 'PNG', h('span', { class: 'row tight' }, maker('copy', 'Copy the picture', async () => { await navigator.clipboard.write([new ClipboardItem({ 'image/png': png(record) })]); toast('Copied.'); }), maker('save', 'Save as PNG', async () => save(`${file}.png`, await png(record), 'image/png')))),
      row('Sheet', 'PDF with the rules, and the solution on the last page', maker('save', 'Save as PDF', async () => save(`${file}.pdf`, await sheet([puzzle], 1), 'application/pdf'))),
      row('Paper', 'Print the board as it is', iconButton('print', 'Print', () => { document.querySelector('dialog')?.close(); print(); })),
      row('Game', 'As text, with every move', iconButton('save', 'Save the game', () => save(`${file}.txt`, record, 'text/plain'))));
  })().catch((error: unknown) => { list.append(h('li', null, icon('warning'), String(error instanceof Error ? error.message : error))); });
}
