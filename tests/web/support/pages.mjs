/*
 * Pages in Chromium before the stand-in server, for tests of the page: one browser and one server
 * for all tests of a program.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Browser } from './chromium.mjs';
import { closeClean } from './clean.mjs';
import { Standin } from './standin.mjs';
import { assert } from './suite.mjs';

const files = fileURLToPath(new URL('../../../client-scripts/web', import.meta.url));
export let browser;
export let server;
let axe;

/* `folder` has axe-core below node_modules. */
export async function begin(folder) {
    axe = await readFile(join(folder, 'node_modules/axe-core/axe.min.js'), 'utf8');
    server = await new Standin(files).start();
    browser = await Browser.start();
}

export async function end() {
    await browser?.stop();
    await server?.stop();
}

export async function enter(size = 'laptop', options = {}) {
    const page = await browser.open(server.url, size, options);
    await page.sees('players are inside');
    if (options.words) await page.click('#words-only');
    await page.click('#enter');
    await page.until('document.documentElement.dataset.view === "play"');
    if (!options.words)
        await page.until(
            'undercroft.self !== null && undercroft.isTrue(undercroft.self.x, undercroft.self.y)',
        );
    await page.sees('Welcome, Ada.');
    return page;
}

/* The page with its form of a login filled in. */
export async function fillForm(name, password = 'long enough', size = 'laptop') {
    const page = await browser.open(server.url, size);
    await page.sees('players are inside');
    await page.fill('#login-name', name);
    await page.fill('#login-password', password);
    return page;
}

/* The lines that the page has sent, newest last. */
export function sent() {
    return server.peer.got.filter(([name]) => name === 'Input.Line').map(([, value]) => value.text);
}

export async function waitSent(line, page) {
    for (let i = 0; i < 200; i++) {
        if (sent().at(-1) === line) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.fail(
        `"${line}" was not sent; newest: ${sent().slice(-3).join(' | ')}; ${page.troubles.join('; ')}`,
    );
}

export async function finish(page) {
    await closeClean(page, server);
}

export async function expectNoViolation(page, state) {
    await page.eval(`${axe}; 0`);
    const found =
        await page.eval(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
        .then((result) => result.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.target.join(' ') + ' ' + node.failureSummary).slice(0, 3).join(' / ')))`);
    assert.deepEqual(found, [], state);
}
