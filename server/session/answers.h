/*
 * Answers of the database thread to sessions: accounts, names, passwords and scores.
 */
#ifndef UNDERCROFT_SERVER_SESSION_ANSWERS_H
#define UNDERCROFT_SERVER_SESSION_ANSWERS_H

struct sessions;

/* Takes all of it. The ticket of each is the serial of the connection that asked, which may be
   gone. */
void session_take_answers(struct sessions *sessions);

#endif
