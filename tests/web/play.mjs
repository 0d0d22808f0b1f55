/*
 * Playing on the page before the stand-in server: views are up to date, every action is possible by
 * finger or mouse, and nothing is cut at the sizes of phones.
 *
 * Usage: node play.mjs FOLDER [WORD...]     FOLDER has axe-core below node_modules
 */
import {
    begin,
    browser,
    end,
    enter,
    expectNoViolation,
    fillForm,
    finish,
    server,
    waitSent,
} from './support/pages.mjs';
import { cells } from './support/frames.mjs';
import { MAP } from './support/standin.mjs';
import { assert, check, run } from './support/suite.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const isLogAtEnd =
    '(() => { const log = document.querySelector("#log"); return log.scrollHeight - log.scrollTop - log.clientHeight < 4; })()';

/* A button of the dialog that is open, by its words. */
function pressButton(page, words) {
    return page.eval(
        `[...document.querySelectorAll('dialog button')].find((one) => one.textContent.trim() === ${JSON.stringify(words)}).click()`,
    );
}

const vitals = (more) =>
    server.peer.message('Char.Vitals', {
        hp: 14,
        maxhp: 20,
        depth: 1,
        level: 2,
        gold: 84,
        state: 'waiting',
        light: 9,
        ...more,
    });

check('the log follows its end when its box shrinks, and not when one has scrolled up', async () => {
    const page = await enter('phone');
    for (let i = 0; i < 60; i++) server.peer.say(`Line ${i}.`);
    await page.tap('[data-key=say]');
    await page.until('document.activeElement.id === "line"');
    await page.until(isLogAtEnd);
    await page.resize({ width: 390, height: 510, scale: 3, touch: true });
    await page.until(isLogAtEnd);
    server.peer.say('After the keyboard came.');
    await page.sees('After the keyboard came.');
    await page.until(isLogAtEnd);
    await page.eval('document.querySelector("#log").scrollTop = 20; 0');
    await pause(100);
    server.peer.say('While reading.');
    await page.sees('While reading.');
    await page.resize({ width: 390, height: 844, scale: 3, touch: true });
    await pause(100);
    assert.equal(await page.eval(isLogAtEnd), false);
    await finish(page);
});

check('the strip of the log shows the newest lines after a turn of the device', async () => {
    const page = await enter('laptop');
    for (let i = 0; i < 40; i++) server.peer.say(`Line ${i}.`);
    await page.until(isLogAtEnd);
    await page.resize({ width: 390, height: 844, scale: 1, touch: true });
    server.peer.say('The newest.');
    await page.sees('The newest.');
    await page.until(isLogAtEnd);
    await finish(page);
});

check('the same line again is counted, but for who plays by ear', async () => {
    const page = await enter();
    for (let i = 0; i < 3; i++) server.peer.say('Floor, here.');
    await page.sees('Floor, here. (x3)');
    server.peer.say('Other.');
    server.peer.say('Floor, here.');
    await page.until('document.querySelector("#log").lastElementChild.textContent === "Floor, here."');
    await finish(page);
    const words = await enter('laptop', { words: true });
    for (let i = 0; i < 3; i++) server.peer.say('Floor, here.');
    await words.until(
        '[...document.querySelectorAll("#log p")].filter((one) => one.textContent === "Floor, here.").length === 3',
    );
    await finish(words);
});

const rat = {
    id: 65543,
    name: 'cellar rat',
    glyph: 'r',
    dx: -2,
    dy: 1,
    hpperc: 20,
    danger: 'easy',
    awake: true,
    target: true,
};

/* Moves the mouse to a cell. Returns a function for the words that stand beside it there. */
async function tipAt(page, cell) {
    const { x, y } = await page.middle(cell);
    await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    await page.until('!document.querySelector("#tip").hidden');
    return () => page.text('#tip');
}

check('what is said beside the mouse follows steps, wounds, deaths and the camera', async () => {
    const page = await enter();
    const tip = await tipAt(page, { x: 22, y: 6 });
    assert.equal(await tip(), 'cellar rat, 60 % health, easy, 2 west 1 south');
    server.peer.message('Room.Actors', [rat]);
    await page.until('document.querySelector("#tip").textContent.includes("20 % health")');
    await page.press('l');
    await page.until('document.querySelector("#tip").textContent.includes("3 west 1 south")');
    server.isPeaceful = true;
    server.peer.message('Room.Actors', []);
    await page.press('h');
    await page
        .until('document.querySelector("#tip").textContent === "floor, 2 west 1 south"')
        .finally(() => (server.isPeaceful = false));
    await page.press('+');
    await page.until('document.querySelector("#tip").textContent !== "floor, 2 west 1 south"');
    await finish(page);
});

check('the small map forgets who is gone, and its frame stays on it', async () => {
    const page = await enter();
    for (let i = 0; i < 6; i++) await page.press('+');
    const dots = () =>
        page.eval(`(() => { const { width, height } = document.querySelector('#minimap');
            const data = document.querySelector('#minimap').getContext('2d').getImageData(0, 0, width, height).data;
            const [r, g, b] = getComputedStyle(document.documentElement).getPropertyValue('--danger').match(/[0-9a-f]{2}/g).map((one) => parseInt(one, 16));
            let count = 0;
            for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b) count++;
            return count; })()`);
    for (let i = 0; i < 50 && (await dots()) === 0; i++) await pause(100);
    assert.ok((await dots()) > 0);
    server.isPeaceful = true;
    server.peer.sendBodies();
    server.isPeaceful = false;
    for (let i = 0; i < 50 && (await dots()) > 0; i++) await pause(100);
    assert.equal(await dots(), 0);
    const picture = () => page.eval('document.querySelector("#minimap").toDataURL()');
    const before = await picture();
    await page.press('-');
    for (let i = 0; i < 50 && (await picture()) === before; i++) await pause(100);
    assert.notEqual(await picture(), before);
    await finish(page);
});

check('a page whose delver was taken over asks to log in again where it can be done', async () => {
    const page = await enter();
    server.peer.close(4001, 'You are here elsewhere now.');
    await page.sees('You are here elsewhere now.');
    await page.fill('#login-name', 'Ada');
    await page.click('.said button');
    await page.sees('Log in to play here.');
    await page.until('document.activeElement.id === "login-password"');
    await finish(page);
});

check('the page before play fits a laptop, also with the last word of play above it', async () => {
    const page = await enter({ width: 1280, height: 800, scale: 1, touch: false });
    await page.press('Q', { shift: true });
    await page.sees('Bye Ada.');
    await page.sees('players are inside');
    assert.ok((await page.eval('document.documentElement.scrollHeight - innerHeight')) <= 0);
    const colours = await page.eval(
        '["#enter", "#login button"].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)',
    );
    assert.notEqual(colours[0], colours[1]);
    await finish(page);
});

check('the host is told at the door, and nothing of it is where none is set', async () => {
    const bare = await browser.open(server.url, 'phone');
    await bare.sees('players are inside');
    const shown = '["#welcome", "#rules", "#contact"].filter((one) => !document.querySelector(one).hidden).join()';
    assert.equal(await bare.eval(shown), '');
    await finish(bare);
    server.house = {
        name: 'The Salt Mine of everybody who ever came down here to dig <b>',
        welcome: `Come in.\n${'A line that is full goes on in the next one of the file, as prose'}\ndoes.\n  a drawing\n`,
        rules: 'Be <b>kind</b>.\nTwice.\n',
        contact: 'ada@example.org',
    };
    for (const size of ['small', 'phone', 'laptop']) {
        const page = await browser.open(server.url, size);
        await page.sees('players are inside');
        await page.sees('The host: ada@example.org');
        assert.equal(await page.eval('document.title'), server.house.name);
        assert.deepEqual(
            await page.eval('[...document.querySelectorAll("#welcome p")].map((one) => one.textContent)'),
            ['Come in.', 'A line that is full goes on in the next one of the file, as prose does.', '  a drawing'],
        );
        assert.ok((await page.eval('document.documentElement.scrollWidth - innerWidth')) <= 0, size);
        await expectNoViolation(page, `host, ${size}`);
        await page.click('#rules');
        await page.sees('Be <b>kind</b>.');
        await expectNoViolation(page, `rules, ${size}`);
        await finish(page);
    }
    server.house = {};
});

check('who plays and who came deepest can be read before a login', async () => {
    const page = await browser.open(server.url, 'phone');
    await page.sees('players are inside');
    await page.tap('#best');
    await page.sees('Who came deepest');
    assert.equal(await page.text('.scores tbody'), '1.Ada75');
    const choose = (label, value) =>
        page.eval(`(() => { const select = document.querySelector('dialog select[aria-label=${label}]');
        select.value = ${JSON.stringify(value)}; select.dispatchEvent(new Event('change', { bubbles: true })); })()`);
    await choose('List', 'fastest 5');
    assert.equal(await page.text('.scores'), 'PlayerTime1.Brom2 h 5 min');
    await choose('List', 'kindlers');
    await page.sees('Nobody yet.');
    await choose('List', 'deepest');
    await choose('Time', 'season');
    assert.equal(await page.text('.scores'), 'PlayerDepth1.Brom2');
    await expectNoViolation(page, 'scores');
    await page.press('Escape');
    await page.tap('#watch');
    await page.sees('depth 3, level 2, away');
    await page.sees('and 1 more');
    await expectNoViolation(page, 'who plays');
    assert.equal(await page.eval('document.querySelectorAll("#dialog-body button").length'), 1);
    await page.tap('#dialog-body button');
    await page.until('document.documentElement.dataset.watching === "yes"');
    assert.deepEqual(server.peer.got.at(-1), ['Session.Watch', { name: 'Brom' }]);
    await finish(page);
    const { lists } = server;
    server.lists = {};
    const late = await browser.open(server.url, 'laptop');
    await late.sees('players are inside');
    await late.click('#best');
    await late.sees('The list cannot be read just now.');
    late.troubles = late.troubles.filter((text) => !/404/.test(text));
    await finish(late);
    server.lists = lists;
});

check('a question has one primary answer, and nothing beside it that is one', async () => {
    const page = await fillForm('Newone');
    await page.press('Enter');
    await page.sees('Make a new one?');
    const lead = await page.eval(`(() => { const buttons = [...document.querySelectorAll('#door button')].filter((one) => one.offsetParent !== null);
        const colour = getComputedStyle(document.querySelector('#yes')).backgroundColor;
        return buttons.filter((one) => getComputedStyle(one).backgroundColor === colour).map((one) => one.id); })()`);
    assert.deepEqual(lead, ['yes']);
    await page.click('#answer-back');
    await page.until('document.querySelector("#enter").offsetParent !== null');
    await finish(page);
});

check('"Words only" that is pressed can be read', async () => {
    const page = await browser.open(server.url, 'laptop');
    await page.sees('players are inside');
    await page.click('#words-only');
    const { colour, ground } = await page.eval(
        '(({ color, backgroundColor }) => ({ colour: color, ground: backgroundColor }))(getComputedStyle(document.querySelector("#words-only")))',
    );
    assert.notEqual(colour, ground);
    assert.notEqual(ground, 'rgba(0, 0, 0, 0)');
    assert.equal(
        await page.eval('document.querySelector("#words-only").getAttribute("aria-describedby")'),
        'words-note',
    );
    await finish(page);
});

check('an invitation to a party is accepted by a button, and from the menu', async () => {
    const page = await enter('phone');
    server.peer.message('Group', { leader: '', members: [] });
    server.peer.say('Brom invites you to a party. party join accepts.');
    await page.until('document.querySelector("#offer").offsetParent !== null');
    await page.tap('#menu');
    await page.sees("Join Brom's party");
    await page.tap('#dialog-close');
    await page.tap('#offer-yes');
    await waitSent('party join', page);
    await page.tap('#menu');
    await pressButton(page, 'Party');
    await page.sees('Invite to a party');
    await pressButton(page, 'Brom');
    await waitSent('party invite Brom', page);
    assert.equal(await page.eval('document.querySelector("#offer").offsetParent'), null);
    await finish(page);
});

check('gifts, trades and duels are answered by buttons, and a trade is made by them', async () => {
    const page = await enter('phone');
    const isClosed = 'document.querySelector("#offer").offsetParent === null';
    const press = (name) =>
        page.eval(
            `[...document.querySelectorAll('#offer-answers button')].find((one) => one.textContent === '${name}').click()`,
        );
    server.peer.say('Brom offers you 3 darts. The word accept takes the gift.');
    await page.sees('Brom offers you 3 darts.');
    await page.tap('#offer-yes');
    await waitSent('accept Brom', page);
    await page.until(isClosed);
    server.peer.say('Brom asks you to a duel: duel Brom agrees to it, duel no refuses.');
    await page.sees('Brom asks you to a duel.');
    await page.tap('#menu');
    await pressButton(page, 'No duel with Brom');
    await waitSent('duel no', page);
    await page.until(isClosed);
    server.peer.say('Brom asks you to trade: trade Brom agrees to it, trade no refuses.');
    await page.sees('Brom asks you to trade.');
    await press('Trade');
    await waitSent('trade Brom', page);
    server.peer.say('You trade with Brom: trade add THING and trade gold 20 lay down what you give.');
    await page.sees('You trade with Brom.');
    await press('Add');
    await page.sees('Give what?');
    await page.tap('#dialog-body button');
    await waitSent('trade add a', page);
    await press('Gold');
    await page.fill('#asked', '20');
    await page.press('Enter');
    await waitSent('trade gold 20', page);
    server.peer.say('You give 20 gold. Brom gives a helm. Brom has said yes: trade yes agrees.');
    await page.sees('You give 20 gold. Brom gives a helm. Brom has said yes.');
    await press('Agree');
    await waitSent('trade yes', page);
    assert.equal(await page.eval(isClosed), false);
    server.peer.say('The trade is done.');
    await page.until(isClosed);
    await finish(page);
});

check('features of one name are one row, which leads to the nearest', async () => {
    const page = await enter();
    const statue = (n, x) => ({ n, kind: 'feature', glyph: '8', name: 'statue', x, y: 5, seen: true });
    const row = () =>
        page.eval(
            '[...document.querySelectorAll("#view-list li")].map((one) => one.textContent).filter((one) => one.includes("statue"))',
        );
    const press = () =>
        page.eval(
            '[...document.querySelectorAll("#view-list li")].find((one) => one.textContent.includes("statue")).querySelector("button").click()',
        );
    server.peer.message('Dungeon.Things', [statue(1, 31), statue(2, 28), statue(3, 33)]);
    await page.until('document.querySelector("#view-list").textContent.includes("statue (3)")');
    assert.deepEqual(await row(), ['8statue (3)4e, 4 east, remembered']);
    await press();
    await waitSent('travel 28,5', page);
    server.peer.message('Dungeon.Things', [statue(1, 31), statue(3, 33)]);
    await page.until('document.querySelector("#view-list").textContent.includes("statue (2)")');
    await press();
    await waitSent('travel 31,5', page);
    await finish(page);
});

check('in a duel the likeliest deed strikes the rival', async () => {
    const page = await enter('phone');
    const middle = 'document.querySelector("[data-key=context]").textContent';
    server.peer.message('Room.Actors', []);
    server.peer.say('Brom begins a duel with you. A step into the other strikes, and nothing is lost.');
    await page.sees('You duel with Brom.');
    assert.notEqual(await page.eval(middle), 'Strike');
    for (let i = 0; i < 2; i++) await page.tap('.arrow[data-key=east]');
    await page.until(`${middle} === 'Strike'`);
    await page.tap('[data-key=context]');
    await waitSent('east', page);
    server.peer.say('You win the duel with Brom: both have their health back.');
    await page.until(`${middle} !== 'Strike'`);
    await finish(page);
});

check('a number chooses a row of a numbered list, with a second digit too', async () => {
    const page = await enter();
    const list = Array.from({ length: 13 }, (_, i) => `${i + 1} Door, closed, ${i + 2} east.`);
    const show = () =>
        server.peer.message('Page.Show', { title: 'list', text: `${list.join('\n')}\n` });
    show();
    await page.sees('Door, closed, 14 east.');
    await page.press('3');
    await waitSent('go 3', page);
    show();
    await page.until('document.querySelector("dialog").open');
    await page.press('1');
    await page.press('2');
    await waitSent('go 12', page);
    show();
    await page.until('document.querySelector("dialog").open');
    await page.press('1');
    await page.press('Enter');
    await waitSent('go 1', page);
    await finish(page);
});

check('the menu swears the oath only when asked twice, and shows the cards of a player', async () => {
    const page = await enter('phone');
    await page.tap('#menu');
    await pressButton(page, 'Oath');
    await page.sees('your death ends this life');
    assert.equal(await page.eval('document.activeElement.textContent'), 'Not now');
    await pressButton(page, 'Swear the oath');
    await waitSent('vow yes', page);
    for (const [name, line] of [
        ['Assist', 'assist Brom'],
        ['Guard', 'guard Brom'],
        ['Trade', 'trade Brom'],
        ['Duel', 'duel Brom'],
    ]) {
        await page.tap({ x: 27, y: 5 }, 500);
        await page.sees('Follow');
        await pressButton(page, name);
        await waitSent(line, page);
    }
    await page.tap('#menu');
    await pressButton(page, 'Epitaph');
    await page.fill('#asked', 'Here lies Ada.');
    await page.press('Enter');
    await waitSent('epitaph Here lies Ada.', page);
    await page.tap('#menu');
    await pressButton(page, 'Give to the Gate');
    await page.fill('#asked', '15');
    await page.press('Enter');
    await waitSent('offer 15', page);
    await finish(page);
});

check('one buys at a stall by taps alone, and prices stand in the row', async () => {
    const page = await enter('phone');
    server.peer.putStall();
    await page.until('document.querySelector("[data-key=context]").textContent === "Trade"');
    await page.tap('[data-key=context]');
    await waitSent('buy', page);
    await page.sees('The pedlar sells:');
    const heights = await page.eval(
        '[...document.querySelectorAll("dialog .stack .row-button")].map((row) => row.getBoundingClientRect().height)',
    );
    assert.deepEqual(heights.map((height) => height <= 48), [true, true, false]);
    assert.deepEqual(
        await page.eval('[...document.querySelectorAll("dialog .price, dialog .gain")].map((one) => one.textContent)'),
        ['30', '120', 'armour 3, yours 2', '30'],
    );
    assert.ok(await page.eval('document.querySelector("dialog .dear").textContent.includes("120")'));
    await page.tap('dialog .stack .row-button');
    await waitSent('buy 1', page);
    await finish(page);
});

check('what can be done here is a button with its key where a mouse is', async () => {
    const page = await enter('laptop');
    const says = (text) => page.until(`document.querySelector("#deed").textContent === "${text}"`);
    await says('Fight Tab');
    await page.click('#deed');
    await waitSent('attack', page);
    server.peer.putStall();
    await says('Trade $');
    await page.click('#deed');
    await waitSent('buy', page);
    await page.until('document.querySelector("dialog").open');
    await page.press('Escape');
    const stairs = server.peer.at.y * MAP[0].length + server.peer.at.x;
    server.peer.records(cells(1, [{ skip: stairs, count: 2, same: true, data: [128 + 5] }]));
    await says('Go down >');
    await page.press('>', { shift: true });
    await waitSent('descend', page);
    await finish(page);
    const phone = await enter('phone');
    assert.equal(await phone.eval('document.querySelector("#deed").offsetParent'), null);
    await finish(phone);
});

check('the players online are rows to tap, also those who are far', async () => {
    const page = await enter('phone');
    await page.tap('#menu');
    await pressButton(page, 'Who');
    await page.sees('4 players online. and 1 more.');
    assert.equal(await page.text('dialog .stack'), 'Ada (you), depth 1 (guest)Bromdepth 1Cecildepth 3 (away)');
    await page.tap('dialog .row-button:last-of-type');
    await page.sees('Where are they?');
    await pressButton(page, 'Invite to a party');
    await waitSent('party invite Cecil', page);
    await finish(page);
});

check('what is made better by a scroll is chosen from what is worn', async () => {
    const page = await enter('phone');
    await page.tap('[data-key=pack]');
    await page.until('document.querySelector("dialog").open');
    await page.eval(
        '[...document.querySelectorAll("dialog .row-button")].find((row) => row.textContent.includes("tempering")).click()',
    );
    await pressButton(page, 'Read');
    await page.sees('Temper what?');
    await page.tap('dialog .stack .row-button');
    await waitSent('read c on n', page);
    await finish(page);
});

check('who has fallen is told so, and yields or is raised by taps', async () => {
    const page = await enter('phone');
    server.peer.fallen = 1;
    vitals({ hp: 1 });
    server.peer.sendBodies();
    await page.until('document.querySelector("#state").textContent === "FALLEN"');
    await page.until('document.querySelector("#danger").textContent.startsWith("You have fallen.")');
    await page.until('document.querySelector("[data-key=context]").textContent === "Yield"');
    await page.tap('[data-key=context]');
    await page.until('document.activeElement.textContent === "Wait to be raised"');
    await pressButton(page, 'Yield');
    await waitSent('yield', page);
    await page.tap('[data-key=context]');
    await page.until('document.querySelector("dialog").open');
    server.peer.fallen = 2;
    vitals({ hp: 14 });
    server.peer.sendBodies();
    await page.until('!document.querySelector("dialog").open');
    await page.until('document.querySelector("#danger").textContent === ""');
    await page.tap({ x: 27, y: 5 }, 500);
    await page.sees('Follow');
    await pressButton(page, 'Raise');
    await waitSent('raise Brom', page);
    await finish(page);
});

check('the inventory that is asked for in words is the dialog with its actions', async () => {
    const page = await enter('laptop');
    await page.press(':');
    await page.type('inventory');
    await page.press('Enter');
    await page.until('document.querySelector("dialog").open');
    await page.until('document.querySelectorAll("#dialog-body button").length > 2');
    assert.equal(await page.eval('document.querySelector("#dialog-body pre")'), null);
    await finish(page);
});

check('watching begins by a tap on a row, and has a way out', async () => {
    const page = await browser.open(server.url, 'phone');
    await page.sees('players are inside');
    await page.tap('#watch');
    await page.tap('#dialog-body button');
    await page.until('document.documentElement.dataset.watching === "yes"');
    await page.sees('Watching Ada');
    assert.equal(await page.eval('document.querySelector("#hp").offsetParent'), null);
    await page.tap('#menu');
    await page.until('document.querySelector("dialog").open');
    assert.ok((await page.eval('document.querySelectorAll("dialog .entry").length')) <= 6);
    await page.tap('#dialog-close');
    await page.tap('#stop-watching');
    await waitSent('q', page);
    await finish(page);
});

check('a guest chooses a name in a dialog, and has nobody to tell anything', async () => {
    const page = await enter('phone');
    await page.tap('#menu');
    await pressButton(page, 'Keep this player');
    await page.until('document.activeElement.id === "asked"');
    await page.type('Berta');
    await page.press('Enter');
    await waitSent('claim Berta', page);
    await page.tap({ x: 27, y: 5 }, 500);
    await page.sees('Follow');
    assert.ok(!(await page.text('dialog')).includes('Tell'));
    await page.tap('#dialog-close');
    await page.tap({ x: 21, y: 3 }, 500);
    await page.sees('Attack');
    assert.ok(!(await page.text('dialog')).includes('Fire at it'));
    await finish(page);
});

check('Stop is Explore again as soon as the errand is over', async () => {
    const page = await enter('phone');
    const isCalled = (word, ms) =>
        page.until(`document.querySelector('[data-key=explore]').textContent === '${word}'`, ms);
    await page.tap('[data-key=explore]');
    await isCalled('Stop');
    await pause(700);
    assert.equal(await page.text('[data-key=explore]'), 'Stop');
    server.peer.endErrand('All explored.');
    await page.sees('All explored.');
    await pause(150);
    assert.equal(await page.text('[data-key=explore]'), 'Explore');
    await page.tap('[data-key=explore]');
    await isCalled('Stop');
    server.peer.message('Room.Actors', [{ ...rat, id: 65550, dx: 4 }]);
    await isCalled('Explore');
    server.peer.endErrand('Not while a foe is near.');
    await finish(page);
});

check('an alert goes away when the last foe has', async () => {
    const page = await enter();
    vitals({ hp: 4 });
    await page.until('document.querySelector("#danger").textContent !== ""');
    server.peer.message('Room.Actors', []);
    await page.until('document.querySelector("#danger").textContent === ""');
    await finish(page);
});

check('an alert is below the target at any size', async () => {
    for (const size of ['small', 'phone', 'tablet', { width: 1024, height: 768, scale: 1, touch: false }]) {
        const page = await enter(size);
        const many = [1, 2, 3, 4].map((n) => ({ ...rat, name: 'hooded drudge slinger', id: n, dx: -n, danger: 'deadly', target: n === 1 }));
        server.peer.message('Room.Actors', many);
        vitals({ hp: 4 });
        await page.until('document.querySelector("#target").textContent.includes("+3")');
        await page.until('document.querySelector("#danger").textContent !== ""');
        await page.until(`(() => { const box = (id) => document.getElementById(id).getBoundingClientRect();
            return box('danger').top >= box('target').bottom && box('danger').right <= innerWidth; })()`);
        await finish(page);
    }
});

/* The texts of elements of a selector that are cut off or reach out of their parent. */
function cutOf(page, selector) {
    return page.eval(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => {
        const box = one.getBoundingClientRect();
        const parent = one.parentElement.getBoundingClientRect();
        return box.width > 0 && (one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 || box.right > parent.right + 1);
    }).map((one) => one.textContent)`);
}

/* The texts of keys with a word broken over two lines, or too wide for the key. */
function brokenOf(page) {
    return page.eval(`[...document.querySelectorAll('.key')].filter((key) => {
        const range = document.createRange();
        if (!key.firstChild || key.offsetParent === null) return false;
        range.selectNodeContents(key);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
        const box = range.getBoundingClientRect();
        const outer = key.getBoundingClientRect();
        return lines > key.textContent.split(' ').length || box.left < outer.left + 1 || box.right > outer.right - 1;
    }).map((key) => key.textContent)`);
}

check('nothing of the bar, the target or the keys is cut on phones and tablets', async () => {
    for (const [width, height] of [
        [360, 640],
        [390, 844],
        [820, 1180],
    ]) {
        const page = await enter({ width, height, scale: 2, touch: true });
        server.peer.message('Char.Name', { name: 'Civilmapleleaves', fullname: '' });
        await page.until('document.querySelector("#name").textContent.startsWith("Civil")');
        assert.deepEqual(await cutOf(page, '#state, #hp, #level-of, #target > :not(.cut)'), [], `${width}`);
        for (const [dx, word] of [
            [-1, 'Attack'],
            [-3, 'Fight'],
        ]) {
            server.peer.message('Room.Actors', [{ ...rat, dx }]);
            await page.until(
                `document.querySelector("[data-key=context]").textContent === "${word}"`,
            );
            assert.deepEqual(await brokenOf(page), [], `${width}`);
        }
        vitals({ level: 12, state: 'running' });
        await page.until('document.querySelector("#level-of").textContent === "L12"');
        assert.deepEqual(await cutOf(page, '#state, #hp, #level-of'), [], `${width}`);
        await finish(page);
    }
});

check('a foe that is off the screen has a direction', async () => {
    const page = await enter('phone');
    server.peer.message('Room.Actors', [{ ...rat, dx: 30, dy: 0 }]);
    await page.until('document.querySelector("#target .narrow:last-of-type")');
    await page.until('document.querySelector("#target").innerText.includes("30e")');
    assert.ok((await page.eval('undercroft.beyond(30, 0)')) !== null);
    assert.equal(await page.eval('undercroft.beyond(1, 0)'), null);
    await finish(page);
});

check('panels that a small screen leaves out are right once there is room for them', async () => {
    const page = await enter('phone');
    server.peer.message('Dungeon.Things', [
        { n: 1, kind: 'feature', glyph: '?', name: 'shrine', x: 30, y: 5, seen: true },
    ]);
    await page.resize({ width: 1280, height: 800, scale: 1, touch: true });
    await page.until('document.querySelector("#view-list").textContent.includes("shrine")');
    await finish(page);
});

check('what is in view comes first, and little is remembered', async () => {
    const page = await enter();
    const thing = (n, name, x, seen) => ({ n, kind: 'feature', glyph: '?', name, x, y: 5, seen });
    server.peer.message('Dungeon.Things', [
        thing(1, 'shrine', 30, true),
        ...[1, 2, 3, 4, 5, 6].map((i) => thing(i + 1, `niche ${i}`, 24 - i, false)),
        thing(8, 'stairs down', 60, false),
    ]);
    await page.until('document.querySelector("#view-list").textContent.includes("niche")');
    const rows = await page.eval(
        '[...document.querySelectorAll("#view-list .grow")].map((one) => one.textContent)',
    );
    assert.deepEqual(rows, [
        ...['Brom', 'shrine', 'niche 1', 'niche 2', 'niche 3', 'niche 4'],
        'stairs down',
    ]);
    await finish(page);
});

check('the sheet of a death is ended by Enter or its button, and tells the server so', async () => {
    const ended = () => server.peer.got.filter(([name, value]) => name === 'Input.Line' && value.text === 'wake').length;
    for (const end of [(page) => page.press('Enter'), (page) => page.click('dialog .stack-end')]) {
        const page = await enter();
        server.peer.message('Page.Show', {
            title: 'you died',
            text: 'A rust beetle killed you.\nwake goes on.\n',
            ends: 'wake',
        });
        await page.sees('A rust beetle killed you.');
        await page.press('h');
        assert.ok(await page.eval('document.querySelector("dialog").open'));
        await end(page);
        await page.until('!document.querySelector("dialog").open');
        for (let i = 0; i < 50 && ended() === 0; i++) await pause(100);
        assert.equal(ended(), 1);
        await finish(page);
    }
});

check('a foe takes two lines, and bars of a party are not those of foes', async () => {
    const page = await enter({ width: 1280, height: 800, scale: 1, touch: false });
    await page.until('document.querySelectorAll("#foe-list li").length === 3');
    const heights = await page.eval(
        '[...document.querySelectorAll("#foe-list li")].map((one) => one.getBoundingClientRect().height)',
    );
    assert.ok(
        heights.every((height) => height <= 56),
        heights.join(),
    );
    const bars = await page.eval(
        '["#foe-list", "#party-list"].map((list) => getComputedStyle(document.querySelector(`${list} .meter i`)).backgroundColor)',
    );
    assert.notEqual(bars[0], bars[1]);
    await finish(page);
});

check('fingers have room: rows, filters and keys are 44 pixels high', async () => {
    for (const size of ['phone', 'tablet']) {
        const page = await enter(size);
        if (size === 'phone') await page.tap('[data-key=say]');
        await page.until('document.querySelector("#filters").offsetParent !== null');
        const low = await page.eval(
            '[...document.querySelectorAll("button")].filter((one) => one.offsetParent !== null && one.getBoundingClientRect().height < 43.5).map((one) => one.textContent || one.getAttribute("aria-label"))',
        );
        assert.deepEqual(low, [], size);
        if (size === 'phone') {
            await page.tap('#news-close');
            await page.until('document.querySelector("#say").offsetParent === null');
        }
        await finish(page);
    }
});

check('without a map a foe is chosen from the list, and Go down goes down on the stairs', async () => {
    const page = await enter('laptop', { words: true });
    assert.equal(await page.eval('undercroft.self'), null);
    const press = async (selector) => {
        await page.eval(`document.querySelector(${JSON.stringify(selector)}).focus()`);
        await page.press('Enter');
    };
    await press('#foe-list .row-button');
    await page.sees('Cellar rat, 2 west 1 south');
    await page.press('Enter');
    await waitSent('attack cellar rat', page);
    await page.eval('document.querySelector("#menu").click()');
    await pressButton(page, 'Throw one');
    await page.sees('Throw at which foe?');
    await page.press('2');
    await waitSent('throw b at 2', page);
    assert.equal(await page.eval('document.activeElement.id'), 'line');
    const goDown = '#deeds button:nth-of-type(10)';
    await press(goDown);
    await waitSent('travel down', page);
    const near = (name) => ({ n: 1, kind: 'stairs', name, x: 5, y: 5, dx: 0, dy: 0, seen: true });
    server.peer.message('Dungeon.Things', [near('stairs down')]);
    await page.until('document.querySelector("#view-list").textContent.includes("here")');
    await press(goDown);
    await waitSent('descend', page);
    server.peer.message('Dungeon.Things', [near("pedlar's stall")]);
    await page.until('document.querySelector("#view-list").textContent.includes("stall")');
    await page.eval('document.querySelector("#menu").click()');
    await pressButton(page, 'Trade');
    await waitSent('buy', page);
    await finish(page);
});

check('the face without a map forgets where one stood, and the map comes back with it', async () => {
    const page = await enter('laptop');
    const goTo = async (face) => {
        await page.click('#menu');
        await pressButton(page, face);
    };
    await goTo('Words only');
    await page.until('undercroft.self === null');
    await goTo('Map');
    await page.until('undercroft.self !== null && undercroft.isTrue(24, 5)');
    await finish(page);
});

check('a mouse leaves the keys with the map, behind a dialog too', async () => {
    const page = await enter('laptop');
    for (const opener of ['#menu', '#foe-list .row-button', '#pack-list .row-button']) {
        await page.click(opener);
        await page.until('document.querySelector("dialog").open');
        await page.press('Escape');
        await page.until('!document.querySelector("dialog").open');
        await page.press('v');
        await waitSent('look', page);
        await page.until('document.querySelector("dialog").open');
        await page.press('Escape');
        await page.press('.');
        await waitSent('wait', page);
    }
    await page.click('#zoom-in');
    await page.press('o');
    await waitSent('explore', page);
    await finish(page);
});

check('the filter for operators is there once one has spoken', async () => {
    const page = await enter();
    assert.equal(await page.eval('document.querySelector("#operators").hidden'), true);
    server.peer.say('Rain says to all: Hello.', 4, 20);
    await page.until('!document.querySelector("#operators").hidden');
    await finish(page);
});

check('help tells what fingers do where there are some, and how the log is read by ear', async () => {
    const page = await enter('phone');
    await page.tap('#menu');
    await pressButton(page, 'Help');
    for (const words of [
        'The stairs down lead to more',
        '"+8 experience" is the reward of a deed',
        'Hold a finger on a cell',
        'Tap with two fingers',
        'Hold the middle key',
    ])
        await page.sees(words);
    await finish(page);
    const words = await enter('laptop', { words: true });
    await words.eval(
        '[...document.querySelectorAll("#deeds button")].find((one) => one.textContent === "Menu").click()',
    );
    await words.eval(
        '[...document.querySelectorAll("dialog button")].find((one) => one.textContent === "Help").click()',
    );
    await words.sees('Alt and Up or Down');
    await words.sees('1 to 9 in the log');
    await finish(words);
});

check('the place can be read though text is twice as large and the log is open', async () => {
    const page = await enter('phone');
    await page.eval(`document.documentElement.style.fontSize = '200%'; 0`);
    await page.tap('[data-key=say]');
    await page.until('document.querySelector("#say").offsetParent !== null');
    const { bar, news } = await page.eval(
        '({ bar: document.querySelector("#bar").getBoundingClientRect().bottom, news: document.querySelector("#news").getBoundingClientRect().top })',
    );
    assert.ok(news >= bar - 1, `${news} ${bar}`);
    await finish(page);
});

/* How bright the middle of a cell is, from 0 to 255. */
function brightness(page, x, y) {
    return page.eval(`(() => { const map = document.querySelector('#map'); const box = map.getBoundingClientRect();
        const at = undercroft.pixelOf(${x}, ${y}); const scale = map.width / box.width;
        const [r, g, b] = map.getContext('2d').getImageData(Math.round((at.x - box.left) * scale) + 3, Math.round((at.y - box.top) * scale) + 3, 1, 1).data;
        return 0.2126 * r + 0.7152 * g + 0.0722 * b; })()`);
}

check('in the light theme lit floor, remembered floor and the unknown are told apart', async () => {
    const page = await enter('laptop', { scheme: 'light' });
    const lit = await brightness(page, 26, 4);
    const past = await brightness(page, 6, 3);
    const unknown = await brightness(page, 33, 13);
    assert.ok(lit - unknown > 20 && unknown - past > 10, `${lit} ${unknown} ${past}`);
    await finish(page);
});

check('in the light theme what grows or lies on lit floor is to be read', async () => {
    const page = await enter('laptop', { scheme: 'light' });
    const at = 4 * MAP[0].length + 26;
    server.peer.records(cells(1, [{ skip: at, count: 1, same: true, data: [128 + 15] }]));
    await page.until('undercroft.cell(26, 4).tile === 15 && undercroft.isTrue(26, 4)');
    const [dark, bright] = await page.eval(`(() => { const map = document.querySelector('#map'); const box = map.getBoundingClientRect();
        const scale = map.width / box.width; const at = undercroft.pixelOf(26, 4); const all = [];
        const data = map.getContext('2d').getImageData((at.x - box.left) * scale - 7, (at.y - box.top) * scale - 7, 14, 14).data;
        for (let i = 0; i < data.length; i += 4) all.push(0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2]);
        return [Math.min(...all), Math.max(...all)]; })()`);
    assert.ok(bright - dark > 80, `${dark} ${bright}`);
    await finish(page);
});

check('a tap on the newest lines opens the log on a phone', async () => {
    const page = await enter('phone');
    await page.tap('#log');
    await page.until('document.querySelector("#say").offsetParent !== null');
    await finish(page);
});

await run({ before: () => begin(process.argv[2]), after: end, limitMs: 120000 });
