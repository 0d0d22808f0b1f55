/*
 * The players online, as lines of text.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_WHO_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_WHO_H

#include <stdbool.h>
#include <stddef.h>

struct sessions;

enum { WHO_TEXT_MAX = 4096, WHO_NAMES_MAX = 100 };

/* One delver a line, in columns or, if it is to be heard, as a sentence; each line ended by LF, at
 * most WHO_NAMES_MAX of them and how many more. */
void who_list(const struct sessions *sessions, bool is_spoken, char *out, size_t out_size);

#endif
