/*
 * The run of worlds and cuts.
 *
 * At any time the disk may hold one of a few states: the last one acknowledged, or one that a
 * commit was writing when it failed. Nothing between two states is ever allowed. The state read
 * after a cut is the only possible one from then on.
 */
#include "power_run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "crash_disk.h"
#include "db/examine.h"
#include "db/store.h"
#include "power_state.h"

#define WORLD_PATH CRASH_DISK_FOLDER "/world.db"

enum {
    WORLD_CUTS = 50,
    POSSIBLE_MAX = 8,
    PAST_COUNT = 64, /* acknowledged states kept to tell an old one from a wrong one */
    CHANGES_MAX = 8,
    ATTEMPTS_MAX = 8,
    FAULTS_IN_A_ROW_MAX = 3,
    ROWS_AT_A_TIME = 8,
    ROWS_MAX = 10000,
};

struct world {
    const struct power_options *options;
    struct power_result *result;
    uint64_t seed;
    struct rng rng;
    struct crash_disk *disk;
    struct store *store;
    bool was_opened; /* once at least: no new world may be made since then */
    bool has_failed;
    bool was_cut; /* since the store was last open */
    int cuts;
    uint32_t version;
    struct power_state visible;
    struct power_state possible[POSSIBLE_MAX];
    int possible_count;
    struct power_state past[PAST_COUNT];
    uint32_t past_count;
    int checkpoint_percent;
    int reopen_percent;
};

/* A transaction, or one save outside of any. */
struct work {
    struct power_state after;
    struct power_change changes[CHANGES_MAX];
    int change_count;
    bool is_transaction;
};

__attribute__((format(printf, 3, 4))) static void fail(struct world *world, int *counter,
                                                       const char *format, ...)
{
    struct power_result *result = world->result;
    char what[300];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    (*counter)++;
    world->has_failed = true;
    snprintf(result->failure, sizeof result->failure,
             "%s (cut %d of the world of seed %llu; alone: POWER_SEED=%llu POWER_CUTS=%d)", what,
             world->cuts, (unsigned long long)world->seed, (unsigned long long)world->seed,
             world->cuts + 1);
}

static void forget_past(struct world *world, const struct power_state *only)
{
    world->visible = *only;
    world->possible[0] = *only;
    world->possible_count = 1;
}

static void add_possible(struct world *world, const struct power_state *state)
{
    const struct power_state *last = &world->possible[world->possible_count - 1];

    if (memcmp(last, state, sizeof *state) == 0)
        return;
    CHECK(world->possible_count < POSSIBLE_MAX);
    world->possible[world->possible_count++] = *state;
}

static void acknowledge(struct world *world, const struct power_state *state)
{
    world->past[world->past_count++ % PAST_COUNT] = world->visible;
    world->result->commits++;
    forget_past(world, state);
}

static bool is_past(struct world *world)
{
    char reason[128];

    for (uint32_t i = 0; i < PAST_COUNT && i < world->past_count; i++) {
        if (power_state_matches(world->store, &world->past[i], reason, sizeof reason))
            return true;
    }
    return false;
}

/* Which of the possible states the store holds; after a cut that one is certain. */
static void recognise(struct world *world)
{
    char reason[128] = "";
    char other[128];

    for (int i = 0; i < world->possible_count; i++) {
        struct power_state state = world->possible[i];
        if (!power_state_matches(world->store, &state, i == 0 ? reason : other, sizeof reason))
            continue;
        world->visible = state;
        if (world->was_cut) {
            world->result->in_flight += i > 0;
            forget_past(world, &state);
        }
        world->was_cut = false;
        return;
    }
    if (is_past(world))
        fail(world, &world->result->lost, "an acknowledged commit is lost: %s", reason);
    else
        fail(world, &world->result->halved, "a state that no commit left: %s", reason);
}

/* A call failed although the power is on: only a fault of the disk excuses that. */
static void excuse(struct world *world, uint64_t faults_before, const char *what, enum err error)
{
    if (crash_disk_is_off(world->disk) || world->has_failed ||
        crash_disk_counts(world->disk)->faults > faults_before)
        return;
    fail(world, &world->result->wrong, "%s failed on a disk without fault: %s", what,
         err_text(error));
}

static uint64_t fault_count(const struct world *world)
{
    return crash_disk_counts(world->disk)->faults;
}

static bool may_go_on(const struct world *world)
{
    return !world->has_failed && !crash_disk_is_off(world->disk);
}

static void open_store(struct world *world)
{
    struct store_status status;
    enum err error = ERR_DISK;

    for (int i = 0; i < ATTEMPTS_MAX && error != ERR_OK && may_go_on(world); i++) {
        uint64_t faults = fault_count(world);
        error = store_open(WORLD_PATH, &world->store, &status);
        if (error != ERR_OK && !crash_disk_is_off(world->disk) && fault_count(world) == faults)
            fail(world, &world->result->refused, "the store cannot be opened: %s", status.reason);
    }
    if (error != ERR_OK)
        return;
    if (world->was_opened && status.is_new) {
        fail(world, &world->result->lost, "a new world was laid over the old one");
        return;
    }
    world->was_opened = true;
    /* If the power is off at the end of the opening, the surviving state cannot be read yet. */
    if (!crash_disk_is_off(world->disk))
        recognise(world);
}

static void close_store(struct world *world)
{
    if (world->store == NULL)
        return;
    uint64_t faults = fault_count(world);
    enum err error = store_close(world->store);
    world->store = NULL;
    if (error != ERR_OK)
        excuse(world, faults, "closing", error);
}

/* A change that the state allows and the work does not have yet; false if chance found none. */
static bool pick_change(struct world *world, struct work *work)
{
    struct power_change change;

    change.kind = (enum power_kind)rng_below(&world->rng, POWER_TICK);
    change.place = (int)rng_below(&world->rng, (uint32_t)power_kind_places(change.kind));
    if (!power_state_allows(&work->after, change))
        return false;
    for (int i = 0; i < work->change_count; i++) {
        if (work->changes[i].kind == change.kind && work->changes[i].place == change.place)
            return false;
    }
    power_state_change(&work->after, change, ++world->version);
    work->changes[work->change_count++] = change;
    return true;
}

static void plan_work(struct world *world, struct work *work)
{
    static const struct power_change tick = {POWER_TICK, 0};
    int wanted = rng_range(&world->rng, 1, CHANGES_MAX - 1);

    work->after = world->visible;
    work->change_count = 0;
    work->is_transaction = rng_percent(&world->rng, 80);
    if (!work->is_transaction)
        wanted = 1;
    for (int i = 0; i < 4 * CHANGES_MAX && work->change_count < wanted; i++)
        pick_change(world, work);
    /*
     * A role may stay the same, and then SQLite writes nothing: such a commit would not replace
     * one before it that failed and is still in the log. The tick never stays the same.
     */
    if (work->change_count == 0 || power_state_may_stay(&work->after, work->changes[0]))
        work->is_transaction = true;
    if (work->is_transaction) {
        power_state_change(&work->after, tick, ++world->version);
        work->changes[work->change_count++] = tick;
    }
}

static enum err save_all(struct world *world, const struct work *work)
{
    enum err error = ERR_OK;

    for (int i = 0; i < work->change_count && error == ERR_OK; i++)
        error = power_state_save(world->store, &work->after, work->changes[i]);
    return error;
}

/* ERR_OK: acknowledged. *out_is_open: the error leaves open whether it will be found. */
static enum err do_work(struct world *world, const struct work *work, bool *out_is_open)
{
    *out_is_open = true;
    if (!work->is_transaction)
        return save_all(world, work);
    *out_is_open = false;
    enum err error = store_begin(world->store);
    if (error != ERR_OK)
        return error;
    error = save_all(world, work);
    if (error != ERR_OK) {
        store_rollback(world->store);
        return error;
    }
    *out_is_open = true;
    return store_commit(world->store);
}

/* With the power on, what failed must have left no trace that can be seen. */
static void expect_undone(struct world *world)
{
    char reason[128];

    if (!power_state_matches(world->store, &world->visible, reason, sizeof reason))
        fail(world, &world->result->halved, "a failed commit was not rolled back: %s", reason);
}

static void commit_work(struct world *world)
{
    struct work work;

    plan_work(world, &work);
    for (int i = 0; i < ATTEMPTS_MAX && may_go_on(world); i++) {
        bool is_open = false;
        uint64_t faults = fault_count(world);
        enum err error = do_work(world, &work, &is_open);

        world->result->retries += i > 0;
        if (error == ERR_OK) {
            acknowledge(world, &work.after);
            return;
        }
        excuse(world, faults, "a commit", error);
        if (is_open)
            add_possible(world, &work.after);
        if (may_go_on(world))
            expect_undone(world);
        /* Half of what failed is given up, as long as the possible states can be remembered. */
        if (world->possible_count < POSSIBLE_MAX - 1 && rng_percent(&world->rng, 50))
            return;
    }
}

static void abandon_work(struct world *world)
{
    struct work work;

    plan_work(world, &work);
    uint64_t faults = fault_count(world);
    enum err error = store_begin(world->store);
    if (error == ERR_OK)
        error = save_all(world, &work);
    store_rollback(world->store);
    if (error != ERR_OK)
        excuse(world, faults, "a save", error);
    if (may_go_on(world))
        expect_undone(world);
}

static void checkpoint(struct world *world)
{
    uint64_t faults = fault_count(world);
    enum err error = store_checkpoint(world->store);

    if (error != ERR_OK)
        excuse(world, faults, "a checkpoint", error);
}

/* Checks `rows` more rows in the proof that began when the store was opened. The proof never calls
   a database broken that a cut has left. */
static void prove(struct world *world, int rows)
{
    uint64_t faults = fault_count(world);
    bool is_over = false;
    enum err error = ERR_OK;

    for (int i = 0; error == ERR_OK && !is_over && i < rows; i += ROWS_AT_A_TIME) {
        error = store_prove(world->store, ROWS_AT_A_TIME);
        const struct examination *found = store_proof(world->store, &is_over);
        if (!found->state_is_whole && may_go_on(world))
            fail(world, &world->result->halved, "the proof of all rows: %s",
                 found->findings[found->finding_count - 1]);
    }
    world->result->proofs += is_over;
    if (error != ERR_OK)
        excuse(world, faults, "the proof", error);
}

static void step(struct world *world)
{
    enum { ABANDON_PERCENT = 4, PROVE_PERCENT = 25 };

    if (rng_percent(&world->rng, PROVE_PERCENT))
        prove(world, ROWS_AT_A_TIME);

    if (rng_percent(&world->rng, world->checkpoint_percent)) {
        checkpoint(world);
    } else if (rng_percent(&world->rng, world->reopen_percent)) {
        close_store(world);
        open_store(world);
    } else if (rng_percent(&world->rng, ABANDON_PERCENT)) {
        abandon_work(world);
    } else {
        commit_work(world);
    }
    if (world->options->has_faults && rng_percent(&world->rng, 20))
        crash_disk_fail_at(world->disk, 1 + rng_below(&world->rng, 60),
                           1 + rng_below(&world->rng, FAULTS_IN_A_ROW_MAX));
}

static void live_until_cut(struct world *world)
{
    /* Short lives hit the making and the opening, long ones the checkpoints that come unasked. */
    static const uint32_t lives[] = {12, 100, 600, 3000};
    uint32_t life = lives[rng_below(&world->rng, sizeof lives / sizeof lives[0])];

    crash_disk_cut_at(world->disk, 1 + rng_below(&world->rng, life));
    open_store(world);
    world->result->cuts_in_opening += crash_disk_is_off(world->disk);
    while (may_go_on(world))
        step(world);
    close_store(world);
    if (world->has_failed)
        return;
    world->cuts++;
    world->was_cut = true;
    crash_disk_power_up(world->disk);
}

static void collect(struct world *world)
{
    const struct crash_counts *counts = crash_disk_counts(world->disk);
    struct power_result *result = world->result;

    result->worlds++;
    result->cuts += world->cuts;
    result->faults += counts->faults;
    result->operations += counts->operations;
    result->names_dropped += counts->names_dropped;
    result->sectors.kept += counts->sectors.kept;
    result->sectors.dropped += counts->sectors.dropped;
    result->sectors.torn += counts->sectors.torn;
}

static void run_world(struct world *world, int cuts)
{
    /* Each world has its own habits: most faults hide in what hardly ever happens, or always. */
    static const int percents[] = {0, 2, 10};
    static const struct power_state nothing = {0};

    rng_init(&world->rng, world->seed);
    world->checkpoint_percent = percents[rng_below(&world->rng, 3)];
    world->reopen_percent = percents[rng_below(&world->rng, 3)];
    world->disk = crash_disk_new(rng_next(&world->rng));
    if (world->options->ignores_syncs)
        crash_disk_ignore_syncs(world->disk);
    forget_past(world, &nothing);
    while (world->cuts < cuts && !world->has_failed)
        live_until_cut(world);
    /* The last cut counts when what it left was looked at. */
    if (!world->has_failed) {
        open_store(world);
        if (world->store != NULL && may_go_on(world))
            prove(world, ROWS_MAX);
        close_store(world);
    }
    collect(world);
    crash_disk_free(world->disk);
}

void power_run(const struct power_options *options, struct power_result *out)
{
    uint64_t seed = options->seed;
    struct world *world = calloc(1, sizeof *world);

    CHECK(world != NULL);
    *out = (struct power_result){0};
    /* A world makes one cut at least, or it has failed. */
    while (out->cuts < options->cuts && out->worlds < options->cuts &&
           (options->goes_on_anywhere || power_failures(out) == 0)) {
        int rest = options->cuts - out->cuts;

        memset(world, 0, sizeof *world);
        world->options = options;
        world->result = out;
        world->seed = seed;
        run_world(world, rest < WORLD_CUTS ? rest : WORLD_CUTS);
        seed = rng_mix(seed + 1);
    }
    free(world);
}
