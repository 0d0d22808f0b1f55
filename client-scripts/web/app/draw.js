/*
 * The drawn map. Two canvases lie on each other: the lower has the cells, each a copy of its
 * picture in the atlas, and only changed cells are copied again; the upper has the marks over them
 * (marks.js). The camera stands in whole pixels of the screen, so that panning moves the drawn part
 * and draws only the edge that comes into view.
 */
import {
    ASLEEP,
    AWAY,
    COMPANION,
    FALLEN,
    FELT,
    HOSTILE,
    SEEN,
    SELF,
    TILE,
} from './model.js?v=HASH';
import { Atlas, readColours } from './atlas.js?v=HASH';
import { drawMarks } from './marks.js?v=HASH';
import { ROLES } from './roles.js?v=HASH';

export const SIZES = [10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 34, 40, 48, 56, 64];
const RATIO = 0.9;
const FONT = '"DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace';
const EDGE_CELLS = 2;
const ROOMY = 1400; /* a map so wide, in CSS pixels, need not be small to show much */
const DIM_FROM = [0.3, 0.55, 0.8, 1]; /* shares of the light's reach */
const UNDRAWN = -1;

/* How ground is put into a number, beside its cell: see groundAt(). */
const MASK_BIT = 8;
const LIGHT_BIT = 12;
const GRAIN_BIT = 15;
const PILLAR_BIT = 17;

function hash(x, y) {
    const mixed = Math.imul(
        Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b),
        0xc2b2ae35,
    );
    return (mixed ^ (mixed >>> 15)) >>> 4;
}

export class Draw {
    constructor(map, marks, model) {
        this.map = map;
        this.marks = marks;
        this.model = model;
        this.pen = map.getContext('2d', { alpha: false });
        this.over = marks.getContext('2d');
        this.style = 'tiles';
        this.size = 0;
        this.scale = 1;
        this.left = 0; /* where the level's upper left corner lies, in pixels of the canvas */
        this.top = 0;
        this.drawn = [];
        this.isFree = false; /* the player has moved the camera away */
        this.pressed = null;
        this.way = null;
        this.goal = null;
        this.cursor = null;
        this.aim = null;
        this.showsBars = true;
        this.isMarked = true;
        this.queue = [];
    }

    /* ---- size and place ---- */

    /* `width` and `height` in pixels of the screen, `scale` how many of them a CSS pixel has. */
    resize(width, height, scale) {
        if (this.map.width === width && this.map.height === height && this.scale === scale)
            return false;
        for (const canvas of [this.map, this.marks]) {
            canvas.width = width;
            canvas.height = height;
        }
        this.scale = scale;
        this.rebuild();
        return true;
    }

    /* The size at which a first look is best: all of a level where that is legible. */
    chooseSize() {
        const { width, height } = this.map;
        const { model } = this;
        const fits = (size) =>
            model.width > 0 &&
            model.width * Math.round(size * RATIO) * this.scale <= width &&
            model.height * size * this.scale <= height;
        const least = width / this.scale < ROOMY ? 18 : 22;
        const whole = SIZES.filter((size) => size >= least && size <= 48 && fits(size)).pop();
        return whole ?? (Math.min(width, height) / this.scale < 600 ? 22 : Math.max(20, least));
    }

    setSize(size) {
        this.size = size;
        this.rebuild();
    }

    zoom(steps, at) {
        const now = SIZES.indexOf(this.shownSize());
        const next = SIZES[Math.max(0, Math.min(SIZES.length - 1, now + steps))];
        const middle = at ?? { x: this.map.width / 2, y: this.map.height / 2 };
        const cell = {
            x: (middle.x - this.left) / this.cellWidth,
            y: (middle.y - this.top) / this.cellHeight,
        };
        this.size = next;
        this.measure();
        this.left = Math.round(middle.x - cell.x * this.cellWidth);
        this.top = Math.round(middle.y - cell.y * this.cellHeight);
        this.rebuild();
        return next;
    }

    shownSize() {
        return this.size || this.chooseSize();
    }

    measure() {
        const size = this.shownSize();
        this.cellHeight = Math.max(6, Math.round(size * this.scale));
        this.cellWidth = Math.max(6, Math.round(size * RATIO * this.scale));
    }

    /* False: this browser draws nothing, and the page is words. */
    get canDraw() {
        return this.pen !== null;
    }

    rebuild() {
        if (!this.canDraw) return;
        this.measure();
        this.colours = readColours(document.documentElement);
        this.atlas = new Atlas(this.cellWidth, this.cellHeight, this.colours, FONT);
        this.place();
        this.forget();
    }

    /* Everything is drawn again at the next chance. */
    forget() {
        this.drawn = new Array(this.model.cells.length).fill(UNDRAWN);
        this.isWhole = false;
        this.isMarked = true;
    }

    /* ---- camera ---- */

    centre() {
        this.isFree = false;
        const self = this.model.self;
        if (self)
            this.moveTo(
                Math.round(this.map.width / 2 - (self.x + 0.5) * this.cellWidth),
                Math.round(this.map.height / 2 - (self.y + 0.5) * this.cellHeight),
            );
    }

    pan(dx, dy) {
        this.isFree = true;
        this.moveTo(this.left + Math.round(dx), this.top + Math.round(dy));
    }

    /* The camera goes as far as it must for a cell to be in view. */
    reveal({ x, y }) {
        const at = this.pixelOf(x, y);
        const edgeX = EDGE_CELLS * this.cellWidth;
        const edgeY = EDGE_CELLS * this.cellHeight;
        const over = (from, size, edge, length) =>
            Math.max(0, edge - from) - Math.max(0, from + size + edge - length);
        const dx = over(at.x, this.cellWidth, edgeX, this.map.width);
        const dy = over(at.y, this.cellHeight, edgeY, this.map.height);
        if (dx !== 0 || dy !== 0) this.pan(dx, dy);
    }

    get fitsWhole() {
        const { model } = this;
        return (
            model.width * this.cellWidth <= this.map.width &&
            model.height * this.cellHeight <= this.map.height
        );
    }

    /* Limits the camera: at most EDGE_CELLS empty cells show beyond a level's edge. A small level
       lies in the middle. */
    bound(at, length, cells, cell) {
        if (cells * cell <= length) return Math.round((length - cells * cell) / 2);
        const edge = EDGE_CELLS * cell;
        return Math.max(length - cells * cell - edge, Math.min(edge, at));
    }

    place() {
        const { model } = this;
        const self = model.self;
        if (self && !this.isFree) {
            this.left = this.follow(this.left, this.map.width, self.x, this.cellWidth);
            this.top = this.follow(this.top, this.map.height, self.y, this.cellHeight);
        }
        this.left = this.bound(this.left, this.map.width, model.width, this.cellWidth);
        this.top = this.bound(this.top, this.map.height, model.height, this.cellHeight);
    }

    /* Moves the view when the delver comes near its edge, so that they stand in the middle. */
    follow(at, length, cell, size) {
        const here = at + (cell + 0.5) * size;
        const margin = Math.min(length * 0.3, 8 * size);
        if (here >= margin && here <= length - margin) return at;
        return Math.round(length / 2 - (cell + 0.5) * size);
    }

    moveTo(left, top) {
        const { model } = this;
        const wasLeft = this.left;
        const wasTop = this.top;
        this.left = this.bound(left, this.map.width, model.width, this.cellWidth);
        this.top = this.bound(top, this.map.height, model.height, this.cellHeight);
        this.shift(this.left - wasLeft, this.top - wasTop);
    }

    shift(dx, dy) {
        if (dx === 0 && dy === 0) return;
        this.isMarked = true;
        if (!this.isWhole || Math.abs(dx) >= this.map.width || Math.abs(dy) >= this.map.height) {
            this.isWhole = false;
            return;
        }
        const pen = this.pen;
        pen.drawImage(this.map, dx, dy);
        const { width, height } = this.map;
        if (dx !== 0) this.expose(dx > 0 ? 0 : width + dx, 0, Math.abs(dx), height);
        if (dy !== 0) this.expose(0, dy > 0 ? 0 : height + dy, width, Math.abs(dy));
    }

    /* Draws an empty strip: its cells, and the ground elsewhere. */
    expose(x, y, width, height) {
        const { colours } = this;
        this.pen.fillStyle = `rgb(${colours.ground.join(',')})`;
        this.pen.fillRect(x, y, width, height);
        const first = this.cellOf(x, y);
        const last = this.cellOf(x + width - 1, y + height - 1);
        for (let cy = Math.max(0, first.y); cy <= Math.min(this.model.height - 1, last.y); cy++) {
            for (
                let cx = Math.max(0, first.x);
                cx <= Math.min(this.model.width - 1, last.x);
                cx++
            ) {
                this.drawn[cy * this.model.width + cx] = UNDRAWN;
                this.drawCell(cx, cy);
            }
        }
        this.flush();
    }

    /* The cell at a pixel of the canvas. */
    cellOf(x, y) {
        return {
            x: Math.floor((x - this.left) / this.cellWidth),
            y: Math.floor((y - this.top) / this.cellHeight),
        };
    }

    /* The upper left pixel of a cell. */
    pixelOf(x, y) {
        return { x: this.left + x * this.cellWidth, y: this.top + y * this.cellHeight };
    }

    /* ---- cells ---- */

    /* 0 is bright. */
    lightAt(x, y) {
        const { self, vitals } = this.model;
        if (!self) return 0;
        const share = Math.hypot(x - self.x, y - self.y) / ((vitals.light || 9) + 1);
        let step = 0;
        while (step < DIM_FROM.length && share > DIM_FROM[step]) step++;
        return step;
    }

    bodyOf(body) {
        const look = this.model.looks.get(body.look) ?? { glyph: '?', role: 4, asleep: 4 };
        const has = (flag) => (body.flags & flag) !== 0;
        let role = ROLES[has(ASLEEP) ? look.asleep : look.role] ?? 'other';
        if (has(SELF)) role = 'self';
        else if (!has(HOSTILE)) role = has(AWAY) ? 'away' : has(COMPANION) ? 'companion' : 'other';
        return {
            glyph: look.glyph,
            role,
            flags: body.flags,
            self: has(SELF),
            away: has(AWAY),
            asleep: has(ASLEEP),
            felt: has(FELT),
            fallen: has(FALLEN),
            companion: has(COMPANION),
            hostile: has(HOSTILE),
            boss: role.startsWith('boss-'),
        };
    }

    /* The look of a cell without bodies and things, as one number: its cell, where a wall goes on,
       light and grain. Each step asks this of hundreds of cells. */
    groundAt(x, y) {
        const { model } = this;
        const cell = model.cellAt(x, y);
        const tile = model.tiles[cell & TILE];
        if (this.style !== 'tiles') return cell;
        const isWall = tile?.wall === true;
        const mask = isWall ? model.wallMask(x, y) : 0;
        const isPillar = isWall && mask === 0 && !tile.walk && this.isPillar(x, y);
        return (
            cell |
            (mask << MASK_BIT) |
            ((cell > TILE ? this.lightAt(x, y) : 0) << LIGHT_BIT) |
            ((hash(x, y) % 4) << GRAIN_BIT) |
            ((isPillar ? 1 : 0) << PILLAR_BIT)
        );
    }

    /* The look of a cell with thing and body, as Atlas paints it. */
    specOf(x, y) {
        const { model } = this;
        const ground = this.groundAt(x, y);
        const body = model.bodyAt(x, y);
        return {
            style: this.style,
            tile: model.tiles[ground & TILE],
            seen: (ground & SEEN) !== 0,
            mask: (ground >> MASK_BIT) & 15,
            tint: model.tint,
            number: ground & TILE,
            light: (ground >> LIGHT_BIT) & 7,
            grain: (ground >> GRAIN_BIT) & 3,
            pillar: ground >> PILLAR_BIT !== 0,
            thing: model.thingAt(x, y)?.look ?? '',
            thingRole: ROLES[model.thingAt(x, y)?.role] ?? 'item',
            body: body === null ? null : this.bodyOf(body),
        };
    }

    /* A wall that stands alone amid open ground. */
    isPillar(x, y) {
        const { model } = this;
        return (
            model.isOpen(x - 1, y) ||
            model.isOpen(x + 1, y) ||
            model.isOpen(x, y - 1) ||
            model.isOpen(x, y + 1)
        );
    }

    /* Cells with the same key look the same, as long as style, tint and theme are: others have
       another atlas. */
    keyOf(x, y) {
        const { model } = this;
        const ground = this.groundAt(x, y);
        const thing = model.thingAt(x, y);
        const body = model.bodyAt(x, y);
        if (thing === null && body === null) return ground;
        const { glyph = '', role = '', flags = '' } = body === null ? {} : this.bodyOf(body);
        return `${ground}|${thing?.look ?? ''}${thing?.role ?? ''}|${glyph}${role}${flags}`;
    }

    drawCell(x, y) {
        const left = this.left + x * this.cellWidth;
        const top = this.top + y * this.cellHeight;
        if (
            left + this.cellWidth <= 0 ||
            top + this.cellHeight <= 0 ||
            left >= this.map.width ||
            top >= this.map.height
        )
            return;
        const number = y * this.model.width + x;
        const key = this.keyOf(x, y);
        if (this.drawn[number] === key) return;
        this.drawn[number] = key;
        if (!this.atlas.has(key) && this.atlas.isFull) {
            this.flush();
            this.atlas.clear();
        }
        const from = this.atlas.place(key, () => this.specOf(x, y));
        this.queue.push({ from, x: left, y: top });
    }

    /* All pictures are painted before the first is copied: to copy from a canvas that is painted
       on in between would copy all of it each time. */
    flush() {
        const { cellWidth, cellHeight, pen } = this;
        for (const { from, x, y } of this.queue)
            pen.drawImage(
                from.canvas,
                from.x,
                from.y,
                cellWidth,
                cellHeight,
                x,
                y,
                cellWidth,
                cellHeight,
            );
        this.queue.length = 0;
    }

    drawWhole() {
        const { colours } = this;
        this.pen.fillStyle = `rgb(${colours.ground.join(',')})`;
        this.pen.fillRect(0, 0, this.map.width, this.map.height);
        this.drawn.fill(UNDRAWN);
        const first = this.cellOf(0, 0);
        const last = this.cellOf(this.map.width - 1, this.map.height - 1);
        for (let y = Math.max(0, first.y); y <= Math.min(this.model.height - 1, last.y); y++) {
            for (let x = Math.max(0, first.x); x <= Math.min(this.model.width - 1, last.x); x++) {
                if (this.model.isKnown(x, y)) this.drawCell(x, y);
            }
        }
        this.flush();
        this.isWhole = true;
    }

    drawDirty(dirty) {
        const { width } = this.model;
        for (const number of dirty) this.drawCell(number % width, Math.floor(number / width));
    }

    /* Draws the cells in sight again: the light has moved with the delver. */
    drawSeen() {
        const { model } = this;
        for (let number = 0; number < model.cells.length; number++) {
            if (model.cells[number] > TILE)
                this.drawCell(number % model.width, Math.floor(number / model.width));
        }
    }

    /* Draws what `changed` and `dirty` of the model ask for. */
    frame(changed, dirty) {
        const { model } = this;
        if (model.tiles.length === 0 || this.map.width === 0) return;
        if (changed.has('level')) {
            this.isFree = false;
            this.rebuild();
        }
        if (this.drawn.length !== model.cells.length) this.forget();
        if (changed.has('moved')) {
            this.isFree = false;
            this.pressed = null;
            const left = this.left;
            const top = this.top;
            this.place();
            this.shift(this.left - left, this.top - top);
        }
        if (!this.isWhole) {
            this.drawWhole();
        } else {
            this.drawDirty(dirty);
            if (changed.has('moved')) this.drawSeen();
            this.flush();
        }
        if (['bodies', 'actors', 'moved', 'level', 'mark'].some((part) => changed.has(part)))
            this.isMarked = true;
        if (this.isMarked) {
            this.isMarked = false;
            drawMarks(this);
        }
    }

    /* ---- for tests, and for sharing ---- */

    /* The sign of a cell on a terminal. */
    signAt(x, y) {
        const { model } = this;
        const body = model.bodyAt(x, y);
        if (body !== null) return model.looks.get(body.look)?.glyph ?? '?';
        return model.thingAt(x, y)?.look ?? model.tileAt(x, y)?.glyph ?? ' ';
    }

    /* The cell as it is drawn: {glyph, role, seen, tile}; null: it is not on the level. */
    cell(x, y) {
        const { model } = this;
        if (!model.has(x, y)) return null;
        const spec = this.specOf(x, y);
        const tile = spec.tile ?? { glyph: ' ', role: 0, remembered: 0 };
        let role = this.atlas ? this.atlas.roleOf({ ...spec, tile }) : 'blank';
        if (spec.thing !== '') role = spec.thingRole;
        if (spec.body !== null) role = spec.body.felt ? 'remembered' : spec.body.role;
        return { glyph: this.signAt(x, y), role, seen: spec.seen, tile: spec.number };
    }

    /* Whether the pixels of a cell are those of its picture; null: it is not wholly on the screen. */
    isTrue(x, y) {
        const at = this.pixelOf(x, y);
        if (
            at.x < 0 ||
            at.y < 0 ||
            at.x + this.cellWidth > this.map.width ||
            at.y + this.cellHeight > this.map.height ||
            !this.model.isKnown(x, y)
        )
            return null;
        const from = this.atlas.place(this.keyOf(x, y), () => this.specOf(x, y));
        const is = this.pen.getImageData(at.x, at.y, this.cellWidth, this.cellHeight).data;
        const meant = from.pen.getImageData(from.x, from.y, this.cellWidth, this.cellHeight).data;
        return is.every((value, i) => value === meant[i]);
    }
}
