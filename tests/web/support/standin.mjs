/*
 * A stand-in for the server: serves the page's files with the headers of the real one and plays a
 * small scene that is always the same, so that every state of the page can be shown and looked at.
 * The page's reading of messages is tested here; play itself needs the real server (live.mjs).
 */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as wire from './frames.mjs';

const TYPES = {
    html: 'text/html; charset=utf-8',
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    svg: 'image/svg+xml',
    png: 'image/png',
    webmanifest: 'application/manifest+json',
};

const TILES = [
    ['unknown', ' ', 0, 0, false, false],
    ['wall', '#', 8, 15, false, true],
    ['floor', '.', 9, 15, true, false],
    ['closed door', '+', 10, 16, true, true],
    ['open door', "'", 11, 16, true, true],
    ['stairs down', '>', 12, 17, true, false],
    ['stairs up', '<', 12, 17, true, false],
    ['deep water', '~', 13, 18, false, false],
    ['bridge', '=', 14, 19, true, false],
    ['shrine', '_', 14, 19, true, false],
    ['niche', '&', 14, 19, true, false],
    ["pedlar's stall", '7', 14, 19, true, false],
    ['fountain', '{', 14, 19, true, false],
    ['lantern', '*', 14, 19, true, false],
    ['opened niche', '&', 15, 15, true, false],
    ['shallows', ',', 9, 15, true, false],
].map(([name, glyph, role, remembered, walk, wall]) => ({
    name,
    glyph,
    role,
    remembered,
    walk,
    wall,
}));

const LOOKS = [
    { look: 0, glyph: '@', name: 'delver', role: 4, asleep: 4 },
    { look: 1, glyph: 'r', name: 'cellar rat', role: 35, asleep: 44 },
    { look: 5, glyph: 'k', name: 'drudge', role: 38, asleep: 47 },
    { look: 9, glyph: 'z', name: 'bone sentry', role: 40, asleep: 49 },
];

/* Upper case is out of sight: R rock, F floor, and so on by the row below. */
const SIGNS = {
    '#': 1,
    '.': 2,
    '+': 3,
    "'": 4,
    '>': 5,
    '<': 6,
    '~': 7,
    '=': 8,
    '_': 9,
    '&': 10,
    '{': 12,
    '*': 13,
    ' ': 0,
};

export const MAP = [
    '                                                                ',
    '   ###########                        ##########                ',
    '   #.........#     #############      #........#                ',
    '   #.........#     #...........#      #........#                ',
    "   #....<....+.....'....*......#      #...~~~..#                ",
    '   #.........#####.#...........#      #..~~~~~.#                ',
    '   #.........#   #.#...........#      #..==~~..#                ',
    "   ###########   #.#...........+......'........#                ",
    '                 #.####.########      #...{....#                ',
    '                 #......#             #........#                ',
    '                 ######.#             ####+#####                ',
    '                      #.#                 .                     ',
    '     #########        #.#           ######.#####                ',
    '     #.......##########.#           #..........#                ',
    '     #..&....+..........#           #....>.....#                ',
    '     #....#..############           #......#...#                ',
    '     #.......#                      #..........#                ',
    '     #########                      ############                ',
];

const SEEN = { left: 18, right: 31, top: 2, bottom: 8 };

export function sceneCells() {
    return MAP.flatMap((row, y) =>
        [...row].map(
            (sign, x) =>
                SIGNS[sign] |
                (sign !== ' ' &&
                x >= SEEN.left &&
                x <= SEEN.right &&
                y >= SEEN.top &&
                y <= SEEN.bottom
                    ? 128
                    : 0),
        ),
    );
}

/* The lists that anybody may read before a login. */
const LISTS = {
    'who.json': {
        players: 3,
        who: [
            { name: 'Ada', depth: 3, level: 2, guest: false, away: true, watchable: false },
            { name: 'Brom', depth: 1, level: 4, guest: true, away: false, watchable: true },
        ],
    },
    'scores.json': {
        scores: [{ rank: 1, name: 'Ada', deepest: 7, level: 5, experience: 90 }],
        embers: 0,
        ever: {
            'deepest': [{ rank: 1, name: 'Ada', deepest: 7, level: 5, experience: 90 }],
            'kindlers': [],
            'fastest 5': [{ rank: 1, name: 'Brom', seconds: 7500 }],
        },
        season: {
            deepest: [{ rank: 1, name: 'Brom', deepest: 2 }],
            number: 3,
            day: 12,
            days: 91,
        },
    },
};

function runsOf(list) {
    const runs = [];
    let skip = 0;
    for (let at = 0; at < list.length;) {
        let count = 1;
        while (at + count < list.length && list[at + count] === list[at]) count++;
        if (list[at] === 0) skip += count;
        else {
            runs.push({ skip, count, same: true, data: [list[at]] });
            skip = 0;
        }
        at += count;
    }
    return runs;
}

const ITEMS = [
    {
        id: 'a',
        name: 'a draught of mending',
        icon: 'draught',
        attrib: '',
        actions: 'drop use drink throw give',
    },
    { id: 'b', name: '7 darts', icon: 'missile', attrib: '', actions: 'drop throw give' },
    {
        id: 'c',
        name: 'a scroll of tempering',
        icon: 'scroll',
        attrib: '',
        actions: 'drop use read give',
    },
    {
        id: 'd',
        name: 'an amber draught',
        icon: 'draught',
        attrib: '',
        actions: 'drop use drink throw give',
    },
    {
        id: 'e',
        name: 'a wand of sparks',
        icon: 'wand',
        attrib: '',
        actions: 'drop use zap throw give',
    },
];
const WORN = [
    { id: 'n', name: 'a short sword', icon: 'weapon', attrib: 'l', actions: 'take off drop' },
    { id: 'p', name: 'a leather coat', icon: 'armour', attrib: 'w', actions: 'take off drop' },
];

/* Lists of a pedlar, as common/narrate/pack_words.c writes them. */
const DEALS = {
    buy: [
        'The pedlar sells:',
        `   1  ${'a draught of mending'.padEnd(40)}    30`,
        `   2  ${'a scroll of elsewhere'.padEnd(40)} (120)`,
        `   3  ${'a leather coat'.padEnd(32)}    30  armour 3, yours 2`,
        'You have 84 gold. buy 2, or buy and a name, takes one.',
    ],
    sell: [
        'The pedlar pays for:',
        `   e  ${'a wand of sparks'.padEnd(40)}    45`,
        'You have 84 gold. sell c, or sell and a name, sells all of it.',
    ],
};

/* The players online, as server/session/commands/who.c writes them. */
const WHO =
    '4 players online.\nAda              depth 1  (guest)\nBrom             depth 1\n' +
    'Cecil            depth 3  (away)\nand 1 more.\n';

const STRIDE_MS = 150;

/* One connection: what it got is in `got`, and a scene begins when anybody has entered. */
class Peer {
    constructor(server, socket) {
        this.server = server;
        this.socket = socket;
        this.rest = Buffer.alloc(0);
        this.got = [];
        this.input = 0;
        this.line = 1;
        this.tick = 1000;
        this.at = { x: 24, y: 5 };
        this.state = 'name';
        this.face = 'map';
        socket.on('data', (data) => this.take(data));
        socket.on('error', () => {});
        this.message('Server.Hello', {
            name: 'Undercroft',
            version: '0',
            page: 1,
            guests: server.guests,
            players: 3,
            ...server.house,
        });
        if (server.asksAfterMs === 0) this.askName();
        else setTimeout(() => this.askName(), server.asksAfterMs);
    }

    askName() {
        this.message('Login.Ask', { state: 'name', text: 'Name:', hides: false });
    }

    message(name, value) {
        this.socket.write(wire.frame(1, `${name} ${JSON.stringify(value)}`));
    }

    records(...parts) {
        this.socket.write(wire.frame(2, parts.flat()));
    }

    say(text, kind = 0, role = 1) {
        this.records(wire.lines(this.line++, [{ text, kind, role }]));
    }

    close(code, text = '') {
        this.socket.write(
            wire.frame(8, Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(text)])),
        );
        this.socket.end();
    }

    take(data) {
        const { frames, rest } = wire.unframe(Buffer.concat([this.rest, data]));
        this.rest = rest;
        for (const { opcode, data: body } of frames) {
            if (opcode === 8) this.socket.end();
            else if (opcode === 1) this.hear(body.toString());
        }
    }

    hear(text) {
        const blank = text.indexOf(' ');
        const name = blank < 0 ? text : text.slice(0, blank);
        const value = blank < 0 ? null : JSON.parse(text.slice(blank + 1));
        this.got.push([name, value]);
        if (name === 'Input.Line') this.hearLine(value);
        else if (name === 'Input.Cancel') {
            clearInterval(this.errand);
            this.answer(value.n);
        }
        else if (
            name === 'Session.Guest' ||
            name === 'Char.Login.Credentials' ||
            name === 'Session.Watch'
        )
            this.begin(name === 'Session.Watch');
        else if (name === 'Page.Face') this.show(value);
        else if (name === 'Core.Ping') this.socket.write(wire.frame(1, 'Core.Ping'));
        else if (name === 'Session.Resume') this.resume(value);
    }

    resume({ token, line }) {
        if (this.server.resumesCut > 0) {
            this.server.resumesCut--;
            this.socket.destroy();
        } else if (token === 'good') {
            this.line = line + 1;
            this.begin(false, true);
            this.say('You were away 4 s.');
        } else {
            this.message('Login.Said', { text: 'Please log in again.', good: false });
            this.askName();
        }
    }

    answer(n) {
        this.input = n;
        this.records(wire.mark(++this.tick, n));
    }

    hearLine({ n, text }) {
        if (this.state !== 'playing') {
            this.login(text);
            return;
        }
        const steps = {
            north: [0, -1],
            south: [0, 1],
            east: [1, 0],
            west: [-1, 0],
            northeast: [1, -1],
            northwest: [-1, -1],
            southeast: [1, 1],
            southwest: [-1, 1],
        };
        clearInterval(this.errand);
        if (steps[text]) this.step(...steps[text]);
        else if (text === 'explore') this.explore();
        else if (DEALS[text])
            this.message('Page.Show', { title: text, text: `${DEALS[text].join('\n')}\n` });
        else if (text === 'set')
            setTimeout(
                () =>
                    this.message('Page.Choices', [
                        { name: 'hints', value: 'on', values: 'on off', help: 'A line of advice.' },
                    ]),
                this.server.choicesAfterMs,
            );
        else if (text === 'inventory')
            this.message('Page.Show', { title: text, text: 'You carry:\n  a  3 darts\n' });
        else if (text === 'who') this.message('Page.Show', { title: text, text: WHO });
        else if (text === 'help' || text === 'look')
            this.message('Page.Show', {
                title: text,
                text: 'A square room, 11 by 6.\nIn view: door closed, 7 east 2 south.\nBrom, 3 east.\n',
            });
        else if (text === 'quit') {
            this.message('Session.End', { text: 'Bye Ada. Your place is kept.' });
            this.close(1000);
            return;
        } else if (text.startsWith('say ')) this.say(`You say: "${text.slice(4)}"`, 2, 22);
        else this.say(`You would ${text}.`, 0, 2);
        this.answer(n);
    }

    /* A stall beside the delver, in peace. */
    putStall() {
        const at = this.at.y * MAP[0].length + this.at.x + 1;
        this.message('Room.Actors', []);
        this.records(wire.cells(1, [{ skip: at, count: 1, same: true, data: [139] }]));
    }

    /* There and back, until it is ended. */
    explore() {
        let steps = 0;
        this.errand = setInterval(() => this.step(steps++ % 2 === 0 ? 1 : -1, 0), STRIDE_MS);
        this.errand.unref();
    }

    endErrand(why) {
        clearInterval(this.errand);
        this.say(why);
    }

    login(text) {
        const ask = (state, words, hides) => {
            this.state = state;
            this.message('Login.Ask', { state, text: words, hides });
        };
        if (this.state === 'name')
            ask(
                text === 'Newone' ? 'confirm' : 'password',
                text === 'Newone'
                    ? 'No player is called Newone. Make a new one? (yes/no)'
                    : 'Password:',
                text !== 'Newone',
            );
        else if (this.state === 'confirm')
            ask(
                'new-password',
                'Choose a password (8 or more characters, used nowhere else):',
                true,
            );
        else if (this.state === 'new-password') ask('repeat-password', 'Once more:', true);
        else if (this.state === 'password' && text === 'wrong-password') {
            this.message('Login.Said', { text: 'That is not right.', good: false });
            ask('name', 'Name:', false);
        } else this.begin(false);
    }

    step(dx, dy) {
        const sign = MAP[this.at.y + dy]?.[this.at.x + dx];
        if (".*+'".includes(sign)) {
            this.at = { x: this.at.x + dx, y: this.at.y + dy };
            this.sendBodies();
        } else this.say('A wall is in the way.', 0, 2);
    }

    sendBodies() {
        if (this.face !== 'words') this.records(wire.bodies(1, this.bodies()));
    }

    bodies() {
        return [
            { id: 1, ...this.at, look: 0, flags: 1 },
            { id: 2, x: 27, y: 5, look: 0, flags: 16 },
            ...(this.server.isPeaceful
                ? []
                : [
                      { id: 7, x: 22, y: 6, look: 1, flags: 4 },
                      { id: 8, x: 21, y: 3, look: 5, flags: 4 },
                      { id: 9, x: 29, y: 3, look: 9, flags: 12 },
                  ]),
        ].map((body) => ({ ...body, flags: body.flags | (this.fallen === body.id ? 64 : 0) }));
    }

    /* Without a map there is neither a level nor where anybody is, but offsets in the list. */
    show(face) {
        this.face = face;
        if (this.state === 'playing') this.sendMap();
    }

    withOffset(thing) {
        return this.face === 'words'
            ? { ...thing, dx: thing.x - this.at.x, dy: thing.y - this.at.y }
            : thing;
    }

    sendMap() {
        if (this.face === 'words') return;
        this.records(
            wire.level(1, MAP[0].length, MAP.length, 1),
            wire.cells(1, runsOf(sceneCells())),
            wire.things(1, [
                { x: 26, y: 3, look: '!' },
                { x: 20, y: 4, look: ')' },
            ]),
            wire.bodies(1, this.bodies()),
        );
    }

    begin(watching, resumed = false) {
        this.state = 'playing';
        this.socket.on('close', () => clearInterval(this.errand));
        this.message('Session.Begin', {
            name: 'Ada',
            guest: this.server.guests && !watching,
            takeover: false,
            resumed,
            watching,
        });
        this.message('Session.Token', { token: 'good', seconds: 43200 });
        this.message('Dungeon.Tiles', TILES);
        this.message('Dungeon.Looks', LOOKS);
        this.message('Dungeon.Names', [
            { id: 1, name: 'Ada' },
            { id: 2, name: 'Brom' },
        ]);
        this.sendMap();
        const packages = {
            'Char.Name': { name: 'Ada', fullname: 'Ada' },
            'Char.Vitals': {
                hp: 14,
                maxhp: 20,
                depth: 1,
                level: 2,
                xp: 31,
                gold: 84,
                tnl: 9,
                state: 'waiting',
                cooldown: 0,
                light: 9,
            },
            'Char.Status': {
                name: 'Ada',
                depth: 1,
                level_name: 'the Salt Vaults',
                area: 'the Cellars',
                warning: '',
                life: 1,
                explored: 41,
            },
            'Room.Info': {
                num: 3,
                name: 'a square room',
                area: 'the Salt Vaults',
                depth: 1,
                coords: { x: 25, y: 5 },
                exits: { west: 2, south: 4 },
                doors: { west: 'open', east: 'closed' },
            },
            'Room.Players': [{ name: 'Brom', fullname: 'Brom' }],
            'Room.Actors': this.server.isPeaceful
                ? []
                : [
                      {
                          id: 65543,
                          name: 'cellar rat',
                          glyph: 'r',
                          dx: -2,
                          dy: 1,
                          hpperc: 60,
                          danger: 'easy',
                          awake: true,
                          target: true,
                      },
                      {
                          id: 65544,
                          name: 'drudge',
                          glyph: 'k',
                          dx: -3,
                          dy: -2,
                          hpperc: 100,
                          danger: 'hard',
                          awake: true,
                          target: false,
                      },
                      {
                          id: 65545,
                          name: 'bone sentry',
                          glyph: 'z',
                          dx: 5,
                          dy: -2,
                          hpperc: 100,
                          danger: 'deadly',
                          awake: false,
                          target: false,
                      },
                  ],
            'Dungeon.Things': [
                { n: 1, kind: 'item', glyph: '!', name: 'amber draught', x: 26, y: 3, seen: true },
                { n: 2, kind: 'item', glyph: ')', name: 'short sword', x: 20, y: 4, seen: true },
                {
                    n: 3,
                    kind: 'door',
                    glyph: '+',
                    name: 'closed door',
                    x: 31,
                    y: 7,
                    seen: true,
                    open: false,
                },
                {
                    n: 4,
                    kind: 'door',
                    glyph: "'",
                    name: 'open door',
                    x: 19,
                    y: 4,
                    seen: true,
                    open: true,
                },
                {
                    n: 5,
                    kind: 'stairs',
                    glyph: '>',
                    name: 'stairs down',
                    x: 41,
                    y: 14,
                    seen: false,
                },
                { n: 6, kind: 'stairs', glyph: '<', name: 'stairs up', x: 8, y: 4, seen: false },
            ].map((thing) => this.withOffset(thing)),
            'Group': {
                leader: 'Brom',
                members: [
                    { name: 'Brom', info: { hp: 22, mhp: 28, lvl: 4, here: true } },
                    { name: 'Ada', info: { hp: 14, mhp: 20, lvl: 2, here: true } },
                ],
            },
            'Char.Items.List': { location: 'inv', items: ITEMS },
            'Char.Afflictions.List': [
                {
                    name: 'poisoned',
                    cure: 'A draught of mending ends it.',
                    desc: 'A draught of mending ends it.',
                },
            ],
            'Char.Defences.List': [
                { name: 'glowing', cure: '', desc: 'Your light reaches five cells farther.' },
            ],
        };
        /* A watcher gets lines and the map alone. */
        if (!watching) {
            for (const [name, value] of Object.entries(packages)) this.message(name, value);
            this.message('Char.Items.List', { location: 'worn', items: WORN });
        }
        if (!resumed) {
            for (const [text, kind, role] of [
                ['Welcome, Ada. You stand in the Salt Vaults, depth 1.', 0, 20],
                ['You open the door.', 0, 1],
                ['Brom says: "Stairs are in the south-east."', 2, 22],
                ['A drudge comes into view, 3 west 2 north. Hard fight.', 1, 21],
                ['The cellar rat misses you.', 0, 1],
            ])
                this.say(text, kind, role);
        }
    }
}

/* `folder` has the page's files; the port is picked. */
export class Standin {
    constructor(folder, { guests = true, isPeaceful = false, asksAfterMs = 0 } = {}) {
        Object.assign(this, { folder, guests, isPeaceful, asksAfterMs, choicesAfterMs: 0, resumesCut: 0 });
        this.peers = [];
        this.reports = [];
        this.house = {}; /* more of Server.Hello */
        this.lists = LISTS;
        this.held = null; /* pattern of files that are held back until it is null again */
    }

    async start() {
        this.http = createServer((request, response) => this.serve(request, response));
        this.http.on('upgrade', (request, socket) => {
            socket.write(
                'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
                    `Sec-WebSocket-Accept: ${wire.accept(request.headers['sec-websocket-key'])}\r\nSec-WebSocket-Protocol: v1.undercroft\r\n\r\n`,
            );
            this.peers.push(new Peer(this, socket));
        });
        await new Promise((resolve) => this.http.listen(0, '127.0.0.1', resolve));
        this.host = `127.0.0.1:${this.http.address().port}`;
        this.url = `http://${this.host}/`;
        return this;
    }

    get peer() {
        return this.peers.at(-1);
    }

    async serve(request, response) {
        const path = new URL(request.url, this.url).pathname;
        const name = path === '/' || path.startsWith('/watch/') ? 'index.html' : path.slice(1);
        while (this.held?.test(name)) await new Promise((resolve) => setTimeout(resolve, 20));
        try {
            const list = this.lists[name];
            if (list !== undefined) {
                response.writeHead(200, { 'Content-Type': 'application/json' });
                response.end(JSON.stringify(list));
                return;
            }
            const data = await readFile(join(this.folder, name.replaceAll('..', '')));
            response.writeHead(200, {
                'Content-Type': TYPES[name.split('.').pop()] ?? 'text/plain',
                'X-Content-Type-Options': 'nosniff',
                'Cache-Control': 'no-cache',
                'Content-Security-Policy':
                    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self' ws://${this.host} wss://${this.host}; ` +
                    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types undercroft",
            });
            response.end(data);
        } catch {
            response.writeHead(404).end('not found\n');
        }
    }

    async stop() {
        for (const peer of this.peers) peer.socket.destroy();
        this.http.closeAllConnections?.();
        await new Promise((resolve) => this.http.close(resolve));
    }
}
