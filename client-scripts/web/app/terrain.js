/*
 * Pictures of terrain that is no wall, door or landmark, such as grass, rubble, statues and traps.
 * Each has a shape of its own. Lengths are shares of a cell.
 */

/* A pen on one cell, in its shares. */
class Sketch {
    constructor(atlas, pen, spec, brush) {
        Object.assign(this, { atlas, pen, spec, brush });
        this.role = atlas.roleOf(spec);
        this.ink(brush.sign(this.role));
        pen.lineWidth = Math.max(1, atlas.height * 0.08);
        pen.lineCap = 'round';
    }

    ink(colour) {
        this.pen.fillStyle = this.pen.strokeStyle = colour;
    }

    /* Lines through points [x, y, x, y, ...]. */
    path(...points) {
        const { width, height } = this.atlas;
        this.pen.beginPath();
        for (let i = 0; i < points.length; i += 2)
            this.pen.lineTo(points[i] * width, points[i + 1] * height);
        return this.pen;
    }

    line(...points) {
        this.path(...points).stroke();
    }

    shape(...points) {
        this.path(...points).fill();
    }

    box(x, y, width, height) {
        this.atlas.box(this.pen, x, y, width, height);
    }

    round(x, y, radius) {
        const { width, height } = this.atlas;
        this.pen.beginPath();
        this.pen.arc(x * width, y * height, radius * Math.min(width, height), 0, Math.PI * 2);
        this.pen.fill();
    }

    /* All of the cell, in a share of the colour. */
    wash(role, share) {
        this.ink(this.brush.of(role, share));
        this.pen.fillRect(0, 0, this.atlas.width, this.atlas.height);
        this.ink(this.brush.sign(this.role));
    }

    flame(x, y, size) {
        this.ink(this.brush.sign('glow'));
        this.shape(x, y - size, x + size * 0.55, y, x, y + size * 0.45, x - size * 0.55, y);
    }
}

function cache(sketch) {
    sketch.box(0.16, 0.32, 0.68, 0.18);
    sketch.box(0.16, 0.54, 0.68, 0.28);
    sketch.ink(sketch.brush.of(sketch.role, 0.2));
    sketch.box(0.44, 0.44, 0.12, 0.2);
}

function trap(sketch) {
    sketch.line(0.5, 0.2, 0.82, 0.78, 0.18, 0.78, 0.5, 0.2);
    sketch.box(0.46, 0.4, 0.08, 0.18);
    sketch.box(0.46, 0.64, 0.08, 0.08);
}

function key(sketch) {
    sketch.line(0.5, 0.36, 0.5, 0.84);
    sketch.line(0.5, 0.82, 0.68, 0.82);
    sketch.line(0.5, 0.66, 0.64, 0.66);
    sketch.round(0.5, 0.26, 0.17);
}

/* By name. */
const PICTURES = {
    'shallows': (sketch) => {
        sketch.ink(sketch.brush.sign(sketch.spec.seen ? 'liquid' : 'remembered-liquid'));
        sketch.line(0.2, 0.56, 0.36, 0.46, 0.52, 0.56, 0.68, 0.46, 0.8, 0.54);
    },
    'grass': (sketch) => {
        const shift = sketch.spec.grain * 0.05;
        for (const x of [0.22, 0.46, 0.66])
            sketch.line(x + shift, 0.74, x + shift + (x > 0.5 ? 0.07 : -0.05), 0.46);
    },
    'thicket': (sketch) => {
        for (const [x, y, radius] of [
            [0.3, 0.6, 0.22],
            [0.68, 0.62, 0.24],
            [0.5, 0.36, 0.26],
        ])
            sketch.round(x, y, radius);
        sketch.ink(sketch.brush.of(sketch.role, 0.3));
        sketch.line(0.42, 0.36, 0.54, 0.46);
        sketch.line(0.6, 0.66, 0.7, 0.58);
    },
    'rubble': (sketch) => {
        const turned = sketch.spec.grain % 2 === 1;
        const at = (x) => (turned ? 1 - x : x);
        sketch.shape(at(0.16), 0.74, at(0.26), 0.5, at(0.44), 0.48, at(0.52), 0.74);
        sketch.shape(at(0.56), 0.48, at(0.64), 0.28, at(0.78), 0.3, at(0.82), 0.48);
        sketch.box(at(0.7) - 0.06, 0.62, 0.14, 0.12);
    },
    'chasm': (sketch) => {
        sketch.ink('#000');
        sketch.shape(0.08, 0.2, 0.34, 0.08, 0.62, 0.16, 0.92, 0.1, 0.9, 0.84, 0.6, 0.92, 0.3, 0.84, 0.1, 0.9);
        sketch.ink(sketch.brush.sign(sketch.role));
        sketch.line(0.08, 0.2, 0.34, 0.08, 0.62, 0.16, 0.92, 0.1);
        sketch.line(0.5, 0.36, 0.5, 0.68);
        sketch.line(0.36, 0.56, 0.5, 0.7, 0.64, 0.56);
    },
    'statue': (sketch) => {
        sketch.round(0.5, 0.24, 0.13);
        sketch.shape(0.34, 0.76, 0.38, 0.4, 0.62, 0.4, 0.66, 0.76);
        sketch.box(0.24, 0.78, 0.52, 0.12);
    },
    'bookcase': (sketch) => {
        sketch.box(0.1, 0.12, 0.8, 0.78);
        sketch.ink(sketch.brush.of(sketch.role, 0.15));
        for (const y of [0.2, 0.54])
            for (const x of [0.18, 0.34, 0.52, 0.66]) sketch.box(x, y, 0.1, 0.26);
    },
    'brazier': (sketch) => {
        sketch.shape(0.2, 0.54, 0.8, 0.54, 0.66, 0.72, 0.34, 0.72);
        sketch.line(0.36, 0.74, 0.28, 0.9);
        sketch.line(0.64, 0.74, 0.72, 0.9);
        sketch.flame(0.5, 0.4, 0.26);
    },
    'torch': (sketch) => {
        sketch.box(0.45, 0.46, 0.1, 0.36);
        sketch.flame(0.5, 0.36, 0.24);
    },
    'lever': (sketch) => {
        sketch.line(0.3, 0.22, 0.56, 0.74);
        sketch.round(0.3, 0.22, 0.12);
        sketch.box(0.3, 0.74, 0.5, 0.14);
    },
    'plate': (sketch) => {
        sketch.line(0.2, 0.22, 0.8, 0.22, 0.8, 0.78, 0.2, 0.78, 0.2, 0.22);
        sketch.ink(sketch.brush.of(sketch.role, 0.4));
        sketch.box(0.32, 0.34, 0.36, 0.34);
    },
    'bars, shut': (sketch) => {
        for (const x of [0.16, 0.46, 0.76]) sketch.box(x, 0.06, 0.1, 0.88);
        sketch.box(0.1, 0.28, 0.82, 0.08);
        sketch.box(0.1, 0.64, 0.82, 0.08);
    },
    'bars, open': (sketch) => {
        for (const x of [0.06, 0.18, 0.74, 0.86]) sketch.box(x, 0.06, 0.08, 0.88);
    },
    'cache': cache,
    'hoard': cache,
    'empty hoard': (sketch) => {
        sketch.line(0.16, 0.5, 0.16, 0.82, 0.84, 0.82, 0.84, 0.5);
        sketch.line(0.16, 0.5, 0.3, 0.3, 0.7, 0.3, 0.84, 0.5);
    },
    'hearth': (sketch) => {
        for (const x of [0.16, 0.32, 0.48, 0.64]) sketch.box(x, 0.74, 0.14, 0.12);
        sketch.flame(0.5, 0.48, 0.3);
    },
    'key': key,
    'key hook': (sketch) => sketch.line(0.5, 0.16, 0.5, 0.6, 0.62, 0.72, 0.74, 0.6),
    'snare': trap,
    'spike trap': trap,
    'alarm trap': trap,
    'gas trap': trap,
    'flash trap': trap,
    'chute': trap,
};

/* Terrain that colours the floor, under bodies and things too: [role, share]. */
const WASHES = { 'shallows': ['liquid', 0.24], 'brazier': ['glow', 0.25], 'hearth': ['glow', 0.25] };

/* Paints terrain on the floor or the wall already painted. False: it has no picture. */
export function paintTerrain(atlas, pen, spec, brush) {
    const { name } = spec.tile;
    const isCovered = spec.thing !== '' || spec.body !== null;
    const paint = PICTURES[name];
    if (paint === undefined) return false;
    const sketch = new Sketch(atlas, pen, spec, brush);
    if (name in WASHES) sketch.wash(...WASHES[name]);
    if (!isCovered) paint(sketch);
    return true;
}

export const TERRAIN_NAMES = Object.keys(PICTURES);
