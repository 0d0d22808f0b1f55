/*
 * Pages of help about more than one command. A topic that is the word of a command is explained by
 * that command's row instead.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_HELP_TOPICS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_HELP_TOPICS_H

#include <stddef.h>

struct help_topic {
    const char *name;
    const char *text;   /* lines, each ended by LF */
    const char *spoken; /* without keys and signs; NULL: the text has none */
};

/* The topics by number, from 0; NULL behind the last. */
const struct help_topic *help_topic_at(size_t number);

/* The topic of that name, of any case; NULL: there is none. */
const struct help_topic *help_topic_find(const char *name);

/* The topic or command for which `word` is another word: "grave" for "death"; else `word`. */
const char *help_topic_meant(const char *word);

#endif
