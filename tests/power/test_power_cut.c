/*
 * Power cuts: what the store acknowledged is there when the power is back, and nothing is ever
 * half there; and on a disk that does not sync the same run fails, so that it proves something.
 *
 * POWER_CUTS (2000) and POWER_SEED (1) in the environment make it longer, or repeat a failure.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "power_run.h"
#include "support/test.h"

enum { CUTS = 2000, SEED = 1, CONTROL_CUTS = TEST_COUNT(200, 25), FAULT_SHARE = 4 };

static struct power_result run(const char *name, struct power_options options)
{
    struct power_result result;

    options.seed = test_number("POWER_SEED", SEED, UINT64_MAX);
    power_run(&options, &result);
    printf("%s: %d cuts (%d while opening) in %d worlds, %" PRIu64 " commits acknowledged, "
           "%d lost, %d halved, %d refused, %d otherwise wrong; %" PRIu64 " in flight found whole\n"
           "    %" PRIu64 " operations, %" PRIu64 " faults, %" PRIu64 " retries, %" PRIu64
           " proofs of all rows; sectors: %" PRIu64 " kept, %" PRIu64 " dropped, %" PRIu64
           " torn; %" PRIu64 " names dropped\n",
           name, result.cuts, result.cuts_in_opening, result.worlds, result.commits, result.lost,
           result.halved, result.refused, result.wrong, result.in_flight, result.operations,
           result.faults, result.retries, result.proofs, result.sectors.kept,
           result.sectors.dropped, result.sectors.torn, result.names_dropped);
    fflush(stdout);
    return result;
}

static int cuts_wanted(void)
{
    return (int)test_number("POWER_CUTS", CUTS, UINT64_MAX);
}

/* A run that did hardly anything would prove nothing; one that repeats a failure may be short. */
static void expect_nothing_lost(const struct power_result *result, int cuts)
{
    ck_assert_msg(power_failures(result) == 0, "%s", result->failure);
    ck_assert_int_eq(result->cuts, cuts);
    if (cuts < CUTS / FAULT_SHARE)
        return;
    ck_assert_msg(result->commits >= (uint64_t)cuts, "hardly a commit was acknowledged");
    ck_assert_msg(result->in_flight > 0, "no commit was ever cut off");
    ck_assert_msg(result->sectors.dropped > 0 && result->sectors.torn > 0, "nothing was lost");
}

TEST(what_was_acknowledged_survives_every_power_cut)
{
    struct power_options options = {.cuts = cuts_wanted()};
    struct power_result result = run("power cuts", options);

    expect_nothing_lost(&result, options.cuts);
}

TEST(disk_errors_before_a_cut_lose_and_halve_nothing)
{
    struct power_options options = {.cuts = (cuts_wanted() + FAULT_SHARE - 1) / FAULT_SHARE,
                                    .has_faults = true};

    /* With POWER_SEED, which repeats a failure, POWER_CUTS is the exact number of cuts. */
    if (getenv("POWER_SEED") != NULL)
        options.cuts = cuts_wanted();
    struct power_result result = run("power cuts with disk errors", options);

    expect_nothing_lost(&result, options.cuts);
    ck_assert_msg(options.cuts < CUTS / FAULT_SHARE || result.retries > 0, "no commit failed");
}

TEST(without_syncs_the_same_run_loses_or_halves)
{
    struct power_options options = {
        .cuts = CONTROL_CUTS, .ignores_syncs = true, .goes_on_anywhere = true};
    struct power_result result = run("power cuts without syncs (must go wrong)", options);

    ck_assert_msg(result.lost > 0, "no acknowledged commit was lost: the disk proves nothing");
    ck_assert_msg(result.halved + result.refused > 0,
                  "nothing was damaged: the disk proves nothing");
}
