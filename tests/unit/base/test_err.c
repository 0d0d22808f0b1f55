/*
 * Every error has a name and a clause of its own, and no number is without.
 */
#include "base/err.h"

#include <ctype.h>
#include <string.h>

#include "support/test.h"

TEST(every_error_has_a_name_of_its_own)
{
    for (enum err error = ERR_OK; error < ERR_COUNT; error++) {
        const char *name = err_name(error);
        ck_assert_ptr_nonnull(name);
        ck_assert_uint_gt(strlen(name), 0);
        for (const char *at = name; *at != '\0'; at++)
            ck_assert_msg(islower((unsigned char)*at) || *at == '-', "%s is a plain word", name);
        for (enum err other = ERR_OK; other < error; other++)
            ck_assert_str_ne(name, err_name(other));
    }
}

TEST(every_error_has_a_clause_for_people)
{
    for (enum err error = ERR_OK; error < ERR_COUNT; error++) {
        const char *text = err_text(error);
        ck_assert_ptr_nonnull(text);
        ck_assert_uint_gt(strlen(text), 0);
        ck_assert_msg(!isupper((unsigned char)text[0]), "\"%s\" has no capital", text);
        ck_assert_msg(text[strlen(text) - 1] != '.', "\"%s\" has no full stop", text);
    }
}

TEST(any_number_can_be_asked_about)
{
    unsigned beyond = ERR_COUNT;

    ck_assert_ptr_nonnull(err_name((enum err)beyond));
    ck_assert_ptr_nonnull(err_text((enum err)beyond));
}

TEST(only_what_contradicts_itself_is_damage)
{
    for (enum err error = ERR_OK; error < ERR_COUNT; error++)
        ck_assert_int_eq(err_is_damage(error), error == ERR_FORMAT || error == ERR_CHECKSUM);
}
