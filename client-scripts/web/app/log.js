/*
 * The log: lines of the server and the page's own, the newest at the end. It follows the end until
 * the player scrolls away from it, also when the size of its box changes.
 */
import { byId, make, setText } from './dom.js?v=HASH';
import { LINES_KEPT } from './model.js?v=HASH';
import { ROLES } from './roles.js?v=HASH';

const COLLECT_MS = 150;
const NEAR_END_PX = 40;

export class Log {
    constructor(app) {
        this.app = app;
        this.box = byId('log');
        this.waiting = [];
        this.timer = 0;
        this.shown = 0;
        this.follows = true;
        this.isBehind = false; /* the newest line is to be scrolled to */
        this.height = 0;
        this.box.addEventListener('scroll', () => this.scrolled());
        byId('news')
            .querySelector('.news-head')
            .addEventListener('click', (event) => this.headTapped(event));
        this.box.addEventListener('click', () => this.stripTapped());
        byId('news-close').addEventListener('click', () => this.open(false));
        new ResizeObserver(() => this.resized()).observe(this.box);
        /* Told of a new last line, shown or not, when the browser has laid it out for the next
           frame anyway: to ask for the height of the log before would make it do so twice. */
        this.lastLine = new IntersectionObserver(() => this.isBehind && this.toEnd());
        byId('filters').addEventListener('click', (event) =>
            this.filter(event.target.dataset?.filter),
        );
    }

    /* A box that has just changed its size, or holds lines that were not scrolled to yet, scrolls of
       itself: that is not the player's doing. */
    scrolled() {
        const { box } = this;
        if (box.clientHeight === this.height && !this.isBehind)
            this.follows = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX;
    }

    resized() {
        this.height = this.box.clientHeight;
        if (this.follows) this.toEnd();
    }

    toEnd() {
        this.follows = true;
        this.isBehind = false;
        this.box.scrollTop = this.box.scrollHeight;
    }

    clear() {
        this.box.replaceChildren();
        this.waiting = [];
        this.shown = 0;
        this.follows = true;
        this.isBehind = false;
    }

    take(lines) {
        for (const line of lines) {
            if (line.number <= this.shown) continue;
            this.waiting.push(line);
            this.shown = line.number;
            this.app.sound.line(line);
            this.app.offer.hear(line);
            if (line.kind === 'operator') byId('operators').hidden = false;
        }
        this.schedule();
    }

    /* A line of the page's own: it counts as advice. */
    note(text) {
        this.waiting.push({ number: 0, role: ROLES.indexOf('dim-text'), kind: 'hint', text });
        this.schedule();
    }

    schedule() {
        if (this.timer === 0)
            this.timer = setTimeout(
                () => this.append(),
                this.app.face === 'words' ? COLLECT_MS : 0,
            );
    }

    append() {
        const { app, box } = this;
        const silent = app.choices.get('silent').split(' ');
        const lines = [];
        this.timer = 0;
        for (const line of this.waiting) {
            if (app.face === 'map' && this.folds(lines.at(-1) ?? box.lastElementChild, line))
                continue;
            lines.push(this.makeLine(line, silent));
        }
        this.waiting = [];
        box.append(...lines);
        while (box.childElementCount > LINES_KEPT) box.firstChild.remove();
        this.isBehind = this.follows;
        this.lastLine.disconnect();
        if (box.lastElementChild !== null) this.lastLine.observe(box.lastElementChild);
        if (silent.length > 0)
            setTimeout(() => lines.forEach((line) => line.removeAttribute('aria-hidden')), 1000);
    }

    makeLine({ role, kind, text }, silent) {
        return make(
            'p',
            {
                'data-kind': kind,
                'data-role': ROLES[role] ?? 'text',
                'data-text': text,
                'aria-hidden': silent.includes(kind) ? 'true' : null,
            },
            text,
        );
    }

    /* Counts a repeated line behind the last one, on the map alone: in Words each is heard. True if
       it did. */
    folds(last, { kind, text }) {
        if (!last || last.dataset.text !== text || last.dataset.kind !== kind) return false;
        last.dataset.times = Number(last.dataset.times ?? 1) + 1;
        setText(last, `${text} (x${last.dataset.times})`);
        return true;
    }

    filter(name) {
        if (!name) return;
        byId('news').dataset.filter = name;
        for (const button of byId('filters').children)
            button.setAttribute('aria-pressed', String(button.dataset.filter === name));
        this.toEnd();
    }

    /* On a phone the log is a strip of three lines, or open over the map. */
    open(isOpen = true) {
        byId('news').dataset.open = isOpen ? 'yes' : 'no';
        this.toEnd();
    }

    /* Taps beside the buttons of the head open and close it. */
    headTapped(event) {
        if (event.target.closest('button') === null) this.open(!this.isOpen);
    }

    /* A strip without a head opens by a tap on its lines. */
    stripTapped() {
        if (byId('filters').offsetParent === null) this.open();
    }

    get isOpen() {
        return byId('news').dataset.open === 'yes';
    }
}
