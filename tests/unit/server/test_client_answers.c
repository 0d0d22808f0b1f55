/*
 * Clients by their own bytes: what each sends when it is asked, and what is known of it then. Both
 * are text. A first word names a verb and its option; SB has its option, then letters in quotes and
 * bytes as numbers, and 255 is doubled; RAW has bytes as they are. SEND are bytes that we are to
 * have sent since the item before.
 */
#include "server/net/telnet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/gmcp.h"
#include "support/test.h"
#include "telnet_peer.h"

enum { PAYLOAD_MAX = 512, ITEM_MAX = 512, KNOWN_MAX = 400 };

struct number_row {
    const char *word;
    int number;
};

static const struct number_row verbs[] = {
    {"WILL", WIRE_WILL}, {"WONT", WIRE_WONT}, {"DO", WIRE_DO}, {"DONT", WIRE_DONT}};

static const struct number_row options[] = {
    {"ECHO", OPTION_ECHO}, {"SGA", OPTION_SGA},   {"TTYPE", OPTION_TTYPE},
    {"EOR", OPTION_EOR},   {"NAWS", OPTION_NAWS}, {"CHARSET", OPTION_CHARSET},
    {"MSSP", OPTION_MSSP}, {"MSDP", 69},          {"MCCP2", OPTION_MCCP2},
    {"MXP", 91},           {"GMCP", OPTION_GMCP}, {"ENVIRON", 36},
    {"NEW-ENVIRON", 39},
};

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

/* The number of the word that `text` begins with, which is passed over; -1: none of them. */
static int take_word(const char **text, const struct number_row *rows, size_t count)
{
    size_t length = strcspn(*text, " ");

    for (size_t i = 0; i < count; i++) {
        if (strlen(rows[i].word) == length && strncmp(rows[i].word, *text, length) == 0) {
            *text += length + strspn(*text + length, " ");
            return rows[i].number;
        }
    }
    return -1;
}

static int take_option(const char **text)
{
    int option = take_word(text, options, COUNT(options));

    ck_assert_msg(option >= 0, "no option: %s", *text);
    return option;
}

/* Letters in quotes and numbers. Returns how many bytes there are. */
static size_t read_bytes(const char *text, uint8_t *out)
{
    size_t length = 0;

    while (*text != '\0') {
        ck_assert_uint_lt(length, PAYLOAD_MAX);
        if (*text == ' ') {
            text++;
        } else if (*text == '\'') {
            for (text++; *text != '\''; text++) {
                ck_assert_msg(*text != '\0' && length < PAYLOAD_MAX, "a text without an end");
                out[length++] = (uint8_t)*text;
            }
            text++;
        } else {
            char *end = NULL;
            out[length++] = (uint8_t)strtoul(text, &end, 10);
            ck_assert_msg(end != text, "no byte: %s", text);
            text = end;
        }
    }
    return length;
}

static void feed_item(struct peer *peer, const char *item)
{
    static const struct number_row kinds[] = {{"SB", 0}, {"RAW", 1}, {"SEND", 2}, {"SILENCE", 3}};
    uint8_t bytes[PAYLOAD_MAX];
    struct gmcp_credentials none;
    size_t messages = peer->gmcp_count;
    int verb = take_word(&item, verbs, COUNT(verbs));
    int kind = verb < 0 ? take_word(&item, kinds, COUNT(kinds)) : -1;
    int option = verb >= 0 || kind == 0 ? take_option(&item) : 0;
    size_t length = read_bytes(item, bytes);

    if (kind == 2) {
        peer_expect_sent(peer, bytes, length, item);
        return;
    }
    bytes_clear(&peer->out, PEER_OUT_MAX);
    if (verb >= 0)
        peer_feed_verb(peer, (uint8_t)verb, (uint8_t)option);
    else if (kind == 0)
        peer_feed_subnegotiation(peer, (uint8_t)option, bytes, length);
    else if (kind == 1)
        peer_feed(peer, bytes, length);
    else
        charset_ask_other_way(&peer->telnet);
    if (peer->gmcp_count > messages)
        (void)gmcp_take(&peer->client, &none);
}

/* Items stand apart by "; ". */
static void feed_items(struct peer *peer, const char *items)
{
    char item[ITEM_MAX];

    while (*items != '\0') {
        const char *end = strstr(items, "; ");
        size_t length = end == NULL ? strlen(items) : (size_t)(end - items);
        ck_assert_uint_lt(length, sizeof item);
        snprintf(item, sizeof item, "%.*s", (int)length, items);
        feed_item(peer, item);
        items += end == NULL ? length : length + 2;
    }
}

/* Only what is known is told. */
static void describe(const struct peer *peer, char out[KNOWN_MAX])
{
    static const char *const typing[] = {[CLIENT_TYPING_UNKNOWN] = "",
                                         [CLIENT_TYPES_LINES] = " lines",
                                         [CLIENT_TYPES_KEYS] = " keys"};
    static const char *const charsets[] = {[CHARSET_UNKNOWN] = "",
                                           [CHARSET_UTF8] = " utf-8",
                                           [CHARSET_ASCII] = " ascii",
                                           [CHARSET_REFUSED] = " refused"};
    const struct client_caps *caps = &peer->client.caps;
    const struct gmcp_peer *gmcp = &peer->client.gmcp;
    char type[64] = "";
    char window[32] = "";
    char standard[32] = "";
    char hello[128] = "";
    char junk[32] = "";

    if (caps->terminal_type[0] != '\0')
        snprintf(type, sizeof type, " %s", caps->terminal_type);
    if (peer->window_count > 0)
        snprintf(window, sizeof window, " %ux%u", peer->width, peer->height);
    if (caps->terminal_standard != 0)
        snprintf(standard, sizeof standard, " mtts=%u", caps->terminal_standard);
    if (gmcp->client[0] != '\0')
        snprintf(hello, sizeof hello, " hello=%s/%s", gmcp->client, gmcp->version);
    if (gmcp->junk > 0)
        snprintf(junk, sizeof junk, " junk=%u", gmcp->junk);
    snprintf(out, KNOWN_MAX, "%s%s%s%s%s%s%s%s%s%s%s%s%s%s", typing[caps->typing], type, window,
             standard,
             caps->has_true_colour   ? " true"
             : caps->has_256_colours ? " 256"
                                     : "",
             charsets[caps->charset], caps->compresses ? " mccp" : "",
             caps->takes_messages ? " gmcp" : "", hello,
             gmcp_wants(&peer->client, GMCP_VITALS) ? " vitals" : "",
             gmcp_wants(&peer->client, GMCP_ROOM) ? " room" : "", junk,
             peer->typed_count > 0 ? " typed" : "", peer->telnet.is_dead ? " dead" : "");
    if (out[0] == ' ')
        memmove(out, out + 1, strlen(out));
}

struct answers_row {
    const char *name;
    const char *items;
    const char *known;
};

static void expect_known(const struct answers_row *row)
{
    struct peer peer;
    char known[KNOWN_MAX];

    peer_open(&peer);
    feed_items(&peer, row->items);
    describe(&peer, known);
    ck_assert_msg(strcmp(known, row->known) == 0, "%s: \"%s\", not \"%s\"", row->name, known,
                  row->known);
    peer_release(&peer);
}

#define TYPES_KEYS  "DO ECHO; DO SGA; "
#define TYPES_LINES "DO ECHO; DONT SGA; "
#define QUESTION    "SEND 255 250 42 1 ';UTF-8;US-ASCII' 255 240; "

// clang-format off
static const struct answers_row clients[] = {
    {"TinTin++ 2.02.20",
     "WILL TTYPE; WILL NAWS; SB NAWS 0 80 0 24; " TYPES_KEYS "DO EOR; DO CHARSET; " QUESTION
     "SB CHARSET 2 ' UTF-8'; DONT GMCP; DO MCCP2; SB TTYPE 0 'TINTIN++'; "
     "SB TTYPE 0 'xterm-256color'; SB TTYPE 0 'MTTS 271'; SB TTYPE 0 'MTTS 271'",
     "keys TINTIN++ 80x24 mtts=271 true utf-8 mccp"},
    {"TinTin++ 2.02.20 in a terminal without UTF-8",
     "WILL TTYPE; " TYPES_KEYS "DO CHARSET; SB CHARSET 3 ' UTF-8'; SB TTYPE 0 'TINTIN++'; "
     "SB TTYPE 0 'xterm'; SB TTYPE 0 'MTTS 137'; SB TTYPE 0 'MTTS 137'",
     "keys TINTIN++ mtts=137 256 refused"},
    {"TinTin++ 2.02.21 and later",
     "WILL TTYPE; WILL NAWS; SB NAWS 0 132 0 43; " TYPES_KEYS "DO EOR; DO CHARSET; "
     "SB CHARSET 2 'UTF-8'; DONT GMCP; DO MCCP2; SB TTYPE 0 'TINTIN++'; "
     "SB TTYPE 0 'xterm-256color'; SB TTYPE 0 'MTTS 783'; SB TTYPE 0 'MTTS 783'",
     "keys TINTIN++ 132x43 mtts=783 true utf-8 mccp"},
    {"WinTin++, 255 columns wide", "WILL NAWS; " TYPES_KEYS "RAW 255 250 31 0 255 0 22 255 240",
     "keys 255x22"},
    {"Mudlet",
     "WILL TTYPE; WILL NAWS; SB NAWS 0 100 0 51; " TYPES_LINES "DO EOR; DO CHARSET; "
     "SB CHARSET 2 'UTF-8'; DO GMCP; "
     "SB GMCP 'Core.Hello {\"client\":\"Mudlet\",\"version\":\"4.17.2\"}'; "
     "SB GMCP 'Core.Supports.Set [\"Char 1\",\"Room 1\"]'; DO MCCP2; "
     "SB TTYPE 0 'MUDLET'; SB TTYPE 0 'ANSI-TRUECOLOR'; SB TTYPE 0 'MTTS 301'; "
     "SB TTYPE 0 'MTTS 301'",
     "lines MUDLET 100x51 mtts=301 true utf-8 mccp gmcp hello=Mudlet/4.17.2 vitals room"},
    {"Mudlet, the name as it has it", TYPES_LINES "DO CHARSET; SB CHARSET 2 'utf-8'",
     "lines utf-8"},
    {"Mudlet with a profile of another encoding", TYPES_LINES "DO CHARSET; SB CHARSET 3",
     "lines refused"},
    {"MUSHclient",
     "DO SGA; DONT CHARSET; SEND 255 253 42; WILL CHARSET; " QUESTION "SB CHARSET 2 'UTF-8'; "
     "WILL TTYPE; WILL NAWS; SB NAWS 0 80 0 25; DO MCCP2; SB TTYPE 0 'mushclient'; "
     "SB TTYPE 0 'ANSI'; SB TTYPE 0 'MTTS 13'; SB TTYPE 0 'MTTS 13'",
     "mushclient 80x25 mtts=13 256 utf-8 mccp"},
    {"KBtin",
     "WILL TTYPE; WILL NAWS; SB NAWS 0 80 0 23; " TYPES_LINES "DO EOR; DONT CHARSET; "
     "SEND 255 253 42; WONT CHARSET; DO MCCP2; SB TTYPE 0 'KBtin'; SB TTYPE 0 'hardcopy'; "
     "SB TTYPE 0 'unknown'; SB TTYPE 0 'KBtin-2.1'; SB TTYPE 0 'KBtin-2.1'",
     "lines KBtin 80x23 mccp"},
    {"TinyFugue",
     "WILL TTYPE; WILL NAWS; SB NAWS 0 79 0 20; " TYPES_LINES "DO EOR; DONT CHARSET; DO MCCP2; "
     "SB TTYPE 0 'TINYFUGUE'; SB TTYPE 0 'ANSI-ATTR'; SB TTYPE 0 'ANSI'; "
     "SB TTYPE 0 'UNKNOWN'; SB TTYPE 0 'UNKNOWN'",
     "lines TINYFUGUE 79x20 mccp"},
    {"TinyFugue with CHARSET, which ends its text with a NUL",
     TYPES_LINES "DO CHARSET; SB CHARSET 2 'UTF-8' 0", "lines utf-8"},
    {"Blightmud",
     "WILL TTYPE; WILL NAWS; SB NAWS 0 80 0 20; " TYPES_LINES "DO CHARSET; "
     "SB CHARSET 2 'UTF-8'; DO GMCP; "
     "SB GMCP 'Core.Hello {\"version\":\"5.0\",\"client\":\"Blightmud\"}'; "
     "SB GMCP 'Core.Supports.Add [\"Room 1\"]'; "
     "SB TTYPE 0 'BLIGHTMUD'; SB TTYPE 0 'SCREEN'; SB TTYPE 0 'MTTS 271'; "
     "SB TTYPE 0 'MTTS 271'",
     "lines BLIGHTMUD 80x20 mtts=271 true utf-8 gmcp hello=Blightmud/5.0 room"},
    {"zMUD: one type, and a window",
     "DO ECHO; DONT SGA; WILL TTYPE; WILL NAWS; SB NAWS 0 80 0 24; DONT CHARSET; DONT GMCP; "
     "DONT MCCP2; SB TTYPE 0 'zmud'; SB TTYPE 0 'zmud'",
     "lines zmud 80x24"},
    {"KildClient: a NUL behind the reply, and no word on SGA",
     "DO ECHO; WILL TTYPE; WILL NAWS; SB NAWS 0 43 0 7; DO MCCP2; DO GMCP; "
     "SB TTYPE 0 'KildClient'; RAW 0; SB TTYPE 0 'KildClient'; RAW 0",
     "KildClient 43x7 mccp gmcp typed"},
    {"inetutils' telnet",
     "WILL TTYPE; WILL NAWS; SB NAWS 0 255 0 60; " TYPES_KEYS "DONT CHARSET; WONT CHARSET; "
     "DONT GMCP; DONT MCCP2; SB TTYPE 0 'XTERM-256COLOR'; SB TTYPE 0 'XTERM-256COLOR'",
     "keys XTERM-256COLOR 255x60 256"},
    {"netcat", "", ""},
};

/* Each answer in every case: another spelling, blanks, NULs, empty, doubled, late, unasked. */
static const struct answers_row cases[] = {
    {"CHARSET in small letters", "DO CHARSET; SB CHARSET 2 'utf-8'", "utf-8"},
    {"CHARSET in mixed letters", "DO CHARSET; SB CHARSET 2 'Us-Ascii'", "ascii"},
    {"CHARSET, a blank before", "DO CHARSET; SB CHARSET 2 ' UTF-8'", "utf-8"},
    {"CHARSET, blanks behind", "DO CHARSET; SB CHARSET 2 'UTF-8  '", "utf-8"},
    {"CHARSET, NULs around", "DO CHARSET; SB CHARSET 2 0 'UTF-8' 0 0", "utf-8"},
    {"CHARSET, a line's end behind", "DO CHARSET; SB CHARSET 2 'UTF-8' 13 10", "utf-8"},
    {"CHARSET, a NUL inside", "DO CHARSET; SB CHARSET 2 'UTF' 0 '-8'", ""},
    {"CHARSET, empty", "DO CHARSET; SB CHARSET 2", ""},
    {"CHARSET, blanks alone", "DO CHARSET; SB CHARSET 2 '   '", ""},
    {"CHARSET, nothing at all", "DO CHARSET; SB CHARSET", ""},
    {"CHARSET, not offered", "DO CHARSET; SB CHARSET 2 'UTF-80'", ""},
    {"CHARSET, doubled", "DO CHARSET; SB CHARSET 2 'UTF-8'; SB CHARSET 2 'UTF-8'", "utf-8"},
    {"CHARSET, two choices: the first", "DO CHARSET; SB CHARSET 2 'UTF-8'; SB CHARSET 3", "utf-8"},
    {"CHARSET, a name not offered, then one that is",
     "DO CHARSET; SB CHARSET 2 'LATIN1'; SB CHARSET 2 'UTF-8'", "utf-8"},
    {"CHARSET, late", "SILENCE; DO CHARSET; SILENCE; SB CHARSET 2 'UTF-8'", "utf-8"},
    {"CHARSET, both ways agreed", "DO CHARSET; WILL CHARSET; SB CHARSET 2 'UTF-8'", "utf-8"},
    {"CHARSET, unasked", "SB CHARSET 2 'UTF-8'", ""},
    {"CHARSET, rejected with a name", "DO CHARSET; SB CHARSET 3 ' UTF-8'", "refused"},
    {"CHARSET, rejected with a NUL", "DO CHARSET; SB CHARSET 3 0", "refused"},
    {"CHARSET, rejected with a name, then asked",
     "DO CHARSET; SB CHARSET 3 ' UTF-8'; SB CHARSET 1 ';utf-8'; "
     "SEND 255 250 42 2 'utf-8' 255 240", "utf-8"},
    {"CHARSET, an answer without a name, then asked",
     "DO CHARSET; SB CHARSET 2; SB CHARSET 1 ';UTF-8'; SEND 255 250 42 2 'UTF-8' 255 240",
     "utf-8"},
    {"CHARSET, asked with blanks and a NUL",
     "DO CHARSET; SB CHARSET 3; SB CHARSET 1 ';LATIN1;' ' Utf-8 ' 0; "
     "SEND 255 250 42 2 'Utf-8' 255 240", "utf-8"},
    {"CHARSET, asked at the same time",
     "DO CHARSET; SB CHARSET 1 ';UTF-8'; SEND 255 250 42 3 255 240; SB CHARSET 2 'UTF-8'",
     "utf-8"},
    {"TTYPE, blanks and a NUL around",
     "WILL TTYPE; SB TTYPE 0 '  xterm-256color ' 0; SB TTYPE 0 'xterm-256color'",
     "xterm-256color 256"},
    {"TTYPE, empty", "WILL TTYPE; SB TTYPE 0; SB TTYPE 0 'xterm'", ""},
    {"TTYPE, nothing at all", "WILL TTYPE; SB TTYPE; SB TTYPE 0 'xterm'", "xterm"},
    {"TTYPE, asked back", "WILL TTYPE; SB TTYPE 1; SB TTYPE 0 'xterm'", "xterm"},
    {"TTYPE, of another kind", "WILL TTYPE; SB TTYPE 7 'x'; SB TTYPE 0 'xterm'", "xterm"},
    {"TTYPE, unasked", "SB TTYPE 0 'xterm'", ""},
    {"TTYPE, agreed late", "DO SGA; SILENCE; WILL TTYPE; SB TTYPE 0 'xterm'", "xterm"},
    {"MTTS in small letters", "WILL TTYPE; SB TTYPE 0 'mtts 13'", "mtts 13 mtts=13 256"},
    {"MTTS with blanks", "WILL TTYPE; SB TTYPE 0 'MTTS  13 '", "MTTS  13 mtts=13 256"},
    {"MTTS with a NUL", "WILL TTYPE; SB TTYPE 0 'MTTS 13' 0", "MTTS 13 mtts=13 256"},
    {"MTTS without a number", "WILL TTYPE; SB TTYPE 0 'MTTS '", "MTTS"},
    {"MTTS that is no number", "WILL TTYPE; SB TTYPE 0 'MTTS 12x'", "MTTS 12x"},
    {"MTTS, negative", "WILL TTYPE; SB TTYPE 0 'MTTS -1'", "MTTS -1"},
    {"MTTS, doubled", "WILL TTYPE; SB TTYPE 0 'MTTS 13'; SB TTYPE 0 'MTTS 13'",
     "MTTS 13 mtts=13 256"},
    {"NAWS, empty", "WILL NAWS; SB NAWS", ""},
    {"NAWS, short", "WILL NAWS; SB NAWS 0 80 0", ""},
    {"NAWS, long", "WILL NAWS; SB NAWS 0 80 0 24 0", ""},
    {"NAWS, doubled", "WILL NAWS; SB NAWS 0 80 0 24; SB NAWS 0 80 0 24", "80x24"},
    {"NAWS, none", "WILL NAWS; SB NAWS 0 0 0 0", "0x0"},
    {"NAWS, unasked", "SB NAWS 0 80 0 24", ""},
    {"NAWS, agreed late", "SB NAWS 0 80 0 24; WILL NAWS; SB NAWS 0 90 0 30", "90x30"},
    {"NAWS, 255 doubled", "WILL NAWS; SB NAWS 0 255 0 24", "255x24"},
    {"NAWS, 255 as it is", "WILL NAWS; RAW 255 250 31 0 255 0 24 255 240", "255x24"},
    {"NAWS, 255 as it is, and 239 rows", "WILL NAWS; RAW 255 250 31 0 255 0 239 255 240",
     "255x239"},
    {"NAWS, a command inside", "WILL NAWS; RAW 255 250 31 0 80 255 251 1", "dead"},
    {"GMCP in other letters", "DO GMCP; SB GMCP 'core.supports.SET [\"ROOM 1\"]'",
     "gmcp room"},
    {"GMCP with blanks around",
     "DO GMCP; SB GMCP '  Core.Supports.Set   [ \" Room  1 \" ]  '", "gmcp room"},
    {"GMCP with a NUL behind", "DO GMCP; SB GMCP 'Core.Supports.Set [\"Room 1\"]' 0",
     "gmcp room"},
    {"GMCP with a tab and lines",
     "DO GMCP; SB GMCP 'Core.Supports.Set' 9 '[' 10 '\"Room 1\"]' 13 10",
     "gmcp room"},
    {"GMCP without a version", "DO GMCP; SB GMCP 'Core.Supports.Set [\"Room\"]'",
     "gmcp room"},
    {"GMCP, empty", "DO GMCP; SB GMCP", "gmcp junk=1"},
    {"GMCP, blanks alone", "DO GMCP; SB GMCP '  ' 0", "gmcp junk=1"},
    {"GMCP, no list", "DO GMCP; SB GMCP 'Core.Supports.Set'", "gmcp junk=1"},
    {"GMCP, doubled",
     "DO GMCP; SB GMCP 'Core.Supports.Add [\"Room 1\"]'; "
     "SB GMCP 'Core.Supports.Add [\"Room 1\"]'", "gmcp room"},
    {"GMCP, unasked", "SB GMCP 'Core.Supports.Set [\"Room 1\"]'", ""},
    {"GMCP, a client with blanks in its name",
     "DO GMCP; SB GMCP 'Core.Hello {\"client\":\" Mudlet \",\"version\":\"4\"}'",
     "gmcp hello=Mudlet/4"},
    {"NEW-ENVIRON, offered", "WILL NEW-ENVIRON; SEND 255 254 39", ""},
    {"NEW-ENVIRON, as MNES has it",
     "SB NEW-ENVIRON 0 0 'CLIENT_NAME' 1 'TINTIN++'; SB NEW-ENVIRON 0 0 'MTTS' 1 '783'", ""},
    {"NEW-ENVIRON, a local login", "SB NEW-ENVIRON 0 0 'USER' 1 'ada'", ""},
    {"NEW-ENVIRON, empty and doubled", "SB NEW-ENVIRON; SB NEW-ENVIRON 0; SB NEW-ENVIRON 0", ""},
    {"NEW-ENVIRON, escapes and NULs", "SB NEW-ENVIRON 2 3 'X' 0 2 1 1 255", ""},
    {"ENVIRON", "SB ENVIRON 0 0 'TERM' 1 'xterm'", ""},
};
// clang-format on

TEST_EACH(each_client_is_known_by_its_own_bytes, COUNT(clients))
{
    expect_known(&clients[_i]);
}

TEST_EACH(an_answer_is_taken_in_every_case, COUNT(cases))
{
    expect_known(&cases[_i]);
}
