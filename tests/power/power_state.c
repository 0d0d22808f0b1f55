/*
 * States, the rows that follow from them, and the comparison of the two.
 */
#include "power_state.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "db/records.h"
#include "db/rows.h"
#include "support/rows/row_maker.h"

enum { AUDITS = 8, ROW_DROPPED_EVERY = 4 };

static uint32_t version_at(const struct power_state *state, struct power_change change)
{
    return state->slots[change.kind][change.place];
}

static struct power_change at(enum power_kind kind, int place)
{
    return (struct power_change){kind, place};
}

static bool is_row(enum power_kind kind)
{
    return kind >= POWER_ROWS && kind < POWER_ROWS + RECORD_COUNT;
}

static enum record_id record_of(enum power_kind kind)
{
    CHECK(is_row(kind));
    return (enum record_id)(kind - POWER_ROWS);
}

/* The place of the account and delver that a row belongs to. */
static int owner_of(int place)
{
    return place % ROW_OWNERS;
}

/* Some versions of what can be made again are that there is none. */
static bool is_dropped(enum power_kind kind, uint32_t version)
{
    return !record_at(record_of(kind))->is_made_once && version % ROW_DROPPED_EVERY == 0;
}

/* A row of an account holds its birth, its password and its role, each of its own version. */
static void make_account(const struct power_state *state, int place, struct made_row *out)
{
    struct stored_account *row = (void *)&out->row;
    struct made_row other;
    const struct stored_account *part = (const struct stored_account *)other.row.bytes;
    uint32_t role = version_at(state, at(POWER_ROLE, place));

    row_make(RECORD_ACCOUNT, place, version_at(state, at(POWER_ACCOUNT, place)), out);
    row_make(RECORD_ACCOUNT, place, version_at(state, at(POWER_PASSWORD, place)), &other);
    memcpy(row->record.password_hash, part->record.password_hash, sizeof row->record.password_hash);
    row_make(RECORD_ACCOUNT, place, role, &other);
    row->role = role == 0 ? STORE_ROLE_NONE : part->role;
}

static void make_row(const struct power_state *state, struct power_change change,
                     struct made_row *out)
{
    if (change.kind == POWER_ACCOUNT)
        make_account(state, change.place, out);
    else
        row_make(record_of(change.kind), change.place, version_at(state, change), out);
}

static struct stored_account account_of(const struct power_state *state, int place)
{
    struct made_row row;
    struct stored_account account;

    make_account(state, place, &row);
    memcpy(&account, row.row.bytes, sizeof account);
    return account;
}

static enum err save_born(struct store *store, const struct power_state *state,
                          struct power_change change)
{
    struct stored_account account = account_of(state, change.place);
    struct made_row delver;
    int64_t id = 0;

    make_row(state, at(POWER_DELVER, change.place), &delver);
    enum err error = store_create_account(store, &account.record,
                                          (const struct delver_record *)delver.row.bytes, &id);
    if (error == ERR_OK && id != change.place + 1)
        return ERR_UNKNOWN;
    return error;
}

static enum err save_password(struct store *store, const struct power_state *state,
                              struct power_change change)
{
    struct stored_account account = account_of(state, change.place);

    return store_save_password(store, account.record.id, account.record.password_hash);
}

static enum err save_role(struct store *store, const struct power_state *state,
                          struct power_change change)
{
    struct stored_account account = account_of(state, change.place);

    return store_save_role(store, account.record.id, account.role);
}

static enum err save_row(struct store *store, const struct power_state *state,
                         struct power_change change)
{
    struct made_row row;

    make_row(state, change, &row);
    if (!is_dropped(change.kind, version_at(state, change)))
        return row_save(store, record_of(change.kind), row.row.bytes);
    enum err error = row_drop(store, record_of(change.kind), row.row.bytes);
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

/* A level that is dropped may be saved again in the same transaction, before or after. */
static enum err drop_level(struct store *store, const struct power_state *state,
                           struct power_change change)
{
    struct made_row row;

    (void)state;
    row_make(RECORD_LEVEL, change.place, 0, &row);
    return store_drop_level(store, ((const struct stored_level *)row.row.bytes)->level.key);
}

static struct audit_record make_audit(uint32_t version)
{
    struct audit_record record = {.at = version};

    snprintf(record.who, sizeof record.who, "operator %u", version % 3);
    snprintf(record.what, sizeof record.what, "act %u", version);
    return record;
}

static enum err save_audit(struct store *store, const struct power_state *state,
                           struct power_change change)
{
    struct audit_record record = make_audit(version_at(state, change));

    return store_audit(store, &record);
}

static enum err save_tick(struct store *store, const struct power_state *state,
                          struct power_change change)
{
    return store_save_meta(store, META_TICK, version_at(state, change));
}

static bool same_row(struct store *store, const struct power_state *state,
                     struct power_change change)
{
    uint32_t version = version_at(state, change);
    struct made_row wanted;
    bool is_same = false;

    make_row(state, change, &wanted);
    enum err error = row_compare(store, record_of(change.kind), wanted.row.bytes, &is_same);
    return version == 0 || is_dropped(change.kind, version) ? error == ERR_NOT_FOUND : is_same;
}

/* The account must be found by name and by skeleton too. */
static bool same_account(struct store *store, const struct power_state *state,
                         struct power_change change)
{
    struct stored_account wanted = account_of(state, change.place);
    struct account_record found = {0};
    enum err sought = store_find_account(store, wanted.record.name, &found);

    if (!same_row(store, state, change) ||
        store_find_skeleton(store, wanted.record.skeleton) != sought)
        return false;
    return version_at(state, change) == 0 ? sought == ERR_NOT_FOUND : found.id == wanted.record.id;
}

/* Compares all rows at once, with the first place: one row more or less moves every other. */
static bool same_audits(struct store *store, const struct power_state *state,
                        struct power_change change)
{
    struct audit_record found[AUDITS];
    int count = 0;

    if (change.place > 0)
        return true;
    if (store_load_audit(store, found, AUDITS, &count) != ERR_OK)
        return false;
    for (int i = 0; i < AUDITS; i++) {
        uint32_t version = version_at(state, at(POWER_AUDIT, i));
        struct audit_record wanted = make_audit(version);
        if ((version != 0) != (i < count))
            return false;
        if (version != 0 && (found[i].at != wanted.at || strcmp(found[i].who, wanted.who) != 0 ||
                             strcmp(found[i].what, wanted.what) != 0))
            return false;
    }
    return true;
}

static bool same_tick(struct store *store, const struct power_state *state,
                      struct power_change change)
{
    uint64_t tick = 0;
    uint32_t version = version_at(state, change);
    enum err error = store_load_meta(store, META_TICK, &tick);

    return version == 0 ? error == ERR_NOT_FOUND : error == ERR_OK && tick == version;
}

/* Conditions that must hold before a row may change. */
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
    enum err (*save)(struct store *store, const struct power_state *state,
                     struct power_change change);
    /* NULL: part of another kind's row. */
    bool (*is_same)(struct store *store, const struct power_state *state,
                    struct power_change change);
};

/* Kinds that are not a row of their own record. */
static const struct kind_row kind_table[POWER_KIND_COUNT] = {
    [POWER_BORN] = {"birth", ROW_OWNERS, NEED_TURN, save_born, NULL},
    [POWER_PASSWORD] = {"password", ROW_OWNERS, NEED_DELVER, save_password, NULL},
    [POWER_ROLE] = {"role", ROW_OWNERS, NEED_DELVER, save_role, NULL},
    [POWER_DROP] = {"drop", ROW_PLACES, NEED_LEVEL, drop_level, NULL},
    [POWER_AUDIT] = {"audit", AUDITS, NEED_FIRST, save_audit, same_audits},
    [POWER_TICK] = {"tick", 1, NEED_NOTHING, save_tick, same_tick},
};

static struct kind_row kind_row(enum power_kind kind)
{
    if (!is_row(kind))
        return kind_table[kind];
    const struct record *record = record_at(record_of(kind));
    return (struct kind_row){.name = record->table,
                             .places = row_places(record_of(kind)),
                             .need = record->owner != NULL ? NEED_DELVER : NEED_NOTHING,
                             .save = save_row,
                             .is_same = kind == POWER_ACCOUNT ? same_account : same_row};
}

const char *power_kind_name(enum power_kind kind)
{
    return kind_row(kind).name;
}

int power_kind_places(enum power_kind kind)
{
    return kind_row(kind).places;
}

bool power_state_may_stay(const struct power_state *state, struct power_change change)
{
    return change.kind == POWER_ROLE ||
           (is_row(change.kind) && is_dropped(change.kind, version_at(state, change)));
}

bool power_state_allows(const struct power_state *state, struct power_change change)
{
    const uint32_t *born = state->slots[POWER_BORN];
    int place = change.place;

    switch (kind_row(change.kind).need) {
    case NEED_NOTHING:
        return true;
    case NEED_TURN:
        return born[place] == 0 && (place == 0 || born[place - 1] != 0);
    case NEED_DELVER:
        return born[owner_of(place)] != 0;
    case NEED_FIRST:
        return place == 0;
    case NEED_LEVEL:
        return state->slots[POWER_ROWS + RECORD_LEVEL][place] != 0;
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
        for (int id = 0; id < RECORD_COUNT; id++) {
            if (record_has(record_at((enum record_id)id), COLUMN_LEVEL))
                state->slots[POWER_ROWS + id][change.place] = 0;
        }
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
    return kind_row(change.kind).save(store, state, change);
}

bool power_state_matches(struct store *store, const struct power_state *state, char *reason,
                         size_t reason_size)
{
    for (int kind = 0; kind < POWER_KIND_COUNT; kind++) {
        struct kind_row row = kind_row((enum power_kind)kind);
        for (int place = 0; row.is_same != NULL && place < row.places; place++) {
            struct power_change change = at((enum power_kind)kind, place);
            if (row.is_same(store, state, change))
                continue;
            snprintf(reason, reason_size, "%s %d is not version %u", row.name, place,
                     version_at(state, change));
            return false;
        }
    }
    return true;
}
