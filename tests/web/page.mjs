/*
 * The page in Chromium before the stand-in server: the view of each state, the lines that keys,
 * clicks and taps send, the words for a screen reader, and no fault by axe-core.
 *
 * Usage: node page.mjs FOLDER [WORD...]     FOLDER has axe-core below node_modules
 */
import { SIZES } from './support/chromium.mjs';
import {
    begin,
    browser,
    end,
    enter,
    expectNoViolation,
    fillForm,
    finish,
    sent,
    server,
    waitSent,
} from './support/pages.mjs';
import { MAP, sceneCells } from './support/standin.mjs';
import { assert, check, run } from './support/suite.mjs';

check('one tap enters, and what to press stands there', async () => {
    const page = await browser.open(server.url, 'phone');
    await page.sees('3 players are inside.');
    const began = Date.now();
    await page.tap('#enter');
    await page.sees('Tap where you want to go');
    assert.ok(Date.now() - began < 10000);
    assert.equal(
        await page.eval('getComputedStyle(document.querySelector(".pad")).display'),
        'flex',
    );
    assert.equal(
        await page.eval(
            '[...document.querySelectorAll(".key:not(.grip)")].every((key) => key.getBoundingClientRect().height >= 44 && key.getBoundingClientRect().width >= 44)',
        ),
        true,
    );
    await finish(page);
});

check('the page is painted in its theme before the modules are there', async () => {
    const page = await browser.open(null, 'laptop', { scheme: 'light' });
    server.held = /^app\/(?!start|look)/;
    try {
        await page.send('Page.navigate', { url: server.url });
        await page.until('performance.getEntriesByName("first-contentful-paint").length === 1');
        assert.equal(
            await page.eval('document.documentElement.dataset.theme + typeof undercroft'),
            'lightundefined',
        );
    } finally {
        server.held = null;
    }
    await page.sees('players are inside');
    await finish(page);
});

check('each cell is drawn as it was sent, and its pixels are those of its picture', async () => {
    for (const size of ['laptop', 'phone', 'wall']) {
        const page = await enter(size);
        const cells = sceneCells();
        const drawn = await page.eval(
            `Array.from({ length: ${cells.length} }, (_, i) => undercroft.cell(i % ${MAP[0].length}, Math.floor(i / ${MAP[0].length})))`,
        );
        drawn.forEach((cell, i) => {
            assert.equal(cell.tile | (cell.seen ? 128 : 0), cells[i]);
        });
        const wrong = await page.eval(
            `Array.from({ length: ${cells.length} }, (_, i) => i).filter((i) => undercroft.isTrue(i % ${MAP[0].length}, Math.floor(i / ${MAP[0].length})) === false)`,
        );
        assert.deepEqual(wrong, [], size);
        await finish(page);
    }
});

check('a step moves the delver, and what was drawn stays true', async () => {
    const page = await enter();
    await page.press('l');
    await waitSent('east', page);
    await page.until('undercroft.self.x === 25');
    await page.press('ArrowDown');
    await page.until('undercroft.self.y === 6');
    await page.until(
        '[24, 25, 26].every((x) => undercroft.isTrue(x, 5) && undercroft.isTrue(x, 6))',
    );
    await finish(page);
});

check('keys are those of the terminal', async () => {
    const page = await enter();
    for (const [key, line] of [
        ['y', 'northwest'],
        ['K', 'run north'],
        ['.', 'wait'],
        ['Z', 'rest'],
        ['o', 'explore'],
        ['c', 'close'],
        ['>', 'descend'],
        ['g', 'get'],
        [';', 'list'],
        ['E', 'danger'],
        ['w', 'swap'],
        ['C', 'score'],
        ['Tab', 'attack'],
        ['A', 'raise'],
        ['S', 'sneak'],
    ]) {
        await page.press(key, { shift: /[A-Z>]/.test(key) && key.length === 1 });
        await waitSent(line, page);
    }
    await finish(page);
});

check('the same key again takes the first choice', async () => {
    const page = await enter();
    await page.press('q');
    await page.until('document.querySelector("dialog").open');
    await page.press('q');
    await waitSent('drink', page);
    await page.press('t');
    await page.until('document.querySelector("dialog").open');
    await page.press('b');
    await page.until('!document.querySelector("#hint").hidden');
    await page.press('Enter');
    await waitSent('throw b at 1', page);
    await page.press('i');
    await page.press('a');
    await page.until('document.querySelector("#dialog-body").textContent.startsWith("Drinkq")');
    await page.press('d');
    await waitSent('drop a', page);
    server.peer.message('Char.Items.Add', {
        location: 'worn',
        item: { id: 'o', name: 'a sling', icon: 'launcher', attrib: 'l', actions: 'take off' },
    });
    await page.until('document.querySelector("#worn-list").textContent.includes("sling")');
    await page.press('f');
    await page.press('Tab');
    await page.press('f');
    await waitSent('fire 2', page);
    await finish(page);
});

check('a click walks, strikes, and tells; a wheel zooms; a drag moves the map', async () => {
    const page = await enter();
    await page.click({ x: 25, y: 5 });
    await waitSent('east', page);
    await page.until('undercroft.self.x === 25');
    await page.click({ x: 42, y: 10 });
    await waitSent('travel 42,10', page);
    await page.click({ x: 28, y: 6 }, { modifiers: 8 });
    await waitSent('run east', page);
    await page.click({ x: 22, y: 6 }, { button: 'right' });
    await page.sees('Cellar rat, 60 % health, easy');
    await page.press('Escape');
    const before = await page.eval('undercroft.size.cell');
    const { x, y } = await page.middle({ x: 25, y: 5 });
    await page.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        x,
        y,
        deltaX: 0,
        deltaY: -120,
    });
    await page.until(`undercroft.size.cell > ${before}`);
    for (const key of ['+', '+', '+', '+']) await page.press(key);
    await page.until('undercroft.size.cell >= 30');
    const was = await page.middle({ x: 25, y: 5 });
    const from = { x: 500, y: 300 };
    await page.send('Input.dispatchMouseEvent', {
        type: 'mousePressed',
        ...from,
        button: 'left',
        clickCount: 1,
    });
    for (let i = 1; i <= 5; i++)
        await page.send('Input.dispatchMouseEvent', {
            type: 'mouseMoved',
            x: from.x - 20 * i,
            y: from.y - 10 * i,
            button: 'left',
        });
    await page.send('Input.dispatchMouseEvent', {
        type: 'mouseReleased',
        x: from.x - 100,
        y: from.y - 50,
        button: 'left',
        clickCount: 1,
    });
    const is = await page.middle({ x: 25, y: 5 });
    assert.ok(was.x - is.x > 60 && was.y - is.y > 20, JSON.stringify({ was, is }));
    const wrong = await page.eval(
        `Array.from({ length: ${MAP.length * MAP[0].length} }, (_, i) => i).filter((i) => undercroft.isTrue(i % ${MAP[0].length}, Math.floor(i / ${MAP[0].length})) === false)`,
    );
    assert.deepEqual(wrong, []);
    await finish(page);
});

check('a tap walks, a hold tells, a pinch zooms, two fingers stop', async () => {
    const page = await enter('phone');
    await page.tap({ x: 28, y: 6 });
    await waitSent('travel 28,6', page);
    await page.tap({ x: 27, y: 5 }, 500);
    await page.sees('Follow');
    await page.tap('#dialog-close');
    await page.until('!document.querySelector("dialog").open');
    const before = await page.eval('undercroft.size.cell');
    await page.touch('touchStart', [
        { x: 150, y: 300 },
        { x: 200, y: 300 },
    ]);
    for (let i = 1; i <= 8; i++)
        await page.touch('touchMove', [
            { x: 150 - 8 * i, y: 300 },
            { x: 200 + 8 * i, y: 300 },
        ]);
    await page.touch('touchEnd', []);
    await page.until(`undercroft.size.cell > ${before}`);
    await page.touch('touchStart', [
        { x: 150, y: 300 },
        { x: 200, y: 300 },
    ]);
    await page.touch('touchEnd', []);
    for (let i = 0; i < 100 && server.peer.got.at(-1)[0] !== 'Input.Cancel'; i++)
        await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(server.peer.got.at(-1)[0], 'Input.Cancel');
    await page.tap('.arrow[data-key=south]');
    await waitSent('south', page);
    await page.tap('[data-key=explore]');
    await waitSent('explore', page);
    await page.tap('[data-key=fire]');
    await page.sees('tap it, or Throw again');
    await page.tap('[data-key=fire]');
    await waitSent('throw b at 1', page);
    server.peer.message('Char.Vitals', {
        hp: 5,
        maxhp: 20,
        depth: 1,
        level: 2,
        state: 'waiting',
        light: 9,
    });
    await page.until('document.querySelector("[data-key=stairs]").textContent === "Drink mending"');
    await page.tap('[data-key=stairs]');
    await waitSent('drink mending', page);
    await finish(page);
});

check('two quick taps go nearer, and two more back; taps beside the delver are steps', async () => {
    const page = await enter('phone');
    const before = await page.eval('undercroft.size.cell');
    const twice = async (cell) => {
        const at = await page.middle(cell);
        const touches = ['touchStart', 'touchEnd', 'touchStart', 'touchEnd'];
        await Promise.all(
            touches.map((type) => page.touch(type, type === 'touchStart' ? [at] : [])),
        );
    };
    await twice({ x: 28, y: 6 });
    await page.until(`undercroft.size.cell > ${before}`);
    assert.equal(server.peer.got.at(-1)[0], 'Input.Cancel');
    await new Promise((resolve) => setTimeout(resolve, 350));
    await twice({ x: 26, y: 6 });
    await page.until(`undercroft.size.cell === ${before}`);
    server.peer.step = () => {};
    await twice({ x: 24, y: 6 });
    await waitSent('south', page);
    assert.equal(await page.eval('undercroft.size.cell'), before);
    await finish(page);
});

check('two quick taps go nearer though the page was busy between them', async () => {
    const page = await enter('phone');
    const before = await page.eval('undercroft.size.cell');
    const at = await page.middle({ x: 28, y: 6 });
    await page.eval(
        'void addEventListener("pointerup", () => { const end = performance.now() + 600;' +
            'while (performance.now() < end); }, { once: true })',
    );
    const touches = ['touchStart', 'touchEnd', 'touchStart', 'touchEnd'];
    await Promise.all(touches.map((type) => page.touch(type, type === 'touchStart' ? [at] : [])));
    await page.until(`undercroft.size.cell > ${before}`);
    await finish(page);
});

check('Explore becomes Stop while an errand goes on', async () => {
    const page = await enter('phone');
    const isCalled = (word) =>
        page.until(`document.querySelector('[data-key=explore]').textContent === '${word}'`);
    await page.tap('[data-key=explore]');
    await waitSent('explore', page);
    await isCalled('Stop');
    await page.tap('[data-key=explore]');
    await isCalled('Explore');
    assert.equal(server.peer.got.at(-1)[0], 'Input.Cancel');
    await page.tap('[data-key=explore]');
    await isCalled('Stop');
    server.peer.endErrand('All explored.');
    await isCalled('Explore');
    await finish(page);
});

check('keys that float are moved by dragging and by arrow keys, and stay there', async () => {
    const page = await enter('tablet');
    const place = () =>
        page.eval(
            '(() => { const { left, top } = document.querySelector(".pad").getBoundingClientRect(); return [Math.round(left), Math.round(top)]; })()',
        );
    const [left, top] = await place();
    const from = await page.middle('.grip');
    await page.touch('touchStart', [from]);
    await page.touch('touchMove', [{ x: from.x - 300, y: from.y - 100 }]);
    await page.touch('touchEnd', []);
    const moved = await place();
    assert.ok(Math.abs(moved[0] - left + 300) < 12 && Math.abs(moved[1] - top + 100) < 12, `${moved}`);
    await page.eval('document.querySelector(".grip").focus()');
    await page.press('ArrowLeft');
    const nudged = await place();
    assert.ok(nudged[0] < moved[0] && Math.abs(nudged[1] - moved[1]) < 4, `${nudged}`);
    await page.go(server.url);
    await page.until('document.documentElement.dataset.view === "play"');
    assert.deepEqual(await place(), nudged);
    await finish(page);
});

check('panels are closed, stay closed, and are opened in the settings', async () => {
    const page = await enter();
    const isShown = (name) =>
        page.eval(`document.querySelector('[data-panel=${name}]').offsetParent !== null`);
    assert.ok((await page.text('#explored')).startsWith('41 %'));
    assert.equal(await isShown('overview'), false);
    for (let i = 0; i < 6; i++) await page.press('+');
    await page.until('document.querySelector("[data-panel=overview]").offsetParent !== null');
    await page.click('[data-panel=foes] .close');
    assert.equal(await isShown('foes'), false);
    assert.equal(await page.eval('document.activeElement.id'), 'stage');
    await page.go(server.url);
    await page.until('document.querySelector("#view-list li")');
    assert.equal(await isShown('foes'), false);
    await page.press('=');
    await page.sees('Panels that are closed');
    await page.eval(
        '[...document.querySelectorAll("dialog .tick")].find((one) => one.textContent === "Foes").querySelector("input").click()',
    );
    await page.press('Escape');
    assert.equal(await isShown('foes'), true);
    await finish(page);
});

check('a step that repeats has one on its way and one behind', async () => {
    const page = await enter();
    server.peer.step = () => {};
    const before = sent().length;
    const began = Date.now();
    for (let i = 0; i < 12; i++)
        await page.send('Input.dispatchKeyEvent', {
            type: 'keyDown',
            key: 'l',
            text: 'l',
            autoRepeat: i > 0,
            windowsVirtualKeyCode: 76,
        });
    await new Promise((resolve) => setTimeout(resolve, 100));
    /* A step without an answer counts as lost after 900 ms, and the next may go. */
    const most = 3 + Math.floor((Date.now() - began) / 900);
    assert.ok(sent().length - before <= most, `${sent().length - before} lines`);
    await finish(page);
});

check('a new delver is made by name, yes and a password twice', async () => {
    const page = await fillForm('Newone');
    await page.press('Enter');
    await page.sees('Make a new one?');
    await page.click('#yes');
    await page.sees('once more');
    await page.fill('#answer', 'long enough');
    await page.press('Enter');
    await page.until('document.documentElement.dataset.view === "play"');
    assert.deepEqual(sent().slice(0, 4), ['Newone', 'yes', 'long enough', 'long enough']);
    assert.equal(
        await page.eval('Object.values(localStorage).join().includes("long enough")'),
        false,
    );
    await finish(page);
});

check('a form that is sent before the server asks for the name is not lost', async () => {
    server.asksAfterMs = 1000;
    const page = await fillForm('Newone');
    server.asksAfterMs = 0;
    await page.press('Enter');
    await page.sees('Make a new one?');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assert.equal(await page.eval('document.querySelector("#question").hidden'), false);
    assert.deepEqual(sent(), ['Newone']);
    await finish(page);
});

check('who needs longer to log in is told, and any key gives more time', async () => {
    const page = await browser.open(server.url, 'laptop');
    await page.sees('players are inside');
    const late = () => server.peer.message('Login.Late', { seconds: 20, more: true });
    late();
    await page.fill('#login-name', 'Newone');
    await page.fill('#login-password', 'long enough');
    assert.equal(await page.text('#said'), '');
    await page.press('Enter');
    await page.sees('Make a new one?');
    const stays = () => server.peer.got.filter(([name]) => name === 'Login.Stay').length;
    const before = stays();
    late();
    await page.sees('The login ends in 20 seconds. Press any key');
    await page.press('Shift');
    await page.sees('You have more time now.');
    await page.press('Shift');
    assert.equal(stays(), before + 1);
    await finish(page);
});

check('a wrong password is said, and the form stays', async () => {
    const page = await fillForm('Ada', 'wrong-password');
    await page.press('Enter');
    await page.sees('That is not right.');
    assert.equal(await page.eval('document.querySelector("#login").hidden'), false);
    await finish(page);
});

check('markup in names and talk is text', async () => {
    const page = await enter();
    server.peer.say('Mallory says: "<img src=x onerror=alert(1)>"', 2, 22);
    server.peer.message('Room.Players', [{ name: '<b>Bo</b>' }]);
    server.peer.message('Page.Show', { title: '<i>t</i>', text: '<script>1</script>' });
    await page.sees('<img src=x onerror=alert(1)>');
    await page.sees('<script>1</script>');
    assert.equal(
        await page.eval('document.querySelectorAll("#log img, #people b, .sheet script").length'),
        0,
    );
    await finish(page);
});

check('a script that is put into the page does not run', async () => {
    const page = await enter();
    await page.eval(
        '(() => { const s = document.createElement("script"); try { s.textContent = "globalThis.hacked = 1"; document.body.append(s); } catch {} })()',
    );
    await page.eval(
        '(() => { const d = document.createElement("div"); try { d.innerHTML = "<img src=x onerror=globalThis.hacked=1>"; } catch {} })()',
    );
    assert.equal(await page.eval('globalThis.hacked'), undefined);
    assert.ok(page.troubles.some((text) => /Trusted|Content Security/i.test(text)));
    await page.close();
});

check('a lost line comes back by its token, and nothing of play is lost', async () => {
    const page = await enter();
    const before = server.peers.length;
    await page.eval('undercroft.cut()');
    for (let i = 0; i < 200 && server.peers.length === before; i++)
        await new Promise((resolve) => setTimeout(resolve, 20));
    await page.sees('You were away 4 s.');
    const resumed = server.peer.got.find(([name]) => name === 'Session.Resume');
    assert.equal(resumed[1].token, 'good');
    assert.equal(await page.eval('document.documentElement.dataset.view'), 'play');
    await page.until('undercroft.isTrue(undercroft.self.x, undercroft.self.y)');
    await finish(page);
});

check('a token is shown again when its answer is lost, and play stays in view', async () => {
    const page = await enter();
    await page.eval(`globalThis.views = [];
        new MutationObserver(() => views.push(document.documentElement.dataset.view)).observe(
            document.documentElement, { attributeFilter: ['data-view'] }), 0`);
    server.resumesCut = 2;
    await page.eval('undercroft.cut()');
    await page.sees('You were away 4 s.');
    assert.equal(server.resumesCut, 0);
    assert.ok(!(await page.eval('views')).includes('door'));
    await finish(page);
});

check('a token that is refused leads to the door, and is not shown again', async () => {
    const page = await enter();
    await page.eval("sessionStorage.setItem('undercroft.token', 'bad')");
    await page.eval('undercroft.cut()');
    await page.sees('Please log in again.');
    await page.until('document.documentElement.dataset.view === "door"');
    assert.equal(await page.eval("sessionStorage.getItem('undercroft.token')"), null);
    await finish(page);
});

check('how a line ends decides what the page does', async () => {
    const page = await enter();
    server.peer.close(4001, 'You are here elsewhere now.');
    await page.sees('You are here elsewhere now.');
    const before = server.peers.length;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.equal(server.peers.length, before);
    await page.click('.said button');
    await page.sees('players are inside');
    assert.equal(server.peers.length, before + 1);
    await page.click('#enter');
    await page.until('document.documentElement.dataset.view === "play"');
    server.peer.close(1001, '');
    await page.sees('You were away 4 s.');
    await page.press('Q', { shift: true });
    await page.sees('Bye Ada. Your place is kept.');
    await page.sees('players are inside');
    await page.close();
});

check('broken records ask for everything again, once a second at most', async () => {
    const page = await enter();
    for (let i = 0; i < 5; i++) server.peer.records([2, 3, 0, 9, 1], [2, 200]);
    await waitSent('redraw', page);
    assert.equal(sent().filter((line) => line === 'redraw').length, 1);
    await finish(page);
});

check(
    'words only: no canvas, headings, a log that is only appended to, and no line twice',
    async () => {
        const page = await enter('laptop', { words: true });
        assert.ok(
            server.peer.got.some(([name, value]) => name === 'Page.Face' && value === 'words'),
        );
        assert.equal(
            await page.eval(
                '[...document.querySelectorAll("canvas")].every((one) => one.offsetParent === null)',
            ),
            true,
        );
        const tree = await page.tree();
        for (const wanted of [
            'heading Undercroft',
            'heading Place',
            'heading In view',
            'heading Log',
            'log Log',
            'main',
            'banner',
            'textbox Words',
            'button Look',
            'button Explore',
        ])
            assert.ok(tree.includes(wanted), `${wanted} in\n${tree.join('\n')}`);
        assert.ok(!tree.some((line) => /^(canvas|image|application)/i.test(line)), tree.join('\n'));
        assert.equal(await page.eval('document.activeElement.id'), 'line');
        await page.eval(`(() => { globalThis.changes = { added: 0, removed: 0, texts: [] }; new MutationObserver((list) => list.forEach((one) => {
        changes.added += one.addedNodes.length; changes.removed += one.removedNodes.length; one.addedNodes.forEach((node) => changes.texts.push(node.textContent)); }))
        .observe(document.querySelector('#log'), { childList: true }); })()`);
        await page.type('look');
        await page.press('Enter');
        await page.sees('A square room, 11 by 6.');
        await page.type('say hi');
        await page.press('Enter');
        await page.sees('You say: "hi"');
        const changes = await page.eval('changes');
        assert.equal(changes.removed, 0);
        assert.equal(new Set(changes.texts).size, changes.texts.length);
        assert.equal(
            await page.eval('document.querySelector("#line").value + document.activeElement.id'),
            'line',
        );
        await page.press('ArrowUp');
        assert.equal(await page.eval('document.querySelector("#line").value'), 'say hi');
        await page.press('ArrowUp', { alt: true });
        assert.equal(await page.eval('document.activeElement.textContent'), 'You say: "hi"');
        await page.press('ArrowUp', { alt: true });
        assert.equal(await page.eval('document.activeElement.parentElement.id'), 'log');
        await page.press('1');
        assert.equal(await page.eval('document.activeElement.textContent'), 'You say: "hi"');
        await finish(page);
    },
);

/* A page in which something is missing before its first script runs. */
async function openWithout(script) {
    const page = await browser.open(null, 'laptop');
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
    await page.go(server.url);
    return page;
}

check('without storage the page goes on, and forgets', async () => {
    const page = await openWithout(
        `for (const name of ['localStorage', 'sessionStorage'])
            Object.defineProperty(globalThis, name, { get() { throw new Error('denied'); } });`,
    );
    await page.sees('players are inside');
    await page.click('#enter');
    await page.until('document.documentElement.dataset.view === "play" && undercroft.self');
    await page.press('l');
    await waitSent('east', page);
    await finish(page);
});

check('without a canvas the page is words', async () => {
    const page = await openWithout('HTMLCanvasElement.prototype.getContext = () => null;');
    await page.sees('players are inside');
    await page.click('#enter');
    await page.until('document.activeElement.id === "line"');
    await page.type('look');
    await page.press('Enter');
    await page.sees('A square room, 11 by 6.');
    await finish(page);
});

check('without WebSockets the page names another way in', async () => {
    const page = await openWithout('delete globalThis.WebSocket;');
    await page.sees('Any telnet client reaches the same dungeon: telnet 127.0.0.1');
    await page.close();
});

check('the alert tells of danger alone, and once', async () => {
    const page = await enter('laptop', { words: true });
    const tell = (hp) =>
        server.peer.message('Char.Vitals', {
            hp,
            maxhp: 20,
            depth: 1,
            level: 2,
            state: 'waiting',
            light: 9,
        });
    assert.equal(await page.text('#danger'), '');
    tell(9);
    await page.until('document.querySelector("#danger").textContent === "Health is below a half."');
    tell(8);
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.equal(await page.text('#danger'), 'Health is below a half.');
    tell(4);
    await page.until(
        'document.querySelector("#danger").textContent === "Health is below a quarter."',
    );
    tell(18);
    await page.until('document.querySelector("#danger").textContent === ""');
    assert.equal(await page.eval('document.querySelectorAll("[role=alert]").length'), 1);
    await finish(page);
});

check('the map describes itself, and all on it stands in the panels', async () => {
    const page = await enter();
    await page.until(
        'document.querySelector("#around").textContent.includes("Cellar rat, 2 west 1 south, easy.")',
    );
    const panels = await page.eval('document.querySelector("#side").textContent');
    for (const word of [
        'drudge',
        'hard',
        'asleep',
        'amber draught',
        'closed door',
        'stairs down',
        'Brom',
        '22/28',
        'short sword',
        '7 darts',
    ])
        assert.ok(panels.includes(word), word);
    const tree = await page.tree();
    assert.ok(
        tree.some((line) => line === 'application Dungeon'),
        tree.join('\n'),
    );
    await finish(page);
});

check('letter keys can be switched off, and never take what is typed', async () => {
    const page = await enter();
    await page.press("'");
    await page.until('document.activeElement.id === "line"');
    await page.type('o');
    await page.press('l');
    await page.press('Enter');
    await waitSent('say ol', page);
    await page.press('=');
    await page.sees('Letter keys while the map has the focus');
    await page.eval(
        '[...document.querySelectorAll(".tick")].find((one) => one.textContent.startsWith("Letter keys")).click()',
    );
    await page.press('Escape');
    const before = sent().length;
    await page.press('o');
    await page.press('ArrowLeft');
    await waitSent('west', page);
    assert.equal(sent().length, before + 1);
    await finish(page);
});

check('settings that are closed before the answer comes stay closed', async () => {
    server.choicesAfterMs = 500;
    const page = await enter();
    await page.press('=');
    await page.sees('Letter keys while the map has the focus');
    await page.press('Escape');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    server.choicesAfterMs = 0;
    assert.equal(await page.eval('document.querySelector("dialog").open'), false);
    await finish(page);
});

check('settings hold on this device and with the delver', async () => {
    const page = await enter();
    await page.press('=');
    await page.sees('A line of advice.');
    const choose = (label, value) =>
        page.eval(`(() => { const select = [...document.querySelectorAll('dialog label')].find((one) => one.textContent.startsWith(${JSON.stringify(label)})).querySelector('select');
        select.value = ${JSON.stringify(value)}; select.dispatchEvent(new Event('change', { bubbles: true })); })()`);
    await choose('Colours', 'light');
    await choose('Size of text', '150');
    await choose('A line of advice', 'off');
    await waitSent('set hints off', page);
    assert.equal(
        await page.eval(
            'document.documentElement.dataset.theme + getComputedStyle(document.documentElement).fontSize',
        ),
        'light24px',
    );
    await page.go(server.url);
    await page.until('document.documentElement.dataset.theme === "light"');
    await page.eval('localStorage.setItem("undercroft.1", "{")');
    await page.go(server.url);
    await page.until('document.documentElement.dataset.theme === "dark"');
    await finish(page);
});

check('a moment is shared as a picture, as text, and as a cast', async () => {
    const page = await enter();
    await page.eval(`globalThis.given = []; HTMLAnchorElement.prototype.click = function () { const { href, download } = this;
        given.push(fetch(href).then((r) => r.arrayBuffer()).then((data) => [download, data.byteLength, new TextDecoder().decode(data.slice(0, 400))], (error) => [download, -1, String(error)])); }; navigator.canShare = undefined; 0`);
    await page.click('#menu');
    await page.eval(
        '[...document.querySelectorAll("dialog button")].find((one) => one.textContent === "Share").click()',
    );
    for (const name of ['Picture', 'Text', 'Last minute (.cast)']) {
        await page.eval(
            `[...document.querySelectorAll("dialog button")].find((one) => one.textContent === ${JSON.stringify(name)}).click()`,
        );
        await page.until(
            'document.querySelector("dialog [role=status]").textContent.includes("downloads")',
        );
        await page.eval('document.querySelector("dialog [role=status]").textContent = ""');
    }
    assert.deepEqual(
        await page.eval('Promise.all(given).then((list) => list.map(([name]) => name))'),
        ['undercroft.png', 'undercroft.txt', 'undercroft.cast'],
    );
    await page.close();
});

check('a gamepad walks, does what is here, and opens the menu', async () => {
    const page = await enter();
    await page.eval(`globalThis.stick = { connected: true, axes: [0, 0, 0, 0], buttons: Array.from({ length: 16 }, () => ({ pressed: false })) };
        Object.defineProperty(navigator, 'getGamepads', { value: () => [stick] }); dispatchEvent(new Event('gamepadconnected')); 0`);
    await page.eval('stick.axes[0] = 1; 0');
    await waitSent('east', page);
    await page.eval('stick.axes[0] = 0; stick.buttons[2].pressed = true; 0');
    await waitSent('explore', page);
    await page.eval('stick.buttons[2].pressed = false; stick.axes[2] = 1; 0');
    await page.until('/Enter walks there/.test(document.querySelector("#hint").textContent)');
    await page.eval('stick.axes[2] = 0; stick.buttons[0].pressed = true; 0');
    for (let i = 0; i < 100 && !/^travel \d+,5$|^wait$/.test(sent().at(-1)); i++)
        await new Promise((resolve) => setTimeout(resolve, 20));
    assert.match(sent().at(-1), /^travel \d+,5$/);
    await page.eval('stick.buttons[0].pressed = false; stick.buttons[9].pressed = true; 0');
    await page.until('document.querySelector("dialog").open');
    await finish(page);
});

check('nothing reaches beyond the edge at any size, up to twice the text', async () => {
    for (const face of ['map', 'words']) {
        const page = await enter('small', { words: face === 'words' });
        for (const [size, text] of ['small', 'phone', 'tablet', 'laptop', 'wall'].flatMap((size) => [
            [size, 100],
            [size, 200],
        ])) {
            await page.resize(SIZES[size]);
            await page.eval(`document.documentElement.style.fontSize = '${text}%'; 0`);
            const wide = await page.eval(
                'Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll(".key")].map((key) => key.getBoundingClientRect().right)) - innerWidth',
            );
            assert.ok(wide <= 0, `${size} ${face} ${text} %: ${wide} pixels too wide`);
        }
        await finish(page);
    }
});

/* States of the page that axe-core looks at, and how one gets there. */
const axeStates = {
    'before play': async () => {
        const page = await browser.open(server.url, 'laptop');
        await page.sees('players are inside');
        return page;
    },
    'a question': async () => {
        const page = await fillForm('Newone', 'long enough', 'phone');
        await page.press('Enter');
        await page.sees('Make a new one?');
        return page;
    },
    'play, dark': () => enter('laptop'),
    'play, light': () => enter('laptop', { scheme: 'light' }),
    'play on a phone': () => enter('phone'),
    'words': () => enter('laptop', { words: true }),
    'words, light, on a phone': () => enter('phone', { words: true, scheme: 'light' }),
    'the inventory': async () => {
        const page = await enter();
        await page.press('i');
        await page.until('document.querySelector("dialog").open');
        return page;
    },
    'the menu, on a phone': async () => {
        const page = await enter('phone', { scheme: 'light' });
        await page.tap('#menu');
        await page.until('document.querySelector("dialog").open');
        return page;
    },
    'a deal and an invitation': async () => {
        const page = await enter('phone');
        server.peer.say('Brom invites you to a party. party join accepts.');
        server.peer.putStall();
        await page.until('document.querySelector("[data-key=context]").textContent === "Trade"');
        await page.tap('[data-key=context]');
        await page.sees('The pedlar sells:');
        return page;
    },
    'who can be watched': async () => {
        const page = await browser.open(server.url, 'phone', { scheme: 'light' });
        await page.sees('players are inside');
        await page.tap('#watch');
        await page.sees('depth 3');
        return page;
    },
    'watching': async () => {
        const page = await browser.open(server.url, 'phone');
        await page.sees('players are inside');
        await page.tap('#watch');
        await page.tap('#dialog-body button');
        await page.sees('Watching Ada');
        return page;
    },
    'fallen': async () => {
        const page = await enter('phone');
        server.peer.fallen = 1;
        server.peer.sendBodies();
        await page.until('document.querySelector("#state").textContent === "FALLEN"');
        await page.tap('[data-key=context]');
        await page.until('document.querySelector("dialog").open');
        return page;
    },
    'settings': async () => {
        const page = await enter();
        await page.press('=');
        await page.sees('A line of advice.');
        return page;
    },
    'help': async () => {
        const page = await enter('tablet');
        await page.press('?');
        await page.sees('How to play');
        return page;
    },
};

for (const [state, open] of Object.entries(axeStates)) {
    check(`axe-core finds nothing: ${state}`, async () => {
        const page = await open();
        await expectNoViolation(page, state);
        await page.close();
    });
}

await run({ before: () => begin(process.argv[2]), after: end, limitMs: 120000 });
