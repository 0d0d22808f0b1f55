/*
 * Opening a large world: 100,000 players and 2,000,000 rows. Prints how long the server takes to
 * its ready line, to let somebody in, to save, what memory it has, and how long the proof of all
 * rows takes beside play. The folder of the data is below TMPDIR, else /tmp.
 *
 *     bench_opening [PLAYERS [ROWS]]
 */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/rng.h"
#include "bench/clock.h"
#include "db/records.h"
#include "db/store.h"
#include "gen/gen.h"
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    PLAYERS = 100000,
    ROWS = 2000000,
    LEVELS = 1000, /* of 20 different ones */
    SHAPES = 20,
    PLAYERS_A_COMMIT = 1000,
    KEYS = 100,
    PAUSE_MS = 100,
    ANSWER_MS = 5000,
    PROOF_MS = 600000,
};

struct filler {
    struct store *store;
    struct rng rng;
    int64_t players;
    int64_t rows;
    size_t cells;
};

static struct process server;
static struct console console;
static struct client ada;

static void require(enum err error)
{
    ck_assert_msg(error == ERR_OK, "%s", err_name(error));
}

static void name_of(int64_t number, char out[NAME_LENGTH_MAX + 1])
{
    snprintf(out, NAME_LENGTH_MAX + 1, "Bench%c%c%c%c", (char)('a' + number / 17576 % 26),
             (char)('a' + number / 676 % 26), (char)('a' + number / 26 % 26),
             (char)('a' + number % 26));
}

static void add_levels(struct filler *filler)
{
    struct bytes data;

    bytes_init(&data, LEVEL_BLOB_MAX);
    require(store_begin(filler->store));
    for (int i = 0; i < SHAPES; i++) {
        struct level_blob row = {
            .key = {.depth = (uint16_t)(1 + i)}, .style = "caves", .format = GEN_FORMAT_VERSION};
        struct gen_request request;
        struct gen_report report;
        struct level *level = NULL;
        gen_request_for_key(&request, 7, row.key);
        require(gen_level(&request, &level, &report));
        bytes_clear(&data, LEVEL_BLOB_MAX);
        require(level_encode(level, &data));
        filler->cells = level_cell_count(level);
        level_free(level);
        for (int k = 0; k < LEVELS / SHAPES; k++, filler->rows++) {
            row.key.wing = (uint16_t)(2 + k);
            require(store_save_level(filler->store, &row, data.data, data.length));
        }
    }
    require(store_commit(filler->store));
    bytes_release(&data);
}

/* About a third of the level, in patches. */
static void explore(struct filler *filler, uint8_t *tiles)
{
    memset(tiles, 0, filler->cells);
    for (int patch = 0; patch < 40; patch++) {
        size_t at = rng_below(&filler->rng, (uint32_t)filler->cells - 60);
        memset(tiles + at, 1 + (int)rng_below(&filler->rng, TILE_COUNT - 1),
               20 + rng_below(&filler->rng, 40));
    }
}

static void add_player(struct filler *filler, int64_t number, int64_t memories)
{
    static uint8_t tiles[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    struct account_record account = {.mode = MODE_LINE, .password_hash = "none"};
    struct delver_record delver = {.health = 20, .health_max = 20, .life = life_new()};
    int64_t id = 0;

    delver.level.wing = (uint16_t)(2 + number / SHAPES % (LEVELS / SHAPES));
    delver.level.depth = (uint16_t)(1 + number % SHAPES);
    name_of(number, account.name);
    snprintf(account.skeleton, sizeof account.skeleton, "%s", account.name);
    require(store_create_account(filler->store, &account, &delver, &id));
    for (int64_t i = 0; i < memories; i++) {
        struct level_key key = {.wing = delver.level.wing, .depth = (uint16_t)(1 + i)};
        explore(filler, tiles);
        require(store_save_memory(filler->store, id, key, tiles, filler->cells, MEMORY_BANDS_ALL));
    }
    filler->rows += 2 + memories;
}

static void fill(int64_t players, int64_t rows)
{
    struct filler filler = {.players = players};
    struct store_status status;
    char path[PROCESS_PATH_SIZE];
    struct stat info;

    rng_init(&filler.rng, 1);
    process_path(&server, "data/undercroft.db", path);
    int64_t began_ns = clock_wall_ns();
    require(store_open(path, &filler.store, &status));
    add_levels(&filler);
    for (int64_t i = 0; i < players; i++) {
        int64_t left = rows - filler.rows - 2 * (players - i);
        if (i % PLAYERS_A_COMMIT == 0)
            require(store_begin(filler.store));
        add_player(&filler, i, left / (players - i));
        if (i % PLAYERS_A_COMMIT == PLAYERS_A_COMMIT - 1 || i + 1 == players)
            require(store_commit(filler.store));
    }
    require(store_close(filler.store));
    ck_assert_int_eq(stat(path, &info), 0);
    printf("made: %" PRId64 " players, %" PRId64 " rows, %" PRId64 " MiB, in %.0f s\n", players,
           filler.rows, (int64_t)info.st_size >> 20, (double)(clock_wall_ns() - began_ns) / 1e9);
    fflush(stdout);
}

static double ms_since(int64_t began_ns)
{
    return (double)(clock_wall_ns() - began_ns) / 1e6;
}

static void print_status(const char *when)
{
    ck_assert_int_eq(console_run(&console, WORDS("metrics")), 0);
    printf("%s: memory %.0f MiB, database thread's rows: ", when,
           console_metric(&console, "process_resident_memory_bytes") / 1048576);
    ck_assert_int_eq(console_run(&console, WORDS("status")), 0);
    const char *rows = strstr(console.out, "rows ");
    printf("%.*s\n", rows == NULL ? 1 : (int)strcspn(rows, "\n"), rows == NULL ? "?" : rows);
    fflush(stdout);
}

/* Times from a word to its answer, and of an operator's save. */
static void measure_play(const char *when)
{
    int64_t answers[KEYS];
    int64_t saves[KEYS / 10];

    for (int i = 0; i < KEYS; i++) {
        client_forget(&ada);
        int64_t began_ns = clock_wall_ns();
        client_say_line(&ada, "who");
        ck_assert_msg(client_wait_heard(&ada, "Ada", ANSWER_MS), "%s", client_tail(&ada));
        answers[i] = clock_wall_ns() - began_ns;
        client_say_line(&ada, i % 2 == 0 ? "east" : "west");
        stopwatch_pause_ms(PAUSE_MS);
        if (i % 10 != 0)
            continue;
        began_ns = clock_wall_ns();
        ck_assert_int_eq(console_run(&console, WORDS("save")), 0);
        saves[i / 10] = clock_wall_ns() - began_ns;
    }
    clock_sort(answers, KEYS);
    clock_sort(saves, KEYS / 10);
    printf("%s: a word's answer p50 %.1f ms, p99 %.1f ms; a save by undercroftctl p50 %.1f ms, max "
           "%.1f ms\n",
           when, (double)clock_percentile(answers, KEYS, 50) / 1e6,
           (double)clock_percentile(answers, KEYS, 99) / 1e6,
           (double)clock_percentile(saves, KEYS / 10, 50) / 1e6,
           (double)clock_percentile(saves, KEYS / 10, 100) / 1e6);
    fflush(stdout);
}

static void start(const char *when)
{
    process_start(&server, WORDS("--backup-minutes", "0"));
    printf("%s: ready after %.0f ms\n", when, (double)server.ready_us / 1000);
    fflush(stdout);
}

static void let_in(void)
{
    int64_t began_ns = clock_wall_ns();

    client_open(&ada, CLIENT_LINE, server.port);
    client_login(&ada, "Ada");
    printf("a login: %.0f ms\n", ms_since(began_ns));
}

START_TEST(opening)
{
    const char *players = getenv("BENCH_PLAYERS");
    const char *rows = getenv("BENCH_ROWS");
    int64_t began_ns = 0;

    process_start(&server, WORDS("--seed", "7"));
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    ck_assert_int_eq(process_stop(&server), 0);
    client_close(&ada);
    fill(players == NULL ? PLAYERS : strtol(players, NULL, 10),
         rows == NULL ? ROWS : strtol(rows, NULL, 10));
    began_ns = clock_wall_ns();
    start("a large world");
    let_in();
    print_status("at once");
    measure_play("beside the proof");
    print_status("then");
    while (!process_said(&server, "err", "database.proven") && ms_since(began_ns) < PROOF_MS)
        stopwatch_pause_ms(100);
    printf("all rows proven %.1f s after the start\n", ms_since(began_ns) / 1000);
    measure_play("after the proof");
    print_status("at the end");
    ck_assert_int_eq(process_stop(&server), 0);
    client_close(&ada);
}
END_TEST

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    console_release(&console);
    process_release(&server);
}

int main(int argc, char **argv)
{
    TCase *tcase = tcase_create("opening");

    setenv("CK_FORK", "no", 1);
    if (argc > 1)
        setenv("BENCH_PLAYERS", argv[1], 1);
    if (argc > 2)
        setenv("BENCH_ROWS", argv[2], 1);
    tcase_set_timeout(tcase, 3600);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, opening);
    return test_run_case("bench/opening", tcase);
}
