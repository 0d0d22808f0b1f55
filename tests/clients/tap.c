/*
 * A tap on the line: passes on what a client and the server say to each other, and writes the text
 * that the server sends to a file, decompressed and without telnet. So it can be seen what a real
 * program was sent, and not only what it made of it.
 *
 * Usage: client_tap PORT FILE   PORT of this machine is where the server listens
 * The first line printed is 'ready: listening on 127.0.0.1:PORT'. One client after the other; it
 * ends after two minutes.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

enum { LIFE_S = 120, BUFFER_SIZE = 4096, LET_GO_MS = 1000 };

enum { IAC = 255, DONT = 254, WILL = 251, SB = 250, SE = 240, OPTION_COMPRESS2 = 86 };

enum scan { SCAN_TEXT, SCAN_COMMAND, SCAN_VERB, SCAN_OPTION, SCAN_SUB, SCAN_SUB_COMMAND };

struct tap {
    FILE *file;
    enum scan scan;
    unsigned char option; /* of the subnegotiation */
    bool is_compressed;
    z_stream stream;
};

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static struct sockaddr_in local_address(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((unsigned short)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int listen_anywhere(void)
{
    struct sockaddr_in address = local_address(0);
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd < 0 || bind(fd, (struct sockaddr *)&address, size) != 0 || listen(fd, 4) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &size) != 0)
        fail("client_tap: listen");
    printf("ready: listening on 127.0.0.1:%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return fd;
}

static int connect_to(int port)
{
    struct sockaddr_in address = local_address(port);
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        fail("client_tap: connect");
    return fd;
}

static bool send_all(int fd, const unsigned char *bytes, ssize_t size)
{
    while (size > 0) {
        ssize_t sent = send(fd, bytes, (size_t)size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= sent;
    }
    return true;
}

static void start_inflating(struct tap *tap)
{
    tap->stream = (z_stream){0};
    if (inflateInit(&tap->stream) != Z_OK)
        fail("client_tap: inflate");
    tap->is_compressed = true;
}

static void stop_inflating(struct tap *tap)
{
    if (tap->is_compressed)
        inflateEnd(&tap->stream);
    tap->is_compressed = false;
}

/* Telnet as plain as can be: the bytes behind IAC are not text. */
static void take(struct tap *tap, unsigned char byte)
{
    switch (tap->scan) {
    case SCAN_TEXT:
        if (byte == IAC)
            tap->scan = SCAN_COMMAND;
        else
            fputc(byte, tap->file);
        break;
    case SCAN_COMMAND:
        if (byte == IAC)
            fputc(byte, tap->file);
        tap->scan = byte == SB ? SCAN_OPTION : byte >= WILL && byte <= DONT ? SCAN_VERB : SCAN_TEXT;
        break;
    case SCAN_VERB:
        tap->scan = SCAN_TEXT;
        break;
    case SCAN_OPTION:
        tap->option = byte;
        tap->scan = SCAN_SUB;
        break;
    case SCAN_SUB:
        tap->scan = byte == IAC ? SCAN_SUB_COMMAND : SCAN_SUB;
        break;
    case SCAN_SUB_COMMAND:
        tap->scan = byte == SE ? SCAN_TEXT : SCAN_SUB;
        if (byte == SE && tap->option == OPTION_COMPRESS2)
            start_inflating(tap);
        break;
    }
}

/* A whole buffer of compressed bytes; what follows the end of the stream is plain again. */
static unsigned char *take_compressed(struct tap *tap, unsigned char *at, unsigned char *end)
{
    unsigned char out[BUFFER_SIZE];
    int result = Z_OK;

    tap->stream.next_in = at;
    tap->stream.avail_in = (unsigned int)(end - at);
    do {
        tap->stream.next_out = out;
        tap->stream.avail_out = sizeof out;
        result = inflate(&tap->stream, Z_SYNC_FLUSH);
        for (size_t i = 0; i < sizeof out - tap->stream.avail_out; i++)
            take(tap, out[i]);
    } while (result == Z_OK && tap->stream.avail_out == 0);
    at = end - tap->stream.avail_in;
    if (result == Z_STREAM_END)
        stop_inflating(tap);
    else if (result != Z_OK && result != Z_BUF_ERROR)
        fail("client_tap: the compressed stream is broken");
    return at;
}

static void record(struct tap *tap, unsigned char *at, ssize_t size)
{
    unsigned char *end = at + size;

    while (at < end) {
        if (tap->is_compressed)
            at = take_compressed(tap, at, end);
        else
            take(tap, *at++);
    }
    fflush(tap->file);
}

/* The server has hung up: the client reads to the end before it notices. */
static void let_go(int client)
{
    struct pollfd end = {.fd = client, .events = POLLIN};
    unsigned char bytes[BUFFER_SIZE];

    shutdown(client, SHUT_WR);
    while (poll(&end, 1, LET_GO_MS) > 0 && recv(client, bytes, sizeof bytes, 0) > 0)
        continue;
}

/* Passes bytes both ways until one side hangs up. */
static void pass(struct tap *tap, int client, int server)
{
    struct pollfd ends[2] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
    unsigned char bytes[BUFFER_SIZE];

    for (;;) {
        if (poll(ends, 2, -1) < 0)
            fail("client_tap: poll");
        for (int i = 0; i < 2; i++) {
            if (ends[i].revents == 0)
                continue;
            ssize_t size = recv(ends[i].fd, bytes, sizeof bytes, 0);
            if (size <= 0)
                return;
            if (i == 1)
                record(tap, bytes, size);
            if (!send_all(ends[1 - i].fd, bytes, size))
                return;
        }
    }
}

int main(int argc, char **argv)
{
    int port = argc == 3 ? (int)strtol(argv[1], NULL, 10) : 0;

    if (port < 1 || port > 65535) {
        fputs("usage: client_tap PORT FILE\n", stderr);
        return 2;
    }
    struct tap tap = {.file = fopen(argv[2], "we")};
    if (tap.file == NULL)
        fail(argv[2]);
    alarm(LIFE_S);
    int listener = listen_anywhere();
    for (;;) {
        int client = accept(listener, NULL, NULL);
        if (client < 0)
            fail("client_tap: accept");
        int server = connect_to(port);
        tap.scan = SCAN_TEXT;
        pass(&tap, client, server);
        stop_inflating(&tap);
        let_go(client);
        close(client);
        close(server);
    }
}
