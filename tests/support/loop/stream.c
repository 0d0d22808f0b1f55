/*
 * Streams over connections in memory: reading, writing, ending.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "baton.h"
#include "private.h"

enum { READS_A_TURN = 32, READ_SUGGESTED = 64 * 1024 };

struct stream_state *loop_stream_state_of(const uv_stream_t *stream)
{
    return stream->u.reserved[0];
}

int loop_stream_init(uv_loop_t *loop, uv_stream_t *stream, uv_handle_type type)
{
    struct stream_state *state = calloc(1, sizeof *state);

    if (state == NULL)
        return UV_ENOMEM;
    loop_handle_init(loop, (uv_handle_t *)stream, type);
    stream->u.reserved[0] = state;
    stream->write_queue_size = 0;
    stream->read_cb = NULL;
    stream->alloc_cb = NULL;
    stream->connect_req = NULL;
    stream->shutdown_req = NULL;
    stream->connection_cb = NULL;
    return 0;
}

void loop_stream_feed(uv_stream_t *stream)
{
    struct stream_state *state = loop_stream_state_of(stream);
    uv_stream_t **link = &loop_state_of(stream->loop)->fed;

    if (state->is_fed)
        return;
    while (*link != NULL)
        link = &loop_stream_state_of(*link)->next_fed;
    *link = stream;
    state->is_fed = true;
}

/* Reading */

int uv_read_start(uv_stream_t *stream, uv_alloc_cb allocate, uv_read_cb on_read)
{
    struct stream_state *state = loop_stream_state_of(stream);

    if (allocate == NULL || on_read == NULL || loop_handle_is_closing((uv_handle_t *)stream))
        return UV_EINVAL;
    if (state->is_reading)
        return UV_EALREADY;
    if (state->end == NULL)
        return UV_ENOTCONN;
    stream->alloc_cb = allocate;
    stream->read_cb = on_read;
    state->is_reading = true;
    loop_handle_start((uv_handle_t *)stream);
    return 0;
}

int uv_read_stop(uv_stream_t *stream)
{
    struct stream_state *state = loop_stream_state_of(stream);

    if (!state->is_reading)
        return 0;
    state->is_reading = false;
    loop_handle_stop((uv_handle_t *)stream);
    return 0;
}

/* False: not more at this turn. */
static bool read_once(uv_stream_t *stream)
{
    struct stream_state *state = loop_stream_state_of(stream);
    uv_buf_t buffer = {0};

    stream->alloc_cb((uv_handle_t *)stream, READ_SUGGESTED, &buffer);
    if (buffer.base == NULL || buffer.len == 0) {
        stream->read_cb(stream, UV_ENOBUFS, &buffer);
        return false;
    }
    size_t size = buffer.len;
    if (loop_terms()->has_short_reads && state->end->used > 1)
        size = 1 + baton_draw((uint32_t)(size < state->end->used ? size : state->end->used));
    ssize_t count = conduit_take(state->end, buffer.base, size);
    if (count == UV_EAGAIN) {
        stream->read_cb(stream, 0, &buffer);
        return false;
    }
    /* As libuv has it: at the end reading stops first, after an error when that is told. */
    if (count == 0)
        (void)uv_read_stop(stream);
    stream->read_cb(stream, count == 0 ? UV_EOF : count, &buffer);
    if (count < 0)
        (void)uv_read_stop(stream);
    return count > 0 && (size_t)count == buffer.len;
}

static void read_turn(uv_stream_t *stream)
{
    const struct stream_state *state = loop_stream_state_of(stream);

    for (int i = 0; i < READS_A_TURN && state->is_reading && state->end != NULL; i++) {
        if (!read_once(stream))
            return;
    }
}

/* Writing */

static void append(uv_write_t **list, uv_write_t *request)
{
    uv_write_t *last = *list;

    request->reserved[0] = NULL;
    while (last != NULL && last->reserved[0] != NULL)
        last = last->reserved[0];
    if (last == NULL)
        *list = request;
    else
        last->reserved[0] = request;
}

/* The request that waits for longest is over. */
static void finish_first(uv_stream_t *stream, int error)
{
    struct stream_state *state = loop_stream_state_of(stream);
    uv_write_t *request = state->waiting;

    state->waiting = request->reserved[0];
    request->error = error;
    for (; request->write_index < request->nbufs; request->write_index++)
        stream->write_queue_size -= request->bufs[request->write_index].len;
    if (request->bufs != request->bufsml)
        free(request->bufs);
    request->bufs = NULL;
    append(&state->written, request);
}

/* Puts the buffers from *first on. Returns UV_EAGAIN at the last if not all found room. */
static int put_buffers(uv_stream_t *stream, uv_write_t *request)
{
    struct conduit_end *end = loop_stream_state_of(stream)->end;

    while (request->write_index < request->nbufs) {
        uv_buf_t *buffer = &request->bufs[request->write_index];
        ssize_t count = conduit_put(end, buffer->base, buffer->len);
        if (count < 0)
            return (int)count;
        buffer->base += count;
        buffer->len -= (size_t)count;
        stream->write_queue_size -= (size_t)count;
        if (buffer->len == 0)
            request->write_index++;
    }
    return 0;
}

static void write_on(uv_stream_t *stream)
{
    struct stream_state *state = loop_stream_state_of(stream);

    while (state->waiting != NULL) {
        int error = put_buffers(stream, state->waiting);
        if (error == UV_EAGAIN)
            return;
        finish_first(stream, error);
    }
}

static void tell_written(uv_stream_t *stream)
{
    struct stream_state *state = loop_stream_state_of(stream);
    uv_write_t *request = state->written;

    state->written = NULL;
    while (request != NULL) {
        uv_write_t *next = request->reserved[0];
        stream->loop->active_reqs.count--;
        if (request->cb != NULL)
            request->cb(request, request->error);
        request = next;
    }
}

static void tell_shut(uv_stream_t *stream, int status)
{
    struct stream_state *state = loop_stream_state_of(stream);
    uv_shutdown_t *request = stream->shutdown_req;

    stream->shutdown_req = NULL;
    state->is_shutting = false;
    if (status == 0) {
        conduit_shut(state->end);
        state->is_shut = true;
    }
    stream->loop->active_reqs.count--;
    if (request->cb != NULL)
        request->cb(request, status);
}

/* The end is said behind all that was written. */
static void shut_if_written(uv_stream_t *stream)
{
    const struct stream_state *state = loop_stream_state_of(stream);

    if (stream->shutdown_req != NULL && state->waiting == NULL &&
        !loop_handle_is_closing((uv_handle_t *)stream))
        tell_shut(stream, 0);
}

int uv_write(uv_write_t *request, uv_stream_t *stream, const uv_buf_t buffers[], unsigned count,
             uv_write_cb on_written)
{
    struct stream_state *state = loop_stream_state_of(stream);
    bool is_first = state->waiting == NULL;

    if (state->end == NULL && stream->connect_req == NULL)
        return UV_EBADF;
    if (state->is_shut || state->is_shutting)
        return UV_EPIPE;
    request->bufs = request->bufsml;
    if (count > sizeof request->bufsml / sizeof request->bufsml[0])
        request->bufs = calloc(count, sizeof *request->bufs);
    if (request->bufs == NULL)
        return UV_ENOMEM;
    memcpy(request->bufs, buffers, count * sizeof *buffers);
    request->type = UV_WRITE;
    request->handle = stream;
    request->cb = on_written;
    request->nbufs = count;
    request->write_index = 0;
    request->error = 0;
    for (unsigned i = 0; i < count; i++)
        stream->write_queue_size += buffers[i].len;
    stream->loop->active_reqs.count++;
    append(&state->waiting, request);
    if (is_first && state->end != NULL && stream->connect_req == NULL)
        write_on(stream);
    if (state->written != NULL)
        loop_stream_feed(stream);
    return 0;
}

int uv_try_write(uv_stream_t *stream, const uv_buf_t buffers[], unsigned count)
{
    struct stream_state *state = loop_stream_state_of(stream);
    int written = 0;

    if (stream->connect_req != NULL || stream->write_queue_size > 0)
        return UV_EAGAIN;
    if (state->end == NULL)
        return UV_EBADF;
    if (state->is_shut || state->is_shutting)
        return UV_EPIPE;
    for (unsigned i = 0; i < count; i++) {
        ssize_t put = conduit_put(state->end, buffers[i].base, buffers[i].len);
        if (put < 0)
            return written > 0 ? written : (int)put;
        written += (int)put;
        if ((size_t)put < buffers[i].len)
            break;
    }
    return written;
}

size_t uv_stream_get_write_queue_size(const uv_stream_t *stream)
{
    return stream->write_queue_size;
}

int uv_shutdown(uv_shutdown_t *request, uv_stream_t *stream, uv_shutdown_cb on_shut)
{
    struct stream_state *state = loop_stream_state_of(stream);

    if (state->end == NULL || state->is_shut || state->is_shutting ||
        loop_handle_is_closing((uv_handle_t *)stream))
        return UV_ENOTCONN;
    request->type = UV_SHUTDOWN;
    request->handle = stream;
    request->cb = on_shut;
    stream->shutdown_req = request;
    stream->loop->active_reqs.count++;
    state->is_shutting = true;
    if (state->waiting == NULL)
        loop_stream_feed(stream);
    return 0;
}

/* Connecting and accepting */

static void tell_connected(uv_stream_t *stream, int status)
{
    uv_connect_t *request = stream->connect_req;

    stream->connect_req = NULL;
    stream->loop->active_reqs.count--;
    if (request->cb != NULL)
        request->cb(request, status);
}

static void accept_turn(uv_stream_t *stream)
{
    struct stream_state *state = loop_stream_state_of(stream);

    while (!loop_handle_is_closing((uv_handle_t *)stream) && state->accepted == NULL) {
        state->accepted = conduit_accept(state->listener);
        if (state->accepted == NULL)
            return;
        stream->connection_cb(stream, 0);
    }
}

int uv_accept(uv_stream_t *listener, uv_stream_t *client)
{
    struct stream_state *state = loop_stream_state_of(listener);

    if (state->accepted == NULL)
        return UV_EAGAIN;
    if (loop_stream_state_of(client)->end != NULL)
        return UV_EBUSY;
    loop_stream_state_of(client)->end = state->accepted;
    state->accepted = NULL;
    return 0;
}

/* Turns */

bool loop_stream_is_ready(const uv_stream_t *stream)
{
    const struct stream_state *state = loop_stream_state_of(stream);

    if (loop_handle_is_closing((const uv_handle_t *)stream))
        return false;
    if (state->listener != NULL)
        return state->accepted == NULL && state->listener->first != NULL;
    if (stream->connect_req != NULL)
        return true;
    if (state->end == NULL)
        return false;
    return (state->is_reading && conduit_is_readable(state->end)) ||
           (state->waiting != NULL && conduit_is_writable(state->end));
}

void loop_stream_turn(uv_stream_t *stream)
{
    const struct stream_state *state = loop_stream_state_of(stream);

    if (state->listener != NULL) {
        accept_turn(stream);
        return;
    }
    if (stream->connect_req != NULL) {
        tell_connected(stream, state->connect_error);
        return;
    }
    if (state->is_reading && conduit_is_readable(state->end))
        read_turn(stream);
    if (loop_handle_is_closing((uv_handle_t *)stream) || state->waiting == NULL)
        return;
    write_on(stream);
    tell_written(stream);
    shut_if_written(stream);
}

void loop_stream_tell(uv_stream_t *stream)
{
    tell_written(stream);
    shut_if_written(stream);
}

void loop_stream_close(uv_stream_t *stream)
{
    struct stream_state *state = loop_stream_state_of(stream);

    state->is_reading = false;
    if (state->listener != NULL)
        conduit_unlisten(state->listener);
    if (state->accepted != NULL)
        conduit_close(state->accepted, true);
    if (state->end != NULL)
        conduit_close(state->end, false);
    if (state->path != NULL)
        (void)unlink(state->path);
    state->accepted = NULL;
    state->end = NULL;
}

static void leave_fed(uv_stream_t *stream)
{
    struct stream_state *state = loop_stream_state_of(stream);
    uv_stream_t **link = &loop_state_of(stream->loop)->fed;

    if (!state->is_fed)
        return;
    while (*link != stream)
        link = &loop_stream_state_of(*link)->next_fed;
    *link = state->next_fed;
    state->is_fed = false;
}

/* All that waits is told that nothing comes of it. */
void loop_stream_finish_close(uv_stream_t *stream)
{
    struct stream_state *state = loop_stream_state_of(stream);

    leave_fed(stream);
    if (stream->connect_req != NULL)
        tell_connected(stream, UV_ECANCELED);
    while (state->waiting != NULL)
        finish_first(stream, UV_ECANCELED);
    tell_written(stream);
    if (stream->shutdown_req != NULL)
        tell_shut(stream, UV_ECANCELED);
    free(state->listener);
    free(state->path);
    free(state);
    stream->u.reserved[0] = NULL;
}
