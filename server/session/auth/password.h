/*
 * Hashing of passwords, which is slow on purpose and so never done on the loop: a line of jobs, and
 * at most two workers at a time. The next job is of the network that was served least recently, so
 * many guesses from one network do not delay a guess from another. Uses libsodium's argon2id.
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
    PASSWORD_TURN_MS = 10 * 1000, /* time in which a network counts as served recently */
};

struct passwords {
    int running;
    int waiting;
    struct password_job *first; /* jobs in line, first come first */
    struct password_job *last;
    struct network_table networks; /* jobs by network; held: waiting and running; recent: begun */
    uint64_t most_held;            /* most jobs in line of one network, or more */
};

/*
 * Hashes `password` (`stored` NULL) or compares it with a stored hash. If it is right and the
 * stored hash was made with less work than is set now, it is hashed again as well. The result goes
 * to login_on_password() of the connection with that serial, if that still exists. If the line is
 * full, the last job of the network with the most jobs gets ERR_BUSY instead, if that network has
 * more than this one; else this returns ERR_BUSY. ERR_MEMORY.
 */
MUST_USE enum err password_submit(struct sessions *sessions, uint64_t conn_serial,
                                  struct network_key network, const char *password,
                                  const char *stored);

/* Returns why a password is refused (static text); NULL: it is accepted. */
const char *password_refusal(const char *password);

/* True if the hash was made with no more work than --password-cost allows; any other would keep a
   worker busy for too long. */
bool password_is_bearable(const char *stored);

/* Removes the waiting password of a connection that is gone. */
void password_cancel(struct sessions *sessions, uint64_t conn_serial);

/* Tells waiting sessions their number in line. Call it once a second. */
void password_tell_line(struct sessions *sessions);

/* Drops waiting passwords without an answer. Call it when the server stops, because its last save
   waits for the workers. */
void password_stop(struct sessions *sessions);

#endif
