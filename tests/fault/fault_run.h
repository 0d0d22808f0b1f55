/*
 * A scenario with its Nth operation failing, for N = 1, 2, 3 … until a run in which no fault was
 * met, as SQLite's own tests do it.
 *
 * A scenario is a list of steps. Run without faults it leaves the state of the database after each
 * step. Run with them it stops at the first step that fails, and then, the faults being over, the
 * database must hold one of those states: not older than the last step that was acknowledged, not
 * newer than the step that failed. A run has one of two endings: the steps that are left are done
 * after all, and world and database agree at the end; or the power goes off, and what was
 * acknowledged is there when it is back.
 */
#ifndef UNDERCROFT_TESTS_FAULT_FAULT_RUN_H
#define UNDERCROFT_TESTS_FAULT_FAULT_RUN_H

#include "fault.h"
#include "scene.h"

enum { SCENARIO_STEPS_MAX = 20 };

struct scenario {
    const char *name;
    enum scene_files files;
    /* Runs before the faults begin; may be NULL. */
    void (*prepare)(struct scene *scene);
    /* The first NULL ends them. */
    enum step_result (*steps[SCENARIO_STEPS_MAX])(struct scene *scene);
    /* Looks at the disk when the faults are over and before anything is mended; may be NULL. */
    void (*look)(struct scene *scene, enum fault_kind kind);
};

extern const struct scenario scenario_login;
extern const struct scenario scenario_steps;
extern const struct scenario scenario_stairs;
extern const struct scenario scenario_levels;
extern const struct scenario scenario_removal;
extern const struct scenario scenario_reopen;
extern const struct scenario scenario_migration;
extern const struct scenario scenario_backup;

struct fault_result {
    uint64_t sites;    /* operations that can fail, of one run */
    uint64_t runs;     /* with a fault met */
    uint64_t survived; /* … that reached the end of the scenario all the same */
    char failure[SCENE_FAILURE_SIZE + 200]; /* the first, with how to repeat it; "" if none */
};

/* At most about `runs_max` runs, spread evenly; 0: every site. Each site is tried with both
   endings, and with a fault that comes once or stays. */
void fault_run(const struct scenario *scenario, enum fault_kind kind, uint64_t runs_max,
               struct fault_result *out);

#endif
