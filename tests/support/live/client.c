/*
 * A player at a terminal.
 */
#include "support/live/client.h"

#include <arpa/inet.h>
#include <check.h>
#include <ctype.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/live/client_wire.h"
#include "support/live/personality.h"
#include "support/live/server_ticks.h"
#include "support/live/stopwatch.h"
#include "support/tls_peer.h"

enum {
    READ_MAX = 32 * 1024,
    SPLIT_MAX = 40,
    SEND_STALL_MS = 5000,
    QUIET_STEP_MS = 5,
    PUMP_STEP_MS = 20,
    PUMP_MOST = 20,
    WATCHED_MAX = 512,
    TAIL_MAX = 2000
};

const char client_password[] = "correct horse";

static struct sockaddr_in loopback(int host, int port)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl((INADDR_LOOPBACK & 0xffffff00) | (uint32_t)host),
    };
}

void client_open_from(struct client *client, enum client_kind kind, int port, int host,
                      int receive_buffer)
{
    struct sockaddr_in from = loopback(host, 0);
    struct sockaddr_in to = loopback(1, port);
    int on = 1;

    memset(client, 0, sizeof *client);
    client->personality = personality_of(kind);
    client->socket = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_msg(client->socket >= 0, "no socket");
    ck_assert_msg(host == 1 || bind(client->socket, (struct sockaddr *)&from, sizeof from) == 0,
                  "127.0.0.%d is not ours", host);
    if (receive_buffer > 0)
        setsockopt(client->socket, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    ck_assert_msg(connect(client->socket, (struct sockaddr *)&to, sizeof to) == 0,
                  "nobody listens on port %d", port);
    setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    terminal_init(&client->terminal, 80, 24, client->personality->shows_utf8);
    client->received_us = stopwatch_now_us();
    client->port = port;
    server_ticks_join(port);
}

void client_open(struct client *client, enum client_kind kind, int port)
{
    client_open_from(client, kind, port, 1, 0);
}

bool client_try_tls(struct client *client, enum client_kind kind, int port, const char *versions)
{
    int64_t deadline_us = stopwatch_deadline_us(CLIENT_WAIT_MS);
    int progress = 0;

    client_open(client, kind, port);
    client->tls = tls_peer_open(client->socket, versions);
    while (progress == 0) {
        struct pollfd watched = {.fd = client->socket, .events = POLLIN};
        progress = tls_peer_shake(client->tls);
        if (progress == 0)
            poll(&watched, 1, PUMP_STEP_MS);
        ck_assert_msg(!stopwatch_is_over(deadline_us), "the handshake does not end");
    }
    return progress > 0;
}

void client_open_tls(struct client *client, enum client_kind kind, int port, const char *versions)
{
    ck_assert_msg(client_try_tls(client, kind, port, versions), "the handshake has failed");
}

/* As send() and recv(), but through TLS if the client uses it. */
static ssize_t send_some(struct client *client, const void *bytes, size_t length)
{
    if (client->tls != NULL)
        return tls_peer_send(client->tls, bytes, length);
    return send(client->socket, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static ssize_t receive_some(struct client *client, void *bytes, size_t size)
{
    if (client->tls != NULL)
        return tls_peer_recv(client->tls, bytes, size);
    return recv(client->socket, bytes, size, MSG_DONTWAIT);
}

void client_close(struct client *client)
{
    if (client->personality == NULL)
        return;
    if (client->socket >= 0)
        close(client->socket);
    client->socket = -1;
    tls_peer_free(client->tls);
    client->tls = NULL;
    client_wire_end_inflating(client);
    terminal_release(&client->terminal);
    client->personality = NULL;
    server_ticks_leave(client->port);
}

/* The terminal's own answers go back as if typed, if this kind of client lets them. */
static void send_answers(struct client *client)
{
    struct terminal *terminal = &client->terminal;

    if (client->personality->answers_questions && terminal->answer_length > 0)
        client_send(client, terminal->answers, terminal->answer_length);
    terminal->answer_length = 0;
}

bool client_pump(struct client *client, int ms)
{
    uint8_t bytes[READ_MAX];
    struct pollfd watched = {.fd = client->socket, .events = POLLIN};

    if (client->is_closed) {
        stopwatch_pause_ms(ms);
        return false;
    }
    bool has_more = client->tls != NULL && tls_peer_has_more(client->tls);
    if (!has_more && poll(&watched, 1, ms) <= 0)
        return false;
    size_t wanted = sizeof bytes;
    if (client->splits != NULL)
        wanted = 1 + rng_below(client->splits, SPLIT_MAX);
    ssize_t length = receive_some(client, bytes, wanted);
    if (length <= 0) {
        client->is_closed = length == 0 || (errno != EAGAIN && errno != EINTR);
        return false;
    }
    client->bytes += (uint64_t)length;
    client->received_us = stopwatch_now_us();
    client_wire_take(client, bytes, (size_t)length);
    send_answers(client);
    return true;
}

/* Looks once at all of them, waiting up to `ms`. True if anything came. */
static bool pump_once(struct client *const *clients, size_t count, int ms)
{
    struct pollfd watched[WATCHED_MAX];
    size_t watched_count = count < WATCHED_MAX ? count : WATCHED_MAX;
    bool has_come = false;

    for (size_t i = 0; i < watched_count; i++)
        watched[i] = (struct pollfd){.fd = clients[i]->is_closed ? -1 : clients[i]->socket,
                                     .events = POLLIN};
    poll(watched, (nfds_t)watched_count, ms);
    for (size_t i = 0; i < count; i++)
        has_come = client_pump(clients[i], 0) || has_come;
    return has_come;
}

/* False if something still comes when the deadline is over. */
static bool wait_quiet(struct client *const *clients, size_t count, int quiet_ms,
                       int64_t deadline_us)
{
    int port = clients[0]->port;
    bool is_screen = false;
    struct tick_count quiet;

    for (size_t i = 0; i < count; i++)
        is_screen = is_screen || clients[i]->terminal.is_alternate;
    uint64_t ticks = server_ticks_of_quiet(port, quiet_ms, is_screen);
    tick_count_begin(&quiet, port);
    for (;;) {
        bool was_over = tick_count_passed(&quiet) >= ticks;
        /* A server that has made these ticks has sent all that it had to say in them. */
        bool has_come = pump_once(clients, count, was_over ? 0 : QUIET_STEP_MS);
        if (has_come)
            tick_count_begin(&quiet, port);
        else if (was_over)
            return true;
        if (stopwatch_is_over(deadline_us))
            return false;
    }
}

void client_pump_all(struct client *const *clients, size_t count, int ms)
{
    if (count == 0 || ms < SERVER_TICKS_MS)
        pump_once(clients, count, ms);
    else
        wait_quiet(clients, count, ms, server_ticks_lived_us() + PUMP_MOST * (int64_t)ms * 1000);
}

/* Waits for room without reading: a test that sends more than the server takes wants to see it. */
static void send_piece(struct client *client, const uint8_t *bytes, size_t length)
{
    int64_t deadline_us = stopwatch_deadline_us(SEND_STALL_MS);

    for (size_t sent = 0; sent < length && !client->is_closed;) {
        ssize_t count = send_some(client, bytes + sent, length - sent);
        if (count > 0) {
            sent += (size_t)count;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR) {
            client->is_closed = true;
            return;
        }
        struct pollfd watched = {.fd = client->socket, .events = POLLOUT};
        poll(&watched, 1, 10);
        ck_assert_msg(!stopwatch_is_over(deadline_us), "the server takes no more bytes");
    }
}

void client_send(struct client *client, const void *bytes, size_t length)
{
    const uint8_t *from = bytes;

    if (client->is_closed)
        return;
    while (client->splits != NULL && length > 1) {
        size_t piece = 1 + rng_below(client->splits, (uint32_t)length);
        send_piece(client, from, piece);
        from += piece;
        length -= piece;
    }
    if (length > 0)
        send_piece(client, from, length);
}

size_t client_send_some(struct client *client, const void *bytes, size_t length)
{
    ssize_t count = client->is_closed ? 0 : send_some(client, bytes, length);

    if (count < 0 && errno != EAGAIN && errno != EINTR)
        client->is_closed = true;
    return count > 0 ? (size_t)count : 0;
}

void client_type(struct client *client, const char *keys)
{
    for (const char *rest = keys; *rest != '\0';) {
        size_t length = strcspn(rest, "\xff");
        client_send(client, rest, length);
        rest += length;
        if (*rest != '\0') {
            client_send(client, "\xff\xff", 2);
            rest++;
        }
    }
}

void client_say_line(struct client *client, const char *text)
{
    client_type(client, text);
    client_send(client, client->personality->line_end, client->personality->line_end_length);
}

void client_resize(struct client *client, int width, int height)
{
    terminal_resize(&client->terminal, width, height);
    client_claim_window(client, (unsigned int)width, (unsigned int)height);
}

void client_claim_window(struct client *client, unsigned int width, unsigned int height)
{
    if (client->client_does[TELOPT_WINDOW])
        client_wire_send_window(client, width, height);
}

const char *client_tail(const struct client *client)
{
    size_t kept = client->heard_length < TAIL_MAX ? client->heard_length : TAIL_MAX;

    return client->heard + client->heard_length - kept;
}

void client_forget(struct client *client)
{
    client->heard_length = 0;
    client->heard[0] = '\0';
}

bool client_wait_heard(struct client *client, const char *text, int ms)
{
    int64_t deadline_us = stopwatch_deadline_us(ms);

    while (strstr(client->heard, text) == NULL) {
        if (stopwatch_is_over(deadline_us))
            return false;
        client_pump(client, 10);
    }
    return true;
}

bool client_wait_shown(struct client *client, const char *text, int ms)
{
    int64_t deadline_us = stopwatch_deadline_us(ms);

    while (terminal_find(&client->terminal, text) < 0) {
        if (stopwatch_is_over(deadline_us))
            return false;
        client_pump(client, 10);
    }
    return true;
}

bool client_wait_closed(struct client *client, int ms)
{
    int64_t deadline_us = stopwatch_deadline_us(ms);

    while (!client->is_closed) {
        if (stopwatch_is_over(deadline_us))
            return false;
        client_pump(client, 10);
    }
    return true;
}

bool client_wait_quiet(struct client *client, int quiet_ms, int ms)
{
    return client->is_closed || wait_quiet(&client, 1, quiet_ms, stopwatch_deadline_us(ms)) ||
           client->is_closed;
}

bool client_shows_play(const struct client *client, const char *name)
{
    char row[TERMINAL_ROW_SIZE];
    char wanted[64];

    snprintf(wanted, sizeof wanted, "%s", name);
    wanted[0] = (char)toupper((unsigned char)wanted[0]);
    if (!client->terminal.is_alternate)
        return false;
    for (int y = 0; y < client->terminal.height; y++) {
        terminal_row(&client->terminal, y, row);
        if (strncmp(row, wanted, strlen(wanted)) == 0 && strstr(row, "Depth ") != NULL)
            return true;
    }
    return false;
}

/* Waits for one of two texts; true if it was the first. */
static bool heard_first_of(struct client *client, const char *first, const char *second)
{
    int64_t deadline_us = stopwatch_deadline_us(CLIENT_WAIT_MS);

    while (strstr(client->heard, first) == NULL && strstr(client->heard, second) == NULL) {
        ck_assert_msg(!stopwatch_is_over(deadline_us) && !client->is_closed,
                      "neither '%s' nor '%s' came, but:\n%s", first, second, client_tail(client));
        client_pump(client, 10);
    }
    return strstr(client->heard, first) != NULL;
}

static void answer_prompt(struct client *client, const char *prompt, const char *answer)
{
    ck_assert_msg(client_wait_heard(client, prompt, CLIENT_WAIT_MS), "no '%s', but:\n%s", prompt,
                  client_tail(client));
    client_forget(client);
    client_say_line(client, answer);
}

static void wait_for_play(struct client *client, const char *name)
{
    int64_t deadline_us = stopwatch_deadline_us(CLIENT_WAIT_MS);

    if (!client->personality->shows_screens) {
        ck_assert_msg(client_wait_heard(client, "Depth ", CLIENT_WAIT_MS),
                      "play did not begin, but:\n%s", client_tail(client));
        client_wait_quiet(client, 50, CLIENT_WAIT_MS);
        return;
    }
    while (!client_shows_play(client, name)) {
        ck_assert_msg(!stopwatch_is_over(deadline_us) && !client->is_closed,
                      "%s's screen did not come, but:\n%s", name, client_tail(client));
        client_pump(client, 10);
    }
}

void client_login(struct client *client, const char *name)
{
    answer_prompt(client, "Name:", name);
    if (heard_first_of(client, "Make a new one?", "Password:")) {
        answer_prompt(client, "(yes/no)", "yes");
        answer_prompt(client, "Choose a password", client_password);
        answer_prompt(client, "Once more:", client_password);
    } else {
        answer_prompt(client, "Password:", client_password);
    }
    wait_for_play(client, name);
}

void client_enter(struct client *client, enum client_kind kind, int port, const char *name)
{
    client_open(client, kind, port);
    client_login(client, name);
}
