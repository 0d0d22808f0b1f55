/*
 * A whole server within the test's own process.
 */
#include "hall.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/net/listener.h"
#include "server/turn.h"
#include "support/file.h"
#include "support/test.h"

enum { SWEEP_MS = 1000, LOGIN_TURNS_MAX = 20000, DRAIN_TURNS_MAX = 2000, HEAR_SIZE = 64 * 1024 };

/* Bytes that each kind sends at once, without waiting for questions; the server takes them as
   answers. */
#define SAYS_TERMINAL(name)                                                                        \
    "\xff\xfb\x18\xff\xfa\x18"                                                                     \
    "\0" name "\xff\xf0\xff\xfa\x18"                                                               \
    "\0" name "\xff\xf0"
#define SAYS_KEYS     "\xff\xfd\x01\xff\xfd\x03"
#define SAYS_LINES    "\xff\xfe\x01\xff\xfe\x03\xff\xfd\x19"
#define SAYS_UTF8     "\xff\xfd\x2a\xff\xfa\x2a\x02UTF-8\xff\xf0"
#define SAYS_COMPRESS "\xff\xfd\x56"
#define SAYS_STATUS   "\xff\xfd\x46"
#define SAYS_GMCP                                                                                  \
    "\xff\xfd\xc9\xff\xfa\xc9"                                                                     \
    "Core.Hello {\"client\":\"guest\",\"version\":\"1\"}\xff\xf0"                                  \
    "\xff\xfa\xc9"                                                                                 \
    "Core.Supports.Set [\"Char 1\",\"Char.Items 1\",\"Char.Login 1\",\"Room 1\","                  \
    "\"Comm.Channel 1\",\"Dungeon 1\"]\xff\xf0"

struct kind_row {
    const char *says;
    size_t length;
    bool is_screen;
    bool has_utf8;
    bool is_reader;
    int width; /* 0: does not say */
    int height;
};

#define SAYS(text) .says = (text), .length = sizeof(text) - 1

static const struct kind_row kind_table[GUEST_KIND_COUNT] = {
    [GUEST_SCREEN] = {SAYS(SAYS_KEYS SAYS_TERMINAL("XTERM-256COLOR")), .is_screen = true,
                      .has_utf8 = true, .width = 110, .height = 40},
    [GUEST_SCREEN_ASCII] = {SAYS(SAYS_KEYS SAYS_TERMINAL("XTERM")), .is_screen = true},
    [GUEST_SCREEN_SMALL] = {SAYS(SAYS_KEYS SAYS_COMPRESS SAYS_TERMINAL("VT220-TRUECOLOR")),
                            .is_screen = true, .has_utf8 = true, .width = 44, .height = 14},
    [GUEST_LINE] = {SAYS(SAYS_LINES SAYS_UTF8 SAYS_STATUS), .has_utf8 = true},
    [GUEST_MUTE] = {SAYS("")},
    [GUEST_READER] = {SAYS(SAYS_LINES SAYS_COMPRESS SAYS_UTF8), .has_utf8 = true,
                      .is_reader = true},
    [GUEST_GMCP] = {SAYS(SAYS_LINES SAYS_COMPRESS SAYS_UTF8 SAYS_GMCP SAYS_STATUS),
                    .has_utf8 = true},
    [GUEST_GMCP_ASCII] = {SAYS(SAYS_LINES SAYS_GMCP)},
};

/* The database thread may be logging already: a line of it then goes where the test's own do. */
__attribute__((no_sanitize("thread"))) static void redirect_log(struct hall *hall)
{
    hall->server.base.log.descriptor = hall->log;
}

bool hall_try_start(struct hall *hall)
{
    static char program[] = "undercroftd";
    static char *const argv[] = {program, NULL};
    static char *const environment[] = {NULL};
    struct options options;
    struct options_failure failure;
    char path[sizeof hall->folder + 8];
    int exit_code = 0;

    snprintf(path, sizeof path, "%s/log", hall->folder);
    hall->log = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    ck_assert_int_ge(hall->log, 0);
    ck_assert_int_eq(options_load(&options, 1, argv, environment, &failure), ERR_OK);
    snprintf(options.data, sizeof options.data, "%s", hall->folder);
    struct option_addresses *listen = &options.listen[ENTRANCE_TELNET];
    snprintf(listen->items[0], sizeof listen->items[0], "127.0.0.1:0");
    listen->count = 1;
    options.has_seed = true;
    options.seed = 3;
    options.connections_per_address = 0;
    options.new_per_address = 0;
    options.backup_minutes = 0;
    options.population_percent = hall->population_percent;
    options.login_seconds = 1 << 30;
    options.save_ms = 600 * 1000;
    options.password_operations = 1;
    options.password_kib = 8;
    options.log_format = OPTION_LOG_JSON;
    if (hall->settle != NULL)
        hall->settle(&options);
    loop_set_terms(&(struct loop_terms){.seed = test_number("SEED", 1, UINT64_MAX),
                                        .workers = LOOP_WORKERS_MAX,
                                        .has_short_reads = true});
    if (server_open(&hall->server, &options, NULL, &exit_code) != ERR_OK)
        return false;
    /* Ticks are made by the test alone. */
    uv_timer_stop(&hall->server.turn.timer);
    redirect_log(hall);
    return true;
}

void hall_start(struct hall *hall)
{
    ck_assert_msg(hall_try_start(hall), "the server does not start");
}

void hall_make_folder(struct hall *hall, int population_percent, hall_settle *settle)
{
    memset(hall, 0, sizeof *hall);
    file_make_folder(hall->folder, sizeof hall->folder, "hall");
    hall->population_percent = population_percent;
    hall->settle = settle;
}

void hall_open_populated(struct hall *hall, int population_percent)
{
    hall_make_folder(hall, population_percent, NULL);
    hall_start(hall);
}

void hall_clear(struct hall *hall)
{
    char folder[sizeof hall->folder];
    int population_percent = hall->population_percent;
    hall_settle *settle = hall->settle;

    memcpy(folder, hall->folder, sizeof folder);
    memset(hall, 0, sizeof *hall);
    memcpy(hall->folder, folder, sizeof folder);
    hall->population_percent = population_percent;
    hall->settle = settle;
}

void hall_reopen(struct hall *hall)
{
    hall_clear(hall);
    hall_start(hall);
}

void hall_open(struct hall *hall)
{
    hall_open_populated(hall, 0);
}

void hall_stop(struct hall *hall)
{
    ck_assert_uint_eq(hall->server.sessions.wrong_states, 0);
    ck_assert_ptr_null(hall->guests);
    int exit_code = 0;

    (void)server_close(&hall->server, &exit_code);
    close(hall->log);
}

void hall_remove(struct hall *hall)
{
    char command[sizeof hall->folder + 16];

    snprintf(command, sizeof command, "rm -rf %s", hall->folder);
    ck_assert_int_eq(system(command), 0);
}

enum { KILLED_PATH_SIZE = sizeof(((struct hall *)0)->folder) + 48 };

/* The database thread stands where it gave the turn away, which is never amid a write. */
void hall_kill(struct hall *hall)
{
    static const char *const names[] = {"undercroft.db-wal", "undercroft.db"};
    enum { FILES = sizeof names / sizeof names[0] };
    char live[FILES][KILLED_PATH_SIZE];
    char kept[FILES][KILLED_PATH_SIZE];

    for (int i = 0; i < FILES; i++) {
        snprintf(live[i], KILLED_PATH_SIZE, "%s/%s", hall->folder, names[i]);
        snprintf(kept[i], KILLED_PATH_SIZE, "%s/killed-%s", hall->folder, names[i]);
        file_copy(live[i], kept[i]);
    }
    while (hall->guests != NULL)
        guest_close(hall->guests);
    hall_stop(hall);
    for (int i = 0; i < FILES; i++)
        ck_assert_int_eq(rename(kept[i], live[i]), 0);
    hall_reopen(hall);
}

void hall_close(struct hall *hall)
{
    hall_stop(hall);
    hall_remove(hall);
}

static void turn(struct hall *hall)
{
    uv_run(&hall->server.base.loop, UV_RUN_NOWAIT);
}

static void pass(struct hall *hall, uint64_t ms)
{
    loop_advance_ms(ms);
    turn_now(&hall->server.turn);
    turn(hall);
}

void hall_pass(struct hall *hall, uint64_t ms)
{
    pass(hall, ms);
    for (int i = 0; ms >= SWEEP_MS && i < CONN_SWEEP_PARTS; i++)
        pass(hall, 0);
}

void hall_wait(struct hall *hall)
{
    loop_settle();
    hall_pass(hall, HALL_TICK_MS);
}

struct peer *hall_connect(const struct hall *hall)
{
    struct peer *peer = peer_connect(hall->server.net.listeners->name, NULL);

    ck_assert_ptr_nonnull(peer);
    return peer;
}

struct session *guest_session(const struct guest *guest)
{
    const struct conn *conn = guest_conn(guest);

    return conn == NULL ? NULL : conn->owner;
}

struct conn *guest_conn(const struct guest *guest)
{
    for (struct conn *conn = guest->hall->server.net.connections; conn != NULL; conn = conn->next) {
        if (conn->serial == guest->serial)
            return conn->is_closing ? NULL : conn;
    }
    return NULL;
}

static void connect_to(struct guest *guest, struct hall *hall)
{
    ck_assert_ptr_null(guest->hall);
    *guest = (struct guest){.hall = hall, .next = hall->guests};
    hall->guests = guest;
    stream_init(&guest->stream);
    guest->peer = hall_connect(hall);
}

void guest_open_refused(struct guest *guest, struct hall *hall)
{
    uint64_t before = hall->server.net.next_serial;

    connect_to(guest, hall);
    for (int i = 0; i < LOGIN_TURNS_MAX && peer_waiting(guest->peer) == 0; i++)
        turn(hall);
    ck_assert_uint_eq(hall->server.net.next_serial, before);
}

void guest_open(struct guest *guest, struct hall *hall, enum guest_kind kind, const char *name)
{
    const struct kind_row *row = &kind_table[kind];
    uint64_t before = hall->server.net.next_serial;

    connect_to(guest, hall);
    guest->kind = kind;
    snprintf(guest->name, sizeof guest->name, "%s", name);
    guest->stream.is_screen = row->is_screen;
    guest->stream.has_utf8 = row->has_utf8;
    for (int i = 0; i < LOGIN_TURNS_MAX && hall->server.net.next_serial == before; i++)
        turn(hall);
    /* Past the connections of one tick it waits for the next. */
    if (hall->server.net.next_serial == before)
        hall_pass(hall, HALL_TICK_MS);
    ck_assert_uint_eq(hall->server.net.next_serial, before + 1);
    guest->serial = hall->server.net.next_serial;
    guest_send(guest, row->says, row->length);
    if (row->width > 0)
        guest_resize(guest, row->width, row->height);
}

void guest_join(struct guest *guest, struct hall *hall, enum guest_kind kind, const char *name)
{
    guest_open(guest, hall, kind, name);
    ck_assert_msg(guest_log_in(guest), "%s is not let in", name);
}

void guest_close(struct guest *guest)
{
    if (guest->hall == NULL)
        return;
    struct guest **link = &guest->hall->guests;
    while (*link != guest)
        link = &(*link)->next;
    *link = guest->next;
    peer_close(guest->peer);
    stream_release(&guest->stream);
    guest->hall = NULL;
}

void guest_send(struct guest *guest, const void *bytes, size_t length)
{
    struct conn *conn = guest_conn(guest);

    base_touch_clock(&guest->hall->server.base);
    for (size_t done = 0; done < length && conn != NULL; conn = guest_conn(guest)) {
        size_t part = length - done < CONN_READ_MAX ? length - done : CONN_READ_MAX;
        conn_take(conn, (const uint8_t *)bytes + done, part);
        server_take_input(&guest->hall->server);
        done += part;
    }
}

void guest_type(struct guest *guest, const char *text)
{
    guest_send(guest, text, strlen(text));
}

void guest_resize(struct guest *guest, int width, int height)
{
    const int bytes[] = {width >> 8, width & 0xff, height >> 8, height & 0xff};
    uint8_t sent[16] = {255, 251, 31, 255, 250, 31};
    size_t length = 6;

    for (int i = 0; i < 4; i++) {
        sent[length++] = (uint8_t)bytes[i];
        if (bytes[i] == 255)
            sent[length++] = 255;
    }
    sent[length++] = 255;
    sent[length++] = 240;
    guest_send(guest, sent, length);
}

enum session_state guest_state(const struct guest *guest)
{
    const struct session *session = guest_session(guest);

    return session == NULL ? SESSION_CLOSED : session->state;
}

struct delver *guest_delver(const struct guest *guest)
{
    const struct session *session = guest_session(guest);

    return session == NULL ? NULL
                           : world_find_delver(guest->hall->server.game.world, session->account.id);
}

bool guest_is_playing(const struct guest *guest)
{
    return guest_state(guest) == SESSION_PLAYING;
}

void guest_wait_state(struct guest *guest, enum session_state state)
{
    for (int i = 0; i < HALL_WAIT_TURNS && guest_state(guest) != state; i++)
        hall_wait(guest->hall);
    ck_assert_int_eq(guest_state(guest), state);
}

/* The next line that the login wants; NULL: it wants none in this state. */
static const char *login_line(const struct guest *guest, enum session_state state)
{
    static char line[32];

    if (state == SESSION_NAME) {
        snprintf(line, sizeof line, "%s\r\n", guest->name);
        return line;
    }
    if (state == SESSION_CONFIRM)
        return "yes\r\n";
    if (state <= SESSION_REPEAT_PASSWORD)
        return "correct horse\r\n";
    return NULL;
}

bool guest_log_in(struct guest *guest)
{
    for (int i = 0; i < LOGIN_TURNS_MAX; i++) {
        struct session *session = guest_session(guest);
        guest_hear(guest);
        if (session == NULL)
            return false;
        if (session->state == SESSION_PLAYING)
            return true;
        if (session->state == SESSION_NAME && kind_table[guest->kind].is_reader &&
            !session->auth.wants_reader)
            guest_type(guest, "reader\r\n");
        const char *line = login_line(guest, session->state);
        if (line != NULL)
            guest_type(guest, line);
        else
            loop_settle(); /* the database and the hashing are threads of their own */
        hall_pass(guest->hall, 100);
    }
    ck_abort_msg("%s does not get into play", guest->name);
}

static void answer_questions(struct guest *guest)
{
    struct stream *stream = &guest->stream;

    for (; stream->marks_asked > 0; stream->marks_asked--)
        guest_send(guest, "\xff\xfc\x06", 3);
    for (; stream->probes_asked > 0; stream->probes_asked--) {
        if (kind_table[guest->kind].has_utf8)
            guest_type(guest, "\x1b[5;2R");
    }
}

/* Keeps the newest GUEST_HEARD_MAX bytes, with blanks in place of NULs. */
static void keep_heard(struct guest *guest, const uint8_t *bytes, size_t length)
{
    if (length > GUEST_HEARD_MAX) {
        bytes += length - GUEST_HEARD_MAX;
        length = GUEST_HEARD_MAX;
    }
    size_t kept = guest->heard_length + length > GUEST_HEARD_MAX ? GUEST_HEARD_MAX - length
                                                                 : guest->heard_length;
    memmove(guest->heard, guest->heard + guest->heard_length - kept, kept);
    for (size_t i = 0; i < length; i++)
        guest->heard[kept + i] = bytes[i] == '\0' ? ' ' : (char)bytes[i];
    guest->heard_length = kept + length;
    guest->heard[guest->heard_length] = '\0';
}

bool guest_hears(struct guest *guest, const char *text)
{
    guest_hear(guest);
    return strstr(guest->heard, text) != NULL;
}

static void forget(struct guest *guest)
{
    guest->heard_length = 0;
    guest->heard[0] = '\0';
}

void guest_forget(struct guest *guest)
{
    guest_hear(guest);
    forget(guest);
}

bool guest_heard(struct guest *guest, const char *text)
{
    bool is_found = guest_hears(guest, text);

    forget(guest);
    return is_found;
}

void guest_expect(struct guest *guest, const char *text)
{
    for (int i = 0; i < HALL_WAIT_TURNS && !guest_hears(guest, text); i++)
        hall_wait(guest->hall);
    ck_assert_msg(guest_hears(guest, text), "%s hears no '%s' but: %s", guest->name, text,
                  guest->heard);
}

void guest_come_from(struct guest *guest, const char *address)
{
    struct conn *conn = guest_conn(guest);
    struct network network;

    ck_assert_ptr_nonnull(conn);
    ck_assert_int_eq(network_parse(address, strlen(address), &network), ERR_OK);
    snprintf(conn->address, sizeof conn->address, "%s", address);
    conn->key = network_key_of(&network.address);
}

void guest_hear(struct guest *guest)
{
    static uint8_t heard[HEAR_SIZE];

    ssize_t count;

    while ((count = peer_receive(guest->peer, heard, sizeof heard)) > 0) {
        keep_heard(guest, heard, (size_t)count);
        if (guest->tap != NULL)
            guest->tap(guest, heard, (size_t)count);
        if (!stream_take(&guest->stream, heard, (size_t)count))
            ck_abort_msg("%s (kind %d) receives %s", guest->name, (int)guest->kind,
                         guest->stream.fault);
    }
    guest->is_closed = guest->is_closed || count != UV_EAGAIN;
    answer_questions(guest);
}

void hall_drain(struct hall *hall)
{
    for (int i = 0; i < DRAIN_TURNS_MAX; i++) {
        bool is_drained = true;
        turn(hall);
        for (struct guest *guest = hall->guests; guest != NULL; guest = guest->next) {
            struct conn *conn = guest_conn(guest);
            guest_hear(guest);
            if (conn != NULL)
                conn_flush(conn);
            is_drained = is_drained && (conn == NULL || conn_is_drained(conn));
        }
        if (is_drained)
            return;
    }
    ck_abort_msg("the server does not get rid of what it has to say");
}
