/*
 * Pages on a server in one process. A message of the server is a letter (T: text, B: records, N:
 * the number of its connection), its length in four bytes and what it holds; one of a page is a
 * line.
 */
#include "page_fixture.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/net/listener.h"
#include "server/session/session.h"
#include "server/session/watch/viewers.h"
#include "support/file.h"
#include "support/test.h"

enum { MESSAGE_MAX = 8192, HEAD = 5, WAIT_TICKS = 1000, IDLE_TURNS_MAX = 1000, PORT_NONE = 0 };

const char page_password[] = "correct horse";

enum { CALLS_MAX = 1024 };

/* Why each connection ended, by its number. */
static enum wire_end ends[CALLS_MAX];
static const struct client *clients[CALLS_MAX]; /* NULL: released, and in `ends` */
static uint32_t call_count;

static enum err put(struct client *client, char kind, const void *data, size_t length);

static enum err open_wire(struct client *client, int replies_max)
{
    struct bytes *message = calloc(1, sizeof *message);

    (void)replies_max;
    if (message == NULL)
        return ERR_MEMORY;
    bytes_init(message, MESSAGE_MAX);
    client->state = client->message = message;
    ck_assert_uint_lt(call_count, CALLS_MAX);
    clients[call_count] = client;
    enum err error = put(client, 'N', &call_count, sizeof call_count);
    call_count++;
    if (error != ERR_OK)
        return error;
    client->caps = (struct client_caps){.typing = CLIENT_TYPES_LINES,
                                        .charset = CHARSET_UTF8,
                                        .takes_messages = true,
                                        .draws_page = true};
    return ERR_OK;
}

static void release_wire(struct client *client)
{
    for (uint32_t i = 0; i < call_count; i++) {
        if (clients[i] != client)
            continue;
        ends[i] = client->end;
        clients[i] = NULL;
    }
    bytes_release(client->state);
    free(client->state);
    client->state = client->message = NULL;
}

static bool feed(struct client *client, uint8_t byte, uint64_t now_ms, struct net_event *out)
{
    (void)now_ms;
    if (byte != '\n') {
        ck_assert_int_eq(bytes_append_u8(client->state, byte), ERR_OK);
        return false;
    }
    *out = (struct net_event){.kind = NET_MESSAGE};
    return true;
}

static enum err put(struct client *client, char kind, const void *data, size_t length)
{
    struct byte_writer writer = byte_writer_of(client->out);

    byte_writer_u8(&writer, (uint8_t)kind);
    byte_writer_u32(&writer, (uint32_t)length);
    byte_writer_put(&writer, data, length);
    return writer.error;
}

/* Nothing is written to a page as it is. */
static enum err write_text(struct client *client, const void *data, size_t length)
{
    (void)client;
    ck_abort_msg("written to a page: %.*s", (int)length, (const char *)data);
    return ERR_OK;
}

static enum err send_message(struct client *client, const char *package, const char *json)
{
    struct bytes text;

    bytes_init(&text, CONN_OUT_MAX);
    enum err error = bytes_append_text(&text, package);
    if (error == ERR_OK && json != NULL)
        error = bytes_append_text(&text, " ");
    if (error == ERR_OK && json != NULL)
        error = bytes_append_text(&text, json);
    if (error == ERR_OK)
        error = put(client, 'T', text.data, text.length);
    bytes_release(&text);
    return error;
}

static enum err send_records(struct client *client, const void *data, size_t length)
{
    return put(client, 'B', data, length);
}

/* In the place of that of the server. */
const struct wire wire_telnet = {
    .name = "page",
    .open = open_wire,
    .release = release_wire,
    .feed = feed,
    .write = write_text,
    .send_message = send_message,
    .send_records = send_records,
};

static void remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    char name[512];

    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.' && unlink(name) != 0)
            remove_folder(name);
    }
    if (folder != NULL)
        closedir(folder);
    rmdir(path);
}

void page_fixture_open(struct page_fixture *fixture)
{
    static struct options options; /* too large for a stack */
    struct options_failure failure;
    int exit_code = 0;

    memset(fixture, 0, sizeof *fixture);
    fixture->server = calloc(1, sizeof *fixture->server);
    ck_assert_ptr_nonnull(fixture->server);
    file_make_folder(fixture->folder, sizeof fixture->folder, "page");
    char *argv[] = {(char[]){"undercroftd"},
                    (char[]){"--data"},
                    fixture->folder,
                    (char[]){"--listen=127.0.0.1:0"},
                    (char[]){"--password-cost=1:8"},
                    (char[]){"--seed=12"},
                    (char[]){"--connections-per-address=0"},
                    (char[]){"--new-per-address=0"},
                    (char[]){"--tick-ms=10"},
                    NULL};
    ck_assert_int_eq(options_load(&options, 9, argv, (char *[]){NULL}, &failure), ERR_OK);
    ck_assert_int_eq(server_open(fixture->server, &options, NULL, &exit_code), ERR_OK);
    for (int i = 0; i < PAGES_MAX; i++) {
        fixture->pages[i].socket = -1;
        bytes_init(&fixture->pages[i].in, PAGE_TEXT_MAX);
        bytes_init(&fixture->pages[i].texts, PAGE_TEXT_MAX);
    }
}

void page_fixture_close(struct page_fixture *fixture)
{
    for (int i = 0; i < PAGES_MAX; i++) {
        page_hang_up(fixture, i);
        bytes_release(&fixture->pages[i].in);
        bytes_release(&fixture->pages[i].texts);
    }
    int exit_code = 0;

    ck_assert(server_close(fixture->server, &exit_code));
    free(fixture->server);
    remove_folder(fixture->folder);
}

static uint32_t length_of(const uint8_t *head)
{
    return head[1] | (uint32_t)head[2] << 8 | (uint32_t)head[3] << 16 | (uint32_t)head[4] << 24;
}

/* The whole messages that came. */
static void take_messages(struct page_client *page)
{
    size_t at = 0;

    while (page->in.length - at >= HEAD &&
           page->in.length - at - HEAD >= length_of(page->in.data + at)) {
        const uint8_t *message = page->in.data + at;
        uint32_t length = length_of(message);
        if (message[0] == 'B') {
            page_model_take(&page->model, message + HEAD, length);
        } else if (message[0] == 'N') {
            memcpy(&page->call, message + HEAD, sizeof page->call);
        } else {
            ck_assert_int_eq(message[0], 'T');
            ck_assert_int_eq(bytes_append(&page->texts, message + HEAD, length), ERR_OK);
            ck_assert_int_eq(bytes_append_u8(&page->texts, '\n'), ERR_OK);
        }
        at += HEAD + length;
    }
    memmove(page->in.data, page->in.data + at, page->in.length - at);
    page->in.length -= at;
}

static void hear(struct page_client *page)
{
    uint8_t buffer[4096];
    ssize_t length = -1;

    while (page->socket >= 0 && (length = recv(page->socket, buffer, sizeof buffer, 0)) > 0) {
        page->bytes += (uint64_t)length;
        ck_assert_int_eq(bytes_append(&page->in, buffer, (size_t)length), ERR_OK);
    }
    if (page->socket >= 0 && (length == 0 || errno != EAGAIN))
        page->is_over = true;
    if (page->in.length > 0)
        take_messages(page);
}

/* A loop that nothing keeps any more brings nothing. */
static void turn(struct page_fixture *fixture)
{
    if (uv_run(&fixture->server->base.loop, UV_RUN_ONCE) == 0)
        ck_assert_int_lt(fixture->idle_turns++, IDLE_TURNS_MAX);
    for (int i = 0; i < PAGES_MAX; i++)
        hear(&fixture->pages[i]);
}

void page_pass(struct page_fixture *fixture, int ticks)
{
    uint64_t end = fixture->server->tick.count + (uint64_t)ticks;

    /* A server that was told to stop has no ticks any more. */
    while (fixture->server->tick.count < end) {
        ck_assert(!fixture->server->base.is_stopping);
        turn(fixture);
    }
}

static void clear(struct page_client *page)
{
    page->in.length = page->texts.length = 0;
    memset(&page->model, 0, sizeof page->model);
    page->is_over = false;
    page->input = 0;
}

void page_call(struct page_fixture *fixture, int page)
{
    struct page_client *client = &fixture->pages[page];
    const char *name = fixture->server->net.listeners->name;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                  .sin_port =
                                      htons((uint16_t)strtol(strrchr(name, ':') + 1, NULL, 10))};

    page_hang_up(fixture, page);
    clear(client);
    client->socket = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(client->socket, 0);
    ck_assert_int_eq(connect(client->socket, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(fcntl(client->socket, F_SETFL, O_NONBLOCK), 0);
}

void page_hang_up(struct page_fixture *fixture, int page)
{
    if (fixture->pages[page].socket >= 0)
        close(fixture->pages[page].socket);
    fixture->pages[page].socket = -1;
}

void page_send_text(struct page_fixture *fixture, int page, const char *message)
{
    int to = fixture->pages[page].socket;
    size_t length = strlen(message);

    ck_assert_int_eq(send(to, message, length, MSG_NOSIGNAL), (ssize_t)length);
    ck_assert_int_eq(send(to, "\n", 1, MSG_NOSIGNAL), 1);
}

void page_type(struct page_fixture *fixture, int page, const char *line)
{
    char message[1024];

    snprintf(message, sizeof message, "Input.Line {\"n\":%u,\"text\":\"%s\"}",
             ++fixture->pages[page].input, line);
    page_send_text(fixture, page, message);
}

void page_forget(struct page_fixture *fixture, int page)
{
    fixture->pages[page].texts.length = 0;
    fixture->pages[page].model.line_count = 0;
}

bool page_has(const struct page_fixture *fixture, int page, const char *text)
{
    const struct bytes *texts = &fixture->pages[page].texts;
    size_t length = strlen(text);

    for (size_t at = 0; at + length <= texts->length; at++) {
        if (memcmp(texts->data + at, text, length) == 0)
            return true;
    }
    return false;
}

void page_copy(const struct page_fixture *fixture, int page, const char *text, char *out,
               size_t out_size)
{
    const struct bytes *texts = &fixture->pages[page].texts;
    size_t length = strlen(text);

    for (size_t at = texts->length; at-- > 0;) {
        size_t left = texts->length - at;
        if (left < length || memcmp(texts->data + at, text, length) != 0)
            continue;
        const uint8_t *end = memchr(texts->data + at, '\n', left);
        snprintf(out, out_size, "%.*s", (int)(end - (texts->data + at)),
                 (const char *)texts->data + at);
        return;
    }
    ck_abort_msg("page %d was not told %s", page, text);
}

static void give_up(const struct page_fixture *fixture, int page, const char *what)
{
    const struct page_client *client = &fixture->pages[page];

    for (int i = 0; i < client->model.line_count; i++)
        fprintf(stderr, "line: %s\n", client->model.lines[i].text);
    fprintf(stderr, "%.*s", (int)client->texts.length, (const char *)client->texts.data);
    ck_abort_msg("page %d waits for %s; what it was told is above", page, what);
}

void page_expect(struct page_fixture *fixture, int page, const char *text)
{
    uint64_t end = fixture->server->tick.count + WAIT_TICKS;

    while (!page_has(fixture, page, text)) {
        if (fixture->server->tick.count > end || fixture->pages[page].is_over)
            give_up(fixture, page, text);
        turn(fixture);
    }
}

void page_expect_line(struct page_fixture *fixture, int page, const char *text)
{
    uint64_t end = fixture->server->tick.count + WAIT_TICKS;

    while (!page_model_has_line(&fixture->pages[page].model, text)) {
        if (fixture->server->tick.count > end || fixture->pages[page].is_over)
            give_up(fixture, page, text);
        turn(fixture);
    }
}

enum wire_end page_ended_by(const struct page_fixture *fixture, int page)
{
    uint32_t call = fixture->pages[page].call;

    return clients[call] == NULL ? ends[call] : clients[call]->end;
}

void page_expect_end(struct page_fixture *fixture, int page)
{
    uint64_t end = fixture->server->tick.count + WAIT_TICKS;

    while (!fixture->pages[page].is_over) {
        if (fixture->server->tick.count > end)
            give_up(fixture, page, "the end");
        turn(fixture);
    }
}

void page_expect_mark(struct page_fixture *fixture, int page)
{
    const struct page_client *client = &fixture->pages[page];
    uint64_t end = fixture->server->tick.count + WAIT_TICKS;

    while (client->model.mark != client->input) {
        if (fixture->server->tick.count > end || client->is_over)
            give_up(fixture, page, "a mark");
        turn(fixture);
    }
}

void page_await_map(struct page_fixture *fixture, int page)
{
    uint64_t end = fixture->server->tick.count + WAIT_TICKS;

    page_expect(fixture, page, "Session.Begin");
    while (fixture->pages[page].model.body_count == 0) {
        if (fixture->server->tick.count > end)
            give_up(fixture, page, "the map");
        turn(fixture);
    }
    page_pass(fixture, 3);
}

void page_enter(struct page_fixture *fixture, int page, const char *name)
{
    page_call(fixture, page);
    page_expect(fixture, page, "Login.Ask {\"state\":\"name\"");
    page_type(fixture, page, name);
    page_expect(fixture, page, "\"state\":\"confirm\"");
    page_type(fixture, page, "yes");
    page_expect(fixture, page, "\"state\":\"new-password\"");
    page_type(fixture, page, page_password);
    page_expect(fixture, page, "\"state\":\"repeat-password\"");
    page_type(fixture, page, page_password);
    page_await_map(fixture, page);
}

void page_return(struct page_fixture *fixture, int page, const char *name)
{
    char message[256];

    page_call(fixture, page);
    snprintf(message, sizeof message,
             "Char.Login.Credentials {\"account\":\"%s\",\"password\":\"%s\"}", name,
             page_password);
    page_send_text(fixture, page, message);
    page_await_map(fixture, page);
}

struct session *page_session(const struct page_fixture *fixture, const char *name)
{
    struct session *session = fixture->server->sessions.list;

    while (session != NULL &&
           (strcmp(session->account.name, name) != 0 || session->state == SESSION_CLOSED))
        session = session->next;
    ck_assert_ptr_nonnull(session);
    return session;
}
