/*
 * The line to the server: records out of bytes, messages out of text, and a WebSocket that comes
 * back by itself. The protocol is described in server/session/page/README.md. `on` gets records and
 * messages as they come; nothing here knows their meaning for the page.
 */
export const LEVEL = 1;
export const CELLS = 2;
export const BODIES = 3;
export const LINES = 4;
export const MARK = 5;
export const THINGS = 6;
const WIDE_LEVEL = 7;
const WIDE_BODIES = 8;
const WIDE_THINGS = 9;

export const SUBPROTOCOL = 'v1.undercroft';
export const PROTOCOL = 1;

/* Takes numbers off the front of bytes; RangeError where they end too early. */
class Reader {
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
    }

    get rest() {
        return this.bytes.length - this.at;
    }

    u8() {
        if (this.at >= this.bytes.length) throw new RangeError('a record is cut short');
        return this.bytes[this.at++];
    }

    u16() {
        return this.u8() * 0x100 + this.u8();
    }

    u32() {
        return this.u16() * 0x10000 + this.u16();
    }

    varint() {
        let value = 0;
        for (let scale = 1; scale <= 0x10000000; scale *= 0x80) {
            const byte = this.u8();
            value += (byte & 0x7f) * scale;
            if (byte < 0x80) return value;
        }
        throw new RangeError('a number is too long');
    }

    take(length) {
        if (length > this.rest) throw new RangeError('a record is cut short');
        this.at += length;
        return this.bytes.subarray(this.at - length, this.at);
    }
}

const decoder = new TextDecoder();

/* Records with one byte for each coordinate, and the same with two, for levels of more than 256. */
function readByte(body) {
    return body.u8();
}

function readTwo(body) {
    return body.u16();
}

function readLevel(body, number = readByte) {
    return {
        kind: LEVEL,
        view: body.u16(),
        width: number(body) || 256,
        height: number(body) || 256,
        tint: body.u8(),
    };
}

/* Runs as {at, count, same, cells}; `at` is the place of the first cell, row by row. */
function readCells(body) {
    const record = { kind: CELLS, view: body.u16(), runs: [] };
    let at = 0;
    while (body.rest > 0) {
        at += body.varint();
        const head = body.varint();
        const count = Math.floor(head / 2);
        const same = head % 2 === 1;
        record.runs.push({ at, count, same, cells: body.take(same ? 1 : count) });
        at += count;
    }
    return record;
}

function readBodies(body, number = readByte) {
    const record = { kind: BODIES, view: body.u16(), bodies: [] };
    for (let left = body.u8(); left > 0; left--)
        record.bodies.push({
            id: body.u16(),
            x: number(body),
            y: number(body),
            look: body.u8(),
            flags: body.u8(),
        });
    return record;
}

function readThings(body, number = readByte) {
    const record = { kind: THINGS, view: body.u16(), things: [] };
    for (let left = body.u8(); left > 0; left--)
        record.things.push({ x: number(body), y: number(body), look: String.fromCharCode(body.u8()) });
    for (const thing of record.things) thing.role = body.u8();
    return record;
}

function readLines(body) {
    const record = { kind: LINES, first: body.u32(), lines: [] };
    while (body.rest > 0) {
        const role = body.u8();
        const kind = body.u8();
        record.lines.push({ role, kind, text: decoder.decode(body.take(body.varint())) });
    }
    return record;
}

function readMark(body) {
    return { kind: MARK, tick: body.u32(), input: body.u32() };
}

const READERS = {
    [LEVEL]: readLevel,
    [CELLS]: readCells,
    [BODIES]: readBodies,
    [THINGS]: readThings,
    [LINES]: readLines,
    [MARK]: readMark,
    [WIDE_LEVEL]: (body) => readLevel(body, readTwo),
    [WIDE_BODIES]: (body) => readBodies(body, readTwo),
    [WIDE_THINGS]: (body) => readThings(body, readTwo),
};

/* All records of a flight; unknown kinds are skipped. RangeError if it is cut short. */
export function readFlight(bytes) {
    const flight = new Reader(bytes);
    const records = [];
    while (flight.rest > 0) {
        const kind = flight.u8();
        const body = new Reader(flight.take(flight.varint()));
        const read = READERS[kind];
        if (read !== undefined) records.push(read(body));
    }
    return records;
}

/* "Package.Message json" as [name, value]; the value is null where there is none. */
export function readMessage(text) {
    const blank = text.indexOf(' ');
    if (blank < 0) return [text, null];
    const rest = text.slice(blank + 1).trim();
    return [text.slice(0, blank), rest === '' ? null : JSON.parse(rest)];
}

export function writeMessage(name, value) {
    return value === undefined ? name : `${name} ${JSON.stringify(value)}`;
}

/* Reaction of the page to each code of a closed line: "again" connects at once and then ever later,
   "later" after a while that it shows, "anew" loads the page, "stay" waits for the player. */
const ENDINGS = {
    1000: 'door',
    1001: 'again',
    1002: 'stay',
    1003: 'stay',
    1007: 'stay',
    1008: 'stay',
    1009: 'stay',
    4001: 'taken',
    4002: 'stay',
    4003: 'later',
    4004: 'anew',
};

export function endingOf(code) {
    return ENDINGS[code] ?? 'again';
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15000;
const LATER_MS = 10000;
const ANSWER_MS = 2000;

/* How long to wait before try number `tries` (0 is the first), some of it by chance. */
export function waitOf(tries, chance) {
    if (tries === 0) return 0;
    const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
    return Math.round(full * (0.5 + chance / 2));
}

/*
 * `on` has: open(), record(record), flight(bytes), message(name, value), broken(error),
 * down(ending, text, wait).
 */
export class Wire {
    constructor(url, on) {
        this.url = url;
        this.on = on;
        this.socket = null;
        this.input = 0;
        this.tries = 0;
        this.timer = 0;
        this.probe = 0;
        this.sentAt = new Map();
        this.lags = [];
    }

    get isOpen() {
        return this.socket !== null && this.socket.readyState === 1;
    }

    open() {
        clearTimeout(this.timer);
        this.drop();
        const socket = new WebSocket(this.url, SUBPROTOCOL);
        socket.binaryType = 'arraybuffer';
        this.socket = socket;
        this.input = 0;
        this.sentAt.clear();
        socket.onopen = () => socket === this.socket && this.on.open();
        socket.onmessage = (event) => socket === this.socket && this.take(event.data);
        socket.onclose = (event) => socket === this.socket && this.lose(event.code, event.reason);
    }

    /* Forgets the socket: its later messages are dropped. */
    drop() {
        const socket = this.socket;
        this.socket = null;
        clearTimeout(this.probe);
        this.probe = 0;
        if (socket !== null) socket.close();
    }

    lose(code, text) {
        this.drop();
        const ending = endingOf(code);
        let wait = -1;
        if (ending === 'again') wait = waitOf(this.tries++, Math.random());
        else if (ending === 'later') wait = LATER_MS;
        if (wait >= 0) this.timer = setTimeout(() => this.open(), wait);
        this.on.down(ending, text, wait);
    }

    take(data) {
        this.heard();
        if (typeof data === 'string') {
            this.takeText(data);
            return;
        }
        const bytes = new Uint8Array(data);
        let records;
        try {
            records = readFlight(bytes);
        } catch (error) {
            this.on.broken(error);
            return;
        }
        for (const record of records) {
            if (record.kind === MARK) this.measure(record.input);
            this.on.record(record);
        }
        this.on.flight(bytes);
    }

    takeText(text) {
        let message;
        try {
            message = readMessage(text);
        } catch (error) {
            this.on.broken(error);
            return;
        }
        this.tries = 0;
        this.on.message(...message);
    }

    send(name, value) {
        if (!this.isOpen) return false;
        this.socket.send(writeMessage(name, value));
        return true;
    }

    /* Returns the number of the line, or 0: there is no line to the server. */
    line(text) {
        return this.number('Input.Line', { text });
    }

    cancel() {
        return this.number('Input.Cancel', {});
    }

    number(name, value) {
        if (!this.isOpen) return 0;
        const n = ++this.input;
        this.sentAt.set(n, performance.now());
        this.send(name, { n, ...value });
        return n;
    }

    measure(input) {
        for (const [n, at] of this.sentAt) {
            if (n > input) break;
            if (n === input) this.lags = [...this.lags.slice(-4), performance.now() - at];
            this.sentAt.delete(n);
        }
    }

    /* The middle of the last answers, in ms; 0: none yet. */
    get lag() {
        const sorted = [...this.lags].sort((a, b) => a - b);
        return sorted.length === 0 ? 0 : Math.round(sorted[sorted.length >> 1]);
    }

    /* The page may have slept: a line that does not answer soon is dead. */
    wake() {
        if (!this.isOpen) {
            if (this.timer !== 0 && this.socket === null && this.tries > 0) this.open();
            return;
        }
        this.send('Core.Ping');
        clearTimeout(this.probe);
        this.probe = setTimeout(() => this.lose(1006, ''), ANSWER_MS);
    }

    heard() {
        clearTimeout(this.probe);
        this.probe = 0;
    }
}
