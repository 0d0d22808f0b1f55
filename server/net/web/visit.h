/*
 * An HTTP connection from its first byte until it ends or becomes a player's: requests in, answers
 * out. It answers with files of the page, with lists of the server, or with a sentence about an
 * error; every answer has the fields that limit the page's rights. Bytes in, bytes out: no socket
 * and no clock.
 */
#ifndef UNDERCROFT_SERVER_NET_WEB_VISIT_H
#define UNDERCROFT_SERVER_NET_WEB_VISIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "server/net/net.h"
#include "server/net/web/http.h"

struct network;
struct web_files;

enum {
    VISIT_REQUESTS_MAX = 100, /* in one connection */
    VISIT_HEAD_MS = 5 * 1000, /* time for a head, from its first byte */
    VISIT_IDLE_MS = 15 * 1000,
    VISIT_PIECE = 16 * 1024,     /* bytes of a file that wait to be sent */
    VISIT_ANSWER_MAX = 3 * 1024, /* bytes of an answer without its file */
};

/* The server and the connection, as a visit sees them. */
struct visit_host {
    struct web_files *files;
    const struct network *proxies; /* whose X-Forwarded-For is believed */
    int proxy_count;
    bool is_forwarded;   /* by a trusted proxy: the request must contain the browser's address */
    const char *origins; /* as for upgrade_judge() */
    int64_t now;         /* seconds since 1970 */
    uint64_t now_ms;
};

struct visit {
    struct http_head head;
    const uint8_t *body; /* rest of the answer; not owned */
    size_t body_left;
    uint64_t since_ms; /* start of the head, or time of the last answer */
    int answers;
    int status;       /* of the last answer */
    bool ends;        /* nothing follows that answer */
    bool is_for_head; /* the present answer has no body */
    bool owes_list;   /* visit_answer_list() is to be called */
    enum net_list list;
    struct upgrade upgrade;
};

enum visit_step {
    VISIT_WANTS_MORE,
    VISIT_ANSWERED,    /* appended to `out`, possibly with more by visit_refill() */
    VISIT_FOREIGN,     /* the bytes are not HTTP: the connection is closed without an answer */
    VISIT_LIST_WANTED, /* `list`; visit_answer_list() answers */
    VISIT_UPGRADED,    /* the answer is in `out`; frames follow */
    VISIT_BROKEN,      /* there is no memory */
};

void visit_init(struct visit *visit, uint64_t now_ms);

/* Takes the next byte. Do not call it while visit_is_busy() or a list is awaited, or after an
   answer that `ends`. */
enum visit_step visit_take(struct visit *visit, const struct visit_host *host, uint8_t byte,
                           struct bytes *out);

/* True while a part of an answer was not given. */
bool visit_is_busy(const struct visit *visit);

/* Appends the next piece of the answer. ERR_MEMORY, ERR_TOO_BIG. */
MUST_USE enum err visit_refill(struct visit *visit, uint64_t now_ms, struct bytes *out);

/* After VISIT_LIST_WANTED: answers with `json`; NULL: it is not available now. */
enum visit_step visit_answer_list(struct visit *visit, const struct visit_host *host,
                                  const char *json, struct bytes *out);

/* Answers with that status, and ends: 408, 503. */
enum visit_step visit_refuse(struct visit *visit, const struct visit_host *host, int status,
                             struct bytes *out);

enum visit_patience { VISIT_IS_FINE, VISIT_IS_LATE, VISIT_IS_IDLE };
enum visit_patience visit_judge(const struct visit *visit, uint64_t now_ms);

#endif
