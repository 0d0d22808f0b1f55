/*
 * Delvers on the way between levels are never lost there, however full the tick is, and after
 * every failure. The world is real; the database thread and the sessions are stand-ins.
 */
#include "server/game/level_transfer.h"

#include <string.h>

#include "hall_without_fetch.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/save/job.h"
#include "server/save/persist.h"
#include "server/server.h"
#include "support/stage.h"
#include "support/test.h"

static struct server server;
static struct stage stage;
static body_id ada;
static enum err fetched; /* what level_fetch_begin() answers */

enum err level_fetch_begin(struct game *of, struct level_key key)
{
    (void)of;
    (void)key;
    return fetched;
}

enum err persist_submit(struct persist *persist, struct job *job, struct job_queue *queue)
{
    (void)persist;
    (void)queue;
    job_free(job);
    return ERR_BUSY;
}

void roster_refuse(struct game *of, int64_t delver_id, const char *why)
{
    (void)of;
    (void)delver_id;
    (void)why;
}

enum err roster_on_record_read(struct game *of, const struct job *job)
{
    (void)of;
    (void)job;
    return ERR_OK;
}

bool removal_is_going_on(const struct game *of, int64_t account_id)
{
    (void)of;
    (void)account_id;
    return false;
}

static void set_up(void)
{
    memset(&server, 0, sizeof server);
    server.base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    server.base.options.wing_size = 64;
    stage_init(&stage, hall);
    server.game.world = stage.world;
    server_link(&server);
    ada = stage_join(&stage, 1, draw_level_find(hall, '>'));
    ck_assert_int_eq(input_queue_init(&server.game.inputs), ERR_OK);
    ck_assert_int_eq(level_transfer_init(&server.transfers, STAGE_DELVERS_MAX), ERR_OK);
    ck_assert_int_eq(outbox_init(&server.outbox, STAGE_DELVERS_MAX), ERR_OK);
    fetched = ERR_BUSY;
    is_fetch_running = true;
}

static void tear_down(void)
{
    level_transfer_release(&server.transfers);
    outbox_release(&server.outbox);
    input_queue_release(&server.game.inputs);
    stage_release(&stage);
}

static void go_down(void)
{
    stage_act(&stage, ada, ACTION_DESCEND, DIR_NONE);
    stage_tick(&stage);
    const struct event *event = stage_event(&stage, EVENT_DEPARTED, ada);
    ck_assert_ptr_nonnull(event);
    level_transfer_on_event(&server.game, event);
}

/* The next tick has so many inputs of others already. */
static void fill_tick(size_t count)
{
    while (server.game.inputs.count < count)
        ck_assert_ptr_nonnull(input_queue_add(&server.game.inputs, INPUT_CANCEL, 0));
}

static void expect_way_back(void)
{
    ck_assert_uint_eq(server.game.inputs.count, 1);
    ck_assert_int_eq(server.game.inputs.items[0].kind, INPUT_STAY);
    ck_assert_uint_eq(server.game.inputs.items[0].actor, ada);
    *stage_input(&stage, INPUT_STAY, ada) = server.game.inputs.items[0];
    stage_tick(&stage);
    ck_assert_int_eq(stage_delver(&stage, ada)->body.state, BODY_PRESENT);
}

TEST_FIXTURE(set_up, tear_down);

TEST(whose_way_fails_comes_back)
{
    go_down();
    level_transfer_advance(&server.game);
    expect_way_back();
}

TEST(whose_way_fails_in_a_full_tick_comes_back_with_a_later_one)
{
    go_down();
    fill_tick(WORLD_INPUTS_MAX);
    level_transfer_advance(&server.game);
    ck_assert_int_eq(stage_delver(&stage, ada)->body.state, BODY_TRANSIT);
    input_queue_clear(&server.game.inputs);
    level_transfer_advance(&server.game);
    expect_way_back();
}

enum { MANY = DUNGEON_EMPTY_LEVELS_MAX + 2 };

static size_t count_drops(void)
{
    size_t drops = 0;

    for (size_t i = 0; i < server.game.inputs.count; i++)
        drops += server.game.inputs.items[i].kind == INPUT_LEVEL_DROP;
    return drops;
}

/* The input comes first in the tick: its effect would not be on disk yet, and gone with the
   level. */
static void expect_stays_with(enum input_kind kind)
{
    ck_assert_ptr_nonnull(input_queue_add(&server.game.inputs, kind, 0));
    level_transfer_sweep(&server.game);
    ck_assert_uint_eq(count_drops(), 0);
    input_queue_clear(&server.game.inputs);
}

TEST(no_level_is_put_away_in_the_tick_that_may_change_it)
{
    static struct level empty[MANY];
    struct level *list[MANY];
    struct world crowded = {.levels = list, .level_count = MANY};

    for (uint16_t i = 0; i < MANY; i++) {
        empty[i].key = (struct level_key){.wing = i, .depth = 1};
        list[i] = &empty[i];
    }
    server.game.world = &crowded;
    expect_stays_with(INPUT_PROVIDE);
    expect_stays_with(INPUT_FORGET);
    expect_stays_with(INPUT_RENAME);
    level_transfer_sweep(&server.game);
    ck_assert_uint_eq(count_drops(), MANY - DUNGEON_EMPTY_LEVELS_MAX);
    server.game.world = stage.world;
}
