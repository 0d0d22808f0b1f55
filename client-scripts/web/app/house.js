/*
 * The host's words at the door, and the two lists that anybody may read: the players online, and
 * the scores. Both lists come by HTTP, so that they are there before a login.
 */
import { byId, make, setText } from './dom.js?v=HASH';

/* Letters. A line of a host's file of at least that length goes on in the next line. */
const FULL_LINE = 60;

/* The lines of a host's file as paragraphs that fit any width. Lines that begin with a blank, such
   as drawings, stay as they are. */
export function paragraphsOf(text) {
    const out = [];
    let isOpen = false;
    for (const line of text.split('\n')) {
        const goesOn = isOpen && line !== '' && !line.startsWith(' ');
        if (goesOn) out[out.length - 1] += ` ${line}`;
        else if (line !== '') out.push(line);
        isOpen = line.length >= FULL_LINE;
    }
    return out;
}

/* "depth 3, level 5, guest" */
export function playerNotes({ depth, level, guest, away }) {
    return [`depth ${depth}`, `level ${level}`, guest && 'guest', away && 'away']
        .filter(Boolean)
        .join(', ');
}

export class House {
    constructor(app) {
        this.app = app;
        this.hello = {};
        byId('watch').addEventListener('click', () => this.showWho());
        byId('best').addEventListener('click', () => this.showScores());
        byId('rules').addEventListener('click', () => this.showRules());
    }

    greet(hello) {
        const { name = 'Undercroft', welcome = '', rules = '', contact = '' } = hello;
        this.hello = hello;
        setText(byId('host-name'), name);
        const box = byId('welcome');
        box.hidden = welcome === '';
        box.replaceChildren(...paragraphsOf(welcome).map((line) => make('p', {}, line)));
        byId('rules').hidden = rules === '';
        byId('contact').hidden = contact === '';
        setText(byId('contact'), `The host: ${contact}`);
    }

    showRules() {
        const { rules = '', contact = '' } = this.hello;
        this.app.dialog.show('rules', 'Rules of the host', [
            ...paragraphsOf(rules).map((line) => make('p', { class: 'host-line' }, line)),
            contact === '' ? null : make('p', { class: 'note' }, `The host: ${contact}`),
        ].filter((node) => node !== null));
    }

    /* The members of a list of the server; null: it cannot be had, and that was shown. */
    async read(path, title) {
        try {
            const answer = await fetch(path);
            if (answer.ok) return await answer.json();
        } catch {
            /* There is no line to the server. */
        }
        this.app.dialog.show('list', title, make('p', {}, 'The list cannot be read just now.'));
        return null;
    }

    async showWho() {
        const list = await this.read('/who.json', 'Who plays');
        if (list === null) return;
        const { players, who } = list;
        const more = players - who.length;
        const rows = who.map((player) => this.player(player));
        if (more > 0) rows.push(make('p', { class: 'note' }, `and ${more} more`));
        this.app.dialog.show(
            'list',
            'Who plays',
            who.length === 0
                ? make('p', {}, 'Nobody is inside just now.')
                : [
                      make('p', { class: 'note' }, 'A tap on a player lets you watch.'),
                      make('div', { class: 'stack' }, ...rows),
                  ],
        );
    }

    /* A row of the list: a button that watches the player, where that is allowed. */
    player(player) {
        const { cards, door } = this.app;
        const { name, watchable } = player;
        if (!watchable)
            return make(
                'p',
                { class: 'row-button' },
                make('span', { class: 'grow' }, name),
                make('small', {}, playerNotes(player)),
            );
        return cards.row('', name, () => door.watch(name), playerNotes(player));
    }

    async showScores() {
        const list = await this.read('/scores.json', 'Who came deepest');
        if (list === null) return;
        const { scores } = list;
        this.app.dialog.show(
            'list',
            'Who came deepest',
            scores.length === 0
                ? make('p', {}, 'Nobody has a score yet.')
                : make(
                      'table',
                      { class: 'scores' },
                      make(
                          'thead',
                          {},
                          make(
                              'tr',
                              {},
                              ...['', 'Player', 'Depth', 'Level'].map((title) =>
                                  title === '' ? make('td', {}) : make('th', { scope: 'col' }, title),
                              ),
                          ),
                      ),
                      make('tbody', {}, ...scores.map((row) => this.score(row))),
                  ),
        );
    }

    score({ rank, name, deepest, level }) {
        return make(
            'tr',
            {},
            make('td', {}, `${rank}.`),
            make('th', { scope: 'row' }, name),
            make('td', {}, String(deepest)),
            make('td', {}, String(level)),
        );
    }
}
