/*
 * Roles of cells and lines, by the numbers that the server sends: the order is that of `enum role`
 * in common/content/role.h, and a test holds the two together. A theme gives each role a colour, as
 * --NAME in app.css. The last roles of the enum, for cells beyond the light, are never sent to a
 * page, which fades the map by itself.
 */
const HUES =
    'coral amber olive pink pale white teal rose orange blue violet yellow'.split(' ');

export const ROLES = [
    'blank',
    'text',
    'dim-text',
    'self',
    'other',
    'companion',
    'away',
    'item',
    'wall',
    'floor',
    'door-closed',
    'door-open',
    'stairs',
    'liquid',
    'special',
    'remembered',
    'remembered-door',
    'remembered-stairs',
    'remembered-liquid',
    'remembered-special',
    'good',
    'bad',
    'speech',
    'tell',
    'status',
    'wall-stone',
    'wall-earth',
    'wall-moss',
    'wall-crystal',
    'wall-bone',
    'floor-stone',
    'floor-earth',
    'floor-moss',
    'floor-crystal',
    'floor-bone',
    ...HUES.map((name) => `kind-${name}`),
    ...HUES.map((name) => `asleep-${name}`),
    ...HUES.map((name) => `boss-${name}`),
];

export const ROLE = Object.freeze(Object.fromEntries(ROLES.map((name, number) => [name, number])));

/* Walls and floors in sight, by the tint of the level. */
export const TINT_WALLS = [
    'wall-stone',
    'wall',
    'wall-earth',
    'wall-moss',
    'wall-crystal',
    'wall-bone',
];
export const TINT_FLOORS = [
    'floor-stone',
    'floor',
    'floor-earth',
    'floor-moss',
    'floor-crystal',
    'floor-bone',
];
