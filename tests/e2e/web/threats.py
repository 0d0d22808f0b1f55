"""Bytes that strangers send to the web port: each gets its answer, and a player beside them feels nothing.

Usage: threats.py PORT
"""
import asyncio
import json
import socket
import sys
import time

import websockets

PORT = int(sys.argv[1])
HERE = f"127.0.0.1:{PORT}"
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


def call():
    peer = socket.create_connection(("127.0.0.1", PORT))
    peer.settimeout(30)
    return peer


def hear_all(peer):
    heard = b""
    try:
        while piece := peer.recv(65536):
            heard += piece
    except ConnectionResetError:
        pass
    return heard


def ask(request):
    """Everything that is answered, of a connection that the server is to close."""
    with call() as peer:
        peer.sendall(request.encode("latin-1"))
        return hear_all(peer).decode("latin-1")


def expect_status(status, request):
    answer = ask(request)
    assert answer.startswith(f"HTTP/1.1 {status} "), (status, request, answer)
    return answer


def get(path="/", host=HERE, fields=""):
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{fields}\r\n"


def upgrade(host=HERE, fields=""):
    return f"GET /ws HTTP/1.1\r\nHost: {host}\r\n{UPGRADE}{fields}\r\n"


def names_that_lead_here():
    """DNS rebinding: a name of somebody else's that was made to lead to this server."""
    for host in ("evil.example", f"evil.example:{PORT}", "localhost.evil.example"):
        answer = expect_status(421, get(host=host))
        assert "--web-origin" in answer
        expect_status(421, upgrade(host=host, fields=f"Origin: http://{host}\r\n"))
    expect_status(200, get(host="localhost"))
    expect_status(200, get(host="play.example.org"))


def pages_of_others():
    """Cross-site WebSocket hijacking."""
    for origin in ("http://evil.example", "null", f"http://localhost:{PORT}", f"https://{HERE}x"):
        expect_status(403, upgrade(fields=f"Origin: {origin}\r\n"))


def smuggling():
    for request in (
        f"GET / HTTP/1.1\r\nHost: {HERE}\r\nContent-Length: 4\r\n\r\nGET ",
        f"GET / HTTP/1.1\r\nHost: {HERE}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: {HERE}\r\nHost: evil.example\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost : {HERE}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: {HERE}\r\n folded: 1\r\n\r\n",
        f"GET / HTTP/1.1\nHost: {HERE}\n\n",
        f"GET http://evil.example/ HTTP/1.1\r\nHost: {HERE}\r\n\r\n",
        get("/../../etc/passwd"),
        get("/app/%2e%2e/x"),
    ):
        answer = expect_status(400, request)
        assert answer.count("HTTP/1.1") == 1, answer


def other_protocols():
    for beginning in (b"\xff\xfd\x18", b"\x16\x03\x01\x02\x00\x01", b"SSH-2.0-OpenSSH_9.2\r\n"):
        with call() as peer:
            peer.sendall(beginning)
            assert hear_all(peer) == b""


def long_heads():
    answer = ask(get(fields="X: " + "x" * 5000 + "\r\n"))
    assert answer.startswith("HTTP/1.1 431 "), answer
    answer = ask(get(fields="".join(f"X{i}: 1\r\n" for i in range(40))))
    assert answer.startswith("HTTP/1.1 431 "), answer


def forged_addresses():
    """Without --proxy-from X-Forwarded-For is ignored: the limit of pages by address holds (3)."""
    peers = []
    for number in range(3):
        peer = call()
        peer.sendall(upgrade(fields=f"X-Forwarded-For: 192.0.2.{number}\r\n").encode())
        assert peer.recv(4096).startswith(b"HTTP/1.1 101 ")
        peers.append(peer)
    answer = ask(upgrade(fields="X-Forwarded-For: 192.0.2.200\r\n"))
    assert answer.startswith("HTTP/1.1 101 "), answer
    assert "\x0f\xa3Too many connections" in answer, answer
    for peer in peers:
        peer.close()


def compression_is_never_agreed():
    with call() as peer:
        peer.sendall(
            upgrade(fields="Sec-WebSocket-Extensions: permessage-deflate\r\n").encode()
        )
        head = peer.recv(4096).split(b"\r\n\r\n")[0]
        assert head.startswith(b"HTTP/1.1 101 ")
        assert b"Extensions" not in head, head
        # A reserved bit is a fault then.
        peer.sendall(b"\xc2\x80\0\0\0\0")
        assert b"\x03\xea" in hear_all(peer)


def endless_messages():
    with call() as peer:
        peer.sendall(upgrade(fields="Sec-WebSocket-Protocol: v1.undercroft\r\n").encode())
        peer.recv(4096)
        peer.sendall(b"\x01\xfe\x1f\x40\0\0\0\0" + b"x" * 8000)
        peer.sendall(b"\x80\xfe\x1f\x40\0\0\0\0")
        assert b"\x03\xf1" in hear_all(peer)


def crowds_of_visitors():
    """More than may be here are told to come again, and players still come in by telnet's port."""
    peers = [call() for _ in range(140)]
    refused = 0
    time.sleep(0.5)
    for peer in peers:
        peer.setblocking(False)
        try:
            refused += peer.recv(4096).startswith(b"HTTP/1.1 503 ")
        except BlockingIOError:
            pass
        peer.close()
    assert refused >= 12, refused


def readers_that_do_not_read():
    """Hundreds of answers that are never taken wait nowhere: the connection is not read either."""
    with call() as peer:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        peer.settimeout(0.5)
        try:
            for _ in range(2000):
                peer.sendall(f"GET / HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode())
        except (socket.timeout, ConnectionError):
            pass


async def bystander(run):
    """Plays by a page while `run` does its worst, and is answered in time."""
    async with websockets.connect(f"ws://{HERE}/ws", subprotocols=["v1.undercroft"]) as page:
        number = 0

        async def type_line(line):
            nonlocal number
            number += 1
            await page.send("Input.Line " + json.dumps({"n": number, "text": line}))

        async def expect(text):
            while True:
                heard = await asyncio.wait_for(page.recv(), 30)
                if isinstance(heard, bytes):
                    heard = heard.decode("utf-8", "replace")
                if text in heard:
                    return

        for question, answer in (
            ('"name"', "bystander"),
            ('"confirm"', "yes"),
            ('"new-password"', "correct horse"),
            ('"repeat-password"', "correct horse"),
        ):
            await expect(question)
            await type_line(answer)
        await expect("Session.Begin")
        work = asyncio.get_running_loop().run_in_executor(None, run)
        while not work.done():
            await type_line("say still here")
            await expect("still here")
            await asyncio.sleep(0.3)
        await work
        await type_line("look")
        await expect("door")


def main():
    for threat in (
        names_that_lead_here,
        pages_of_others,
        smuggling,
        other_protocols,
        long_heads,
        forged_addresses,
        compression_is_never_agreed,
        endless_messages,
        readers_that_do_not_read,
        crowds_of_visitors,
    ):
        threat()
        print("stood:", threat.__name__)


async def everything():
    main()
    await bystander(lambda: [threat() for threat in (smuggling, long_heads, crowds_of_visitors)])
    print("stood: all of it beside a player")


asyncio.run(everything())
