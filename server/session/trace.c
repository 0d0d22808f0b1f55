/*
 * Traces are in a list of the room, and each traced session points to its own. Acts of the session
 * are noted where they happen; the effects of its inputs in the world are noted once a turn, by
 * comparing the delver with the last look at it. The connection's counter of bytes gives the
 * output.
 */
#include "server/session/trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "server/game/input_queue.h"
#include "server/net/conn.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

enum { SECOND_MS = 1000 };

const char *const trace_kind_names[TRACE_KIND_COUNT] = {
    [TRACE_KEY] = "key",     [TRACE_LINE] = "line",   [TRACE_COMMAND] = "command",
    [TRACE_NOTE] = "told",   [TRACE_INPUT] = "input", [TRACE_QUEUED] = "queued",
    [TRACE_BEGUN] = "begun", [TRACE_EVENT] = "event", [TRACE_SENT] = "sent",
    [TRACE_ENDED] = "ended",
};

static const char *const event_names[EVENT_COUNT] = {
    [EVENT_MOVED] = "moved",
    [EVENT_SWAPPED] = "swapped",
    [EVENT_DOOR_OPENED] = "door opened",
    [EVENT_DOOR_CLOSED] = "door closed",
    [EVENT_DOOR_FELL_SHUT] = "door fell shut",
    [EVENT_PROVIDED] = "provided",
    [EVENT_WAITED] = "waited",
    [EVENT_DEPARTED] = "departed",
    [EVENT_ARRIVED] = "arrived",
    [EVENT_JOINED] = "joined",
    [EVENT_LEFT] = "left",
    [EVENT_LINK_LOST] = "link lost",
    [EVENT_LINK_BACK] = "link back",
    [EVENT_SAID] = "said",
    [EVENT_REFUSED] = "refused",
    [EVENT_ITEM_TAKEN] = "item taken",
    [EVENT_ITEM_STAYED] = "item stayed",
    [EVENT_ITEM_DROPPED] = "item dropped",
    [EVENT_ITEM_THROWN] = "item thrown",
    [EVENT_ITEM_LANDED] = "item landed",
    [EVENT_ITEM_BROKE] = "item broke",
    [EVENT_ITEM_GONE] = "item gone",
    [EVENT_ITEM_WORN] = "item worn",
    [EVENT_ITEM_REMOVED] = "item removed",
    [EVENT_ITEM_GIVEN] = "item given",
    [EVENT_ITEM_USED] = "item used",
    [EVENT_ITEM_NAMED] = "item named",
    [EVENT_ITEM_LEFT] = "item left",
    [EVENT_NICHE] = "niche",
    [EVENT_CACHE] = "cache",
    [EVENT_HOARD] = "hoard",
    [EVENT_TWIN] = "twin",
    [EVENT_TWIN_WAITS] = "twin waits",
    [EVENT_CHALK] = "chalk",
    [EVENT_CHALKED] = "chalked",
    [EVENT_CHALK_AGREED] = "chalk agreed",
    [EVENT_CHALK_DOUBTED] = "chalk doubted",
    [EVENT_CHALK_GONE] = "chalk gone",
    [EVENT_LEVER] = "lever",
    [EVENT_KEY] = "key",
    [EVENT_KEY_GONE] = "key gone",
    [EVENT_SECRET] = "secret",
    [EVENT_GATE_OPENED] = "gate opened",
    [EVENT_GATE_SHUT] = "gate shut",
    [EVENT_TRAP] = "trap",
    [EVENT_SPOT] = "spot",
    [EVENT_GREETED] = "greeted",
    [EVENT_BOUGHT] = "bought",
    [EVENT_SOLD] = "sold",
    [EVENT_IDENTIFIED] = "identified",
    [EVENT_LANTERN] = "lantern",
    [EVENT_FOUNTAIN] = "fountain",
    [EVENT_CARRIED_OFF] = "carried off",
    [EVENT_RETURN_BROKEN] = "return broken",
    [EVENT_TEMPERED] = "tempered",
    [EVENT_GRAVE_GONE] = "grave gone",
    [EVENT_BUNDLE_GONE] = "bundle gone",
    [EVENT_GRAVE_OPENED] = "grave opened",
    [EVENT_FETCHED] = "fetched",
    [EVENT_UNSEALED] = "unsealed",
    [EVENT_CANCELLED] = "cancelled",
    [EVENT_RETURNED] = "returned",
    [EVENT_NOTICED] = "noticed",
    [EVENT_SENSED] = "felt",
    [EVENT_BLOW] = "blow",
    [EVENT_SHOT] = "shot",
    [EVENT_BLAST] = "blast",
    [EVENT_DIED] = "died",
    [EVENT_LESSON] = "lesson",
    [EVENT_REACHED] = "reached",
    [EVENT_SURVEYED] = "surveyed",
    [EVENT_LEVELLED] = "levelled",
    [EVENT_STATUS] = "status",
    [EVENT_WITHERS] = "withers",
    [EVENT_MENDED] = "mended",
    [EVENT_SHOUTED] = "shouted",
    [EVENT_FLED] = "fled",
    [EVENT_WOKE] = "woke",
    [EVENT_STIRRED] = "stirred",
    [EVENT_WIND_UP] = "wind up",
    [EVENT_DEED] = "deed",
    [EVENT_STRUCK] = "struck",
    [EVENT_REFLECTED] = "reflected",
    [EVENT_STOLE] = "stole",
    [EVENT_REGAINED] = "regained",
    [EVENT_SPLIT] = "split",
    [EVENT_FELL] = "fell",
    [EVENT_RAISED] = "raised",
    [EVENT_SECOND_WIND] = "second wind",
    [EVENT_TIME] = "time",
    [EVENT_RENAMED] = "renamed",
    [EVENT_SNEAKING] = "sneaking",
    [EVENT_BASHED] = "bashed",
    [EVENT_PRAYED] = "prayed",
    [EVENT_OFFERED] = "offered",
    [EVENT_KNACK] = "knack",
    [EVENT_KINDLED] = "kindled",
    [EVENT_BEGAN_AGAIN] = "began again",
    [EVENT_RENOWN] = "renown",
    [EVENT_TRADE] = "trade",
    [EVENT_DUEL] = "duel",
    [EVENT_SWORN] = "sworn",
    [EVENT_OATH_ENDED] = "oath ended",
};

/* Names of inputs for a delver; actions have names of their own. */
static const char *const input_names[INPUT_KIND_END] = {
    [INPUT_ARRIVE] = "arrive", [INPUT_STAY] = "stay",     [INPUT_LEAVE] = "leave",
    [INPUT_LINK] = "link",     [INPUT_CANCEL] = "cancel", [INPUT_SAY] = "say",
    [INPUT_SEND] = "send",     [INPUT_PACE] = "pace",     [INPUT_PARTY] = "party",
    [INPUT_STRIDE] = "stride", [INPUT_TRADE] = "trade",   [INPUT_DUEL] = "duel",
    [INPUT_ALONE] = "alone",
};

struct key_name_row {
    uint32_t code;
    const char *name;
};

static const struct key_name_row key_names[] = {
    {' ', "Space"},
    {KEY_ENTER, "Enter"},
    {KEY_ESCAPE, "Esc"},
    {KEY_TAB, "Tab"},
    {KEY_BACKSPACE, "Backspace"},
    {KEY_UP, "Up"},
    {KEY_DOWN, "Down"},
    {KEY_LEFT, "Left"},
    {KEY_RIGHT, "Right"},
    {KEY_HOME, "Home"},
    {KEY_END, "End"},
    {KEY_PAGE_UP, "Page-Up"},
    {KEY_PAGE_DOWN, "Page-Down"},
    {KEY_INSERT, "Insert"},
    {KEY_DELETE, "Delete"},
    {KEY_CENTRE, "Centre"},
};

bool trace_is_over(const struct trace *trace, uint64_t now_ms)
{
    return trace->session == NULL || now_ms >= trace->until_ms;
}

struct trace *trace_find(const struct sessions *sessions, int64_t delver_id, const char *name)
{
    struct trace *trace = sessions->traces;

    while (trace != NULL &&
           (name == NULL ? trace->delver_id != delver_id : strcasecmp(trace->name, name) != 0))
        trace = trace->next;
    return trace;
}

/* Takes the present state as the last look, so that only later changes are noted. */
static void look_anew(struct trace *trace)
{
    const struct session *session = trace->session;
    const struct game *game = session->sessions->game;
    const struct delver *delver = world_delver(game->world, session->actor);

    trace->inputs_seen = game->inputs.count;
    trace->bytes_seen = session->conn->plain_bytes;
    trace->frames = 0;
    trace->head = ACTION_NONE;
    trace->queue_length = delver == NULL ? 0 : delver->body.queue_length;
    trace->ready_at = delver == NULL ? 0 : delver->body.ready_at;
}

static int count_traces(const struct sessions *sessions)
{
    int count = 0;

    for (const struct trace *trace = sessions->traces; trace != NULL; trace = trace->next)
        count++;
    return count;
}

enum err trace_begin(struct session *session, int seconds, struct trace **out)
{
    struct sessions *sessions = session->sessions;
    struct trace *trace = trace_find(sessions, session->account.id, NULL);

    CHECK(seconds >= 0 && seconds <= TRACE_SECONDS_MAX);
    if (trace == NULL && count_traces(sessions) >= TRACES_MAX)
        return ERR_BUSY;
    if (trace == NULL) {
        trace = calloc(1, sizeof *trace);
        if (trace == NULL)
            return ERR_MEMORY;
        trace->next = sessions->traces;
        sessions->traces = trace;
    }
    if (trace->session != NULL && trace->session != session)
        trace->session->trace = NULL;
    trace->session = session;
    trace->delver_id = session->account.id;
    snprintf(trace->name, sizeof trace->name, "%s", session->account.name);
    trace->until_ms =
        seconds == 0 ? TRACE_ENDLESS : sessions->base->now_ms + (uint64_t)seconds * SECOND_MS;
    if (session->trace == NULL)
        look_anew(trace);
    session->trace = trace;
    *out = trace;
    return ERR_OK;
}

void trace_remove(struct sessions *sessions, struct trace *trace)
{
    struct trace **link = &sessions->traces;

    while (*link != trace)
        link = &(*link)->next;
    *link = trace->next;
    if (trace->session != NULL)
        trace->session->trace = NULL;
    free(trace);
}

/* True if this second's lines are not used up. */
static bool has_room(struct trace *trace, uint64_t now_ms)
{
    if (now_ms - trace->second_ms >= SECOND_MS) {
        trace->second_ms = now_ms;
        trace->noted = 0;
    }
    return trace->noted++ < TRACE_LINES_PER_SECOND;
}

void trace_add(struct trace *trace, uint64_t now_ms, uint64_t tick, enum trace_kind kind,
               const char *text)
{
    if (!has_room(trace, now_ms)) {
        trace->left_out++;
        return;
    }
    if (trace->count == TRACE_LINES_MAX) {
        trace->first = (trace->first + 1) % TRACE_LINES_MAX;
        trace->count--;
        trace->left_out++;
    }
    struct trace_line *line = &trace->lines[(trace->first + trace->count++) % TRACE_LINES_MAX];
    line->tick = tick;
    line->kind = kind;
    snprintf(line->text, sizeof line->text, "%s", text);
}

bool trace_take(struct trace *trace, struct trace_line *out)
{
    if (trace->count == 0)
        return false;
    *out = trace->lines[trace->first];
    trace->first = (trace->first + 1) % TRACE_LINES_MAX;
    trace->count--;
    return true;
}

void trace_note(struct trace *trace, enum trace_kind kind, const char *format, ...)
{
    const struct sessions *sessions = trace->session->sessions;
    char text[TRACE_TEXT_SIZE];
    va_list values;

    if (trace_is_over(trace, sessions->base->now_ms))
        return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    trace_add(trace, sessions->base->now_ms, sessions->game->world->tick, kind, text);
}

void trace_key(struct trace *trace, struct key key)
{
    char letter[] = {(char)key.code, '\0'};
    char other[16];
    const char *name = letter;

    if (trace->session->auth.own_password != NULL)
        return;
    if (key.code <= ' ' || key.code >= 0x7f) {
        snprintf(other, sizeof other, "U+%04X", (unsigned)key.code);
        name = other;
    }
    for (size_t i = 0; i < sizeof key_names / sizeof key_names[0]; i++) {
        if (key_names[i].code == key.code)
            name = key_names[i].name;
    }
    if (key.code >= KEY_F1 && key.code <= KEY_F12) {
        snprintf(other, sizeof other, "F%u", (unsigned)(key.code - KEY_F1 + 1));
        name = other;
    }
    trace_note(trace, TRACE_KEY, "%s%s%s%s", key.ctrl ? "Ctrl-" : "", key.alt ? "Alt-" : "",
               key.shift ? "Shift-" : "", name);
}

/* True for commands whose words are private: talk, reports, and the choice of a name, after which a
   password may have been typed. */
static bool is_private(enum command_id id)
{
    return command_row(id)->price == PRICE_TALK || id == COMMAND_CLAIM || id == COMMAND_PASSWORD;
}

void trace_line(struct trace *trace, const char *line, enum command_id id)
{
    if (id == COMMAND_NONE || is_private(id) || trace->session->auth.own_password != NULL)
        trace_note(trace, TRACE_LINE, "%zu bytes", strlen(line));
    else
        trace_note(trace, TRACE_LINE, "%s", line);
}

void trace_command(struct trace *trace, const struct command *command)
{
    const char *words = command_row(command->id)->words;
    const char *rest = command->rest == NULL ? "" : command->rest;
    char count[16] = "";

    if (command->count > 1)
        snprintf(count, sizeof count, " %d times", command->count);
    trace_note(trace, TRACE_COMMAND, "%.*s%s%s%s%s%s", (int)strcspn(words, " "), words,
               command->dir == DIR_NONE ? "" : " ",
               command->dir == DIR_NONE ? "" : dir_name(command->dir), count,
               rest[0] == '\0' ? "" : " ",
               rest[0] != '\0' && is_private(command->id) ? "(words are not kept)" : rest);
}

void trace_event(struct trace *trace, const struct event *event)
{
    char other[64] = "";

    if (event->other != 0)
        snprintf(other, sizeof other, ", other %llu", (unsigned long long)event->other);
    trace_note(trace, TRACE_EVENT, "%s by %s at %d,%d%s, count %d", event_names[event->kind],
               event->actor == trace->session->actor ? "the player" : "another", event->at.x,
               event->at.y, other, event->count);
}

static void note_input(struct trace *trace, const struct input *input)
{
    const struct action *action = &input->action;
    const char *name = input_names[input->kind];

    if (input->kind != INPUT_ACTION) {
        trace_note(trace, TRACE_INPUT, "%s", name == NULL ? "of the server" : name);
        return;
    }
    if (trace->head == ACTION_NONE)
        trace->head = action->verb;
    trace_note(trace, TRACE_INPUT, "%s%s%s", action_name(action->verb),
               action->dir == DIR_NONE ? "" : " ",
               action->dir == DIR_NONE ? "" : dir_name(action->dir));
}

void trace_inputs(struct trace *trace)
{
    const struct session *session = trace->session;
    const struct input_queue *queue = &session->sessions->game->inputs;

    for (; trace->inputs_seen < queue->count; trace->inputs_seen++) {
        const struct input *input = &queue->items[trace->inputs_seen];
        if (input->actor == session->actor && input->actor != 0)
            note_input(trace, input);
    }
}

void trace_end_session(struct trace *trace)
{
    struct session *session = trace->session;

    trace_note(trace, TRACE_ENDED, "the connection is closed");
    if (trace->until_ms > session->sessions->base->now_ms)
        trace->until_ms = session->sessions->base->now_ms;
    trace->session = NULL;
    session->trace = NULL;
}

static void look_at_delver(struct trace *trace)
{
    struct session *session = trace->session;
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    trace->inputs_seen = 0;
    if (delver == NULL)
        return;
    const struct body *body = &delver->body;
    if (body->ready_at != trace->ready_at)
        trace_note(trace, TRACE_BEGUN, "%s",
                   trace->head == ACTION_NONE ? "an action" : action_name(trace->head));
    if (body->queue_length != trace->queue_length)
        trace_note(trace, TRACE_QUEUED, "%d%s%s", body->queue_length,
                   body->queue_length == 0 ? "" : ", next ",
                   body->queue_length == 0 ? "" : action_name(body->queue[0].verb));
    trace->ready_at = body->ready_at;
    trace->queue_length = body->queue_length;
    trace->head = body->queue_length == 0 ? ACTION_NONE : body->queue[0].verb;
}

void traces_begin_turn(struct sessions *sessions)
{
    for (struct trace *trace = sessions->traces; trace != NULL; trace = trace->next) {
        if (trace->session != NULL)
            look_at_delver(trace);
    }
}

static void note_output(struct trace *trace)
{
    struct session *session = trace->session;
    uint64_t bytes = session->conn->plain_bytes - trace->bytes_seen;

    trace_inputs(trace);
    if (bytes > 0 || trace->frames > 0)
        trace_note(trace, TRACE_SENT, "frames %llu, bytes %llu", (unsigned long long)trace->frames,
                   (unsigned long long)bytes);
    trace->bytes_seen += bytes;
    trace->frames = 0;
}

void traces_end_turn(struct sessions *sessions)
{
    uint64_t now_ms = sessions->base->now_ms;

    for (struct trace *trace = sessions->traces, *next; trace != NULL; trace = next) {
        next = trace->next;
        if (trace->session != NULL)
            note_output(trace);
        if (now_ms >= trace->until_ms && now_ms - trace->until_ms >= TRACE_KEPT_MS)
            trace_remove(sessions, trace);
    }
}

void traces_release(struct sessions *sessions)
{
    while (sessions->traces != NULL)
        trace_remove(sessions, sessions->traces);
}
