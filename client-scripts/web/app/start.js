/*
 * The start of the page: it gets its theme and its size of text, and is painted. Only then are the
 * other modules fetched and run: the first paint needs none of them, and they would delay it.
 */
import { TEXT_SIZES, THEMES, putOn, readStorage } from './look.js?v=HASH';

const PATIENCE_MS = 1000; /* for the first paint */

/* All modules that main.js needs, so that none is fetched late. */
const MODULES =
    'atlas cards choices deeds dom door draw house input keys lists log marks menu model offer ' +
    'overview pad panels roles share sound terrain things tip trade wire words';

function readKept() {
    try {
        return JSON.parse(readStorage()) ?? {};
    } catch {
        return {};
    }
}

/* A page out of sight is never painted. */
function isPainted() {
    return new Promise((resolve) => {
        new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
        setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : PATIENCE_MS);
    });
}

function fetchAll() {
    for (const name of MODULES.split(' ')) {
        const link = document.createElement('link');
        link.rel = 'modulepreload';
        link.href = `/app/${name}.js?v=HASH`;
        document.head.append(link);
    }
    return import('./main.js?v=HASH');
}

const { theme, text } = readKept();
putOn(THEMES.includes(theme) ? theme : 'auto', TEXT_SIZES.includes(text) ? text : '100');
isPainted().then(fetchAll);
