/*
 * Names of things.
 */
#include "narrate/item_words.h"

#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "base/rng.h"
#include "content/flavour.h"

/* The seed of that delver's looks of things, in this life. */
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

/* Adds the marks that set it apart from others of its kind. */
static void add_marks(const struct stack *stack, bool is_known, char *out, size_t out_size)
{
    size_t used = strlen(out);

    if (stack->temper > 0)
        snprintf(out + used, out_size - used, " +%d", stack->temper);
    else if (item_row(stack->kind)->class == CLASS_WAND && is_known)
        snprintf(out + used, out_size - used, " (%d)", stack->charges);
    else if (stack->rest > 0)
        snprintf(out + used, out_size - used, " (resting)");
}

void item_name(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size)
{
    item_kind_name(viewer, stack->kind, 1, out, out_size);
    add_marks(stack, life_knows(&viewer->life, stack->kind), out, out_size);
}

/* "3 darts", "an amber draught", "a pair of boots", of the name that was made for so many. */
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
    const char *text; /* before the count, */
    const char *rest; /* and behind it, as plural_put() takes it; NULL: the count is not told */
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
