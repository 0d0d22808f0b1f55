/*
 * A server without a dungeon.
 */
#include "conn_fixture.h"

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "server/net/conn.h"
#include "server/net/listener.h"
#include "server/session/auth/login.h"
#include "server/session/auth/logins.h"

enum { TURNS = 50 };

static struct fixture *fixture_of(const struct session *session)
{
    return (struct fixture *)session->conn->net->base->server;
}

void base_touch_clock(struct base *base)
{
    base->now_ms = ((struct fixture *)base->server)->clock_ms;
}

void session_open(struct session *session, struct conn *conn)
{
    session->conn = conn;
    ck_assert_int_eq(telnet_write(&conn->telnet, "hello", 5), ERR_OK);
}

void session_on_byte(struct session *session, uint8_t byte)
{
    struct fixture *fixture = fixture_of(session);

    if (fixture->byte_count < sizeof fixture->typed - 1)
        fixture->typed[fixture->byte_count] = (char)byte;
    fixture->byte_count++;
    if (byte == 'Q')
        conn_close(session->conn, "quit");
    if (byte == 'F')
        conn_finish(session->conn);
}

void session_on_window(struct session *session, int width, int height)
{
    fixture_of(session)->window_count += width == 80 && height == 24;
}

void session_on_answer(struct session *session)
{
    fixture_of(session)->answer_count++;
}

void screen_mode_on_lag(struct session *session)
{
    fixture_of(session)->lag_count++;
}

void session_on_close(struct session *session)
{
    fixture_of(session)->close_count++;
}

void session_say_goodbye(struct session *session, const char *text)
{
    ck_assert_int_eq(telnet_write(&session->conn->telnet, text, strlen(text)), ERR_OK);
    conn_finish(session->conn);
}

void session_sweep(struct session *session)
{
    fixture_of(session)->sweep_count++;
}

bool session_takes_message(struct session *session)
{
    return !fixture_of(session)->is_out_of_lines;
}

bool logins_make_room(struct sessions *sessions, struct network_key key)
{
    (void)key;
    return !((struct fixture *)sessions->base->server)->is_line_full;
}

void gmcp_feed_touch(struct session *session)
{
    (void)session;
}

void login_on_credentials(struct session *session, const char *name, const char *password)
{
    struct fixture *fixture = fixture_of(session);

    snprintf(fixture->credentials, sizeof fixture->credentials, "%s %s", name, password);
}

struct log_field log_text(const char *name, const char *text)
{
    return (struct log_field){.name = name, .text = text};
}

struct log_field log_number(const char *name, int64_t number)
{
    return (struct log_field){.name = name, .number = number};
}

void log_event(const struct log *log, enum log_level level, const char *event,
               const struct log_field *fields)
{
    struct server *server = (void *)((char *)(uintptr_t)log - offsetof(struct server, base.log));
    struct fixture *fixture = (struct fixture *)server;

    (void)level;
    (void)event;
    for (; fields != NULL && fields->name != NULL; fields++) {
        if (strcmp(fields->name, "reason") == 0) {
            snprintf(fixture->reason, sizeof fixture->reason, "%s", fields->text);
        }
    }
}

struct fixture *fixture_open(void)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    char reason[256];

    ck_assert_ptr_nonnull(fixture);
    fixture->clock_ms = 1000;
    server_link(&fixture->server);
    fixture->server.base.now_ms = 1000;
    fixture->server.base.options.connections_max = FIXTURE_CLIENTS_MAX;
    fixture->server.base.connections_room = FIXTURE_CLIENTS_MAX;
    fixture->server.base.options.telnet_replies = TELNET_REPLIES_MAX;
    fixture->server.base.options.logins_percent = 100;
    fixture->server.base.options.stalled_seconds = FIXTURE_STALLED_MS / 1000;
    ck_assert_int_eq(network_table_init(&fixture->server.net.networks, FIXTURE_CLIENTS_MAX,
                                        FIXTURE_CLIENTS_MAX, FIXTURE_WINDOW_MS),
                     ERR_OK);
    ck_assert_int_eq(uv_loop_init(&fixture->server.base.loop), 0);
    ck_assert_int_eq(listener_open(&fixture->server.net, "127.0.0.1:0", reason, sizeof reason),
                     ERR_OK);
    return fixture;
}

void fixture_pump(struct fixture *fixture)
{
    const struct timespec pause = {.tv_nsec = 200 * 1000};

    for (int i = 0; i < TURNS; i++) {
        uv_run(&fixture->server.base.loop, UV_RUN_NOWAIT);
        nanosleep(&pause, NULL);
    }
}

void fixture_pass(struct fixture *fixture, uint64_t ms)
{
    fixture->clock_ms += ms;
    fixture->server.base.now_ms = fixture->clock_ms;
    conn_resume(&fixture->server.net);
    conn_sweep(&fixture->server.net, fixture->clock_ms);
    fixture_pump(fixture);
}

void fixture_close(struct fixture *fixture)
{
    for (struct conn *conn = fixture->server.net.connections; conn != NULL; conn = conn->next)
        conn_close(conn, "test-over");
    listener_close_all(&fixture->server.net);
    listener_close_all(&fixture->server.net);
    ck_assert_int_eq(uv_run(&fixture->server.base.loop, UV_RUN_DEFAULT), 0);
    ck_assert_uint_eq(fixture->server.net.connection_count, 0);
    ck_assert_ptr_null(fixture->server.net.connections);
    ck_assert_msg(uv_loop_close(&fixture->server.base.loop) == 0, "no handle is left");
    network_table_release(&fixture->server.net.networks);
    free(fixture);
}

int client_connect(struct fixture *fixture)
{
    int client = socket(AF_INET, SOCK_STREAM, 0);
    int small = 4096;
    struct sockaddr_in address = {.sin_family = AF_INET};
    const char *port = strrchr(fixture->server.net.listeners->name, ':') + 1;

    ck_assert_int_ge(client, 0);
    setsockopt(client, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((uint16_t)strtoul(port, NULL, 10));
    ck_assert_int_eq(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    fixture_pump(fixture);
    return client;
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
