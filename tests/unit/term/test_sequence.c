/*
 * The table of control sequences: its rows are told apart by their first bytes, what can follow an
 * introducer is what its grammar takes, and each ends where its row says, or is too long.
 */
#include "term/key.h"

#include <string.h>

#include "support/test.h"

static enum sequence_step take_all(struct sequence *sequence, const char *bytes)
{
    enum sequence_step step = SEQUENCE_GOES_ON;

    for (; *bytes != '\0'; bytes++) {
        ck_assert_int_eq(step, SEQUENCE_GOES_ON);
        step = sequence_take(sequence, (uint8_t)*bytes);
    }
    return step;
}

TEST(each_introducer_begins_one_family)
{
    int introducers = 0;
    int controls = 0;

    for (enum sequence_family family = 0; family < SEQUENCE_FAMILY_COUNT; family++) {
        const struct sequence_row *row = &sequence_table[family];
        ck_assert_msg(row->name != NULL && row->introducers[0] != '\0' && row->length_max > 0,
                      "row %d is not filled in", (int)family);
        for (const char *byte = row->introducers; *byte != '\0'; byte++) {
            if (family != SEQUENCE_CONSOLE)
                ck_assert_int_eq(sequence_family_of((uint8_t)*byte), family);
            introducers += family != SEQUENCE_CONSOLE;
        }
        if (row->c1 != 0)
            ck_assert_int_eq(sequence_family_of_c1(row->c1), family);
        controls += row->c1 != 0;
    }
    for (int byte = 0; byte < 256; byte++) {
        introducers -= sequence_family_of((uint8_t)byte) != SEQUENCE_FAMILY_COUNT;
        controls -= sequence_family_of_c1((uint8_t)byte) != SEQUENCE_FAMILY_COUNT;
    }
    ck_assert_int_eq(introducers, 0);
    ck_assert_int_eq(controls, 0);
}

TEST(what_can_follow_an_introducer_is_taken)
{
    for (enum sequence_family family = 0; family < SEQUENCE_FAMILY_COUNT; family++) {
        for (int byte = 0; byte < 256; byte++) {
            struct sequence sequence;
            if (!sequence_can_follow(family, (uint8_t)byte))
                continue;
            sequence_begin(&sequence, family, false);
            enum sequence_step step = sequence_take(&sequence, (uint8_t)byte);
            ck_assert_msg(step == SEQUENCE_GOES_ON || step == SEQUENCE_ENDS, "%s, %d",
                          sequence_table[family].name, byte);
        }
    }
}

TEST(each_ends_where_its_row_says)
{
    static const struct {
        enum sequence_family family;
        const char *bytes;
        enum sequence_step step;
        char final;
    } rows[] = {
        {SEQUENCE_CSI, "A", SEQUENCE_ENDS, 'A'},
        {SEQUENCE_CSI, "1;2A", SEQUENCE_ENDS, 'A'},
        {SEQUENCE_CSI, "?2026;2$y", SEQUENCE_ENDS, 'y'},
        {SEQUENCE_CSI, "3$", SEQUENCE_ENDS, '$'},
        {SEQUENCE_CSI, "[A", SEQUENCE_ENDS, 'A'},
        {SEQUENCE_CSI, "1[", SEQUENCE_ENDS, '['},
        {SEQUENCE_CSI, "M !", SEQUENCE_GOES_ON, 0},
        {SEQUENCE_CSI, "M !!", SEQUENCE_ENDS, 0},
        {SEQUENCE_CSI, "M \xc3\xa9!", SEQUENCE_ENDS, 0},
        {SEQUENCE_CSI, "1M", SEQUENCE_ENDS, 'M'},
        {SEQUENCE_CSI, "T !!!!!", SEQUENCE_ENDS, 0},
        {SEQUENCE_CSI, "t !", SEQUENCE_ENDS, 0},
        {SEQUENCE_CSI, "M \r", SEQUENCE_BREAKS, 0},
        {SEQUENCE_CSI, "1;\r", SEQUENCE_BREAKS, 0},
        {SEQUENCE_CSI, "1;\x7f", SEQUENCE_BREAKS, 0},
        {SEQUENCE_SS3, "A", SEQUENCE_ENDS, 'A'},
        {SEQUENCE_SS3, "1;2P", SEQUENCE_ENDS, 'P'},
        {SEQUENCE_OSC, "0;\xe2\x9c\x94\x07", SEQUENCE_ENDS, 0},
        {SEQUENCE_OSC, "0;\r\nt\xc2\x9c", SEQUENCE_ENDS, 0},
        {SEQUENCE_OSC, "0;\x18", SEQUENCE_BREAKS, 0},
        {SEQUENCE_DCS, "1$r\x1b", SEQUENCE_BREAKS, 0},
        {SEQUENCE_CHARSET, "B", SEQUENCE_ENDS, 'B'},
        {SEQUENCE_CHARSETS, "(C", SEQUENCE_ENDS, 'C'},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sequence sequence;
        sequence_begin(&sequence, rows[i].family, false);
        ck_assert_msg(take_all(&sequence, rows[i].bytes) == rows[i].step, "row %zu", i);
        ck_assert_msg(sequence.final == (uint8_t)rows[i].final, "row %zu: %c", i, sequence.final);
    }
}

TEST(each_row_holds_its_limit_and_no_more)
{
    for (enum sequence_family family = 0; family < SEQUENCE_FAMILY_COUNT; family++) {
        const struct sequence_row *row = &sequence_table[family];
        uint8_t middle = row->is_string ? 'x' : row->middle.first;
        struct sequence sequence;
        if (!row->is_string && row->middle.first > row->middle.last)
            continue; /* it ends with its first byte */
        sequence_begin(&sequence, family, false);
        for (uint32_t i = 0; i < row->length_max; i++)
            ck_assert_int_eq(sequence_take(&sequence, middle), SEQUENCE_GOES_ON);
        ck_assert_uint_le(sequence.kept_length, SEQUENCE_KEPT_MAX);
        ck_assert(row->is_string || sequence.is_cut);
        ck_assert_int_eq(sequence_take(&sequence, middle), SEQUENCE_IS_ENDLESS);
        ck_assert_int_eq(sequence_take(&sequence, SEQUENCE_BELL), SEQUENCE_IS_ENDLESS);
    }
}
