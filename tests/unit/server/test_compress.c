/*
 * Compressed output decodes whole after every flight and after the end, however large the flights
 * are and whenever the peer changes its mind.
 */
#include "server/net/compress.h"

#include <string.h>

#include "base/rng.h"
#include "inflater.h"
#include "server/base/terminals.h"
#include "server/net/conn.h"
#include "support/test.h"
#include "term/ansi.h"

enum { ROUNDS = 400, FLIGHT_MAX = 40 * 1024 };

struct line {
    struct compress compress;
    struct bytes out;
    struct bytes wire;
    struct inflater peer;
};

static void line_open(struct line *line)
{
    *line = (struct line){.compress = {.stream = NULL}};
    bytes_init(&line->out, CONN_OUT_MAX);
    bytes_init(&line->wire, CONN_FLIGHT_MAX);
    inflater_init(&line->peer);
}

static void line_close(struct line *line)
{
    compress_release(&line->compress);
    bytes_release(&line->out);
    bytes_release(&line->wire);
    inflater_release(&line->peer);
}

/* One flight of these bytes; returns how many went over the wire. */
static size_t fly(struct line *line, bool is_wanted, const void *data, size_t length)
{
    ck_assert_int_eq(bytes_append(&line->out, data, length), ERR_OK);
    ck_assert_int_eq(compress_take(&line->compress, is_wanted, &line->out, &line->wire), ERR_OK);
    ck_assert_uint_eq(line->out.length, 0);
    size_t sent = line->wire.length;
    ck_assert_uint_le(sent, COMPRESS_BOUND(length));
    inflater_feed(&line->peer, line->wire.data, sent);
    bytes_clear(&line->wire, 0);
    return sent;
}

static void expect_text(const struct line *line, const void *text, size_t length)
{
    ck_assert_uint_eq(line->peer.text.length, length);
    ck_assert_mem_eq(line->peer.text.data, text, length);
}

TEST(a_stream_begins_behind_what_waited_and_ends_in_order)
{
    struct line line;

    line_open(&line);
    ck_assert(!compress_is_owed(&line.compress, false));
    ck_assert_msg(fly(&line, false, "plain", 5) == 5, "plain is as it is");
    ck_assert(compress_is_owed(&line.compress, true));
    ck_assert_msg(fly(&line, true, "also", 4) == 4 + INFLATER_MARK_LENGTH, "and then the mark");
    ck_assert(!compress_is_owed(&line.compress, true));
    ck_assert_int_eq(line.peer.begun, 1);
    fly(&line, true, "packed", 6);
    expect_text(&line, "plainalsopacked", 15);
    ck_assert(compress_is_owed(&line.compress, false));
    fly(&line, false, "last", 4);
    ck_assert_int_eq(line.peer.ended, 1);
    ck_assert(!compress_is_owed(&line.compress, false));
    ck_assert_msg(fly(&line, false, "plain", 5) == 5, "plain again");
    expect_text(&line, "plainalsopackedlastplain", 24);
    line_close(&line);
}

TEST(a_stream_may_begin_and_end_with_nothing_in_it)
{
    struct line line;

    line_open(&line);
    for (int i = 1; i <= 10; i++) {
        fly(&line, true, "", 0);
        ck_assert_int_eq(line.peer.begun, i);
        fly(&line, false, "", 0);
        ck_assert_int_eq(line.peer.ended, i);
    }
    fly(&line, true, "", 0);
    fly(&line, true, "", 0);
    fly(&line, true, "", 0);
    fly(&line, true, "x", 1);
    expect_text(&line, "x", 1);
    line_close(&line);
}

/* Text like a frame's, or noise that cannot be packed. */
static void write_flight(struct rng *rng, uint8_t *data, size_t length)
{
    bool is_noise = rng_percent(rng, 20);

    for (size_t i = 0; i < length; i++)
        data[i] =
            is_noise ? (uint8_t)rng_below(rng, 256) : (uint8_t) "#..@\x1b[3;7H"[rng_below(rng, 10)];
    /* The peer's mark must not stand in plain text by chance: telnet would have doubled it. */
    for (size_t i = 0; i < length; i++)
        data[i] = data[i] == 255 ? 254 : data[i];
}

TEST_EACH(every_flight_decodes_whole, 4)
{
    static uint8_t data[CONN_OUT_MAX];
    static const size_t edges[] = {0, 1, 1023, 1024, 1025, 2048, 4096, 65535, CONN_OUT_MAX};
    struct rng rng;
    struct line line;
    size_t done = 0;
    bool is_wanted = false;

    rng_init(&rng, (uint64_t)_i + 1);
    line_open(&line);
    for (int round = 0; round < ROUNDS && done < INFLATER_TEXT_MAX - CONN_OUT_MAX; round++) {
        size_t length = rng_percent(&rng, 10)   ? edges[rng_below(&rng, 9)]
                        : rng_percent(&rng, 20) ? rng_below(&rng, FLIGHT_MAX)
                                                : rng_below(&rng, 300);
        if (rng_percent(&rng, 10))
            is_wanted = !is_wanted;
        write_flight(&rng, data, length);
        size_t before = line.peer.text.length;
        fly(&line, is_wanted, data, length);
        ck_assert_msg(line.peer.text.length == before + length, "round %d: whole", round);
        if (length > 0)
            ck_assert_mem_eq(line.peer.text.data + before, data, length);
        ck_assert_int_eq(line.peer.is_inflating, line.compress.stream != NULL);
        done += length;
    }
    ck_assert_int_gt(line.peer.ended, 0);
    line_close(&line);
}

TEST(noise_fits_into_the_bound)
{
    static uint8_t data[CONN_OUT_MAX];
    struct rng rng;
    struct line line;

    rng_init(&rng, 7);
    line_open(&line);
    fly(&line, true, "", 0);
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)rng_below(&rng, 256);
    size_t sent = fly(&line, true, data, sizeof data);
    ck_assert_uint_gt(sent, sizeof data);
    expect_text(&line, data, sizeof data);
    line_close(&line);
}

TEST(frames_become_smaller)
{
    static const char row[] = "\x1b[12;40H\x1b[38;5;244m#..........+.....#\x1b[0m";
    struct line line;
    size_t sent = 0;

    line_open(&line);
    fly(&line, true, "", 0);
    for (int i = 0; i < 100; i++)
        sent += fly(&line, true, row, sizeof row - 1);
    ck_assert_uint_lt(sent, 100 * (sizeof row - 1) / 2);
    line_close(&line);
}

TEST(the_restore_string_reaches_a_peer_without_its_stream)
{
    struct line line;
    uint8_t header[TERMINALS_STORED_HEADER];
    size_t length = strlen(ansi_restore);

    line_open(&line);
    fly(&line, true, "", 0);
    for (int i = 0; i < 20; i++) {
        char text[16];
        memset(text, 'a' + i, sizeof text);
        fly(&line, true, text, (size_t)i % sizeof text);
        size_t before = line.peer.text.length;
        terminals_stored_header(length, header);
        inflater_feed(&line.peer, header, sizeof header);
        inflater_feed(&line.peer, (const uint8_t *)ansi_restore, length);
        ck_assert_uint_eq(line.peer.text.length, before + length);
        ck_assert_mem_eq(line.peer.text.data + before, ansi_restore, length);
    }
    line_close(&line);
}
