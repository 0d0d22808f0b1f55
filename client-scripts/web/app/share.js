/*
 * A moment to show to others: the map as a picture or as text, with its place and the newest line,
 * the last minute as an asciicast (version 2), and the link by which others watch.
 */
import { make } from './dom.js?v=HASH';

const WIDTH = 80;
const MAP_ROWS = 20;
const ROWS = 24;
const RING_BYTES = 1024 * 1024;
const RING_MS = 60000;
const PACE_MS = 200;

/* The map around the delver as lines of text; `sign(x, y)` gives a letter. */
export function textMap(self, sign, width, height) {
    const rows = [];
    const left = self.x - (width >> 1);
    const top = self.y - (height >> 1);
    for (let y = top; y < top + height; y++) {
        let row = '';
        for (let x = left; x < left + width; x++) row += sign(x, y);
        rows.push(row.trimEnd());
    }
    return rows;
}

/* Frames of the last minute, as many as fit. */
export class Ring {
    constructor() {
        this.frames = [];
        this.bytes = 0;
    }

    add(at, text) {
        if (this.frames.at(-1)?.text === text) return;
        this.frames.push({ at, text });
        this.bytes += text.length;
        while (
            this.frames.length > 1 &&
            (this.bytes > RING_BYTES || this.frames[0].at < at - RING_MS)
        )
            this.bytes -= this.frames.shift().text.length;
    }

    toCast(title) {
        const start = this.frames[0]?.at ?? 0;
        const head = { version: 2, width: WIDTH, height: ROWS, title };
        const lines = this.frames.map(({ at, text }) =>
            JSON.stringify([
                Math.round(at - start) / 1000,
                'o',
                `\u001b[H\u001b[2J${text.replaceAll('\n', '\r\n')}`,
            ]),
        );
        return `${[JSON.stringify(head), ...lines].join('\n')}\n`;
    }
}

export class Share {
    constructor(app) {
        this.app = app;
        this.ring = new Ring();
        this.last = 0;
    }

    /* After each frame. */
    record(now) {
        if (now - this.last < PACE_MS || !this.app.model.self) return;
        this.last = now;
        this.ring.add(now, this.text(WIDTH, MAP_ROWS, 3));
    }

    placeLine() {
        const { model } = this.app;
        const { hp = 0, maxhp = 0, depth = 0 } = model.vitals;
        return `${model.name}, ${hp}/${maxhp}, ${model.status.level_name ?? ''}, depth ${depth}`;
    }

    text(width, height, lines) {
        const { draw, model } = this.app;
        const map = textMap(model.self, (x, y) => draw.signAt(x, y), width, height);
        return [
            ...map,
            this.placeLine(),
            ...model.lines.slice(-lines).map((line) => line.text.slice(0, width)),
        ].join('\n');
    }

    /* The map as it is on the screen, with a line of place and one of news below. */
    picture() {
        const { draw, model } = this.app;
        const canvas = document.createElement('canvas');
        const height = Math.round(28 * draw.scale);
        canvas.width = draw.map.width;
        canvas.height = draw.map.height + 2 * height;
        const pen = canvas.getContext('2d');
        pen.fillStyle = `rgb(${draw.colours.ground.join(',')})`;
        pen.fillRect(0, 0, canvas.width, canvas.height);
        pen.drawImage(draw.map, 0, 0);
        pen.drawImage(draw.marks, 0, 0);
        pen.fillStyle = `rgb(${draw.colours.text.join(',')})`;
        pen.font = `${Math.round(16 * draw.scale)}px sans-serif`;
        pen.textBaseline = 'middle';
        pen.fillText(this.placeLine(), 10 * draw.scale, draw.map.height + height / 2, canvas.width);
        pen.fillText(
            model.lines.at(-1)?.text ?? '',
            10 * draw.scale,
            draw.map.height + height * 1.5,
            canvas.width,
        );
        return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    }

    link() {
        return `${location.origin}/watch/${encodeURIComponent(this.app.model.name)}`;
    }

    open() {
        const { dialog, model } = this.app;
        if (!model.self) {
            this.app.log.note('There is no map to share.');
            return;
        }
        const add = (name, deed) => make('button', { type: 'button', onclick: deed }, name);
        const done = make('p', { role: 'status' });
        dialog.show('share', 'Share this moment', [
            make(
                'div',
                { class: 'grid' },
                add('Picture', async () => this.give('undercroft.png', await this.picture(), done)),
                add('Text', () =>
                    this.give(
                        'undercroft.txt',
                        new Blob([this.text(60, 24, 1)], { type: 'text/plain' }),
                        done,
                    ),
                ),
                add('Last minute (.cast)', () =>
                    this.give(
                        'undercroft.cast',
                        new Blob([this.ring.toCast(`Undercroft: ${model.name}`)], {
                            type: 'application/x-asciicast',
                        }),
                        done,
                    ),
                ),
                add('Link to watch you', () => this.copy(this.link(), done)),
            ),
            done,
        ]);
    }

    /* By the device's own way of sharing where it takes files, else as a download. */
    async give(name, blob, done) {
        const file = new File([blob], name, { type: blob.type });
        try {
            if (navigator.canShare?.({ files: [file] })) {
                await navigator.share({ files: [file], title: 'Undercroft' });
                done.textContent = 'Shared.';
                return;
            }
        } catch {
            /* Not shared: it is downloaded instead. */
        }
        const link = make('a', { href: URL.createObjectURL(blob), download: name });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
        done.textContent = `${name} is among your downloads.`;
    }

    async copy(text, done) {
        try {
            await navigator.clipboard.writeText(text);
            done.textContent = `Copied: ${text}`;
        } catch {
            done.textContent = text;
        }
    }
}
