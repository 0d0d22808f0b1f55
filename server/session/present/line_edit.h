/*
 * Editing a line that is being typed, of a client that sends keys: letters go in and out at a
 * cursor, which moves by whole characters. The text stays UTF-8, and no longer than the line may
 * be. Nothing here writes to the client.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_LINE_EDIT_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_LINE_EDIT_H

#include "server/session/present/line_input.h"
#include "term/key.h"

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

#endif
