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
    VISIT_REQUESTS_MAX = 100, /* requests of a connection */
    VISIT_HEAD_MS = 5 * 1000, /* time for a head from its first byte */
    VISIT_IDLE_MS = 15 * 1000,
    VISIT_PIECE = 16 * 1024,     /* most bytes of a file that wait to be sent */
    VISIT_ANSWER_MAX = 3 * 1024, /* most bytes of an answer without its file */
};

/* The server and the connection, as a visit sees them. */
struct visit_host {
    struct web_files *files;
    const struct network *proxies; /* proxies whose X-Forwarded-For is believed */
    int proxy_count;
    /* it came by a trusted proxy, so the request must have the browser's address */
    bool is_forwarded;
    const char *origins; /* origins for upgrade_judge() */
    int64_t now;         /* seconds since 1970 */
    uint64_t now_ms;
};

struct visit {
    struct http_head head;
    const uint8_t *body; /* rest of the answer; not owned */
    size_t body_left;
    uint64_t since_ms; /* time when the head began, or of the last answer */
    int answers;
    int status;       /* status of the last answer */
    bool ends;        /* the connection ends after that answer */
    bool is_for_head; /* the present answer has no body */
    bool owes_list;   /* visit_answer_list() must still be called */
    enum net_list list;
    struct upgrade upgrade;
};

enum visit_step {
    VISIT_WANTS_MORE,
    VISIT_ANSWERED,    /* the answer is in `out`; visit_refill() may append more */
    VISIT_FOREIGN,     /* the bytes are not HTTP: the connection is closed without an answer */
    VISIT_LIST_WANTED, /* it wants `list`: visit_answer_list() answers */
    VISIT_UPGRADED,    /* the answer is in `out`; frames follow */
    VISIT_BROKEN,      /* memory is out */
};

void visit_init(struct visit *visit, uint64_t now_ms);

/* Takes the next byte. Do not call it while visit_is_busy() or a list is awaited, or after an
   answer that `ends`. */
enum visit_step visit_take(struct visit *visit, const struct visit_host *host, uint8_t byte,
                           struct bytes *out);

/* True while a part of an answer was not appended yet. */
bool visit_is_busy(const struct visit *visit);

/* Appends the next piece of the answer. ERR_MEMORY, ERR_TOO_BIG. */
MUST_USE enum err visit_refill(struct visit *visit, uint64_t now_ms, struct bytes *out);

/* Answers with the list `json`; NULL: it is not available now. Call it after VISIT_LIST_WANTED. */
enum visit_step visit_answer_list(struct visit *visit, const struct visit_host *host,
                                  const char *json, struct bytes *out);

/* Answers with that status (408, 503), and ends. */
enum visit_step visit_refuse(struct visit *visit, const struct visit_host *host, int status,
                             struct bytes *out);

enum visit_patience { VISIT_IS_FINE, VISIT_IS_LATE, VISIT_IS_IDLE };
enum visit_patience visit_judge(const struct visit *visit, uint64_t now_ms);

#endif
