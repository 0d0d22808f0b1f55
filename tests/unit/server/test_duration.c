/*
 * Lengths of time, and what may have been meant as one.
 */
#include <string.h>

#include "server/base/duration.h"
#include "support/test.h"

TEST(a_length_is_a_number_and_a_unit)
{
    static const struct {
        const char *text;
        int64_t seconds; /* 0: it is none */
    } rows[] = {
        {"1s", 1},
        {"90s", 90},
        {"30m", 1800},
        {"12h", 43200},
        {"7d", 604800},
        {"2w", 1209600},
        {"3650d", 315360000},
        {"3651d", 0},
        {"0s", 0},
        {"", 0},
        {"s", 0},
        {"7", 0},
        {"-7d", 0},
        {"+7d", 0},
        {"1.5h", 0},
        {"5min", 0},
        {"7D", 0},
        {"99999999999s", 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t seconds = 0;
        enum err error = duration_parse(rows[i].text, strlen(rows[i].text), &seconds);
        ck_assert_msg((error == ERR_OK) == (rows[i].seconds > 0), "%s", rows[i].text);
        ck_assert_int_eq(seconds, rows[i].seconds);
    }
}

TEST(a_text_that_begins_like_a_time_is_known_from_a_reason)
{
    static const char *const times[] = {
        "5m",
        "-7d",
        "+1h",
        "60",
        ".5h",
        "5min loud",
        "1.5 hours",
        "for 5m",
        "for -1m",
        "for an hour",
        "for one day",
        "for days",
        "For Ten Minutes",
        "in 5m",
        "in a minute",
        "an hour",
        "ten minutes",
        "a few days",
        "half an hour",
        "until tomorrow",
        "till noon",
        "at 17:00",
        "after 5m",
        "within 2 days",
        "for ever",
        "forever loud",
        "for good",
        "for always",
        "permanently",
        "tonight",
    };
    static const char *const reasons[] = {
        "",
        " ",
        "loud",
        "for being rude",
        "for a second account",
        "a second account",
        "one thing too many",
        "in case of rain",
        "at the stairs",
        "good bye",
        "always loud",
        "several names",
        "back at noon",
        "update in 5m",
        "-",
        "-- help",
        "for",
        "for a",
        "an update",
        "minutes of silence",
    };

    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        ck_assert_msg(duration_is_meant(times[i]), "\"%s\"", times[i]);
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        ck_assert_msg(!duration_is_meant(reasons[i]), "\"%s\"", reasons[i]);
}
