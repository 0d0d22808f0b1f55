/*
 * Keeps the files of the page, and nothing of play, for when there is no network. The network is
 * asked first, so a new version is taken at the next start.
 */
const CACHE = 'undercroft';
const SHELL = /^\/(|app\.css|app\/[a-z]+\.js|icon[-.a-z0-9]*|manifest\.webmanifest)$/;
const PATIENCE_MS = 4000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function fromNetwork(request) {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok) {
        const cache = await caches.open(CACHE);
        await cache.delete(request, { ignoreSearch: true });
        await cache.put(request, answer.clone());
    }
    return answer;
}

async function answer(request) {
    try {
        return await fromNetwork(request);
    } catch (error) {
        const kept = await caches.match(request, { ignoreSearch: true });
        if (kept === undefined) throw error;
        return kept;
    }
}

self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    if (
        event.request.method === 'GET' &&
        url.origin === location.origin &&
        SHELL.test(url.pathname)
    )
        event.respondWith(answer(event.request));
});
