/*
 * Foes, things and graves as bytes, numbers little endian:
 *
 *     foe: u8 save_id, u16 ticks to its next action, u16 to the end of its beat, its members,
 *          u8 number of statuses, those by save_id (u8 save_id, u8 beats)
 *     thing: u8 save_id, its members
 *     grave: u8 save_id of the kind that killed, its members, the name, u8 number of things, those
 *            without their cells
 */
#include "world/population_form.h"

#include <string.h>

#include "base/check.h"
#include "base/member.h"
#include "world/name.h"
#include "world/population.h"
#include "world/range.h"

enum { SAVE_IDS = UINT8_MAX + 1 };

#define MEMBER_X(type, name) MEMBER(type, name.x, 1, 0, LEVEL_WIDTH_MAX - 1)
#define MEMBER_Y(type, name) MEMBER(type, name.y, 1, 0, LEVEL_HEIGHT_MAX - 1)

static const struct member foe_members[] = {
    MEMBER_X(struct foe, body.at),
    MEMBER_Y(struct foe, body.at),
    MEMBER(struct foe, body.health, 2, 1, RANGE_HEALTH_MAX),
    MEMBER(struct foe, body.health_max, 2, 1, RANGE_HEALTH_MAX),
    MEMBER(struct foe, body.statuses.steady, 1, 0, UINT8_MAX),
    MEMBER(struct foe, group, 2, 0, POPULATION_GROUPS_MAX),
    MEMBER(struct foe, mind.mood, 1, MOOD_ASLEEP, MOOD_COUNT - 1),
    MEMBER_X(struct foe, mind.home),
    MEMBER_Y(struct foe, mind.home),
    MEMBER_X(struct foe, mind.goal),
    MEMBER_Y(struct foe, mind.goal),
    MEMBER(struct foe, mind.has_goal, 1, false, true),
    MEMBER(struct foe, mind.fear, 1, FEAR_NONE, FEAR_CORNERED),
    MEMBER(struct foe, mind.is_hidden, 1, false, true),
    MEMBER(struct foe, mind.is_poised, 1, false, true),
    MEMBER(struct foe, mind.has_shouted, 1, false, true),
    MEMBER(struct foe, mind.gold, 2, 0, UINT16_MAX),
};

static const struct member thing_members[] = {
    MEMBER_X(struct item, at),
    MEMBER_Y(struct item, at),
    MEMBER(struct item, owner, 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct item, owned_until, 8, 0, UINT64_MAX),
    MEMBER_SINCE(2, struct item, kept_until, 8, 0, UINT64_MAX),
};

static const struct member stack_members[] = {
    MEMBER(struct stack, count, 4, 1, STACK_GOLD_MAX),
    MEMBER(struct stack, rest, 2, 0, UINT16_MAX),
    MEMBER(struct stack, temper, 1, 0, STACK_TEMPER_MAX),
    MEMBER(struct stack, charges, 1, 0, UINT8_MAX),
};

static const struct member grave_members[] = {
    MEMBER_X(struct grave, at),
    MEMBER_Y(struct grave, at),
    MEMBER(struct grave, delver_id, 8, 1, RANGE_WHOLE_MAX),
    MEMBER(struct grave, died_at, 8, 0, UINT64_MAX),
    MEMBER(struct grave, gold, 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct grave, experience, 8, 0, RANGE_WHOLE_MAX),
    MEMBER_SINCE(2, struct grave, is_kept, 1, false, true),
};

enum {
    FOE_MEMBERS = sizeof foe_members / sizeof foe_members[0],
    THING_MEMBERS = sizeof thing_members / sizeof thing_members[0],
    STACK_MEMBERS = sizeof stack_members / sizeof stack_members[0],
    GRAVE_MEMBERS = sizeof grave_members / sizeof grave_members[0],
};

void form_put(struct form_record *record, uint64_t value, size_t width)
{
    CHECK(width <= sizeof record->data - record->length);
    for (size_t i = 0; i < width; i++)
        record->data[record->length++] = (uint8_t)(value >> 8 * i);
}

uint64_t form_get(struct byte_reader *reader, size_t width)
{
    const uint8_t *data = byte_reader_take(reader, width);
    uint64_t value = 0;

    for (size_t i = 0; data != NULL && i < width; i++)
        value |= (uint64_t)data[i] << 8 * i;
    return value;
}

static void put_members(struct form_record *record, int version, const struct member *members,
                        int count, const void *row)
{
    size_t left = sizeof record->data - record->length;

    for (int i = 0; i < count; i++) {
        CHECK(members[i].width <= left);
        left -= members[i].width;
    }
    record->length += members_put(record->data + record->length, version, members, count, row);
}

/* How long it takes to a tick of the body's life; what is over takes none. */
static uint16_t ticks_to(const struct body *body, uint64_t at)
{
    int64_t ticks = (int64_t)(at - body_lived(body));

    return (uint16_t)(ticks < 0 ? 0 : ticks > UINT16_MAX ? UINT16_MAX : ticks);
}

/* Most foes have none. */
bool form_has_status(const struct statuses *statuses)
{
    uint8_t any = 0;

    for (enum status_id id = 0; id < STATUS_COUNT; id++)
        any |= statuses->left[id];
    return any != 0;
}

static void put_statuses(struct form_record *record, const struct statuses *statuses)
{
    uint8_t left[SAVE_IDS];
    size_t count_at = record->length;

    form_put(record, 0, 1);
    if (!form_has_status(statuses))
        return;
    memset(left, 0, sizeof left);
    for (enum status_id id = 0; id < STATUS_COUNT; id++)
        left[status_row(id)->save_id] = statuses->left[id];
    for (int save_id = 0; save_id < SAVE_IDS; save_id++) {
        if (left[save_id] == 0)
            continue;
        form_put(record, (uint64_t)save_id, 1);
        form_put(record, left[save_id], 1);
        record->data[count_at]++;
    }
}

static bool status_from_save_id(uint64_t save_id, enum status_id *out)
{
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (status_row(id)->save_id == save_id) {
            *out = id;
            return true;
        }
    }
    return false;
}

static bool get_statuses(struct byte_reader *reader, struct statuses *out)
{
    uint64_t count = form_get(reader, 1);
    int last = -1;

    for (uint64_t i = 0; i < count; i++) {
        int save_id = (int)form_get(reader, 1);
        uint8_t left = (uint8_t)form_get(reader, 1);
        enum status_id id;
        if (save_id <= last || left == 0 || !status_from_save_id((uint64_t)save_id, &id))
            return false;
        out->left[id] = left;
        last = save_id;
    }
    return !reader->failed;
}

void form_put_foe(struct form_record *record, const struct foe *foe)
{
    form_put(record, species_row(foe->body.species)->save_id, 1);
    form_put(record, ticks_to(&foe->body, foe->body.ready_at), 2);
    form_put(record, ticks_to(&foe->body, foe->body.beat_at), 2);
    put_members(record, POPULATION_VERSION, foe_members, FOE_MEMBERS, foe);
    put_statuses(record, &foe->body.statuses);
}

static void put_stack(struct form_record *record, const struct stack *stack)
{
    form_put(record, item_row(stack->kind)->save_id, 1);
    put_members(record, POPULATION_VERSION, stack_members, STACK_MEMBERS, stack);
}

void form_put_thing(struct form_record *record, int version, const struct item *thing)
{
    put_stack(record, &thing->stack);
    put_members(record, version, thing_members, THING_MEMBERS, thing);
}

void form_put_grave(struct form_record *record, const struct grave *grave)
{
    form_put(record, species_row(grave->killer)->save_id, 1);
    put_members(record, POPULATION_VERSION, grave_members, GRAVE_MEMBERS, grave);
    for (size_t i = 0; i < sizeof grave->name; i++)
        form_put(record, (uint8_t)grave->name[i], 1);
    size_t count_at = record->length;
    form_put(record, 0, 1);
    for (int i = 0; i < PACK_MAX; i++) {
        if (stack_is_none(&grave->things[i]))
            continue;
        put_stack(record, &grave->things[i]);
        record->data[count_at]++;
    }
}

static bool get_stack(struct byte_reader *reader, struct stack *out)
{
    return item_from_save_id((uint8_t)form_get(reader, 1), &out->kind) == ERR_OK &&
           members_get(reader, POPULATION_VERSION, stack_members, STACK_MEMBERS, out);
}

static bool get_name(struct byte_reader *reader, char out[NAME_LENGTH_MAX + 1])
{
    const uint8_t *name = byte_reader_take(reader, NAME_LENGTH_MAX + 1);
    char normal[NAME_LENGTH_MAX + 1];

    if (name == NULL || memchr(name, 0, NAME_LENGTH_MAX + 1) == NULL)
        return false;
    memcpy(out, name, NAME_LENGTH_MAX + 1);
    return name_normalise(out, normal) == ERR_OK && strcmp(normal, out) == 0;
}

bool form_get_foe(struct byte_reader *reader, struct foe *out)
{
    *out = (struct foe){.uses = 0};
    if (species_from_save_id((uint8_t)form_get(reader, 1), &out->body.species) != ERR_OK ||
        out->body.species == SPECIES_DELVER)
        return false;
    out->body.ready_at = form_get(reader, 2);
    out->body.beat_at = form_get(reader, 2);
    return members_get(reader, POPULATION_VERSION, foe_members, FOE_MEMBERS, out) &&
           get_statuses(reader, &out->body.statuses) && out->body.health <= out->body.health_max;
}

bool form_get_thing(struct byte_reader *reader, int version, struct item *out)
{
    *out = (struct item){.id = 0};
    return get_stack(reader, &out->stack) &&
           members_get(reader, version, thing_members, THING_MEMBERS, out);
}

bool form_get_grave(struct byte_reader *reader, int version, struct grave *out)
{
    *out = (struct grave){.next = 0};
    if (species_from_save_id((uint8_t)form_get(reader, 1), &out->killer) != ERR_OK ||
        !members_get(reader, version, grave_members, GRAVE_MEMBERS, out) ||
        !get_name(reader, out->name))
        return false;
    uint64_t count = form_get(reader, 1);
    for (uint64_t i = 0; i < count; i++) {
        if (i == PACK_MAX || !get_stack(reader, &out->things[i]) ||
            out->things[i].kind == ITEM_GOLD)
            return false;
    }
    return !reader->failed;
}

void form_copy_foe(const struct foe *from, struct foe *to)
{
    members_copy(foe_members, FOE_MEMBERS, from, to);
}

void form_copy_thing(const struct item *from, struct item *to)
{
    members_copy(thing_members, THING_MEMBERS, from, to);
}
