/*
 * Handshakes that are never done: a thousand peers begin one each and say no more. For each way to
 * begin one row is printed: how many of them the server keeps, and by how much its memory grew.
 * Prints figures and judges nothing.
 * Usage: bench_handshakes [PEERS]     1000 if not said, 3999 at most
 */
#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/certificate.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/test.h"
#include "support/tls_peer.h"

enum {
    PEERS = 1000,
    PEERS_MAX = 4000,
    RECORD_HEADER = 5,
    BEGUN_SIZE = 8 * 1024, /* no more is taken before a handshake is done */
};

/* A ClientHello, `padding` bytes longer than it needs to be, and then records of `record` bytes of
   a message of 16 KiB. 0 for `record`: nothing then. */
static const struct way {
    const char *name;
    bool has_hello;
    size_t padding;
    size_t record;
} ways[] = {
    {"a hello and no more", true, 0, 0},
    {"a record that does not end", false, 0, 16384},
    {"records of 1 byte", false, 0, 1},
    {"records of 4,000 bytes", false, 0, 4000},
    {"a hello, a record without end", true, 0, 16384},
    {"a long hello, the same", true, 4000, 16384},
};

static struct process server;
static struct console console;
static char certificate[PROCESS_PATH_SIZE];
static char key[PROCESS_PATH_SIZE];
static int peers[PEERS_MAX];
static int peer_count = PEERS;
static unsigned char begun[BEGUN_SIZE];
static size_t begun_length;

static void add_record(size_t size, size_t *sent)
{
    static const unsigned char head[] = {1, 0, 0x3f, 0xf0};
    const unsigned char header[RECORD_HEADER] = {0x16, 3, 1, (unsigned char)(size >> 8),
                                                 (unsigned char)size};
    size_t room = sizeof begun - begun_length - RECORD_HEADER;

    memcpy(begun + begun_length, header, sizeof header);
    begun_length += sizeof header;
    size = size < room ? size : room;
    for (size_t i = 0; i < size; i++, ++*sent)
        begun[begun_length++] = *sent < sizeof head ? head[*sent] : 'x';
}

static void make_begun(const struct way *way)
{
    size_t sent = 0;

    begun_length = 0;
    if (way->has_hello)
        begun_length = tls_peer_hello(NULL, way->padding, begun, sizeof begun);
    while (way->record > 0 && begun_length + RECORD_HEADER < sizeof begun)
        add_record(way->record, &sent);
}

static int begin(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    int peer = socket(AF_INET, SOCK_STREAM, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((uint16_t)server.tls_port);
    ck_assert_int_ge(peer, 0);
    ck_assert_int_eq(connect(peer, (const struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(send(peer, begun, begun_length, MSG_NOSIGNAL), (ssize_t)begun_length);
    return peer;
}

static double ended(const char *how)
{
    char name[64];

    snprintf(name, sizeof name, "undercroft_tls_handshakes_total{result=\"%s\"}", how);
    return console_metric(&console, name);
}

/* Waits until the server has read it all, and answered each hello, of those that it keeps. Returns
   how many it does not. */
static double settle(int count, bool is_answered)
{
    double gone;
    char byte;

    do
        gone = ended("made_room") + ended("failed");
    while (console_metric(&console, "undercroft_received_bytes_total") +
               gone * (double)begun_length <
           (double)count * (double)begun_length);
    for (int i = 0; is_answered && i < count; i++)
        (void)!recv(peers[i], &byte, 1, 0);
    return ended("made_room") + ended("failed");
}

START_TEST(handshakes)
{
    const struct way *way = &ways[_i];

    make_begun(way);
    process_start(&server, WORDS("--tls", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key",
                                 key, "--connections-max", "16000"));
    peers[0] = begin();
    (void)settle(1, way->has_hello);
    size_t before = process_anonymous_bytes(&server);
    for (int i = 1; i <= peer_count; i++)
        peers[i] = begin();
    double gone = settle(peer_count + 1, way->has_hello);
    size_t after = process_anonymous_bytes(&server);
    printf("%-30s kept %5.0f of %d: %5.1f MiB\n", way->name, peer_count + 1 - gone, peer_count + 1,
           (double)(after - before) / 1048576);
    fflush(stdout);
    for (int i = 0; i <= peer_count; i++)
        close(peers[i]);
    ck_assert_int_eq(process_stop(&server), 0);
}
END_TEST

static void set_up(void)
{
    process_init(&server);
    server.has_small_pages = true;
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_path(&server, "cert.pem", certificate);
    process_path(&server, "key.pem", key);
    certificate_make(certificate, key, &(struct certificate_wish){.name = NULL});
}

static void tear_down(void)
{
    console_release(&console);
    process_release(&server);
}

int main(int argc, char **argv)
{
    TCase *tcase = tcase_create("handshakes");

    setenv("CK_FORK", "no", 1);
    long wanted = argc > 1 ? strtol(argv[1], NULL, 10) : PEERS;
    if (wanted > 0 && wanted < PEERS_MAX)
        peer_count = (int)wanted;
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, handshakes, 0, (int)(sizeof ways / sizeof ways[0]));
    return test_run_case("bench/handshakes", tcase);
}
