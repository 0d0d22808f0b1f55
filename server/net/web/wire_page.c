/*
 * The wire of the browser page, v1.undercroft: messages of text both ways, and records to the page.
 * Both are described in server/session/page/README.md.
 */
#include <string.h>

#include "server/net/net.h"
#include "server/net/web/socket.h"
#include "server/net/wire.h"

/* A page needs no question: what it can do is known. */
static enum err open_page(struct client *client, int replies_max)
{
    (void)replies_max;
    client->caps = (struct client_caps){.typing = CLIENT_TYPES_LINES,
                                        .charset = CHARSET_UTF8,
                                        .takes_messages = true,
                                        .draws_page = true};
    return ERR_OK;
}

static void release(struct client *client)
{
    (void)client;
}

/* Nothing is typed on a page. */
static bool feed(struct client *client, uint8_t byte, uint64_t now_ms, struct net_event *out)
{
    (void)client;
    (void)byte;
    (void)now_ms;
    (void)out;
    return false;
}

static bool take_text(struct client *client, struct net_event *out)
{
    (void)client;
    *out = (struct net_event){.kind = NET_MESSAGE};
    return true;
}

/* Drops text for terminals, which a page does not show. */
static enum err write_text(struct client *client, const void *data, size_t length)
{
    (void)client;
    (void)data;
    (void)length;
    return ERR_OK;
}

static enum err send_message(struct client *client, const char *package, const char *json)
{
    struct bytes text;

    bytes_init(&text, WIRE_MESSAGE_MAX);
    enum err error = bytes_append_text(&text, package);
    if (error == ERR_OK && json != NULL)
        error = bytes_append_text(&text, " ");
    if (error == ERR_OK && json != NULL)
        error = bytes_append_text(&text, json);
    if (error == ERR_OK)
        error = web_socket_send(client, FRAME_TEXT, text.data, text.length);
    bytes_release(&text);
    return error;
}

static enum err send_records(struct client *client, const void *data, size_t length)
{
    return web_socket_send(client, FRAME_BINARY, data, length);
}

const struct wire wire_page = {
    .name = "v1.undercroft",
    .refuses_binary = true,
    .open = open_page,
    .release = release,
    .feed = feed,
    .take_text = take_text,
    .write = write_text,
    .send_message = send_message,
    .send_records = send_records,
};
