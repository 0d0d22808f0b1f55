/*
 * The verbs of a case: one line of the file is one call here.
 *
 * Nothing is guessed from silence in seconds. An answer is over when its prompt has come and the
 * server has lived some ticks without another byte, and time is virtual.
 */
#include "cases/play.h"

#include <check.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/disk/disk.h"
#include "support/live/console.h"
#include "support/live/drawn.h"
#include "support/live/personality.h"
#include "support/live/players.h"
#include "support/live/server_ticks.h"
#include "support/live/stopwatch.h"
#include "support/loop/loop.h"

enum {
    CLIENTS_MAX = 8,
    WORDS_MAX = 32,
    LINE_SIZE = 4096,
    SCREEN_SIZE = 64 * 1024,
    ANSWER_MS = 10000,   /* that an answer may take, and a wait for what is expected */
    LONG_MS = 600000,    /* that a walk or a rest may take until its prompt comes */
    LONG_STEP_MS = 1000, /* between two looks at the clients, while more than */
    LONG_US = 60000000,  /* this is left of the time that passes */
    STEP_MS = 100,
    COLUMN = 60
};

struct one_client {
    char name[32];
    struct client *client; /* owned */
    bool has_prompts;      /* which it has not in reader mode */
};

static struct process server;
static struct console console;
static bool has_server;
static bool power_goes;         /* it goes off at some operation of the disk */
static char options[LINE_SIZE]; /* of the server, as last given */
static struct one_client clients[CLIENTS_MAX];
static struct case_names names;

/* The line that is played. */
static struct case_file *file;
static size_t at;
static enum play_way way;
static int different;

static _Noreturn void refuse(const char *cause)
{
    ck_abort_msg("%s:%zu: %s: %s", file->path, at + 1, cause, file->lines[at]);
}

/* Text of the line, cut into words at blanks. "quoted ones" may have blanks. NULL ends them. */
static size_t split(char *text, char **words)
{
    size_t count = 0;

    for (char *rest = text; *rest != '\0';) {
        size_t length = 0;
        if (*rest == ' ') {
            rest++;
            continue;
        }
        if (count == WORDS_MAX)
            refuse("too many words");
        if (*rest == '"') {
            char value[LINE_SIZE];
            const char *end = text_unquote(rest, value, sizeof value, &length);
            if (end == NULL)
                refuse("a quotation mark is not closed");
            memcpy(rest, value, length + 1);
            words[count++] = rest;
            rest += end - rest;
            continue;
        }
        length = strcspn(rest, " ");
        words[count++] = rest;
        rest += length;
        if (*rest != '\0')
            *rest++ = '\0';
    }
    words[count] = NULL;
    return count;
}

static struct one_client *find_client(const char *name, size_t length)
{
    for (size_t i = 0; i < CLIENTS_MAX; i++) {
        if (clients[i].client != NULL && strlen(clients[i].name) == length &&
            strncmp(clients[i].name, name, length) == 0)
            return &clients[i];
    }
    return NULL;
}

static struct one_client *make_client(const char *name)
{
    struct one_client *found = find_client(name, strlen(name));

    for (size_t i = 0; found == NULL && i < CLIENTS_MAX; i++) {
        if (clients[i].client != NULL)
            continue;
        snprintf(clients[i].name, sizeof clients[i].name, "%s", name);
        clients[i].client = calloc(1, sizeof *clients[i].client);
        found = &clients[i];
    }
    if (found == NULL)
        refuse("too many clients");
    client_close(found->client);
    return found;
}

/* Takes in what comes to the clients: within `ms` until it is quiet, or now where `ms` is 0. */
static void pump(int ms)
{
    struct client *open[CLIENTS_MAX];
    size_t count = 0;

    for (size_t i = 0; i < CLIENTS_MAX; i++) {
        if (clients[i].client != NULL && clients[i].client->personality != NULL &&
            !clients[i].client->is_closed)
            open[count++] = clients[i].client;
    }
    client_pump_all(open, count, ms);
}

/* Everybody's newest bytes are taken in, until nothing more is under way. */
static void settle(void)
{
    pump(SERVER_TICKS_MS);
}

/* Prints what differs side by side, and counts it. */
static void tell(const struct text *expected, const struct text *got, const char *cause)
{
    size_t count = expected->count > got->count ? expected->count : got->count;

    different++;
    printf("%s:%zu: %s: %s\n", file->path, at + 1, cause, file->lines[at]);
    printf("  %-*s | got\n", COLUMN, "expected");
    for (size_t i = 0; i < count; i++) {
        const char *left = i < expected->count ? expected->lines[i] : "";
        const char *right = i < got->count ? got->lines[i] : "";
        struct case_names none = names;
        printf("%s %-*s | %s\n", text_line_matches(left, right, &none) ? " " : "!", COLUMN, left,
               right);
    }
}

/* Compares and forgets nothing. True if it is as expected. */
static bool is_as_expected(const struct text *expected, const struct text *got)
{
    struct case_names taken = names;

    if (!text_matches(expected, got, &taken))
        return false;
    names = taken;
    return true;
}

static void take_heard(const struct client *client, struct text *got)
{
    text_release(got);
    text_add_heard(got, client->heard);
    if (client->is_closed)
        text_add(got, "[closed]", 8);
}

/* Reads the answer that the present line expects: behind two blanks from `rest` on, or in the block
   below. `kept` becomes the length of the line without it. False: it expects nothing. */
static bool read_expected(const char *rest, struct text *expected, size_t *kept)
{
    const char *line = file->lines[at];

    while (*rest == ' ')
        rest++;
    *kept = (size_t)(rest - line);
    if (*rest != '\0')
        text_add(expected, rest, strlen(rest));
    while (*kept > 0 && line[*kept - 1] == ' ')
        (*kept)--;
    case_file_block(file, at, expected);
    return expected->count > 0;
}

/* Tells of what came and is not expected, or puts it into the file; lines of as many that are
   right stay with their "...". */
static void judge(const struct text *expected, struct text *got, size_t kept)
{
    enum { SHORT = 4 };
    bool is_right = is_as_expected(expected, got);

    if (way == PLAY_JUDGE && !is_right)
        tell(expected, got, "this is not what came");
    for (size_t i = 0; way == PLAY_UPDATE && i < got->count && got->count == expected->count; i++) {
        if (!text_line_matches(expected->lines[i], got->lines[i], &names))
            continue;
        free(got->lines[i]);
        got->lines[i] = strdup(expected->lines[i]);
    }
    if ((way != PLAY_JUDGE && !is_right) || (way == PLAY_EXACT && got->count <= SHORT))
        case_file_replace(file, at, kept, got);
}

/* Waits until what the client heard is as expected, and takes it. */
static void expect_text(struct client *client, const struct text *expected, size_t kept)
{
    struct text got = {0};
    int64_t until_us = server_ticks_lived_us() + (int64_t)ANSWER_MS * 1000;

    take_heard(client, &got);
    while (way == PLAY_JUDGE && !is_as_expected(expected, &got) && !client->is_closed &&
           server_ticks_lived_us() < until_us) {
        if (client_pump(client, STEP_MS))
            client_wait_quiet(client, 0, ANSWER_MS);
        take_heard(client, &got);
    }
    judge(expected, &got, kept);
    text_release(&got);
    client_forget(client);
}

/* Until the prompt behind an answer has come, where the client has prompts, and no more comes. An
   answer without it says so in its last line. */
static void wait_for_answer(struct one_client *who, uint64_t prompts)
{
    static const char missing[] = "[no prompt]\r\n";
    struct client *client = who->client;
    int64_t until_us = server_ticks_lived_us() + (int64_t)LONG_MS * 1000;

    while (who->has_prompts && client->prompts == prompts && !client->is_closed &&
           server_ticks_lived_us() < until_us)
        client_pump(client, STEP_MS);
    client_wait_quiet(client, 0, ANSWER_MS);
    if (who->has_prompts && client->prompts == prompts && !client->is_closed &&
        client->heard_length + sizeof missing < sizeof client->heard) {
        memcpy(client->heard + client->heard_length, missing, sizeof missing);
        client->heard_length += sizeof missing - 1;
    }
}

/* `NAME> line` says it; with something expected, that is the whole answer. */
static void play_say(struct one_client *who, const char *rest)
{
    struct client *client = who->client;
    char line[LINE_SIZE];
    char filled[LINE_SIZE];
    struct text expected = {0};
    uint64_t prompts = client->prompts;
    size_t length;
    size_t kept;

    if (rest[0] == '"') {
        rest = text_unquote(rest, line, sizeof line, &length);
        if (rest == NULL)
            refuse("a quotation mark is not closed");
    } else {
        const char *end = strstr(rest, "  ");
        length = end == NULL ? strlen(rest) : (size_t)(end - rest);
        snprintf(line, sizeof line, "%.*s", (int)length, rest);
        rest += length;
    }
    text_fill_in(line, &names, filled, sizeof filled);
    client_forget(client);
    client_say_line(client, filled);
    if (strcmp(filled, "set mode reader") == 0)
        who->has_prompts = false;
    else if (strncmp(filled, "set mode ", 9) == 0)
        who->has_prompts = !client->personality->shows_screens;
    if (read_expected(rest, &expected, &kept)) {
        wait_for_answer(who, prompts);
        expect_text(client, &expected, kept);
    }
    text_release(&expected);
}

/* `NAME< text`: this came since the last answer, or comes now. */
static void play_hear(struct one_client *who, const char *rest)
{
    struct client *client = who->client;
    struct text expected = {0};
    size_t kept;

    if (!read_expected(rest, &expected, &kept))
        refuse("nothing is expected");
    client_wait_quiet(client, 0, ANSWER_MS);
    expect_text(client, &expected, kept);
    text_release(&expected);
}

/* `NAME! text`: this did not come since the last answer, now that nothing is under way; `NAME!`:
   nothing did. */
static void play_miss(struct one_client *who, const char *rest)
{
    struct client *client = who->client;
    struct text none = {0};
    struct text got = {0};

    char text[LINE_SIZE];

    settle();
    text_fill_in(rest + strspn(rest, " "), &names, text, sizeof text);
    rest = text;
    if (rest[0] == '\0' ? client->heard[0] != '\0' : strstr(client->heard, rest) != NULL) {
        take_heard(client, &got);
        tell(&none, &got, "this came");
        text_release(&got);
    }
}

/* Reads from the screen the line to compare with one expected line: `NUMBER text` is row NUMBER,
   from 1 on, and `cursor X,Y` where the cursor is; `text` stands somewhere and `! text` nowhere, or
   else they get a question mark. */
static void look_for(const struct client *client, const char *expected, struct text *got)
{
    char text[TERMINAL_ROW_SIZE + 16];
    int number = 0;
    int length = 0;

    if (isdigit((unsigned char)expected[0]) && sscanf(expected, "%d%n", &number, &length) == 1 &&
        number >= 1 && number <= client->terminal.height && strchr(" ", expected[length]) != NULL) {
        length = snprintf(text, sizeof text, "%d ", number);
        terminal_row(&client->terminal, number - 1, text + length);
    } else if (strcmp(expected, "[remember]") == 0 || strcmp(expected, "[the same]") == 0) {
        static char remembered[SCREEN_SIZE];
        static char now[SCREEN_SIZE];
        terminal_text(&client->terminal, 0, client->terminal.height, now, sizeof now);
        if (expected[1] == 'r')
            snprintf(remembered, sizeof remembered, "%s", now);
        snprintf(text, sizeof text, "%s%s", strcmp(now, remembered) == 0 ? "" : "? ", expected);
    } else if (strncmp(expected, "cursor ", 7) == 0) {
        snprintf(text, sizeof text, "cursor %d,%d", terminal_cursor_x(&client->terminal) + 1,
                 terminal_cursor_y(&client->terminal) + 1);
    } else {
        bool is_absent = strncmp(expected, "! ", 2) == 0;
        bool is_shown = terminal_find(&client->terminal, expected + (is_absent ? 2 : 0)) >= 0;
        bool is_right =
            strcmp(expected, "[closed]") == 0 ? client->is_closed : is_shown != is_absent;
        snprintf(text, sizeof text, "%s%s", is_right ? "" : "? ", expected);
    }
    text_add(got, text, strlen(text));
}

static void expect_screen(struct client *client, const struct text *expected, size_t kept)
{
    static char screen[SCREEN_SIZE];
    struct text got = {0};
    int64_t until_us = server_ticks_lived_us() + (int64_t)ANSWER_MS * 1000;
    bool is_right = false;

    for (;;) {
        text_release(&got);
        for (size_t i = 0; i < expected->count; i++)
            look_for(client, expected->lines[i], &got);
        is_right = is_as_expected(expected, &got);
        if (is_right || server_ticks_lived_us() >= until_us)
            break;
        client_pump(client, STEP_MS);
    }
    if (!is_right) {
        terminal_text(&client->terminal, 0, client->terminal.height, screen, sizeof screen);
        printf("%s:%zu: the screen is\n%s", file->path, at + 1, screen);
    }
    judge(expected, &got, kept);
    text_release(&got);
}

/* `NAME: keys "..."`, `sends "..."`, `size 80x24`, `screen`. */
static void play_act(struct one_client *who, const char *rest)
{
    struct client *client = who->client;
    char bytes[LINE_SIZE];
    struct text expected = {0};
    size_t kept;
    size_t length = 0;
    uint64_t prompts = client->prompts;
    bool is_keys = strncmp(rest, "keys \"", 6) == 0;
    int width;
    int height;
    int read = 0;

    if (is_keys || strncmp(rest, "sends \"", 7) == 0) {
        rest = text_unquote(strchr(rest, '"'), bytes, sizeof bytes, &length);
        if (rest == NULL)
            refuse("a quotation mark is not closed");
        client_forget(client);
        unsigned int times = 1;
        if (sscanf(rest, " %u times%n", &times, &read) != 1 || read == 0)
            times = 1;
        rest += read;
        for (unsigned int i = 0; i < times && is_keys; i++)
            client_type(client, bytes);
        if (!is_keys)
            client_send(client, bytes, length);
    } else if (sscanf(rest, "size %dx%d%n", &width, &height, &read) == 2 && width > 0 &&
               width <= 250 && height > 0 && height <= 100) {
        client_resize(client, width, height);
        rest += read;
    } else if (strncmp(rest, "screen", 6) == 0) {
        rest += 6;
    } else {
        refuse("neither keys, sends, size nor screen");
    }
    bool is_expected = read_expected(rest, &expected, &kept);
    /* Even where nothing is expected: a key right behind Esc would be one with Alt. */
    if (client->personality->shows_screens)
        settle();
    if (is_expected && client->personality->shows_screens) {
        expect_screen(client, &expected, kept);
    } else if (is_expected) {
        wait_for_answer(who, prompts);
        expect_text(client, &expected, kept);
    }
    text_release(&expected);
}

/* `op> words`: what undercroftctl says; "[1] " before it is its exit code, if that is not 0. */
static void play_operator(const char *rest)
{
    char line[LINE_SIZE];
    char filled[LINE_SIZE];
    char *words[WORDS_MAX + 1];
    struct text expected = {0};
    struct text got = {0};
    size_t kept;
    const char *end = strstr(rest, "  ");
    size_t length = end == NULL ? strlen(rest) : (size_t)(end - rest);

    snprintf(line, sizeof line, "%.*s", (int)length, rest);
    text_fill_in(line, &names, filled, sizeof filled);
    if (split(filled, words) == 0)
        refuse("no word");
    read_expected(rest + length, &expected, &kept);
    int code = console_run(&console, (const char *const *)words);
    if (code != 0) {
        char head[LINE_SIZE];
        size_t first = strcspn(console.err, "\n");
        snprintf(head, sizeof head, "[%d] %.*s", code, (int)first, console.err);
        text_add(&got, head, strlen(head));
        text_add_heard(&got, console.err + first);
        text_add_heard(&got, console.out);
    } else {
        text_add_heard(&got, console.out);
        text_add_heard(&got, console.err);
    }
    if (expected.count == 0 && code == 0)
        text_release(&got);
    judge(&expected, &got, kept);
    text_release(&expected);
    text_release(&got);
    settle();
}

/* Seconds in "90s", "+1y"; below 0 in "-5m". */
static double read_time(const char *text)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"ms", 0.001}, {"s", 1},      {"m", 60},      {"h", 3600},
                 {"d", 86400},  {"w", 604800}, {"y", 31536000}};
    char *unit;
    double number = strtod(text, &unit);

    for (size_t i = 0; unit != text && i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(unit, units[i].unit) == 0)
            return number * units[i].seconds;
    }
    refuse("no time like 500ms, 2s, 5m, 1h, 7d, 1y");
}

static void play_after(size_t count, char **words)
{
    if (count != 2)
        refuse("after TIME");
    int64_t until_us = server_ticks_lived_us() + (int64_t)(read_time(words[1]) * 1000000);
    while (until_us - server_ticks_lived_us() > LONG_US) {
        stopwatch_pause_ms(LONG_STEP_MS);
        pump(0);
    }
    do {
        stopwatch_pause_ms(SERVER_TICKS_MS);
        settle();
    } while (server_ticks_lived_us() < until_us);
}

static void play_wall(size_t count, char **words)
{
    if (count != 2)
        refuse("wall +TIME");
    loop_shift_wall((int64_t)read_time(words[1]));
    /* The server looks at the clock in its next tick. */
    stopwatch_pause_ms(2 * SERVER_TICKS_MS);
    settle();
}

/* `server [map NAME] OPTIONS` makes a world; `restart [OPTIONS]` opens it again. */
static void start_server(size_t count, char **words, bool is_new)
{
    const char *all[WORDS_MAX + 4] = {"--seed", "57"};
    const char *map = NULL;
    size_t from = 1;

    if (is_new && count > 2 && strcmp(words[1], "map") == 0) {
        map = words[2];
        from = 3;
    }
    for (size_t i = from; i < count; i++)
        all[2 + i - from] = words[i];
    if (is_new) {
        process_init(&server);
        server.has_own_disk = true;
        console_init(&console, UNDERCROFTCTL_PATH, &server);
        has_server = true;
    }
    power_goes = false;
    if (map != NULL)
        drawn_start(&server, map, all);
    else
        process_start(&server, all);
}

static void play_server(size_t count, char **words)
{
    if (has_server)
        refuse("there is a server already");
    start_server(count, words, true);
}

static void stop_server(void)
{
    int code = server.pid > 0 ? process_stop(&server) : 0;

    if (code != 0)
        ck_abort_msg("%s:%zu: the server ended with %d", file->path, at + 1, code);
}

/* `stopped [CODE]`: the server ends by itself, with that exit code or 0. */
static void play_stopped(size_t count, char **words)
{
    int code = process_wait(&server);

    if (code != (count > 1 ? (int)strtol(words[1], NULL, 10) : 0))
        ck_abort_msg("%s:%zu: the server ended with %d", file->path, at + 1, code);
    settle();
}

static void play_restart(size_t count, char **words)
{
    char line[LINE_SIZE];
    char *before[WORDS_MAX + 1];

    stop_server();
    settle();
    if (count > 1) {
        start_server(count, words, false);
        return;
    }
    snprintf(line, sizeof line, "%s", options);
    count = split(line, before);
    bool has_map = count > 2 && strcmp(before[1], "map") == 0;
    start_server(has_map ? count - 2 : count, has_map ? before + 2 : before, false);
}

static void play_kill(size_t count, char **words)
{
    (void)words;
    if (count != 1)
        refuse("kill");
    if (server.pid == 0)
        refuse("no server runs");
    process_kill(&server);
    settle();
}

/* `cut power`: now; `cut power at N`: at the nth operation of the disk from now. */
static void play_cut(size_t count, char **words)
{
    char *end = NULL;
    uint64_t nth = count == 4 && strcmp(words[2], "at") == 0 ? strtoull(words[3], &end, 10) : 0;

    if (count < 2 || strcmp(words[1], "power") != 0 || (count != 2 && (nth == 0 || *end != '\0')))
        refuse("cut power [at N]");
    if (server.pid == 0)
        refuse("no server runs");
    process_cut_power(&server, nth);
    power_goes = nth > 0;
    settle();
}

/* `disk TIME`: a write takes so long. `disk full`: nothing is written. `disk empty`: it is again.
 */
static void play_disk(size_t count, char **words)
{
    if (count != 2)
        refuse("disk TIME, disk full or disk empty");
    if (strcmp(words[1], "full") == 0 || strcmp(words[1], "empty") == 0) {
        disk_set(words[1][0] == 'f' ? DISK_STUFFED : DISK_WELL, 0);
        return;
    }
    server.write_ms = (unsigned)(read_time(words[1]) * 1000);
    disk_slow_writes(server.write_ms);
}

/* `start [OPTIONS]`, after a kill or where the power goes off: as restart, but nothing is stopped.
 */
static void play_start(size_t count, char **words)
{
    int64_t until_us = server_ticks_lived_us() + (int64_t)ANSWER_MS * 1000;

    while (power_goes && !disk_is_off() && server_ticks_lived_us() < until_us)
        stopwatch_pause_ms(SERVER_TICKS_MS);
    if (power_goes && disk_is_off())
        (void)process_wait(&server);
    if (server.pid > 0)
        refuse(power_goes ? "the power has not gone off" : "the server runs");
    play_restart(count, words);
}

static enum client_kind read_kind(const char *word)
{
    static const char *const kinds[CLIENT_KIND_COUNT] = {
        [CLIENT_XTERM] = "xterm", [CLIENT_XTERM_16] = "xterm-16", [CLIENT_LATIN] = "latin",
        [CLIENT_DUMB] = "dumb",   [CLIENT_UNKNOWN] = "unknown",   [CLIENT_LINE] = "line",
        [CLIENT_MUTE] = "mute",
    };

    for (enum client_kind kind = 0; kind < CLIENT_KIND_COUNT; kind++) {
        if (kinds[kind] != NULL && strcmp(kinds[kind], word) == 0)
            return kind;
    }
    refuse("no kind of client: xterm, xterm-16, latin, dumb, unknown, line, mute");
}

/* `NAME calls KIND [from 127.0.0.N]` opens a connection; `NAME enters KIND [as PLAYER]` logs in as
   well, with the password of all clients here. */
static void play_connection(size_t count, char **words, const char *rest)
{
    struct one_client *who = make_client(words[0]);
    struct client *client = who->client;
    const char *player = words[0];
    bool is_entering = strcmp(words[1], "enters") == 0;
    bool is_reader = count > 2 && strcmp(words[2], "reader") == 0;
    int host = 1;
    struct text expected = {0};
    size_t kept;

    if (count < 3 || count % 2 == 0)
        refuse("NAME enters KIND [as PLAYER] [from 127.0.0.N]");
    for (size_t i = 3; i + 1 < count; i += 2) {
        if (strcmp(words[i], "as") == 0)
            player = words[i + 1];
        else if (strcmp(words[i], "from") != 0 || sscanf(words[i + 1], "127.0.0.%d", &host) != 1)
            refuse("neither as PLAYER nor from 127.0.0.N");
    }
    enum client_kind kind = is_reader ? CLIENT_LINE : read_kind(words[2]);
    client_open_from(client, kind, server.port, host, 0);
    who->has_prompts = !is_reader && !client->personality->shows_screens;
    if (is_reader)
        client_say_line(client, "reader");
    if (is_entering)
        client_login(client, player);
    settle();
    if (read_expected(rest, &expected, &kept))
        expect_text(client, &expected, kept);
    else if (is_entering)
        client_forget(client);
    text_release(&expected);
}

struct verb {
    const char *word;
    void (*play)(size_t count, char **words);
};

static const struct verb verbs[] = {
    {"server", play_server}, {"restart", play_restart}, {"stopped", play_stopped},
    {"after", play_after},   {"wall", play_wall},       {"kill", play_kill},
    {"cut", play_cut},       {"start", play_start},     {"disk", play_disk},
};

/* A line that begins with a verb, or with a client and a verb. */
static void play_verb(const char *line)
{
    char copy[LINE_SIZE];
    char filled[LINE_SIZE];
    char *words[WORDS_MAX + 1];
    const char *end = strstr(line, "  ");
    size_t length = end == NULL ? strlen(line) : (size_t)(end - line);

    snprintf(copy, sizeof copy, "%.*s", (int)length, line);
    text_fill_in(copy, &names, filled, sizeof filled);
    snprintf(copy, sizeof copy, "%s", filled);
    size_t count = split(filled, words);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verbs[i].word, words[0]) != 0)
            continue;
        if ((verbs[i].play == play_server) == has_server)
            refuse(has_server ? "a part has one server" : "there is no server yet");
        bool opens_again = verbs[i].play == play_restart || verbs[i].play == play_start;
        if (verbs[i].play == play_server || (opens_again && count > 1))
            snprintf(options, sizeof options, "%s", copy);
        verbs[i].play(count, words);
        return;
    }
    if (!has_server)
        refuse("there is no server yet");
    if (count > 1 && (strcmp(words[1], "enters") == 0 || strcmp(words[1], "calls") == 0)) {
        play_connection(count, words, line + length);
    } else if (count == 3 && strcmp(words[1], "hangs") == 0 && strcmp(words[2], "up") == 0) {
        client_close(make_client(words[0])->client);
        settle();
    } else {
        refuse("no such verb");
    }
}

/* `log< text`: the server's log has it, or gets it; `log! text`: it has not. */
static void play_log(char sign, const char *rest)
{
    char text[LINE_SIZE];

    text_fill_in(rest, &names, text, sizeof text);
    if (sign == '<')
        process_expect_said(&server, "err", text + strspn(text, " "));
    else if (sign != '!' || process_said(&server, "err", text + strspn(text, " ")))
        refuse("this is said in the log");
}

struct sign {
    char sign;
    void (*play)(struct one_client *who, const char *rest);
};

static const struct sign signs[] = {
    {'>', play_say},
    {'<', play_hear},
    {'!', play_miss},
    {':', play_act},
};

static void play_line(const char *line)
{
    size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyz0123456789");

    if (line[0] == '\0' || line[0] == '#' || line[0] == ' ')
        return;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (length == 0 || line[length] != signs[i].sign)
            continue;
        const char *rest = line + length + 1;
        if (*rest == ' ')
            rest++;
        if (!has_server)
            refuse("there is no server yet");
        if (signs[i].sign == '>' && length == 2 && strncmp(line, "op", 2) == 0) {
            play_operator(rest);
            return;
        }
        if (length == 3 && strncmp(line, "log", 3) == 0) {
            play_log(signs[i].sign, rest);
            return;
        }
        struct one_client *who = find_client(line, length);
        if (who == NULL || who->client->personality == NULL)
            refuse("no client of this name is connected");
        signs[i].play(who, rest);
        return;
    }
    play_verb(line);
}

static void play_lines(size_t from, size_t to)
{
    for (at = from; at < to; at++)
        play_line(file->lines[at]);
}

void play_part(struct case_file *played, size_t title, enum play_way chosen)
{
    file = played;
    way = chosen;
    different = 0;
    names.count = 0;
    size_t end = title + 1 < file->title_count ? file->titles[title + 1] : file->count;
    play_lines(0, file->titles[0]);
    play_lines(file->titles[title] + 1, end);
    at = end - 1;
    for (size_t i = 0; i < CLIENTS_MAX; i++) {
        if (clients[i].client != NULL)
            client_close(clients[i].client);
    }
    if (has_server)
        stop_server();
    ck_assert_msg(different == 0 || way != PLAY_JUDGE, "%d differ: %s", different,
                  file->lines[file->titles[title]]);
}

void play_release(void)
{
    for (size_t i = 0; i < CLIENTS_MAX; i++) {
        if (clients[i].client != NULL)
            client_close(clients[i].client);
        free(clients[i].client);
        clients[i] = (struct one_client){0};
    }
    if (has_server) {
        console_release(&console);
        process_release(&server);
    }
    has_server = false;
}
