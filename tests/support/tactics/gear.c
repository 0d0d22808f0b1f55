/*
 * The worth of things, in half points of damage or armour. Things that cannot be worn together,
 * such as a shield and a two-handed weapon, are compared together.
 */
#include "support/tactics/gear.h"

#include "content/dice.h"

enum { JEWEL_PRICE = 20 /* gold, for half a point */ };

static int worth_of(enum item_kind kind, int temper)
{
    const struct item_row *row = item_row(kind);
    int cost = row->beat_percent == 0 ? 100 : row->beat_percent;
    int defence = row->slot == SLOT_SHIELD ? row->defence + temper / 2 : row->defence;
    int armour = row->class == CLASS_BODY || row->class == CLASS_SMALL ? row->armour : 0;

    if (row->class == CLASS_JEWEL)
        return row->price / JEWEL_PRICE;
    if (armour > 0)
        armour += temper;
    int damage = row->dice.count > 0 ? dice_twice_mean(row->dice) + 2 * temper : 0;
    return damage * 100 / cost + row->attack + 2 * armour + defence + row->light;
}

const struct pack_thing *gear_worn_in(const struct knowledge *known, enum item_slot slot)
{
    for (int i = 0; i < known->pack_count; i++) {
        if (known->pack[i].is_worn && item_row(known->pack[i].kind)->slot == slot)
            return &known->pack[i];
    }
    return NULL;
}

static bool needs_two_hands(const struct item_row *row)
{
    return (row->traits & ITEM_TWO_HANDED) != 0;
}

static bool conflicts(const struct item_row *row, const struct item_row *worn)
{
    return row->slot == worn->slot || (row->slot == SLOT_SHIELD && needs_two_hands(worn)) ||
           (worn->slot == SLOT_SHIELD && needs_two_hands(row));
}

int gear_gain(const struct knowledge *known, enum item_kind kind, int temper)
{
    const struct item_row *row = item_row(kind);
    int gain = worth_of(kind, temper);

    if (row->slot == SLOT_NONE)
        return 0;
    for (int i = 0; i < known->pack_count; i++) {
        const struct pack_thing *thing = &known->pack[i];
        if (thing->is_worn && conflicts(row, item_row(thing->kind)))
            gain -= worth_of(thing->kind, thing->temper);
    }
    return gain;
}

bool gear_is_spare(const struct knowledge *known, const struct pack_thing *thing)
{
    return !thing->is_worn && item_row(thing->kind)->slot != SLOT_NONE &&
           gear_gain(known, thing->kind, thing->temper) <= 0;
}
