/*
 * The columns of every record. A function checks the content of a text; integers have a range.
 */
#include "db/columns.h"

#include <string.h>

#include "base/check.h"
#include "base/member.h"
#include "content/theme.h"
#include "world/delver.h"
#include "world/life.h"
#include "world/name.h"
#include "world/population_codec.h"
#include "world/record.h"

/* True if the text is a name as it is shown. */
static bool is_name(const char *text)
{
    char normal[NAME_LENGTH_MAX + 1];

    return name_normalise(text, normal) == ERR_OK && strcmp(normal, text) == 0;
}

bool text_is_word(const char *text)
{
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

static bool is_printable(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text < ' ' || *text > '~')
            return false;
    }
    return true;
}

static bool has_no_controls(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    }
    return true;
}

static bool is_healthy(const void *row)
{
    const struct delver_record *delver = row;

    return delver->health <= delver->health_max;
}

static bool is_head(const void *row)
{
    const struct stored_head *head = row;

    return head->head.current <= head->head.newest && head->kept <= (int64_t)head->head.newest &&
           head->kept != (int64_t)head->head.current;
}

#define PLACE(type, member) offsetof(type, member), sizeof(((type *)0)->member)
#define ANY_VALUE           INT64_MIN, INT64_MAX, NULL, NULL
#define ANY_TEXT            0, 0, NULL, NULL
#define TIME                0, RANGE_TIME_MAX
#define AMOUNT              0, RANGE_WHOLE_MAX
#define LEVEL_KEY_COLUMNS(type, member, flags)                                                     \
    {"wing", COLUMN_UNSIGNED, flags, PLACE(type, member.wing), 0, UINT16_MAX, NULL, NULL},         \
        {"depth", COLUMN_UNSIGNED, flags, PLACE(type, member.depth), 1, DEPTH_MAX, NULL, NULL},    \
    {                                                                                              \
        "generation", COLUMN_UNSIGNED, flags, PLACE(type, member.generation), 0, UINT32_MAX, NULL, \
            NULL                                                                                   \
    }

#define ACCOUNT(member) PLACE(struct stored_account, member)
static const struct column account_columns[] = {
    {"id", COLUMN_SIGNED, COLUMN_KEY | COLUMN_OWNER, ACCOUNT(record.id), 1, RANGE_WHOLE_MAX, NULL,
     NULL},
    {"name", COLUMN_TEXT, COLUMN_UNIQUE, ACCOUNT(record.name), 0, 0, is_name, NULL},
    {"skeleton", COLUMN_TEXT, COLUMN_UNIQUE, ACCOUNT(record.skeleton), ANY_TEXT},
    {"password_hash", COLUMN_TEXT, 0, ACCOUNT(record.password_hash), ANY_TEXT},
    {"mode", COLUMN_UNSIGNED, 0, ACCOUNT(record.mode), MODE_UNSET, MODE_READER, NULL, NULL},
    {"role", COLUMN_UNSIGNED, 0, ACCOUNT(role), STORE_ROLE_NONE, STORE_ROLE_ADMIN, NULL, NULL},
    {"created_at", COLUMN_SIGNED, COLUMN_FIXED, ACCOUNT(record.created_at), TIME, NULL, NULL},
    {"last_seen_at", COLUMN_SIGNED, 0, ACCOUNT(record.last_seen_at), TIME, NULL, NULL},
    {"is_guest", COLUMN_UNSIGNED, 0, ACCOUNT(record.is_guest), 0, 1, NULL, NULL},
};

_Static_assert((size_t)LIFE_KILLS_SIZE <= (size_t)PACKED_SIZE_MAX &&
                   (size_t)BELONGINGS_SIZE <= (size_t)PACKED_SIZE_MAX,
               "packed columns have room");

static size_t pack_kills(const void *kills, uint8_t *out)
{
    return life_pack_kills(kills, out);
}

static enum err unpack_kills(const uint8_t *data, size_t length, void *kills)
{
    return life_unpack_kills(data, length, kills);
}

static size_t pack_belongings(const void *life, uint8_t *out)
{
    return belongings_pack(life, out);
}

static enum err unpack_belongings(const uint8_t *data, size_t length, void *life)
{
    return belongings_unpack(data, length, life);
}

static const struct packing kills_packing = {pack_kills, unpack_kills};
static const struct packing belongings_packing = {pack_belongings, unpack_belongings};

#define DELVER(member) PLACE(struct delver_record, member)
static const struct column delver_columns[] = {
    {"id", COLUMN_SIGNED, COLUMN_KEY | COLUMN_OWNER, DELVER(id), 1, RANGE_WHOLE_MAX, NULL, NULL},
    LEVEL_KEY_COLUMNS(struct delver_record, level, COLUMN_ORDER),
    {"x", COLUMN_SIGNED, 0, DELVER(at.x), 0, LEVEL_WIDTH_MAX - 1, NULL, NULL},
    {"y", COLUMN_SIGNED, 0, DELVER(at.y), 0, LEVEL_HEIGHT_MAX - 1, NULL, NULL},
    {"health_max", COLUMN_SIGNED, 0, DELVER(health_max), 1, RANGE_HEALTH_MAX, NULL, NULL},
    {"health", COLUMN_SIGNED, 0, DELVER(health), 0, RANGE_HEALTH_MAX, NULL, NULL},
    {"sequence", COLUMN_UNSIGNED, 0, DELVER(sequence), ANY_VALUE},
    {"steps", COLUMN_UNSIGNED, 0, DELVER(steps), ANY_VALUE},
    {"experience", COLUMN_SIGNED, 0, DELVER(life.experience), AMOUNT, NULL, NULL},
    {"gold", COLUMN_SIGNED, 0, DELVER(life.gold), AMOUNT, NULL, NULL},
    {"life", COLUMN_UNSIGNED, 0, DELVER(life.number), 1, UINT32_MAX, NULL, NULL},
    {"deepest", COLUMN_UNSIGNED, 0, DELVER(life.deepest), 0, LIFE_DEPTH_MAX, NULL, NULL},
    {"arrived_low", COLUMN_UNSIGNED, 0, DELVER(life.arrived[0]), ANY_VALUE},
    {"arrived_high", COLUMN_UNSIGNED, 0, DELVER(life.arrived[1]), ANY_VALUE},
    {"explored_low", COLUMN_UNSIGNED, 0, DELVER(life.explored[0]), ANY_VALUE},
    {"explored_high", COLUMN_UNSIGNED, 0, DELVER(life.explored[1]), ANY_VALUE},
    {"kills", COLUMN_PACKED, 0, DELVER(life.kills), 0, 0, NULL, &kills_packing},
    {"belongings", COLUMN_PACKED, 0, DELVER(life), 0, 0, NULL, &belongings_packing},
};

#define LEVEL(member) PLACE(struct stored_level, member)
static const struct column level_columns[] = {
    LEVEL_KEY_COLUMNS(struct stored_level, level.key, COLUMN_KEY | COLUMN_LEVEL),
    {"style", COLUMN_TEXT, 0, LEVEL(level.style), 0, 0, text_is_word, NULL},
    {"format", COLUMN_SIGNED, 0, LEVEL(level.format), 1, UINT16_MAX, NULL, NULL},
    {"blob", COLUMN_BLOB, 0, LEVEL(blob), 1, LEVEL_BLOB_MAX, NULL, NULL},
};

#define MEMORY(member) PLACE(struct stored_memory, member)
static const struct column memory_columns[] = {
    {"delver_id", COLUMN_SIGNED, COLUMN_KEY | COLUMN_OWNER, MEMORY(delver_id), 1, RANGE_WHOLE_MAX,
     NULL, NULL},
    LEVEL_KEY_COLUMNS(struct stored_memory, key, COLUMN_KEY | COLUMN_LEVEL),
    {"band", COLUMN_UNSIGNED, COLUMN_KEY, MEMORY(band), 0, MEMORY_BANDS_MAX - 1, NULL, NULL},
    {"explored", COLUMN_BLOB, 0, MEMORY(explored), 1, 2 * MEMORY_BAND_MOST, NULL, NULL},
};

#define SETTING(member) PLACE(struct stored_settings, member)
static const struct column setting_columns[] = {
    {"account_id", COLUMN_SIGNED, COLUMN_KEY | COLUMN_OWNER, SETTING(account_id), 1,
     RANGE_WHOLE_MAX, NULL, NULL},
    {"list", COLUMN_TEXT, 0, SETTING(list), 0, 0, is_printable, NULL},
};

#define RULING(member) PLACE(struct ruling, member)
static const struct column ruling_columns[] = {
    {"kind", COLUMN_UNSIGNED, COLUMN_KEY, RULING(kind), RULING_BAN_NAME, RULING_KIND_END - 1, NULL,
     NULL},
    {"subject", COLUMN_TEXT, COLUMN_KEY, RULING(subject), 0, 0, has_no_controls, NULL},
    {"until", COLUMN_SIGNED, 0, RULING(until), TIME, NULL, NULL},
    {"at", COLUMN_SIGNED, 0, RULING(at), TIME, NULL, NULL},
    {"who", COLUMN_TEXT, 0, RULING(who), 0, 0, has_no_controls, NULL},
    {"detail", COLUMN_TEXT, 0, RULING(detail), 0, 0, has_no_controls, NULL},
};

#define HEAD(member) PLACE(struct stored_head, member)
static const struct column head_columns[] = {
    {"wing", COLUMN_UNSIGNED, COLUMN_KEY, HEAD(head.wing), 0, UINT16_MAX, NULL, NULL},
    {"depth", COLUMN_UNSIGNED, COLUMN_KEY, HEAD(head.depth), 1, DEPTH_MAX, NULL, NULL},
    {"current", COLUMN_UNSIGNED, 0, HEAD(head.current), 0, UINT32_MAX, NULL, NULL},
    {"kept", COLUMN_SIGNED, 0, HEAD(kept), NO_GENERATION, UINT32_MAX, NULL, NULL},
    {"newest", COLUMN_UNSIGNED, 0, HEAD(head.newest), 0, UINT32_MAX, NULL, NULL},
    {"locked", COLUMN_UNSIGNED, 0, HEAD(head.is_locked), 0, 1, NULL, NULL},
    {"seed", COLUMN_UNSIGNED, 0, HEAD(head.recipe.seed), ANY_VALUE},
    {"style", COLUMN_TEXT, 0, HEAD(head.recipe.style), 0, 0, text_is_word, NULL},
    {"kept_seed", COLUMN_UNSIGNED, 0, HEAD(head.kept_recipe.seed), ANY_VALUE},
    {"kept_style", COLUMN_TEXT, 0, HEAD(head.kept_recipe.style), 0, 0, text_is_word, NULL},
};

#define POPULATION(member) PLACE(struct stored_population, member)
static const struct column population_columns[] = {
    LEVEL_KEY_COLUMNS(struct stored_population, key, COLUMN_KEY | COLUMN_LEVEL),
    {"blob", COLUMN_BLOB, 0, POPULATION(blob), 1, POPULATION_BLOB_MAX, NULL, NULL},
};

#define LEDGER(member) PLACE(struct stored_ledger, member)
static const struct column ledger_columns[] = {
    {"kind", COLUMN_UNSIGNED, COLUMN_KEY, LEDGER(kind), 0, UINT8_MAX, NULL, NULL},
    {"made", COLUMN_UNSIGNED, 0, LEDGER(play.made), ANY_VALUE},
    {"ended", COLUMN_UNSIGNED, 0, LEDGER(play.ended), ANY_VALUE},
    {"made_beside", COLUMN_UNSIGNED, 0, LEDGER(beside.made), ANY_VALUE},
    {"ended_beside", COLUMN_UNSIGNED, 0, LEDGER(beside.ended), ANY_VALUE},
};

#define COLUMNS(list) .columns = (list), .count = (int)(sizeof(list) / sizeof(list)[0])

static const struct record record_table[RECORD_COUNT] = {
    [RECORD_ACCOUNT] = {.table = "account",
                        COLUMNS(account_columns),
                        .row_size = sizeof(struct stored_account),
                        .owner = "delver",
                        .is_made_once = true},
    [RECORD_DELVER] = {.table = "delver",
                       COLUMNS(delver_columns),
                       .row_size = sizeof(struct delver_record),
                       .owner = "account",
                       .is_made_once = true,
                       .is_sound = is_healthy},
    [RECORD_LEVEL] = {.table = "level",
                      COLUMNS(level_columns),
                      .row_size = sizeof(struct stored_level)},
    [RECORD_MEMORY] = {.table = "memory",
                       COLUMNS(memory_columns),
                       .row_size = sizeof(struct stored_memory),
                       .owner = "delver",
                       .is_in_no_order = true},
    [RECORD_SETTING] = {.table = "setting",
                        COLUMNS(setting_columns),
                        .row_size = sizeof(struct stored_settings),
                        .owner = "account"},
    [RECORD_RULING] = {.table = "ruling",
                       COLUMNS(ruling_columns),
                       .row_size = sizeof(struct ruling)},
    [RECORD_HEAD] = {.table = "level_head",
                     COLUMNS(head_columns),
                     .row_size = sizeof(struct stored_head),
                     .is_sound = is_head},
    [RECORD_POPULATION] = {.table = "population",
                           COLUMNS(population_columns),
                           .row_size = sizeof(struct stored_population)},
    [RECORD_LEDGER] = {.table = "ledger",
                       COLUMNS(ledger_columns),
                       .row_size = sizeof(struct stored_ledger)},
};

const struct record *record_at(enum record_id id)
{
    CHECK(id < RECORD_COUNT && record_table[id].row_size <= ROW_SIZE_MAX);
    return &record_table[id];
}

bool record_has(const struct record *record, unsigned flag)
{
    for (int i = 0; i < record->count; i++) {
        if ((record->columns[i].flags & flag) != 0)
            return true;
    }
    return false;
}

static const void *member(const struct column *column, const void *row)
{
    return (const uint8_t *)row + column->offset;
}

int64_t column_value(const struct column *column, const void *row)
{
    uint64_t value = member_load(member(column, row), column->size);

    return column->type == COLUMN_SIGNED ? member_signed(value, column->size) : (int64_t)value;
}

void column_set_value(const struct column *column, void *row, int64_t value)
{
    member_store((uint8_t *)row + column->offset, column->size, (uint64_t)value);
}

const char *column_text(const struct column *column, const void *row)
{
    CHECK(column->type == COLUMN_TEXT);
    return member(column, row);
}

const struct row_blob *column_blob(const struct column *column, const void *row)
{
    CHECK(column->type == COLUMN_BLOB);
    return member(column, row);
}

size_t column_pack(const struct column *column, const void *row, uint8_t out[PACKED_SIZE_MAX])
{
    CHECK(column->type == COLUMN_PACKED);
    return column->packing->pack(member(column, row), out);
}

static bool is_within(const struct column *column, int64_t value)
{
    return value >= column->low && value <= column->high;
}

static bool is_sound_text(const struct column *column, const char *text)
{
    return text[0] != '\0' && memchr(text, '\0', column->size) != NULL &&
           (column->is_sound == NULL || column->is_sound(text));
}

/* True if a packed value can be unpacked again. */
static bool is_sound_packed(const struct column *column, const void *row)
{
    uint8_t bytes[PACKED_SIZE_MAX];
    union row_space again;
    size_t length = column_pack(column, row, bytes);

    memcpy(again.bytes + column->offset, (const uint8_t *)row + column->offset, column->size);
    return column->packing->unpack(bytes, length, again.bytes + column->offset) == ERR_OK;
}

static bool is_sound_column(const struct column *column, const void *row)
{
    if (column->type == COLUMN_TEXT)
        return is_sound_text(column, column_text(column, row));
    if (column->type == COLUMN_PACKED)
        return is_sound_packed(column, row);
    if (column->type != COLUMN_BLOB)
        return is_within(column, column_value(column, row));
    size_t length = column_blob(column, row)->length;
    return length <= INT64_MAX && is_within(column, (int64_t)length);
}

bool row_is_sound(const struct record *record, const void *row)
{
    for (int i = 0; i < record->count; i++) {
        if (!is_sound_column(&record->columns[i], row))
            return false;
    }
    return record->is_sound == NULL || record->is_sound(row);
}
