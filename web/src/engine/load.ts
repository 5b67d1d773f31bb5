/** Loads a module whose objects take and give texts only. What bindgen writes for it can do more and is three times as long. */

import type { Engine } from './serve';

interface Exports {
  memory: WebAssembly.Memory;
  __wbindgen_malloc(length: number, align: number): number;
  __wbindgen_free(at: number, length: number, align: number): void;
  __wbindgen_start?(): void;
  [name: string]: unknown;
}

/** The object that the module's crate calls `name`, in small letters. */
export async function load(url: URL, name: string): Promise<Engine> {
  let wasm: Exports;
  const text = (at: number, length: number): string => new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, at >>> 0, length));
  /** What modules ask of a worker, by a part of its name. */
  const given: Record<string, (...values: number[]) => unknown> = {
    throw: (at = 0, length = 0) => { throw new Error(text(at, length)); },
    gridwrightProgress: (at = 0, length = 0) => (self as unknown as { gridwrightProgress(progress: string): void }).gridwrightProgress(text(at, length)),
    now: () => performance.now(),
    externref: () => undefined,
  };
  const response = await fetch(url);
  // Some hosts do not know the type.
  const module = response.headers.get('content-type')?.startsWith('application/wasm') ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer());
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const asked of WebAssembly.Module.imports(module)) (imports[asked.module] ??= {})[asked.name] = given[Object.keys(given).find((part) => asked.name.includes(part)) ?? 'throw']!;
  wasm = (await WebAssembly.instantiate(module, imports)).exports as unknown as Exports;
  wasm.__wbindgen_start?.();
  const own = (wasm[`${name}_new`] as () => number)();
  const call = (verb: string) => (body: string, ms: number): string => {
    const bytes = new TextEncoder().encode(body);
    const at = wasm.__wbindgen_malloc(bytes.length, 1) >>> 0;
    new Uint8Array(wasm.memory.buffer).set(bytes, at);
    const [from, length] = (wasm[`${name}_${verb}`] as (own: number, at: number, length: number, ms: number) => [number, number])(own, at, bytes.length, ms);
    try { return text(from, length); } finally { wasm.__wbindgen_free(from, length, 1); }
  };
  return { request: call('request'), ...(wasm[`${name}_ask`] ? { ask: call('ask') } : {}) };
}
