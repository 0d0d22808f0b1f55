/*
 * Storms before the login: connections that send telnet and what is none, whole, in pieces and byte
 * by byte, and then end in every way there is. Nothing may end the server, and nothing may stay of
 * a connection that is gone. STORM_TURNS says for how long, SEED which storm.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall.h"
#include "nasty.h"
#include "support/test.h"

enum {
    CALLERS = 48,
    SCRIPT_MAX = 8192,
    PIECES_MAX = 24,
    TURNS_USUAL = 8000,
    SETTLE_TURNS = 400,
};

/* One connection: what it has still to send, and how it goes. */
struct caller {
    struct peer *peer; /* NULL: none */
    size_t length;
    size_t sent;
    int piece;    /* bytes at once; 0: all */
    int patience; /* turns before it hangs up once all is sent */
    uint8_t script[SCRIPT_MAX];
};

static struct hall hall;
static struct caller *callers;
static struct rng rng;
static uint64_t connections;
static uint64_t bytes;

static size_t put(uint8_t *out, const void *data, size_t length)
{
    memcpy(out, data, length);
    return length;
}

static uint8_t pick_byte(const uint8_t *list, size_t count)
{
    return list[rng_below(&rng, (uint32_t)count)];
}

static uint8_t pick_option(void)
{
    static const uint8_t options[] = {0,  1,  3,  5,  6,  18, 24, 25, 31, 32, 33, 34,  36,  38,
                                      39, 42, 44, 69, 70, 85, 86, 87, 90, 91, 93, 200, 201, 255};

    return rng_percent(&rng, 90) ? pick_byte(options, sizeof options)
                                 : (uint8_t)rng_below(&rng, 256);
}

/* IAC, a verb or any command, an option. */
static size_t make_command(uint8_t *out)
{
    size_t length = 0;

    out[length++] = 255;
    out[length++] = (uint8_t)rng_range(&rng, 236, 255);
    if (rng_percent(&rng, 90))
        out[length++] = pick_option();
    return length;
}

/* A subnegotiation: empty, short or long, with doubled, single or missing IAC, cut or ended. */
static size_t make_subnegotiation(uint8_t *out)
{
    size_t length = 0;
    uint32_t size = rng_percent(&rng, 10) ? rng_below(&rng, 3000) : rng_below(&rng, 40);

    out[length++] = 255;
    out[length++] = 250;
    out[length++] = pick_option();
    for (uint32_t i = 0; i < size; i++) {
        uint8_t byte =
            rng_percent(&rng, 40) ? (uint8_t)rng_below(&rng, 4) : (uint8_t)rng_below(&rng, 256);
        out[length++] = byte;
        if (byte == 255 && rng_percent(&rng, 80))
            out[length++] = 255;
    }
    if (rng_percent(&rng, 85)) {
        out[length++] = 255;
        out[length++] = 240;
    }
    return length;
}

/* First bytes of other protocols, and answers of known clients. */
static size_t make_greeting(uint8_t *out)
{
    static const struct {
        const char *bytes;
        size_t length;
    } greetings[] = {
#define GREETING(text) {text, sizeof(text) - 1}
        GREETING("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        GREETING("\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03"),
        GREETING("SSH-2.0-OpenSSH_9.2\r\n"),
        GREETING("\x05\x01\0"),
        GREETING("*1\r\n$4\r\nPING\r\n"),
        GREETING("PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n"),
        GREETING("\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\x01\x02\x03\x04\x05\x06\x07\x08\0\x01\0\x02"),
        GREETING("\xff\xfb\x18\xff\xfa\x18\0XTERM-256COLOR\xff\xf0"),
        GREETING("\xff\xfb\x18\xff\xfa\x18\0MTTS 2349\xff\xf0\xff\xfa\x18\0MTTS 2349\xff\xf0"),
        GREETING("\xff\xfd\x2a\xff\xfa\x2a\x02UTF-8\xff\xf0"),
        GREETING("\xff\xfa\x2a\x01;UTF-8;X\xff\xf0"),
        GREETING("\xff\xfd\x56\xff\xfd\x57\xff\xfd\x55"),
        GREETING("\xff\xfd\x46\xff\xfd\x45"),
        GREETING("\xff\xfb\x1f\xff\xfa\x1f\0\0\0\0\xff\xf0"),
        GREETING("\xff\xfb\x1f\xff\xfa\x1f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xf0"),
        GREETING("\xff\xfb\x27\xff\xfa\x27\0\0USER\x01x\xff\xf0"),
        GREETING("\xff\xfd\xc9\xff\xfa\xc9"
                 "Core.Hello {\"client\":\"x\"}\xff\xf0"),
        GREETING("\xff\xfd\xc9\xff\xfa\xc9"
                 "Char.Login.Credentials "
                 "{\"account\":\"ada\",\"password\":\"wrong horse\"}\xff\xf0"),
        GREETING("\xff\xfd\x01\xff\xfd\x03"),
        GREETING("ada\r\nyes\r\ncorrect horse\r\ncorrect horse\r\n"),
        GREETING("help\r\nwho\r\nwatch\r\nq\r\nreader\r\n"),
        GREETING("quit\r\n"),
#undef GREETING
    };
    uint32_t i = rng_below(&rng, sizeof greetings / sizeof greetings[0]);

    return put(out, greetings[i].bytes, greetings[i].length);
}

static size_t make_noise(uint8_t *out)
{
    return nasty_make(&rng, out); /* NASTY_MAX bytes at most */
}

static void make_script(struct caller *caller)
{
    static size_t (*const makers[])(uint8_t * out) = {
        make_command, make_command, make_subnegotiation, make_greeting, make_noise};
    int pieces = rng_range(&rng, 1, PIECES_MAX);
    uint8_t piece[SCRIPT_MAX];

    caller->length = 0;
    for (int i = 0; i < pieces; i++) {
        size_t length = makers[rng_below(&rng, sizeof makers / sizeof makers[0])](piece);
        if (caller->length + length > SCRIPT_MAX)
            break;
        caller->length += put(caller->script + caller->length, piece, length);
    }
    /* Now and then a byte is another. */
    for (int i = 0; i < 3 && caller->length > 0 && rng_percent(&rng, 20); i++)
        caller->script[rng_below(&rng, (uint32_t)caller->length)] = (uint8_t)rng_below(&rng, 256);
}

static void call(struct caller *caller)
{
    caller->peer = hall_connect(&hall);
    make_script(caller);
    caller->sent = 0;
    caller->piece = rng_percent(&rng, 40) ? 0 : rng_percent(&rng, 50) ? 1 : rng_range(&rng, 2, 300);
    caller->patience = rng_percent(&rng, 10) ? 300 : (int)rng_below(&rng, 20);
    connections++;
}

/* Hangs up by a reset, a half-close, or as usual. */
static void hang_up(struct caller *caller)
{
    uint32_t way = rng_below(&rng, 3);

    if (way == 1 && caller->patience >= 0) {
        peer_shut(caller->peer);
        caller->patience = -1;
        return;
    }
    if (way == 0)
        peer_reset(caller->peer);
    else
        peer_close(caller->peer);
    caller->peer = NULL;
}

static void take_turn(struct caller *caller)
{
    static uint8_t heard[64 * 1024];

    if (caller->peer == NULL) {
        call(caller);
        return;
    }
    ssize_t count = peer_receive(caller->peer, heard, sizeof heard);
    bool is_over = count <= 0 && count != UV_EAGAIN;
    if (!is_over && caller->sent < caller->length) {
        size_t left = caller->length - caller->sent;
        size_t part =
            caller->piece == 0 || (size_t)caller->piece > left ? left : (size_t)caller->piece;
        count = peer_send(caller->peer, caller->script + caller->sent, part);
        caller->sent += count > 0 ? (size_t)count : 0;
        bytes += count > 0 ? (uint64_t)count : 0;
        if (caller->piece > 0 && rng_percent(&rng, 2))
            caller->piece = 0;
        return;
    }
    if (is_over || caller->patience-- <= 0)
        hang_up(caller);
}

TEST(no_storm_before_the_login_ends_the_server)
{
    uint64_t turns = test_number("STORM_TURNS", TURNS_USUAL, UINT64_MAX);

    rng_init(&rng, test_number("SEED", 1, UINT64_MAX));
    callers = calloc(CALLERS, sizeof *callers);
    ck_assert_ptr_nonnull(callers);
    hall_open(&hall);
    for (uint64_t i = 0; i < turns; i++) {
        for (int j = 0; j < CALLERS; j++)
            take_turn(&callers[j]);
        hall_pass(&hall, HALL_TICK_MS);
    }
    printf("%llu connections, %llu bytes\n", (unsigned long long)connections,
           (unsigned long long)bytes);
    for (int i = 0; i < CALLERS; i++) {
        if (callers[i].peer != NULL)
            peer_close(callers[i].peer);
    }
    for (int i = 0; i < SETTLE_TURNS && hall.server.net.connection_count > 0; i++)
        hall_pass(&hall, 1000);
    ck_assert_uint_eq(hall.server.net.connection_count, 0);
    ck_assert_uint_eq(hall.server.logins.open.count + hall.server.logins.line.count, 0);
    ck_assert_uint_gt(connections, 100);
    hall_close(&hall);
    free(callers);
}
