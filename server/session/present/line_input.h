/*
 * A line that is being typed. A client that sends lines has it put together from bytes
 * (line_input_take), with backspace; a client that sends keys edits it at a cursor (line_edit_*)
 * and can go back to the lines typed before (line_history_*). Nothing here writes to the client.
 *
 * In bytes, control sequences (term/sequence.h) are no part of the line, however they are cut: an
 * arrow, a report of the mouse, an answer to a question. A letter behind an Esc is one of the line:
 * whether it was typed with Alt nobody can tell. Bytes from 0x80 on are letters of some charset,
 * never controls. In keys, the text stays UTF-8 and the cursor moves by whole characters.
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
    size_t cursor;     /* byte where line_edit_*() work; behind the text where that is not used */
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

/* Puts `length` bytes, which are whole characters, before the cursor. False: there is no room, and
   the line is as before. */
bool line_edit_insert(struct line_input *line, const char *text, size_t length);

/* Puts `text` in place of what stands between byte `from` and the cursor. False: there is no room,
   and the line is as before. */
bool line_edit_swap(struct line_input *line, size_t from, const char *text);

/* The line is `text` from now on, as far as it has room, with the cursor behind it. */
void line_edit_replace(struct line_input *line, const char *text);

/*
 * Takes a key that moves the cursor or deletes: Left, Right, Home, End, Delete, Backspace, Ctrl-A
 * and Ctrl-E (to the ends), Ctrl-B and Ctrl-F (a character), Ctrl-D and Ctrl-H (delete), Ctrl-W
 * (the word before), Ctrl-U and Ctrl-K (all before, all behind). False: the key is none of these.
 */
bool line_edit_take(struct line_input *line, struct key key);

enum { LINE_HISTORY_BYTES = 1024 };

/* The newest lines that were typed behind ":", as many as fit into LINE_HISTORY_BYTES, allocated
   with the first. They last for one visit and are never saved. Valid when all zero. */
struct line_history {
    char *text;    /* the lines, oldest first, each ended by NUL; owned; NULL: there are none */
    size_t length; /* bytes of it in use */
    size_t age;    /* of the line that is shown: 1 is the newest; 0: one that is being typed */
};

void line_history_release(struct line_history *history);

/* Adds a line, unless it is empty, the newest already, or longer than the memory. Without memory
   nothing is kept. */
void line_history_add(struct line_history *history, const char *line);

/* Goes `step` lines back (1) or forth (-1). Returns the line that is to be shown now, "" for one
   that is being typed, or NULL where there is no such line. Valid until the next call. */
const char *line_history_step(struct line_history *history, int step);

#endif
