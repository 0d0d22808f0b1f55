/*
 * The arrival of connections, from the sockets on which the server listens. Each connection is
 * accepted, gets its address and, if the room above wants it, is counted and welcomed, or refused
 * in one line. A connection from a trusted proxy waits for the proxy's header with the player's
 * address, because that address is counted and shown.
 */
#include "server/net/listener.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "base/check.h"
#include "server/base/host_texts.h"
#include "server/base/network.h"
#include "server/net/conn.h"
#include "server/net/conn_private.h"
#include "server/net/net.h"

enum { KEEP_ALIVE_SECONDS = 60 };

/* Frees a connection that is in no list, when its socket is closed. */
static void on_stillborn_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static struct conn **list_of(struct conn *conn)
{
    return conn->is_welcome ? &conn->net->connections : &conn->net->awaiting_header;
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
    struct conn **list = list_of(conn);

    if (conn->net->sweep_next == conn)
        conn->net->sweep_next = conn->next;
    DL_DELETE2(*list, conn, previous, next);
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

/* Sets the address of a peer. IPv4 inside IPv6 is shown and counted as IPv4. */
void conn_name(struct conn *conn, const struct network_address *address)
{
    struct network host = {.address = *address, .prefix = NETWORK_PREFIX_MAX};
    char text[NETWORK_TEXT_SIZE];

    conn->key = network_key_of(address);
    network_write(&host, text);
    size_t length = strlen(text);
    CHECK(length < sizeof conn->address);
    memcpy(conn->address, text, length + 1);
}

static bool is_full(const struct net *net)
{
    return net->connection_count > (uint32_t)base_connections_max(net->base);
}

void conn_refuse(struct conn *conn, const char *line, enum metric_refusal counted_as)
{
    conn_say_at_once(conn, line);
    metrics_add(&conn->net->base->metrics, METRIC_REFUSED, counted_as, 1);
    LOG(&conn->net->base->log, LOG_DEBUG, "conn.refuse", log_text("address", conn->address));
    conn_close_socket(conn);
}

void conn_refuse_full(struct conn *conn)
{
    char line[OPTION_TEXT_SIZE + 64];

    snprintf(line, sizeof line, "%s is full. Please try again later.\r\n",
             host_name(&conn->net->base->options));
    conn_refuse(conn, line, METRIC_REFUSED_FULL);
}

bool conn_admit(struct conn *conn)
{
    static const struct {
        const char *line;
        enum metric_refusal counted_as;
    } refusals[] = {
        [NETWORK_TOO_MANY_HELD] = {"Too many connections from your address. Please close one and "
                                   "try again.\r\n",
                                   METRIC_REFUSED_ADDRESS_OPEN},
        [NETWORK_TOO_MANY_NEW] = {"Too many new connections from your address. Please try again "
                                  "in ten seconds.\r\n",
                                  METRIC_REFUSED_ADDRESS_NEW},
    };
    struct net *net = conn->net;
    const struct options *options = &net->base->options;
    bool is_web = conn_is_web(conn);
    struct network_limits limits = {
        (uint32_t)(is_web ? options->web_players_per_address : options->connections_per_address),
        (uint32_t)options->new_per_address};

    if (conn->is_counted)
        return true;
    enum network_verdict verdict =
        network_table_enter(is_web ? &net->web_networks : &net->networks, conn->key, limits,
                            net->base->now_ms, &conn->place);

    conn->is_counted = verdict == NETWORK_OK;
    if (!conn->is_counted)
        conn_refuse(conn, refusals[verdict].line, refusals[verdict].counted_as);
    return conn->is_counted;
}

/* Sets options of the socket that are only for comfort, so failures are ignored. */
static void tune_socket(struct conn *conn)
{
    int send_buffer = CONN_SEND_BUFFER;

    (void)uv_tcp_keepalive(&conn->handle, 1, KEEP_ALIVE_SECONDS);
    (void)uv_send_buffer_size((uv_handle_t *)&conn->handle, &send_buffer);
}

bool conn_welcome(struct conn *conn, void *owner)
{
    struct net *net = conn->net;

    if (conn->client.wire->open(&conn->client, net->base->options.telnet_replies) != ERR_OK) {
        conn_refuse_full(conn);
        return false;
    }
    conn->owner = owner;
    conn_unlink(conn);
    conn->is_welcome = true;
    DL_PREPEND2(net->connections, conn, previous, next);
    number(conn);
    conn->opened_at_ms = net->base->now_ms;
    conn->progress_at_ms = net->base->now_ms;
    conn->ping_at_ms = net->base->now_ms;
    conn->is_kept_awake = true;
    metrics_add(&net->base->metrics, METRIC_ACCEPTED, METRIC_ALONE, 1);
    tune_socket(conn);
    LOG(&net->base->log, LOG_INFO, "conn.open", log_number("serial", (int64_t)conn->serial),
        log_text("address", conn->address));
    conn_start_reading(conn);
    return true;
}

/* Begins the handshake of TLS, the visit or the arrival of a connection whose address is known,
   unless the server is full. */
static void arrive(struct conn *conn)
{
    if (is_full(conn->net)) {
        conn_refuse_full(conn);
        return;
    }
    if (conn_is_encrypted(conn)) {
        conn_begin_tls(conn);
        return;
    }
    if (conn_is_web(conn)) {
        if (conn_begin_visit(conn))
            conn_start_reading(conn);
        return;
    }
    conn->is_arriving = true;
    conn_make_ready(conn);
}

/* True for a web proxy that sends the browser's address in the request, and so no header. */
static bool has_no_header(const struct conn *conn, uint8_t byte)
{
    return conn_is_web(conn) && conn->proxy.length == 0 && byte != 'P' && byte != '\r';
}

void conn_take_header(struct conn *conn, uint8_t byte)
{
    struct net *net = conn->net;

    if (has_no_header(conn, byte)) {
        conn->is_forwarded = true;
        conn->in_at--;
        arrive(conn);
        return;
    }
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
        /* A proxy without an address speaks for itself: it checks whether the server is up. */
        conn_name(conn, conn->proxy.has_address ? &conn->proxy.address : &conn->peer);
        arrive(conn);
        return;
    }
}

/* Finds the peer's address. False: the peer has left already. */
static bool find_peer(struct conn *conn)
{
    struct sockaddr_storage peer = {0};
    int length = (int)sizeof peer;

    if (uv_tcp_getpeername(&conn->handle, (struct sockaddr *)&peer, &length) != 0)
        return false;
    conn->peer = network_address_of((const struct sockaddr *)&peer);
    return true;
}

enum err conn_accept(struct net *net, uv_stream_t *listener, enum entrance entrance)
{
    struct conn *conn = calloc(1, sizeof *conn);

    if (conn == NULL || uv_tcp_init(&net->base->loop, &conn->handle) != 0) {
        free(conn);
        return ERR_MEMORY;
    }
    conn->handle.data = conn;
    conn->net = net;
    conn->entrance = entrance;
    if (uv_accept(listener, (uv_stream_t *)&conn->handle) != 0 || !find_peer(conn)) {
        uv_close((uv_handle_t *)&conn->handle, on_stillborn_closed);
        return ERR_OK;
    }
    /* Set from the first answer on: otherwise a file after its head would wait for the peer's
       acknowledgement, which comes after 40 ms; so would each step of a handshake of TLS. */
    (void)uv_tcp_nodelay(&conn->handle, 1);
    conn->client = (struct client){.wire = &wire_telnet, .out = &conn->out};
    bool has_tls = conn_is_encrypted(conn);
    bytes_init(&conn->in, has_tls ? CONN_DECRYPTED_MAX : CONN_READ_MAX);
    bytes_init(&conn->out, CONN_OUT_MAX);
    bytes_init(&conn->in_flight, has_tls ? TLS_BOUND(CONN_FLIGHT_MAX) : CONN_FLIGHT_MAX);
    conn->opened_at_ms = net->base->now_ms;
    conn->read_budget = CONN_BYTES_BURST;
    conn->read_budget_at_ms = net->base->now_ms;
    DL_PREPEND2(net->awaiting_header, conn, previous, next);
    net->connection_count++;
    conn_name(conn, &conn->peer);
    if (!is_full(net) && is_trusted_proxy(net, &conn->peer))
        conn_start_reading(conn);
    else
        arrive(conn);
    return ERR_OK;
}

void conn_close_awaiting(struct net *net, const char *reason)
{
    for (struct conn *conn = net->awaiting_header, *next; conn != NULL; conn = next) {
        next = conn->next;
        conn_close(conn, reason);
    }
}

enum { HOST_SIZE = 48 };

/* Writes the present address, with the port that the kernel chose for port 0. */
static void name_listener(struct listener *listener)
{
    struct sockaddr_storage address = {0};
    int length = (int)sizeof address;
    char host[HOST_SIZE] = "";

    (void)uv_tcp_getsockname(&listener->handle, (struct sockaddr *)&address, &length);
    if (address.ss_family == AF_INET6) {
        const struct sockaddr_in6 *ipv6 = (const struct sockaddr_in6 *)&address;
        (void)uv_ip6_name(ipv6, host, sizeof host);
        snprintf(listener->name, sizeof listener->name, "[%s]:%u", host, ntohs(ipv6->sin6_port));
    } else {
        const struct sockaddr_in *ipv4 = (const struct sockaddr_in *)&address;
        (void)uv_ip4_name(ipv4, host, sizeof host);
        snprintf(listener->name, sizeof listener->name, "%s:%u", host, ntohs(ipv4->sin_port));
    }
}

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void on_connection(uv_stream_t *stream, int status)
{
    struct listener *listener = stream->data;
    struct net *net = listener->net;

    base_touch_clock(net->base);
    if (status != 0)
        return;
    listener->is_waiting = net->accepts >= LISTENER_ACCEPTS_A_TICK ||
                           conn_accept(net, stream, listener->entrance) != ERR_OK;
    net->accepts += !listener->is_waiting;
}

static enum err fail_to_listen(int status, char *reason, size_t reason_size)
{
    snprintf(reason, reason_size, "%s", uv_strerror(status));
    return status == UV_EADDRINUSE ? ERR_IN_USE : ERR_NOT_FOUND;
}

enum err listener_open(struct net *net, enum entrance entrance, const char *address, char *reason,
                       size_t reason_size)
{
    struct sockaddr_storage socket_address;

    if (host_port_parse(address, strlen(address), &socket_address) != ERR_OK) {
        snprintf(reason, reason_size, "an address looks like 127.0.0.1:4000 or [::]:4000");
        return ERR_FORMAT;
    }
    struct listener *listener = calloc(1, sizeof *listener);
    if (listener == NULL) {
        snprintf(reason, reason_size, "out of memory");
        return ERR_MEMORY;
    }
    int status = uv_tcp_init(&net->base->loop, &listener->handle);
    if (status != 0) {
        free(listener);
        return fail_to_listen(status, reason, reason_size);
    }
    listener->handle.data = listener;
    listener->net = net;
    listener->entrance = entrance;
    status = uv_tcp_bind(&listener->handle, (const struct sockaddr *)&socket_address, 0);
    if (status == 0)
        status = uv_listen((uv_stream_t *)&listener->handle, LISTENER_BACKLOG, on_connection);
    if (status != 0) {
        uv_close((uv_handle_t *)&listener->handle, on_closed);
        return fail_to_listen(status, reason, reason_size);
    }
    name_listener(listener);
    struct listener **end = &net->listeners;
    while (*end != NULL)
        end = &(*end)->next;
    *end = listener;
    return ERR_OK;
}

void listener_close_all(struct net *net)
{
    while (net->listeners != NULL) {
        struct listener *listener = net->listeners;
        net->listeners = listener->next;
        uv_close((uv_handle_t *)&listener->handle, on_closed);
    }
}

void listener_retry(struct net *net)
{
    net->accepts = 0;
    for (struct listener *listener = net->listeners; listener != NULL; listener = listener->next)
        if (listener->is_waiting)
            on_connection((uv_stream_t *)&listener->handle, 0);
}

void listener_print_ready(const struct net *net)
{
    const char *separator = "ready: listening on ";

    for (const struct listener *listener = net->listeners; listener != NULL;
         listener = listener->next) {
        const struct entrance_row *row = &entrance_table[listener->entrance];
        printf("%s%s%s%s", separator, row->before, listener->name, row->after);
        separator = ", ";
    }
    printf("\n");
    fflush(stdout);
}
