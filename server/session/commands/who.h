/*
 * Lists of players: those online, and those who came deepest, online or not. They are text in play
 * and at the login; anybody else reads them by HTTP as JSON.
 *
 * The database thread reads the scores; its result serves all requests within SCORES_FRESH_MS, so
 * frequent requests delay no save. A list for browsers is made from time to time and serves all
 * requests meanwhile.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_WHO_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_WHO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "narrate/text_form.h"
#include "server/net/net.h"
#include "server/save/persist_scores.h"

struct command;
struct conn;
struct session;
struct sessions;

enum {
    WHO_TEXT_MAX = 4096,
    WHO_NAMES_MAX = 100,
    SCORES_TEXT_MAX = 2048,
    SCORE_LINE_MAX = 160,
    SCORES_FRESH_MS = 2000,
    PUBLIC_LIST_MS = 1000,
    PUBLIC_SCORES_MS = 10 * 1000,
};

/* The scores that were read last. All zero: none. */
struct scores {
    struct score_lists lists;
    bool is_read;
    bool is_asked; /* they are being read */
    uint64_t read_at_ms;
};

/* The lists for browsers that were made last. All zero: none. */
struct public_lists {
    char *texts[NET_LIST_COUNT]; /* owned; NULL: not made yet */
    uint64_t made_at_ms[NET_LIST_COUNT];
};

/* Writes a line for each player online, in columns or as a sentence, each ended by LF: at most
   WHO_NAMES_MAX lines, then the number of the others. */
void who_list(const struct sessions *sessions, enum text_form form, char *out, size_t out_size);

/* Shows who_list() to a player in play. */
void who_show(struct session *session, const struct command *command);

/* Shows the list of scores that the words name, at once or when it was read; also the Gate
   stone. */
void scores_ask(struct session *session, const struct command *command);
void scores_ask_stone(struct session *session, const struct command *command);

/* Answers a browser, now or once the database thread has read the scores. */
void public_lists_ask(struct sessions *sessions, struct conn *conn, enum net_list list);

void public_lists_release(struct public_lists *lists);

#endif
