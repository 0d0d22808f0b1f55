/*
 * A line of input. For a client that sends lines it is built from bytes (line_input_take), with
 * backspace; a client that sends keys edits it at a cursor (line_edit_*) and can recall earlier
 * lines (line_history_*). Nothing here writes to the client.
 *
 * In bytes, control sequences (term/sequence.h) are not part of the line, even if they arrive in
 * pieces: an arrow, a report of the mouse, an answer to a question. A letter after an Esc is part
 * of the line, because it may have been typed with Alt. Bytes from 0x80 on are letters of some
 * charset, never controls. In keys, the text stays UTF-8 and the cursor moves by whole characters.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_LINE_INPUT_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "term/key.h"

enum { LINE_INPUT_MAX = 512 };

struct line_input {
    char text[LINE_INPUT_MAX + 1]; /* UTF-8 as typed, not cleaned; ended by NUL */
    size_t length;
    /* offset where line_edit_*() work; without these calls the end of the text */
    size_t cursor;
    size_t length_max; /* most bytes; 0: LINE_INPUT_MAX */
    bool after_return; /* the last byte was CR, so a NUL or LF now belongs to it */
    bool is_too_long;  /* the line is too long, and its rest is dropped */
    uint8_t escaped;   /* 1: the last byte was ESC; 2: ESC and an introducer began `sequence` */
    struct sequence sequence;
};

enum line_result {
    LINE_MORE,
    LINE_TYPED,
    LINE_ERASED,
    LINE_DONE,
    LINE_TOO_LONG,
    LINE_END_OF_INPUT,
};

/*
 * Takes one byte. LINE_TYPED: it was added. LINE_ERASED: a character was removed. LINE_DONE: the
 * line is in `text`. LINE_TOO_LONG: the line is done and was too long; `text` is empty.
 * LINE_END_OF_INPUT: Ctrl-D on an empty line. CR LF, CR NUL, LF and CR each end one line.
 */
enum line_result line_input_take(struct line_input *line, uint8_t byte);

void line_input_clear(struct line_input *line);

/* Removes the blanks at the end of the line. */
void line_input_trim(struct line_input *line);

/* Returns the offset of the last letter; 0 for an empty line. */
size_t line_input_last(const struct line_input *line);

/* Returns the number of bytes of the letter that begins with this byte; 1 for a continuation
   byte. */
size_t line_input_letter_length(uint8_t byte);

/* True if a letter of that many bytes still fits. */
bool line_input_has_room(const struct line_input *line, size_t length);

/* Inserts `length` bytes of whole characters before the cursor. False: there is no room, and the
   line is unchanged. */
bool line_edit_insert(struct line_input *line, const char *text, size_t length);

/* Replaces the text between byte `from` and the cursor by `text`. False: there is no room, and the
   line is unchanged. */
bool line_edit_swap(struct line_input *line, size_t from, const char *text);

/* Sets the line to as much of `text` as fits, with the cursor at the end. */
void line_edit_replace(struct line_input *line, const char *text);

/*
 * Takes a key that moves the cursor or deletes: Left, Right, Home, End, Delete, Backspace, Ctrl-A
 * and Ctrl-E (to the ends), Ctrl-B and Ctrl-F (a character), Ctrl-D and Ctrl-H (delete), Ctrl-W
 * (the word before), Ctrl-U and Ctrl-K (all before, all after). False: it is another key.
 */
bool line_edit_take(struct line_input *line, struct key key);

enum { LINE_HISTORY_BYTES = 1024 };

/* The newest lines typed at ":", as many as fit into LINE_HISTORY_BYTES; the memory is allocated
   with the first. They last for one visit and are never saved. All zero: none. */
struct line_history {
    char *text;    /* the lines, oldest first, each ended by NUL; owned; NULL: none */
    size_t length; /* bytes in use */
    size_t age;    /* age of the line that is shown, 1 for the newest; 0: a new line */
};

void line_history_release(struct line_history *history);

/* Adds a line, unless it is empty, equal to the newest, or longer than the memory. If memory is out
   nothing is stored. */
void line_history_add(struct line_history *history, const char *line);

/* Goes `step` lines back (1) or forth (-1). Returns the line to show, "" for a new one; NULL: there
   is no such line. Valid until the next call. */
const char *line_history_step(struct line_history *history, int step);

#endif
