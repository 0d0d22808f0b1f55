/*
 * Keys of commands in screen mode.
 */
#ifndef UNDERCROFT_TERM_KEYMAP_H
#define UNDERCROFT_TERM_KEYMAP_H

#include <stddef.h>

#include "narrate/command.h"
#include "term/key.h"

/* Returns the command of a key; COMMAND_NONE: the key is not bound. */
struct command keymap_find(struct key key);

/* Returns the number of bound keys. */
size_t keymap_size(void);

#endif
