/*
 * Sentences about a thing, in the order of a table: what it does by numbers, and then its traits.
 */
#include "narrate/item_detail.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "narrate/item_words.h"

static const struct {
    unsigned trait; /* of enum item_trait */
    const char *text;
} trait_table[] = {
    {ITEM_TWO_HANDED, "It takes both hands."},
    {ITEM_REACHES, "It reaches two cells."},
    {ITEM_SWEEPS, "It does half to all others beside you."},
    {ITEM_DAZES, "One blow in six dazes."},
    {ITEM_STUNS, "One blow in six stuns."},
    {ITEM_RESTS, "Health comes back twice as fast."},
    {ITEM_WARMS, "Fire does you half."},
    {ITEM_ANCHORS, "Nothing holds, pulls or stuns you."},
    {ITEM_FEELS_FOES, "You feel foes within 8 cells, through rock."},
    {ITEM_BREATHES, "Sleep and hush do not touch you, and poison does half."},
    {ITEM_HOODED, "Foes notice you at half the distance."},
};

static void add(char *out, size_t size, const char *text)
{
    size_t length = strlen(out);

    if (length + strlen(text) + 2 <= size)
        snprintf(out + length, size - length, "%s%s", length > 0 ? " " : "", text);
}

/* "BEFORE number AFTER"; nothing of 0. */
static void add_number(char *out, size_t size, const char *before, int number, const char *after)
{
    char text[96];

    if (number == 0)
        return;
    snprintf(text, sizeof text, "%s %d%s", before, number, after);
    add(out, size, text);
}

/* "WHAT +1." */
static void add_gain(char *out, size_t size, const char *what, int gain)
{
    char text[32];

    if (gain == 0)
        return;
    snprintf(text, sizeof text, "%s %+d.", what, gain);
    add(out, size, text);
}

static void add_damage(const struct stack *stack, char *out, size_t size)
{
    const struct item_row *row = item_row(stack->kind);
    char text[64];

    if (row->dice.count == 0)
        return;
    snprintf(text, sizeof text, "It hits for %d to %d.", row->dice.count + stack->temper,
             dice_most(row->dice) + stack->temper);
    add(out, size, text);
}

/* What tempers add to is the armour of what protects; the row of a shield and a lamp say less. */
static int armour_of(const struct stack *stack)
{
    const struct item_row *row = item_row(stack->kind);

    return row->armour > 0 ? row->armour + stack->temper : 0;
}

static void add_pace(const struct item_row *row, char *out, size_t size)
{
    if (row->beat_percent > 100)
        add(out, size, "It is slow.");
    else if (row->beat_percent > 0 && row->beat_percent < 100)
        add(out, size, "It is quick.");
}

static void describe(const struct stack *stack, char *out, size_t size)
{
    const struct item_row *row = item_row(stack->kind);
    bool flies = row->class == CLASS_THROWN || row->class == CLASS_LAUNCHER;

    add_damage(stack, out, size);
    add_gain(out, size, "Attack", row->attack);
    add_gain(out, size, "Defence", row->defence);
    add_number(out, size, "Armour", armour_of(stack), ".");
    add_number(out, size, "It lights", row->light, " cells.");
    add_number(out, size, "It flies", flies ? row->range : 0, " cells.");
    add_number(out, size, "It reaches all within", row->radius, " of where it lands.");
    add_pace(row, out, size);
    add_number(out, size, "A foe that is unaware takes", row->surprise, " times the most.");
    for (size_t i = 0; i < sizeof trait_table / sizeof trait_table[0]; i++) {
        if ((row->traits & trait_table[i].trait) != 0)
            add(out, size, trait_table[i].text);
    }
    add_number(out, size, "Your steps are heard", row->noise, " cells farther.");
    add_number(out, size, "It rests", row->rest_beats, " beats between two uses.");
}

void item_detail(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size)
{
    char name[ITEM_NAME_MAX + 16];
    char about[ITEM_DETAIL_MAX] = "";

    item_words(viewer, stack, name, sizeof name);
    name[0] = (char)toupper((unsigned char)name[0]);
    if (life_knows(&viewer->life, stack->kind))
        describe(stack, about, sizeof about);
    else
        add(about, sizeof about, "You do not know what it does until you use it.");
    snprintf(out, out_size, "%s.%s%s", name, about[0] == '\0' ? "" : " ", about);
}
