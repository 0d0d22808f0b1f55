/*
 * States, the rows that follow from them, and the comparison of the two.
 */
#include "power_state.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/check.h"
#include "base/rng.h"
#include "content/tile.h"
#include "db/records.h"
#include "power_head.h"

enum { DELVERS = 12, LEVELS = 10, MEMORIES = 16, AUDITS = 8, TILES = 900, BLOB_SIZE_MAX = 9000 };

static uint32_t version_at(const struct power_state *state, enum power_kind kind, int place)
{
    return state->slots[kind][place];
}

/* A stream of its own for the content of each version. */
static struct rng content_rng(enum power_kind kind, uint32_t version)
{
    struct rng rng;

    rng_init(&rng, (uint64_t)kind << 32 | version);
    return rng;
}

static struct account_record make_account(const struct power_state *state, int place)
{
    struct account_record account = {.id = place + 1};
    uint32_t version = version_at(state, POWER_ACCOUNT, place);
    struct rng rng = content_rng(POWER_PASSWORD, version_at(state, POWER_PASSWORD, place));

    snprintf(account.name, sizeof account.name, "Delver%c", 'a' + place);
    snprintf(account.skeleton, sizeof account.skeleton, "delver%c", 'a' + place);
    snprintf(account.password_hash, sizeof account.password_hash, "$%016llx$%016llx$%016llx",
             (unsigned long long)rng_next(&rng), (unsigned long long)rng_next(&rng),
             (unsigned long long)rng_next(&rng));
    account.mode = (enum session_mode)(version % 4);
    account.created_at = 1000 + version_at(state, POWER_BORN, place);
    account.last_seen_at = 5000 + version;
    return account;
}

static struct delver_record make_delver(const struct power_state *state, int place)
{
    struct rng rng = content_rng(POWER_DELVER, version_at(state, POWER_DELVER, place));
    struct delver_record delver = {.id = place + 1};

    delver.level.wing = (uint16_t)rng_range(&rng, 0, 3);
    delver.level.depth = (uint16_t)rng_range(&rng, 1, 40);
    delver.level.generation = (uint32_t)rng_next(&rng);
    delver.at.x = (int16_t)rng_range(&rng, 0, LEVEL_WIDTH_MAX - 1);
    delver.at.y = (int16_t)rng_range(&rng, 0, LEVEL_HEIGHT_MAX - 1);
    delver.health_max = (int16_t)rng_range(&rng, 1, 200);
    delver.health = (int16_t)rng_range(&rng, 0, delver.health_max);
    delver.sequence = rng_next(&rng);
    delver.steps = rng_next(&rng);
    return delver;
}

static struct level_blob make_level(int place)
{
    struct level_blob level = {.format = 1};

    level.key.wing = (uint16_t)(place % 2);
    level.key.depth = (uint16_t)(1 + place / 2);
    level.key.generation = 1;
    snprintf(level.style, sizeof level.style, "style-%d", place);
    return level;
}

static size_t make_blob(uint32_t version, uint8_t blob[BLOB_SIZE_MAX])
{
    struct rng rng = content_rng(POWER_LEVEL, version);
    /* Mostly a page or two; now and then a long run of pages. */
    int length = rng_range(&rng, 1, rng_percent(&rng, 80) ? 3000 : BLOB_SIZE_MAX);

    for (int i = 0; i < length; i += 8) {
        uint64_t word = rng_next(&rng);
        size_t rest = (size_t)(length - i);
        memcpy(blob + i, &word, rest < sizeof word ? rest : sizeof word);
    }
    return (size_t)length;
}

/* Of a level that is there, as far as there are any: what goes with it is forgotten with it. */
static struct level_key memory_key(int place)
{
    if (place < LEVELS)
        return make_level(place).key;
    return (struct level_key){.wing = 0, .depth = (uint16_t)(1 + place), .generation = 7};
}

/* The place of the delver that a row belongs to; for rows of an account it is their own place. */
static int owner_of(int place)
{
    return place % DELVERS;
}

static void make_tiles(uint32_t version, uint8_t tiles[TILES])
{
    struct rng rng = content_rng(POWER_MEMORY, version);
    int done = 0;

    while (done < TILES) {
        int run = rng_range(&rng, 1, 9);
        uint8_t tile = (uint8_t)rng_below(&rng, TILE_COUNT);
        for (int i = 0; i < run && done < TILES; i++)
            tiles[done++] = tile;
    }
}

static struct audit_record make_audit(uint32_t version)
{
    struct audit_record record = {.at = version};

    snprintf(record.who, sizeof record.who, "operator %u", version % 3);
    snprintf(record.what, sizeof record.what, "act %u", version);
    return record;
}

static enum err save_born(struct store *store, const struct power_state *state, int place)
{
    struct account_record account = make_account(state, place);
    struct delver_record delver = make_delver(state, place);
    int64_t id = 0;
    enum err error = store_create_account(store, &account, &delver, &id);

    if (error == ERR_OK && id != place + 1)
        return ERR_UNKNOWN;
    return error;
}

static enum err save_account(struct store *store, const struct power_state *state, int place)
{
    struct account_record account = make_account(state, place);

    return store_save_account(store, &account);
}

static enum err save_password(struct store *store, const struct power_state *state, int place)
{
    struct account_record account = make_account(state, place);

    return store_save_password(store, account.id, account.password_hash);
}

static enum store_role role_of(uint32_t version)
{
    return (enum store_role)(version % 3);
}

static enum err save_role(struct store *store, const struct power_state *state, int place)
{
    return store_save_role(store, place + 1, role_of(version_at(state, POWER_ROLE, place)));
}

static void make_settings(uint32_t version, char list[SETTINGS_SIZE])
{
    struct rng rng = content_rng(POWER_SETTINGS, version);
    int length = rng_percent(&rng, 20) ? 0 : rng_range(&rng, 1, SETTINGS_SIZE - 1);

    for (int i = 0; i < length; i++)
        list[i] = (char)rng_range(&rng, ' ', '~');
    list[length] = '\0';
}

static enum err save_settings(struct store *store, const struct power_state *state, int place)
{
    char list[SETTINGS_SIZE];

    make_settings(version_at(state, POWER_SETTINGS, place), list);
    return store_save_settings(store, place + 1, list);
}

/* Every fourth version: there is none any more. */
static struct ruling make_ruling(uint32_t version, int place)
{
    struct rng rng = content_rng(POWER_RULING, version);
    struct ruling ruling = {.kind = RULING_MUTE,
                            .until = (int64_t)version,
                            .at = (int64_t)rng_below(&rng, 1000),
                            .who = "operator"};
    int length = rng_range(&rng, 1, RULING_DETAIL_SIZE - 1);

    snprintf(ruling.subject, sizeof ruling.subject, "10.0.0.%d", place);
    memset(ruling.detail, 'r', (size_t)length);
    return ruling;
}

static enum err save_ruling(struct store *store, const struct power_state *state, int place)
{
    uint32_t version = version_at(state, POWER_RULING, place);
    struct ruling ruling = make_ruling(version, place);

    if (version % 4 != 0)
        return store_save_ruling(store, &ruling);
    enum err error = store_drop_ruling(store, ruling.kind, ruling.subject);
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

static enum err save_delver(struct store *store, const struct power_state *state, int place)
{
    struct delver_record delver = make_delver(state, place);

    return store_save_delver(store, &delver);
}

static enum err save_level(struct store *store, const struct power_state *state, int place)
{
    uint8_t blob[BLOB_SIZE_MAX];
    struct level_blob level = make_level(place);
    size_t length = make_blob(version_at(state, POWER_LEVEL, place), blob);

    return store_save_level(store, &level, blob, length);
}

static enum err save_memory(struct store *store, const struct power_state *state, int place)
{
    uint8_t tiles[TILES];

    make_tiles(version_at(state, POWER_MEMORY, place), tiles);
    return store_save_memory(store, owner_of(place) + 1, memory_key(place), tiles, TILES);
}

static enum err save_head(struct store *store, const struct power_state *state, int place)
{
    return power_head_save(store, version_at(state, POWER_HEAD, place), place);
}

/* What goes may be saved again in the same transaction, before or after. */
static enum err drop_level(struct store *store, const struct power_state *state, int place)
{
    (void)state;
    return store_drop_level(store, make_level(place).key);
}

static enum err save_audit(struct store *store, const struct power_state *state, int place)
{
    struct audit_record record = make_audit(version_at(state, POWER_AUDIT, place));

    return store_audit(store, &record);
}

static enum err save_tick(struct store *store, const struct power_state *state, int place)
{
    return store_save_meta(store, META_TICK, version_at(state, POWER_TICK, place));
}

/* One row holds birth, account and password: it is compared once, as the account. */
static bool same_account(struct store *store, const struct power_state *state, int place)
{
    struct account_record wanted = make_account(state, place);
    struct account_record found = {0};
    enum err error = store_find_account(store, wanted.name, &found);

    if (version_at(state, POWER_BORN, place) == 0)
        return error == ERR_NOT_FOUND &&
               store_find_skeleton(store, wanted.skeleton) == ERR_NOT_FOUND;
    return error == ERR_OK && found.id == wanted.id && strcmp(found.name, wanted.name) == 0 &&
           strcmp(found.skeleton, wanted.skeleton) == 0 &&
           strcmp(found.password_hash, wanted.password_hash) == 0 && found.mode == wanted.mode &&
           found.created_at == wanted.created_at && found.last_seen_at == wanted.last_seen_at;
}

static bool same_role(struct store *store, const struct power_state *state, int place)
{
    enum store_role role = STORE_ROLE_NONE;
    enum err error = store_load_role(store, place + 1, &role);

    if (version_at(state, POWER_BORN, place) == 0)
        return error == ERR_NOT_FOUND;
    return error == ERR_OK && role == role_of(version_at(state, POWER_ROLE, place));
}

static bool same_settings(struct store *store, const struct power_state *state, int place)
{
    uint32_t version = version_at(state, POWER_SETTINGS, place);
    char wanted[SETTINGS_SIZE];
    char found[SETTINGS_SIZE];
    enum err error = store_load_settings(store, place + 1, found);

    if (version == 0)
        return error == ERR_NOT_FOUND;
    make_settings(version, wanted);
    return wanted[0] == '\0' ? error == ERR_NOT_FOUND
                             : error == ERR_OK && strcmp(found, wanted) == 0;
}

static bool same_ruling(struct store *store, const struct power_state *state, int place)
{
    uint32_t version = version_at(state, POWER_RULING, place);
    struct ruling wanted = make_ruling(version, place);
    struct ruling found = {.until = 0};
    enum err error = store_load_ruling(store, wanted.kind, wanted.subject, &found);

    if (version % 4 == 0)
        return error == ERR_NOT_FOUND;
    return error == ERR_OK && found.until == wanted.until && found.at == wanted.at &&
           strcmp(found.who, wanted.who) == 0 && strcmp(found.detail, wanted.detail) == 0;
}

static bool same_delver(struct store *store, const struct power_state *state, int place)
{
    struct delver_record wanted = make_delver(state, place);
    struct delver_record found = {0};
    enum err error = store_load_delver(store, place + 1, &found);

    if (version_at(state, POWER_BORN, place) == 0)
        return error == ERR_NOT_FOUND;
    return error == ERR_OK && found.id == wanted.id && level_key_equal(found.level, wanted.level) &&
           found.at.x == wanted.at.x && found.at.y == wanted.at.y &&
           found.health == wanted.health && found.health_max == wanted.health_max &&
           found.sequence == wanted.sequence && found.steps == wanted.steps;
}

static bool same_level(struct store *store, const struct power_state *state, int place)
{
    uint8_t blob[BLOB_SIZE_MAX];
    uint32_t version = version_at(state, POWER_LEVEL, place);
    struct level_blob wanted = make_level(place);
    struct level_blob found = {0};
    struct bytes data;

    bytes_init(&data, BLOB_SIZE_MAX);
    enum err error = store_load_level(store, wanted.key, &found, &data);
    bool is_same = error == ERR_NOT_FOUND;
    if (version != 0) {
        size_t length = make_blob(version, blob);
        is_same = error == ERR_OK && found.format == wanted.format &&
                  strcmp(found.style, wanted.style) == 0 && data.length == length &&
                  memcmp(data.data, blob, length) == 0;
    }
    bytes_release(&data);
    return is_same;
}

static bool same_memory(struct store *store, const struct power_state *state, int place)
{
    uint8_t wanted[TILES];
    uint8_t found[TILES];
    uint32_t version = version_at(state, POWER_MEMORY, place);
    enum err error = store_load_memory(store, owner_of(place) + 1, memory_key(place), found, TILES);

    if (version == 0)
        return error == ERR_NOT_FOUND;
    make_tiles(version, wanted);
    return error == ERR_OK && memcmp(found, wanted, TILES) == 0;
}

static bool same_head(struct store *store, const struct power_state *state, int place)
{
    return power_head_is_same(store, version_at(state, POWER_HEAD, place), place);
}

/* All of them at once, with the first place: one more or less moves every other. */
static bool same_audits(struct store *store, const struct power_state *state, int place)
{
    struct audit_record found[AUDITS];
    int count = 0;

    if (place > 0)
        return true;
    if (store_load_audit(store, found, AUDITS, &count) != ERR_OK)
        return false;
    for (int i = 0; i < AUDITS; i++) {
        uint32_t version = version_at(state, POWER_AUDIT, i);
        struct audit_record wanted = make_audit(version);
        if ((version != 0) != (i < count))
            return false;
        if (version != 0 && (found[i].at != wanted.at || strcmp(found[i].who, wanted.who) != 0 ||
                             strcmp(found[i].what, wanted.what) != 0))
            return false;
    }
    return true;
}

static bool same_tick(struct store *store, const struct power_state *state, int place)
{
    uint64_t tick = 0;
    uint32_t version = version_at(state, POWER_TICK, place);
    enum err error = store_load_meta(store, META_TICK, &tick);

    return version == 0 ? error == ERR_NOT_FOUND : error == ERR_OK && tick == version;
}

/* What must be so before a row may change. */
enum need {
    NEED_NOTHING,
    NEED_TURN,   /* delvers are made in order, because ids are given in order */
    NEED_DELVER, /* the one it belongs to */
    NEED_FIRST,  /* only the first place is ever written */
    NEED_LEVEL,  /* something that can be forgotten */
};

struct kind_row {
    const char *name;
    int places;
    enum need need;
    enum err (*save)(struct store *store, const struct power_state *state, int place);
    /* NULL: part of another kind's row. */
    bool (*is_same)(struct store *store, const struct power_state *state, int place);
};

static const struct kind_row kind_table[POWER_KIND_COUNT] = {
    [POWER_BORN] = {"birth", DELVERS, NEED_TURN, save_born, NULL},
    [POWER_ACCOUNT] = {"account", DELVERS, NEED_DELVER, save_account, same_account},
    [POWER_PASSWORD] = {"password", DELVERS, NEED_DELVER, save_password, NULL},
    [POWER_ROLE] = {"role", DELVERS, NEED_DELVER, save_role, same_role},
    [POWER_SETTINGS] = {"settings", DELVERS, NEED_DELVER, save_settings, same_settings},
    [POWER_RULING] = {"ruling", LEVELS, NEED_NOTHING, save_ruling, same_ruling},
    [POWER_DELVER] = {"delver", DELVERS, NEED_DELVER, save_delver, same_delver},
    [POWER_LEVEL] = {"level", LEVELS, NEED_NOTHING, save_level, same_level},
    [POWER_MEMORY] = {"memory", MEMORIES, NEED_DELVER, save_memory, same_memory},
    [POWER_HEAD] = {"head", LEVELS, NEED_NOTHING, save_head, same_head},
    [POWER_DROP] = {"drop", LEVELS, NEED_LEVEL, drop_level, NULL},
    [POWER_AUDIT] = {"audit", AUDITS, NEED_FIRST, save_audit, same_audits},
    [POWER_TICK] = {"tick", 1, NEED_NOTHING, save_tick, same_tick},
};

const char *power_kind_name(enum power_kind kind)
{
    return kind_table[kind].name;
}

int power_kind_places(enum power_kind kind)
{
    return kind_table[kind].places;
}

bool power_state_allows(const struct power_state *state, struct power_change change)
{
    const uint32_t *born = state->slots[POWER_BORN];
    int place = change.place;

    switch (kind_table[change.kind].need) {
    case NEED_NOTHING:
        return true;
    case NEED_TURN:
        return born[place] == 0 && (place == 0 || born[place - 1] != 0);
    case NEED_DELVER:
        return born[owner_of(place)] != 0;
    case NEED_FIRST:
        return place == 0;
    case NEED_LEVEL:
        return state->slots[POWER_LEVEL][place] != 0;
    }
    return false;
}

void power_state_change(struct power_state *state, struct power_change change, uint32_t version)
{
    uint32_t *slots = state->slots[change.kind];

    CHECK(power_state_allows(state, change) && version > 0);
    if (change.kind == POWER_AUDIT)
        memmove(slots + 1, slots, (AUDITS - 1) * sizeof slots[0]);
    slots[change.place] = version;
    if (change.kind == POWER_DROP) {
        state->slots[POWER_DROP][change.place] = 0;
        state->slots[POWER_LEVEL][change.place] = 0;
        state->slots[POWER_MEMORY][change.place] = 0;
    }
    if (change.kind == POWER_BORN) {
        state->slots[POWER_ACCOUNT][change.place] = version;
        state->slots[POWER_PASSWORD][change.place] = version;
        state->slots[POWER_DELVER][change.place] = version;
    }
}

enum err power_state_save(struct store *store, const struct power_state *state,
                          struct power_change change)
{
    return kind_table[change.kind].save(store, state, change.place);
}

bool power_state_matches(struct store *store, const struct power_state *state, char *reason,
                         size_t reason_size)
{
    for (int kind = 0; kind < POWER_KIND_COUNT; kind++) {
        const struct kind_row *row = &kind_table[kind];
        for (int place = 0; row->is_same != NULL && place < row->places; place++) {
            if (row->is_same(store, state, place))
                continue;
            snprintf(reason, reason_size, "%s %d is not version %u", row->name, place,
                     version_at(state, (enum power_kind)kind, place));
            return false;
        }
    }
    return true;
}
