/*
 * Undercroftctl for a person at a terminal: a prompt with line editing, history and completion.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_CTL_SHELL_H
#define UNDERCROFT_SERVER_TOOLS_CTL_SHELL_H

#include <stdbool.h>

#include "server/tools/ctl/link.h"

/* Runs what is typed until "quit" or the end of input. Returns the outcome with which the program
   exits: at a prompt the last command's, in a script the first failure. */
enum link_outcome shell_run(struct link *link, bool is_json);

/* Runs one command and prints its answer: on standard output if it was done, else on standard
   error. `words` may be of any length. */
enum link_outcome shell_run_words(struct link *link, bool is_json, const char *words);

#endif
