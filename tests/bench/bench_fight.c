/*
 * Bytes that a beat of a fight costs a terminal of 256 colours: 80x24, and 110x30 with its bars. On
 * a real level an operator puts one foe after the other beside a delver in a dead end, who strikes
 * with Tab, a beat a key, until the foe is dead or gone; a delver who dies is put there again. All
 * bytes of a key count: the own blow, the foe's, the log, the sidebar. Tab lists while no foe is
 * awake: the blow that wakes a sleeper does not count. Prints figures and judges nothing.
 * Usage: bench_fight [BEATS]
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/staging.h"
#include "support/test.h"

enum { BEATS = 300, BEATS_MAX = 5000, QUIET_MS = 60, WAIT_MS = 5000, FIGHT_MAX = 40 };

struct size {
    const char *what;
    int width;
    int height;
};

static const struct size sizes[] = {{"80x24", 80, 24}, {"110x30", 110, 30}};
static const char *const kinds[] = {"cellar-rat", "deserter", "gate-hound", "drudge"};

enum { SIZES = sizeof sizes / sizeof sizes[0], KINDS = sizeof kinds / sizeof kinds[0] };

static int wanted = BEATS;
static struct process server;
static struct console console;
static struct client ada;
static int bytes[BEATS_MAX];

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
    printf("a beat of a fight, %-7s 256 colours %5d  mean %6.1f  p50 %4d  p95 %4d  max %4d bytes\n",
           what, count, sum / count, bytes[count / 2], bytes[count * 95 / 100], bytes[count - 1]);
    fflush(stdout);
}

/* A fight, from the first blow on; returns how many beats there are now. A foe that stepped off its
   cell and back leaves no room for the next one: then the next fight is with it. */
static int fight(const char *kind, const char *cell, int count)
{
    char foe[STAGING_CELL_SIZE];

    console_expect(&console, WORDS("send", "ada", "1", cell), 0, "Sent.");
    bool is_put = staging_try_foe_beside(&console, "1", cell, kind, foe);
    bool is_woken = false;
    client_wait_quiet(&ada, QUIET_MS, WAIT_MS);
    for (int beat = 0; beat < FIGHT_MAX && count < wanted; beat++) {
        if (is_put && console_run(&console, WORDS("inspect", "foe", "1", foe)) != 0)
            break;
        is_put = is_put || staging_try_foe_beside(&console, "1", cell, kind, foe);
        client_wait_quiet(&ada, QUIET_MS, WAIT_MS);
        if (terminal_find(&ada.terminal, "WAITING") < 0) {
            if (is_woken)
                break;
            client_type(&ada, ":attack\r");
            client_wait_quiet(&ada, QUIET_MS, WAIT_MS);
            is_woken = true;
            continue;
        }
        uint64_t before = ada.bytes;
        client_type(&ada, "\t");
        client_wait_quiet(&ada, QUIET_MS, WAIT_MS);
        bytes[count++] = (int)(ada.bytes - before);
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
    for (int number = 0; count < wanted && number < BEATS_MAX; number++)
        count = fight(kinds[number % KINDS], cell, count);
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
