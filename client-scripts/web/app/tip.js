/*
 * The tip: the cell under the mouse in words beside it, and the way there. Both follow changes of
 * the map, and a camera that moves below a mouse at rest.
 */
import { byId, setText } from './dom.js?v=HASH';

const WAY_STEPS_MAX = 120;

export class Tip {
    constructor(app) {
        this.app = app;
        this.box = byId('tip');
        this.mouse = null;
        this.seen = '';
    }

    /* The mouse is there, in pixels of the window; null: it has left. */
    point(event) {
        this.mouse = event === null ? null : { x: event.clientX, y: event.clientY };
        this.show();
    }

    /* A frame was drawn. `changed`: parts of the model. */
    update(changed) {
        const { draw } = this.app;
        const camera = `${draw.left},${draw.top},${draw.cellWidth}`;
        const isSame = camera === this.camera;
        this.camera = camera;
        if (this.mouse === null) return;
        const parts = ['moved', 'bodies', 'cells', 'actors', 'nearby', 'level', 'all'];
        if (isSame && !parts.some((part) => changed.has(part))) return;
        this.seen = '';
        this.show();
    }

    get cell() {
        const { draw } = this.app;
        const { x, y } = this.mouse;
        const stage = byId('stage').getBoundingClientRect();
        return draw.cellOf((x - stage.left) * draw.scale, (y - stage.top) * draw.scale);
    }

    show() {
        const { app, box } = this;
        const cell = this.mouse === null || app.face !== 'map' ? null : this.cell;
        if (cell === null || !app.model.isKnown(cell.x, cell.y)) {
            box.hidden = true;
            this.seen = '';
            this.showWay(null);
            return;
        }
        const seen = `${cell.x},${cell.y}`;
        if (seen !== this.seen) {
            this.seen = seen;
            setText(box, app.model.describe(cell.x, cell.y));
            this.showWay(cell);
        }
        box.hidden = false;
        this.place();
    }

    /* Shows the way to the cell; a way that is being walked stays. */
    showWay(cell) {
        const { deeds, draw, model } = this.app;
        if (draw.pressed || deeds.isGoing || (cell === null && draw.way === null)) return;
        draw.way = cell === null ? null : model.wayTo(cell.x, cell.y, WAY_STEPS_MAX);
        draw.isMarked = true;
        this.app.wake();
    }

    place() {
        const { box, mouse } = this;
        const stage = byId('stage').getBoundingClientRect();
        const x = mouse.x - stage.left;
        const y = mouse.y - stage.top;
        box.style.left = `${Math.max(4, Math.min(stage.width - box.offsetWidth - 4, x + 14))}px`;
        box.style.top = `${y > stage.height - 60 ? y - 34 : y + 18}px`;
    }
}
