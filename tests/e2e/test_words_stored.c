/*
 * An operator's word does the same with everything and with nothing in memory. Each word of the
 * table that names a level, a player or a cell is said to servers that begin with the same world:
 * to one that has the levels and players loaded, to one that has just started, and to one that is
 * just reading the level. The answers are the same, and so is the world afterwards; the doctor
 * finds nothing.
 */
#include <ctype.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin/admin_table.h"
#include "server/game/level_transfer.h"
#include "stored_world.h"
#include "support/live/client.h"
#include "support/live/keeper.h"
#include "support/live/players.h"
#include "support/test.h"

enum {
    LINE_SIZE = 160,
    WORD_SIZE = 40,
    ASKED_MAX = 2000,
    REPORT_SIZE = 3000, /* a failed check may say no more */
    SPAWNS = 200,
};

/*
 * One use of a word. In `before` and `line` stand %L for the row's own level, %T, %F, %N, %E and %G
 * for the cells of the darts, the foe, the niche, nothing and Ada's grave.
 */
struct row {
    const char *word;
    const char *before; /* said first; NULL: nothing */
    const char *line;
    const char *says; /* part of the answer */
    const char *but;  /* members of the answer that tell of memory or of the time; NULL: none */
    bool is_typed;    /* by Cara in the game, who hears `says` */
};

static const struct row rows[] = {
    {"level show", NULL, "level show %L", "\"rows\"", "", false},
    {"level preview", NULL, "level preview %L seed 9 style caves", "Preview only", "took_us",
     false},
    {"level regen", NULL, "level regen %L now", "Done.", NULL, false},
    {"level regen", NULL, "level regen %L seed 9 style caves in 0", "Done.", NULL, false},
    {"level regen", NULL, "level regen %L when-empty", "Scheduled", NULL, false},
    {"level regen", NULL, "level regen %L dry-run", "Dry run", NULL, false},
    {"level undo", NULL, "level undo %L now", "Done.", NULL, false},
    {"level undo", NULL, "level undo %L in 0", "Done.", NULL, false},
    {"level undo", NULL, "level undo %L when-empty", "Scheduled", NULL, false},
    {"level undo", NULL, "level undo %L dry-run", "Dry run", NULL, false},
    {"level undo", "level regen %L now", "level undo %L now", "Done.", NULL, false},
    {"level regen", "level undo %L now", "level regen %L now", "Done.", NULL, false},
    {"level cancel", "level regen %L in 1h", "level cancel %L", "Called off.", NULL, false},
    {"level lock", NULL, "level lock 4", "Locked.", NULL, false},
    {"level unlock", "level lock 5", "level unlock 5", "Unlocked.", NULL, false},
    {"inspect", NULL, "inspect level %L", "\"rows\"", NULL, false},
    {"inspect", NULL, "inspect cell %L %F", "grey mould", NULL, false},
    {"inspect", NULL, "inspect cell %L 200,1", "cells.", NULL, false},
    {"inspect", NULL, "inspect item %L %T", "dart", NULL, false},
    {"inspect", NULL, "inspect item %L %G", "grave of Ada", NULL, false},
    {"inspect", NULL, "inspect foe %L %F", "grey mould", NULL, false},
    {"inspect", NULL, "inspect niche %L %N", "holds", NULL, false},
    {"inspect", NULL, "inspect player ada", "Ada",
     "state line_lost queued place explored cells view role created_at last_login_at sequence "
     "health",
     false},
    {"population", NULL, "population %L", "graves", NULL, false},
    {"spawn", NULL, "spawn dart %L %T 3", "Placed.", NULL, false},
    {"spawn", NULL, "spawn grey-mould %L %E", "Placed.", NULL, false},
    {"spawn", NULL, "spawn dart %L 0,0", "cannot stand or lie", NULL, false},
    {"spawn", NULL, "spawn grey-mould %L %F", "Somebody stands there", NULL, false},
    {"send", NULL, "send dora %L %T", "Sent.", NULL, false},
    {"send", NULL, "send dora %L", "Sent.", NULL, false},
    {"send", NULL, "send dora %L 0,0", "Nobody can stand at 0,0", NULL, false},
    {"send", NULL, "send dora 9/1 0,0", "Nobody can stand at 0,0", NULL, false},
    {"goto", NULL, "@goto %L %T", "An administrator moves you", NULL, true},
    {"goto", NULL, "@goto %L 0,0", "Nobody can stand at 0,0", NULL, true},
    {"goto", NULL, "@goto dora", "An administrator moves you", NULL, true},
    {"bring", "send dora 1", "@bring dora", "Dora arrives", NULL, true},
    {"watch", NULL, "@watch dora", "You watch", NULL, true},
    {"watch", NULL, "@watch", "You stop watching", NULL, true},
    {"trace", "trace dora 30s", "trace dora off", "over", "lines left_out", false},
    {"send", "send cara 1", "send dora 1", "Sent.", NULL, false},
    {"kick", NULL, "kick dora rude", "Kicked.", NULL, false},
    {"role", NULL, "role ada admin", "Saved.", NULL, false},
    {"role", NULL, "role ada builder", "Saved.", NULL, false},
    {"role", NULL, "role ada none", "Saved.", NULL, false},
    {"mute", NULL, "mute ada for 1h loud", "Done.", "until_at message", false},
    {"unmute", NULL, "unmute ada", "Done.", NULL, false},
    {"mute", NULL, "mute ada for good", "Ada is muted for good.", NULL, false},
    {"unmute", NULL, "unmute ada", "Done.", NULL, false},
    {"password", NULL, "password ada", "code", "until_at code", false},
    {"ban", NULL, "ban ada force for 1h rude", "Done.", "until_at message", false},
    {"unban", NULL, "unban ada", "Done.", NULL, false},
    {"ban", NULL, "ban 203.0.113.0/24 for good", "Done.", NULL, false},
    {"unban", NULL, "unban 203.0.113.0/24", "Done.", NULL, false},
    {"approve", NULL, "approve gyda", "Done.", NULL, false},
    {"rename", NULL, "rename ada adana", "Renamed.", NULL, false},
    {"inspect", NULL, "inspect item %L %G", "grave of Adana", NULL, false},
    {"rename", NULL, "rename adana ada", "Renamed.", NULL, false},
    {"lives", NULL, "lives ada", "lives", NULL, false},
    /* The last two come after all levels were compared, REST of which no row has touched. */
    {"forget", NULL, "forget ada dry-run", "Dry run", "last_login_at memories", false},
    {"forget", NULL, "forget ada", "Forgotten.", "last_login_at memories", false},
};

enum { ROWS = sizeof rows / sizeof rows[0], FORGETS = 2, REST = 3, LEVELS = ROWS + REST };

/* State of the world before a row's word is said. */
enum sitting { LOADED, STORED, BEING_READ, SITTINGS };

static const char *const sitting_names[SITTINGS] = {"loaded", "stored", "being read"};

static struct stored_world stored;
static struct process server;
static struct keeper keeper;
static struct client ada;
static struct client cara;
static struct client dora;
static struct client *const players[] = {&ada, &cara, &dora, NULL};
static json_t *answers[SITTINGS][ROWS];
static json_t *levels[SITTINGS][ROWS]; /* what is on a row's level before any player is forgotten */
static char report[REPORT_SIZE];

static void set_up(void)
{
    stored_world_init(&stored, UNDERCROFTCTL_PATH);
    process_init(&server);
    keeper_init(&keeper, UNDERCROFTCTL_PATH, &server);
    report[0] = '\0';
}

static void tear_down(void)
{
    players_release(players, &server);
    keeper_release(&keeper);
    stored_world_release(&stored);
}

/* Another server on another copy of the world. */
static void begin(void)
{
    keeper_release(&keeper);
    process_release(&server);
    process_init(&server);
    keeper_init(&keeper, UNDERCROFTCTL_PATH, &server);
    stored_world_start(&stored, &server);
    keeper_connect(&keeper);
}

static void end(void)
{
    keeper_hang_up(&keeper);
    players_stop(players, &server);
}

static void send_line(int socket, const char *line)
{
    char sent[LINE_SIZE + 8];

    snprintf(sent, sizeof sent, "json %s\n", line);
    keeper_order(&keeper, socket, sent);
}

/* The answer, and whether it was done. The caller frees it. */
static json_t *take(int socket)
{
    bool is_done = keeper_is_answered(&keeper, socket);
    json_t *answer = json_loads(keeper.text, 0, NULL);

    ck_assert_msg(json_is_object(answer), "%s", keeper.text);
    json_object_set_new(answer, "done", json_boolean(is_done));
    return answer;
}

static json_t *ask(const char *line)
{
    send_line(0, line);
    return take(0);
}

static void expect_done(const char *line)
{
    json_t *answer = ask(line);

    ck_assert_msg(json_is_true(json_object_get(answer, "done")), "%s: %s", line, keeper.text);
    json_decref(answer);
}

static void level_of(size_t row, char out[WORD_SIZE])
{
    snprintf(out, WORD_SIZE, "3/%zu", row + 1);
}

/* The line with what stands for the row's level and the cells. */
static void fill_in(size_t row, const char *line, char out[LINE_SIZE])
{
    char level[WORD_SIZE];
    size_t length = 0;

    level_of(row, level);
    for (; *line != '\0'; line++) {
        const char *part = *line != '%'     ? NULL
                           : line[1] == 'L' ? level
                           : line[1] == 'T' ? stored.thing
                           : line[1] == 'F' ? stored.foe
                           : line[1] == 'N' ? stored.niche
                           : line[1] == 'E' ? stored.free
                                            : stored.grave;
        if (part == NULL)
            length += (size_t)snprintf(out + length, LINE_SIZE - length, "%c", *line);
        else
            length += (size_t)snprintf(out + length, LINE_SIZE - length, "%s", part);
        line += part != NULL;
        ck_assert_uint_lt(length, LINE_SIZE);
    }
}

static bool has_own_level(const struct row *row)
{
    return strstr(row->line, "%L") != NULL;
}

/* Number of the rows' levels that are loaded; the level of Ada's grave, in wing 0, is loaded when
   she comes. */
static size_t count_loaded(void)
{
    json_t *answer = ask("level list");
    json_t *list = json_object_get(answer, "levels");
    size_t count = 0;

    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *level = json_array_get(list, i);
        count += json_integer_value(json_object_get(level, "depth")) == 3 &&
                 json_integer_value(json_object_get(level, "wing")) != 0 &&
                 json_is_true(json_object_get(level, "loaded"));
    }
    json_decref(answer);
    return count;
}

/* Dora goes through all levels, so that they are loaded. */
static void walk_through(void)
{
    char line[LINE_SIZE];

    for (size_t row = 0; row < LEVELS; row++) {
        fill_in(row, "send dora %L", line);
        expect_done(line);
    }
    expect_done("send dora 4");
    expect_done("send dora 5");
    expect_done("send dora 1");
    expect_done("save");
    ck_assert_uint_eq(count_loaded(), LEVELS);
}

static void gather(enum sitting sitting)
{
    client_enter(&cara, CLIENT_LINE, server.port, "cara");
    client_enter(&dora, CLIENT_LINE, server.port, "dora");
    if (sitting != LOADED) {
        ck_assert_uint_eq(count_loaded(), 0);
        return;
    }
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    walk_through();
}

/* The word comes with another one that has the level read: the server finds both at once. */
static json_t *ask_while_read(size_t row, const char *line)
{
    char other[LINE_SIZE];

    fill_in(row, "population %L", other);
    process_freeze(&server);
    send_line(1, other);
    send_line(0, line);
    process_thaw(&server);
    json_t *answer = take(0);
    json_decref(take(1));
    return answer;
}

static void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Adds a line to the report, as far as there is room. */
static void complain(const char *format, ...)
{
    size_t length = strlen(report);
    va_list values;

    va_start(values, format);
    vsnprintf(report + length, sizeof report - length, format, values);
    va_end(values);
}

static void type(enum sitting sitting, const char *line, const char *says)
{
    client_forget(&cara);
    client_say_line(&cara, line);
    if (!client_wait_heard(&cara, says, CLIENT_WAIT_MS))
        complain("%s, %s: not \"%s\" but %s\n", line, sitting_names[sitting], says,
                 client_tail(&cara));
}

static void say(enum sitting sitting, size_t i)
{
    const struct row *row = &rows[i];
    char line[LINE_SIZE];

    if (row->before != NULL) {
        fill_in(i, row->before, line);
        expect_done(line);
    }
    fill_in(i, row->line, line);
    if (row->is_typed) {
        type(sitting, line, row->says);
        return;
    }
    if (sitting == BEING_READ && has_own_level(row))
        answers[sitting][i] = ask_while_read(i, line);
    else
        answers[sitting][i] = ask(line);
}

/* A change that waited until nobody is there has happened. */
static void expect_nothing_pending(void)
{
    bool is_pending = true;

    for (int asked = 0; is_pending; asked++) {
        ck_assert_int_lt(asked, ASKED_MAX);
        json_decref(ask("level list"));
        is_pending = strstr(keeper.text, "\"pending\":\"") != NULL;
    }
}

static void look_round(enum sitting sitting)
{
    char line[LINE_SIZE];

    expect_nothing_pending();
    for (size_t row = 0; row < ROWS; row++) {
        fill_in(row, "population %L", line);
        levels[sitting][row] = ask(line);
    }
}

static void expect_no_grave(enum sitting sitting)
{
    char line[LINE_SIZE];

    for (size_t row = 0; row < LEVELS; row++) {
        fill_in(row, "population %L", line);
        json_decref(ask(line));
        ck_assert_msg(strstr(keeper.text, "\"graves\":[]") != NULL, "%s, %s: %s", line,
                      sitting_names[sitting], keeper.text);
    }
}

/* On disk and in memory, nothing is lost or there twice. */
static void expect_sound(enum sitting sitting, const char *when)
{
    console_expect(&keeper.console, WORDS("save"), 0, "Saved.");
    ck_assert_int_eq(console_run(&keeper.console, WORDS("doctor")), 0);
    if (strstr(keeper.console.out, "error ") != NULL)
        complain("the doctor, %s, %s: %.400s\n", sitting_names[sitting], when, keeper.console.out);
}

static void sit(enum sitting sitting)
{
    begin();
    gather(sitting);
    for (size_t i = 0; i < ROWS - FORGETS; i++)
        say(sitting, i);
    look_round(sitting);
    expect_sound(sitting, "before a player is forgotten");
    for (size_t i = ROWS - FORGETS; i < ROWS; i++)
        say(sitting, i);
    expect_no_grave(sitting);
    expect_sound(sitting, "at the end");
    end();
    process_start(&server, staging_flags);
    expect_sound(sitting, "after another start");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Without the members that `but` names. */
static void strip(json_t *answer, const char *but)
{
    char name[WORD_SIZE];

    while (but != NULL && *but != '\0') {
        size_t length = strcspn(but, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, but);
        (void)json_object_del(answer, name);
        but += length + strspn(but + length, " ");
    }
}

static void compare(const char *what, enum sitting sitting, const json_t *one, const json_t *other)
{
    if (json_equal(one, other))
        return;
    char *first = json_dumps(one, JSON_SORT_KEYS | JSON_COMPACT);
    char *second = json_dumps(other, JSON_SORT_KEYS | JSON_COMPACT);
    complain("%s:\n  loaded: %.400s\n  %s: %.400s\n", what, first, sitting_names[sitting], second);
    free(first);
    free(second);
}

static void compare_row(size_t i)
{
    const struct row *row = &rows[i];
    char line[LINE_SIZE];

    fill_in(i, row->line, line);
    for (enum sitting sitting = LOADED; sitting < SITTINGS; sitting++) {
        char *said = json_dumps(answers[sitting][i], JSON_COMPACT);
        if (said != NULL && strstr(said, row->says) == NULL)
            complain("%s, %s: not \"%s\" but %.300s\n", line, sitting_names[sitting], row->says,
                     said);
        free(said);
        strip(answers[sitting][i], row->but);
    }
    for (enum sitting sitting = STORED; !row->is_typed && sitting < SITTINGS; sitting++)
        compare(line, sitting, answers[LOADED][i], answers[sitting][i]);
}

/* The niches and things of a new generation are drawn by the tick, and graves come over to the
   ground that these leave. */
static void strip_drawn(json_t *level)
{
    size_t number;
    json_t *grave;

    strip(level, "niches things things_by_kind");
    json_array_foreach(json_object_get(level, "graves"), number, grave) strip(grave, "x y");
}

/* The level afterwards. */
static void compare_level(size_t i)
{
    for (enum sitting sitting = LOADED; sitting < SITTINGS; sitting++) {
        json_t *level = levels[sitting][i];
        if (json_integer_value(json_object_get(level, "generation")) > 1)
            strip_drawn(level);
        if (sitting != LOADED)
            compare(rows[i].line, sitting, levels[LOADED][i], level);
    }
}

/* Each has Ada's grave with all that was in it. */
static void check_graves(enum sitting sitting, size_t i)
{
    const json_t *graves = json_object_get(levels[sitting][i], "graves");
    const json_t *grave = json_array_get(graves, 0);

    if (json_array_size(graves) == 1 &&
        strcmp(json_string_value(json_object_get(grave, "name")), "Ada") == 0 &&
        json_integer_value(json_object_get(grave, "gold")) == STORED_GOLD &&
        json_integer_value(json_object_get(grave, "things")) == stored.things)
        return;
    char *found = json_dumps(graves, JSON_COMPACT);
    complain("after \"%s\", %s: the graves are %.300s\n", rows[i].line, sitting_names[sitting],
             found);
    free(found);
}

/* True if `part` is a whole word of the line. */
static bool has_part(const char *line, const char *part)
{
    size_t length = strlen(part);

    while (*line != '\0') {
        size_t word = strcspn(line, " ");
        if (word == length && strncmp(line, part, length) == 0)
            return true;
        line += word + strspn(line + word, " ");
    }
    return false;
}

/* True if a row of that word says `part`; NULL: if there is one. */
static bool is_said(const char *word, const char *part)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].word, word) == 0 && (part == NULL || has_part(rows[i].line, part)))
            return true;
    }
    return false;
}

static bool names_something(const struct admin_row *row)
{
    return strstr(row->arguments, "NAME") != NULL || strstr(row->arguments, "X,Y") != NULL ||
           row->arguments[0] == 'D' || strstr(row->arguments, " D") != NULL;
}

/* Small words of the usage, as "dry-run" and "seed"; "30s" is an example. */
static void expect_small_words(const struct admin_row *row)
{
    static const char small[] = "abcdefghijklmnopqrstuvwxyz-";
    char part[WORD_SIZE];
    const char *at = row->arguments;

    while (*(at += strcspn(at, small)) != '\0') {
        size_t length = strspn(at, small);
        bool is_example = at > row->arguments && isdigit((unsigned char)at[-1]);
        snprintf(part, sizeof part, "%.*s", (int)length, at);
        ck_assert_msg(is_example || is_said(row->word, part), "no row says \"%s ... %s\"",
                      row->word, part);
        at += length;
    }
}

/* Each word of the table that names a level, a player or a cell. */
static void expect_row_for_each_word(void)
{
    for (size_t i = 0; i < admin_row_count; i++) {
        const struct admin_row *row = &admin_table[i];
        if (!names_something(row))
            continue;
        ck_assert_msg(is_said(row->word, NULL), "no row for \"%s %s\"", row->word, row->arguments);
        expect_small_words(row);
    }
    ck_assert_int_lt(LEVELS, DUNGEON_EMPTY_LEVELS_MAX);
}

TEST_FIXTURE(set_up, tear_down);

TEST(each_word_of_the_table_does_the_same_on_what_is_loaded_stored_or_being_read)
{
    expect_row_for_each_word();
    for (enum sitting sitting = LOADED; sitting < SITTINGS; sitting++)
        sit(sitting);
    for (size_t i = 0; i < ROWS; i++) {
        compare_row(i);
        compare_level(i);
        for (enum sitting sitting = LOADED; sitting < SITTINGS; sitting++)
            check_graves(sitting, i);
    }
    for (enum sitting sitting = LOADED; sitting < SITTINGS; sitting++) {
        for (size_t i = 0; i < ROWS; i++) {
            json_decref(answers[sitting][i]);
            json_decref(levels[sitting][i]);
        }
    }
    fputs(report, stderr);
    ck_assert_msg(report[0] == '\0', "%s", report);
}

/* Number of darts that lie on the last wing. */
static int count_darts(void)
{
    static const char begin[] = "\"kind\":\"dart\",\"count\":";
    char line[LINE_SIZE];
    int count = 0;

    snprintf(line, sizeof line, "population 3/%d", STORED_WINGS);
    expect_done(line);
    const char *at = strstr(keeper.text, begin);
    ck_assert_msg(at != NULL && sscanf(at + strlen(begin), "%d", &count) == 1, "%s", keeper.text);
    return count;
}

/* So many levels are loaded that the last of them is put away again and again. */
TEST(what_is_put_on_a_level_that_is_being_put_away_is_there)
{
    char line[LINE_SIZE];

    begin();
    for (int wing = 1; wing < STORED_WINGS; wing++) {
        snprintf(line, sizeof line, "population 3/%d", wing);
        expect_done(line);
    }
    int before = count_darts();
    snprintf(line, sizeof line, "spawn dart 3/%d %s", STORED_WINGS, stored.thing);
    for (int i = 0; i < SPAWNS; i++)
        expect_done(line);
    for (int asked = 0; count_loaded() == STORED_WINGS; asked++)
        ck_assert_int_lt(asked, ASKED_MAX);
    ck_assert_int_eq(count_darts(), before + SPAWNS);
    staging_expect_ledger_right(&keeper.console);
    end();
}
