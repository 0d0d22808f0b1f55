/*
 * Lives of delvers by each tactic: nobody gets stuck, statuses do not follow one another for long,
 * the same seeds give the same figures, and being careful helps.
 *
 * DESCENT_LIVES asks for another number of lives of a tactic than usual.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/descent_figures.h"
#include "support/test.h"

enum {
    LIVES_STANDARD = 60,
    LIVES_OF_TWO_RUNS = 3,
    LIVES_DEPTH_MAX = 4, /* where a life of these tests ends, so that it is short */
    BEATS_MAX = 20000,
    CHAIN_TICKS_MAX = 60,    /* two beats */
    COMPARED_LIVES = 30,     /* of careful and of rush, */
    COMPARED_DEPTH = 5,      /* which end here */
    HAZARD_PERCENT_MAX = 10, /* of careful on the first two depths; 3 are wanted of 1,000 lives */
};

static int lives_wanted(void)
{
    return (int)test_number("DESCENT_LIVES", LIVES_STANDARD, 1000000);
}

static struct descent_setup setup_of(const char *name)
{
    struct descent_setup setup = {
        .tactic = tactic_find(name),
        .seed = 1,
        .depth_max = LIVES_DEPTH_MAX,
        .beats_max = BEATS_MAX,
        .population_percent = 100,
    };

    ck_assert_ptr_nonnull(setup.tactic);
    return setup;
}

static void fill(struct descent_figures *figures, const char *name, int lives)
{
    const struct descent_setup setup = setup_of(name);

    descent_figures_init(figures, lives);
    descent_figures_fill(figures, &setup, lives);
}

TEST_EACH(nobody_is_stuck_or_loses_turns_for_long, tactic_count())
{
    static struct descent_figures figures; /* too large for a stack */
    const char *name = tactic_at((size_t)_i)->name;

    fill(&figures, name, lives_wanted() / (int)tactic_count() + 1);
    for (int i = 0; i < figures.count; i++) {
        const struct descent_life *life = &figures.lives[i];
        ck_assert_msg(life->stuck == 0, "life %d of %s was stuck", i, name);
        ck_assert_msg(life->end != DESCENT_LASTED, "life %d of %s did not end", i, name);
        ck_assert_int_le(life->chain_ticks, CHAIN_TICKS_MAX);
    }
    descent_figures_release(&figures);
}

TEST(lives_are_whole)
{
    static struct descent_figures figures; /* too large for a stack */

    fill(&figures, "pair", LIVES_OF_TWO_RUNS);
    ck_assert_int_eq(descent_figures_arrivals(&figures, 1), LIVES_OF_TWO_RUNS);
    int deaths = 0;
    for (int depth = 1; depth <= DESCENT_DEPTH_MAX; depth++) {
        ck_assert_int_le(descent_figures_deaths(&figures, depth),
                         descent_figures_arrivals(&figures, depth));
        deaths += descent_figures_deaths(&figures, depth);
    }
    for (int i = 0; i < figures.count; i++) {
        bool has_died = figures.lives[i].end == DESCENT_DIED;
        deaths -= has_died;
        ck_assert(has_died == (figures.lives[i].killer != SPECIES_DELVER));
        ck_assert_uint_gt(figures.lives[i].lived_ticks, 0);
    }
    ck_assert_int_eq(deaths, 0);
    descent_figures_release(&figures);
}

/* The caller frees it. */
static char *print_run(const char *name)
{
    static struct descent_figures figures; /* too large for a stack */
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    ck_assert_ptr_nonnull(out);
    fill(&figures, name, LIVES_OF_TWO_RUNS);
    descent_figures_print(&figures, tactic_find(name), out);
    descent_figures_print_csv(&figures, tactic_find(name), out);
    descent_figures_release(&figures);
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

TEST(two_runs_print_the_same_bytes)
{
    static const char *const names[] = {"careful", "four"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *first = print_run(names[i]);
        char *second = print_run(names[i]);
        ck_assert_msg(strcmp(first, second) == 0, "two runs of %s differ", names[i]);
        ck_assert_uint_gt(strlen(first), 500);
        free(first);
        free(second);
    }
}

static int deaths_down_to(int depth, const struct descent_figures *figures)
{
    int deaths = 0;

    for (int above = 1; above <= depth; above++)
        deaths += descent_figures_deaths(figures, above);
    return deaths;
}

TEST(being_careful_helps_on_the_first_depths)
{
    static const char *const names[] = {"careful", "rush"};
    static struct descent_figures figures[2];

    for (int i = 0; i < 2; i++) {
        struct descent_setup setup = setup_of(names[i]);
        setup.depth_max = COMPARED_DEPTH;
        descent_figures_init(&figures[i], COMPARED_LIVES);
        descent_figures_fill(&figures[i], &setup, COMPARED_LIVES);
    }
    ck_assert_int_le(deaths_down_to(2, &figures[0]) * 100, HAZARD_PERCENT_MAX * COMPARED_LIVES);
    ck_assert_int_lt(2 * deaths_down_to(3, &figures[0]), deaths_down_to(3, &figures[1]));
    ck_assert_int_ge(descent_figures_depth(&figures[0], 50),
                     descent_figures_depth(&figures[1], 50) + 2);
    for (int i = 0; i < 2; i++)
        descent_figures_release(&figures[i]);
}

TEST(a_life_ends_on_the_depth_that_was_asked_for)
{
    struct descent_setup setup = setup_of("careful");
    struct descent_life life;

    setup.population_percent = 0;
    descent_run(&setup, NULL, &life);
    ck_assert_int_eq(life.end, DESCENT_ARRIVED);
    ck_assert_int_eq(life.depth, 4);
    ck_assert_int_ge(life.levels[4], 1);
    ck_assert_uint_gt(life.reached_ticks[4], life.reached_ticks[3]);
}
