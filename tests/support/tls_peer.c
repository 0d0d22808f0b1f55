/*
 * The client's end of TLS, by GnuTLS.
 */
#include "support/tls_peer.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

enum { PRIORITY_SIZE = 256, AHEAD_MAX = 4096 };

struct tls_peer {
    int socket;
    gnutls_session_t session;
    gnutls_certificate_credentials_t credentials;
    size_t piece; /* 0: whole */
    unsigned char ahead[AHEAD_MAX];
    size_t ahead_length;
};

static void is_good(int code)
{
    ck_assert_msg(code >= 0, "GnuTLS: %s", gnutls_strerror(code));
}

static ssize_t send_piece(struct tls_peer *peer, const void *data, size_t length)
{
    ssize_t sent = send(peer->socket, data, length, MSG_DONTWAIT | MSG_NOSIGNAL);

    if (sent < 0)
        gnutls_transport_set_errno(peer->session, errno);
    return sent;
}

static ssize_t push(gnutls_transport_ptr_t pointer, const void *data, size_t length)
{
    struct tls_peer *peer = pointer;

    if (peer->ahead_length > 0) {
        ck_assert_uint_le(peer->ahead_length + length, AHEAD_MAX);
        memcpy(peer->ahead + peer->ahead_length, data, length);
        size_t whole = peer->ahead_length + length;
        peer->ahead_length = 0;
        ck_assert_int_eq(send_piece(peer, peer->ahead, whole), (ssize_t)whole);
        return (ssize_t)length;
    }
    return send_piece(peer, data, peer->piece > 0 && length > peer->piece ? peer->piece : length);
}

static ssize_t pull(gnutls_transport_ptr_t pointer, void *out, size_t size)
{
    struct tls_peer *peer = pointer;
    ssize_t count = recv(peer->socket, out, size, MSG_DONTWAIT);

    if (count < 0)
        gnutls_transport_set_errno(peer->session, errno);
    return count;
}

static int is_there_more(gnutls_transport_ptr_t pointer, unsigned ms)
{
    const struct tls_peer *peer = pointer;
    char byte;

    (void)ms;
    return recv(peer->socket, &byte, 1, MSG_DONTWAIT | MSG_PEEK) > 0;
}

static void set_versions(gnutls_session_t session, const char *versions)
{
    char priorities[PRIORITY_SIZE];

    snprintf(priorities, sizeof priorities, "NORMAL:-VERS-ALL:%s",
             versions == NULL ? "+VERS-TLS1.3:+VERS-TLS1.2" : versions);
    is_good(gnutls_priority_set_direct(session, priorities, NULL));
}

/* The first words of a client. */
struct hello {
    unsigned char *out;
    size_t size;
    size_t length;
    size_t padding;
};

static ssize_t keep(gnutls_transport_ptr_t pointer, const void *data, size_t length)
{
    struct hello *hello = pointer;

    ck_assert_uint_le(length, hello->size - hello->length);
    memcpy(hello->out + hello->length, data, length);
    hello->length += length;
    return (ssize_t)length;
}

static ssize_t hear_nothing(gnutls_transport_ptr_t pointer, void *out, size_t size)
{
    (void)pointer;
    (void)out;
    (void)size;
    errno = EAGAIN;
    return -1;
}

static int pad(gnutls_session_t session, gnutls_buffer_t extension)
{
    static const char zeros[1024];
    const struct hello *hello = gnutls_session_get_ptr(session);

    for (size_t left = hello->padding; left > 0;) {
        size_t length = left < sizeof zeros ? left : sizeof zeros;
        is_good(gnutls_buffer_append_data(extension, zeros, length));
        left -= length;
    }
    return (int)hello->padding;
}

static int take_no_padding(gnutls_session_t session, const unsigned char *data, size_t length)
{
    (void)session;
    (void)data;
    (void)length;
    return 0;
}

size_t tls_peer_hello(const char *versions, size_t padding, void *out, size_t size)
{
    enum { EXTENSION_UNKNOWN = 0xfafa }; /* to be passed over by every server */
    struct hello hello = {.out = out, .size = size, .padding = padding};
    gnutls_certificate_credentials_t credentials;
    gnutls_session_t session;

    is_good(gnutls_certificate_allocate_credentials(&credentials));
    is_good(gnutls_init(&session, GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL));
    set_versions(session, versions);
    is_good(gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials));
    gnutls_session_set_ptr(session, &hello);
    if (padding > 0)
        is_good(gnutls_session_ext_register(
            session, "padding", EXTENSION_UNKNOWN, GNUTLS_EXT_TLS, take_no_padding, pad, NULL, NULL,
            NULL, GNUTLS_EXT_FLAG_OVERRIDE_INTERNAL | GNUTLS_EXT_FLAG_CLIENT_HELLO));
    gnutls_transport_set_ptr(session, &hello);
    gnutls_transport_set_push_function(session, keep);
    gnutls_transport_set_pull_function(session, hear_nothing);
    ck_assert_int_lt(gnutls_handshake(session), 0);
    gnutls_deinit(session);
    gnutls_certificate_free_credentials(credentials);
    ck_assert_uint_gt(hello.length, padding);
    return hello.length;
}

struct tls_peer *tls_peer_open(int socket, const char *versions)
{
    struct tls_peer *peer = calloc(1, sizeof *peer);
    int on = 1;

    ck_assert_ptr_nonnull(peer);
    peer->socket = socket;
    /* Without it the second of two short pieces would wait for the acknowledgement of the first. */
    (void)setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    is_good(gnutls_init(&peer->session, GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL));
    set_versions(peer->session, versions);
    is_good(gnutls_certificate_allocate_credentials(&peer->credentials));
    is_good(gnutls_credentials_set(peer->session, GNUTLS_CRD_CERTIFICATE, peer->credentials));
    gnutls_transport_set_ptr(peer->session, peer);
    gnutls_transport_set_push_function(peer->session, push);
    gnutls_transport_set_pull_function(peer->session, pull);
    gnutls_transport_set_pull_timeout_function(peer->session, is_there_more);
    return peer;
}

void tls_peer_free(struct tls_peer *peer)
{
    if (peer == NULL)
        return;
    gnutls_deinit(peer->session);
    gnutls_certificate_free_credentials(peer->credentials);
    free(peer);
}

void tls_peer_split(struct tls_peer *peer, size_t piece)
{
    peer->piece = piece;
}

void tls_peer_begin_with(struct tls_peer *peer, const void *data, size_t length)
{
    ck_assert_uint_le(length, AHEAD_MAX);
    memcpy(peer->ahead, data, length);
    peer->ahead_length = length;
}

static bool is_to_wait(ssize_t code)
{
    return code == GNUTLS_E_AGAIN || code == GNUTLS_E_INTERRUPTED;
}

int tls_peer_shake(struct tls_peer *peer)
{
    int code = gnutls_handshake(peer->session);

    return code == GNUTLS_E_SUCCESS ? 1 : is_to_wait(code) ? 0 : -1;
}

static ssize_t result_of(ssize_t code)
{
    if (code >= 0)
        return code;
    errno = is_to_wait(code) ? EAGAIN : ECONNRESET;
    return -1;
}

ssize_t tls_peer_recv(struct tls_peer *peer, void *out, size_t size)
{
    return result_of(gnutls_record_recv(peer->session, out, size));
}

ssize_t tls_peer_send(struct tls_peer *peer, const void *data, size_t length)
{
    return result_of(gnutls_record_send(peer->session, data, length));
}

bool tls_peer_has_more(const struct tls_peer *peer)
{
    return gnutls_record_check_pending(peer->session) > 0;
}

void tls_peer_end(struct tls_peer *peer)
{
    (void)gnutls_bye(peer->session, GNUTLS_SHUT_WR);
}

void tls_peer_change_keys(struct tls_peer *peer)
{
    is_good(gnutls_session_key_update(peer->session, GNUTLS_KU_PEER));
}

void tls_peer_continue(struct tls_peer *peer, const struct tls_peer *other)
{
    gnutls_datum_t data;

    is_good(gnutls_session_get_data2(other->session, &data));
    is_good(gnutls_session_set_data(peer->session, data.data, data.size));
    gnutls_free(data.data);
}

bool tls_peer_is_continued(const struct tls_peer *peer)
{
    return gnutls_session_is_resumed(peer->session) != 0;
}

void tls_peer_name(const struct tls_peer *peer, char *out, size_t size)
{
    unsigned count = 0;
    const gnutls_datum_t *chain = gnutls_certificate_get_peers(peer->session, &count);
    gnutls_x509_crt_t certificate;

    ck_assert_uint_gt(count, 0);
    is_good(gnutls_x509_crt_init(&certificate));
    is_good(gnutls_x509_crt_import(certificate, chain, GNUTLS_X509_FMT_DER));
    is_good(
        gnutls_x509_crt_get_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, 0, out, &size));
    gnutls_x509_crt_deinit(certificate);
}

const char *tls_peer_version(const struct tls_peer *peer)
{
    return gnutls_protocol_get_name(gnutls_protocol_get_version(peer->session));
}
