/*
 * A bad line between a page and the server: data comes later, and now and then much later, as when
 * a lost packet is sent again. cut() breaks every connection that is open.
 */
import { connect, createServer } from 'node:net';

export class SlowLine {
    /* Each piece takes `delay` ms; `lossPercent` in a hundred take three times as long, and the
       pieces behind them wait. */
    static async start(port, { delay, lossPercent }) {
        const line = new SlowLine();
        Object.assign(line, { delay, lossPercent, pairs: new Set(), seed: 7 });
        line.server = createServer((here) => line.join(here, connect(port, '127.0.0.1')));
        await new Promise((resolve) => line.server.listen(0, '127.0.0.1', resolve));
        line.host = `127.0.0.1:${line.server.address().port}`;
        line.url = `http://${line.host}/`;
        return line;
    }

    join(here, there) {
        const pair = [here, there];
        this.pairs.add(pair);
        this.pass(here, there);
        this.pass(there, here);
        for (const socket of pair) {
            socket.on('error', () => {});
            socket.on('close', () => {
                this.pairs.delete(pair);
                pair.forEach((one) => one.destroy());
            });
        }
    }

    /* Timers that are due at the same time may come in any order: each sends what has waited
       longest. */
    pass(from, to) {
        const waiting = [];
        let due = 0;
        from.on('data', (data) => {
            this.seed = (this.seed * 1103515245 + 12345) & 0x7fffffff;
            const isLost = (this.seed >> 8) % 100 < this.lossPercent;
            due = Math.max(due, Date.now() + this.delay * (isLost ? 3 : 1));
            waiting.push(data);
            setTimeout(() => {
                const first = waiting.shift();
                if (to.writable) to.write(first);
            }, due - Date.now());
        });
    }

    cut() {
        for (const pair of this.pairs) pair.forEach((one) => one.destroy());
    }

    async stop() {
        this.cut();
        await new Promise((resolve) => this.server.close(resolve));
    }
}
