/*
 * Words about the server as a whole.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "server/admin/backup.h"
#include "server/base/options.h"
#include "server/game/roster.h"
#include "server/game/shutdown.h"
#include "server/net/listener.h"
#include "server/save/persist.h"

enum { LISTENERS_SIZE = ENTRANCE_COUNT * OPTION_LISTEN_MAX * 80, ADDRESS_ROOM = 80 };

void admin_run_ping(struct admin *admin, struct admin_request *request)
{
    admin_wait_for_tick(admin, request);
}

void admin_finish_ping(struct admin *admin, struct admin_request *request)
{
    admin_answer(request, json_pack("{s:s, s:I}", "message", "pong", "tick",
                                    (json_int_t)admin->game->world->tick));
}

/* As in the ready line. */
static json_t *listeners_of(const struct admin *admin)
{
    char text[LISTENERS_SIZE] = "";
    size_t length = 0;

    for (const struct listener *listener = admin->net->listeners;
         listener != NULL && length < sizeof text - ADDRESS_ROOM; listener = listener->next) {
        const struct entrance_row *entrance = &entrance_table[listener->entrance];
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s%s%s",
                                   length == 0 ? "" : ", ", entrance->before, listener->name,
                                   entrance->after);
    }
    return admin_string(length == 0 ? "nowhere" : text);
}

/* A time that may not have come yet. */
static json_t *time_or_null(int64_t at)
{
    return at == 0 ? json_null() : json_integer(at);
}

/* A number for programs; people are told what it means. */
static json_t *describe_late(const struct admin *admin, enum admin_format format)
{
    uint64_t late = metrics_value(&admin->base->metrics, METRIC_TICKS_LATE, METRIC_ALONE);
    char text[128];

    if (format != ADMIN_TEXT)
        return json_integer((json_int_t)late);
    snprintf(text, sizeof text, "%llu (since the start; players feel each as lag)",
             (unsigned long long)late);
    return json_string(text);
}

static void add_play(const struct admin *admin, enum admin_format format, json_t *answer)
{
    char seed[24]; /* as text: programs often cut numbers of 64 bits */

    json_object_set_new(answer, "players", json_integer(admin->game->roster->playing));
    json_object_set_new(answer, "connections", json_integer(admin->net->connection_count));
    json_object_set_new(answer, "connections_max", json_integer(base_connections_max(admin->base)));
    json_object_set_new(answer, "levels_loaded", json_integer(admin->game->world->level_count));
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)admin->game->world->seed);
    json_object_set_new(answer, "seed", json_string(seed));
    json_object_set_new(answer, "tick", json_integer((json_int_t)admin->game->world->tick));
    json_object_set_new(answer, "tick_length_ms", json_integer(admin->base->options.tick_ms));
    json_object_set_new(answer, "late_ticks", describe_late(admin, format));
}

/* Only while one is announced. */
static void add_shutdown(const struct admin *admin, json_t *answer)
{
    char text[SHUTDOWN_TEXT_SIZE];

    shutdown_describe(admin->game, text);
    if (text[0] != '\0')
        json_object_set_new(answer, "announced", admin_string(text));
}

/* "being proven: 52000 rows so far", or "proven: 52000 rows, 1 damaged"; and what is broken. */
static json_t *describe_proof(const struct proof_health *proof)
{
    char text[DISK_HEALTH_TEXT_SIZE + 80];
    unsigned long long rows = proof->rows;
    int length = proof->is_over
                     ? snprintf(text, sizeof text, "proven: %llu rows", rows)
                     : snprintf(text, sizeof text, "being proven: %llu rows so far", rows);

    if (proof->bad_rows > 0)
        length += snprintf(text + length, sizeof text - (size_t)length, ", %llu damaged",
                           (unsigned long long)proof->bad_rows);
    if (proof->is_broken)
        snprintf(text + length, sizeof text - (size_t)length, "; %s", proof->finding);
    return admin_string(text);
}

static void add_disk(const struct admin *admin, json_t *answer)
{
    uint64_t since_ms = persist_unsaved_since_ms(admin->persist);
    struct disk_health health = persist_health(admin->persist);
    const char *disk = health.error != ERR_OK ? err_text(health.error)
                       : health.is_tight      ? "short of space"
                                              : "ok";

    json_object_set_new(answer, "data", admin_string(admin->base->options.data));
    json_object_set_new(answer, "disk", json_string(disk));
    json_object_set_new(answer, "rows", describe_proof(&health.proof));
    json_object_set_new(
        answer, "save_lag_ms",
        json_integer(since_ms == 0 ? 0 : (json_int_t)(admin->base->now_ms - since_ms)));
    json_object_set_new(answer, "last_save_at", time_or_null(admin->saved_at));
}

static void add_backups(const struct admin *admin, json_t *answer)
{
    const struct backups *backups = admin->backups;
    const char *state = backups->is_running                        ? "being written"
                        : backups->failure[0] != '\0'              ? backups->failure
                        : admin->base->options.backup_minutes == 0 ? "off; on request only"
                                                                   : "ok";
    int64_t now = (int64_t)time(NULL);

    json_object_set_new(answer, "backups", admin_string(state));
    json_object_set_new(answer, "last_backup_at", time_or_null(backups->newest_at));
    json_object_set_new(answer, "backup_age_seconds",
                        backups->newest_at == 0 || backups->newest_at > now
                            ? json_null()
                            : json_integer(now - backups->newest_at));
}

void admin_run_status(struct admin *admin, struct admin_request *request)
{
    int64_t up = (int64_t)(admin->base->now_ms - admin->base->opened_at_ms) / 1000;
    json_t *answer = json_pack(
        "{s:s, s:I, s:I, s:I}", "version", UNDERCROFT_VERSION, "pid", (json_int_t)getpid(),
        "started_at", (json_int_t)admin->base->started_at, "uptime_seconds", (json_int_t)up);

    if (answer != NULL) {
        add_shutdown(admin, answer);
        json_object_set_new(answer, "listening", listeners_of(admin));
        add_play(admin, request->caller.format, answer);
        add_disk(admin, answer);
        add_backups(admin, answer);
    }
    admin_answer(request, answer);
}

/* As text it is to be read at 80 columns, so how a word is used is told by itself. */
static json_t *describe_word(const struct admin_row *row, enum admin_format format)
{
    if (format == ADMIN_TEXT)
        return json_pack("{s:s, s:s}", "word", row->word, "does", row->help);
    return json_pack("{s:s, s:s, s:s, s:s}", "word", row->word, "arguments", row->arguments, "role",
                     admin_role_names[row->role], "does", row->help);
}

/* The words that the operator who asks may use; with `like` those that begin with the same word. */
static void help_many(struct admin_request *request, const struct admin_row *like)
{
    size_t length = like == NULL ? 0 : strcspn(like->word, " ") + 1;
    enum admin_format format = request->caller.format;
    json_t *words = json_array();

    for (size_t i = 0; i < admin_row_count; i++) {
        const struct admin_row *row = &admin_table[i];
        bool is_wanted = like == NULL || strncmp(row->word, like->word, length) == 0;
        if (is_wanted && request->caller.role >= row->role)
            json_array_append_new(words, describe_word(row, format));
    }
    json_t *answer = json_pack("{s:o}", "words", words);
    if (answer != NULL && format == ADMIN_TEXT)
        json_object_set_new(answer, "message",
                            json_string("help WORD tells how a word is used, and who may use it."));
    admin_answer(request, answer);
}

static void help_one(struct admin_request *request)
{
    const char *typed = request->arguments.words[0];
    const struct admin_row *row = admin_table_family(admin_table, admin_row_count, typed);
    const char *rest;
    char text[ADMIN_MESSAGE_SIZE];

    if (row != NULL) {
        help_many(request, row);
        return;
    }
    if (admin_table_find(admin_table, admin_row_count, typed, &row, &rest, text) != ERR_OK) {
        admin_misuse(request, "%s", text);
        return;
    }
    admin_table_usage(row, text);
    const char *label = request->caller.format == ADMIN_TEXT ? "message" : "usage";
    admin_answer(request, json_pack("{s:s, s:s, s:s, s:b}", label, text, "does", row->help, "role",
                                    admin_role_names[row->role], "audited", row->changes));
}

void admin_run_help(struct admin *admin, struct admin_request *request)
{
    (void)admin;
    if (request->arguments.count > 0)
        help_one(request);
    else
        help_many(request, NULL);
}
