/*
 * The words of operators: what each is called, takes, does and needs, in one table.
 *
 * A word may be two ("level regen"): then the first alone is no command. A unique prefix of each is
 * enough, but for what cannot be taken back. Where "shutdown" and "shutdown cancel" are both there,
 * the second must be typed in full, because anything else is the first one's argument.
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

/* Runs a command: answers it, or says what it waits for (admin_request.h). */
typedef void admin_run(struct admin *admin, struct admin_request *request);

struct admin_row {
    const char *word;
    const char *arguments;  /* as the usage shows them: "NAME [REASON]"; "": none */
    const char *help;       /* what it does: one clause of at most 60 bytes */
    enum account_role role; /* needed at least */
    int count_min;          /* of arguments */
    int count_max;          /* at most ADMIN_ARGUMENTS_MAX */
    bool takes_rest;        /* the last of count_max is all that is left of the line */
    bool is_final;          /* cannot be taken back: its first word is to be typed in full */
    bool changes;           /* an act: it is audited, and refused while the server stops */
    bool is_on_delver;      /* done to the delver named by the first argument: not by a lower role
                               to a higher one (admin_submit.c) */
    admin_run *run;
};

/* "none", "builder", "admin": as they are typed and shown. */
extern const char *const admin_role_names[ACCOUNT_ROLE_COUNT];

extern const struct admin_row admin_table[];
extern const size_t admin_row_count;

/* The arguments of one command. */
struct admin_arguments {
    int count;
    const char *words[ADMIN_ARGUMENTS_MAX]; /* into `text` */
    char text[ADMIN_LINE_MAX + 1];
};

/*
 * Finds the row that a line of at most ADMIN_LINE_MAX bytes begins with, without regard to case;
 * *out_rest is what follows the word. ERR_UNKNOWN with a sentence in `message` (that word, those it
 * could mean, or the nearest one).
 */
MUST_USE enum err admin_table_find(const struct admin_row *rows, size_t count, const char *line,
                                   const struct admin_row **out, const char **out_rest,
                                   char message[ADMIN_MESSAGE_SIZE]);

/* The first of the rows whose first word `text` is, or begins as the only one ("le": "level list"),
   where that is no command by itself; NULL: it is another thing. */
const struct admin_row *admin_table_family(const struct admin_row *rows, size_t count,
                                           const char *text);

/* True if the first word of the line is that of the row, and no mere beginning of it. */
bool admin_table_is_in_full(const struct admin_row *row, const char *line);

/* Splits `rest` at its spaces; a word in quotes loses them, but in the rest of a line. ERR_RANGE
 * with the usage in `message`: too few, or too many. */
MUST_USE enum err admin_table_split(const struct admin_row *row, const char *rest,
                                    struct admin_arguments *out, char message[ADMIN_MESSAGE_SIZE]);

/* "kick NAME [REASON]" */
void admin_table_usage(const struct admin_row *row, char out[ADMIN_MESSAGE_SIZE]);

/* Words that operators of other servers are used to, who are told ours: by number from 0;
   NULL behind the last. */
const char *admin_table_other_word(size_t number);

/* Adds the words of operators, those of other servers that are explained, and the roles to the
   names that nobody may have. Errors of reserved_names_add(). */
MUST_USE enum err admin_table_reserve(struct reserved_names *names);

#endif
