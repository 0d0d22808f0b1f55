/*
 * The dialogs of things: the inventory, the actions on a thing, and the choice of a thing for a
 * verb.
 */
import { capital, make } from './dom.js?v=HASH';

/* Verbs that choose a thing: the title, the action word of the server, the key that
   chooses the first again, and the line of `verb verb`. */
const VERBS = {
    drop: { title: 'Drop', key: 'd', action: 'drop' },
    use: { title: 'Use', key: 'a', action: 'use' },
    wear: { title: 'Wear or wield', key: 'W', action: 'wear' },
    remove: { title: 'Take off', key: 'T', action: 'take off', word: 'remove' },
    drink: { title: 'Drink', key: 'q', action: 'drink', again: 'drink' },
    read: { title: 'Read', key: 'r', action: 'read' },
    zap: { title: 'Zap', key: 'z', action: 'zap', aims: true },
    throw: { title: 'Throw', key: 't', action: 'throw', aims: true },
};

/* "drink read take off drop" as a list; "take off" is one. */
export function actionsOf(item) {
    return (item.actions ?? '')
        .split(' ')
        .flatMap((word) =>
            word === 'take' ? ['take off'] : word === 'off' || word === '' ? [] : [word],
        );
}

/* The commonest actions on a thing come first, those seldom meant last. */
const ORDER = ['drink', 'read', 'zap', 'wear', 'take off', 'use', 'throw', 'give'];
const LAST = ['sell', 'identify', 'drop'];
const WITH_PEDLAR = ['sell', 'identify'];

/* The actions of a thing in the order of its card. */
export function orderedActions(item, isWithPedlar) {
    const place = (action) => {
        const last = LAST.indexOf(action);
        const first = ORDER.indexOf(action);
        return last >= 0 ? ORDER.length + 1 + last : first >= 0 ? first : ORDER.length;
    };
    return actionsOf(item)
        .filter((action) => isWithPedlar || !WITH_PEDLAR.includes(action))
        .sort((a, b) => place(a) - place(b));
}

export class Things {
    constructor(app) {
        this.app = app;
        this.lastThrown = '';
    }

    get all() {
        const { inv, worn } = this.app.model.items;
        return [...inv, ...worn];
    }

    fitting(name) {
        return this.all.filter((item) => actionsOf(item).includes(VERBS[name].action));
    }

    /* A dialog of things: a row or its letter chooses. `onKey` sees other keys first. */
    choose(title, items, choose, onKey = () => false) {
        const { cards, dialog } = this.app;
        const rows = items.map((item) => cards.row(item.id, item.name, () => choose(item)));
        dialog.show('pick', title, make('div', { class: 'stack' }, ...rows), {
            onKey: (event) => {
                const item = items.find(({ id }) => id === event.key);
                if (onKey(event, item)) return true;
                if (item === undefined) return false;
                dialog.close();
                choose(item);
                return true;
            },
            focus: rows[0],
        });
    }

    /* Chooses a thing for a verb; the same key again takes the first choice. */
    pick(name, target = -1) {
        const verb = VERBS[name];
        const { deeds, dialog, log } = this.app;
        const items = this.fitting(name);
        if (items.length === 0) {
            log.note(`You have nothing to ${verb.word ?? name}.`);
            return;
        }
        const first =
            items.find((item) => item.id === this.lastThrown && name === 'throw') ?? items[0];
        const choose = (item) => this.useItem(name, item, target);
        this.choose(`${verb.title} what?`, items, choose, (event, item) => {
            if (event.key !== verb.key || (name === 'wear' && item !== undefined)) return false;
            dialog.close();
            if (verb.again) deeds.say(verb.again);
            else choose(first);
            return true;
        });
    }

    useItem(name, item, target) {
        const { deeds } = this.app;
        const word = VERBS[name].word ?? name;
        if (name === 'throw') this.lastThrown = item.id;
        if (['read', 'use'].includes(name) && /\btempering\b/.test(item.name)) this.temper(item);
        else if (!VERBS[name].aims) deeds.say(`${word} ${item.id}`);
        else if (target >= 0) deeds.say(`${word} ${item.id} at ${target + 1}`);
        else
            deeds.startAim(name, (where) =>
                where === ''
                    ? `${word} ${item.id}`
                    : `${word} ${item.id} ${/^\d/.test(where) ? 'at ' : ''}${where}`,
            );
    }

    /* Chooses one of the worn things, which a scroll of tempering makes better. */
    temper(scroll) {
        const { deeds, model } = this.app;
        if (model.items.worn.length === 0) deeds.say(`read ${scroll.id}`);
        else
            this.choose('Temper what?', model.items.worn, (item) =>
                deeds.say(`read ${scroll.id} on ${item.id}`),
            );
    }

    give(item) {
        const { cards, deeds } = this.app;
        if (!cards.choosePlayer('Give it to which player?', (name) => `give ${item.id} to ${name}`))
            deeds.words(`give ${item.id} to `);
    }

    drop() {
        this.pick('drop');
    }
    use() {
        this.pick('use');
    }
    wear() {
        this.pick('wear');
    }
    remove() {
        this.pick('remove');
    }
    drink() {
        this.pick('drink');
    }
    read() {
        this.pick('read');
    }
    zap() {
        this.pick('zap');
    }
    throw() {
        this.pick('throw');
    }

    inventory() {
        const { cards, dialog, model } = this.app;
        const section = (title, items) => {
            const rows = items.map((item) =>
                cards.row(item.id, item.name, () => this.itemCard(item)),
            );
            return rows.length === 0
                ? []
                : [make('h3', {}, title), make('div', { class: 'stack' }, ...rows)];
        };
        const nodes = [
            ...section('Carried', model.items.inv),
            ...section('Worn', model.items.worn),
        ];
        if (nodes.length === 0) nodes.push(make('p', {}, 'You carry nothing.'));
        const onKey = (event) => {
            const item = this.all.find((row) => row.id === event.key);
            if (item !== undefined) this.itemCard(item);
            return item !== undefined;
        };
        dialog.show('inventory', `Inventory, ${model.vitals.gold ?? 0} gold`, nodes, { onKey });
    }

    itemCard(item) {
        const { cards, deeds, dialog } = this.app;
        const own = { 'take off': 'remove' };
        const byKey = new Map();
        const rows = orderedActions(item, deeds.canTrade).map((action) => {
            const name = own[action] ?? action;
            const key = VERBS[name]?.key ?? '';
            const deed = () => {
                if (VERBS[name]) this.useItem(name, item, -1);
                else if (name === 'give') this.give(item);
                else deeds.say(`${name} ${item.id}`);
            };
            const row = cards.keyed(capital(action), deed, key);
            byKey.set(key, row);
            return row;
        });
        const examine = cards.keyed('Examine', () => deeds.say(`examine ${item.name}`), '');
        const drop = rows.findIndex((row) => row.textContent === 'Drop');
        rows.splice(drop < 0 ? rows.length : drop, 0, examine);
        const onKey = ({ key, repeat }) => {
            if (!repeat) byKey.get(key)?.click();
            return byKey.has(key);
        };
        dialog.show('item', capital(item.name), make('div', { class: 'grid' }, ...rows), {
            focus: rows[0],
            onKey,
        });
    }
}
