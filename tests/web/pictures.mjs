/*
 * Makes the pictures that are kept beside the page: its icons out of icon.svg, and the page as the
 * front page of the project shows it (client-scripts/page.png).
 *
 * Usage: node tests/web/pictures.mjs
 */
import { readFile, writeFile } from 'node:fs/promises';
import { deflateSync, inflateSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { Browser } from './support/chromium.mjs';
import { Standin } from './support/standin.mjs';

const web = fileURLToPath(new URL('../../client-scripts/web/', import.meta.url));

function crc(data) {
    let sum = -1;
    for (const byte of data) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
    }
    return (sum ^ -1) >>> 0;
}

function chunk(name, data) {
    const out = Buffer.alloc(12 + data.length);
    out.writeUInt32BE(data.length);
    out.write(name, 4);
    data.copy(out, 8);
    out.writeUInt32BE(crc(out.subarray(4, 8 + data.length)), 8 + data.length);
    return out;
}

/* The pixels of a PNG of 8 bits a channel: {width, height, channels, rows}. */
function unpack(png) {
    const pieces = [];
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
        if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
            pieces.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    }
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    const channels = png[25] === 6 ? 4 : 3;
    const data = inflateSync(Buffer.concat(pieces));
    const rows = [];
    for (let y = 0; y < height; y++) {
        const start = y * (width * channels + 1);
        const row = data.subarray(start + 1, start + 1 + width * channels);
        unfilter(data[start], row, rows[y - 1], channels);
        rows.push(row);
    }
    return { width, height, channels, rows };
}

/* Undoes the filter of a row in place; `above` is the row before, already undone. */
function unfilter(kind, row, above, channels) {
    for (let i = 0; i < row.length; i++) {
        const left = i < channels ? 0 : row[i - channels];
        const up = above === undefined ? 0 : above[i];
        const corner = i < channels || above === undefined ? 0 : above[i - channels];
        const guess = left + up - corner;
        const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
        row[i] += [0, left, up, (left + up) >> 1, a <= b && a <= c ? left : b <= c ? up : corner][
            kind
        ];
    }
}

/* Reduces a PNG to its 256 commonest colours: it is small, and looks almost the same. */
function repack(png) {
    const { width, height, channels, rows } = unpack(png);
    const counts = new Map();
    const colourAt = (row, x) => row.readUIntBE(x * channels, 3);
    for (const row of rows) {
        for (let x = 0; x < width; x++)
            counts.set(colourAt(row, x), (counts.get(colourAt(row, x)) ?? 0) + 1);
    }
    const palette = [...counts]
        .sort((a, b) => b[1] - a[1])
        .slice(0, 256)
        .map(([colour]) => colour);
    const places = new Map(palette.map((colour, place) => [colour, place]));
    const distance = (a, b) =>
        [16, 8, 0].reduce(
            (sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2,
            0,
        );
    for (const colour of counts.keys()) {
        if (!places.has(colour))
            places.set(
                colour,
                palette.reduce(
                    (best, other, place) =>
                        distance(colour, other) < distance(colour, palette[best]) ? place : best,
                    0,
                ),
            );
    }
    const pixels = Buffer.alloc(height * (width + 1));
    rows.forEach((row, y) => {
        for (let x = 0; x < width; x++)
            pixels[y * (width + 1) + 1 + x] = places.get(colourAt(row, x));
    });
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width);
    head.writeUInt32BE(height, 4);
    head.set([8, 3], 8);
    return Buffer.concat([
        png.subarray(0, 8),
        chunk('IHDR', head),
        chunk(
            'PLTE',
            Buffer.from(
                palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]),
            ),
        ),
        chunk('IDAT', deflateSync(pixels, { level: 9, memLevel: 9 })),
        chunk('IEND', Buffer.alloc(0)),
    ]);
}

/* `share`: how much of the picture the icon fills; the rest is its ground. */
async function makeIcon(browser, name, size, share) {
    const svg = (await readFile(`${web}icon.svg`)).toString('base64');
    const page = await browser.open(null, { width: size, height: size, scale: 1, touch: false });
    await page.send('Page.navigate', {
        url: `data:text/html,${encodeURIComponent(
            `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${share < 1 ? '#0d1016' : 'transparent'}"><img width="${Math.round(size * share)}" src="data:image/svg+xml;base64,${svg}">`,
        )}`,
    });
    await page.until('document.images[0]?.complete');
    await page.send('Emulation.setDefaultBackgroundColorOverride', {
        color: { r: 0, g: 0, b: 0, a: 0 },
    });
    await writeFile(`${web}${name}`, await page.picture());
    await page.close();
}

async function makePage(browser) {
    const server = await new Standin(web).start();
    const page = await browser.open(server.url, {
        width: 1100,
        height: 570,
        scale: 1,
        touch: false,
    });
    await page.sees('players are inside');
    await page.click('#enter');
    await page.sees('The cellar rat misses you.');
    for (const key of ['l', 'h', 'l', 'h']) await page.press(key);
    await page.until('undercroft.answered.answered >= 4');
    await new Promise((resolve) => setTimeout(resolve, 600));
    const data = repack(await page.picture());
    await writeFile(`${web}../page.png`, data);
    console.log(`client-scripts/page.png: ${data.length} bytes`);
    await page.close();
    await server.stop();
}

const browser = await Browser.start();
try {
    await makeIcon(browser, 'icon-192.png', 192, 1);
    await makeIcon(browser, 'icon-512.png', 512, 1);
    await makeIcon(browser, 'icon-maskable.png', 512, 0.75);
    await makePage(browser);
} finally {
    await browser.stop();
}
