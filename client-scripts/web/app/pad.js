/*
 * The keys on the screen of a phone or tablet: eight directions around the deed of the place, and
 * six more. A direction that is held goes on; the middle that is held rests.
 */
import { icon, setData, setText } from './dom.js?v=HASH';

const HOLD_MS = 350;
const HOLD_REPEAT_MS = 120;
const NUDGE_PX = 24;
const STOP_MS = 100; /* between looks for an errand to stop */

export class Pad {
    constructor(app, element) {
        this.app = app;
        this.element = element;
        this.timer = 0;
        const rows = [
            'northwest',
            'north',
            'northeast',
            'west',
            '',
            'east',
            'southwest',
            'south',
            'southeast',
        ];
        const cross = document.createElement('div');
        cross.className = 'cross';
        cross.append(...rows.map((name) => (name === '' ? this.middle() : this.arrow(name))));
        const more = document.createElement('div');
        more.className = 'more';
        more.append(
            this.key('explore', 'Explore', () => this.app.deeds.explore(), 'lead'),
            this.key('stairs', 'To stairs', () => this.app.deeds.stairs().run()),
            this.key('fire', 'Fire', () => this.app.deeds.fire()),
            this.key('pack', 'Inventory', () => this.app.things.inventory()),
            this.key('say', 'Say', () => this.app.deeds.talk()),
            this.key('more', 'More', () => this.app.menu.menu()),
        );
        element.append(this.grip(), cross, more);
        this.named = Object.fromEntries(
            ['stairs', 'explore', 'fire'].map((key) => [
                key,
                more.querySelector(`[data-key=${key}]`),
            ]),
        );
        this.place();
    }

    /* Where the keys float they can be moved: by dragging this, or with the arrow keys on it. */
    grip() {
        const grip = this.key('grip', '', () => {}, 'grip');
        grip.setAttribute('aria-label', 'Move these keys');
        grip.append(icon('M5 9h14M5 15h14'));
        grip.addEventListener('pointerdown', (event) => {
            const box = this.element.getBoundingClientRect();
            event.preventDefault();
            grip.setPointerCapture(event.pointerId);
            this.held = { x: event.clientX - box.left, y: event.clientY - box.top };
        });
        grip.addEventListener('pointermove', (event) => {
            if (this.held) this.moveTo(event.clientX - this.held.x, event.clientY - this.held.y);
        });
        for (const end of ['pointerup', 'pointercancel'])
            grip.addEventListener(end, () => this.letGo());
        grip.addEventListener('keydown', (event) => this.gripKey(event));
        return grip;
    }

    gripKey(event) {
        const move = {
            ArrowLeft: [-1, 0],
            ArrowRight: [1, 0],
            ArrowUp: [0, -1],
            ArrowDown: [0, 1],
        }[event.key];
        if (move === undefined) return;
        const box = this.element.getBoundingClientRect();
        event.preventDefault();
        this.moveTo(box.left + move[0] * NUDGE_PX, box.top + move[1] * NUDGE_PX);
        this.letGo();
    }

    moveTo(x, y) {
        const { element } = this;
        const share = (at, size, whole) =>
            Math.max(0, Math.min(1, at / Math.max(1, whole - size))).toFixed(4);
        this.spot = `${share(x, element.offsetWidth, innerWidth)} ${share(y, element.offsetHeight, innerHeight)}`;
        this.place(this.spot);
    }

    letGo() {
        this.held = undefined;
        if (this.spot) this.app.choices.set('pad', this.spot);
    }

    /* Shares of the room that is left: 0 0 is the upper left corner. '': where the style has it. */
    place(spot = this.app.choices.get('pad')) {
        const { element } = this;
        const [x, y] = spot.split(' ');
        element.dataset.moved = y === undefined ? 'no' : 'yes';
        element.style.setProperty('--pad-x', x || '0');
        element.style.setProperty('--pad-y', y ?? '0');
    }

    key(name, text, deed, kind = '') {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = `key ${kind}`;
        button.dataset.key = name;
        button.textContent = text;
        button.addEventListener('click', deed);
        return button;
    }

    arrow(name) {
        const turns = {
            north: 0,
            northeast: 45,
            east: 90,
            southeast: 135,
            south: 180,
            southwest: 225,
            west: 270,
            northwest: 315,
        };
        const button = this.key(
            name,
            '',
            (event) => {
                if (event.detail === 0) this.app.deeds.step(name);
            },
            'arrow',
        );
        button.setAttribute('aria-label', name.charAt(0).toUpperCase() + name.slice(1));
        button.style.setProperty('--turn', `${turns[name]}deg`);
        button.addEventListener('pointerdown', (event) => this.press(event, name));
        for (const end of ['pointerup', 'pointercancel', 'pointerleave'])
            button.addEventListener(end, () => this.release());
        button.addEventListener('contextmenu', (event) => event.preventDefault());
        return button;
    }

    press(event, name) {
        event.preventDefault();
        this.release();
        this.app.buzz(8);
        this.app.deeds.step(name);
        this.timer = setTimeout(() => {
            this.timer = setInterval(() => this.app.deeds.step(name, true), HOLD_REPEAT_MS);
        }, HOLD_MS);
    }

    release() {
        clearTimeout(this.timer);
        clearInterval(this.timer);
    }

    middle() {
        this.centre = this.key(
            'context',
            'Wait',
            () => {
                if (this.isHeld) return;
                this.app.deeds.context().run();
            },
            'centre',
        );
        this.centre.addEventListener('pointerdown', () => {
            this.isHeld = false;
            this.timer = setTimeout(() => {
                this.isHeld = true;
                this.app.buzz(15);
                this.app.deeds.say('rest');
            }, HOLD_MS);
        });
        for (const end of ['pointerup', 'pointercancel', 'pointerleave'])
            this.centre.addEventListener(end, () => this.release());
        return this.centre;
    }

    /* The words on the keys follow the place; `here` is its deed. */
    update(here) {
        const { deeds, model } = this.app;
        setText(this.centre, here.name);
        setText(this.named.stairs, deeds.stairs().name);
        setText(this.named.explore, deeds.isGoing ? 'Stop' : 'Explore');
        if (deeds.isGoing && !this.isStopShown)
            this.isStopShown = setTimeout(() => {
                this.isStopShown = 0;
                this.app.wake();
            }, STOP_MS);
        setText(this.named.fire, deeds.missile() === undefined ? 'Fire' : 'Throw');
        const isDanger = model.isFallen || model.actors.some((actor) => actor.awake);
        setData(this.element, 'danger', isDanger ? 'yes' : 'no');
    }
}
