/*
 * A server is killed in the middle of a fight, after a save: the hurt foe stands on the same cell
 * with the same health, and all the others are there too. A level with a damaged population on disk
 * gets a new one, and operators are told.
 */
#include <sqlite3.h>
#include <stdio.h>

#include "rows.h"
#include "support/live/arena.h"
#include "support/test.h"
#include "world/population_codec.h"
#include "world/world.h"
#include "world/world_tick.h"

enum { TURNS_MAX = 1500, FIGHTS_MAX = 12, STEPS_MAX = 5 };

static struct arena arena;

static void set_up(void)
{
    arena_init(&arena, UNDERCROFTCTL_PATH);
}

static void tear_down(void)
{
    arena_release(&arena);
}

/* A column of the level of depth 1, to `out`. */
static void read_blob(sqlite3 *handle, const char *sql, struct bytes *out)
{
    sqlite3_stmt *statement = NULL;

    bytes_init(out, POPULATION_BLOB_MAX);
    ck_assert_int_eq(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    ck_assert_int_eq(bytes_append(out, sqlite3_column_blob(statement, 0),
                                  (size_t)sqlite3_column_bytes(statement, 0)),
                     ERR_OK);
    sqlite3_finalize(statement);
}

/* The level of depth 1 in a world of its own, as the server that has ended left it on disk. */
static struct world *read_world(void)
{
    const struct world_limits limits = {
        .delvers_max = 1, .levels_max = 1, .foes_max = 1000, .items_max = 1000};
    struct input input = {.kind = INPUT_LEVEL_ADD};
    char path[PROCESS_PATH_SIZE];
    sqlite3 *handle = NULL;
    struct bytes terrain;
    struct world *world = NULL;

    process_path(&arena.server, "data/undercroft.db", path);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    read_blob(handle, "SELECT blob FROM level WHERE depth = 1", &terrain);
    read_blob(handle, "SELECT blob FROM population WHERE depth = 1", &input.population);
    sqlite3_close(handle);
    ck_assert_int_eq(
        level_decode(terrain.data, terrain.length, (struct level_key){.depth = 1}, &input.level),
        ERR_OK);
    ck_assert_int_eq(population_check(input.population.data, input.population.length,
                                      input.level->width, input.level->height),
                     ERR_OK);
    bytes_release(&terrain);
    ck_assert_int_eq(world_new(1, 0, limits, &world), ERR_OK);
    world_tick(world, &input, 1);
    ck_assert_uint_eq(world->level_count, 1);
    return world;
}

static const struct foe *foe_at(const struct world *world, body_id id)
{
    return body_foe(world_body(world, id));
}

static int count_hurt(const struct world *world)
{
    int count = 0;

    for (body_id id = world->levels[0]->first_foe; id != 0; id = world_body(world, id)->next)
        count += world_body(world, id)->health < world_body(world, id)->health_max;
    return count;
}

/* The one that is the same: of its kind and home, as hurt; where it stands, if it was asleep, and a
   few steps off, if it was hurt: between the return and the save the level lives on. */
static bool has_same(const struct world *world, const struct foe *wanted)
{
    const struct body *body = &wanted->body;

    for (body_id id = world->levels[0]->first_foe; id != 0; id = world_body(world, id)->next) {
        const struct foe *foe = foe_at(world, id);
        int steps = wanted->mind.mood == MOOD_ASLEEP         ? 0
                    : wanted->body.health < body->health_max ? STEPS_MAX
                                                             : LEVEL_WIDTH_MAX;
        if (foe->body.species == body->species && pos_equal(foe->mind.home, wanted->mind.home) &&
            foe->body.health == body->health && foe->body.health_max == body->health_max &&
            foe->group == wanted->group && pos_distance(foe->body.at, body->at) <= steps)
            return true;
    }
    return false;
}

static void expect_same(const struct world *is, const struct world *wanted)
{
    ck_assert_uint_eq(is->levels[0]->foe_count, wanted->levels[0]->foe_count);
    for (body_id id = wanted->levels[0]->first_foe; id != 0; id = world_body(wanted, id)->next) {
        const struct foe *foe = foe_at(wanted, id);
        ck_assert_msg(has_same(is, foe), "a %s with %d of %d at %d,%d is gone",
                      body_name(&foe->body), foe->body.health, foe->body.health_max, foe->body.at.x,
                      foe->body.at.y);
    }
}

/* Killed in a fight, right after a save. Returns what is on disk. */
static struct world *kill_in_a_fight(void)
{
    client_forget(&arena.ada);
    arena_play_until(&arena, "You hit the ", TURNS_MAX);
    console_expect(&arena.console, WORDS("save"), 0, "Saved.");
    process_kill(&arena.server);
    client_close(&arena.ada);
    return read_world();
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_foe_that_was_hurt_stands_there_after_kill_9)
{
    struct world *before = NULL;
    int fights = 0;

    client_enter(&arena.ada, CLIENT_LINE, arena.server.port, "Ada");
    do {
        world_free(before);
        if (fights > 0) {
            arena_restart(&arena);
            client_enter(&arena.ada, CLIENT_LINE, arena.server.port, "Ada");
        }
        before = kill_in_a_fight();
    } while (count_hurt(before) == 0 && ++fights < FIGHTS_MAX);
    ck_assert_int_gt(count_hurt(before), 0);

    arena_restart(&arena);
    client_enter(&arena.ada, CLIENT_LINE, arena.server.port, "Ada");
    console_expect(&arena.console, WORDS("save"), 0, "Saved.");
    process_kill(&arena.server);
    client_close(&arena.ada);
    struct world *after = read_world();
    expect_same(after, before);
    world_free(before);
    world_free(after);
}

TEST(a_damaged_population_is_made_anew_and_told)
{
    client_enter(&arena.ada, CLIENT_LINE, arena.server.port, "Ada");
    console_expect(&arena.console, WORDS("save"), 0, "Saved.");
    arena_stop(&arena);
    rows_change(&arena.server, "UPDATE population SET blob = x'01' WHERE depth = 1");
    rows_seal(&arena.server);
    arena_restart(&arena);
    client_enter(&arena.ada, CLIENT_LINE, arena.server.port, "Ada");
    process_expect_said(&arena.server, "err", "population.damaged");
    console_expect(&arena.console, WORDS("save"), 0, "Saved.");
    arena_stop(&arena);
    struct world *world = read_world();
    ck_assert_uint_gt(world->levels[0]->foe_count, 0);
    world_free(world);
}
