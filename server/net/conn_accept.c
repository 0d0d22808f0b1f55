/*
 * How a connection comes in: it is accepted, named, counted and greeted, or told in a line why not.
 * One that comes through a proxy we trust waits among the strangers until the proxy has said for
 * whom it comes, because it is that address which is counted and shown.
 */
#include "server/net/conn.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "server/net/conn_private.h"
#include "server/net/net.h"
#include "server/server.h"
#include "server/session/auth/logins.h"

enum { KEEP_ALIVE_SECONDS = 60 };

/* Why somebody is turned away, with the line they read and how it is counted. */
enum entry {
    ENTRY_FREE,
    ENTRY_FULL,
    ENTRY_BANNED, /* the line is made for it */
    ENTRY_TOO_MANY_OPEN,
    ENTRY_TOO_MANY_NEW,
    ENTRY_LOGINS,
};

struct entry_row {
    const char *line;
    enum metric_refusal counted_as;
};

static const struct entry_row entry_table[] = {
    [ENTRY_FULL] = {"Undercroft is full. Please try again later.\r\n", METRIC_REFUSED_FULL},
    [ENTRY_BANNED] = {NULL, METRIC_REFUSED_BANNED},
    [ENTRY_TOO_MANY_OPEN] = {"Too many connections from your address. Please close one and try "
                             "again.\r\n",
                             METRIC_REFUSED_ADDRESS_OPEN},
    [ENTRY_TOO_MANY_NEW] = {"Too many new connections from your address. Please try again in ten "
                            "seconds.\r\n",
                            METRIC_REFUSED_ADDRESS_NEW},
    [ENTRY_LOGINS] = {"Too many are logging in just now. Please try again in a moment.\r\n",
                      METRIC_REFUSED_LOGINS},
};

/* Of a connection that is in no list. */
static void on_stillborn_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static struct conn **list_of(struct conn *conn)
{
    return conn->is_introduced ? &conn->net->connections : &conn->net->strangers;
}

static void link_in(struct conn *conn)
{
    struct conn **list = list_of(conn);

    conn->previous = NULL;
    conn->next = *list;
    if (conn->next != NULL)
        conn->next->previous = conn;
    *list = conn;
}

static struct conn **serial_list_of(struct net *net, uint64_t serial)
{
    return &net->by_serial[serial % NET_SERIAL_LISTS];
}

static void number(struct conn *conn)
{
    conn->serial = ++conn->net->next_serial;
    struct conn **list = serial_list_of(conn->net, conn->serial);
    conn->next_of_serial = *list;
    *list = conn;
}

struct conn *conn_find(const struct net *net, uint64_t serial)
{
    struct conn *conn = net->by_serial[serial % NET_SERIAL_LISTS];

    while (conn != NULL && conn->serial != serial)
        conn = conn->next_of_serial;
    return conn;
}

static void unlink_serial(struct conn *conn)
{
    struct conn **link = serial_list_of(conn->net, conn->serial);

    if (conn->serial == 0)
        return;
    while (*link != conn)
        link = &(*link)->next_of_serial;
    *link = conn->next_of_serial;
}

void conn_unlink(struct conn *conn)
{
    if (conn->next != NULL)
        conn->next->previous = conn->previous;
    if (conn->previous != NULL)
        conn->previous->next = conn->next;
    else
        *list_of(conn) = conn->next;
    unlink_serial(conn);
}

static bool is_trusted_proxy(const struct net *net, const struct network_address *address)
{
    for (int i = 0; i < net->base->options.proxy_from_count; i++) {
        if (network_contains(&net->base->options.proxy_from[i], address))
            return true;
    }
    return false;
}

/* IPv4 inside IPv6 shows, and counts, as IPv4. */
static void name(struct conn *conn, const struct network_address *address)
{
    struct network host = {.address = *address, .prefix = NETWORK_PREFIX_MAX};
    char text[NETWORK_TEXT_SIZE];

    conn->key = network_key_of(address);
    network_write(&host, text);
    size_t length = strlen(text);
    CHECK(length < sizeof conn->address);
    memcpy(conn->address, text, length + 1);
}

static enum entry find_entry(struct conn *conn)
{
    static const enum entry by_verdict[] = {
        [NETWORK_OK] = ENTRY_FREE,
        [NETWORK_TOO_MANY_HELD] = ENTRY_TOO_MANY_OPEN,
        [NETWORK_TOO_MANY_NEW] = ENTRY_TOO_MANY_NEW,
    };
    struct net *net = conn->net;
    const struct options *options = &net->base->options;
    struct network_limits limits = {(uint32_t)options->connections_per_address,
                                    (uint32_t)options->new_per_address};

    if (net->connection_count > (uint32_t)base_connections_max(net->base))
        return ENTRY_FULL;
    if (moderation_find_address(&net->base->server->game.moderation, conn->address) != NULL)
        return ENTRY_BANNED;
    enum network_verdict verdict =
        network_table_enter(&net->networks, conn->key, limits, net->base->now_ms, &conn->place);
    if (verdict != NETWORK_OK)
        return by_verdict[verdict];
    conn->is_counted = true;
    if (!logins_make_room(&net->base->server->sessions, conn->key))
        return ENTRY_LOGINS;
    if (telnet_open(&conn->telnet, &conn->out) != ERR_OK)
        return ENTRY_FULL;
    conn->telnet.replies_max = options->telnet_replies;
    return ENTRY_FREE;
}

static void say_ban(struct conn *conn)
{
    const struct ruling *ban =
        moderation_find_address(&conn->net->base->server->game.moderation, conn->address);
    char text[MODERATION_TEXT_SIZE + 2];

    if (ban == NULL)
        return;
    moderation_text(ban, text);
    memcpy(text + strlen(text), "\r\n", 3);
    conn_say_at_once(conn, text);
}

static void refuse(struct conn *conn, enum entry entry)
{
    const struct entry_row *row = &entry_table[entry];

    if (row->line != NULL)
        conn_say_at_once(conn, row->line);
    else
        say_ban(conn);
    metrics_add(&conn->net->base->metrics, METRIC_REFUSED, row->counted_as, 1);
    LOG(&conn->net->base->log, LOG_DEBUG, "conn.refuse", log_text("address", conn->address));
    conn->is_closing = true;
    uv_close((uv_handle_t *)&conn->handle, conn_on_closed);
}

/* Losing one of these costs comfort, not correctness. */
static void tune_socket(struct conn *conn)
{
    int send_buffer = CONN_SEND_BUFFER;

    (void)uv_tcp_nodelay(&conn->handle, 1);
    (void)uv_tcp_keepalive(&conn->handle, 1, KEEP_ALIVE_SECONDS);
    (void)uv_send_buffer_size((uv_handle_t *)&conn->handle, &send_buffer);
}

static void welcome(struct conn *conn)
{
    struct net *net = conn->net;

    conn_unlink(conn);
    conn->is_introduced = true;
    link_in(conn);
    number(conn);
    conn->opened_at_ms = net->base->now_ms;
    conn->progress_at_ms = net->base->now_ms;
    conn->ping_at_ms = net->base->now_ms;
    conn->is_kept_awake = true;
    metrics_add(&net->base->metrics, METRIC_ACCEPTED, METRIC_ALONE, 1);
    tune_socket(conn);
    LOG(&net->base->log, LOG_INFO, "conn.open", log_number("serial", (int64_t)conn->serial),
        log_text("address", conn->address));
    session_open(&conn->session, conn);
    conn_flush(conn);
    conn_start_reading(conn);
}

static void let_in(struct conn *conn, const struct network_address *address)
{
    name(conn, address);
    enum entry entry = find_entry(conn);
    if (entry == ENTRY_FREE)
        welcome(conn);
    else
        refuse(conn, entry);
}

void conn_introduce(struct conn *conn, uint8_t byte)
{
    struct net *net = conn->net;

    switch (proxy_header_take(&conn->proxy, byte)) {
    case PROXY_WANTS_MORE:
        return;
    case PROXY_BROKEN:
        metrics_add(&net->base->metrics, METRIC_REFUSED, METRIC_REFUSED_PROXY, 1);
        LOG(&net->base->log, LOG_WARNING, "conn.no-proxy-header",
            log_text("address", conn->address));
        conn_close(conn, "no-proxy-header");
        return;
    case PROXY_DONE:
        /* A proxy that speaks for itself looks whether we are there. */
        let_in(conn, conn->proxy.has_address ? &conn->proxy.address : &conn->peer);
        return;
    }
}

/* False if the peer has gone already. */
static bool find_peer(struct conn *conn)
{
    struct sockaddr_storage peer = {0};
    int length = (int)sizeof peer;

    if (uv_tcp_getpeername(&conn->handle, (struct sockaddr *)&peer, &length) != 0)
        return false;
    conn->peer = network_address_of((const struct sockaddr *)&peer);
    return true;
}

enum err conn_accept(struct net *net, uv_stream_t *listener)
{
    struct conn *conn = calloc(1, sizeof *conn);

    if (conn == NULL || uv_tcp_init(&net->base->loop, &conn->handle) != 0) {
        free(conn);
        return ERR_MEMORY;
    }
    conn->handle.data = conn;
    conn->net = net;
    if (uv_accept(listener, (uv_stream_t *)&conn->handle) != 0 || !find_peer(conn)) {
        uv_close((uv_handle_t *)&conn->handle, on_stillborn_closed);
        return ERR_OK;
    }
    bytes_init(&conn->out, CONN_OUT_MAX);
    bytes_init(&conn->in_flight, CONN_FLIGHT_MAX);
    conn->opened_at_ms = net->base->now_ms;
    conn->read_budget = CONN_BYTES_BURST;
    conn->read_budget_at_ms = net->base->now_ms;
    link_in(conn);
    net->connection_count++;
    bool is_full = net->connection_count > (uint32_t)base_connections_max(net->base);

    if (is_full || !is_trusted_proxy(net, &conn->peer)) {
        let_in(conn, &conn->peer);
        return ERR_OK;
    }
    name(conn, &conn->peer);
    conn_start_reading(conn);
    return ERR_OK;
}

void conn_close_strangers(struct net *net)
{
    for (struct conn *conn = net->strangers, *next; conn != NULL; conn = next) {
        next = conn->next;
        conn_close(conn, "stopped");
    }
}
