/*
 * A real undercroftd in a folder of its own, on ports that it picks, and undercroftctl beside it.
 */
import { spawn, execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const READY_MS = 30000;

export class Server {
    /* `bin` is the folder of the programs. */
    static async start(bin, more = []) {
        const server = new Server();
        server.bin = bin;
        server.folder = await mkdtemp(join(tmpdir(), 'undercroft-web-'));
        server.more = more;
        await server.open('127.0.0.1:0', '127.0.0.1:0');
        return server;
    }

    async open(listen, web) {
        this.output = '';
        this.child = spawn(
            join(this.bin, 'undercroftd'),
            [
                '--data',
                this.folder,
                '--listen',
                listen,
                '--web',
                web,
                '--tick-ms',
                '10',
                '--seed',
                '11',
                '--password-cost',
                '1:64',
                '--new-per-address',
                '0',
                '--connections-per-address',
                '0',
                '--new-players-per-address',
                '0',
                ...this.more,
            ],
            { stdio: ['ignore', 'pipe', 'pipe'] },
        );
        for (const stream of [this.child.stdout, this.child.stderr])
            stream.setEncoding('utf8').on('data', (text) => {
                this.output += text;
            });
        const end = Date.now() + READY_MS;
        let ready = null;
        while (
            (ready = /ready: listening on ([\d.]+):(\d+), web http:\/\/([\d.:]+)\//.exec(
                this.output,
            )) === null
        ) {
            if (this.child.exitCode !== null || Date.now() > end)
                throw new Error(`no ready line:\n${this.output}`);
            await new Promise((resolve) => setTimeout(resolve, 20));
        }
        this.port = Number(ready[2]);
        this.host = ready[3];
        this.url = `http://${this.host}/`;
    }

    /* The answer of undercroftctl, as JSON. */
    ask(...words) {
        return new Promise((resolve, reject) => {
            execFile(
                join(this.bin, 'undercroftctl'),
                ['--data', this.folder, '--json', ...words],
                { maxBuffer: 16 * 1024 * 1024, timeout: 20000 },
                (error, out, err) => {
                    try {
                        resolve(JSON.parse(out));
                    } catch {
                        reject(error ?? new Error(`${out}${err}`));
                    }
                },
            );
        });
    }

    async halt() {
        if (this.child.exitCode === null && this.child.signalCode === null) {
            const ended = new Promise((resolve) => this.child.once('exit', resolve));
            this.child.kill('SIGTERM');
            const timer = setTimeout(() => this.child.kill('SIGKILL'), 10000);
            await ended;
            clearTimeout(timer);
        }
    }

    async restart() {
        await this.halt();
        await this.open(`127.0.0.1:${this.port}`, this.host);
    }

    async stop() {
        await this.halt();
        await rm(this.folder, { recursive: true, force: true });
    }
}

/* A line client: text in, text out. It answers no negotiation of telnet. */
export class Telnet {
    constructor(port) {
        this.text = '';
        this.socket = connect(port, '127.0.0.1');
        this.socket.on('data', (data) => {
            this.text += data.toString('latin1');
        });
        this.socket.on('error', () => {});
    }

    say(line) {
        this.socket.write(`${line}\r\n`);
    }

    async sees(text, ms = 15000) {
        const end = Date.now() + ms;
        while (!this.text.includes(text)) {
            if (Date.now() > end)
                throw new Error(`telnet never saw "${text}":\n${this.text.slice(-800)}`);
            await new Promise((resolve) => setTimeout(resolve, 20));
        }
    }

    async enter(name) {
        await this.sees('Name:');
        this.say(name);
        await this.sees('(yes/no)');
        this.say('yes');
        await this.sees('Choose a password');
        this.say('long enough');
        await this.sees('Once more');
        this.say('long enough');
        await this.sees('Welcome');
    }

    close() {
        this.socket.destroy();
    }
}
