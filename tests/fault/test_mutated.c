/*
 * Damaged databases: never a crash, never a new world in silence, never a row that is not what it
 * was. Each is refused with its bytes unchanged, or examined and told, or whole.
 *
 * MUTANTS (500) and MUTANT_SEED (1) in the environment make it longer, or repeat a failure: the
 * number of a mutant is its seed.
 */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mutant.h"
#include "support/test.h"
#include "support/file.h"

enum { MUTANTS = TEST_COUNT(500, 60), SEED = 1, WRONG_SHOWN = 20 };

struct tally {
    int outcomes[MUTATION_COUNT][OUTCOME_COUNT];
    int unsealed[MUTATION_COUNT];
};

static char folder[256];
static char path[MUTANT_PATH_SIZE];

static void make_folder(void)
{
    file_make_folder(folder, sizeof folder, "mutants");
    snprintf(path, sizeof path, "%s/world.db", folder);
}

static void clear_folder(void)
{
    DIR *entries = opendir(folder);

    ck_assert_ptr_nonnull(entries);
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        char file[sizeof folder + sizeof entry->d_name + 1];
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(file);
    }
    closedir(entries);
}

static void remove_folder(void)
{
    clear_folder();
    rmdir(folder);
}

static void print_tally(const struct tally *tally)
{
    static const char *const heads[OUTCOME_COUNT] = {"refused", "broken", "bad rows", "unharmed",
                                                     "WRONG"};

    printf("%-18s", "");
    for (int i = 0; i < OUTCOME_COUNT; i++)
        printf("%9s", heads[i]);
    printf("  unguarded changes\n");
    for (int i = 0; i <= MUTATION_COUNT; i++) {
        int unsealed = 0;
        printf("%-18s", i < MUTATION_COUNT ? mutation_name((enum mutation)i) : "together");
        for (int j = 0; j < OUTCOME_COUNT; j++) {
            int sum = 0;
            for (int k = 0; k < MUTATION_COUNT; k++)
                sum += k == i || i == MUTATION_COUNT ? tally->outcomes[k][j] : 0;
            printf("%9d", sum);
        }
        for (int k = 0; k < MUTATION_COUNT; k++)
            unsealed += k == i || i == MUTATION_COUNT ? tally->unsealed[k] : 0;
        printf("%9d\n", unsealed);
    }
    fflush(stdout);
}

/* False if nothing came out changed: there was no mutant. */
static bool try_mutant(const struct mutant_world *world, uint64_t number, struct tally *tally)
{
    char reason[MUTANT_REASON_SIZE];
    bool is_unsealed = false;
    struct rng rng;

    rng_init(&rng, number);
    enum mutation mutation = (enum mutation)rng_below(&rng, MUTATION_COUNT);
    const struct mutant_original *original = mutant_choose(world, mutation, &rng);
    clear_folder();
    if (!mutant_make(world, original, mutation, &rng, path))
        return false;
    enum mutant_outcome outcome = mutant_judge(original, path, &is_unsealed, reason);
    tally->outcomes[mutation][outcome]++;
    tally->unsealed[mutation] += is_unsealed;
    if (outcome == OUTCOME_WRONG)
        printf("mutant %" PRIu64 " (%s, %s): %s\n", number, mutation_name(mutation),
               original == &world->closed ? "closed" : "killed", reason);
    return true;
}

TEST_FIXTURE(make_folder, remove_folder);

TEST(a_damaged_database_is_refused_or_told_or_whole)
{
    uint64_t wanted = test_number("MUTANTS", MUTANTS, UINT64_MAX);
    uint64_t number = test_number("MUTANT_SEED", SEED, UINT64_MAX);
    struct tally tally = {0};
    struct mutant_world world;
    int wrong = 0;

    mutant_world_make(&world, path);
    for (uint64_t made = 0; made < wanted && wrong < WRONG_SHOWN; number++) {
        made += try_mutant(&world, number, &tally);
        wrong = 0;
        for (int i = 0; i < MUTATION_COUNT; i++)
            wrong += tally.outcomes[i][OUTCOME_WRONG];
    }
    print_tally(&tally);
    printf("%zu bytes of database\n", world.closed.database.length);
    mutant_world_free(&world);
    ck_assert_msg(wrong == 0, "%d damaged databases were taken for something else", wrong);
}
