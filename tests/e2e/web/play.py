"""Plays by python3-websockets in each of the subprotocols: a new delver logs in, walks to a door
that opens, talks, hears GMCP where it is spoken, and quits.

Usage: play.py PORT
"""
import asyncio
import json
import sys

import websockets

PATIENCE = 30
PASSWORD = "correct horse"


class Peer:
    """One client; what it hears is kept as text, from frames of every kind."""

    def __init__(self, socket, subprotocol):
        self.socket = socket
        self.subprotocol = subprotocol
        self.heard = ""
        self.number = 0

    async def say(self, line):
        if self.subprotocol == "v1.undercroft":
            self.number += 1
            await self.socket.send("Input.Line " + json.dumps({"n": self.number, "text": line}))
        else:
            await self.socket.send((line + "\r\n").encode())

    async def message(self, package, value):
        if self.subprotocol == "json.mudstandards.org":
            await self.socket.send(json.dumps({"proto": "gmcp", "id": package, "data": value}))
        else:
            await self.socket.send(package + " " + json.dumps(value))

    async def expect(self, text):
        while text not in self.heard:
            piece = await asyncio.wait_for(self.socket.recv(), PATIENCE)
            if isinstance(piece, bytes):
                piece = piece.decode("utf-8", "replace")
            self.heard += piece


async def play(port, subprotocol, name):
    offered = None if subprotocol is None else [subprotocol]
    address = f"ws://127.0.0.1:{port}/ws"
    async with websockets.connect(address, subprotocols=offered) as socket:
        assert socket.subprotocol == subprotocol, socket.subprotocol
        assert "Sec-WebSocket-Extensions" not in socket.response_headers
        peer = Peer(socket, subprotocol)
        speaks_gmcp = subprotocol in ("gmcp.mudstandards.org", "json.mudstandards.org")
        if speaks_gmcp:
            await peer.message("Core.Supports.Set", ["Char 1", "Room 1", "Input 1"])
        await peer.expect("Name:")
        await peer.say(name)
        await peer.expect("yes/no")
        await peer.say("yes")
        await peer.expect("Choose a password")
        await peer.say(PASSWORD)
        await peer.expect("Once more")
        await peer.say(PASSWORD)
        await peer.expect("the Salt Vaults")
        if speaks_gmcp:
            await peer.expect("Input.Hide")
        if speaks_gmcp or subprotocol == "v1.undercroft":
            await peer.expect("Room.Info")
            await peer.expect("Char.Vitals")
        await peer.say("go door")
        await peer.expect("You reach the open door.")
        await peer.say("say zounds")
        await peer.expect('You say: "zounds"')
        await peer.say("quit")
        try:
            await peer.expect("what is never said")
        except websockets.ConnectionClosed as closed:
            assert closed.code == 1000, closed
            assert closed.reason.startswith("Saved."), closed
        print("played:", subprotocol)


async def main():
    port = int(sys.argv[1])
    for number, subprotocol in enumerate(
        [
            None,
            "telnet.mudstandards.org",
            "telnet",
            "binary",
            "terminal.mudstandards.org",
            "gmcp.mudstandards.org",
            "json.mudstandards.org",
            "v1.undercroft",
        ]
    ):
        await play(port, subprotocol, "pyth" + chr(ord("a") + number))


asyncio.run(main())
