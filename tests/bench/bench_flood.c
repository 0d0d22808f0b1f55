/*
 * Floods: eight clients of one address send one key, word, message or window size after the other
 * as fast as the server takes them, while a bystander plays. For each flood one row is printed:
 * what the bystander's keys took until the first byte of the answer, how many ticks began more than
 * one tick late, and what the server's processor time was. The clients have explored their level
 * first, so that searches are dear. Prints figures and judges nothing.
 * Usage: bench_flood [SECONDS]     of each flood; 3 if not said
 */
#include <check.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"
#include "term/keymap.h"

enum {
    FLOODERS = 8,
    EXPLORE_MS = 20000,
    REST_MS = 700, /* between floods: shares are full again */
    CHUNK = 4096,
    SAMPLES_MAX = 4096,
    BYSTANDER_PAUSE_MS = 40, /* between the bystander's keys */
    GIVE_UP_MS = 10000,
    NAME_SIZE = 40,
    READ_BURST = 16384,  /* bytes that the server takes of one client at once */
    READ_SECOND = 10240, /* and a little more than it takes in a second */
};

struct flood {
    char what[NAME_SIZE];
    char bytes[64];
    size_t length;
};

/* The key that opens and closes the map, which always changes the screen, and when it was
   answered. */
struct question {
    int64_t asked_us; /* 0: none is open */
    int64_t next_us;
};

static struct process server;
static struct question bystander_asks; /* goes on from row to row */
static struct console console;
static struct client *clients; /* flooders, then the bystander */
static double samples[SAMPLES_MAX];
static int sample_count;
static int seconds = 3;

static struct client *bystander(void)
{
    return &clients[FLOODERS];
}

/* Reads all that has come and discards it. */
static void drain(const struct client *client)
{
    static char heard[64 * 1024];

    while (recv(client->socket, heard, sizeof heard, MSG_DONTWAIT) > 0)
        continue;
}

/* A little more than the server reads of one client: the rest would wait in the kernel and flood
   the next row. Whole pieces only. Returns how much was sent in all. */
static size_t press(const struct client *client, const char *chunk, size_t length, size_t piece,
                    size_t sent, int64_t elapsed_us)
{
    size_t allowed = READ_BURST + (size_t)(elapsed_us * READ_SECOND / 1000000);

    while (sent + piece <= allowed) {
        size_t part = allowed - sent < length ? (allowed - sent) / piece * piece : length;
        ssize_t count = send(client->socket, chunk, part, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count <= 0)
            break;
        sent += (size_t)count;
    }
    drain(client);
    return sent;
}

/* A chunk of whole pieces, so that sending can begin with any of them. */
static size_t fill(const struct flood *flood, char chunk[CHUNK])
{
    size_t length = 0;

    for (; length + flood->length <= CHUNK; length += flood->length)
        memcpy(chunk + length, flood->bytes, flood->length);
    return length;
}

static void ask(struct question *question)
{
    struct client *client = bystander();
    int64_t now_us = stopwatch_now_us();
    uint64_t before = client->bytes;

    client_pump(client, 0);
    if (question->asked_us != 0 && client->bytes > before) {
        if (sample_count < SAMPLES_MAX)
            samples[sample_count++] = (double)(now_us - question->asked_us) / 1000;
        question->asked_us = 0;
        question->next_us = now_us + BYSTANDER_PAUSE_MS * 1000;
    } else if (question->asked_us == 0 && now_us >= question->next_us) {
        client_type(client, "M");
        question->asked_us = stopwatch_now_us();
    }
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;

    return (left > right) - (left < right);
}

static double metric(const char *series)
{
    return console_metric(&console, series);
}

static void print_row(const char *what, int64_t cpu_us, double late, double ticks, int64_t took_us)
{
    qsort(samples, (size_t)sample_count, sizeof samples[0], compare);
    if (sample_count == 0)
        samples[sample_count++] = 0;
    printf("%-28s %5.1f %5.1f %6.1f %6.1f %8.0f %5.0f\n", what, samples[sample_count / 2],
           samples[sample_count * 95 / 100], samples[sample_count - 1],
           100.0 * (double)cpu_us / (double)took_us, ticks, late);
    fflush(stdout);
}

static void run(const struct flood *flood)
{
    char chunk[CHUNK];
    size_t sent[FLOODERS] = {0};
    size_t length = flood->length == 0 ? 0 : fill(flood, chunk);
    double late = metric("undercroft_ticks_late_total");
    double ticks = metric("undercroft_ticks_total");
    int64_t cpu_us = process_cpu_us(&server);
    int64_t began_us = stopwatch_now_us();
    int64_t end_us = began_us + (int64_t)seconds * 1000000;

    sample_count = 0;
    while (stopwatch_now_us() < end_us ||
           (bystander_asks.asked_us != 0 && stopwatch_now_us() < end_us + GIVE_UP_MS * 1000)) {
        for (int i = 0; i < FLOODERS && length > 0; i++)
            sent[i] = press(&clients[i], chunk, length, flood->length, sent[i],
                            stopwatch_now_us() - began_us);
        ask(&bystander_asks);
        (void)poll(NULL, 0, 1);
    }
    int64_t took_us = stopwatch_now_us() - began_us;
    cpu_us = process_cpu_us(&server) - cpu_us;
    print_row(flood->what, cpu_us, metric("undercroft_ticks_late_total") - late,
              metric("undercroft_ticks_total") - ticks, took_us);
    for (int i = 0; i < FLOODERS; i++)
        client_type(&clients[i], "\x1b");
    for (int64_t rest_us = stopwatch_now_us() + (REST_MS + 300 * seconds) * 1000;
         stopwatch_now_us() < rest_us;) {
        for (int i = 0; i < FLOODERS; i++)
            drain(&clients[i]);
        ask(&bystander_asks);
        (void)poll(NULL, 0, 1);
    }
}

static void run_text(const char *what, const char *bytes, size_t length)
{
    struct flood flood = {.length = length};

    snprintf(flood.what, sizeof flood.what, "%s", what);
    memcpy(flood.bytes, bytes, length);
    run(&flood);
}

static void open_all(enum client_kind kind)
{
    static const char *const names[FLOODERS + 1] = {"ada",  "brom", "cyd",  "dora",     "elke",
                                                    "finn", "gwen", "hugo", "bystander"};

    bystander_asks = (struct question){0};
    process_init(&server);
    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0"));
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    clients = calloc(FLOODERS + 1, sizeof *clients);
    ck_assert_ptr_nonnull(clients);
    for (int i = 0; i <= FLOODERS; i++)
        client_enter(&clients[i], i < FLOODERS ? kind : CLIENT_XTERM, server.port, names[i]);
}

static void close_all(void)
{
    for (int i = 0; i <= FLOODERS; i++)
        client_close(&clients[i]);
    free(clients);
    process_stop(&server);
    console_release(&console);
    process_release(&server);
}

/* Until the level is known: each key or line stops what goes on, so they are rare. */
static void explore(const char *words)
{
    int64_t end_us = stopwatch_now_us() + EXPLORE_MS * 1000;

    while (stopwatch_now_us() < end_us) {
        for (int i = 0; i < FLOODERS; i++) {
            client_type(&clients[i], words);
            client_pump(&clients[i], 0);
        }
        for (int i = 0; i < 50; i++) {
            for (int j = 0; j <= FLOODERS; j++)
                client_pump(&clients[j], 0);
            (void)poll(NULL, 0, 20);
        }
    }
    printf("%-28s %5s %5s %6s %6s %8s %5s\n", "flood", "p50", "p95", "max ms", "cpu %", "ticks",
           "late");
    run_text("nothing", "", 0);
}

static void flood_keys(void)
{
    static const struct {
        const char *what;
        const char *bytes;
    } sequences[] = {
        {"arrow", "\x1b[A"},  {"Shift-arrow", "\x1b[1;2B"},
        {"Tab", "\t"},        {"Enter", "\r"},
        {"_ <", "_<"},        {"_ >", "_>"},
        {"_ _", "__"},        {"M >", "M>"},
        {":list", ":list\r"}, {"unbound ~", "~"},
        {"Esc", "\x1b"},
    };
    char what[NAME_SIZE];

    for (int byte = 1; byte < 0x7f; byte++) {
        struct key key = {.code = (uint32_t)byte};
        char piece = (char)byte;
        if (byte < ' ')
            key = (struct key){.code = (uint32_t)byte + 'a' - 1, .ctrl = true};
        enum command_id id = keymap_find(key).id;
        if (id == COMMAND_NONE || id == COMMAND_QUIT)
            continue;
        snprintf(what, sizeof what, byte < ' ' ? "Ctrl-%c" : "%c", (int)key.code);
        run_text(what, &piece, 1);
    }
    for (size_t i = 0; i < sizeof sequences / sizeof sequences[0]; i++)
        run_text(sequences[i].what, sequences[i].bytes, strlen(sequences[i].bytes));
}

static void flood_windows(void)
{
    static const char windows[] =
        "\xff\xfa\x1f\0\xfa\0\x64\xff\xf0\xff\xfa\x1f\0\xf9\0\x63\xff\xf0";

    run_text("windows 250x100, 249x99", windows, sizeof windows - 1);
    for (int i = 0; i < FLOODERS; i++)
        client_claim_window(&clients[i], 250, 100);
    run_text("Ctrl-L at 250x100", "\f", 1);
}

static void flood_words(void)
{
    char line[NAME_SIZE];

    for (enum command_id id = COMMAND_MOVE; id < COMMAND_COUNT; id++) {
        const char *words = command_row(id)->words;
        int length = (int)strcspn(words, " ");
        if (id == COMMAND_QUIT || length == 0)
            continue;
        snprintf(line, sizeof line, "%.*s\r\n", length, words);
        run_text(command_row(id)->words, line, (size_t)length + 2);
    }
    run_text("word travel down", "travel down\r\n", 13);
    run_text("GMCP Core.Ping",
             "\xff\xfa\xc9"
             "Core.Ping\xff\xf0",
             14);
}

START_TEST(floods)
{
    open_all(CLIENT_XTERM_COMPRESSED);
    explore("o");
    flood_keys();
    flood_windows();
    close_all();
    open_all(CLIENT_LINE);
    explore("explore\r\n");
    flood_words();
    close_all();
}
END_TEST

int main(int argc, char **argv)
{
    TCase *tcase = tcase_create("flood");

    if (argc > 1)
        seconds = (int)strtol(argv[1], NULL, 10);
    if (seconds < 1)
        seconds = 1;
    tcase_set_timeout(tcase, 3600);
    tcase_add_test(tcase, floods);
    return test_run_case("bench/flood", tcase);
}
