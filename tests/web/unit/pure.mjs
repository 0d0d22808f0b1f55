/*
 * The parts of the page that need no browser: records and messages, the model, the keys, settings,
 * shared texts.
 */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { assert, check, run } from '../support/suite.mjs';
import * as bytes from '../support/frames.mjs';

const root = new URL('../../../', import.meta.url);
const page = new URL('client-scripts/web/app/', root);
const part = (name) => import(new URL(`${name}.js?v=HASH`, page));

const { endingOf, readFlight, readMessage, waitOf, writeMessage } = await part('wire');
const { Model, offsetWords, shortOffset } = await part('model');
const { KEY_SHEET, meaningOf } = await part('keys');
const { ROLES } = await part('roles');
const { readChoices } = await part('choices');
const { Ring, textMap } = await part('share');
const { actionsOf, orderedActions } = await part('things');
const { readDeal } = await part('trade');
const { readNumbered } = await part('lists');
const { readWho } = await part('cards');
const { lasted, scoreTitle } = await part('house');
const { readOffer } = await part('offer');
const { Overview } = await part('overview');
const { Draw } = await part('draw');

const flight = (...records) => new Uint8Array(records.flat());
const TILES = [
    ['unknown', ' ', false, false],
    ['wall', '#', false, true],
    ['floor', '.', true, false],
    ['closed door', '+', true, true],
].map(([name, glyph, walk, wall]) => ({ name, glyph, role: 1, remembered: 1, walk, wall }));

/* A level of rows of signs, all in sight, with the delver at @. */
function levelOf(...rows) {
    const model = new Model();
    const signs = { ' ': 0, '#': 0x81, '.': 0x82, '+': 0x83, '@': 0x82 };
    const list = rows.flatMap((row) => [...row].map((sign) => signs[sign]));
    const self = rows.join('').indexOf('@');
    model.take('Dungeon.Tiles', TILES);
    for (const record of readFlight(
        flight(
            bytes.level(1, rows[0].length, rows.length, 0),
            bytes.cells(1, [{ skip: 0, count: list.length, same: false, data: list }]),
            bytes.bodies(
                1,
                self < 0
                    ? []
                    : [
                          {
                              id: 1,
                              x: self % rows[0].length,
                              y: Math.floor(self / rows[0].length),
                              look: 0,
                              flags: 1,
                          },
                      ],
            ),
        ),
    ))
        model.apply(record);
    return model;
}

check('roles are those of role.h, in its order', async () => {
    const text = await readFile(new URL('common/content/role.h', root), 'utf8');
    const names = [...text.matchAll(/^ {4}ROLE_(\w+)/gm)].map(([, name]) =>
        name.toLowerCase().replaceAll('_', '-'),
    );
    assert.deepEqual(
        ROLES,
        names.filter((name) => name !== 'count' && !name.startsWith('far-')),
    );
});

check(
    'every role has a colour in the first theme, and other themes have no colour of nothing',
    () => {
        const css = readFileSync(new URL('client-scripts/web/app.css', root), 'utf8');
        for (const name of ROLES) assert.match(css, new RegExp(`--${name}: #[0-9a-f]{6};`), name);
    },
);

check('each kind of record is read to its end', () => {
    const [level, cells, things, body, lines, mark] = readFlight(
        flight(
            bytes.level(7, 256, 60, 3),
            bytes.cells(7, [
                { skip: 2, count: 300, same: true, data: [130] },
                { skip: 1, count: 2, same: false, data: [1, 2] },
            ]),
            bytes.things(7, [
                { x: 3, y: 4, look: '!', role: 7 },
                { x: 5, y: 6, look: ']', role: 15 },
            ]),
            bytes.bodies(7, [{ id: 513, x: 9, y: 8, look: 2, flags: 5 }]),
            bytes.lines(70000, [{ role: 20, kind: 3, text: 'Grüße' }, { text: '' }]),
            bytes.mark(4294967295, 12),
        ),
    );
    assert.deepEqual({ ...level }, { kind: 1, view: 7, width: 256, height: 60, tint: 3 });
    assert.deepEqual(
        cells.runs.map(({ at, count, same }) => [at, count, same]),
        [
            [2, 300, true],
            [303, 2, false],
        ],
    );
    assert.deepEqual(things.things, [
        { x: 3, y: 4, look: '!', role: 7 },
        { x: 5, y: 6, look: ']', role: 15 },
    ]);
    assert.deepEqual(body.bodies, [{ id: 513, x: 9, y: 8, look: 2, flags: 5 }]);
    assert.deepEqual([lines.first, lines.lines.map((line) => line.text)], [70000, ['Grüße', '']]);
    assert.deepEqual([mark.tick, mark.input], [4294967295, 12]);
});

check('unknown kinds are skipped', () => {
    assert.deepEqual(
        readFlight(flight(bytes.record(99, [1, 2, 3]), bytes.mark(1, 2))).map(({ kind }) => kind),
        [5],
    );
});

check('a flight that is cut anywhere inside a record is refused', () => {
    const whole = flight(
        bytes.level(1, 3, 2, 0),
        bytes.cells(1, [{ skip: 0, count: 4, same: false, data: [1, 2, 3, 4] }]),
        bytes.lines(1, [{ text: 'abc' }]),
    );
    const ends = new Set([0, 7, 7 + 2 + 2 + 2 + 4, whole.length]);
    for (let end = 0; end <= whole.length; end++) {
        if (ends.has(end)) readFlight(whole.slice(0, end));
        else assert.throws(() => readFlight(whole.slice(0, end)), RangeError, `cut at ${end}`);
    }
});

check('a record whose numbers go beyond it is refused', () => {
    assert.throws(() => readFlight(flight(bytes.record(2, [0, 1, 0, 200, 1]))), RangeError);
    assert.throws(() => readFlight(new Uint8Array([2, 255, 255, 255, 255, 255, 255])), RangeError);
});

check('noise never does anything but throw a RangeError', () => {
    let seed = 12345;
    const next = () => ((seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 8) & 255;
    const model = levelOf('####', '#@.#', '####');
    for (let i = 0; i < 3000; i++) {
        const data = Uint8Array.from({ length: 1 + (next() % 40) }, (_, at) =>
            at === 0 ? next() % 8 : next(),
        );
        try {
            readFlight(data).forEach((record) => model.apply(record));
        } catch (error) {
            assert.ok(error instanceof RangeError, error.stack);
        }
    }
});

check('messages are a name and JSON', () => {
    assert.deepEqual(readMessage('Char.Vitals {"hp":3}'), ['Char.Vitals', { hp: 3 }]);
    assert.deepEqual(readMessage('Core.Ping'), ['Core.Ping', null]);
    assert.throws(() => readMessage('Char.Vitals {'), SyntaxError);
    assert.equal(writeMessage('Page.Face', 'map'), 'Page.Face "map"');
    assert.equal(writeMessage('Core.Ping', undefined), 'Core.Ping');
});

check('a lost line is tried again at once, then ever later, and never later than 15 s', () => {
    assert.equal(waitOf(0, 0.5), 0);
    assert.equal(waitOf(1, 1), 500);
    assert.equal(waitOf(1, 0), 250);
    assert.equal(waitOf(3, 1), 2000);
    assert.equal(waitOf(40, 1), 15000);
    assert.deepEqual([1000, 1001, 1006, 1008, 4001, 4002, 4003, 4004].map(endingOf), [
        'door',
        'again',
        'again',
        'stay',
        'taken',
        'stay',
        'later',
        'anew',
    ]);
});

check('cells of another level are not taken', () => {
    const model = levelOf('###', '#@#', '###');
    const [cells] = readFlight(
        flight(bytes.cells(9, [{ skip: 0, count: 1, same: false, data: [2] }])),
    );
    assert.equal(model.apply(cells), false);
    assert.equal(model.cellAt(0, 0), 0x81);
});

check('cells beyond the level are not taken', () => {
    const model = levelOf('###', '#@#', '###');
    const [cells] = readFlight(
        flight(bytes.cells(1, [{ skip: 8, count: 2, same: true, data: [2] }])),
    );
    assert.equal(model.apply(cells), false);
});

check('a new level forgets the map, its bodies and its things', () => {
    const model = levelOf('###', '#@#', '###');
    readFlight(flight(bytes.level(2, 4, 4, 0))).forEach((record) => model.apply(record));
    assert.equal(model.self, undefined);
    assert.ok(!model.isKnown(0, 0));
    assert.ok(model.changed.has('level'));
});

check('lines that came already are not shown again', () => {
    const model = new Model();
    const take = (first, ...texts) =>
        readFlight(
            flight(
                bytes.lines(
                    first,
                    texts.map((text) => ({ text })),
                ),
            ),
        ).forEach((record) => model.apply(record));
    take(1, 'a', 'b');
    take(2, 'b', 'c');
    assert.deepEqual(
        model.lines.map(({ number, text }) => [number, text]),
        [
            [1, 'a'],
            [2, 'b'],
            [3, 'c'],
        ],
    );
});

check('walls are joined along known ground, and solid rock is not', () => {
    const room = levelOf('####', '#.@#', '####');
    assert.equal(room.wallMask(0, 0), 2 | 4);
    assert.equal(room.wallMask(1, 0), 2 | 8);
    assert.equal(room.wallMask(3, 2), 1 | 8);
    const thick = levelOf('....', '####', '####', '....');
    assert.equal(thick.wallMask(1, 1), 2 | 8);
    assert.equal(thick.wallMask(1, 2), 2 | 8);
    assert.equal(levelOf('####', '####', '####', '####').wallMask(1, 1), 0);
    assert.equal(levelOf('...', '.#.', '...').wallMask(1, 1), 0);
    const door = levelOf('...', '#+#', '...');
    assert.equal(door.wallMask(1, 1), 2 | 8);
});

check('the way goes around walls, through doors, and nowhere unknown', () => {
    const model = levelOf('@#.', '.+.', '###');
    assert.deepEqual(model.wayTo(2, 0), [
        { x: 1, y: 1 },
        { x: 2, y: 0 },
    ]);
    assert.equal(levelOf('@#.', '.#.', '###').wayTo(2, 0), null);
    assert.equal(model.wayTo(1, 0), null);
});

check('offsets are words of direction', () => {
    assert.equal(offsetWords(3, -2), '3 east 2 north');
    assert.equal(offsetWords(0, 0), 'here');
    assert.equal(shortOffset(-4, 1), '4w 1s');
});

check('lists of things follow their changes', () => {
    const model = new Model();
    model.take('Char.Items.List', { location: 'inv', items: [{ id: 'a', name: 'dart' }] });
    model.take('Char.Items.Add', { location: 'inv', item: { id: 'b', name: 'lamp' } });
    model.take('Char.Items.Update', { location: 'inv', item: { id: 'a', name: '2 darts' } });
    model.take('Char.Items.Remove', { location: 'inv', item: { id: 'b' } });
    assert.deepEqual(model.items.inv, [{ id: 'a', name: '2 darts' }]);
    for (const id of ['c', 'b']) model.take('Char.Items.Add', { location: 'inv', item: { id } });
    assert.deepEqual(
        model.items.inv.map(({ id }) => id),
        ['a', 'b', 'c'],
    );
    model.take('Char.Afflictions.Add', { name: 'poisoned' });
    model.take('Char.Afflictions.Add', { name: 'held' });
    model.take('Char.Afflictions.Remove', ['poisoned']);
    assert.deepEqual(model.afflictions, [{ name: 'held' }]);
    model.take('Room.AddPlayer', { name: 'Brom' });
    model.take('Room.RemovePlayer', 'Brom');
    assert.deepEqual(model.players, []);
});

check('messages of a wrong shape change nothing', () => {
    const model = new Model();
    for (const value of [null, undefined]) assert.equal(model.take('Char.Vitals', value), false);
    assert.equal(model.take('No.Such', {}), false);
    model.take('Char.Items.Add', { location: 'moon', item: { id: 'a' } });
    model.take('Char.Items.Add', { location: 'inv', item: null });
    model.take('Room.Actors', 'nobody');
    assert.deepEqual([model.items.inv, model.actors], [[], []]);
});

check('actions of a thing are words, and "take off" is one of them', () => {
    assert.deepEqual(actionsOf({ actions: 'drop use take off' }), ['drop', 'use', 'take off']);
    assert.deepEqual(actionsOf({}), []);
});

check('what one does with a thing most comes first, dropping last, dealing beside a pedlar', () => {
    const draught = { actions: 'drop use drink throw give sell identify' };
    assert.deepEqual(orderedActions(draught, false), ['drink', 'use', 'throw', 'give', 'drop']);
    assert.deepEqual(orderedActions(draught, true).slice(-3), ['sell', 'identify', 'drop']);
    assert.equal(orderedActions({ actions: 'drop wear throw give' }, false)[0], 'wear');
});

check('lists of a pedlar are read row by row, and nothing else is taken for one', () => {
    const text =
        'The pedlar sells:\n   1  a lamp                                      30\n' +
        '  12  7 darts                                   120\n' +
        '   3  a leather coat                      30  armour 3, yours 2\n' +
        '   4  a name that is wider than its column 25  1 to 8, yours 1 to 5\nYou have 84 gold. buy 2.\n';
    assert.deepEqual(readDeal('buy', text).rows, [
        { key: '1', name: 'a lamp', gold: 30, gain: '' },
        { key: '12', name: '7 darts', gold: 120, gain: '' },
        { key: '3', name: 'a leather coat', gold: 30, gain: 'armour 3, yours 2' },
        { key: '4', name: 'a name that is wider than its column', gold: 25, gain: '1 to 8, yours 1 to 5' },
    ]);
    const unknown = 'For 20 gold the pedlar names one of:\n   c  an amber draught\nYou have 1 gold.\n';
    assert.deepEqual(readDeal('identify', unknown).rows, [
        { key: 'c', name: 'an amber draught', gold: null, gain: '' },
    ]);
    const gains =
        'The pedlar sells:\n   3  a leather coat                      30  armour 3, yours 2\n' +
        '   4  a mace                             (60)  2 to 10, yours 1 to 5\n' +
        '   5  7 darts                           (120)\nYou have 30 gold.\n';
    assert.deepEqual(readDeal('buy', gains).rows, [
        { key: '3', name: 'a leather coat', gold: 30, gain: 'armour 3, yours 2' },
        { key: '4', name: 'a mace', gold: 60, gain: '2 to 10, yours 1 to 5' },
        { key: '5', name: '7 darts', gold: 120, gain: '' },
    ]);
    assert.equal(readDeal('buy', 'You have nothing.\n'), null);
    assert.equal(readDeal('help', text), null);
});

check('the frame of the small map is what the large one shows of the level', () => {
    const frame = (draw) =>
        Overview.prototype.frame.call({
            app: {
                draw: { cellWidth: 10, cellHeight: 10, ...draw },
                model: { width: 50, height: 20 },
            },
        });
    assert.deepEqual(frame({ left: -100, top: -50, map: { width: 300, height: 100 } }), {
        x: 10,
        y: 5,
        width: 30,
        height: 10,
    });
    assert.deepEqual(frame({ left: -400, top: 20, map: { width: 300, height: 400 } }), {
        x: 40,
        y: 0,
        width: 10,
        height: 20,
    });
});

check('cells are large where there is room, and a level is shown whole where that is legible', () => {
    const size = (width, height, model) =>
        Draw.prototype.chooseSize.call({ map: { width, height }, scale: 1, model });
    assert.equal(size(1580, 820, { width: 110, height: 50 }), 22);
    assert.equal(size(990, 650, { width: 110, height: 50 }), 20);
    assert.equal(size(390, 500, { width: 110, height: 50 }), 22);
    assert.equal(size(1580, 820, { width: 40, height: 20 }), 40);
    assert.equal(size(1026, 550, { width: 64, height: 18 }), 18);
});

check('every key of screen mode means something here', async () => {
    const table = await readFile(new URL('common/term/keymap.c', root), 'utf8');
    const keys = [...table.matchAll(/\.code = '(\\?.)'(, \.ctrl = true)?/g)].map(
        ([, key, ctrl]) => [key.replace('\\', ''), ctrl !== undefined],
    );
    assert.ok(keys.length > 60);
    /* The browser keeps Ctrl-L and Ctrl-R for itself. */
    for (const [key, control] of keys.filter(([name, ctrl]) => !ctrl || !'lr'.includes(name)))
        assert.ok(meaningOf({ key, control }) !== null, `${control ? 'Ctrl-' : ''}${key}`);
    for (let number = 1; number <= 9; number++)
        assert.ok(meaningOf({ key: `F${number}` }) !== null);
});

check('keys mean what they mean in a terminal', () => {
    assert.deepEqual(meaningOf({ key: 'y' }), { step: 'northwest' });
    assert.deepEqual(meaningOf({ key: 'L', shift: true }), { run: 'east' });
    assert.deepEqual(meaningOf({ key: 'ArrowUp', shift: true }), { run: 'north' });
    assert.deepEqual(meaningOf({ key: 'Home', pad: true }), { step: 'northwest' });
    assert.deepEqual(meaningOf({ key: '3' }), { step: 'southeast' });
    assert.deepEqual(meaningOf({ key: 'x', control: true }), { line: 'list' });
    assert.equal(meaningOf({ key: 'c', control: true }), null);
    assert.equal(meaningOf({ key: 'h', alt: true }), null);
    assert.equal(meaningOf({ key: 'constructor' }), null);
    assert.ok(KEY_SHEET.length > 10);
});

check('settings that are broken, or of a wrong kind, are the first ones', () => {
    assert.equal(readChoices('{').isBroken, true);
    assert.equal(readChoices('3').isBroken, true);
    assert.equal(readChoices(null).isBroken, false);
    const { values } = readChoices(
        '{"theme":"pink","sound":"yes","text":"130","mute":"door nothing","silent":"own world"}',
    );
    assert.deepEqual(
        [values.theme, values.sound, values.text, values.mute, values.silent],
        ['auto', false, '130', '', 'own world'],
    );
});

check('the last minute is kept, a mebibyte at most, and told as an asciicast', () => {
    const ring = new Ring();
    ring.add(0, 'old');
    ring.add(30000, 'first');
    ring.add(30001, 'first');
    ring.add(61000, 'second\nline');
    const [head, ...frames] = ring
        .toCast('t')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    assert.deepEqual([head.version, head.width, head.height], [2, 80, 24]);
    assert.deepEqual(
        frames.map(([at, kind]) => [at, kind]),
        [
            [0, 'o'],
            [31, 'o'],
        ],
    );
    assert.ok(frames[1][2].includes('second\r\nline'));
    for (let i = 0; i < 40; i++) ring.add(61001 + i, `${i}${'x'.repeat(64 * 1024)}`);
    assert.ok(ring.bytes <= 1024 * 1024);
});

check('the map as text has the delver in its middle', () => {
    const rows = textMap({ x: 5, y: 5 }, (x, y) => (x === 5 && y === 5 ? '@' : '.'), 5, 3);
    assert.deepEqual(rows, ['.....', '..@..', '.....']);
});

/* ---- what is shipped ---- */

function files(folder) {
    return readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? files(path) : [path];
    });
}

const shipped = files(new URL('client-scripts/web', root).pathname).filter(
    (path) => !path.endsWith('.md'),
);

check('lines of a host that were full go on as prose, and others stay lines', async () => {
    const { paragraphsOf, playerNotes } = await part('house');
    const full = 'x'.repeat(60);
    assert.deepEqual(paragraphsOf(''), []);
    assert.deepEqual(paragraphsOf('one\ntwo\n'), ['one', 'two']);
    assert.deepEqual(paragraphsOf(`${full}\ntwo\nthree\n`), [`${full} two`, 'three']);
    assert.deepEqual(paragraphsOf(`${full}\n\ntwo\n${full}\n  art\n`), [full, 'two', full, '  art']);
    assert.equal(
        playerNotes({ depth: 2, level: 3, guest: true, away: false }),
        'depth 2, level 3, guest',
    );
});

check('terrain has a picture, each by the name that the server gives it', async () => {
    const { TERRAIN_NAMES } = await part('terrain');
    const { PAINTED_NAMES } = await part('atlas');
    const table = await readFile(new URL('common/content/tile.c', root), 'utf8');
    const names = [...table.matchAll(/^ {8}\.name = "([^"]+)"/gm)].map(([, name]) => name);
    const painted = new Set([...TERRAIN_NAMES, ...PAINTED_NAMES, 'unknown', 'wall', 'opened niche']);
    assert.ok(names.length > 30);
    assert.deepEqual(
        names.filter((name) => !painted.has(name)),
        [],
    );
    assert.deepEqual(
        TERRAIN_NAMES.filter((name) => !names.includes(name)),
        [],
    );
});

check('a sworn player of the list is a row too, and lists of scores have titles', () => {
    const rows = readWho('2 players online.\nAda              depth 3  level 2\nBrom+            depth 1  level 1  (away)\n');
    assert.deepEqual(rows, [
        { name: 'Ada', more: 'depth 3 level 2' },
        { name: 'Brom', more: 'depth 1 level 1 (away) sworn' },
    ]);
    assert.equal(scoreTitle('sworn'), 'Deepest under the oath');
    assert.equal(scoreTitle('fastest 10'), 'Fastest to depth 10');
    assert.equal(lasted(59), '0 min 59 s');
    assert.equal(lasted(7500), '2 h 5 min');
});

check('every list of scores that the server has is known by its title', () => {
    const source = readFileSync(new URL('common/world/score.c', root), 'utf8');
    const words = [...source.matchAll(/^ *\[SCORE_\w+(?: \.\.\. [^\]]+)?\] = \{"(\w+)"/gm)].map(([, word]) => word);
    assert.ok(words.length >= 5, String(words));
    for (const word of words)
        assert.ok(word === 'fastest' || scoreTitle(word) !== word, word);
});

check('numbered lists become rows, and other texts do not', () => {
    const list = readNumbered(
        'list doors',
        '1 Door, closed, 6 east 2 north.\n12 Stairs down, here.\nThree more are farther off.\n',
    );
    assert.equal(list.line, 'go');
    assert.deepEqual(list.rows, [
        { number: '1', words: 'Door, closed, 6 east 2 north.' },
        { number: '12', words: 'Stairs down, here.' },
    ]);
    assert.deepEqual(list.others, ['Three more are farther off.']);
    assert.equal(readNumbered('learn', '1: Firm stance. You stand.\n').line, 'learn');
    assert.equal(readNumbered('lives', '  3  a cellar rat\n').line, 'lives');
    assert.equal(readNumbered('lives Ada', ' 12  a cellar rat\n').line, 'lives Ada');
    assert.equal(readNumbered('lives 3', '3 rats killed.\n'), null);
    assert.equal(readNumbered('list', 'Nothing.\n'), null);
    assert.equal(readNumbered('help', '1 Door.\n'), null);
});

check('the box of offers knows the sentences of the server, and what ends one', () => {
    const lines = (text) => readOffer(text).buttons.map(([, deed]) => deed);
    assert.deepEqual(lines('Brom invites you to a party. party join accepts.'), ['party join']);
    assert.deepEqual(lines('Brom offers you 3 darts. The word accept takes the gift.'), [
        'accept Brom',
    ]);
    assert.deepEqual(lines('Brom asks you to trade: trade Brom agrees to it, trade no refuses.'), [
        'trade Brom',
        'trade no',
    ]);
    assert.deepEqual(lines('Brom asks you to a duel: duel Brom agrees to it, duel no refuses.'), [
        'duel Brom',
        'duel no',
    ]);
    for (const text of [
        'Brom trades with you: trade add THING and trade gold 20 lay down what you give.',
        'You trade with Brom: trade add THING and trade gold 20 lay down what you give.',
        'You give 3 darts, 20 gold. Brom gives nothing yet. trade yes agrees.',
    ])
        assert.deepEqual(lines(text).slice(2), ['trade yes', 'trade no'], text);
    assert.equal(
        readOffer('You give 3 darts. Brom gives a helm. Brom has said yes: trade yes agrees.').words,
        'You give 3 darts. Brom gives a helm. Brom has said yes.',
    );
    assert.deepEqual(
        lines('Brom begins a duel with you. A step into the other strikes, and nothing is lost.'),
        ['duel no'],
    );
    for (const text of [
        'The trade is done.',
        'The trade is broken off: nothing has changed hands.',
        'You end the trade: nothing has changed hands.',
        'Brom ends the trade: nothing has changed hands.',
        'You have no room for all of it: the trade ends, and nothing has changed hands.',
        'You win the duel with Brom: both have their health back.',
        'Brom wins the duel with you.',
        'Brom ends the duel: nothing is lost.',
        'The duel is broken off: nothing is lost.',
    ])
        assert.equal(readOffer(text)?.words, null, text);
    for (const text of ['Brom gives you a helm.', 'You have 3 darts.', 'Brom comes into view.'])
        assert.equal(readOffer(text), null, text);
});

/* The sentences of the check above, as the server's sources have them. */
check('the sentences of offers stand in the sources of the server', () => {
    const source = ['common/narrate/words.c', 'server/session/commands/party.c',
        'server/session/commands/pack.c', 'server/session/commands/agreements.c']
        .map((path) => readFileSync(new URL(path, root), 'utf8').replace(/"\s*"/g, ''))
        .join('');
    for (const words of [
        'invites you to a party.', 'offers you %s.', 'takes the gift.', 'asks you to trade: trade ',
        'asks you to a duel: duel ', 'trades with {B}: trade add', 'You trade with {B}: trade add',
        'begins a duel with {B}.', 'You begin a duel with {B}.', 'The trade is done.',
        'The trade is broken off', 'ends the trade: ', 'You end the trade: ',
        ': the trade ends', 'wins the duel', 'You win the duel', 'the duel: nothing',
        'The duel is broken off', '"You give "', '. %s gives ', 'has said yes: trade yes agrees.',
    ])
        assert.ok(source.includes(words), words);
});

/* A file as the server gives it (server/net/web/files.c): without comments and indentation. */
function served(path) {
    const text = readFileSync(path, 'utf8');
    return /\.(js|css)$/.test(path)
        ? text.replace(/^[ \t]+/gm, '').replace(/^\/\*[^]*?\*\//gm, (lines) => lines.replace(/[^\n]/g, ''))
        : text;
}

check('no string of a script goes over several lines, whose indentation would be lost', () => {
    for (const path of shipped.filter((one) => one.endsWith('.js'))) {
        readFileSync(path, 'utf8')
            .split('\n')
            .forEach((line, i) => {
                const marks = line.replaceAll("'`'", '').split('`').length - 1;
                assert.equal(marks % 2, 0, `${path}:${i + 1}`);
            });
    }
});

check('all files of a first visit have at most 90 KB when packed', () => {
    const visit = shipped.filter((path) => !/icon-|sw\.js/.test(path));
    const size = visit.reduce((sum, path) => sum + gzipSync(served(path), { level: 9 }).length, 0);
    console.log(`        ${visit.length} files, ${(size / 1000).toFixed(1)} KB packed`);
    assert.ok(size <= 90000, `${size} bytes`);
});

check('every module is asked for as soon as the page is painted, none is found out late', () => {
    const start = readFileSync(new URL('start.js', page), 'utf8');
    const [, list] = /MODULES =\n([^;]*);/.exec(start);
    const names = list.match(/[a-z]+/g);
    assert.deepEqual(
        [...names, 'look', 'main', 'start'].sort().map((name) => `${name}.js`),
        readdirSync(page).filter((name) => name.endsWith('.js')),
    );
});

check('what hovers does so only where a pointer can', () => {
    const css = readFileSync(new URL('client-scripts/web/app.css', root), 'utf8');
    const bare = css.replace(/@media \(hover: hover\) \{[^@]*?\n\}/g, '');
    assert.ok(!bare.includes(':hover'));
});

check('no file has markup made of text, styles inline, or an address elsewhere', () => {
    for (const path of shipped.filter((one) => /\.(js|html|css)$/.test(one))) {
        const text = readFileSync(path, 'utf8');
        assert.ok(
            !/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/.test(
                text,
            ),
            path,
        );
        assert.ok(!/ style=|<style|<script>|\son[a-z]+="/.test(text), path);
        assert.ok(!/https?:\/\/(?!www\.w3\.org\/2000\/svg)/.test(text), path);
    }
});

await run();
