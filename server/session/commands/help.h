/*
 * Help, made from the table of commands and from topics about several of them. A topic with the
 * word of a command is explained by that command's row instead.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_HELP_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_HELP_H

#include <stdbool.h>
#include <stddef.h>

#include "narrate/text_form.h"

/* Writes the page of a topic or a command's word; "" is the one screen of keys, or of words for
   players who type lines. In spoken form it names no keys and no signs of the map; in a list each
   sign has a line. */
void help_text(const char *topic, bool has_keys, enum text_form form, char *out, size_t out_size);

/* Lists all commands, one a line; with `has_keys`, for a screen, names and keys in two columns. */
void help_list_commands(bool has_keys, enum text_form form, char *out, size_t out_size);

struct help_topic {
    const char *name;
    const char *text;   /* lines, each ended by LF */
    const char *spoken; /* text without keys and signs; NULL: `text` has none */
};

/* Returns topic number `number`, from 0; NULL after the last. */
const struct help_topic *help_topic_at(size_t number);

/* Returns the topic with that name, ignoring case; NULL: there is none. */
const struct help_topic *help_topic_find(const char *name);

#endif
