/*
 * A player who has another name from now on: a guest who has claimed one, or by an operator's word.
 * The database has it already; here all learn it who know the player by name.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_RENAME_H
#define UNDERCROFT_SERVER_SESSION_AUTH_RENAME_H

struct account_record;
struct delver;
struct job;
struct session;
struct sessions;

/* Fills in the old name in a job that changes a name; job->account has the new one. */
void rename_fill_in(struct job *job, const char *before);

/* The account has its name and skeleton from now on, in place of `before`. Players who are in are
   told if it is there. */
void rename_settle(struct sessions *sessions, const struct account_record *account,
                   const char *before);

/* Play begins: if the body came in with the name of before, it gets the present one. */
void rename_catch_up(struct session *session, const struct delver *delver);

#endif
