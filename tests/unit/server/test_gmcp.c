/*
 * GMCP on the wire: what a client asks for, what it is answered, and that junk is met with silence
 * and counted.
 */
#include "server/net/gmcp.h"

#include <stdio.h>
#include <string.h>

#include "support/test.h"
#include "telnet_peer.h"

enum { BOMB_LENGTH = 4000 };

static struct peer peer;

static void set_up(void)
{
    peer_open(&peer);
    peer_feed_verb(&peer, WIRE_DO, OPTION_GMCP);
    bytes_clear(&peer.out, PEER_OUT_MAX);
}

static void tear_down(void)
{
    peer_release(&peer);
}

TEST_FIXTURE(set_up, tear_down);

/* True if it was a login. */
static bool say_bytes(const void *text, size_t length, struct gmcp_credentials *out)
{
    size_t before = peer.gmcp_count;

    peer_feed_subnegotiation(&peer, OPTION_GMCP, text, length);
    ck_assert_uint_eq(peer.gmcp_count, before + 1);
    bool is_login = gmcp_take(&peer.client, out);
    ck_assert_msg(peer.telnet.gathered.length == 0, "what was taken is gone");
    return is_login;
}

static void say(const char *text)
{
    struct gmcp_credentials none;

    ck_assert_msg(!say_bytes(text, strlen(text), &none), "%s is no login", text);
}

/* The bits a client has asked for, as a number. */
static unsigned wanted(void)
{
    unsigned bits = 0;

    for (int module = 0; module < GMCP_MODULE_COUNT; module++)
        bits |= (unsigned)gmcp_wants(&peer.client, (enum gmcp_module)module) << module;
    return bits;
}

static void expect_message(const char *text)
{
    struct bytes expected;
    const uint8_t begin[] = {WIRE_IAC, WIRE_SB, OPTION_GMCP};
    const uint8_t end[] = {WIRE_IAC, WIRE_SE};

    bytes_init(&expected, PEER_OUT_MAX);
    ck_assert_int_eq(bytes_append(&expected, begin, sizeof begin), ERR_OK);
    ck_assert_int_eq(bytes_append_text(&expected, text), ERR_OK);
    ck_assert_int_eq(bytes_append(&expected, end, sizeof end), ERR_OK);
    peer_expect_sent(&peer, expected.data, expected.length, text);
    bytes_release(&expected);
}

struct step {
    const char *text;
    unsigned bits;
    bool is_junk;
};

enum {
    CORE = 1 << GMCP_CORE,
    CHARACTER = 1 << GMCP_NAME | 1 << GMCP_VITALS | 1 << GMCP_STATUS,
    ITEMS = 1 << GMCP_ITEMS,
    ROOM_INFO = 1 << GMCP_ROOM,
    ROOM = ROOM_INFO | 1 << GMCP_PLAYERS | 1 << GMCP_ACTORS,
    FIGHT = 1 << GMCP_AFFLICTIONS | 1 << GMCP_TARGET,
    CHANNEL = 1 << GMCP_COMM,
    MAP = 1 << GMCP_MAP,
    DUNGEON = MAP | 1 << GMCP_THINGS,
    CLIENT = 1 << GMCP_CLIENT,
};

static const struct step steps[] = {
    {"Core.Supports.Set [\"Char 1\", \"Room 1\", \"IRE.Rift 1\"]", CHARACTER | ROOM, false},
    {"core.supports.ADD [ \"char.items 1\" ]", CHARACTER | ROOM | ITEMS, false},
    {"Core.Supports.Add [\"Dungeon 1\", \"Client\"]", CHARACTER | ROOM | ITEMS | DUNGEON | CLIENT,
     false},
    {"Core.Supports.Remove [\"Char\", \"Room 7\"]", ITEMS | DUNGEON | CLIENT, false},
    {"Core.Supports.Add {\"Char\":1}", ITEMS | DUNGEON | CLIENT, true},
    {"Core.Supports.Add", ITEMS | DUNGEON | CLIENT, true},
    {"Core.Supports.Add [\"Char 1\", 7]", ITEMS | DUNGEON | CLIENT, true},
    {"Core.Supports.Set [\"Character 1\", \"Dungeons\", \"Dungeo\", \"\", \"Cha r\"]", 0, false},
    {" Core.Supports.Set [\" Char  1 \"] ", CHARACTER, false},
    {"Core.Supports.Set  \t[\"Comm.Channel 1\",\"Core 1\"]\r\n", CHANNEL | CORE, false},
    {"Core.Supports.Set [\"Dungeon.Map 1\", \"Room.Info 1\"]", MAP | ROOM_INFO, false},
    {"Core.Supports.Add [\"Dungeon 1\"]", DUNGEON | ROOM_INFO, false},
    {"Core.Supports.Remove [\"dungeon.things\"]", MAP | ROOM_INFO, false},
    {"Core.Supports.Set [\"Char.Afflictions 1\", \"IRE.Target 1\"]", FIGHT, false},
    {"Core.Supports.Set [\"Char.Defences 1\", \"Char.Items.Inv\"]", 1 << GMCP_DEFENCES | ITEMS,
     false},
    {"Core.Supports.Set [\"Group 1\"]", 1 << GMCP_GROUP, false},
    {"Core.Supports.Set [\"Char.Vitals\"]", 1 << GMCP_VITALS, false},
    {"Core.Supports.Set []", 0, false},
};

TEST(modules_are_asked_for_and_given_up)
{
    uint32_t junk = 0;

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        say(steps[i].text);
        junk += steps[i].is_junk;
        ck_assert_msg(wanted() == steps[i].bits, "%s: %x, not %x", steps[i].text, wanted(),
                      steps[i].bits);
        ck_assert_msg(peer.client.gmcp.junk == junk, "%s: junk or not", steps[i].text);
    }
    peer_expect_sent(&peer, "", 0, "nothing is answered");
}

TEST(what_is_carried_can_be_asked_for_again)
{
    ck_assert(!peer.client.gmcp.wants_inventory);
    say("Char.Items.Inv \"\"");
    ck_assert(peer.client.gmcp.wants_inventory);
    ck_assert_uint_eq(peer.client.gmcp.junk, 0);
}

TEST(who_refuses_gmcp_wants_and_gets_nothing)
{
    say("Core.Supports.Set [\"Char 1\"]");
    peer_feed_verb(&peer, WIRE_DONT, OPTION_GMCP);
    bytes_clear(&peer.out, PEER_OUT_MAX);
    ck_assert(!gmcp_wants(&peer.client, GMCP_VITALS));
    ck_assert_int_eq(gmcp_send(&peer.client, "Core.Ping", NULL), ERR_OK);
    gmcp_say_goodbye(&peer.client, "Goodbye.");
    peer_expect_sent(&peer, "", 0, "silence");
}

TEST(a_client_says_who_it_is)
{
    say("Core.Hello {\"client\":\"Mud\\u001blet\\u009b\",\"version\":\"4.17\",\"x\":[1]}");
    ck_assert_str_eq(peer.client.gmcp.client, "Mudlet");
    ck_assert_str_eq(peer.client.gmcp.version, "4.17");
    say("Core.Hello {\"client\":7,\"version\":\"0123456789012345678901234567890123456789tail"
        "\"}");
    ck_assert_str_eq(peer.client.gmcp.client, "");
    ck_assert_str_eq(peer.client.gmcp.version, "0123456789012345678901234567890123456789");
    ck_assert_uint_eq(peer.client.gmcp.junk, 0);
    say("Core.Hello \"Mudlet\"");
    ck_assert_uint_eq(peer.client.gmcp.junk, 1);
}

TEST(a_ping_comes_back)
{
    say("Core.Ping");
    expect_message("Core.Ping");
    say("CORE.PING 120");
    expect_message("Core.Ping");
    say("Core.KeepAlive");
    peer_expect_sent(&peer, "", 0, "no answer to a keepalive");
    ck_assert_uint_eq(peer.client.gmcp.junk, 0);
}

TEST(a_login_is_offered_once_and_handed_on)
{
    static const char login[] =
        "Char.Login.Credentials {\"account\":\"ada\",\"password\":\"tide and \\u00e9\"}";
    struct gmcp_credentials credentials;

    say("Core.Supports.Set [\"Char.Login 1\"]");
    expect_message("Char.Login.Default {\"type\":[\"password-credentials\"]}");
    say("Core.Supports.Set [\"Char.Login 1\"]");
    peer_expect_sent(&peer, "", 0, "once");
    ck_assert(say_bytes(login, sizeof login - 1, &credentials));
    ck_assert_str_eq(credentials.account, "ada");
    ck_assert_str_eq(credentials.password, "tide and \xc3\xa9");
    gmcp_answer_login(&peer.client, false, "That is \"not\" it.");
    expect_message("Char.Login.Result {\"success\":false,\"message\":\"That is \\\"not\\\" it.\"}");
    gmcp_answer_login(&peer.client, true, "");
    expect_message("Char.Login.Result {\"success\":true,\"message\":\"\"}");
}

TEST(half_a_login_is_junk)
{
    static const char *const logins[] = {
        "Char.Login.Credentials",
        "Char.Login.Credentials []",
        "Char.Login.Credentials {}",
        "Char.Login.Credentials {\"account\":\"ada\"}",
        "Char.Login.Credentials {\"password\":\"secret\"}",
        "Char.Login.Credentials {\"account\":\"ada\",\"password\":\"\"}",
        "Char.Login.Credentials {\"account\":\"ada\",\"password\":12345678}",
        "Char.Login.Credentials {\"account\":\"ada\",\"password\":\"a\\u0000b\"}",
        "Char.Login.Credentials {\"account\":\"ada\",\"account\":\"bob\",\"password\":\"secret\"}",
    };

    for (size_t i = 0; i < sizeof logins / sizeof logins[0]; i++) {
        say(logins[i]);
        ck_assert_msg(peer.client.gmcp.junk == i + 1, "%s: is junk", logins[i]);
    }
    for (int excess = 0; excess <= 1; excess++) {
        char text[512];
        struct gmcp_credentials credentials;
        int length =
            snprintf(text, sizeof text, "Char.Login.Credentials {\"account\":\"%0*d\",", 64, 0);
        length += snprintf(text + length, sizeof text - (size_t)length, "\"password\":\"%0*d\"}",
                           GMCP_PASSWORD_MAX + excess, 0);
        ck_assert_msg(say_bytes(text, (size_t)length, &credentials) == (excess == 0),
                      "the longest password, and one byte more");
    }
    peer_expect_sent(&peer, "", 0, "nothing is answered");
}

struct junk {
    const char *text;
    size_t length; /* 0: of the text */
};

static const struct junk junk[] = {
    {"", 0},
    {" ", 0},
    {" {}", 0},
    {"Core", 0},
    {"Core.", 0},
    {"Core.Pin", 0},
    {"Core.Pingg", 0},
    {"Core.Ping{}", 0},
    {"Core.Ping {", 0},
    {"Core.Ping }", 0},
    {"Core.Ping [1,]", 0},
    {"Core.Ping 1 2", 0},
    {"Core.Ping nul", 0},
    {"Core.Ping \"\xff\"", 0},
    {"Core.Ping \"\xc0\x80\"", 0},
    {"Core.Ping \"\\ud800\"", 0},
    {"Core.Ping \"\n\"", 0},
    {"Core.Ping 1e999", 0},
    {"Core.Ping 99999999999999999999999999", 0},
    {"Core.Ping \0 1", 13},
    {"Core.Ping\0 1", 12},
    {"Core\0Ping", 9},
    {"\0\0\0", 3},
    {"Core.Ping {\"a\":1,\"a\":2}", 0},
    {"External.Discord.Hello {}", 0},
    {"Core.Ping [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", 0},
    {"Core.Ping [\"\\\"[\",[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", 0},
    {"%n%s%n", 0},
};

TEST_EACH(junk_is_met_with_silence_and_counted, sizeof junk / sizeof junk[0])
{
    const struct junk *row = &junk[_i];
    size_t length = row->length > 0 ? row->length : strlen(row->text);
    struct gmcp_credentials none;

    ck_assert(!say_bytes(row->text, length, &none));
    ck_assert_msg(peer.client.gmcp.junk == 1, "row %d is junk", _i);
    peer_expect_sent(&peer, "", 0, "silence");
    ck_assert(!peer.telnet.is_dead);
    say("Core.Ping [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]");
    expect_message("Core.Ping");
    say("Core.Ping \"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\\"[[[[[[[[[[\"");
    expect_message("Core.Ping");
}

static const char *const bombs[] = {"[", "{\"a\":", "[[],", "\"\\", "1", "-", "\\", "]"};

TEST_EACH(bombs_do_not_go_off, sizeof bombs / sizeof bombs[0])
{
    char text[BOMB_LENGTH + 16] = "Core.Ping ";
    size_t length = strlen(text);
    struct gmcp_credentials none;

    while (length < BOMB_LENGTH) {
        memcpy(text + length, bombs[_i], strlen(bombs[_i]));
        length += strlen(bombs[_i]);
    }
    for (int round = 0; round < 20; round++)
        ck_assert(!say_bytes(text, length, &none));
    ck_assert_msg(peer.client.gmcp.junk == 20, "%s: is junk", bombs[_i]);
    peer_expect_sent(&peer, "", 0, "silence");
    ck_assert_msg(peer.telnet.gathered.capacity <= TELNET_GATHERED_KEEP, "memory is back");
}

TEST(what_is_dropped_is_counted_and_gone)
{
    peer_feed_subnegotiation(&peer, OPTION_GMCP, "Core.Ping", 9);
    gmcp_drop(&peer.client);
    ck_assert_uint_eq(peer.client.gmcp.junk, 1);
    ck_assert_uint_eq(peer.telnet.gathered.length, 0);
    peer_expect_sent(&peer, "", 0, "silence");
}

TEST(values_go_out_as_compact_json)
{
    json_t *value = json_pack("{s:i, s:[s,n,b]}", "hp", 14, "list", "a\"b\x01", 1);
    ck_assert_int_eq(gmcp_send(&peer.client, "Char.Vitals", value), ERR_OK);
    expect_message("Char.Vitals {\"hp\":14,\"list\":[\"a\\\"b\\u0001\",null,true]}");
    json_decref(value);
    /* A package name is ours, but the doubling of 255 must not depend on that. */
    ck_assert_int_eq(gmcp_send(&peer.client, "\xff", NULL), ERR_OK);
    expect_message("\xff\xff");
    gmcp_say_goodbye(&peer.client, "Goodbye.");
    expect_message("Core.Goodbye \"Goodbye.\"");
}

TEST(a_message_has_its_maximum)
{
    enum { AROUND = 4 + 1 + 2 }; /* the package, a blank, two quotes */
    static char text[GMCP_MESSAGE_MAX + 2];

    memset(text, 'x', GMCP_MESSAGE_MAX - AROUND);
    json_t *most = json_string(text);
    memset(text, 'x', GMCP_MESSAGE_MAX - AROUND + 1);
    json_t *more = json_string(text);
    ck_assert_int_eq(gmcp_send(&peer.client, "A.Bc", more), ERR_TOO_BIG);
    peer_expect_sent(&peer, "", 0, "nothing of it is sent");
    ck_assert_msg(!peer.telnet.is_dead, "which is no fault of the peer's");
    ck_assert_int_eq(gmcp_send(&peer.client, "A.Bc", most), ERR_OK);
    ck_assert_uint_eq(peer.out.length, GMCP_MESSAGE_MAX + 5);
    json_decref(most);
    json_decref(more);
}
