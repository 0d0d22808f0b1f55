/*
 * Help, made from the table of commands and from topics about more than one of them. A topic that
 * is the word of a command is explained by that command's row instead.
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

struct help_topic {
    const char *name;
    const char *text;   /* lines, each ended by LF */
    const char *spoken; /* without keys and signs; NULL: the text has none */
};

/* The topics by number, from 0; NULL behind the last. */
const struct help_topic *help_topic_at(size_t number);

/* The topic of that name, of any case; NULL: there is none. */
const struct help_topic *help_topic_find(const char *name);

#endif
