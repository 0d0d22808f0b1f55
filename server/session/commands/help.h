/*
 * Help, made from the table that binds the commands.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_HELP_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_HELP_H

#include <stdbool.h>
#include <stddef.h>

#include "narrate/text_form.h"

/* The page of a topic (a command's word); if `topic` is "" the one screen of keys, or of words for
   who types lines. Spoken it names no key and no sign of the map; in a list each of the signs has a
   line. */
void help_text(const char *topic, bool has_keys, enum text_form form, char *out, size_t out_size);

/* All commands, one a line; with `has_keys`, for a screen, names and keys in two columns. */
void help_list_commands(bool has_keys, enum text_form form, char *out, size_t out_size);

#endif
