/*
 * Connections. Reading is rationed and writing is one flight at a time, so a peer that sends
 * without end or never reads costs a bounded share of time and memory, and then its connection.
 *
 * All freeing happens in the close callback: whoever holds a connection during one callback of the
 * loop may close it and go on.
 */
#include "server/net/conn.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "server/base/terminals.h"
#include "server/net/conn_private.h"
#include "server/net/listener.h"
#include "server/net/mssp.h"
#include "server/net/net.h"
#include "server/session/auth/login.h"

enum { MS_PER_SECOND = 1000 };

void conn_on_closed(uv_handle_t *handle)
{
    struct conn *conn = handle->data;
    struct net *net = conn->net;

    conn_unlink(conn);
    net->connection_count--;
    if (conn->is_counted)
        network_table_leave(&net->networks, &conn->place);
    telnet_release(&conn->telnet);
    bytes_release(&conn->out);
    bytes_release(&conn->in_flight);
    compress_release(&conn->compress);
    notebook_release(&conn->session);
    free(conn);
}

/* For the way out that nobody planned: in which form the terminal's last bytes are to be. */
static void note_stream(const struct conn *conn, bool is_compressed)
{
    uv_os_fd_t descriptor;

    if (uv_fileno((const uv_handle_t *)&conn->handle, &descriptor) == 0)
        terminals_note_stream(descriptor, is_compressed);
}

void conn_close(struct conn *conn, const char *reason)
{
    if (conn->is_closing)
        return;
    conn->is_closing = true;
    if (conn->is_introduced)
        session_on_close(&conn->session);
    LOG(&conn->net->base->log, LOG_INFO, "conn.close", log_number("serial", (int64_t)conn->serial),
        log_text("reason", reason));
    note_stream(conn, false);
    conn_leave_paused(conn);
    uv_close((uv_handle_t *)&conn->handle, conn_on_closed);
}

static void on_shut(uv_shutdown_t *request, int status)
{
    /* The peer answers by closing its side, which is when ours goes. */
    (void)request;
    (void)status;
}

/* Says "no more" and leaves the socket open for reading: closing it with unread bytes would make
   the kernel throw away what the peer has not yet taken. */
static void shut(struct conn *conn)
{
    if (conn->is_shut)
        return;
    conn->is_shut = true;
    if (uv_shutdown(&conn->shutdown, (uv_stream_t *)&conn->handle, on_shut) != 0)
        conn_close(conn, "finished");
}

static void on_written(uv_write_t *request, int status)
{
    struct conn *conn = request->handle->data;

    conn->is_writing = false;
    if (conn->is_closing)
        return;
    base_touch_clock(conn->net->base);
    conn->progress_at_ms = conn->net->base->now_ms;
    bytes_clear(&conn->in_flight, CONN_OUT_KEEP);
    if (status < 0)
        conn_close(conn, "write-failed");
    else
        conn_flush(conn);
}

static bool wants_compression(const struct conn *conn)
{
    const struct telnet *telnet = &conn->telnet;

    return telnet->compress == TELNET_YES && !telnet->has_broken_compress && !conn->is_draining;
}

/* From `out` to `in_flight`. False if there is no connection any more. */
static bool take_off(struct conn *conn, bool is_compressed)
{
    bool was_compressed = conn->compress.stream != NULL;

    if (compress_take(&conn->compress, is_compressed, &conn->out, &conn->in_flight) != ERR_OK) {
        conn_close(conn, "memory");
        return false;
    }
    bytes_clear(&conn->out, CONN_OUT_KEEP);
    if (!is_compressed)
        conn->telnet.has_broken_compress = false;
    if (was_compressed != (conn->compress.stream != NULL))
        note_stream(conn, !was_compressed);
    return true;
}

void conn_flush(struct conn *conn)
{
    if (conn->is_closing || conn->is_writing)
        return;
    if (conn->telnet.is_dead && !conn->is_draining) {
        conn_close(conn, conn->telnet.event.reason);
        return;
    }
    bool is_compressed = wants_compression(conn);
    size_t plain = conn->out.length;
    if (plain == 0 && !compress_is_owed(&conn->compress, is_compressed)) {
        if (conn->is_draining)
            shut(conn);
        return;
    }
    if (!take_off(conn, is_compressed))
        return;
    conn->progress_at_ms = conn->net->base->now_ms;
    uv_buf_t buffer = uv_buf_init((char *)conn->in_flight.data, (unsigned)conn->in_flight.length);
    conn->is_writing = true;
    if (uv_write(&conn->write, (uv_stream_t *)&conn->handle, &buffer, 1, on_written) != 0) {
        conn->is_writing = false;
        conn_close(conn, "write-failed");
        return;
    }
    conn->in_flight_left = uv_stream_get_write_queue_size((const uv_stream_t *)&conn->handle);
    metrics_add(&conn->net->base->metrics, METRIC_BYTES_SENT, METRIC_ALONE, conn->in_flight.length);
    metrics_add(&conn->net->base->metrics, METRIC_BYTES_PLAIN, METRIC_ALONE, plain);
}

void conn_say_at_once(struct conn *conn, const char *line)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)line, (unsigned)strlen(line));

    (void)uv_try_write((uv_stream_t *)&conn->handle, &buffer, 1);
}

bool conn_is_drained(const struct conn *conn)
{
    return conn->out.length == 0 && !conn->is_writing;
}

void conn_finish(struct conn *conn)
{
    if (conn->is_closing || conn->is_draining)
        return;
    conn->is_draining = true;
    conn->finish_at_ms = conn->net->base->now_ms + CONN_FINISH_MS;
    conn_flush(conn);
}

/* True if the connection has turned out to be no telnet at all. */
static bool is_foreign(struct conn *conn, uint8_t byte)
{
    if (conn->first_length >= FOREIGN_LENGTH_MAX)
        return false;
    conn->first[conn->first_length++] = byte;
    return foreign_begins(conn->first, conn->first_length);
}

/* A message costs as much as a line: who sends too many is not heard. */
static void take_message(struct conn *conn)
{
    struct gmcp_credentials credentials;
    uint32_t junk_before = conn->telnet.gmcp_junk;

    if (!session_takes_message(&conn->session)) {
        gmcp_drop(&conn->telnet);
    } else {
        if (gmcp_take(&conn->telnet, &credentials))
            login_on_credentials(&conn->session, credentials.account, credentials.password);
        sodium_memzero(&credentials, sizeof credentials);
        gmcp_feed_touch(&conn->session);
    }
    metrics_add(&conn->net->base->metrics, METRIC_GMCP_JUNK, METRIC_ALONE,
                conn->telnet.gmcp_junk - junk_before);
}

/* The peer breaks the protocol, or floods us with it. Whose terminal we have taken gets it back. */
static void give_up(struct conn *conn, const char *reason)
{
    if (!conn->session.screen.is_open) {
        conn_close(conn, reason);
        return;
    }
    LOG(&conn->net->base->log, LOG_INFO, "conn.give-up",
        log_number("serial", (int64_t)conn->serial), log_text("reason", reason));
    session_say_goodbye(&conn->session, "Your client breaks the telnet protocol. Goodbye.");
}

static void take_byte(struct conn *conn, uint8_t byte)
{
    if (is_foreign(conn, byte)) {
        metrics_add(&conn->net->base->metrics, METRIC_REFUSED, METRIC_REFUSED_FOREIGN, 1);
        conn_close(conn, "foreign-protocol");
        return;
    }
    telnet_feed(&conn->telnet, byte);
    struct telnet_event event = conn->telnet.event;
    switch (event.kind) {
    case TELNET_EVENT_NONE:
        break;
    case TELNET_EVENT_BYTE:
        session_on_byte(&conn->session, event.byte);
        break;
    case TELNET_EVENT_WINDOW:
        session_on_window(&conn->session, event.width, event.height);
        break;
    case TELNET_EVENT_ANSWER:
        session_on_answer(&conn->session);
        break;
    case TELNET_EVENT_GMCP:
        take_message(conn);
        break;
    case TELNET_EVENT_MSSP:
        (void)!mssp_send(conn->net, &conn->telnet);
        break;
    case TELNET_EVENT_MARK:
        telnet_take_mark(&conn->telnet, conn->net->base->now_ms);
        screen_mode_on_lag(&conn->session);
        break;
    case TELNET_EVENT_DEAD:
        give_up(conn, event.reason);
        break;
    }
}

void conn_take(struct conn *conn, const uint8_t *data, size_t length)
{
    for (size_t i = 0; i < length && !conn->is_closing && !conn->is_draining; i++) {
        if (conn->is_introduced)
            take_byte(conn, data[i]);
        else
            conn_introduce(conn, data[i]);
    }
    conn_flush(conn);
}

static bool is_stalled(struct conn *conn, uint64_t now_ms)
{
    if (!conn->is_writing)
        return false;
    size_t left = uv_stream_get_write_queue_size((const uv_stream_t *)&conn->handle);
    if (left < conn->in_flight_left) {
        conn->in_flight_left = left;
        conn->progress_at_ms = now_ms;
    }
    return now_ms - conn->progress_at_ms >=
           (uint64_t)conn->net->base->options.stalled_seconds * MS_PER_SECOND;
}

void conn_measure_lag(struct conn *conn)
{
    if (!conn->is_kept_awake || !telnet_can_ping(&conn->telnet))
        return;
    conn->ping_at_ms = conn->net->base->now_ms;
    (void)!telnet_ping(&conn->telnet, conn->net->base->now_ms);
}

static void keep_awake(struct conn *conn, uint64_t now_ms)
{
    if (telnet_can_ping(&conn->telnet) && now_ms - conn->ping_at_ms >= CONN_PING_MS)
        conn_measure_lag(conn);
    else if (now_ms - conn->progress_at_ms >= CONN_KEEP_ALIVE_MS)
        (void)!telnet_keep_alive(&conn->telnet);
}

static void sweep_one(struct conn *conn, uint64_t now_ms)
{
    if (is_stalled(conn, now_ms)) {
        conn_close(conn, "stalled");
        return;
    }
    if (conn->is_draining && now_ms >= conn->finish_at_ms) {
        conn_close(conn, "finished");
        return;
    }
    if (conn->is_closing || conn->is_draining)
        return;
    session_sweep(&conn->session);
    if (now_ms - conn->opened_at_ms >= CONN_ANSWER_MS)
        charset_ask_other_way(&conn->telnet);
    if (conn->is_kept_awake && conn_is_drained(conn))
        keep_awake(conn, now_ms);
    conn_flush(conn);
}

void conn_sweep(struct net *net, uint64_t now_ms)
{
    for (struct conn *conn = net->connections, *next; conn != NULL; conn = next) {
        next = conn->next;
        if (!conn->is_closing)
            sweep_one(conn, now_ms);
    }
    for (struct conn *conn = net->strangers, *next; conn != NULL; conn = next) {
        next = conn->next;
        if (now_ms - conn->opened_at_ms >= CONN_PROXY_MS)
            conn_close(conn, "no-proxy-header");
    }
    listener_retry(net);
}
