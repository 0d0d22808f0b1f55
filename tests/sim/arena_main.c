/*
 * undercroft-arena BOUT [--fights N] [--seed N] [--depth N] [--tactic NAME] [--tale]: fights a bout
 * of arena.h as often as asked and prints how often each side won, how long it took and what it
 * cost the delvers. --tale prints the first fight in the words of the first delver. Exit code 2:
 * wrong usage.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "content/theme.h"
#include "sim/arena.h"
#include "support/tactics/tactics.h"

enum { EXIT_USAGE = 2, FIGHTS = 100, FIGHTS_MAX = 100000 };

struct arguments {
    const char *bout;
    const char *tactic;
    long fights;
    long seed;
    long depth; /* 0: that of the bout */
    bool is_told;
};

struct sums {
    int ends[ARENA_END_COUNT];
    long beats;
    long health_lost;
    long delvers_dead;
    long foes_dead;
};

static int usage(const char *cause)
{
    if (cause != NULL)
        fprintf(stderr, "undercroft-arena: %s\n", cause);
    fprintf(stderr, "usage: undercroft-arena 'gate hound*3 v delver level 4 knife' [--fights N] "
                    "[--seed N] [--depth N] [--tactic NAME] [--tale]\ntactics:");
    for (size_t i = 0; i < tactic_count(); i++)
        fprintf(stderr, " %s", tactic_at(i)->name);
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

static bool read_number(const char *text, long most, long *out)
{
    char *end;

    *out = text == NULL ? 0 : strtol(text, &end, 10);
    return text != NULL && *end == '\0' && *out >= 1 && *out <= most;
}

static bool read_arguments(int argc, char **argv, struct arguments *out)
{
    bool is_right = true;

    *out = (struct arguments){.tactic = "careful", .fights = FIGHTS, .seed = 1};
    for (int i = 1; is_right && i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--tale") == 0)
            out->is_told = true;
        else if (strcmp(argv[i], "--fights") == 0 && ++i)
            is_right = read_number(value, FIGHTS_MAX, &out->fights);
        else if (strcmp(argv[i], "--seed") == 0 && ++i)
            is_right = read_number(value, LONG_MAX / 2, &out->seed);
        else if (strcmp(argv[i], "--depth") == 0 && ++i)
            is_right = read_number(value, DEPTH_MAX, &out->depth);
        else if (strcmp(argv[i], "--tactic") == 0 && ++i)
            is_right = (out->tactic = value) != NULL;
        else
            is_right = argv[i][0] != '-' && out->bout == NULL && (out->bout = argv[i]) != NULL;
    }
    return is_right && out->bout != NULL;
}

static void print_sums(const struct sums *sums, long fights)
{
    static const char *const names[ARENA_END_COUNT] = {"delvers won", "foes won", "nobody won"};
    double count = (double)fights;

    for (int i = 0; i < ARENA_END_COUNT; i++)
        printf("%-12s %5.1f %%\n", names[i], 100 * sums->ends[i] / count);
    printf("in the mean: %.1f beats, the delvers lost %.0f %% of their health, %.2f of them fell, "
           "and %.2f foes\n",
           (double)sums->beats / count, (double)sums->health_lost / count,
           (double)sums->delvers_dead / count, (double)sums->foes_dead / count);
}

int main(int argc, char **argv)
{
    char cause[ARENA_CAUSE_SIZE];
    struct arguments arguments;
    struct arena_bout bout;
    struct sums sums = {0};

    if (!read_arguments(argc, argv, &arguments))
        return usage(NULL);
    if (arena_read(arguments.bout, &bout, cause) != ERR_OK)
        return usage(cause);
    bout.tactic = tactic_find(arguments.tactic);
    if (bout.tactic == NULL)
        return usage("no such tactic");
    bout.depth = arguments.depth > 0 ? (int)arguments.depth : bout.depth;
    for (long i = 0; i < arguments.fights; i++) {
        struct arena_result result;
        arena_fight(&bout, (uint64_t)(arguments.seed + i),
                    arguments.is_told && i == 0 ? stdout : NULL, &result);
        sums.ends[result.end]++;
        sums.beats += result.beats;
        sums.health_lost += result.health_lost;
        sums.delvers_dead += result.delvers_dead;
        sums.foes_dead += result.foes_dead;
    }
    print_sums(&sums, arguments.fights);
    return 0;
}
