/*
 * Operators' commands: name, arguments, function and needs of each, in one table.
 *
 * A command may be two words ("level regen"), whose first alone is not a command. A unique
 * beginning of each word is enough, except for final commands. If both "shutdown" and "shutdown
 * cancel" exist, the second must be typed in full, because anything else is an argument of the
 * first.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_TABLE_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "server/admin/admin_submit.h"

struct admin_request;
struct reserved_names;

enum { ADMIN_ARGUMENTS_MAX = 16, ADMIN_MESSAGE_SIZE = 256 };

/* Runs a command: answers it, or makes it wait (admin_request.h). */
typedef void admin_run(struct admin *admin, struct admin_request *request);

struct admin_row {
    const char *word;
    const char *arguments;  /* arguments as in the usage: "NAME [REASON]"; "": none */
    const char *help;       /* help: one clause of at most 60 bytes */
    enum account_role role; /* least role of a caller */
    int count_min;          /* fewest arguments */
    int count_max;          /* most arguments, up to ADMIN_ARGUMENTS_MAX */
    bool takes_rest;        /* the last argument is the whole rest of the line */
    bool is_final;          /* cannot be undone, so its first word must be typed in full */
    bool changes;           /* is an act: it is audited, and refused while the server stops */
    /* acts on the delver that the first argument names; refused if that delver has a higher role
       than the caller (admin_submit.c) */
    bool is_on_delver;
    admin_run *run;
};

/* The roles as they are typed and shown: "none", "builder", "admin". */
extern const char *const admin_role_names[ACCOUNT_ROLE_COUNT];

extern const struct admin_row admin_table[];
extern const size_t admin_row_count;

/* The arguments of one command. */
struct admin_arguments {
    int count;
    const char *words[ADMIN_ARGUMENTS_MAX]; /* point into `text` */
    char text[ADMIN_LINE_MAX + 1];
};

/*
 * Finds the row with which a line of at most ADMIN_LINE_MAX bytes begins, ignoring case; *out_rest
 * is the text after it. ERR_UNKNOWN, with a sentence in `message`: the word, its possible meanings,
 * or the nearest one.
 */
MUST_USE enum err admin_table_find(const struct admin_row *rows, size_t count, const char *line,
                                   const struct admin_row **out, const char **out_rest,
                                   char message[ADMIN_MESSAGE_SIZE]);

/* Returns the first of the rows whose first word is `text`, or of which `text` is the only
   beginning ("le" for "level list"), if that is not a command by itself; NULL: other text. */
const struct admin_row *admin_table_family(const struct admin_row *rows, size_t count,
                                           const char *text);

/* True if the line's first word is the row's, typed in full. */
bool admin_table_is_in_full(const struct admin_row *row, const char *line);

/* Splits `rest` at its spaces; a word in quotes loses them, except in the rest of a line.
   ERR_RANGE, with the usage in `message`: too few, or too many. */
MUST_USE enum err admin_table_split(const struct admin_row *row, const char *rest,
                                    struct admin_arguments *out, char message[ADMIN_MESSAGE_SIZE]);

/* Writes "kick NAME [REASON]". */
void admin_table_usage(const struct admin_row *row, char out[ADMIN_MESSAGE_SIZE]);

/* Returns a command of other servers that has an equivalent here, by its number from 0; NULL after
   the last. */
const char *admin_table_other_word(size_t number);

/* Reserves as names the words of operators, those of other servers, and the roles. Errors of
   reserved_names_add(). */
MUST_USE enum err admin_table_reserve(struct reserved_names *names);

#endif
