/*
 * Telnet as a wire: its events and calls are those of telnet.c.
 */
#include <stdlib.h>
#include <string.h>

#include "server/net/charset.h"
#include "server/net/net.h"
#include "server/net/telnet_private.h"
#include "server/net/wire.h"

static enum err open_telnet(struct client *client, int replies_max)
{
    struct telnet *telnet = calloc(1, sizeof *telnet);

    if (telnet == NULL)
        return ERR_MEMORY;
    enum err error = telnet_open(telnet, client);
    if (error != ERR_OK) {
        free(telnet);
        return error;
    }
    telnet->replies_max = replies_max;
    client->state = telnet;
    return ERR_OK;
}

static void release(struct client *client)
{
    telnet_release(client->state);
    free(client->state);
    client->state = NULL;
}

static bool feed(struct client *client, uint8_t byte, uint64_t now_ms, struct net_event *out)
{
    static const enum net_event_kind kinds[] = {
        [TELNET_EVENT_BYTE] = NET_BYTE,           [TELNET_EVENT_WINDOW] = NET_WINDOW,
        [TELNET_EVENT_ANSWER] = NET_CAPABILITIES, [TELNET_EVENT_GMCP] = NET_MESSAGE,
        [TELNET_EVENT_MSSP] = NET_STATUS_WANTED,  [TELNET_EVENT_MARK] = NET_LAG,
        [TELNET_EVENT_DEAD] = NET_DEAD,
    };
    struct telnet *telnet = client->state;
    const struct telnet_event *event = &telnet->event;

    telnet_feed(telnet, byte);
    if (event->kind == TELNET_EVENT_NONE)
        return false;
    if (event->kind == TELNET_EVENT_MARK)
        telnet_take_mark(telnet, now_ms);
    *out = (struct net_event){.kind = kinds[event->kind],
                              .byte = event->byte,
                              .width = event->width,
                              .height = event->height,
                              .reason = client->dead_reason};
    return true;
}

static enum err write_text(struct client *client, const void *data, size_t length)
{
    return telnet_write(client->state, data, length);
}

static enum err hide_typing(struct client *client, bool is_hidden)
{
    return telnet_hide_typing(client->state, is_hidden);
}

static enum err end_prompt(struct client *client)
{
    return telnet_end_prompt(client->state);
}

static enum err send_message(struct client *client, const char *package, const char *json)
{
    struct bytes text;

    bytes_init(&text, GMCP_MESSAGE_MAX);
    enum err error = bytes_append_text(&text, package);
    if (error == ERR_OK && json != NULL)
        error = bytes_append_text(&text, " ");
    if (error == ERR_OK && json != NULL)
        error = bytes_append_text(&text, json);
    if (error == ERR_OK)
        error = telnet_subnegotiate(client->state, OPTION_GMCP, text.data, text.length);
    bytes_release(&text);
    return error;
}

static enum err send_status(struct client *client, const void *data, size_t length)
{
    return telnet_subnegotiate(client->state, OPTION_MSSP, data, length);
}

static enum err keep_alive(struct client *client)
{
    return telnet_keep_alive(client->state);
}

static bool ping(struct client *client, uint64_t now_ms)
{
    return telnet_can_ping(client->state) && telnet_ping(client->state, now_ms) == ERR_OK;
}

static void ask_again(struct client *client)
{
    charset_ask_other_way(client->state);
}

const struct wire wire_telnet = {
    .name = "telnet",
    .sniffs_protocols = true,
    .open = open_telnet,
    .release = release,
    .feed = feed,
    .write = write_text,
    .hide_typing = hide_typing,
    .end_prompt = end_prompt,
    .send_message = send_message,
    .send_status = send_status,
    .keep_alive = keep_alive,
    .ping = ping,
    .ask_again = ask_again,
};
