/*
 * Help, made from the table that binds the commands.
 */
#ifndef UNDERCROFT_SERVER_SESSION_HELP_H
#define UNDERCROFT_SERVER_SESSION_HELP_H

#include <stddef.h>

#include "world/record.h"

/* The page of a topic (a command's word), or the one screen of keys if `topic` is "". */
void help_text(const char *topic, enum session_mode mode, char *out, size_t out_size);

/* Every command in a line; on a screen, which has few lines, its name and keys side by side. */
void help_list_commands(enum session_mode mode, char *out, size_t out_size);

#endif
