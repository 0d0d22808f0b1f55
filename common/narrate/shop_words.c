/*
 * Words of pedlars. A list has a heading, an entry a thing and an end, in lines for those who see
 * it and in one sentence for those who hear it.
 */
#include "narrate/shop_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "narrate/command.h"
#include "narrate/item_detail.h"
#include "narrate/item_words.h"
#include "world/life.h"

struct list {
    enum text_form form;
    char *out;
    size_t size;
    size_t length;
    int count;
    bool has_dear;
    struct text_tints *tints; /* NULL: nobody sees colours */
};

__attribute__((format(__printf__, 2, 3))) static void add(struct list *list, const char *format,
                                                          ...)
{
    va_list values;

    if (list->length + 1 >= list->size)
        return;
    va_start(values, format);
    int added = vsnprintf(list->out + list->length, list->size - list->length, format, values);
    va_end(values);
    list->length += added > 0 ? (size_t)added : 0;
    if (list->length >= list->size)
        list->length = list->size - 1;
}

static struct list begin(enum text_form form, struct text_tints *tints, char *out, size_t out_size)
{
    out[0] = '\0';
    return (struct list){.form = form, .out = out, .size = out_size, .tints = tints};
}

static void add_heading(struct list *list, const char *heading)
{
    add(list, "%s:%s", heading, list->form == TEXT_SPOKEN ? "" : "\n");
}

struct entry {
    const char *mark;
    const char *thing;
    const char *gain; /* compared with the worn thing; "": it is not */
    int gold;         /* 0: it has no price of its own */
    bool is_dear;     /* the player has less gold */
    enum role role;
};

/* "   60", or in brackets where the player has less. */
static void add_price(struct list *list, const struct entry *entry)
{
    char price[16];

    snprintf(price, sizeof price, entry->is_dear ? "(%d)" : "%d", entry->gold);
    add(list, " %5s", price);
}

static void add_entry(struct list *list, const struct entry *entry)
{
    bool is_first = list->count++ == 0;
    bool is_table = list->form == TEXT_TABLE;

    list->has_dear |= entry->is_dear;
    text_tint(list->tints, list->out, entry->is_dear ? ROLE_DIM_TEXT : entry->role);
    if (list->form == TEXT_SPOKEN)
        add(list, "%s %s, %s", is_first ? "" : ";", entry->mark, entry->thing);
    else if (list->form == TEXT_LIST)
        add(list, "%s: %s", entry->mark, entry->thing);
    else
        add(list, entry->gold > 0 ? "  %2s  %-32s" : "  %2s  %s", entry->mark, entry->thing);
    if (entry->gold > 0 && is_table)
        add_price(list, entry);
    else if (entry->gold > 0)
        add(list, " for %d", entry->gold);
    if (entry->gain[0] != '\0')
        add(list, is_table ? "  %s" : " (%s)", entry->gain);
    add(list, "%s", list->form == TEXT_SPOKEN ? "" : "\n");
}

static void add_end(struct list *list, const struct delver *delver, const char *hint)
{
    bool is_spoken = list->form == TEXT_SPOKEN;

    if (list->has_dear && list->form == TEXT_TABLE)
        add(list, "A price in brackets is more than you have.\n");
    add(list, "%sYou have %lld gold.", is_spoken ? ". " : "", (long long)delver->life.gold);
    add(list, "%s%s", is_spoken ? "" : hint, is_spoken ? "" : "\n");
}

static enum role role_of(const struct delver *delver, const struct stack *thing)
{
    return item_role(thing->kind, life_knows(&delver->life, thing->kind));
}

void shop_tell_wares(const struct world *world, const struct delver *delver, enum text_form form,
                     struct text_tints *tints, char *out, size_t out_size)
{
    struct list list = begin(form, tints, out, out_size);
    struct ware wares[PEDLAR_WARES];
    int count = pedlar_wares(world, delver, wares);

    add_heading(&list, "The pedlar sells");
    for (int i = 0; i < count; i++) {
        char words[ITEM_NAME_MAX + 16];
        char gain[ITEM_GAIN_MAX];
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        item_true_words(&wares[i].thing, words, sizeof words);
        item_gain(delver, &wares[i].thing, gain, sizeof gain);
        bool is_dear = wares[i].price > delver->life.gold;
        add_entry(&list, &(struct entry){number, words, gain, wares[i].price, is_dear,
                                         item_role(wares[i].thing.kind, true)});
    }
    add_end(&list, delver, " buy 2, or buy and a name, takes one.");
}

void shop_tell_offers(const struct world *world, const struct delver *delver, enum text_form form,
                      struct text_tints *tints, char *out, size_t out_size)
{
    struct list list = begin(form, tints, out, out_size);
    enum refusal refusal = REFUSAL_NO_OFFER;

    add_heading(&list, "The pedlar pays for");
    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_WORN; object++) {
        const struct stack *thing = pack_peek(&delver->life.pack, object);
        const char letter[] = {pack_letter(object), '\0'};
        char words[ITEM_NAME_MAX + 16];
        int gold;

        if (thing == NULL)
            continue;
        enum refusal why = pedlar_offer(world, delver, thing, &gold);
        if (why != REFUSAL_NONE && why != REFUSAL_NO_OFFER)
            refusal = why;
        if (why != REFUSAL_NONE)
            continue;
        item_words(delver, thing, words, sizeof words);
        add_entry(&list, &(struct entry){letter, words, "", gold, false, role_of(delver, thing)});
    }
    if (list.count > 0) {
        add_end(&list, delver, " sell c, or sell and a name, sells all of it.");
        return;
    }
    list = begin(form, tints, out, out_size);
    add(&list, "%s",
        refusal == REFUSAL_UNPROVEN ? "The pedlar buys from players who have been on depth 3."
        : refusal == REFUSAL_SPENT  ? "The pedlar has no more gold for you today."
                                    : "You carry nothing that is worth 20 gold or more.");
}

void shop_tell_unknown(const struct world *world, const struct delver *delver, enum text_form form,
                       struct text_tints *tints, char *out, size_t out_size)
{
    struct list list = begin(form, tints, out, out_size);
    char heading[64];

    snprintf(heading, sizeof heading, "For %d gold the pedlar names one of",
             pedlar_naming_price(world));
    add_heading(&list, heading);
    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_WORN; object++) {
        const struct stack *thing = pack_peek(&delver->life.pack, object);
        const char letter[] = {pack_letter(object), '\0'};
        char words[ITEM_NAME_MAX + 16];

        if (thing == NULL || life_knows(&delver->life, thing->kind))
            continue;
        item_words(delver, thing, words, sizeof words);
        add_entry(&list, &(struct entry){letter, words, "", 0, false, role_of(delver, thing)});
    }
    if (list.count > 0) {
        add_end(&list, delver, " identify c, or identify and a name, does it.");
        return;
    }
    list = begin(form, tints, out, out_size);
    add(&list, "You know all that you carry.");
}

/* How well `words` name the thing, for one or for many. */
static enum name_rank rank_of(const struct stack *thing, const struct name_words *words)
{
    const struct item_row *row = item_row(thing->kind);
    enum name_rank one = name_match(words, row->name);
    enum name_rank many = row->plural == NULL ? NAME_RANK_NONE : name_match(words, row->plural);

    return one > many ? one : many;
}

static bool say_unknown(const char *words, char *why)
{
    char typed[NAME_QUOTE_SIZE];

    name_quote(words, typed);
    snprintf(why, PACK_WHY_MAX, "The pedlar has no \"%s\": buy lists what there is.", typed);
    return false;
}

/* "Buy what? 4, a lamp; 9, a hooded lamp.": a question about the wares that the name fits
   equally. */
static bool ask_which(const struct ware *wares, int count, const struct name_search *search,
                      char *why)
{
    struct list list = begin(TEXT_SPOKEN, NULL, why, PACK_WHY_MAX);

    add(&list, "Buy what?");
    for (int i = 0; i < count; i++) {
        char name[ITEM_NAME_MAX + 16];
        char number[16];
        if (rank_of(&wares[i].thing, &search->words) != search->rank)
            continue;
        snprintf(number, sizeof number, "%d", i + 1);
        item_true_words(&wares[i].thing, name, sizeof name);
        if (list.length + strlen(name) + 16 < PACK_WHY_MAX)
            add_entry(&list, &(struct entry){number, name, "", 0, false, ROLE_TEXT});
    }
    add(&list, ".");
    return false;
}

/* The player asked for another number than the pedlar gives for the price. */
static bool say_lot(const struct stack *thing, char *why)
{
    char name[ITEM_NAME_MAX + 16];

    item_true_words(thing, name, sizeof name);
    snprintf(why, PACK_WHY_MAX, "The pedlar sells %s at a time: buy it again for more.", name);
    return false;
}

bool shop_choose(const struct world *world, const struct delver *delver, const char *words,
                 struct ware *out, char *why)
{
    struct ware wares[PEDLAR_WARES];
    int count = pedlar_wares(world, delver, wares);
    bool is_clear = true;
    uint32_t wanted = 1;
    int first = 0; /* of those that fit best */
    int number;

    if (command_number(words, &number)) {
        if (number <= count)
            *out = wares[number - 1];
        else
            snprintf(why, PACK_WHY_MAX, "The pedlar has no number %d: buy lists what there is.",
                     number);
        return number <= count;
    }
    words = pack_cut_count(words, &wanted);
    struct name_search search = name_search_of(words);
    for (int i = 0; i < count; i++) {
        enum name_rank rank = rank_of(&wares[i].thing, &search.words);
        if (rank == NAME_RANK_NONE || rank < search.rank)
            continue;
        is_clear =
            rank > search.rank || (is_clear && wares[i].thing.kind == wares[first].thing.kind);
        first = rank > search.rank ? i : first;
        name_search_offer(&search, rank, i);
    }
    if (search.chosen < 0)
        return say_unknown(words, why);
    *out = wares[search.chosen];
    if (!is_clear && search.words.number == 0)
        return ask_which(wares, count, &search, why);
    return wanted == 1 || wanted == out->thing.count || say_lot(&out->thing, why);
}
