/*
 * Settings. Settings of this device are rows here and kept in the browser under one key with a
 * version; settings of the command `set` are kept with the delver, and come as Page.Choices.
 */
import { capital, make } from './dom.js?v=HASH';
import { KEY, TEXT_SIZES, THEMES, readStorage } from './look.js?v=HASH';
import { LINE_KINDS } from './model.js?v=HASH';
import { TONE_NAMES } from './sound.js?v=HASH';

/* `values`: the words to choose from; none: on or off. `set`: several of `values` at a time.
   `names`: their names on the page, if they differ from the words. */
export const DEVICE = [
    {
        name: 'theme',
        first: 'auto',
        values: THEMES,
        help: 'Colours',
    },
    {
        name: 'style',
        first: 'tiles',
        values: ['tiles', 'letters', 'plain'],
        help: 'How the map is drawn',
    },
    {
        name: 'text',
        first: '100',
        values: TEXT_SIZES,
        help: 'Size of text in percent',
    },
    { name: 'keys', first: 'auto', values: ['auto', 'on', 'off'], help: 'Keys on the screen' },
    { name: 'hand', first: 'right', values: ['right', 'left'], help: 'The hand that walks' },
    { name: 'bars', first: true, help: 'Health and danger on the map' },
    { name: 'shortcuts', first: true, help: 'Letter keys while the map has the focus' },
    { name: 'sound', first: false, help: 'Sound' },
    { name: 'mute', first: '', values: TONE_NAMES, set: true, help: 'Sounds that are left out' },
    { name: 'vibration', first: true, help: 'Vibration' },
    {
        name: 'closed',
        first: '',
        values: ['here', 'overview', 'foes', 'view', 'people', 'party', 'pack'],
        names: ['Place', 'Level', 'Foes', 'In view', 'Players', 'Party', 'Inventory'],
        set: true,
        help: 'Panels that are closed',
    },
    {
        name: 'silent',
        first: '',
        values: LINE_KINDS,
        set: true,
        help: 'Lines that are shown and not spoken',
    },
];

/* Kept, but chosen elsewhere than in the dialog. */
const HIDDEN = [
    { name: 'face', first: 'map' },
    { name: 'zoom', first: 0 },
    { name: 'name', first: '' },
    { name: 'guest', first: null },
    { name: 'taught', first: false },
    { name: 'pad', first: '' },
];

function isRight(row, value) {
    if (row.set)
        return (
            typeof value === 'string' &&
            value.split(' ').every((word) => word === '' || row.values.includes(word))
        );
    if (row.values) return row.values.includes(value);
    return row.first === null
        ? value === null || typeof value === 'object'
        : typeof value === typeof row.first;
}

/* The settings in the text that was kept; a wrong one has its first value. `isBroken`: the text
   could not be read. */
export function readChoices(text) {
    const rows = [...DEVICE, ...HIDDEN];
    const values = Object.fromEntries(rows.map((row) => [row.name, row.first]));
    if (text === null) return { values, isBroken: false };
    let kept;
    try {
        kept = JSON.parse(text);
    } catch {
        return { values, isBroken: true };
    }
    if (kept === null || typeof kept !== 'object') return { values, isBroken: true };
    for (const row of rows) {
        if (Object.hasOwn(kept, row.name) && isRight(row, kept[row.name]))
            values[row.name] = kept[row.name];
    }
    return { values, isBroken: false };
}

export class Choices {
    /* `changed(name)` is called when one is chosen. */
    constructor(app, changed) {
        this.app = app;
        this.changed = changed;
        const { values, isBroken } = readChoices(readStorage());
        this.values = values;
        this.isBroken = isBroken;
        this.server = [];
        this.isAsked = false;
    }

    get(name) {
        return this.values[name];
    }

    set(name, value) {
        this.values[name] = value;
        try {
            localStorage.setItem(KEY, JSON.stringify(this.values));
        } catch {
            /* Without storage a setting holds as long as the page. */
        }
        this.changed(name);
    }

    /* ---- the dialog ---- */

    open() {
        this.app.dialog.show('settings', 'Settings', this.content());
        this.isAsked = this.app.view === 'play';
        if (this.isAsked) this.app.wire.line('set');
    }

    /* Page.Choices has come. A typed `set` opens the dialog; the answer to `open` only fills it,
       since it may have been closed by then. */
    take(list) {
        const isAsked = this.isAsked;
        this.isAsked = false;
        this.server = list;
        if (this.app.dialog.name === 'settings')
            this.app.dialog.body.querySelector('.of-delver')?.replaceWith(this.ofDelver());
        else if (!isAsked) this.app.dialog.show('settings', 'Settings', this.content());
    }

    content() {
        return [
            make('h3', {}, 'This device'),
            make('div', { class: 'settings' }, ...DEVICE.map((row) => this.deviceRow(row))),
            this.ofDelver(),
        ];
    }

    ofDelver() {
        const shown = this.server.filter(
            (row) =>
                ![
                    'colour',
                    'theme',
                    'memory',
                    'camera',
                    'walls',
                    'automap',
                    'brief',
                    'keepalive',
                ].includes(row.name),
        );
        return make(
            'div',
            { class: 'of-delver' },
            ...(shown.length === 0
                ? []
                : [
                      make('h3', {}, 'Your player'),
                      make(
                          'div',
                          { class: 'settings' },
                          ...shown.map((row) => this.serverRow(row)),
                      ),
                  ]),
        );
    }

    deviceRow(row) {
        if (row.set) return this.setRow(row);
        if (row.values)
            return this.select(row.help, row.values, this.get(row.name), (value) =>
                this.set(row.name, value),
            );
        return this.tick(row.help, this.get(row.name), (value) => this.set(row.name, value));
    }

    /* Puts a word into a set, or takes it out. */
    include(name, word, is) {
        const rest = this.get(name)
            .split(' ')
            .filter((other) => other !== '' && other !== word);
        this.set(name, (is ? [...rest, word] : rest).join(' '));
    }

    setRow(row) {
        const chosen = () =>
            this.get(row.name)
                .split(' ')
                .filter((word) => word !== '');
        return make(
            'fieldset',
            {},
            make('legend', {}, row.help),
            ...row.values.map((word, number) =>
                this.tick(row.names?.[number] ?? capital(word), chosen().includes(word), (value) =>
                    this.include(row.name, word, value),
                ),
            ),
        );
    }

    serverRow(row) {
        const values = row.values
            .split(' ')
            .filter((word) => row.name !== 'mode' || word !== 'line');
        return this.select(
            row.help,
            values,
            row.value,
            (value) => this.app.wire.line(`set ${row.name} ${value}`),
            row.name,
        );
    }

    select(label, values, value, choose, name = '') {
        const box = make(
            'select',
            { onchange: (event) => choose(event.target.value), 'data-name': name },
            ...values.map((word) =>
                make('option', { value: word, selected: word === value }, word),
            ),
        );
        return make('label', {}, make('span', {}, label), box);
    }

    tick(label, value, choose) {
        return make(
            'label',
            { class: 'tick' },
            make('input', {
                type: 'checkbox',
                checked: value,
                onchange: (event) => choose(event.target.checked),
            }),
            make('span', {}, label),
        );
    }
}
