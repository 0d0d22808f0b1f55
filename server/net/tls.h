/*
 * TLS 1.2 and 1.3 by GnuTLS: bytes in, bytes out. The host is the server's side, which all peers
 * share; each peer has a session. There is no socket here: its input is put in, and its output
 * waits in tls_outgoing().
 */
#ifndef UNDERCROFT_SERVER_NET_TLS_H
#define UNDERCROFT_SERVER_NET_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "server/base/options.h"

struct tls;
struct tls_host;
struct tls_keys;

/*
 * A certificate and its key from two files, in the form for TLS. Loading blocks and uses nothing
 * shared, so a worker may do it. All else belongs to the loop. Users of a pair are counted, so that
 * peers which began with it keep it when the server has taken another.
 */
enum {
    TLS_CAUSE_SIZE = 512,
    TLS_FILE_MAX = 1024 * 1024, /* bytes; a chain has a few thousand */
};

/* Facts about a pair. */
struct tls_keys_facts {
    int64_t begins_at; /* seconds since 1970: the latest of the chain... */
    int64_t ends_at;   /* and the earliest */
    uint32_t key_mode; /* permissions of the key's file */
    bool is_rsa;       /* RSA: a handshake costs five times as much */
};

/*
 * Reads both files (PEM, the chain after the certificate) and tries them. The caller owns the pair,
 * until tls_keys_drop(). On failure *out is NULL and `cause` a clause for people that names the
 * file: ERR_NOT_FOUND, ERR_FORMAT, ERR_TOO_BIG, ERR_MEMORY. Dates are not checked.
 */
MUST_USE enum err tls_keys_load(const char *certificate, const char *key, struct tls_keys **out,
                                char cause[TLS_CAUSE_SIZE]);

/* Checks whether a file has a certificate, or a key; the other file of the pair is not read. Errors
   as above. */
MUST_USE enum err tls_keys_look(const char *path, bool is_key, char cause[TLS_CAUSE_SIZE]);

/* False, with a clause in `cause`: the certificate is not valid at `now` (seconds since 1970). */
bool tls_keys_are_current(const struct tls_keys *keys, int64_t now, char cause[TLS_CAUSE_SIZE]);

const struct tls_keys_facts *tls_keys_facts(const struct tls_keys *keys);

/* Drops a user of the pair, the last of which frees it. NULL is allowed. */
void tls_keys_drop(struct tls_keys *keys);

enum {
    TLS_RECORD_MAX = 16384,      /* bytes of plain text in a record */
    TLS_UNTAKEN_MAX = 8 * 1024,  /* from the socket, between two steps */
    TLS_UNSHAKEN_MAX = 8 * 1024, /* bytes from the socket, in total, before the handshake is done: a
                                    client's part of it has 500 to 2,500 bytes */
    TLS_MESSAGE_MAX = 16 * 1024, /* of a handshake, besides the certificates */
    TLS_SHA1_SIZE = 20,
};

/* Upper bound of the records for `length` bytes of plain text, and of an alert after them. */
#define TLS_BOUND(length) ((length) + ((length) / TLS_RECORD_MAX + 2) * 256)

/* Opens the host and takes over `keys`, also on failure. ERR_MEMORY. */
MUST_USE enum err tls_host_open(struct tls_keys *keys, struct tls_host **out);

/* New peers get these keys, which the host now owns; connected peers keep theirs. */
void tls_host_take_keys(struct tls_host *host, struct tls_keys *keys);
const struct tls_keys *tls_host_keys(const struct tls_host *host);

/* Frees the host when all peers are gone. NULL is allowed. */
void tls_host_free(struct tls_host *host);

enum tls_progress {
    TLS_WANTS_MORE,
    TLS_SHAKEN, /* the handshake is done */
    TLS_OVER,   /* the peer says no more */
    TLS_FAILED, /* tls_cause() says why; an alert may wait in tls_outgoing() */
};

/* Opens a session for a peer that speaks first. At most `outgoing_max` bytes wait for it.
   ERR_MEMORY. */
MUST_USE enum err tls_open(struct tls_host *host, enum tls_min min, size_t outgoing_max,
                           struct tls **out);
void tls_free(struct tls *tls);

/* Puts in bytes from the socket. ERR_TOO_BIG: more than TLS_UNSHAKEN_MAX before the handshake is
   done, or than TLS_UNTAKEN_MAX at once; ERR_MEMORY. After an error the peer can no longer be
   understood. */
MUST_USE enum err tls_put(struct tls *tls, const void *data, size_t length);

/* Continues the handshake as far as the input allows. Takes up to some milliseconds. */
enum tls_progress tls_shake(struct tls *tls);
bool tls_is_shaken(const struct tls *tls);

/* Estimate of the memory of a peer whose handshake is not done, rather too high. */
size_t tls_cost(const struct tls *tls);

/* After the handshake: appends the plain text of all whole records that were put in. Never returns
   TLS_SHAKEN. */
enum tls_progress tls_decrypt(struct tls *tls, struct bytes *plain);

/* Appends the records of `length` bytes to tls_outgoing(). ERR_MEMORY: nothing more can be sent. */
MUST_USE enum err tls_encrypt(struct tls *tls, const void *data, size_t length);

/* Tells the peer that nothing more will come, once. */
void tls_end(struct tls *tls);

/* Bytes for the socket, which the caller empties; owned by `tls`. */
struct bytes *tls_outgoing(struct tls *tls);

/* Frees memory that an idle peer does not need. */
void tls_rest(struct tls *tls);

/* After TLS_FAILED: the reason, static text. */
const char *tls_cause(const struct tls *tls);

/* SHA-1, used only for the handshake of WebSockets. ERR_MEMORY. */
MUST_USE enum err tls_sha1(const void *data, size_t length, uint8_t out[TLS_SHA1_SIZE]);

struct options;

#endif
