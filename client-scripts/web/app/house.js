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
export function playerNotes({ depth, level, guest, away, sworn }) {
    return [
        `depth ${depth}`,
        `level ${level}`,
        sworn && 'sworn',
        guest && 'guest',
        away && 'away',
    ]
        .filter(Boolean)
        .join(', ');
}

const SCORE_TITLES = {
    deepest: 'Who came deepest',
    sworn: 'Deepest under the oath',
    kindlers: 'Who carried an ember home',
    richest: 'Who gave most gold to the Gate',
    renown: 'Who has most renown',
};
const SCORE_COLUMNS = [
    ['deepest', 'Depth'],
    ['level', 'Level'],
    ['seconds', 'Time'],
    ['deaths', 'Deaths'],
    ['embers', 'Embers'],
    ['gold', 'Gold'],
    ['renown', 'Renown'],
];

/* The title of a list of scores by its word: "fastest 10" is that to depth 10. */
export function scoreTitle(word) {
    return SCORE_TITLES[word] ?? word.replace(/^fastest /, 'Fastest to depth ');
}

/* "2 h 5 min", "5 min 10 s" */
export function lasted(seconds) {
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
    return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
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
        const answer = await this.read('/scores.json', 'Scores');
        if (answer === null) return;
        const ever = { ...answer.ever, deepest: answer.scores };
        const lists = answer.season === undefined ? { ever } : { ever, season: answer.season };
        const table = make('div', {});
        const list = choice('List', Object.keys(ever), scoreTitle);
        const period = choice('Time', Object.keys(lists), (name) =>
            name === 'ever' ? 'All time' : `Season ${lists.season.number}, day ${lists.season.day}`,
        );
        const show = () =>
            table.replaceChildren(scoreTable(lists[period.value][list.value] ?? []));
        for (const one of [list, period]) one.addEventListener('change', show);
        show();
        this.app.dialog.show('list', 'Scores', [
            make('div', { class: 'row' }, list, Object.keys(lists).length > 1 ? period : null),
            table,
        ]);
    }
}

function choice(label, names, titleOf) {
    const options = names.map((name) => make('option', { value: name }, titleOf(name)));
    return make('select', { 'aria-label': label }, ...options);
}

/* Rows of a list of scores as a table: a column for each of the known members. */
function scoreTable(rows) {
    if (rows.length === 0) return make('p', {}, 'Nobody yet.');
    const columns = SCORE_COLUMNS.filter(([member]) => rows[0][member] !== undefined);
    const heads = columns.map(([, title]) => make('th', { scope: 'col' }, title));
    return make(
        'table',
        { class: 'scores' },
        make('thead', {}, make('tr', {}, make('td', {}), make('th', { scope: 'col' }, 'Player'), ...heads)),
        make(
            'tbody',
            {},
            ...rows.map((row) =>
                make(
                    'tr',
                    {},
                    make('td', {}, `${row.rank}.`),
                    make('th', { scope: 'row' }, row.name),
                    ...columns.map(([member]) =>
                        make(
                            'td',
                            {},
                            member === 'seconds' ? lasted(row.seconds) : String(row[member]),
                        ),
                    ),
                ),
            ),
        ),
    );
}
