/*
 * Lengths of time.
 */
#include "server/base/duration.h"

enum { DAY_SECONDS = 24 * 60 * 60, DIGITS_MAX = 9 };

struct unit_row {
    char letter;
    int64_t seconds;
};

static const struct unit_row unit_table[] = {
    {'s', 1}, {'m', 60}, {'h', 60 * 60}, {'d', DAY_SECONDS}, {'w', 7 * DAY_SECONDS},
};

enum err duration_parse(const char *text, size_t length, int64_t *out_seconds)
{
    int64_t number = 0;

    if (length < 2)
        return ERR_FORMAT;
    for (size_t i = 0; i < length - 1; i++) {
        if (text[i] < '0' || text[i] > '9')
            return ERR_FORMAT;
        if (i >= DIGITS_MAX)
            return ERR_RANGE;
        number = number * 10 + (text[i] - '0');
    }
    for (size_t i = 0; i < sizeof unit_table / sizeof unit_table[0]; i++) {
        if (unit_table[i].letter != text[length - 1])
            continue;
        int64_t seconds = number * unit_table[i].seconds;
        if (seconds < 1 || seconds > (int64_t)DURATION_DAYS_MAX * DAY_SECONDS)
            return ERR_RANGE;
        *out_seconds = seconds;
        return ERR_OK;
    }
    return ERR_FORMAT;
}
