/*
 * Drives Chromium over --remote-debugging-pipe: pages of any size with or without touch, keys,
 * mouse, touch, screenshots, the accessibility tree. Nothing but node is needed. Words of a page on
 * its console, refusals and requests to other sites are kept: see Page.troubles.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FLAGS = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
    '--hide-scrollbars',
    '--mute-audio',
    '--remote-debugging-pipe',
];
const ANSWER_MS = 60000; /* a busy machine is slow, and no fault */

/* Tests read pixels back, and Chromium says what that costs. */
const READS = /Canvas2D: Multiple readback/;

const SIZES = {
    phone: { width: 390, height: 844, scale: 3, touch: true },
    tablet: { width: 820, height: 1180, scale: 2, touch: true },
    laptop: { width: 1366, height: 768, scale: 1, touch: false },
    wall: { width: 3840, height: 2160, scale: 1, touch: false },
    small: { width: 320, height: 568, scale: 2, touch: true },
};

export { SIZES };

export class Browser {
    static async start() {
        const browser = new Browser();
        browser.folder = await mkdtemp(join(tmpdir(), 'undercroft-chromium-'));
        browser.child = spawn(
            process.env.CHROMIUM ?? 'chromium',
            [...FLAGS, `--user-data-dir=${browser.folder}`, 'about:blank'],
            { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true },
        );
        browser.waiting = new Map();
        browser.pages = new Map();
        browser.last = 0;
        browser.rest = '';
        browser.child.stdio[4].setEncoding('utf8').on('data', (text) => browser.take(text));
        browser.child.stdio[3].on('error', () => {});
        browser.version = (await browser.send('Browser.getVersion')).product;
        return browser;
    }

    /* Commands and answers end with a NUL. */
    take(text) {
        const pieces = (this.rest + text).split('\0');
        this.rest = pieces.pop();
        for (const piece of pieces) this.answer(JSON.parse(piece));
    }

    answer(message) {
        const waiter = this.waiting.get(message.id);
        if (waiter !== undefined) {
            this.waiting.delete(message.id);
            clearTimeout(waiter.timer);
            if (message.error)
                waiter.reject(new Error(`${waiter.method}: ${message.error.message}`));
            else waiter.resolve(message.result);
        } else if (message.method !== undefined) {
            this.pages.get(message.sessionId)?.on(message.method, message.params);
        }
    }

    send(method, params = {}, sessionId = undefined) {
        const id = ++this.last;
        return new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), ANSWER_MS);
            this.waiting.set(id, { resolve, reject, method, timer });
            this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        });
    }

    /* A page with a storage of its own, unless `beside` is another page. */
    async open(url, size, { beside = null, scheme = 'dark', features = [] } = {}) {
        const context =
            beside?.context ?? (await this.send('Target.createBrowserContext')).browserContextId;
        const { targetId } = await this.send('Target.createTarget', {
            url: 'about:blank',
            browserContextId: context,
        });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        const page = new Page(this, sessionId, targetId, context);
        this.pages.set(sessionId, page);
        await page.begin(typeof size === 'string' ? SIZES[size] : size, scheme, features);
        if (url !== null) await page.go(url);
        return page;
    }

    async stop() {
        await this.send('Browser.close').catch(() => {});
        await new Promise((resolve) => {
            if (this.child.exitCode !== null || this.child.signalCode !== null) return resolve();
            this.child.once('exit', resolve);
            return setTimeout(() => {
                try {
                    process.kill(-this.child.pid, 'SIGKILL');
                } catch {
                    /* It has ended. */
                }
            }, 3000);
        });
        for (const { timer } of this.waiting.values()) clearTimeout(timer);
        await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
}

/* Keys by the name of KeyboardEvent.key, where the code is not that of the letter. */
const KEY_CODES = {
    Enter: 13,
    Escape: 27,
    Tab: 9,
    ArrowLeft: 37,
    ArrowUp: 38,
    ArrowRight: 39,
    ArrowDown: 40,
    Home: 36,
    End: 35,
    PageUp: 33,
    PageDown: 34,
    Backspace: 8,
    F1: 112,
    F2: 113,
};

export class Page {
    constructor(browser, sessionId, targetId, context) {
        Object.assign(this, { browser, sessionId, targetId, context });
        this.troubles = [];
        this.requests = [];
        this.console = [];
    }

    send(method, params) {
        return this.browser.send(method, params, this.sessionId);
    }

    async begin(size, scheme, features) {
        await Promise.all(
            ['Page', 'Runtime', 'Network', 'Log', 'DOM', 'Accessibility'].map((domain) =>
                this.send(`${domain}.enable`),
            ),
        );
        await this.resize(size);
        await this.send('Emulation.setEmulatedMedia', {
            features: [{ name: 'prefers-color-scheme', value: scheme }, ...features],
        });
    }

    async resize(size) {
        this.size = size;
        await this.send('Emulation.setDeviceMetricsOverride', {
            width: size.width,
            height: size.height,
            deviceScaleFactor: size.scale,
            mobile: size.touch,
        });
        await this.send('Emulation.setTouchEmulationEnabled', {
            enabled: size.touch,
            maxTouchPoints: 5,
        });
    }

    on(method, params) {
        if (method === 'Runtime.exceptionThrown')
            this.troubles.push(
                `exception: ${params.exceptionDetails.exception?.description ?? params.exceptionDetails.text}`,
            );
        else if (
            method === 'Runtime.consoleAPICalled' &&
            ['error', 'warning'].includes(params.type)
        )
            this.troubles.push(
                `console.${params.type}: ${params.args.map((one) => one.value ?? one.description).join(' ')}`,
            );
        else if (
            method === 'Log.entryAdded' &&
            ['error', 'warning'].includes(params.entry.level) &&
            !READS.test(params.entry.text)
        )
            this.troubles.push(`log: ${params.entry.text} ${params.entry.url ?? ''}`);
        else if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    }

    async go(url) {
        const { errorText } = await this.send('Page.navigate', { url });
        if (errorText) throw new Error(`${url}: ${errorText}`);
        await this.until('document.readyState === "complete"');
    }

    /* The value of an expression in the page; a promise is waited for. */
    async eval(expression) {
        const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
            expression,
            awaitPromise: true,
            returnByValue: true,
        });
        if (exceptionDetails)
            throw new Error(
                `${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
            );
        return result.value;
    }

    async until(expression, ms = 45000) {
        const end = Date.now() + ms;
        for (;;) {
            const value = await this.eval(
                `(() => { try { return ${expression}; } catch { return false; } })()`,
            );
            if (value) return value;
            if (Date.now() > end) throw new Error(`never came true: ${expression}`);
            await new Promise((resolve) => setTimeout(resolve, 25));
        }
    }

    text(selector) {
        return this.eval(
            `document.querySelector(${JSON.stringify(selector)})?.textContent ?? null`,
        );
    }

    sees(text, ms) {
        return this.until(`document.body.innerText.includes(${JSON.stringify(text)})`, ms);
    }

    /* The middle of an element that can be hit there, or of a cell given as {x, y}. */
    async middle(target) {
        if (typeof target !== 'string')
            return this.eval(`undercroft.pixelOf(${target.x}, ${target.y})`);
        return this
            .until(`(() => { const e = document.querySelector(${JSON.stringify(target)}); if (!e) return null;
            e.scrollIntoView({ block: 'nearest' }); const b = e.getBoundingClientRect();
            return b.width > 0 ? { x: b.x + b.width / 2, y: b.y + b.height / 2 } : null; })()`);
    }

    async click(target, { button = 'left', modifiers = 0 } = {}) {
        const at = await this.middle(target);
        const common = { ...at, button, modifiers, clickCount: 1 };
        await this.send('Input.dispatchMouseEvent', {
            ...common,
            type: 'mouseMoved',
            button: 'none',
        });
        await this.send('Input.dispatchMouseEvent', { ...common, type: 'mousePressed' });
        await this.send('Input.dispatchMouseEvent', { ...common, type: 'mouseReleased' });
    }

    async tap(target, ms = 0) {
        const at = await this.middle(target);
        await this.touch('touchStart', [at]);
        if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
        await this.touch('touchEnd', []);
    }

    touch(type, points) {
        return this.send('Input.dispatchTouchEvent', {
            type,
            touchPoints: points.map((at, id) => ({ ...at, id })),
        });
    }

    async press(key, { shift = false, control = false, alt = false } = {}) {
        const modifiers = (alt ? 1 : 0) | (control ? 2 : 0) | (shift ? 8 : 0);
        const code = KEY_CODES[key] ?? key.toUpperCase().charCodeAt(0);
        const text =
            key.length === 1 && !control && !alt ? key : key === 'Enter' ? '\r' : undefined;
        const common = { key, modifiers, windowsVirtualKeyCode: code };
        await this.send('Input.dispatchKeyEvent', {
            ...common,
            type: text ? 'keyDown' : 'rawKeyDown',
            text,
        });
        await this.send('Input.dispatchKeyEvent', { ...common, type: 'keyUp' });
    }

    async type(text) {
        await this.send('Input.insertText', { text });
    }

    async fill(selector, text) {
        await this.eval(
            `(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.focus(); e.value = ''; })()`,
        );
        await this.type(text);
    }

    async picture() {
        const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
        return Buffer.from(data, 'base64');
    }

    /* The accessibility tree, as a screen reader gets it: "role name" of each node. */
    async tree() {
        const { nodes } = await this.send('Accessibility.getFullAXTree');
        return nodes
            .filter((node) => !node.ignored)
            .map((node) => `${node.role?.value ?? ''} ${node.name?.value ?? ''}`.trim());
    }

    async close() {
        this.browser.pages.delete(this.sessionId);
        await this.browser.send('Target.closeTarget', { targetId: this.targetId });
    }
}
