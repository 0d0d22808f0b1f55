/*
 * Pictures of single cells, each painted once for a size and a theme and then copied. A picture is
 * found by a key of the cell's look; two cells with the same key look the same. Sheets hold a few
 * pictures each and are made when they are needed: to paint on a canvas that was copied from costs
 * a copy of all of it, so that it has to be small.
 */
import { ROLES, TINT_FLOORS, TINT_WALLS } from './roles.js?v=HASH';
import { paintTerrain } from './terrain.js?v=HASH';

const COLUMNS = 8;
const PLACES = 32; /* on a sheet */
const SHEETS_MAX = 32;
const LIGHTS = [1, 0.86, 0.72, 0.58, 0.46];

const LEGIBLE = 0.85;

function parse(text) {
    const digits = text.trim().replace('#', '');
    const whole = digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits;
    return [0, 2, 4].map((at) => parseInt(whole.slice(at, at + 2), 16) || 0);
}

function mix(from, to, share) {
    return from.map((value, i) => Math.round(value + (to[i] - value) * share));
}

function css([r, g, b]) {
    return `rgb(${r},${g},${b})`;
}

/* The colours of the present theme, by role, with --ground and --mark, and how far floors
   stand out from the ground: in sight, and remembered. */
export function readColours(element) {
    const style = getComputedStyle(element);
    const colours = {};
    for (const name of [...ROLES, 'ground', 'memory-ground', 'mark', 'glow', 'danger', 'health'])
        colours[name] = parse(style.getPropertyValue(`--${name}`) || '#888888');
    for (const name of ['floor-lit', 'floor-past'])
        colours[name] = Number(style.getPropertyValue(`--${name}`));
    const sign = style.getPropertyValue('--floor-sign');
    if (sign !== '') colours['floor-sign'] = parse(sign);
    return colours;
}

/* A colour of a cell: dimmed by how far it is from the light. */
class Brush {
    constructor(colours, spec) {
        this.colours = colours;
        this.ground = spec.seen ? colours.ground : colours['memory-ground'];
        this.light = spec.seen && spec.style === 'tiles' ? LIGHTS[spec.light] : 1;
    }

    /* A sign is to be read, however far from the light it lies. */
    sign(role) {
        const light = Math.max(this.light, LEGIBLE);
        return css(mix(this.ground, this.colours[role] ?? this.colours.text, light));
    }

    of(role, share = 1) {
        return css(mix(this.ground, this.colours[role] ?? this.colours.text, share * this.light));
    }
}

/*
 * A cell, as it is painted:
 *   style   tiles, letters or plain
 *   tile    the row of its terrain; seen: whether it is in sight; tint: of the level
 *   mask    where a wall goes on; light: 0 bright ... 4; grain: 0 ... 3, so that floors differ
 *   thing   a sign, or ''; thingRole: its role
 *   body    null or {glyph, role, flags: self|away|asleep|felt|fallen|companion|boss as booleans}
 */
export class Atlas {
    constructor(width, height, colours, font) {
        this.width = width;
        this.height = height;
        this.colours = colours;
        this.font = font;
        this.places = new Map();
        this.sheets = [];
    }

    makeSheet() {
        const canvas = document.createElement('canvas');
        canvas.width = this.width * COLUMNS;
        canvas.height = (this.height * PLACES) / COLUMNS;
        return { canvas, pen: canvas.getContext('2d', { alpha: false }) };
    }

    has(key) {
        return this.places.has(key);
    }

    get isFull() {
        return this.places.size === PLACES * SHEETS_MAX;
    }

    /* Every place is free again. */
    clear() {
        this.places.clear();
    }

    /* The place of a key's picture: {canvas, pen, x, y}. A new one is painted from make(). If all
       sheets are full they are cleared first: places returned before then get other pictures. */
    place(key, make) {
        let place = this.places.get(key);
        if (place === undefined) {
            if (this.isFull) this.clear();
            place = this.nextPlace();
            this.places.set(key, place);
            this.paint(place, make());
        }
        return place;
    }

    nextPlace() {
        const number = this.places.size;
        const sheet = (this.sheets[Math.floor(number / PLACES)] ??= this.makeSheet());
        return {
            ...sheet,
            x: (number % COLUMNS) * this.width,
            y: Math.floor((number % PLACES) / COLUMNS) * this.height,
        };
    }

    paint({ pen, x, y }, spec) {
        pen.save();
        pen.translate(x, y);
        pen.beginPath();
        pen.rect(0, 0, this.width, this.height);
        pen.clip();
        this.paintCell(pen, spec, new Brush(this.colours, spec));
        pen.restore();
    }

    paintCell(pen, spec, brush) {
        pen.fillStyle = css(brush.ground);
        if (spec.tile === undefined || spec.tile.glyph === ' ')
            pen.fillStyle = css(this.colours.ground);
        pen.fillRect(0, 0, this.width, this.height);
        if (spec.tile !== undefined && spec.tile.glyph !== ' ') this.paintTile(pen, spec, brush);
        if (spec.thing !== '') this.paintThing(pen, spec, brush);
        if (spec.body !== null) this.paintBody(pen, spec, brush);
    }

    /* Ground is a sign in the colour of the floor, unless the theme has one for signs on floors. */
    roleOf(spec) {
        const name = ROLES[spec.seen ? spec.tile.role : spec.tile.remembered] ?? 'text';
        if (name === 'wall' && spec.seen) return TINT_WALLS[spec.tint] ?? name;
        if (name === 'floor' && spec.seen)
            return 'floor-sign' in this.colours ? 'floor-sign' : (TINT_FLOORS[spec.tint] ?? name);
        return name;
    }

    paintTile(pen, spec, brush) {
        const covered = spec.thing !== '' || spec.body !== null;
        if (spec.style !== 'tiles') {
            if (!covered)
                this.letter(
                    pen,
                    spec.tile.name === 'floor' ? '·' : spec.tile.glyph,
                    brush.of(spec.style === 'plain' && spec.seen ? 'text' : this.roleOf(spec)),
                    0.86,
                );
            return;
        }
        const kind = KINDS[spec.tile.name];
        if (spec.tile.wall && !spec.tile.walk) {
            this.paintWall(pen, spec, brush);
            paintTerrain(this, pen, spec, brush);
            return;
        }
        this.paintFloor(pen, spec, brush);
        if (kind !== undefined) this[kind](pen, spec, brush);
        else if (paintTerrain(this, pen, spec, brush)) return;
        else if (!covered) this.letter(pen, spec.tile.glyph, brush.sign(this.roleOf(spec)), 0.86);
    }

    paintFloor(pen, spec, brush) {
        const { width, height } = this;
        const role = spec.seen ? (TINT_FLOORS[spec.tint] ?? 'floor') : 'remembered';
        const gap = Math.max(1, Math.round(height / 22));
        const base = this.colours[spec.seen ? 'floor-lit' : 'floor-past'];
        const share = spec.seen ? base * [1, 1.08, 0.95, 1.13][spec.grain] : base;
        pen.fillStyle = brush.of(role, share);
        pen.fillRect(0, 0, width - gap, height - gap);
        pen.fillStyle = brush.of(role, share * 0.55);
        pen.fillRect(width - gap, 0, gap, height);
        pen.fillRect(0, height - gap, width, gap);
        if (spec.grain === 3 && height >= 14) {
            pen.fillStyle = brush.of(role, Math.min(1, base * 1.45));
            pen.fillRect(Math.round(width * 0.3), Math.round(height * 0.62), gap, gap);
            pen.fillRect(Math.round(width * 0.62), Math.round(height * 0.26), gap, gap);
        }
    }

    /* Strokes from the middle to where the wall goes on; solid rock is a faint grain. */
    strokes(pen, mask, thick, colour, inset) {
        const { width, height } = this;
        const x = Math.round((width - thick) / 2);
        const y = Math.round((height - thick) / 2);
        pen.fillStyle = colour;
        if ((mask & 1) !== 0) pen.fillRect(x, 0, thick, y + thick - inset);
        if ((mask & 4) !== 0) pen.fillRect(x, y + inset, thick, height - y - inset);
        if ((mask & 8) !== 0) pen.fillRect(0, y, x + thick - inset, thick);
        if ((mask & 2) !== 0) pen.fillRect(x + inset, y, width - x - inset, thick);
        if (mask === 0) pen.fillRect(x, y, thick, thick);
    }

    paintWall(pen, spec, brush) {
        const { width, height } = this;
        const role = this.roleOf(spec);
        const share = spec.seen ? 0.2 : 0.1;
        pen.fillStyle = brush.of(role, share);
        pen.fillRect(0, 0, width, height);
        if (spec.mask === 0 && !spec.pillar) {
            pen.fillStyle = brush.of(role, share * 1.7);
            const dot = Math.max(1, Math.round(height / 12));
            pen.fillRect(
                Math.round(width * (spec.grain % 2 ? 0.25 : 0.6)),
                Math.round(height * 0.3),
                dot,
                dot,
            );
            pen.fillRect(
                Math.round(width * 0.45),
                Math.round(height * (spec.grain > 1 ? 0.7 : 0.55)),
                dot,
                dot,
            );
            return;
        }
        const thick = Math.max(2, Math.round(height * (spec.pillar ? 0.5 : 0.36)));
        this.strokes(pen, spec.mask, thick, brush.of(role, spec.seen ? 0.62 : 0.42), 0);
        const core = Math.max(1, Math.round(thick * 0.45));
        if (spec.seen && height >= 12) this.strokes(pen, spec.mask, core, brush.of(role, 1), 0);
    }

    /* A door stands in a wall that runs west to east, or north to south. */
    isUpright(spec) {
        return (spec.mask & 5) !== 0 && (spec.mask & 10) === 0;
    }

    jambs(pen, spec, brush) {
        const { width, height } = this;
        const thick = Math.max(2, Math.round(height * 0.36));
        const reach = Math.max(2, Math.round((this.isUpright(spec) ? height : width) * 0.14));
        pen.fillStyle = brush.of(
            spec.seen ? (TINT_WALLS[spec.tint] ?? 'wall') : 'remembered',
            spec.seen ? 0.8 : 0.42,
        );
        if (this.isUpright(spec)) {
            const x = Math.round((width - thick) / 2);
            pen.fillRect(x, 0, thick, reach);
            pen.fillRect(x, height - reach, thick, reach);
        } else {
            const y = Math.round((height - thick) / 2);
            pen.fillRect(0, y, reach, thick);
            pen.fillRect(width - reach, y, reach, thick);
        }
    }

    box(pen, x, y, width, height) {
        pen.fillRect(
            Math.round(this.width * x),
            Math.round(this.height * y),
            Math.max(1, Math.round(this.width * width)),
            Math.max(1, Math.round(this.height * height)),
        );
    }

    paintClosedDoor(pen, spec, brush) {
        const role = this.roleOf(spec);
        this.jambs(pen, spec, brush);
        pen.fillStyle = brush.of(role, spec.seen ? 1 : 0.8);
        if (this.isUpright(spec)) {
            this.box(pen, 0.3, 0.14, 0.4, 0.72);
            pen.fillStyle = brush.of(role, 0.35);
            this.box(pen, 0.44, 0.2, 0.12, 0.6);
            this.box(pen, 0.3, 0.46, 0.4, 0.08);
        } else {
            this.box(pen, 0.14, 0.3, 0.72, 0.4);
            pen.fillStyle = brush.of(role, 0.35);
            this.box(pen, 0.2, 0.45, 0.6, 0.1);
            this.box(pen, 0.45, 0.3, 0.1, 0.4);
        }
    }

    paintOpenDoor(pen, spec, brush) {
        this.jambs(pen, spec, brush);
        pen.fillStyle = brush.of(this.roleOf(spec), spec.seen ? 1 : 0.8);
        if (this.isUpright(spec)) this.box(pen, 0.3, 0.1, 0.7, 0.14);
        else this.box(pen, 0.1, 0.3, 0.16, 0.7);
    }

    paintStairsDown(pen, spec, brush) {
        this.paintStairs(pen, spec, brush, [1, 0.78, 0.56, 0.36]);
        if (spec.thing === '' && spec.body === null)
            this.letter(pen, '>', brush.sign(this.roleOf(spec)), 0.9);
    }

    paintStairsUp(pen, spec, brush) {
        this.paintStairs(pen, spec, brush, [0.36, 0.56, 0.78, 1]);
        if (spec.thing === '' && spec.body === null)
            this.letter(pen, '<', brush.sign(this.roleOf(spec)), 0.9);
    }

    paintStairs(pen, spec, brush, widths) {
        widths.forEach((share, i) => {
            pen.fillStyle = brush.of(this.roleOf(spec), 0.16 + 0.1 * share);
            this.box(pen, (1 - share * 0.92) / 2, 0.06 + i * 0.23, share * 0.92, 0.17);
        });
    }

    paintWater(pen, spec, brush) {
        const role = this.roleOf(spec);
        const { width, height } = this;
        pen.fillStyle = brush.of(role, spec.seen ? 0.38 : 0.24);
        pen.fillRect(0, 0, width, height);
        pen.strokeStyle = brush.of(role, spec.seen ? 0.85 : 0.55);
        pen.lineWidth = Math.max(1, height * 0.07);
        for (const level of [0.34, 0.68]) {
            const y = height * level;
            const shift = spec.grain % 2 === 0 ? 0 : width / 4;
            pen.beginPath();
            pen.moveTo(width * 0.1 + shift, y);
            pen.quadraticCurveTo(width * 0.25 + shift, y - height * 0.14, width * 0.4 + shift, y);
            pen.quadraticCurveTo(width * 0.55 + shift, y + height * 0.14, width * 0.7 + shift, y);
            pen.stroke();
        }
    }

    paintBridge(pen, spec, brush) {
        pen.fillStyle = brush.of(this.roleOf(spec), 0.3);
        pen.fillRect(0, 0, this.width, this.height);
        pen.fillStyle = brush.of(this.roleOf(spec), 0.75);
        for (const x of [0.06, 0.38, 0.7]) this.box(pen, x, 0.08, 0.24, 0.84);
    }

    paintLantern(pen, spec, brush) {
        const { width, height } = this;
        const glow = pen.createRadialGradient(
            width / 2,
            height / 2,
            1,
            width / 2,
            height / 2,
            height * 0.6,
        );
        glow.addColorStop(0, brush.of('glow', 0.75));
        glow.addColorStop(1, brush.of('glow', 0.2));
        pen.fillStyle = glow;
        pen.fillRect(0, 0, width, height);
        if (spec.thing === '' && spec.body === null)
            this.letter(pen, '*', brush.sign(this.roleOf(spec)), 1);
    }

    paintFountain(pen, spec, brush) {
        const { width, height } = this;
        pen.strokeStyle = brush.of('liquid', spec.seen ? 0.95 : 0.6);
        pen.lineWidth = Math.max(1, height * 0.08);
        for (const radius of [0.18, 0.38]) {
            pen.beginPath();
            pen.arc(width / 2, height / 2, height * radius, 0, Math.PI * 2);
            pen.stroke();
        }
    }

    paintShrine(pen, spec, brush) {
        pen.fillStyle = brush.of(this.roleOf(spec), 0.9);
        this.box(pen, 0.12, 0.74, 0.76, 0.14);
        this.box(pen, 0.3, 0.42, 0.4, 0.32);
        this.box(pen, 0.2, 0.3, 0.6, 0.12);
    }

    /* An awning over a counter. */
    paintStall(pen, spec, brush) {
        const role = this.roleOf(spec);
        for (const [i, x] of [0.08, 0.29, 0.5, 0.71].entries()) {
            pen.fillStyle = brush.of(role, i % 2 === 0 ? 0.95 : 0.5);
            this.box(pen, x, 0.14, 0.22, 0.3);
        }
        pen.fillStyle = brush.of(role, 0.8);
        this.box(pen, 0.08, 0.66, 0.85, 0.2);
        this.box(pen, 0.12, 0.44, 0.08, 0.22);
        this.box(pen, 0.8, 0.44, 0.08, 0.22);
    }

    paintNiche(pen, spec, brush) {
        const { width, height } = this;
        pen.fillStyle = brush.of(this.roleOf(spec), spec.tile.name === 'niche' ? 0.85 : 0.4);
        pen.beginPath();
        pen.moveTo(width * 0.2, height * 0.86);
        pen.lineTo(width * 0.2, height * 0.45);
        pen.arc(width / 2, height * 0.45, width * 0.3, Math.PI, 0);
        pen.lineTo(width * 0.8, height * 0.86);
        pen.closePath();
        pen.fill();
        pen.fillStyle = brush.of(this.roleOf(spec), 0.15);
        pen.beginPath();
        pen.arc(width / 2, height * 0.5, width * 0.16, Math.PI, 0);
        pen.lineTo(width * 0.66, height * 0.86);
        pen.lineTo(width * 0.34, height * 0.86);
        pen.fill();
    }

    letter(pen, sign, colour, size, tilt = 0) {
        pen.save();
        pen.fillStyle = colour;
        pen.textAlign = 'center';
        pen.textBaseline = 'middle';
        pen.font = `bold ${Math.round(this.height * size)}px ${this.font}`;
        pen.translate(this.width / 2, this.height * 0.53);
        pen.rotate(tilt);
        pen.fillText(sign, 0, 0);
        pen.restore();
    }

    disc(pen, colour, radius) {
        pen.fillStyle = colour;
        pen.beginPath();
        pen.arc(
            this.width / 2,
            this.height / 2,
            Math.min(this.width, this.height) * radius,
            0,
            Math.PI * 2,
        );
        pen.fill();
    }

    ring(pen, colour, radius, dashes) {
        pen.strokeStyle = colour;
        pen.lineWidth = Math.max(1, this.height * 0.07);
        pen.setLineDash(dashes ? [this.height * 0.14, this.height * 0.1] : []);
        pen.beginPath();
        pen.arc(
            this.width / 2,
            this.height / 2,
            Math.min(this.width, this.height) * radius,
            0,
            Math.PI * 2,
        );
        pen.stroke();
        pen.setLineDash([]);
    }

    paintThing(pen, spec, brush) {
        if (spec.body !== null) return;
        const isPast = spec.thingRole === 'remembered';
        if (spec.style === 'tiles' && !isPast) this.disc(pen, brush.of('item', 0.2), 0.44);
        if (isPast) this.ring(pen, brush.of(spec.thingRole, 0.5), 0.44, true);
        this.letter(pen, spec.thing, brush.sign(spec.thingRole), 0.86);
    }

    paintBody(pen, spec, brush) {
        const { body } = spec;
        const full = new Brush(this.colours, { ...spec, seen: true, light: 0 });
        const role = body.felt ? 'remembered' : body.role;
        const tilt = body.fallen ? Math.PI / 2 : 0;
        if (spec.style !== 'tiles') {
            pen.fillStyle = body.self ? full.of('self') : css(brush.ground);
            pen.fillRect(0, 0, this.width, this.height);
            this.letter(
                pen,
                body.glyph,
                body.self ? full.of('self', 0) : full.of(role),
                0.92,
                tilt,
            );
        } else if (body.self) {
            this.disc(pen, full.of('self'), 0.5);
            this.letter(pen, body.glyph, full.of('self', 0), 0.84, tilt);
        } else {
            this.disc(pen, full.of(role, body.hostile ? 0.28 : 0.2), 0.48);
            if (body.felt || body.away) this.ring(pen, full.of(role, 0.7), 0.46, true);
            else if (body.companion || body.boss) this.ring(pen, full.of(role), 0.46, false);
            this.letter(pen, body.glyph, full.of(role, body.asleep ? 0.9 : 1), 0.84, tilt);
        }
        if (body.asleep) this.note(pen, 'z', full.of('text'));
    }

    note(pen, sign, colour) {
        pen.fillStyle = colour;
        pen.textAlign = 'right';
        pen.textBaseline = 'top';
        pen.font = `bold ${Math.max(7, Math.round(this.height * 0.42))}px ${this.font}`;
        pen.fillText(sign, this.width - 1, 0);
    }
}

/* How terrain is painted, by its name. Terrain without a row here or in terrain.js is its sign on
   the floor. */
const KINDS = {
    'floor': 'paintNothing',
    'closed door': 'paintClosedDoor',
    'open door': 'paintOpenDoor',
    'secret door': 'paintClosedDoor',
    'open secret door': 'paintOpenDoor',
    'stairs down': 'paintStairsDown',
    'stairs up': 'paintStairsUp',
    'deep water': 'paintWater',
    'bridge': 'paintBridge',
    'lantern': 'paintLantern',
    'fountain': 'paintFountain',
    'shrine': 'paintShrine',
    "pedlar's stall": 'paintStall',
    'niche': 'paintNiche',
    'opened niche': 'paintNiche',
};

Atlas.prototype.paintNothing = () => {};

export const PAINTED_NAMES = Object.keys(KINDS);
