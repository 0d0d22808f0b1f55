/*
 * GMCP packages, made only from what the delver knows. Each is a row of package_table: a function
 * that makes its JSON value, and a cheaper one that gives a digest of it. A package is sent when
 * its digest has changed. Packages about fights are paced: they are sent at most five times a
 * second. Lists that are sent by their changes are in gmcp_lists.c.
 */
#include "server/session/present/gmcp_feed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "content/theme.h"
#include "narrate/chalk_words.h"
#include "narrate/item_words.h"
#include "narrate/cell_words.h"
#include "narrate/death_words.h"
#include "narrate/place_words.h"
#include "narrate/things.h"
#include "narrate/threats.h"
#include "server/game/party.h"
#include "server/game/save_watch.h"
#include "server/game/tick.h"
#include "server/net/conn.h"
#include "server/session/page/page_things.h"
#include "server/session/present/gmcp_lists.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "term/view.h"
#include "world/life.h"
#include "world/place.h"
#include "world/sense.h"
#include "world/world.h"

enum {
    PACED_MS = 200,
    GROUP_MS = 1000,
    GRAVE_MS = 1000,
    AREA_SIZE = 96,
    MAP_WIDTH = 59,
    MAP_HEIGHT = 21,
    LISTED_THINGS_MAX = 32,
};

/* The session that gets a package, and its delver. */
struct subject {
    struct session *session;
    struct sessions *sessions;
    const struct delver *delver; /* delver of the session, present on a level */
};

static const char *level_name(const struct subject *subject)
{
    const struct level_key *key = &subject->delver->body.key;

    const struct world *world = subject->sessions->game->world;

    return theme_level_name(world->themes, world->seed, key->wing, key->depth);
}

/* Returns the health of a foe in percent of its full health, at least 1. */
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

/* Returns a digest of the bodies in view. The kind of a body never changes, so its name and glyph
   do not either. */
static uint64_t digest_actors(const struct subject *subject)
{
    const struct world *world = subject->sessions->game->world;
    struct threats threats;
    struct hash hash;

    threats_collect(world, subject->delver, &threats);
    hash_init(&hash);
    for (int i = 0; i < threats.count; i++) {
        const struct threat *threat = &threats.list[i];
        hash_u64(&hash, threat->foe);
        hash_u64(&hash, (uint64_t)(threat->at.x - subject->delver->body.at.x));
        hash_u64(&hash, (uint64_t)(threat->at.y - subject->delver->body.at.y));
        hash_u64(&hash, (uint64_t)percent_of(world_body(world, threat->foe)));
        hash_u64(&hash, (uint64_t)threat->danger << 1 | threat->is_awake);
    }
    return hash.value;
}

/* Returns the nearest awake foe; NULL: none. */
static const struct body *find_target(const struct subject *subject)
{
    struct threats threats;

    threats_collect(subject->sessions->game->world, subject->delver, &threats);
    const struct threat *target = threats_first_awake(&threats);
    return target == NULL ? NULL : world_body(subject->sessions->game->world, target->foe);
}

/* Makes the target's number; "" if there is none. */
static json_t *make_target(const struct subject *subject)
{
    const struct body *foe = find_target(subject);
    char id[16] = "";

    if (foe != NULL)
        snprintf(id, sizeof id, "%u", foe->id);
    return json_string(id);
}

/* Makes the target's name and health; NULL: there is no target, or memory is out. */
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

static uint64_t digest_target(const struct subject *subject)
{
    const struct body *foe = find_target(subject);

    return foe == NULL ? 0 : foe->id;
}

static uint64_t digest_target_info(const struct subject *subject)
{
    const struct body *foe = find_target(subject);

    return foe == NULL ? 0 : (uint64_t)foe->id << 8 | (uint64_t)percent_of(foe);
}

/* Chooses the exits to send: a known door is one, even if the place behind it is unknown. */
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
                    (list[i].has_door && delver_remembered(delver, list[i].door) > TILE_ROCK);
    place_exits_by_dir(delver->body.level, area, passes, out);
    free(passes);
}

/* Adds the exits. A known door leads to the number of the room behind it, which a mapper gets when
   the player enters that room. */
static void add_exits(const struct delver *delver, uint16_t area, json_t *exits, json_t *doors)
{
    const struct place_exit *list = place_exits(delver->body.level, area);
    int by_dir[DIR_COUNT];

    choose_exits(delver, area, by_dir);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (by_dir[dir] < 0)
            continue;
        const struct place_exit *exit = &list[by_dir[dir]];
        json_object_set_new(
            exits, dir_name(dir),
            json_integer((json_int_t)place_number(delver->body.level->key, exit->to)));
        if (exit->has_door)
            json_object_set_new(
                doors, dir_name(dir),
                json_string(tile_row(delver_remembered(delver, exit->door))->closes_to !=
                                    TILE_UNKNOWN
                                ? "open"
                                : "closed"));
    }
}

/*
 * Makes the area, under which a mapper stores its rooms. Another wing with the same name, or a
 * regenerated level, is another area; a level that was put back is its old area.
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

/* Makes the delver's room with its known exits and doors. NULL: it is in none, or out of memory. */
static json_t *make_room(const struct subject *subject)
{
    const struct delver *delver = subject->delver;
    const struct level *level = delver->body.level;
    uint16_t area = place_at(level, delver->body.at);
    char name[PLACE_NAME_MAX];

    if (area == PLACE_NONE)
        return NULL;
    struct rect bounds = place_of(level, area)->bounds;
    json_t *exits = json_object();
    json_t *doors = json_object();
    add_exits(delver, area, exits, doors);
    place_name(delver, name, sizeof name);
    return json_pack("{s:I, s:s, s:o, s:i, s:{s:i, s:i}, s:o, s:o}", "num",
                     (json_int_t)place_number(level->key, area), "name", name, "area",
                     make_area(subject), "depth", level->key.depth, "coords", "x",
                     bounds.x + bounds.width / 2, "y", bounds.y + bounds.height / 2, "exits", exits,
                     "doors", doors);
}

static uint64_t digest_room(const struct subject *subject)
{
    const struct delver *delver = subject->delver;
    const struct level *level = delver->body.level;
    uint16_t area = place_at(level, delver->body.at);
    char name[PLACE_NAME_MAX];
    int by_dir[DIR_COUNT];
    struct hash hash;

    hash_init(&hash);
    hash_u64(&hash, (uint64_t)level->key.depth << 32 | level->key.wing);
    hash_u64(&hash, (uint64_t)level->key.generation << 16 | area);
    if (area == PLACE_NONE)
        return hash.value;
    place_name(delver, name, sizeof name);
    hash_bytes(&hash, name, strlen(name));
    choose_exits(delver, area, by_dir);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (by_dir[dir] < 0)
            continue;
        const struct place_exit *exit = &place_exits(level, area)[by_dir[dir]];
        hash_u64(&hash, (uint64_t)dir << 32 | exit->to);
        if (exit->has_door)
            hash_u64(&hash, delver_remembered(delver, exit->door));
    }
    return hash.value;
}

static void add_text(struct hash *hash, const char *text)
{
    hash_bytes(hash, text, strlen(text) + 1);
}

static uint64_t digest_name(const struct subject *subject)
{
    struct hash hash;

    hash_init(&hash);
    add_text(&hash, subject->delver->name);
    return hash.value;
}

static json_t *make_name(const struct subject *subject)
{
    return json_pack("{s:s, s:s}", "name", subject->delver->name, "fullname",
                     subject->delver->name);
}

/* Returns the experience missing for the next level; 0 at the last one. */
static int64_t to_next_level(const struct life *life)
{
    int level = life_level(life);

    return level == LESSON_LEVEL_MAX ? 0 : lesson_threshold(level + 1) - life->experience;
}

/* Returns the milliseconds until the next action may start; 0 while nobody is in danger. */
static int cooldown_ms(const struct subject *subject)
{
    const struct body *body = &subject->delver->body;

    if (subject->delver->time.state == COMPANY_CALM || body_is_ready(body))
        return 0;
    return (int)(body->ready_at - body_lived(body)) * subject->sessions->base->options.tick_ms;
}

static json_t *make_vitals(const struct subject *subject)
{
    static const char *const states[] = {
        [COMPANY_CALM] = "calm", [COMPANY_WAITING] = "waiting", [COMPANY_RUNNING] = "running"};
    const struct delver *delver = subject->delver;
    const struct life *life = &delver->life;

    return json_pack("{s:i, s:i, s:i, s:i, s:I, s:I, s:I, s:s, s:i, s:i}", "hp",
                     delver_health(delver), "maxhp", delver->body.health_max, "depth",
                     delver->body.key.depth, "level", life_level(life), "xp",
                     (json_int_t)life->experience, "gold", (json_int_t)life->gold, "tnl",
                     (json_int_t)to_next_level(life), "state", states[delver->time.state],
                     "cooldown", cooldown_ms(subject), "light", light_radius(delver));
}

static uint64_t digest_vitals(const struct subject *subject)
{
    const struct delver *delver = subject->delver;
    const struct body *body = &delver->body;
    struct hash hash;

    hash_init(&hash);
    hash_u64(&hash, (uint64_t)delver_health(delver) << 32 | (uint64_t)body->health_max);
    hash_u64(&hash, (uint64_t)body->key.depth << 32 | (uint64_t)delver->time.state);
    hash_u64(&hash, (uint64_t)delver->life.experience);
    hash_u64(&hash, (uint64_t)delver->life.gold);
    hash_u64(&hash, (uint64_t)cooldown_ms(subject) << 8 | (uint8_t)light_radius(delver));
    return hash.value;
}

/* Makes the delver's newest grave: its cell, the hours for which only the owner can open it, and
   the hours for which it stays. JSON null: there is none. */
static json_t *make_grave(const struct subject *subject)
{
    const struct world *world = subject->sessions->game->world;
    const struct death *death = death_with_grave(world, subject->delver, NULL);
    int alone;
    int left;

    if (death == NULL)
        return json_null();
    grave_hours(world, death, &alone, &left);
    return json_pack("{s:i, s:{s:i, s:i}, s:i, s:i}", "depth", death->grave.depth, "coords", "x",
                     death->grave.at.x, "y", death->grave.at.y, "alone", alone, "hours", left);
}

static void hash_grave(const struct subject *subject, struct hash *hash)
{
    const struct world *world = subject->sessions->game->world;
    const struct death *death = death_with_grave(world, subject->delver, NULL);
    int alone;
    int left;

    hash_u64(hash, death == NULL ? 0 : death->died_at);
    if (death == NULL)
        return;
    grave_hours(world, death, &alone, &left);
    hash_u64(hash, (uint64_t)left);
    hash_u64(hash, (uint64_t)death->grave.depth << 32 | (uint64_t)death->grave.at.x << 16 |
                       (uint64_t)death->grave.at.y);
}

static json_t *make_knacks(const struct life *life)
{
    json_t *names = json_array();

    for (enum knack id = 0; id < KNACK_COUNT; id++) {
        if (life_has_knack(life, id))
            json_array_append_new(names, json_string(knack_row(id)->name));
    }
    return names;
}

/* The names of what one side has laid down, as the viewer knows the things. */
static json_t *make_laid(const struct delver *viewer, const struct trade *trade)
{
    json_t *things = json_array();
    char name[ITEM_NAME_MAX];

    for (int i = 0; i < trade->count; i++) {
        item_words(viewer, &trade->things[i].part, name, sizeof name);
        json_array_append_new(things, json_string(name));
    }
    return things;
}

/* The trade of the delver: {with, open, yes, gold, things, their_yes, their_gold, their_things}.
   JSON null: none. */
static json_t *make_trade(const struct world *world, const struct delver *delver)
{
    const struct trade *own = &delver->trade;
    const struct delver *other = world_delver(world, own->partner);
    static const struct trade none = {.partner = 0};

    if (other == NULL)
        return json_null();
    const struct trade *theirs = own->is_open ? &other->trade : &none;
    json_t *value =
        json_pack("{s:s, s:b, s:b, s:I, s:b, s:I}", "with", other->name, "open", own->is_open,
                  "yes", own->has_agreed, "gold", (json_int_t)own->gold, "their_yes",
                  theirs->has_agreed, "their_gold", (json_int_t)theirs->gold);
    json_object_set_new(value, "things", make_laid(delver, own));
    json_object_set_new(value, "their_things", make_laid(delver, theirs));
    return value;
}

/* The duel of the delver: {with, on}. JSON null: none. */
static json_t *make_duel(const struct world *world, const struct delver *delver)
{
    const struct delver *rival = world_delver(world, delver->duel.rival);

    return rival == NULL ? json_null()
                         : json_pack("{s:s, s:b}", "with", rival->name, "on", delver->duel.is_on);
}

static void hash_deals(const struct world *world, const struct delver *delver, struct hash *hash)
{
    const struct delver *other = world_delver(world, delver->trade.partner);
    const struct delver *rival = world_delver(world, delver->duel.rival);

    trade_hash(&delver->trade, hash);
    if (other != NULL)
        trade_hash(&other->trade, hash);
    hash_u64(hash, rival == NULL ? 0 : (uint64_t)rival->body.id << 1 | delver->duel.is_on);
}

static json_t *make_status(const struct subject *subject)
{
    const struct body *body = &subject->delver->body;
    char unsaved[SAVE_WATCH_TEXT_SIZE];

    save_watch_mark(subject->sessions->game, unsaved);
    json_t *status = json_pack(
        "{s:s, s:i, s:s, s:s, s:s, s:I, s:o}", "name", subject->delver->name, "depth",
        body->key.depth, "level_name", level_name(subject), "area",
        theme_of_depth(subject->sessions->game->world->themes, body->key.depth)->name, "warning",
        unsaved, "life", (json_int_t)subject->delver->life.number, "grave", make_grave(subject));
    json_object_set_new(status, "knacks", make_knacks(&subject->delver->life));
    json_object_set_new(status, "oath",
                        json_boolean(subject->delver->life.honours.oath != OATH_NONE));
    json_object_set_new(status, "renown", json_integer(subject->delver->life.honours.ever.renown));
    json_object_set_new(status, "trade",
                        make_trade(subject->sessions->game->world, subject->delver));
    json_object_set_new(status, "duel", make_duel(subject->sessions->game->world, subject->delver));
    json_object_set_new(status, "embers", json_integer(subject->delver->life.honours.kindled));
    if (subject->session->present.page != NULL)
        json_object_set_new(
            status, "explored",
            json_integer(page_explored_percent(subject->session->present.page, subject->delver)));
    return status;
}

static uint64_t digest_status(const struct subject *subject)
{
    char unsaved[SAVE_WATCH_TEXT_SIZE];
    struct hash hash;

    save_watch_mark(subject->sessions->game, unsaved);
    hash_init(&hash);
    add_text(&hash, subject->delver->name);
    add_text(&hash, level_name(subject));
    add_text(&hash, unsaved);
    hash_u64(&hash, (uint64_t)subject->delver->body.key.depth);
    hash_u64(&hash, (uint64_t)subject->delver->life.number);
    hash_u64(&hash, subject->delver->life.honours.ever.renown);
    hash_u64(&hash, (uint64_t)subject->delver->life.honours.oath << 32 |
                        (uint64_t)subject->delver->life.honours.kindled << 16 |
                        subject->delver->life.honours.knacks);
    hash_grave(subject, &hash);
    hash_deals(subject->sessions->game->world, subject->delver, &hash);
    if (subject->session->present.page != NULL)
        hash_u64(&hash,
                 (uint64_t)page_explored_percent(subject->session->present.page, subject->delver));
    return hash.value;
}

/* Makes a member of the party; `here`: on the level of the session's delver. */
static json_t *make_member(const struct subject *subject, const struct delver *member)
{
    const struct body *body = &member->body;

    return json_pack("{s:s, s:{s:i, s:i, s:i, s:b}}", "name", member->name, "info", "hp",
                     delver_health(member), "mhp", body->health_max, "lvl",
                     life_level(&member->life), "here",
                     body->level != NULL && body->level == subject->delver->body.level);
}

/* Makes the party in the order of joining; empty without one. */
static json_t *make_group(const struct subject *subject)
{
    const struct game *game = subject->sessions->game;
    const struct player_slot *own = roster_slot_of_body(game->roster, subject->delver->body.id);
    const struct player_slot *first = own == NULL ? NULL : party_leader(game->roster, own);
    const char *leader = "";
    json_t *members = json_array();

    for (const struct player_slot *slot = first; slot != NULL;) {
        const struct delver *member = world_delver(game->world, slot->actor);
        if (member != NULL)
            json_array_append_new(members, make_member(subject, member));
        if (member != NULL && slot == first)
            leader = member->name;
        slot = party_next(game->roster, slot);
        slot = slot == first ? NULL : slot;
    }
    return json_pack("{s:s, s:o}", "leader", leader, "members", members);
}

/* Adds the letters of foes: those in view are on the map. */
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

/* Makes the meanings of the glyphs on the map. */
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
    struct rect area = {0, 0, MAP_WIDTH, MAP_HEIGHT};
    struct companions companions;
    json_t *rows = json_array();
    bool used[128] = {false};
    char line[MAP_WIDTH + 1] = "";

    canvas->width = MAP_WIDTH;
    canvas->height = MAP_HEIGHT;
    screen_clear(canvas);
    camera.origin = pos_of(at.x - MAP_WIDTH / 2, at.y - MAP_HEIGHT / 2);
    view_compose(subject->sessions->game->world, subject->delver, &camera, area, false, &all,
                 canvas);
    party_collect(subject->sessions->game->roster, subject->delver->body.id, &companions);
    companions_draw(subject->sessions->game->world, subject->delver, &companions, &camera, area,
                    &all, canvas);
    for (int y = 0; y < MAP_HEIGHT; y++) {
        for (int x = 0; x < MAP_WIDTH; x++) {
            line[x] = (char)cell_code_point(screen_at(canvas, x, y));
            used[line[x] & 0x7f] = true;
        }
        json_array_append_new(rows, json_string(line));
    }
    return json_pack("{s:i, s:i, s:i, s:i, s:o, s:o}", "x", camera.origin.x, "y", camera.origin.y,
                     "w", MAP_WIDTH, "h", MAP_HEIGHT, "rows", rows, "legend",
                     make_legend(subject, used));
}

static void collect_things(const struct subject *subject, struct things *out)
{
    static const struct things_wish wish = {
        .kinds = THINGS_OF_ALL, .seen_only = true, .max = LISTED_THINGS_MAX};

    if (subject->session->present.page != NULL)
        page_things_collect(subject->session->mode, subject->session->sessions->game->world,
                            subject->delver, out);
    else
        things_collect(subject->sessions->game->world, subject->delver, &wish, out);
}

/* Returns a digest of the things. A page knows its delver's cell and gets cells; other clients get
   offsets. */
static uint64_t digest_things(const struct subject *subject)
{
    const struct session *session = subject->session;
    bool has_offset = session->present.page == NULL || page_things_have_offsets(session->mode);
    struct things things;
    struct hash hash;

    collect_things(subject, &things);
    hash_init(&hash);
    for (int i = 0; i < things.count; i++) {
        const struct thing *thing = &things.list[i];
        hash_u64(&hash, (uint64_t)thing->kind << 40 | (uint64_t)(uint8_t)thing->glyph << 32 |
                            (uint64_t)(uint16_t)thing->at.x << 16 | (uint16_t)thing->at.y);
        hash_u64(&hash, (uint64_t)thing->is_seen << 2 | (uint64_t)thing->is_open << 1 |
                            (uint64_t)thing->is_asleep);
        if (has_offset)
            hash_u64(&hash, (uint64_t)(uint16_t)thing->dx << 16 | (uint16_t)thing->dy);
        add_text(&hash, thing->name);
    }
    return hash.value;
}

static json_t *make_things(const struct subject *subject)
{
    struct things things;

    collect_things(subject, &things);
    if (subject->session->present.page != NULL)
        return page_things_make(subject->session, subject->delver, &things);
    json_t *list = json_array();
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
    /* returns a digest of the content without making it; NULL: the package is made and compared */
    uint64_t (*digest)(const struct subject *subject);
    bool is_paced; /* checked at most five times a second; on pages all packages are */
};

static const struct package_row package_table[GMCP_PACKAGE_COUNT] = {
    [GMCP_CHAR_NAME] = {"Char.Name", GMCP_NAME, make_name, digest_name, false},
    [GMCP_CHAR_VITALS] = {"Char.Vitals", GMCP_VITALS, make_vitals, digest_vitals, true},
    [GMCP_CHAR_STATUS] = {"Char.Status", GMCP_STATUS, make_status, digest_status, false},
    [GMCP_ROOM_INFO] = {"Room.Info", GMCP_ROOM, make_room, digest_room, false},
    [GMCP_ROOM_ACTORS] = {"Room.Actors", GMCP_ACTORS, make_actors, digest_actors, true},
    [GMCP_TARGET_SET] = {"IRE.Target.Set", GMCP_TARGET, make_target, digest_target, true},
    [GMCP_TARGET_INFO] = {"IRE.Target.Info", GMCP_TARGET, make_target_info, digest_target_info,
                          true},
    [GMCP_GROUP_MEMBERS] = {"Group", GMCP_GROUP, make_group, NULL, true},
    [GMCP_DUNGEON_MAP] = {"Dungeon.Map", GMCP_MAP, make_map, NULL, false},
    [GMCP_DUNGEON_THINGS] = {"Dungeon.Things", GMCP_THINGS, make_things, digest_things, false},
};

/* Returns a digest of a value; never 0. */
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

static bool is_paced(const struct session *session, enum gmcp_package package)
{
    return package_table[package].is_paced || session->present.page != NULL;
}

/* Sends a package if it changed. Errors are ignored: the client layer closes the connection if it
   must. */
static void send_package(struct gmcp_feed *feed, struct client *client,
                         const struct subject *subject, enum gmcp_package package)
{
    const struct package_row *row = &package_table[package];
    uint64_t *sent = &feed->sent[package];
    uint64_t now = row->digest == NULL ? 0 : row->digest(subject);

    if (now != 0 && now == *sent)
        return;
    json_t *value = row->make(subject);
    if (value != NULL && now == 0)
        now = fingerprint(value);
    if (value != NULL && now != *sent && gmcp_send(client, row->name, value) == ERR_OK)
        *sent = now;
    json_decref(value);
}

void gmcp_feed_touch(struct session *session)
{
    if (!session->conn->client.caps.takes_messages)
        return;
    session->present.feed.is_dirty = true;
    /* A page that will be checked later anyway need not be attended for this. */
    if (session->present.page == NULL || session->feed_place.list == NULL)
        session_make_runnable(session);
}

void gmcp_feed_forget(struct gmcp_feed *feed)
{
    gmcp_lists_release(feed);
    (*feed) = (struct gmcp_feed){.is_dirty = true};
}

/* Marks the packages of modules that the peer removed as never sent, because it may ask for them
   again. */
static void forget_taken_back(struct gmcp_peer *peer, struct gmcp_feed *feed)
{
    for (enum gmcp_package package = 0; package < GMCP_PACKAGE_COUNT; package++) {
        if ((peer->taken_back >> package_table[package].module & 1) != 0)
            feed->sent[package] = 0;
    }
    gmcp_lists_forget(feed, peer->taken_back);
    peer->taken_back = 0;
}

/* Sends the paced packages if their time has come; else they wait. */
static void send_paced(struct session *session, const struct subject *subject)
{
    struct gmcp_feed *feed = &session->present.feed;
    uint64_t now_ms = session->sessions->base->now_ms;

    feed->is_waiting = now_ms - feed->paced_ms < PACED_MS;
    if (feed->is_waiting)
        return;
    feed->paced_ms = now_ms;
    for (enum gmcp_package package = 0; package < GMCP_PACKAGE_COUNT; package++) {
        if (is_paced(session, package) &&
            gmcp_wants(&session->conn->client, package_table[package].module))
            send_package(feed, &session->conn->client, subject, package);
    }
    gmcp_lists_update(session, subject->delver);
}

static void send_at_once(struct session *session, const struct subject *subject)
{
    struct sessions *sessions = session->sessions;

    forget_taken_back(&session->conn->client.gmcp, &session->present.feed);
    gmcp_offer_package(&session->conn->client, sessions->base->options.client_gui_url,
                       sessions->base->options.client_gui_version);
    for (enum gmcp_package package = 0; package < GMCP_PACKAGE_COUNT; package++) {
        if (!is_paced(session, package) &&
            gmcp_wants(&session->conn->client, package_table[package].module))
            send_package(&session->present.feed, &session->conn->client, subject, package);
    }
}

/* Checks the party once a second, because changes of other members come without an event. */
static void follow_group(struct session *session)
{
    struct gmcp_feed *feed = &session->present.feed;
    const struct roster *roster = session->sessions->game->roster;
    uint64_t now_ms = session->sessions->base->now_ms;
    const struct player_slot *slot = gmcp_wants(&session->conn->client, GMCP_GROUP)
                                         ? roster_slot_of_body(roster, session->actor)
                                         : NULL;
    bool had_group = feed->has_group;

    feed->has_group = slot != NULL && party_size(roster, slot) > 0;
    if (feed->has_group == had_group && (!feed->has_group || now_ms - feed->group_ms < GROUP_MS))
        return;
    feed->group_ms = now_ms;
    feed->is_waiting = true;
}

/* Checks the hours of a grave by the clock of the world, because they pass without an event. */
static void follow_grave(struct gmcp_feed *feed, const struct world *world,
                         const struct client *client, const struct delver *delver)
{
    const struct death *death = delver == NULL ? NULL : death_with_grave(world, delver, NULL);
    int alone = 0;
    int left = 0;

    if (death != NULL)
        grave_hours(world, death, &alone, &left);
    feed->has_grave = death != NULL && gmcp_wants(client, GMCP_STATUS);
    if (!feed->has_grave || left == feed->grave_hours)
        return;
    feed->grave_hours = (int16_t)left;
    feed->is_dirty = true;
}

/* Schedules the next check of waiting packages and of the party. */
static void look_later(struct session *session)
{
    const struct gmcp_feed *feed = &session->present.feed;
    const struct sessions *sessions = session->sessions;
    uint64_t due_ms = feed->is_waiting  ? feed->paced_ms + PACED_MS
                      : feed->has_group ? feed->group_ms + GROUP_MS
                                        : sessions->base->now_ms + GRAVE_MS;
    uint64_t now_ms = sessions->base->now_ms;
    uint64_t left_ms = due_ms > now_ms ? due_ms - now_ms : 0;

    frame_ring_put(&session->sessions->feeds, &session->feed_place,
                   sessions->game->tick->count + 1 +
                       left_ms / (uint64_t)sessions->base->options.tick_ms);
}

void gmcp_feed_update(struct session *session)
{
    struct gmcp_feed *feed = &session->present.feed;
    struct sessions *sessions = session->sessions;
    struct subject subject = {
        .session = session,
        .sessions = sessions,
        .delver = world_delver(sessions->game->world, session->actor),
    };

    follow_grave(feed, sessions->game->world, &session->conn->client, subject.delver);
    follow_group(session);
    bool is_dirty = feed->is_dirty;

    if ((is_dirty || feed->is_waiting) && subject.delver != NULL &&
        subject.delver->body.state == BODY_PRESENT) {
        feed->is_dirty = false;
        if (is_dirty)
            send_at_once(session, &subject);
        send_paced(session, &subject);
    }
    if (feed->is_waiting || feed->has_group || feed->has_grave)
        look_later(session);
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
    if (event->kind == EVENT_CHALK && event->actor == session->actor) {
        char words[CHALK_TEXT_MAX];
        chalk_words((uint16_t)event->count, words, sizeof words);
        gmcp_feed_talk(session, "chalk", "", words);
    }
}
