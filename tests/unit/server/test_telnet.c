/*
 * Telnet with peers of good will: what is offered, what each kind of client answers, what it says
 * about its terminal and window, and how text, prompts and hidden typing look on the wire.
 */
#include "server/net/telnet.h"

#include <stdio.h>
#include <string.h>

#include "support/test.h"
#include "telnet_peer.h"

enum { REPLIES_LISTED_MAX = 8, WINDOW_PAYLOAD_MAX = 12 };

TEST(the_burst_offers_and_asks_at_once)
{
    static const uint8_t burst[] = {
        WIRE_IAC, WIRE_DO,   OPTION_TTYPE, WIRE_IAC, WIRE_DO,   OPTION_NAWS,
        WIRE_IAC, WIRE_WILL, OPTION_SGA,   WIRE_IAC, WIRE_WILL, OPTION_ECHO,
        WIRE_IAC, WIRE_WILL, OPTION_EOR,   WIRE_IAC, WIRE_WILL, OPTION_CHARSET,
        WIRE_IAC, WIRE_WILL, OPTION_GMCP,  WIRE_IAC, WIRE_WILL, OPTION_MSSP,
        WIRE_IAC, WIRE_WILL, OPTION_MCCP2,
    };
    struct telnet telnet;
    struct bytes out;
    struct client client = {.wire = &wire_telnet, .state = &telnet, .out = &out};

    bytes_init(&out, sizeof burst);
    ck_assert_int_eq(telnet_open(&telnet, &client), ERR_OK);
    ck_assert_uint_eq(out.length, sizeof burst);
    ck_assert_mem_eq(out.data, burst, sizeof burst);
    telnet_release(&telnet);
    bytes_release(&out);

    bytes_init(&out, sizeof burst - 1);
    ck_assert_int_eq(telnet_open(&telnet, &client), ERR_TOO_BIG);
    bytes_release(&out);
}

/* Clients' answers to the burst, as observed; 0: none. */
struct known_client {
    const char *name;
    uint8_t echo;
    uint8_t suppress_go_ahead;
    uint8_t terminal;
    uint8_t window;
    uint8_t end_of_record;
    bool types_keys; /* DO ECHO and DO SGA: every key comes at once */
};

static const struct known_client clients[] = {
    {"inetutils", WIRE_DO, WIRE_DO, WIRE_WILL, WIRE_WILL, WIRE_DONT, true},
    {"telnet-ssl", WIRE_DO, WIRE_DO, WIRE_WILL, WIRE_WILL, WIRE_DONT, true},
    {"plink", WIRE_DO, WIRE_DO, WIRE_WILL, WIRE_WILL, WIRE_DONT, true},
    {"busybox", WIRE_DO, WIRE_DO, WIRE_WILL, WIRE_WILL, WIRE_DONT, true},
    {"TinTin++", WIRE_DO, WIRE_DO, WIRE_WILL, WIRE_WILL, WIRE_DO, true},
    {"TinyFugue", WIRE_DO, WIRE_DONT, WIRE_WILL, WIRE_WILL, WIRE_DO, false},
    {"KBtin", WIRE_DO, WIRE_DONT, WIRE_WILL, WIRE_WILL, WIRE_DO, false},
    {"KildClient", WIRE_DO, 0, WIRE_WILL, WIRE_WILL, 0, false},
    {"nc -t", WIRE_DONT, WIRE_DONT, WIRE_WONT, WIRE_WONT, WIRE_DONT, false},
    {"nc", 0, 0, 0, 0, 0, false},
    {"Mudlet", WIRE_DO, WIRE_DONT, WIRE_WILL, WIRE_WILL, WIRE_DO, false},
    {"MUSHclient", 0, WIRE_DO, WIRE_WILL, WIRE_WONT, 0, false},
    {"Blightmud", WIRE_DO, WIRE_DONT, WIRE_WILL, WIRE_WILL, WIRE_DO, false},
};

static enum telnet_answer answer_of(uint8_t verb)
{
    if (verb == 0)
        return TELNET_UNANSWERED;
    return verb == WIRE_DO || verb == WIRE_WILL ? TELNET_YES : TELNET_NO;
}

static void feed_answer(struct peer *peer, uint8_t verb, uint8_t option)
{
    if (verb != 0)
        peer_feed_verb(peer, verb, option);
}

TEST_EACH(each_client_is_known_by_its_answers, sizeof clients / sizeof clients[0])
{
    const struct known_client *client = &clients[_i];
    struct peer peer;

    peer_open(&peer);
    feed_answer(&peer, client->terminal, OPTION_TTYPE);
    feed_answer(&peer, client->window, OPTION_NAWS);
    feed_answer(&peer, client->suppress_go_ahead, OPTION_SGA);
    feed_answer(&peer, client->echo, OPTION_ECHO);
    feed_answer(&peer, client->end_of_record, OPTION_EOR);

    const struct telnet *telnet = &peer.telnet;
    ck_assert_msg(telnet->echo == answer_of(client->echo), "%s: ECHO", client->name);
    ck_assert_msg(telnet->suppress_go_ahead == answer_of(client->suppress_go_ahead), "%s: SGA",
                  client->name);
    ck_assert_msg(telnet->terminal == answer_of(client->terminal), "%s: TTYPE", client->name);
    ck_assert_msg(telnet->window == answer_of(client->window), "%s: NAWS", client->name);
    ck_assert_msg(telnet->end_of_record == answer_of(client->end_of_record), "%s: EOR",
                  client->name);
    bool types_keys = telnet->echo == TELNET_YES && telnet->suppress_go_ahead == TELNET_YES;
    ck_assert_msg(types_keys == client->types_keys, "%s: keys or lines", client->name);
    ck_assert_msg(!telnet->is_dead && peer.typed_count == 0, "%s: lives, typed nothing",
                  client->name);
    const uint8_t verbs[] = {client->echo, client->suppress_go_ahead, client->terminal,
                             client->window, client->end_of_record};
    size_t answers = 0;
    for (size_t i = 0; i < sizeof verbs; i++)
        answers += verbs[i] != 0;
    ck_assert_msg(peer.answer_count == answers, "%s: each answer is told once", client->name);
    /* Only the question for the terminal type follows from answers to our own offers. */
    ck_assert_uint_eq(peer.out.length, client->terminal == WIRE_WILL ? 6 : 0);
    peer_release(&peer);
}

TEST(a_client_that_begins_by_itself_is_answered_once)
{
    static const uint8_t accepted[] = {WIRE_IAC, WIRE_DO, OPTION_SGA};
    static const uint8_t refused[] = {WIRE_IAC, WIRE_DONT, 32, WIRE_IAC, WIRE_WONT, 87};
    struct peer peer;

    peer_open(&peer);
    for (int i = 0; i < 100; i++)
        peer_feed_verb(&peer, WIRE_WILL, OPTION_SGA);
    peer_expect_sent(&peer, accepted, sizeof accepted, "WILL SGA is accepted");
    peer_feed_verb(&peer, WIRE_WILL, 32);
    peer_feed_verb(&peer, WIRE_DO, 87);
    peer_expect_sent(&peer, refused, sizeof refused, "what we do not know is refused");
    ck_assert_int_eq(peer.telnet.suppress_go_ahead, TELNET_UNANSWERED);
    peer_release(&peer);
}

/* A client's list of terminal types, its last entry given again and again. */
struct terminal {
    const char *name;
    const char *replies[REPLIES_LISTED_MAX];
    const char *type;
    int asks;
    uint32_t standard;
    bool says_256;
    bool says_true;
};

static const struct terminal terminals[] = {
    {"inetutils", {"XTERM-256COLOR"}, "XTERM-256COLOR", 2, 0, true, false},
    {"telnet-ssl", {"xterm-256color"}, "xterm-256color", 2, 0, true, false},
    {"plink", {"XTERM"}, "XTERM", 2, 0, false, false},
    {"TinTin++", {"TINTIN++", "xterm-256color", "MTTS 271"}, "TINTIN++", 4, 271, true, true},
    {"TinyFugue", {"TINYFUGUE", "ANSI-ATTR", "ANSI", "UNKNOWN"}, "TINYFUGUE", 5, 0, false, false},
    {"KBtin", {"KBtin", "hardcopy", "unknown", "KBtin-2.1"}, "KBtin", 5, 0, false, false},
    {"KildClient", {"KildClient"}, "KildClient", 2, 0, false, false},
    {"Mudlet", {"MUDLET", "ANSI-TRUECOLOR", "MTTS 301"}, "MUDLET", 4, 301, true, true},
    {"Blightmud", {"BLIGHTMUD", "SCREEN", "MTTS 271"}, "BLIGHTMUD", 4, 271, true, true},
    {"screen reader", {"READER", "VT100", "MTTS 73"}, "READER", 4, 73, true, false},
    {"silent list", {""}, "", 1, 0, false, false},
    {"odd standard", {"X", "MTTS 12x", "MTTS ", "MTTS 99999999999"}, "X", 5, 0, false, false},
    {"endless", {"A", "B", "C", "D", "E", "F", "G", "H"}, "A", 6, 0, false, false},
    {"long",
     {"0123456789012345678901234567890123456789tail"},
     "0123456789012345678901234567890123456789",
     2,
     0,
     false,
     false},
    {"escape", {"x\x1b[2J\x07\x9by"}, "x[2Jy", 2, 0, false, false},
};

/* Answers every question that was sent; returns how many there were. */
static int answer_questions(struct peer *peer, const struct terminal *terminal)
{
    static const uint8_t question[] = {WIRE_IAC, WIRE_SB, OPTION_TTYPE, 1, WIRE_IAC, WIRE_SE};
    int asked = 0;
    int next = 0;

    while (peer->out.length > 0) {
        char payload[64] = {0};
        peer_expect_sent(peer, question, sizeof question, terminal->name);
        asked++;
        snprintf(payload + 1, sizeof payload - 1, "%s", terminal->replies[next]);
        peer_feed_subnegotiation(peer, OPTION_TTYPE, payload, 1 + strlen(payload + 1));
        if (next + 1 < REPLIES_LISTED_MAX && terminal->replies[next + 1] != NULL)
            next++;
    }
    return asked;
}

TEST_EACH(each_terminal_list_is_read_to_its_end_and_no_further,
          sizeof terminals / sizeof terminals[0])
{
    const struct terminal *terminal = &terminals[_i];
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_WILL, OPTION_TTYPE);
    int asked = answer_questions(&peer, terminal);

    ck_assert_msg(asked == terminal->asks, "%s: asked %d times, not %d", terminal->name, asked,
                  terminal->asks);
    ck_assert_str_eq(peer.client.caps.terminal_type, terminal->type);
    ck_assert_uint_eq(peer.client.caps.terminal_standard, terminal->standard);
    ck_assert_msg(peer.client.caps.has_256_colours == terminal->says_256, "%s: 256",
                  terminal->name);
    ck_assert_msg(peer.client.caps.has_true_colour == terminal->says_true, "%s: true",
                  terminal->name);
    ck_assert(!peer.telnet.is_dead);

    /* Replies nobody asked for, and a new WILL, change nothing any more. */
    peer_feed_subnegotiation(&peer, OPTION_TTYPE, "\0OTHER-256color", 15);
    ck_assert_uint_eq(peer.out.length, 0);
    ck_assert_str_eq(peer.client.caps.terminal_type, terminal->type);
    ck_assert_msg(peer.client.caps.has_256_colours == terminal->says_256, "unasked is unheard");
    peer_release(&peer);
}

TEST(a_nul_after_the_terminal_type_is_only_a_typed_nul)
{
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_WILL, OPTION_TTYPE);
    peer_feed_subnegotiation(&peer, OPTION_TTYPE, "\0KildClient", 11);
    peer_feed(&peer, "\0", 1);
    ck_assert_str_eq(peer.client.caps.terminal_type, "KildClient");
    ck_assert_uint_eq(peer.typed_count, 1);
    ck_assert_uint_eq(peer.typed[0], 0);
    peer_release(&peer);
}

TEST(what_a_terminal_answers_is_not_kept_twice)
{
    static const uint8_t window[] = {0, 80, 0, 24};
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_WILL, OPTION_TTYPE);
    peer_feed_verb(&peer, WIRE_WILL, OPTION_NAWS);
    peer_feed_subnegotiation(&peer, OPTION_TTYPE, "\0KildClient", 11);
    peer_feed_subnegotiation(&peer, OPTION_NAWS, window, sizeof window);
    ck_assert_str_eq(peer.client.caps.terminal_type, "KildClient");
    ck_assert_uint_eq(peer.window_count, 1);
    ck_assert_ptr_null(peer.telnet.gathered.data);
    peer_release(&peer);
}

struct window {
    uint8_t payload[WINDOW_PAYLOAD_MAX];
    size_t length;
    bool is_heard;
    uint16_t width;
    uint16_t height;
};

/* Any four bytes are a size of the window; the session decides what it does with that size. */
static const struct window windows[] = {
    {{0, 80, 0, 24}, 4, true, 80, 24},
    {{0, 79, 0, 20}, 4, true, 79, 20},
    {{0, 80, 0, 23}, 4, true, 80, 23},
    {{0, 43, 0, 7}, 4, true, 43, 7},
    {{0, 255, 0, 60}, 4, true, 255, 60},
    {{0, 255, 0, 255}, 4, true, 255, 255},
    {{0, 60, 0, 255}, 4, true, 60, 255},
    {{255, 0, 0, 24}, 4, true, 65280, 24},
    {{255, 240, 0, 24}, 4, true, 65520, 24},
    {{0, 240, 0, 240}, 4, true, 240, 240},
    {{255, 255, 255, 255}, 4, true, 65535, 65535},
    {{255, 250, 255, 240}, 4, true, 65530, 65520},
    {{0, 0, 0, 0}, 4, true, 0, 0},
    {{0, 1, 0, 1}, 4, true, 1, 1},
    {{0, 0, 0, 24}, 4, true, 0, 24},
    {{0, 80, 0, 0}, 4, true, 80, 0},
    {{1, 0, 1, 0}, 4, true, 256, 256},
    {{1, 255, 1, 255}, 4, true, 511, 511},
    {{0, 250, 0, 100}, 4, true, 250, 100},
    {{0, 254, 0, 58}, 4, true, 254, 58},
    {{0, 251, 0, 252}, 4, true, 251, 252},
    {{0, 253, 0, 254}, 4, true, 253, 254},
    {{127, 255, 128, 0}, 4, true, 32767, 32768},
    {{128, 0, 127, 255}, 4, true, 32768, 32767},
    {{0, 10, 0, 13}, 4, true, 10, 13},
    {{0, 27, 0, 3}, 4, true, 27, 3},
    {{0, 40, 0, 12}, 4, true, 40, 12},
    {{0, 39, 0, 11}, 4, true, 39, 11},
    {{2, 88, 0, 200}, 4, true, 600, 200},
    {{255, 254, 255, 253}, 4, true, 65534, 65533},
    {{0}, 0, false, 0, 0},
    {{0}, 1, false, 0, 0},
    {{0, 80}, 2, false, 0, 0},
    {{0, 80, 0}, 3, false, 0, 0},
    {{0, 80, 0, 24, 0}, 5, false, 0, 0},
    {{255}, 1, false, 0, 0},
    {{255, 255}, 2, false, 0, 0},
    {{255, 255, 255}, 3, false, 0, 0},
    {{255, 255, 255, 255, 255}, 5, false, 0, 0},
    {{0, 80, 0, 24, 0, 80, 0, 24}, 8, false, 0, 0},
    {{0, 80, 0, 24, 0, 80, 0, 24, 0, 80, 0, 24}, 12, false, 0, 0},
};

static void expect_window(const struct peer *peer, size_t heard_before, size_t row)
{
    const struct window *window = &windows[row];
    size_t expected = heard_before + (window->is_heard ? 1 : 0);

    ck_assert_msg(peer->window_count == expected, "window row %zu: exactly four bytes", row);
    if (window->is_heard) {
        ck_assert_uint_eq(peer->width, window->width);
        ck_assert_uint_eq(peer->height, window->height);
    }
    ck_assert(!peer->telnet.is_dead);
    ck_assert_uint_eq(peer->typed_count, 0);
}

TEST(a_window_is_four_bytes_after_unescaping)
{
    size_t row_count = sizeof windows / sizeof windows[0];
    struct peer all;

    ck_assert_uint_ge(row_count, 40);
    peer_open(&all);
    peer_feed_verb(&all, WIRE_WILL, OPTION_NAWS);
    for (size_t row = 0; row < row_count; row++) {
        struct peer alone;
        size_t heard_before = all.window_count;
        peer_open(&alone);
        peer_feed_verb(&alone, WIRE_WILL, OPTION_NAWS);
        peer_feed_subnegotiation(&alone, OPTION_NAWS, windows[row].payload, windows[row].length);
        expect_window(&alone, 0, row);
        peer_release(&alone);
        peer_feed_subnegotiation(&all, OPTION_NAWS, windows[row].payload, windows[row].length);
        expect_window(&all, heard_before, row);
    }
    peer_release(&all);
}

TEST(a_window_counts_only_while_it_is_agreed)
{
    static const uint8_t payload[] = {0, 80, 0, 24};
    struct peer peer;

    peer_open(&peer);
    peer_feed_subnegotiation(&peer, OPTION_NAWS, payload, sizeof payload);
    ck_assert_msg(peer.window_count == 0, "before WILL NAWS");
    peer_feed_verb(&peer, WIRE_WILL, OPTION_NAWS);
    peer_feed_subnegotiation(&peer, OPTION_NAWS, payload, sizeof payload);
    ck_assert_msg(peer.window_count == 1, "after WILL NAWS");
    peer_feed_verb(&peer, WIRE_WONT, OPTION_NAWS);
    peer_feed_subnegotiation(&peer, OPTION_NAWS, payload, sizeof payload);
    ck_assert_msg(peer.window_count == 1, "after WONT NAWS");
    ck_assert_uint_eq(peer.typed_count, 0);
    peer_release(&peer);
}

TEST(typing_comes_through_as_it_is)
{
    static const uint8_t wire[] = {'a',      '\r',     0,    '\n',     0x1b,     '[',
                                   'A',      0xC3,     0xA9, WIRE_IAC, WIRE_IAC, 0x7f,
                                   WIRE_IAC, WIRE_NOP, 'z',  WIRE_IAC, 246,      3};
    static const uint8_t typed[] = {'a',  '\r', 0,        '\n', 0x1b, '[', 'A',
                                    0xC3, 0xA9, WIRE_IAC, 0x7f, 'z',  3};
    struct peer peer;

    peer_open(&peer);
    peer_feed(&peer, wire, sizeof wire);
    ck_assert_uint_eq(peer.typed_count, sizeof typed);
    ck_assert_mem_eq(peer.typed, typed, sizeof typed);
    ck_assert_uint_eq(peer.out.length, 0);
    peer_release(&peer);
}

TEST(an_interrupt_comes_as_the_key_for_it)
{
    static const uint8_t sent[] = {'a', WIRE_IAC, WIRE_IP, 'b'};
    struct peer peer;

    peer_open(&peer);
    peer_feed(&peer, sent, sizeof sent);
    ck_assert_uint_eq(peer.typed_count, 3);
    ck_assert_mem_eq(peer.typed,
                     "a\x03"
                     "b",
                     3);
    peer_release(&peer);
}

TEST(text_is_sent_with_every_iac_doubled)
{
    static const uint8_t text[] = {WIRE_IAC, 'a', WIRE_IAC, WIRE_IAC, 'b', '\r', '\n', WIRE_IAC};
    static const uint8_t wire[] = {WIRE_IAC, WIRE_IAC, 'a',  WIRE_IAC, WIRE_IAC, WIRE_IAC,
                                   WIRE_IAC, 'b',      '\r', '\n',     WIRE_IAC, WIRE_IAC};
    struct peer peer;

    peer_open(&peer);
    ck_assert_int_eq(telnet_write(&peer.telnet, text, sizeof text), ERR_OK);
    peer_expect_sent(&peer, wire, sizeof wire, "doubled");
    ck_assert_int_eq(telnet_write(&peer.telnet, "", 0), ERR_OK);
    peer_expect_sent(&peer, "", 0, "nothing is nothing");
    peer_release(&peer);
}

TEST(text_that_does_not_fit_is_not_half_sent)
{
    uint8_t text[101];
    struct telnet telnet;
    struct bytes out;
    struct client client = {.wire = &wire_telnet, .state = &telnet, .out = &out};

    memset(text, WIRE_IAC, sizeof text);
    bytes_init(&out, PEER_BURST_LENGTH + 200);
    ck_assert_int_eq(telnet_open(&telnet, &client), ERR_OK);
    ck_assert_int_eq(telnet_write(&telnet, text, sizeof text), ERR_TOO_BIG);
    ck_assert_uint_eq(out.length, PEER_BURST_LENGTH);
    ck_assert_msg(telnet.is_dead, "a peer that does not read is given up");
    ck_assert_int_eq(telnet.event.kind, TELNET_EVENT_DEAD);
    ck_assert_ptr_nonnull(client.dead_reason);
    telnet_release(&telnet);
    bytes_release(&out);
}

TEST(prompts_end_as_agreed)
{
    static const uint8_t record[] = {WIRE_IAC, WIRE_EOR};
    static const uint8_t go_ahead[] = {WIRE_IAC, WIRE_GA};
    struct peer peer;

    peer_open(&peer);
    ck_assert_int_eq(telnet_end_prompt(&peer.telnet), ERR_OK);
    peer_expect_sent(&peer, go_ahead, sizeof go_ahead, "nothing agreed: GA");
    peer_feed_verb(&peer, WIRE_DONT, OPTION_SGA);
    ck_assert_int_eq(telnet_end_prompt(&peer.telnet), ERR_OK);
    peer_expect_sent(&peer, go_ahead, sizeof go_ahead, "SGA refused: GA");
    peer_feed_verb(&peer, WIRE_DO, OPTION_EOR);
    ck_assert_int_eq(telnet_end_prompt(&peer.telnet), ERR_OK);
    peer_expect_sent(&peer, record, sizeof record, "EOR agreed: EOR");
    peer_release(&peer);

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_DO, OPTION_SGA);
    ck_assert_int_eq(telnet_end_prompt(&peer.telnet), ERR_OK);
    peer_expect_sent(&peer, "", 0, "SGA agreed: nothing");
    peer_feed_verb(&peer, WIRE_DO, OPTION_EOR);
    ck_assert_int_eq(telnet_end_prompt(&peer.telnet), ERR_OK);
    peer_expect_sent(&peer, record, sizeof record, "both agreed: EOR");
    peer_release(&peer);
}

TEST(hidden_typing_never_waits_and_never_loops)
{
    static const uint8_t hide[] = {WIRE_IAC, WIRE_WILL, OPTION_ECHO};
    static const uint8_t show[] = {WIRE_IAC, WIRE_WONT, OPTION_ECHO};
    struct peer peer;

    peer_open(&peer);
    /* B10: libtelnet holds these back from peers that do not acknowledge. */
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(telnet_hide_typing(&peer.telnet, false), ERR_OK);
        peer_expect_sent(&peer, show, sizeof show, "shown without an acknowledgement");
        ck_assert_int_eq(telnet_hide_typing(&peer.telnet, true), ERR_OK);
        peer_expect_sent(&peer, hide, sizeof hide, "hidden without an acknowledgement");
    }
    peer_feed_verb(&peer, WIRE_DO, OPTION_ECHO);
    ck_assert_int_eq(peer.telnet.echo, TELNET_YES);
    for (int i = 0; i < 1000; i++) {
        peer_feed_verb(&peer, WIRE_DONT, OPTION_ECHO);
        peer_feed_verb(&peer, WIRE_DO, OPTION_ECHO);
    }
    peer_feed_verb(&peer, WIRE_DONT, OPTION_ECHO);
    peer_expect_sent(&peer, "", 0, "acknowledgements are not answered");
    ck_assert_msg(peer.telnet.echo == TELNET_YES, "the answer to the offer stands");
    ck_assert_uint_eq(peer.answer_count, 1);
    ck_assert(!peer.telnet.is_dead);
    peer_release(&peer);
}

TEST(keeping_awake_shows_nothing)
{
    static const uint8_t nothing[] = {WIRE_IAC, WIRE_NOP};
    struct peer peer;

    peer_open(&peer);
    ck_assert_int_eq(telnet_keep_alive(&peer.telnet), ERR_OK);
    peer_expect_sent(&peer, nothing, sizeof nothing, "NOP");
    peer_release(&peer);
}
