/*
 * Password hashing, which is slow on purpose and therefore never done on the loop: a short queue
 * and at most two workers at a time. libsodium's argon2id.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PASSWORD_H
#define UNDERCROFT_SERVER_SESSION_PASSWORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct server;
struct password_job;

enum { PASSWORD_WORKERS_MAX = 2, PASSWORD_LENGTH_MIN = 8 };

struct passwords {
    int running;
    int waiting;
    struct password_job *first;
    struct password_job *last;
};

/*
 * Hashes `password` (`stored` NULL) or compares it with a stored hash; one that is right, and whose
 * stored hash was made with less work than is set now, is hashed anew as well. The answer reaches
 * login_on_password() of the connection with that serial, if it is still there. ERR_BUSY when
 * the queue is full, ERR_MEMORY.
 */
MUST_USE enum err password_submit(struct server *server, uint64_t conn_serial,
                                  const char *password, const char *stored);

/* When the server stops: forgets those that wait for a worker, unanswered. The end waits for the
   workers, and would come late and its save with it. */
void password_stop(struct server *server);

#endif
