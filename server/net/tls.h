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
    TLS_FILE_MAX = 1024 * 1024, /* most bytes of a file; a chain has a few thousand */
};

/* Facts about a pair. */
struct tls_keys_facts {
    int64_t begins_at; /* latest begin of the chain's certificates, in seconds since 1970 */
    int64_t ends_at;   /* earliest end of them, in seconds since 1970 */
    uint32_t key_mode; /* permissions of the key's file */
    bool is_rsa;       /* its key is RSA, so a handshake costs five times as much */
};

/*
 * Reads both files (PEM, the chain after the certificate) and tries them. The caller owns the pair,
 * until tls_keys_drop(). On failure *out is NULL and `cause` a clause for people that names the
 * file: ERR_NOT_FOUND, ERR_FORMAT, ERR_TOO_BIG, ERR_MEMORY. Does not check dates.
 */
MUST_USE enum err tls_keys_load(const char *certificate, const char *key, struct tls_keys **out,
                                char cause[TLS_CAUSE_SIZE]);

/* Checks whether a file has a certificate, or a key; does not read the other file of the pair.
   Errors like tls_keys_load(). */
MUST_USE enum err tls_keys_look(const char *path, bool is_key, char cause[TLS_CAUSE_SIZE]);

/* False if the certificate is not valid at `now` (seconds since 1970); `cause` is then a clause. */
bool tls_keys_are_current(const struct tls_keys *keys, int64_t now, char cause[TLS_CAUSE_SIZE]);

const struct tls_keys_facts *tls_keys_facts(const struct tls_keys *keys);

/* Removes a user of the pair; the last one frees it. NULL is allowed. */
void tls_keys_drop(struct tls_keys *keys);

enum {
    TLS_RECORD_MAX = 16384,     /* bytes of plain text in a record */
    TLS_UNTAKEN_MAX = 8 * 1024, /* most bytes from the socket between two steps */
    /* most bytes from the socket before the handshake is done; a client sends 500 to 2,500 */
    TLS_UNSHAKEN_MAX = 8 * 1024,
    TLS_MESSAGE_MAX = 16 * 1024, /* most bytes of a handshake's message, besides the certificates */
    TLS_SHA1_SIZE = 20,
};

/* Most bytes of the records for `length` bytes of plain text, with an alert after them. */
#define TLS_BOUND(length) ((length) + ((length) / TLS_RECORD_MAX + 2) * 256)

/* Opens the host, which owns `keys` from then on, also on failure. ERR_MEMORY. */
MUST_USE enum err tls_host_open(struct tls_keys *keys, struct tls_host **out);

/* Gives the host other keys, which it owns from then on, for new peers; connected peers keep
   theirs. */
void tls_host_take_keys(struct tls_host *host, struct tls_keys *keys);
const struct tls_keys *tls_host_keys(const struct tls_host *host);

/* Frees the host when all peers are gone. NULL is allowed. */
void tls_host_free(struct tls_host *host);

enum tls_progress {
    TLS_WANTS_MORE,
    TLS_SHAKEN, /* the handshake is done */
    TLS_OVER,   /* the peer sends no more */
    TLS_FAILED, /* tls_cause() says why; an alert may wait in tls_outgoing() */
};

/* Opens a session for a peer that sends first. At most `outgoing_max` bytes may wait for it.
   ERR_MEMORY. */
MUST_USE enum err tls_open(struct tls_host *host, enum tls_min min, size_t outgoing_max,
                           struct tls **out);
void tls_free(struct tls *tls);

/* Takes bytes from the socket. ERR_TOO_BIG: more than TLS_UNSHAKEN_MAX before the handshake is
   done, or than TLS_UNTAKEN_MAX at once; ERR_MEMORY. After an error the peer can no longer be
   understood. */
MUST_USE enum err tls_put(struct tls *tls, const void *data, size_t length);

/* Continues the handshake as far as the input allows. Takes up to some milliseconds. */
enum tls_progress tls_shake(struct tls *tls);
bool tls_is_shaken(const struct tls *tls);

/* Returns an estimate, rather too high, of the memory of a peer whose handshake is not done. */
size_t tls_cost(const struct tls *tls);

/* Appends the plain text of all whole records that were put in. Call it after the handshake. Never
   returns TLS_SHAKEN. */
enum tls_progress tls_decrypt(struct tls *tls, struct bytes *plain);

/* Appends the records of `length` bytes to tls_outgoing(). ERR_MEMORY: nothing more can be sent. */
MUST_USE enum err tls_encrypt(struct tls *tls, const void *data, size_t length);

/* Tells the peer that nothing more will come, once. */
void tls_end(struct tls *tls);

/* Returns the bytes for the socket, which the caller removes; owned by `tls`. */
struct bytes *tls_outgoing(struct tls *tls);

/* Frees memory that an idle peer does not need. */
void tls_rest(struct tls *tls);

/* Returns the reason of a TLS_FAILED, static text. */
const char *tls_cause(const struct tls *tls);

/* Computes SHA-1, used only for the handshake of WebSockets. ERR_MEMORY. */
MUST_USE enum err tls_sha1(const void *data, size_t length, uint8_t out[TLS_SHA1_SIZE]);

struct options;

#endif
