/*
 * Commands for the server as a whole: its state, the help, and its stop.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "base/utf8.h"
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/admin/backup.h"
#include "server/base/duration.h"
#include "server/base/options.h"
#include "server/game/roster.h"
#include "server/game/shutdown.h"
#include "server/net/listener.h"
#include "server/save/persist.h"

enum { LISTENERS_SIZE = ENTRANCE_COUNT * OPTION_LISTEN_MAX * 80, ADDRESS_ROOM = 80 };

static void answer_ping(struct admin *admin, struct admin_request *request)
{
    admin_answer(request, json_pack("{s:s, s:I}", "message", "pong", "tick",
                                    (json_int_t)admin->game->world->tick));
}

void admin_run_ping(struct admin *admin, struct admin_request *request)
{
    admin_wait_for_tick(admin, request, answer_ping);
}

/* Returns the listeners, as in the ready line. */
static json_t *listeners_of(const struct admin *admin)
{
    char text[LISTENERS_SIZE];
    struct writer writer = writer_of(text, sizeof text);

    for (const struct listener *listener = admin->net->listeners;
         listener != NULL && writer.length < sizeof text - ADDRESS_ROOM;
         listener = listener->next) {
        const struct entrance_row *entrance = &entrance_table[listener->entrance];
        writer_join(&writer, ", ", "%s%s%s", entrance->before, listener->name, entrance->after);
    }
    return admin_string(writer.length == 0 ? "nowhere" : text);
}

/* Returns a time, or null if it has not come yet. */
static json_t *time_or_null(int64_t at)
{
    return at == 0 ? json_null() : json_integer(at);
}

/* Returns how late the ticks are: for programs a number, for people its meaning. */
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
    char seed[24]; /* as text, because programs often cut 64-bit numbers */

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

/* Adds the announced stop, if there is one. */
static void add_shutdown(const struct admin *admin, json_t *answer)
{
    char text[SHUTDOWN_TEXT_SIZE];

    shutdown_describe(admin->game, text);
    if (text[0] != '\0')
        json_object_set_new(answer, "announced", admin_string(text));
}

/* Returns "being proven: 52000 rows so far", or "proven: 52000 rows, 1 damaged", with the names of
   broken tables. */
static json_t *describe_proof(const struct proof_health *proof)
{
    char text[DISK_HEALTH_TEXT_SIZE + 80];
    unsigned long long rows = proof->rows;
    struct writer writer = writer_of(text, sizeof text);

    writer_add(&writer, proof->is_over ? "proven: %llu rows" : "being proven: %llu rows so far",
               rows);
    if (proof->bad_rows > 0)
        writer_add(&writer, ", %llu damaged", (unsigned long long)proof->bad_rows);
    if (proof->is_broken)
        writer_add(&writer, "; %s", proof->finding);
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

/* Describes a command. The text form must fit 80 columns, so the usage is only in the command's own
   help. */
static json_t *describe_word(const struct admin_row *row, enum admin_format format)
{
    if (format == ADMIN_TEXT)
        return json_pack("{s:s, s:s}", "word", row->word, "does", row->help);
    return json_pack("{s:s, s:s, s:s, s:s}", "word", row->word, "arguments", row->arguments, "role",
                     admin_role_names[row->role], "does", row->help);
}

/* Lists the commands that the operator may use; with `like` those that begin with the same word. */
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

enum { WORD_SIZE = 16, SLIPS_MAX = 2 };

/* Reads a time such as "5m" as seconds; 0: no time, or more than a day. */
static uint32_t read_span(const char *text)
{
    int64_t seconds = 0;

    if (duration_parse(text, strlen(text), &seconds) != ERR_OK || seconds > SHUTDOWN_SECONDS_MAX)
        return 0;
    return (uint32_t)seconds;
}

/* Takes the next word, cut to the longest word here, and returns the text after it. */
static const char *take_word(const char *text, char out[WORD_SIZE])
{
    text += strspn(text, " ");
    size_t length = strcspn(text, " ");
    size_t kept = length < WORD_SIZE - 1 ? length : WORD_SIZE - 1;

    memcpy(out, text, kept);
    out[kept] = '\0';
    return text + length;
}

/* The requested stop. */
struct stop_order {
    uint32_t seconds;
    bool is_now;
    bool waits_for_empty;
    const char *reason;
};

static bool is_at_once(const struct stop_order *order)
{
    return order->seconds == 0 && !order->waits_for_empty;
}

/* Returns the word or time for which the first word of a reason may be a slip; NULL: none. A
   forgotten or mistyped word must not stop the server at once. */
static const char *find_slip(const char *word, const struct stop_order *order)
{
    static const char *const words[] = {"cancel", "when-empty", "when", "empty"};
    bool is_span =
        read_span(word) != 0 || (strncasecmp(word, "in", 2) == 0 && read_span(word + 2) != 0);
    char lower[WORD_SIZE];

    if (is_span || (is_at_once(order) && duration_is_meant(order->reason)))
        return "in 5m";
    for (size_t i = 0; i < WORD_SIZE; i++)
        lower[i] = (char)tolower((unsigned char)word[i]);
    const char *nearest = nearest_word(lower, words, 2, is_at_once(order) ? SLIPS_MAX : 0);
    if (nearest == NULL)
        nearest = nearest_word(lower, words + 2, 2, 0);
    return nearest == NULL || nearest == words[0] ? nearest : words[1];
}

/* True for "update in 5m": the end of a reason may be meant as the time of the stop. */
static bool ends_with_time(const char *reason)
{
    char word[WORD_SIZE] = "";
    char before[WORD_SIZE];

    while (reason[strspn(reason, " ")] != '\0') {
        memcpy(before, word, sizeof before);
        reason = take_word(reason, word);
    }
    return strcasecmp(word, "when-empty") == 0 ||
           (word[0] != '\0' && strcasecmp(before, "in") == 0 && read_span(word) != 0);
}

/* Takes "in 5m", "now" or "when-empty" off the front of `*text`. False: none of them, or the
   request is answered. */
static bool take_part(struct admin_request *request, const char **text, struct stop_order *out)
{
    char word[WORD_SIZE];
    char value[WORD_SIZE];
    const char *rest = take_word(*text, word);
    const char *end = take_word(rest, value);
    bool is_time = strcasecmp(word, "in") == 0;
    bool is_now = strcasecmp(word, "now") == 0;
    bool is_empty = strcasecmp(word, "when-empty") == 0;

    if (!is_time && !is_now && !is_empty)
        return false;
    if ((is_time && out->seconds > 0 && read_span(value) != 0) ||
        (is_empty && out->waits_for_empty) || (is_now && !is_at_once(out)) || out->is_now) {
        admin_misuse(request, "\"%s\" does not go with what stands before it. Usage: %s %s", word,
                     request->row->word, request->row->arguments);
        return false;
    }
    if (is_time && out->seconds > 0)
        return false;
    if (is_time && (out->seconds = read_span(value)) == 0) {
        admin_misuse(request, "\"%s\" is no time: 30s, 5m or 2h, at most a day.", value);
        return false;
    }
    out->is_now = is_now;
    out->waits_for_empty = out->waits_for_empty || is_empty;
    *text = is_time ? end : rest;
    return true;
}

/* Reads the words of a stop. False: they contradict each other, or may be meant otherwise, and the
   request is answered. */
static bool read_order(struct admin_request *request, const char *text, struct stop_order *out)
{
    char word[WORD_SIZE];

    while (take_part(request, &text, out)) {
    }
    if (request->outcome == ADMIN_USAGE)
        return false;
    const char *rest = take_word(text, word);
    if (strcasecmp(word, "reason") == 0) {
        text = rest;
        (void)take_word(text, word);
    }
    out->reason = text + strspn(text, " ");
    /* Nor must a request for help, or an unknown flag. */
    if (word[0] == '-' || (is_at_once(out) && !out->is_now && strcasecmp(word, "help") == 0)) {
        admin_misuse(request, "Usage: %s %s", request->row->word, request->row->arguments);
        return false;
    }
    const char *meant = find_slip(word, out);
    if (meant == NULL && is_at_once(out) && !out->is_now && ends_with_time(out->reason)) {
        admin_misuse(
            request,
            "The time comes before the reason: shutdown in 5m REASON, or shutdown now REASON.");
        return false;
    }
    if (meant != NULL)
        admin_misuse(request, "Did you mean: shutdown %s?", meant);
    return meant == NULL;
}

static void announce(struct admin *admin, struct admin_request *request,
                     const struct stop_order *order, const char *reason)
{
    char text[SHUTDOWN_TEXT_SIZE];

    shutdown_announce(admin->game, order->seconds, order->waits_for_empty, reason);
    shutdown_describe(admin->game, text);
    admin_answer(request, json_pack("{s:o}", "message", admin_string(text)));
}

void admin_run_shutdown(struct admin *admin, struct admin_request *request)
{
    struct stop_order order = {.reason = ""};
    char reason[SHUTDOWN_REASON_SIZE];
    const char *text = request->arguments.count > 0 ? request->arguments.words[0] : "";

    if (!read_order(request, text, &order))
        return;
    if (utf8_clean(order.reason, strlen(order.reason), SHUTDOWN_REASON_SIZE - 1, reason,
                   sizeof reason) != ERR_OK)
        reason[0] = '\0';
    if (order.seconds > 0 || order.waits_for_empty) {
        announce(admin, request, &order, reason);
        return;
    }
    if (reason[0] != '\0')
        shutdown_announce(admin->game, 1, false, reason);
    request->stops_server = true;
    admin_answer(request, json_pack("{s:s}", "message", "Stopping."));
}

void admin_run_shutdown_cancel(struct admin *admin, struct admin_request *request)
{
    if (shutdown_cancel(admin->game))
        admin_answer(request, json_pack("{s:s}", "message", "The server goes on."));
    else
        admin_refuse(request, "No stop was announced.");
}
