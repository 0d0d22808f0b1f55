/*
 * The description of a thing, in the order of a table: its numbers, and then its traits; in
 * sentences, or in a line of facts.
 */
#include "narrate/item_detail.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "narrate/item_words.h"
#include "world/use.h"

static const struct {
    unsigned trait; /* of enum item_trait */
    const char *text;
    const char *brief;
} trait_table[] = {
    {ITEM_TWO_HANDED, "It takes both hands.", "two hands"},
    {ITEM_REACHES, "It reaches two cells.", "reaches two cells"},
    {ITEM_SWEEPS, "It does half to all others beside you.", "half to all beside you"},
    {ITEM_DAZES, "One blow in six dazes.", "dazes"},
    {ITEM_STUNS, "One blow in six stuns.", "stuns"},
    {ITEM_RESTS, "Health comes back twice as fast.", "health comes back twice as fast"},
    {ITEM_WARMS, "Fire does you half.", "fire does half"},
    {ITEM_ANCHORS, "Nothing holds, pulls or stuns you.", "nothing holds, pulls or stuns you"},
    {ITEM_FEELS_FOES, "You feel foes within 8 cells, through rock.",
     "you feel foes within 8 cells"},
    {ITEM_BREATHES, "Sleep and hush do not touch you, and poison does half.",
     "no sleep, no hush, half the poison"},
    {ITEM_HOODED, "Foes notice you at half the distance.", "noticed at half the distance"},
};

static void add(char *out, size_t size, const char *text)
{
    size_t length = strlen(out);

    if (length + strlen(text) + 2 <= size)
        snprintf(out + length, size - length, "%s%s", length > 0 ? " " : "", text);
}

/* "BEFORE number AFTER", the latter as plural_put() takes it; nothing of 0. */
static void add_number(char *out, size_t size, const char *before, int number, const char *after)
{
    char text[96];
    char noun[64];

    if (number == 0)
        return;
    plural_put(after, number, noun, sizeof noun);
    snprintf(text, sizeof text, "%s %d%s", before, number, noun);
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

/* "3" or "3.5" of twice that. */
static void half_of(int twice, char out[16])
{
    snprintf(out, 16, "%d%s", twice / 2, twice % 2 != 0 ? ".5" : "");
}

static int least_of(const struct stack *stack)
{
    return item_row(stack->kind)->dice.count + stack->temper;
}

static int most_of(const struct stack *stack)
{
    return dice_most(item_row(stack->kind)->dice) + stack->temper;
}

static void average_of(const struct stack *stack, char out[16])
{
    half_of(dice_twice_mean(item_row(stack->kind)->dice) + 2 * stack->temper, out);
}

static void add_damage(const struct stack *stack, char *out, size_t size)
{
    char average[16];
    char text[64];

    if (item_row(stack->kind)->dice.count == 0)
        return;
    average_of(stack, average);
    snprintf(text, sizeof text, "It hits for %d to %d, on average %s.", least_of(stack),
             most_of(stack), average);
    add(out, size, text);
}

/* The armour of a thing with its temper; 0 where the row has no armour, as for shields and
   lamps. */
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

static void describe(const struct delver *viewer, const struct stack *stack, char *out, size_t size)
{
    const struct item_row *row = item_row(stack->kind);
    bool flies = row->class == CLASS_THROWN || row->class == CLASS_LAUNCHER;

    add_damage(stack, out, size);
    add_number(out, size, "It heals", use_heals(viewer, stack->kind), ".");
    add_number(out, size, "It lasts", use_beats(stack->kind), " beat(s).");
    add_gain(out, size, "Attack", row->attack);
    add_gain(out, size, "Defence", row->defence);
    add_number(out, size, "Armour", armour_of(stack), ".");
    add_number(out, size, "It lights", row->light, " cell(s).");
    add_number(out, size, "It flies", flies ? row->range : 0, " cell(s).");
    add_number(out, size, "It reaches all within", row->radius, " of where it lands.");
    add_pace(row, out, size);
    add_number(out, size, "A foe that is unaware takes", row->surprise, " time(s) the most.");
    for (size_t i = 0; i < sizeof trait_table / sizeof trait_table[0]; i++) {
        if ((row->traits & trait_table[i].trait) != 0)
            add(out, size, trait_table[i].text);
    }
    add_number(out, size, "Your steps are heard", row->noise, " cell(s) farther.");
    add_number(out, size, "It rests", row->rest_beats, " beat(s) between two uses.");
}

/* Adds to a line of facts. */
static void add_fact(char *out, size_t size, const char *fact)
{
    size_t length = strlen(out);

    if (length + strlen(fact) + 3 <= size)
        snprintf(out + length, size - length, "%s%s", length > 0 ? ", " : "", fact);
}

/* "2 to 10, average 6, attack -1, slow, dazes", without a full stop, or "heals 14" of what the
   viewer would have of it; "" for a thing without numbers. */
static void put_facts(const struct delver *viewer, const struct stack *stack, char *out,
                      size_t size)
{
    const struct item_row *row = item_row(stack->kind);
    bool flies = row->class == CLASS_THROWN || row->class == CLASS_LAUNCHER;
    const struct {
        const char *before;
        int number; /* 0: nothing is said */
        bool is_signed;
        const char *after;
    } numbers[] = {
        {"heals ", use_heals(viewer, stack->kind), false, ""},
        {"lasts ", use_beats(stack->kind), false, " beat(s)"},
        {"attack ", row->attack, true, ""},
        {"defence ", row->defence, true, ""},
        {"armour ", armour_of(stack), false, ""},
        {"light ", row->light, false, ""},
        {"flies ", flies ? row->range : 0, false, " cell(s)"},
        {"all within ", row->radius, false, ""},
        {"", row->surprise, false, " time(s) on the unaware"},
        {"noise ", row->noise, true, ""},
        {"", row->class == CLASS_WAND ? stack->charges : 0, false, " charge(s)"},
        {"rests ", row->rest_beats, false, " beat(s)"},
    };
    char fact[96];
    char noun[32];
    char average[16];

    out[0] = '\0';
    average_of(stack, average);
    if (row->dice.count > 0)
        snprintf(out, size, "%d to %d, average %s", least_of(stack), most_of(stack), average);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (numbers[i].number == 0)
            continue;
        plural_put(numbers[i].after, numbers[i].number, noun, sizeof noun);
        snprintf(fact, sizeof fact, numbers[i].is_signed ? "%s%+d%s" : "%s%d%s", numbers[i].before,
                 numbers[i].number, noun);
        add_fact(out, size, fact);
    }
    if (row->beat_percent > 100)
        add_fact(out, size, "slow");
    else if (row->beat_percent > 0 && row->beat_percent < 100)
        add_fact(out, size, "quick");
    for (size_t i = 0; i < sizeof trait_table / sizeof trait_table[0]; i++) {
        if ((row->traits & trait_table[i].trait) != 0)
            add_fact(out, size, trait_table[i].brief);
    }
}

/* The thing worn in the slot of `stack`; NULL: none, or `stack` is never worn. */
static const struct stack *worn_instead(const struct delver *viewer, const struct stack *stack)
{
    enum item_slot slot = item_row(stack->kind)->slot;

    return slot == SLOT_NONE ? NULL : pack_peek(&viewer->life.pack, OBJECT_WORN + slot);
}

static bool is_compared(const struct stack *worn, const struct stack *stack)
{
    return worn != NULL && worn != stack && !stack_is_alike(worn, stack);
}

static void put_lines(const struct delver *viewer, const struct stack *stack, const char *name,
                      char *out, size_t size)
{
    const struct stack *worn = worn_instead(viewer, stack);
    char facts[ITEM_DETAIL_MAX / 3];
    char yours[ITEM_DETAIL_MAX / 3];

    put_facts(viewer, stack, facts, sizeof facts);
    snprintf(out, size, "%s%s%s.", name, facts[0] == '\0' ? "" : ": ", facts);
    if (is_compared(worn, stack)) {
        put_facts(viewer, worn, yours, sizeof yours);
        add(out, size, "Yours:");
        add(out, size, yours);
        snprintf(out + strlen(out), size - strlen(out), ".");
    } else if (worn == NULL && item_row(stack->kind)->slot != SLOT_NONE) {
        add(out, size, "You wear none.");
    }
    snprintf(out + strlen(out), size - strlen(out), "\n%s", item_row(stack->kind)->purpose);
}

void item_gain(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size)
{
    const struct stack *worn = worn_instead(viewer, stack);
    const struct item_row *row = item_row(stack->kind);
    const struct {
        const char *name;
        int now;
        int then;
    } rows[] = {
        {"armour", worn == NULL ? 0 : armour_of(worn), armour_of(stack)},
        {"defence", worn == NULL ? 0 : item_row(worn->kind)->defence, row->defence},
        {"light", worn == NULL ? 0 : item_row(worn->kind)->light, row->light},
    };

    out[0] = '\0';
    if (row->slot == SLOT_NONE)
        return;
    if (row->dice.count > 0) {
        snprintf(out, out_size, "%d to %d", least_of(stack), most_of(stack));
        if (worn != NULL)
            snprintf(out + strlen(out), out_size - strlen(out), ", yours %d to %d", least_of(worn),
                     most_of(worn));
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].then == 0 && rows[i].now == 0)
            continue;
        snprintf(out + strlen(out), out_size - strlen(out), "%s%s %d", out[0] == '\0' ? "" : ", ",
                 rows[i].name, rows[i].then);
        if (rows[i].now != 0)
            snprintf(out + strlen(out), out_size - strlen(out), ", yours %d", rows[i].now);
    }
}

static void tell_about(const struct delver *viewer, const struct stack *stack, bool is_known,
                       char *out, size_t out_size)
{
    const struct stack *worn = worn_instead(viewer, stack);
    char gain[ITEM_GAIN_MAX];

    out[0] = '\0';
    if (!is_known) {
        add(out, out_size, "You do not know what it does until you use it.");
        return;
    }
    describe(viewer, stack, out, out_size);
    item_gain(viewer, stack, gain, sizeof gain);
    if (is_compared(worn, stack) && gain[0] != '\0') {
        add(out, out_size, "Compared:");
        add(out, out_size, gain);
        snprintf(out + strlen(out), out_size - strlen(out), ".");
    }
    add(out, out_size, item_row(stack->kind)->purpose);
}

void item_about(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size)
{
    tell_about(viewer, stack, life_knows(&viewer->life, stack->kind), out, out_size);
}

static void tell_detail(const struct delver *viewer, const struct stack *stack, bool is_known,
                        const char *called, enum text_form form, char *out, size_t out_size)
{
    char about[ITEM_DETAIL_MAX];
    char name[ITEM_NAME_MAX + 16];

    snprintf(name, sizeof name, "%s", called);
    name[0] = (char)toupper((unsigned char)name[0]);
    tell_about(viewer, stack, is_known, about, sizeof about);
    if (form == TEXT_SPOKEN || !is_known)
        snprintf(out, out_size, "%s. %s", name, about);
    else
        put_lines(viewer, stack, name, out, out_size);
}

void item_detail(const struct delver *viewer, const struct stack *stack, enum text_form form,
                 char *out, size_t out_size)
{
    bool is_known = life_knows(&viewer->life, stack->kind);
    char name[ITEM_NAME_MAX + 16];

    if (form == TEXT_SPOKEN || stack->count > 1 || !is_known)
        item_words(viewer, stack, name, sizeof name);
    else
        item_name(viewer, stack, name, sizeof name);
    tell_detail(viewer, stack, is_known, name, form, out, out_size);
}

void item_detail_of_ware(const struct delver *viewer, const struct stack *stack,
                         enum text_form form, char *out, size_t out_size)
{
    char name[ITEM_NAME_MAX + 16];

    item_true_words(stack, name, sizeof name);
    tell_detail(viewer, stack, true, name, form, out, out_size);
}
