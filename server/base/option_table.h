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

/* The last source that may set a setting; all sources before it may, too. */
enum option_reach { REACH_FLAG, REACH_VARIABLE, REACH_FILE, REACH_OPERATOR };

struct option_row {
    const char *name;       /* the flag --tick-ms and the file's key for "tick-ms" */
    const char *value_name; /* name of the value in the help; NULL: the flag has no value */
    const char *initial;    /* default, as an operator types it; NULL: not set */
    const char *help;       /* sentence of help, of at most 48 bytes */
    /* REACH_OPERATOR: it may change in a running server, which reads it at each use */
    enum option_reach reach;
    enum option_kind kind;
    size_t offset; /* offset of its member in struct options, for kinds that have one */
    /* limits of a number, of the length of a text in bytes or of a line in columns; for words,
       `low` is the enumerator of the first: 1 if 0 stands for none */
    int low;
    int high;
    const char *words; /* words of an OPTION_KIND_WORD: "open|hold|closed" */
};

extern const struct option_row option_table[];
extern const size_t option_count; /* number of rows, at most OPTION_ROWS_MAX */

/*
 * Reads `text` as a value of the row's kind into *options. Listening addresses are added to those
 * already there. After ERR_RANGE, ERR_FORMAT or ERR_TOO_BIG *options may be half changed.
 */
MUST_USE enum err option_read(const struct option_row *row, const char *text,
                              struct options *options);

/* Removes all listening addresses of the row. Does nothing to a row of another kind. */
void option_empty_list(const struct option_row *row, struct options *options);

/* Writes the value as option_read() reads it. False: it is not set, and `out` is empty. */
bool option_write(const struct option_row *row, const struct options *options,
                  char out[OPTION_VALUE_SIZE]);

/* Writes the row's name in the environment, such as UNDERCROFT_TICK_MS. False: it has none. */
bool option_variable(const struct option_row *row, char out[OPTION_VARIABLE_SIZE]);

/* Writes which values the row accepts, to follow "is not " in a message: "a number from 10 to
   1000". */
void option_describe(const struct option_row *row, char out[OPTION_EXPECTED_SIZE]);

/* Adds a line to *failure, with control characters replaced, and returns `error`. */
enum err option_fail(struct options_failure *failure, int exit_code, enum err error,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));

/*
 * Sets row `index` of the table from `text`. If a source of more weight has set the row already,
 * the value is only checked. `where` names the value in messages ("--tick-ms"). ERR_RANGE,
 * ERR_FORMAT, ERR_TOO_BIG: also added to *failure, and *options is unchanged.
 */
enum err option_apply(struct options *options, size_t index, const char *text,
                      struct option_origin origin, const char *where,
                      struct options_failure *failure);

/*
 * Writes "; did you mean PREFIXcandidate?", or nothing if none of the `count` candidates is near.
 * `word` and the candidates are without the prefix.
 */
void option_hint(const char *prefix, const char *word, const char *const *candidates, size_t count,
                 char out[OPTION_HINT_SIZE]);

/* True if the row names the file of settings. */
bool option_names_file(const struct option_row *row);

#endif
