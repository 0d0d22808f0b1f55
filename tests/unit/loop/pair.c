/*
 * Two streams that are connected with each other.
 */
#include "pair.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "scene.h"

static bool are_pipes;

void pair_use_pipes(bool wanted)
{
    are_pipes = wanted;
}

static void open_stream(uv_loop_t *loop, union any_stream *stream)
{
    must(are_pipes ? uv_pipe_init(loop, &stream->pipe, 0) : uv_tcp_init(loop, &stream->tcp));
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct pair *pair = listener->data;

    must(status);
    open_stream(listener->loop, &pair->streams[2]);
    must(uv_accept(listener, &pair->streams[2].stream));
    pair->is_accepted = true;
}

static void on_connected(uv_connect_t *request, int status)
{
    struct pair *pair = request->data;

    must(status);
    pair->is_connected = true;
}

static void connect_pipe(struct pair *pair)
{
    uv_pipe_t *listener = &pair->streams[0].pipe;
    char path[128];

    snprintf(path, sizeof path, "%s/pair", scene_folder());
    must(uv_pipe_bind(listener, path));
    must(uv_listen((uv_stream_t *)listener, 4, on_connection));
    uv_pipe_connect(&pair->connect, &pair->streams[1].pipe, path, on_connected);
}

static void connect_tcp(struct pair *pair)
{
    uv_tcp_t *listener = &pair->streams[0].tcp;
    struct sockaddr_in address = {.sin_family = AF_INET};
    int length = sizeof address;

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    must(uv_tcp_bind(listener, (const struct sockaddr *)&address, 0));
    must(uv_listen((uv_stream_t *)listener, 4, on_connection));
    must(uv_tcp_getsockname(listener, (struct sockaddr *)&address, &length));
    must(uv_tcp_connect(&pair->connect, &pair->streams[1].tcp, (const struct sockaddr *)&address,
                        on_connected));
}

void pair_open(struct pair *pair, uv_loop_t *loop)
{
    memset(pair, 0, sizeof *pair);
    open_stream(loop, &pair->streams[0]);
    open_stream(loop, &pair->streams[1]);
    pair->streams[0].handle.data = pair;
    pair->connect.data = pair;
    if (are_pipes)
        connect_pipe(pair);
    else
        connect_tcp(pair);
    run_until(loop, &pair->is_accepted);
    run_until(loop, &pair->is_connected);
    uv_close(&pair->streams[0].handle, NULL);
    uv_run(loop, UV_RUN_NOWAIT);
    pair->near = &pair->streams[1].stream;
    pair->far = &pair->streams[2].stream;
}

void pair_close_near(struct pair *pair)
{
    uv_close((uv_handle_t *)pair->near, note_closed);
}

void pair_close_far(struct pair *pair)
{
    uv_close((uv_handle_t *)pair->far, note_closed);
}
