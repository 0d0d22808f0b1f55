/*
 * Boot order, and the same backwards.
 */
#include "server/server.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "db/records.h"
#include "db/store.h"
#include "db/store_ledger.h"
#include "narrate/reserved_words.h"
#include "server/admin/admin_level.h"
#include "server/admin/admin_lines.h"
#include "server/admin/admin_set.h"
#include "server/admin/admin_table.h"
#include "server/admin/backup_hook.h"
#include "server/admin/control.h"
#include "server/admin/doctor.h"
#include "server/admin/metrics_http.h"
#include "server/admin/tls_files.h"
#include "server/base/log.h"
#include "server/base/process.h"
#include "server/base/threads.h"
#include "server/game/game_save.h"
#include "server/game/host_pieces.h"
#include "server/net/conn.h"
#include "server/net/listener.h"
#include "server/net/web/files.h"
#include "server/save/persist.h"
#include "server/save/persist_open.h"
#include "server/session/auth/login.h"
#include "server/session/auth/resume.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/who.h"
#include "server/session/deliver.h"
#include "server/session/present/screen_mode.h"
#include "server/session/sessions.h"
#include "server/session/trace.h"
#include "server/session/watch/viewers.h"
#include "travel/path.h"

enum {
    ADDRESS_WINDOW_MS = 10 * 1000, /* window of new-per-address */
    NEW_PLAYERS_WINDOW_MS = 60 * 60 * 1000,
    HASHING_PATIENCE_MS = 500, /* longest wait at the end for a password that is being hashed */
    POLL_MS = 1,
    STOP_ROUNDS = 8,
    NS_PER_MS = 1000000,
};

/* Reserves every word of the game, of players' commands and of operators', so that no player can
   have it as a name. */
static enum err reserve_names(struct game *game)
{
    enum err error = reserved_words_add(&game->reserved, &game->setpieces);

    if (error == ERR_OK && (error = login_words_reserve(&game->reserved)) == ERR_OK)
        error = admin_table_reserve(&game->reserved);
    reserved_names_seal(&game->reserved);
    return error;
}

static enum err open_world(struct server *server, const struct opened_store *opened)
{
    /* Bodies whose line is dead keep their place beside those connected. */
    uint32_t delvers_max = (uint32_t)base_connections_max(&server->base) * 2;

    if (delvers_max > WORLD_DELVERS_MAX)
        delvers_max = WORLD_DELVERS_MAX;
    /* However they spread, there is a level for each of them beside the empty ones that are kept:
       the size of a wing alone decides how many come to one. Foes and things have their room
       with any share of them at birth: in a peaceful dungeon too things are dropped and the dead
       leave graves, and the foes and things of an older run are on disk. */
    const struct options *options = &server->base.options;
    const struct world_limits limits = {
        .delvers_max = delvers_max,
        .levels_max = delvers_max + DUNGEON_EMPTY_LEVELS_MAX,
        .foes_max = WORLD_FOES_MAX,
        .items_max = WORLD_ITEMS_MAX,
        .beat_ticks =
            (uint32_t)(options->beat_ms / options->tick_ms > 1 ? options->beat_ms / options->tick_ms
                                                               : 1),
        .population_percent = (uint32_t)options->population_percent,
        .price_percent = (uint32_t)options->price_percent,
    };
    _Static_assert(WORLD_DELVERS_MAX + DUNGEON_EMPTY_LEVELS_MAX <= WORLD_LEVELS_MAX,
                   "the largest world has room for them");
    enum err error;

    if ((error = world_new(opened->seed, opened->tick, limits, &server->game.world)) != ERR_OK ||
        (error = roster_init(&server->roster, delvers_max)) != ERR_OK ||
        (error = outbox_init(&server->outbox, delvers_max)) != ERR_OK ||
        (error = viewers_init(&server->sessions, delvers_max)) != ERR_OK ||
        (error = resumes_init(&server->sessions)) != ERR_OK ||
        (error = level_transfer_init(&server->transfers, delvers_max)) != ERR_OK ||
        (error = input_queue_init(&server->game.inputs)) != ERR_OK ||
        (error = path_scratch_new(&server->game.path_scratch)) != ERR_OK ||
        (error = reserve_names(&server->game)) != ERR_OK)
        return error;
    server->game.world->themes = server->game.setpieces.themes;
    return drawers_start(&server->sessions.drawers, server->base.options.threads);
}

static enum err add_ruling(const struct ruling *ruling, void *argument)
{
    struct server *server = argument;
    enum err error = moderation_put(&server->game.moderation, ruling);

    if (error == ERR_MEMORY)
        return error;
    if (error != ERR_OK) {
        printf("warn: the ruling about %s is passed over: %s\n", ruling->subject, err_text(error));
        server->game.moderation.lost++;
    }
    return ERR_OK;
}

/* Loads the rulings. Damaged ones are counted, and operators told of them
   (server/admin/doctor.h). */
static enum err load_rulings(struct server *server, struct store *store)
{
    struct moderation *moderation = &server->game.moderation;
    uint64_t bad = 0;

    moderation->now_ms = &server->base.now_ms;
    enum err error = store_each_ruling(store, add_ruling, server, &bad);
    moderation->lost += bad;
    return error;
}

static enum err add_version(const struct level_head *head, void *argument)
{
    struct game *game = argument;
    enum err error = level_versions_add(&game->level_versions, head);

    if (error == ERR_OK && head->is_locked)
        level_lock_enter(game, head->depth, true);
    return error;
}

/* Loads the heads of levels. A bad row is skipped: the examination of the database reports it. */
static enum err load_versions(struct game *game, struct store *store)
{
    uint64_t bad = 0;
    enum err error = level_versions_init(&game->level_versions, game->world->seed);

    return error == ERR_OK ? store_each_head(store, add_version, game, &bad) : error;
}

/* Passes the answers of the database thread to the rooms that asked. Logins come first: a login
   whose account was read before the removal of that account must still find the removal in
   progress. */
static void receive_answers(struct server *server)
{
    persist_receive(server->persist);
    jobs_answer(&server->sessions.answers, &server->sessions);
    jobs_answer(&server->game.answers, &server->game);
    /* Players are told the effects of an operator's word before the word is answered. */
    (void)sessions_deliver(&server->sessions);
    jobs_answer(&server->admin.answers, &server->admin);
    save_watch_update(&server->game);
    (void)sessions_deliver(&server->sessions);
    admin_take_level_outcomes(&server->admin);
}

static void on_answers(uv_async_t *handle)
{
    struct server *server = handle->loop->data;

    base_touch_clock(&server->base);
    receive_answers(server);
}

/* Loads the ledger of things, which continues from its saved counts. */
static enum err load_ledger(struct world *world, struct store *store)
{
    struct ledger_kept kept;
    enum err error = store_load_ledger(store, &kept);

    if (error == ERR_OK)
        ledger_begin(&world->ledger, &kept);
    world->ledger_given = ledger_keep(&world->ledger);
    return error;
}

/* Reads the set pieces before the world is opened, so that a folder that cannot be used leaves the
   world unchanged. */
static enum err read_places(struct server *server, int *out_exit_code)
{
    char cause[HOST_PIECES_CAUSE_SIZE];
    enum err error = host_pieces_read(server->base.options.places, &server->game.setpieces, cause);

    if (error != ERR_FORMAT)
        return error;
    process_explain(cause, "", "mend it, or start without --places DIR");
    *out_exit_code = EXIT_BAD_CONFIG;
    return error;
}

static enum err open_data(struct server *server, bool *out_is_new, int *out_exit_code)
{
    struct opened_store opened;
    enum err error = read_places(server, out_exit_code);

    if (error == ERR_OK)
        error = persist_open(&server->base.options, &opened, out_exit_code);
    if (error != ERR_OK)
        return error;
    *out_is_new = opened.is_new;
    if ((error = load_rulings(server, opened.store)) == ERR_OK &&
        (error = open_world(server, &opened)) == ERR_OK &&
        (error = load_versions(&server->game, opened.store)) == ERR_OK &&
        (error = load_ledger(server->game.world, opened.store)) == ERR_OK)
        error = persist_start(&server->base, opened.store, server->game.world, on_answers,
                              &server->persist);
    server_link(server);
    server->sessions.on_name_found = commands_on_name_found;
    if (error != ERR_OK && server->persist == NULL && store_close(opened.store) != ERR_OK)
        fprintf(stderr, "undercroftd: the database did not close cleanly\n");
    return error;
}

/* Prints the findings that can be known before anything has run, a line each with its cure. */
static void print_findings(const struct admin *admin)
{
    struct doctor_finding findings[DOCTOR_FINDINGS_MAX];
    struct doctor_facts facts;

    doctor_gather(admin, true, &facts);
    size_t count = doctor_judge(&facts, findings);
    for (size_t i = 0; i < count; i++)
        printf("%s: %s; fix: %s\n", findings[i].severity == DOCTOR_NOTE ? "note" : "warn",
               findings[i].text, findings[i].cure);
}

/* Prints the facts that an operator wants to know before the first player comes. */
static void print_start(const struct server *server, bool is_new)
{
    printf("world: seed %llu, tick %llu (%s)\n", (unsigned long long)server->game.world->seed,
           (unsigned long long)server->game.world->tick, is_new ? "new" : "found");
    printf("players: at most %d at once\n", base_connections_max(&server->base));
    if (server->base.options.places[0] != '\0')
        printf("set pieces: %zu, with those of %s; themes: %zu\n", server->game.setpieces.count,
               server->base.options.places,
               server->game.setpieces.themes != NULL ? server->game.setpieces.themes->count : 0);
    options_print_strangers(&server->base.options, stdout);
    print_findings(&server->admin);
}

/* Prints how to connect: "telnet 127.0.0.1 4000" for "127.0.0.1:4000"; for an address that stands
   for all, with this machine's. */
static void print_call(const char *name)
{
    const char *colon = strrchr(name, ':');
    char host[64];

    if (colon == NULL || (size_t)(colon - name) >= sizeof host)
        return;
    bool is_bracketed = name[0] == '[';
    snprintf(host, sizeof host, "%.*s", (int)(colon - name) - 2 * is_bracketed,
             name + is_bracketed);
    if (strcmp(host, "0.0.0.0") == 0)
        snprintf(host, sizeof host, "127.0.0.1");
    else if (strcmp(host, "::") == 0)
        snprintf(host, sizeof host, "::1");
    printf("connect: telnet %s %s\n", host, colon + 1);
}

/* Prints the first steps for a person at a terminal. */
static void print_first_steps(const struct server *server)
{
    if (!isatty(STDOUT_FILENO) || server->net.listeners == NULL)
        return;
    printf("administrator: make a player, then type: undercroftctl --data %s role NAME admin\n",
           server->base.options.data);
    print_call(server->net.listeners->name);
}

static enum err listen_on(struct net *net, enum entrance entrance, const char *address,
                          int *out_exit_code)
{
    char reason[256] = "";
    char cause[OPTION_TEXT_SIZE + 64];
    char cure[64];
    enum err error = listener_open(net, entrance, address, reason, sizeof reason);

    if (error == ERR_OK)
        return ERR_OK;
    *out_exit_code = error == ERR_FORMAT ? EXIT_BAD_CONFIG : EXIT_CANNOT_LISTEN;
    snprintf(cause, sizeof cause, "cannot listen on %s", address);
    snprintf(cure, sizeof cure, "choose another with --%s ADDR:PORT",
             entrance_table[entrance].option);
    process_explain(cause, reason, cure);
    return error;
}

static enum err listen_all(struct net *net, int *out_exit_code)
{
    const struct options *options = &net->base->options;

    for (enum entrance entrance = 0; entrance < ENTRANCE_COUNT; entrance++) {
        const struct option_addresses *addresses = &options->listen[entrance];
        for (int i = 0; i < addresses->count; i++) {
            enum err error = listen_on(net, entrance, addresses->items[i], out_exit_code);
            if (error != ERR_OK)
                return error;
        }
    }
    return ERR_OK;
}

void server_take_input(struct server *server)
{
    do
        sessions_take_input(&server->sessions);
    while (admin_take_lines(&server->admin));
    stop_if_wanted(&server->stop);
}

/* Takes the input that was read, before the next tick. */
static void on_polled(uv_check_t *check)
{
    struct server *server = check->data;

    base_touch_clock(&server->base);
    server_take_input(server);
}

static enum err open_loop(struct server *server)
{
    if (sodium_init() < 0 || log_limit_new(&server->base.log.limit) != ERR_OK)
        return ERR_MEMORY;
    if (uv_loop_init(&server->base.loop) != 0)
        return ERR_NO_RESOURCE;
    server->base.loop.data = server;
    uv_check_init(&server->base.loop, &server->after_poll);
    server->after_poll.data = server;
    uv_check_start(&server->after_poll, on_polled);
    uv_unref((uv_handle_t *)&server->after_poll);
    base_touch_clock(&server->base);
    server->base.opened_at_ms = server->base.now_ms;
    return ERR_OK;
}

/* Makes the tables of everything that is counted by network. */
static enum err open_networks(struct server *server)
{
    uint32_t holders = (uint32_t)base_connections_max(&server->base);
    const struct {
        struct network_table *table;
        uint32_t holders, recent;
        uint64_t window_ms;
    } rows[] = {
        {&server->net.networks, holders, NETWORK_RECENT, ADDRESS_WINDOW_MS},
        {&server->net.web_networks, holders, NETWORK_RECENT, ADDRESS_WINDOW_MS},
        {&server->sessions.new_players, 0, NETWORK_RECENT, NEW_PLAYERS_WINDOW_MS},
        {&server->sessions.guests, 0, NETWORK_RECENT, NEW_PLAYERS_WINDOW_MS},
        {&server->logins.networks, holders, 0, ADDRESS_WINDOW_MS},
        {&server->passwords.networks, holders, NETWORK_RECENT, PASSWORD_TURN_MS},
    };
    enum err error = ERR_OK;

    throttle_init(&server->sessions.throttle);
    for (size_t i = 0; error == ERR_OK && i < sizeof rows / sizeof rows[0]; i++)
        error =
            network_table_init(rows[i].table, rows[i].holders, rows[i].recent, rows[i].window_ms);
    return error;
}

/* Opens the page, if an entrance serves it. */
static enum err open_page(struct net *net)
{
    const struct options *options = &net->base->options;

    if (options->listen[ENTRANCE_WEB].count == 0 && options->listen[ENTRANCE_WEB_TLS].count == 0)
        return ERR_OK;
    return web_files_open(&net->files);
}

/* Opens the parts of the server. *out_exit_code is another than EXIT_INTERNAL if a failure was
   explained. */
static enum err open_parts(struct server *server, int *out_exit_code)
{
    const struct options *options = &server->base.options;
    const struct store_driver *driver = store_driver_default();
    bool is_new = false;

    file_limit_settle(&server->base.options);
    server->base.connections_room = file_limit_room(file_limit_now());
    server->base.connections_room = base_connections_max(&server->base);
    printf("undercroftd %s  libuv %s  %s %s  settings: %s  data: %s\n", UNDERCROFT_VERSION,
           uv_version_string(), driver->name, driver->version(),
           options->file[0] == '\0' ? "no file" : options->file, options->data);
    enum err error;
    if ((error = open_networks(server)) != ERR_OK ||
        (error = tls_files_open(&server->admin)) != ERR_OK ||
        (error = host_texts_read(options, &server->base.host_texts)) != ERR_OK) {
        if (error == ERR_FORMAT)
            *out_exit_code = EXIT_BAD_CONFIG;
        return error;
    }
    if ((error = open_page(&server->net)) != ERR_OK ||
        (error = stop_watch(&server->stop)) != ERR_OK ||
        (error = live_options_watch(&server->admin)) != ERR_OK ||
        (error = open_data(server, &is_new, out_exit_code)) != ERR_OK)
        return error;
    backup_start(&server->admin);
    print_start(server, is_new);
    control_open(&server->admin);
    error = recorder_open(&server->recorder, &server->game);
    if (error == ERR_DISK)
        *out_exit_code = EXIT_BAD_CONFIG;
    if (error == ERR_OK)
        error = turn_start(&server->turn);
    if (error == ERR_OK && metrics_http_open(&server->admin) != ERR_OK) {
        *out_exit_code = EXIT_CANNOT_LISTEN;
        return ERR_IN_USE;
    }
    return error == ERR_OK ? listen_all(&server->net, out_exit_code) : error;
}

/* Checks the limits of the process: with hardly any files left libuv would abort, and with a few
   more the database would seem broken. */
static enum err check_limits(const struct options *options, int *out_exit_code)
{
    char cause[128];
    enum exit_code exit_code;
    int needed = FILE_LIMIT_NEEDED;

    if (!inherited_limits_suffice(&exit_code)) {
        *out_exit_code = (int)exit_code;
        return ERR_NO_RESOURCE;
    }
    for (enum entrance entrance = 0; entrance < ENTRANCE_COUNT; entrance++)
        needed += options->listen[entrance].count;
    int left = file_limit_free(needed);

    if (left >= needed)
        return ERR_OK;
    snprintf(cause, sizeof cause, "no more than %d can be opened, and %d are needed", left, needed);
    process_explain("the limit on open files is too low", cause,
                    "ulimit -n 65536 before the start, or LimitNOFILE=65536 in the unit");
    return ERR_NO_RESOURCE;
}

/* Starts the workers, before a failure could harm anybody. */
static enum err start_workers(uv_loop_t *loop, uv_work_t *first_job)
{
    enum err error = workers_start(loop, first_job);

    if (error != ERR_OK)
        process_explain(
            "the workers cannot be started", err_text(error),
            "raise the limits on memory and processes (ulimit -v and -u, or TasksMax= and "
            "MemoryMax= in the unit)");
    return error;
}

enum err server_open(struct server *server, const struct options *options,
                     struct output *log_output, int *out_exit_code)
{
    bool logs_text = options->log_format == OPTION_LOG_BY_TERMINAL
                         ? isatty(STDERR_FILENO)
                         : options->log_format == OPTION_LOG_TEXT;

    /* A struct of this size is filled where it lies: a literal would be on the stack first. */
    memset(server, 0, sizeof *server);
    heap_begin(&server->base.heap);
    server_link(server);
    /* Or the first local time that is told would read a file. */
    tzset();
    server->base.options = *options;
    server->base.started_at = (int64_t)time(NULL);
    server->base.log = (struct log){
        .format = logs_text ? LOG_FORMAT_TEXT : LOG_FORMAT_JSON,
        .level_min = LOG_INFO,
        .descriptor = 2,
        .output = log_output,
    };
    *out_exit_code = EXIT_INTERNAL;
    if (check_limits(options, out_exit_code) != ERR_OK)
        return ERR_NO_RESOURCE;
    enum err error = open_loop(server);
    if (error == ERR_OK && start_workers(&server->base.loop, &server->first_job) != ERR_OK)
        return ERR_NO_RESOURCE;
    if (error == ERR_OK)
        error = open_parts(server, out_exit_code);
    if (error == ERR_OK)
        print_first_steps(server);
    if (error == ERR_OK)
        listener_print_ready(&server->net);
    else if (*out_exit_code == EXIT_INTERNAL)
        process_explain(
            "the server cannot start", err_text(error),
            "free some memory, or raise the limits on open files and processes (ulimit -a)");
    return error;
}

void server_run(struct server *server)
{
    uv_run(&server->base.loop, UV_RUN_DEFAULT);
}

/* How a run has ended. */
enum world_end {
    WORLD_NOT_OPENED,
    WORLD_SAVED,
    WORLD_NOT_CLOSED, /* the world is saved, but part of it only in the log beside the database */
    WORLD_NOT_SAVED,
};

static enum world_end close_data(struct server *server)
{
    uint64_t ticket = 0;

    if (server->persist == NULL)
        return WORLD_NOT_OPENED;
    bool is_saved = game_save(&server->game, &ticket) == ERR_OK;
    if (!is_saved)
        LOG(&server->base.log, LOG_ERROR, "save.no-memory",
            log_text("data", server->base.options.data));
    persist_stop(server->persist);
    receive_answers(server);
    /* The last answers ask for more, a line in the audit say. It may go on for ever. */
    for (int round = 0; round < STOP_ROUNDS && persist_work_off(server->persist); round++)
        receive_answers(server);
    is_saved = is_saved && persist_is_saved(server->persist, ticket);
    struct store *store = persist_free(server->persist);
    bool is_closed = store_close(store) == ERR_OK;
    if (!is_closed)
        LOG(&server->base.log, LOG_ERROR, "store.close-failed",
            log_text("data", server->base.options.data));
    server->persist = NULL;
    server_link(server);
    if (!is_saved)
        return WORLD_NOT_SAVED;
    return is_closed ? WORLD_SAVED : WORLD_NOT_CLOSED;
}

static void tell_loss(struct server *server)
{
    const struct save_watch *watch = &server->save_watch;
    char outcome[SAVE_WATCH_TEXT_SIZE];

    snprintf(outcome, sizeof outcome, "stopped; what changed since %s is lost",
             watch->is_failing ? watch->since : "the last save");
    LOG(&server->base.log, LOG_ERROR, "stop.not-saved", log_text("outcome", outcome));
}

/* Logs and returns how the run has ended: the last line of a log says whether anything was lost,
   and so does the exit code. */
static void tell_end(struct server *server, enum world_end end, int *exit_code)
{
    static const char *const outcomes[] = {
        [WORLD_SAVED] = "saved and stopped",
        [WORLD_NOT_CLOSED] = "saved and stopped; undercroft.db-wal belongs to the database",
    };

    log_tell_suppressed(&server->base.log);
    if (end == WORLD_SAVED || end == WORLD_NOT_CLOSED)
        LOG(&server->base.log, LOG_INFO, "stop.done", log_text("outcome", outcomes[end]));
    if (end != WORLD_NOT_SAVED)
        return;
    tell_loss(server);
    if (*exit_code == EXIT_SUCCESS)
        *exit_code = EXIT_DATABASE_REFUSED;
}

/* Ends the loop: workers finish and handles close before the memory that they use is freed. False:
   a worker is still hashing a password. */
static bool finish_loop(struct server *server)
{
    uint64_t began_ns = uv_hrtime();

    while (uv_run(&server->base.loop, UV_RUN_NOWAIT) != 0) {
        if (server->passwords.running > 0 &&
            uv_hrtime() - began_ns >= (uint64_t)HASHING_PATIENCE_MS * NS_PER_MS)
            return false;
        uv_sleep(POLL_MS);
    }
    return true;
}

static void release_networks(struct server *server)
{
    network_table_release(&server->net.networks);
    network_table_release(&server->net.web_networks);
    web_files_free(server->net.files);
    network_table_release(&server->sessions.new_players);
    network_table_release(&server->sessions.guests);
    network_table_release(&server->logins.networks);
    network_table_release(&server->passwords.networks);
}

bool server_close(struct server *server, int *exit_code)
{
    if (server->base.loop.data == NULL) {
        log_limit_free(server->base.log.limit);
        return true;
    }
    net_close_all(&server->net, "stopped");
    server_take_input(server);
    if (server->after_poll.data != NULL)
        uv_close((uv_handle_t *)&server->after_poll, NULL);
    listener_close_all(&server->net);
    control_close(&server->admin);
    metrics_http_close(&server->admin);
    backup_hook_close(&server->admin);
    if (server->turn.timer.data != NULL)
        turn_stop(&server->turn);
    stop_unwatch(&server->stop);
    live_options_unwatch(&server->admin);
    password_stop(&server->sessions);
    if (!finish_loop(server)) {
        LOG(&server->base.log, LOG_WARNING, "stop.unfinished",
            log_number("hashing", server->passwords.running));
        enum world_end end = close_data(server);
        recorder_close(&server->recorder);
        tell_end(server, end, exit_code);
        return false;
    }
    admin_release(&server->admin);
    enum world_end end = close_data(server);
    uv_run(&server->base.loop, UV_RUN_DEFAULT);
    tls_files_close(&server->admin);
    recorder_close(&server->recorder);
    input_queue_release(&server->game.inputs);
    level_transfer_release(&server->transfers);
    level_regens_release(&server->game);
    level_versions_release(&server->game.level_versions);
    setpieces_release(&server->game.setpieces);
    reserved_names_release(&server->game.reserved);
    moderation_release(&server->game.moderation);
    roster_release(&server->roster);
    outbox_release(&server->outbox);
    traces_release(&server->sessions);
    viewers_release(&server->sessions);
    public_lists_release(&server->sessions.lists);
    resumes_release(&server->sessions);
    path_scratch_free(server->game.path_scratch);
    ansi_book_release(&server->sessions.book);
    drawers_stop(&server->sessions.drawers);
    world_free(server->game.world);
    if (uv_loop_close(&server->base.loop) != 0)
        LOG(&server->base.log, LOG_ERROR, "loop.not-closed", log_number("handles", 1));
    release_networks(server);
    tell_end(server, end, exit_code);
    log_limit_free(server->base.log.limit);
    return true;
}
