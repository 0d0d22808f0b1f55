/*
 * The page in Chromium before a real undercroftd: entering, walking, doors, stairs, talk with
 * telnet, lost lines in every state, restarts, and every cell as the server meant it.
 *
 * Usage: [CELL_WORDS=300] node live.mjs FOLDER-OF-PROGRAMS [WORD...]
 */
import { Browser } from './support/chromium.mjs';
import { closeClean } from './support/clean.mjs';
import { Server, Telnet } from './support/server.mjs';
import { SlowLine } from './support/slow.mjs';
import { assert, check, run } from './support/suite.mjs';

const PASSWORD = 'long enough';
const CELL_WORDS = Number(process.env.CELL_WORDS ?? 25); /* on each size */
let browser;
let server;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function begin(size, options = {}) {
    const page = await browser.open(server.url, size, options);
    await page.sees('inside');
    assert.ok(!(await page.eval('document.body.innerText')).includes('also work here'));
    if (options.words) await page.click('#words-only');
    return page;
}

async function logIn(page, name, password = PASSWORD) {
    await page.fill('#login-name', name);
    await page.fill('#login-password', password);
    await page.press('Enter');
}

const isIn = 'document.documentElement.dataset.view === "play"';
const hasMap = `${isIn} && undercroft.self !== null`;

async function makeDelver(page, name) {
    await logIn(page, name);
    await page.sees('Make a new one?');
    await page.click('#yes');
    await page.sees('once more');
    await page.fill('#answer', PASSWORD);
    await page.press('Enter');
    await page.until(isIn);
}

async function enter(size, name, options = {}) {
    const page = await begin(size, options);
    await makeDelver(page, name);
    if (!options.words) await page.until(hasMap);
    return page;
}

/* A line of words, and its answer. */
async function say(page, text) {
    await page.eval(`(() => { const line = document.querySelector('#line'); line.value = ${JSON.stringify(text)};
        document.querySelector('#say').requestSubmit(); })()`);
    await page.until('undercroft.answered.answered >= undercroft.answered.sent');
}

/* Waits until all lines are answered and done. An action may wait for its turn after its answer, so
   the delver has to stand still for `stillMs`, which has to be longer than the line's delay. */
async function settle(page, stillMs = 150) {
    await page.until('undercroft.answered.answered >= undercroft.answered.sent');
    let before = '';
    for (let i = 0; i < 100; i++) {
        const now = await page.eval('JSON.stringify(undercroft.self)');
        if (now === before) return;
        before = now;
        await pause(stillMs);
    }
}

async function finish(page, allowed) {
    await closeClean(page, server, allowed);
}

/* Every cell of the page against what the server meant, and the pixels against their pictures. */
async function expectCells(page, name) {
    const { view } = await server.ask('inspect', 'player', name);
    assert.ok(view !== undefined, 'inspect has no view');
    const meant = view.cells.flatMap((row) => row.match(/../g).map((cell) => parseInt(cell, 16)));
    const drawn =
        await page.eval(`(() => { const { width, height } = undercroft.size; const out = [];
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) { const cell = undercroft.cell(x, y); out.push(cell.tile | (cell.seen ? 128 : 0)); }
        return out; })()`);
    assert.equal(drawn.length, meant.length);
    assert.deepEqual(drawn, meant);
    const wrong =
        await page.eval(`(() => { const { width, height } = undercroft.size; let wrong = 0;
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (undercroft.isTrue(x, y) === false) wrong++;
        return wrong; })()`);
    assert.equal(wrong, 0);
    const [id, x, y] = view.bodies[0];
    assert.deepEqual(
        await page.eval('[undercroft.self.id, undercroft.self.x, undercroft.self.y]'),
        [id, x, y],
    );
}

check('a new delver walks by keys, and is where the server has them', async () => {
    const page = await enter('laptop', 'Ada');
    await page.sees('Welcome');
    for (const key of ['l', 'j', 'h', 'k', 'ArrowRight', 'y', 'n', '2']) {
        await page.press(key);
        await settle(page);
    }
    await expectCells(page, 'Ada');
    await finish(page);
});

check('a wrong password is refused in words, and the right one enters', async () => {
    const page = await enter('laptop', 'Olga');
    await page.press('Q');
    await page.until(
        'document.documentElement.dataset.view === "door" && document.querySelector("#online").textContent.includes("inside")',
    );
    await logIn(page, 'Olga', 'not the right one');
    await page.until(
        'document.querySelector("#said p.bad") && !document.querySelector("#question").hidden',
    );
    await page.fill('#answer', PASSWORD);
    await page.press('Enter');
    await page.until(hasMap);
    await finish(page);
});

check('exploring opens doors, finds stairs, and goes down them', async () => {
    const page = await enter('laptop', 'Brom');
    const isOnStairs = 'document.querySelector("[data-key=stairs]").textContent === "Go down"';
    for (let i = 0; i < 80 && !(await page.eval(isOnStairs)); i++) {
        await page.press('o');
        await settle(page);
        await say(page, 'travel down');
        await settle(page);
    }
    await expectCells(page, 'Brom');
    assert.ok(
        (await page.text('#log')).includes(
            'The > leads down: a click or a tap walks there, another one goes down.',
        ),
    );
    const takeStairs = async (take, depth) => {
        await take();
        await page.until(`document.querySelector("#place").textContent.endsWith("depth ${depth}")`);
        await settle(page);
        await expectCells(page, 'Brom');
    };
    await takeStairs(() => page.press('>'), 2);
    await takeStairs(() => page.press('<'), 1);
    await takeStairs(async () => page.click(await page.eval('undercroft.self')), 2);
    await takeStairs(() => page.press('<'), 1);
    await finish(page);
});

const WORDS = [
    'explore',
    'north',
    'east',
    'south',
    'west',
    'northeast',
    'southwest',
    'explore',
    'run east',
    'run north',
    'open',
    'close',
    'rest',
    'travel back',
    'explore',
    'travel up',
];

for (const size of ['laptop', 'phone', 'tablet', 'small', 'wall'])
    check(`cells are those that the server meant, after many words on a ${size}`, async () => {
        const name = `Walker${size.slice(0, 3)}`;
        const page = await enter(size, name);
        let seed = 5 + size.length * 1000;
        for (let i = 0; i < CELL_WORDS; i++) {
            seed = (seed * 1103515245 + 12345) & 0x7fffffff;
            await say(page, WORDS[(seed >> 8) % WORDS.length]);
            await pause(60);
        }
        await say(page, 'cancel');
        await settle(page);
        await expectCells(page, name);
        await finish(page);
    });

check('two pages and a telnet hear each other', async () => {
    const one = await enter('laptop', 'Cai');
    const two = await enter('phone', 'Dag');
    const telnet = new Telnet(server.port);
    await telnet.enter('Edda');
    await say(one, 'chat hello from a laptop');
    await two.sees('hello from a laptop');
    await telnet.sees('hello from a laptop');
    telnet.say('tell Dag only for you');
    await two.sees('only for you');
    assert.ok(!(await one.eval('document.body.textContent.includes("only for you")')));
    assert.equal(
        await two.eval(
            '[...document.querySelectorAll("#log p")].find((line) => line.textContent.includes("only for you")).dataset.kind',
        ),
        'tell',
    );
    telnet.say('chat <b>&amp;</b>');
    await one.sees('<b>&amp;</b>');
    telnet.close();
    await finish(one);
    await finish(two);
});

/* Until the cell has stayed where it is on the screen: bars and hints that come move the map. */
async function rests(page, { x, y }) {
    const at = () => page.eval(`JSON.stringify(undercroft.pixelOf(${x}, ${y}))`);
    let was = '';
    for (let same = 0; same < 5;) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        const is = await at();
        same = is === was ? same + 1 : 0;
        was = is;
    }
}

check('a tap on the map walks there', async () => {
    const page = await enter('phone', 'Fay');
    const cells = await page.eval(`(() => { const { x, y } = undercroft.self; const out = [];
        for (let dx = -5; dx <= 5; dx++) for (let dy = -5; dy <= 5; dy++) { const cell = undercroft.cell(x + dx, y + dy);
            if (cell && cell.seen && cell.glyph === '.' && Math.max(Math.abs(dx), Math.abs(dy)) > 2) out.push({ x: x + dx, y: y + dy }); } return out; })()`);
    assert.ok(cells.length > 0);
    await rests(page, cells[0]);
    await page.tap(cells[0]);
    await page.until(`undercroft.self.x === ${cells[0].x} && undercroft.self.y === ${cells[0].y}`);
    await finish(page);
});

check('the thing here is done by the middle key, and the inventory opens', async () => {
    const page = await enter('phone', 'Gil');
    await page.tap('[data-key=pack]');
    await page.until(
        'document.querySelector("dialog").open && document.querySelectorAll("#dialog-body button").length > 0',
    );
    await page.tap('#dialog-body button');
    await page.until(
        '[...document.querySelectorAll("#dialog-body button")].some((one) => one.textContent === "Drop" || one.textContent === "Take off")',
    );
    await finish(page);
});

check('who and the settings are dialogs over the map', async () => {
    const page = await enter('laptop', 'Hob');
    await say(page, 'who');
    await page.until(
        'document.querySelector("dialog").open && document.querySelector("dialog .stack").textContent.includes("Hob")',
    );
    await page.press('Escape');
    await page.until('!document.querySelector("dialog").open');
    await page.press('=');
    await page.until('document.querySelector(".of-delver select")');
    await page.eval(
        `(() => { const select = document.querySelector('.of-delver select[data-name=hints]'); select.value = 'off'; select.dispatchEvent(new Event('change', { bubbles: true })); })()`,
    );
    await page.press('Escape');
    await page.until('undercroft.answered.answered >= undercroft.answered.sent');
    await page.press('=');
    await page.until(
        'document.querySelector(".of-delver select[data-name=hints]")?.value === "off"',
    );
    await finish(page);
});

check('words only plays by the keyboard alone', async () => {
    const page = await enter('laptop', 'Ina', { words: true });
    assert.equal(await page.eval('document.activeElement.id'), 'line');
    const count = () => page.eval('document.querySelectorAll("#log p").length');
    for (const line of ['look', 'around', 'north', 'south', 'east', 'west', 'list', 'hp']) {
        const before = await count();
        await page.type(line);
        await page.press('Enter');
        await page.until(`document.querySelectorAll("#log p").length > ${before}`);
        assert.equal(
            await page.eval('document.activeElement.id + document.activeElement.value'),
            'line',
        );
    }
    await page.until('/\\d+ of \\d+/.test(document.querySelector("#log").textContent)');
    await finish(page);
});

check(
    'one tap is a guest in play, who comes back as the same one and stays by a claim',
    async () => {
        const page = await begin('phone', {
            features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
        });
        const began = Date.now();
        await page.tap('#enter');
        await page.until(hasMap);
        console.log(`        in play ${Date.now() - began} ms after the tap`);
        const name = await page.text('#name');
        await say(page, 'quit');
        await page.until('document.documentElement.dataset.view === "door"');
        await page.until(
            `document.querySelector("#enter").textContent === "Enter as ${name}" && document.querySelector("#online").textContent.includes("inside")`,
        );
        await page.tap('#enter');
        await page.until(hasMap);
        assert.equal(await page.text('#name'), name);
        await say(page, 'claim Petra');
        for (let i = 0; i < 2; i++) {
            await page.until('document.querySelector("#secret")');
            await page.fill('#secret', PASSWORD);
            await page.press('Enter');
            await page.until(
                '!document.querySelector("#secret") || document.querySelector("#secret").value === ""',
            );
        }
        await page.sees('You are Petra for good.');
        await page.until('document.querySelector("#name").textContent === "Petra"');
        assert.equal(
            await page.eval('JSON.parse(localStorage.getItem("undercroft.1")).guest'),
            null,
        );
        await say(page, 'quit');
        await page.until(
            'document.documentElement.dataset.view === "door" && document.querySelector("#online").textContent.includes("inside")',
        );
        await logIn(page, 'Petra');
        await page.until(hasMap);
        await finish(page);
    },
);

check('anybody may be watched by the address of their page', async () => {
    const page = await enter('laptop', 'Quin');
    const other = await browser.open(`${server.url}watch/Quin`, 'phone');
    await other.until(`${hasMap} && document.documentElement.dataset.watching === "yes"`);
    const place = () => page.eval('JSON.stringify([undercroft.self.x, undercroft.self.y])');
    for (const key of ['l', 'j', 'h']) {
        await page.press(key);
        await settle(page);
    }
    await other.until(
        `JSON.stringify([undercroft.self.x, undercroft.self.y]) === ${JSON.stringify(await place())}`,
    );
    await finish(other);
    await finish(page);
});

check('a line that is cut comes back where it was, without a login', async () => {
    const page = await enter('laptop', 'Jon');
    await page.press('l');
    await settle(page);
    for (let i = 0; i < 3; i++) {
        const place = await page.eval('JSON.stringify([undercroft.self.x, undercroft.self.y])');
        const begun = await page.eval('undercroft.begun');
        await page.eval('undercroft.cut()');
        await page.until(
            `undercroft.begun > ${begun} && undercroft.self !== null && JSON.stringify([undercroft.self.x, undercroft.self.y]) === ${JSON.stringify(place)}`,
        );
        await page.press('k');
        await page.until('undercroft.answered.sent === 1');
        await settle(page);
        await expectCells(page, 'Jon');
    }
    assert.equal(
        await page.eval(
            '[...document.querySelectorAll("#log p")].filter((line) => line.textContent.startsWith("Welcome")).length',
        ),
        1,
    );
    await finish(page);
});

check('a line that is slow, loses and breaks shows in the end what is true', async () => {
    const STILL_MS = 1000;
    const line = await SlowLine.start(Number(server.host.split(':')[1]), {
        delay: 150,
        lossPercent: 5,
    });
    const page = await browser.open(line.url, 'laptop');
    await page.sees('inside');
    await makeDelver(page, 'Slow');
    await page.until(hasMap);
    for (const key of ['l', 'j', 'h', 'k', 'l', 'l', 'u', 'b']) await page.press(key);
    await settle(page, STILL_MS);
    await expectCells(page, 'Slow');
    const begun = await page.eval('undercroft.begun');
    for (const key of ['h', 'h', 'j']) await page.press(key);
    line.cut();
    await page.until(`undercroft.begun > ${begun} && undercroft.self !== null`, 30000);
    await page.press('k');
    await settle(page, STILL_MS);
    await expectCells(page, 'Slow');
    assert.ok(await page.eval('document.querySelector("#lag").hidden === false'));
    await page.close();
    await line.stop();
});

check('a page that watches, and one with an open dialog, come back too', async () => {
    const player = await enter('laptop', 'Tess');
    const watcher = await browser.open(`${server.url}watch/Tess`, 'phone');
    await watcher.until(`${hasMap} && document.documentElement.dataset.watching === "yes"`);
    const seen = await watcher.eval('undercroft.begun');
    await watcher.eval('undercroft.cut()');
    await watcher.until(`undercroft.begun > ${seen} || ${isIn} === false`);
    await player.press('=');
    await player.until('document.querySelector(".of-delver select")');
    const begun = await player.eval('undercroft.begun');
    await player.eval('undercroft.cut()');
    await player.until(`undercroft.begun > ${begun} && undercroft.self !== null`);
    await player.press('Escape');
    await player.press('l');
    await settle(player);
    await expectCells(player, 'Tess');
    await finish(watcher);
    await finish(player);
});

check('a page that was frozen shows what is true when it is back', async () => {
    const page = await enter('laptop', 'Rosa');
    await page.send('Page.setWebLifecycleState', { state: 'frozen' });
    await pause(500);
    await page.send('Page.setWebLifecycleState', { state: 'active' });
    /* A page that thaws counts as hidden, and draws nothing, until it has the focus. */
    await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    await page.until('document.visibilityState === "visible"');
    await page.eval('dispatchEvent(new Event("pageshow")); 0');
    await page.press('j');
    await settle(page);
    await expectCells(page, 'Rosa');
    await finish(page, /Back-Forward Cache/);
});

check('a line that is cut before play begins the page again', async () => {
    const page = await begin('laptop');
    await page.eval('undercroft.cut()');
    await page.sees('inside');
    await logIn(page, 'Kit');
    await page.sees('Make a new one?');
    await page.eval('undercroft.cut()');
    await page.until('!document.querySelector("#login").hidden');
    await makeDelver(page, 'Kit');
    await finish(page);
});

check('who takes over by a login knows all of their delver before the first key', async () => {
    const one = await enter('laptop', 'Berta');
    const two = await begin('laptop');
    await logIn(two, 'Berta');
    await two.until(hasMap);
    await two.until('/^\\d+\\/\\d\\d+$/.test(document.querySelector("#hp").textContent)', 8000);
    await two.until('document.querySelector("#place").textContent.endsWith("depth 1")', 8000);
    await two.until('document.querySelector("#room-name").textContent !== ""', 8000);
    await two.until('document.querySelectorAll("#pack-list li").length > 0', 8000);
    await finish(one);
    await finish(two);
});

check('Stop is there while one explores, and Explore soon after', async () => {
    const page = await enter('phone', 'Runa');
    const name = () => page.text('[data-key=explore]');
    await page.tap('[data-key=explore]');
    await page.until('document.querySelector("[data-key=explore]").textContent === "Stop"');
    const words = [];
    let still = 0;
    let before = '';
    while (still < 8) {
        const now = await page.eval('JSON.stringify(undercroft.self)');
        still = now === before ? still + 1 : 0;
        if (still < 2) words.push(await name());
        before = now;
        await pause(100);
    }
    const stops = words.filter((word) => word === 'Stop').length;
    assert.ok(stops >= words.length * 0.7, words.join(' '));
    assert.equal(await name(), 'Explore');
    await finish(page);
});

check('an invitation is accepted by its button', async () => {
    const page = await enter('laptop', 'Yara');
    const other = await enter('phone', 'Zelda');
    await say(page, 'party invite Zelda');
    await other.until('document.querySelector("#offer").offsetParent !== null');
    await other.tap('#offer-yes');
    await page.sees('Zelda joins the party.');
    await other.resize({ width: 1280, height: 720, scale: 1, touch: true });
    await other.until('document.querySelector("#party-list").textContent.includes("Yara")');
    await finish(other);
    await finish(page);
});

check('prices at a stall are the prices, and what a ware gains stands below its name', async () => {
    const peaceful = server;
    server = await Server.start(process.argv[2]);
    const page = await enter('laptop', 'Vera');
    await say(page, 'travel stall');
    await page.sees("You reach the pedlar's stall.");
    await say(page, 'buy');
    await page.until('document.querySelector("dialog").open');
    const rows = await page.eval(`[...document.querySelectorAll('dialog .stack .row-button')].map((row) =>
        ({ name: row.querySelector('.grow').firstChild.data, gain: row.querySelector('.gain')?.textContent ?? '', price: Number(row.querySelector('.price').textContent) }))`);
    assert.ok(rows.length >= 5);
    assert.ok(rows.some(({ gain }) => gain.includes('yours')));
    for (const { name, price } of rows) assert.ok(!/yours|  /.test(name) && price >= 2, name);
    const cheap = rows.findIndex(({ price }) => price <= 20);
    if (cheap >= 0) {
        await page.eval(`document.querySelectorAll('dialog .stack .row-button')[${cheap}].click()`);
        await page.sees(`for ${rows[cheap].price} gold`);
    }
    await finish(page);
    await server.stop();
    server = peaceful;
});

check('who can be watched is a list of buttons', async () => {
    const page = await enter('laptop', 'Wanda');
    const other = await begin('phone');
    await other.tap('#watch');
    await other.until(
        '[...document.querySelectorAll("dialog .row-button")].some((one) => one.textContent.includes("Wanda"))',
    );
    await other.eval(
        '[...document.querySelectorAll("dialog .row-button")].find((one) => one.textContent.includes("Wanda")).click()',
    );
    await other.until(`${isIn} && document.documentElement.dataset.watching === "yes"`);
    await other.sees('Watching Wanda');
    await other.tap('#stop-watching');
    await other.until('document.documentElement.dataset.view === "door"');
    await finish(other);
    await finish(page);
});

check('a second tab takes over, and the first says so and does not fight', async () => {
    const one = await enter('laptop', 'Lea');
    const two = await begin('laptop');
    await logIn(two, 'Lea');
    await two.until(hasMap);
    await one.until(
        'document.documentElement.dataset.view === "door" && document.querySelector(".said button")',
    );
    await pause(1200);
    assert.equal(await two.eval(isIn), true);
    await finish(one);
    await finish(two);
});

check('quit ends with a word, and the page is ready again', async () => {
    const page = await enter('laptop', 'Max');
    await page.press('Q');
    await page.until('document.documentElement.dataset.view === "door"');
    await page.until('document.querySelector("#said").textContent.trim() !== ""');
    await page.sees('inside');
    await finish(page);
});

check('a page that was visited is there without the server, says so, and comes back', async () => {
    const page = await begin('phone');
    await page.eval('navigator.serviceWorker.ready.then(() => true)');
    await page.go(server.url);
    await page.sees('inside');
    await server.halt();
    await page.go(server.url);
    await page.until('document.querySelector("#no-line").hidden === false');
    await page.sees('No line');
    assert.equal(await page.text('#host-name'), 'Undercroft');
    await server.open(`127.0.0.1:${server.port}`, server.host);
    await page.sees('inside');
    await page.tap('#enter');
    await page.until(hasMap);
    await finish(page, /WebSocket|ERR_CONNECTION_REFUSED|Failed to load|net::/);
});

check('the server restarts, and the page is back without a hand', async () => {
    const page = await enter('laptop', 'Nia');
    await server.restart();
    await page.until(
        'document.documentElement.dataset.view === "door" && document.querySelector("#online").textContent.includes("inside")',
        40000,
    );
    await logIn(page, 'Nia');
    await page.until(hasMap);
    const guest = await begin('phone');
    const idle = await begin('phone');
    await guest.tap('#enter');
    await guest.until(hasMap);
    const name = await guest.text('#name');
    await server.restart();
    await guest.until('undercroft.begun === 2', 40000);
    await guest.until(hasMap);
    assert.equal(await guest.text('#name'), name);
    await idle.until('document.querySelector("#online").textContent.includes("inside")', 40000);
    await idle.until('document.documentElement.dataset.view === "door"');
    for (const other of [guest, idle])
        await finish(other, /WebSocket|ERR_CONNECTION_REFUSED|Failed to load|net::/);
    await finish(page, /WebSocket|ERR_CONNECTION_REFUSED|Failed to load|net::/);
});

await run({
    limitMs: 120000,
    before: async () => {
        server = await Server.start(process.argv[2], ['--population-percent', '0']);
        browser = await Browser.start();
    },
    after: async () => {
        await browser?.stop();
        await server?.stop();
    },
});
