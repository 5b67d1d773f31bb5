import { defineConfig, type Plugin } from 'vite';

/** Lists all files of the page for the service worker, which keeps them for use without a network. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = [...Object.keys(bundle).filter((name) => !name.endsWith('.map')), 'icon.svg', 'icon.png', 'manifest.webmanifest'];
      // The names of scripts, styles and modules tell what is in them.
      const page = bundle['index.html'];
      const version = [...files.slice().sort(), page?.type === 'asset' ? String(page.source) : ''].join(' ');
      let hash = 0;
      for (const character of version) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
      const source = `const version = ${JSON.stringify(hash.toString(36))};\nconst files = ${JSON.stringify(['./', ...files])};\n${worker}`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

/** What the service worker does: keeps the files of this version, answers from them, forgets other versions. */
const worker = `
const place = 'gridwright ' + registration.scope + ' ';
const name = place + version;
addEventListener('install', (event) => event.waitUntil(caches.open(name).then((cache) => cache.addAll(files))));
addEventListener('activate', (event) => event.waitUntil(caches.keys().then((names) =>
  Promise.all(names.filter((other) => other.startsWith(place) && other !== name).map((other) => caches.delete(other))))
  .then(() => clients.claim())));
addEventListener('message', (event) => { if (event.data === 'take over') skipWaiting(); });
addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.open(name).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((kept) => kept ?? fetch(event.request)));
});
`;

export default defineConfig({
  base: './',
  plugins: [offline()],
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, cssCodeSplit: true,
    // Small parts that are opened together pack better as one.
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [
      { name: 'learn', test: /screens\/(learn|drill|study|why|bench)/ },
      { name: 'play', test: /screens\/play|board\/|link\.ts|hold\.ts/ },
      { name: 'lists', test: /screens\/(today|library|new|open|settings|keys)|src\/library/ },
    ] } } },
  },
});
