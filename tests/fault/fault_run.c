/*
 * Running scenarios.
 */
#include "fault_run.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "db/records.h"
#include "db/store.h"

enum ending { ENDING_GOES_ON, ENDING_POWER_CUT, ENDING_COUNT };

struct run {
    const struct scenario *scenario;
    struct fault_plan plan;
    enum ending ending;
    struct scene scene;
    /* Hash of the state after each step of a run without faults; [0] is before the first. */
    uint64_t states[SCENARIO_STEPS_MAX + 1];
    int step_count;
    int acknowledged; /* steps that are on disk for sure */
    int done;         /* steps that did not fail */
    uint64_t hits;
};

static void open_again(struct run *run)
{
    if (scene_open(&run->scene) != STEP_DONE)
        scene_fail(&run->scene, "the database cannot be opened although the faults are over");
}

static uint64_t read_state(struct run *run)
{
    open_again(run);
    return run->scene.work.store == NULL ? 0 : scene_read_state(&run->scene, run->scene.work.store);
}

static void begin(struct run *run)
{
    scene_init(&run->scene, run->scenario->files, run->plan.nth);
    if (run->scenario->prepare != NULL)
        run->scenario->prepare(&run->scene);
}

/* The state after each step. Reading them changes nothing that the next step sees. */
static void run_without_faults(struct run *run)
{
    begin(run);
    /* A migration is what opening does: there is no state before it that could be read. */
    for (int i = 0; run->scenario->steps[i] != NULL; i++) {
        bool was_open = run->scene.work.store != NULL;
        if (run->scenario->files != SCENE_RELEASED || was_open)
            run->states[i] = read_state(run);
        if (!was_open && run->scene.work.store != NULL)
            (void)scene_close(&run->scene);
        if (run->scenario->steps[i](&run->scene) != STEP_DONE)
            scene_fail(&run->scene, "step %d failed without a fault", i);
        run->step_count = i + 1;
    }
    run->states[run->step_count] = read_state(run);
    scene_compare_world(&run->scene);
    scene_release(&run->scene);
}

static void run_with_faults(struct run *run)
{
    begin(run);
    fault_arm(run->scene.disk, run->plan);
    for (run->done = 0; run->done < run->step_count; run->done++) {
        enum step_result result = run->scenario->steps[run->done](&run->scene);
        if (result == STEP_FAILED)
            break;
        if (result == STEP_DONE && run->scene.work.unsaved == NULL)
            run->acknowledged = run->done + 1;
    }
    (void)fault_disarm(run->scene.disk, &run->hits);
    if (run->hits == 0 && run->acknowledged < run->step_count)
        scene_fail(&run->scene, "step %d failed without a fault", run->done);
}

static void expect_whole(struct run *run)
{
    struct scene *scene = &run->scene;
    uint64_t state = read_state(run);
    int last = run->done < run->step_count ? run->done + 1 : run->step_count;
    bool is_one = false;

    if (scene->work.store == NULL)
        return;
    for (int i = run->acknowledged; i <= last; i++)
        is_one = is_one || state == run->states[i];
    /* Before the first step of a migration there was nothing that could be read. */
    if (run->scenario->files == SCENE_RELEASED && run->acknowledged == 0)
        is_one = is_one || state == run->states[1];
    if (!is_one)
        scene_fail(scene, "after step %d (%d acknowledged) the database holds no whole state",
                   run->done, run->acknowledged);
    scene_examine(scene, scene->work.store);
}

static void go_on(struct run *run)
{
    struct scene *scene = &run->scene;

    for (int i = run->done; i < run->step_count; i++) {
        scene->is_again = i == run->done;
        if (run->scenario->steps[i](scene) == STEP_FAILED) {
            scene_fail(scene, "step %d still fails although the faults are over", i);
            return;
        }
    }
    scene->is_again = false;
    if (scene_retry(scene) != STEP_DONE)
        scene_fail(scene, "what was laid by is still refused although the faults are over");
    run->acknowledged = run->step_count;
    run->done = run->step_count;
    expect_whole(run);
    if (scene->work.store != NULL) {
        scene_compare_world(scene);
        if (scene_close(scene) != STEP_DONE)
            scene_fail(scene, "closing fails although the faults are over");
        expect_whole(run);
    }
}

static void cut_power(struct run *run)
{
    static const struct audit_record record = {.at = 9, .who = "ada", .what = "looked about"};
    struct scene *scene = &run->scene;

    job_free(scene->work.unsaved);
    scene->work.unsaved = NULL;
    crash_disk_cut_at(scene->disk, 1);
    (void)scene_close(scene);
    crash_disk_power_up(scene->disk);
    expect_whole(run);
    if (scene->work.store == NULL)
        return;
    if (store_audit(scene->work.store, &record) != ERR_OK ||
        store_save_meta(scene->work.store, META_SEED, 8) != ERR_OK)
        scene_fail(scene, "nothing can be saved when the power is back");
    scene_examine(scene, scene->work.store);
}

/* False when no fault was met: the end of the scenario's operations. */
static bool run_once(struct run *run, struct fault_result *out)
{
    sqlite3_int64 memory_before = sqlite3_memory_used();
    struct scene *scene = &run->scene;

    run->acknowledged = 0;
    run_with_faults(run);
    out->runs += run->hits > 0;
    out->survived += run->hits > 0 && run->done == run->step_count;
    if (run->scenario->look != NULL)
        run->scenario->look(scene, run->plan.kind);
    if (run->ending == ENDING_GOES_ON) {
        expect_whole(run);
        go_on(run);
    } else {
        cut_power(run);
    }
    scene_release(scene);
    if (sqlite3_memory_used() != memory_before)
        scene_fail(scene, "SQLite keeps %lld bytes that nobody owns",
                   (long long)(sqlite3_memory_used() - memory_before));
    if (scene->failure[0] != '\0')
        snprintf(out->failure, sizeof out->failure, "%s, %s %" PRIu64 " fails %s, %s: %s",
                 run->scenario->name,
                 run->plan.kind == FAULT_DISK ? "disk operation" : "allocation", run->plan.nth,
                 run->plan.for_ever ? "for ever" : "once",
                 run->ending == ENDING_GOES_ON ? "the scenario goes on" : "the power goes off",
                 scene->failure);
    return run->hits > 0;
}

static uint64_t count_sites(struct run *run)
{
    uint64_t hits = 0;

    begin(run);
    fault_arm(run->scene.disk, run->plan);
    for (int i = 0; i < run->step_count; i++)
        (void)run->scenario->steps[i](&run->scene);
    uint64_t sites = fault_disarm(run->scene.disk, &hits);
    CHECK(hits == 0);
    scene_release(&run->scene);
    return sites;
}

void fault_run(const struct scenario *scenario, enum fault_kind kind, uint64_t runs_max,
               struct fault_result *out)
{
    struct run run = {.scenario = scenario, .plan = {.kind = kind, .nth = UINT32_MAX}};
    uint64_t variants = 2 * ENDING_COUNT;

    *out = (struct fault_result){0};
    run_without_faults(&run);
    snprintf(out->failure, sizeof out->failure, "%s", run.scene.failure);
    if (out->failure[0] != '\0')
        return;
    out->sites = count_sites(&run);
    uint64_t stride = runs_max == 0 ? 1 : 1 + variants * out->sites / runs_max;
    for (uint64_t variant = 0; variant < variants; variant++) {
        run.ending = variant % 2 == 0 ? ENDING_GOES_ON : ENDING_POWER_CUT;
        run.plan.for_ever = variant >= 2;
        run.plan.nth = 1 + variant % stride;
        while (out->failure[0] == '\0' && run_once(&run, out))
            run.plan.nth += stride;
    }
}
