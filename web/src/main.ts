/** The page begins: theme, routes, the first screen. */

import { h } from './dom';
import { find, route, type Screen } from './router';
import { show } from './shell';
import { applyTheme } from './store';

route(/^$/, async () => (await import('./screens/today')).today);
route(/^library$/, async () => (await import('./screens/library')).library);
route(/^play(\/.*)?$/, async () => (await import('./screens/play')).play);
route(/^daily\/[^/]+\/[^/]+\/[^/]+$/, async () => (await import('./screens/play')).daily);
route(/^learn$/, async () => (await import('./screens/learn')).learn);
route(/^learn\/[^/]+$/, async () => (await import('./screens/learn-genre')).lesson);
route(/^learn\/[^/]+\/[^/]+$/, async () => (await import('./screens/learn-technique')).technique);
route(/^why$/, async () => (await import('./screens/why')).why);
route(/^study$/, async () => (await import('./screens/study')).study);
route(/^set(\/[^/]+)?$/, async () => (await import('./screens/set')).set);
route(/^settings$/, async () => (await import('./screens/settings')).settings);

let current: Screen | null = null;
let turn = 0;

async function navigate(): Promise<void> {
  const mine = ++turn;
  let screen: Screen | null;
  try {
    screen = await find(location.hash);
  } catch (error) {
    screen = message('Something went wrong', String(error instanceof Error ? error.message : error));
  }
  // Somebody was faster: another address was chosen while this one was loading.
  if (mine !== turn) { screen?.leave?.(); return; }
  screen ??= message('No such page', 'This address names no screen of Gridwright.');
  current?.leave?.();
  current = screen;
  show(screen);
  if (mine > 1) screen.element.focus();
  scrollTo(0, 0);
}

function message(title: string, text: string): Screen {
  const element = h('main', { class: 'wrap' }, h('h1', null, title), h('p', null, text), h('p', null, h('a', { class: 'link', href: '#/' }, 'Go to today’s puzzles')));
  return { element, title, place: 'today' };
}

applyTheme();
addEventListener('hashchange', () => void navigate());
void navigate();

if (navigator.serviceWorker && import.meta.env.PROD) void navigator.serviceWorker.register('./sw.js').catch(() => undefined);
