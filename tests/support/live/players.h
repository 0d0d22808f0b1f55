/*
 * A few who play on one server, for tests: what is expected of what they hear and see, and how they
 * all go. A text that does not come within CLIENT_WAIT_MS (see stopwatch_deadline_us) fails the
 * running test, which says what came instead.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_PLAYERS_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_PLAYERS_H

#include "support/live/client.h"
#include "support/live/process.h"

/* Fails the test unless the text comes, or came since the client last forgot what it heard. */
void expect_heard(struct client *client, const char *text);

/* The same within `ms`, for texts that take longer than an answer. */
void expect_heard_within(struct client *client, const char *text, int ms);

/* Fails the test unless the text comes up somewhere on the screen. */
void expect_shown(struct client *client, const char *text);
void expect_shown_within(struct client *client, const char *text, int ms);

/* True if the text is on the screen once nothing more comes. */
bool players_is_shown(struct client *client, const char *text);

/* Forgets what was heard, says a line, and expects this in the answer. */
void expect_answer(struct client *client, const char *line, const char *answer);

/* Hangs up if need be, calls again from 127.0.0.`host` as a client in line mode and gives a known
   name: the password is asked for. */
void players_call(struct client *client, int port, int host, const char *name);

/* Says a line, and waits for a prompt after it. Other events may bring a prompt too. */
void expect_prompt(struct client *client, const char *line);

/* The number of times that the text was heard. */
int players_count_heard(const struct client *client, const char *text);

/* `players` (ended by NULL; those who never came may be among them) hang up without a word. */
void players_hang_up(struct client *const *players);

/* The same, and then the server is stopped, which must end well. */
void players_stop(struct client *const *players, struct process *server);

/* Is called at teardown, after a failed test too. */
void players_release(struct client *const *players, struct process *server);

#endif
