/*
 * A box above the log with what another player asks or does together with this one: invitations,
 * gifts, trades, duels. The log says it too; the box has the buttons that answer.
 */
import { byId, make, setText } from './dom.js?v=HASH';

/* Rows: what is heard, the words of the box, and its buttons: [name, line or deed, name in the
   menu]. A line that matches a row opens the box or changes it; a row without words closes it. */
const ROWS = [
    [
        /^(\S+) invites you to a party\./,
        (name) => `${name} invites you to a party.`,
        (name) => [['Join', 'party join', `Join ${name}'s party`]],
    ],
    [
        /^(\S+) offers you (.+?)\. The (?:word accept|key \+) takes the gift\./,
        (name, thing) => `${name} offers you ${thing}.`,
        (name) => [['Take', `accept ${name}`, `Take ${name}'s gift`]],
    ],
    [
        /^(\S+) asks you to trade:/,
        (name) => `${name} asks you to trade.`,
        (name) => [
            ['Trade', `trade ${name}`, `Trade with ${name}`],
            ['No', 'trade no', `No trade with ${name}`],
        ],
    ],
    [
        /^(\S+) asks you to a duel:/,
        (name) => `${name} asks you to a duel.`,
        (name) => [
            ['Fight', `duel ${name}`, `Duel with ${name}`],
            ['No', 'duel no', `No duel with ${name}`],
        ],
    ],
    [
        /^(?:(\S+) trades with you|You trade with (\S+)): trade add/,
        (by, to) => `You trade with ${by ?? to}.`,
        () => TRADING,
    ],
    [/^(You give .+\. \S+ gives .+?\.)(?: (.+ said yes))?/, (both, yes) => both + said(yes), () => TRADING],
    [
        /^(?:(\S+) begins a duel with you|You begin a duel with (\S+))\./,
        (by, to) => `You duel with ${by ?? to}.`,
        () => [['End the duel', 'duel no', 'End the duel']],
    ],
    [/^(?:The trade is (?:done|broken)|.+ ends? the (?:trade|duel):|.+ the trade ends|The duel is broken|.+ wins? the duel)/],
];

const TRADING = [
    ['Add', (app) => addThing(app), 'Add to the trade'],
    ['Gold', (app) => addGold(app), 'Gold for the trade'],
    ['Agree', 'trade yes', 'Agree to the trade'],
    ['End', 'trade no', 'End the trade'],
];

function said(yes) {
    return yes === undefined ? '' : ` ${yes}.`;
}

function addThing({ deeds, things }) {
    things.choose('Give what?', things.all, ({ id }) => deeds.say(`trade add ${id}`));
}

function addGold({ cards }) {
    cards.askGold('Give gold', 'So much of your gold changes hands when both agree.', 'trade gold');
}

/* The words of the box and its buttons for a line of the log; null: it tells of no offer; words of
   null: an offer is over. */
export function readOffer(text) {
    for (const [pattern, words = null, buttons] of ROWS) {
        const match = pattern.exec(text);
        if (match === null) continue;
        const parts = match.slice(1);
        return words === null
            ? { words, buttons: [] }
            : {
                  words: words(...parts),
                  buttons: buttons(...parts),
                  partner: parts.find((part) => part !== undefined),
              };
    }
    return null;
}

export class Offer {
    constructor(app) {
        this.app = app;
        this.buttons = [];
    }

    /* A line of the log. */
    hear({ kind, text }) {
        const found = kind === 'talk' || kind === 'tell' ? null : readOffer(text);
        if (found === null) return;
        if (found.words === null) this.close();
        else this.open(found);
    }

    open({ words, buttons, partner }) {
        const box = byId('offer-answers');
        const hadFocus = box.contains(document.activeElement);
        this.buttons = buttons;
        this.partner = partner;
        setText(byId('offer-text'), words);
        box.replaceChildren(
            ...buttons.map(([name, deed], i) =>
                make(
                    'button',
                    {
                        type: 'button',
                        id: i === 0 ? 'offer-yes' : null,
                        class: i === 0 ? 'primary' : '',
                        onclick: () => this.answer(deed),
                    },
                    name,
                ),
            ),
            /* Where a button refuses, to wait is no third answer. */
            ...(buttons.some(([, deed]) => / no$/.test(deed))
                ? []
                : [make('button', { type: 'button', onclick: () => this.close() }, 'Not now')]),
        );
        byId('offer').hidden = false;
        if (hadFocus) box.firstChild.focus();
    }

    /* A deed of the box leaves it open; a line ends the offer, or the next line changes it. */
    answer(deed) {
        if (typeof deed !== 'string') {
            deed(this.app);
            return;
        }
        if (deed !== 'trade yes') this.close();
        this.app.deeds.say(deed);
    }

    /* The name of the other player in a duel; '': there is none. */
    get rival() {
        return this.buttons[0]?.[1] === 'duel no' ? this.partner : '';
    }

    /* An invitation to a party is over when one is in it. */
    joined() {
        if (this.buttons[0]?.[1] === 'party join') this.close();
    }

    close() {
        const hadFocus = byId('offer').contains(document.activeElement);
        this.buttons = [];
        byId('offer').hidden = true;
        if (hadFocus) this.app.focusGame();
    }
}
