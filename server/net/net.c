/*
 * Events of the connections. A connection that was read, has arrived or was closed joins the list
 * of ready ones, the first of which gives the next event. Its bytes are decoded one at a time, when
 * an event is asked for, so that the answer to one can still change the meaning of the next.
 */
#include "server/net/net.h"

#include "server/net/conn.h"
#include "server/net/conn_private.h"
#include "server/net/web/visit.h"

/* True if the connection speaks another protocol. */
static bool is_foreign(struct conn *conn, uint8_t byte)
{
    if (!conn->client.wire->sniffs_protocols || conn->first_length >= PROTOCOL_SNIFF_MAX)
        return false;
    conn->first[conn->first_length++] = byte;
    return protocol_sniff_is_foreign(conn->first, conn->first_length);
}

/* Decodes a byte. False: it makes no event. */
static bool decode(struct conn *conn, uint8_t byte, struct net_event *out)
{
    struct base *base = conn->net->base;

    if (conn->client.socket != NULL)
        return conn_feed_socket(conn, byte, out);
    if (!is_foreign(conn, byte))
        return conn->client.wire->feed(&conn->client, byte, base->now_ms, out);
    metrics_add(&base->metrics, METRIC_REFUSED, METRIC_REFUSED_FOREIGN, 1);
    conn_close(conn, protocol_sniff_reason(conn->first));
    return false;
}

/* Gives the next event that does not come from a byte; these come first. False: there is none. */
static bool next_of_state(struct conn *conn, struct net_event *out)
{
    if (!conn->is_arriving && !conn->wants_list)
        return conn_next_fact(conn, out);
    *out = (struct net_event){.kind = conn->is_arriving ? NET_ARRIVED : NET_LIST_WANTED};
    if (conn->wants_list)
        out->list = conn->visit->list;
    conn->is_arriving = conn->wants_list = false;
    return true;
}

static bool next_of_input(struct conn *conn, struct net_event *out)
{
    while (!conn->is_closing && !conn->is_draining) {
        if (next_of_state(conn, out))
            return true;
        if (conn->in_at >= conn->in.length || conn_is_answering(conn))
            return false;
        uint8_t byte = conn->in.data[conn->in_at++];
        if (conn->visit != NULL)
            conn_take_request(conn, byte);
        else if (!conn->is_welcome)
            conn_take_header(conn, byte);
        else if (decode(conn, byte, out))
            return true;
    }
    return false;
}

static bool next_of(struct conn *conn, struct net_event *out)
{
    bool was_answering;

    /* A flush may end an answer: input after its request is then next. */
    do {
        if (next_of_input(conn, out))
            return true;
        was_answering = conn_is_answering(conn);
        if (!was_answering) {
            conn->in_at = 0;
            bytes_clear(&conn->in, CONN_IN_KEEP);
        }
        conn_flush(conn);
    } while (was_answering && !conn->is_closing && !conn_is_answering(conn));
    if (conn->end_reason != NULL)
        conn_close(conn, conn->end_reason);
    if (!conn->is_closing || conn->owner == NULL || conn->is_close_reported)
        return false;
    conn->is_close_reported = true;
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

void net_answer_list(struct net *net, enum net_list list, const char *json)
{
    for (struct conn *conn = net->visitors, *next; conn != NULL; conn = next) {
        next = conn->visit_next;
        if (!conn->is_closing && conn->visit->owes_list && conn->visit->list == list)
            conn_send_list(conn, json);
    }
}

void net_close_all(struct net *net, const char *reason)
{
    for (struct conn *conn = net->connections, *next; conn != NULL; conn = next) {
        next = conn->next;
        conn_close(conn, reason);
    }
    conn_close_awaiting(net, reason);
}
