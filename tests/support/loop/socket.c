/*
 * TCP sockets and pipes: their addresses, and the peers that they wait for and call.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "private.h"

enum { SOCKET_MODE = 0777 };

int uv_tcp_init(uv_loop_t *loop, uv_tcp_t *tcp)
{
    return loop_stream_init(loop, (uv_stream_t *)tcp, UV_TCP);
}

int uv_pipe_init(uv_loop_t *loop, uv_pipe_t *pipe, int ipc)
{
    pipe->pipe_fname = NULL;
    pipe->ipc = ipc;
    return ipc != 0 ? UV_ENOTSUP : loop_stream_init(loop, (uv_stream_t *)pipe, UV_NAMED_PIPE);
}

int uv_tcp_bind(uv_tcp_t *tcp, const struct sockaddr *address, unsigned flags)
{
    struct stream_state *state = loop_stream_state_of((uv_stream_t *)tcp);

    (void)flags;
    if (loop_handle_is_closing((uv_handle_t *)tcp))
        return UV_EINVAL;
    return conduit_place_of(address, &state->place) ? 0 : UV_EINVAL;
}

/* Leaves a file, which shows to others that somebody listens there. */
int uv_pipe_bind(uv_pipe_t *pipe, const char *path)
{
    struct stream_state *state = loop_stream_state_of((uv_stream_t *)pipe);

    if (state->path != NULL)
        return UV_EINVAL;
    if (mknod(path, S_IFSOCK | SOCKET_MODE, 0) != 0)
        return errno == EEXIST ? UV_EADDRINUSE : errno == ENOENT ? UV_EACCES : -errno;
    state->path = strdup(path);
    if (state->path == NULL)
        return UV_ENOMEM;
    return conduit_place_parse(path, &state->place) ? 0 : UV_EACCES;
}

int uv_listen(uv_stream_t *stream, int backlog, uv_connection_cb on_connection)
{
    struct stream_state *state = loop_stream_state_of(stream);

    (void)backlog;
    if (state->listener != NULL || state->end != NULL ||
        loop_handle_is_closing((uv_handle_t *)stream))
        return UV_EINVAL;
    struct conduit_listener *listener = calloc(1, sizeof *listener);
    if (listener == NULL)
        return UV_ENOMEM;
    int error = conduit_listen(listener, &state->place);
    if (error != 0) {
        free(listener);
        return error;
    }
    state->listener = listener;
    stream->connection_cb = on_connection;
    loop_handle_start((uv_handle_t *)stream);
    return 0;
}

/* Calls, of which the outcome is told at the next turn. */
static void call(uv_connect_t *request, uv_stream_t *stream, const struct conduit_place *to,
                 uv_connect_cb on_connected)
{
    static const struct sockaddr_in any = {.sin_family = AF_INET};
    static const struct sockaddr_in6 any6 = {.sin6_family = AF_INET6,
                                             .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    struct stream_state *state = loop_stream_state_of(stream);
    struct conduit_place from = {.address.ss_family = AF_UNIX};

    if (to->address.ss_family == AF_INET6)
        (void)conduit_place_of((const struct sockaddr *)&any6, &from);
    else if (to->address.ss_family == AF_INET) {
        struct sockaddr_in local = any;
        local.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        (void)conduit_place_of((const struct sockaddr *)&local, &from);
    }
    request->type = UV_CONNECT;
    request->handle = stream;
    request->cb = on_connected;
    stream->connect_req = request;
    stream->loop->active_reqs.count++;
    state->connect_error = conduit_connect(to, &from, &state->end);
}

int uv_tcp_connect(uv_connect_t *request, uv_tcp_t *tcp, const struct sockaddr *address,
                   uv_connect_cb on_connected)
{
    struct conduit_place to;

    if (loop_stream_state_of((uv_stream_t *)tcp)->end != NULL || tcp->connect_req != NULL)
        return UV_EALREADY;
    if (!conduit_place_of(address, &to))
        return UV_EINVAL;
    call(request, (uv_stream_t *)tcp, &to, on_connected);
    return 0;
}

void uv_pipe_connect(uv_connect_t *request, uv_pipe_t *pipe, const char *path,
                     uv_connect_cb on_connected)
{
    struct conduit_place to;
    bool is_there = conduit_place_parse(path, &to);

    call(request, (uv_stream_t *)pipe, &to, on_connected);
    if (!is_there)
        loop_stream_state_of((uv_stream_t *)pipe)->connect_error = UV_ENOENT;
}

static int copy_place(const struct conduit_place *place, struct sockaddr *out, int *length)
{
    int whole = conduit_place_length(place);

    memcpy(out, &place->address, (size_t)(whole < *length ? whole : *length));
    *length = whole;
    return 0;
}

int uv_tcp_getsockname(const uv_tcp_t *tcp, struct sockaddr *out, int *length)
{
    const struct stream_state *state = loop_stream_state_of((const uv_stream_t *)tcp);

    if (state->end == NULL && state->place.address.ss_family == 0)
        return UV_EBADF;
    return copy_place(state->end != NULL ? &state->end->own : &state->place, out, length);
}

int uv_tcp_getpeername(const uv_tcp_t *tcp, struct sockaddr *out, int *length)
{
    const struct stream_state *state = loop_stream_state_of((const uv_stream_t *)tcp);

    if (state->end == NULL)
        return UV_ENOTCONN;
    return copy_place(&state->end->other, out, length);
}

/* Memory knows neither delays nor lost lines. */
int uv_tcp_nodelay(uv_tcp_t *tcp, int is_on)
{
    (void)is_on;
    return loop_stream_state_of((uv_stream_t *)tcp)->end == NULL ? UV_EBADF : 0;
}

int uv_tcp_keepalive(uv_tcp_t *tcp, int is_on, unsigned delay)
{
    (void)is_on;
    (void)delay;
    return loop_stream_state_of((uv_stream_t *)tcp)->end == NULL ? UV_EBADF : 0;
}

/* The room is CONDUIT_ROOM; a wish for another is ignored. */
int uv_send_buffer_size(uv_handle_t *handle, int *value)
{
    if (!is_stream(handle) || loop_stream_state_of((uv_stream_t *)handle)->end == NULL)
        return UV_EBADF;
    if (*value == 0)
        *value = CONDUIT_ROOM;
    return 0;
}

int uv_fileno(const uv_handle_t *handle, uv_os_fd_t *out)
{
    if (!is_stream(handle))
        return UV_EINVAL;
    if (loop_handle_is_closing(handle) ||
        loop_stream_state_of((const uv_stream_t *)handle)->end == NULL)
        return UV_EBADF;
    *out = loop_stream_state_of((const uv_stream_t *)handle)->end->descriptor;
    return 0;
}
