/*
 * Metrics over HTTP. libmicrohttpd keeps its sockets in one epoll descriptor, which the loop
 * watches like any other: it needs no thread, and never blocks.
 */
#include "server/admin/metrics_http.h"

#include <microhttpd.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <uv.h>

#include "base/bytes.h"
#include "server/admin/admin.h"
#include "server/admin/metrics_gather.h"
#include "server/base/metrics.h"
#include "server/base/network.h"
#include "server/base/process.h"

enum { RUN_MS = 1000, PLACES = METRICS_HTTP_CONNECTIONS_MAX + METRICS_HTTP_CLOSING_MAX };

/* A connection of the metrics server. */
struct place {
    bool is_taken;
    bool is_shut; /* libmicrohttpd will close it when it next looks */
    int socket;
    uint64_t number; /* serial number of the connection, because many arrive within a millisecond */
    uint64_t since_ms;
};

struct metrics_http {
    struct admin *admin;
    struct MHD_Daemon *daemon;
    uv_poll_t poll;
    uv_timer_t timer;
    int open_handles;
    struct bytes text;
    struct place places[PLACES];
    uint64_t connections; /* connections so far */
};

static const char separators[] = ", ";

static bool is_address(const char *host, size_t length)
{
    struct network network;

    if (length > 1 && host[0] == '[' && host[length - 1] == ']') {
        host++;
        length -= 2;
    }
    return memchr(host, '/', length) == NULL && network_parse(host, length, &network) == ERR_OK;
}

static bool is_listed(const char *host, size_t length, const char *names)
{
    for (names += strspn(names, separators); *names != '\0'; names += strspn(names, separators)) {
        size_t name_length = strcspn(names, separators);
        if (name_length == length && strncasecmp(names, host, length) == 0)
            return true;
        names += name_length;
    }
    return false;
}

bool metrics_host_is_ours(const char *host, const char *names)
{
    const char *end = host[0] == '[' ? strchr(host, ']') : NULL;
    size_t length = end == NULL ? strcspn(host, ":") : (size_t)(end - host) + 1;
    const char *port = host + length;

    if (port[0] == ':')
        port += 1 + strspn(port + 1, "0123456789");
    if (port[0] != '\0' || length == 0)
        return false;
    return is_address(host, length) || is_listed(host, length, "localhost") ||
           is_listed(host, length, names);
}

/* Ends a connection from outside: libmicrohttpd will find it closed. */
static void shut(struct place *place)
{
    place->is_shut = true;
    (void)shutdown(place->socket, SHUT_RDWR);
}

/* Closes the oldest connection if there are too many. */
static void make_room(struct metrics_http *http)
{
    struct place *oldest = NULL;
    int open = 0;

    for (int i = 0; i < PLACES; i++) {
        struct place *place = &http->places[i];
        if (!place->is_taken || place->is_shut)
            continue;
        open++;
        if (oldest == NULL || place->number < oldest->number)
            oldest = place;
    }
    if (open >= METRICS_HTTP_CONNECTIONS_MAX)
        shut(oldest);
}

static void shut_old(struct metrics_http *http)
{
    for (int i = 0; i < PLACES; i++) {
        struct place *place = &http->places[i];
        if (place->is_taken && !place->is_shut &&
            http->admin->base->now_ms - place->since_ms >= METRICS_HTTP_LIFE_SECONDS * 1000)
            shut(place);
    }
}

static void on_begun(struct metrics_http *http, struct MHD_Connection *connection,
                     void **socket_context)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);

    make_room(http);
    for (int i = 0; info != NULL && i < PLACES; i++) {
        if (http->places[i].is_taken)
            continue;
        http->places[i] = (struct place){.is_taken = true,
                                         .socket = info->connect_fd,
                                         .number = ++http->connections,
                                         .since_ms = http->admin->base->now_ms};
        *socket_context = &http->places[i];
        return;
    }
}

static void on_connection(void *user, struct MHD_Connection *connection, void **socket_context,
                          enum MHD_ConnectionNotificationCode code)
{
    struct metrics_http *http = user;

    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        on_begun(http, connection, socket_context);
    else if (*socket_context != NULL)
        *(struct place *)*socket_context = (struct place){.is_taken = false};
}

static void add_header(struct MHD_Response *response, const char *name, const char *value)
{
    (void)MHD_add_response_header(response, name, value);
}

/* Answers a request and closes the connection after the answer. */
static enum MHD_Result respond(struct MHD_Connection *connection, unsigned status, const char *type,
                               const void *text, size_t length)
{
    /* libmicrohttpd copies it and only declares it as not const. */
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, (void *)(uintptr_t)text, MHD_RESPMEM_MUST_COPY);

    if (response == NULL)
        return MHD_NO;
    add_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    add_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        add_header(response, MHD_HTTP_HEADER_ALLOW, "GET");
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result respond_text(struct MHD_Connection *connection, unsigned status,
                                    const char *text)
{
    return respond(connection, status, "text/plain; charset=utf-8", text, strlen(text));
}

static enum MHD_Result respond_metrics(struct metrics_http *http, struct MHD_Connection *connection)
{
    bytes_clear(&http->text, METRICS_TEXT_MAX);
    base_touch_clock(http->admin->base);
    metrics_gather(http->admin);
    if (metrics_write(&http->admin->base->metrics, &http->text) != ERR_OK)
        return respond_text(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "Out of memory.\n");
    return respond(connection, MHD_HTTP_OK, "text/plain; version=0.0.4; charset=utf-8",
                   http->text.data, http->text.length);
}

static bool is_for_us(const struct metrics_http *http, struct MHD_Connection *connection)
{
    const char *host =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);

    return host == NULL || metrics_host_is_ours(host, http->admin->base->options.metrics_hosts);
}

static enum MHD_Result on_request(void *user, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **request)
{
    (void)version;
    (void)upload;
    (void)upload_size;
    (void)request;
    if (!is_for_us(user, connection))
        return respond_text(connection, MHD_HTTP_MISDIRECTED_REQUEST,
                            "This server is not known by that name: see --metrics-hosts.\n");
    if (strcmp(url, "/metrics") != 0)
        return respond_text(connection, MHD_HTTP_NOT_FOUND, "There is only /metrics here.\n");
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0)
        return respond_text(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "There is only GET here.\n");
    return respond_metrics(user, connection);
}

static void on_timer(uv_timer_t *timer);

/*
 * Runs libmicrohttpd, and schedules the next run for its timeouts. After its last connection closed
 * it must run once more before it listens again, which no descriptor reports: hence the second
 * call, and a run at least every RUN_MS.
 */
static void run(struct metrics_http *http)
{
    MHD_UNSIGNED_LONG_LONG wait_ms;

    base_touch_clock(http->admin->base);
    shut_old(http);
    (void)MHD_run(http->daemon);
    (void)MHD_run(http->daemon);
    if (MHD_get_timeout(http->daemon, &wait_ms) != MHD_YES || wait_ms > RUN_MS)
        wait_ms = RUN_MS;
    uv_timer_start(&http->timer, on_timer, wait_ms, 0);
}

static void on_timer(uv_timer_t *timer)
{
    run(timer->data);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    run(poll->data);
}

static enum err refuse(const struct admin *admin, enum err error, const char *reason)
{
    char cause[OPTION_TEXT_SIZE + 64];

    snprintf(cause, sizeof cause, "cannot listen for metrics on %s", admin->base->options.metrics);
    process_explain(cause, reason,
                    "choose another address with --metrics ADDR:PORT, or leave it away");
    return error;
}

static struct MHD_Daemon *start_daemon(struct metrics_http *http,
                                       const struct sockaddr_storage *address)
{
    unsigned flags = MHD_USE_EPOLL;

    if (address->ss_family == AF_INET6)
        flags |= MHD_USE_IPv6;
    return MHD_start_daemon(flags, 0, NULL, NULL, on_request, http, MHD_OPTION_SOCK_ADDR,
                            (const struct sockaddr *)address, MHD_OPTION_CONNECTION_LIMIT,
                            (unsigned)PLACES, MHD_OPTION_NOTIFY_CONNECTION, on_connection, http,
                            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)METRICS_HTTP_SECONDS,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)METRICS_HTTP_MEMORY_MAX,
                            MHD_OPTION_END);
}

static void print_place(const struct metrics_http *http, const char *text)
{
    const union MHD_DaemonInfo *port = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_BIND_PORT);
    int host_length = (int)(strrchr(text, ':') - text);

    printf("metrics: http://%.*s:%d/metrics\n", host_length, text,
           port == NULL ? 0 : (int)port->port);
}

static enum err watch(struct metrics_http *http)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    uv_loop_t *loop = &http->admin->base->loop;

    http->poll.data = http;
    http->timer.data = http;
    if (info == NULL || uv_poll_init(loop, &http->poll, info->epoll_fd) != 0)
        return ERR_MEMORY;
    http->open_handles = 2;
    (void)uv_timer_init(loop, &http->timer);
    uv_timer_start(&http->timer, on_timer, RUN_MS, 0);
    return uv_poll_start(&http->poll, UV_READABLE, on_poll) == 0 ? ERR_OK : ERR_MEMORY;
}

enum err metrics_http_open(struct admin *admin)
{
    const char *text = options_metrics_address(&admin->base->options);
    struct sockaddr_storage address;

    if (text[0] == '\0')
        return ERR_OK;
    struct metrics_http *http = calloc(1, sizeof *http);
    if (http == NULL || host_port_parse(text, strlen(text), &address) != ERR_OK) {
        free(http);
        return refuse(admin, ERR_MEMORY, "out of memory");
    }
    http->admin = admin;
    bytes_init(&http->text, METRICS_TEXT_MAX);
    http->daemon = start_daemon(http, &address);
    if (http->daemon == NULL) {
        free(http);
        return refuse(admin, ERR_IN_USE, "the address cannot be had");
    }
    admin->metrics_http = http;
    if (watch(http) != ERR_OK)
        return refuse(admin, ERR_MEMORY, "out of memory");
    print_place(http, text);
    return ERR_OK;
}

static void release(struct metrics_http *http)
{
    bytes_release(&http->text);
    free(http);
}

static void on_closed(uv_handle_t *handle)
{
    struct metrics_http *http = handle->data;

    if (--http->open_handles == 0)
        release(http);
}

void metrics_http_close(struct admin *admin)
{
    struct metrics_http *http = admin->metrics_http;

    if (http == NULL)
        return;
    admin->metrics_http = NULL;
    if (http->open_handles > 0)
        uv_poll_stop(&http->poll);
    /* It closes the descriptor that was watched. */
    MHD_stop_daemon(http->daemon);
    if (http->open_handles == 0) {
        release(http);
        return;
    }
    uv_close((uv_handle_t *)&http->poll, on_closed);
    uv_close((uv_handle_t *)&http->timer, on_closed);
}
