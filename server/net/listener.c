/*
 * The sockets on which the server waits for connections.
 */
#include "server/net/listener.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/network.h"
#include "server/net/conn.h"
#include "server/net/net.h"

enum { HOST_SIZE = 48 };

/* The address as it is now, with the port the kernel picked if we asked for none. */
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

    base_touch_clock(listener->net->base);
    if (status == 0)
        listener->is_waiting = conn_accept(listener->net, stream, listener->entrance) != ERR_OK;
}

static enum err explain(int status, char *reason, size_t reason_size)
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
        return explain(status, reason, reason_size);
    }
    listener->handle.data = listener;
    listener->net = net;
    listener->entrance = entrance;
    status = uv_tcp_bind(&listener->handle, (const struct sockaddr *)&socket_address, 0);
    if (status == 0)
        status = uv_listen((uv_stream_t *)&listener->handle, LISTENER_BACKLOG, on_connection);
    if (status != 0) {
        uv_close((uv_handle_t *)&listener->handle, on_closed);
        return explain(status, reason, reason_size);
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
