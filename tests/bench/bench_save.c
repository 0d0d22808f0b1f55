/*
 * The cost of a save: 1,000 delvers who have moved and seen something new, on 20 levels with a door
 * moved and foes that have moved. First on the loop, where everybody waits (collecting the change
 * set): a new cell each, then what ten steps through the unknown show of a hall, then, because the
 * save before is not on disk yet, whole memories. Then on the database thread (one commit, flushed
 * to the disk that holds TMPDIR, else /tmp, and what it adds to the log). Beside it the other rare
 * work on the loop when the disk is behind: laying a set over one that waits.
 *
 *     bench_save [ROUNDS]
 */
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/check.h"
#include "bench/clock.h"
#include "db/records.h"
#include "db/sqlite_store.h"
#include "db/store.h"
#include "gen/gen.h"
#include "server/base/log.h"
#include "server/save/persist_work.h"
#include "world/world_tick.h"

enum {
    LEVELS = 20,
    DELVERS = 1000,
    ROUNDS_STANDARD = 200,
    ROUNDS_MAX = 100000,
    HALL_ROWS = 20,
    HALL_COLUMNS = 10,
    LOG_PAGE_SIZE = 4096,
};

struct bench {
    char folder[256];
    char path[300];
    struct world *world;
    struct memory_images images;
    struct log log;
    struct persist_work work;
    int rounds;
    int64_t *collect_ns;
    int64_t *walk_ns;
    int64_t *behind_ns;
    int64_t *merge_ns;
    int64_t *commit_ns;
    int64_t *log_bytes;
};

static void require(enum err error)
{
    CHECK(error == ERR_OK);
}

static void add_level(struct bench *bench, uint16_t depth)
{
    struct input input = {.kind = INPUT_LEVEL_ADD};
    struct gen_request request;
    struct gen_report report;

    gen_request_for_key(&request, bench->world->seed, (struct level_key){.depth = depth});
    require(gen_level(&request, &input.level, &report));
    world_tick(bench->world, &input, 1);
}

static void add_delver(struct bench *bench, int64_t id)
{
    struct account_record account = {.mode = MODE_LINE, .password_hash = "none"};
    struct delver_record record = {.id = id, .health = 20, .health_max = 20, .life = life_new()};
    struct input input = {.kind = INPUT_JOIN};
    int64_t stored = 0;
    int number = (int)id;

    record.level.depth = (uint16_t)(1 + id % LEVELS);
    snprintf(account.name, sizeof account.name, "Bench%c%c%c", 'a' + number / 676,
             'a' + number / 26 % 26, 'a' + number % 26);
    snprintf(account.skeleton, sizeof account.skeleton, "%s", account.name);
    require(store_create_account(bench->work.store, &account, &record, &stored));
    CHECK(stored == id);
    const struct level *level = world_level(bench->world, record.level);
    require(delver_new(&record, account.name, NULL, level_cell_count(level), &input.newcomer));
    world_tick(bench->world, &input, 1);
}

static void open_bench(struct bench *bench)
{
    const struct world_limits limits = {.delvers_max = DELVERS,
                                        .levels_max = LEVELS,
                                        .foes_max = WORLD_FOES_MAX,
                                        .population_percent = 100};
    const char *base = getenv("TMPDIR");
    struct store_status status;

    snprintf(bench->folder, sizeof bench->folder, "%s/undercroft-bench-XXXXXX",
             base == NULL ? "/tmp" : base);
    CHECK(mkdtemp(bench->folder) != NULL);
    snprintf(bench->path, sizeof bench->path, "%s/world.db", bench->folder);
    bench->log = (struct log){.level_min = LOG_ERROR, .descriptor = 2};
    bench->work.log = &bench->log;
    require(store_open(bench->path, &bench->work.store, &status));
    require(world_new(1, 0, limits, &bench->world));
    require(memory_images_init(&bench->images, DELVERS));
    for (uint16_t depth = 1; depth <= LEVELS; depth++)
        add_level(bench, depth);
    require(store_begin(bench->work.store));
    for (int64_t id = 1; id <= DELVERS; id++)
        add_delver(bench, id);
    require(store_commit(bench->work.store));
    CHECK(bench->world->delver_count == DELVERS);
}

static void close_bench(struct bench *bench)
{
    require(store_close(bench->work.store));
    memory_images_release(&bench->images);
    world_free(bench->world);
    unlink(bench->path);
    rmdir(bench->folder);
    free(bench->collect_ns);
    free(bench->walk_ns);
    free(bench->behind_ns);
    free(bench->merge_ns);
    free(bench->commit_ns);
    free(bench->log_bytes);
}

static void see(struct delver *delver, size_t cell)
{
    cell %= delver->memory_size;
    delver->memory[cell] ^= 1;
    delver->touched[cell / DELVER_CHUNK / 64] |= UINT64_C(1) << cell / DELVER_CHUNK % 64;
}

/* Everybody has moved a little, and remembers some rows of cells otherwise than before. */
static void make_dirty(struct bench *bench, int round, int rows, int columns)
{
    for (uint32_t i = 0; i < bench->world->limits.delvers_max; i++) {
        struct delver *delver = bench->world->delvers[i];
        delver->steps++;
        for (int cell = 0; cell < rows * columns; cell++)
            see(delver,
                (size_t)(round + cell % columns + cell / columns * delver->body.level->width));
        delver->is_record_dirty = true;
        delver->is_memory_dirty = true;
        delver_list_add(&bench->world->unsaved, delver);
    }
    for (uint32_t i = 0; i < bench->world->level_count; i++) {
        struct level *level = bench->world->levels[i];
        level->is_dirty = true;
        level->population.is_dirty = true;
        (void)rng_next(&level->rng);
    }
}

/* Returns how long it took. */
static int64_t collect(struct bench *bench, struct job **out)
{
    int64_t started_ns = clock_wall_ns();

    *out = job_new(&question_save);
    CHECK(*out != NULL);
    require(change_set_collect((*out)->content, bench->world, &bench->images));
    const struct change_set *set = (*out)->content;
    CHECK(set->of[CHANGE_DELVERS].count == DELVERS && set->of[CHANGE_LEVELS].count == LEVELS &&
          set->of[CHANGE_POPULATIONS].count == LEVELS && set->of[CHANGE_MEMORIES].count == DELVERS);
    return clock_wall_ns() - started_ns;
}

/* Pages that went into the log since the last call. */
static int64_t take_log_pages(struct bench *bench)
{
    int pages = 0;
    int ignored = 0;

    CHECK(sqlite3_db_status(sqlite_of(bench->work.store)->handle, SQLITE_DBSTATUS_CACHE_WRITE,
                            &pages, &ignored, true) == SQLITE_OK);
    return pages;
}

/* Returns how long the commit took. */
static int64_t write_out(struct bench *bench, struct job *job)
{
    int64_t started_ns = clock_wall_ns();

    CHECK(persist_work_do(&bench->work, job) && job->result == ERR_OK);
    int64_t commit_ns = clock_wall_ns() - started_ns;
    job_free(job);
    persist_work_checkpoint(&bench->work);
    return commit_ns;
}

static void run_round(struct bench *bench, int round)
{
    struct job *job;
    struct job *newer;

    make_dirty(bench, 3 * round, HALL_ROWS, HALL_COLUMNS);
    bench->walk_ns[round] = collect(bench, &job);
    (void)write_out(bench, job);
    make_dirty(bench, 3 * round + 1, 1, 1);
    bench->collect_ns[round] = collect(bench, &job);

    make_dirty(bench, 3 * round + 2, 1, 1);
    bench->behind_ns[round] = collect(bench, &newer);
    int64_t started_ns = clock_wall_ns();
    require(change_set_merge(job->content, newer->content));
    bench->merge_ns[round] = clock_wall_ns() - started_ns;
    job_free(newer);

    (void)take_log_pages(bench);
    bench->commit_ns[round] = write_out(bench, job);
    bench->log_bytes[round] = take_log_pages(bench) * LOG_PAGE_SIZE;
}

static void print(const char *what, int64_t *values, int count)
{
    clock_sort(values, (size_t)count);
    printf("%-38s: p50 %6" PRId64 "  p95 %6" PRId64 "  max %6" PRId64 "\n", what,
           clock_percentile(values, (size_t)count, 50) / 1000,
           clock_percentile(values, (size_t)count, 95) / 1000,
           clock_percentile(values, (size_t)count, 100) / 1000);
}

int main(int argc, char **argv)
{
    struct bench bench = {.rounds = ROUNDS_STANDARD};

    if (argc > 1)
        bench.rounds = (int)strtol(argv[1], NULL, 10);
    if (bench.rounds < 1 || bench.rounds > ROUNDS_MAX) {
        fprintf(stderr, "usage: bench_save [ROUNDS]\n");
        return EXIT_FAILURE;
    }
    bench.collect_ns = calloc((size_t)bench.rounds, sizeof *bench.collect_ns);
    bench.walk_ns = calloc((size_t)bench.rounds, sizeof *bench.walk_ns);
    bench.behind_ns = calloc((size_t)bench.rounds, sizeof *bench.behind_ns);
    bench.merge_ns = calloc((size_t)bench.rounds, sizeof *bench.merge_ns);
    bench.commit_ns = calloc((size_t)bench.rounds, sizeof *bench.commit_ns);
    bench.log_bytes = calloc((size_t)bench.rounds, sizeof *bench.log_bytes);
    CHECK(bench.collect_ns != NULL && bench.walk_ns != NULL && bench.behind_ns != NULL &&
          bench.merge_ns != NULL && bench.commit_ns != NULL && bench.log_bytes != NULL);
    open_bench(&bench);
    for (int round = 0; round < bench.rounds; round++)
        run_round(&bench, round);
    printf("%d delvers, %d levels, %d saves\n", DELVERS, LEVELS, bench.rounds);
    print("loop: collect, a new cell each, us", bench.collect_ns, bench.rounds);
    print("loop: collect, ten new steps each, us", bench.walk_ns, bench.rounds);
    print("loop, disk behind: collect, us", bench.behind_ns, bench.rounds);
    print("loop, disk behind: lay over, us", bench.merge_ns, bench.rounds);
    print("database thread: one commit, us", bench.commit_ns, bench.rounds);
    print("its log, kB", bench.log_bytes, bench.rounds);
    close_bench(&bench);
    return EXIT_SUCCESS;
}
