/*
 * The layers of a bot's line. Upwards: socket, TLS, WebSocket, bot; downwards the same way back.
 * TLS is GnuTLS without a socket: it pulls out of the bytes that were just read, and pushes by a
 * call of its owner's. The certificate is not checked: the swarm loads a server of its owner's.
 */
#include "server/tools/swarm/line.h"

#include <errno.h>
#include <gnutls/gnutls.h>
#include <stdlib.h>
#include <string.h>

#include "server/tools/swarm/bot.h"
#include "server/tools/swarm/swarm.h"

enum { RECORD_MAX = 16 * 1024 };

/* Functions of the owner; each gets `owner`. */
struct secure_calls {
    /* writes to the socket; false: it did not take all */
    bool (*write)(void *owner, const void *data, size_t length);
    void (*open)(void *owner);                                     /* the handshake is done */
    void (*take)(void *owner, const uint8_t *data, size_t length); /* takes received clear text */
};

struct secure {
    struct secure_calls calls;
    void *owner;
    gnutls_session_t session;
    gnutls_certificate_credentials_t credentials;
    const uint8_t *unread; /* next of the bytes that are being taken */
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

/* Writes encrypted bytes. If the socket does not take all, the connection is lost, because the
   server sees a broken record. */
static ssize_t push(gnutls_transport_ptr_t pointer, const void *data, size_t length)
{
    struct secure *secure = pointer;

    if (secure->calls.write(secure->owner, data, length))
        return (ssize_t)length;
    gnutls_transport_set_errno(secure->session, EPIPE);
    return -1;
}

/* Continues the handshake as far as the bytes allow. */
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

static void secure_free(struct secure *secure)
{
    if (secure == NULL)
        return;
    if (secure->session != NULL)
        gnutls_deinit(secure->session);
    if (secure->credentials != NULL)
        gnutls_certificate_free_credentials(secure->credentials);
    free(secure);
}

/* Begins the handshake. ERR_MEMORY. Free *out with secure_free(). */
static enum err secure_begin(const struct secure_calls *calls, void *owner, struct secure **out)
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

/* Takes bytes of the socket. ERR_FORMAT: the peer does not use TLS, or ends it, and the connection
   is of no more use. */
static enum err secure_take(struct secure *secure, const uint8_t *data, size_t length)
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

/* Sends clear text, after the handshake. False: not all was taken. */
static bool secure_send(struct secure *secure, const void *data, size_t length)
{
    return gnutls_record_send(secure->session, data, length) == (ssize_t)length;
}

enum { MESSAGE_MAX = 1024 };

/* The subprotocol and the query of the request for /ws, which decide whether the server sends
   telnet, plain text or records. */
static const struct wire_row {
    const char *subprotocol;
    const char *query; /* query of a client that is a terminal */
} wire_table[SWARM_WIRE_COUNT] = {
    [SWARM_WIRE_WEB_TELNET] = {"telnet.mudstandards.org", ""},
    [SWARM_WIRE_WEB_TERMINAL] = {"terminal.mudstandards.org", "?mode=screen&cols=80&rows=24"},
    [SWARM_WIRE_WEB_GMCP] = {"gmcp.mudstandards.org", "?mode=screen&cols=80&rows=24"},
    [SWARM_WIRE_WEB_JSON] = {"json.mudstandards.org", "?mode=screen&cols=80&rows=24"},
    [SWARM_WIRE_WEB_PAGE] = {"v1.undercroft", ""},
};

static bool is_web(const struct bot *bot)
{
    return bot->swarm->options.wire != SWARM_WIRE_TELNET;
}

/* Sends bytes through TLS, or directly. */
static void send_clear(struct bot *bot, const void *data, size_t length)
{
    if (bot->line.secure == NULL)
        (void)bot_write(bot, data, length);
    else
        (void)secure_send(bot->line.secure, data, length);
}

static void send_frame(struct bot *bot, enum web_opcode opcode, const void *data, size_t length)
{
    uint8_t frame[WEB_HEADER_MAX + MESSAGE_MAX];

    if (length > MESSAGE_MAX)
        return;
    if (length > 0)
        memcpy(frame + WEB_HEADER_MAX, data, length);
    size_t begin = web_frame(frame, length, opcode, (uint32_t)rng_next(&bot->rng));
    send_clear(bot, frame + begin, WEB_HEADER_MAX - begin + length);
}

void line_send(struct bot *bot, const void *data, size_t length)
{
    bool is_page = bot->swarm->options.wire == SWARM_WIRE_WEB_PAGE;

    if (is_web(bot))
        send_frame(bot, is_page ? WEB_TEXT : WEB_BINARY, data, length);
    else
        send_clear(bot, data, length);
}

/* Begins after the handshake. The server sends first, except on a WebSocket. */
static void on_open(void *owner)
{
    struct bot *bot = owner;
    const struct swarm_options *options = &bot->swarm->options;
    const struct wire_row *row = &wire_table[options->wire];
    char request[WEB_REQUEST_SIZE];

    if (!is_web(bot))
        return;
    size_t length = web_request(request, &options->address, options->is_line ? "" : row->query,
                                row->subprotocol);
    send_clear(bot, request, length);
}

static void take_control(struct bot *bot, const struct web_piece *piece)
{
    if (piece->opcode == WEB_PING) {
        send_frame(bot, WEB_PONG, piece->data, piece->length);
    } else if (piece->opcode == WEB_CLOSE) {
        /* Two bytes of a code; then it is told in words. */
        if (piece->length > 2)
            bot_hear(bot, piece->data + 2, piece->length - 2);
        send_frame(bot, WEB_CLOSE, piece->data, piece->length < 2 ? 0 : 2);
    }
}

static void take_piece(struct bot *bot, const struct web_piece *piece)
{
    bool is_page = bot->swarm->options.wire == SWARM_WIRE_WEB_PAGE;

    if (piece->kind == WEB_PIECE_CONTROL) {
        take_control(bot, piece);
    } else if (piece->kind == WEB_PIECE_REFUSED) {
        bot_hear(bot, bot->line.web.status, bot->line.web.status_length);
        bot_end(bot, BOT_REFUSED);
    } else if (piece->kind == WEB_PIECE_DATA && piece->opcode == WEB_BINARY && is_page) {
        bot_hear_records(bot, piece->data, piece->length);
    } else if (piece->kind == WEB_PIECE_DATA && (piece->opcode == WEB_BINARY || is_page)) {
        bot_hear(bot, piece->data, piece->length);
        if (is_page && piece->is_end)
            bot_hear(bot, "\n", 1);
    }
}

static void take_clear(void *owner, const uint8_t *data, size_t length)
{
    struct bot *bot = owner;

    if (!is_web(bot)) {
        bot_hear(bot, data, length);
        return;
    }
    while (length > 0 && !bot_is_over(bot)) {
        struct web_piece piece;
        size_t taken = web_take(&bot->line.web, data, length, &piece);
        take_piece(bot, &piece);
        data += taken;
        length -= taken;
    }
}

static bool write_socket(void *owner, const void *data, size_t length)
{
    return bot_write(owner, data, length);
}

enum err line_begin(struct bot *bot)
{
    static const struct secure_calls calls = {write_socket, on_open, take_clear};

    if (bot->swarm->options.is_tls)
        return secure_begin(&calls, bot, &bot->line.secure);
    on_open(bot);
    return ERR_OK;
}

enum err line_take(struct bot *bot, const uint8_t *data, size_t length)
{
    if (bot->line.secure != NULL)
        return secure_take(bot->line.secure, data, length);
    take_clear(bot, data, length);
    return ERR_OK;
}

void line_release(struct line *line)
{
    secure_free(line->secure);
    *line = (struct line){0};
}
