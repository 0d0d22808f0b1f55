/*
 * The options of game clients: CHARSET, MSSP, the agreement on MCCP2 and GMCP, and the timing mark
 * that measures the lag. Each is answered before, after, never and twice.
 */
#include "server/net/telnet.h"

#include <string.h>

#include "support/test.h"
#include "telnet_peer.h"

static const char question[] = "\xff\xfa\x2a\x01;UTF-8;US-ASCII\xff\xf0";
static const uint8_t ask_offer[] = {WIRE_IAC, WIRE_DO, OPTION_CHARSET};

static void feed_charset(struct peer *peer, const char *payload)
{
    peer_feed_subnegotiation(peer, OPTION_CHARSET, payload, strlen(payload));
}

TEST(a_yes_to_charset_is_asked_once)
{
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_DO, OPTION_CHARSET);
    peer_expect_sent(&peer, question, sizeof question - 1, "the question");
    for (int i = 0; i < 5; i++)
        peer_feed_verb(&peer, WIRE_DO, OPTION_CHARSET);
    charset_ask_other_way(&peer.telnet);
    peer_expect_sent(&peer, "", 0, "once");
    ck_assert_int_eq(peer.client.caps.charset, CHARSET_UNKNOWN);
    feed_charset(&peer, "\2UTF-8");
    ck_assert_int_eq(peer.client.caps.charset, CHARSET_UTF8);
    ck_assert(client_shows_utf8(&peer.client.caps));
    ck_assert_msg(peer.answer_count == 2, "the yes and the choice are told");
    feed_charset(&peer, "\2US-ASCII");
    feed_charset(&peer, "\3");
    ck_assert_msg(peer.client.caps.charset == CHARSET_UTF8, "unasked is unheard");
    peer_feed_verb(&peer, WIRE_DONT, OPTION_CHARSET);
    peer_feed_verb(&peer, WIRE_DO, OPTION_CHARSET);
    ck_assert_msg(peer.out.length % 3 == 0 && peer.out.length < sizeof question,
                  "who has chosen is not asked again");
    peer_release(&peer);
}

TEST(a_refusal_of_charset_is_answered_by_asking_for_an_offer)
{
    static const uint8_t verbs[] = {WIRE_WILL, WIRE_WONT};

    for (size_t i = 0; i < sizeof verbs; i++) {
        struct peer peer;
        peer_open(&peer);
        peer_feed_verb(&peer, WIRE_DONT, OPTION_CHARSET);
        peer_expect_sent(&peer, ask_offer, sizeof ask_offer, "DO after DONT");
        charset_ask_other_way(&peer.telnet);
        peer_feed_verb(&peer, WIRE_DONT, OPTION_CHARSET);
        peer_expect_sent(&peer, "", 0, "and only once");
        peer_feed_verb(&peer, verbs[i], OPTION_CHARSET);
        if (verbs[i] == WIRE_WILL)
            peer_expect_sent(&peer, question, sizeof question - 1, "its offer is taken up");
        else
            peer_expect_sent(&peer, "", 0, "its second refusal stands");
        charset_ask_other_way(&peer.telnet);
        peer_feed_verb(&peer, WIRE_DONT, OPTION_CHARSET);
        if (verbs[i] == WIRE_WONT)
            peer_expect_sent(&peer, "", 0, "for good");
        peer_feed_verb(&peer, verbs[i], OPTION_CHARSET);
        feed_charset(&peer, "\2UTF-8");
        ck_assert_int_eq(client_shows_utf8(&peer.client.caps), verbs[i] == WIRE_WILL);
        peer_release(&peer);
    }
}

TEST(who_is_silent_on_charset_is_asked_if_it_speaks_telnet)
{
    struct peer peer;

    peer_open(&peer);
    charset_ask_other_way(&peer.telnet);
    peer_expect_sent(&peer, "", 0, "netcat is spared");
    peer_feed_verb(&peer, WIRE_DO, OPTION_SGA);
    charset_ask_other_way(&peer.telnet);
    peer_expect_sent(&peer, ask_offer, sizeof ask_offer, "MUSHclient is asked");
    charset_ask_other_way(&peer.telnet);
    peer_expect_sent(&peer, "", 0, "once");
    peer_feed_verb(&peer, WIRE_DO, OPTION_CHARSET);
    peer_expect_sent(&peer, question, sizeof question - 1, "a late answer counts");
    peer_feed_verb(&peer, WIRE_WILL, OPTION_CHARSET);
    peer_expect_sent(&peer, "", 0, "and no question is put twice");
    peer_release(&peer);
}

struct choice {
    const char *payload;
    enum charset charset;
};

static const struct choice choices[] = {
    {"\2UTF-8", CHARSET_UTF8},         {"\2US-ASCII", CHARSET_ASCII}, {"\3", CHARSET_REFUSED},
    {"\2utf-8", CHARSET_UTF8},         {"\2UTF-8 ", CHARSET_UTF8},    {"\2UTF-80", CHARSET_UNKNOWN},
    {"\2", CHARSET_UNKNOWN},           {"", CHARSET_UNKNOWN},         {"\3x", CHARSET_REFUSED},
    {"\2;UTF-8", CHARSET_UNKNOWN},     {"\4UTF-8", CHARSET_UNKNOWN},  {"UTF-8", CHARSET_UNKNOWN},
    {"\2ISO-8859-1", CHARSET_UNKNOWN},
};

TEST_EACH(only_what_was_offered_can_be_chosen, sizeof choices / sizeof choices[0])
{
    const struct choice *choice = &choices[_i];
    struct peer peer;

    peer_open(&peer);
    feed_charset(&peer, "\2UTF-8");
    ck_assert_msg(peer.client.caps.charset == CHARSET_UNKNOWN, "before it was agreed");
    peer_feed_verb(&peer, WIRE_DO, OPTION_CHARSET);
    bytes_clear(&peer.out, PEER_OUT_MAX);
    feed_charset(&peer, choice->payload);
    ck_assert_int_eq(peer.client.caps.charset, choice->charset);
    ck_assert(!peer.telnet.is_dead);
    peer_expect_sent(&peer, "", 0, "nothing to answer");
    if (choice->charset == CHARSET_UNKNOWN) {
        feed_charset(&peer, "\2UTF-8");
        ck_assert_msg(peer.client.caps.charset == CHARSET_UTF8, "the question stays open");
    }
    peer_release(&peer);
}

TEST(a_clients_own_question_is_refused)
{
    static const uint8_t refusal[] = {WIRE_IAC, WIRE_SB, OPTION_CHARSET, 3, WIRE_IAC, WIRE_SE};
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_DO, OPTION_CHARSET);
    bytes_clear(&peer.out, PEER_OUT_MAX);
    feed_charset(&peer, "\1;LATIN1");
    peer_expect_sent(&peer, refusal, sizeof refusal, "REJECTED");
    for (int i = 0; i < 2 * TELNET_REPLIES_MAX; i++)
        feed_charset(&peer, "\1;LATIN1");
    ck_assert_msg(peer.telnet.is_dead, "within the budget of replies");
    ck_assert_uint_le(peer.out.length, sizeof refusal * TELNET_REPLIES_MAX);
    peer_release(&peer);
}

struct question {
    const char *payload;
    const char *answer; /* NULL: it is refused */
    enum charset charset;
};

static const struct question questions[] = {
    {"\1;UTF-8", "\2UTF-8", CHARSET_UTF8},
    {"\1 ISO-8859-1 utf-8 US-ASCII", "\2utf-8", CHARSET_UTF8},
    {"\1;US-ASCII;UTF-8", "\2US-ASCII", CHARSET_ASCII},
    {"\1[TTABLE]\x02;UTF-8", "\2UTF-8", CHARSET_UTF8},
    {"\1;UTF-8;", "\2UTF-8", CHARSET_UTF8},
    {"\1;UTF-80;UTF-;XUTF-8", NULL, CHARSET_REFUSED},
    {"\1[TTABLE]", NULL, CHARSET_REFUSED},
    {"\1[TTABLE", NULL, CHARSET_REFUSED},
    {"\1;;;", NULL, CHARSET_REFUSED},
    {"\1;", NULL, CHARSET_REFUSED},
    {"\1", NULL, CHARSET_REFUSED},
};

/* While our own question is open the peer is to answer that one. */
TEST_EACH(a_clients_own_question_is_answered_once_ours_is, sizeof questions / sizeof questions[0])
{
    const struct question *asked = &questions[_i];
    static const uint8_t refusal[] = {WIRE_IAC, WIRE_SB, OPTION_CHARSET, 3, WIRE_IAC, WIRE_SE};
    struct bytes answer;
    struct peer peer;

    bytes_init(&answer, 64);
    ck_assert_int_eq(bytes_append(&answer, refusal, 3), ERR_OK);
    ck_assert_int_eq(bytes_append_text(&answer, asked->answer == NULL ? "\3" : asked->answer),
                     ERR_OK);
    ck_assert_int_eq(bytes_append(&answer, refusal + 4, 2), ERR_OK);
    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_DO, OPTION_CHARSET);
    bytes_clear(&peer.out, PEER_OUT_MAX);
    feed_charset(&peer, asked->payload);
    peer_expect_sent(&peer, refusal, sizeof refusal, "our question is open");
    feed_charset(&peer, "\3");
    feed_charset(&peer, asked->payload);
    peer_expect_sent(&peer, answer.data, answer.length, asked->payload);
    ck_assert_int_eq(peer.client.caps.charset, asked->charset);
    peer_release(&peer);
    bytes_release(&answer);
}

TEST(the_terminal_standard_says_utf8_unless_the_peer_chose_otherwise)
{
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_WILL, OPTION_TTYPE);
    peer_feed_subnegotiation(&peer, OPTION_TTYPE, "\0MTTS 256", 9);
    ck_assert(!client_shows_utf8(&peer.client.caps));
    peer_feed_subnegotiation(&peer, OPTION_TTYPE, "\0MTTS 4", 7);
    ck_assert(client_shows_utf8(&peer.client.caps));
    peer_feed_verb(&peer, WIRE_DO, OPTION_CHARSET);
    feed_charset(&peer, "\2US-ASCII");
    ck_assert(!client_shows_utf8(&peer.client.caps));
    peer_release(&peer);
}

TEST(mssp_is_asked_for_at_any_time_and_not_for_ever)
{
    struct peer peer;

    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_DO, OPTION_MSSP);
    ck_assert_uint_eq(peer.mssp_count, 1);
    peer_feed_verb(&peer, WIRE_DONT, OPTION_MSSP);
    ck_assert_msg(peer.mssp_count == 1, "a refusal asks nothing");
    for (int i = 0; i < 20; i++)
        peer_feed_verb(&peer, WIRE_DO, OPTION_MSSP);
    ck_assert_uint_eq(peer.mssp_count, TELNET_MSSP_ASKS_MAX);
    ck_assert(!peer.telnet.is_dead);
    peer_release(&peer);
}

TEST(compression_is_agreed_and_broken_off_by_the_peer)
{
    struct peer peer;

    peer_open(&peer);
    ck_assert_int_eq(peer.telnet.compress, TELNET_UNANSWERED);
    peer_feed_verb(&peer, WIRE_DO, OPTION_MCCP2);
    ck_assert_int_eq(peer.telnet.compress, TELNET_YES);
    ck_assert(!peer.client.caps.has_broken_compress);
    peer_feed_verb(&peer, WIRE_DO, OPTION_MCCP2);
    peer_expect_sent(&peer, "", 0, "an answer to our offer is not answered");
    peer_feed_verb(&peer, WIRE_DONT, OPTION_MCCP2);
    ck_assert_int_eq(peer.telnet.compress, TELNET_NO);
    ck_assert(peer.client.caps.has_broken_compress);
    peer_feed_verb(&peer, WIRE_DO, OPTION_MCCP2);
    ck_assert_int_eq(peer.telnet.compress, TELNET_YES);
    ck_assert_msg(peer.client.caps.has_broken_compress, "the break is not forgotten");
    peer_feed_verb(&peer, WIRE_WILL, OPTION_MCCP2);
    ck_assert_msg(!peer.telnet.is_dead, "what the peer would compress itself is refused");
    peer_release(&peer);
}

TEST(gmcp_is_heard_only_while_it_is_agreed)
{
    struct peer peer;

    peer_open(&peer);
    peer_feed_subnegotiation(&peer, OPTION_GMCP, "Core.Ping", 9);
    ck_assert_uint_eq(peer.gmcp_count, 0);
    peer_feed_verb(&peer, WIRE_DO, OPTION_GMCP);
    peer_feed_subnegotiation(&peer, OPTION_GMCP, "Core.Ping \xff", 11);
    ck_assert_uint_eq(peer.gmcp_count, 1);
    ck_assert_uint_eq(peer.telnet.gathered.length, 11);
    ck_assert_mem_eq(peer.telnet.gathered.data, "Core.Ping \xff", 11);
    peer_feed_verb(&peer, WIRE_DONT, OPTION_GMCP);
    peer_feed_subnegotiation(&peer, OPTION_GMCP, "Core.Ping", 9);
    ck_assert_uint_eq(peer.gmcp_count, 1);
    ck_assert_uint_eq(peer.typed_count, 0);
    peer_release(&peer);
}

TEST(the_lag_is_the_time_to_a_mark_whatever_the_answer)
{
    static const uint8_t mark[] = {WIRE_IAC, WIRE_DO, OPTION_TIMING_MARK};
    static const uint8_t verbs[] = {WIRE_WILL, WIRE_WONT};
    struct peer peer;

    peer_open(&peer);
    ck_assert_msg(!telnet_can_ping(&peer.telnet), "who has negotiated nothing is spared");
    peer_feed_verb(&peer, WIRE_WILL, OPTION_TIMING_MARK);
    ck_assert_msg(peer.mark_count == 0, "a mark nobody asked for is none");
    peer_expect_sent(&peer, "", 0, "and is not refused");
    for (size_t i = 0; i < sizeof verbs; i++) {
        ck_assert(telnet_can_ping(&peer.telnet));
        ck_assert_int_eq(telnet_ping(&peer.telnet, 1000), ERR_OK);
        peer_expect_sent(&peer, mark, sizeof mark, "the ping");
        ck_assert_msg(!telnet_can_ping(&peer.telnet), "one at a time");
        peer_feed_verb(&peer, verbs[i], OPTION_TIMING_MARK);
        ck_assert_uint_eq(peer.mark_count, i + 1);
        telnet_take_mark(&peer.telnet, 1240 + i);
        ck_assert_uint_eq(peer.client.caps.lag_ms, 240 + i);
        peer_feed_verb(&peer, verbs[i], OPTION_TIMING_MARK);
        ck_assert_msg(peer.mark_count == i + 1, "a second answer is none");
    }
    peer_expect_sent(&peer, "", 0, "no answer to an answer");
    peer_release(&peer);
}

TEST(a_clients_own_mark_is_answered)
{
    static const uint8_t refusal[] = {WIRE_IAC, WIRE_WONT, OPTION_TIMING_MARK};
    struct peer peer;

    peer_open(&peer);
    for (int i = 0; i < 3; i++) {
        peer_feed_verb(&peer, WIRE_DO, OPTION_TIMING_MARK);
        peer_expect_sent(&peer, refusal, sizeof refusal, "a no is an answer");
    }
    peer_release(&peer);
}
