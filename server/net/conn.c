/*
 * Connections. Writing is one flight at a time and reading is rationed, so a peer that never reads,
 * or sends without end, costs a bounded share of time and memory, and then its connection.
 *
 * Each connection has a budget of bytes to read, which grows evenly with time. When it is used up
 * the connection is not read until a tick finds that the budget has grown; bytes that its peer
 * sends meanwhile wait in the kernel, and then at the peer. A peer whose first bytes are those of
 * another protocol is told so and closed.
 *
 * All freeing happens in the close callback: a function that has a connection during one callback
 * of the loop may close it and continue.
 */
#include "server/net/conn.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <utlist.h>

#include "server/base/terminals.h"
#include "server/net/conn_private.h"
#include "server/net/listener.h"
#include "server/net/mssp.h"
#include "server/net/net.h"
#include "server/net/web/socket.h"

enum { MS_PER_SECOND = 1000 };

static void free_conn(struct conn *conn)
{
    if (conn->client.state != NULL)
        conn->client.wire->release(&conn->client);
    bytes_release(&conn->in);
    bytes_release(&conn->out);
    bytes_release(&conn->in_flight);
    compress_release(&conn->compress);
    tls_free(conn->tls);
    if (conn->client.socket != NULL)
        web_socket_release(conn->client.socket);
    free(conn->client.socket);
    free(conn);
}

/* Frees a connection that was in a list, when its socket is closed. */
static void conn_on_closed(uv_handle_t *handle)
{
    struct conn *conn = handle->data;
    struct net *net = conn->net;

    conn_unlink(conn);
    net->connection_count--;
    if (conn->is_counted)
        network_table_leave(conn_is_web(conn) ? &net->web_networks : &net->networks, &conn->place);
    conn->is_closed = true;
    if (conn->owner != NULL)
        return;
    conn_leave_ready(conn);
    free_conn(conn);
}

void conn_release(struct conn *conn)
{
    conn->owner = NULL;
    if (!conn->is_closed)
        return;
    conn_leave_ready(conn);
    free_conn(conn);
}

void conn_make_ready(struct conn *conn)
{
    if (conn->is_ready)
        return;
    conn->is_ready = true;
    DL_APPEND2(conn->net->ready, conn, ready_previous, ready_next);
}

void conn_leave_ready(struct conn *conn)
{
    if (!conn->is_ready)
        return;
    conn->is_ready = false;
    DL_DELETE2(conn->net->ready, conn, ready_previous, ready_next);
}

/* Tells the crash handler whether its last bytes to the terminal must be a block of zlib.
   Connections inside TLS get no such bytes. */
static void note_stream(const struct conn *conn, bool is_compressed)
{
    uv_os_fd_t descriptor;

    if (!conn_is_encrypted(conn) && uv_fileno((const uv_handle_t *)&conn->handle, &descriptor) == 0)
        terminals_note_stream(descriptor, is_compressed);
}

void conn_note_frames(const struct conn *conn, bool is_framed)
{
    uv_os_fd_t descriptor;

    if (!conn_is_encrypted(conn) && uv_fileno((const uv_handle_t *)&conn->handle, &descriptor) == 0)
        terminals_note_frames(descriptor, is_framed);
}

/* Makes the crash handler write nothing to the descriptor, which may soon belong to another
   peer. */
static void forget_terminal(const struct conn *conn)
{
    uv_os_fd_t descriptor;

    note_stream(conn, false);
    if (!conn_is_encrypted(conn) && uv_fileno((const uv_handle_t *)&conn->handle, &descriptor) == 0)
        terminals_note_screen(descriptor, false);
}

/* Removes a connection from the list of those that wait for their read budget. */
static void conn_leave_paused(struct conn *conn)
{
    if (!conn->is_paused)
        return;
    conn->is_paused = false;
    DL_DELETE2(conn->net->paused, conn, paused_previous, paused_next);
}

void conn_close_socket(struct conn *conn)
{
    conn_leave_handshake(conn);
    conn_end_visit(conn);
    if (conn->client.socket != NULL) {
        conn_note_frames(conn, false);
        conn_count_close(conn);
    }
    conn->is_closing = true;
    conn_leave_paused(conn);
    conn_make_ready(conn);
    uv_close((uv_handle_t *)&conn->handle, conn_on_closed);
}

/* Sends the last frame of a WebSocket, if the kernel takes it at once. */
static void say_last(struct conn *conn)
{
    if (conn->client.socket == NULL || conn->is_writing || conn->is_draining)
        return;
    conn->is_draining = true;
    conn_end_socket(conn);
    conn_flush(conn);
}

void conn_close(struct conn *conn, const char *reason)
{
    if (conn->is_closing)
        return;
    say_last(conn);
    if (conn->is_closing)
        return;
    conn->end_reason = reason;
    /* Browsers that do not play come and go frequently. */
    LOG(&conn->net->base->log, conn->visit == NULL ? LOG_INFO : LOG_DEBUG, "conn.close",
        log_number("serial", (int64_t)conn->serial), log_text("reason", reason));
    forget_terminal(conn);
    conn_close_socket(conn);
}

void conn_end(struct conn *conn, const char *reason)
{
    if (conn->end_reason == NULL)
        conn->end_reason = reason;
    conn_make_ready(conn);
}

static void on_shut(uv_shutdown_t *request, int status)
{
    /* Our side is closed when the peer has closed its own. */
    (void)request;
    (void)status;
}

const char *conn_finish_reason(const struct conn *conn)
{
    return conn->finish_reason == NULL ? "finished" : conn->finish_reason;
}

/* Ends our output and leaves the socket open for reading, because closing it with unread bytes
   would make the kernel discard output that the peer has not received yet. */
static void shut(struct conn *conn)
{
    if (conn->is_shut)
        return;
    conn->is_shut = true;
    if (uv_shutdown(&conn->shutdown, (uv_stream_t *)&conn->handle, on_shut) != 0)
        conn_close(conn, conn_finish_reason(conn));
}

/* Ends a flight that the kernel has taken. Without compression, `out` and `in_flight` use one
   buffer in turn. */
static void land(struct conn *conn)
{
    bytes_clear(&conn->in_flight, CONN_OUT_KEEP);
    if (conn->out.capacity == 0)
        bytes_swap(&conn->out, &conn->in_flight);
}

static void on_written(uv_write_t *request, int status)
{
    struct conn *conn = request->handle->data;

    conn->is_writing = false;
    if (conn->is_closing)
        return;
    base_touch_clock(conn->net->base);
    conn->progress_at_ms = conn->net->base->now_ms;
    land(conn);
    if (status < 0)
        conn_end(conn, "write-failed");
    else
        conn_flush(conn);
}

static bool wants_compression(const struct conn *conn)
{
    const struct client_caps *caps = &conn->client.caps;

    return caps->compresses && !caps->has_broken_compress && !conn->is_draining;
}

/* Moves `out` to `in_flight`, compressed or not. False: the connection was closed. */
static bool take_off(struct conn *conn, bool is_compressed)
{
    bool was_compressed = conn->compress.stream != NULL;

    if (compress_take(&conn->compress, is_compressed, &conn->out, &conn->in_flight) != ERR_OK) {
        conn_close(conn, "memory");
        return false;
    }
    bytes_clear(&conn->out, CONN_OUT_KEEP);
    if (!is_compressed)
        conn->client.caps.has_broken_compress = false;
    if (was_compressed != (conn->compress.stream != NULL))
        note_stream(conn, !was_compressed);
    return true;
}

/* Gives the flight to the kernel; libuv sends the rest. True: the kernel took all. */
static bool send_flight(struct conn *conn)
{
    uv_stream_t *stream = (uv_stream_t *)&conn->handle;
    uv_buf_t buffer = uv_buf_init((char *)conn->in_flight.data, (unsigned)conn->in_flight.length);
    int sent = uv_try_write(stream, &buffer, 1);

    conn->progress_at_ms = conn->net->base->now_ms;
    if (sent > 0) {
        buffer.base += sent;
        buffer.len -= (size_t)sent;
    }
    if (buffer.len == 0) {
        land(conn);
        return true;
    }
    conn->is_writing = (sent >= 0 || sent == UV_EAGAIN) &&
                       uv_write(&conn->write, stream, &buffer, 1, on_written) == 0;
    conn->in_flight_left = uv_stream_get_write_queue_size(stream);
    if (!conn->is_writing)
        conn_end(conn, "write-failed");
    return false;
}

void conn_send_at_once(struct conn *conn)
{
    uv_os_fd_t descriptor;

    if (conn->is_closing || conn->is_writing || conn->out.length == 0 || conn->tls != NULL ||
        conn->client.dead_reason != NULL || conn->compress.stream != NULL ||
        wants_compression(conn) || uv_fileno((const uv_handle_t *)&conn->handle, &descriptor) != 0)
        return;
    if (conn->client.socket != NULL && (conn->client.socket->is_closed ||
                                        web_socket_seal(conn->client.socket, &conn->out) != ERR_OK))
        return;
    ssize_t sent = send(descriptor, conn->out.data, conn->out.length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent <= 0)
        return;
    conn->sent_at_once += (size_t)sent;
    conn->out.length -= (size_t)sent;
    memmove(conn->out.data, conn->out.data + sent, conn->out.length);
    if (conn->client.socket != NULL)
        conn->client.socket->run_at = conn->out.length;
}

static void count_sent(struct conn *conn, size_t sent, size_t plain)
{
    conn->plain_bytes += plain;
    metrics_add(&conn->net->base->metrics, METRIC_BYTES_SENT, METRIC_ALONE, sent);
    metrics_add(&conn->net->base->metrics, METRIC_BYTES_PLAIN, METRIC_ALONE, plain);
}

/* Counts the bytes that conn_send_at_once() sent on another thread. */
static void settle_sent(struct conn *conn)
{
    if (conn->sent_at_once == 0)
        return;
    count_sent(conn, conn->sent_at_once, conn->sent_at_once);
    conn->sent_at_once = 0;
    conn->progress_at_ms = conn->net->base->now_ms;
    if (conn->out.length == 0)
        bytes_clear(&conn->out, CONN_OUT_KEEP);
}

/* Moves TLS's own records, such as alerts, into the flight. False: there are none. */
static bool take_off_records(struct conn *conn)
{
    struct bytes *outgoing = tls_outgoing(conn->tls);

    if (conn->is_draining)
        tls_end(conn->tls);
    if (outgoing->length == 0)
        return false;
    bytes_swap(&conn->in_flight, outgoing);
    count_sent(conn, conn->in_flight.length, 0);
    return true;
}

/* Sends one flight. True: the kernel took all of it, so the next may be sent. */
static bool flush_once(struct conn *conn)
{
    if (conn->client.dead_reason != NULL && !conn->is_draining) {
        conn_close(conn, conn->client.dead_reason);
        return false;
    }
    bool is_compressed = wants_compression(conn);
    if (conn->out.length == 0 && !conn_refill(conn))
        return false;
    size_t plain = conn->out.length;
    if (plain == 0 && !compress_is_owed(&conn->compress, is_compressed) &&
        !conn_has_controls(conn)) {
        if (conn->tls != NULL && take_off_records(conn))
            return send_flight(conn);
        if (conn->is_draining)
            shut(conn);
        return false;
    }
    /* Control frames alone do not need a block of a compressed stream. */
    bool is_owed = plain > 0 || compress_is_owed(&conn->compress, is_compressed);
    if ((is_owed && !take_off(conn, is_compressed)) || !conn_frame_flight(conn) ||
        (conn->tls != NULL && !conn_encrypt_flight(conn)))
        return false;
    count_sent(conn, conn->in_flight.length, plain);
    return send_flight(conn);
}

void conn_flush(struct conn *conn)
{
    settle_sent(conn);
    /* Repeated after each flight, because a compressed stream that it ended may have to begin
       again. */
    while (!conn->is_closing && !conn->is_writing && flush_once(conn)) {
    }
}

void conn_say_at_once(struct conn *conn, const char *line)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)line, (unsigned)strlen(line));

    if (conn_is_web(conn)) {
        conn_word_refusal(conn, line, &conn->out);
        buffer = uv_buf_init((char *)conn->out.data, (unsigned)conn->out.length);
    }
    if (conn_is_encrypted(conn)) {
        conn_encrypt_last(conn, buffer.base, buffer.len);
        buffer = uv_buf_init((char *)conn->in_flight.data, (unsigned)conn->in_flight.length);
    }
    if (buffer.len == 0)
        return;
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
    conn_end_socket(conn);
    conn_flush(conn);
}

static void count_junk(struct conn *conn, uint32_t before)
{
    metrics_add(&conn->net->base->metrics, METRIC_GMCP_JUNK, METRIC_ALONE,
                conn->client.gmcp.junk - before);
}

bool conn_take_message(struct conn *conn, struct gmcp_credentials *out)
{
    uint32_t junk_before = conn->client.gmcp.junk;
    bool is_login = gmcp_take(&conn->client, out);

    count_junk(conn, junk_before);
    return is_login;
}

void conn_drop_message(struct conn *conn)
{
    uint32_t junk_before = conn->client.gmcp.junk;

    gmcp_drop(&conn->client);
    count_junk(conn, junk_before);
}

void conn_send_status(struct conn *conn, uint32_t players)
{
    (void)!mssp_send(conn->net, players, &conn->client);
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

/* Sends a ping. False: the client cannot be asked now. */
static bool ping(struct conn *conn)
{
    const struct wire *wire = conn->client.wire;

    if (conn->client.socket != NULL)
        return false;
    if (wire->ping == NULL || !wire->ping(&conn->client, conn->net->base->now_ms))
        return false;
    conn->ping_at_ms = conn->net->base->now_ms;
    return true;
}

void conn_measure_lag(struct conn *conn)
{
    struct web_socket *socket = conn->client.socket;

    if (socket != NULL && socket->unanswered == 0)
        web_socket_ping(socket, conn->net->base->now_ms);
    else if (conn->is_kept_awake)
        (void)ping(conn);
}

/* Pings a browser, which answers by itself, so a silent one is gone. */
static void ping_socket(struct conn *conn, uint64_t now_ms)
{
    struct web_socket *socket = conn->client.socket;
    uint64_t pause_ms = (uint64_t)conn->net->base->options.web_ping_seconds * MS_PER_SECOND;

    if (now_ms - conn->ping_at_ms < pause_ms)
        return;
    conn->ping_at_ms = now_ms;
    if (socket->unanswered >= SOCKET_UNANSWERED_MAX)
        conn_close(conn, "no-pong");
    else
        web_socket_ping(socket, now_ms);
}

static void keep_awake(struct conn *conn, uint64_t now_ms)
{
    const struct wire *wire = conn->client.wire;

    if (now_ms - conn->ping_at_ms >= CONN_PING_MS && ping(conn))
        return;
    if (now_ms - conn->progress_at_ms >= CONN_KEEP_ALIVE_MS && wire->keep_alive != NULL)
        (void)!wire->keep_alive(&conn->client);
}

static void release_empty(struct bytes *bytes)
{
    if (bytes->length == 0)
        bytes_release(bytes);
}

/* Frees the buffers of a client that is sent nothing; in steady play they stay. */
static void release_idle(struct conn *conn, uint64_t now_ms)
{
    if (now_ms - conn->progress_at_ms < CONN_IDLE_MS)
        return;
    release_empty(&conn->in);
    release_empty(&conn->out);
    release_empty(&conn->in_flight);
    if (conn->tls != NULL)
        tls_rest(conn->tls);
}

static void sweep_one(struct conn *conn, uint64_t now_ms)
{
    if (is_stalled(conn, now_ms)) {
        conn_close(conn, "stalled");
        return;
    }
    if (conn->is_draining && now_ms >= conn->finish_at_ms) {
        conn_close(conn, conn_finish_reason(conn));
        return;
    }
    if (conn->is_closing || conn->is_draining)
        return;
    if (now_ms - conn->opened_at_ms >= CONN_ANSWER_MS && conn->client.wire->ask_again != NULL)
        conn->client.wire->ask_again(&conn->client);
    if (conn->client.socket != NULL)
        ping_socket(conn, now_ms);
    else if (conn->is_kept_awake && conn_is_drained(conn))
        keep_awake(conn, now_ms);
    conn_flush(conn);
    release_idle(conn, now_ms);
}

void conn_sweep_on(struct net *net, uint64_t now_ms)
{
    uint32_t share = net->connection_count / CONN_SWEEP_PARTS + 1;

    for (uint32_t i = 0; i < share && net->sweep_next != NULL; i++) {
        struct conn *conn = net->sweep_next;
        net->sweep_next = conn->next;
        if (!conn->is_closing)
            sweep_one(conn, now_ms);
    }
}

void conn_sweep(struct net *net, uint64_t now_ms)
{
    if (net->sweep_next == NULL)
        net->sweep_next = net->connections;
    for (struct conn *conn = net->awaiting_header, *next; conn != NULL; conn = next) {
        next = conn->next;
        if (conn->tls != NULL && !tls_is_shaken(conn->tls))
            conn_sweep_handshake(conn, now_ms);
        else if (conn->visit != NULL && is_stalled(conn, now_ms))
            conn_close(conn, "stalled");
        else if (conn->visit != NULL)
            conn_sweep_visit(conn, now_ms);
        else if (now_ms - conn->opened_at_ms >= CONN_PROXY_MS)
            conn_close(conn, "no-proxy-header");
    }
}

_Static_assert(sizeof((struct net *)0)->read_buffer == CONN_READ_MAX, "one read fits");

static void refill_read_budget(struct conn *conn, uint64_t now_ms)
{
    uint64_t elapsed_ms = now_ms - conn->read_budget_at_ms;
    uint64_t full_ms = 2 * MS_PER_SECOND * (uint64_t)CONN_BYTES_BURST / CONN_BYTES_PER_SECOND;

    if (elapsed_ms > full_ms)
        elapsed_ms = full_ms;
    conn->read_budget += (int64_t)(elapsed_ms * CONN_BYTES_PER_SECOND / MS_PER_SECOND);
    if (conn->read_budget > CONN_BYTES_BURST)
        conn->read_budget = CONN_BYTES_BURST;
    conn->read_budget_at_ms = now_ms;
}

void conn_stop_reading(struct conn *conn)
{
    uv_read_stop((uv_stream_t *)&conn->handle);
    conn->is_reading = false;
}

/* Stops reading until conn_resume(). */
static void pause_reading(struct conn *conn)
{
    conn_stop_reading(conn);
    conn->is_paused = true;
    DL_PREPEND2(conn->net->paused, conn, paused_previous, paused_next);
}

void conn_resume(struct net *net)
{
    listener_retry(net);
    conn_resume_handshakes(net);
    for (struct conn *conn = net->paused, *next; conn != NULL; conn = next) {
        next = conn->paused_next;
        refill_read_budget(conn, net->base->now_ms);
        if (conn->read_budget <= 0)
            continue;
        conn_leave_paused(conn);
        conn_start_reading(conn);
    }
}

static void on_allocate(uv_handle_t *handle, size_t suggested_size, uv_buf_t *out)
{
    struct conn *conn = handle->data;

    /* Without a buffer, while bytes of the last read are not decoded, libuv reports UV_ENOBUFS, and
       asks again later. */
    (void)suggested_size;
    *out = uv_buf_init((char *)conn->net->read_buffer, conn->in.length > 0 ? 0 : CONN_READ_MAX);
}

void conn_take(struct conn *conn, const uint8_t *data, size_t length)
{
    if (conn->is_closing || conn->is_draining)
        return;
    if (bytes_append(&conn->in, data, length) != ERR_OK)
        conn_end(conn, "memory");
    conn_make_ready(conn);
}

static void conn_on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct conn *conn = stream->data;

    if (conn->is_closing || count == 0 || count == UV_ENOBUFS)
        return;
    base_touch_clock(conn->net->base);
    conn->net->reads++;
    if (count < 0) {
        conn_end(conn, conn->is_draining ? conn_finish_reason(conn)
                       : count == UV_EOF ? "peer-left"
                                         : "lost");
        return;
    }
    metrics_add(&conn->net->base->metrics, METRIC_BYTES_RECEIVED, METRIC_ALONE, (uint64_t)count);
    refill_read_budget(conn, conn->net->base->now_ms);
    conn->read_budget -= count;
    if (conn->read_budget <= 0)
        pause_reading(conn);
    if (conn->tls != NULL)
        conn_take_encrypted(conn, (const uint8_t *)buffer->base, (size_t)count);
    else
        conn_take(conn, (const uint8_t *)buffer->base, (size_t)count);
}

void conn_start_reading(struct conn *conn)
{
    if (conn->is_closing || conn->is_reading || conn->is_paused || conn->waits_for_ration ||
        conn_is_answering(conn))
        return;
    conn->is_reading = true;
    if (uv_read_start((uv_stream_t *)&conn->handle, on_allocate, conn_on_read) != 0)
        conn_close(conn, "lost");
}

enum { TLS_HANDSHAKE = 0x16 };

struct beginning {
    char bytes[PROTOCOL_SNIFF_MAX];
    size_t length;
};

#define BEGINNING(text)                                                                            \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }

static const struct beginning beginnings[] = {
    BEGINNING("GET "),           BEGINNING("PUT "),
    BEGINNING("POST "),          BEGINNING("HEAD "),
    BEGINNING("PATCH "),         BEGINNING("TRACE "),
    BEGINNING("DELETE "),        BEGINNING("OPTIONS "),
    BEGINNING("PRI "),           BEGINNING("CONNECT "),
    BEGINNING("SSH-"),           BEGINNING("\x16\x03"), /* TLS: handshake, 3.x */
    BEGINNING("PROXY "), /* a proxy that is not trusted, both versions */
    BEGINNING("\r\n\r\n\0\r\n"),
};

const char *protocol_sniff_reason(const uint8_t *first)
{
    return first[0] == TLS_HANDSHAKE ? "tls-on-clear-port" : "foreign-protocol";
}

bool protocol_sniff_is_foreign(const uint8_t *first, size_t length)
{
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (beginnings[i].length == length && memcmp(beginnings[i].bytes, first, length) == 0)
            return true;
    }
    return false;
}
