/*
 * MSSP: a row for each variable, with its name and the function that writes its value. The names
 * are those of mudhalla.net/tintin/protocols/mssp.
 */
#include "server/net/mssp.h"

#include <stdio.h>
#include <string.h>

#include "server/base/host_texts.h"
#include "server/net/listener.h"
#include "server/net/net.h"
#include "server/net/wire.h"

enum { VARIABLE = 1, VALUE = 2, VALUE_SIZE = OPTION_TEXT_SIZE, ANSWER_MAX = 2048 };

struct mssp_row {
    const char *name;
    const char *text; /* constant value; NULL: `write` gives it */
    /* writes the value; an empty one leaves the variable out */
    void (*write)(const struct net *net, uint32_t players, char value[VALUE_SIZE]);
};

static void write_name(const struct net *net, uint32_t players, char value[VALUE_SIZE])
{
    (void)players;
    snprintf(value, VALUE_SIZE, "%s", host_name(&net->base->options));
}

static void write_contact(const struct net *net, uint32_t players, char value[VALUE_SIZE])
{
    (void)players;
    snprintf(value, VALUE_SIZE, "%s", net->base->options.contact);
}

static void write_players(const struct net *net, uint32_t players, char value[VALUE_SIZE])
{
    (void)net;
    snprintf(value, VALUE_SIZE, "%u", players);
}

/* Writes the time of the server's start in seconds since 1970. */
static void write_uptime(const struct net *net, uint32_t players, char value[VALUE_SIZE])
{
    (void)players;
    snprintf(value, VALUE_SIZE, "%lld", (long long)net->base->started_at);
}

static void write_port(const struct net *net, uint32_t players, char value[VALUE_SIZE])
{
    const char *colon = net->listeners == NULL ? NULL : strrchr(net->listeners->name, ':');

    (void)players;
    snprintf(value, VALUE_SIZE, "%s", colon == NULL ? "-1" : colon + 1);
}

static void write_tls_port(const struct net *net, uint32_t players, char value[VALUE_SIZE])
{
    const struct listener *listener = net->listeners;

    (void)players;
    while (listener != NULL && listener->entrance != ENTRANCE_TLS)
        listener = listener->next;
    if (listener != NULL)
        snprintf(value, VALUE_SIZE, "%s", strrchr(listener->name, ':') + 1);
}

static const struct mssp_row mssp_table[] = {
    {.name = "NAME", .write = write_name},
    {.name = "PLAYERS", .write = write_players},
    {.name = "UPTIME", .write = write_uptime},
    {.name = "PORT", .write = write_port},
    {.name = "SSL", .write = write_tls_port},
    {.name = "CODEBASE", .text = "Undercroft " UNDERCROFT_VERSION},
    {.name = "CONTACT", .write = write_contact},
    {.name = "CRAWL DELAY", .text = "-1"},
    {.name = "FAMILY", .text = "Custom"},
    {.name = "GENRE", .text = "Fantasy"},
    {.name = "GAMEPLAY", .text = "Adventure"},
    {.name = "STATUS", .text = "Alpha"},
    {.name = "LANGUAGE", .text = "English"},
    {.name = "ANSI", .text = "1"},
    {.name = "VT100", .text = "1"},
    {.name = "UTF-8", .text = "1"},
    {.name = "XTERM 256 COLORS", .text = "1"},
    {.name = "XTERM TRUE COLORS", .text = "1"},
    {.name = "GMCP", .text = "1"},
    {.name = "MCCP", .text = "1"},
    {.name = "MSSP", .text = "1"},
};

static enum err append_pair(struct bytes *answer, const char *name, const char *value)
{
    enum err error;

    if ((error = bytes_append_u8(answer, VARIABLE)) != ERR_OK ||
        (error = bytes_append_text(answer, name)) != ERR_OK ||
        (error = bytes_append_u8(answer, VALUE)) != ERR_OK)
        return error;
    return bytes_append_text(answer, value);
}

enum err mssp_send(const struct net *net, uint32_t players, struct client *client)
{
    struct bytes answer;
    enum err error = ERR_OK;

    bytes_init(&answer, ANSWER_MAX);
    for (size_t i = 0; i < sizeof mssp_table / sizeof mssp_table[0] && error == ERR_OK; i++) {
        const struct mssp_row *row = &mssp_table[i];
        char value[VALUE_SIZE] = "";
        if (row->write != NULL)
            row->write(net, players, value);
        if (row->write == NULL || value[0] != '\0')
            error = append_pair(&answer, row->name, row->write != NULL ? value : row->text);
    }
    if (error == ERR_OK)
        error = client->wire->send_status(client, answer.data, answer.length);
    bytes_release(&answer);
    return error;
}
