/*
 * The small map of the level: known cells, bodies in view, and a frame around the part that the
 * large map shows. A click on it moves the large map there.
 */
import { byId, setData } from './dom.js?v=HASH';
import { HOSTILE, SELF } from './model.js?v=HASH';

const REDRAW_MS = 250;
const WIDTH_MAX = 260;

export class Overview {
    constructor(app) {
        this.app = app;
        this.canvas = byId('minimap');
        this.timer = 0;
        this.canvas.addEventListener('click', (event) => this.lookAt(event));
    }

    /* A frame was drawn. The small map hides while the large one shows the whole level. */
    update(changed) {
        const { draw } = this.app;
        const isWhole = draw.fitsWhole;
        const { width, height } = draw.map;
        const camera = [draw.left, draw.top, draw.cellWidth, width, height].join();
        const isStale =
            camera !== this.camera ||
            ['cells', 'bodies', 'moved', 'level', 'all'].some((part) => changed.has(part));
        const isNew = this.isWhole !== isWhole && !isWhole;
        setData(byId('overview'), 'whole', isWhole ? 'yes' : 'no');
        this.isWhole = isWhole;
        this.camera = camera;
        if (isNew) this.show();
        else if (isStale && !isWhole && this.timer === 0)
            this.timer = setTimeout(() => this.show(), REDRAW_MS);
    }

    show() {
        const { draw, model } = this.app;
        this.timer = 0;
        if (!draw.colours || byId('overview').offsetParent === null) return;
        const scale = Math.max(1, Math.min(3, Math.floor(WIDTH_MAX / Math.max(1, model.width))));
        this.canvas.width = Math.max(1, model.width * scale);
        this.canvas.height = Math.max(1, model.height * scale);
        this.pen = this.canvas.getContext('2d');
        this.scale = scale;
        for (let y = 0; y < model.height; y++) {
            for (let x = 0; x < model.width; x++) {
                if (model.isKnown(x, y)) this.drawTile(x, y, model.tileAt(x, y));
            }
        }
        for (const { flags, x, y } of model.bodies)
            this.fill(
                (flags & SELF) !== 0 ? 'self' : (flags & HOSTILE) !== 0 ? 'danger' : 'other',
                1,
                x,
                y,
                scale + 3,
            );
        this.drawFrame();
    }

    fill(role, share, x, y, size) {
        const { pen, scale } = this;
        const inset = (size - scale) / 2;
        pen.fillStyle = `rgba(${this.app.draw.colours[role].join(',')},${share})`;
        pen.fillRect(x * scale - inset, y * scale - inset, size, size);
    }

    drawTile(x, y, tile) {
        const { model } = this.app;
        const share = model.isSeen(x, y) ? 1 : 0.5;
        if (tile === undefined) return;
        if (tile.name.startsWith('stairs')) this.fill('stairs', 1, x, y, this.scale + 2);
        else if (tile.wall && tile.walk) this.fill('door-closed', share, x, y, this.scale);
        else if (tile.walk) this.fill('floor', share * 0.6, x, y, this.scale);
        else if (!tile.wall) this.fill('liquid', share * 0.7, x, y, this.scale);
        else if (model.wallMask(x, y) !== 0)
            this.fill('remembered', share * 0.7, x, y, this.scale);
    }

    /* The part of the level that the large map shows, in cells. */
    frame() {
        const { draw, model } = this.app;
        const along = (at, length, cell, cells) => {
            const from = Math.max(0, Math.min(cells, -at / cell));
            const to = Math.max(0, Math.min(cells, (length - at) / cell));
            return { from, size: to - from };
        };
        const x = along(draw.left, draw.map.width, draw.cellWidth, model.width);
        const y = along(draw.top, draw.map.height, draw.cellHeight, model.height);
        return { x: x.from, y: y.from, width: x.size, height: y.size };
    }

    drawFrame() {
        const { pen, scale } = this;
        const { x, y, width, height } = this.frame();
        pen.strokeStyle = `rgba(${this.app.draw.colours.text.join(',')},0.5)`;
        pen.strokeRect(
            x * scale + 0.5,
            y * scale + 0.5,
            Math.max(1, width * scale - 1),
            Math.max(1, height * scale - 1),
        );
    }

    lookAt(event) {
        const { draw, model } = this.app;
        const box = this.canvas.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * model.width;
        const y = ((event.clientY - box.top) / box.height) * model.height;
        draw.isFree = true;
        draw.moveTo(
            Math.round(draw.map.width / 2 - x * draw.cellWidth),
            Math.round(draw.map.height / 2 - y * draw.cellHeight),
        );
        this.app.wake();
    }
}
