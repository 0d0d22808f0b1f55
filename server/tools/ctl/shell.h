/*
 * Undercroftctl for a person at a terminal: a prompt with line editing, history and completion.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_CTL_SHELL_H
#define UNDERCROFT_SERVER_TOOLS_CTL_SHELL_H

#include <stdbool.h>

#include "server/tools/ctl/link.h"

/* Runs what is typed until "quit" or the end of input. Returns what the program exits with: of the
   last command, so that a script on standard input can tell. */
enum link_outcome shell_run(struct link *link, bool is_json);

/* Runs one command and prints what came of it: done on standard output, the rest on standard
   error. `words` may be as long as they come. */
enum link_outcome shell_run_words(struct link *link, bool is_json, const char *words);

#endif
