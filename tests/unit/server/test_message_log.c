/*
 * The last messages: newest first by age, the oldest make room, and a cut never splits a character.
 */
#include "server/session/message_log.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "support/suite.h"
#include "support/text.h"

START_TEST(a_new_log_is_empty)
{
    struct message_log log = {0};

    ck_assert_int_eq(message_log_length(&log), 0);
}
END_TEST

START_TEST(age_counts_back_from_the_newest)
{
    struct message_log log = {0};

    message_log_add(&log, "first", ROLE_TEXT);
    message_log_add(&log, "second", ROLE_GOOD);
    ck_assert_int_eq(message_log_length(&log), 2);
    ck_assert_str_eq(message_log_at(&log, 0)->text, "second");
    ck_assert_int_eq(message_log_at(&log, 0)->role, ROLE_GOOD);
    ck_assert_str_eq(message_log_at(&log, 1)->text, "first");
    ck_assert_int_eq(message_log_at(&log, 1)->role, ROLE_TEXT);
}
END_TEST

START_TEST(the_oldest_make_room)
{
    struct message_log log = {0};
    char text[16];

    for (int i = 0; i < 10 * MESSAGE_COUNT_MAX + 3; i++) {
        snprintf(text, sizeof text, "%d", i);
        message_log_add(&log, text, ROLE_TEXT);
        int length = i + 1 < MESSAGE_COUNT_MAX ? i + 1 : MESSAGE_COUNT_MAX;
        ck_assert_int_eq(message_log_length(&log), length);
        for (int age = 0; age < length; age++) {
            snprintf(text, sizeof text, "%d", i - age);
            ck_assert_str_eq(message_log_at(&log, age)->text, text);
        }
    }
}
END_TEST

START_TEST(a_shorter_message_leaves_nothing_of_a_longer_one)
{
    struct message_log log = {0};

    for (int i = 0; i < MESSAGE_COUNT_MAX; i++)
        message_log_add(&log, "a long message", ROLE_TEXT);
    message_log_add(&log, "ok", ROLE_TEXT);
    ck_assert_str_eq(message_log_at(&log, 0)->text, "ok");
    message_log_add(&log, "", ROLE_TEXT);
    ck_assert_str_eq(message_log_at(&log, 0)->text, "");
}
END_TEST

START_TEST(the_longest_message_is_kept_whole)
{
    struct message_log log = {0};
    char text[MESSAGE_LENGTH_MAX + 2];

    memset(text, 'a', sizeof text);
    text[MESSAGE_LENGTH_MAX] = '\0';
    message_log_add(&log, text, ROLE_TEXT);
    ck_assert_str_eq(message_log_at(&log, 0)->text, text);
    text[MESSAGE_LENGTH_MAX] = 'b';
    text[MESSAGE_LENGTH_MAX + 1] = '\0';
    message_log_add(&log, text, ROLE_TEXT);
    ck_assert_uint_eq(strlen(message_log_at(&log, 0)->text), MESSAGE_LENGTH_MAX);
}
END_TEST

START_TEST(a_cut_never_splits_a_character)
{
    static const char *const characters[] = {"\xc3\xa9", "\xe6\xbc\xa2", "\xf0\x9f\x98\x80"};
    struct message_log log = {0};
    char text[MESSAGE_LENGTH_MAX + 16];

    for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
        for (size_t before = MESSAGE_LENGTH_MAX - 5; before <= MESSAGE_LENGTH_MAX; before++) {
            memset(text, 'a', before);
            snprintf(text + before, sizeof text - before, "%s", characters[i]);
            text_append(text, sizeof text, "zzzzz");
            message_log_add(&log, text, ROLE_TEXT);
            const char *kept = message_log_at(&log, 0)->text;
            size_t length = strlen(kept);
            ck_assert_uint_gt(length, MESSAGE_LENGTH_MAX - 4);
            ck_assert_uint_le(length, MESSAGE_LENGTH_MAX);
            for (size_t at = 0; at < length;)
                ck_assert_uint_ne(utf8_decode(kept, length, &at), 0xFFFD);
        }
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("message_log");

    tcase_add_test(tcase, a_new_log_is_empty);
    tcase_add_test(tcase, age_counts_back_from_the_newest);
    tcase_add_test(tcase, the_oldest_make_room);
    tcase_add_test(tcase, a_shorter_message_leaves_nothing_of_a_longer_one);
    tcase_add_test(tcase, the_longest_message_is_kept_whole);
    tcase_add_test(tcase, a_cut_never_splits_a_character);
    return suite_run("message_log", tcase);
}
