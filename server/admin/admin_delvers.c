/*
 * Commands for players who are online: `who`, `announce`, `kick`, `watch`.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/base/duration.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/auth/resume.h"
#include "server/session/deliver.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/trace.h"
#include "server/session/watch/viewers.h"
#include "server/session/watch/watch.h"
#include "world/name.h"

enum { REPORT_CELLS_MAX = SAY_LENGTH_MAX, REPORT_SIZE = MESSAGE_LENGTH_MAX + 1 };

/* Returns the name of a player; NULL: the player is on the way into the world without a
   connection. */
static const char *name_of_slot(const struct admin *admin, const struct player_slot *slot)
{
    const struct delver *delver = world_delver(admin->game->world, slot->actor);

    if (delver != NULL)
        return delver->name;
    const struct session *session = viewers_player(admin->sessions, slot);
    return session == NULL ? NULL : session->account.name;
}

/* Adds the mode and terminal of a session; only dashes if nobody is connected. */
static void add_session(const struct admin *admin, const struct session *session, json_t *row)
{
    static const char *const names[] = {"mode",          "size",    "idle_seconds",
                                        "round_trip_ms", "address", "client"};
    char size[16];

    for (size_t i = 0; session == NULL && i < sizeof names / sizeof names[0]; i++)
        json_object_set_new(row, names[i], json_null());
    if (session == NULL)
        return;
    const struct client_caps *caps = &session->conn->client.caps;
    uint64_t idle_ms = admin->base->now_ms - session->typed_at_ms;
    snprintf(size, sizeof size, "%dx%d", session->present.screen.width,
             session->present.screen.height);
    json_object_set_new(row, "mode", json_string(presentation_table[session->mode]->name));
    json_object_set_new(row, "size", json_string(size));
    json_object_set_new(row, "idle_seconds", json_integer((json_int_t)(idle_ms / 1000)));
    json_object_set_new(row, "round_trip_ms",
                        caps->lag_ms == 0 ? json_null() : json_integer((json_int_t)caps->lag_ms));
    json_object_set_new(row, "address", admin_string(session->conn->address));
    json_object_set_new(row, "client",
                        caps->terminal_type[0] == '\0' ? json_null()
                                                       : admin_string(caps->terminal_type));
}

/* Describes a player. The text form is a table of 80 columns, which leaves some members out. */
static json_t *describe_slot(const struct admin *admin, enum admin_format format,
                             const struct player_slot *slot)
{
    const struct delver *delver = world_delver(admin->game->world, slot->actor);
    const struct session *session = viewers_player(admin->sessions, slot);
    const char *name = name_of_slot(admin, slot);
    const char *state = delver == NULL ? "coming" : session == NULL ? "away" : "here";
    json_t *row =
        json_pack("{s:o, s:s}", "name", admin_string(name == NULL ? "-" : name), "state", state);

    if (row == NULL)
        return NULL;
    json_object_set_new(row, "depth",
                        delver == NULL ? json_null() : json_integer(delver->body.key.depth));
    if (format != ADMIN_TEXT) {
        json_object_set_new(row, "x",
                            delver == NULL ? json_null() : json_integer(delver->body.at.x));
        json_object_set_new(row, "y",
                            delver == NULL ? json_null() : json_integer(delver->body.at.y));
    }
    add_session(admin, session, row);
    if (format == ADMIN_TEXT)
        return row;
    json_object_set_new(row, "guest", json_boolean(slot->is_guest));
    json_object_set_new(
        row, "connected_seconds",
        session == NULL
            ? json_null()
            : json_integer((json_int_t)(admin->base->now_ms - session->conn->opened_at_ms) / 1000));
    json_object_set_new(row, "wing",
                        delver == NULL ? json_null() : json_integer(delver->body.key.wing));
    return row;
}

void admin_run_who(struct admin *admin, struct admin_request *request)
{
    json_t *delvers = json_array();

    for (uint32_t i = 0; i < admin->game->roster->slot_count; i++) {
        if (admin->game->roster->slots[i].state != PLAYER_SLOT_FREE)
            json_array_append_new(delvers, describe_slot(admin, request->caller.format,
                                                         &admin->game->roster->slots[i]));
    }
    admin_answer(request, json_pack("{s:o}", "delvers", delvers));
}

void admin_run_announce(struct admin *admin, struct admin_request *request)
{
    char text[REPORT_SIZE] = "*** ";
    size_t length = strlen(text);

    /* Cleaning cuts it between two letters. */
    if (utf8_clean(request->arguments.words[0], strlen(request->arguments.words[0]),
                   REPORT_CELLS_MAX, text + length, sizeof text - length) != ERR_OK) {
        admin_refuse(request, "Out of memory.");
        return;
    }
    uint32_t reported = sessions_tell(admin->sessions, audience_all(), ROLE_SPEECH, text);
    admin_answer(request,
                 json_pack("{s:s, s:I}", "message", "Announced.", "told", (json_int_t)reported));
}

static struct player_slot *find_slot(const struct admin *admin, const char *name)
{
    for (uint32_t i = 0; i < admin->game->roster->slot_count; i++) {
        struct player_slot *slot = &admin->game->roster->slots[i];
        const char *taken = slot->state == PLAYER_SLOT_FREE ? NULL : name_of_slot(admin, slot);
        if (taken != NULL && strcasecmp(taken, name) == 0)
            return slot;
    }
    return NULL;
}

void admin_run_kick(struct admin *admin, struct admin_request *request)
{
    const struct admin_arguments *arguments = &request->arguments;
    struct player_slot *slot = find_slot(admin, arguments->words[0]);
    char reason[REPORT_SIZE] = "";
    char text[REPORT_SIZE + 80];
    char name[NAME_LENGTH_MAX + 1];

    if (slot == NULL) {
        admin_refuse(request, "Nobody called \"%.40s\" is online.", arguments->words[0]);
        return;
    }
    snprintf(name, sizeof name, "%s", name_of_slot(admin, slot));
    if (arguments->count > 1 && duration_is_meant(arguments->words[1])) {
        admin_misuse(request,
                     "A kick has no length: ban %s for 30m keeps a player out. Usage: %s %s", name,
                     request->row->word, request->row->arguments);
        return;
    }
    if (arguments->count > 1 && utf8_clean(arguments->words[1], strlen(arguments->words[1]),
                                           REPORT_CELLS_MAX, reason, sizeof reason) != ERR_OK)
        reason[0] = '\0';
    snprintf(text, sizeof text, "You were kicked%s%s. Your place is kept.",
             reason[0] == '\0' ? "" : ": ", reason);
    resume_forget(admin->sessions, slot->delver_id);
    roster_send_away(admin->game, slot);
    struct session *session = viewers_player(admin->sessions, slot);
    if (session != NULL)
        session_end(session, WIRE_END_SENT_AWAY, text);
    admin_answer(request, json_pack("{s:s, s:s}", "message", "Kicked.", "name", name));
}

void admin_run_watch(struct admin *admin, struct admin_request *request)
{
    bool has_name = request->arguments.count > 0;
    const struct player_slot *slot =
        has_name ? find_slot(admin, request->arguments.words[0]) : NULL;
    const struct player_slot *own = admin_caller_slot(admin, request);
    struct session *session = own == NULL ? NULL : viewers_player(admin->sessions, own);
    bool is_watching = session != NULL && session->state == SESSION_WATCHING;
    const char *refusal = NULL;

    if (is_watching && !has_name) {
        watch_end(session, "You stop watching.");
        admin_answer(request, json_pack("{s:s}", "message", "Ended."));
        return;
    }
    if (has_name && slot == NULL) {
        admin_refuse(request, "Nobody called \"%.40s\" is online.", request->arguments.words[0]);
        return;
    }
    if (session == NULL || (session->state != SESSION_PLAYING && !is_watching))
        refusal = "Only somebody who plays can watch: in the game, @watch NAME.";
    else if (!has_name)
        refusal = "You watch nobody: @watch NAME begins.";
    else
        refusal = watch_begin(session, slot->actor, true);
    if (refusal != NULL)
        admin_refuse(request, "%s", refusal);
    else
        admin_answer(request, json_pack("{s:s}", "message", "You watch."));
}

/* Returns the seconds left of a trace; NULL: it has no end. */
static json_t *left_of_trace(const struct admin *admin, const struct trace *trace)
{
    uint64_t now_ms = admin->base->now_ms;
    uint64_t left_ms = trace_is_over(trace, now_ms) ? 0 : trace->until_ms - now_ms;

    if (left_ms > 0 && trace->until_ms == TRACE_ENDLESS)
        return NULL;
    return json_integer((json_int_t)((left_ms + 999) / 1000));
}

/* Answers with the lines since the last request, which are removed from the trace. A trace that is
   over is removed with its last lines. */
static void answer_with_trace(struct admin *admin, struct admin_request *request,
                              struct trace *trace, const char *state)
{
    bool is_over = trace_is_over(trace, admin->base->now_ms);
    uint64_t left_out = trace->left_out;
    json_t *lines = json_array();
    struct trace_line line;

    trace->left_out = 0;
    while (trace_take(trace, &line))
        json_array_append_new(lines, json_pack("{s:I, s:s, s:o}", "tick", (json_int_t)line.tick,
                                               "kind", trace_kind_names[line.kind], "text",
                                               admin_string(line.text)));
    admin_answer(request,
                 json_pack("{s:o, s:s, s:o*, s:I, s:o}", "name", admin_string(trace->name), "state",
                           is_over ? "over" : state, "left_seconds", left_of_trace(admin, trace),
                           "left_out", (json_int_t)left_out, "lines", lines));
    if (is_over)
        trace_remove(admin->sessions, trace);
}

/* Reads the number of seconds; 0 if none was typed. False: it does not fit, and the request is
   answered. */
static bool read_trace_length(struct admin_request *request, int64_t *out_seconds)
{
    const char *typed = request->arguments.count > 1 ? request->arguments.words[1] : NULL;

    *out_seconds = 0;
    if (typed == NULL || (duration_parse(typed, strlen(typed), out_seconds) == ERR_OK &&
                          *out_seconds >= 1 && *out_seconds <= TRACE_SECONDS_MAX))
        return true;
    admin_misuse(request, "\"%.40s\" is not a time from 1s to 1h. Usage: %s %s", typed,
                 request->row->word, request->row->arguments);
    return false;
}

static void begin_trace(struct admin *admin, struct admin_request *request, struct session *session)
{
    struct trace *trace;
    int64_t seconds;

    if (!read_trace_length(request, &seconds))
        return;
    enum err error = trace_begin(session, (int)seconds, &trace);
    if (error == ERR_OK)
        answer_with_trace(admin, request, trace, "begun");
    else if (error == ERR_BUSY)
        admin_refuse(request, "%d players are traced already; trace NAME off ends one.",
                     TRACES_MAX);
    else
        admin_refuse(request, "Out of memory.");
}

/* Does `trace`. A player who has left is found by the name during the trace. */
void admin_run_trace(struct admin *admin, struct admin_request *request)
{
    const char *name = request->arguments.words[0];
    const struct player_slot *slot = find_slot(admin, name);
    struct session *session = slot == NULL ? NULL : viewers_player(admin->sessions, slot);
    struct trace *trace = slot == NULL ? trace_find(admin->sessions, 0, name)
                                       : trace_find(admin->sessions, slot->delver_id, NULL);
    bool has_length = request->arguments.count > 1;
    bool is_end = has_length && strcasecmp(request->arguments.words[1], "off") == 0;

    request->has_only_looked = trace != NULL && !has_length;
    if (trace != NULL && is_end)
        trace->until_ms = admin->base->now_ms;
    if (trace != NULL && (is_end || !has_length))
        answer_with_trace(admin, request, trace, "running");
    else if (is_end)
        admin_refuse(request, "Nobody called \"%.40s\" is traced.", name);
    else if (session == NULL)
        admin_refuse(request, "Nobody called \"%.40s\" is connected.", name);
    else
        begin_trace(admin, request, session);
}
