/*
 * Bytes that a beat of a fight costs a terminal of 256 colours: 80x24, and 110x30 with its bars. On
 * a real level an operator puts one foe after the other beside a player in a dead end, who strikes
 * by stepping into it, a beat a key, until the foe is dead or gone or the player is hurt; before
 * each fight the haven makes the player whole. All bytes of a key count: the own blow, the foe's,
 * the log, the sidebar. A beat counts if the log tells a new blow of the player's, and the figures
 * name the beats that told none. Prints figures and judges nothing. Usage: bench_fight [BEATS]
 */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/staging.h"
#include "support/test.h"

enum {
    BEATS = 300,
    BEATS_MAX = 5000,
    QUIET_MS = 60,
    WAIT_MS = 5000,
    FIGHT_MAX = 40,
    TURNS_MAX = 200,
    FIGHTS_MAX = 500
};

struct size {
    const char *what;
    int width;
    int height;
};

static const struct size sizes[] = {{"80x24", 80, 24}, {"110x30", 110, 30}};
/* Foes that a player of levels 1 to 4 fights. */
static const char *const kinds[] = {"drudge", "grey-mould", "deserter", "bone-sentry"};

/* Beginnings of what the log tells of an own blow. */
static const char *const blows[] = {"You hit", "You miss", "You kill", "Your blow", "A telling"};

enum {
    SIZES = sizeof sizes / sizeof sizes[0],
    KINDS = sizeof kinds / sizeof kinds[0],
    BLOWS = sizeof blows / sizeof blows[0],
    LOG_ROWS = 6, /* from the target line on, in the larger window; the rows above have no blow */
    LOG_SIZE = LOG_ROWS * TERMINAL_ROW_SIZE,
    HURT_PERCENT = 60,
};

/* Offsets of the target line, and the keys that step there. */
static const struct side {
    const char *offset;
    const char *key;
} sides[] = {{"1n ", "k"}, {"1e 1n ", "u"}, {"1e ", "l"}, {"1e 1s ", "n"},
             {"1s ", "j"}, {"1w 1s ", "b"}, {"1w ", "h"}, {"1w 1n ", "y"}};

enum { SIDES = sizeof sides / sizeof sides[0] };

static int wanted = BEATS;
static struct process server;
static struct console console;
static struct client ada;
static int bytes[BEATS_MAX];
static int silent; /* beats that told no blow */

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void print(const char *what, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += bytes[i];
    qsort(bytes, (size_t)count, sizeof bytes[0], compare);
    printf("a beat of a fight, %-7s 256 colours %5d blows told, %d beats told none  mean %6.1f  "
           "p50 %4d  p95 %4d  max %4d bytes\n",
           what, count, silent, sum / count, bytes[count / 2], bytes[count * 95 / 100],
           bytes[count - 1]);
    fflush(stdout);
}

static void read_log(char out[LOG_SIZE])
{
    int height = ada.terminal.height;

    terminal_text(&ada.terminal, height - LOG_ROWS, height, out, LOG_SIZE);
}

static bool tells_blow(const char *log)
{
    for (size_t i = 0; i < BLOWS; i++) {
        if (strstr(log, blows[i]) != NULL)
            return true;
    }
    return false;
}

/* The health in the status row, in 100 of the whole. */
static int health_percent(void)
{
    char row[TERMINAL_ROW_SIZE];
    int health = 0;
    int whole = 0;
    int y = terminal_find(&ada.terminal, " HP ");

    if (y < 0)
        return 0;
    terminal_row(&ada.terminal, y, row);
    if (sscanf(strstr(row, " HP ") + 4, "%d/%d", &health, &whole) != 2 || whole <= 0)
        return 0;
    return health * 100 / whole;
}

/* Ends the page of a death, if there is one, and waits in the haven until the player is whole. */
static void make_whole(void)
{
    console_expect(&console, WORDS("send", "ada", "1"), 0, "Sent.");
    for (int turn = 0; turn < TURNS_MAX && health_percent() < 100; turn++) {
        client_type(&ada, terminal_find(&ada.terminal, "Enter goes on") >= 0 ? "\r" : "Z");
        client_wait_quiet(&ada, QUIET_MS, WAIT_MS);
    }
    ck_assert_int_eq(health_percent(), 100);
}

/* One beat. Returns how many blows are measured now. */
static int strike(const char *key, int count)
{
    char before[LOG_SIZE];
    char after[LOG_SIZE];

    read_log(before);
    uint64_t sent = ada.bytes;
    client_type(&ada, key);
    client_wait_quiet(&ada, QUIET_MS, WAIT_MS);
    read_log(after);
    if (strcmp(before, after) == 0 || !tells_blow(after)) {
        silent++;
        return count;
    }
    bytes[count] = (int)(ada.bytes - sent);
    return count + 1;
}

/* The key that steps into the foe of the target line, "rat [###-----] 1e 1n even"; NULL: there is
   none beside the player. */
static const char *target_key(void)
{
    char log[LOG_SIZE];

    read_log(log);
    const char *at = strstr(log, "] 1");
    if (at == NULL)
        return NULL;
    at += strlen("] ");
    for (size_t i = 0; i < SIDES; i++) {
        size_t length = strlen(sides[i].offset);
        if (strncmp(at, sides[i].offset, length) == 0 && !isdigit((unsigned char)at[length]))
            return sides[i].key;
    }
    return NULL;
}

/* A fight; returns how many blows are measured now. The blow that wakes a sleeper does not count.
   Without room for another foe it is with the last one, which a hurt player left there. */
static int fight(const char *kind, const char *cell, int count)
{
    char foe[STAGING_CELL_SIZE];

    if (health_percent() < HURT_PERCENT)
        make_whole();
    console_expect(&console, WORDS("send", "ada", "1", cell), 0, "Sent.");
    (void)staging_try_foe_beside(&console, "1", cell, kind, foe);
    client_wait_quiet(&ada, QUIET_MS, WAIT_MS);
    if (target_key() == NULL) {
        client_type(&ada, ":attack\r");
        client_wait_quiet(&ada, QUIET_MS, WAIT_MS);
    }
    for (int beat = 0; beat < FIGHT_MAX && count < wanted; beat++) {
        const char *key = target_key();
        if (key == NULL || health_percent() < HURT_PERCENT)
            break;
        count = strike(key, count);
    }
    return count;
}

static void measure(const struct size *size)
{
    char cell[STAGING_CELL_SIZE];
    int count = 0;

    process_init(&server);
    process_start(&server, staging_flags);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_resize(&ada, size->width, size->height);
    staging_niche(&console, "1", cell);
    silent = 0;
    for (int number = 0; number < FIGHTS_MAX && count < wanted; number++)
        count = fight(kinds[number % KINDS], cell, count);
    ck_assert_int_gt(count, 0);
    print(size->what, count);
    client_close(&ada);
    ck_assert_int_eq(process_stop(&server), 0);
    console_release(&console);
    process_release(&server);
}

START_TEST(bytes_a_beat)
{
    for (size_t i = 0; i < SIZES; i++)
        measure(&sizes[i]);
}
END_TEST

int main(int argc, char **argv)
{
    TCase *tcase = tcase_create("fight");

    if (argc > 1)
        wanted = (int)strtol(argv[1], NULL, 10);
    if (wanted < 1 || wanted > BEATS_MAX) {
        fprintf(stderr, "usage: bench_fight [BEATS], 1 to %d\n", BEATS_MAX);
        return 2;
    }
    /* Not a test: the test frame is used for its clean-up at every end. */
    setenv("CK_FORK", "no", 1);
    tcase_set_timeout(tcase, 3600);
    tcase_add_test(tcase, bytes_a_beat);
    return test_run_case("bench/fight", tcase);
}
