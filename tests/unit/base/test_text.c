/*
 * Text in a buffer of fixed size: pieces stand behind each other, none goes beyond the room, and
 * the text is ended at any time.
 */
#include "base/text.h"
#include "support/test.h"

TEST(pieces_stand_behind_each_other_with_joints_between)
{
    char text[32];
    struct writer writer = writer_of(text, sizeof text);

    ck_assert_str_eq(text, "");
    writer_join(&writer, ", ", "%d north", 2);
    writer_join(&writer, ", ", "%s", "1 east");
    writer_add(&writer, ".");
    ck_assert_str_eq(text, "2 north, 1 east.");
    ck_assert_uint_eq(writer.length, 16);
    writer = writer_behind(text, sizeof text);
    writer_add(&writer, " Here.");
    ck_assert_str_eq(text, "2 north, 1 east. Here.");
}

TEST(a_piece_is_cut_where_the_room_ends)
{
    char text[8];
    struct writer writer = writer_of(text, sizeof text);

    writer_add(&writer, "%s", "seven of nine");
    ck_assert_str_eq(text, "seven o");
    ck_assert_uint_eq(writer.length, 7);
    writer_join(&writer, ", ", "more");
    ck_assert_str_eq(text, "seven o");
    writer = writer_of(text, 1);
    writer_add(&writer, "x");
    ck_assert_str_eq(text, "");
}

TEST(a_piece_without_room_is_left_out_whole)
{
    char text[8];
    struct writer writer = writer_of(text, sizeof text);

    ck_assert(!writer_join_whole(&writer, ", ", "sixsix"));
    ck_assert(writer_join_whole(&writer, ", ", "one"));
    ck_assert(!writer_join_whole(&writer, ", ", "two"));
    ck_assert(writer_join_whole(&writer, ", ", "to"));
    ck_assert_str_eq(text, "one, to");
}

TEST(sentences_begin_with_a_capital_and_are_never_halved)
{
    char text[24];
    struct sentences sentences;

    sentences_init(&sentences, text, sizeof text);
    sentences_add(&sentences, "%s.", "north, wall");
    sentences_break(&sentences);
    sentences_add(&sentences, "east.");
    ck_assert_str_eq(text, "North, wall.\nEast.");
    sentences_add(&sentences, "south, wall.");
    sentences_add(&sentences, "up.");
    ck_assert_str_eq(text, "North, wall.\nEast.");
}
