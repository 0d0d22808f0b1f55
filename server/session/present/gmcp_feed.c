/*
 * GMCP packages, made from what the delver knows and nothing else.
 */
#include "server/session/present/gmcp_feed.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "content/theme.h"
#include "narrate/glyph_name.h"
#include "narrate/place_words.h"
#include "narrate/target_line.h"
#include "narrate/things.h"
#include "server/net/conn.h"
#include "server/game/party.h"
#include "server/game/save_watch.h"
#include "server/session/present/gmcp_items.h"
#include "server/session/present/gmcp_lists.h"
#include "server/session/sessions.h"
#include "server/session/session.h"
#include "term/view.h"
#include "world/lesson.h"
#include "world/light.h"

enum { AREA_SIZE = 96, PACED_MS = 200, GROUP_MS = 1000 };

/* What a package is made from. */
struct subject {
    struct sessions *sessions;
    const struct delver *delver; /* present on a level */
};

static json_t *make_name(const struct subject *subject)
{
    return json_pack("{s:s, s:s}", "name", subject->delver->name, "fullname",
                     subject->delver->name);
}

/* What is missing for the next level; 0 at the last. */
static int64_t to_next_level(const struct life *life)
{
    int level = life_level(life);

    return level == LESSON_LEVEL_MAX ? 0 : lesson_threshold(level + 1) - life->experience;
}

/* Until the next action may start; where nobody is in danger that is no matter. */
static int cooldown_ms(const struct subject *subject)
{
    const struct body *body = &subject->delver->body;

    if (subject->delver->peril.time == COMPANY_CALM || body_is_ready(body))
        return 0;
    return (int)(body->ready_at - body_lived(body)) * subject->sessions->base->options.tick_ms;
}

static json_t *make_vitals(const struct subject *subject)
{
    const struct body *body = &subject->delver->body;

    const struct life *life = &subject->delver->life;

    static const char *const states[] = {
        [COMPANY_CALM] = "calm", [COMPANY_WAITING] = "waiting", [COMPANY_RUNNING] = "running"};

    return json_pack("{s:i, s:i, s:i, s:i, s:I, s:I, s:I, s:s, s:i, s:i}", "hp", body->health,
                     "maxhp", body->health_max, "depth", body->key.depth, "level", life_level(life),
                     "xp", (json_int_t)life->experience, "gold", (json_int_t)life->gold, "tnl",
                     (json_int_t)to_next_level(life), "state", states[subject->delver->peril.time],
                     "cooldown", cooldown_ms(subject), "light", light_radius(subject->delver));
}

static const char *level_name(const struct subject *subject)
{
    const struct level_key *key = &subject->delver->body.key;

    return theme_level_name(subject->sessions->game->world->seed, key->wing, key->depth);
}

static json_t *make_status(const struct subject *subject)
{
    const struct body *body = &subject->delver->body;
    char unsaved[SAVE_WATCH_TEXT_SIZE];

    save_watch_mark(subject->sessions->game, unsaved);
    return json_pack("{s:s, s:i, s:s, s:s, s:s, s:I}", "name", subject->delver->name, "depth",
                     body->key.depth, "level_name", level_name(subject), "area",
                     theme_of_depth(body->key.depth)->name, "warning", unsaved, "life",
                     (json_int_t)subject->delver->life.number);
}

/* Which exits the delver may be told of: a door that is known is one, whatever lies behind it. */
static void choose_exits(const struct delver *delver, uint16_t area, int out[DIR_COUNT])
{
    const struct place *place = place_of(delver->body.level, area);
    const struct place_exit *list = place_exits(delver->body.level, area);
    uint8_t *passes = calloc(place->exit_count + 1, sizeof *passes);

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
        out[dir] = -1;
    if (passes == NULL)
        return;
    for (uint32_t i = 0; i < place->exit_count; i++)
        passes[i] = place_exit_is_known(delver, &list[i]) ||
                    (list[i].has_door && delver_remembered(delver, list[i].door) != TILE_UNKNOWN);
    place_exits_by_dir(delver->body.level, area, passes, out);
    free(passes);
}

/* Exits lead to areas that are known; doors may lead anywhere. */
static void add_exits(const struct delver *delver, uint16_t area, json_t *exits, json_t *doors)
{
    const struct place_exit *list = place_exits(delver->body.level, area);
    int by_dir[DIR_COUNT];

    choose_exits(delver, area, by_dir);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (by_dir[dir] < 0)
            continue;
        const struct place_exit *exit = &list[by_dir[dir]];
        if (place_exit_is_known(delver, exit))
            json_object_set_new(
                exits, dir_name(dir),
                json_integer((json_int_t)place_number(delver->body.level->key, exit->to)));
        if (exit->has_door)
            json_object_set_new(doors, dir_name(dir),
                                json_string(delver_remembered(delver, exit->door) == TILE_DOOR_OPEN
                                                ? "open"
                                                : "closed"));
    }
}

/*
 * A mapper keeps its rooms by area and place: another wing of the same name, or the level that was
 * regenerated, is another area; one that was put back is the one it was.
 */
static json_t *make_area(const struct subject *subject)
{
    const struct level_key *key = &subject->delver->body.key;
    char text[AREA_SIZE];
    int length = snprintf(text, sizeof text, "%s", level_name(subject));

    if (key->wing > 0)
        length += snprintf(text + length, sizeof text - (size_t)length, ", wing %u", key->wing);
    if (key->generation > 0)
        snprintf(text + length, sizeof text - (size_t)length, ", version %u", key->generation + 1);
    return json_string(text);
}

static json_t *make_room(const struct subject *subject)
{
    const struct level *level = subject->delver->body.level;
    uint16_t area = place_at(level, subject->delver->body.at);
    char name[PLACE_NAME_MAX];

    if (area == PLACE_NONE)
        return NULL;
    struct rect bounds = place_of(level, area)->bounds;
    json_t *exits = json_object();
    json_t *doors = json_object();
    add_exits(subject->delver, area, exits, doors);
    place_name(subject->delver, name, sizeof name);
    return json_pack("{s:I, s:s, s:o, s:i, s:{s:i, s:i}, s:o, s:o}", "num",
                     (json_int_t)place_number(level->key, area), "name", name, "area",
                     make_area(subject), "depth", level->key.depth, "coords", "x",
                     bounds.x + bounds.width / 2, "y", bounds.y + bounds.height / 2, "exits", exits,
                     "doors", doors);
}

/* Of the health of a foe, 1 at least. */
static int percent_of(const struct body *foe)
{
    int percent = foe->health_max <= 0 ? 0 : 100 * foe->health / foe->health_max;

    return percent > 1 ? percent : 1;
}

static json_t *make_actors(const struct subject *subject)
{
    const struct world *world = subject->sessions->game->world;
    json_t *list = json_array();
    struct threats threats;

    threats_collect(world, subject->delver, &threats);
    const struct threat *target = threats_first_awake(&threats);
    for (int i = 0; i < threats.count; i++) {
        const struct threat *threat = &threats.list[i];
        const struct body *foe = world_body(world, threat->foe);
        const char glyph[2] = {species_row(foe->species)->glyph, '\0'};
        json_array_append_new(list,
                              json_pack("{s:I, s:s, s:s, s:i, s:i, s:i, s:s, s:b, s:b}", "id",
                                        (json_int_t)threat->foe, "name", body_name(foe), "glyph",
                                        glyph, "dx", threat->at.x - subject->delver->body.at.x,
                                        "dy", threat->at.y - subject->delver->body.at.y, "hpperc",
                                        percent_of(foe), "danger", danger_name(threat->danger),
                                        "awake", threat->is_awake, "target", threat == target));
    }
    return list;
}

/* The nearest foe that is awake; NULL: none. */
static const struct body *find_target(const struct subject *subject)
{
    struct threats threats;

    threats_collect(subject->sessions->game->world, subject->delver, &threats);
    const struct threat *target = threats_first_awake(&threats);
    return target == NULL ? NULL : world_body(subject->sessions->game->world, target->foe);
}

static json_t *make_target_set(const struct subject *subject)
{
    const struct body *foe = find_target(subject);
    char id[16] = "";

    if (foe != NULL)
        snprintf(id, sizeof id, "%u", foe->id);
    return json_string(id);
}

/* Of no target there is nothing to say. */
static json_t *make_target_info(const struct subject *subject)
{
    const struct body *foe = find_target(subject);
    char id[16];
    char health[16];

    if (foe == NULL)
        return NULL;
    snprintf(id, sizeof id, "%u", foe->id);
    snprintf(health, sizeof health, "%d%%", percent_of(foe));
    return json_pack("{s:s, s:s, s:s}", "id", id, "short_desc", body_name(foe), "hpperc", health);
}

/* Of one member; `here`: on the level of the one who is told. */
static json_t *make_member(const struct subject *subject, const struct delver *member)
{
    const struct body *body = &member->body;

    return json_pack("{s:s, s:{s:i, s:i, s:i, s:b}}", "name", member->name, "info", "hp",
                     body->health, "mhp", body->health_max, "lvl", life_level(&member->life),
                     "here", body->level != NULL && body->level == subject->delver->body.level);
}

/* The party in the order in which they joined; outside of one nobody. */
static json_t *make_group(const struct subject *subject)
{
    const struct game *game = subject->sessions->game;
    const struct seat *own = roster_seat_of_body(game->roster, subject->delver->body.id);
    const struct seat *first = own == NULL ? NULL : party_leader(game->roster, own);
    const char *leader = "";
    json_t *members = json_array();

    for (const struct seat *seat = first; seat != NULL;) {
        const struct delver *member = world_delver(game->world, seat->actor);
        if (member != NULL)
            json_array_append_new(members, make_member(subject, member));
        if (member != NULL && seat == first)
            leader = member->name;
        seat = party_next(game->roster, seat);
        seat = seat == first ? NULL : seat;
    }
    return json_pack("{s:s, s:o}", "leader", leader, "members", members);
}

/* Letters are foes, and those in view are the ones that the map shows. */
static void add_foes(json_t *legend, const struct subject *subject)
{
    const struct world *world = subject->sessions->game->world;
    struct threats threats;

    threats_collect(world, subject->delver, &threats);
    for (int i = 0; i < threats.count; i++) {
        const struct body *foe = world_body(world, threats.list[i].foe);
        const char glyph[2] = {species_row(foe->species)->glyph, '\0'};
        if (json_object_get(legend, glyph) == NULL)
            json_object_set_new(legend, glyph, json_string(body_name(foe)));
    }
}

/* What each glyph of the map means; only those that are on it. */
static json_t *make_legend(const struct subject *subject, const bool used[128])
{
    json_t *legend = json_object();

    add_foes(legend, subject);
    for (char at = ' '; at < 0x7f; at++) {
        const char glyph[2] = {at, '\0'};
        const char *name = used[(unsigned char)at] ? glyph_name(at) : NULL;
        if (name != NULL && json_object_get(legend, glyph) == NULL)
            json_object_set_new(legend, glyph, json_string(name));
    }
    return legend;
}

static json_t *make_map(const struct subject *subject)
{
    struct screen *canvas = &subject->sessions->drawers.canvases[0].screen;
    struct pos at = subject->delver->body.at;
    struct camera camera = {.is_placed = true};
    struct row_set all = row_set_all();
    struct rect area = {0, 0, GMCP_MAP_WIDTH, GMCP_MAP_HEIGHT};
    struct companions companions;
    json_t *rows = json_array();
    bool used[128] = {false};
    char line[GMCP_MAP_WIDTH + 1] = "";

    canvas->width = GMCP_MAP_WIDTH;
    canvas->height = GMCP_MAP_HEIGHT;
    screen_clear(canvas);
    camera.origin = pos_of(at.x - GMCP_MAP_WIDTH / 2, at.y - GMCP_MAP_HEIGHT / 2);
    view_compose(subject->sessions->game->world, subject->delver, &camera, area, false, &all,
                 canvas);
    party_collect(subject->sessions->game->roster, subject->delver->body.id, &companions);
    companions_draw(subject->sessions->game->world, subject->delver, &companions, &camera, area,
                    &all, canvas);
    for (int y = 0; y < GMCP_MAP_HEIGHT; y++) {
        for (int x = 0; x < GMCP_MAP_WIDTH; x++) {
            line[x] = (char)cell_code_point(screen_at(canvas, x, y));
            used[line[x] & 0x7f] = true;
        }
        json_array_append_new(rows, json_string(line));
    }
    return json_pack("{s:i, s:i, s:i, s:i, s:o, s:o}", "x", camera.origin.x, "y", camera.origin.y,
                     "w", GMCP_MAP_WIDTH, "h", GMCP_MAP_HEIGHT, "rows", rows, "legend",
                     make_legend(subject, used));
}

static json_t *make_things(const struct subject *subject)
{
    static const struct things_wish wish = {
        .kinds = THINGS_OF_ALL, .seen_only = true, .max = GMCP_THINGS_MAX};
    struct things things;
    json_t *list = json_array();

    things_collect(subject->sessions->game->world, subject->delver, &wish, &things);
    for (int i = 0; i < things.count; i++) {
        const struct thing *thing = &things.list[i];
        const char glyph[2] = {thing->glyph, '\0'};
        json_array_append_new(list, json_pack("{s:s, s:s, s:i, s:i}", "glyph", glyph, "name",
                                              thing->name, "dx", thing->dx, "dy", thing->dy));
    }
    return list;
}

struct package_row {
    const char *name;
    enum gmcp_module module;
    json_t *(*make)(const struct subject *subject);
    bool is_paced; /* five times a second at most */
};

static const struct package_row package_table[GMCP_PACKAGE_COUNT] = {
    [GMCP_CHAR_NAME] = {"Char.Name", GMCP_NAME, make_name, false},
    [GMCP_CHAR_VITALS] = {"Char.Vitals", GMCP_VITALS, make_vitals, true},
    [GMCP_CHAR_STATUS] = {"Char.Status", GMCP_STATUS, make_status, false},
    [GMCP_ROOM_INFO] = {"Room.Info", GMCP_ROOM, make_room, false},
    [GMCP_ROOM_ACTORS] = {"Room.Actors", GMCP_ACTORS, make_actors, true},
    [GMCP_TARGET_SET] = {"IRE.Target.Set", GMCP_TARGET, make_target_set, true},
    [GMCP_TARGET_INFO] = {"IRE.Target.Info", GMCP_TARGET, make_target_info, true},
    [GMCP_GROUP_MEMBERS] = {"Group", GMCP_GROUP, make_group, true},
    [GMCP_DUNGEON_MAP] = {"Dungeon.Map", GMCP_MAP, make_map, false},
    [GMCP_DUNGEON_THINGS] = {"Dungeon.Things", GMCP_THINGS, make_things, false},
};

/* A number for what a value holds; never 0. */
static uint64_t fingerprint(const json_t *value)
{
    struct hash hash;
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);

    if (text == NULL)
        return 1;
    hash_init(&hash);
    hash_bytes(&hash, text, strlen(text));
    free(text);
    return hash.value == 0 ? 1 : hash.value;
}

/* True if it was sent. */
static bool send_package(struct session *session, const struct subject *subject,
                         enum gmcp_package package)
{
    const struct package_row *row = &package_table[package];
    json_t *value = row->make(subject);
    bool is_sent = false;

    if (value == NULL)
        return false;
    uint64_t now = fingerprint(value);
    /* What could not be sent is not worth closing for: the peer is closed if it must be. */
    if (now != session->present.feed.sent[package] &&
        gmcp_send(&session->conn->client, row->name, value) == ERR_OK) {
        session->present.feed.sent[package] = now;
        is_sent = true;
    }
    json_decref(value);
    return is_sent;
}

void gmcp_feed_touch(struct session *session)
{
    if (!session->conn->client.caps.takes_messages)
        return;
    session->present.feed.is_dirty = true;
    session_make_runnable(session);
}

void gmcp_feed_forget(struct session *session)
{
    gmcp_items_forget(session);
    session->present.feed = (struct gmcp_feed){.is_dirty = true};
}

/* What was given up, and may have been asked for again since, was never sent. */
static void forget_taken_back(struct session *session)
{
    struct gmcp_peer *peer = &session->conn->client.gmcp;

    for (enum gmcp_package package = 0; package < GMCP_PACKAGE_COUNT; package++) {
        if ((peer->taken_back >> package_table[package].module & 1) != 0)
            session->present.feed.sent[package] = 0;
    }
    gmcp_lists_forget(session, peer->taken_back);
    if ((peer->taken_back >> GMCP_ITEMS & 1) != 0)
        gmcp_items_forget(session);
    peer->taken_back = 0;
}

/* What comes five times a second, if its time has come; else it waits. */
static void send_paced(struct session *session, const struct subject *subject)
{
    struct gmcp_feed *feed = &session->present.feed;
    uint64_t now_ms = session->sessions->base->now_ms;
    bool is_sent = false;

    feed->is_waiting = now_ms - feed->paced_ms < PACED_MS;
    for (enum gmcp_package package = 0; package < GMCP_PACKAGE_COUNT && !feed->is_waiting;
         package++) {
        if (package_table[package].is_paced &&
            gmcp_wants(&session->conn->client, package_table[package].module))
            is_sent = send_package(session, subject, package) || is_sent;
    }
    if (!feed->is_waiting && gmcp_wants(&session->conn->client, GMCP_ITEMS))
        is_sent = gmcp_items_update(session, subject->delver) || is_sent;
    if (!feed->is_waiting)
        is_sent = gmcp_lists_update(session, subject->delver) || is_sent;
    if (is_sent)
        feed->paced_ms = now_ms;
}

static void send_at_once(struct session *session, const struct subject *subject)
{
    struct sessions *sessions = session->sessions;

    forget_taken_back(session);
    gmcp_offer_package(&session->conn->client, sessions->base->options.client_gui_url,
                       sessions->base->options.client_gui_version);
    for (enum gmcp_package package = 0; package < GMCP_PACKAGE_COUNT; package++) {
        if (!package_table[package].is_paced &&
            gmcp_wants(&session->conn->client, package_table[package].module))
            (void)send_package(session, subject, package);
    }
}

/* What befalls the others of a party is no event of one's own: it is looked for once a second. */
static void follow_group(struct session *session)
{
    struct gmcp_feed *feed = &session->present.feed;
    const struct roster *roster = session->sessions->game->roster;
    uint64_t now_ms = session->sessions->base->now_ms;
    const struct seat *seat = gmcp_wants(&session->conn->client, GMCP_GROUP)
                                  ? roster_seat_of_body(roster, session->actor)
                                  : NULL;
    bool had_group = feed->has_group;

    feed->has_group = seat != NULL && party_size(roster, seat) > 0;
    if (feed->has_group == had_group && (!feed->has_group || now_ms - feed->group_ms < GROUP_MS))
        return;
    feed->group_ms = now_ms;
    feed->is_waiting = true;
}

bool gmcp_feed_is_waiting(const struct session *session)
{
    return session->present.feed.is_waiting || session->present.feed.has_group;
}

void gmcp_feed_update(struct session *session)
{
    struct gmcp_feed *feed = &session->present.feed;
    struct sessions *sessions = session->sessions;
    struct subject subject = {
        .sessions = sessions,
        .delver = world_delver(sessions->game->world, session->actor),
    };
    bool is_dirty = feed->is_dirty;

    follow_group(session);
    if ((!is_dirty && !feed->is_waiting) || subject.delver == NULL ||
        subject.delver->body.state != BODY_PRESENT)
        return;
    feed->is_dirty = false;
    if (is_dirty)
        send_at_once(session, &subject);
    send_paced(session, &subject);
}

void gmcp_feed_talk(struct session *session, const char *channel, const char *talker,
                    const char *text)
{
    if (!gmcp_wants(&session->conn->client, GMCP_COMM))
        return;
    json_t *value =
        json_pack("{s:s, s:s, s:s}", "channel", channel, "talker", talker, "text", text);
    if (value != NULL)
        (void)!gmcp_send(&session->conn->client, "Comm.Channel.Text", value);
    session_make_runnable(session);
    json_decref(value);
}

void gmcp_feed_on_event(struct session *session, const struct event *event)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *talker = world_delver(world, event->actor);

    gmcp_feed_touch(session);
    if (event->kind == EVENT_SAID && talker != NULL)
        gmcp_feed_talk(session, event->is_emote ? "emote" : "say", talker->name,
                       world_event_text(world, event));
}
