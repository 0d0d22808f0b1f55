/*
 * Connections inside TLS. Each is counted as soon as its address is known, and arrives when the
 * handshake is done; nothing is sent to it before. Handshakes run on the loop of the game and get a
 * ration of each tick. When that is used up a connection waits unread, and the wait does not count
 * against it. Unfinished handshakes are limited by the number of players who may be logging in, and
 * by the memory set aside for them: the oldest is closed for a new one.
 */
#define _GNU_SOURCE /* POLLRDHUP is Linux's own */
#include "server/net/conn.h"

#include <poll.h>

#include <utlist.h>

#include "server/net/conn_private.h"
#include "server/net/net.h"
#include "server/net/tls.h"

enum {
    RATION_NS = 4 * 1000 * 1000, /* nanoseconds of a tick */
    HANDSHAKE_MS = 10 * 1000,
    NS_PER_US = 1000,
    PERCENT = 100,
    RECORD_HANDSHAKE = 0x16, /* first byte of TLS */
    WATCHED_MAX = 64,        /* most waiting connections in one poll() */
};

bool conn_is_encrypted(const struct conn *conn)
{
    return entrance_table[conn->entrance].has_tls;
}

/* Counts the end of a handshake, finished or given up. */
static void count(struct conn *conn, enum metric_handshake result)
{
    struct metrics *metrics = &conn->net->base->metrics;

    conn->net->handshakes--;
    conn->net->handshake_bytes -= conn->handshake_bytes;
    conn->handshake_bytes = 0;
    metrics_add(metrics, METRIC_HANDSHAKES, result, 1);
    metrics_observe(metrics, METRIC_HANDSHAKE_DURATION, conn->handshake_ns / NS_PER_US);
}

static bool is_shaking(const struct conn *conn)
{
    return conn->tls != NULL && !conn->is_closing && !tls_is_shaken(conn->tls);
}

/* Removes a connection from the list of waiting handshakes. The time in the list does not count
   against the peer. */
static void leave_line(struct conn *conn)
{
    if (!conn->waits_for_ration)
        return;
    conn->waits_for_ration = false;
    conn->opened_at_ms += conn->net->base->now_ms - conn->waits_since_ms;
    DL_DELETE2(conn->net->shaking, conn, shaking_previous, shaking_next);
}

void conn_leave_handshake(struct conn *conn)
{
    leave_line(conn);
    if (is_shaking(conn))
        count(conn, conn->handshake_result);
}

/* Closes a connection whose handshake is not done. */
static void give_up(struct conn *conn, enum metric_handshake result, const char *cause)
{
    static const char *const reasons[METRIC_HANDSHAKE_COUNT] = {
        [METRIC_HANDSHAKE_FAILED] = "handshake-failed",
        [METRIC_HANDSHAKE_LATE] = "handshake-late",
        [METRIC_HANDSHAKE_CLEAR] = "clear-on-tls-port",
        [METRIC_HANDSHAKE_MADE_ROOM] = "handshake-made-room",
    };

    conn->handshake_result = result;
    LOG(&conn->net->base->log, LOG_INFO, "tls.no-handshake", log_text("address", conn->address),
        log_text("reason", reasons[result]), log_text("cause", cause));
    conn_close(conn, reasons[result]);
}

/* Gives up the oldest handshakes, at the end of the list, until the limits hold. */
static void make_room(struct net *net)
{
    const struct options *options = &net->base->options;
    uint32_t room =
        (uint32_t)base_connections_max(net->base) * (uint32_t)options->logins_percent / PERCENT;

    while (net->handshakes > (room > 0 ? room : 1) || net->handshake_bytes > CONN_HANDSHAKES_MAX) {
        struct conn *oldest = net->awaiting_header->previous;
        while (!is_shaking(oldest))
            oldest = oldest->previous;
        give_up(oldest, METRIC_HANDSHAKE_MADE_ROOM, "too many are at it");
    }
}

/* Counts the memory of a handshake again. Closes the oldest handshakes if it is too much, possibly
   that of `conn` too. */
static void weigh(struct conn *conn)
{
    if (!is_shaking(conn))
        return;
    size_t bytes = sizeof *conn + tls_cost(conn->tls);
    conn->net->handshake_bytes += bytes - conn->handshake_bytes;
    conn->handshake_bytes = bytes;
    make_room(conn->net);
}

static void decrypt(struct conn *conn)
{
    enum tls_progress progress = tls_decrypt(conn->tls, &conn->in);

    conn_make_ready(conn);
    if (progress == TLS_OVER)
        conn_end(conn, "peer-left");
    if (progress != TLS_FAILED)
        return;
    LOG(&conn->net->base->log, LOG_INFO, "tls.failed", log_text("address", conn->address),
        log_text("cause", tls_cause(conn->tls)));
    conn_end(conn, "tls-failed");
}

/* Subtracts a step of `ns` from the ration. The debt is at most one ration, the next tick's,
   because the machine may have been suspended meanwhile. */
static void spend(struct net *net, uint64_t ns)
{
    net->ration_ns -= ns > 2 * RATION_NS ? 2 * RATION_NS : (int64_t)ns;
    if (net->ration_ns < -RATION_NS)
        net->ration_ns = -RATION_NS;
}

/* Does a step of the handshake. */
static void shake(struct conn *conn)
{
    uint64_t began_ns = uv_hrtime();
    enum tls_progress progress = tls_shake(conn->tls);
    uint64_t spent_ns = uv_hrtime() - began_ns;

    conn->handshake_ns += spent_ns;
    spend(conn->net, spent_ns);
    if (progress == TLS_SHAKEN) {
        count(conn, METRIC_HANDSHAKE_DONE);
        conn->is_arriving = conn->visit == NULL;
        conn->first_length = 0;
        conn_restart_visit(conn);
        decrypt(conn);
    }
    /* Sends the server's part of the handshake, or the alert about its failure. */
    conn->is_half_shaken = tls_outgoing(conn->tls)->length > 0;
    conn_flush(conn);
    if (progress == TLS_FAILED && !conn->is_closing)
        give_up(conn, METRIC_HANDSHAKE_FAILED, tls_cause(conn->tls));
}

/* Puts a handshake into the list of those that wait. A second half is cheap and goes before the
   first halves of others. */
static void wait_for_ration(struct conn *conn)
{
    if (conn->waits_for_ration)
        return;
    conn_stop_reading(conn);
    conn->waits_for_ration = true;
    conn->waits_since_ms = conn->net->base->now_ms;
    if (conn->is_half_shaken)
        DL_PREPEND2(conn->net->shaking, conn, shaking_previous, shaking_next);
    else
        DL_APPEND2(conn->net->shaking, conn, shaking_previous, shaking_next);
}

/* Continues after bytes were put in; `first` is the first of them. */
static void go_on(struct conn *conn, uint8_t first)
{
    if (tls_is_shaken(conn->tls)) {
        decrypt(conn);
    } else if (conn->first_length == 0 && first != RECORD_HANDSHAKE) {
        metrics_add(&conn->net->base->metrics, METRIC_REFUSED, METRIC_REFUSED_FOREIGN, 1);
        give_up(conn, METRIC_HANDSHAKE_CLEAR, "what came is not TLS");
    } else {
        conn->first_length = 1;
        if (conn->net->ration_ns <= 0)
            wait_for_ration(conn);
        else
            shake(conn);
    }
}

void conn_take_encrypted(struct conn *conn, const uint8_t *data, size_t length)
{
    if (conn->is_closing || conn->is_draining || length == 0)
        return;
    enum err error = tls_put(conn->tls, data, length);
    if (error == ERR_TOO_BIG && is_shaking(conn))
        give_up(conn, METRIC_HANDSHAKE_FAILED, "it is longer than any");
    else if (error != ERR_OK)
        conn_end(conn, "memory");
    else
        go_on(conn, data[0]);
    weigh(conn);
}

void conn_begin_tls(struct conn *conn)
{
    struct net *net = conn->net;
    size_t ahead = conn->in.length - conn->in_at;

    if (conn_is_web(conn) ? !conn_begin_visit(conn) : !conn_admit(conn))
        return;
    if (tls_open(net->tls, net->base->options.tls_min, TLS_BOUND(CONN_FLIGHT_MAX), &conn->tls) !=
        ERR_OK) {
        conn_refuse_full(conn);
        return;
    }
    conn->opened_at_ms = net->base->now_ms;
    net->handshakes++;
    weigh(conn);
    /* Bytes of TLS may have been read together with a proxy's header. */
    conn->in_at = conn->in.length;
    if (ahead > 0)
        conn_take_encrypted(conn, conn->in.data + conn->in_at - ahead, ahead);
    conn_start_reading(conn);
}

void conn_sweep_handshake(struct conn *conn, uint64_t now_ms)
{
    if (is_shaking(conn) && !conn->waits_for_ration && now_ms - conn->opened_at_ms >= HANDSHAKE_MS)
        give_up(conn, METRIC_HANDSHAKE_LATE, "it was not done in 10 s");
}

/* Closes connections whose peers have left, among WATCHED_MAX waiting ones from `first` on; the
   loop does not read them, so it is not told. Returns the next one. */
static struct conn *drop_those_who_left(struct conn *first)
{
    struct pollfd watched[WATCHED_MAX];
    struct conn *waiting[WATCHED_MAX];
    nfds_t count = 0;

    for (; first != NULL && count < WATCHED_MAX; first = first->shaking_next) {
        uv_os_fd_t descriptor;
        if (uv_fileno((const uv_handle_t *)&first->handle, &descriptor) != 0)
            continue;
        watched[count] = (struct pollfd){.fd = descriptor, .events = POLLRDHUP};
        waiting[count++] = first;
    }
    int left = poll(watched, count, 0);
    for (nfds_t i = 0; left > 0 && i < count; i++) {
        if (watched[i].revents != 0)
            give_up(waiting[i], METRIC_HANDSHAKE_FAILED, "the peer has left");
    }
    return first;
}

void conn_resume_handshakes(struct net *net)
{
    for (struct conn *waiting = net->shaking; waiting != NULL;)
        waiting = drop_those_who_left(waiting);
    net->ration_ns += RATION_NS;
    if (net->ration_ns > RATION_NS)
        net->ration_ns = RATION_NS;
    while (net->shaking != NULL && net->ration_ns > 0) {
        struct conn *conn = net->shaking;
        leave_line(conn);
        shake(conn);
        weigh(conn);
        conn_start_reading(conn);
    }
}

bool conn_encrypt_flight(struct conn *conn)
{
    struct bytes *flight = &conn->in_flight;

    if (tls_encrypt(conn->tls, flight->data, flight->length) != ERR_OK) {
        conn_close(conn, "memory");
        return false;
    }
    bytes_clear(flight, CONN_OUT_KEEP);
    bytes_swap(flight, tls_outgoing(conn->tls));
    return true;
}

void conn_encrypt_last(struct conn *conn, const void *data, size_t length)
{
    if (conn->tls == NULL || !tls_is_shaken(conn->tls) || conn->is_writing)
        return;
    if (tls_encrypt(conn->tls, data, length) == ERR_OK)
        tls_end(conn->tls);
    bytes_swap(&conn->in_flight, tls_outgoing(conn->tls));
}
