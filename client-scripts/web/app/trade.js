/*
 * Dealing with a pedlar. The lists come as text (common/narrate/shop_words.c); here each of their
 * rows is a button that says the line.
 */
import { make } from './dom.js?v=HASH';

const DEALS = {
    buy: { title: 'Buy', row: /^ *(\d+) {2}(.*?\S) +\(?(\d+)\)?(?: {2}(\S.*))?$/ },
    sell: { title: 'Sell', row: /^ *([a-zA-Z]) {2}(.*\S) +(\d+)$/ },
    identify: { title: 'Identify', row: /^ *([a-zA-Z]) {2}(.*\S)()$/ },
};

/* Reads a pedlar's list as {heading, rows: [{key, name, gold, gain}]}; null: the text is none.
   `gain` compares a ware with the worn one. */
export function readDeal(word, text) {
    const deal = DEALS[word];
    const lines = text.trimEnd().split('\n');
    if (deal === undefined || !lines[0].endsWith(':')) return null;
    const rows = lines
        .slice(1)
        .map((line) => deal.row.exec(line))
        .filter((match) => match !== null)
        .map(([, key, name, gold, gain = '']) => ({
            key,
            name,
            gold: gold === '' ? null : Number(gold),
            gain,
        }));
    return rows.length === 0 ? null : { heading: lines[0], rows };
}

/* Shows a list of a pedlar. False: it was none. */
export function showDeal(app, word, text) {
    const { cards, deeds, dialog, model } = app;
    const found = readDeal(word, text);
    const purse = model.vitals.gold ?? 0;
    if (found === null) return false;
    const rows = found.rows.map(({ key, name, gold, gain }) => {
        const row = cards.row(
            key,
            name,
            () => deeds.say(`${word} ${key}`),
            gold === null ? '' : String(gold),
            'price',
        );
        if (gain !== '')
            row.querySelector('.grow').append(make('small', { class: 'gain' }, gain));
        if (word === 'buy' && gold > purse) row.classList.add('dear');
        return row;
    });
    const others = Object.entries(DEALS)
        .filter(([other]) => other !== word)
        .map(([other, { title }]) => cards.line(title, other));
    const onKey = (event) => {
        const row = found.rows.find(({ key }) => key === event.key);
        if (row === undefined) return false;
        dialog.close();
        deeds.say(`${word} ${row.key}`);
        return true;
    };
    dialog.show(
        'trade',
        `${DEALS[word].title}, ${purse} gold`,
        [
            make('p', {}, found.heading),
            make('div', { class: 'stack' }, ...rows),
            make('div', { class: 'grid' }, ...others),
        ],
        { onKey, focus: rows[0] },
    );
    return true;
}
