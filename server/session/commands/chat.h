/*
 * Talk. What is said and done goes through the world to those who see it; what is told or shouted
 * goes straight to the sessions. Whatever somebody typed is cleaned first and never logged.
 */
#ifndef UNDERCROFT_SERVER_SESSION_CHAT_H
#define UNDERCROFT_SERVER_SESSION_CHAT_H

#include <stdbool.h>
#include <stdint.h>

struct session;

enum { CHAT_LINES_MAX = 20, CHAT_WINDOW_MS = 10 * 1000 }; /* so many in that time */

/* When a player talked. Valid when all zero. */
struct chat_budget {
    uint64_t sent_at_ms[CHAT_LINES_MAX]; /* the last ones; `next` is the oldest of them */
    int next;
    uint32_t sent; /* of all, as far as CHAT_LINES_MAX */
};

/* Of one session. Valid when all zero. */
struct chat {
    struct chat_budget budget; /* kept over visits (allowance.h) */
    int64_t reply_to; /* the delver who told something last; 0: nobody */
};

/* To those who can see the delver. `text` is as typed. */
void chat_say(struct session *session, const char *text);

/* The same, as something done: "Ada waves". */
void chat_emote(struct session *session, const char *text);

/* "NAME text": to that delver, wherever they are. A unique beginning of the name is enough. */
void chat_tell(struct session *session, const char *words);

/* To whoever told something last. */
void chat_reply(struct session *session, const char *text);

/* To everybody on the same level, in view or not. */
void chat_shout(struct session *session, const char *text);

#endif
