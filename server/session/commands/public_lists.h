/*
 * Public lists, read by HTTP as JSON: the number of players, their names, and the deepest delvers.
 * A list is made once in a while and serves all requests meanwhile, however many they are.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_PUBLIC_LISTS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_PUBLIC_LISTS_H

#include "server/session/commands/public_lists_state.h"

struct conn;
struct sessions;

enum { PUBLIC_LIST_MS = 1000, PUBLIC_SCORES_MS = 10 * 1000 };

/* A browser asks: it is answered, now or once the database thread has read the scores. */
void public_lists_ask(struct sessions *sessions, struct conn *conn, enum net_list list);

/* The scores were read, or could not be: all browsers that wait for them are answered. */
void public_lists_on_scores(struct sessions *sessions);

void public_lists_release(struct public_lists *lists);

#endif
