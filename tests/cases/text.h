/*
 * A case file in memory: its lines, what they are to become, and how an answer is compared with
 * what a case expects.
 */
#ifndef UNDERCROFT_TESTS_CASES_TEXT_H
#define UNDERCROFT_TESTS_CASES_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum {
    CASE_LINES_MAX = 4000,
    CASE_TITLES_MAX = 200,
    CASE_ANSWER_LINES_MAX = 1000,
    CASE_NAMES_MAX = 16,
    CASE_NAME_SIZE = 16,
    CASE_VALUE_SIZE = 64
};

/* Lines of text, each a string of its own. */
struct text {
    char *lines[CASE_ANSWER_LINES_MAX]; /* owned */
    size_t count;
};

void text_release(struct text *text);

/* Adds a line of `length` bytes. Bytes that are no printable UTF-8 become C's escapes (\e, \a,
   \xff), and blanks at the end are removed. */
void text_add(struct text *text, const char *line, size_t length);

/* Adds all lines of `heard` that are not empty. A last line without an end that is a prompt of play
   ("d1 20/20> ") is left out: every answer is followed by one. */
void text_add_heard(struct text *text, const char *heard);

/* Values that {name} in an expectation has taken from an answer. */
struct case_names {
    size_t count;
    char names[CASE_NAMES_MAX][CASE_NAME_SIZE];
    char values[CASE_NAMES_MAX][CASE_VALUE_SIZE];
};

/*
 * True if the lines are as expected. A line "..." stands for any lines or none, "..." in a line for
 * any text or none, and {name} for a word (letters, digits, - , . : _) that is the same in
 * every place with this name.
 */
bool text_matches(const struct text *expected, const struct text *got, struct case_names *names);

/* True if one line is as expected. */
bool text_line_matches(const char *expected, const char *got, struct case_names *names);

/* Puts values in place of the {name} that have one. `out` of `size` bytes; cut to it. */
void text_fill_in(const char *line, const struct case_names *names, char *out, size_t size);

/* Reads "a\tb" from its first quotation mark, with the escapes \\ \" \a \e \n \r \t \b \xff.
   Returns what follows the last mark, or NULL if there is none or an escape is unknown. */
const char *text_unquote(const char *quoted, char *out, size_t size, size_t *length);

struct case_file {
    const char *path;
    char *lines[CASE_LINES_MAX];   /* owned */
    char *instead[CASE_LINES_MAX]; /* owned; NULL: the line stays */
    size_t count;
    size_t titles[CASE_TITLES_MAX]; /* the lines that begin with "== " */
    size_t title_count;
};

/* Reading and writing print an error and then return false. */
bool case_file_read(struct case_file *file, const char *path);
bool case_file_write(const struct case_file *file);
void case_file_release(struct case_file *file);

/* The block of lines behind line `at` that begin with two blanks, without them. */
void case_file_block(const struct case_file *file, size_t at, struct text *out);

/* The first `kept` bytes of line `at` stay, and `got` comes in place of all that was expected. */
void case_file_replace(struct case_file *file, size_t at, size_t kept, const struct text *got);

#endif
