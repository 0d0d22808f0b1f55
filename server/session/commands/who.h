/*
 * The players online, as lines of text.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_WHO_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_WHO_H

#include <stddef.h>

#include "narrate/text_form.h"

struct sessions;

enum { WHO_TEXT_MAX = 4096, WHO_NAMES_MAX = 100 };

/* One player a line, in columns or as a sentence; each line ended by LF, at most WHO_NAMES_MAX of
 * them and how many more. */
void who_list(const struct sessions *sessions, enum text_form form, char *out, size_t out_size);

#endif
