/*
 * The nearest word is the one with the fewest edits, and none when all are far.
 */
#include "base/text.h"

#include <string.h>

#include "support/test.h"

static const char *const words[] = {"open", "close", "north", "northeast", "examine", "explore"};

enum { WORD_COUNT = sizeof words / sizeof words[0] };

static void expect(const char *typed, int distance_max, const char *expected)
{
    const char *found = nearest_word(typed, words, WORD_COUNT, distance_max);

    if (expected == NULL)
        ck_assert_msg(found == NULL, "'%s' within %d finds %s", typed, distance_max, found);
    else
        ck_assert_msg(found != NULL && strcmp(found, expected) == 0, "'%s' within %d finds %s",
                      typed, distance_max, found == NULL ? "nothing" : found);
}

TEST(a_word_of_the_list_is_nearest_to_itself)
{
    for (size_t i = 0; i < WORD_COUNT; i++)
        ck_assert_ptr_eq(nearest_word(words[i], words, WORD_COUNT, 0), words[i]);
}

TEST(one_slip_of_each_kind_is_one_edit)
{
    expect("opn", 1, "open");
    expect("oopen", 1, "open");
    expect("oden", 1, "open");
    expect("opne", 1, "open");
    expect("poen", 1, "open");
    expect("examien", 1, "examine");
}

TEST(distances_are_exact)
{
    static const char *const sitting[] = {"sitting"};
    static const char *const abc[] = {"abc"};
    static const char *const empty[] = {""};

    ck_assert_ptr_null(nearest_word("kitten", sitting, 1, 2));
    ck_assert_ptr_nonnull(nearest_word("kitten", sitting, 1, 3));
    /* A swapped pair is not edited a second time, so this is 3 and not 2. */
    ck_assert_ptr_null(nearest_word("ca", abc, 1, 2));
    ck_assert_ptr_nonnull(nearest_word("ca", abc, 1, 3));
    ck_assert_ptr_null(nearest_word("abc", empty, 1, 2));
    ck_assert_ptr_nonnull(nearest_word("abc", empty, 1, 3));
    ck_assert_ptr_nonnull(nearest_word("", abc, 1, 3));
}

TEST(what_is_too_far_is_not_offered)
{
    expect("opne", 0, NULL);
    expect("zzz", 2, NULL);
    expect("", 3, NULL);
    expect("open", -1, NULL);
    ck_assert_ptr_null(nearest_word("open", words, 0, 9));
}

TEST(the_nearest_wins_and_the_first_of_equals)
{
    static const char *const pairs[] = {"cast", "bat", "cat", "rat"};

    expect("northeas", 9, "northeast");
    expect("nort", 9, "north");
    ck_assert_str_eq(nearest_word("cat", pairs, 4, 2), "cat");
    ck_assert_str_eq(nearest_word("hat", pairs, 4, 2), "bat");
}

TEST(case_counts)
{
    expect("OPEN", 3, NULL);
}

TEST(over_long_words_are_near_to_nothing)
{
    char longest[NEAREST_LENGTH_MAX + 1];
    char too_long[NEAREST_LENGTH_MAX + 2];
    const char *candidates[] = {too_long, longest};

    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    memset(too_long, 'x', sizeof too_long);
    too_long[sizeof too_long - 1] = '\0';
    ck_assert_ptr_eq(nearest_word(longest, candidates, 2, 5), longest);
    ck_assert_ptr_null(nearest_word(too_long, candidates, 2, 5));
}
