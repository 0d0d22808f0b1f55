/*
 * A level that is damaged on disk is made again, also while the database thread can take no more.
 * That thread is stood in for.
 */
#include "server/game/level_fetch.h"

#include <string.h>

#include "server/save/job.h"
#include "server/save/persist.h"
#include "server/save/persist_levels.h"
#include "server/server.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/grave.h"
#include "world/population_codec.h"

enum { ADA = 1, BROM = 2 };

static const char room[] = "######\n"
                           "#<..>#\n"
                           "######\n";
static struct server server;
static struct stage stage;
static struct job *asked; /* the database for a level; NULL: it was not */
static bool is_full;      /* the queue of the database thread */

bool persist_left_out(const struct persist *of, int64_t account_id)
{
    (void)of;
    (void)account_id;
    return false;
}

enum err persist_submit(struct persist *persist, struct job *job, struct job_queue *queue)
{
    (void)persist;
    (void)queue;
    if (is_full || job->question != &question_fetch_level) {
        job_free(job);
        return is_full ? ERR_BUSY : ERR_OK;
    }
    asked = job;
    return ERR_OK;
}

const char *save_watch_refusal(const struct game *of)
{
    (void)of;
    return NULL;
}

void __wrap_base_touch_clock(struct base *of);

void __wrap_base_touch_clock(struct base *of)
{
    (void)of;
}

static void set_up(void)
{
    memset(&server, 0, sizeof server);
    stage_init(&stage, room);
    server.game.world = stage.world;
    server_link(&server);
    server.base.log = (struct log){.level_min = LOG_DEBUG, .descriptor = -1};
    asked = NULL;
    is_full = false;
    ck_assert_int_eq(uv_loop_init(&server.base.loop), 0);
    ck_assert_int_eq(input_queue_init(&server.game.inputs), ERR_OK);
    ck_assert_int_eq(level_transfer_init(&server.transfers, 1), ERR_OK);
    ck_assert_int_eq(level_versions_init(&server.game.level_versions, 7), ERR_OK);
}

static void tear_down(void)
{
    job_free(asked);
    level_transfer_release(&server.transfers);
    level_versions_release(&server.game.level_versions);
    input_queue_release(&server.game.inputs);
    stage_release(&stage);
    ck_assert_int_eq(uv_loop_close(&server.base.loop), 0);
}

static struct level_question *question_of(const struct job *job)
{
    return job->content;
}

/* Asks for depth 2, answers that it is damaged, and expects it made again, with what was on it. */
static void expect_rebuilt(void)
{
    const struct level_key key = {.depth = 2};

    ck_assert_int_eq(level_fetch_begin(&server.game, key), ERR_OK);
    ck_assert_ptr_nonnull(asked);
    asked->result = ERR_CHECKSUM;
    bytes_init(&question_of(asked)->population, 8);
    ck_assert_int_eq(bytes_append_text(&question_of(asked)->population, "rats"), ERR_OK);
    level_fetch_on_read(&server.game, asked);
    ck_assert(level_fetch_was_rebuilt(&server.transfers, key, 0));
    uv_run(&server.base.loop, UV_RUN_DEFAULT);
    ck_assert_uint_eq(server.game.inputs.count, 1);
    ck_assert_int_eq(server.game.inputs.items[0].kind, INPUT_LEVEL_ADD);
    ck_assert_msg(server.game.inputs.items[0].level->is_dirty,
                  "it would be damaged again next time");
    ck_assert_uint_eq(server.game.inputs.items[0].population.length, 4);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_damaged_level_is_made_again)
{
    expect_rebuilt();
}

TEST(it_is_made_again_where_that_cannot_be_written_down)
{
    const struct level_key key = {.depth = 2};

    ck_assert_int_eq(level_fetch_begin(&server.game, key), ERR_OK);
    is_full = true;
    expect_rebuilt();
}

TEST(it_is_being_read_until_the_tick_has_had_it)
{
    const struct level_key key = {.depth = 2};

    ck_assert(!level_fetch_is_running(&server.transfers, key));
    expect_rebuilt();
    ck_assert_msg(level_fetch_is_running(&server.transfers, key), "it is not there yet");
    ck_assert_int_eq(level_fetch_begin(&server.game, key), ERR_OK);
    ck_assert_msg(server.game.inputs.count == 1, "it comes twice");
    stage_tick(&stage);
    ck_assert(!level_fetch_is_running(&server.transfers, key));
    ck_assert(!level_fetch_has_failed(&server.transfers, key));
}

/* A level with a grave of each. */
static void encode_graves(struct bytes *out)
{
    for (int64_t id = ADA; id <= BROM; id++) {
        const struct grave grave = {
            .delver_id = id, .at = pos_of(2, 1), .gold = 7, .name = "Somebody"};
        grave_add(stage.world, stage_level(&stage), &grave);
    }
    bytes_init(out, POPULATION_BLOB_MAX);
    ck_assert_int_eq(population_encode(stage.world, stage_level(&stage), out), ERR_OK);
}

static bool has_grave(const struct bytes *population, int64_t delver_id)
{
    bool is_found = false;

    ck_assert_int_eq(
        population_mentions(population->data, population->length, delver_id, &is_found), ERR_OK);
    return is_found;
}

/* It was read before Ada was removed, and is still being made. */
TEST(the_grave_of_a_removed_player_does_not_come_with_it)
{
    const struct level_key key = {.depth = 2};

    ck_assert_int_eq(level_fetch_begin(&server.game, key), ERR_OK);
    asked->result = ERR_CHECKSUM;
    encode_graves(&question_of(asked)->population);
    ck_assert(has_grave(&question_of(asked)->population, ADA));
    level_fetch_on_read(&server.game, asked);
    level_fetch_forget(&server.game, ADA);
    uv_run(&server.base.loop, UV_RUN_DEFAULT);
    ck_assert_uint_eq(server.game.inputs.count, 1);
    const struct bytes *population = &server.game.inputs.items[0].population;
    ck_assert(!has_grave(population, ADA));
    ck_assert_msg(has_grave(population, BROM), "another's grave is gone");
}

/* It was read before Ada got another name. */
TEST(the_grave_of_a_player_with_another_name_comes_under_that)
{
    static const char name[NAME_LENGTH_MAX + 1] = "Bramble";
    const struct level_key key = {.depth = 2};
    bool is_other = true;

    ck_assert_int_eq(level_fetch_begin(&server.game, key), ERR_OK);
    asked->result = ERR_CHECKSUM;
    encode_graves(&question_of(asked)->population);
    level_fetch_on_read(&server.game, asked);
    level_fetch_rename(&server.game, ADA, name);
    uv_run(&server.base.loop, UV_RUN_DEFAULT);
    const struct bytes *population = &server.game.inputs.items[0].population;
    ck_assert(has_grave(population, ADA));
    ck_assert_int_eq(
        population_has_other_name(population->data, population->length, ADA, name, &is_other),
        ERR_OK);
    ck_assert(!is_other);
    ck_assert_int_eq(
        population_has_other_name(population->data, population->length, BROM, name, &is_other),
        ERR_OK);
    ck_assert(is_other);
}
