/*
 * Keyboard, mouse, touch and gamepad on the map. All input becomes deeds (deeds.js); nothing here
 * knows the effect of a deed.
 */
import { DIRECTIONS } from './model.js?v=HASH';
import { meaningOf } from './keys.js?v=HASH';

const DRAG_PX = 8;
const HOLD_MS = 350;
const PAD_REPEAT_MS = 180;
const DEAD_ZONE = 0.4;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 24;
const CURSOR_REPEAT_MS = 120;

export class Input {
    constructor(app, stage) {
        this.app = app;
        this.stage = stage;
        this.pointers = new Map();
        this.hold = 0;
        this.gesture = '';
        document.addEventListener('keydown', (event) => this.key(event));
        stage.addEventListener('pointerdown', (event) => this.down(event));
        stage.addEventListener('pointermove', (event) => this.move(event));
        stage.addEventListener('pointerup', (event) => this.up(event));
        stage.addEventListener('pointercancel', (event) => this.forget(event));
        stage.addEventListener('pointerleave', () => app.tip.point(null));
        stage.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        stage.addEventListener('contextmenu', (event) => event.preventDefault());
        addEventListener('gamepadconnected', () => this.watchPad());
    }

    /* ---- keys ---- */

    /* Letters count while the map has the focus, or nothing has, and not if they are switched off. */
    isForMap(event) {
        const { activeElement } = document;
        const { app } = this;
        return (
            app.view === 'play' &&
            app.face === 'map' &&
            !app.dialog.isOpen &&
            !event.isComposing &&
            !event.metaKey &&
            (activeElement === this.stage ||
                activeElement === document.body ||
                activeElement === null)
        );
    }

    key(event) {
        const { app } = this;
        if (
            event.key === 'Escape' &&
            app.view === 'play' &&
            !app.dialog.isOpen &&
            document.activeElement !== this.stage
        ) {
            app.focusGame();
            event.preventDefault();
            return;
        }
        if (!this.isForMap(event)) return;
        if (event.key === 'Tab' && event.shiftKey) return;
        if (!event.ctrlKey && app.deeds.modeKey(event.key)) {
            event.preventDefault();
            return;
        }
        if (!app.choices.get('shortcuts') && event.key.length === 1) return;
        const meaning = meaningOf({
            key: event.key,
            shift: event.shiftKey,
            control: event.ctrlKey,
            alt: event.altKey,
            pad: event.location === 3,
        });
        if (meaning === null || (event.key === 'Tab' && !app.choices.get('shortcuts'))) return;
        event.preventDefault();
        this.mean(meaning, event.repeat);
    }

    mean(meaning, repeats) {
        const { deeds } = this.app;
        if (meaning.step !== undefined) deeds.step(meaning.step, repeats);
        else if (repeats) return;
        else if (meaning.run !== undefined) deeds.say(`run ${meaning.run}`);
        else if (meaning.line !== undefined) deeds.say(meaning.line);
        else deeds.run(meaning.deed);
    }

    /* ---- pointers ---- */

    at(event) {
        const box = this.stage.getBoundingClientRect();
        const { scale } = this.app.draw;
        return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
    }

    cell(event) {
        const { x, y } = this.at(event);
        return this.app.draw.cellOf(x, y);
    }

    down(event) {
        this.stage.focus({ preventScroll: true });
        this.stage.setPointerCapture?.(event.pointerId);
        this.pointers.set(event.pointerId, { ...this.at(event), type: event.pointerType });
        clearTimeout(this.hold);
        if (this.pointers.size === 2) {
            this.gesture = 'two';
            this.span = this.spread();
            this.began = this.span;
            this.twoSince = event.timeStamp;
            return;
        }
        this.gesture = event.button === 1 ? 'drag' : 'press';
        this.from = this.at(event);
        const cell = this.cell(event);
        if (event.pointerType !== 'mouse') this.hold = setTimeout(() => this.holds(cell), HOLD_MS);
    }

    holds(cell) {
        this.gesture = 'held';
        this.app.buzz(15);
        this.app.cards.card(cell.x, cell.y);
    }

    spread() {
        const [a, b] = [...this.pointers.values()];
        return { length: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    }

    move(event) {
        const { draw } = this.app;
        const now = this.at(event);
        const known = this.pointers.get(event.pointerId);
        if (known === undefined) {
            if (event.pointerType === 'mouse') this.app.tip.point(event);
            return;
        }
        const last = { ...known };
        Object.assign(known, now);
        if (this.gesture === 'two' && this.pointers.size === 2) {
            this.pinch();
        } else if (this.gesture === 'drag') {
            draw.pan(now.x - last.x, now.y - last.y);
            this.app.wake();
        } else if (
            this.gesture === 'press' &&
            Math.hypot(now.x - this.from.x, now.y - this.from.y) > DRAG_PX * draw.scale
        ) {
            this.gesture = 'drag';
            clearTimeout(this.hold);
            this.app.tip.point(null);
            draw.pan(now.x - this.from.x, now.y - this.from.y);
            this.app.wake();
        }
    }

    pinch() {
        const { app } = this;
        const now = this.spread();
        const share = now.length / Math.max(1, this.span.length);
        if (share > 1.18 || share < 0.85) {
            app.zoom(share > 1 ? 1 : -1, now);
            this.span = now;
        } else {
            app.draw.pan(now.x - this.span.x, now.y - this.span.y);
            this.span = { ...this.span, x: now.x, y: now.y };
            app.wake();
        }
    }

    up(event) {
        clearTimeout(this.hold);
        const isLast = this.pointers.size === 1;
        const wasTwo = this.gesture === 'two';
        const known = this.pointers.delete(event.pointerId);
        if (wasTwo) {
            if (isLast) {
                if (
                    event.timeStamp - this.twoSince < 300 &&
                    Math.abs(this.span.length - this.began.length) < 4
                )
                    this.app.deeds.cancel();
                this.gesture = '';
            }
            return;
        }
        if (!known || this.gesture !== 'press') return;
        this.gesture = '';
        this.press(event);
    }

    press(event) {
        const { deeds } = this.app;
        const { x, y } = this.cell(event);
        if (event.pointerType !== 'mouse' && this.isDoubleTap(event, x, y)) this.doubleTap(event);
        else if (event.button === 2) this.app.cards.card(x, y);
        else if (deeds.mode === 'aim') deeds.aimTap(x, y);
        else if (event.shiftKey) deeds.runTowards(x, y);
        else deeds.goTo(x, y);
    }

    /* The first tap was done at once; taps beside the delver are steps, however quick. The time is
       that of the touch: a busy page hears of it later. */
    isDoubleTap(event, x, y) {
        const { draw, model } = this.app;
        const { self } = model;
        const at = { ...this.at(event), time: event.timeStamp };
        const last = this.tapped;
        const isFar = !self || Math.max(Math.abs(x - self.x), Math.abs(y - self.y)) > 1;
        const is =
            last !== undefined &&
            isFar &&
            at.time - last.time < DOUBLE_TAP_MS &&
            Math.hypot(at.x - last.x, at.y - last.y) < DOUBLE_TAP_PX * draw.scale;
        this.tapped = is ? undefined : at;
        return is;
    }

    /* Zooms in on the cell, and back again. */
    doubleTap(event) {
        const { app } = this;
        app.deeds.cancel();
        if (app.choices.get('zoom') === 0) app.zoom(3, this.at(event));
        else {
            app.zoom(0);
            app.recentre();
        }
    }

    forget(event) {
        clearTimeout(this.hold);
        this.pointers.delete(event.pointerId);
        this.gesture = '';
    }

    wheel(event) {
        event.preventDefault();
        this.turned = (this.turned ?? 0) + event.deltaY;
        if (Math.abs(this.turned) < 40) return;
        this.app.zoom(this.turned < 0 ? 1 : -1, this.at(event));
        this.turned = 0;
    }

    /* ---- gamepad ---- */

    watchPad() {
        if (this.padTimer) return;
        this.padWas = [];
        this.padStepped = 0;
        this.padTimer = setInterval(() => this.readPad(), 40);
    }

    readPad() {
        const pad = [...navigator.getGamepads()].find((one) => one !== null && one.connected);
        if (pad === undefined) {
            clearInterval(this.padTimer);
            this.padTimer = 0;
            return;
        }
        if (this.app.view !== 'play' || this.app.dialog.isOpen) return;
        this.readSticks(pad);
        const PRESSED = {
            0: 'context',
            1: 'cancel',
            2: 'explore',
            3: 'rest',
            4: 'before',
            5: 'next',
            6: 'zoomOut',
            7: 'zoomIn',
            9: 'menu',
        };
        for (const [number, deed] of Object.entries(PRESSED)) {
            const is = pad.buttons[number]?.pressed === true;
            if (is && !this.padWas[number]) this.padDeed(deed);
            this.padWas[number] = is;
        }
    }

    padDeed(deed) {
        const { deeds } = this.app;
        const own = {
            context: () =>
                deeds.mode === 'aim'
                    ? deeds.aimKey('Enter')
                    : deeds.mode === 'cursor'
                      ? deeds.cursorKey('Enter')
                      : deeds.context().run(),
            explore: () => deeds.explore(),
            rest: () => deeds.say('rest'),
            before: () => this.padSpot('-'),
            next: () => this.padSpot('Tab'),
        }[deed];
        if (own) own();
        else deeds.run(deed);
    }

    padSpot(key) {
        const { deeds } = this.app;
        if (deeds.mode !== 'cursor' && deeds.mode !== 'aim') deeds.cursor();
        deeds.modeKey(key);
    }

    readSticks(pad) {
        const { deeds } = this.app;
        const [lx = 0, ly = 0, rx = 0, ry = 0] = pad.axes;
        const held = (number) => (pad.buttons[number]?.pressed ? 1 : 0);
        const dx = axis(lx) || held(15) - held(14);
        const dy = axis(ly) || held(13) - held(12);
        const now = performance.now();
        if ((dx !== 0 || dy !== 0) && now - this.padStepped >= PAD_REPEAT_MS) {
            this.padStepped = now;
            deeds.step(DIRECTIONS.find((row) => row.dx === dx && row.dy === dy).name, true);
        }
        if ((axis(rx) !== 0 || axis(ry) !== 0) && now - (this.padMoved ?? 0) >= CURSOR_REPEAT_MS) {
            this.padMoved = now;
            if (deeds.mode !== 'cursor') deeds.cursor();
            deeds.moveCursor(axis(rx), axis(ry));
        }
    }
}

function axis(value) {
    return Math.abs(value) < DEAD_ZONE ? 0 : Math.sign(value);
}
