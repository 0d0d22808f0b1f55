/*
 * The end of a page in Chromium: no error on its console but those allowed, no report of the CSP, no
 * request elsewhere.
 */
import { assert } from './suite.mjs';

export async function closeClean(page, server, allowed = /$^/) {
    assert.deepEqual(
        page.troubles.filter((text) => !allowed.test(text)),
        [],
    );
    for (const url of page.requests)
        assert.ok(
            url.startsWith(server.url) ||
                url.startsWith('blob:') ||
                url === 'about:blank' ||
                url.startsWith(`ws://${server.host}/`),
            url,
        );
    await page.close();
}
