/*
 * Connections of browsers. A new one is a visitor, which requests the page file by file, and counts
 * only as that. When it requests a WebSocket it arrives like any other player, with the wire that
 * it has chosen. A refusal is then a frame, because a page cannot read any other form.
 */
#include "server/net/conn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <utlist.h>

#include "server/net/conn_private.h"
#include "server/net/net.h"
#include "server/net/web/socket.h"
#include "server/net/web/visit.h"

enum { VISITORS_PER_ADDRESS = 128, STATUS_LATE = 408 };

static const struct {
    const struct wire *wire;
    enum metric_wire counted_as;
} wire_table[SUBPROTOCOL_COUNT] = {
    [SUBPROTOCOL_TELNET] = {&wire_telnet, METRIC_WIRE_WEB_TELNET},
    [SUBPROTOCOL_TERMINAL] = {&wire_terminal, METRIC_WIRE_TERMINAL},
    [SUBPROTOCOL_GMCP] = {&wire_gmcp, METRIC_WIRE_GMCP},
    [SUBPROTOCOL_JSON] = {&wire_json, METRIC_WIRE_JSON},
    [SUBPROTOCOL_PAGE] = {&wire_page, METRIC_WIRE_PAGE},
};

static const struct {
    int status;
    enum metric_request counted_as;
} request_table[] = {
    {101, METRIC_REQUEST_UPGRADED},  {200, METRIC_REQUEST_OK},
    {304, METRIC_REQUEST_UNCHANGED}, {400, METRIC_REQUEST_BAD},
    {403, METRIC_REQUEST_ORIGIN},    {404, METRIC_REQUEST_NOT_FOUND},
    {405, METRIC_REQUEST_METHOD},    {408, METRIC_REQUEST_LATE},
    {421, METRIC_REQUEST_HOST},      {426, METRIC_REQUEST_NO_UPGRADE},
    {431, METRIC_REQUEST_TOO_LONG},
};

static const struct {
    enum close_code code;
    enum metric_web_close counted_as;
} closed_table[] = {
    {CLOSE_DONE, METRIC_WEB_CLOSE_DONE},           {CLOSE_STOPPING, METRIC_WEB_CLOSE_STOPPED},
    {CLOSE_PROTOCOL, METRIC_WEB_CLOSE_FAULT},      {CLOSE_KIND, METRIC_WEB_CLOSE_FAULT},
    {CLOSE_TEXT, METRIC_WEB_CLOSE_FAULT},          {CLOSE_POLICY, METRIC_WEB_CLOSE_POLICY},
    {CLOSE_TOO_BIG, METRIC_WEB_CLOSE_TOO_BIG},     {CLOSE_TAKEN_OVER, METRIC_WEB_CLOSE_TAKEN_OVER},
    {CLOSE_SENT_AWAY, METRIC_WEB_CLOSE_SENT_AWAY}, {CLOSE_FULL, METRIC_WEB_CLOSE_FULL},
};

static const enum close_code close_table[WIRE_END_COUNT] = {
    [WIRE_END_NONE] = CLOSE_DONE,           [WIRE_END_QUIT] = CLOSE_DONE,
    [WIRE_END_STOPPED] = CLOSE_STOPPING,    [WIRE_END_TAKEN_OVER] = CLOSE_TAKEN_OVER,
    [WIRE_END_SENT_AWAY] = CLOSE_SENT_AWAY, [WIRE_END_FULL] = CLOSE_FULL,
    [WIRE_END_MISUSE] = CLOSE_POLICY,
};

bool conn_is_web(const struct conn *conn)
{
    return conn->entrance == ENTRANCE_WEB || conn->entrance == ENTRANCE_WEB_TLS;
}

static void count_request(struct conn *conn, int status)
{
    enum metric_request counted_as = METRIC_REQUEST_OTHER;

    for (size_t i = 0; i < sizeof request_table / sizeof request_table[0]; i++) {
        if (request_table[i].status == status)
            counted_as = request_table[i].counted_as;
    }
    metrics_add(&conn->net->base->metrics, METRIC_REQUESTS, counted_as, 1);
}

void conn_count_close(struct conn *conn)
{
    const struct web_socket *socket = conn->client.socket;
    enum metric_web_close counted_as = METRIC_WEB_CLOSE_LOST;
    /* A lost connection is closed as done, in case the peer still reads. */
    bool is_reported = socket->is_closed &&
                       (socket->close_code != CLOSE_DONE || conn->client.end != WIRE_END_NONE);

    if (socket->has_left)
        counted_as = METRIC_WEB_CLOSE_PEER;
    for (size_t i = 0; i < sizeof closed_table / sizeof closed_table[0]; i++) {
        if (!socket->has_left && is_reported && closed_table[i].code == socket->close_code)
            counted_as = closed_table[i].counted_as;
    }
    metrics_add(&conn->net->base->metrics, METRIC_WEB_CLOSES, counted_as, 1);
}

enum metric_wire conn_wire(const struct conn *conn)
{
    for (size_t i = 0; conn->client.socket != NULL && i < SUBPROTOCOL_COUNT; i++) {
        if (wire_table[i].wire == conn->client.wire)
            return wire_table[i].counted_as;
    }
    return METRIC_WIRE_TELNET;
}

static struct visit_host host_of(const struct conn *conn)
{
    const struct net *net = conn->net;

    return (struct visit_host){.files = net->files,
                               .origins = net->base->options.web_origins,
                               .now = (int64_t)time(NULL),
                               .now_ms = net->base->now_ms,
                               .proxies = net->base->options.proxy_from,
                               .proxy_count = net->base->options.proxy_from_count,
                               .is_forwarded = conn->is_forwarded};
}

static bool has_room(const struct conn *conn)
{
    const struct net *net = conn->net;
    uint32_t same = 0;

    for (const struct conn *other = net->visitors; other != NULL; other = other->visit_next)
        same += network_key_equal(other->key, conn->key);
    return net->visitor_count < (uint32_t)net->base->options.web_visitors &&
           (conn->is_forwarded || same < VISITORS_PER_ADDRESS);
}

bool conn_begin_visit(struct conn *conn)
{
    struct net *net = conn->net;

    if (!has_room(conn)) {
        conn_refuse(conn, "", METRIC_REFUSED_VISITORS);
        return false;
    }
    conn->visit = malloc(sizeof *conn->visit);
    if (conn->visit == NULL) {
        conn_refuse_full(conn);
        return false;
    }
    visit_init(conn->visit, net->base->now_ms);
    DL_PREPEND2(net->visitors, conn, visit_previous, visit_next);
    net->visitor_count++;
    return true;
}

void conn_end_visit(struct conn *conn)
{
    if (conn->visit == NULL)
        return;
    DL_DELETE2(conn->net->visitors, conn, visit_previous, visit_next);
    conn->net->visitor_count--;
    free(conn->visit);
    conn->visit = NULL;
}

void conn_restart_visit(struct conn *conn)
{
    if (conn->visit != NULL)
        visit_init(conn->visit, conn->net->base->now_ms);
}

bool conn_is_answering(const struct conn *conn)
{
    return conn->visit != NULL && (visit_is_busy(conn->visit) || conn->visit->owes_list);
}

/* Makes a WebSocket, whose player arrives, of a visit whose upgrade was answered. */
static void become_socket(struct conn *conn)
{
    const struct options *options = &conn->net->base->options;
    const struct upgrade upgrade = conn->visit->upgrade;
    struct web_socket *socket = malloc(sizeof *socket);

    count_request(conn, conn->visit->status);
    conn_end_visit(conn);
    if (conn->is_forwarded)
        conn_name(conn, &upgrade.peer);
    if (socket == NULL) {
        conn_close(conn, "memory");
        return;
    }
    web_socket_init(socket, (size_t)options->web_message_bytes);
    socket->run_at = conn->out.length;
    socket->wants_screen = upgrade.wants_screen;
    socket->columns = upgrade.columns;
    socket->rows = upgrade.rows;
    /* Telnet negotiates capabilities and the window's size itself. */
    socket->is_caps_reported = socket->is_window_reported =
        upgrade.subprotocol == SUBPROTOCOL_TELNET;
    conn->client.socket = socket;
    conn->client.wire = wire_table[upgrade.subprotocol].wire;
    conn_note_frames(conn, true);
    conn->is_arriving = true;
}

/* Continues after an answer. */
static void go_on(struct conn *conn)
{
    count_request(conn, conn->visit->status);
    if (visit_is_busy(conn->visit))
        conn_stop_reading(conn);
    else if (conn->visit->ends)
        conn_finish(conn);
}

static void act(struct conn *conn, enum visit_step step)
{
    struct metrics *metrics = &conn->net->base->metrics;

    switch (step) {
    case VISIT_WANTS_MORE:
        return;
    case VISIT_ANSWERED:
        go_on(conn);
        return;
    case VISIT_FOREIGN:
        metrics_add(metrics, METRIC_REFUSED, METRIC_REFUSED_FOREIGN, 1);
        conn_close(conn, "foreign-protocol");
        return;
    case VISIT_LIST_WANTED:
        conn->wants_list = true;
        conn_stop_reading(conn);
        return;
    case VISIT_UPGRADED:
        become_socket(conn);
        return;
    case VISIT_BROKEN:
        conn_close(conn, "memory");
        return;
    }
}

void conn_take_request(struct conn *conn, uint8_t byte)
{
    struct visit_host host = host_of(conn);

    act(conn, visit_take(conn->visit, &host, byte, &conn->out));
}

void conn_send_list(struct conn *conn, const char *json)
{
    struct visit_host host = host_of(conn);

    act(conn, visit_answer_list(conn->visit, &host, json, &conn->out));
    if (conn->is_closing)
        return;
    /* Decodes bytes that came meanwhile. */
    conn_make_ready(conn);
    conn_start_reading(conn);
}

bool conn_refill(struct conn *conn)
{
    struct visit *visit = conn->visit;

    if (visit == NULL || !visit_is_busy(visit))
        return true;
    if (visit_refill(visit, conn->net->base->now_ms, &conn->out) != ERR_OK) {
        conn_close(conn, "memory");
        return false;
    }
    if (visit_is_busy(visit))
        return true;
    if (visit->ends) {
        conn->is_draining = true;
        conn->finish_at_ms = conn->net->base->now_ms + CONN_FINISH_MS;
    }
    /* Decodes bytes that came meanwhile. */
    conn_make_ready(conn);
    conn_start_reading(conn);
    return true;
}

void conn_sweep_visit(struct conn *conn, uint64_t now_ms)
{
    struct visit_host host = host_of(conn);

    if (conn->is_writing)
        return;
    if (conn->is_draining) {
        if (now_ms >= conn->finish_at_ms)
            conn_close(conn, conn_finish_reason(conn));
        return;
    }
    enum visit_patience patience = visit_judge(conn->visit, now_ms);
    if (patience == VISIT_IS_IDLE) {
        conn_close(conn, "idle");
    } else if (patience == VISIT_IS_LATE) {
        act(conn, visit_refuse(conn->visit, &host, STATUS_LATE, &conn->out));
    }
}

bool conn_feed_socket(struct conn *conn, uint8_t byte, struct net_event *out)
{
    struct web_socket *socket = conn->client.socket;
    bool is_event = web_socket_feed(&conn->client, byte, conn->net->base->now_ms, out);

    if (socket->frames_taken > 0)
        metrics_add(&conn->net->base->metrics, METRIC_WEB_FRAMES, METRIC_WEB_FRAME_TAKEN,
                    socket->frames_taken);
    socket->frames_taken = 0;
    if (socket->has_left)
        conn_end(conn, "peer-left");
    return is_event;
}

bool conn_next_fact(struct conn *conn, struct net_event *out)
{
    return conn->is_welcome && conn->client.socket != NULL &&
           web_socket_next_fact(conn->client.socket, out);
}

void conn_note_end(struct conn *conn, enum wire_end end, const char *text)
{
    if (conn->client.end == WIRE_END_NONE)
        conn->client.end = end;
    if (conn->client.socket != NULL)
        web_socket_note_end(conn->client.socket, close_table[end], text);
}

void conn_end_socket(struct conn *conn)
{
    struct web_socket *socket = conn->client.socket;

    if (socket != NULL && !socket->is_closed)
        web_socket_end(socket, CLOSE_DONE);
}

bool conn_has_controls(const struct conn *conn)
{
    return conn->client.socket != NULL && conn->client.socket->controls.length > 0;
}

bool conn_frame_flight(struct conn *conn)
{
    struct web_socket *socket = conn->client.socket;

    if (socket == NULL)
        return true;
    if (web_socket_seal_flight(socket, &conn->in_flight) != ERR_OK) {
        conn_close(conn, "memory");
        return false;
    }
    metrics_add(&conn->net->base->metrics, METRIC_WEB_FRAMES, METRIC_WEB_FRAME_SENT,
                socket->frames_sent);
    socket->frames_sent = 0;
    return true;
}

void conn_word_refusal(struct conn *conn, const char *line, struct bytes *out)
{
    static const char busy[] = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n"
                               "Content-Length: 0\r\nConnection: close\r\n\r\n";
    struct web_socket *socket = conn->client.socket;

    if (socket == NULL) {
        (void)!bytes_append(out, busy, sizeof busy - 1);
        return;
    }
    web_socket_note_end(socket, CLOSE_FULL, line);
    web_socket_end(socket, CLOSE_FULL);
    (void)!web_socket_seal_flight(socket, out);
}
