/** Puzzles and games in the fragment of an address, compressed. The fragment never leaves the browser. */

const MOST = 4 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    // A short link must not become an endless text.
    if (length > MOST) { await reader.cancel(); throw new Error('the puzzle in this link is too large'); }
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

/** A text as letters, digits, - and _. */
export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text again; fails with a sentence where it is none. */
export async function unpack(packed: string): Promise<string> {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await through(bytes, new DecompressionStream('deflate-raw')));
  } catch (error) {
    if (error instanceof Error && error.message.includes('too large')) throw error;
    throw new Error('this link is damaged: a part of it is missing or was changed');
  }
}

/** The address of a screen. */
export const address = (route: string): string => location.href.split('#')[0] + '#' + route;
