/*
 * The dialogs of play about a cell, a player and the way there. Each button is a line of words,
 * said by deeds.js. Dialogs about things are in things.js, the menu and help in menu.js.
 */
import { capital, make } from './dom.js?v=HASH';
import { FALLEN, directionOf, offsetWords } from './model.js?v=HASH';

const TRAVEL_ROWS = 9;
const FOLLOW_ROWS = 6;

/* A line of the players online (server/session/commands/who.c): name, a plus of the sworn, depth
   and more. */
const ONLINE = /^([A-Za-z]{3,16})(\+?) +(depth \d+.*)$/;

/* The players of the list of those online, as [{name, more}]. */
export function readWho(text) {
    return text
        .split('\n')
        .map((line) => ONLINE.exec(line))
        .filter((match) => match !== null)
        .map(([, name, plus, more]) => ({
            name,
            more: `${more.replace(/ +/g, ' ')}${plus === '' ? '' : ' sworn'}`,
        }));
}

export class Cards {
    constructor(app) {
        this.app = app;
    }

    /* A button that says a line. */
    line(name, line, properties) {
        return this.button(name, () => this.app.deeds.say(line), properties);
    }

    /* The dialog of a cell: its description, and the actions for the things on it. */
    card(x, y) {
        const { deeds, model } = this.app;
        const self = model.self;
        if (!self) return;
        const dx = x - self.x;
        const dy = y - self.y;
        const number = model.actors.findIndex((actor) => actor.dx === dx && actor.dy === dy);
        const body = model.bodyAt(x, y);
        const rows = [];
        if (number >= 0) rows.push(...this.ofFoe(number, dx, dy));
        else if (body && body !== self) rows.push(...this.ofBody(body));
        if (dx === 0 && dy === 0) {
            const here = deeds.context();
            rows.push(this.button(here.name, here.run));
        }
        if (model.tileAt(x, y)?.name === "pedlar's stall" && deeds.canTrade)
            rows.unshift(this.line('Trade', 'buy'));
        if (model.canWalk(x, y) && (dx !== 0 || dy !== 0))
            rows.push(this.button('Walk there', () => deeds.travelTo(x, y)));
        rows.push(this.line('Examine', `examine ${offsetWords(dx, dy)}`));
        this.show(model.describe(x, y), rows);
    }

    show(title, rows) {
        this.app.dialog.show('card', capital(title), make('div', { class: 'grid' }, ...rows), {
            focus: rows[0],
        });
    }

    /* A foe of the list: on the map it has a cell. */
    foeCard(number) {
        const { actors, self } = this.app.model;
        const { name, dx, dy } = actors[number];
        const where = offsetWords(dx, dy);
        if (self) this.card(self.x + dx, self.y + dy);
        else
            this.show(`${name}, ${where}`, [
                ...this.ofFoe(number, dx, dy),
                this.line('Examine', `examine ${where}`),
            ]);
    }

    ofFoe(number, dx, dy) {
        const { deeds, model, things } = this.app;
        const isBeside = Math.max(Math.abs(dx), Math.abs(dy)) === 1;
        const line = isBeside ? directionOf(dx, dy).name : `attack ${model.actors[number].name}`;
        const rows = [this.line('Attack', line)];
        if (deeds.hasLauncher) rows.push(this.line('Fire at it', `fire ${number + 1}`));
        if (things.fitting('throw').length > 0)
            rows.push(this.button('Throw at it', () => things.pick('throw', number)));
        if (things.fitting('zap').length > 0)
            rows.push(this.button('Zap it', () => things.pick('zap', number)));
        return rows;
    }

    ofBody(body) {
        const name = this.app.model.bodyName(body);
        const raise = (body.flags & FALLEN) === 0 ? [] : [this.line('Raise', `raise ${name}`)];
        return [...raise, ...this.withPlayer(name)];
    }

    /* The actions with a player who is here. */
    withPlayer(name) {
        const { things } = this.app;
        return [
            ...this.talk(name),
            this.line('Follow', `follow ${name}`),
            this.line('Invite to a party', `party invite ${name}`),
            this.line('Assist', `assist ${name}`),
            this.line('Guard', `guard ${name}`),
            this.button('Give', () =>
                things.choose(`Give ${name} what?`, things.all, ({ id }) =>
                    this.app.deeds.say(`give ${id} to ${name}`),
                ),
            ),
            this.line('Trade', `trade ${name}`),
            this.line('Duel', `duel ${name}`),
            this.line('Where are they?', `where ${name}`),
        ];
    }

    /* Guests only say things aloud. */
    talk(name) {
        const { deeds, model } = this.app;
        return model.session?.guest === true
            ? []
            : [this.button(`Tell ${name}`, () => deeds.words(`tell ${name} `))];
    }

    playerCard(name) {
        this.show(name, [
            ...this.withPlayer(name),
            this.line('Travel there', `travel ${name}`),
            this.line('Lives', `lives ${name}`),
            this.line('Ignore', `ignore ${name}`),
        ]);
    }

    /* The players online: each of the others is a row that opens the player's card. */
    who(text) {
        const { dialog, model } = this.app;
        const rows = readWho(text).map(({ name, more }) =>
            name === model.name
                ? make('p', { class: 'note' }, `${name} (you), ${more}`)
                : this.row('', name, () => this.playerCard(name), more),
        );
        const told = text.split('\n').filter((line) => line !== '' && !ONLINE.test(line));
        dialog.show('who', 'Players', [
            make('p', {}, told.join(' ')),
            make('div', { class: 'stack' }, ...rows),
        ]);
    }

    /* The players present, as rows that say a line. False: there is none. */
    choosePlayer(title, lineOf) {
        const { deeds, dialog, model } = this.app;
        const rows = model.players.map(({ name }) =>
            this.row('', name, () => deeds.say(lineOf(name))),
        );
        if (rows.length > 0)
            dialog.show('player', title, make('div', { class: 'stack' }, ...rows), {
                focus: rows[0],
            });
        return rows.length > 0;
    }

    /* To give up ends a life, so that a tap meant for something else must not. */
    fallen() {
        const wait = this.button('Wait to be raised', () => {});
        this.app.dialog.show(
            'fallen',
            'You have fallen',
            [
                make('p', {}, 'A companion beside you can raise you. To yield is to die at once.'),
                make('div', { class: 'grid' }, wait, this.line('Yield', 'yield')),
            ],
            { focus: wait },
        );
    }

    /* A button that closes the dialog and does something. */
    button(name, deed, properties = {}) {
        return make(
            'button',
            {
                type: 'button',
                ...properties,
                onclick: () => {
                    this.app.dialog.close();
                    this.app.focusGame();
                    deed();
                },
            },
            name,
        );
    }

    /* A button with the key that does the same, where there are keys. */
    keyed(name, deed, key) {
        const { choices, face, isTouch } = this.app;
        const button = this.button(name, deed, { class: 'entry' });
        if (key && !isTouch && face === 'map' && choices.get('shortcuts'))
            button.append(make('kbd', { 'aria-hidden': 'true' }, key));
        return button;
    }

    /* A row of a list to choose from: its key set apart, its words, and a note at
       the end. */
    row(key, words, deed, more = '', kind = '') {
        const row = this.button('', deed, { class: 'row-button' });
        row.append(
            ...(key === '' ? [] : [make('b', { class: 'letter' }, key)]),
            make('span', { class: 'grow' }, words),
            ...(more === '' ? [] : [make('small', { class: kind }, more)]),
        );
        return row;
    }

    /* A dialog with one field: `lineOf` makes a line of the typed text. */
    ask(title, { label, hint, button, lineOf, ...properties }) {
        const input = make('input', {
            id: 'asked',
            autocomplete: 'off',
            spellcheck: 'false',
            required: true,
            ...properties,
        });
        const form = make(
            'form',
            {
                class: 'row',
                onsubmit: (event) => {
                    event.preventDefault();
                    this.app.dialog.close();
                    this.app.focusGame();
                    this.app.deeds.say(lineOf(input.value.trim()));
                },
            },
            make('label', { for: 'asked' }, label),
            input,
            make('button', { type: 'submit' }, button),
        );
        this.app.dialog.show('ask', title, [make('p', {}, hint), form], { focus: input });
    }

    /* A guest gets a name, and is asked for a password behind it. */
    keep() {
        this.ask('Keep this player', {
            label: 'Name',
            hint: 'Choose the name that your player has from now on: 3 to 16 letters. Then you are asked for a password.',
            button: 'Keep',
            lineOf: (name) => `claim ${name}`,
            maxlength: 16,
            minlength: 3,
            pattern: '[A-Za-z]+',
            autocapitalize: 'words',
        });
    }

    /* The oath makes the next death the last of this life, so that it is asked twice. */
    oath() {
        const wait = this.button('Not now', () => {});
        this.app.dialog.show(
            'oath',
            'The oath',
            [
                make(
                    'p',
                    {},
                    'Sworn, your death ends this life and takes all that you carry and wear. It can be sworn up to level 3 and depth 2, and not taken back.',
                ),
                make('div', { class: 'grid' }, wait, this.line('Swear the oath', 'vow yes')),
            ],
            { focus: wait },
        );
    }

    offerGold() {
        this.askGold('Give to the Gate', 'The Gate keeps it: scores richest lists who gave most.', 'offer');
    }

    /* A sum of gold, which ends the line. */
    askGold(title, hint, line) {
        this.ask(title, {
            label: 'Gold',
            hint,
            button: 'Give',
            lineOf: (gold) => `${line} ${gold}`,
            maxlength: 6,
            pattern: '[0-9]+',
            inputmode: 'numeric',
        });
    }

    epitaph() {
        this.ask('Epitaph', {
            label: 'Line',
            hint: 'It is told when you die: at most 60 letters. The word off takes it back.',
            button: 'Keep',
            lineOf: (text) => `epitaph ${text}`,
            maxlength: 60,
        });
    }

    /* ---- where to ---- */

    travel() {
        const { deeds, dialog, model, panels } = this.app;
        const rows = [
            ['>', 'Stairs down', 'travel down'],
            ['<', 'Stairs up', 'travel up'],
            ['b', 'Back', 'travel back'],
        ].map(([key, name, line]) => ({ key, name, line }));
        rows.push({ key: 'r', name: 'Lantern road', line: 'road' });
        if (model.status.grave) rows.push({ key: 'g', name: 'Your grave', line: 'travel grave' });
        panels
            .sorted()
            .slice(0, TRAVEL_ROWS)
            .forEach(({ name, offset, x, y }, i) =>
                rows.push({ key: String(i + 1), name, offset, line: `travel ${x},${y}` }),
            );
        for (const { name } of model.players.slice(0, FOLLOW_ROWS))
            rows.push({ key: '', name: `Follow ${name}`, line: `follow ${name}` });
        const buttons = rows.map(({ key, name, offset, line }) =>
            this.row(key, name, () => deeds.say(line), offset),
        );
        const input = make('input', {
            'aria-label': 'Name of a player, or a place',
            placeholder: 'or a name',
            maxlength: 40,
        });
        const form = make(
            'form',
            {
                class: 'row',
                onsubmit: (event) => {
                    event.preventDefault();
                    dialog.close();
                    deeds.say(`travel ${input.value}`);
                },
            },
            input,
            make('button', { type: 'submit' }, 'Travel'),
        );
        const onKey = (event) => {
            const row =
                event.target === input ? undefined : rows.find(({ key }) => key === event.key);
            if (event.key === '_' && event.target !== input) {
                input.focus();
                return true;
            }
            if (row === undefined) return false;
            dialog.close();
            deeds.say(row.line);
            return true;
        };
        dialog.show(
            'travel',
            'Travel where?',
            [form, make('div', { class: 'stack' }, ...buttons)],
            { onKey, focus: buttons[0] },
        );
    }
}
