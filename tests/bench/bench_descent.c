/*
 * How far delvers get: so many lives of each tactic in the world itself, real levels, no server.
 * Two runs with the same flags print the same bytes.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/descent_figures.h"

enum { LIVES_STANDARD = 1000, LIVES_MAX = 1000000, POPULATION_STANDARD = 100 };

struct wanted {
    int lives;
    const struct tactic *tactic; /* NULL: all */
    bool is_csv;
    struct descent_setup setup;
};

static void print_usage(FILE *out)
{
    fprintf(out,
            "Usage: bench_descent [--lives N] [--seed N] [--tactic NAME] [--depth-max N]\n"
            "                     [--population N] [--csv] [--tale]\n"
            "\n"
            "  --lives N       of each tactic (%d)\n"
            "  --seed N        of the first world; each next one has the next (1)\n"
            "  --tactic NAME   that one alone\n"
            "  --depth-max N   a life that reaches it is over (%d)\n"
            "  --population N  of the foes that a level has at its birth, in 100 (%d)\n"
            "  --csv           lines tactic,table,row,column,value\n"
            "  --tale          tells each blow too\n"
            "\nTactics:\n",
            LIVES_STANDARD, DESCENT_DEPTH_MAX, POPULATION_STANDARD);
    for (size_t i = 0; i < tactic_count(); i++)
        fprintf(out, "  %-8s %s\n", tactic_at(i)->name, tactic_at(i)->help);
}

/* Ends the program where `text` is no whole number from `least` to `most`. */
static long long number_of(const char *text, long long least, long long most)
{
    char *end = NULL;

    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || number < least || number > most) {
        fprintf(stderr, "bench_descent: %s is no whole number from %lld to %lld\n", text, least,
                most);
        exit(EXIT_FAILURE);
    }
    return number;
}

static const struct tactic *tactic_of(const char *name)
{
    const struct tactic *tactic = tactic_find(name);

    if (tactic == NULL) {
        fprintf(stderr, "bench_descent: there is no tactic %s\n", name);
        exit(EXIT_FAILURE);
    }
    return tactic;
}

static struct wanted read_flags(int argc, char **argv)
{
    static const struct option options[] = {
        {"lives", required_argument, NULL, 'l'},
        {"seed", required_argument, NULL, 's'},
        {"tactic", required_argument, NULL, 't'},
        {"depth-max", required_argument, NULL, 'd'},
        {"population", required_argument, NULL, 'p'},
        {"csv", no_argument, NULL, 'c'},
        {"tale", no_argument, NULL, 'a'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct wanted wanted = {.lives = LIVES_STANDARD,
                            .setup = {.seed = 1,
                                      .depth_max = DESCENT_DEPTH_MAX,
                                      .beats_max = DESCENT_BEATS_MAX,
                                      .population_percent = POPULATION_STANDARD}};
    int flag;

    while ((flag = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (flag == 'l')
            wanted.lives = (int)number_of(optarg, 1, LIVES_MAX);
        else if (flag == 's')
            wanted.setup.seed = (uint64_t)number_of(optarg, 0, INT64_MAX);
        else if (flag == 't')
            wanted.tactic = tactic_of(optarg);
        else if (flag == 'd')
            wanted.setup.depth_max = (int)number_of(optarg, 2, DESCENT_DEPTH_MAX);
        else if (flag == 'p')
            wanted.setup.population_percent = (int)number_of(optarg, 0, 1000);
        else if (flag == 'c')
            wanted.is_csv = true;
        else if (flag == 'a')
            wanted.setup.tale = stdout;
        else {
            print_usage(flag == 'h' ? stdout : stderr);
            exit(flag == 'h' ? EXIT_SUCCESS : EXIT_FAILURE);
        }
    }
    return wanted;
}

static void run(struct wanted *wanted, const struct tactic *tactic)
{
    struct descent_figures figures;

    wanted->setup.tactic = tactic;
    descent_figures_init(&figures, wanted->lives);
    descent_figures_fill(&figures, &wanted->setup, wanted->lives);
    if (wanted->is_csv)
        descent_figures_print_csv(&figures, tactic, stdout);
    else
        descent_figures_print(&figures, tactic, stdout);
    fflush(stdout);
    descent_figures_release(&figures);
}

int main(int argc, char **argv)
{
    struct wanted wanted = read_flags(argc, argv);

    for (size_t i = 0; i < tactic_count(); i++) {
        if (wanted.tactic == NULL || wanted.tactic == tactic_at(i))
            run(&wanted, tactic_at(i));
    }
    return EXIT_SUCCESS;
}
