/*
 * Delvers' scores as the database thread lists them: each list in its order, the deepest first,
 * rows that wait for a refusing disk before the rows on it, and no delver who is damaged or gone.
 */
#include "server/save/persist_scores.h"

#include <stdio.h>
#include <string.h>

#include "crash_disk.h"
#include "db/records.h"
#include "db/store.h"
#include "server/base/log.h"
#include "server/save/persist_work.h"
#include "support/stage.h"
#include "support/test.h"

enum { FOR_EVER = 1000000 };

static const char hall[] = "########\n"
                           "#<abc.>#\n"
                           "########\n";

static struct crash_disk *disk;
static struct log quiet = {.level_min = LOG_ERROR, .descriptor = -1};
static struct persist_work work;
static struct job *answer; /* of the last list */

static void set_up(void)
{
    struct store_status status;

    disk = crash_disk_new(1);
    work = (struct persist_work){.log = &quiet, .world_seed = 1};
    enum err error = store_open(CRASH_DISK_FOLDER "/undercroft.db", &work.store, &status);
    ck_assert_msg(error == ERR_OK, "%s", status.reason);
}

static void tear_down(void)
{
    job_free(answer);
    answer = NULL;
    crash_disk_fail_at(disk, 0, 0);
    job_free(work.unsaved);
    ck_assert_int_eq(store_close(work.store), ERR_OK);
    crash_disk_free(disk);
}

static int64_t create(const char *name, uint16_t deepest, int64_t experience)
{
    struct account_record account = {.mode = MODE_LINE, .password_hash = "none"};
    struct delver_record delver = stage_newborn();
    int64_t id = 0;

    delver.life.deepest = deepest;
    delver.life.experience = experience;
    snprintf(account.name, sizeof account.name, "%s", name);
    snprintf(account.skeleton, sizeof account.skeleton, "%s", name);
    ck_assert_int_eq(store_create_account(work.store, &account, &delver, &id), ERR_OK);
    return id;
}

/* The deepest of all time. */
static const struct score_list_rows *scores(void)
{
    return &((const struct score_lists *)answer->content)->lists[SCORE_DEEPEST][SCORE_EVER];
}

/* The names of a list, one after the other, in season 2. */
static const char *names_of(enum score_list list, enum score_period period)
{
    static char text[SCORES_MAX * (NAME_LENGTH_MAX + 1) + 1];
    size_t length = 0;

    job_free(answer);
    answer = job_new(&question_load_scores);
    ck_assert_ptr_nonnull(answer);
    struct score_lists *lists = answer->content;
    lists->season = 2;
    ck_assert(persist_work_do(&work, answer));
    ck_assert_int_eq(answer->result, ERR_OK);
    text[0] = '\0';
    const struct score_list_rows *rows = &lists->lists[list][period];
    for (int i = 0; i < rows->count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i > 0 ? " " : "",
                                   rows->rows[i].name);
    return text;
}

static const char *names(void)
{
    return names_of(SCORE_DEEPEST, SCORE_EVER);
}

TEST_FIXTURE(set_up, tear_down);

TEST(the_deepest_are_first_and_experience_parts_those_of_one_depth)
{
    ck_assert_str_eq(names(), "");
    create("Ada", 3, 90);
    create("Brom", 5, 10);
    create("Cyd", 3, 100);
    create("Newcomer", 0, 0);
    create("Dee", 3, 90);
    create("Fighter", 0, 7);
    ck_assert_str_eq(names(), "Brom Cyd Ada Dee Fighter");
    ck_assert_int_eq(scores()->rows[1].deepest, 3);
    ck_assert_int_eq(scores()->rows[1].experience, 100);
    ck_assert_uint_eq(scores()->rows[1].life, 1);
}

TEST(the_list_ends_with_the_tenth)
{
    for (int i = 0; i < 60; i++) {
        char name[NAME_LENGTH_MAX + 1];
        snprintf(name, sizeof name, "Delver%c%c", 'a' + i / 10, 'a' + i % 10);
        create(name, (uint16_t)(1 + i), 0);
    }
    (void)names();
    ck_assert_int_eq(scores()->count, SCORES_MAX);
    ck_assert_str_eq(scores()->rows[0].name, "Delverfj");
    ck_assert_str_eq(scores()->rows[SCORES_MAX - 1].name, "Delverfa");
}

TEST(who_is_forgotten_is_not_listed)
{
    create("Ada", 3, 90);
    int64_t brom = create("Brom", 5, 10);
    ck_assert_int_eq(store_forget_account(work.store, brom), ERR_OK);
    ck_assert_str_eq(names(), "Ada");
}

/* The delver plays, has come that far, and is not saved. */
static void play(struct stage *stage, int64_t id, char place, uint16_t deepest)
{
    struct delver *delver =
        stage_delver(stage, stage_join(stage, id, draw_level_find(hall, place)));

    delver->life.deepest = deepest;
    delver->life.experience = 20;
    delver_note_change(delver);
}

TEST(what_the_disk_refuses_counts_already)
{
    struct memory_images images;
    struct stage stage;
    struct job *save = job_new(&question_save);

    create("Ada", 3, 90);
    int64_t brom = create("Brom", 2, 10);
    int64_t cyd = create("Cyd", 4, 10);
    int64_t gone = create("Gone", 8, 10);
    ck_assert_int_eq(store_forget_account(work.store, gone), ERR_OK);
    stage_init(&stage, hall);
    ck_assert_int_eq(memory_images_init(&images, STAGE_DELVERS_MAX), ERR_OK);
    play(&stage, brom, 'a', 6);
    play(&stage, cyd, 'b', 1);
    play(&stage, gone, 'c', 9);
    ck_assert_ptr_nonnull(save);
    ck_assert_int_eq(change_set_collect(save->content, stage.world, &images), ERR_OK);
    crash_disk_fail_at(disk, 1, FOR_EVER);
    ck_assert_msg(!persist_work_do(&work, save), "the disk did not refuse");
    ck_assert_str_eq(names(), "Brom Ada Cyd");
    ck_assert_int_eq(scores()->rows[0].experience, 20);
    memory_images_release(&images);
    stage_release(&stage);
}

/* Saves the delver with these honours. */
static void honour(int64_t id, const struct honours *honours)
{
    struct delver_record delver;

    ck_assert_int_eq(store_load_delver(work.store, id, &delver), ERR_OK);
    delver.life.honours = *honours;
    ck_assert_int_eq(store_save_delver(work.store, &delver), ERR_OK);
}

TEST(each_list_has_an_order_of_its_own)
{
    int64_t ada = create("Ada", 3, 90);
    int64_t brom = create("Brom", 2, 10);
    int64_t cyd = create("Cyd", 1, 10);

    honour(ada, &(struct honours){.kindled = 1,
                                  .season = 2,
                                  .ever = {.kindled = 1, .kindled_in = 500, .falls = 2, .given = 7},
                                  .in_season = {.deepest = 3, .given = 7}});
    honour(
        brom,
        &(struct honours){
            .kindled = 2,
            .season = 2,
            .ever = {.kindled = 2, .kindled_in = 500, .falls = 1, .reached_in = {60}, .renown = 1},
            .in_season = {.deepest = 5, .reached_in = {60}}});
    honour(cyd, &(struct honours){.season = 1,
                                  .ever = {.deepest = 12, .reached_in = {40}, .given = 8},
                                  .in_season = {.deepest = 12, .reached_in = {40}, .given = 8}});
    ck_assert_str_eq(names(), "Cyd Ada Brom");
    ck_assert_str_eq(names_of(SCORE_DEEPEST, SCORE_SEASON), "Brom Ada");
    ck_assert_str_eq(names_of(SCORE_KINDLERS, SCORE_EVER), "Brom Ada");
    ck_assert_uint_eq(((const struct score_lists *)answer->content)->embers, 3);
    ck_assert_str_eq(names_of(SCORE_KINDLERS, SCORE_SEASON), "");
    ck_assert_str_eq(names_of(SCORE_FASTEST, SCORE_EVER), "Cyd Brom");
    ck_assert_str_eq(names_of(SCORE_FASTEST, SCORE_SEASON), "Brom");
    ck_assert_str_eq(names_of(SCORE_RICHEST, SCORE_EVER), "Cyd Ada");
    ck_assert_str_eq(names_of(SCORE_RICHEST, SCORE_SEASON), "Ada");
    ck_assert_str_eq(names_of(SCORE_RENOWN, SCORE_EVER), "Brom");
    ck_assert_str_eq(names_of(SCORE_SWORN, SCORE_EVER), "");
}
