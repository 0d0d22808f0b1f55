/*
 * Things in words: their names; the results of using them; and their descriptions, in the order of
 * a table, numbers first, then traits; as sentences, or as a line of facts.
 */
#include "narrate/item_words.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "content/item.h"
#include "world/use.h"

/* Returns the seed of the looks of things for that delver, in this life. */
static uint64_t flavour_seed(const struct delver *viewer)
{
    return rng_mix((uint64_t)viewer->delver_id) ^ viewer->life.number;
}

void item_kind_name(const struct delver *viewer, enum item_kind kind, uint32_t count, char *out,
                    size_t out_size)
{
    const struct item_row *row = item_row(kind);

    if (!life_knows(&viewer->life, kind))
        flavour_name(kind, flavour_seed(viewer), count, out, out_size);
    else
        snprintf(out, out_size, "%s", count != 1 && row->plural != NULL ? row->plural : row->name);
}

/* Adds the marks that distinguish the thing from others of its kind. */
static void add_marks(const struct stack *stack, bool is_known, char *out, size_t out_size)
{
    struct writer name = writer_behind(out, out_size);

    if (stack->temper > 0)
        writer_add(&name, " +%d", stack->temper);
    else if (item_row(stack->kind)->class == CLASS_WAND && is_known)
        writer_add(&name, " (%d)", stack->charges);
    else if (stack->rest > 0)
        writer_add(&name, " (resting)");
}

void item_name(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size)
{
    item_kind_name(viewer, stack->kind, 1, out, out_size);
    add_marks(stack, life_knows(&viewer->life, stack->kind), out, out_size);
}

/* Writes "3 darts", "an amber draught", "a pair of boots" from a name in the right number. */
static void put_count(const struct stack *stack, const char *name, char *out, size_t out_size)
{
    enum item_slot slot = item_row(stack->kind)->slot;

    if (slot == SLOT_HANDS || slot == SLOT_FEET)
        snprintf(out, out_size, "a pair of %s", name);
    else if (stack->count != 1 || stack->kind == ITEM_GOLD)
        snprintf(out, out_size, "%u %s", stack->count, name);
    else
        snprintf(out, out_size, "%s %s", strchr("aeiou", name[0]) != NULL ? "an" : "a", name);
}

void item_words(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size)
{
    char name[ITEM_NAME_MAX];

    item_kind_name(viewer, stack->kind, stack->count, name, sizeof name);
    add_marks(stack, life_knows(&viewer->life, stack->kind), name, sizeof name);
    put_count(stack, name, out, out_size);
}

void item_look_words(const struct delver *viewer, const struct stack *stack, char *out,
                     size_t out_size)
{
    char name[ITEM_NAME_MAX];

    flavour_name(stack->kind, flavour_seed(viewer), stack->count, name, sizeof name);
    put_count(stack, name, out, out_size);
}

void item_true_words(const struct stack *stack, char *out, size_t out_size)
{
    const struct item_row *row = item_row(stack->kind);
    char name[ITEM_NAME_MAX];

    snprintf(name, sizeof name, "%s",
             stack->count != 1 && row->plural != NULL ? row->plural : row->name);
    add_marks(stack, true, name, sizeof name);
    put_count(stack, name, out, out_size);
}

void grave_words(const struct grave *grave, char *out, size_t out_size)
{
    snprintf(out, out_size, "grave of %s", grave->name);
}

/* Sentences for the use of a kind of item: with a result, and without one. */
static const struct {
    const char *text; /* text before the count */
    const char *rest; /* text after the count, for plural_put(); NULL: no count */
    const char *nothing;
} result_table[ITEM_KIND_COUNT] = {
    [ITEM_MENDING] = {" You have ", " health more.", " You were whole already."},
    [ITEM_HEART] = {" Your heart grows stronger.", NULL, " Your heart grows stronger."},
    [ITEM_CLEAR_HEAD] = {" Your head is clear.", NULL, ""},
    [ITEM_FAR_SIGHT] = {" You see far through the rock.", NULL, " You know all that is near."},
    [ITEM_ELSEWHERE] = {"", NULL, " Nothing happens."},
    [ITEM_RETURN] = {" It takes you home in ", " beat(s).", ""},
    [ITEM_MAPPING] = {" You know this level now.", NULL, " You knew all of it already."},
    [ITEM_FLOATING] = {" You float, over water too.", NULL, " You float already."},
    [ITEM_GLOW] = {" You glow, and dazzle what sees it.", NULL, " You glow."},
    [ITEM_WARDING] = {" No foe comes near this place for ", " beat(s).", ""},
    [ITEM_FELLOWSHIP] = {" Your companions stand beside you.", NULL,
                         " Nobody comes: companions must be near, and in calm."},
    [ITEM_WAND_LOCKING] = {" No foe comes through the door for ", " beat(s).", ""},
    [ITEM_BANISHING] = {"", NULL, " Nothing happens."},
    [ITEM_KIN] = {" Those in view are better.", NULL, ""},
    [ITEM_WAKING] = {" Everything near is awake.", NULL, " Nothing is near to be woken."},
    [ITEM_CHARM_WAY] = {" You know the way down: ", " cell(s) off.", " You stand on the stairs."},
    [ITEM_CHARM_MENDING] = {" You have ", " health more.", " You were whole already."},
    [ITEM_CHARM_FELLOWS] = {" Those near are better.", NULL, ""},
    [ITEM_BANDAGE] = {" It gives you ", " health in three beats.", ""},
};

void item_result(enum item_kind kind, int count, char *out, size_t out_size)
{
    const char *text = count > 0 ? result_table[kind].text : result_table[kind].nothing;
    char rest[64];

    if (count > 0 && text != NULL && result_table[kind].rest != NULL) {
        plural_put(result_table[kind].rest, count, rest, sizeof rest);
        snprintf(out, out_size, "%s%d%s", text, count, rest);
        return;
    }
    snprintf(out, out_size, "%s", text == NULL ? "" : text);
}

static const struct {
    unsigned trait; /* a bit of enum item_trait */
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
    {ITEM_SENSES_FOES, "You feel foes within 8 cells, through rock.",
     "you feel foes within 8 cells"},
    {ITEM_BREATHES, "Sleep and hush do not touch you, and poison does half.",
     "no sleep, no hush, half the poison"},
    {ITEM_HOODED, "Foes notice you at half the distance.", "noticed at half the distance"},
};

static void add(struct writer *about, const char *text)
{
    (void)writer_join_whole(about, " ", text);
}

/* Adds `before`, the number and `after` in its singular or plural (plural_put()); nothing for 0. */
static void add_number(struct writer *about, const char *before, int number, const char *after)
{
    char text[96];
    char noun[64];

    if (number == 0)
        return;
    plural_put(after, number, noun, sizeof noun);
    snprintf(text, sizeof text, "%s %d%s", before, number, noun);
    add(about, text);
}

/* Adds `what` with the gain: "WHAT +1." */
static void add_gain(struct writer *about, const char *what, int gain)
{
    char text[32];

    if (gain == 0)
        return;
    snprintf(text, sizeof text, "%s %+d.", what, gain);
    add(about, text);
}

/* Writes half of a number: "3" or "3.5". */
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

static void add_damage(struct writer *about, const struct stack *stack)
{
    char average[16];
    char text[64];

    if (item_row(stack->kind)->dice.count == 0)
        return;
    average_of(stack, average);
    snprintf(text, sizeof text, "It hits for %d to %d, on average %s.", least_of(stack),
             most_of(stack), average);
    add(about, text);
}

/* Returns the armour of a thing with its temper; 0 if its row has none, as for shields and
   lamps. */
static int armour_of(const struct stack *stack)
{
    const struct item_row *row = item_row(stack->kind);

    return row->armour > 0 ? row->armour + stack->temper : 0;
}

static void add_pace(struct writer *about, const struct item_row *row)
{
    if (row->beat_percent > 100)
        add(about, "It is slow.");
    else if (row->beat_percent > 0 && row->beat_percent < 100)
        add(about, "It is quick.");
}

static void describe(const struct delver *viewer, const struct stack *stack, struct writer *about)
{
    const struct item_row *row = item_row(stack->kind);
    bool flies = row->class == CLASS_THROWN || row->class == CLASS_LAUNCHER;

    add_damage(about, stack);
    add_number(about, "It heals", use_heals(viewer, stack->kind), ".");
    add_number(about, "It lasts", use_beats(stack->kind), " beat(s).");
    add_gain(about, "Attack", row->attack);
    add_gain(about, "Defence", row->defence);
    add_number(about, "Armour", armour_of(stack), ".");
    add_number(about, "It lights", row->light, " cell(s).");
    add_number(about, "It flies", flies ? row->range : 0, " cell(s).");
    add_number(about, "It reaches all within", row->radius, " of where it lands.");
    add_pace(about, row);
    add_number(about, "A foe that is unaware takes", row->surprise, " time(s) the most.");
    for (size_t i = 0; i < sizeof trait_table / sizeof trait_table[0]; i++) {
        if ((row->traits & trait_table[i].trait) != 0)
            add(about, trait_table[i].text);
    }
    if (row->noise > 0)
        add_number(about, "Your steps are heard", row->noise, " cell(s) farther.");
    else
        add_number(about, "Your steps are heard", -row->noise, " cell(s) less far.");
    add_number(about, "It rests", row->rest_beats, " beat(s) between two uses.");
}

/* Adds a fact to a line of facts. */
static void add_fact(struct writer *facts, const char *fact)
{
    (void)writer_join_whole(facts, ", ", fact);
}

/* Writes the facts of a thing for the viewer without a full stop, "2 to 10, average 6, attack -1,
   slow, dazes" or "heals 14"; "" for a thing without numbers. */
static void put_facts(const struct delver *viewer, const struct stack *stack, char *out,
                      size_t size)
{
    const struct item_row *row = item_row(stack->kind);
    bool flies = row->class == CLASS_THROWN || row->class == CLASS_LAUNCHER;
    const struct {
        const char *before;
        int number; /* 0: nothing is told */
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
    struct writer facts = writer_of(out, size);

    average_of(stack, average);
    if (row->dice.count > 0)
        writer_add(&facts, "%d to %d, average %s", least_of(stack), most_of(stack), average);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (numbers[i].number == 0)
            continue;
        plural_put(numbers[i].after, numbers[i].number, noun, sizeof noun);
        snprintf(fact, sizeof fact, numbers[i].is_signed ? "%s%+d%s" : "%s%d%s", numbers[i].before,
                 numbers[i].number, noun);
        add_fact(&facts, fact);
    }
    if (row->beat_percent > 100)
        add_fact(&facts, "slow");
    else if (row->beat_percent > 0 && row->beat_percent < 100)
        add_fact(&facts, "quick");
    for (size_t i = 0; i < sizeof trait_table / sizeof trait_table[0]; i++) {
        if ((row->traits & trait_table[i].trait) != 0)
            add_fact(&facts, trait_table[i].brief);
    }
}

/* Returns the thing worn in the slot of `stack`; NULL: none, or `stack` cannot be worn. */
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
    struct writer lines = writer_of(out, size);

    put_facts(viewer, stack, facts, sizeof facts);
    writer_add(&lines, "%s%s%s.", name, facts[0] == '\0' ? "" : ": ", facts);
    if (is_compared(worn, stack)) {
        put_facts(viewer, worn, yours, sizeof yours);
        add(&lines, "Yours:");
        add(&lines, yours);
        writer_add(&lines, ".");
    } else if (worn == NULL && item_row(stack->kind)->slot != SLOT_NONE) {
        add(&lines, "You wear none.");
    }
    writer_add(&lines, "\n%s", item_row(stack->kind)->purpose);
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

    struct writer gain = writer_of(out, out_size);
    if (row->slot == SLOT_NONE)
        return;
    if (row->dice.count > 0) {
        writer_add(&gain, "%d to %d", least_of(stack), most_of(stack));
        if (worn != NULL)
            writer_add(&gain, ", yours %d to %d", least_of(worn), most_of(worn));
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].then == 0 && rows[i].now == 0)
            continue;
        writer_join(&gain, ", ", "%s %d", rows[i].name, rows[i].then);
        if (rows[i].now != 0)
            writer_add(&gain, ", yours %d", rows[i].now);
    }
}

static void tell_about(const struct delver *viewer, const struct stack *stack, bool is_known,
                       char *out, size_t out_size)
{
    const struct stack *worn = worn_instead(viewer, stack);
    struct writer about = writer_of(out, out_size);
    char gain[ITEM_GAIN_MAX];

    if (!is_known) {
        add(&about, "You do not know what it does until you use it.");
        return;
    }
    describe(viewer, stack, &about);
    item_gain(viewer, stack, gain, sizeof gain);
    if (is_compared(worn, stack) && gain[0] != '\0') {
        add(&about, "Compared:");
        add(&about, gain);
        writer_add(&about, ".");
    }
    add(&about, item_row(stack->kind)->purpose);
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
    text_capitalise(name);
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
