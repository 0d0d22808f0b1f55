/*
 * The way to a running server: its control socket (server/admin/control.h tells the protocol).
 */
#ifndef UNDERCROFT_SERVER_TOOLS_CTL_LINK_H
#define UNDERCROFT_SERVER_TOOLS_CTL_LINK_H

#include <stdbool.h>
#include <stddef.h>

enum { LINK_PATH_SIZE = 4096, LINK_REQUEST_MAX = 4096, LINK_REASON_SIZE = 512 };

/* The outcomes of a request; they are the program's exit codes. */
enum link_outcome { LINK_DONE = 0, LINK_REFUSED = 1, LINK_USAGE = 2, LINK_NO_SERVER = 3 };

struct link {
    char path[LINK_PATH_SIZE];     /* path of the socket */
    int timeout_seconds;           /* seconds to wait for an answer; 0: no limit */
    int socket;                    /* -1: not connected */
    char reason[LINK_REASON_SIZE]; /* why there is no server: a line of cause and one of cure */
};

/* An answer; `text` is owned and ends with a NUL. */
struct link_answer {
    char *text;
    size_t length;
};

void link_init(struct link *link, const char *path, int timeout_seconds);
void link_close(struct link *link);

/* True if the link is connected; closes a connection that the server has closed. */
bool link_is_open(struct link *link);

/*
 * Sends a request (without LF) and reads the answer; connects first if necessary. Free the answer
 * with link_answer_free(), also after a failure. LINK_NO_SERVER: `reason` says why; the connection
 * is then closed, and the next request makes a new one.
 */
enum link_outcome link_ask(struct link *link, const char *request, struct link_answer *out);
void link_answer_free(struct link_answer *answer);

#endif
