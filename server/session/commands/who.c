/*
 * Lists of players: as text in play and at the login, as JSON for browsers.
 */
#include "server/session/commands/who.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "server/base/host_texts.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/commands/score_lists.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/watch.h"
#include "world/feat.h"
#include "world/life.h"

/* Writes the list as text, one player a line, each ended by LF: in columns or as sentences. */
static void write_scores(const struct sessions *sessions, const struct score_choice *choice,
                         enum text_form form, char *out, size_t out_size)
{
    const struct world *world = sessions->game->world;
    const struct score_lists *lists = &sessions->scores.lists;
    enum score_period period = choice->is_of_season ? SCORE_SEASON : SCORE_EVER;
    const struct score_list_rows *rows = &lists->lists[choice->list][period];
    bool is_plain = choice->list == SCORE_DEEPEST && !choice->is_of_season;

    score_title(world, choice, lists->embers, out, out_size);
    if (rows->count == 0 && is_plain)
        snprintf(out, out_size, "Nobody has a score yet.\n");
    else if (rows->count == 0)
        snprintf(out + strlen(out), out_size - strlen(out), "Nobody yet.\n");
    for (int i = 0; i < rows->count; i++) {
        char line[SCORE_LINE_MAX];
        size_t length = strlen(out);
        score_line(world, choice->list, choice->is_of_season ? lists->season : 0, &rows->rows[i],
                   i + 1, form, line, sizeof line);
        snprintf(out + length, out_size - length, "%s\n", line);
    }
}

static void show_scores(struct session *session)
{
    char text[SCORES_TEXT_MAX];

    write_scores(session->sessions, &session->commands.score_choice, display_text_form(session),
                 text, sizeof text);
    presentation_table[session->mode]->show(session, text);
}

static void tell_failure(struct session *session)
{
    session_tell(session, "The scores cannot be read now. Try again later.", ROLE_BAD);
}

enum { RENOWN_SIZE = 24 };

void who_list(const struct sessions *sessions, enum text_form form, char *out, size_t out_size)
{
    const struct roster *roster = sessions->game->roster;
    bool is_table = form == TEXT_TABLE;
    size_t length = 0;
    uint32_t listed = 0;

    length = (size_t)snprintf(out, out_size, "%u player%s online.\n", roster->playing,
                              plural_end(roster->playing));
    for (uint32_t i = 0; i < roster->slot_count && listed < WHO_NAMES_MAX; i++) {
        const struct player_slot *slot = &roster->slots[i];
        const struct delver *delver = world_delver(sessions->game->world, slot->actor);
        if (slot->state == PLAYER_SLOT_FREE || delver == NULL || length + 96 > out_size)
            continue;
        const char *away = slot->session_id != 0 ? "" : is_table ? "  (away)" : ", away";
        char renown[RENOWN_SIZE] = "";
        if (delver->life.honours.ever.renown > 0)
            snprintf(renown, sizeof renown, "%srenown %u", is_table ? "  " : ", ",
                     delver->life.honours.ever.renown);
        const char *guest = !slot->is_guest ? "" : is_table ? "  (guest)" : ", guest";
        char name[NAME_LENGTH_MAX + 2];
        snprintf(name, sizeof name, "%s%s", delver->name,
                 delver->life.honours.oath != OATH_NONE ? "+" : "");
        length += (size_t)snprintf(
            out + length, out_size - length,
            is_table ? "%-16s depth %d  level %d%s%s%s\n" : "%s, depth %d, level %d%s%s%s.\n", name,
            delver->body.key.depth, life_level(&delver->life), renown, guest, away);
        listed++;
    }
    if (listed < roster->playing && length + 64 <= out_size)
        snprintf(out + length, out_size - length, "and %u more.\n", roster->playing - listed);
}

void who_show(struct session *session, const struct command *command)
{
    char text[WHO_TEXT_MAX];

    (void)command;
    who_list(session->sessions, display_text_form(session), text, sizeof text);
    presentation_table[session->mode]->show(session, text);
}

static json_t *make_status(const struct sessions *sessions)
{
    const struct roster *roster = sessions->game->roster;

    return json_pack("{s:s, s:s, s:i, s:i}", "name", host_name(&sessions->base->options), "version",
                     UNDERCROFT_VERSION, "players", (int)roster->playing, "guests",
                     (int)roster_count_guests(roster));
}

static json_t *describe_player(const struct sessions *sessions, const struct player_slot *slot)
{
    const struct delver *delver = world_delver(sessions->game->world, slot->actor);

    if (slot->state == PLAYER_SLOT_FREE || delver == NULL)
        return NULL;
    return json_pack("{s:s, s:i, s:i, s:b, s:b, s:b, s:b}", "name", delver->name, "depth",
                     delver->body.key.depth, "level", life_level(&delver->life), "guest",
                     (int)slot->is_guest, "away", (int)(slot->session_id == 0), "watchable",
                     (int)watch_is_allowed(sessions, slot), "sworn",
                     delver->life.honours.oath != OATH_NONE);
}

static json_t *make_who(const struct sessions *sessions)
{
    const struct roster *roster = sessions->game->roster;
    json_t *rows = json_array();

    for (uint32_t i = 0; i < roster->slot_count && json_array_size(rows) < WHO_NAMES_MAX; i++) {
        json_t *row = describe_player(sessions, &roster->slots[i]);
        if (row != NULL)
            json_array_append_new(rows, row);
    }
    return json_pack("{s:i, s:o}", "players", (int)roster->playing, "who", rows);
}

static json_t *make_scores(const struct sessions *sessions)
{
    return score_lists_json(sessions->game->world, &sessions->scores.lists);
}

static const struct {
    json_t *(*make)(const struct sessions *sessions);
    uint64_t fresh_ms;
} list_table[NET_LIST_COUNT] = {
    [NET_LIST_STATUS] = {make_status, PUBLIC_LIST_MS},
    [NET_LIST_WHO] = {make_who, PUBLIC_LIST_MS},
    [NET_LIST_SCORES] = {make_scores, PUBLIC_SCORES_MS},
};

/* Makes the list for browsers again; if memory is out the last one stays. */
static void make_list(struct sessions *sessions, enum net_list list)
{
    struct public_lists *lists = &sessions->lists;
    json_t *value = list_table[list].make(sessions);
    char *text = value == NULL ? NULL : json_dumps(value, JSON_COMPACT);

    json_decref(value);
    if (text == NULL)
        return;
    free(lists->texts[list]);
    lists->texts[list] = text;
    lists->made_at_ms[list] = sessions->base->now_ms;
}

/* Answers all browsers that wait for the scores. */
static void answer_browsers(struct sessions *sessions)
{
    bool is_read = sessions->scores.is_read;

    if (is_read)
        make_list(sessions, NET_LIST_SCORES);
    net_answer_list(sessions->net, NET_LIST_SCORES,
                    is_read ? sessions->lists.texts[NET_LIST_SCORES] : NULL);
}

/* Takes the scores, or an error, from the database thread, and answers all requests. */
static void take_scores(void *asker, struct job *job)
{
    const struct score_lists *lists = job->content;
    struct sessions *sessions = asker;
    struct scores *scores = &sessions->scores;

    scores->is_asked = false;
    scores->is_read = job->result == ERR_OK;
    scores->read_at_ms = sessions->base->now_ms;
    if (scores->is_read)
        scores->lists = *lists;
    for (struct session *session = sessions->list; session != NULL; session = session->next) {
        bool is_wanted = session->commands.wants_scores && session->state == SESSION_PLAYING;
        session->commands.wants_scores = false;
        if (is_wanted && scores->is_read)
            show_scores(session);
        else if (is_wanted)
            tell_failure(session);
        if (is_wanted)
            session_wake(session);
    }
    answer_browsers(sessions);
}

/* Has the scores read, unless they are being read; take_scores() gets them. False: the database
   thread is too busy. */
static bool read_scores(struct sessions *sessions)
{
    struct job *job = sessions->scores.is_asked ? NULL : job_new(&question_load_scores);

    if (job != NULL) {
        struct score_lists *lists = job->content;
        lists->season = world_season(sessions->game->world);
        job->answer = take_scores;
    }
    if (job != NULL && persist_submit(sessions->game->persist, job, &sessions->answers) == ERR_OK)
        sessions->scores.is_asked = true;
    return sessions->scores.is_asked;
}

static void ask(struct session *session, const struct score_choice *choice)
{
    struct sessions *sessions = session->sessions;
    struct scores *scores = &sessions->scores;

    session->commands.score_choice = *choice;
    if (scores->is_read && sessions->base->now_ms - scores->read_at_ms < SCORES_FRESH_MS) {
        show_scores(session);
        return;
    }
    if (!read_scores(sessions)) {
        tell_failure(session);
        return;
    }
    session->commands.wants_scores = true;
}

void scores_ask(struct session *session, const struct command *command)
{
    struct score_choice choice;
    char why[SCORE_WHY_MAX];

    if (score_choose(command->rest, &choice, why))
        ask(session, &choice);
    else
        session_tell(session, why, ROLE_DIM_TEXT);
}

void scores_ask_stone(struct session *session, const struct command *command)
{
    (void)command;
    ask(session, &(struct score_choice){.list = SCORE_KINDLERS, .is_stone = true});
}

void public_lists_ask(struct sessions *sessions, struct conn *conn, enum net_list list)
{
    const struct public_lists *lists = &sessions->lists;
    bool is_fresh = lists->texts[list] != NULL &&
                    sessions->base->now_ms - lists->made_at_ms[list] < list_table[list].fresh_ms;

    if (!is_fresh && list == NET_LIST_SCORES) {
        if (!read_scores(sessions))
            conn_send_list(conn, NULL);
        return;
    }
    if (!is_fresh)
        make_list(sessions, list);
    conn_send_list(conn, lists->texts[list]);
}

void public_lists_release(struct public_lists *lists)
{
    for (enum net_list list = 0; list < NET_LIST_COUNT; list++)
        free(lists->texts[list]);
    *lists = (struct public_lists){0};
}
