/*
 * A line being typed: assembled from bytes, edited with backspace, echoed by its owner. Control
 * sequences (term/sequence.h) are no part of it, however they are cut: an arrow, a report of the
 * mouse, an answer to a question. A letter behind an Esc is one of the line: whether it was typed
 * with Alt nobody can tell. Bytes from 0x80 on are letters of some charset, never controls.
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
    size_t cursor;     /* byte where line_edit.h works; behind the text where that is not used */
    size_t length_max; /* bytes, at most LINE_INPUT_MAX; 0: that many */
    bool after_return; /* a NUL or LF now belongs to the CR before it */
    bool is_too_long;  /* the rest up to the end of the line is dropped */
    uint8_t escaped;   /* 1: the byte before was ESC; 2: it and an introducer began `sequence` */
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
 * Takes one byte. LINE_TYPED: it was added. LINE_ERASED: a character went. LINE_DONE: the line is
 * in `text`. LINE_TOO_LONG: the line is done and was longer than it may be; `text` is empty.
 * LINE_END_OF_INPUT: Ctrl-D on an empty line. CR LF, CR NUL, LF and CR each end one line.
 */
enum line_result line_input_take(struct line_input *line, uint8_t byte);

void line_input_clear(struct line_input *line);

/* Cuts off the blanks at the end. */
void line_input_trim(struct line_input *line);

/* Where the last letter of the line begins; 0 for an empty line. */
size_t line_input_last(const struct line_input *line);

/* How many bytes the letter has that begins with this one; of a later one only itself counts. */
size_t line_input_letter_length(uint8_t byte);

/* True if a letter of so many bytes can still be added. */
bool line_input_has_room(const struct line_input *line, size_t length);

#endif
