/*
 * GMCP lists that are sent by their changes. The session stores what was sent of each: an id and a
 * hash for every thing, a bit for every status, the bodies of players. The difference from the
 * present state is sent as entries added, updated and removed.
 */
#include "server/session/present/gmcp_lists.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "narrate/item_words.h"
#include "narrate/pack_words.h"
#include "narrate/things.h"
#include "server/net/conn.h"
#include "server/session/page/page_things.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

enum location { LOCATION_INV, LOCATION_WORN, LOCATION_ROOM, LOCATION_COUNT };

enum { ENTRIES_MAX = 24, NAME_SIZE = ITEM_NAME_MAX + 16, ID_SIZE = 16, ATTRIB_SIZE = 4 };

_Static_assert((int)PACK_MAX <= (int)ENTRIES_MAX && (int)SLOT_COUNT <= (int)ENTRIES_MAX,
               "a pack is told whole");

_Static_assert(STATUS_COUNT <= 32, "a set of statuses has one bit for each");

/* The kind of thing that an id names; the lower half of the id is its number. */
enum origin { ORIGIN_PACK, ORIGIN_FOE, ORIGIN_THING, ORIGIN_GRAVE };

struct entry {
    uint64_t id;
    char name[NAME_SIZE];
    const char *icon;
    char attrib[ATTRIB_SIZE];
    char actions[PAGE_ACTIONS_MAX]; /* commands, for a page; else "" */
};

struct entries {
    struct entry list[ENTRIES_MAX];
    int count;
};

struct sent_entry {
    uint64_t id;
    uint64_t mark;
};

struct sent {
    bool is_whole; /* the list was sent completely */
    int count;
    struct sent_entry *list; /* owned; NULL: empty, or there was no memory, and all is sent again */
};

struct gmcp_items {
    struct sent sent[LOCATION_COUNT];
    uint64_t pack; /* hash of the things in the pack's lists */
};

static const char *const location_names[LOCATION_COUNT] = {"inv", "worn", "room"};

static const char *const icons[CLASS_COUNT] = {
    [CLASS_WEAPON] = "weapon", [CLASS_LAUNCHER] = "launcher", [CLASS_THROWN] = "missile",
    [CLASS_BODY] = "armour",   [CLASS_SMALL] = "armour",      [CLASS_JEWEL] = "jewel",
    [CLASS_LAMP] = "lamp",     [CLASS_DRAUGHT] = "draught",   [CLASS_SCROLL] = "scroll",
    [CLASS_WAND] = "wand",     [CLASS_CHARM] = "charm",       [CLASS_OTHER] = "other",
    [CLASS_MONEY] = "gold",
};

static uint64_t id_of(enum origin origin, uint32_t number)
{
    return (uint64_t)origin << 32 | number;
}

static void write_id(uint64_t id, char out[ID_SIZE])
{
    static const char *const before[] = {"", "", "t", "g"};
    uint32_t number = (uint32_t)id;

    if (id >> 32 == ORIGIN_PACK)
        snprintf(out, ID_SIZE, "%c", (char)number);
    else
        snprintf(out, ID_SIZE, "%s%u", before[id >> 32], number);
}

static uint64_t mark_of(const struct entry *entry)
{
    struct hash hash;

    hash_init(&hash);
    hash_bytes(&hash, entry->name, strlen(entry->name) + 1);
    hash_bytes(&hash, entry->attrib, strlen(entry->attrib) + 1);
    hash_bytes(&hash, entry->actions, strlen(entry->actions) + 1);
    hash_bytes(&hash, entry->icon, strlen(entry->icon));
    return hash.value;
}

/* Returns attributes as in IRE clients: "l" wielded, "w" worn, "W" wearable. */
static const char *attrib_of(enum item_slot slot, enum location location)
{
    if (location == LOCATION_INV)
        return slot == SLOT_NONE ? "" : "W";
    return slot == SLOT_WEAPON || slot == SLOT_LAUNCHER ? "l" : "w";
}

static void collect_pack(const struct delver *delver, enum location location, bool has_actions,
                         struct entries *out)
{
    uint32_t end = location == LOCATION_INV ? OBJECT_WORN : OBJECT_END;
    uint32_t object = location == LOCATION_INV ? OBJECT_CARRIED : OBJECT_WORN;

    for (; object < end; object++) {
        const struct stack *thing = pack_peek(&delver->life.pack, object);
        if (thing == NULL)
            continue;
        struct entry *entry = &out->list[out->count++];
        entry->id = id_of(ORIGIN_PACK, (uint32_t)pack_letter(object));
        entry->icon = icons[item_row(thing->kind)->class];
        item_words(delver, thing, entry->name, sizeof entry->name);
        snprintf(entry->attrib, sizeof entry->attrib, "%s",
                 attrib_of(item_row(thing->kind)->slot, location));
        entry->actions[0] = '\0';
        if (has_actions)
            page_things_actions(delver, object, entry->actions);
    }
}

/* Describes a thing or a grave on a cell. */
static void describe_lying(const struct world *world, const struct delver *delver,
                           const struct thing *thing, struct entry *out)
{
    const struct item *item = world_item(world, thing->lying);

    if (item == NULL) {
        uint32_t place = (uint32_t)(thing->at.y * delver->body.level->width + thing->at.x);
        out->id = id_of(ORIGIN_GRAVE, place);
        out->icon = "grave";
        snprintf(out->name, sizeof out->name, "%s", thing->name);
        snprintf(out->attrib, sizeof out->attrib, "md");
        return;
    }
    out->id = id_of(ORIGIN_THING, item->id);
    out->icon = icons[item_row(item->stack.kind)->class];
    item_words(delver, &item->stack, out->name, sizeof out->name);
    snprintf(out->attrib, sizeof out->attrib, "%s",
             item_is_free(world, item, delver->delver_id) ? "t" : "");
}

static void collect_room(const struct world *world, const struct delver *delver,
                         struct entries *out)
{
    static const struct things_wish wish = {
        .kinds = THINGS_OF_FOES | THINGS_OF_ITEMS, .seen_only = true, .max = ENTRIES_MAX};
    struct things things;

    things_collect(world, delver, &wish, &things);
    for (int i = 0; i < things.count && out->count < ENTRIES_MAX; i++) {
        const struct thing *thing = &things.list[i];
        struct entry *entry = &out->list[out->count++];
        entry->actions[0] = '\0';
        if (thing->kind == THING_ITEM) {
            describe_lying(world, delver, thing, entry);
            continue;
        }
        entry->id = id_of(ORIGIN_FOE, thing->body);
        entry->icon = "foe";
        snprintf(entry->name, sizeof entry->name, "%s", body_name(world_body(world, thing->body)));
        snprintf(entry->attrib, sizeof entry->attrib, "m");
    }
}

static json_t *make_item(const struct entry *entry)
{
    char id[ID_SIZE];

    write_id(entry->id, id);
    json_t *item = json_pack("{s:s, s:s, s:s, s:s}", "id", id, "name", entry->name, "icon",
                             entry->icon, "attrib", entry->attrib);
    if (entry->actions[0] != '\0')
        json_object_set_new(item, "actions", json_string(entry->actions));
    return item;
}

/* Sends a value and frees it. Errors are ignored: the client layer closes the connection if it
   must. */
static void send_value(struct client *client, const char *package, json_t *value)
{
    if (value != NULL)
        (void)!gmcp_send(client, package, value);
    json_decref(value);
}

/* Sends an item and frees it. */
static void send_item(struct client *client, const char *package, enum location location,
                      const char *member, json_t *item)
{
    send_value(client, package,
               json_pack("{s:s, s:o}", "location", location_names[location], member, item));
}

static void send_all(struct client *client, enum location location, const struct entries *now)
{
    json_t *list = json_array();

    for (int i = 0; i < now->count; i++)
        json_array_append_new(list, make_item(&now->list[i]));
    send_item(client, "Char.Items.List", location, "items", list);
}

static int find_sent(const struct sent *sent, uint64_t id)
{
    for (int i = 0; i < sent->count; i++) {
        if (sent->list[i].id == id)
            return i;
    }
    return -1;
}

static bool is_among(const struct entries *entries, uint64_t id)
{
    for (int i = 0; i < entries->count; i++) {
        if (entries->list[i].id == id)
            return true;
    }
    return false;
}

static void send_changes(struct client *client, enum location location, const struct sent *sent,
                         const struct entries *now)
{
    for (int i = 0; i < sent->count; i++) {
        char id[ID_SIZE];
        if (is_among(now, sent->list[i].id))
            continue;
        write_id(sent->list[i].id, id);
        send_item(client, "Char.Items.Remove", location, "item", json_pack("{s:s}", "id", id));
    }
    for (int i = 0; i < now->count; i++) {
        const struct entry *entry = &now->list[i];
        int place = find_sent(sent, entry->id);
        if (place >= 0 && sent->list[place].mark == mark_of(entry))
            continue;
        send_item(client, place < 0 ? "Char.Items.Add" : "Char.Items.Update", location, "item",
                  make_item(entry));
    }
}

/* True if none of the entries that were sent exists any more: the delver changed its level, or
   looked away. */
static bool is_all_new(const struct sent *sent, const struct entries *now)
{
    for (int i = 0; i < sent->count; i++) {
        if (is_among(now, sent->list[i].id))
            return false;
    }
    return sent->count > 0 && now->count > 0;
}

static void note_sent(struct sent *sent, const struct entries *now)
{
    if (now->count != sent->count) {
        free(sent->list);
        sent->list = now->count == 0 ? NULL : malloc((size_t)now->count * sizeof *sent->list);
    }
    sent->is_whole = now->count == 0 || sent->list != NULL;
    sent->count = sent->is_whole ? now->count : 0;
    for (int i = 0; i < sent->count; i++)
        sent->list[i] = (struct sent_entry){now->list[i].id, mark_of(&now->list[i])};
}

static void update_location(struct client *client, enum location location, struct sent *sent,
                            const struct entries *now)
{
    if (!sent->is_whole || is_all_new(sent, now))
        send_all(client, location, now);
    else
        send_changes(client, location, sent, now);
    note_sent(sent, now);
}

/* Returns a digest of a pack's things and the names under which its delver knows them. */
static uint64_t digest_pack(const struct delver *delver)
{
    struct hash hash;

    hash_init(&hash);
    hash_u64(&hash, delver->life.known);
    hash_u64(&hash, (uint64_t)delver->life.number);
    hash_bulk(&hash, (const uint8_t *)&delver->life.pack, sizeof delver->life.pack);
    return hash.value;
}

/* Collects the entries of a list. A page gets the things that lie around in Dungeon.Things
   instead. */
static void collect(const struct page *page, const struct world *world, const struct delver *delver,
                    enum location location, struct entries *out)
{
    out->count = 0;
    if (location != LOCATION_ROOM)
        collect_pack(delver, location, page != NULL, out);
    else if (page == NULL)
        collect_room(world, delver, out);
}

static void send_items(struct present_state *present, struct client *client,
                       const struct world *world, const struct delver *delver)
{
    struct gmcp_feed *feed = &present->feed;
    struct gmcp_peer *peer = &client->gmcp;

    if (feed->items == NULL)
        feed->items = calloc(1, sizeof *feed->items);
    if (feed->items == NULL)
        return;
    if (peer->wants_inventory)
        feed->items->sent[LOCATION_INV].is_whole = false;
    peer->wants_inventory = false;
    uint64_t pack = digest_pack(delver);
    for (enum location location = LOCATION_INV; location < LOCATION_COUNT; location++) {
        struct sent *sent = &feed->items->sent[location];
        struct entries now;
        if (location != LOCATION_ROOM && sent->is_whole && pack == feed->items->pack)
            continue;
        collect(present->page, world, delver, location, &now);
        update_location(client, location, sent, &now);
    }
    feed->items->pack = pack;
}

void gmcp_lists_release(struct gmcp_feed *feed)
{
    for (enum location location = LOCATION_INV; feed->items != NULL && location < LOCATION_COUNT;
         location++)
        free(feed->items->sent[location].list);
    free(feed->items);
    feed->items = NULL;
}

/* A list of statuses: bad ones or good ones. */
static const struct status_list {
    enum gmcp_module module;
    const char *list;
    const char *add;
    const char *remove;
    bool is_good;
} status_lists[GMCP_STATUS_LISTS] = {
    {GMCP_AFFLICTIONS, "Char.Afflictions.List", "Char.Afflictions.Add", "Char.Afflictions.Remove",
     false},
    {GMCP_DEFENCES, "Char.Defences.List", "Char.Defences.Add", "Char.Defences.Remove", true},
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

static void send_statuses(struct client *client, const struct status_list *row,
                          struct gmcp_statuses *sent, uint32_t now)
{
    json_t *list = sent->is_sent ? NULL : json_array();

    for (enum status_id id = STATUS_POISONED; id < STATUS_COUNT; id++) {
        bool is = (now >> id & 1) != 0;
        bool was = (sent->set >> id & 1) != 0;
        if (!sent->is_sent) {
            if (is)
                json_array_append_new(list, make_status(id));
        } else if (is && !was) {
            send_value(client, row->add, make_status(id));
        } else if (was && !is) {
            send_value(client, row->remove, json_pack("[s]", status_row(id)->name));
        }
    }
    if (!sent->is_sent)
        send_value(client, row->list, list);
    *sent = (struct gmcp_statuses){.is_sent = true, .set = now};
}

/* The players in view, up to the most of the package. */
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

static void send_all_players(struct client *client, const struct world *world,
                             const struct company *now)
{
    json_t *list = json_array();

    for (int i = 0; i < now->count; i++)
        json_array_append_new(list, make_player(world_delver(world, now->ids[i])));
    send_value(client, "Room.Players", list);
}

/* True if all players have a name. One that has left the world has none any more: then the whole
   list is sent. */
static bool can_name_all(const struct gmcp_feed *feed, const struct world *world)
{
    for (int i = 0; i < feed->player_count; i++) {
        if (world_delver(world, feed->players[i]) == NULL)
            return false;
    }
    return feed->has_players;
}

static void send_players(struct gmcp_feed *feed, struct client *client, const struct world *world,
                         const struct company *now)
{
    if (feed->has_players && feed->player_count == now->count &&
        memcmp(feed->players, now->ids, now->count * sizeof now->ids[0]) == 0)
        return;
    if (!can_name_all(feed, world)) {
        send_all_players(client, world, now);
    } else {
        for (int i = 0; i < feed->player_count; i++) {
            if (!has(now->ids, now->count, feed->players[i]))
                send_value(client, "Room.RemovePlayer",
                           json_string(world_delver(world, feed->players[i])->name));
        }
        for (int i = 0; i < now->count; i++) {
            if (!has(feed->players, feed->player_count, now->ids[i]))
                send_value(client, "Room.AddPlayer", make_player(world_delver(world, now->ids[i])));
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

    if (gmcp_wants(client, GMCP_ITEMS))
        send_items(&session->present, &session->conn->client, world, delver);
    for (int i = 0; i < GMCP_STATUS_LISTS; i++) {
        const struct status_list *row = &status_lists[i];
        if (gmcp_wants(client, row->module))
            send_statuses(&session->conn->client, row, &feed->statuses[i],
                          statuses_of(delver, row->is_good));
    }
    if (gmcp_wants(client, GMCP_PLAYERS)) {
        const struct company now = company_of(world, delver);
        send_players(feed, &session->conn->client, world, &now);
    }
}

void gmcp_lists_forget(struct gmcp_feed *feed, uint32_t modules)
{
    if ((modules >> GMCP_ITEMS & 1) != 0)
        gmcp_lists_release(feed);
    for (int i = 0; i < GMCP_STATUS_LISTS; i++) {
        if ((modules >> status_lists[i].module & 1) != 0)
            feed->statuses[i].is_sent = false;
    }
    if ((modules >> GMCP_PLAYERS & 1) != 0)
        feed->has_players = false;
}
