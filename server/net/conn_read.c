/*
 * Reading from connections: each has a budget of bytes that grows evenly with time. A connection
 * that has used it up is not read until a tick finds that it has grown again; what its peer sends
 * meanwhile waits in the kernel, and then at the peer.
 */
#include "server/net/conn.h"

#include <utlist.h>

#include "server/net/conn_private.h"
#include "server/net/net.h"

_Static_assert(sizeof((struct net *)0)->read_buffer == CONN_READ_MAX, "one read fits");

enum { MS_PER_SECOND = 1000 };

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

void conn_leave_paused(struct conn *conn)
{
    if (!conn->is_paused)
        return;
    conn->is_paused = false;
    DL_DELETE2(conn->net->paused, conn, paused_previous, paused_next);
}

void conn_resume(struct net *net)
{
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

    /* One read until that is decoded: libuv then calls back with UV_ENOBUFS, and later again. */
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
