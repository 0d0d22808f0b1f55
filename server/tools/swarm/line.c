/*
 * The layers of a bot's line. Upwards: socket, TLS, WebSocket, bot; downwards the same way back.
 */
#include "server/tools/swarm/line.h"

#include <string.h>

#include "server/tools/swarm/bot.h"
#include "server/tools/swarm/swarm.h"

enum { MESSAGE_MAX = 1024 };

/* Subprotocol and query of the request for /ws. They decide whether the server sends telnet, plain
   text or records. */
static const struct wire_row {
    const char *subprotocol;
    const char *query; /* of a client that is a terminal */
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

/* Under TLS, or at once. */
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

/* The server speaks first, but to a WebSocket. */
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
