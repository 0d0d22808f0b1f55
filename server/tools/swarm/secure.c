/*
 * A TLS client without a socket: GnuTLS pulls out of the bytes that were just read, and pushes by
 * the owner's call.
 */
#include "server/tools/swarm/secure.h"

#include <errno.h>
#include <gnutls/gnutls.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_MAX = 16 * 1024 };

struct secure {
    struct secure_calls calls;
    void *owner;
    gnutls_session_t session;
    gnutls_certificate_credentials_t credentials;
    const uint8_t *unread; /* of the bytes that are being taken */
    size_t unread_length;
    bool is_open;
};

static ssize_t pull(gnutls_transport_ptr_t pointer, void *out, size_t size)
{
    struct secure *secure = pointer;
    size_t length = secure->unread_length < size ? secure->unread_length : size;

    if (length == 0) {
        gnutls_transport_set_errno(secure->session, EAGAIN);
        return -1;
    }
    memcpy(out, secure->unread, length);
    secure->unread += length;
    secure->unread_length -= length;
    return (ssize_t)length;
}

static int is_there_more(gnutls_transport_ptr_t pointer, unsigned ms)
{
    const struct secure *secure = pointer;

    (void)ms;
    return secure->unread_length > 0;
}

/* Bytes that the socket does not take are lost, and the line with them: the server sees a broken
   record. */
static ssize_t push(gnutls_transport_ptr_t pointer, const void *data, size_t length)
{
    struct secure *secure = pointer;

    if (secure->calls.write(secure->owner, data, length))
        return (ssize_t)length;
    gnutls_transport_set_errno(secure->session, EPIPE);
    return -1;
}

/* Goes on with the handshake as far as the bytes reach. */
static enum err shake(struct secure *secure)
{
    int result = gnutls_handshake(secure->session);

    if (result == GNUTLS_E_SUCCESS) {
        secure->is_open = true;
        secure->calls.open(secure->owner);
        return ERR_OK;
    }
    return gnutls_error_is_fatal(result) ? ERR_FORMAT : ERR_OK;
}

enum err secure_begin(const struct secure_calls *calls, void *owner, struct secure **out)
{
    struct secure *secure = calloc(1, sizeof *secure);

    *out = NULL;
    if (secure == NULL)
        return ERR_MEMORY;
    secure->calls = *calls;
    secure->owner = owner;
    if (gnutls_certificate_allocate_credentials(&secure->credentials) < 0 ||
        gnutls_init(&secure->session, GNUTLS_CLIENT | GNUTLS_NONBLOCK) < 0 ||
        gnutls_set_default_priority(secure->session) < 0 ||
        gnutls_credentials_set(secure->session, GNUTLS_CRD_CERTIFICATE, secure->credentials) < 0) {
        secure_free(secure);
        return ERR_MEMORY;
    }
    gnutls_transport_set_ptr(secure->session, secure);
    gnutls_transport_set_pull_function(secure->session, pull);
    gnutls_transport_set_pull_timeout_function(secure->session, is_there_more);
    gnutls_transport_set_push_function(secure->session, push);
    *out = secure;
    return shake(secure);
}

void secure_free(struct secure *secure)
{
    if (secure == NULL)
        return;
    if (secure->session != NULL)
        gnutls_deinit(secure->session);
    if (secure->credentials != NULL)
        gnutls_certificate_free_credentials(secure->credentials);
    free(secure);
}

enum err secure_take(struct secure *secure, const uint8_t *data, size_t length)
{
    uint8_t clear[RECORD_MAX] UNINITIALIZED;

    secure->unread = data;
    secure->unread_length = length;
    if (!secure->is_open) {
        enum err error = shake(secure);
        if (error != ERR_OK || !secure->is_open)
            return error;
    }
    /* Behind a ticket GnuTLS stops, and wants to be asked again for what follows. */
    for (;;) {
        ssize_t got = gnutls_record_recv(secure->session, clear, sizeof clear);
        if (got > 0)
            secure->calls.take(secure->owner, clear, (size_t)got);
        else if (got == GNUTLS_E_AGAIN && secure->unread_length == 0)
            return ERR_OK;
        else if (got == 0 || gnutls_error_is_fatal((int)got))
            return ERR_FORMAT;
    }
}

bool secure_send(struct secure *secure, const void *data, size_t length)
{
    return gnutls_record_send(secure->session, data, length) == (ssize_t)length;
}
