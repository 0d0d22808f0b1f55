/*
 * The menu, and how to play. Both depend on the player: with a finger or a keyboard, a guest, a
 * watcher.
 */
import { capital, make } from './dom.js?v=HASH';
import { KEY_SHEET } from './keys.js?v=HASH';

/* Rows of the sheet of gestures: [gesture, action]. */
const TOUCH_SHEET = [
    ['Tap a cell', 'walk there; beside you: step, open, fight'],
    ['Tap yourself', 'do what the middle key says'],
    ['Hold a finger on a cell', 'see what it is and what can be done'],
    ['Tap with two fingers', 'stop at once'],
    ['Drag, pinch', 'move the map, zoom'],
    ['Tap twice', 'nearer, and back again'],
    ['Hold an arrow', 'go on walking'],
    ['Hold the middle key', 'rest'],
    ['Tap the newest lines', 'open the log'],
];

/* Keys of the face without a map. */
const WORDS_SHEET = [
    ['Enter', 'send the line'],
    ['Up, Down', 'lines that you typed before'],
    ['Alt and Up or Down', 'go through the log, line by line'],
    ['1 to 9 in the log', 'the newest line, the one before it, up to the ninth'],
    ['Esc in the log', 'back to the line of input'],
];

const TOPICS = [
    'help',
    'help fight',
    'help things',
    'help together',
    'help travel',
    'help experience',
    'help death',
    'commands',
];

/* The aim of the game, and the meaning of "+8 experience" in the log. */
const AIM =
    'The stairs down lead to more: deeper foes and things give more experience and gold. "+8 experience" is the reward of a deed; experience makes levels, and the first foe of a kind gives most. A player who dies wakes again at a lantern.';

function sheet(rows) {
    return make(
        'table',
        { class: 'keys' },
        make(
            'tbody',
            {},
            ...rows.map(([keys, what]) =>
                make('tr', {}, make('td', {}, make('kbd', {}, keys)), make('td', {}, what)),
            ),
        ),
    );
}

export class Menu {
    constructor(app) {
        this.app = app;
    }

    help() {
        const { cards, dialog, face, isTouch } = this.app;
        const keys = [make('h3', {}, 'Keys'), sheet(KEY_SHEET)];
        const touch = [make('h3', {}, 'Fingers'), sheet(TOUCH_SHEET)];
        const words = [make('h3', {}, 'Words only'), sheet(WORDS_SHEET)];
        const parts = face === 'words' ? [words] : isTouch ? [touch, keys, words] : [keys, words];
        const topics = TOPICS.map((line) => cards.line(capital(line), line));
        const intro =
            face === 'words'
                ? 'Type what you do: look, north, open door, attack rat, say hello.'
                : 'You are the @. Tap or click where you want to go. Walk into doors to open them, and into foes to fight.';
        dialog.show('help', 'How to play', [
            make('p', {}, intro),
            make('p', {}, AIM),
            ...parts.flat(),
            make('div', { class: 'grid' }, ...topics),
        ]);
    }

    /* Groups of rows: the name, what it does, the key that does it on the map. */
    groups() {
        const { app } = this;
        const { cards, deeds, things } = app;
        const say = (name, line, key) => [name, () => deeds.say(line), key];
        const { members } = app.model.group;
        return [
            ['', this.urgent()],
            [
                'Go and fight',
                [
                    say('Explore', 'explore', 'o'),
                    ['Travel', () => cards.travel(), '_'],
                    say('Look', 'look', 'v'),
                    say('Rest', 'rest', 'Z'),
                    say('Attack', 'attack', 'Tab'),
                    [deeds.hasLauncher ? 'Fire' : 'Throw one', () => deeds.fire(), 'f'],
                    ['Zap', () => things.zap(), 'z'],
                    say('Sneak', 'sneak', 'S'),
                    say('Flee', 'flee', ''),
                    say('List', 'list', ';'),
                ],
            ],
            [
                'Things',
                [
                    ['Inventory', () => things.inventory(), 'i'],
                    say('Get', 'get', 'g'),
                    ['Drink', () => things.drink(), 'q'],
                    ['Read', () => things.read(), 'r'],
                    ['Wear', () => things.wear(), 'W'],
                    ['Take off', () => things.remove(), 'T'],
                    ['Throw', () => things.throw(), 't'],
                    ['Drop', () => things.drop(), 'd'],
                ],
            ],
            [
                'Players',
                [
                    ['Say', () => deeds.talk(), "'"],
                    ...(app.model.session?.guest === true
                        ? []
                        : [['Chat with all', () => deeds.words('chat '), '']]),
                    say('Who', 'who', ''),
                    ['Party', () => this.party(), ''],
                    ...(members.length > 0 ? [say('Leave the party', 'party leave', '')] : []),
                    ['Scores', () => app.house.showScores(), ''],
                    say('Gate stone', 'stone', ''),
                ],
            ],
            [
                'Your player',
                [
                    say('Score', 'score', 'C'),
                    say('Knacks', 'learn', ''),
                    ['Oath', () => cards.oath(), ''],
                    say('Deaths', 'deaths', ''),
                    say('Lives', 'lives', ''),
                    ['Epitaph', () => cards.epitaph(), ''],
                    ['Give to the Gate', () => cards.offerGold(), ''],
                    say('Begin again', 'again', ''),
                ],
            ],
            ['Page', this.ofPage()],
        ];
    }

    /* Lists the party. A player without one chooses one of the players present to invite. */
    party() {
        const { cards, deeds, model } = this.app;
        if (
            model.group.members.length > 0 ||
            !cards.choosePlayer('Invite to a party', (name) => `party invite ${name}`)
        )
            deeds.say('party');
    }

    /* Rows that wait for an answer, or are possible here alone. */
    urgent() {
        const { app } = this;
        const { cards, deeds, model } = app;
        const rows = [];
        if (model.isFallen) rows.push(['Yield', () => cards.fallen(), '']);
        for (const [, deed, name] of app.offer.buttons)
            rows.push([name, () => app.offer.answer(deed), '']);
        if (deeds.canTrade) rows.push(['Trade', () => deeds.say('buy'), '$']);
        if (model.session?.guest === true) rows.push(['Keep this player', () => cards.keep(), '']);
        return rows;
    }

    ofPage() {
        const { app } = this;
        const other = app.face === 'words' ? 'map' : 'words';
        return [
            ['Help', () => this.help(), '?'],
            ['Settings', () => app.deeds.settings(), '='],
            [other === 'map' ? 'Map' : 'Words only', () => app.setFace(other), ''],
            ['Share', () => app.share.open(), ''],
            ...(app.house.hello.rules ? [['Rules', () => app.house.showRules(), '']] : []),
            ['Full screen', () => app.toggleFull(), ''],
            app.model.session?.watching
                ? ['Stop watching', () => app.stopWatching(), 'q']
                : ['Leave', () => app.deeds.quit(), 'Q'],
        ];
    }

    menu() {
        const { app } = this;
        const groups = app.model.session?.watching ? [['Page', this.ofPage()]] : this.groups();
        const nodes = groups
            .filter(([, rows]) => rows.length > 0)
            .map(([name, rows]) => this.group(name, rows));
        app.dialog.show('menu', 'Menu', nodes, { focus: nodes[0].querySelector('button') });
    }

    /* A group of rows. The urgent group has no title, and takes all of the width. */
    group(title, rows) {
        return make(
            'section',
            { class: 'group' },
            title === '' ? null : make('h3', {}, title),
            make(
                'div',
                { class: title === '' ? 'grid wide' : 'grid' },
                ...rows.map((row) => this.app.cards.keyed(...row)),
            ),
        );
    }
}
