/** The page begins: theme, routes, the first screen. */

import { capital, h } from './dom';
import { find, PartMissing, route, type Screen } from './router';
import { loading, show, toast } from './shell';
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
for (const [name, show] of [['', 'home'], ['/play(/.*)?', 'play'], ['/review(/.*)?', 'review'], ['/(lesson|puzzle|proven)', 'study']] as const)
  route(new RegExp(`^emulsion${name}$`), async () => (await import('./screens/emulsion'))[show]);
route(/^settings$/, async () => (await import('./screens/settings')).settings);

let current: Screen | null = null;
let turn = 0;

async function navigate(): Promise<void> {
  const mine = ++turn;
  let screen: Screen | null;
  const wait = setTimeout(() => { if (mine === turn) loading(true); }, 400);
  try {
    screen = await find(location.hash, () => mine === turn);
  } catch (error) {
    const isMissing = error instanceof PartMissing;
    screen = message(isMissing ? 'This part of the page could not be loaded' : 'Something went wrong', isMissing ? 'The page may have been updated meanwhile, or there is no connection.' : capital(String(error instanceof Error ? error.message : error)));
    if (isMissing) screen.element.append(h('p', null, h('button', { class: 'btn', type: 'button', onclick: reload }, 'Reload')));
  }
  clearTimeout(wait);
  // Somebody was faster: another address was chosen while this one was loading.
  if (mine !== turn) { screen?.leave?.(); return; }
  loading(false);
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

/** What was entered is saved when a screen is left. */
function reload(): void {
  current?.leave?.();
  setTimeout(() => location.reload(), 300);
}

/** A new version waits until the reader lets it in: nothing changes in the middle of a game. */
async function keepUpToDate(): Promise<void> {
  const registration = await navigator.serviceWorker.register('./sw.js');
  let asked = false;
  const offer = (): void => {
    const { waiting } = registration;
    if (!waiting || !navigator.serviceWorker.controller) return;
    toast('A new version of Gridwright is here.', ['Reload', () => { asked = true; waiting.postMessage('take over'); }]);
  };
  let isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (asked) reload();
    // Another tab let it in: the parts of this version are gone.
    else if (!isFirst) toast('Gridwright was updated in another tab.', ['Reload', reload]);
    isFirst = false;
  });
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
  offer();
  document.addEventListener('visibilitychange', () => { if (!document.hidden) void registration.update().catch(() => undefined); });
}

if (navigator.serviceWorker && import.meta.env.PROD) void keepUpToDate().catch(() => undefined);
