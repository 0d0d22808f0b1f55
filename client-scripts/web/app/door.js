/*
 * The page before play: entering by one tap, logging in, making a delver, watching. The server asks
 * (Login.Ask) and lines answer. The form's name and password answer by themselves; every other
 * question is shown on the page.
 */
import { byId, make, setText } from './dom.js?v=HASH';

const PASSWORD_MIN = 8;

export class Door {
    constructor(app) {
        this.app = app;
        this.pending = null; /* {name, password} of the form, until they are asked for */
        this.asked = '';
        this.isBack = false;   /* a page whose delver was taken over asks to play again */
        byId('login').addEventListener('submit', (event) => this.submit(event));
        byId('question').addEventListener('submit', (event) => this.answer(event));
        byId('enter').addEventListener('click', () => this.enter());
        byId('yes').addEventListener('click', () => this.reply('yes'));
        byId('no').addEventListener('click', () => this.reply('no'));
        byId('answer-back').addEventListener('click', () => this.back());
        byId('words-only').addEventListener('click', () =>
            app.setFace(app.face === 'words' ? 'map' : 'words'),
        );
        for (const kind of ['keydown', 'pointerdown'])
            addEventListener(kind, () => this.stay(), { capture: true });
        byId('login-name').value = app.choices.get('name');
        if (
            location.protocol !== 'https:' &&
            !['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)
        )
            setText(
                byId('private'),
                'This connection is not private: use a password that you use nowhere else.',
            );
    }

    get guest() {
        return this.app.choices.get('guest');
    }

    /* The line to the server is new: no question has come yet. */
    begin() {
        this.asked = '';
    }

    greet(hello) {
        const { players = 0, guests, name = 'Undercroft' } = hello;
        document.title = name;
        setText(byId('world'), name);
        setText(
            byId('online'),
            players === 0
                ? 'Nobody is inside just now.'
                : players === 1
                  ? 'One player is inside.'
                  : `${players} players are inside.`,
        );
        const enter = byId('enter');
        const note = byId('enter-note');
        enter.hidden = note.hidden = !(guests || this.guest);
        enter.classList.toggle('second', !this.guest && byId('login-name').value !== '');
        if (this.guest) {
            setText(enter, `Enter as ${this.guest.account}`);
            setText(note, 'Your guest is kept in this browser.');
        } else {
            setText(enter, 'Enter');
            setText(note, 'As a guest: no name, no password. You can keep your player later.');
        }
    }

    enter() {
        this.app.unlock();
        this.clear();
        this.isGuest = this.guest !== null;
        if (this.guest)
            this.app.wire.send('Char.Login.Credentials', {
                account: this.guest.account,
                password: this.guest.password,
            });
        else this.app.wire.send('Session.Guest', {});
    }

    /* Credentials were answered. A kept guest that is not let in has been forgotten by the server. */
    result({ success, message }) {
        if (success || !this.isGuest) return;
        this.isGuest = false;
        this.app.choices.set('guest', null);
        this.said({ text: message || 'That guest is not known any more.', good: false });
        if (this.app.model.hello) this.greet(this.app.model.hello);
    }

    /* With the next question for a name the player is back: a guest at once, by what this browser
       has of it, others by their password. */
    comeBack() {
        this.isBack = true;
    }

    askBack() {
        this.isBack = false;
        if (this.guest !== null) {
            this.enter();
            return;
        }
        this.said({ text: 'Log in to play here.', good: true });
        byId(byId('login-name').value === '' ? 'login-name' : 'login-password').focus();
    }

    watch(name) {
        this.app.unlock();
        this.clear();
        this.app.wire.send('Session.Watch', { name });
    }

    submit(event) {
        event.preventDefault();
        this.app.unlock();
        const name = byId('login-name').value.trim();
        const password = byId('login-password').value;
        this.clear();
        if (password.length === 0 || name.length === 0) return;
        this.app.choices.set('name', name);
        this.pending = { name, password };
        /* A name that is typed before the server asks for it waits for the question. */
        this.pending.waits = this.asked !== 'name' || this.app.wire.line(name) === 0;
        if (!this.pending.waits) this.asked = '';
        else if (!this.app.wire.isOpen)
            this.said({
                text: 'There is no line to the server yet. You enter as soon as there is one.',
                good: true,
            });
    }

    /* The server's question. */
    ask({ state, text, hides }) {
        const { pending } = this;
        const known = { password: pending?.password, 'new-password': pending?.password }[state];
        this.asked = state;
        if (state === 'name' && pending?.waits) {
            pending.waits = false;
            this.clear();
            this.app.wire.line(pending.name);
            this.asked = '';
        } else if (state === 'name') {
            this.pending = null;
            this.showForms();
            if (this.isBack) this.askBack();
        } else if (
            known !== undefined &&
            known.length >= (state === 'password' ? 1 : PASSWORD_MIN)
        ) {
            if (state === 'password') this.pending = null;
            else pending.password = undefined;
            this.app.wire.line(known);
        } else {
            this.showQuestion(state, text, hides);
        }
    }

    showForms() {
        byId('login').hidden = false;
        byId('question').hidden = true;
        byId('login-password').value = '';
        document.documentElement.dataset.asked = '';
    }

    showQuestion(state, text, hides) {
        const isYesNo = state === 'confirm';
        const texts = {
            'repeat-password': 'Your password once more, so that it is surely right',
            'pick': 'Watch which player? A name, or one of the list',
            'new-password': `A password of ${PASSWORD_MIN} or more characters`,
        };
        byId('login').hidden = true;
        byId('question').hidden = false;
        byId('yes-no').hidden = !isYesNo;
        byId('answer').hidden = byId('answer-send').hidden = isYesNo;
        setText(byId('question-text'), texts[state] ?? text.replace(/ *\(yes\/no\)$/, ''));
        const input = byId('answer');
        input.value = '';
        input.type = hides ? 'password' : 'text';
        input.autocomplete = hides ? 'new-password' : 'off';
        document.documentElement.dataset.asked = state;
        (isYesNo ? byId('yes') : input).focus();
    }

    answer(event) {
        event.preventDefault();
        const input = byId('answer');
        const text = input.value;
        input.value = '';
        this.reply(text);
    }

    reply(text) {
        this.app.unlock();
        this.clear();
        this.app.wire.line(text);
    }

    /* Leaves the question: the next line to the server begins as the first one did. */
    back() {
        this.pending = null;
        this.clear();
        this.app.wire.open();
    }

    /* The login's time is nearly over. A page on which no login was begun connects again later. */
    late({ seconds, more }) {
        const hasBegun = this.asked !== 'name' || byId('login-password').value !== '';
        this.canStay = more;
        if (!hasBegun) return;
        this.lateLine = make(
            'p',
            { class: 'bad' },
            `The login ends in ${seconds} seconds. ${more ? 'Press any key to have more time.' : ''}`,
        );
        byId('said').append(this.lateLine);
    }

    stay() {
        if (!this.canStay) return;
        this.canStay = false;
        this.app.wire.send('Login.Stay', {});
        if (this.lateLine) setText(this.lateLine, 'You have more time now.');
        this.lateLine = undefined;
    }

    clear() {
        byId('said').replaceChildren();
    }

    said({ text, good }) {
        if (text.trim() !== '') byId('said').append(make('p', { class: good ? '' : 'bad' }, text));
    }

    ended(text) {
        this.clear();
        if (text) this.said({ text, good: true });
        this.showForms();
    }
}
