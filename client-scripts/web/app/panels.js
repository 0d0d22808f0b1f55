/*
 * All text beside the map: health, conditions, foes, things in view, players, the party, the
 * inventory, the log. Each panel follows one part of the model and changes with it.
 */
import { capital, byId, icon, make, setData, setList, setText } from './dom.js?v=HASH';
import { offsetWords, shortOffset } from './model.js?v=HASH';

const VIEW_MAX = 14;
const REMEMBERED_MAX = 4;
const ALARM_MS = 8000;
const EDGES = [
    [0.25, 'a quarter'],
    [0.5, 'a half'],
];
const STATE_WORDS = { waiting: 'Your turn', running: 'Time runs', fallen: 'FALLEN' };

const DANGER_PIPS = { harmless: 0, easy: 1, even: 2, hard: 3, deadly: 4 };
const FIGHT_WORDS = {
    harmless: 'Harmless',
    easy: 'Easy fight',
    even: 'Even fight',
    hard: 'Hard fight',
    deadly: 'Deadly',
};
const LAG_SHOWN_MS = 250;

/* Panels beside the map: parts of the model, and the function that shows them. */
const SIDE = [
    [['room'], 'showRoom'],
    [['actors', 'moved'], 'showFoes'],
    [['nearby', 'moved', 'bodies'], 'showView'],
    [['players'], 'showPeople'],
    [['group'], 'showGroup'],
    [['items'], 'showItems'],
];

/* The element of an offset: short for the eye, in words for the ear. Filled by setOffset(). */
function makeOffset() {
    return make(
        'small',
        {},
        make('span', { 'aria-hidden': 'true' }),
        make('span', { class: 'sr' }),
    );
}

function setOffset(element, dx, dy) {
    setText(element.firstChild, shortOffset(dx, dy));
    setText(element.lastChild, `, ${offsetWords(dx, dy)}`);
}

/* Features of one name, such as statues, are one row: the nearest, with the number of all. */
export function foldFeatures(things) {
    const first = new Map();
    return things.filter((thing) => {
        if (thing.kind !== 'feature') return true;
        const nearest = first.get(thing.name);
        if (nearest === undefined) first.set(thing.name, Object.assign(thing, { count: 1 }));
        else nearest.count++;
        return nearest === undefined;
    });
}

function makeMeter() {
    return make('span', { class: 'meter small', 'aria-hidden': 'true' }, make('i'));
}

export class Panels {
    constructor(app) {
        this.app = app;
        this.lastShare = 1;
        this.isSideShown = true;
        for (const panel of document.querySelectorAll('.panel')) this.addClose(panel);
        new ResizeObserver(([{ contentRect }]) => this.showSide(contentRect.width > 0)).observe(
            byId('side'),
        );
    }

    /* A small screen has no room beside the map. Hidden panels are not kept up to date. */
    showSide(isShown) {
        if (isShown && !this.isSideShown) SIDE.forEach(([, show]) => this[show]());
        this.isSideShown = isShown;
    }

    /* Closed ones are opened again in the settings. */
    addClose(panel) {
        const { choices } = this.app;
        const { panel: name } = panel.dataset;
        const close = make('button', {
            type: 'button',
            class: 'icon close',
            'data-face-only': 'map',
            'aria-label': `Close ${panel.querySelector('h2').textContent}`,
            onclick: () => {
                choices.include('closed', name, true);
                this.app.log.note('The panel is closed. Settings open it again.');
            },
        });
        close.append(icon('M7 7l10 10M17 7L7 17'));
        panel.prepend(close);
    }

    showClosed() {
        const closed = this.app.choices.get('closed').split(' ');
        for (const panel of document.querySelectorAll('.panel'))
            panel.dataset.closed = closed.includes(panel.dataset.panel) ? 'yes' : 'no';
    }

    /* Shows the changed parts of the model. */
    update(changed) {
        const any = (...parts) => changed.has('all') || parts.some((part) => changed.has(part));
        this.near = null;
        if (changed.has('begun')) this.begin();
        if (any('vitals')) this.showVitals();
        if (any('bodies')) this.showState();
        if (any('conditions')) this.showConditions();
        if (any('actors', 'moved')) this.followFoes();
        if (any('group') && this.app.model.group.members.length > 0) this.app.offer.joined();
        for (const [parts, show] of this.isSideShown ? SIDE : []) {
            if (any(...parts)) this[show]();
        }
        if (any('vitals'))
            setText(byId('pack-title'), `Inventory, ${this.app.model.vitals.gold ?? 0} gold`);
        if (any('lines')) this.app.log.take(this.app.model.lines);
        if (any('mark')) this.showLag();
    }

    /* ---- the bar ---- */

    showVitals() {
        const { model } = this.app;
        const { hp = 0, maxhp = 1, depth, level } = model.vitals;
        const share = Math.max(0, Math.min(1, hp / maxhp));
        const bar = byId('bar-health');
        setText(byId('name'), model.session?.watching ? `Watching ${model.name}` : model.name);
        setText(byId('level-of'), level === undefined ? '' : `L${level}`);
        byId('health').hidden = model.vitals.maxhp === undefined;
        setText(byId('hp'), `${hp}/${maxhp}`);
        bar.style.setProperty('--share', share);
        const low = share < 0.25 ? 'very' : share < 0.5 ? 'yes' : 'no';
        setData(bar, 'low', low);
        const name = model.status.level_name ?? model.status.area ?? '';
        setText(
            byId('place'),
            depth === undefined ? '' : `${capital(name.replace(/^the /, ''))}, depth ${depth}`,
        );
        const { explored } = model.status;
        setText(
            byId('explored'),
            explored === undefined ? '' : `${explored} % of the level explored.`,
        );
        this.showState();
        if (model.vitals.maxhp !== undefined) this.warn(share, hp);
    }

    /* The state of the delver: the passing of time, or that they have fallen. */
    showState() {
        const { isFallen, status, vitals } = this.app.model;
        const state = isFallen ? 'fallen' : (vitals.state ?? 'calm');
        const words = STATE_WORDS[state] ?? '';
        setText(byId('state'), isFallen ? words : status.warning || words);
        setData(byId('state'), 'state', state);
        if (isFallen && !this.wasFallen)
            this.alarm('You have fallen. A companion can raise you, or you yield.', false);
        else if (!isFallen && this.wasFallen) this.raised();
        this.wasFallen = isFallen;
    }

    raised() {
        const { dialog } = this.app;
        this.calm();
        if (dialog.name === 'fallen') dialog.close();
    }

    /* Raises the alarm once each time that health falls through a quarter or a half. The words stay
       true while they are shown: the number is in the bar. */
    warn(share, hp) {
        for (const [edge, words] of EDGES) {
            if (share < edge && this.lastShare >= edge && hp > 0 && !this.wasFallen) {
                this.alarm(`Health is below ${words}.`);
                break;
            }
        }
        if (share >= 0.5 && !this.wasFallen) this.calm();
        if (hp > 0 && share < this.lastShare) this.app.sound.play('hurt');
        this.lastShare = share;
    }

    /* Shows an alarm. `passes`: it goes away by itself. */
    alarm(text, passes = true) {
        clearTimeout(this.alarmTimer);
        setText(byId('danger'), text);
        if (passes) this.alarmTimer = setTimeout(() => this.calm(), ALARM_MS);
        this.app.buzz(60);
    }

    calm() {
        clearTimeout(this.alarmTimer);
        setText(byId('danger'), '');
    }

    showConditions() {
        const { model } = this.app;
        const rows = [
            ...model.afflictions.map((row) => ({ ...row, kind: 'bad' })),
            ...model.defences.map((row) => ({ ...row, kind: 'good' })),
        ];
        setList(
            byId('conditions'),
            rows,
            (row) => row.name,
            (row) => row.kind,
            (row) =>
                make(
                    'li',
                    { class: row.kind },
                    make('span', { 'aria-hidden': 'true' }, row.kind === 'bad' ? '▼ ' : '▲ '),
                    row.name,
                    make('span', { class: 'sr' }, `: ${row.desc || row.cure}`),
                ),
        );
    }

    showLag() {
        const { lag } = this.app.wire;
        const line = byId('lag');
        line.hidden = lag < LAG_SHOWN_MS;
        if (!line.hidden) setText(line, `lag ${lag} ms`);
    }

    /* ---- place ---- */

    showRoom() {
        const { model } = this.app;
        const { name = '', exits = {}, doors = {} } = model.room;
        setText(byId('room-name'), name === '' ? '' : `${capital(name)}.`);
        const ways = [...new Set([...Object.keys(exits), ...Object.keys(doors)])];
        setList(
            byId('exits'),
            ways,
            (way) => way,
            (way) => doors[way] ?? '',
            (way) =>
                make(
                    'li',
                    {},
                    this.app.cards.button(
                        doors[way] ? `${capital(way)}, door ${doors[way]}` : capital(way),
                        () => this.app.deeds.say(`run ${way}`),
                        { class: 'row-button' },
                    ),
                ),
        );
        byId('here').hidden = name === '' && ways.length === 0;
    }

    /* The action of this place and its key: a button, for players with a mouse. */
    showDeed({ name, key }) {
        const [words, hint] = byId('deed').children;
        setText(words, name);
        setText(hint, this.app.choices.get('shortcuts') ? key : '');
    }

    /* ---- foes ---- */

    followFoes() {
        const isAwake = this.app.model.actors.some(({ awake }) => awake);
        if (this.wasAwake && !isAwake && !this.wasFallen) this.calm();
        this.wasAwake = isAwake;
        this.showTarget();
    }

    showFoes() {
        const { actors } = this.app.model;
        byId('foes').hidden = actors.length === 0;
        setList(
            byId('foe-list'),
            actors,
            (actor) => actor.id,
            (actor) =>
                [actor.hpperc, actor.danger, actor.awake, actor.dx, actor.dy, actor.target].join(),
            (actor) => this.makeFoe(actor),
            (row, actor) => this.fillFoe(row, actor),
        );
    }

    makeFoe({ id, glyph, name, ...rest }) {
        const row = make(
            'li',
            {},
            make(
                'button',
                { type: 'button', class: 'row-button foe', onclick: () => this.foeCard(id) },
                make('b', { 'aria-hidden': 'true' }, glyph),
                make('span', { class: 'grow' }, name),
                makeOffset(),
                makeMeter(),
                make(
                    'span',
                    { class: 'pips' },
                    make('span'),
                    make('span', { 'aria-hidden': 'true' }),
                ),
                make('span', { class: 'sr' }),
            ),
        );
        this.fillFoe(row, rest);
        return row;
    }

    /* Fills the parts of a foe's row that change while it is in view. Danger is a word and a number
       of marks. */
    fillFoe(row, { awake, danger, dx, dy, hpperc }) {
        const [, , offset, meter, pips, health] = row.firstChild.children;
        setOffset(offset, dx, dy);
        meter.style.setProperty('--share', hpperc / 100);
        setData(pips, 'danger', awake ? danger : 'asleep');
        setText(pips.firstChild, awake ? `${danger} ` : 'asleep ');
        setText(pips.lastChild, awake ? '▲'.repeat(DANGER_PIPS[danger] ?? 0) : 'z');
        setText(health, `, ${hpperc} % health`);
    }

    foeCard(id) {
        const number = this.app.model.actors.findIndex((one) => one.id === id);
        if (number >= 0) this.app.cards.foeCard(number);
    }

    showTarget() {
        const { model } = this.app;
        const line = byId('target');
        const target = model.actors.find((actor) => actor.target && actor.awake);
        line.hidden = target === undefined;
        if (target === undefined) return;
        const others = model.actors.filter((actor) => actor.awake).length - 1;
        const { name, hpperc, danger, dx, dy } = target;
        const shown = [name, hpperc, danger, dx, dy, others].join();
        if (shown === this.shownTarget) return;
        this.shownTarget = shown;
        const meter = makeMeter();
        meter.style.setProperty('--share', hpperc / 100);
        line.replaceChildren(
            make('b', { class: 'cut' }, capital(name)),
            meter,
            make('span', { class: 'wide' }, `${hpperc} %, ${offsetWords(dx, dy)}. `),
            make(
                'strong',
                { class: 'pips', 'data-danger': danger },
                make('span', { class: 'wide' }, `${FIGHT_WORDS[danger] ?? danger} `),
                make('span', { class: 'narrow' }, `${capital(danger)} `),
                '▲'.repeat(DANGER_PIPS[danger] ?? 0),
            ),
            make('span', { class: 'narrow' }, shortOffset(dx, dy)),
            make('span', {}, others > 0 ? `+${others}` : ''),
        );
    }

    /* ---- things in view, near to far, then the nearest remembered ones and the way down ---- */

    sorted(remembered = REMEMBERED_MAX) {
        const { model } = this.app;
        const self = model.self;
        const delvers = this.app.face === 'map' ? model.delversInSight() : [];
        const things = model.nearby.filter(
            ({ kind }) => kind !== 'foe' && (kind !== 'delver' || this.app.face !== 'map'),
        );
        const rows = [...delvers, ...things].map((thing) => {
            const dx = thing.dx ?? (self ? thing.x - self.x : 0);
            const dy = thing.dy ?? (self ? thing.y - self.y : 0);
            const knows = self !== undefined || thing.dx !== undefined;
            return {
                ...thing,
                dx,
                dy,
                far: Math.max(Math.abs(dx), Math.abs(dy)),
                offset: knows ? offsetWords(dx, dy) : '',
            };
        });
        rows.sort((a, b) => (a.seen === b.seen ? a.far - b.far : a.seen ? -1 : 1));
        const seen = rows.filter((row) => row.seen);
        const past = rows.slice(seen.length);
        return [
            ...seen,
            ...past.filter(({ name }, i) => i < remembered || name === 'stairs down'),
        ];
    }

    /* The sorted list for the eye and the ear, kept for the frame: two panels ask for it. */
    nearest() {
        this.near ??= foldFeatures(this.sorted());
        return this.near;
    }

    showView() {
        const rows = this.nearest().slice(0, VIEW_MAX);
        byId('view').hidden = rows.length === 0;
        setList(
            byId('view-list'),
            rows,
            (thing) =>
                thing.kind === 'feature' ? thing.name : `${thing.x},${thing.y} ${thing.name}`,
            (thing) => `${thing.x},${thing.y}${thing.offset}${thing.seen}${thing.open}${thing.count}`,
            (thing) => this.makeThing(thing),
            (row, thing) => this.fillThing(row, thing),
        );
    }

    makeThing(thing) {
        const { deeds } = this.app;
        const row = make(
            'li',
            {},
            make(
                'button',
                {
                    type: 'button',
                    class: 'row-button',
                    title: 'Go there',
                    onclick: () => {
                        const { x, y } = row.thing;
                        deeds.say(`travel ${x},${y}`);
                    },
                },
                make('b', { 'aria-hidden': 'true', 'data-kind': thing.kind }, thing.glyph),
                make('span', { class: 'grow' }),
                makeOffset(),
                make('span', { class: 'sr' }, ', remembered'),
            ),
        );
        this.fillThing(row, thing);
        return row;
    }

    /* With each step all offsets change, and which one of a kind is the nearest. */
    fillThing(row, thing) {
        const { count = 1, dx, dy, name, offset, seen } = thing;
        const [, words, far, past] = row.firstChild.children;
        row.thing = thing;
        setText(words, count === 1 ? name : `${name} (${count})`);
        row.className = seen ? '' : 'past';
        far.hidden = offset === '';
        setOffset(far, dx, dy);
        past.hidden = seen;
    }

    showPeople() {
        const { model } = this.app;
        byId('people').hidden = model.players.length === 0;
        setList(
            byId('people-list'),
            model.players,
            (row) => row.name,
            () => '',
            (row) =>
                make(
                    'li',
                    {},
                    make(
                        'button',
                        {
                            type: 'button',
                            class: 'row-button',
                            onclick: () => this.app.cards.playerCard(row.name),
                        },
                        row.name,
                    ),
                ),
        );
    }

    showGroup() {
        const { leader, members } = this.app.model.group;
        byId('party').hidden = members.length === 0;
        setList(
            byId('party-list'),
            members,
            (row) => row.name,
            (row) => JSON.stringify([row.info, row.name === leader]),
            (row) => {
                const meter = makeMeter();
                meter.style.setProperty('--share', row.info.hp / Math.max(1, row.info.mhp));
                return make(
                    'li',
                    { class: 'member' },
                    make(
                        'span',
                        { class: 'grow' },
                        row.name,
                        row.name === leader ? make('small', {}, ', leader') : null,
                    ),
                    make(
                        'small',
                        {},
                        `L${row.info.lvl} ${row.info.hp}/${row.info.mhp}${row.info.here ? '' : ', elsewhere'}`,
                    ),
                    meter,
                );
            },
        );
    }

    showItems() {
        const { model } = this.app;
        const fill = (id, items) =>
            setList(
                byId(id),
                items,
                (item) => item.id,
                (item) => item.name + item.actions,
                (item) =>
                    make(
                        'li',
                        {},
                        make(
                            'button',
                            {
                                type: 'button',
                                class: 'row-button',
                                onclick: () => this.app.things.itemCard(item),
                            },
                            make('b', { class: 'letter' }, item.id),
                            make('span', { class: 'grow' }, item.name),
                        ),
                    ),
            );
        fill('pack-list', model.items.inv);
        fill('worn-list', model.items.worn);
        byId('worn-title').hidden = model.items.worn.length === 0;
        byId('pack').hidden = model.items.inv.length + model.items.worn.length === 0;
    }

    begin() {
        this.app.log.clear();
        this.lastShare = 1;
    }

    /* The map around the delver in sentences, for players who cannot see it. */
    around() {
        const { model } = this.app;
        const self = model.self;
        if (!self) return '';
        const foes = model.actors.map(
            (actor) =>
                `${actor.name}, ${offsetWords(actor.dx, actor.dy)}, ${actor.awake ? actor.danger : 'asleep'}`,
        );
        const things = this.nearest()
            .filter((thing) => thing.seen)
            .slice(0, 5)
            .map((thing) => `${thing.name}, ${thing.offset}`);
        return [
            model.room.name ? `${capital(model.room.name)}.` : '',
            ...[...foes, ...things].map((text) => `${capital(text)}.`),
        ]
            .join(' ')
            .trim();
    }
}
