/*
 * The wires of browsers. MUD clients in browsers speak as mudstandards.org proposes: text with ANSI
 * both ways in BINARY, and besides it nothing (terminal), GMCP in TEXT (gmcp), or GMCP and other
 * options of telnet in envelopes of JSON (json). Our own page speaks v1.undercroft: messages of
 * text both ways, and records to the page, both described in server/session/page/README.md. Nothing
 * is negotiated: the client's capabilities follow from its subprotocol and its query.
 */
#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/net.h"
#include "server/net/web/socket.h"
#include "server/net/wire.h"

enum { WINDOW_SIZE = 4 /* bytes of NAWS: width and height, high byte first */ };

static enum err open_terminal(struct client *client, int replies_max)
{
    bool wants_screen = client->socket->wants_screen;

    (void)replies_max;
    client->caps = (struct client_caps){
        .typing = wants_screen ? CLIENT_TYPES_KEYS : CLIENT_TYPES_LINES,
        .charset = CHARSET_UTF8,
        .has_256_colours = wants_screen,
    };
    return ERR_OK;
}

static enum err open_with_messages(struct client *client, int replies_max)
{
    enum err error = open_terminal(client, replies_max);

    client->caps.takes_messages = true;
    return error;
}

static void release(struct client *client)
{
    (void)client;
}

static bool feed(struct client *client, uint8_t byte, uint64_t now_ms, struct net_event *out)
{
    (void)client;
    (void)now_ms;
    *out = (struct net_event){.kind = NET_BYTE, .byte = byte};
    return true;
}

static enum err write_text(struct client *client, const void *data, size_t length)
{
    enum err error = bytes_append(client->out, data, length);

    if (error != ERR_OK)
        client->dead_reason = "output-full";
    return error;
}

static enum err hide_typing(struct client *client, bool is_hidden)
{
    if (!gmcp_wants(client, GMCP_INPUT))
        return ERR_OK;
    return client->wire->send_message(client, "Input.Hide", is_hidden ? "true" : "false");
}

static bool take_message(struct client *client, struct net_event *out)
{
    (void)client;
    *out = (struct net_event){.kind = NET_MESSAGE};
    return true;
}

/* Sends "package json" as one TEXT of at most `max` bytes. */
static enum err send_text(struct client *client, const char *package, const char *json, size_t max)
{
    struct bytes text;

    bytes_init(&text, max);
    enum err error = gmcp_write(&text, package, json);
    if (error == ERR_OK)
        error = web_socket_send(client, FRAME_TEXT, text.data, text.length);
    bytes_release(&text);
    return error;
}

static enum err send_gmcp(struct client *client, const char *package, const char *json)
{
    return send_text(client, package, json, GMCP_MESSAGE_MAX);
}

static enum err send_envelope(struct client *client, const char *package, const char *json)
{
    json_t *envelope = json_pack("{s:s, s:s, s:s}", "proto", "gmcp", "id", package, "data",
                                 json == NULL ? "" : json);
    char *text = envelope == NULL ? NULL : json_dumps(envelope, JSON_COMPACT);
    size_t length = text == NULL ? 0 : strlen(text);
    enum err error = text == NULL ? ERR_MEMORY
                     : length > GMCP_MESSAGE_MAX
                         ? ERR_TOO_BIG
                         : web_socket_send(client, FRAME_TEXT, text, length);

    free(text);
    json_decref(envelope);
    return error;
}

/* Reads the size of a window: four bytes in base64. False: the text has another form. */
static bool read_window(const json_t *data, struct net_event *out)
{
    uint8_t window[WINDOW_SIZE];
    size_t length = 0;
    const char *text = json_string_value(data);

    if (text == NULL ||
        sodium_base642bin(window, sizeof window, text, strlen(text), NULL, &length, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        length != WINDOW_SIZE)
        return false;
    *out = (struct net_event){.kind = NET_WINDOW,
                              .width = (uint16_t)(window[0] << 8 | window[1]),
                              .height = (uint16_t)(window[2] << 8 | window[3])};
    return true;
}

/* Writes a message of GMCP, "id data", to `message`. False: the id is not valid, or out of
   memory. */
static bool unpack(struct bytes *message, const json_t *id, const json_t *data)
{
    char *text = json_is_string(data) || data == NULL ? NULL : json_dumps(data, JSON_ENCODE_ANY);
    const char *value = json_is_string(data) ? json_string_value(data) : text == NULL ? "" : text;

    sodium_memzero(message->data, message->length);
    message->length = 0;
    bool is_done = json_is_string(id) && strchr(json_string_value(id), ' ') == NULL &&
                   bytes_append_text(message, json_string_value(id)) == ERR_OK &&
                   bytes_append_text(message, " ") == ERR_OK &&
                   bytes_append_text(message, value) == ERR_OK;
    if (text != NULL)
        sodium_memzero(text, strlen(text));
    free(text);
    return is_done;
}

/* Unpacks an envelope: a message of GMCP, or the size of the window. An unknown envelope becomes an
   empty message, which counts as junk. */
static bool take_envelope(struct client *client, struct net_event *out)
{
    struct bytes *message = client->message;
    json_t *envelope = NULL;
    bool is_known = false;

    *out = (struct net_event){.kind = NET_MESSAGE};
    if (message->length > 0 &&
        gmcp_read_value((const char *)message->data, message->length, &envelope)) {
        const char *protocol = json_string_value(json_object_get(envelope, "proto"));
        const json_t *data = json_object_get(envelope, "data");
        if (protocol != NULL && strcmp(protocol, "gmcp") == 0)
            is_known = unpack(message, json_object_get(envelope, "id"), data);
        else if (protocol != NULL && strcmp(protocol, "telnet_31") == 0)
            is_known = read_window(data, out);
    }
    json_decref(envelope);
    if (!is_known || out->kind == NET_WINDOW)
        gmcp_wipe(client);
    return true;
}

const struct wire wire_terminal = {
    .name = "terminal",
    .open = open_terminal,
    .release = release,
    .feed = feed,
    .write = write_text,
};

const struct wire wire_gmcp = {
    .name = "gmcp",
    .open = open_with_messages,
    .release = release,
    .feed = feed,
    .take_text = take_message,
    .write = write_text,
    .hide_typing = hide_typing,
    .send_message = send_gmcp,
};

const struct wire wire_json = {
    .name = "json",
    .open = open_with_messages,
    .release = release,
    .feed = feed,
    .take_text = take_envelope,
    .write = write_text,
    .hide_typing = hide_typing,
    .send_message = send_envelope,
};

/* Opens a page; its capabilities are known without questions. */
static enum err open_page(struct client *client, int replies_max)
{
    (void)replies_max;
    client->caps = (struct client_caps){.typing = CLIENT_TYPES_LINES,
                                        .charset = CHARSET_UTF8,
                                        .takes_messages = true,
                                        .draws_page = true};
    return ERR_OK;
}

/* Takes a byte of a page, on which nothing is typed. */
static bool feed_page(struct client *client, uint8_t byte, uint64_t now_ms, struct net_event *out)
{
    (void)client;
    (void)byte;
    (void)now_ms;
    (void)out;
    return false;
}

/* Drops text for terminals, which a page does not show. */
static enum err drop_text(struct client *client, const void *data, size_t length)
{
    (void)client;
    (void)data;
    (void)length;
    return ERR_OK;
}

static enum err send_to_page(struct client *client, const char *package, const char *json)
{
    return send_text(client, package, json, WIRE_MESSAGE_MAX);
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
    .feed = feed_page,
    .take_text = take_message,
    .write = drop_text,
    .send_message = send_to_page,
    .send_records = send_records,
};
