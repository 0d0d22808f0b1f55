/*
 * Lists by their changes.
 */
#include "server/session/present/gmcp_lists.h"

#include <string.h>

#include <jansson.h>

#include "server/net/conn.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

_Static_assert(STATUS_COUNT <= 32, "a set of statuses has one bit for each");

/* Takes over `value`. An error is ignored: the client layer closes the connection if it must. */
static void send_value(struct session *session, const char *package, json_t *value)
{
    if (value != NULL)
        (void)!gmcp_send(&session->conn->client, package, value);
    json_decref(value);
}

/* Statuses by their packages: what ails the delver, and what helps it. */
static const struct status_list {
    const char *list;
    const char *add;
    const char *remove;
    bool is_good;
} status_lists[] = {
    {"Char.Afflictions.List", "Char.Afflictions.Add", "Char.Afflictions.Remove", false},
    {"Char.Defences.List", "Char.Defences.Add", "Char.Defences.Remove", true},
};

static json_t *make_status(enum status_id id)
{
    const struct status_row *row = status_row(id);

    return json_pack("{s:s, s:s, s:s}", "name", row->name, "cure", row->cure, "desc",
                     row->is_good ? row->gift : row->cure);
}

static uint32_t statuses_of(const struct delver *delver, bool is_good)
{
    uint32_t set = 0;

    for (enum status_id id = STATUS_POISONED; id < STATUS_COUNT; id++) {
        if (status_row(id)->is_good == is_good && statuses_have(&delver->body.statuses, id))
            set |= UINT32_C(1) << id;
    }
    return set;
}

static void send_statuses(struct session *session, const struct status_list *row, uint32_t now,
                          bool *has_told, uint32_t *before)
{
    json_t *list = *has_told ? NULL : json_array();

    for (enum status_id id = STATUS_POISONED; id < STATUS_COUNT; id++) {
        bool is = (now >> id & 1) != 0;
        bool was = (*before >> id & 1) != 0;
        if (!*has_told) {
            if (is)
                json_array_append_new(list, make_status(id));
        } else if (is && !was) {
            send_value(session, row->add, make_status(id));
        } else if (was && !is) {
            send_value(session, row->remove, json_pack("[s]", status_row(id)->name));
        }
    }
    if (!*has_told)
        send_value(session, row->list, list);
    *before = now;
    *has_told = true;
}

/* The players in view, as many as are told of. */
struct company {
    body_id ids[GMCP_PLAYERS_MAX];
    uint8_t count;
};

static struct company company_of(const struct world *world, const struct delver *viewer)
{
    struct company company = {.count = 0};
    const struct delver *other;

    for (body_id id = viewer->body.level->first_delver; id != 0; id = other->body.next) {
        other = world_delver(world, id);
        if (other != viewer && delver_sees(viewer, other->body.at) &&
            company.count < GMCP_PLAYERS_MAX)
            company.ids[company.count++] = id;
    }
    return company;
}

static bool has(const body_id *ids, int count, body_id id)
{
    for (int i = 0; i < count; i++) {
        if (ids[i] == id)
            return true;
    }
    return false;
}

static json_t *make_player(const struct delver *delver)
{
    return json_pack("{s:s, s:s}", "name", delver->name, "fullname", delver->name);
}

static void send_all_players(struct session *session, const struct world *world,
                             const struct company *now)
{
    json_t *list = json_array();

    for (int i = 0; i < now->count; i++)
        json_array_append_new(list, make_player(world_delver(world, now->ids[i])));
    send_value(session, "Room.Players", list);
}

/* One that has left the world has no name any more: then the whole list is sent. */
static bool can_name_all(const struct gmcp_feed *feed, const struct world *world)
{
    for (int i = 0; i < feed->player_count; i++) {
        if (world_delver(world, feed->players[i]) == NULL)
            return false;
    }
    return feed->has_players;
}

static void send_players(struct session *session, const struct world *world,
                         const struct company *now)
{
    struct gmcp_feed *feed = &session->present.feed;

    if (feed->has_players && feed->player_count == now->count &&
        memcmp(feed->players, now->ids, now->count * sizeof now->ids[0]) == 0)
        return;
    if (!can_name_all(feed, world)) {
        send_all_players(session, world, now);
    } else {
        for (int i = 0; i < feed->player_count; i++) {
            if (!has(now->ids, now->count, feed->players[i]))
                send_value(session, "Room.RemovePlayer",
                           json_string(world_delver(world, feed->players[i])->name));
        }
        for (int i = 0; i < now->count; i++) {
            if (!has(feed->players, feed->player_count, now->ids[i]))
                send_value(session, "Room.AddPlayer",
                           make_player(world_delver(world, now->ids[i])));
        }
    }
    memcpy(feed->players, now->ids, sizeof feed->players);
    feed->player_count = now->count;
    feed->has_players = true;
}

void gmcp_lists_update(struct session *session, const struct delver *delver)
{
    const struct world *world = session->sessions->game->world;
    const struct client *client = &session->conn->client;
    struct gmcp_feed *feed = &session->present.feed;

    if (gmcp_wants(client, GMCP_AFFLICTIONS))
        send_statuses(session, &status_lists[0], statuses_of(delver, false), &feed->has_afflictions,
                      &feed->afflictions);
    if (gmcp_wants(client, GMCP_DEFENCES))
        send_statuses(session, &status_lists[1], statuses_of(delver, true), &feed->has_defences,
                      &feed->defences);
    if (gmcp_wants(client, GMCP_PLAYERS)) {
        const struct company now = company_of(world, delver);
        send_players(session, world, &now);
    }
}

void gmcp_lists_forget(struct session *session, uint32_t modules)
{
    struct gmcp_feed *feed = &session->present.feed;

    if ((modules >> GMCP_AFFLICTIONS & 1) != 0)
        feed->has_afflictions = false;
    if ((modules >> GMCP_DEFENCES & 1) != 0)
        feed->has_defences = false;
    if ((modules >> GMCP_PLAYERS & 1) != 0)
        feed->has_players = false;
}
