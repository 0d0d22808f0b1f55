/*
 * Numbered lists of the server: each of their rows is a button, and its number a key as on a
 * terminal. A number that begins a longer one waits for the next digit or for Enter.
 */
import { capital, make } from './dom.js?v=HASH';

/* The line that the number of a row completes, by the words that asked for the list. */
const LISTS = [
    [/^list\b/, () => 'go'],
    [/^(learn|knacks)$/, () => 'learn'],
    [/^lives( [A-Za-z]+)?$/, (asked) => asked],
];
const ROW = /^ *(\d+)(?::|  ?) *(\S.*)$/;

/* Reads a numbered list as {line, rows: [{number, words}], others}; null: the text is none. */
export function readNumbered(asked, text) {
    const list = LISTS.find(([pattern]) => pattern.test(asked));
    if (list === undefined) return null;
    const rows = [];
    const others = [];
    for (const row of text.trimEnd().split('\n')) {
        const match = ROW.exec(row);
        if (match === null) others.push(row);
        else rows.push({ number: match[1], words: match[2] });
    }
    return rows.length === 0 ? null : { line: list[1](asked), rows, others };
}

/* Shows a numbered list. False: it was none. */
export function showNumbered({ cards, deeds, dialog }, asked, text) {
    const list = readNumbered(asked, text);
    if (list === null) return false;
    const buttons = new Map(
        list.rows.map(({ number, words }) => [
            number,
            cards.row(number, words, () => deeds.say(`${list.line} ${number}`)),
        ]),
    );
    let typed = '';
    const onKey = ({ key }) => {
        if (!/^\d$/.test(key)) return false;
        typed = buttons.has(typed + key) ? typed + key : key;
        const goesOn = list.rows.some(
            ({ number }) => number !== typed && number.startsWith(typed),
        );
        if (goesOn) buttons.get(typed)?.focus();
        else buttons.get(typed)?.click();
        return true;
    };
    dialog.show(
        'numbered',
        capital(asked),
        [
            ...list.others.map((words) => make('p', {}, words)),
            make('div', { class: 'stack' }, ...buttons.values()),
        ],
        { onKey, focus: buttons.values().next().value },
    );
    return true;
}
