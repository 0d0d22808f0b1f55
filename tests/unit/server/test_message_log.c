/*
 * The last messages: newest first by age, the oldest make room, a cut never splits a character, and
 * only what may be counted is. A plain array of messages is the model of which are kept: the newest
 * in a row, all of them while they are short.
 */
#include "server/session/present/scrollback.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/utf8.h"
#include "support/test.h"
#include "support/text.h"

static struct message_log told_log;

static void tear_down(void)
{
    message_log_release(&told_log);
}

TEST_FIXTURE(NULL, tear_down);

TEST(a_new_log_is_empty)
{
    ck_assert_int_eq(message_log_length(&told_log), 0);
}

TEST(age_counts_back_from_the_newest)
{
    message_log_add(&told_log, "first", ROLE_TEXT);
    message_log_add(&told_log, "second", ROLE_GOOD);
    ck_assert_int_eq(message_log_length(&told_log), 2);
    ck_assert_str_eq(message_log_at(&told_log, 0).text, "second");
    ck_assert_int_eq(message_log_at(&told_log, 0).role, ROLE_GOOD);
    ck_assert_str_eq(message_log_at(&told_log, 1).text, "first");
    ck_assert_int_eq(message_log_at(&told_log, 1).role, ROLE_TEXT);
}

TEST(the_oldest_make_room)
{
    char text[16];

    for (int i = 0; i < 10 * MESSAGE_COUNT_MAX + 3; i++) {
        snprintf(text, sizeof text, "%d", i);
        message_log_add(&told_log, text, ROLE_TEXT);
        int length = i + 1 < MESSAGE_COUNT_MAX ? i + 1 : MESSAGE_COUNT_MAX;
        ck_assert_int_eq(message_log_length(&told_log), length);
        for (int age = 0; age < length; age++) {
            snprintf(text, sizeof text, "%d", i - age);
            ck_assert_str_eq(message_log_at(&told_log, age).text, text);
        }
    }
}

TEST(written_out_the_newest_are_there_and_the_oldest_have_to_fit)
{
    char out[64];

    message_log_write(&told_log, 5, false, out, sizeof out);
    ck_assert_str_eq(out, "");
    message_log_add(&told_log, "first", ROLE_TEXT);
    message_log_add(&told_log, "second", ROLE_TEXT);
    message_log_add(&told_log, "third", ROLE_TEXT);
    message_log_write(&told_log, 5, false, out, sizeof out);
    ck_assert_str_eq(out, "first\nsecond\nthird\n");
    message_log_write(&told_log, 2, false, out, sizeof out);
    ck_assert_str_eq(out, "second\nthird\n");
    message_log_write(&told_log, 5, false, out, strlen("second\nthird\n") + 1);
    ck_assert_str_eq(out, "second\nthird\n");
    message_log_write(&told_log, 5, false, out, strlen("second\nthird\n"));
    ck_assert_str_eq(out, "third\n");
    message_log_write(&told_log, 5, false, out, 3);
    ck_assert_str_eq(out, "");
}

TEST(written_out_what_was_told_in_a_row_is_one_line)
{
    char out[64];

    message_log_add(&told_log, "nothing", ROLE_TEXT);
    message_log_add(&told_log, "again", ROLE_TEXT);
    message_log_count(&told_log, "again", ROLE_TEXT);
    message_log_count(&told_log, "again", ROLE_TEXT);
    message_log_add(&told_log, "again", ROLE_TEXT);
    message_log_add(&told_log, "last", ROLE_TEXT);
    message_log_write(&told_log, 9, true, out, sizeof out);
    ck_assert_str_eq(out, "nothing\nagain (x4)\nlast\n");
    message_log_add(&told_log, "last", ROLE_TEXT);
    message_log_write(&told_log, 2, true, out, sizeof out);
    ck_assert_str_eq(out, "last (x2)\n");
    message_log_clear(&told_log);
    for (int i = 0; i < 9; i++)
        message_log_add(&told_log, "a", ROLE_TEXT);
    for (size_t size = 1; size < 20; size++) {
        message_log_write(&told_log, 9, true, out, size);
        ck_assert_uint_lt(strlen(out), size);
    }
}

TEST(a_shorter_message_leaves_nothing_of_a_longer_one)
{
    for (int i = 0; i < MESSAGE_COUNT_MAX; i++)
        message_log_add(&told_log, "a long message", ROLE_TEXT);
    message_log_add(&told_log, "ok", ROLE_TEXT);
    ck_assert_str_eq(message_log_at(&told_log, 0).text, "ok");
    message_log_add(&told_log, "", ROLE_TEXT);
    ck_assert_str_eq(message_log_at(&told_log, 0).text, "");
}

TEST(the_longest_message_is_kept_whole)
{
    char text[MESSAGE_LENGTH_MAX + 2];

    memset(text, 'a', sizeof text);
    text[MESSAGE_LENGTH_MAX] = '\0';
    message_log_add(&told_log, text, ROLE_TEXT);
    ck_assert_str_eq(message_log_at(&told_log, 0).text, text);
    text[MESSAGE_LENGTH_MAX] = 'b';
    text[MESSAGE_LENGTH_MAX + 1] = '\0';
    message_log_add(&told_log, text, ROLE_TEXT);
    ck_assert_uint_eq(strlen(message_log_at(&told_log, 0).text), MESSAGE_LENGTH_MAX);
}

TEST(a_cut_never_splits_a_character)
{
    static const char *const characters[] = {"\xc3\xa9", "\xe6\xbc\xa2", "\xf0\x9f\x98\x80"};
    char text[MESSAGE_LENGTH_MAX + 16];

    for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
        for (size_t before = MESSAGE_LENGTH_MAX - 5; before <= MESSAGE_LENGTH_MAX; before++) {
            memset(text, 'a', before);
            snprintf(text + before, sizeof text - before, "%s", characters[i]);
            text_append(text, sizeof text, "zzzzz");
            message_log_add(&told_log, text, ROLE_TEXT);
            const char *kept = message_log_at(&told_log, 0).text;
            size_t length = strlen(kept);
            ck_assert_uint_gt(length, MESSAGE_LENGTH_MAX - 4);
            ck_assert_uint_le(length, MESSAGE_LENGTH_MAX);
            for (size_t at = 0; at < length;)
                ck_assert_uint_ne(utf8_decode(kept, length, &at), 0xFFFD);
        }
    }
}

TEST(who_was_told_little_keeps_little)
{
    size_t told = 0;

    for (int i = 0; i < 100; i++) {
        message_log_add(&told_log, "You open the door.", ROLE_TEXT);
        told += sizeof "You open the door.";
        ck_assert_uint_le(told_log.ring_size,
                          told <= MESSAGE_RING_MIN ? MESSAGE_RING_MIN : 2 * told);
        ck_assert_uint_le(told_log.ring_size, MESSAGE_RING_SIZE);
    }
    ck_assert_uint_eq(told_log.ring_size, MESSAGE_RING_SIZE);
    message_log_release(&told_log);
    ck_assert_int_eq(message_log_length(&told_log), 0);
    ck_assert_ptr_null(told_log.ring);
}

static const char *shown_at(const struct message_log *log, int age)
{
    static char shown[MESSAGE_SHOWN_SIZE];
    struct message message = message_log_at(log, age);

    message_show(&message, shown);
    return shown;
}

TEST(the_same_again_is_counted)
{
    message_log_count(&told_log, "You open the door.", ROLE_TEXT);
    ck_assert_str_eq(shown_at(&told_log, 0), "You open the door.");
    for (int i = 0; i < 3; i++)
        message_log_count(&told_log, "You open the door.", ROLE_TEXT);
    ck_assert_int_eq(message_log_length(&told_log), 1);
    ck_assert_str_eq(shown_at(&told_log, 0), "You open the door. (x4)");

    /* After another message the count starts again. */
    message_log_count(&told_log, "You close the door.", ROLE_TEXT);
    message_log_count(&told_log, "You open the door.", ROLE_TEXT);
    message_log_count(&told_log, "You open the door.", ROLE_GOOD);
    ck_assert_int_eq(message_log_length(&told_log), 4);
    ck_assert_str_eq(shown_at(&told_log, 3), "You open the door. (x4)");
    ck_assert_str_eq(shown_at(&told_log, 0), "You open the door.");
}

TEST(what_stands_for_itself_is_not_counted)
{
    message_log_add(&told_log, "Brom says: \"ho\"", ROLE_SPEECH);
    message_log_add(&told_log, "Brom says: \"ho\"", ROLE_SPEECH);
    ck_assert_int_eq(message_log_length(&told_log), 2);
    message_log_count(&told_log, "Brom says: \"ho\"", ROLE_SPEECH);
    ck_assert_int_eq(message_log_length(&told_log), 3);
    message_log_add(&told_log, "Brom says: \"ho\"", ROLE_SPEECH);
    ck_assert_int_eq(message_log_length(&told_log), 4);
    for (int age = 0; age < 4; age++)
        ck_assert_str_eq(shown_at(&told_log, age), "Brom says: \"ho\"");
}

TEST(a_count_does_not_outlive_its_message)
{
    for (int i = 0; i < 2 * MESSAGE_COUNT_MAX; i++)
        message_log_count(&told_log, "counted", ROLE_TEXT);
    for (int i = 0; i < MESSAGE_COUNT_MAX; i++)
        message_log_add(&told_log, "plain", ROLE_TEXT);
    for (int age = 0; age < MESSAGE_COUNT_MAX; age++)
        ck_assert_str_eq(shown_at(&told_log, age), "plain");
}

TEST(the_highest_count_of_the_longest_message_fits)
{
    char text[MESSAGE_LENGTH_MAX + 1];

    memset(text, 'x', MESSAGE_LENGTH_MAX);
    text[MESSAGE_LENGTH_MAX] = '\0';
    message_log_count(&told_log, text, ROLE_TEXT);
    told_log.places[0].times = UINT32_MAX;
    message_log_count(&told_log, text, ROLE_TEXT);
    ck_assert_uint_eq(strlen(shown_at(&told_log, 0)), MESSAGE_SHOWN_SIZE - 1);
    ck_assert_str_eq(shown_at(&told_log, 0) + MESSAGE_LENGTH_MAX, " (x4294967295)");
}

/* `length` times `letter`. */
static const char *text_of(char letter, size_t length)
{
    static char text[MESSAGE_LENGTH_MAX + 1];

    memset(text, letter, length);
    text[length] = '\0';
    return text;
}

TEST(all_are_kept_while_none_is_longer_than_fits)
{
    for (int i = 0; i < 1000; i++) {
        /* The longest that fit, from every place in the ring. */
        size_t length = i % 100 < 40 ? MESSAGE_LENGTH_FIT : (size_t)(i % MESSAGE_LENGTH_FIT);
        message_log_add(&told_log, text_of((char)('a' + i % 26), length), ROLE_TEXT);
        ck_assert_int_eq(message_log_length(&told_log),
                         i + 1 < MESSAGE_COUNT_MAX ? i + 1 : MESSAGE_COUNT_MAX);
    }
}

TEST(of_the_longest_messages_the_newest_are_kept)
{
    int fit = MESSAGE_RING_SIZE / (MESSAGE_LENGTH_MAX + 1);

    ck_assert_int_lt(fit, MESSAGE_COUNT_MAX);
    for (int i = 0; i < 100; i++) {
        message_log_add(&told_log, text_of((char)('a' + i % 26), MESSAGE_LENGTH_MAX), ROLE_TEXT);
        ck_assert_int_eq(message_log_length(&told_log), i + 1 < fit ? i + 1 : fit);
        for (int age = 0; age < message_log_length(&told_log); age++)
            ck_assert_str_eq(message_log_at(&told_log, age).text,
                             text_of((char)('a' + (i - age) % 26), MESSAGE_LENGTH_MAX));
    }
}

TEST(a_long_message_takes_the_room_of_as_many_of_the_oldest_as_it_needs)
{
    int needed = (MESSAGE_LENGTH_MAX + MESSAGE_LENGTH_FIT) / (MESSAGE_LENGTH_FIT + 1);

    for (int i = 0; i < 20; i++)
        message_log_add(&told_log, text_of((char)('a' + i), MESSAGE_LENGTH_FIT), ROLE_TEXT);
    message_log_add(&told_log, text_of('z', MESSAGE_LENGTH_MAX), ROLE_TEXT);
    ck_assert_int_eq(message_log_length(&told_log), 20 - needed + 1);
    ck_assert_str_eq(message_log_at(&told_log, 20 - needed).text,
                     text_of((char)('a' + needed), MESSAGE_LENGTH_FIT));

    /* Short ones fill the twenty again. */
    for (int i = 0; i < needed - 1; i++)
        message_log_add(&told_log, "short", ROLE_TEXT);
    ck_assert_int_eq(message_log_length(&told_log), 20);
}

TEST(a_cleared_log_is_empty_and_takes_messages_again)
{
    for (int i = 0; i < 30; i++)
        message_log_count(&told_log, text_of('a', 200), ROLE_TEXT);
    message_log_add(&told_log, "between", ROLE_TEXT);
    message_log_clear(&told_log);
    ck_assert_int_eq(message_log_length(&told_log), 0);
    ck_assert(!message_log_ends_with(&told_log, "between"));
    message_log_count(&told_log, "between", ROLE_TEXT);
    ck_assert_int_eq(message_log_length(&told_log), 1);
    ck_assert_str_eq(shown_at(&told_log, 0), "between");
}

enum { MODEL_ADDS = 10000 };

/* The model: all messages that were ever added. */
static struct {
    char text[MESSAGE_LENGTH_MAX + 1];
    enum role role;
} model[MODEL_ADDS];

static void check_model(const struct message_log *log, int added)
{
    int length = message_log_length(log);
    size_t bytes = 0;

    for (int age = 0; age < length; age++) {
        struct message message = message_log_at(log, age);
        ck_assert_str_eq(message.text, model[added - 1 - age].text);
        ck_assert_int_eq(message.role, model[added - 1 - age].role);
        bytes += strlen(message.text) + 1;
    }
    /* None went without need: the ring would not hold the next older one, but for what stays free
       at its end and before the oldest. */
    if (length < MESSAGE_COUNT_MAX && length < added)
        ck_assert_uint_gt(bytes + strlen(model[added - 1 - length].text) + 1 +
                              2 * (size_t)MESSAGE_LENGTH_MAX,
                          MESSAGE_RING_SIZE);
    ck_assert(message_log_ends_with(log, model[added - 1].text));
}

TEST(ten_thousand_messages_of_any_length_are_those_of_a_plain_array)
{
    struct rng rng;

    rng_init(&rng, 13);
    for (int i = 0; i < MODEL_ADDS; i++) {
        size_t longest = i / 100 % 2 == 0 ? MESSAGE_LENGTH_FIT : MESSAGE_LENGTH_MAX;
        size_t length = rng_below(&rng, (uint32_t)longest + 1);
        for (size_t at = 0; at < length; at++)
            model[i].text[at] = (char)('a' + rng_below(&rng, 26));
        model[i].role = (enum role)rng_below(&rng, ROLE_COUNT);
        message_log_add(&told_log, model[i].text, model[i].role);
        check_model(&told_log, i + 1);
    }
    ck_assert_uint_eq(told_log.changes, MODEL_ADDS);
}
