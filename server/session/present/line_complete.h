/*
 * Completion of a line of words: what the word before the cursor can become. The first word is a
 * command's; what may follow is a row of a table by command: names of players online, settings and
 * their values, topics of help, directions.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_LINE_COMPLETE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_LINE_COMPLETE_H

#include "narrate/command.h"

struct session;

enum { LINE_COMPLETE_TEXT_SIZE = 192 };

/*
 * Completes the word before the cursor in the line that the session is typing, as far as it is
 * clear. `id` is the command that the line belongs to, or COMMAND_LINE where it begins with one.
 * Where several words fit and none is longer in common, they are listed in `out`; else that is "".
 */
void line_complete(struct session *session, enum command_id id, char out[LINE_COMPLETE_TEXT_SIZE]);

#endif
