/*
 * The cost of a commit: so many dirty delvers and levels in one transaction, flushed to the disk
 * that holds TMPDIR (else /tmp). One line of JSON a case, times in microseconds. Checkpoints run
 * where they fall, so that the worst case has them in it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "db/backup.h"
#include "db/examine.h"
#include "db/records.h"
#include "db/store.h"

enum {
    DELVER_COUNT = 1000,
    ROUND_COUNT = 100,
    BLOB_SIZE = 4000, /* about what a level of 80 by 50 cells takes */
    MEMORY_CELLS = 100 * 57,
    RUN_LENGTH = 9,       /* of tiles in a memory: what half-explored rooms come to */
    RUN_LENGTH_WORST = 2, /* a byte a cell: noise */
    LARGE_DEPTHS = 25,    /* that each delver remembers at worst */
    PATH_SIZE = 512,
};

struct bench_case {
    int delver_count;
    int level_count;
    int memory_count;
    int run_length;
};

static const struct bench_case cases[] = {
    {.delver_count = 1},
    {.delver_count = 100},
    {.delver_count = 1000},
    {.delver_count = 1, .level_count = 20},
    {.delver_count = 100, .level_count = 20},
    {.delver_count = 1000, .level_count = 20},
    {.delver_count = 100, .memory_count = 100, .run_length = RUN_LENGTH},
    {.delver_count = 1000, .level_count = 20, .memory_count = 1000, .run_length = RUN_LENGTH},
    {.delver_count = 1000, .level_count = 20, .memory_count = 1000, .run_length = RUN_LENGTH_WORST},
};

static void require(enum err error, const char *what)
{
    if (error == ERR_OK)
        return;
    fprintf(stderr, "bench_store: %s: %s\n", what, err_text(error));
    exit(EXIT_FAILURE);
}

static double now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void create_delvers(struct store *store)
{
    struct account_record account = {.mode = MODE_LINE, .password_hash = "none"};
    struct delver_record delver = {
        .level = {.depth = 1}, .health = 1, .health_max = 1, .life = life_new()};
    int64_t id;

    require(store_begin(store), "begin");
    for (int i = 0; i < DELVER_COUNT; i++) {
        snprintf(account.name, sizeof account.name, "Bench%c%c%c", 'a' + i / 676, 'a' + i / 26 % 26,
                 'a' + i % 26);
        snprintf(account.skeleton, sizeof account.skeleton, "%s", account.name);
        require(store_create_account(store, &account, &delver, &id), "account");
    }
    require(store_commit(store), "commit");
}

static void save_one_set(struct store *store, const struct bench_case *set, int round)
{
    uint8_t blob[BLOB_SIZE];
    uint8_t tiles[MEMORY_CELLS];
    struct level_blob level = {.style = "rooms", .format = 1};

    memset(blob, round, sizeof blob);
    for (int i = 0; i < MEMORY_CELLS; i++)
        tiles[i] = set->memory_count == 0 || (i + round) / set->run_length % 2 == 0 ? TILE_UNKNOWN
                                                                                    : TILE_FLOOR;
    require(store_begin(store), "begin");
    require(store_save_meta(store, META_TICK, (uint64_t)round), "tick");
    for (int i = 1; i <= set->delver_count; i++) {
        struct delver_record delver = {.id = i,
                                       .level = {.depth = 1},
                                       .at = pos_of(round, i % 50),
                                       .health = 1,
                                       .health_max = 1,
                                       .steps = (uint64_t)round,
                                       .life = life_new()};
        require(store_save_delver(store, &delver), "delver");
    }
    for (int i = 1; i <= set->level_count; i++) {
        level.key.depth = (uint16_t)i;
        require(store_save_level(store, &level, blob, sizeof blob), "level");
    }
    for (int i = 1; i <= set->memory_count; i++) {
        const struct level_key key = {.depth = 1};
        require(store_save_memory(store, i, key, tiles, MEMORY_CELLS, MEMORY_BANDS_ALL), "memory");
    }
    require(store_commit(store), "commit");
}

static int compare_doubles(const void *left, const void *right)
{
    const double *a = left;
    const double *b = right;

    return (*a > *b) - (*a < *b);
}

static void run_case(struct store *store, const struct bench_case *set)
{
    double times[ROUND_COUNT];
    double sum = 0;

    save_one_set(store, set, 0);
    for (int round = 0; round < ROUND_COUNT; round++) {
        double start = now_us();
        save_one_set(store, set, round + 1);
        times[round] = now_us() - start;
        sum += times[round];
    }
    qsort(times, ROUND_COUNT, sizeof times[0], compare_doubles);
    printf("{\"delvers\":%d,\"levels\":%d,\"memories\":%d,\"run_length\":%d,\"commits\":%d,"
           "\"p50_us\":%.0f,\"mean_us\":%.0f,\"p95_us\":%.0f,\"max_us\":%.0f}\n",
           set->delver_count, set->level_count, set->memory_count, set->run_length, ROUND_COUNT,
           times[ROUND_COUNT / 2], sum / ROUND_COUNT, times[ROUND_COUNT * 95 / 100],
           times[ROUND_COUNT - 1]);
}

/* The look at every row that a start takes; the rows were all written a moment ago. */
static void run_examination(struct store *store)
{
    struct examination examination;
    double start = now_us();

    require(store_examine(store, &examination), "examine");
    printf("{\"examined_rows\":%llu,\"is_whole\":%s,\"examine_us\":%.0f}\n",
           (unsigned long long)(examination.rows[RECORD_ACCOUNT].all +
                                examination.rows[RECORD_DELVER].all +
                                examination.rows[RECORD_LEVEL].all +
                                examination.rows[RECORD_MEMORY].all),
           examination.state_is_whole ? "true" : "false", now_us() - start);
}

/* A world so large that its proof takes long: how long a save has to wait for a bit of the copy
   that is proven, beside what proving it in its place would take. */
static void run_snapshot(struct store *store)
{
    static uint8_t tiles[MEMORY_CELLS];
    atomic_bool interrupt = false;
    struct examination examination;
    struct snapshot *snapshot = NULL;
    struct store_status status;
    double longest = 0;
    double whole = now_us();
    bool is_whole = false;
    int steps = 0;

    for (int i = 0; i < MEMORY_CELLS; i++)
        tiles[i] = i / RUN_LENGTH_WORST % 2 == 0 ? TILE_UNKNOWN : TILE_FLOOR;
    for (uint16_t depth = 2; depth <= LARGE_DEPTHS; depth++) {
        require(store_begin(store), "begin");
        for (int i = 1; i <= DELVER_COUNT; i++)
            require(store_save_memory(store, i, (struct level_key){.depth = depth}, tiles,
                                      MEMORY_CELLS, MEMORY_BANDS_ALL),
                    "memory");
        require(store_commit(store), "commit");
    }
    require(store_checkpoint(store), "checkpoint");
    whole = now_us();
    require(snapshot_begin(store, &snapshot, &status), "snapshot");
    while (!is_whole) {
        double start = now_us();
        require(snapshot_step(snapshot, &is_whole, &status), "step");
        longest = now_us() - start > longest ? now_us() - start : longest;
        steps++;
    }
    double copied = now_us();
    require(snapshot_prove(snapshot, &interrupt, &examination, &status), "prove");
    printf("{\"snapshot_rows\":%llu,\"steps\":%d,\"longest_step_us\":%.0f,\"copy_us\":%.0f,"
           "\"prove_us\":%.0f,\"is_whole\":%s}\n",
           (unsigned long long)(examination.rows[RECORD_DELVER].all +
                                examination.rows[RECORD_MEMORY].all),
           steps, longest, copied - whole, now_us() - copied,
           examination.state_is_whole ? "true" : "false");
    snapshot_free(snapshot);
}

int main(void)
{
    const char *base = getenv("TMPDIR");
    char folder[PATH_SIZE / 2];
    char path[PATH_SIZE];
    struct store *store = NULL;
    struct store_status status;

    snprintf(folder, sizeof folder, "%s/undercroft-bench-XXXXXX", base != NULL ? base : "/tmp");
    if (mkdtemp(folder) == NULL) {
        perror("bench_store");
        return EXIT_FAILURE;
    }
    snprintf(path, sizeof path, "%s/world.db", folder);
    require(store_open(path, &store, &status), "open");
    create_delvers(store);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        run_case(store, &cases[i]);
    run_examination(store);
    run_snapshot(store);
    require(store_close(store), "close");
    unlink(path);
    rmdir(folder);
    return EXIT_SUCCESS;
}
