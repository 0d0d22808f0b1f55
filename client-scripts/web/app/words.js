/*
 * Words: the line of input with its history, and the face without a map, for players who listen.
 * The log and the panels are those of the map's face; here they stand in one column with headings.
 */
import { byId, make } from './dom.js?v=HASH';

const HISTORY_MAX = 50;

/* The twelve commonest words, as buttons: a line, or a deed. */
const COMMON = [
    ['Look', 'look'],
    ['Around', 'around'],
    ['List', 'list'],
    ['Explore', 'explore'],
    ['Attack', 'attack'],
    ['Danger', 'danger'],
    ['Get', 'get'],
    ['Inventory', 'inventory'],
    ['Rest', 'rest'],
    ['Go down', (deeds) => deeds.goDown()],
    ['Health', 'hp'],
    ['Stop', (deeds) => deeds.cancel()],
];

export class Words {
    constructor(app) {
        this.app = app;
        this.history = [];
        this.at = 0;
        this.readAt = -1;
        this.input = byId('line');
        byId('say').addEventListener('submit', (event) => this.submit(event));
        this.input.addEventListener('keydown', (event) => this.key(event));
        byId('log').addEventListener('keydown', (event) => this.logKey(event));
        document.addEventListener('keydown', (event) => this.walk(event));
        byId('deeds').append(
            ...COMMON.map(([name, deed]) =>
                make(
                    'button',
                    {
                        type: 'button',
                        onclick: () =>
                            typeof deed === 'string' ? app.deeds.say(deed) : deed(app.deeds),
                    },
                    name,
                ),
            ),
            make('button', { type: 'button', onclick: () => app.menu.menu() }, 'Menu'),
        );
    }

    submit(event) {
        event.preventDefault();
        const text = this.input.value.trim();
        if (text === '') return;
        this.input.value = '';
        if (this.history.at(-1) !== text) this.history.push(text);
        if (this.history.length > HISTORY_MAX) this.history.shift();
        this.at = this.history.length;
        this.app.deeds.say(text);
        if (this.app.face === 'map' && !this.app.isTouch) this.app.focusGame();
    }

    /* Up and Down go through the lines typed before. */
    key(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key === 'ArrowUp' && this.at > 0) this.at--;
        else if (event.key === 'ArrowDown' && this.at < this.history.length) this.at++;
        else return;
        event.preventDefault();
        this.input.value = this.history[this.at] ?? '';
        this.input.setSelectionRange(this.input.value.length, this.input.value.length);
    }

    /* Alt with Up and Down walks the log line by line: the focus says it. */
    walk(event) {
        if (
            this.app.view !== 'play' ||
            !event.altKey ||
            !['ArrowUp', 'ArrowDown'].includes(event.key)
        )
            return;
        event.preventDefault();
        const lines = [...byId('log').children];
        const now = lines.indexOf(document.activeElement);
        const from = now < 0 ? lines.length : now;
        this.focusLine(
            lines[
                Math.max(0, Math.min(lines.length - 1, from + (event.key === 'ArrowUp' ? -1 : 1)))
            ],
        );
    }

    /* In the log 1 is the newest line, 9 the ninth from the end; Escape goes back. */
    logKey(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (/^[1-9]$/.test(event.key)) {
            event.preventDefault();
            this.focusLine([...byId('log').children].at(-Number(event.key)));
        } else if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            this.app.focusGame();
        }
    }

    focusLine(line) {
        if (line === undefined) return;
        line.tabIndex = -1;
        line.focus();
    }
}
