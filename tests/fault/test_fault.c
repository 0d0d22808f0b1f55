/*
 * The Nth I/O error and the Nth failed allocation, once and for ever: no crash, no leak, no half
 * state, and nothing that was acknowledged is gone.
 *
 * FAULT_SITES in the environment (1000) is how many failures are tried in all, spread evenly over
 * the scenarios and their operations; 100000000: every one.
 */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "fault_run.h"
#include "support/suite.h"

enum { SITES = 1000, SCENARIOS = 6, HOURS_MAX = 12 };

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void run_kind(const struct scenario *scenario, enum fault_kind kind)
{
    struct fault_result result;
    uint64_t sites = suite_number("FAULT_SITES", SITES, UINT64_MAX);
    double start = seconds_now();

    fault_run(scenario, kind, sites / (SCENARIOS * FAULT_KIND_COUNT), &result);
    printf("%-10s %-7s %6" PRIu64 " sites, %6" PRIu64 " runs with a fault, %6" PRIu64
           " of them to the end, %.1f s\n",
           scenario->name, kind == FAULT_DISK ? "disk" : "memory", result.sites, result.runs,
           result.survived, seconds_now() - start);
    fflush(stdout);
    ck_assert_msg(result.failure[0] == '\0', "%s", result.failure);
    ck_assert_msg(result.runs > 0, "no fault was met: nothing was proved");
}

static void run_both(const struct scenario *scenario)
{
    run_kind(scenario, FAULT_DISK);
    run_kind(scenario, FAULT_MEMORY);
}

START_TEST(login_meets_every_fault)
{
    run_both(&scenario_login);
}
END_TEST

START_TEST(steps_and_doors_meet_every_fault)
{
    run_both(&scenario_steps);
}
END_TEST

START_TEST(stairs_meet_every_fault)
{
    run_both(&scenario_stairs);
}
END_TEST

START_TEST(a_level_made_anew_meets_every_fault)
{
    run_both(&scenario_levels);
}
END_TEST

START_TEST(removing_players_meets_every_fault)
{
    run_both(&scenario_removal);
}
END_TEST

START_TEST(a_log_left_behind_meets_every_fault)
{
    run_both(&scenario_reopen);
}
END_TEST

START_TEST(migration_meets_every_fault)
{
    run_both(&scenario_migration);
}
END_TEST

START_TEST(backup_meets_every_fault)
{
    run_both(&scenario_backup);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("fault");

    fault_set_up();
    tcase_add_unchecked_fixture(tcase, scene_make_files, scene_free_files);
    tcase_set_timeout(tcase, HOURS_MAX * 3600);
    tcase_add_test(tcase, login_meets_every_fault);
    tcase_add_test(tcase, steps_and_doors_meet_every_fault);
    tcase_add_test(tcase, stairs_meet_every_fault);
    tcase_add_test(tcase, a_level_made_anew_meets_every_fault);
    tcase_add_test(tcase, removing_players_meets_every_fault);
    tcase_add_test(tcase, a_log_left_behind_meets_every_fault);
    tcase_add_test(tcase, migration_meets_every_fault);
    tcase_add_test(tcase, backup_meets_every_fault);
    return suite_run("fault", tcase);
}
