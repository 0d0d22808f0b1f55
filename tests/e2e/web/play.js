// Plays by the WebSocket client of node-ws in each of the subprotocols: a new delver logs in, walks
// to a door that opens, talks, hears GMCP where it is spoken, and quits.
//
// Usage: node play.js PORT
'use strict';

const assert = require('assert');
const WebSocket = require('ws');

const PATIENCE_MS = 30000;
const PASSWORD = 'correct horse';
const port = Number(process.argv[2]);

// One client; what it hears is kept as text, from frames of every kind.
class Peer {
  constructor(socket, subprotocol) {
    this.socket = socket;
    this.subprotocol = subprotocol;
    this.heard = '';
    this.number = 0;
    this.wake = () => {};
    socket.on('message', (data) => {
      this.heard += data.toString('utf8');
      this.wake();
    });
  }

  say(line) {
    if (this.subprotocol === 'v1.undercroft') {
      this.number += 1;
      this.socket.send('Input.Line ' + JSON.stringify({ n: this.number, text: line }));
    } else {
      this.socket.send(Buffer.from(line + '\r\n'));
    }
  }

  message(id, value) {
    if (this.subprotocol === 'json.mudstandards.org') {
      this.socket.send(JSON.stringify({ proto: 'gmcp', id, data: JSON.stringify(value) }));
    } else {
      this.socket.send(id + ' ' + JSON.stringify(value));
    }
  }

  expect(text) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no "${text}" in ${this.heard.slice(-2000)}`)),
        PATIENCE_MS,
      );
      this.wake = () => {
        if (!this.heard.includes(text)) return;
        clearTimeout(timer);
        this.wake = () => {};
        resolve();
      };
      this.wake();
    });
  }
}

async function play(subprotocol, name) {
  const address = `ws://127.0.0.1:${port}/ws`;
  const socket = subprotocol === null ? new WebSocket(address) : new WebSocket(address, subprotocol);
  const peer = new Peer(socket, subprotocol);
  const speaksGmcp = ['gmcp.mudstandards.org', 'json.mudstandards.org'].includes(subprotocol);
  const closed = new Promise((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });

  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  assert.strictEqual(socket.protocol, subprotocol === null ? '' : subprotocol);
  assert.strictEqual(socket.extensions, '');
  if (speaksGmcp) peer.message('Core.Supports.Set', ['Char 1', 'Room 1', 'Input 1']);
  const answers = [
    ['Name:', name],
    ['yes/no', 'yes'],
    ['Choose a password', PASSWORD],
    ['Once more', PASSWORD],
  ];
  for (const [question, answer] of answers) {
    await peer.expect(question);
    peer.say(answer);
  }
  await peer.expect('the Salt Vaults');
  if (speaksGmcp) await peer.expect('Input.Hide');
  if (speaksGmcp || subprotocol === 'v1.undercroft') await peer.expect('Room.Info');
  peer.say('go door');
  await peer.expect('You reach the open door.');
  peer.say('say zounds');
  await peer.expect('You say: "zounds"');
  peer.say('quit');
  const end = await closed;
  assert.strictEqual(end.code, 1000);
  assert.ok(end.reason.startsWith('Saved.'), end.reason);
  console.log('played:', subprotocol);
}

async function main() {
  const subprotocols = [
    null,
    'telnet.mudstandards.org',
    'terminal.mudstandards.org',
    'gmcp.mudstandards.org',
    'json.mudstandards.org',
    'v1.undercroft',
  ];
  for (const [number, subprotocol] of subprotocols.entries()) {
    await play(subprotocol, 'node' + String.fromCharCode(97 + number));
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
