/*
 * The table of settings, for those who load, print and explain them: a row a setting, and for each
 * kind of value how it is read, written and described.
 */
#ifndef UNDERCROFT_SERVER_BASE_OPTION_TABLE_H
#define UNDERCROFT_SERVER_BASE_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "server/base/options.h"

enum {
    OPTION_VALUE_SIZE = OPTION_LISTEN_MAX * OPTION_TEXT_SIZE,
    OPTION_EXPECTED_SIZE = 96,
    OPTION_HINT_SIZE = 96
};

#define OPTION_VARIABLE_PREFIX "UNDERCROFT_"

enum option_kind {
    OPTION_KIND_NUMBER,
    OPTION_KIND_TEXT,
    OPTION_KIND_LINE,
    OPTION_KIND_URL,
    OPTION_KIND_ORIGINS,
    OPTION_KIND_HOSTS,
    OPTION_KIND_VERSION,
    OPTION_KIND_LISTEN,
    OPTION_KIND_NETWORKS,
    OPTION_KIND_SEED,
    OPTION_KIND_COST,
    OPTION_KIND_METRICS,
    OPTION_KIND_WORD,
    OPTION_KIND_SWITCH,
};

/* The last source by which a setting may be set; all sources before it are allowed too. */
enum option_reach { REACH_FLAG, REACH_VARIABLE, REACH_FILE, REACH_OPERATOR };

struct option_row {
    const char *name;        /* "tick-ms": the flag --tick-ms and the key of the file */
    const char *value_name;  /* of the help; NULL: the flag takes no value */
    const char *initial;     /* the default, as one would type it; NULL: not set */
    const char *help;        /* at most 48 bytes */
    enum option_reach reach; /* REACH_OPERATOR: it may change while the server runs, and is
                                read where it is needed */
    enum option_kind kind;
    size_t offset; /* of the member of struct options, for the kinds that have one */
    int low;       /* a number's limits, or those of a text's length in bytes; of a line's: columns;
                      of a word: the enumerator of the first, as 0 is of none if it is 1 */
    int high;
    const char *words; /* of an OPTION_KIND_WORD: "open|hold|closed" */
};

extern const struct option_row option_table[];
extern const size_t option_count; /* at most OPTION_ROWS_MAX */

/*
 * Reads `text` as the row's kind of value into *options. Listening addresses are added to those
 * already there. ERR_RANGE, ERR_FORMAT, ERR_TOO_BIG; *options may then be half changed.
 */
MUST_USE enum err option_read(const struct option_row *row, const char *text,
                              struct options *options);

/* Takes all listening addresses of the row away. Does nothing to a row of another kind. */
void option_empty_list(const struct option_row *row, struct options *options);

/* Writes the value as option_read() takes it. False: it is not set, and `out` is empty. */
bool option_write(const struct option_row *row, const struct options *options,
                  char out[OPTION_VALUE_SIZE]);

/* Writes the row's name in the environment, UNDERCROFT_TICK_MS. False: it has none. */
bool option_variable(const struct option_row *row, char out[OPTION_VARIABLE_SIZE]);

/* Writes the values that the row accepts, to follow "is not " in a message: "a number from 10 to
   1000". */
void option_describe(const struct option_row *row, char out[OPTION_EXPECTED_SIZE]);

/* Adds to *failure, with control characters made harmless, and returns `error`. */
enum err option_fail(struct options_failure *failure, int exit_code, enum err error,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));

/*
 * Sets row `index` of the table from `text`. A value that a weightier source has set already is
 * checked and not kept. `where` names the value in a message ("--tick-ms"). ERR_RANGE, ERR_FORMAT,
 * ERR_TOO_BIG, told in *failure as well, with *options as it was.
 */
enum err option_apply(struct options *options, size_t index, const char *text,
                      struct option_origin origin, const char *where,
                      struct options_failure *failure);

/*
 * Writes "; did you mean PREFIXcandidate?", or nothing if none of the `count` candidates is near.
 * Neither `word` nor the candidates have the prefix.
 */
void option_hint(const char *prefix, const char *word, const char *const *candidates, size_t count,
                 char out[OPTION_HINT_SIZE]);

/* True if the row says which file of settings is read. */
bool option_names_file(const struct option_row *row);

#endif
