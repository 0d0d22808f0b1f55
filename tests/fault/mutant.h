/*
 * Databases with damage in them: one world is built, and copies of its files are damaged in every
 * way that can be thought of and given to the store.
 */
#ifndef UNDERCROFT_TESTS_FAULT_MUTANT_H
#define UNDERCROFT_TESTS_FAULT_MUTANT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "base/rng.h"
#include "db/columns.h"

enum {
    MUTANT_PLACES = 8, /* of each record */
    MUTANT_VERSIONS_MAX = 8,
    MUTANT_PATH_SIZE = 320,
    MUTANT_REASON_SIZE = 400,
};

/* Everything the store can be asked for, one answer each. */
enum mutant_fact_place {
    FACT_ROWS,                                            /* every record's, one after the other */
    FACT_NAME = FACT_ROWS + RECORD_COUNT * MUTANT_PLACES, /* accounts by name */
    FACT_SKELETON = FACT_NAME + MUTANT_PLACES,
    FACT_GENERATION = FACT_SKELETON + MUTANT_PLACES,
    FACT_SEED = FACT_GENERATION + MUTANT_PLACES,
    FACT_TICK,
    FACT_CREATED_AT,
    FACT_SEALED_COUNT, /* those before it have a checksum or are part of the head */
    FACT_AUDIT = FACT_SEALED_COUNT,
    FACT_COUNT
};

struct mutant_fact {
    enum err result;
    uint64_t hash; /* of what came with ERR_OK, else 0 */
};

struct mutant_facts {
    struct mutant_fact list[FACT_COUNT];
};

/* The files of a closed or killed store, and what it had committed: all of it, oldest first. */
struct mutant_original {
    struct bytes database;
    struct bytes log; /* empty: none */
    struct mutant_facts versions[MUTANT_VERSIONS_MAX];
    int version_count;
};

struct mutant_world {
    struct mutant_original closed;
    struct mutant_original killed;
    /* Logs of a world with another seed: of its latest changes, and of all of it. */
    struct bytes foreign_log;
    struct bytes foreign_log_whole;
};

struct store;

/* Uses a database at `path` for building, and removes it. The caller frees it. */
void mutant_world_make(struct mutant_world *world, const char *path);
void mutant_world_free(struct mutant_world *world);

void mutant_read_facts(struct store *store, struct mutant_facts *out);
void mutant_write_file(const char *path, const struct bytes *content);
void mutant_read_file(const char *path, struct bytes *out); /* empty if there is none */

enum mutation {
    MUTATION_FLIP_BITS,
    MUTATION_FLIP_BITS_OF_PAGE,
    MUTATION_SET_BYTES,
    MUTATION_TRUNCATE,
    MUTATION_ZERO_PAGE,
    MUTATION_EXCHANGE_PAGES,
    MUTATION_DOUBLE_PAGE,
    MUTATION_REMOVE_PAGE,
    MUTATION_APPEND,
    MUTATION_HEADER,
    MUTATION_LOG_CUT,
    MUTATION_LOG_FLIP,
    MUTATION_LOG_FOREIGN,
    MUTATION_LOG_FOREIGN_WHOLE,
    MUTATION_SQL_DELETE_ROW,
    MUTATION_SQL_CHANGE_VALUE,
    MUTATION_SQL_DROP_INDEX,
    MUTATION_SQL_DROP_TABLE,
    MUTATION_SQL_VERSION,
    MUTATION_SQL_APPLICATION_ID,
    MUTATION_COUNT
};

const char *mutation_name(enum mutation mutation);

/* The original that this mutation is made of; with a choice, drawn from `rng`. */
const struct mutant_original *mutant_choose(const struct mutant_world *world,
                                            enum mutation mutation, struct rng *rng);

/* Writes the damaged files at `path`. False if nothing came out changed. */
bool mutant_make(const struct mutant_world *world, const struct mutant_original *original,
                 enum mutation mutation, struct rng *rng, const char *path);

enum mutant_outcome {
    OUTCOME_REFUSED,  /* by opening */
    OUTCOME_BROKEN,   /* the proof beside play says so, and the next start refuses */
    OUTCOME_BAD_ROWS, /* some rows alone are lost */
    OUTCOME_UNHARMED, /* everything is as it was at one commit */
    OUTCOME_WRONG,    /* none of these: `reason` says why */
    OUTCOME_COUNT
};

/*
 * Opens the database at `path`, reads all of it, saves and proves all rows in turns, closes it.
 * *out_unsealed: an act, which no checksum guards, came back changed, and nothing told so.
 */
enum mutant_outcome mutant_judge(const struct mutant_original *original, const char *path,
                                 bool *out_unsealed, char reason[MUTANT_REASON_SIZE]);

#endif
