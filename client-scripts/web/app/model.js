/*
 * The model: the level cell by cell, bodies, things, lines and the packages about the delver, as
 * the server last told them. It is pure: records and messages go in, questions are answered, and
 * `changed` and `dirty` list the parts and cells to show again. It knows no document.
 */
import { BODIES, CELLS, LEVEL, LINES, MARK, THINGS } from './wire.js?v=HASH';

export const SEEN = 0x80;
export const TILE = 0x7f;

/* Flags of a body. */
export const SELF = 1;
export const AWAY = 2;
export const HOSTILE = 4;
export const ASLEEP = 8;
export const COMPANION = 16;
export const FELT = 32;
export const FALLEN = 64;

export const LINE_KINDS = ['own', 'world', 'talk', 'tell', 'operator', 'hint'];
export const LINES_KEPT = 300;

export const DIRECTIONS = [
    { name: 'north', short: 'n', dx: 0, dy: -1 },
    { name: 'northeast', short: 'ne', dx: 1, dy: -1 },
    { name: 'east', short: 'e', dx: 1, dy: 0 },
    { name: 'southeast', short: 'se', dx: 1, dy: 1 },
    { name: 'south', short: 's', dx: 0, dy: 1 },
    { name: 'southwest', short: 'sw', dx: -1, dy: 1 },
    { name: 'west', short: 'w', dx: -1, dy: 0 },
    { name: 'northwest', short: 'nw', dx: -1, dy: -1 },
];

export function directionOf(dx, dy) {
    return DIRECTIONS.find((row) => row.dx === Math.sign(dx) && row.dy === Math.sign(dy));
}

/* "3 east 2 north", or "here". */
export function offsetWords(dx, dy) {
    const parts = [];
    if (dx !== 0) parts.push(`${Math.abs(dx)} ${dx > 0 ? 'east' : 'west'}`);
    if (dy !== 0) parts.push(`${Math.abs(dy)} ${dy > 0 ? 'south' : 'north'}`);
    return parts.length === 0 ? 'here' : parts.join(' ');
}

/* "3e 2n", for where there is little room. */
export function shortOffset(dx, dy) {
    return offsetWords(dx, dy).replace(/(\d+) (\w)\w+/g, '$1$2');
}

const NO_ITEMS = () => ({ inv: [], worn: [], room: [] });
const NO_MASK = 0xff; /* not computed yet */

export class Model {
    constructor() {
        this.tiles = [];
        this.looks = new Map();
        this.names = new Map();
        this.changed = new Set();
        this.dirty = new Set();
        this.hello = null;
        this.begin(false);
    }

    /* Play begins: map and packages are empty, and so are the lines unless a lost line has come back.
       Looks and tiles stay. */
    begin(resumed = false) {
        this.view = -1;
        this.width = 0;
        this.height = 0;
        this.tint = 0;
        this.setCells(0);
        this.setBodies([]);
        this.setThings([]);
        if (!resumed) {
            this.lines = [];
            this.nextLine = 1;
            this.changed.add('begun');
        }
        this.answered = 0;
        this.tick = 0;
        this.session = null;
        this.name = '';
        this.vitals = {};
        this.status = {};
        this.room = {};
        this.actors = [];
        this.players = [];
        this.items = NO_ITEMS();
        this.afflictions = [];
        this.defences = [];
        this.group = { leader: '', members: [] };
        this.target = '';
        this.nearby = [];
        this.changed.add('all').add('level');
        this.dirty.clear();
    }

    /* ---- records ---- */

    /* False: the record belongs to a level that is not the one shown. */
    apply(record) {
        if ([CELLS, BODIES, THINGS].includes(record.kind) && record.view !== this.view)
            return false;
        return this[RECORDS[record.kind]](record) !== false;
    }

    onLevel(record) {
        this.view = record.view;
        this.width = record.width;
        this.height = record.height;
        this.tint = record.tint;
        this.setCells(record.width * record.height);
        this.setBodies([]);
        this.setThings([]);
        this.dirty.clear();
        this.changed.add('level').add('bodies').add('things');
    }

    onCells(record) {
        for (const run of record.runs) {
            if (run.at + run.count > this.cells.length) return false;
            for (let i = 0; i < run.count; i++)
                this.setCell(run.at + i, run.cells[run.same ? 0 : i]);
        }
        this.changed.add('cells');
        return true;
    }

    setCells(count) {
        this.cells = new Uint8Array(count);
        this.masks = new Uint8Array(count).fill(NO_MASK);
    }

    /* Other ground changes how the walls around it join; light on it changes itself alone. */
    setCell(number, cell) {
        const hasChanged = ((this.cells[number] ^ cell) & TILE) !== 0;
        this.cells[number] = cell;
        this.dirty.add(number);
        if (!hasChanged) return;
        const x = number % this.width;
        const y = Math.floor(number / this.width);
        for (let ny = Math.max(0, y - 1); ny <= Math.min(this.height - 1, y + 1); ny++) {
            for (let nx = Math.max(0, x - 1); nx <= Math.min(this.width - 1, x + 1); nx++) {
                this.masks[ny * this.width + nx] = NO_MASK;
                this.dirty.add(ny * this.width + nx);
            }
        }
    }

    onBodies(record) {
        const before = this.self;
        for (const body of this.bodies) this.touch(body.x, body.y);
        this.setBodies(record.bodies);
        for (const body of this.bodies) this.touch(body.x, body.y);
        const now = this.self;
        if (now && (!before || before.x !== now.x || before.y !== now.y)) this.changed.add('moved');
        this.changed.add('bodies');
    }

    setBodies(list) {
        this.bodies = list;
        this.bodiesByPlace = this.byPlace(list);
        this.self = list.find((body) => (body.flags & SELF) !== 0);
    }

    /* Without a map the server sends no bodies, and the old ones are out of date. */
    forgetBodies() {
        this.setBodies([]);
        this.changed.add('bodies');
    }

    setThings(list) {
        this.things = list;
        this.thingsByPlace = this.byPlace(list);
    }

    /* The elements by the number of their cell; the last of several on a cell counts. */
    byPlace(list) {
        return new Map(list.map((one) => [one.y * this.width + one.x, one]));
    }

    onThings(record) {
        for (const thing of this.things) this.touch(thing.x, thing.y);
        this.setThings(record.things);
        for (const thing of this.things) this.touch(thing.x, thing.y);
        this.changed.add('things');
    }

    onLines(record) {
        let number = record.first;
        for (const line of record.lines) {
            if (number >= this.nextLine)
                this.addLine({
                    number,
                    role: line.role,
                    kind: LINE_KINDS[line.kind] ?? 'own',
                    text: line.text,
                });
            number++;
        }
    }

    addLine(line) {
        this.nextLine = line.number + 1;
        this.lines.push(line);
        if (this.lines.length > LINES_KEPT) this.lines.shift();
        this.changed.add('lines');
    }

    onMark(record) {
        this.tick = record.tick;
        this.answered = record.input;
        this.changed.add('mark');
    }

    touch(x, y) {
        if (this.has(x, y)) this.dirty.add(y * this.width + x);
    }

    /* ---- messages ---- */

    /* Takes a message. False: the model keeps nothing of it. */
    take(name, value) {
        const handler = MESSAGES[name];
        if (handler === undefined || value === null || value === undefined) return false;
        handler(this, value);
        return true;
    }

    setList(part, field, list) {
        this[field] = Array.isArray(list) ? list : [];
        this.changed.add(part);
    }

    /* ---- questions ---- */

    get isFallen() {
        return ((this.self?.flags ?? 0) & FALLEN) !== 0;
    }

    /* A fallen body beside the delver, to be raised; undefined: there is none. */
    fallenBeside() {
        return this.beside(({ flags }) => (flags & FALLEN) !== 0);
    }

    /* The body beside the delver that has that name; '' is the name of none. */
    besideNamed(name) {
        return name === '' ? undefined : this.beside(({ id }) => this.names.get(id) === name);
    }

    beside(suits) {
        const { self } = this;
        return this.bodies.find(
            (body) =>
                suits(body) &&
                body !== self &&
                Math.max(Math.abs(body.x - self.x), Math.abs(body.y - self.y)) === 1,
        );
    }

    /* Whether a tile of that name is in sight, at most `cells` away; without a map by the list. */
    isNearTile(name, cells) {
        const { self } = this;
        if (!self)
            return this.nearby.some(
                ({ name: other, seen, dx, dy }) =>
                    seen && other === name && Math.max(Math.abs(dx), Math.abs(dy)) <= cells,
            );
        for (let y = self.y - cells; y <= self.y + cells; y++) {
            for (let x = self.x - cells; x <= self.x + cells; x++) {
                if (this.isSeen(x, y) && this.tileAt(x, y)?.name === name) return true;
            }
        }
        return false;
    }

    has(x, y) {
        return x >= 0 && y >= 0 && x < this.width && y < this.height;
    }

    cellAt(x, y) {
        return this.has(x, y) ? this.cells[y * this.width + x] : 0;
    }

    tileAt(x, y) {
        return this.tiles[this.cellAt(x, y) & TILE];
    }

    isKnown(x, y) {
        return (this.cellAt(x, y) & TILE) !== 0;
    }

    isSeen(x, y) {
        return (this.cellAt(x, y) & SEEN) !== 0;
    }

    isWall(x, y) {
        return this.isKnown(x, y) && this.tileAt(x, y)?.wall === true;
    }

    isOpen(x, y) {
        return this.isKnown(x, y) && this.tileAt(x, y)?.wall === false;
    }

    canWalk(x, y) {
        return this.isKnown(x, y) && this.tileAt(x, y)?.walk === true;
    }

    /* The body that is drawn on a cell, or null. */
    bodyAt(x, y) {
        return (this.has(x, y) && this.bodiesByPlace.get(y * this.width + x)) || null;
    }

    thingAt(x, y) {
        return (this.has(x, y) && this.thingsByPlace.get(y * this.width + x)) || null;
    }

    /* The foe of a body in the package of foes, or null. Its id there is longer than a record's. */
    actorOf(body) {
        return this.actors.find((actor) => (actor.id & 0xffff) === body.id) ?? null;
    }

    bodyName(body) {
        if (this.names.has(body.id)) return this.names.get(body.id);
        return this.actorOf(body)?.name ?? this.looks.get(body.look)?.name ?? 'somebody';
    }

    /* In the form of Dungeon.Things, whose list has no delvers for clients with the map. */
    delversInSight() {
        return this.bodies
            .filter((body) => (body.flags & (SELF | HOSTILE | FELT)) === 0)
            .map((body) => ({
                kind: 'delver',
                glyph: '@',
                name: this.bodyName(body),
                x: body.x,
                y: body.y,
                seen: this.isSeen(body.x, body.y),
            }));
    }

    /* Whether two walls beside each other are one built wall: known ground lies along it. */
    joins(x, y, dx, dy) {
        if (!this.isWall(x, y) || !this.isWall(x + dx, y + dy)) return false;
        if (this.isDoor(x, y) || this.isDoor(x + dx, y + dy)) return true;
        return (
            this.isOpen(x + dy, y + dx) ||
            this.isOpen(x - dy, y - dx) ||
            this.isOpen(x + dx + dy, y + dy + dx) ||
            this.isOpen(x + dx - dy, y + dy - dx)
        );
    }

    isDoor(x, y) {
        const tile = this.tileAt(x, y);
        return tile !== undefined && tile.wall && tile.walk;
    }

    /* Where a wall goes on: bits 1 north, 2 east, 4 south, 8 west. */
    wallMask(x, y) {
        const number = y * this.width + x;
        if (this.masks[number] === NO_MASK) this.masks[number] = this.findMask(x, y);
        return this.masks[number];
    }

    findMask(x, y) {
        return (
            (this.joins(x, y, 0, -1) ? 1 : 0) |
            (this.joins(x, y, 1, 0) ? 2 : 0) |
            (this.joins(x, y, 0, 1) ? 4 : 0) |
            (this.joins(x, y, -1, 0) ? 8 : 0)
        );
    }

    /* The way to a cell over known ground, in cells behind the delver's. null: there is none in
       `limit` steps. */
    wayTo(x, y, limit = 400) {
        const self = this.self;
        if (!self || !this.canWalk(x, y)) return null;
        const from = new Int32Array(this.cells.length).fill(-1);
        const start = self.y * this.width + self.x;
        const goal = y * this.width + x;
        let edge = [start];
        from[start] = start;
        for (let steps = 0; steps < limit && edge.length > 0 && from[goal] < 0; steps++) {
            const next = [];
            for (const at of edge) this.spread(at, from, next);
            edge = next;
        }
        if (from[goal] < 0) return null;
        const way = [];
        for (let at = goal; at !== start; at = from[at])
            way.push({ x: at % this.width, y: Math.floor(at / this.width) });
        return way.reverse();
    }

    spread(at, from, next) {
        const x = at % this.width;
        const y = Math.floor(at / this.width);
        for (const { dx, dy } of DIRECTIONS) {
            const to = (y + dy) * this.width + x + dx;
            if (this.has(x + dx, y + dy) && from[to] < 0 && this.canWalk(x + dx, y + dy)) {
                from[to] = at;
                next.push(to);
            }
        }
    }

    /* A cell in words: "closed door, 4 west". */
    describe(x, y) {
        if (!this.isKnown(x, y)) return 'not seen yet';
        const self = this.self;
        const parts = [];
        const body = this.bodyAt(x, y);
        if (body) parts.push(this.describeBody(body));
        const near = this.nearby.filter(
            (thing) =>
                thing.x === x && thing.y === y && thing.kind !== 'delver' && thing.kind !== 'foe',
        );
        for (const thing of near) parts.push(thing.name);
        if (parts.length === 0) parts.push(this.tileAt(x, y)?.name ?? 'unknown');
        if (self && !(self.x === x && self.y === y))
            parts.push(offsetWords(x - self.x, y - self.y));
        if (!this.isSeen(x, y)) parts.push('remembered');
        return parts.join(', ');
    }

    describeBody(body) {
        const actor = this.actorOf(body);
        const words = [(body.flags & SELF) !== 0 ? 'you' : this.bodyName(body)];
        if (actor) {
            words.push(`${actor.hpperc} % health`, `${actor.danger}`);
            if (!actor.awake) words.push('asleep');
        }
        if ((body.flags & AWAY) !== 0) words.push('away');
        if ((body.flags & FALLEN) !== 0) words.push('fallen');
        if ((body.flags & FELT) !== 0) words.push('felt, not seen');
        return words.join(', ');
    }
}

function itemsOf(model, value) {
    return model.items[value.location] ?? null;
}

function changeItem(model, value, change) {
    const list = itemsOf(model, value);
    if (list === null || typeof value.item !== 'object' || value.item === null) return;
    model.items[value.location] = change(list, value.item);
    model.changed.add('items');
}

/* Order of items by their letters. */
function byLetter(a, b) {
    return a.id < b.id ? -1 : 1;
}

function byName(value) {
    return Array.isArray(value) ? value : [value];
}

/* The method for each kind of record. */
const RECORDS = {
    [LEVEL]: 'onLevel',
    [CELLS]: 'onCells',
    [BODIES]: 'onBodies',
    [THINGS]: 'onThings',
    [LINES]: 'onLines',
    [MARK]: 'onMark',
};

/* The function for each name of a message. */
const MESSAGES = {
    'Server.Hello': (model, value) => {
        model.hello = value;
        model.changed.add('hello');
    },
    'Session.Begin': (model, value) => {
        model.begin(value.resumed === true);
        model.session = value;
        model.name = value.name;
    },
    'Dungeon.Tiles': (model, value) => {
        model.tiles = value;
        model.masks.fill(NO_MASK);
        model.changed.add('level');
    },
    'Dungeon.Looks': (model, value) => {
        for (const row of value) model.looks.set(row.look, row);
    },
    'Dungeon.Names': (model, value) => {
        for (const row of value) model.names.set(row.id, row.name);
    },
    'Char.Name': (model, value) => {
        model.name = value.name;
        model.changed.add('vitals');
    },
    'Char.Vitals': (model, value) => {
        if (value.light !== model.vitals.light) model.changed.add('moved');
        model.vitals = value;
        model.changed.add('vitals');
    },
    'Char.Status': (model, value) => {
        model.status = value;
        model.changed.add('vitals');
    },
    'Room.Info': (model, value) => {
        model.room = value;
        model.changed.add('room');
    },
    'Room.Actors': (model, value) => model.setList('actors', 'actors', value),
    'Room.Players': (model, value) => model.setList('players', 'players', value),
    'Room.AddPlayer': (model, value) =>
        model.setList('players', 'players', [
            ...model.players.filter((row) => row.name !== value.name),
            value,
        ]),
    'Room.RemovePlayer': (model, value) =>
        model.setList(
            'players',
            'players',
            model.players.filter((row) => row.name !== value),
        ),
    'Dungeon.Things': (model, value) => model.setList('nearby', 'nearby', value),
    'IRE.Target.Set': (model, value) => {
        model.target = value;
        model.changed.add('actors');
    },
    'Group': (model, value) => {
        model.group = value;
        model.changed.add('group');
    },
    'Char.Items.List': (model, value) => {
        if (itemsOf(model, value) === null) return;
        model.items[value.location] = value.items;
        model.changed.add('items');
    },
    'Char.Items.Add': (model, value) =>
        changeItem(model, value, (list, item) =>
            [...list.filter((row) => row.id !== item.id), item].sort(byLetter),
        ),
    'Char.Items.Update': (model, value) =>
        changeItem(model, value, (list, item) =>
            list.map((row) => (row.id === item.id ? item : row)),
        ),
    'Char.Items.Remove': (model, value) =>
        changeItem(model, value, (list, item) => list.filter((row) => row.id !== item.id)),
    'Char.Afflictions.List': (model, value) => model.setList('conditions', 'afflictions', value),
    'Char.Afflictions.Add': (model, value) =>
        model.setList('conditions', 'afflictions', [
            ...model.afflictions.filter((row) => row.name !== value.name),
            value,
        ]),
    'Char.Afflictions.Remove': (model, value) =>
        model.setList(
            'conditions',
            'afflictions',
            model.afflictions.filter((row) => !byName(value).includes(row.name)),
        ),
    'Char.Defences.List': (model, value) => model.setList('conditions', 'defences', value),
    'Char.Defences.Add': (model, value) =>
        model.setList('conditions', 'defences', [
            ...model.defences.filter((row) => row.name !== value.name),
            value,
        ]),
    'Char.Defences.Remove': (model, value) =>
        model.setList(
            'conditions',
            'defences',
            model.defences.filter((row) => !byName(value).includes(row.name)),
        ),
};
