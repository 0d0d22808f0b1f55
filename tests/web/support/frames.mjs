/*
 * A WebSocket of our own on the server's side, for the stand-in server: handshake, frames, and the
 * records of v1.undercroft as bytes.
 */
import { createHash } from 'node:crypto';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export function accept(key) {
    return createHash('sha1')
        .update(key + GUID)
        .digest('base64');
}

export function frame(opcode, data) {
    const body = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data);
    const head =
        body.length < 126
            ? Buffer.from([0x80 | opcode, body.length])
            : body.length < 65536
              ? Buffer.from([0x80 | opcode, 126, body.length >> 8, body.length & 255])
              : Buffer.from([
                    0x80 | opcode,
                    127,
                    0,
                    0,
                    0,
                    0,
                    body.length >>> 24,
                    (body.length >> 16) & 255,
                    (body.length >> 8) & 255,
                    body.length & 255,
                ]);
    return Buffer.concat([head, body]);
}

/* Takes whole masked frames off `buffer`: {frames: [{opcode, data}], rest}. */
export function unframe(buffer) {
    const frames = [];
    let at = 0;
    for (;;) {
        if (buffer.length - at < 2) break;
        let length = buffer[at + 1] & 127;
        let head = 2;
        if (length === 126) {
            if (buffer.length - at < 4) break;
            length = buffer.readUInt16BE(at + 2);
            head = 4;
        }
        if (buffer.length - at < head + 4 + length) break;
        const mask = buffer.subarray(at + head, at + head + 4);
        const data = Buffer.from(buffer.subarray(at + head + 4, at + head + 4 + length));
        for (let i = 0; i < length; i++) data[i] ^= mask[i % 4];
        frames.push({ opcode: buffer[at] & 15, data });
        at += head + 4 + length;
    }
    return { frames, rest: buffer.subarray(at) };
}

/* ---- records ---- */

export function varint(value) {
    const out = [];
    for (; value >= 0x80; value = Math.floor(value / 0x80)) out.push((value % 0x80) | 0x80);
    return [...out, value];
}

const u16 = (value) => [(value >> 8) & 255, value & 255];
const u32 = (value) => [...u16(value >>> 16), ...u16(value & 0xffff)];

export function record(kind, body) {
    return [kind, ...varint(body.length), ...body];
}

export const level = (view, width, height, tint) =>
    record(1, [...u16(view), width & 255, height & 255, tint]);
export const cells = (view, runs) =>
    record(2, [
        ...u16(view),
        ...runs.flatMap(({ skip, count, same, data }) => [
            ...varint(skip),
            ...varint(count * 2 + (same ? 1 : 0)),
            ...data,
        ]),
    ]);
export const bodies = (view, list) =>
    record(3, [
        ...u16(view),
        list.length,
        ...list.flatMap((body) => [...u16(body.id), body.x, body.y, body.look, body.flags]),
    ]);
export const things = (view, list) =>
    record(6, [
        ...u16(view),
        list.length,
        ...list.flatMap(({ x, y, look }) => [x, y, look.charCodeAt(0)]),
        ...list.map(({ role = 7 }) => role),
    ]);
export const lines = (first, list) =>
    record(4, [
        ...u32(first),
        ...list.flatMap(({ role = 1, kind = 0, text }) => {
            const bytes = [...Buffer.from(text)];
            return [role, kind, ...varint(bytes.length), ...bytes];
        }),
    ]);
export const mark = (tick, input) => record(5, [...u32(tick), ...u32(input)]);
