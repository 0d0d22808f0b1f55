/*
 * Choices in a text.
 */
#include "server/session/preferences/preferences.h"

#include <string.h>

#include "support/test.h"

static char text[CHOICES_SIZE];

static void begin_with(const char *words)
{
    memset(text, 0, sizeof text);
    memcpy(text, words, strlen(words) + 1);
}

static bool is_colour(const char *key)
{
    return strcmp(key, "colour") == 0;
}

TEST(choices_are_put_replaced_found_and_dropped)
{
    struct choice choice;

    begin_with("");
    ck_assert(!choices_find(text, "colour", &choice));
    ck_assert(choices_put(text, "colour", "256"));
    ck_assert(choices_put(text, "hints", "off"));
    ck_assert(choices_put(text, "colour", "16"));
    ck_assert_str_eq(text, "hints=off colour=16");
    ck_assert(choices_find(text, "colour", &choice));
    ck_assert_str_eq(choice.value, "16");
    ck_assert_msg(!choices_find(text, "colou", &choice), "a part of a key is another key");
    choices_drop(text, "hint");
    ck_assert_str_eq(text, "hints=off colour=16");
    choices_drop(text, "hints");
    choices_drop(text, "hints");
    ck_assert_str_eq(text, "colour=16");
    choices_drop(text, "colour");
    ck_assert_str_eq(text, "");
}

TEST(what_is_no_choice_is_passed_over_and_kept)
{
    struct choice choice;
    const char *at = text;

    begin_with("  = a= =b lone a=1=2  "
               "averyveryveryveryveryverylongkeyword=1 "
               "k=averyveryveryveryveryveryveryveryveryveryveryveryveryverylongvalue z=y");
    ck_assert(choices_next(&at, &choice));
    ck_assert_str_eq(choice.key, "a");
    ck_assert_str_eq(choice.value, "1=2");
    ck_assert(choices_next(&at, &choice));
    ck_assert_str_eq(choice.key, "z");
    ck_assert(!choices_next(&at, &choice));
    ck_assert(!choices_next(&at, &choice));

    begin_with("beard=long colour=8 lone");
    ck_assert(choices_put(text, "colour", "16"));
    ck_assert_str_eq(text, "beard=long lone colour=16");
}

TEST(there_is_room_for_so_much_and_no_more)
{
    char value[CHOICE_WORD_SIZE];
    char key[] = "aa";
    int count = 0;

    memset(value, 'v', sizeof value);
    value[sizeof value - 1] = '\0';
    begin_with("");
    while (choices_put(text, key, value)) {
        ck_assert_int_lt(++count, CHOICES_SIZE);
        key[0] = (char)('a' + count % 26);
        key[1] = (char)('a' + count / 26);
    }
    size_t length = strlen(text);
    ck_assert_uint_le(length, CHOICES_SIZE - 1);
    ck_assert_uint_gt(length + 1 + 2 + 1 + sizeof value - 1, CHOICES_SIZE - 1);
    ck_assert(!choices_put(text, key, value));
    ck_assert_msg(strlen(text) == length, "a refused choice changes nothing");
    ck_assert(choices_put(text, "aa", "1"));
    ck_assert_uint_lt(strlen(text), length);
}

TEST(unknown_words_are_dropped_one_by_one)
{
    begin_with("beard=long colour=8 lone hair=red");
    ck_assert(choices_drop_unknown(text, is_colour));
    ck_assert_str_eq(text, "colour=8 lone hair=red");
    ck_assert(choices_drop_unknown(text, is_colour));
    ck_assert(choices_drop_unknown(text, is_colour));
    ck_assert(!choices_drop_unknown(text, is_colour));
    ck_assert_str_eq(text, "colour=8");
}
