/*
 * What the connections bring. A connection that was read, has arrived or was closed joins the list
 * of those that are ready; the next event is that of the first. Its bytes are decoded one at a
 * time, when they are asked for, so that the answer to one can still change what the next means.
 */
#include "server/net/net.h"

#include <sodium.h>

#include "server/net/conn.h"
#include "server/net/conn_private.h"

/* True if the connection has turned out to be no telnet at all. */
static bool is_foreign(struct conn *conn, uint8_t byte)
{
    if (conn->first_length >= FOREIGN_LENGTH_MAX)
        return false;
    conn->first[conn->first_length++] = byte;
    return foreign_begins(conn->first, conn->first_length);
}

/* False: the byte makes no event. */
static bool decode(struct conn *conn, uint8_t byte, struct net_event *out)
{
    static const enum net_event_kind kinds[] = {
        [TELNET_EVENT_BYTE] = NET_BYTE,           [TELNET_EVENT_WINDOW] = NET_WINDOW,
        [TELNET_EVENT_ANSWER] = NET_CAPABILITIES, [TELNET_EVENT_GMCP] = NET_MESSAGE,
        [TELNET_EVENT_MSSP] = NET_STATUS_WANTED,  [TELNET_EVENT_MARK] = NET_LAG,
        [TELNET_EVENT_DEAD] = NET_DEAD,
    };

    if (is_foreign(conn, byte)) {
        metrics_add(&conn->net->base->metrics, METRIC_REFUSED, METRIC_REFUSED_FOREIGN, 1);
        conn_close(conn, "foreign-protocol");
        return false;
    }
    telnet_feed(&conn->telnet, byte);
    const struct telnet_event *event = &conn->telnet.event;
    if (event->kind == TELNET_EVENT_NONE)
        return false;
    if (event->kind == TELNET_EVENT_MARK)
        telnet_take_mark(&conn->telnet, conn->net->base->now_ms);
    *out = (struct net_event){.kind = kinds[event->kind],
                              .byte = event->byte,
                              .width = event->width,
                              .height = event->height,
                              .reason = event->reason};
    return true;
}

static bool next_of_input(struct conn *conn, struct net_event *out)
{
    while (!conn->is_closing && !conn->is_draining) {
        if (conn->is_arriving) {
            conn->is_arriving = false;
            *out = (struct net_event){.kind = NET_ARRIVED};
            return true;
        }
        if (conn->in_at >= conn->in.length)
            return false;
        uint8_t byte = conn->in.data[conn->in_at++];
        if (!conn->is_welcome)
            conn_take_header(conn, byte);
        else if (decode(conn, byte, out))
            return true;
    }
    return false;
}

static bool next_of(struct conn *conn, struct net_event *out)
{
    if (next_of_input(conn, out))
        return true;
    conn->in_at = 0;
    bytes_clear(&conn->in, CONN_IN_KEEP);
    conn_flush(conn);
    if (conn->end_reason != NULL)
        conn_close(conn, conn->end_reason);
    if (!conn->is_closing || conn->owner == NULL || conn->is_close_told)
        return false;
    conn->is_close_told = true;
    *out = (struct net_event){.kind = NET_CLOSED, .reason = conn->end_reason};
    return true;
}

bool net_next(struct net *net, struct net_event *out)
{
    while (net->ready != NULL) {
        struct conn *conn = net->ready;
        if (next_of(conn, out)) {
            out->conn = conn;
            return true;
        }
        conn_leave_ready(conn);
    }
    return false;
}

void net_close_all(struct net *net, const char *reason)
{
    for (struct conn *conn = net->connections, *next; conn != NULL; conn = next) {
        next = conn->next;
        conn_close(conn, reason);
    }
    conn_close_awaiting(net, reason);
}
