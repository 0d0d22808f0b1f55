/*
 * Lists for browsers.
 */
#include "server/session/commands/public_lists.h"

#include <stdlib.h>

#include <jansson.h>

#include "server/base/host_texts.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/session/commands/who.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/watch.h"
#include "world/life.h"

static json_t *make_status(const struct sessions *sessions)
{
    const struct roster *roster = sessions->game->roster;

    return json_pack("{s:s, s:s, s:i, s:i}", "name", host_name(&sessions->base->options), "version",
                     UNDERCROFT_VERSION, "players", (int)roster->playing, "guests",
                     (int)roster_count_guests(roster));
}

static json_t *describe_player(const struct sessions *sessions, const struct seat *seat)
{
    const struct delver *delver = world_delver(sessions->game->world, seat->actor);

    if (seat->state == SEAT_FREE || delver == NULL)
        return NULL;
    return json_pack("{s:s, s:i, s:i, s:b, s:b, s:b}", "name", delver->name, "depth",
                     delver->body.key.depth, "level", life_level(&delver->life), "guest",
                     (int)seat->is_guest, "away", (int)(seat->session_id == 0), "watchable",
                     (int)watch_is_allowed(sessions, seat));
}

static json_t *make_who(const struct sessions *sessions)
{
    const struct roster *roster = sessions->game->roster;
    json_t *rows = json_array();

    for (uint32_t i = 0; i < roster->seat_count && json_array_size(rows) < WHO_NAMES_MAX; i++) {
        json_t *row = describe_player(sessions, &roster->seats[i]);
        if (row != NULL)
            json_array_append_new(rows, row);
    }
    return json_pack("{s:i, s:o}", "players", (int)roster->playing, "who", rows);
}

static json_t *make_scores(const struct sessions *sessions)
{
    const struct scores *scores = &sessions->scores;
    json_t *rows = json_array();

    for (int i = 0; i < scores->count; i++) {
        const struct score_record *row = &scores->rows[i];
        json_array_append_new(rows, json_pack("{s:i, s:s, s:i, s:i, s:I}", "rank", i + 1, "name",
                                              row->name, "deepest",
                                              row->deepest > 0 ? (int)row->deepest : 1, "level",
                                              lesson_level(row->experience), "experience",
                                              (json_int_t)row->experience));
    }
    return json_pack("{s:o}", "scores", rows);
}

static const struct {
    json_t *(*make)(const struct sessions *sessions);
    uint64_t fresh_ms;
} list_table[NET_LIST_COUNT] = {
    [NET_LIST_STATUS] = {make_status, PUBLIC_LIST_MS},
    [NET_LIST_WHO] = {make_who, PUBLIC_LIST_MS},
    [NET_LIST_SCORES] = {make_scores, PUBLIC_SCORES_MS},
};

/* The text before is kept where there is no memory for another one. */
static void make(struct sessions *sessions, enum net_list list)
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

void public_lists_ask(struct sessions *sessions, struct conn *conn, enum net_list list)
{
    const struct public_lists *lists = &sessions->lists;
    bool is_fresh = lists->texts[list] != NULL &&
                    sessions->base->now_ms - lists->made_at_ms[list] < list_table[list].fresh_ms;

    if (!is_fresh && list == NET_LIST_SCORES) {
        if (!scores_read(sessions))
            conn_send_list(conn, NULL);
        return;
    }
    if (!is_fresh)
        make(sessions, list);
    conn_send_list(conn, lists->texts[list]);
}

void public_lists_on_scores(struct sessions *sessions)
{
    bool is_read = sessions->scores.is_read;

    if (is_read)
        make(sessions, NET_LIST_SCORES);
    net_answer_list(sessions->net, NET_LIST_SCORES,
                    is_read ? sessions->lists.texts[NET_LIST_SCORES] : NULL);
}

void public_lists_release(struct public_lists *lists)
{
    for (enum net_list list = 0; list < NET_LIST_COUNT; list++)
        free(lists->texts[list]);
    *lists = (struct public_lists){0};
}
