/*
 * An offer above the log: an invitation to a party, with the button that accepts it.
 */
import { byId, setText } from './dom.js?v=HASH';

const INVITATION = /^(\S+) invites you to a party\./;

export class Offer {
    constructor(app) {
        this.app = app;
        this.from = '';
        byId('offer-yes').addEventListener('click', () => this.accept());
        byId('offer-no').addEventListener('click', () => this.close());
    }

    /* A line of the log, which says it aloud as well. */
    hear({ kind, text }) {
        const [, name] = INVITATION.exec(text) ?? [];
        if (name === undefined || kind === 'talk' || kind === 'tell') return;
        this.from = name;
        setText(byId('offer-text'), `${name} invites you to a party.`);
        byId('offer').hidden = false;
    }

    accept() {
        this.close();
        this.app.deeds.say('party join');
    }

    close() {
        const hadFocus = byId('offer').contains(document.activeElement);
        this.from = '';
        byId('offer').hidden = true;
        if (hadFocus) this.app.focusGame();
    }
}
