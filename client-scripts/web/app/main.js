/*
 * The page: makes its parts, hands the server's messages to the model, and shows its changes once a
 * frame. The parts know each other by `app` alone.
 */
import { Cards } from './cards.js?v=HASH';
import { Choices } from './choices.js?v=HASH';
import { Deeds } from './deeds.js?v=HASH';
import { Dialog, byId, capital, make, setText } from './dom.js?v=HASH';
import { Door } from './door.js?v=HASH';
import { Draw } from './draw.js?v=HASH';
import { House } from './house.js?v=HASH';
import { Input } from './input.js?v=HASH';
import { showNumbered } from './lists.js?v=HASH';
import { Log } from './log.js?v=HASH';
import { putOn } from './look.js?v=HASH';
import { beyond } from './marks.js?v=HASH';
import { Menu } from './menu.js?v=HASH';
import { Model } from './model.js?v=HASH';
import { Offer } from './offer.js?v=HASH';
import { Overview } from './overview.js?v=HASH';
import { Pad } from './pad.js?v=HASH';
import { Panels } from './panels.js?v=HASH';
import { Share } from './share.js?v=HASH';
import { Sound } from './sound.js?v=HASH';
import { Things } from './things.js?v=HASH';
import { Tip } from './tip.js?v=HASH';
import { showDeal } from './trade.js?v=HASH';
import { PROTOCOL, Wire } from './wire.js?v=HASH';
import { Words } from './words.js?v=HASH';

const TOKEN_KEY = 'undercroft.token';
const QUIET_MS = 3000;
const REDRAW_MS = 1000;
/* The server drops input for so long after a death. */
const ENDS_MS = 1100;

/* Keys that move in a sheet, or close it. */
const READING_KEYS =
    'ArrowUp ArrowDown PageUp PageDown Home End Tab Shift Escape'.split(' ');

/* The commands that list the inventory, for which the page has a dialog. */
const INVENTORY = /^(i|inv|inventory|pack)$/;

/* The first line of a list that comes later than it was asked for, ended by a colon, is its title. */
function titled(text) {
    const [, first, rest] = /^([^\n]{1,60}):\n([^]+)$/.exec(text) ?? ['', 'Undercroft', text];
    return [first, rest];
}

/* sessionStorage, where there is one. */
const session = {
    get(key) {
        try {
            return sessionStorage.getItem(key);
        } catch {
            return null;
        }
    },
    set(key, value) {
        try {
            if (value === null) sessionStorage.removeItem(key);
            else sessionStorage.setItem(key, value);
        } catch {
            /* The page then logs in again after a lost line. */
        }
    },
};

class App {
    constructor() {
        this.view = 'door';
        this.isFrameDue = false;
        this.isTouch = matchMedia('(pointer: coarse)').matches;
        this.noteHand(this.isTouch ? 'touch' : 'keys');
        this.model = new Model();
        this.dialog = new Dialog(byId('dialog'), byId('dialog-title'), byId('dialog-body'));
        this.choices = new Choices(this, (name) => this.choose(name));
        this.sound = new Sound(this.choices);
        this.draw = new Draw(byId('map'), byId('marks'), this.model);
        this.deeds = new Deeds(this);
        this.cards = new Cards(this);
        this.things = new Things(this);
        this.menu = new Menu(this);
        this.offer = new Offer(this);
        this.log = new Log(this);
        this.panels = new Panels(this);
        this.overview = new Overview(this);
        this.tip = new Tip(this);
        this.share = new Share(this);
        this.words = new Words(this);
        this.input = new Input(this, byId('stage'));
        this.pad = new Pad(this, byId('pad'));
        const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
        this.wire = new Wire(`${scheme}://${location.host}/ws`, {
            open: () => this.lineOpen(),
            record: (record) => this.record(record),
            flight: () => this.wake(),
            message: (name, value) => this.message(name, value),
            broken: () => this.redraw(),
            down: (ending, text, wait) => this.lineDown(ending, text, wait),
        });
        this.house = new House(this);
        this.door = new Door(this);
        this.face = this.choices.get('face');
        this.setFace(this.face);
        this.applyChoices();
        this.listen();
        this.wire.open();
    }

    /* A frame around the map shows players at a keyboard its focus; fingers need none. */
    noteHand(hand) {
        document.documentElement.dataset.handOn = hand;
    }

    listen() {
        addEventListener('keydown', ({ key, target }) => {
            if (key === 'Tab' || target === byId('stage')) this.noteHand('keys');
        });
        byId('zoom-in').addEventListener('click', () => this.zoom(1));
        byId('zoom-out').addEventListener('click', () => this.zoom(-1));
        byId('recentre').addEventListener('click', () => this.recentre());
        byId('stop-watching').addEventListener('click', () => this.stopWatching());
        byId('deed').addEventListener('click', () => this.deeds.context().run());
        byId('menu').addEventListener('click', () => this.menu.menu());
        new ResizeObserver(() => this.resize()).observe(byId('stage'));
        /* The open log of a phone begins below the bar, however large its text is. */
        new ResizeObserver(([{ target }]) =>
            document.documentElement.style.setProperty(
                '--bar',
                `${Math.ceil(target.getBoundingClientRect().bottom)}px`,
            ),
        ).observe(byId('bar'));
        /* An alert stands below the target, on however many lines that is. */
        new ResizeObserver(([{ target }]) =>
            document.documentElement.style.setProperty('--target', `${target.offsetHeight}px`),
        ).observe(byId('target'));
        for (const name of ['visibilitychange', 'pageshow', 'online', 'focus'])
            addEventListener(
                name,
                () => document.visibilityState === 'visible' && this.wire.wake(),
            );
        for (const query of ['(prefers-color-scheme: light)', '(prefers-contrast: more)'])
            matchMedia(query).addEventListener('change', () => this.applyChoices());
        /* A mouse leaves the keys with the map, also behind a dialog that the click opens. */
        byId('play').addEventListener(
            'click',
            (event) => {
                if (event.detail > 0 && event.target.closest('button') && !this.isTouch)
                    this.focusGame();
            },
            true,
        );
    }

    /* ---- the line ---- */

    lineOpen() {
        this.isCutShort = false;
        this.quiet(false);
        this.choices.isAsked = false;
        this.door.begin();
        this.wire.send('Page.Face', this.face);
    }

    lineDown(ending, text, wait) {
        if (ending === 'anew') {
            if (session.get('undercroft.anew') === null) {
                session.set('undercroft.anew', 'yes');
                location.reload();
            }
            return;
        }
        if (ending === 'door') {
            this.leave('');
            this.wire.open();
            return;
        }
        if (ending === 'taken' || ending === 'stay') {
            this.leave(
                text ||
                    (ending === 'taken'
                        ? 'Your player was taken over elsewhere.'
                        : 'The line was closed.'),
            );
            this.stayDown(ending === 'taken');
            return;
        }
        if (text) this.lastWord = text;
        if (this.isCutShort && ending === 'again') this.door.comeBack();
        this.isCutShort = false;
        if (this.view === 'door') setText(byId('online'), 'Connecting …');
        this.quiet(true, wait);
    }

    /* Two pages of one player would throw each other out for ever: the player chooses one. */
    stayDown(isTaken) {
        const box = byId('said');
        const again = make(
            'button',
            {
                type: 'button',
                onclick: () => {
                    box.replaceChildren();
                    if (isTaken) this.door.comeBack();
                    this.wire.open();
                },
            },
            isTaken ? 'Play here' : 'Connect again',
        );
        box.append(again);
        setText(byId('online'), 'Not connected.');
        again.focus();
    }

    /* A lost line is shown after three seconds. */
    quiet(isDown, wait = 0) {
        const box = byId('no-line');
        clearTimeout(this.quietTimer);
        if (!isDown) {
            box.hidden = true;
            this.downSince = 0;
            document.documentElement.dataset.line = 'up';
            return;
        }
        this.downSince ||= Date.now();
        const left = this.downSince + QUIET_MS - Date.now();
        this.quietTimer = setTimeout(
            () => {
                document.documentElement.dataset.line = 'down';
                const seconds = Math.round(wait / 1000);
                setText(
                    box,
                    this.lastWord ??
                        (navigator.onLine === false
                            ? 'This device is offline. The map shows what you knew.'
                            : `No line; trying again${seconds > 1 ? ` in ${seconds} s` : ''}.`),
                );
                box.hidden = false;
                this.sound.play('lag');
            },
            Math.max(0, left),
        );
    }

    /* ---- records and messages ---- */

    record(record) {
        if (!this.model.apply(record)) this.redraw();
    }

    /* After a broken record: asks the server for everything again, once a second at most. */
    redraw() {
        const now = performance.now();
        if (now - (this.redrawn ?? -REDRAW_MS) < REDRAW_MS) return;
        this.redrawn = now;
        this.wire.line('redraw');
    }

    message(name, value) {
        const own = {
            'Server.Hello': () => this.hello(value),
            'Login.Ask': () => this.ask(value),
            'Login.Late': () => this.door.late(value),
            'Login.Said': () => this.said(value),
            'Session.Token': () => session.set(TOKEN_KEY, value.token),
            'Session.Guest': () => this.choices.set('guest', value),
            'Char.Login.Result': () => this.door.result(value),
            'Session.Claimed': () => this.claimed(value),
            'Session.End': () => this.end(value),
            'Page.Choices': () => this.choices.take(value),
            'Page.Show': () => this.show(value),
            'Page.Tip': () => this.log.note(value.text),
            'Comm.Channel.Text': () => {},
        }[name];
        this.model.take(name, value);
        if (name === 'Session.Begin') this.begin(value);
        if (own !== undefined) own();
        this.wake();
    }

    hello(value) {
        if (value.page !== PROTOCOL) {
            this.lineDown('anew', '', -1);
            return;
        }
        session.set('undercroft.anew', null);
        this.lastWord = undefined;
        this.house.greet(value);
        this.door.greet(value);
        const token = session.get(TOKEN_KEY);
        const watched = /^\/watch\/([A-Za-z]{1,16})$/.exec(location.pathname);
        this.isResuming = token !== null;
        if (token !== null) {
            this.wire.send('Session.Resume', { token, line: this.model.nextLine - 1 });
        } else if (watched !== null && this.view === 'door') {
            this.wire.send('Session.Watch', { name: watched[1] });
        }
    }

    /* A token that is refused is forgotten; one whose answer never came is shown again. */
    said(value) {
        if (this.isResuming && !value.good) {
            this.isResuming = false;
            session.set(TOKEN_KEY, null);
        }
        this.door.said(value);
    }

    /* The question that follows every hello is answered by the token that was shown. */
    ask(value) {
        if (this.isResuming) return;
        if (value.state === 'own-password') this.askInPlay(value);
        else {
            if (this.view === 'play') this.leave('');
            this.door.ask(value);
        }
    }

    askInPlay({ text }) {
        const input = make('input', {
            type: 'password',
            id: 'secret',
            maxlength: 128,
            autocomplete: 'off',
        });
        const form = make(
            'form',
            {
                class: 'row',
                onsubmit: (event) => {
                    event.preventDefault();
                    const secret = input.value;
                    this.dialog.then = null;
                    this.dialog.close();
                    this.wire.line(secret);
                },
            },
            make('label', { for: 'secret' }, text),
            input,
            make('button', { type: 'submit' }, 'Send'),
        );
        this.dialog.show('secret', 'Your password', form, {
            focus: input,
            then: () => this.wire.line(''),
        });
    }

    begin({ watching, name, guest }) {
        this.begun = (this.begun ?? 0) + 1;
        this.isResuming = false;
        this.view = 'play';
        document.documentElement.dataset.view = 'play';
        document.documentElement.dataset.watching = watching ? 'yes' : 'no';
        if (!watching && !guest) this.choices.set('name', name);
        this.door.pending = null;
        this.deeds.errand = null;
        byId('login-password').value = '';
        this.offer.close();
        this.dialog.close();
        this.draw.forget();
        this.resize();
        this.focusGame();
        this.teach();
    }

    /* A hint for the first minute: the keys of walking, until a step was made. */
    teach() {
        if (this.choices.get('taught') || this.model.session?.watching) return;
        this.hint(
            this.isTouch
                ? 'You are the @. Tap where you want to go, or use the arrows.'
                : 'You are the @. Walk with the arrow keys, or click where you want to go. o explores, ? tells all keys.',
        );
        this.isTeaching = true;
    }

    /* The guest has a name and a password of its own now, which the player knows. */
    claimed({ name }) {
        this.choices.set('guest', null);
        this.choices.set('name', name);
        this.model.session = { ...this.model.session, guest: false };
    }

    /* Where the server ends play and the line is tried again, the player comes back to it. */
    end({ text }) {
        session.set(TOKEN_KEY, null);
        this.lastWord = text;
        this.isCutShort = this.view === 'play' && !this.model.session?.watching;
        this.leave(text);
    }

    leave(text) {
        session.set(TOKEN_KEY, null);
        this.isResuming = false;
        if (this.view === 'play') {
            this.view = 'door';
            document.documentElement.dataset.view = 'door';
            this.dialog.close();
            if (location.pathname !== '/') history.replaceState(null, '', '/');
        }
        if (text || this.lastWord) this.door.ended(text || this.lastWord);
    }

    /* Ends watching, as any input of a watcher does. */
    stopWatching() {
        this.wire.line('q');
    }

    /* Shows text of several lines: as a sheet over the map, or as lines of the log in Words. */
    show({ title, text, ends = '' }) {
        if (this.face === 'words') {
            for (const line of text.split('\n').filter((one) => one.trim() !== ''))
                this.log.note(line.trim());
            return;
        }
        if (showDeal(this, title.split(' ')[0], text) || showNumbered(this, title, text)) return;
        if (INVENTORY.test(title)) {
            this.things.inventory();
            return;
        }
        if (title === 'who') {
            this.cards.who(text);
            return;
        }
        if (title === '') [title, text] = titled(text);
        const sheet = make('pre', { class: 'sheet', tabindex: 0 }, text.trimEnd());
        if (ends !== '') {
            this.showUntil(ends, title, sheet);
            return;
        }
        const onKey = (event) => {
            if (READING_KEYS.includes(event.key))
                return false;
            this.dialog.close();
            this.focusGame();
            if (event.key.length === 1 && event.key !== ' ' && event.key !== 'q')
                this.input.key(event);
            return true;
        };
        this.dialog.show(
            'sheet',
            capital(title),
            sheet,
            { onKey, focus: sheet },
        );
    }

    /* A sheet that only a deliberate key or the button ends, with a line to the server. */
    showUntil(ends, title, sheet) {
        const since = performance.now();
        const then = () => {
            const left = Math.max(0, ENDS_MS - (performance.now() - since));
            setTimeout(() => this.wire.line(ends), left);
            this.focusGame();
        };
        const close = () => this.dialog.close();
        const onKey = ({ key }) => {
            if (key === 'Enter') close();
            return !READING_KEYS.includes(key);
        };
        const button = make(
            'button',
            { type: 'button', class: 'stack-end', onclick: close },
            'Go on',
        );
        this.dialog.show('sheet', capital(title), [sheet, button], {
            onKey,
            then,
            focus: sheet,
        });
    }

    /* ---- showing ---- */

    wake() {
        if (this.isFrameDue) return;
        this.isFrameDue = true;
        requestAnimationFrame((now) => this.frame(now));
    }

    frame(now) {
        const { changed, dirty } = this.model;
        this.isFrameDue = false;
        const began = performance.now();
        if (this.view === 'play') {
            this.deeds.followErrand(changed);
            if (changed.has('moved')) {
                this.deeds.stepped();
                this.stopTeaching();
            }
            this.settle(changed);
            if (this.face === 'map') this.draw.frame(changed, dirty);
            this.panels.update(changed);
            if (this.face === 'map') this.afterMap(changed, now);
        }
        /* Changes that come before play are shown when play begins. */
        if (this.view === 'play') {
            changed.clear();
            dirty.clear();
        }
        this.took = performance.now() - began;
    }

    /* Removes the mark of a press that is answered, and the steps of the way already walked. */
    settle(changed) {
        const { draw, model } = this;
        const { self } = model;
        if (
            draw.pressed !== null &&
            model.answered >= draw.pressed.input &&
            changed.has('mark') &&
            !draw.way
        ) {
            draw.pressed = null;
            draw.isMarked = true;
        }
        if (draw.way && self && (changed.has('moved') || changed.has('level'))) {
            const at = draw.way.findIndex(({ x, y }) => x === self.x && y === self.y);
            draw.way = at < 0 || at === draw.way.length - 1 ? null : draw.way.slice(at + 1);
            draw.isMarked = true;
        }
    }

    afterMap(changed, now) {
        const here = this.deeds.context();
        this.pad.update(here);
        this.panels.showDeed(here);
        this.share.record(now);
        if (this.deeds.mode === 'aim' && (changed.has('actors') || changed.has('moved')))
            this.deeds.showAim();
        if (changed.has('moved') || changed.has('nearby') || changed.has('actors'))
            setText(byId('around'), this.panels.around());
        this.overview.update(changed);
        this.tip.update(changed);
    }

    hint(text) {
        this.isTeaching = false;
        const line = byId('hint');
        line.hidden = text === '';
        setText(line, text);
    }

    stopTeaching() {
        if (!this.isTeaching) return;
        this.stepsTaught = (this.stepsTaught ?? 0) + 1;
        if (this.stepsTaught < 4) return;
        this.hint('');
        this.choices.set('taught', true);
    }

    /* ---- size ---- */

    resize() {
        const stage = byId('stage');
        const scale = Math.min(3, devicePixelRatio || 1);
        const width = Math.round(stage.clientWidth * scale);
        const height = Math.round(stage.clientHeight * scale);
        if (width === 0 || height === 0) return;
        if (this.draw.resize(width, height, scale)) {
            this.draw.frame(new Set(), new Set());
            this.wake();
        }
    }

    zoom(steps, at) {
        if (steps === 0) this.draw.setSize(0);
        this.choices.set('zoom', steps === 0 ? 0 : this.draw.zoom(steps, at));
        this.wake();
    }

    recentre() {
        this.draw.centre();
        this.wake();
        this.focusGame();
    }

    toggleFull() {
        if (document.fullscreenElement) document.exitFullscreen();
        else document.documentElement.requestFullscreen?.().catch(() => {});
    }

    /* ---- choices ---- */

    choose(name) {
        if (!['zoom', 'guest', 'pad'].includes(name)) this.applyChoices();
    }

    applyChoices() {
        const root = document.documentElement;
        const { choices, draw } = this;
        putOn(choices.get('theme'), choices.get('text'));
        root.dataset.hand = choices.get('hand');
        root.dataset.keys = choices.get('keys');
        draw.style = choices.get('style');
        draw.size = choices.get('zoom');
        draw.showsBars = choices.get('bars');
        this.panels.showClosed();
        draw.rebuild();
        document.querySelector('meta[name=theme-color]').content = getComputedStyle(root)
            .getPropertyValue('--page')
            .trim();
        this.wake();
    }

    setFace(wanted) {
        const face = this.draw.canDraw ? wanted : 'words';
        this.face = face;
        document.documentElement.dataset.face = face;
        byId('words-only').setAttribute('aria-pressed', String(face === 'words'));
        byId('stage').tabIndex = face === 'map' ? 0 : -1;
        if (this.choices.get('face') !== wanted) this.choices.set('face', wanted);
        this.wire.send('Page.Face', face);
        if (face === 'words') this.model.forgetBodies();
        if (this.view === 'play') {
            this.resize();
            this.draw.forget();
            this.focusGame();
        }
        this.wake();
    }

    focusGame() {
        if (this.view === 'play')
            (this.face === 'map' ? byId('stage') : byId('line')).focus({ preventScroll: true });
    }

    buzz(ms) {
        if (this.choices.get('vibration')) navigator.vibrate?.(ms);
    }

    /* The player has touched the page: from now on it may sound. */
    unlock() {
        if (this.choices.get('sound')) this.sound.play('talk');
    }
}

/* The worker keeps the page for when there is no network. It is there in secure contexts alone. */
function install() {
    if (!('serviceWorker' in navigator)) return;
    const policy = globalThis.trustedTypes?.createPolicy('undercroft', {
        createScriptURL: (url) => (url === '/sw.js' ? url : ''),
    });
    navigator.serviceWorker
        .register(policy ? policy.createScriptURL('/sw.js') : '/sw.js')
        .catch(() => {});
}

/* The page cannot play without WebSockets. */
if (typeof WebSocket !== 'function') {
    setText(
        byId('online'),
        `This browser has no WebSockets. Any telnet client reaches the same dungeon: telnet ${location.hostname} 4000`,
    );
    throw new Error('no WebSocket');
}

const app = new App();

/* For tests, and for the curious: a cell as it is drawn, and whether its pixels are right. */
globalThis.undercroft = Object.freeze({
    cell: (x, y) => app.draw.cell(x, y),
    isTrue: (x, y) => app.draw.isTrue(x, y),
    pixelOf: (x, y) => {
        const box = byId('stage').getBoundingClientRect();
        const at = app.draw.pixelOf(x, y);
        return {
            x: box.left + (at.x + app.draw.cellWidth / 2) / app.draw.scale,
            y: box.top + (at.y + app.draw.cellHeight / 2) / app.draw.scale,
        };
    },
    get self() {
        return app.model.self ?? null;
    },
    get size() {
        return {
            width: app.model.width,
            height: app.model.height,
            cell: app.draw.cellHeight / app.draw.scale,
        };
    },
    get answered() {
        return { sent: app.wire.input, answered: app.model.answered };
    },
    /* How often play has begun on this page. */
    get begun() {
        return app.begun ?? 0;
    },
    /* Where an arrow stands for a foe at that offset, in pixels of the canvas; null: none. */
    beyond: (dx, dy) => beyond(app.draw, { dx, dy }),
    get lastFrameMs() {
        return app.took;
    },
    /* As if the network had gone. */
    cut: () => app.wire.lose(1006, ''),
});

if (app.choices.isBroken)
    app.log.note('The settings of this device could not be read; these are the first ones.');
if (document.readyState === 'complete') install();
else addEventListener('load', install);
