/*
 * How sockets and pipes are named, wait for others, and call them.
 */
#include "scene.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static uv_tcp_t listener;
static uv_tcp_t clients[2];
static uv_tcp_t accepted[2];
static uv_pipe_t pipes[2];
static uv_connect_t connects[2];
static uv_shutdown_t shutting;
static bool is_told;
static int connections;
static bool accepts;

static void bind_to(uv_loop_t *loop, uv_tcp_t *tcp, const char *host, struct sockaddr_storage *out)
{
    struct sockaddr_in *ipv4 = (struct sockaddr_in *)out;
    struct sockaddr_in6 *ipv6 = (struct sockaddr_in6 *)out;
    int length = sizeof *out;

    memset(out, 0, sizeof *out);
    out->ss_family = strchr(host, ':') == NULL ? AF_INET : AF_INET6;
    if (out->ss_family == AF_INET)
        inet_pton(AF_INET, host, &ipv4->sin_addr);
    else
        inet_pton(AF_INET6, host, &ipv6->sin6_addr);
    must(uv_tcp_init(loop, tcp));
    must(uv_tcp_bind(tcp, (const struct sockaddr *)out, 0));
    must(uv_tcp_getsockname(tcp, (struct sockaddr *)out, &length));
}

static void on_connected(uv_connect_t *request, int status)
{
    (void)request;
    note_status("connect", status);
    is_told = true;
}

static void on_silent(uv_connect_t *request, int status)
{
    (void)request;
    must(status);
}

static void accept_next(void)
{
    must(uv_tcp_init(listener.loop, &accepted[connections]));
    must(uv_accept((uv_stream_t *)&listener, (uv_stream_t *)&accepted[connections]));
    connections++;
}

static void on_connection(uv_stream_t *stream, int status)
{
    (void)stream;
    note_status("came", status);
    is_told = true;
    if (accepts)
        accept_next();
}

static void call(uv_loop_t *loop, int which, const struct sockaddr_storage *address,
                 uv_connect_cb on_done)
{
    must(uv_tcp_init(loop, &clients[which]));
    must(uv_tcp_connect(&connects[which], &clients[which], (const struct sockaddr *)address,
                        on_done));
}

static void close_tcp(uv_tcp_t *tcp)
{
    uv_close((uv_handle_t *)tcp, NULL);
}

static void begin(bool accepts_at_once)
{
    is_told = false;
    connections = 0;
    accepts = accepts_at_once;
}

static void nobody_there_refuses(uv_loop_t *loop)
{
    struct sockaddr_storage address;

    begin(true);
    /* A port of the kernel's choice, at which nobody listens. */
    bind_to(loop, &listener, "127.0.0.1", &address);
    call(loop, 0, &address, on_connected);
    note("called");
    run_until(loop, &is_told);
    close_tcp(&clients[0]);
    close_tcp(&listener);
}

static void one_address_is_listened_on_once(uv_loop_t *loop)
{
    struct sockaddr_storage address;

    begin(true);
    bind_to(loop, &listener, "127.0.0.1", &address);
    note_status("listen", uv_listen((uv_stream_t *)&listener, 4, on_connection));
    must(uv_tcp_init(loop, &accepted[0]));
    note_status("bind", uv_tcp_bind(&accepted[0], (const struct sockaddr *)&address, 0));
    note_status("listen", uv_listen((uv_stream_t *)&accepted[0], 4, on_connection));
    note("active:%d", uv_is_active((uv_handle_t *)&listener) != 0);
    close_tcp(&accepted[0]);
    close_tcp(&listener);
}

static void show_names(const char *host)
{
    struct sockaddr_storage names[4];
    char text[64];
    int length = sizeof names[0];

    memset(names, 0, sizeof names);
    must(uv_tcp_getsockname(&clients[0], (struct sockaddr *)&names[0], &length));
    must(uv_tcp_getpeername(&accepted[0], (struct sockaddr *)&names[1], &length));
    must(uv_tcp_getpeername(&clients[0], (struct sockaddr *)&names[2], &length));
    must(uv_tcp_getsockname(&accepted[0], (struct sockaddr *)&names[3], &length));
    note("same:%d%d", memcmp(&names[0], &names[1], (size_t)length) == 0,
         memcmp(&names[2], &names[3], (size_t)length) == 0);
    if (names[1].ss_family == AF_INET)
        must(uv_ip4_name((const struct sockaddr_in *)&names[1], text, sizeof text));
    else
        must(uv_ip6_name((const struct sockaddr_in6 *)&names[1], text, sizeof text));
    note("from:%d", strcmp(text, host) == 0);
}

static void name_both(uv_loop_t *loop, const char *host)
{
    struct sockaddr_storage address;

    begin(true);
    bind_to(loop, &listener, host, &address);
    must(uv_listen((uv_stream_t *)&listener, 4, on_connection));
    call(loop, 0, &address, on_silent);
    run_until(loop, &is_told);
    show_names(host);
    note_status("nodelay", uv_tcp_nodelay(&accepted[0], 1));
    note_status("keepalive", uv_tcp_keepalive(&accepted[0], 1, 60));
    close_tcp(&accepted[0]);
    close_tcp(&clients[0]);
    close_tcp(&listener);
}

static void both_sides_know_their_names(uv_loop_t *loop)
{
    name_both(loop, "127.0.0.1");
}

static void a_listener_waits_until_it_is_answered(uv_loop_t *loop)
{
    struct sockaddr_storage address;

    begin(false);
    bind_to(loop, &listener, "127.0.0.1", &address);
    must(uv_listen((uv_stream_t *)&listener, 4, on_connection));
    call(loop, 0, &address, on_silent);
    call(loop, 1, &address, on_silent);
    run_until(loop, &is_told);
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    note("one");
    is_told = false;
    accept_next();
    run_until(loop, &is_told);
    accept_next();
    for (int i = 0; i < 2; i++) {
        close_tcp(&clients[i]);
        close_tcp(&accepted[i]);
    }
    close_tcp(&listener);
}

static void nobody_came_is_told(uv_loop_t *loop)
{
    struct sockaddr_storage address;

    begin(false);
    bind_to(loop, &listener, "127.0.0.1", &address);
    must(uv_listen((uv_stream_t *)&listener, 4, on_connection));
    must(uv_tcp_init(loop, &accepted[0]));
    note_status("accept", uv_accept((uv_stream_t *)&listener, (uv_stream_t *)&accepted[0]));
    close_tcp(&accepted[0]);
    close_tcp(&listener);
}

static void a_socket_without_a_line_does_little(uv_loop_t *loop)
{
    uv_os_fd_t descriptor;

    must(uv_tcp_init(loop, &clients[0]));
    note_status("shut", uv_shutdown(&shutting, (uv_stream_t *)&clients[0], NULL));
    note_status("fileno", uv_fileno((const uv_handle_t *)&clients[0], &descriptor));
    note("type:%d", uv_handle_get_type((const uv_handle_t *)&clients[0]) == UV_TCP);
    close_tcp(&clients[0]);
}

static void closing_ends_a_call(uv_loop_t *loop)
{
    struct sockaddr_storage address;

    begin(false);
    bind_to(loop, &listener, "127.0.0.1", &address);
    must(uv_listen((uv_stream_t *)&listener, 4, on_connection));
    must(uv_tcp_init(loop, &clients[0]));
    must(
        uv_tcp_connect(&connects[0], &clients[0], (const struct sockaddr *)&address, on_connected));
    uv_close((uv_handle_t *)&clients[0], note_closed);
    close_tcp(&listener);
}

static void a_pipe_has_a_file_while_it_is_open(uv_loop_t *loop)
{
    struct stat info;
    char path[128];

    snprintf(path, sizeof path, "%s/pipe", scene_folder());
    must(uv_pipe_init(loop, &pipes[0], 0));
    note_status("bind", uv_pipe_bind(&pipes[0], path));
    note("socket:%d", stat(path, &info) == 0 && S_ISSOCK(info.st_mode));
    must(uv_pipe_init(loop, &pipes[1], 0));
    note_status("bind", uv_pipe_bind(&pipes[1], path));
    uv_close((uv_handle_t *)&pipes[0], NULL);
    uv_close((uv_handle_t *)&pipes[1], NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    note("there:%d", stat(path, &info) == 0);
}

static void a_pipe_that_is_not_there_is_told(uv_loop_t *loop)
{
    char path[128];

    begin(true);
    snprintf(path, sizeof path, "%s/nothing", scene_folder());
    must(uv_pipe_init(loop, &pipes[0], 0));
    uv_pipe_connect(&connects[0], &pipes[0], path, on_connected);
    note("called");
    run_until(loop, &is_told);
    uv_close((uv_handle_t *)&pipes[0], NULL);
}

/* clang-format off */
const struct scene socket_scenes[] = {
    {"refused", nobody_there_refuses, "called connect:ECONNREFUSED"},
    {"twice", one_address_is_listened_on_once,
     "listen:ok bind:ok listen:EADDRINUSE active:1"},
    {"names", both_sides_know_their_names, "came:ok same:11 from:1 nodelay:ok keepalive:ok"},
    {"unanswered", a_listener_waits_until_it_is_answered, "came:ok one came:ok"},
    {"nobody came", nobody_came_is_told, "accept:EAGAIN"},
    {"no line", a_socket_without_a_line_does_little, "shut:ENOTCONN fileno:EBADF type:1"},
    {"a call closed", closing_ends_a_call, "connect:ECANCELED closed"},
    {"a pipe's file", a_pipe_has_a_file_while_it_is_open,
     "bind:ok socket:1 bind:EADDRINUSE there:0"},
    {"no pipe", a_pipe_that_is_not_there_is_told, "called connect:ENOENT"},
    {0},
};
/* clang-format on */
