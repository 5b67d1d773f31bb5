/** Screens by address: everything behind the # names a screen and what it shows. */

/** What a screen gives back: its element, and what to do when it is left. */
export interface Screen { element: HTMLElement; title: string; place: Place; leave?: () => void; bare?: boolean }
export type Place = 'today' | 'library' | 'set' | 'learn' | 'emulsion';
/** @property isWanted tells whether nobody has asked for another screen since. */
export interface Route { path: string[]; query: URLSearchParams; isWanted: () => boolean }
type Show = (route: Route) => Promise<Screen>;

/** The script of a screen is not there. */
export class PartMissing extends Error {}

const routes: [RegExp, () => Promise<Show>][] = [];

/** Screens are loaded when they are first shown. */
export function route(pattern: RegExp, load: () => Promise<Show>): void { routes.push([pattern, load]); }

function parse(hash: string): Omit<Route, 'isWanted'> {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const parts = path.split('/').filter(Boolean).map((part) => { try { return decodeURIComponent(part); } catch { return part; } });
  return { path: parts, query: new URLSearchParams(query) };
}

export async function find(hash: string, isWanted: () => boolean): Promise<Screen | null> {
  const wanted = parse(hash);
  const name = wanted.path.join('/');
  const found = routes.find(([pattern]) => pattern.test(name));
  if (!found) return null;
  const show = await found[1]().catch((error: unknown) => { throw new PartMissing(String(error)); });
  return show({ ...wanted, isWanted });
}

/** Goes to another screen. */
export function go(to: string, replace = false): void {
  if (replace) { history.replaceState(null, '', '#' + to); dispatchEvent(new HashChangeEvent('hashchange')); } else location.hash = to;
}
