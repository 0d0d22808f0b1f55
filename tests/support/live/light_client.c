/*
 * Players without a screen.
 */
#include "support/live/light_client.h"

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/live/client.h"
#include "support/live/stopwatch.h"

enum { READ_SIZE = 16 * 1024, WAIT_STEP_MS = 10, TRY_AGAIN_MS = 50 };

enum {
    BYTE_SE = 240,
    BYTE_SB = 250,
    BYTE_WILL = 251,
    BYTE_WONT = 252,
    BYTE_DO = 253,
    BYTE_DONT = 254,
    BYTE_IAC = 255,
    OPTION_ECHO = 1,
};

/* Prompts of the login, and their answers; NULL: the name. */
struct prompt_row {
    const char *prompt;
    const char *answer;
    bool makes_delver;
};

static const struct prompt_row prompt_table[] = {
    {"Name: ", NULL, false},
    {"Make a new one? (yes/no) ", "yes", true},
    {"Choose a password", client_password, false},
    {"Once more: ", client_password, false},
    {"Password: ", client_password, false},
};

void light_open(struct light_client *client, int port, const char *name, int receive_buffer)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int on = 1;

    ck_assert_msg(client->stage == LIGHT_CLOSED, "%s is connected already", client->name);
    memset(client, 0, sizeof *client);
    client->socket = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_msg(client->socket >= 0, "no socket: %s", strerror(errno));
    if (receive_buffer > 0)
        setsockopt(client->socket, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    ck_assert_msg(connect(client->socket, (struct sockaddr *)&address, sizeof address) == 0,
                  "nobody listens on port %d: %s", port, strerror(errno));
    setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    client->stage = name == NULL ? LIGHT_WAITING : LIGHT_LOGIN;
    if (name != NULL)
        snprintf(client->name, sizeof client->name, "%s", name);
}

void light_close(struct light_client *client)
{
    if (client->stage == LIGHT_CLOSED)
        return;
    close(client->socket);
    client->stage = LIGHT_CLOSED;
}

static void send_bytes(struct light_client *client, const void *bytes, size_t length)
{
    if (client->stage == LIGHT_CLOSED)
        return;
    /* That the server has gone is found out by reading. */
    ssize_t sent = send(client->socket, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    ck_assert_msg(sent == (ssize_t)length || sent < 0, "a line was sent in part");
}

void light_send(struct light_client *client, const char *lines)
{
    send_bytes(client, lines, strlen(lines));
}

/* The server may echo, which hides passwords; all else is refused, each offer once. */
static void answer_option(struct light_client *client, uint8_t option)
{
    uint8_t answer[] = {BYTE_IAC, 0, option};

    if (option == OPTION_ECHO && (client->verb == BYTE_WILL || client->verb == BYTE_WONT)) {
        bool is_on = client->verb == BYTE_WILL;
        if (is_on == client->server_echoes)
            return;
        client->server_echoes = is_on;
        answer[1] = is_on ? BYTE_DO : BYTE_DONT;
    } else if (client->verb == BYTE_WILL) {
        answer[1] = BYTE_DONT;
    } else if (client->verb == BYTE_DO) {
        answer[1] = BYTE_WONT;
    } else {
        return;
    }
    send_bytes(client, answer, sizeof answer);
}

static void hear(struct light_client *client, uint8_t byte)
{
    if (client->heard_length == LIGHT_HEARD_MAX) {
        client->heard_length /= 2;
        memmove(client->heard, client->heard + client->heard_length, client->heard_length);
    }
    client->heard[client->heard_length++] = byte == 0 ? ' ' : (char)byte;
}

static void take_byte(struct light_client *client, uint8_t byte)
{
    switch ((enum wire_state)client->wire) {
    case WIRE_TEXT:
        if (byte == BYTE_IAC)
            client->wire = WIRE_COMMAND;
        else
            hear(client, byte);
        break;
    case WIRE_COMMAND:
        client->verb = byte;
        client->wire = byte == BYTE_SB                          ? WIRE_SUBNEGOTIATION
                       : byte >= BYTE_WILL && byte <= BYTE_DONT ? WIRE_OPTION
                                                                : WIRE_TEXT;
        break;
    case WIRE_OPTION:
        client->wire = WIRE_TEXT;
        answer_option(client, byte);
        break;
    case WIRE_SUBNEGOTIATION:
        client->wire = byte == BYTE_IAC ? WIRE_SUBCOMMAND : WIRE_SUBNEGOTIATION;
        break;
    case WIRE_SUBCOMMAND:
        client->wire = byte == BYTE_SE ? WIRE_TEXT : WIRE_SUBNEGOTIATION;
        break;
    }
}

/* Takes one step of the login, if the server has asked for one. Waits first if it is told to. */
static void go_on_with_login(struct light_client *client)
{
    if (client->again_at_us == 0 && strstr(client->heard, "try again in a moment") != NULL)
        client->again_at_us = stopwatch_now_us() + TRY_AGAIN_MS * 1000;
    if (stopwatch_now_us() < client->again_at_us)
        return;
    for (size_t i = 0; i < sizeof prompt_table / sizeof prompt_table[0]; i++) {
        const struct prompt_row *row = &prompt_table[i];
        char line[64];
        if (strstr(client->heard, row->prompt) == NULL)
            continue;
        if (row->answer == NULL && client->has_said_name && client->again_at_us == 0) {
            client->stage = LIGHT_WAITING;
            return;
        }
        client->has_said_name = true;
        client->again_at_us = 0;
        client->was_made = client->was_made || row->makes_delver;
        snprintf(line, sizeof line, "%s\r\n", row->answer == NULL ? client->name : row->answer);
        light_forget(client);
        light_send(client, line);
        return;
    }
    /* The first prompt of play. */
    const char *welcome = strstr(client->heard, "Welcome");
    if (welcome != NULL && client->heard_length >= 2 &&
        strcmp(client->heard + client->heard_length - 2, "> ") == 0)
        client->stage = LIGHT_PLAYING;
}

/* False when there was nothing to read. */
static bool read_some(struct light_client *client)
{
    uint8_t bytes[READ_SIZE];
    ssize_t length = recv(client->socket, bytes, sizeof bytes, MSG_DONTWAIT);

    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (length <= 0) {
        light_close(client);
        return false;
    }
    for (ssize_t i = 0; i < length; i++)
        take_byte(client, bytes[i]);
    client->heard[client->heard_length] = '\0';
    return (size_t)length == sizeof bytes;
}

void light_pump(struct light_client *clients, size_t count, int ms)
{
    struct pollfd watched[LIGHT_CROWD_MAX];

    ck_assert(count <= LIGHT_CROWD_MAX);
    for (size_t i = 0; i < count; i++) {
        bool is_watched = clients[i].stage != LIGHT_CLOSED && !clients[i].is_deaf;
        watched[i] = (struct pollfd){.fd = is_watched ? clients[i].socket : -1, .events = POLLIN};
    }
    poll(watched, (nfds_t)count, ms);
    for (size_t i = 0; i < count; i++) {
        bool has_come = watched[i].fd >= 0 && watched[i].revents != 0;
        while (has_come && clients[i].stage != LIGHT_CLOSED && read_some(&clients[i]))
            continue;
        if (clients[i].stage == LIGHT_LOGIN && (has_come || clients[i].again_at_us != 0))
            go_on_with_login(&clients[i]);
    }
}

struct wish {
    enum light_stage stage;
    const char *text; /* or this */
};

static bool is_fulfilled(const struct light_client *client, const struct wish *wish)
{
    if (client->stage == LIGHT_CLOSED)
        return true;
    if (wish->text != NULL)
        return client->stage != LIGHT_PLAYING || client->is_deaf ||
               strstr(client->heard, wish->text) != NULL;
    return wish->stage == LIGHT_CLOSED ? client->is_deaf : client->stage >= wish->stage;
}

static bool wait_for(struct light_client *clients, size_t count, const struct wish *wish, int ms)
{
    int64_t deadline_us = stopwatch_deadline_us(ms);

    for (size_t first = 0; first < count;) {
        if (is_fulfilled(&clients[first], wish)) {
            first++;
            continue;
        }
        if (stopwatch_is_over(deadline_us))
            return false;
        light_pump(clients, count, WAIT_STEP_MS);
    }
    return true;
}

bool light_wait_stage(struct light_client *clients, size_t count, enum light_stage stage, int ms)
{
    return wait_for(clients, count, &(struct wish){.stage = stage}, ms);
}

bool light_wait_closed(struct light_client *clients, size_t count, int ms)
{
    return wait_for(clients, count, &(struct wish){.stage = LIGHT_CLOSED}, ms);
}

bool light_wait_heard(struct light_client *clients, size_t count, const char *text, int ms)
{
    return wait_for(clients, count, &(struct wish){.text = text}, ms);
}

size_t light_count(const struct light_client *clients, size_t count, enum light_stage stage)
{
    size_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += clients[i].stage == stage;
    return sum;
}

void light_forget(struct light_client *client)
{
    client->heard_length = 0;
    client->heard[0] = '\0';
}

long light_allow_descriptors(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    if (limit.rlim_cur < LIGHT_DESCRIPTORS) {
        limit.rlim_cur = limit.rlim_max < LIGHT_DESCRIPTORS ? limit.rlim_max : LIGHT_DESCRIPTORS;
        (void)!setrlimit(RLIMIT_NOFILE, &limit);
    }
    return (long)limit.rlim_cur;
}
