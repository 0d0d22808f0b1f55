/*
 * Which key asks for which command in screen mode.
 */
#ifndef UNDERCROFT_TERM_KEYMAP_H
#define UNDERCROFT_TERM_KEYMAP_H

#include <stddef.h>

#include "narrate/command.h"
#include "term/key.h"

/* The command of a key; COMMAND_NONE if it is bound to nothing. */
struct command keymap_find(struct key key);

/* How many keys are bound. */
size_t keymap_size(void);

#endif
