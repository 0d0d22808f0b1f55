/*
 * Tests in node: check(name, function) in the order of the file, each bounded in time where a
 * browser takes part; the process ends with 1 if one failed. `./node FILE NAME...` runs those whose
 * names hold one of the words.
 */
import assert from 'node:assert/strict';

const tests = [];

export { assert };

export function check(name, run) {
    tests.push({ name, run });
}

/* limitMs is 0: there is none. */
function bounded(run, limitMs) {
    if (limitMs === 0) return run();
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(
            () => reject(new Error(`took longer than ${limitMs / 1000} s`)),
            limitMs,
        );
    });
    return Promise.race([Promise.resolve().then(run), late]).finally(() => clearTimeout(timer));
}

/* `before` and `after` frame all tests; `after` is called in any case. */
export async function run({ before = () => {}, after = () => {}, limitMs = 0 } = {}) {
    const words = process.argv.slice(2).filter((word) => !word.includes('/'));
    const chosen = tests.filter(
        ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
    );
    let failed = 0;
    try {
        await before();
        for (const { name, run: test } of chosen) {
            const began = Date.now();
            try {
                await bounded(test, limitMs);
                console.log(`ok      ${name} (${Date.now() - began} ms)`);
            } catch (error) {
                failed++;
                console.log(`FAILED  ${name}\n${error.stack}`);
            }
        }
    } finally {
        await after();
    }
    console.log(`${chosen.length - failed} passed, ${failed} failed`);
    process.exit(failed === 0 && chosen.length > 0 ? 0 : 1);
}
