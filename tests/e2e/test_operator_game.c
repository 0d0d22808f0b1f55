/*
 * Operators look into the game and put something into it: foes, things, niches, graves.
 */
#include <string.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/staging.h"
#include "support/test.h"

enum { ANSWER_SIZE = 4096 };

static struct process server;
static struct console console;
static struct client ada;
static struct client *const players[] = {&ada, NULL};

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, staging_flags);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
}

static void tear_down(void)
{
    players_release(players, &server);
    console_release(&console);
}

/* Ada is put where the first niche of the level is. */
static void send_to_niche(char out[STAGING_CELL_SIZE])
{
    staging_niche(&console, "1", out);
    staging_send(&console, &ada, "ada", "1", out);
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_is_spawned_is_there_is_seen_and_is_audited)
{
    char cell[STAGING_CELL_SIZE];

    staging_cell(&console, "ada", 0, 0, cell);
    console_expect(&console, WORDS("spawn", "dart", "1", cell, "5"), 0, "Placed.");
    console_expect(&console, WORDS("inspect", "item", "1", cell), 0, "dart");
    expect_answer(&ada, "get", "You pick up 5 darts");
    console_expect(&console, WORDS("inspect", "item", "1", cell), 1, "Nothing lies at");
    console_expect(&console, WORDS("audit", "5"), 0, "spawn dart 1 ");
}

TEST(a_spawned_foe_is_fought)
{
    char cell[STAGING_CELL_SIZE];
    char niche[STAGING_CELL_SIZE];

    send_to_niche(niche);
    staging_put_foe_beside(&console, "1", niche, "cellar-rat", cell);
    console_expect(&console, WORDS("inspect", "foe", "1", cell), 0, "cellar rat");
    console_expect(&console, WORDS("population", "1"), 0, "cellar rat");
    expect_answer(&ada, "attack", "ellar rat");
}

TEST(a_niche_tells_who_has_opened_it)
{
    char niche[STAGING_CELL_SIZE];

    send_to_niche(niche);
    console_expect(&console, WORDS("inspect", "niche", "1", niche), 0, "holds");
    console_expect(&console, WORDS("inspect", "niche", "1", "0,0"), 1, "There is no niche at 0,0");
}

TEST(what_cannot_be_spawned_is_refused_with_clear_words)
{
    char cell[STAGING_CELL_SIZE];

    staging_cell(&console, "ada", 0, 0, cell);
    console_expect(&console, WORDS("spawn", "gate-hund", "1", cell), 1, "mean: gate-hound?");
    console_expect(&console, WORDS("spawn", "delver", "1", cell), 1, "No foe or thing is called");
    console_expect(&console, WORDS("spawn", "gate-hound", "1", cell), 1, "Somebody stands there.");
    console_expect(&console, WORDS("spawn", "gate-hound", "1", "0,0"), 1, "cannot stand or lie");
    console_expect(&console, WORDS("spawn", "dart", "1", "0,0"), 1, "cannot stand or lie");
    console_expect(&console, WORDS("spawn", "dart", "1", "200,1"), 1, "cells.");
    console_expect(&console, WORDS("spawn", "dart", "9", cell), 1, "Depth 9 was never made");
    console_expect(&console, WORDS("population", "9"), 1, "Depth 9 was never made");
    console_expect(&console, WORDS("inspect", "cell", "9", cell), 1, "Depth 9 was never made");
    console_expect(&console, WORDS("inspect", "foe", "9/1", cell), 1, "Depth 9/1 was never made");
    console_expect(&console, WORDS("spawn", "dart", "1", cell, "21"), 2, "1 to 20 at once");
    console_expect(&console, WORDS("spawn", "gold", "1", cell, "1001"), 2, "1 to 1000 at once");
    console_expect(&console, WORDS("spawn", "sealed-bundle", "1", cell), 1, "comes out of a grave");
    console_expect(&console, WORDS("spawn", "draught", "1", cell), 1,
                   "\"draught\" could mean: draught-of-");
    console_expect(&console, WORDS("spawn", "mending", "1", cell), 1,
                   "could mean: draught-of-mending, charm-of-mending.");
    console_expect(&console, WORDS("spawn", "darz", "1", cell), 1, "Did you mean: dart");
    console_expect(&console, WORDS("spawn", "dart", "1", "here"), 2, "is no cell");
    console_expect(&console, WORDS("inspect", "foe", "1", cell), 1, "No foe stands at");
    console_expect(&console, WORDS("spawn", "dart"), 2, "Usage: spawn KIND D[/WING] X,Y [N]");
    console_expect(&console, WORDS("spawn", "1", cell, "dart"), 2, "Usage: spawn KIND");
    console_expect(&console, WORDS("spawn", "dart", "1", cell, "2", "3"), 2, "Usage: spawn KIND");
}

/* A kind is named as `population` prints it or by words of its name. Without a number the count is
   1. */
TEST(a_kind_is_called_by_the_words_of_its_name)
{
    char cell[STAGING_CELL_SIZE];

    staging_cell(&console, "ada", 0, 0, cell);
    console_expect(&console, WORDS("--json", "spawn", "draught of mending", "1", cell), 0,
                   "\"kind\":\"draught-of-mending\",\"count\":1,");
    console_expect(&console, WORDS("--json", "spawn", "Draught mend", "1", cell, "2"), 0,
                   "\"kind\":\"draught-of-mending\",\"count\":2,");
    console_expect(&console, WORDS("--json", "spawn", "dart", "1", cell), 0,
                   "\"kind\":\"dart\",\"count\":1,");
}

TEST(a_level_is_shown_with_the_letters_of_its_foes_and_tables_have_titles)
{
    char niche[STAGING_CELL_SIZE];
    char cell[STAGING_CELL_SIZE];

    send_to_niche(niche);
    staging_put_foe_beside(&console, "1", niche, "cellar-rat", cell);
    console_expect(&console, WORDS("level", "show", "1"), 0, "here        Ada");
    ck_assert_msg(strstr(console.out, "\nabsent      0\n") != NULL, "%s", console.out);
    ck_assert_msg(strstr(console.out, "\ndelvers     1\n") != NULL, "%s", console.out);
    const char *map = strchr(console.out, '#');
    ck_assert_ptr_nonnull(map);
    const char *self = strchr(map, '@');
    ck_assert_msg(self != NULL && strchr(self + 1, '@') == NULL, "%s", map);
    ck_assert_msg(strchr(map, 'r') != NULL, "%s", map);
    console_expect(&console, WORDS("population", "1"), 0, "\nniches:\nx");
    console_expect(&console, WORDS("population", "1"), 0, "\nfoes by kind:\nkind");
}

TEST(a_level_made_anew_and_put_back_has_each_grave_and_thing_once)
{
    staging_let_die(&console, &ada, "ada");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 1);
    staging_expect_ledger_right(&console);
    console_expect(&console, WORDS("level", "regen", "3", "now"), 0, "Done");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 1);
    staging_expect_ledger_right(&console);
    console_expect(&console, WORDS("level", "undo", "3", "now"), 0, "Done");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 1);
    staging_expect_ledger_right(&console);
    console_expect(&console, WORDS("level", "lock", "3"), 0, "");
    console_expect(&console, WORDS("level", "regen", "3", "now"), 0, "Done");
    console_expect(&console, WORDS("level", "regen", "3", "now"), 0, "Done");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 1);
    staging_expect_ledger_right(&console);
}

/* The whole answer about what is on a cell of depth 2; "" when nothing is. */
static void look_at(const char *what, const char *cell, char out[ANSWER_SIZE])
{
    int code = console_run(&console, WORDS("--json", "inspect", what, "2", cell));
    size_t length = code == 0 ? strlen(console.out) : 0;

    ck_assert_uint_lt(length, ANSWER_SIZE);
    memcpy(out, console.out, length);
    out[length] = '\0';
}

/* A helm that Ada throws lies under the foe and is hers. Its cell on depth 2 is `out_cell`. */
static void hurl_a_helm(char out_cell[STAGING_CELL_SIZE])
{
    char cell[STAGING_CELL_SIZE];

    staging_take_stairs(&console, &ada, "ada", "1");
    staging_niche(&console, "2", cell);
    staging_send(&console, &ada, "ada", "2", cell);
    staging_put(&console, "ada", "2", "helm", "1");
    expect_answer(&ada, "get helm", "You pick up a helm");
    staging_put_foe_beside(&console, "2", cell, "grey-mould", out_cell);
    /* Danger that comes into view drops what is queued. */
    expect_heard(&ada, "A grey mould comes into view");
    expect_answer(&ada, "throw helm at mould", "helm");
    console_await(&console, WORDS("--json", "inspect", "item", "2", out_cell), "\"kind\":\"helm\"");
}

TEST(undo_brings_foes_and_things_back_to_their_owners_and_a_lock_outlasts_both)
{
    char cell[STAGING_CELL_SIZE];
    char thing[ANSWER_SIZE];
    char foe[ANSWER_SIZE];
    char now[ANSWER_SIZE];

    hurl_a_helm(cell);
    look_at("item", cell, thing);
    ck_assert_msg(strstr(thing, "\"delver\":1") != NULL, "nobody's: %s", thing);
    look_at("foe", cell, foe);
    staging_expect_ledger_right(&console);
    console_expect(&console, WORDS("level", "lock", "2"), 0, "");
    console_expect(&console, WORDS("level", "regen", "2", "now"), 0, "Done");
    staging_expect_ledger_right(&console);
    look_at("item", cell, now);
    ck_assert_ptr_null(strstr(now, "\"kind\":\"helm\""));
    console_expect(&console, WORDS("level", "undo", "2", "now"), 0, "Done");
    staging_expect_ledger_right(&console);
    look_at("item", cell, now);
    ck_assert_str_eq(now, thing);
    look_at("foe", cell, now);
    /* The foe is as hurt as before; its mood may differ, since its target is elsewhere. */
    const char *mood = strstr(foe, "\"mood\"");
    ck_assert_ptr_nonnull(mood);
    ck_assert_msg(strncmp(now, foe, (size_t)(mood - foe)) == 0, "%s instead of %s", now, foe);
    expect_answer(&ada, "up", "You go up the stairs");
    expect_answer(&ada, "down", "An administrator has closed the way down.");
}

TEST(a_forgotten_player_leaves_no_grave_behind)
{
    staging_let_die(&console, &ada, "ada");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 1);
    console_expect(&console, WORDS("forget", "ada"), 0, "Forgotten.");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 0);
    staging_expect_ledger_right(&console);
}

/* The level is not loaded when she is forgotten: it was put away with a server that stopped. */
TEST(graves_of_levels_that_are_only_stored_are_forgotten_too)
{
    staging_let_die(&console, &ada, "ada");
    players_stop(players, &server);
    process_start(&server, staging_flags);
    console_expect(&console, WORDS("--json", "level", "list"), 0, "\"depth\":3");
    ck_assert_ptr_null(strstr(console.out, "\"loaded\":true"));
    console_expect(&console, WORDS("forget", "ada"), 0, "Forgotten.");
    client_enter(&ada, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("send", "brom", "3"), 0, "Sent.");
    expect_heard(&ada, "Depth 3");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 0);
    staging_expect_ledger_right(&console);
}
