/*
 * A certificate and its key, as they lie in two files, in the form that TLS wants. Loading blocks,
 * and touches nothing that is shared: a worker may do it. All else is the loop's. A pair is
 * counted, so that the peers which began with it keep it when the server has taken another.
 */
#ifndef UNDERCROFT_SERVER_NET_TLS_KEYS_H
#define UNDERCROFT_SERVER_NET_TLS_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct options;
struct tls_keys;

enum {
    TLS_CAUSE_SIZE = 512,
    TLS_FILE_MAX = 1024 * 1024, /* bytes; a chain has a few thousand */
};

/* Facts about a pair. */
struct tls_keys_facts {
    int64_t begins_at; /* seconds since 1970: the latest of the chain, */
    int64_t ends_at;   /* and the earliest */
    uint32_t key_mode; /* the permissions of the key's file */
    bool is_rsa;       /* a handshake then costs five times as much */
};

/*
 * Reads both files (PEM, the chain behind the certificate) and tries them out. The pair belongs to
 * the caller, until tls_keys_drop(). On failure *out is NULL and `cause` a clause for people that
 * names the file: ERR_NOT_FOUND, ERR_FORMAT, ERR_TOO_BIG, ERR_MEMORY. Dates are not looked at.
 */
MUST_USE enum err tls_keys_load(const char *certificate, const char *key, struct tls_keys **out,
                                char cause[TLS_CAUSE_SIZE]);

/* Whether a file holds a certificate, or a key; the other file of the pair is not read. Errors as
   above. */
MUST_USE enum err tls_keys_look(const char *path, bool is_key, char cause[TLS_CAUSE_SIZE]);

/* False, with a clause in `cause`: the certificate is not valid at `now` (seconds since 1970). */
bool tls_keys_are_current(const struct tls_keys *keys, int64_t now, char cause[TLS_CAUSE_SIZE]);

const struct tls_keys_facts *tls_keys_facts(const struct tls_keys *keys);

/* Adds a user of the pair; drops one, the last of which frees it. NULL is nothing. */
struct tls_keys *tls_keys_share(struct tls_keys *keys);
void tls_keys_drop(struct tls_keys *keys);

#endif
