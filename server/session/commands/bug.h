/*
 * Reports of players: `bug TEXT` keeps a line for the operators, who read it with `bugs`.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_BUG_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_BUG_H

struct session;

enum {
    BUG_LENGTH_MAX = 400,    /* bytes of a report, cleaned */
    BUG_PAUSE_MS = 60 * 1000 /* between two reports of a player */
};

/* Keeps what was typed, cleaned, with the name and the place of the player; or says why not: there
   is nothing, it is too long, or another came a moment ago. */
void bug_report(struct session *session, const char *typed);

#endif
