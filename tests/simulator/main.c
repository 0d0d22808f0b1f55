/*
 * The simulator: runs of seeds, each in a process of its own.
 *
 *     tests/simulate [--seeds N] [--first K] [--ticks N] [--twice] [--trace]
 *
 * --twice plays each seed two times, which must be the same run; --trace tells on standard error
 * what is done. A seed that fails prints what was wrong, the tick and the command that plays it
 * again; the exit code is then 1.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simulation.h"

enum { SEEDS_USUAL = 10, TICKS_USUAL = 1500, EXIT_WRONG_USE = 2 };

static struct wishes {
    uint64_t seeds;
    uint64_t first;
    uint64_t ticks;
    bool is_traced;
    bool plays_twice;
} wishes = {.seeds = SEEDS_USUAL, .first = 1, .ticks = TICKS_USUAL};

/* Events that are counted over all runs and printed. */
static const struct {
    enum event_kind kind;
    const char *name;
} shown_events[] = {
    {EVENT_JOINED, "joined"},        {EVENT_DEPARTED, "stairs"},  {EVENT_ITEM_TAKEN, "taken"},
    {EVENT_ITEM_DROPPED, "dropped"}, {EVENT_ITEM_GIVEN, "given"}, {EVENT_ITEM_THROWN, "thrown"},
    {EVENT_BOUGHT, "bought"},        {EVENT_SOLD, "sold"},        {EVENT_DIED, "deaths"},
    {EVENT_GRAVE_OPENED, "graves"},  {EVENT_SAID, "said"},        {EVENT_BLOW, "blows"},
};
static uint64_t totals[sizeof shown_events / sizeof shown_events[0]];

static struct progress *progress;
static uint64_t seed;

static void play(int number)
{
    static struct simulation simulation;

    (void)number;
    simulation.progress = progress;
    simulation.ticks_wanted = wishes.ticks;
    simulation.is_traced = wishes.is_traced;
    simulation_run(&simulation, seed);
}

/* The run in a process of its own. It exits normally, so that leaks are reported. */
_Noreturn static void run_child(void)
{
    static const TTest test = {"a_run_holds_all_that_must_hold", play, __FILE__, __LINE__};
    char text[32];
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);

    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    setenv("SEED", text, 1);
    dup2(nothing, STDOUT_FILENO);
    close(nothing);
    Suite *suite = suite_create("simulator");
    TCase *tcase = tcase_create("seed");
    tcase_set_timeout(tcase, 0);
    tcase_add_test(tcase, &test);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_SILENT);
    if (srunner_ntests_failed(runner) > 0) {
        TestResult **results = srunner_failures(runner);
        snprintf(progress->wrong, sizeof progress->wrong, "%s (%s:%d)", tr_msg(results[0]),
                 tr_lfile(results[0]), tr_lno(results[0]));
        _exit(EXIT_FAILURE);
    }
    srunner_free(runner);
    exit(EXIT_SUCCESS);
}

static void tell_failure(int status)
{
    printf("seed %llu: wrong at tick %llu: ", (unsigned long long)seed,
           (unsigned long long)progress->tick);
    if (progress->wrong[0] != '\0')
        printf("%s\n", progress->wrong);
    else if (WIFSIGNALED(status))
        printf("ended by signal %d\n", WTERMSIG(status));
    else
        printf("exit code %d\n", WEXITSTATUS(status));
    printf("  after: %s\n  again: tests/simulate --seeds 1 --first %llu --ticks %llu --trace\n",
           progress->deed, (unsigned long long)seed, (unsigned long long)wishes.ticks);
}

/* A whole run. True if all that must hold did. */
static bool run_once(void)
{
    int status = 0;

    memset(progress, 0, sizeof *progress);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        run_child();
    if (child < 0 || waitpid(child, &status, 0) != child) {
        fprintf(stderr, "no process for a run: %s\n", strerror(errno));
        exit(EXIT_FAILURE);
    }
    if (status != 0)
        tell_failure(status);
    return status == 0;
}

static bool run_seed(void)
{
    uint64_t digest;

    if (!run_once())
        return false;
    digest = progress->digest;
    if (wishes.plays_twice && (!run_once() || progress->digest != digest)) {
        printf("seed %llu: another run of it was another, with digest %016llx and not %016llx\n",
               (unsigned long long)seed, (unsigned long long)progress->digest,
               (unsigned long long)digest);
        return false;
    }
    printf("seed %llu: %llu ticks, %llu starts, %llu cuts, %llu faults, %llu promises, %llu "
           "screens, %016llx\n",
           (unsigned long long)seed, (unsigned long long)progress->tick,
           (unsigned long long)progress->starts, (unsigned long long)progress->cuts,
           (unsigned long long)progress->faults, (unsigned long long)progress->saved,
           (unsigned long long)progress->frames, (unsigned long long)progress->digest);
    for (size_t i = 0; i < sizeof shown_events / sizeof shown_events[0]; i++)
        totals[i] += progress->events[shown_events[i].kind];
    return true;
}

static bool read_wishes(int count, char **words)
{
    const struct {
        const char *word;
        uint64_t *number;
    } table[] = {
        {"--seeds", &wishes.seeds}, {"--first", &wishes.first}, {"--ticks", &wishes.ticks}};

    for (int i = 1; i < count; i++) {
        bool is_trace = strcmp(words[i], "--trace") == 0;
        bool is_twice = strcmp(words[i], "--twice") == 0;
        bool is_known = is_trace || is_twice;
        wishes.is_traced = wishes.is_traced || is_trace;
        wishes.plays_twice = wishes.plays_twice || is_twice;
        for (size_t k = 0; !is_known && i + 1 < count && k < 3; k++) {
            char *end = NULL;
            if (strcmp(words[i], table[k].word) != 0)
                continue;
            *table[k].number = strtoull(words[++i], &end, 10);
            is_known = *end == '\0' && *table[k].number > 0;
            break;
        }
        if (!is_known)
            return false;
    }
    return true;
}

int main(int count, char **words)
{
    uint64_t failed = 0;

    if (!read_wishes(count, words)) {
        fprintf(stderr, "usage: %s [--seeds N] [--first K] [--ticks N] [--twice] [--trace]\n",
                words[0]);
        return EXIT_WRONG_USE;
    }
    progress =
        mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress == MAP_FAILED)
        return EXIT_FAILURE;
    for (uint64_t i = 0; i < wishes.seeds; i++) {
        seed = wishes.first + i;
        failed += !run_seed();
    }
    for (size_t i = 0; i < sizeof shown_events / sizeof shown_events[0]; i++)
        printf("%s%s %llu", i == 0 ? "" : ", ", shown_events[i].name,
               (unsigned long long)totals[i]);
    printf("\n%llu seeds, %llu failed\n", (unsigned long long)wishes.seeds,
           (unsigned long long)failed);
    return failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
