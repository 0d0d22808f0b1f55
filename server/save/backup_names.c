/*
 * Names and ages of backups, without clock and disk.
 */
#include "server/save/backup_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

static const char before[] = "undercroft-";
static const char after[] = ".db";

enum { DATE_DIGITS = 8, TIME_DIGITS = 6, SECONDS_PER_DAY = 86400 };

static const uint64_t one_day = 1000000; /* a day, as a difference of stamps */

/* The parts of a stamp. */
struct moment {
    int64_t year;
    int64_t month;
    int64_t day;
    int64_t hour;
    int64_t minute;
    int64_t second;
};

static struct moment moment_of(uint64_t stamp)
{
    int64_t date = (int64_t)(stamp / one_day);
    int64_t time = (int64_t)(stamp % one_day);

    return (struct moment){date / 10000, date / 100 % 100, date % 100,
                           time / 10000, time / 100 % 100, time % 100};
}

static bool is_leap(int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int64_t days_of_month(int64_t year, int64_t month)
{
    static const int64_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

static bool is_moment(struct moment moment)
{
    return moment.year >= 1 && moment.month >= 1 && moment.month <= 12 && moment.day >= 1 &&
           moment.day <= days_of_month(moment.year, moment.month) && moment.hour < 24 &&
           moment.minute < 60 && moment.second < 60;
}

/* Returns the days from 1 January of year 1 to 1 January of `year`. */
static int64_t days_before_year(int64_t year)
{
    int64_t past = year - 1;

    return past * 365 + past / 4 - past / 100 + past / 400;
}

int64_t backup_time_of_stamp(uint64_t stamp)
{
    struct moment moment = moment_of(stamp);
    int64_t days = days_before_year(moment.year) - days_before_year(1970) + moment.day - 1;

    for (int64_t month = 1; month < moment.month; month++)
        days += days_of_month(moment.year, month);
    return days * SECONDS_PER_DAY + moment.hour * 3600 + moment.minute * 60 + moment.second;
}

enum err backup_stamp_of_time(int64_t seconds, uint64_t *out_stamp)
{
    int64_t days = seconds / SECONDS_PER_DAY;
    int64_t rest = seconds % SECONDS_PER_DAY;
    int64_t year = 1970;
    int64_t month = 1;

    if (seconds < 0 || seconds >= 253402300800) /* the year 10000 begins */
        return ERR_RANGE;
    while (days >= (is_leap(year) ? 366 : 365))
        days -= is_leap(year++) ? 366 : 365;
    while (days >= days_of_month(year, month))
        days -= days_of_month(year, month++);
    *out_stamp = (uint64_t)(year * 10000 + month * 100 + days + 1) * one_day +
                 (uint64_t)(rest / 3600 * 10000 + rest / 60 % 60 * 100 + rest % 60);
    return ERR_OK;
}

static bool read_digits(const char *text, size_t count, uint64_t *value)
{
    for (size_t i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *value = *value * 10 + (uint64_t)(text[i] - '0');
    }
    return true;
}

bool backup_name_parse(const char *name, uint64_t *out_stamp)
{
    const char *digits = name + sizeof before - 1;

    *out_stamp = 0;
    return strlen(name) == sizeof before - 1 + DATE_DIGITS + 1 + TIME_DIGITS + sizeof after - 1 &&
           strncmp(name, before, sizeof before - 1) == 0 &&
           read_digits(digits, DATE_DIGITS, out_stamp) && digits[DATE_DIGITS] == '-' &&
           read_digits(digits + DATE_DIGITS + 1, TIME_DIGITS, out_stamp) &&
           strcmp(digits + DATE_DIGITS + 1 + TIME_DIGITS, after) == 0 &&
           is_moment(moment_of(*out_stamp));
}

void backup_name_write(uint64_t stamp, char out[BACKUP_NAME_SIZE])
{
    CHECK(is_moment(moment_of(stamp)));
    int length = snprintf(out, BACKUP_NAME_SIZE, "%s%08" PRIu64 "-%06" PRIu64 "%s", before,
                          stamp / one_day, stamp % one_day, after);
    CHECK(length > 0 && length < BACKUP_NAME_SIZE);
}

static int compare_newest_first(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;

    return (a < b) - (a > b);
}

size_t backup_sort_stamps(uint64_t *stamps, size_t count)
{
    size_t kept = 0;

    qsort(stamps, count, sizeof stamps[0], compare_newest_first);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || stamps[i] != stamps[kept - 1])
            stamps[kept++] = stamps[i];
    }
    return kept;
}

size_t backup_choose_drops(const uint64_t *stamps, size_t count, uint64_t made,
                           struct backup_keep keep, bool *drops)
{
    size_t dropped = 0;
    int seen = 0;
    int days = 0;
    uint64_t day = UINT64_MAX;

    for (size_t i = 0; i < count; i++) {
        CHECK(i == 0 || stamps[i] < stamps[i - 1]);
        drops[i] = false;
        if (stamps[i] > made)
            continue;
        bool is_newest_of_day = stamps[i] / one_day != day;
        day = stamps[i] / one_day;
        days += is_newest_of_day;
        seen++;
        drops[i] =
            stamps[i] != made && seen > keep.hourly && !(is_newest_of_day && days <= keep.daily);
        dropped += drops[i];
    }
    return dropped;
}
