/*
 * Password hashing, which is slow on purpose and therefore never done on the loop: a line, and at
 * most two workers at a time. The next to be hashed is of the network that was served least of
 * late, so many guesses of one do not delay the one of another. libsodium's argon2id.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_PASSWORD_H
#define UNDERCROFT_SERVER_SESSION_AUTH_PASSWORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "server/net/network_table.h"

struct sessions;
struct password_job;

enum {
    PASSWORD_WORKERS_MAX = 2,
    PASSWORD_LENGTH_MIN = 8,
    PASSWORD_LENGTH_MAX = 128,
    PASSWORD_TURN_MS = 10 * 1000, /* "of late" */
};

struct passwords {
    int running;
    int waiting;
    struct password_job *first; /* of those that wait, in the order of their coming */
    struct password_job *last;
    struct network_table networks; /* held: waiting and running; recent: begun */
    uint64_t most_held;            /* no network that waits holds more, though perhaps all less */
};

/*
 * Hashes `password` (`stored` NULL) or compares it with a stored hash; one that is right, and whose
 * stored hash was made with less work than is set now, is hashed again as well. The answer reaches
 * login_on_password() of the connection with that serial, if it is still there. When the line is
 * full the last of the network that has most in it is answered ERR_BUSY instead, if that is more
 * than the newcomer's network has; else this returns ERR_BUSY. ERR_MEMORY.
 */
MUST_USE enum err password_submit(struct sessions *sessions, uint64_t conn_serial,
                                  struct network_key network, const char *password,
                                  const char *stored);

/* The reason why a password is refused (static text); NULL: it is good. */
const char *password_refusal(const char *password);

/* True if the hash was made with no more work than --password-cost may ask for. Any other would
   hold a worker for too long. */
bool password_is_bearable(const char *stored);

/* The connection is gone: its waiting password is not hashed. */
void password_cancel(struct sessions *sessions, uint64_t conn_serial);

/* Once a second: tells waiting sessions their place in line. */
void password_tell_line(struct sessions *sessions);

/* The server stops: drops the passwords that wait for a worker, unanswered, because the end of the
   server, and its save, wait for the workers. */
void password_stop(struct sessions *sessions);

#endif
