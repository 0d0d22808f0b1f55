/*
 * The meaning of keys on the map: as in screen mode (common/term/keymap.c), so that players of the
 * terminal need not learn others. A row is a line of words, or the name of a deed of the page
 * (deeds.js). It is pure.
 */
const STEPS = {
    k: 'north',
    j: 'south',
    h: 'west',
    l: 'east',
    y: 'northwest',
    u: 'northeast',
    b: 'southwest',
    n: 'southeast',
    ArrowUp: 'north',
    ArrowDown: 'south',
    ArrowLeft: 'west',
    ArrowRight: 'east',
    Home: 'northwest',
    PageUp: 'northeast',
    End: 'southwest',
    PageDown: 'southeast',
    8: 'north',
    2: 'south',
    4: 'west',
    6: 'east',
    7: 'northwest',
    9: 'northeast',
    1: 'southwest',
    3: 'southeast',
};

const LINES = {
    '.': 'wait',
    5: 'wait',
    s: 'wait',
    Clear: 'wait',
    Z: 'rest',
    o: 'explore',
    O: 'open',
    c: 'close',
    v: 'look',
    E: 'danger',
    ';': 'list',
    g: 'get',
    ',': 'get',
    w: 'swap',
    S: 'sneak',
    m: 'mark',
    A: 'raise',
    C: 'score',
    $: 'buy',
    '<': 'ascend',
    '>': 'descend',
    F2: 'slot 2',
    F3: 'slot 3',
    F4: 'slot 4',
    F5: 'slot 5',
    F6: 'slot 6',
    F7: 'slot 7',
    F8: 'slot 8',
    F9: 'slot 9',
};

const DEEDS = {
    _: 'travel',
    G: 'travel',
    x: 'cursor',
    Tab: 'fight',
    F: 'strike',
    M: 'scroll',
    X: 'scroll',
    P: 'messages',
    d: 'drop',
    i: 'inventory',
    a: 'use',
    W: 'wear',
    e: 'wear',
    T: 'remove',
    q: 'drink',
    r: 'read',
    z: 'zap',
    t: 'throw',
    f: 'fire',
    "'": 'talk',
    '"': 'tell',
    R: 'reply',
    p: 'party',
    ':': 'words',
    Enter: 'words',
    '?': 'help',
    F1: 'help',
    '=': 'settings',
    Escape: 'cancel',
    '`': 'cancel',
    Q: 'quit',
    '+': 'zoomIn',
    '-': 'zoomOut',
    0: 'zoomFit',
};

const CONTROL = { x: 'list', w: 'who' };
const CONTROL_DEEDS = { p: 'messages', d: 'quit' };

function stepOf(key) {
    return STEPS[key] ?? (/^[HJKLYUBN]$/.test(key) ? STEPS[key.toLowerCase()] : undefined);
}

/* The direction that a key stands for, where one is asked for; undefined: none. */
export function directionOfKey(key) {
    return stepOf(key);
}

/*
 * {step, run, line, deed} with one of them set, or null. `key` as in KeyboardEvent.key; `pad` is
 * true for keys of the keypad, where Shift is no run.
 */
export function meaningOf({ key, shift = false, control = false, alt = false, pad = false }) {
    if (alt) return null;
    if (control) {
        if (Object.hasOwn(CONTROL, key)) return { line: CONTROL[key] };
        return Object.hasOwn(CONTROL_DEEDS, key) ? { deed: CONTROL_DEEDS[key] } : null;
    }
    if (/^[HJKLYUBN]$/.test(key)) return { run: stepOf(key) };
    if (Object.hasOwn(STEPS, key))
        return shift && key.length > 1 && !pad ? { run: STEPS[key] } : { step: STEPS[key] };
    if (Object.hasOwn(LINES, key)) return { line: LINES[key] };
    return Object.hasOwn(DEEDS, key) ? { deed: DEEDS[key] } : null;
}

/* Rows of the sheet of keys: [keys, action]. */
export const KEY_SHEET = [
    ['arrows, h j k l y u b n, digits', 'walk'],
    ['Shift and a direction, H J K L', 'run'],
    ['o', 'explore'],
    ['_ then < > or a name', 'travel'],
    ['. or s, Z', 'wait, rest'],
    ['O, c', 'open, close a door'],
    ['> <', 'take the stairs'],
    ['Tab, F and a direction', 'fight, strike there'],
    ['f, t, z', 'fire, throw, zap'],
    ['g, i, d', 'get, inventory, drop'],
    ['q, r, a', 'drink, read, use'],
    ['W, T, w', 'wear, take off, swap weapons'],
    ['x, v, ;', 'look cursor, look, list'],
    ['M, + - 0', 'scroll the map, zoom'],
    ['\' " R p', 'say, tell, reply, to the party'],
    [': or Enter', 'type words'],
    ['E, C, P, $', 'danger, score, messages, shop'],
    ['?, =, Esc, Q', 'help, settings, stop, leave'],
];
