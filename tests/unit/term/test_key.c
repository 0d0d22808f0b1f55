/*
 * Keys: every known sequence gives one key however it is split, everything else is eaten whole, and
 * no bytes at all bring the decoder to a stop.
 */
#include "term/key.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "support/test.h"

enum { KEYS_MAX = 64 };

struct key_case {
    const char *bytes;
    struct key key;
    uint8_t length; /* 0: up to the NUL */
};

static const struct key_case key_cases[] = {
    {"a", {.code = 'a'}, 0},
    {" ", {.code = ' '}, 0},
    {"~", {.code = '~'}, 0},
    {"\r", {.code = KEY_ENTER}, 2}, /* CR NUL */
    {"\r\n", {.code = KEY_ENTER}, 0},
    {"\r", {.code = KEY_ENTER}, 0},
    {"\n", {.code = KEY_ENTER}, 0},
    {"\x7f", {.code = KEY_BACKSPACE}, 0},
    {"\b", {.code = KEY_BACKSPACE}, 0},
    {"\t", {.code = KEY_TAB}, 0},
    {"\x01", {.code = 'a', .ctrl = true}, 0},
    {"\x03", {.code = 'c', .ctrl = true}, 0},
    {"\x0c", {.code = 'l', .ctrl = true}, 0},
    {"\x1a", {.code = 'z', .ctrl = true}, 0},
    {"\x1c", {.code = '\\', .ctrl = true}, 0},
    {"\x1d", {.code = ']', .ctrl = true}, 0},
    {"\x1e", {.code = '^', .ctrl = true}, 0},
    {"\x1f", {.code = '_', .ctrl = true}, 0},
    {"\xC3\xA9", {.code = 0xE9}, 0},
    {"\xE2\x96\x92", {.code = 0x2592}, 0},
    {"\xF0\x9F\x98\x80", {.code = 0x1F600}, 0},
    {"\x1b"
     "a",
     {.code = 'a', .alt = true},
     0},
    {"\x1b\r", {.code = KEY_ENTER, .alt = true}, 0},
    {"\x1b\x7f", {.code = KEY_BACKSPACE, .alt = true}, 0},
    {"\x1b\xC3\xA9", {.code = 0xE9, .alt = true}, 0},
    {"\x1b\x01", {.code = 'a', .alt = true, .ctrl = true}, 0},
    {"\x1b\\", {.code = '\\', .alt = true}, 0},
    {"\x1b[A", {.code = KEY_UP}, 0},
    {"\x1b[B", {.code = KEY_DOWN}, 0},
    {"\x1b[C", {.code = KEY_RIGHT}, 0},
    {"\x1b[D", {.code = KEY_LEFT}, 0},
    {"\x1b[E", {.code = KEY_CENTRE}, 0},
    {"\x1b[F", {.code = KEY_END}, 0},
    {"\x1b[H", {.code = KEY_HOME}, 0},
    {"\x1b[Z", {.code = KEY_BACK_TAB}, 0},
    {"\x1b[1;2A", {.code = KEY_UP, .shift = true}, 0},
    {"\x1b[1;3B", {.code = KEY_DOWN, .alt = true}, 0},
    {"\x1b[1;5C", {.code = KEY_RIGHT, .ctrl = true}, 0},
    {"\x1b[1;8D", {.code = KEY_LEFT, .shift = true, .alt = true, .ctrl = true}, 0},
    {"\x1b[1;2H", {.code = KEY_HOME, .shift = true}, 0},
    {"\x1b[1;2P", {.code = KEY_F1, .shift = true}, 0},
    {"\x1b[a", {.code = KEY_UP, .shift = true}, 0},
    {"\x1bOd", {.code = KEY_LEFT, .ctrl = true}, 0},
    {"\x1b\x1b[A", {.code = KEY_UP, .alt = true}, 0},
    {"\x1b\x1bOA", {.code = KEY_UP, .alt = true}, 0},
    {"\x1bOA", {.code = KEY_UP}, 0},
    {"\x1bOB", {.code = KEY_DOWN}, 0},
    {"\x1bOC", {.code = KEY_RIGHT}, 0},
    {"\x1bOD", {.code = KEY_LEFT}, 0},
    {"\x1bOE", {.code = KEY_CENTRE}, 0},
    {"\x1bOF", {.code = KEY_END}, 0},
    {"\x1bOH", {.code = KEY_HOME}, 0},
    {"\x1bOP", {.code = KEY_F1}, 0},
    {"\x1bOQ", {.code = KEY_F2}, 0},
    {"\x1bOR", {.code = KEY_F3}, 0},
    {"\x1bOS", {.code = KEY_F4}, 0},
    {"\x1bO5C", {.code = KEY_RIGHT, .ctrl = true}, 0},
    {"\x1bO1;2P", {.code = KEY_F1, .shift = true}, 0},
    {"\x1bOM", {.code = KEY_ENTER}, 0},
    {"\x1bOp", {.code = '0'}, 0},
    {"\x1bOq", {.code = '1'}, 0},
    {"\x1bOr", {.code = '2'}, 0},
    {"\x1bOs", {.code = '3'}, 0},
    {"\x1bOt", {.code = '4'}, 0},
    {"\x1bOu", {.code = '5'}, 0},
    {"\x1bOv", {.code = '6'}, 0},
    {"\x1bOw", {.code = '7'}, 0},
    {"\x1bOx", {.code = '8'}, 0},
    {"\x1bOy", {.code = '9'}, 0},
    {"\x1bOn", {.code = '.'}, 0},
    {"\x1bOj", {.code = '*'}, 0},
    {"\x1bOk", {.code = '+'}, 0},
    {"\x1bOm", {.code = '-'}, 0},
    {"\x1bOo", {.code = '/'}, 0},
    {"\x1b[1~", {.code = KEY_HOME}, 0},
    {"\x1b[2~", {.code = KEY_INSERT}, 0},
    {"\x1b[3~", {.code = KEY_DELETE}, 0},
    {"\x1b[4~", {.code = KEY_END}, 0},
    {"\x1b[5~", {.code = KEY_PAGE_UP}, 0},
    {"\x1b[6~", {.code = KEY_PAGE_DOWN}, 0},
    {"\x1b[7~", {.code = KEY_HOME}, 0},
    {"\x1b[8~", {.code = KEY_END}, 0},
    {"\x1b[5;5~", {.code = KEY_PAGE_UP, .ctrl = true}, 0},
    {"\x1b[11~", {.code = KEY_F1}, 0},
    {"\x1b[12~", {.code = KEY_F2}, 0},
    {"\x1b[13~", {.code = KEY_F3}, 0},
    {"\x1b[14~", {.code = KEY_F4}, 0},
    {"\x1b[15~", {.code = KEY_F5}, 0},
    {"\x1b[17~", {.code = KEY_F6}, 0},
    {"\x1b[18~", {.code = KEY_F7}, 0},
    {"\x1b[19~", {.code = KEY_F8}, 0},
    {"\x1b[20~", {.code = KEY_F9}, 0},
    {"\x1b[21~", {.code = KEY_F10}, 0},
    {"\x1b[23~", {.code = KEY_F11}, 0},
    {"\x1b[24~", {.code = KEY_F12}, 0},
    {"\x1b[15;2~", {.code = KEY_F5, .shift = true}, 0},
    {"\x1b[[A", {.code = KEY_F1}, 0},
    {"\x1b[[E", {.code = KEY_F5}, 0},
    {"\x1b[24;80R", {.code = KEY_CURSOR_REPORT, .row = 24, .column = 80}, 0},
    {"\x1b[1;2R", {.code = KEY_CURSOR_REPORT, .row = 1, .column = 2}, 0},
    /* Eaten whole. */
    {"\x1b[0;2R", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[99999;2R", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[?62;1;6c", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[>0;276;0c", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[16~", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[199~", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[200~", {.code = KEY_PASTE_BEGINS}, 0},
    {"\x1b[201~", {.code = KEY_PASTE_ENDS}, 0},
    {"\x1b[202~", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[~", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[97;5u", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[1;2;3A", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[0000000000000000000000000000000000000001A", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[I", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[[Z", {.code = KEY_UNKNOWN}, 0},
    {"\x1bOz", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[1;2\r", {.code = KEY_UNKNOWN}, 0},
    {"\x1b]11;rgb:0000/0000/0000\x07", {.code = KEY_UNKNOWN}, 0},
    {"\x1b]11;rgb:0000/0000/0000\x1b\\", {.code = KEY_UNKNOWN}, 0},
    {"\x1bP>|XTerm(379)\x1b\\", {.code = KEY_UNKNOWN}, 0},
    {"\x1b[1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1A", {.code = KEY_UNKNOWN}, 0},
    {"\xFF", {.code = KEY_UNKNOWN}, 0},
    {"\x80", {.code = KEY_UNKNOWN}, 0},
    {"", {.code = KEY_UNKNOWN}, 1},
    {"\x11", {.code = KEY_UNKNOWN}, 0},
    {"\x13", {.code = KEY_UNKNOWN}, 0},
    {"\xC0", {.code = KEY_UNKNOWN}, 0},
    {"\xED\xA0\x80", {.code = KEY_UNKNOWN}, 0},
    {"\xF4\x90\x80\x80", {.code = KEY_UNKNOWN}, 0},
};

enum { KEY_CASE_COUNT = sizeof key_cases / sizeof key_cases[0] };

static size_t case_length(const struct key_case *row)
{
    return row->length > 0 ? row->length : strlen(row->bytes);
}

/* Feeds bytes of one read and returns the number of keys that came out. */
static int feed(struct key_decoder *decoder, const char *bytes, size_t length,
                struct key keys[KEYS_MAX])
{
    int count = 0;

    for (size_t i = 0; i < length; i++) {
        struct key out[KEY_DECODE_MAX];
        int now = key_decode(decoder, (uint8_t)bytes[i], decoder->at_ms, out);
        for (int k = 0; k < now && count < KEYS_MAX; k++)
            keys[count++] = out[k];
    }
    return count;
}

/* As long as is to be waited now. */
static uint64_t wait_of(const struct key_decoder *decoder)
{
    uint64_t wait_ms = 0;

    while (!key_is_due(decoder, decoder->at_ms + wait_ms, 0))
        wait_ms++;
    return wait_ms;
}

/* Waits as long as is to be waited. */
static bool expire(struct key_decoder *decoder, struct key *out)
{
    return key_expire(decoder, decoder->at_ms + wait_of(decoder), out);
}

/* So long passes, tick by tick; how many keys come of it. */
static int pass(struct key_decoder *decoder, uint64_t *now_ms, uint64_t ms,
                struct key keys[KEYS_MAX])
{
    uint64_t until_ms = *now_ms + ms;
    int count = 0;

    for (; *now_ms < until_ms; (*now_ms)++) {
        if (key_is_due(decoder, *now_ms, 0) && key_expire(decoder, *now_ms, &keys[count]))
            count++;
    }
    return count;
}

static void check_key(struct key key, struct key expected, int row)
{
    ck_assert_msg(key.code == expected.code, "row %d: code %x", row, key.code);
    ck_assert_msg(key.shift == expected.shift && key.alt == expected.alt &&
                      key.ctrl == expected.ctrl,
                  "row %d: modifiers", row);
    ck_assert_msg(key.row == expected.row && key.column == expected.column, "row %d: place", row);
}

TEST_EACH(every_sequence_is_one_key, KEY_CASE_COUNT)
{
    const struct key_case *row = &key_cases[_i];
    struct key_decoder decoder;
    struct key keys[KEYS_MAX];

    key_decoder_init(&decoder);
    ck_assert_int_eq(feed(&decoder, row->bytes, case_length(row), keys), 1);
    check_key(keys[0], row->key, _i);
    ck_assert_msg(!key_is_pending(&decoder), "row %d leaves nothing behind", _i);
}

TEST_EACH(every_sequence_waits_unfinished_and_expires_once, KEY_CASE_COUNT)
{
    const struct key_case *row = &key_cases[_i];

    for (size_t cut = 1; cut < case_length(row); cut++) {
        struct key_decoder decoder;
        struct key keys[KEYS_MAX];
        struct key key;
        key_decoder_init(&decoder);
        int early = feed(&decoder, row->bytes, cut, keys);
        if (early > 0)
            continue; /* CR, or the ESC that ends a string: the rest only belongs to it */
        ck_assert(key_is_pending(&decoder));
        bool is_escape = cut == 1 && row->bytes[0] == '\x1b';
        bool is_two = cut == 2 && strncmp(row->bytes, "\x1b\x1b", 2) == 0;
        ck_assert_uint_eq(wait_of(&decoder),
                          is_escape || is_two ? KEY_ESCAPE_WAIT_MS : KEY_SEQUENCE_WAIT_MS);
        ck_assert(expire(&decoder, &key));
        ck_assert_uint_eq(key.code, is_escape || is_two ? KEY_ESCAPE : KEY_UNKNOWN);
        if (key_is_pending(&decoder)) {
            ck_assert_uint_eq(wait_of(&decoder), KEY_LATE_MS);
            ck_assert(!expire(&decoder, &key));
        }
        ck_assert(!key_is_pending(&decoder));
        ck_assert_int_eq(feed(&decoder, "x", 1, keys), 1);
        ck_assert_uint_eq(keys[0].code, 'x');
        ck_assert(!keys[0].alt);
    }
}

TEST(all_sequences_in_one_run_are_as_many_keys)
{
    struct key_decoder decoder;
    struct key keys[KEYS_MAX];

    key_decoder_init(&decoder);
    for (int i = 0; i < KEY_CASE_COUNT; i++) {
        const struct key_case *row = &key_cases[i];
        if (row->bytes[0] == '\n' || row->length == 1)
            continue; /* after a CR they belong to it */
        ck_assert_int_eq(feed(&decoder, row->bytes, case_length(row), keys), 1);
        check_key(keys[0], row->key, i);
    }
}

TEST(enter_is_one_key_in_every_form)
{
    struct key_decoder decoder;
    struct key keys[KEYS_MAX];

    key_decoder_init(&decoder);
    ck_assert_int_eq(feed(&decoder, "\r\0\r\n\r\r\n\n\na", 10, keys), 7);
    for (int i = 0; i < 6; i++)
        ck_assert_uint_eq(keys[i].code, KEY_ENTER);
    ck_assert_uint_eq(keys[6].code, 'a');
}

TEST(escape_starts_anew_inside_a_sequence)
{
    struct key_decoder decoder;
    struct key keys[KEYS_MAX];

    key_decoder_init(&decoder);
    ck_assert_int_eq(feed(&decoder, "\x1b[1;\x1b[A", 7, keys), 2);
    ck_assert_uint_eq(keys[0].code, KEY_UNKNOWN);
    ck_assert_uint_eq(keys[1].code, KEY_UP);
    ck_assert_int_eq(feed(&decoder, "\x1bO\x1bOB", 5, keys), 2);
    ck_assert_uint_eq(keys[1].code, KEY_DOWN);
    ck_assert_int_eq(feed(&decoder, "\x1b]0;\x1b[C", 7, keys), 2);
    ck_assert_uint_eq(keys[1].code, KEY_RIGHT);
    ck_assert_int_eq(feed(&decoder, "\xE2\x96\x1b[D", 5, keys), 2);
    ck_assert_uint_eq(keys[0].code, KEY_UNKNOWN);
    ck_assert_uint_eq(keys[1].code, KEY_LEFT);
}

TEST(a_key_after_half_a_character_is_not_lost)
{
    struct key_decoder decoder;
    struct key keys[KEYS_MAX];

    key_decoder_init(&decoder);
    ck_assert_int_eq(feed(&decoder, "\xE9h", 2, keys), 1);
    ck_assert_uint_eq(keys[0].code, 'h');
    ck_assert_int_eq(feed(&decoder, "\xE9\xC3\xA9", 3, keys), 2);
    ck_assert_uint_eq(keys[0].code, KEY_UNKNOWN);
    ck_assert_uint_eq(keys[1].code, 0xE9);
}

TEST(escape_pressed_again_and_again_is_escape)
{
    struct key_decoder decoder;
    struct key keys[KEYS_MAX];
    struct key key;

    key_decoder_init(&decoder);
    ck_assert_int_eq(feed(&decoder, "\x1b\x1b\x1b\x1b", 4, keys), 2);
    ck_assert_uint_eq(keys[0].code, KEY_ESCAPE);
    ck_assert(expire(&decoder, &key));
    ck_assert_uint_eq(key.code, KEY_ESCAPE);
    ck_assert(!key.alt);
}

TEST(a_long_sequence_is_swallowed_to_its_end)
{
    struct key_decoder decoder;
    struct key keys[KEYS_MAX];

    key_decoder_init(&decoder);
    ck_assert_int_eq(feed(&decoder, "\x1b[", 2, keys), 0);
    for (int i = 0; i < 4000; i++)
        ck_assert_int_eq(feed(&decoder, "1", 1, keys), 0);
    ck_assert_int_eq(feed(&decoder, "Ah", 2, keys), 2);
    ck_assert_uint_eq(keys[0].code, KEY_UNKNOWN);
    ck_assert_uint_eq(keys[1].code, 'h');
}

/* Bytes of a sequence that is longer than its row allows are swallowed up to a silence. */
TEST(what_never_ends_is_given_up_until_a_silence)
{
    for (enum sequence_family family = 0; family < SEQUENCE_FAMILY_COUNT; family++) {
        const struct sequence_row *row = &sequence_table[family];
        struct key_decoder decoder;
        struct key keys[KEYS_MAX];
        char middle = row->is_string ? 'B' : (char)row->middle.first;
        if (!row->is_string && row->middle.first > row->middle.last)
            continue; /* it ends with its first byte */
        key_decoder_init(&decoder);
        const char begin[] = {'\x1b', row->introducers[0]};
        ck_assert_int_eq(feed(&decoder, begin, 2, keys), 0);
        for (uint32_t i = 0; i <= row->length_max; i++)
            ck_assert_int_eq(feed(&decoder, &middle, 1, keys), 0);
        ck_assert_int_eq(decoder.state, KEY_STATE_GIVEN_UP);
        decoder.at_ms += KEY_GIVEN_UP_WAIT_MS - 1;
        ck_assert_msg(!key_is_due(&decoder, decoder.at_ms, 0), "%s", row->name);
        ck_assert_int_eq(feed(&decoder, "BQ\x1b[A\r", 6, keys), 0);
        struct key_decoder typist = decoder;
        for (int i = 0; i < KEY_PAUSES_MAX; i++)
            ck_assert_int_eq(key_decode(&typist, 'B', typist.at_ms + KEY_PAUSE_MS, keys), 0);
        ck_assert_int_eq(key_decode(&typist, 'B', typist.at_ms + KEY_PAUSE_MS, keys), 1);
        ck_assert(!expire(&decoder, keys));
        ck_assert_int_eq(feed(&decoder, "B", 1, keys), 1);
        ck_assert_uint_eq(keys[0].code, 'B');
    }
}

/* Alt and ] begin a string, by accident: who types on is soon understood. */
TEST(who_types_into_a_sequence_is_understood_after_eight_keys)
{
    static const char *const begins[] = {"\x1b]", "\x1bP", "\x1b[", "\x1b[<"};

    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        struct key_decoder decoder;
        struct key keys[KEYS_MAX];
        uint64_t now_ms = 5000;
        key_decoder_init(&decoder);
        decoder.at_ms = now_ms;
        ck_assert_int_eq(feed(&decoder, begins[i], strlen(begins[i]), keys), 0);
        for (int key = 0; key < KEY_PAUSES_MAX; key++) {
            ck_assert_int_eq(pass(&decoder, &now_ms, KEY_PAUSE_MS, keys), 0);
            ck_assert_int_eq(key_decode(&decoder, '4', now_ms, keys), 0);
        }
        ck_assert_int_eq(pass(&decoder, &now_ms, KEY_PAUSE_MS, keys), 0);
        ck_assert_int_eq(key_decode(&decoder, '4', now_ms, keys), 1);
        ck_assert_uint_eq(keys[0].code, '4');
    }
}

/* A long answer on a line that stops again and again is no typing. */
TEST(a_string_in_many_pieces_is_one)
{
    struct key_decoder decoder;
    struct key keys[KEYS_MAX];
    uint64_t now_ms = 5000;

    key_decoder_init(&decoder);
    decoder.at_ms = now_ms;
    ck_assert_int_eq(feed(&decoder, "\x1b]52;c;", 7, keys), 0);
    for (int piece = 0; piece < 1000; piece++) {
        ck_assert_int_eq(pass(&decoder, &now_ms, KEY_SEQUENCE_WAIT_MS - 1, keys), 0);
        for (int i = 0; i < KEY_PIECE_BYTES; i++)
            ck_assert_int_eq(key_decode(&decoder, 'B', now_ms, keys), 0);
    }
    ck_assert_int_eq(key_decode(&decoder, '\x07', now_ms, keys), 1);
    ck_assert_uint_eq(keys[0].code, KEY_UNKNOWN);
    ck_assert(!key_is_pending(&decoder));
}

struct cut_case {
    const char *first;
    uint64_t gap_ms;
    const char *second;
    const char *keys; /* as key_describe() names them, with blanks between; what is none left out */
};

static const struct cut_case cut_cases[] = {
    {"\x1b", 99, "[B", "Down"},
    {"\x1b", 150, "[B", "Esc"},
    {"\x1b", 1000, "[1;2B", "Esc"},
    {"\x1b", 10000, "[B", "Esc"},
    {"\x1b", 10000, "[", "Esc ["},
    {"\x1b", 150, "OB", "Esc"},
    {"\x1b", 150, "O", "Esc O"},
    {"\x1b", 150, "O?", "Esc O ?"},
    {"\x1b", 10000, "OB", "Esc O B"},
    {"\x1b", 150, "b", "Esc b"},
    {"\x1b", 150, "\r", "Esc Enter"},
    {"\x1b", 150, "\x1b[B", "Esc Down"},
    {"\x1b", 150, "]0;QQQ\x1b\\Q", "Esc Q"},
    {"\x1b", 150, "P>|XTerm(379)\x1b\\Q", "Esc Q"},
    {"\x1b", 150, "P", "Esc P"},
    {"\x1b", 150, "_Gi=1;OK\x1b\\Q", "Esc Q"},
    {"\x1b", 150, "_<", "Esc _ <"},
    {"\x1b", 150, "(B", "Esc"},
    {"\x1b", 150, "..", "Esc . ."},
    {"\x1b", 150, "[[B", "Esc"},
    {"\x1b", 150, "[MBBBQ", "Esc Q"},
    {"\x1b[", 999, "B", "Down"},
    {"\x1b[", 1300, "B", ""},
    {"\x1b[", 10000, "B", "B"},
    {"\x1b[M", 1300, "BBBQ", "Q"},
    {"\x1b[MB", 900, "BBQ", "Q"},
    {"\x1b[M \xc3", 10, "\xa9!Q", "Q"},
    {"\x1bO", 1300, "B", ""},
    {"\x1b]0;title\x1b", 300, "\\Q", "Q"},
    {"\x1b]0;ti", 1300, "tle\x07Q", "Q"},
    {"\x1b]0;ti\x1b", 5000, "Q", "Q"},
    {"\x1b[20", 1300, "0~", "paste"},
    {"\x1b", 150, "[201~", "Esc end of a paste"},
    {"\x1b[24;8", 1300, "0R", "cursor report"},
    {"\xc2", 100,
     "\x9b"
     "BQ",
     "Down Q"},
    {"\x1b\x1b", 150, "[B", "Esc"},
    {"\xc3", 1300, "\xa9Q", "Q"},
};

enum { CUT_CASE_COUNT = sizeof cut_cases / sizeof cut_cases[0] };

static void append_names(const struct key *keys, int count, char *names, size_t size)
{
    for (int i = 0; i < count; i++) {
        char name[32];
        if (keys[i].code == KEY_UNKNOWN)
            continue;
        key_describe(keys[i], name, sizeof name);
        size_t length = strlen(names);
        snprintf(names + length, size - length, "%s%s", length > 0 ? " " : "", name);
    }
}

TEST_EACH(what_a_cut_leaves_over_does_nothing, CUT_CASE_COUNT)
{
    const struct cut_case *row = &cut_cases[_i];
    struct key_decoder decoder;
    struct key keys[KEYS_MAX];
    char names[256] = "";
    uint64_t now_ms = 5000;

    key_decoder_init(&decoder);
    decoder.at_ms = now_ms;
    append_names(keys, feed(&decoder, row->first, strlen(row->first), keys), names, sizeof names);
    append_names(keys, pass(&decoder, &now_ms, row->gap_ms, keys), names, sizeof names);
    for (size_t i = 0; row->second[i] != '\0'; i++) {
        int count = key_decode(&decoder, (uint8_t)row->second[i], now_ms, keys);
        append_names(keys, count, names, sizeof names);
    }
    append_names(keys, pass(&decoder, &now_ms, 10000, keys), names, sizeof names);
    ck_assert_msg(strcmp(names, row->keys) == 0, "row %d: \"%s\" for \"%s\"", _i, names, row->keys);
    ck_assert(!key_is_pending(&decoder));
}

/* Such a byte is part of a letter where letters are UTF-8. */
TEST(controls_of_8_bits_begin_sequences_where_letters_have_8_bits)
{
    static const struct {
        const char *bytes;
        const char *keys;
    } rows[] = {
        {"\x9b"
         "BQ",
         "Down Q"},
        {"\x8f"
         "BQ",
         "Down Q"},
        {"\x9d"
         "0;QQ\x9cQ",
         "Q"},
        {"\x90"
         "QQ\x1b\\Q",
         "Q"},
        {"\x84Q", "Q"},
        {"\x1b]0;Q\xe2\x9c\x94Q\x07Q", "Q"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct key_decoder decoder;
        struct key keys[KEYS_MAX];
        char names[256] = "";
        key_decoder_init(&decoder);
        decoder.is_8_bit = true;
        append_names(keys, feed(&decoder, rows[i].bytes, strlen(rows[i].bytes), keys), names,
                     sizeof names);
        ck_assert_msg(strcmp(names, rows[i].keys) == 0, "row %zu: %s", i, names);
    }
}

TEST(random_bytes_never_crash_and_always_end)
{
    static const char likely[] = "\x1b\x1b[O]P\\;0123456789~ARMZa\r\n\x07\xC3\xA9\xF0\x9F?";
    struct key_decoder decoder;
    struct rng rng;

    rng_init(&rng, 77);
    key_decoder_init(&decoder);
    for (int i = 0; i < 300000; i++) {
        uint8_t byte = rng_percent(&rng, 70) ? (uint8_t)likely[rng_below(&rng, sizeof likely)]
                                             : (uint8_t)rng_below(&rng, 256);
        struct key keys[KEY_DECODE_MAX];
        int count = key_decode(&decoder, byte, decoder.at_ms + rng_below(&rng, 3), keys);
        ck_assert_int_le(count, KEY_DECODE_MAX);
        for (int k = 0; k < count; k++) {
            char name[32];
            ck_assert_uint_ne(keys[k].code, KEY_NONE);
            ck_assert_uint_le(keys[k].code, KEY_UNKNOWN);
            key_describe(keys[k], name, sizeof name);
            ck_assert_uint_gt(strlen(name), 0);
        }
        if (rng_percent(&rng, 2)) {
            for (int wait = 0; wait < 2 && key_is_pending(&decoder); wait++)
                (void)expire(&decoder, &keys[0]);
            ck_assert(!key_is_pending(&decoder));
        }
    }
}

TEST(keys_have_names)
{
    static const struct {
        struct key key;
        const char *name;
    } rows[] = {
        {{.code = 'x'}, "x"},
        {{.code = ' '}, "Space"},
        {{.code = 'g', .ctrl = true}, "^G"},
        {{.code = '[', .ctrl = true}, "^["},
        {{.code = 'a', .alt = true}, "Alt-a"},
        {{.code = KEY_F5}, "F5"},
        {{.code = KEY_UP, .shift = true}, "Shift-Up"},
        {{.code = KEY_LEFT, .ctrl = true, .alt = true}, "Ctrl-Alt-Left"},
        {{.code = 0xE9}, "\xC3\xA9"},
        {{.code = 0x200B}, "U+200B"},
        {{.code = KEY_ESCAPE}, "Esc"},
        {{.code = KEY_UNKNOWN}, "unknown key"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char name[32];
        key_describe(rows[i].key, name, sizeof name);
        ck_assert_str_eq(name, rows[i].name);
    }
}
