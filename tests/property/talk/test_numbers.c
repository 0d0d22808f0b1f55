/*
 * Words that may stand in front of others: how long, how many, where. A word that looks like one
 * and is none in its place is refused with the right form, by players' commands and by operators'.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hall.h"
#include "operator.h"
#include "server/admin/admin_table.h"
#include "server/game/shutdown.h"
#include "support/test.h"

static struct hall hall;
static struct guest ada;

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
}

static void tear_down(void)
{
    guest_close(&ada);
    hall_close(&hall);
}

struct row {
    const char *line;
    const char *answer;
};

static void expect_answers(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        guest_forget(&ada);
        guest_type(&ada, rows[i].line);
        guest_type(&ada, "\r\n");
        guest_expect(&ada, rows[i].answer);
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(counts_and_places_of_players)
{
    static const struct row rows[] = {
        {"drop 5 darts", "You have only 3 darts."},
        {"drop 4294967295 darts", "You have only 3 darts."},
        {"drop 4294967297 darts", "You have only 3 darts."},
        {"drop 2147483647 darts", "You have only 3 darts."},
        {"drop 99999999999999999999999 darts", "You have only 3 darts."},
        {"drop 0 darts", "Say how many, and of what: drop 2 darts."},
        {"drop -1 darts", "Say how many, and of what: drop 2 darts."},
        {"drop 1.5 darts", "Say how many, and of what: drop 2 darts."},
        {"drop 3x darts", "Say how many, and of what: drop 2 darts."},
        {"give 4294967297 darts to brom", "You have only 3 darts."},
        {"give -1 darts to brom", "Say how many, and of what: give 2 darts."},
        {"get -1 darts", "Say how many, and of what: get 2 darts."},
        {"throw 2 darts", "One at a time, without a number: throw dart."},
        {"throw all darts", "One at a time, without a number: throw dart."},
        {"drink 3 mending", "One at a time, without a number: drink dart."},
        {"sell 2 darts", "All of a kind are sold at once, without a number: sell dart."},
        {"travel 999,999", "There is no such place: travel 12,5"},
        {"travel 99999999999999999999,1", "There is no such place: travel 12,5"},
        {"travel -1,5", "There is no such place: travel 12,5"},
        {"travel 1,", "There is no such place: travel 12,5"},
        {"travel ,1", "There is no such place: travel 12,5"},
        {"travel 1, 5", "There is no such place: travel 12,5"},
        {"travel 4294967297 east", "There is no such place: travel 12,5"},
        {"examine -1,5", "There is no place \"-1,5\" here."},
        {"go 999,999", "There is no place \"999,999\" here."},
        {"look 1,", "There is no place \"1,\" here."},
        {"rest 5m", "Unexpected \"5m\". Usage: rest [times]"},
        {"wait -1", "Unexpected \"-1\". Usage: wait [times]"},
        {"north 4294967297", "A count is a number from 1 to"},
        {"last -5", "last takes a number: last 5."},
        {"slot 12 mending", "slot 2"},
        {"road 5x", "road takes the depth of a haven: road 5."},
    };

    expect_answers(rows, sizeof rows / sizeof rows[0]);
    guest_forget(&ada);
    guest_type(&ada, "drop all darts\r\n");
    guest_expect(&ada, "You drop 3 darts.");
    guest_type(&ada, "get 4294967297 darts\r\n");
    guest_expect(&ada, "Only 3 darts lie here.");
}

static void expect_of_operators(struct peer *line, const struct row *rows, size_t count, bool is_ok)
{
    for (size_t i = 0; i < count; i++) {
        char request[128];
        snprintf(request, sizeof request, "text %s", rows[i].line);
        struct operator_answer answer = operator_ask(&hall, line, request);
        ck_assert_msg(answer.is_ok == is_ok && strstr(answer.text, rows[i].answer) != NULL,
                      "%s: %s", rows[i].line, answer.text);
        ck_assert_msg(is_ok || hall.server.game.moderation.count == 0, "%s", rows[i].line);
        ck_assert_msg(hall.server.base.stops_wanted == 0, "%s", rows[i].line);
        ck_assert_msg(is_ok || !hall.server.game.shutdown->is_announced, "%s", rows[i].line);
    }
}

static const struct row refused[] = {
    {"mute ada 5m", "Did you mean: mute ada for 5m? Usage: mute NAME for 30m|good"},
    {"mute ada", "Say how long: for 90s"},
    {"mute ada too loud", "Say how long: for 90s"},
    {"mute ada for an hour", "\"an\" is not a time like 90s"},
    {"mute ada for one day", "\"one\" is not a time like 90s"},
    {"mute ada for -1m", "\"-1m\" is not a time like 90s"},
    {"mute ada for 60", "\"60\" is not a time like 90s"},
    {"mute ada for 1.5h", "\"1.5h\" is not a time like 90s"},
    {"mute ada for 5min", "\"5min\" is not a time like 90s"},
    {"mute ada for ever", "\"ever\" is not a time like 90s"},
    {"mute ada for being rude", "\"being\" is not a time like 90s"},
    {"mute ada for", "\"\" is not a time like 90s"},
    {"mute ada in 5m", "\"in 5m\" is not a length of time"},
    {"mute ada -7d", "\"-7d\" is not a length of time"},
    {"mute ada 60", "\"60\" is not a length of time"},
    {"mute ada an hour", "\"an hour\" is not a length of time"},
    {"mute ada until tomorrow", "\"until tomorrow\" is not a length of time"},
    {"mute ada forever", "\"forever\" is not a length of time"},
    {"mute ada loud for 5m", "The time comes before the reason."},
    {"mute ada for good for 5m", "\"for\" stands there twice"},
    {"mute ada for 5m for good", "\"for\" stands there twice"},
    {"mute ada for 5m for an hour", "\"an\" is not a time like 90s"},
    {"ban 203.0.113.9", "Say how long: for 90s"},
    {"ban 203.0.113.9 spam", "Say how long: for 90s"},
    {"ban 203.0.113.9 for -7d", "\"-7d\" is not a time like 90s"},
    {"ban 203.0.113.9 7d", "Did you mean: ban 203.0.113.9 for 7d?"},
    {"ban 203.0.113.9 force 7d", "Did you mean: ban 203.0.113.9 for 7d?"},
    {"ban 203.0.113.9 -7d", "\"-7d\" is not a length of time"},
    {"ban ada for a week", "\"a\" is not a time like 90s"},
    {"kick ada 5m", "A kick has no length: ban Ada for 30m"},
    {"kick ada for 5m", "A kick has no length: ban Ada for 30m"},
    {"kick ada -1d spam", "A kick has no length: ban Ada for 30m"},
    {"kick ada for an hour", "A kick has no length: ban Ada for 30m"},
    {"kick ada 60", "A kick has no length: ban Ada for 30m"},
    {"shutdown 5m", "Did you mean: shutdown in 5m?"},
    {"shutdown -5m", "Usage: shutdown"},
    {"shutdown for 5m", "Did you mean: shutdown in 5m?"},
    {"shutdown after 5m", "Did you mean: shutdown in 5m?"},
    {"shutdown at 17:00", "Did you mean: shutdown in 5m?"},
    {"shutdown five minutes", "Did you mean: shutdown in 5m?"},
    {"shutdown tomorrow", "Did you mean: shutdown in 5m?"},
    {"shutdown in an hour", "\"an\" is no time: 30s, 5m or 2h"},
    {"shutdown in -5m", "\"-5m\" is no time: 30s, 5m or 2h"},
    {"shutdown when-empty 5m", "Did you mean: shutdown in 5m?"},
    {"level regen 1 5m", "\"5m\" is not understood here."},
    {"level regen 1 in -5s", "\"-5s\" is no time up to 24h"},
    {"level undo 1 in 4294967297", "\"4294967297\" is no time up to 24h"},
    {"forget ada 5m", "Usage: forget"},
    {"audit 4294967297", "is not a number from 1 to"},
    {"bugs -1", "is not a number from 1 to"},
    {"spawn dart 1 3,4 4294967297", "is no count: of that kind 1 to"},
    {"spawn dart 1 4294967297,1", ""},
    {"level show 4294967297", "is no depth from 1 to"},
    {"level show 1/4294967296", "is no depth from 1 to"},
};
static const struct row done[] = {
    {"mute ada for 5m for the noise", "Done. Ada is muted until 20"},
    {"mute ada for good being rude", "Done. Ada is muted for good."},
    {"ban 203.0.113.9 for good", "Done. 203.0.113.9 is banned for good."},
    {"ban 203.0.113.0/24 for 7d force spam", "Done. 203.0.113.0/24 is banned until 20"},
    {"bans", "being rude"},
    {"shutdown in 5m for 10 minutes of work", "for 10 minutes of work"},
    {"shutdown cancel", "The server goes on."},
    {"kick ada for being rude", "Kicked."},
};

/* Each word with a reason behind what is optional has its rows. */
TEST(no_word_with_a_reason_is_left_out)
{
    for (size_t i = 0; i < admin_row_count; i++) {
        const struct admin_row *row = &admin_table[i];
        bool is_tried = strstr(row->arguments, "REASON") == NULL;
        for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++)
            is_tried = is_tried || strncmp(refused[k].line, row->word, strlen(row->word)) == 0;
        ck_assert_msg(is_tried, "%s", row->word);
    }
}

/* Refused orders have no effect: nobody is muted or sent away, and the server goes on. */
TEST(how_long_in_the_words_of_operators)
{
    struct peer *line = operator_connect(&hall);

    expect_of_operators(line, refused, sizeof refused / sizeof refused[0], false);
    ck_assert(guest_is_playing(&ada));
    expect_of_operators(line, done, sizeof done / sizeof done[0], true);
    peer_close(line);
}
