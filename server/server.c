/*
 * Boot order, and the same backwards.
 */
#include "server/server.h"

#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "db/records.h"
#include "db/store.h"
#include "gen/gen.h"
#include "server/net/conn.h"
#include "server/net/listener.h"
#include "server/persist.h"
#include "server/session/screen_mode.h"
#include "server/stop.h"

enum {
    EXIT_BAD_CONFIG = 1,
    EXIT_DATABASE_REFUSED = 3,
    EXIT_DATABASE_IN_USE = 4,
    EXIT_CANNOT_LISTEN = 5,
    EXIT_INTERNAL = 70,
    DESCRIPTORS_SPARE = 64, /* for the database, the log, the loop and those being refused */
    CONNECTIONS_MAX_DEFAULT = 4096,
    WORLD_LEVELS = 512,
};

void server_touch_clock(struct server *server)
{
    uv_update_time(&server->loop);
    server->now_ms = uv_now(&server->loop);
}

/* One line of cause, one of cure. */
static void explain(const char *cause, const char *detail, const char *cure)
{
    fprintf(stderr, "undercroftd: %s%s%s\n", cause, detail[0] == '\0' ? "" : ": ", detail);
    fprintf(stderr, "undercroftd: %s\n", cure);
}

/* As many connections as descriptors allow, if the operator left it to us. */
static void settle_connections_max(struct server *server)
{
    struct rlimit limit = {0};
    int allowed = CONNECTIONS_MAX_DEFAULT;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        limit.rlim_cur < (rlim_t)allowed + DESCRIPTORS_SPARE)
        allowed = limit.rlim_cur > 2 * DESCRIPTORS_SPARE
                      ? (int)limit.rlim_cur - DESCRIPTORS_SPARE
                      : (int)DESCRIPTORS_SPARE;
    if (server->options.connections_max == 0)
        server->options.connections_max = allowed;
}

static enum err make_data_folder(struct server *server, int *out_exit_code)
{
    const char *path = server->options.data;

    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return ERR_OK;
    *out_exit_code = EXIT_DATABASE_REFUSED;
    explain("cannot make the data directory", path,
            "make it yourself, or name another with --data DIR");
    return ERR_DISK;
}

struct refusal_row {
    enum err error;
    int exit_code;
    const char *cure;
};

static const struct refusal_row refusal_table[] = {
    {ERR_IN_USE, EXIT_DATABASE_IN_USE,
     "stop the other server, or give this one its own directory with --data DIR"},
    {ERR_FOREIGN, EXIT_DATABASE_REFUSED,
     "restore a backup, or move the file away to begin a new world"},
    {ERR_CORRUPT, EXIT_DATABASE_REFUSED,
     "restore a backup, or move the file away to begin a new world"},
    {ERR_NEWER, EXIT_DATABASE_REFUSED, "run the newer server, or restore a backup of that time"},
    {ERR_READ_ONLY, EXIT_DATABASE_REFUSED, "make the directory and the file writable for me"},
    {ERR_NO_SPACE, EXIT_DATABASE_REFUSED, "free some space on that disk"},
};

static enum err open_store(struct server *server, struct store **out, bool *out_is_new,
                           int *out_exit_code)
{
    char path[PATH_MAX];
    struct store_status status;

    snprintf(path, sizeof path, "%s/undercroft.db", server->options.data);
    enum err error = store_open(path, out, &status);
    *out_is_new = status.is_new;
    if (error == ERR_OK)
        return ERR_OK;

    const char *cure = "see the log of the disk, and restore a backup if need be";
    *out_exit_code = EXIT_DATABASE_REFUSED;
    for (size_t i = 0; i < sizeof refusal_table / sizeof refusal_table[0]; i++) {
        if (refusal_table[i].error != error)
            continue;
        *out_exit_code = refusal_table[i].exit_code;
        cure = refusal_table[i].cure;
    }
    char cause[PATH_MAX + 64];
    snprintf(cause, sizeof cause, "the database %s is refused and left as it is", path);
    explain(cause, status.reason[0] == '\0' ? err_text(error) : status.reason, cure);
    return error;
}

/* The seed of an old world, or one for a new world. */
static enum err settle_seed(struct server *server, struct store *store, uint64_t *out_seed,
                            int *out_exit_code)
{
    const struct options *options = &server->options;
    enum err error = store_load_meta(store, META_SEED, out_seed);

    if (error == ERR_OK && options->has_seed && options->seed != *out_seed) {
        char detail[64];
        *out_exit_code = EXIT_BAD_CONFIG;
        snprintf(detail, sizeof detail, "its seed is %llu", (unsigned long long)*out_seed);
        explain("this world was made with another seed", detail,
                "leave --seed away, or name another directory with --data DIR");
        return ERR_EXISTS;
    }
    if (error != ERR_NOT_FOUND)
        return error;
    if (options->has_seed)
        *out_seed = options->seed;
    else
        randombytes_buf(out_seed, sizeof *out_seed);
    error = store_begin(store);
    if (error == ERR_OK)
        error = store_save_meta(store, META_SEED, *out_seed);
    if (error == ERR_OK)
        error = store_save_meta(store, META_CREATED_AT, (uint64_t)time(NULL));
    if (error == ERR_OK)
        return store_commit(store);
    store_rollback(store);
    return error;
}

static enum err open_world(struct server *server, struct store *store, int *out_exit_code)
{
    /* Bodies whose line is dead keep their place beside those connected. */
    uint32_t actors_max = (uint32_t)server->options.connections_max * 2;
    uint64_t seed = 0;
    uint64_t tick = 0;

    if (actors_max > WORLD_ACTORS_MAX)
        actors_max = WORLD_ACTORS_MAX;
    enum err error = settle_seed(server, store, &seed, out_exit_code);
    if (error == ERR_OK && store_load_meta(store, META_TICK, &tick) != ERR_OK)
        tick = 0;
    if (error == ERR_OK)
        error = world_new(seed, tick, (struct world_limits){actors_max, WORLD_LEVELS},
                          &server->world);
    if (error == ERR_OK)
        error = roster_init(&server->roster, actors_max);
    if (error == ERR_OK)
        error = dungeon_init(&server->dungeon, actors_max);
    if (error == ERR_OK)
        error = input_queue_init(&server->inputs);
    if (error == ERR_OK)
        error = screen_init(&server->canvas, SCREEN_WIDTH_MAX, SCREEN_HEIGHT_MAX);
    bytes_init(&server->frame, (size_t)2 * SCREEN_MODE_FRAME_BYTES);
    return error;
}

static enum err open_data(struct server *server, bool *out_is_new, int *out_exit_code)
{
    struct store *store = NULL;
    enum err error = make_data_folder(server, out_exit_code);

    if (error == ERR_OK)
        error = open_store(server, &store, out_is_new, out_exit_code);
    if (error != ERR_OK)
        return error;
    error = open_world(server, store, out_exit_code);
    if (error == ERR_OK)
        error = persist_start(server, store, &server->persist);
    if (error != ERR_OK && server->persist == NULL && store_close(store) != ERR_OK)
        fprintf(stderr, "undercroftd: the database did not close cleanly\n");
    return error;
}

/* What the operator wants to know before the first player comes. */
static void print_start(const struct server *server, bool is_new)
{
    const struct options *options = &server->options;

    printf("undercroftd %s  libuv %s  data: %s (%s)\n", UNDERCROFT_VERSION, uv_version_string(),
           options->data, is_new ? "new" : "found");
    printf("world: seed %llu, tick %llu\n", (unsigned long long)server->world->seed,
           (unsigned long long)server->world->tick);
    printf("players: at most %d at once\n", options->connections_max);
    if (options->password_operations < 2 || options->password_kib < 19456)
        printf("warn: passwords are hashed weakly (--password-cost %d:%d); leave the option away\n",
               options->password_operations, options->password_kib);
}

static enum err listen_all(struct server *server, int *out_exit_code)
{
    for (int i = 0; i < server->options.listen_count; i++) {
        char reason[256] = "";
        enum err error = listener_open(server, server->options.listen[i], reason, sizeof reason);
        if (error == ERR_OK)
            continue;
        *out_exit_code = error == ERR_FORMAT ? EXIT_BAD_CONFIG : EXIT_CANNOT_LISTEN;
        char cause[OPTION_TEXT_SIZE + 64];
        snprintf(cause, sizeof cause, "cannot listen on %s", server->options.listen[i]);
        explain(cause, reason, "choose another with --listen ADDR:PORT");
        return error;
    }
    return ERR_OK;
}

enum err server_open(struct server *server, const struct options *options, int *out_exit_code)
{
    bool is_new = false;

    *server = (struct server){.options = *options, .started_at = (int64_t)time(NULL)};
    server->log = (struct log){
        .format = options->has_log_format ? options->log_format : LOG_FORMAT_TEXT,
        .level_min = LOG_INFO,
        .descriptor = 2,
    };
    *out_exit_code = EXIT_INTERNAL;
    if (sodium_init() < 0 || uv_loop_init(&server->loop) != 0)
        return ERR_MEMORY;
    server_touch_clock(server);
    settle_connections_max(server);
    enum err error = stop_watch(server);
    if (error == ERR_OK)
        error = open_data(server, &is_new, out_exit_code);
    if (error == ERR_OK) {
        print_start(server, is_new);
        error = recorder_open(&server->recorder, server);
    }
    if (error == ERR_OK)
        error = tick_start(server);
    if (error == ERR_OK)
        error = listen_all(server, out_exit_code);
    if (error != ERR_OK)
        return error;
    listener_print_ready(server);
    return ERR_OK;
}

void server_run(struct server *server)
{
    uv_run(&server->loop, UV_RUN_DEFAULT);
}

static void close_data(struct server *server)
{
    if (server->persist == NULL)
        return;
    uint64_t ticket;
    if (persist_collect(server, &ticket) != ERR_OK)
        LOG(&server->log, LOG_ERROR, "save.no-memory", log_text("data", server->options.data));
    struct store *store = persist_stop(server->persist);
    if (store_close(store) != ERR_OK)
        LOG(&server->log, LOG_ERROR, "store.close-failed", log_text("data", server->options.data));
    server->persist = NULL;
}

void server_close(struct server *server)
{
    for (struct conn *conn = server->connections, *next; conn != NULL; conn = next) {
        next = conn->next;
        conn_close(conn, "stopped");
    }
    listener_close_all(server);
    if (server->tick.timer.data != NULL)
        tick_stop(server);
    stop_unwatch(server);
    /* Workers finish and handles close before what they point to goes. */
    uv_run(&server->loop, UV_RUN_DEFAULT);
    close_data(server);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    recorder_close(&server->recorder);
    input_queue_release(&server->inputs);
    dungeon_release(&server->dungeon);
    roster_release(&server->roster);
    screen_release(&server->canvas);
    bytes_release(&server->frame);
    world_free(server->world);
    if (uv_loop_close(&server->loop) != 0)
        LOG(&server->log, LOG_ERROR, "loop.not-closed", log_number("handles", 1));
}
