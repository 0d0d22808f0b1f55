/*
 * The room of connections without a room above.
 */
#include "conn_fixture.h"

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "server/net/listener.h"
#include "server/net/telnet.h"
#include "server/net/web/files.h"

enum { TURNS = 50 };

void __wrap_base_touch_clock(struct base *base);

void __wrap_base_touch_clock(struct base *base)
{
    base->now_ms = ((struct fixture *)base)->clock_ms;
}

static void on_arrived(struct fixture *fixture, struct conn *conn)
{
    if (fixture->is_refusing)
        conn_refuse(conn, "No.\r\n", METRIC_REFUSED_LOGINS);
    else if (conn_admit(conn) && conn_welcome(conn, fixture))
        ck_assert_int_eq(client_write(&conn->client, "hello", 5), ERR_OK);
}

static void on_byte(struct fixture *fixture, struct conn *conn, uint8_t byte)
{
    if (fixture->byte_count < sizeof fixture->typed - 1)
        fixture->typed[fixture->byte_count] = (char)byte;
    fixture->byte_count++;
    if (byte == 'Q')
        conn_close(conn, "quit");
    if (byte == 'F')
        conn_finish(conn);
}

static void on_message(struct fixture *fixture, struct conn *conn)
{
    struct gmcp_credentials login;

    if (fixture->drops_messages)
        conn_drop_message(conn);
    else if (conn_take_message(conn, &login))
        snprintf(fixture->credentials, sizeof fixture->credentials, "%.32s %.64s", login.account,
                 login.password);
}

static void take(struct fixture *fixture, const struct net_event *event)
{
    fixture->events[event->kind]++;
    if (event->reason != NULL)
        snprintf(fixture->reason, sizeof fixture->reason, "%s", event->reason);
    if (event->kind == NET_ARRIVED)
        on_arrived(fixture, event->conn);
    else if (event->kind == NET_BYTE)
        on_byte(fixture, event->conn, event->byte);
    else if (event->kind == NET_MESSAGE)
        on_message(fixture, event->conn);
    else if (event->kind == NET_STATUS_WANTED)
        conn_send_status(event->conn, 1);
    else if (event->kind == NET_LIST_WANTED && !fixture->keeps_lists)
        conn_send_list(event->conn, "{\"players\":1}\n");
    else if (event->kind == NET_WINDOW)
        ck_assert(event->width == 80 && event->height == 24);
    else if (event->kind == NET_DEAD)
        conn_close(event->conn, event->reason);
    else if (event->kind == NET_CLOSED)
        conn_release(event->conn);
}

void fixture_turn(struct fixture *fixture)
{
    struct net_event event;

    uv_run(&fixture->base.loop, UV_RUN_NOWAIT);
    while (net_next(&fixture->net, &event))
        take(fixture, &event);
}

struct fixture *fixture_open(void)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    char reason[256];

    ck_assert_ptr_nonnull(fixture);
    fixture->clock_ms = 1000;
    fixture->net.base = &fixture->base;
    fixture->base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    fixture->base.now_ms = 1000;
    fixture->base.options.connections_max = FIXTURE_CLIENTS_MAX;
    fixture->base.connections_room = FIXTURE_CLIENTS_MAX;
    fixture->base.options.telnet_replies = TELNET_REPLIES_MAX;
    fixture->base.options.stalled_seconds = FIXTURE_STALLED_MS / 1000;
    ck_assert_int_eq(network_table_init(&fixture->net.networks, FIXTURE_CLIENTS_MAX,
                                        FIXTURE_CLIENTS_MAX, FIXTURE_WINDOW_MS),
                     ERR_OK);
    ck_assert_int_eq(network_table_init(&fixture->net.web_networks, FIXTURE_CLIENTS_MAX,
                                        FIXTURE_CLIENTS_MAX, FIXTURE_WINDOW_MS),
                     ERR_OK);
    ck_assert_int_eq(uv_loop_init(&fixture->base.loop), 0);
    ck_assert_int_eq(
        listener_open(&fixture->net, ENTRANCE_TELNET, "127.0.0.1:0", reason, sizeof reason),
        ERR_OK);
    return fixture;
}

void fixture_pump(struct fixture *fixture)
{
    const struct timespec pause = {.tv_nsec = 200 * 1000};

    for (int i = 0; i < TURNS; i++) {
        fixture_turn(fixture);
        nanosleep(&pause, NULL);
    }
}

void fixture_pass(struct fixture *fixture, uint64_t ms)
{
    fixture->clock_ms += ms;
    fixture->base.now_ms = fixture->clock_ms;
    conn_resume(&fixture->net);
    conn_sweep(&fixture->net, fixture->clock_ms);
    while (fixture->net.sweep_next != NULL)
        conn_sweep_on(&fixture->net, fixture->clock_ms);
    fixture_pump(fixture);
}

void fixture_close(struct fixture *fixture)
{
    net_close_all(&fixture->net, "test-over");
    fixture_turn(fixture);
    listener_close_all(&fixture->net);
    listener_close_all(&fixture->net);
    ck_assert_int_eq(uv_run(&fixture->base.loop, UV_RUN_DEFAULT), 0);
    ck_assert_uint_eq(fixture->net.connection_count, 0);
    ck_assert_ptr_null(fixture->net.connections);
    ck_assert_msg(uv_loop_close(&fixture->base.loop) == 0, "no handle is left");
    network_table_release(&fixture->net.networks);
    network_table_release(&fixture->net.web_networks);
    web_files_free(fixture->net.files);
    free(fixture);
}

int client_connect_to(struct fixture *fixture, const struct listener *listener)
{
    int client = socket(AF_INET, SOCK_STREAM, 0);
    int small = 4096;
    struct sockaddr_in address = {.sin_family = AF_INET};
    const char *port = strrchr(listener->name, ':') + 1;

    ck_assert_int_ge(client, 0);
    setsockopt(client, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    /* Sent bytes go out at once, even if the bytes before were not acknowledged. */
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((uint16_t)strtoul(port, NULL, 10));
    ck_assert_int_eq(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    fixture_pump(fixture);
    return client;
}

int client_connect(struct fixture *fixture)
{
    return client_connect_to(fixture, fixture->net.listeners);
}

void client_say(struct fixture *fixture, int client, const void *data, size_t length)
{
    ck_assert_int_eq(send(client, data, length, MSG_NOSIGNAL), (ssize_t)length);
    fixture_pump(fixture);
}

size_t client_hear(struct fixture *fixture, int client, char *out, size_t size, bool *out_is_over)
{
    size_t length = 0;

    *out_is_over = false;
    for (int i = 0; i < 20 && length < size; i++) {
        fixture_pump(fixture);
        ssize_t count = recv(client, out + length, size - length, MSG_DONTWAIT);
        if (count == 0 || (count < 0 && errno == ECONNRESET)) {
            *out_is_over = true;
            break;
        }
        if (count > 0)
            length += (size_t)count;
        else if (length > 0)
            break;
    }
    return length;
}

void client_expect_welcome(struct fixture *fixture, int client)
{
    char heard[256];
    bool is_over;
    size_t length = client_hear(fixture, client, heard, sizeof heard, &is_over);

    ck_assert_uint_eq(length, FIXTURE_BURST_LENGTH + 5);
    ck_assert_mem_eq(heard + FIXTURE_BURST_LENGTH, "hello", 5);
    ck_assert(!is_over);
}

void client_expect_refusal(struct fixture *fixture, int client, const char *line)
{
    char heard[256] = "";
    bool is_over;
    size_t length = client_hear(fixture, client, heard, sizeof heard - 1, &is_over);

    heard[length] = '\0';
    ck_assert_str_eq(heard, line);
    ck_assert_msg(is_over, "and is closed");
}
