/*
 * Deeds: the actions of keys, taps and buttons. Everything that happens in the dungeon is a line of
 * words; here a line is chosen by place, foe and direction. Lines of dialogs are in cards.js.
 */
import { byId, capital } from './dom.js?v=HASH';
import { DIRECTIONS, directionOf, offsetWords } from './model.js?v=HASH';
import { directionOfKey } from './keys.js?v=HASH';

const STEP_MS = 900;
const ERRAND = /^(explore|travel|run|follow|go)\b/;
const ANSWER_MS = 1500; /* an errand without an answer counts as over after that */
const STRIDE_MS = 500;  /* an errand without a step counts as over after that */
const ON_THE_WAY = /^You open /; /* all else that is said to the delver alone ends an errand */
const STALL_CELLS = 3; /* the farthest from a stall to deal (common/world/pedlar.h) */

export class Deeds {
    /* `app`: model, wire, draw, dialog, choices, panels and the faces, as main.js has them. */
    constructor(app) {
        this.app = app;
        this.steps = [];
        this.errand = null; /* an action that goes on by itself, as far as the page can tell */
        this.mode = ''; /* cursor, aim, scroll or strike: the use of the next key */
    }

    get model() {
        return this.app.model;
    }

    /* ---- lines ---- */

    say(text) {
        const input = this.app.wire.line(text);
        this.errand = ERRAND.test(text)
            ? {
                  input,
                  until: performance.now() + ANSWER_MS,
                  foes: this.awakeFoes(),
                  line: this.model.nextLine,
                  isAnswered: false,
                  isOver: false,
              }
            : null;
        return input;
    }

    get isGoing() {
        const { errand } = this;
        return errand !== null && !errand.isOver && performance.now() < errand.until;
    }

    awakeFoes() {
        return new Set(this.model.actors.filter(({ awake }) => awake).map(({ id }) => id));
    }

    /* Looks at a frame's changes for the errand's end: a step prolongs it, also one behind a line
       that seemed to be its end; another foe that is awake ends it for good. */
    followErrand(changed) {
        const { errand, model } = this;
        if (errand === null) return;
        if ([...this.awakeFoes()].some((id) => !errand.foes.has(id))) {
            this.errand = null;
            return;
        }
        const isAnswer = !errand.isAnswered && model.answered >= errand.input;
        const hasMoved = changed.has('moved');
        errand.isAnswered ||= isAnswer;
        if (hasMoved) errand.isOver = false;
        if (hasMoved || isAnswer) errand.until = performance.now() + STRIDE_MS;
        if (errand.isAnswered && model.lines.some((line) => this.endsErrand(line)))
            errand.isOver = true;
        errand.line = model.nextLine;
    }

    /* True if the line may be the end of the errand: it tells why it stopped or never began. */
    endsErrand({ number, kind, text }) {
        return number >= this.errand.line && kind === 'own' && !ON_THE_WAY.test(text);
    }

    /* Explores, or ends the errand. */
    explore() {
        if (this.isGoing) this.cancel();
        else this.say('explore');
        this.app.wake();
    }

    /* Ends the errand and drops all that waits, at once. */
    cancel() {
        this.leaveMode();
        this.errand = null;
        this.steps.length = 0;
        this.app.draw.way = null;
        this.app.draw.pressed = null;
        this.app.draw.isMarked = true;
        this.app.wire.cancel();
    }

    /* A step. `repeats`: the key is held, and at most two steps are unanswered. */
    step(direction, repeats = false) {
        const now = performance.now();
        this.steps = this.steps.filter((at) => now - at < STEP_MS);
        if (repeats && this.steps.length >= 2) return;
        this.steps.push(now);
        const self = this.model.self;
        const row = DIRECTIONS.find(({ name }) => name === direction);
        if (self && row) this.press(self.x + row.dx, self.y + row.dy);
        this.say(direction);
    }

    stepped() {
        this.steps.shift();
    }

    /* Marks a pressed cell at once, until the server has answered. */
    press(x, y) {
        const { draw, wire } = this.app;
        draw.pressed = { x, y, input: wire.input + 1 };
        draw.isMarked = true;
        this.app.wake();
    }

    /* A deed of this module, or a dialog. */
    run(name) {
        const { cards, menu, things } = this.app;
        [this, cards, things, menu].find((part) => name in part)[name]();
    }

    /* ---- places ---- */

    /* A tap or a click on a cell: walks there, or acts on it from beside it. */
    goTo(x, y) {
        const { model } = this;
        const self = model.self;
        if (!self || !model.has(x, y)) return;
        const dx = x - self.x;
        const dy = y - self.y;
        if (dx === 0 && dy === 0) {
            this.context().run();
        } else if (Math.max(Math.abs(dx), Math.abs(dy)) === 1) {
            this.step(directionOf(dx, dy).name);
        } else if (!model.isKnown(x, y)) {
            this.app.log.note('You know no way there.');
        } else {
            const foe = model.actors.findIndex((actor) => actor.dx === dx && actor.dy === dy);
            if (foe >= 0 && model.actors[foe].awake) this.app.cards.card(x, y);
            else this.travelTo(x, y);
        }
    }

    travelTo(x, y) {
        this.press(x, y);
        this.app.draw.way = this.model.wayTo(x, y);
        this.say(`travel ${x},${y}`);
    }

    runTowards(x, y) {
        const self = this.model.self;
        if (!self) return;
        const angle = Math.round(Math.atan2(y - self.y, x - self.x) / (Math.PI / 4));
        const row = DIRECTIONS[(angle + 10) % 8];
        this.say(`run ${row.name}`);
    }

    /* ---- the deed of the place ---- */

    /* The deed of the place: {name, run, key}, `key` on a keyboard. The first row that holds. */
    context() {
        const { model } = this;
        const self = model.self;
        const line = (name, text, key = '') => ({ name, run: () => this.say(text), key });
        if (this.mode === 'aim')
            return {
                name: capital(this.aimed.verb),
                run: () => this.aimKey('Enter'),
                key: 'Enter',
            };
        const wait = line('Wait', 'wait', '.');
        if (!self) return wait;
        if (model.isFallen) return { name: 'Yield', run: () => this.app.cards.fallen(), key: '' };
        const awake = model.actors.filter((actor) => actor.awake);
        if (awake.some(({ dx, dy }) => Math.max(Math.abs(dx), Math.abs(dy)) === 1))
            return line('Attack', 'attack', 'Tab');
        if (model.fallenBeside()) return line('Raise', 'raise', 'A');
        if (awake.length > 0) return line('Fight', 'attack', 'Tab');
        const rival = model.besideNamed(this.app.offer.rival);
        if (rival) return line('Strike', directionOf(rival.x - self.x, rival.y - self.y).name);
        if (model.nearby.some(({ kind, x, y }) => kind === 'item' && x === self.x && y === self.y))
            return line('Get', 'get', 'g');
        return this.contextOfPlace(line) ?? wait;
    }

    contextOfPlace(line) {
        const { model } = this;
        const { x, y } = model.self;
        const tile = model.tileAt(x, y)?.name;
        if (model.isNearTile("pedlar's stall", 1)) return line('Trade', 'buy', '$');
        if (model.isNearTile('shrine', 1) && this.isWithered) return line('Pray', 'pray');
        if (tile === 'stairs down') return line('Go down', 'descend', '>');
        if (tile === 'stairs up' && model.vitals.depth > 1) return line('Go up', 'ascend', '<');
        if (tile === 'fountain') return line('Drink', 'drink fountain');
        for (const [name, label, word, key] of [
            ['closed door', 'Open', 'open', 'O'],
            ['secret door', 'Open', 'open', 'O'],
            ['open door', 'Close', 'close', 'c'],
            ['open secret door', 'Close', 'close', 'c'],
        ]) {
            const row = DIRECTIONS.find(
                ({ dx, dy }) =>
                    (dx === 0 || dy === 0) && model.tileAt(x + dx, y + dy)?.name === name,
            );
            if (row) return line(label, `${word} ${row.name}`, key);
        }
        return model.vitals.hp < model.vitals.maxhp ? line('Rest', 'rest', 'Z') : null;
    }

    get canTrade() {
        return this.model.isNearTile("pedlar's stall", STALL_CELLS);
    }

    /* Prayer at a shrine ends it. */
    get isWithered() {
        return this.model.afflictions.some(({ name }) => /wither/.test(name));
    }

    get isAtStairs() {
        return this.model.isNearTile('stairs down', 0);
    }

    /* To the stairs down, and on them down. */
    goDown() {
        this.say(this.isAtStairs ? 'descend' : 'travel down');
    }

    /* The way down; in its place the cure, for a delver hurt in a fight who has one. */
    stairs() {
        const { model } = this;
        if (
            model.vitals.hp * 2 < model.vitals.maxhp &&
            model.actors.some((actor) => actor.awake) &&
            model.items.inv.some((item) => /mending/.test(item.name))
        )
            return { name: 'Drink mending', run: () => this.say('drink mending') };
        return { name: this.isAtStairs ? 'Go down' : 'To stairs', run: () => this.goDown() };
    }

    /* ---- fighting ---- */

    fight() {
        const { model } = this;
        this.say(model.actors.some((actor) => actor.awake) ? 'attack' : 'list');
    }

    strike() {
        this.enterMode('strike', 'Strike in which direction? Esc stops.');
    }

    /* Fires; without a launcher in hand throws a thing made for throwing. */
    fire() {
        if (this.mode === 'aim') {
            this.aimKey('Enter');
            return;
        }
        const dart = this.missile();
        if (dart === undefined) this.startAim('fire', (number) => `fire ${number}`);
        else this.app.things.useItem('throw', dart, -1);
    }

    get hasLauncher() {
        return this.model.items.worn.some((item) => item.icon === 'launcher');
    }

    missile() {
        const { inv } = this.model.items;
        return this.hasLauncher
            ? undefined
            : (inv.find(
                  (item) => item.id === this.app.things.lastThrown && item.icon === 'missile',
              ) ?? inv.find((item) => item.icon === 'missile'));
    }

    /* The nearest foe is marked; Tab marks the next, Enter does it. Without a map it is chosen. */
    startAim(verb, lineOf) {
        const { model } = this;
        if (model.actors.length === 0) {
            this.say(lineOf('').trim());
            return;
        }
        if (!model.self) {
            const foes = model.actors.map(({ name, dx, dy }, i) => ({
                id: String(i + 1),
                name: `${name}, ${offsetWords(dx, dy)}`,
            }));
            this.app.things.choose(`${capital(verb)} at which foe?`, foes, ({ id }) =>
                this.say(lineOf(id)),
            );
            return;
        }
        const first = Math.max(
            0,
            model.actors.findIndex((actor) => actor.awake),
        );
        this.aimed = { verb, lineOf, number: first };
        this.enterMode('aim', '');
        this.showAim();
    }

    showAim() {
        const { draw, model } = this.app;
        const actor = model.actors[this.aimed.number];
        const self = model.self;
        if (!actor || !self) {
            this.leaveMode();
            return;
        }
        draw.aim = { x: self.x + actor.dx, y: self.y + actor.dy };
        draw.isMarked = true;
        const how = this.app.isTouch
            ? `tap it, or ${capital(this.aimed.verb)} again.`
            : 'Enter. Tab next, Esc stops.';
        this.app.hint(
            `${capital(this.aimed.verb)} at ${actor.name}, ${offsetWords(actor.dx, actor.dy)}: ${how}`,
        );
        this.app.wake();
    }

    aimKey(key) {
        const count = this.model.actors.length;
        if (key === 'Tab' || key === '+' || key === '-') {
            this.aimed.number = (this.aimed.number + (key === '-' ? count - 1 : 1)) % count;
            this.showAim();
            return;
        }
        const again = { fire: 'f', throw: 't', zap: 'z' }[this.aimed.verb];
        const direction = directionOfKey(key);
        if (key === 'Enter' || key === '.' || key === again)
            this.letFly(String(this.aimed.number + 1));
        else if (direction && key !== '5') this.letFly(direction);
        else this.leaveMode();
    }

    letFly(where) {
        const { lineOf } = this.aimed;
        this.leaveMode();
        this.say(lineOf(where));
    }

    /* A tap while aiming: at the foe there; on any other cell it ends the aim. */
    aimTap(x, y) {
        const { model } = this;
        const self = model.self;
        const number = model.actors.findIndex(
            (actor) => self && actor.dx === x - self.x && actor.dy === y - self.y,
        );
        if (number >= 0) this.letFly(String(number + 1));
        else this.leaveMode();
    }

    /* ---- modes of the map ---- */

    enterMode(mode, hint) {
        this.leaveMode();
        this.mode = mode;
        this.app.hint(hint);
    }

    leaveMode() {
        const { draw } = this.app;
        this.mode = '';
        draw.cursor = null;
        draw.aim = null;
        draw.isMarked = true;
        this.app.hint('');
        this.app.wake();
    }

    /* True if the mode took the key. */
    modeKey(key) {
        if (this.mode === '') return false;
        if (key === 'Shift' || key === 'Control' || key === 'Alt') return true;
        if (key === 'Escape' || key === '`') {
            this.leaveMode();
            return true;
        }
        this[`${this.mode}Key`](key);
        return true;
    }

    strikeKey(key) {
        const direction = directionOfKey(key);
        this.leaveMode();
        if (direction) this.say(`attack ${direction}`);
    }

    scroll() {
        this.enterMode('scroll', 'Walking keys scroll the map, + and − zoom, Esc comes back.');
    }

    scrollKey(key) {
        const { draw } = this.app;
        const row = DIRECTIONS.find(({ name }) => name === directionOfKey(key));
        if (key === '+' || key === '-') this.app.zoom(key === '+' ? 1 : -1);
        else if (row) draw.pan(-row.dx * draw.cellWidth * 5, -row.dy * draw.cellHeight * 5);
        else this.leaveMode();
        this.app.wake();
    }

    cursor() {
        const self = this.model.self;
        if (!self) return;
        this.enterMode('cursor', '');
        this.spot = { x: self.x, y: self.y };
        this.showCursor();
    }

    showCursor() {
        const { draw, model } = this.app;
        draw.reveal(this.spot);
        draw.cursor = this.spot;
        draw.isMarked = true;
        this.app.hint(
            `${capital(model.describe(this.spot.x, this.spot.y))}. Enter walks there, v tells more, Tab next, Esc.`,
        );
        this.app.wake();
    }

    cursorKey(key) {
        const { model } = this;
        const self = model.self;
        const row = DIRECTIONS.find(({ name }) => name === directionOfKey(key));
        const far = /^[HJKLYUBN]$/.test(key) ? 8 : 1;
        if (key === 'Enter' || key === '.') {
            const { x, y } = this.spot;
            this.leaveMode();
            this.travelTo(x, y);
        } else if (key === 'v') {
            this.say(`examine ${offsetWords(this.spot.x - self.x, this.spot.y - self.y)}`);
        } else if (key === 'Tab' || key === '+' || key === '-') {
            this.nextSpot(key === '-' ? -1 : 1);
        } else if (row) {
            this.moveCursor(row.dx * far, row.dy * far);
        } else {
            this.leaveMode();
        }
    }

    moveCursor(dx, dy) {
        const { model } = this;
        this.spot = {
            x: clamp(this.spot.x + dx, model.width),
            y: clamp(this.spot.y + dy, model.height),
        };
        this.showCursor();
    }

    /* Moves the cursor to the next cell of interest, near to far. */
    nextSpot(way) {
        const list = this.app.panels.sorted(Infinity);
        if (list.length === 0) return;
        const now = list.findIndex((thing) => thing.x === this.spot.x && thing.y === this.spot.y);
        const { x, y } = list[(now + way + list.length) % list.length];
        this.spot = { x, y };
        this.showCursor();
    }

    /* ---- words ---- */

    words(start = '') {
        const input = byId('line');
        input.value = start;
        this.app.log.open();
        input.focus();
        input.setSelectionRange(start.length, start.length);
    }

    talk() {
        this.words('say ');
    }
    tell() {
        this.words('tell ');
    }
    reply() {
        this.words('reply ');
    }
    party() {
        this.words('p ');
    }

    messages() {
        this.app.log.open();
        byId('log').focus();
    }

    settings() {
        this.app.choices.open();
    }
    zoomIn() {
        this.app.zoom(1);
    }
    zoomOut() {
        this.app.zoom(-1);
    }
    zoomFit() {
        this.app.zoom(0);
    }
    quit() {
        this.say('quit');
    }
}

function clamp(value, end) {
    return Math.max(0, Math.min(end - 1, value));
}
