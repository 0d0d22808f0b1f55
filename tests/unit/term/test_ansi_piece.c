/*
 * The shortest moves and attribute changes, as bytes.
 */
#include "term/ansi_piece.h"

#include <string.h>

#include "support/test.h"

TEST(attributes_end_one_by_one_where_that_is_shorter)
{
    static const struct {
        const char *from;
        const char *to;
        const char *bytes;
    } rows[] = {
        {"7;33", "33", "\x1b[27m"}, {"1;38;5;231", "38;5;231", "\x1b[22m"},
        {"1", "2", "\x1b[0;2m"},    {"1;7", "7", "\x1b[22m"},
        {"33", "7;33", "\x1b[7m"},  {"33", "33", ""},
        {NULL, "", "\x1b[m"},       {NULL, "1;33", "\x1b[0;1;33m"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ansi_piece piece = {0};
        ansi_piece_sgr(&piece, rows[i].from, rows[i].to, false);
        ck_assert_uint_eq(piece.length, strlen(rows[i].bytes));
        ck_assert_mem_eq(piece.text, rows[i].bytes, piece.length);
    }
}

TEST(what_terminals_join_is_taken_apart)
{
    static const struct {
        const char *from;
        const char *to;
        const char *bytes;
    } rows[] = {
        {"90", "33", "\x1b[0;33m"},     {"91", "", "\x1b[m"},
        {"90", "97", "\x1b[97m"},       {"33", "91", "\x1b[91m"},
        {"91", "1;33", "\x1b[1;33m"},   {"1;33", "91", "\x1b[0;91m"},
        {"1;97", "97", "\x1b[0;97m"},   {"97", "1;97", "\x1b[1m"},
        {"97", "2;97", "\x1b[2;97m"},   {"2;91", "2;33", "\x1b[0;2;33m"},
        {"2;33", "2;91", "\x1b[91m"},   {"2;91", "91", "\x1b[0;91m"},
        {"7;33", "33", "\x1b[0;33m"},   {"1;36", "1;97", "\x1b[97m"},
        {NULL, "1;33", "\x1b[0;1;33m"}, {"1;33", "33", "\x1b[0;33m"},
        {"33", "", "\x1b[m"},           {"91", "91", ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ansi_piece piece = {0};
        ansi_piece_sgr(&piece, rows[i].from, rows[i].to, true);
        ck_assert_msg(piece.length == strlen(rows[i].bytes) &&
                          memcmp(piece.text, rows[i].bytes, piece.length) == 0,
                      "%s to %s: ESC%.*s", rows[i].from, rows[i].to, (int)piece.length - 1,
                      piece.text + 1);
    }
}

struct move_case {
    struct pos from;
    struct pos to;
    const char *bytes;
};

static const struct move_case move_cases[] = {
    {{5, 5}, {5, 5}, ""},
    {{5, 5}, {6, 5}, "\x1b[C"},
    {{5, 5}, {2, 5}, "\b\b\b"},
    {{9, 5}, {3, 5}, "\x1b[4G"},
    {{40, 5}, {35, 5}, "\x1b[5D"},
    {{40, 5}, {0, 5}, "\x1b[G"},
    {{5, 5}, {5, 15}, "\x1b[10B"},
    {{5, 5}, {4, 4}, "\x1b[A\b"},
    {{5, 5}, {0, 0}, "\x1b[H"},
    {{5, 5}, {0, 3}, "\x1b[4H"},
    {{5, 5}, {60, 20}, "\x1b[21;61H"},
    {{-1, 5}, {0, 5}, "\x1b[G"},
    {{-1, 5}, {79, 5}, "\x1b[80G"},
    {{-1, 5}, {30, 6}, "\x1b[7;31H"},
    {{5, 5}, {5, 6}, "\x1b[B"},
    {{5, 5}, {5, 8}, "\x1b[3B"},
    {{5, 5}, {5, 9}, "\x1b[4B"},
    {{5, 5}, {3, 7}, "\x1b[8;4H"},
    {{5, 5}, {5, 4}, "\x1b[A"},
    {{5, 5}, {200, 95}, "\x1b[96;201H"},
    {{-1, -1}, {7, 0}, "\x1b[1;8H"},
    {{7, -1}, {7, 0}, "\x1b[1;8H"},
};

TEST_EACH(a_move_takes_the_shortest_way, sizeof move_cases / sizeof move_cases[0])
{
    const struct move_case *row = &move_cases[_i];
    struct ansi_piece piece = {0};

    ansi_piece_move(&piece, row->from, row->to);
    ck_assert_uint_eq(piece.length, strlen(row->bytes));
    ck_assert_mem_eq(piece.text, row->bytes, piece.length);
    ck_assert_int_eq(ansi_piece_move_length(row->from, row->to), (int)piece.length);
}

/* Nothing that a cursor can do is forgotten: all ways between all places of a small screen. */
TEST(a_move_is_as_long_as_was_said)
{
    enum { EDGE = 14 };

    for (int i = 0; i < EDGE * EDGE * EDGE * EDGE; i++) {
        struct pos from = pos_of(i % EDGE - 1, i / EDGE % EDGE - 1);
        struct pos to = pos_of(i / EDGE / EDGE % EDGE, i / EDGE / EDGE / EDGE);
        struct ansi_piece piece = {0};
        ansi_piece_move(&piece, from, to);
        if ((int)piece.length != ansi_piece_move_length(from, to))
            ck_abort_msg("(%d, %d) to (%d, %d) takes %zu bytes", from.x, from.y, to.x, to.y,
                         piece.length);
    }
}

TEST(exotic_scripts_have_no_agreed_width)
{
    ck_assert(ansi_width_is_agreed('a'));
    ck_assert(ansi_width_is_agreed(0x2592));
    ck_assert(ansi_width_is_agreed(0x6F22));
    ck_assert(!ansi_width_is_agreed(0x0E01));
    ck_assert(!ansi_width_is_agreed(0x1F600));
    ck_assert(!ansi_width_is_agreed(0x1B));
}
