/*
 * A length of time is digits and a letter of unit_table. For free text, a table of words tells
 * whether its beginning may be meant as a time.
 */
#include "server/base/duration.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

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

/* The meaning of a word where a time may stand. */
enum part {
    PART_NONE,
    PART_LEAD,  /* leads to a time: "for", "until" */
    PART_COUNT, /* a number */
    PART_UNIT,  /* a unit */
    PART_LED,   /* a time if it follows a lead */
    PART_WHOLE, /* a time by itself */
};

struct word_row {
    const char *word;
    enum part part;
};

static const struct word_row word_table[] = {
    {"for", PART_LEAD},      {"in", PART_LEAD},       {"after", PART_LEAD},
    {"at", PART_LEAD},       {"until", PART_LEAD},    {"till", PART_LEAD},
    {"within", PART_LEAD},   {"a", PART_COUNT},       {"an", PART_COUNT},
    {"half", PART_COUNT},    {"one", PART_COUNT},     {"two", PART_COUNT},
    {"three", PART_COUNT},   {"four", PART_COUNT},    {"five", PART_COUNT},
    {"six", PART_COUNT},     {"seven", PART_COUNT},   {"eight", PART_COUNT},
    {"nine", PART_COUNT},    {"ten", PART_COUNT},     {"twelve", PART_COUNT},
    {"fifteen", PART_COUNT}, {"twenty", PART_COUNT},  {"thirty", PART_COUNT},
    {"some", PART_COUNT},    {"few", PART_COUNT},     {"several", PART_COUNT},
    {"seconds", PART_UNIT},  {"sec", PART_UNIT},      {"minute", PART_UNIT},
    {"min", PART_UNIT},      {"hour", PART_UNIT},     {"day", PART_UNIT},
    {"night", PART_UNIT},    {"week", PART_UNIT},     {"month", PART_UNIT},
    {"year", PART_UNIT},     {"ever", PART_LED},      {"forever", PART_WHOLE},
    {"good", PART_LED},      {"always", PART_LED},    {"permanently", PART_WHOLE},
    {"today", PART_WHOLE},   {"tonight", PART_WHOLE}, {"tomorrow", PART_WHOLE},
    {"noon", PART_LED},      {"midnight", PART_LED},
};

/* Returns what a word means. Units may be plural. A number, with a sign or without, includes the
   text behind it. */
static enum part part_of(const char *text, size_t length)
{
    size_t sign = length > 1 && strchr("+-.", text[0]) != NULL ? 1 : 0;

    if (length > 0 && isdigit((unsigned char)text[sign]))
        return PART_WHOLE;
    for (size_t i = 0; i < sizeof word_table / sizeof word_table[0]; i++) {
        const struct word_row *row = &word_table[i];
        size_t known = strlen(row->word);
        bool is_plural = row->part == PART_UNIT && length == known + 1 &&
                         tolower((unsigned char)text[known]) == 's';
        if ((length == known || is_plural) && strncasecmp(text, row->word, known) == 0)
            return row->part;
    }
    return PART_NONE;
}

bool duration_is_meant(const char *text)
{
    bool is_first = true;
    bool is_led = false;
    bool is_counted = false;

    for (size_t length = strcspn(text, " "); length > 0; length = strcspn(text, " ")) {
        enum part part = part_of(text, length);
        if (part == PART_WHOLE)
            return is_first || is_led || is_counted;
        if (part == PART_UNIT || part == PART_LED)
            return is_led || (part == PART_UNIT && is_counted);
        if (part == PART_NONE || (part == PART_LEAD && !is_first))
            return false;
        is_led = is_led || part == PART_LEAD;
        is_counted = is_counted || part == PART_COUNT;
        is_first = false;
        text += length;
        text += strspn(text, " ");
    }
    return false;
}
