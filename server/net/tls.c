/*
 * TLS by GnuTLS, which reads from and writes to two buffers of ours instead of a socket.
 */
#include "server/net/tls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "server/net/tls_private.h"

enum {
    UNTAKEN_KEEP = 256,
    MIN_COUNT = TLS_MIN_1_3 + 1,
    RECORD_HEADER = 5,        /* bytes, the last two of which are the length of the rest */
    SESSION_COST = 24 * 1024, /* up to 23 KiB were seen */
    RECORD_COST = 64,
};

struct tls_host {
    struct tls_keys *keys; /* a share of them */
    gnutls_priority_t priorities[MIN_COUNT];
    gnutls_datum_t tickets; /* the key of all tickets, drawn at the start */
    uint8_t record[TLS_RECORD_MAX];
};

struct tls {
    struct tls_host *host;
    struct tls_keys *keys; /* a share of them */
    gnutls_session_t session;
    struct bytes untaken; /* from the socket; from `untaken_at` on GnuTLS has not taken it */
    size_t untaken_at;
    size_t offered;  /* during the handshake: so much of `untaken` is whole records */
    size_t records;  /* of the peer's that were offered during the handshake */
    size_t received; /* during the handshake, bytes from the socket */
    size_t sent;     /* and to it */
    struct bytes outgoing;
    const char *cause;
    bool is_shaken;
    bool is_ended;
};

static const char *const priority_texts[MIN_COUNT] = {
    [TLS_MIN_1_2] = TLS_PRIORITIES,
    [TLS_MIN_1_3] = TLS_PRIORITIES ":-VERS-TLS1.2",
};

enum err tls_host_open(struct tls_keys *keys, struct tls_host **out)
{
    struct tls_host *host = calloc(1, sizeof *host);
    bool is_open = host != NULL;

    *out = NULL;
    if (host == NULL) {
        tls_keys_drop(keys);
        return ERR_MEMORY;
    }
    host->keys = keys;
    for (size_t i = 0; i < MIN_COUNT; i++)
        is_open =
            is_open && gnutls_priority_init(&host->priorities[i], priority_texts[i], NULL) >= 0;
    if (!is_open || gnutls_session_ticket_key_generate(&host->tickets) < 0) {
        tls_host_free(host);
        return ERR_MEMORY;
    }
    *out = host;
    return ERR_OK;
}

void tls_host_take_keys(struct tls_host *host, struct tls_keys *keys)
{
    tls_keys_drop(host->keys);
    host->keys = keys;
}

const struct tls_keys *tls_host_keys(const struct tls_host *host)
{
    return host->keys;
}

void tls_host_free(struct tls_host *host)
{
    if (host == NULL)
        return;
    for (size_t i = 0; i < MIN_COUNT; i++) {
        if (host->priorities[i] != NULL)
            gnutls_priority_deinit(host->priorities[i]);
    }
    if (host->tickets.data != NULL)
        gnutls_memset(host->tickets.data, 0, host->tickets.size);
    gnutls_free(host->tickets.data);
    tls_keys_drop(host->keys);
    free(host);
}

/* Offers whole records alone: for a part of one GnuTLS would allocate the longest record. */
static void offer_whole_records(struct tls *tls)
{
    const struct bytes *untaken = &tls->untaken;

    while (untaken->length - tls->offered >= RECORD_HEADER) {
        const uint8_t *header = untaken->data + tls->offered;
        size_t length = RECORD_HEADER + ((size_t)header[3] << 8 | header[4]);
        if (length > untaken->length - tls->offered)
            return;
        tls->offered += length;
        tls->records++;
    }
}

/* Bytes that GnuTLS may take. */
static size_t on_offer(const struct tls *tls)
{
    return (tls->is_shaken ? tls->untaken.length : tls->offered) - tls->untaken_at;
}

/* Callback: GnuTLS reads bytes of the peer. */
static ssize_t pull(gnutls_transport_ptr_t pointer, void *data, size_t size)
{
    struct tls *tls = pointer;
    size_t length = on_offer(tls);

    if (length == 0) {
        gnutls_transport_set_errno(tls->session, EAGAIN);
        return -1;
    }
    if (length > size)
        length = size;
    memcpy(data, tls->untaken.data + tls->untaken_at, length);
    tls->untaken_at += length;
    return (ssize_t)length;
}

/* Callback: GnuTLS asks whether there are bytes to read. */
static int is_there_more(gnutls_transport_ptr_t pointer, unsigned ms)
{
    const struct tls *tls = pointer;

    (void)ms;
    return on_offer(tls) > 0;
}

static ssize_t push(gnutls_transport_ptr_t pointer, const void *data, size_t length)
{
    struct tls *tls = pointer;

    if (bytes_append(&tls->outgoing, data, length) != ERR_OK) {
        gnutls_transport_set_errno(tls->session, ENOMEM);
        return -1;
    }
    if (!tls->is_shaken)
        tls->sent += length;
    return (ssize_t)length;
}

static bool set_up(struct tls *tls, enum tls_min min)
{
    struct tls_host *host = tls->host;

    if (gnutls_init(&tls->session, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) < 0)
        return false;
    gnutls_transport_set_ptr(tls->session, tls);
    gnutls_transport_set_pull_function(tls->session, pull);
    gnutls_transport_set_pull_timeout_function(tls->session, is_there_more);
    gnutls_transport_set_push_function(tls->session, push);
    gnutls_handshake_set_max_packet_length(tls->session, TLS_MESSAGE_MAX + tls->keys->chain_bytes);
    return gnutls_priority_set(tls->session, host->priorities[min]) >= 0 &&
           gnutls_credentials_set(tls->session, GNUTLS_CRD_CERTIFICATE, tls->keys->credentials) >=
               0 &&
           gnutls_session_ticket_enable_server(tls->session, &host->tickets) >= 0;
}

enum err tls_open(struct tls_host *host, enum tls_min min, size_t outgoing_max, struct tls **out)
{
    struct tls *tls = calloc(1, sizeof *tls);

    *out = NULL;
    if (tls == NULL)
        return ERR_MEMORY;
    tls->host = host;
    tls->keys = tls_keys_share(host->keys);
    bytes_init(&tls->untaken, TLS_UNTAKEN_MAX);
    bytes_init(&tls->outgoing, outgoing_max);
    if (!set_up(tls, min)) {
        tls_free(tls);
        return ERR_MEMORY;
    }
    *out = tls;
    return ERR_OK;
}

void tls_free(struct tls *tls)
{
    if (tls == NULL)
        return;
    if (tls->session != NULL)
        gnutls_deinit(tls->session);
    tls_keys_drop(tls->keys);
    bytes_release(&tls->untaken);
    bytes_release(&tls->outgoing);
    free(tls);
}

enum err tls_put(struct tls *tls, const void *data, size_t length)
{
    if (!tls->is_shaken && length > TLS_UNSHAKEN_MAX - tls->received)
        return ERR_TOO_BIG;
    if (tls->untaken_at == tls->untaken.length) {
        bytes_clear(&tls->untaken, UNTAKEN_KEEP);
        tls->untaken_at = tls->offered = 0;
    }
    if (!tls->is_shaken)
        tls->received += length;
    return bytes_append(&tls->untaken, data, length);
}

/* True for results after which the call is repeated: an interruption, or a warning. */
static bool can_go_on(ssize_t code)
{
    return code == GNUTLS_E_INTERRUPTED || code == GNUTLS_E_WARNING_ALERT_RECEIVED;
}

static enum tls_progress fail(struct tls *tls, int code)
{
    tls->cause = gnutls_strerror(code);
    if (code != GNUTLS_E_FATAL_ALERT_RECEIVED)
        (void)gnutls_alert_send_appropriate(tls->session, code);
    return TLS_FAILED;
}

enum tls_progress tls_shake(struct tls *tls)
{
    int code;

    CHECK(!tls->is_shaken);
    offer_whole_records(tls);
    if (on_offer(tls) == 0)
        return TLS_WANTS_MORE;
    do
        code = gnutls_handshake(tls->session);
    while (can_go_on(code));
    if (code == GNUTLS_E_AGAIN)
        return TLS_WANTS_MORE;
    if (code < 0)
        return fail(tls, code);
    tls->is_shaken = true;
    return TLS_SHAKEN;
}

bool tls_is_shaken(const struct tls *tls)
{
    return tls->is_shaken;
}

size_t tls_cost(const struct tls *tls)
{
    return SESSION_COST + 2 * (tls->received + tls->sent) + RECORD_COST * tls->records;
}

enum tls_progress tls_decrypt(struct tls *tls, struct bytes *plain)
{
    uint8_t *record = tls->host->record;

    for (;;) {
        ssize_t count = gnutls_record_recv(tls->session, record, TLS_RECORD_MAX);
        if (count == 0)
            return TLS_OVER;
        if (count == GNUTLS_E_AGAIN)
            return TLS_WANTS_MORE;
        if (count < 0 && can_go_on(count))
            continue;
        if (count < 0)
            return fail(tls, (int)count);
        if (bytes_append(plain, record, (size_t)count) != ERR_OK)
            return fail(tls, GNUTLS_E_MEMORY_ERROR);
    }
}

enum err tls_encrypt(struct tls *tls, const void *data, size_t length)
{
    const uint8_t *bytes = data;

    while (length > 0) {
        ssize_t count = gnutls_record_send(tls->session, bytes, length);
        if (count <= 0)
            return ERR_MEMORY;
        bytes += count;
        length -= (size_t)count;
    }
    return ERR_OK;
}

void tls_end(struct tls *tls)
{
    if (tls->is_ended)
        return;
    tls->is_ended = true;
    (void)gnutls_bye(tls->session, GNUTLS_SHUT_WR);
}

struct bytes *tls_outgoing(struct tls *tls)
{
    return &tls->outgoing;
}

void tls_rest(struct tls *tls)
{
    if (tls->untaken_at == tls->untaken.length) {
        bytes_release(&tls->untaken);
        tls->untaken_at = 0;
    }
    if (tls->outgoing.length == 0)
        bytes_release(&tls->outgoing);
}

const char *tls_cause(const struct tls *tls)
{
    return tls->cause;
}

enum err tls_sha1(const void *data, size_t length, uint8_t out[TLS_SHA1_SIZE])
{
    return gnutls_hash_fast(GNUTLS_DIG_SHA1, data, length, out) < 0 ? ERR_MEMORY : ERR_OK;
}
