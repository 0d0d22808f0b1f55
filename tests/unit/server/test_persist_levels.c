/*
 * The database thread's work on levels: a generation takes the place of another with all that
 * belongs to it; rows that wait for a refusing disk go before the rows on it; damaged rows are told
 * from absent ones.
 */
#include "server/save/persist_work.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "crash_disk.h"
#include "db/connection.h"
#include "db/store.h"
#include "db/sqlite_store.h"
#include "server/base/log.h"
#include "server/save/persist_accounts.h"
#include "server/save/persist_levels.h"
#include "support/stage.h"
#include "support/test.h"

#define WORLD_PATH CRASH_DISK_FOLDER "/undercroft.db"

enum { FOR_EVER = 1000000, NOBODY = 99, ADA_KNOWS = TILE_WATER_DEEP, BROM_KNOWS = TILE_FLOOR };

static const char hall[] = "########################\n"
                           "#a....+........b.......#\n"
                           "#<....................>#\n"
                           "########################\n";

static struct crash_disk *disk;
static struct stage stage;
static struct memory_images images;
static struct log quiet = {.level_min = LOG_ERROR, .descriptor = -1};
static struct persist_work work;
static int64_t ada;
static int64_t brom;

static int64_t create(const char *name)
{
    struct job *job = job_new(&question_create_account);

    ck_assert_ptr_nonnull(job);
    struct new_account *made = job->content;
    memcpy(made->account.name, name, strlen(name) + 1);
    memcpy(made->account.skeleton, name, strlen(name) + 1);
    memcpy(made->account.password_hash, "none", sizeof "none");
    made->delver = stage_newborn();
    ck_assert(persist_work_do(&work, job));
    ck_assert_int_eq(job->result, ERR_OK);
    int64_t id = made->account.id;
    job_free(job);
    return id;
}

static void set_up(void)
{
    struct store_status status;

    disk = crash_disk_new(1);
    work = (struct persist_work){.log = &quiet, .world_seed = 1};
    enum err error = store_open(WORLD_PATH, &work.store, &status);
    ck_assert_msg(error == ERR_OK, "%s", status.reason);
    stage_init(&stage, hall);
    ck_assert_int_eq(memory_images_init(&images, STAGE_DELVERS_MAX), ERR_OK);
    ada = create("Ada");
    brom = create("Brom");
    (void)stage_join(&stage, ada, draw_level_find(hall, 'a'));
    (void)stage_join(&stage, brom, draw_level_find(hall, 'b'));
}

static void tear_down(void)
{
    crash_disk_fail_at(disk, 0, 0);
    job_free(work.unsaved);
    ck_assert_int_eq(store_close(work.store), ERR_OK);
    memory_images_release(&images);
    stage_release(&stage);
    crash_disk_free(disk);
}

static struct level_key key_of(uint32_t generation)
{
    return (struct level_key){.wing = stage.key.wing, .depth = 1, .generation = generation};
}

static struct level_head head_of(uint32_t current, uint32_t kept)
{
    return (struct level_head){.depth = 1,
                               .current = current,
                               .has_kept = true,
                               .kept = kept,
                               .newest = current > kept ? current : kept,
                               .recipe = {.seed = 5, .style = "caves"},
                               .kept_recipe = {.seed = 1, .style = LEVEL_STYLE_OF_THEME}};
}

/* The level as that generation, with its door open or not, and both who know something of it. */
static struct job *take(uint32_t generation, enum tile_id door)
{
    struct job *job = job_new(&question_save);
    struct level *level = stage_level(&stage);
    struct level_key key = level->key;

    ck_assert_ptr_nonnull(job);
    level->key = key_of(generation);
    level->tiles[level_index(level, draw_level_find(hall, '+'))] = (uint8_t)door;
    level->is_dirty = true;
    level->population = (struct level_population){.is_dirty = true, .left_at = door};
    for (uint32_t i = 0; i < stage.world->limits.delvers_max; i++) {
        struct delver *delver = stage.world->delvers[i];
        if (delver == NULL)
            continue;
        delver->body.key = level->key;
        memset(delver->memory, delver->delver_id == ada ? ADA_KNOWS : BROM_KNOWS,
               delver->memory_size);
        memset(delver->touched, 0xff, sizeof delver->touched);
        delver->is_memory_dirty = true;
        delver->is_record_dirty = true;
        delver_list_add(&stage.world->unsaved, delver);
    }
    ck_assert_int_eq(change_set_collect(job->content, stage.world, &images), ERR_OK);
    level->key = key;
    return job;
}

/* True if it is on disk. */
static bool save(struct job *job)
{
    if (!persist_work_do(&work, job))
        return false;
    ck_assert_int_eq(job->result, ERR_OK);
    job_free(job);
    return true;
}

/* Generation 0 as it was made first; 1 in its place, 0 kept. */
static void save_two(void)
{
    struct level_head head = head_of(1, 0);
    struct job *job = take(1, TILE_DOOR_OPEN);

    ck_assert(save(take(0, TILE_DOOR_CLOSED)));
    ck_assert_int_eq(change_set_add_head(job->content, &head), ERR_OK);
    ck_assert(save(job));
}

/* Generation 2 in the place of 1, which is kept; 0 is forgotten. */
static struct job *take_third(void)
{
    struct level_head head = head_of(2, 1);
    struct job *job = take(2, TILE_FLOOR);

    ck_assert_int_eq(change_set_add_head(job->content, &head), ERR_OK);
    ck_assert_int_eq(change_set_add_deletion(job->content, key_of(0)), ERR_OK);
    return job;
}

static struct level_question *question_of(const struct job *job)
{
    return job->content;
}

static struct job *ask(const struct question *question, struct level_key key, bool is_exact)
{
    struct job *job = job_new(question);

    ck_assert_ptr_nonnull(job);
    question_of(job)->key = key;
    question_of(job)->is_exact = is_exact;
    return job;
}

/* The population came with the level, from the same save. */
static void expect_population(const struct job *job, enum tile_id door)
{
    enum { LEFT_AT = 9 };

    ck_assert_uint_gt(question_of(job)->population.length, LEFT_AT);
    ck_assert_int_eq(question_of(job)->population.data[LEFT_AT], door);
    ck_assert(!question_of(job)->is_population_lost);
}

/* The door of the level that comes; TILE_UNKNOWN with that error. */
static enum tile_id fetch_door(struct level_key key, bool is_exact, enum err *out_error)
{
    struct job *job = ask(&question_fetch_level, key, is_exact);

    ck_assert(persist_work_do(&work, job));
    *out_error = job->result;
    ck_assert((question_of(job)->level != NULL) == (job->result == ERR_OK));
    enum tile_id tile = question_of(job)->level == NULL
                            ? TILE_UNKNOWN
                            : level_tile(question_of(job)->level, draw_level_find(hall, '+'));
    if (question_of(job)->level != NULL)
        expect_population(job, tile);
    job_free(job);
    return tile;
}

static void expect_door(uint32_t generation, enum tile_id door)
{
    enum err error;

    ck_assert_int_eq(fetch_door(key_of(generation), true, &error), door);
    ck_assert_int_eq(error, door == TILE_UNKNOWN ? ERR_NOT_FOUND : ERR_OK);
}

/* Fetches a kept generation with three delvers' memories of it, as an undo does. */
static struct job *fetch_kept(uint32_t generation)
{
    struct job *job = ask(&question_fetch_kept, key_of(generation), false);

    question_of(job)->memories = calloc(3, sizeof *question_of(job)->memories);
    ck_assert_ptr_nonnull(question_of(job)->memories);
    question_of(job)->memory_count = 3;
    question_of(job)->memories[0].delver_id = ada;
    question_of(job)->memories[1].delver_id = brom;
    question_of(job)->memories[2].delver_id = NOBODY;
    ck_assert(persist_work_do(&work, job));
    return job;
}

static void expect_kept(uint32_t generation, const int known[3])
{
    struct job *job = fetch_kept(generation);

    ck_assert_int_eq(job->result, ERR_OK);
    ck_assert_ptr_nonnull(question_of(job)->level);
    ck_assert_uint_eq(question_of(job)->level->key.generation, generation);
    expect_population(job, level_tile(question_of(job)->level, draw_level_find(hall, '+')));
    for (size_t i = 0; i < 3; i++) {
        const struct kept_memory *memory = &question_of(job)->memories[i];
        ck_assert_uint_eq(memory->count, level_cell_count(question_of(job)->level));
        for (size_t k = 0; k < memory->count; k++)
            ck_assert_int_eq(memory->tiles[k], known[i]);
    }
    job_free(job);
}

static void look(struct level_key key, bool is_made, uint64_t delvers)
{
    struct job *job = ask(&question_look_level, key, true);

    ck_assert(persist_work_do(&work, job));
    ck_assert_int_eq(job->result, ERR_OK);
    ck_assert_int_eq(question_of(job)->facts.is_made, is_made);
    ck_assert_uint_eq(question_of(job)->facts.delvers, delvers);
    ck_assert_ptr_null(question_of(job)->level);
    job_free(job);
}

static void run_sql(const char *sql)
{
    ck_assert_int_eq(connection_exec(sqlite_of(work.store)->handle, sql), ERR_OK);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_generation_takes_the_place_of_another_and_the_one_before_is_kept)
{
    static const int both[] = {ADA_KNOWS, BROM_KNOWS, TILE_UNKNOWN};
    enum err error;

    save_two();
    expect_door(0, TILE_DOOR_CLOSED);
    expect_door(1, TILE_DOOR_OPEN);
    ck_assert_int_eq(fetch_door(key_of(0), false, &error), TILE_DOOR_OPEN);
    expect_kept(0, both);
    ck_assert(save(take_third()));
    expect_door(0, TILE_UNKNOWN);
    expect_door(2, TILE_FLOOR);
    expect_kept(1, both);
}

TEST(what_is_forgotten_is_forgotten_with_all_that_is_known_of_it)
{
    struct job *job = job_new(&question_fetch_memory);

    ck_assert_ptr_nonnull(job);
    struct memory_question *question = job->content;
    question->key = key_of(0);
    save_two();
    struct job *third = take_third();
    /* Even what is saved in the same set. */
    struct job *late = take(0, TILE_DOOR_OPEN);
    ck_assert_int_eq(change_set_merge(late->content, third->content), ERR_OK);
    job_free(third);
    ck_assert(save(late));
    question->delver_id = ada;
    question->size = level_cell_count(stage_level(&stage));
    ck_assert(persist_work_do(&work, job));
    ck_assert_int_eq(job->result, ERR_NOT_FOUND);
    job_free(job);
    expect_door(0, TILE_UNKNOWN);
    expect_door(2, TILE_FLOOR);
    job = fetch_kept(0);
    ck_assert_int_eq(job->result, ERR_NOT_FOUND);
    ck_assert_ptr_null(question_of(job)->level);
    job_free(job);
}

TEST(what_waits_for_the_disk_goes_before_what_is_on_it)
{
    static const int both[] = {ADA_KNOWS, BROM_KNOWS, TILE_UNKNOWN};
    enum err error;

    save_two();
    crash_disk_fail_at(disk, 1, FOR_EVER);
    ck_assert(!save(take_third()));
    expect_door(2, TILE_FLOOR);
    ck_assert_int_eq(fetch_door(key_of(0), false, &error), TILE_FLOOR);
    expect_kept(2, both);
    expect_door(1, TILE_DOOR_OPEN); /* is on the disk */
    look(key_of(2), true, 0);
    /* Changed once more while it waits. */
    ck_assert(!save(take(2, TILE_DOOR_CLOSED)));
    expect_door(2, TILE_DOOR_CLOSED);
    crash_disk_fail_at(disk, 0, 0);
    work.retry_at_ns = 0;
    job_free(persist_work_retry(&work, false));
    ck_assert_ptr_null(work.unsaved);
    expect_door(2, TILE_DOOR_CLOSED);
    expect_door(0, TILE_UNKNOWN);
    look(key_of(2), true, 2);
}

TEST(damage_is_told_from_what_is_not_there)
{
    static const int hers[] = {TILE_UNKNOWN, BROM_KNOWS, TILE_UNKNOWN};
    enum err error;

    save_two();
    look(key_of(1), true, 2);
    look(key_of(7), false, 0);
    /* A memory may be lost; its level comes all the same. */
    run_sql("UPDATE memory SET checksum = checksum + 1 WHERE delver_id = 1 AND generation = 0");
    expect_kept(0, hers);
    run_sql("UPDATE level SET checksum = checksum + 1 WHERE generation = 0");
    ck_assert_int_eq(fetch_door(key_of(0), true, &error), TILE_UNKNOWN);
    ck_assert_int_eq(error, ERR_CHECKSUM);
    struct job *job = fetch_kept(0);
    ck_assert_int_eq(job->result, ERR_CHECKSUM);
    job_free(job);
    look(key_of(0), true, 0);
}

TEST(what_is_on_a_level_and_its_terrain_are_damaged_one_without_the_other)
{
    save_two();
    run_sql("UPDATE population SET checksum = checksum + 1 WHERE generation = 0");
    struct job *job = ask(&question_fetch_level, key_of(0), true);
    ck_assert(persist_work_do(&work, job));
    ck_assert_int_eq(job->result, ERR_OK);
    ck_assert_ptr_nonnull(question_of(job)->level);
    ck_assert(question_of(job)->is_population_lost);
    ck_assert_uint_eq(question_of(job)->population.length, 0);
    job_free(job);

    run_sql("UPDATE level SET checksum = checksum + 1 WHERE generation = 1");
    job = ask(&question_fetch_level, key_of(1), true);
    ck_assert(persist_work_do(&work, job));
    ck_assert_int_eq(job->result, ERR_CHECKSUM);
    expect_population(job, TILE_DOOR_OPEN);
    job_free(job);

    run_sql("DELETE FROM population");
    job = ask(&question_fetch_level, key_of(0), true);
    ck_assert(persist_work_do(&work, job));
    ck_assert_int_eq(job->result, ERR_OK);
    ck_assert(!question_of(job)->is_population_lost && question_of(job)->population.length == 0);
    job_free(job);
}

TEST(the_list_names_each_generation_with_the_style_it_was_asked_for_in)
{
    save_two();
    ck_assert(save(take_third()));
    struct job *job = job_new(&question_list_levels);
    ck_assert_ptr_nonnull(job);
    ck_assert(persist_work_do(&work, job));
    ck_assert_int_eq(job->result, ERR_OK);
    const struct level_list *levels = job->content;
    ck_assert_int_eq(levels->count, 2);
    for (int i = 0; i < 2; i++) {
        ck_assert(level_key_equal(levels->list[i].key, key_of((uint32_t)i + 1)));
        ck_assert_int_eq(levels->list[i].width, stage_level(&stage)->width);
        ck_assert_int_eq(levels->list[i].height, stage_level(&stage)->height);
        ck_assert_str_eq(levels->list[i].style, "caves");
    }
    job_free(job);
}

/* Lets the delver see something new here and there in a level of several bands. */
static void see_something(struct delver *delver, struct rng *rng)
{
    for (int i = 0; i < 3; i++) {
        size_t cell = rng_below(rng, (uint32_t)delver->memory_size);
        delver->memory[cell] = (uint8_t)rng_below(rng, TILE_COUNT);
        delver->touched[cell / DELVER_CHUNK / 64] |= UINT64_C(1) << cell / DELVER_CHUNK % 64;
    }
    delver->is_memory_dirty = true;
    delver_list_add(&stage.world->unsaved, delver);
}

static void save_memory(void)
{
    struct job *job = job_new(&question_save);

    ck_assert_ptr_nonnull(job);
    ck_assert_int_eq(change_set_collect(job->content, stage.world, &images), ERR_OK);
    if (persist_work_do(&work, job))
        job_free(job);
}

static void expect_memory(const struct delver *delver)
{
    struct job *job = job_new(&question_fetch_memory);

    ck_assert_ptr_nonnull(job);
    struct memory_question *question = job->content;
    question->delver_id = delver->delver_id;
    question->key = delver->body.key;
    question->size = delver->memory_size;
    ck_assert(persist_work_do(&work, job));
    ck_assert_int_eq(job->result, ERR_OK);
    ck_assert_mem_eq(question->memory, delver->memory, delver->memory_size);
    job_free(job);
}

TEST(a_memory_is_saved_whole_whichever_saves_of_its_bands_were_refused)
{
    enum { CELLS = 5 * MEMORY_BAND + 17, SAVES = 200 };
    struct delver *delver = world_find_delver(stage.world, ada);
    struct rng rng;

    rng_init(&rng, 7);
    delver_set_memory(delver, delver_memory_new(CELLS), CELLS);
    for (int i = 0; i < SAVES; i++) {
        see_something(delver, &rng);
        if (rng_percent(&rng, 50))
            crash_disk_fail_at(disk, 1, FOR_EVER);
        save_memory();
        crash_disk_fail_at(disk, 0, 0);
        expect_memory(delver);
        if (rng_percent(&rng, 50))
            job_free(persist_work_retry(&work, true));
        expect_memory(delver);
    }
}
