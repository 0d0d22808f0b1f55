/*
 * A handshake between two ends in memory. The client's end offers all that usual clients do and
 * believes any certificate, so that a failure is our side's.
 */
#include "server/net/tls_trial.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"

enum {
    ROUNDS_MAX = 16, /* of both ends; a handshake takes three */
    SENT_MAX = 4 * TLS_FILE_MAX,
};

struct end {
    gnutls_session_t session;
    struct bytes sent; /* from `sent_at` on not taken by the other end */
    size_t sent_at;
    struct end *other;
    int code;
};

static ssize_t pull(gnutls_transport_ptr_t pointer, void *data, size_t size)
{
    struct end *end = pointer;
    struct end *from = end->other;
    size_t length = from->sent.length - from->sent_at;

    if (length == 0) {
        gnutls_transport_set_errno(end->session, EAGAIN);
        return -1;
    }
    length = length < size ? length : size;
    memcpy(data, from->sent.data + from->sent_at, length);
    from->sent_at += length;
    return (ssize_t)length;
}

static int is_there_more(gnutls_transport_ptr_t pointer, unsigned ms)
{
    const struct end *end = pointer;

    (void)ms;
    return end->other->sent.length > end->other->sent_at;
}

static ssize_t push(gnutls_transport_ptr_t pointer, const void *data, size_t length)
{
    struct end *end = pointer;

    if (bytes_append(&end->sent, data, length) != ERR_OK) {
        gnutls_transport_set_errno(end->session, ENOMEM);
        return -1;
    }
    return (ssize_t)length;
}

static int open_end(struct end *end, unsigned flags, const char *priorities,
                    gnutls_certificate_credentials_t credentials)
{
    int code = gnutls_init(&end->session, flags | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL);

    if (code < 0)
        return code;
    gnutls_transport_set_ptr(end->session, end);
    gnutls_transport_set_pull_function(end->session, pull);
    gnutls_transport_set_pull_timeout_function(end->session, is_there_more);
    gnutls_transport_set_push_function(end->session, push);
    code = gnutls_priority_set_direct(end->session, priorities, NULL);
    return code < 0 ? code
                    : gnutls_credentials_set(end->session, GNUTLS_CRD_CERTIFICATE, credentials);
}

static bool goes_on(const struct end *end)
{
    return end->code < 0 && gnutls_error_is_fatal(end->code) == 0;
}

/* The result of the handshake: our side's error, else the other side's code. */
static int shake_hands(struct end *server, struct end *client)
{
    client->code = server->code = GNUTLS_E_AGAIN;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        if (goes_on(client))
            client->code = gnutls_handshake(client->session);
        if (goes_on(server))
            server->code = gnutls_handshake(server->session);
        if (!goes_on(server) && (server->code < 0 || !goes_on(client)))
            break;
    }
    return server->code < 0 ? server->code : client->code;
}

static void close_end(struct end *end)
{
    if (end->session != NULL)
        gnutls_deinit(end->session);
    bytes_release(&end->sent);
}

bool tls_trial(gnutls_certificate_credentials_t credentials, char cause[TLS_CAUSE_SIZE])
{
    gnutls_certificate_credentials_t believing = NULL;
    struct end server = {.session = NULL};
    struct end client = {.session = NULL, .other = &server};
    int code = gnutls_certificate_allocate_credentials(&believing);

    server.other = &client;
    bytes_init(&server.sent, SENT_MAX);
    bytes_init(&client.sent, SENT_MAX);
    if (code >= 0)
        code = open_end(&server, GNUTLS_SERVER, TLS_PRIORITIES, credentials);
    if (code >= 0)
        code = open_end(&client, GNUTLS_CLIENT, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2",
                        believing);
    if (code >= 0)
        code = shake_hands(&server, &client);
    close_end(&server);
    close_end(&client);
    if (believing != NULL)
        gnutls_certificate_free_credentials(believing);
    if (code < 0)
        snprintf(cause, TLS_CAUSE_SIZE,
                 "no connection can be made with this certificate and its key (%s): a key of RSA "
                 "needs 2048 bits, one of ECDSA 256",
                 gnutls_strerror(code));
    return code >= 0;
}
