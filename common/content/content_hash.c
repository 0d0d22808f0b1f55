/*
 * The hash over all content.
 *
 * Each kind of row is described by its members, in the order of the struct: numbers of any size,
 * texts, and arrays of structs that are described in the same way. A number counts by its value and
 * a text by its bytes, so that neither the compiler's padding nor the size of a pointer matters.
 */
#include "content/content_hash.h"

#include <stddef.h>
#include <string.h>

#include "base/hash.h"
#include "base/member.h"
#include "content/item.h"
#include "content/knack.h"
#include "content/part.h"
#include "content/species.h"
#include "content/status.h"
#include "content/theme.h"
#include "content/tile.h"

enum field_kind { FIELD_END, FIELD_NUMBER, FIELD_TEXT, FIELD_ROWS };

/* `count` values of `size` bytes each, side by side. */
struct field {
    enum field_kind kind;
    size_t offset;
    size_t size;
    size_t count;
    const struct field *fields; /* describes each struct of FIELD_ROWS; ended by FIELD_END */
};

#define SIZE_OF(type, member) sizeof(((type *)0)->member)
#define NUMBER(type, member)                                                                       \
    {                                                                                              \
        FIELD_NUMBER, offsetof(type, member), SIZE_OF(type, member), 1, NULL                       \
    }
#define TEXT(type, member)                                                                         \
    {                                                                                              \
        FIELD_TEXT, offsetof(type, member), SIZE_OF(type, member), 1, NULL                         \
    }
#define ARRAY(kind, type, member, fields)                                                          \
    {                                                                                              \
        kind, offsetof(type, member), SIZE_OF(type, member[0]),                                    \
            SIZE_OF(type, member) / SIZE_OF(type, member[0]), fields                               \
    }
#define NUMBERS(type, member)      ARRAY(FIELD_NUMBER, type, member, NULL)
#define TEXTS(type, member)        ARRAY(FIELD_TEXT, type, member, NULL)
#define ROWS(type, member, fields) ARRAY(FIELD_ROWS, type, member, fields)
#define END                                                                                        \
    {                                                                                              \
        FIELD_END, 0, 0, 0, NULL                                                                   \
    }

static const struct field tile_fields[] = {
    TEXT(struct tile_row, name),
    NUMBER(struct tile_row, save_id),
    NUMBER(struct tile_row, glyph),
    NUMBER(struct tile_row, glyph_utf8),
    NUMBER(struct tile_row, role),
    NUMBER(struct tile_row, remembered),
    NUMBER(struct tile_row, is_walkable),
    NUMBER(struct tile_row, is_opaque),
    NUMBER(struct tile_row, is_gap),
    NUMBER(struct tile_row, is_hazard),
    NUMBER(struct tile_row, is_light),
    NUMBER(struct tile_row, is_notable),
    NUMBER(struct tile_row, is_scenery),
    NUMBER(struct tile_row, is_spread),
    NUMBER(struct tile_row, is_uncounted),
    NUMBER(struct tile_row, noise),
    NUMBER(struct tile_row, is_slow),
    TEXT(struct tile_row, note),
    NUMBER(struct tile_row, opens_to),
    NUMBER(struct tile_row, closes_to),
    END,
};

static const struct field part_kind_fields[] = {
    TEXT(struct part_kind, name),
    NUMBER(struct part_kind, takes),
    NUMBER(struct part_kind, excludes),
    END,
};

static const struct field part_fields[] = {
    NUMBER(struct species_part, id),
    NUMBER(struct species_part, dice.count),
    NUMBER(struct species_part, dice.sides),
    NUMBER(struct species_part, range),
    NUMBER(struct species_part, cost),
    NUMBER(struct species_part, every),
    NUMBER(struct species_part, amount),
    NUMBER(struct species_part, kind),
    END,
};

static const struct field species_fields[] = {
    TEXT(struct species_row, name),           TEXT(struct species_row, plural),
    NUMBER(struct species_row, save_id),      NUMBER(struct species_row, glyph),
    NUMBER(struct species_row, family),       NUMBER(struct species_row, hue),
    NUMBER(struct species_row, is_boss),      NUMBER(struct species_row, depth.low),
    NUMBER(struct species_row, depth.high),   NUMBER(struct species_row, rarity),
    NUMBER(struct species_row, group.low),    NUMBER(struct species_row, group.high),
    NUMBER(struct species_row, health),       NUMBER(struct species_row, attack),
    NUMBER(struct species_row, defence),      NUMBER(struct species_row, damage.count),
    NUMBER(struct species_row, damage.sides), NUMBER(struct species_row, armour),
    NUMBER(struct species_row, move),         NUMBER(struct species_row, hit),
    NUMBER(struct species_row, see),          ROWS(struct species_row, parts, part_fields),
    NUMBER(struct species_row, drop),         TEXT(struct species_row, lair),
    TEXT(struct species_row, look),           END,
};

static const struct field item_class_fields[] = {
    TEXT(struct item_class_row, name),
    TEXT(struct item_class_row, one),
    NUMBER(struct item_class_row, glyph),
    NUMBER(struct item_class_row, role),
    END,
};

static const struct field item_fields[] = {
    TEXT(struct item_row, name),
    TEXT(struct item_row, plural),
    NUMBER(struct item_row, save_id),
    NUMBER(struct item_row, class),
    NUMBER(struct item_row, slot),
    NUMBER(struct item_row, depth),
    NUMBER(struct item_row, price),
    NUMBER(struct item_row, dice.count),
    NUMBER(struct item_row, dice.sides),
    NUMBER(struct item_row, attack),
    NUMBER(struct item_row, defence),
    NUMBER(struct item_row, armour),
    NUMBER(struct item_row, noise),
    NUMBER(struct item_row, light),
    NUMBER(struct item_row, beat_percent),
    NUMBER(struct item_row, surprise),
    NUMBER(struct item_row, range),
    NUMBER(struct item_row, radius),
    NUMBER(struct item_row, stack_max),
    NUMBER(struct item_row, find_count),
    NUMBER(struct item_row, survives_percent),
    NUMBERS(struct item_row, charges),
    NUMBER(struct item_row, rest_beats),
    NUMBER(struct item_row, traits),
    NUMBER(struct item_row, hue),
    TEXT(struct item_row, purpose),
    END,
};

static const struct field status_fields[] = {
    TEXT(struct status_row, begins),       TEXT(struct status_row, ended),
    TEXT(struct status_row, name),         TEXT(struct status_row, harm),
    TEXT(struct status_row, about),        TEXT(struct status_row, cure),
    TEXT(struct status_row, gift),         NUMBER(struct status_row, save_id),
    NUMBER(struct status_row, is_good),    NUMBER(struct status_row, takes_turns),
    NUMBER(struct status_row, lasts),      NUMBER(struct status_row, beats),
    NUMBER(struct status_row, beats_max),  NUMBER(struct status_row, join),
    NUMBER(struct status_row, ends),       NUMBER(struct status_row, loss),
    NUMBER(struct status_row, loss_beats), NUMBER(struct status_row, loss_max),
    NUMBERS(struct status_row, effects),   END,
};

static const struct field knack_fields[] = {
    TEXT(struct knack_row, name),
    TEXT(struct knack_row, says),
    NUMBER(struct knack_row, save_bit),
    NUMBERS(struct knack_row, gains),
    END,
};

static const struct field setting_fields[] = {
    TEXT(struct theme_setting, knob),
    NUMBER(struct theme_setting, value),
    END,
};

static const struct field plan_fields[] = {
    TEXT(struct theme_plan, style),
    NUMBER(struct theme_plan, weight),
    NUMBER(struct theme_plan, width),
    NUMBER(struct theme_plan, height),
    ROWS(struct theme_plan, settings, setting_fields),
    END,
};

static const struct field theme_fields[] = {
    TEXT(struct theme_row, name),
    NUMBER(struct theme_row, depth_first),
    TEXT(struct theme_row, style),
    NUMBER(struct theme_row, width),
    NUMBER(struct theme_row, height),
    NUMBER(struct theme_row, tint),
    NUMBER(struct theme_row, growth.grass),
    NUMBER(struct theme_row, growth.rubble),
    NUMBER(struct theme_row, growth.puddles),
    NUMBER(struct theme_row, growth.thickets),
    ROWS(struct theme_row, plans, plan_fields),
    TEXTS(struct theme_row, level_names),
    END,
};

static void hash_text(struct hash *hash, const char *text)
{
    const char *shown = text != NULL ? text : "";

    hash_bytes(hash, shown, strlen(shown) + 1);
}

static void hash_fields(struct hash *hash, const struct field *fields, const void *row)
{
    for (const struct field *field = fields; field->kind != FIELD_END; field++) {
        for (size_t i = 0; i < field->count; i++) {
            const char *value = (const char *)row + field->offset + i * field->size;
            const char *text;
            if (field->kind == FIELD_NUMBER) {
                hash_u64(hash, member_load(value, field->size));
            } else if (field->kind == FIELD_TEXT) {
                memcpy(&text, value, sizeof text);
                hash_text(hash, text);
            } else {
                hash_fields(hash, field->fields, value);
            }
        }
    }
}

uint64_t content_hash(void)
{
    struct hash hash;

    hash_init(&hash);
    for (enum tile_id id = 0; id < TILE_COUNT; id++)
        hash_fields(&hash, tile_fields, tile_row(id));
    for (enum part_id id = 0; id < PART_COUNT; id++)
        hash_fields(&hash, part_kind_fields, part_kind(id));
    for (enum species_id id = 0; id < SPECIES_COUNT; id++)
        hash_fields(&hash, species_fields, species_row(id));
    for (enum item_class class = 0; class < CLASS_COUNT; class ++)
        hash_fields(&hash, item_class_fields, item_class_row(class));
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        hash_fields(&hash, item_fields, item_row(kind));
    for (enum status_id id = 0; id < STATUS_COUNT; id++)
        hash_fields(&hash, status_fields, status_row(id));
    for (enum knack id = 0; id < KNACK_COUNT; id++)
        hash_fields(&hash, knack_fields, knack_row(id));
    for (int depth = 1; depth <= DEPTH_MAX; depth++)
        hash_fields(&hash, theme_fields, theme_of_depth(NULL, depth));
    for (int number = 0; number < HAVEN_COUNT; number++)
        hash_u64(&hash, (uint64_t)haven_depth(number));
    return hash.value;
}
