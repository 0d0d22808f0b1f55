/*
 * Nouns behind numbers: one reads right, and so do all others, in each text that is made with them.
 */
#include "base/text.h"
#include "support/test.h"

TEST(a_noun_has_the_form_of_its_number)
{
    static const struct {
        const char *text;
        int64_t count;
        const char *expected;
    } rows[] = {
        {" cell(s) farther.", 1, " cell farther."},  {" cell(s) farther.", 2, " cells farther."},
        {" cell(s) farther.", 0, " cells farther."}, {" cell(s) farther.", -1, " cells farther."},
        {"row(s) of level(s)", 1, "row of level"},   {"row(s) of level(s)", 3, "rows of levels"},
        {"nothing (sic)", 1, "nothing (sic)"},       {"", 1, ""},
    };
    char text[32];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        plural_put(rows[i].text, rows[i].count, text, sizeof text);
        ck_assert_str_eq(text, rows[i].expected);
        plural_put(rows[i].text, rows[i].count, text, 1);
        ck_assert_str_eq(text, "");
    }
    ck_assert_str_eq(plural_end(1), "");
    ck_assert_str_eq(plural_end(0), "s");
}
