/*
 * The cost of the browser page to its user, in Chromium with a real server: the bytes of a first
 * visit, the first paint, how long a guest takes from the address to the first step, and the work
 * of a frame. Each is printed beside its limit; the median of so many rounds, with the range. The
 * floor of the first paint is that of a line of text by the same server, in the same minute:
 * Chromium's own share of the time.
 *
 * Usage: node tests/bench/page.mjs [FOLDER-OF-PROGRAMS [ROUNDS]]
 */
import { fileURLToPath } from 'node:url';
import { get } from 'node:http';
import { readdir } from 'node:fs/promises';
import { Browser } from '../web/support/chromium.mjs';
import { Server } from '../web/support/server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = process.argv[2] ?? `${root}build/release/bin`;
const rounds = Number(process.argv[3] ?? 5);
const isIn = 'document.documentElement.dataset.view === "play" && undercroft.self !== null';
const KEYS = ['h', 'l', 'k', 'j', 'y', 'n', 'u', 'b'];
const WARM = 24; /* steps until what runs often is compiled */
const FRAMES = 60;

function middle(values) {
    const sorted = [...values].sort((a, b) => a - b);
    return sorted[sorted.length >> 1];
}

function told(values, unit) {
    const number = (value) => (value < 10 ? value.toFixed(1) : Math.round(value));
    const ends = [Math.min(...values), Math.max(...values)].map(number);
    const range = values.length > 1 ? ` (${ends.join(' - ')})` : '';
    return `${number(middle(values))}${range} ${unit}`;
}

function print(name, values, unit, limit, floor = []) {
    const least = floor.length === 0 ? '' : told(floor, unit);
    console.log(`| ${name} | ${told(values, unit)} | ${least} | ${limit} ${unit} |`);
}

/* Bytes of the answer to a request, packed, without its head. */
function sizeOf(url) {
    return new Promise((resolve, reject) => {
        get(url, { headers: { 'Accept-Encoding': 'gzip' } }, (answer) => {
            let size = 0;
            answer.on('data', (piece) => (size += piece.length)).on('end', () => resolve(size));
        }).on('error', reject);
    });
}

/* All files that a first visit loads, as the server sends them. */
async function packedBytes(url) {
    const folder = `${root}client-scripts/web`;
    const names = (await readdir(folder, { recursive: true })).filter((name) =>
        /^(index\.html|app\.css|sw\.js|icon\.svg|manifest\.webmanifest|app\/.*\.js)$/.test(name),
    );
    const sizes = await Promise.all(
        names.map((name) => sizeOf(url + (name === 'index.html' ? '' : name))),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
}

/* Each with a storage and a cache of its own. */
async function measureFirstPaint(browser, url) {
    const page = await browser.open(null, 'laptop');
    await page.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.go(url);
    const paint = await page.until(
        'performance.getEntriesByName("first-contentful-paint")[0]?.startTime',
    );
    await page.close();
    return paint;
}

/* A phone of a quarter of the speed and 100 ms from the server: address, Enter, one step. */
async function measureOpening(browser, server) {
    const page = await browser.open(null, 'phone');
    await page.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 100,
        downloadThroughput: 1.5e6 / 8,
        uploadThroughput: 0.75e6 / 8,
    });
    const began = performance.now();
    await page.go(server.url);
    await page.until('document.querySelector("#enter")?.hidden === false');
    await page.tap('#enter');
    await page.until(isIn, 30000);
    const here = 'JSON.stringify([undercroft.self.x, undercroft.self.y])';
    const place = JSON.stringify(await page.eval(here));
    for (const way of ['east', 'west', 'south', 'north']) {
        await page.tap(`.arrow[data-key=${way}]`);
        const has = await page
            .until(`${here} !== ${place}`, 1500)
            .catch(() => false);
        if (has) break;
    }
    const took = performance.now() - began;
    await page.close();
    return took;
}

/* The time from a key to its mark, and the page's own work in a frame, over FRAMES steps. */
async function measureFrames(browser, server, size, rate) {
    const page = await browser.open(server.url, size);
    await page.until('!document.querySelector("#enter").hidden');
    await page.click('#enter');
    await page.until(isIn);
    await page.send('Emulation.setCPUThrottlingRate', { rate });
    await page.eval('document.querySelector("#stage").focus()');
    const frames = [];
    for (let i = -WARM; i < FRAMES; i++) {
        await page.press(KEYS[(i + WARM) % KEYS.length]);
        await page.until('undercroft.answered.answered >= undercroft.answered.sent');
        await new Promise((resolve) => setTimeout(resolve, 30));
        if (i >= 0) frames.push(await page.eval('undercroft.lastFrameMs'));
    }
    await page.close();
    return frames.sort((a, b) => a - b)[Math.floor(FRAMES * 0.95)];
}

const server = await Server.start(bin, ['--population-percent', '0', '--guests-per-address', '0']);
const browser = await Browser.start();
try {
    const text = `${server.url}healthz`;
    await measureFirstPaint(browser, server.url); /* Chromium starts its processes */
    const day = new Date().toISOString().slice(0, 16);
    console.log(`${day} UTC, ${browser.version}, ${rounds} rounds: median (lowest - highest)\n`);
    console.log('| | now | floor | limit |\n| --- | --- | --- | --- |');
    print('all files of a first visit, gzip', [(await packedBytes(server.url)) / 1000], 'KB', 90);
    for (const [name, measure, limit, least] of [
        [
            'first paint, loopback, cold',
            () => measureFirstPaint(browser, server.url),
            300,
            () => measureFirstPaint(browser, text),
        ],
        [
            'open to the first step, guest, phone profile',
            () => measureOpening(browser, server),
            5000,
        ],
        [
            'message to painted, p95, laptop',
            () => measureFrames(browser, server, 'laptop', 1),
            4,
        ],
        [
            'message to painted, p95, phone at a quarter of the speed',
            () => measureFrames(browser, server, 'phone', 4),
            8,
        ],
    ]) {
        const values = [];
        const floor = [];
        for (let i = 0; i < rounds; i++) {
            values.push(await measure());
            if (least) floor.push(await least());
        }
        print(name, values, 'ms', limit, floor);
    }
} finally {
    await browser.stop();
    await server.stop();
}
