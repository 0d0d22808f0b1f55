/*
 * Telnet with peers of ill will. Most of these inputs crash, flood or fool libtelnet 0.21 when it
 * is fed naively; B1, B2, B3 and B11 are the names its faults have in our notes.
 */
#include "server/net/telnet.h"

#include <string.h>

#include "support/test.h"
#include "telnet_peer.h"

enum { MEBIBYTE = 1024 * 1024, OPTION_NEW_ENVIRON = 39, VERB_FLOOD_ROUNDS = 20 };

/* Feeds `length` bytes made of `unit` over and over. */
static void feed_repeated(struct peer *peer, const void *unit, size_t unit_length, size_t length)
{
    for (size_t done = 0; done < length; done += unit_length)
        peer_feed(peer, unit, unit_length);
}

static void expect_dead(const struct peer *peer, const char *reason, const char *promise)
{
    ck_assert_msg(peer->telnet.is_dead, "%s: is given up", promise);
    ck_assert_int_eq(peer->telnet.event.kind, TELNET_EVENT_DEAD);
    ck_assert_msg(strcmp(peer->client.dead_reason, reason) == 0, "%s: reason %s, not %s", promise,
                  peer->client.dead_reason, reason);
}

TEST(B1_a_mebibyte_of_environment_subnegotiations_is_ignored)
{
    static const uint8_t unit[] = {WIRE_IAC, WIRE_SB, OPTION_NEW_ENVIRON, 0, WIRE_IAC, WIRE_SE};
    struct peer peer;

    peer_open(&peer);
    feed_repeated(&peer, unit, sizeof unit, MEBIBYTE);
    ck_assert(!peer.telnet.is_dead);
    ck_assert_uint_eq(peer.typed_count, 0);
    ck_assert_uint_eq(peer.out.length, 0);
    peer_feed(&peer, "x", 1);
    ck_assert_msg(peer.typed_count == 1 && peer.typed[0] == 'x', "and typing goes on");
    peer_release(&peer);
}

TEST(B2_the_first_sign_of_compression_ends_it)
{
    static const uint8_t options[] = {85, 86, 87};
    static const uint8_t environment[] = {0x78, 0x9C, 0xFB, 0xF7, 0x4B, 0x9D, 0xE1,
                                          0xFF, 0xFF, 0x07, 0x00, 0x13, 0xD4, 0x04};

    for (size_t i = 0; i < sizeof options; i++) {
        struct peer peer;
        peer_open(&peer);
        peer_feed_subnegotiation(&peer, options[i], "", 0);
        expect_dead(&peer, "compressed-input", "compression");
        feed_repeated(&peer, environment, sizeof environment, MEBIBYTE);
        ck_assert_uint_eq(peer.typed_count, 0);
        ck_assert_uint_eq(peer.out.length, 0);
        peer_release(&peer);
    }
}

TEST(B3_a_bomb_is_never_inflated)
{
    /* How zlib begins 64 MiB of zeros; every zero byte after it inflates to about a kilobyte. */
    static const uint8_t beginning[] = {0x78, 0xDA, 0xEC, 0xC1, 0x01, 0x01, 0x00, 0x00,
                                        0x00, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 0x08, 0x0A};
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_DO, 86);
    bytes_clear(&peer.out, PEER_OUT_MAX);
    peer_feed_subnegotiation(&peer, 86, "", 0);
    peer_feed(&peer, beginning, sizeof beginning);
    feed_repeated(&peer, "\0", 1, MEBIBYTE);
    expect_dead(&peer, "compressed-input", "a bomb");
    ck_assert_uint_eq(peer.typed_count, 0);
    peer_release(&peer);
}

TEST(B11_a_subnegotiation_without_end_is_never_typing)
{
    static const uint8_t options[] = {OPTION_NAWS, OPTION_TTYPE, OPTION_NEW_ENVIRON, 0, 255};

    for (size_t i = 0; i < sizeof options; i++) {
        const uint8_t begin[] = {WIRE_IAC, WIRE_SB, options[i]};
        struct peer peer;
        peer_open(&peer);
        peer_feed_verb(&peer, WIRE_WILL, OPTION_NAWS);
        peer_feed_verb(&peer, WIRE_WILL, OPTION_TTYPE);
        peer_feed(&peer, begin, sizeof begin);
        feed_repeated(&peer, "n\n", 2, TELNET_SUBNEGOTIATION_MAX);
        ck_assert_msg(!peer.telnet.is_dead, "the maximum itself is allowed");
        peer_feed(&peer, "n", 1);
        expect_dead(&peer, "long-subnegotiation", "one byte more");
        feed_repeated(&peer, "n\n", 2, MEBIBYTE);
        ck_assert_msg(peer.typed_count == 0, "nothing of option %d is typed", options[i]);
        peer_release(&peer);
    }
}

TEST(doubled_iacs_count_towards_the_maximum_once)
{
    static const uint8_t begin[] = {WIRE_IAC, WIRE_SB, OPTION_NAWS};
    static const uint8_t doubled[] = {WIRE_IAC, WIRE_IAC};
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_WILL, OPTION_NAWS);
    peer_feed(&peer, begin, sizeof begin);
    feed_repeated(&peer, doubled, sizeof doubled, 2 * TELNET_SUBNEGOTIATION_MAX);
    ck_assert(!peer.telnet.is_dead);
    peer_feed(&peer, doubled, sizeof doubled);
    expect_dead(&peer, "long-subnegotiation", "one byte more");
    peer_release(&peer);
}

/* Subnegotiations over which the library has read or run past its buffers. */
struct crooked {
    const char *name;
    uint8_t bytes[16];
    size_t length;
    const char *reason; /* NULL: ignored */
};

static const struct crooked crooked[] = {
    {"SB 85 WILL", {WIRE_IAC, WIRE_SB, 85, WIRE_WILL}, 4, "compressed-input"},
    {"a verb inside", {WIRE_IAC, WIRE_SB, 39, WIRE_IAC, WIRE_WILL, 1}, 6, "bad-telnet"},
    {"a new SB inside", {WIRE_IAC, WIRE_SB, 31, 0, WIRE_IAC, WIRE_SB, 31}, 7, "bad-telnet"},
    {"a lone 255", {WIRE_IAC, WIRE_SB, 24, 0, 255, 0, 24, WIRE_IAC, WIRE_SE}, 9, "bad-telnet"},
    {"width 255 alone", {WIRE_IAC, WIRE_SB, 31, 0, 255, 0, 24, WIRE_IAC, WIRE_SE}, 9, NULL},
    {"an empty type", {WIRE_IAC, WIRE_SB, 24, WIRE_IAC, WIRE_SE}, 5, NULL},
    {"a strange type", {WIRE_IAC, WIRE_SB, 24, 7, 'x', WIRE_IAC, WIRE_SE}, 7, NULL},
    {"empty MSSP", {WIRE_IAC, WIRE_SB, 70, WIRE_IAC, WIRE_SE}, 5, NULL},
    {"MSSP, last VAL", {WIRE_IAC, WIRE_SB, 70, 1, 'a', 2, WIRE_IAC, WIRE_SE}, 8, NULL},
    {"ZMP without NUL", {WIRE_IAC, WIRE_SB, 93, 'a', WIRE_IAC, WIRE_SE}, 6, NULL},
    {"ENVIRON escape", {WIRE_IAC, WIRE_SB, 36, 0, 0, 2, WIRE_IAC, WIRE_SE}, 8, NULL},
    {"option 255", {WIRE_IAC, WIRE_SB, 255, 'a', WIRE_IAC, WIRE_SE}, 6, NULL},
    {"SE alone", {WIRE_IAC, WIRE_SE}, 2, NULL},
};

TEST_EACH(crooked_subnegotiations_are_ignored_or_end_it, sizeof crooked / sizeof crooked[0])
{
    const struct crooked *row = &crooked[_i];
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_WILL, OPTION_NAWS);
    peer_feed_verb(&peer, WIRE_WILL, OPTION_TTYPE);
    bytes_clear(&peer.out, PEER_OUT_MAX);
    peer_feed(&peer, row->bytes, row->length);
    ck_assert_msg(peer.typed_count == 0, "%s: nothing is typed", row->name);
    ck_assert_msg(peer.out.length == 0, "%s: nothing is answered", row->name);
    if (row->reason != NULL)
        expect_dead(&peer, row->reason, row->name);
    else
        ck_assert_msg(!peer.telnet.is_dead, "%s: is ignored", row->name);
    peer_feed(&peer, "x", 1);
    ck_assert_msg(peer.typed_count == (row->reason == NULL), "%s: typing after it", row->name);
    peer_release(&peer);
}

TEST(a_flood_of_verbs_is_answered_within_the_budget)
{
    struct peer peer;

    peer_open(&peer);
    for (int round = 0; round < VERB_FLOOD_ROUNDS; round++) {
        for (int option = 0; option < 256; option++) {
            for (int verb = WIRE_WILL; verb <= WIRE_DONT; verb++)
                peer_feed_verb(&peer, (uint8_t)verb, (uint8_t)option);
        }
    }
    expect_dead(&peer, "too-many-negotiations", "a flood");
    /* No reply is longer than a question for the terminal type. */
    ck_assert_uint_le(peer.out.length, 6 * TELNET_REPLIES_MAX);
    ck_assert_uint_eq(peer.typed_count, 0);
    peer_release(&peer);
}

TEST(toggling_one_option_for_ever_ends_it)
{
    static const uint8_t options[] = {OPTION_SGA, OPTION_TTYPE, OPTION_EOR, OPTION_NAWS};

    for (size_t i = 0; i < sizeof options; i++) {
        struct peer peer;
        peer_open(&peer);
        for (int round = 0; round < 2 * TELNET_REPLIES_MAX; round++) {
            for (int verb = WIRE_WILL; verb <= WIRE_DONT; verb++)
                peer_feed_verb(&peer, (uint8_t)verb, options[i]);
        }
        expect_dead(&peer, "too-many-negotiations", "toggling");
        ck_assert_uint_le(peer.out.length, 6 * TELNET_REPLIES_MAX);
        peer_release(&peer);
    }
}

TEST(saying_the_same_for_ever_is_not_answered)
{
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_WILL, OPTION_NAWS);
    for (int i = 0; i < 170000; i++)
        peer_feed_verb(&peer, WIRE_WILL, OPTION_NAWS);
    ck_assert_uint_eq(peer.out.length, 0);
    ck_assert_uint_eq(peer.answer_count, 1);
    ck_assert(!peer.telnet.is_dead);
    peer_release(&peer);
}

TEST(unasked_terminal_types_are_ignored)
{
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_WILL, OPTION_TTYPE);
    peer_feed_subnegotiation(&peer, OPTION_TTYPE, "\0A", 2);
    peer_feed_subnegotiation(&peer, OPTION_TTYPE, "\0A", 2);
    size_t answers = peer.answer_count;
    bytes_clear(&peer.out, PEER_OUT_MAX);
    for (int i = 0; i < 80000; i++)
        peer_feed_subnegotiation(&peer, OPTION_TTYPE, i % 2 == 0 ? "\0B" : "\0C", 2);
    ck_assert_uint_eq(peer.answer_count, answers);
    ck_assert_uint_eq(peer.out.length, 0);
    ck_assert_str_eq(peer.client.caps.terminal_type, "A");
    peer_release(&peer);
}

TEST(replies_that_do_not_fit_end_it)
{
    struct telnet telnet;
    struct bytes out;
    struct client client = {.wire = &wire_telnet, .state = &telnet, .out = &out};

    bytes_init(&out, PEER_BURST_LENGTH + 5);
    ck_assert_int_eq(telnet_open(&telnet, &client), ERR_OK);
    static const uint8_t unknown[] = {WIRE_IAC, WIRE_WILL, 99, WIRE_IAC, WIRE_WILL, 98};
    for (size_t i = 0; i < sizeof unknown; i++)
        telnet_feed(&telnet, unknown[i]);
    ck_assert(telnet.is_dead);
    ck_assert_str_eq(client.dead_reason, "output-full");
    ck_assert_uint_eq(out.length, PEER_BURST_LENGTH + 3);
    telnet_release(&telnet);
    bytes_release(&out);
}

TEST(the_dead_stay_dead)
{
    struct peer peer;

    peer_open(&peer);
    peer_feed_subnegotiation(&peer, 86, "", 0);
    size_t dead_before = peer.dead_count;
    peer_feed_verb(&peer, WIRE_WILL, OPTION_NAWS);
    peer_feed(&peer, "hello", 5);
    ck_assert_uint_eq(peer.dead_count, dead_before + 8);
    ck_assert_int_eq(peer.telnet.window, TELNET_UNANSWERED);
    ck_assert_uint_eq(peer.typed_count + peer.out.length, 0);
    peer_release(&peer);
    telnet_feed(&peer.telnet, 'x');
}
