/*
 * A world with many wings of one level.
 */
#include "stored_world.h"

#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bytes.h"
#include "db/records.h"
#include "db/store.h"
#include "db/store_ledger.h"
#include "support/file.h"
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "world/population_codec.h"

enum { GENERATIONS = 2, DEPTH = 3, MORE_DEPTHS = 2 };

static const char depth_word[] = "3";
static struct client ada;
static struct client cara;
static struct client dora;
static struct client *const players[] = {&ada, &cara, &dora, NULL};

/* The n-th member of a list of the level's population as a cell; NULL: there are not so many. */
static void read_cell(struct console *console, const char *list, size_t n,
                      char out[STAGING_CELL_SIZE])
{
    int x = 0;
    int y = 0;

    console_expect(console, WORDS("--json", "population", depth_word), 0, list);
    json_t *answer = json_loads(console->out, 0, NULL);
    json_t *member = json_array_get(json_object_get(answer, list), n);
    ck_assert_msg(json_unpack(member, "{s:i, s:i}", "x", &x, "y", &y) == 0, "no %s %zu: %s", list,
                  n, console->out);
    json_decref(answer);
    snprintf(out, STAGING_CELL_SIZE, "%d,%d", x, y);
}

/* Reads the cell of Ada's grave and the number of things in it. */
static void read_grave(struct stored_world *stored, struct console *console)
{
    console_expect(console, WORDS("--json", "population", depth_word), 0, "graves");
    json_t *answer = json_loads(console->out, 0, NULL);
    json_t *graves = json_object_get(answer, "graves");
    const char *name = "";
    int gold = 0;
    int x = 0;
    int y = 0;

    ck_assert_msg(json_unpack(json_array_get(graves, 0), "{s:s, s:i, s:i, s:i, s:i}", "name", &name,
                              "x", &x, "y", &y, "things", &stored->things, "gold", &gold) == 0 &&
                      json_array_size(graves) == 1 && strcmp(name, "Ada") == 0 &&
                      gold == STORED_GOLD && stored->things > 1,
                  "%s", console->out);
    json_decref(answer);
    snprintf(stored->grave, STAGING_CELL_SIZE, "%d,%d", x, y);
}

static void play(struct stored_world *stored, struct console *console)
{
    char niche[STAGING_CELL_SIZE];

    client_enter(&ada, CLIENT_LINE, stored->server.port, "ada");
    client_enter(&cara, CLIENT_LINE, stored->server.port, "cara");
    client_enter(&dora, CLIENT_LINE, stored->server.port, "dora");
    console_expect(console, WORDS("role", "cara", "admin"), 0, "admin");
    staging_put(console, "ada", "1", "gold", "777");
    staging_put(console, "ada", "1", "helm", "1");
    expect_answer(&ada, "get helm", "You pick up a helm");
    expect_answer(&ada, "get gold", "777");
    staging_let_die(console, &ada, "ada");
    console_expect(console, WORDS("level", "regen", depth_word, "now"), 0, "Done.");
    read_cell(console, "niches", 0, stored->niche);
    memcpy(stored->thing, stored->niche, STAGING_CELL_SIZE);
    console_expect(console, WORDS("spawn", "dart", depth_word, stored->thing, "5"), 0, "Placed");
    read_cell(console, "niches", 1, niche);
    staging_put_foe_beside(console, depth_word, niche, "grey-mould", stored->foe);
    read_cell(console, "niches", 2, stored->free);
    read_grave(stored, console);
    staging_expect_ledger_right(console);
}

static void copy_generation(struct store *store, struct level_key from, struct level_key to)
{
    struct level_blob row;
    struct bytes data;

    bytes_init(&data, LEVEL_BLOB_MAX);
    ck_assert_int_eq(store_load_level(store, from, &row, &data), ERR_OK);
    row.key = to;
    ck_assert_int_eq(store_save_level(store, &row, data.data, data.length), ERR_OK);
    bytes_release(&data);
    bytes_init(&data, POPULATION_BLOB_MAX);
    ck_assert_int_eq(store_load_population(store, from, &data), ERR_OK);
    ck_assert_int_eq(store_save_population(store, to, data.data, data.length), ERR_OK);
    bytes_release(&data);
}

static void copy_level(struct store *store, uint16_t wing, uint16_t depth)
{
    struct level_head head;

    ck_assert_int_eq(store_load_head(store, 0, DEPTH, &head), ERR_OK);
    ck_assert(head.has_kept && head.current == 1 && head.kept == 0);
    head.wing = wing;
    head.depth = depth;
    ck_assert_int_eq(store_save_head(store, &head), ERR_OK);
    for (uint32_t generation = 0; generation < GENERATIONS; generation++)
        copy_generation(store, (struct level_key){0, DEPTH, generation},
                        (struct level_key){wing, depth, generation});
}

/* The ledger takes the copies for made. */
static void lay(const struct stored_world *stored)
{
    const struct ruling hold = {.kind = RULING_HOLD,
                                .subject = "Gyda",
                                .at = 1,
                                .who = "server",
                                .detail = RULING_NO_DETAIL};
    char database[PROCESS_PATH_SIZE];
    struct store_status status;
    struct store *store;

    process_path(&stored->server, "data/undercroft.db", database);
    ck_assert_msg(store_open(database, &store, &status) == ERR_OK, "%s", status.reason);
    ck_assert_int_eq(store_begin(store), ERR_OK);
    for (uint16_t wing = 1; wing <= STORED_WINGS; wing++)
        copy_level(store, wing, DEPTH);
    for (uint16_t more = 1; more <= MORE_DEPTHS; more++)
        copy_level(store, 0, (uint16_t)(DEPTH + more));
    ck_assert_int_eq(store_right_ledger(store), ERR_OK);
    ck_assert_int_eq(store_save_ruling(store, &hold), ERR_OK);
    ck_assert_int_eq(store_commit(store), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
}

void stored_world_init(struct stored_world *stored, const char *ctl)
{
    static struct console console;

    *stored = (struct stored_world){.things = 0};
    process_init(&stored->server);
    console_init(&console, ctl, &stored->server);
    process_start(&stored->server, staging_flags);
    play(stored, &console);
    players_stop(players, &stored->server);
    console_release(&console);
    lay(stored);
}

void stored_world_release(struct stored_world *stored)
{
    players_release(players, &stored->server);
}

void stored_world_start(const struct stored_world *stored, struct process *server)
{
    char from[PROCESS_PATH_SIZE];
    char to[PROCESS_PATH_SIZE];

    process_path(server, "data", to);
    ck_assert_int_eq(mkdir(to, 0700), 0);
    process_path(&stored->server, "data/undercroft.db", from);
    process_path(server, "data/undercroft.db", to);
    file_copy(from, to);
    process_start(server, staging_flags);
}
