/*
 * The client's end of TLS on a socket, for tests. Nothing blocks. The certificate is not checked,
 * only shown.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_TLS_PEER_H
#define UNDERCROFT_TESTS_SUPPORT_TLS_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct tls_peer;

/* Makes a peer on a connected socket, which stays the caller's. It speaks `versions`, as GnuTLS
   writes them; NULL: 1.2 and 1.3. To be freed by tls_peer_free(). */
struct tls_peer *tls_peer_open(int socket, const char *versions);
void tls_peer_free(struct tls_peer *peer);

/* All that a client which speaks `versions` says first, with at least `padding` bytes more than it
   needs, as records. Returns their length; more than `size` fails the test. */
size_t tls_peer_hello(const char *versions, size_t padding, void *out, size_t size);

/* From now on the stream is sent in pieces of at most `piece` bytes. */
void tls_peer_split(struct tls_peer *peer, size_t piece);

/* `data` goes before all else, in one piece with the first of it. */
void tls_peer_begin_with(struct tls_peer *peer, const void *data, size_t length);

/* Goes on with the handshake: 1 it is done, 0 more has to come, -1 it has failed. */
int tls_peer_shake(struct tls_peer *peer);

/* After the handshake, as recv() and send() do with MSG_DONTWAIT. 0 of tls_peer_recv(): the server
   said that nothing more comes. A stream that ends without that is ECONNRESET. */
ssize_t tls_peer_recv(struct tls_peer *peer, void *out, size_t size);
ssize_t tls_peer_send(struct tls_peer *peer, const void *data, size_t length);

/* True if plain text waits that poll() does not report. */
bool tls_peer_has_more(const struct tls_peer *peer);

/* Says that nothing more comes. */
void tls_peer_end(struct tls_peer *peer);

/* Asks the server to change keys too. */
void tls_peer_change_keys(struct tls_peer *peer);

/* Before the handshake of `peer`: it resumes the session of `other`, which has received data. */
void tls_peer_continue(struct tls_peer *peer, const struct tls_peer *other);
bool tls_peer_is_continued(const struct tls_peer *peer);

/* The CN of the server's certificate. */
void tls_peer_name(const struct tls_peer *peer, char *out, size_t size);

/* The version that was agreed: "TLS1.3". */
const char *tls_peer_version(const struct tls_peer *peer);

#endif
