/*
 * Choosing things by words: those of a pack have letters, the wares of a pedlar numbers. Names are
 * compared as the delver knows them, and the best kind of match wins. A row of a table for each
 * verb says which things of the pack it takes. A pedlar's list has a heading, an entry for each
 * thing and an end, as lines for players who see it and as one sentence for those who listen.
 */
#include "narrate/pack_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "narrate/command.h"
#include "narrate/item_words.h"
#include "world/life.h"
#include "world/use.h"

static bool is_any(const struct stack *thing)
{
    (void)thing;
    return true;
}

static bool is_used(const struct stack *thing)
{
    enum item_class class = item_row(thing->kind)->class;

    return use_need(thing->kind) != USE_NEVER || class == CLASS_DRAUGHT || class == CLASS_SCROLL ||
           class == CLASS_WAND;
}

static bool is_wearable(const struct stack *thing)
{
    return item_row(thing->kind)->slot != SLOT_NONE;
}

static bool is_draught(const struct stack *thing)
{
    return item_row(thing->kind)->class == CLASS_DRAUGHT;
}

static bool is_scroll(const struct stack *thing)
{
    return item_row(thing->kind)->class == CLASS_SCROLL;
}

static bool is_wand(const struct stack *thing)
{
    return item_row(thing->kind)->class == CLASS_WAND;
}

static const struct verb_row {
    const char *name;
    const char *question; /* question for a thing: "Drink what?" */
    bool (*fits)(const struct stack *thing);
    bool of_carried;
    bool of_worn;
    bool takes_only; /* without words, the only thing that fits is meant */
} verb_table[PACK_VERB_COUNT] = {
    [PACK_DROP] = {"drop", "Drop", is_any, true, true, false},
    [PACK_USE] = {"use", "Use", is_used, true, false, false},
    [PACK_WEAR] = {"wear", "Wear", is_wearable, true, false, false},
    [PACK_REMOVE] = {"take off", "Take off", is_any, false, true, false},
    [PACK_DRINK] = {"drink", "Drink", is_draught, true, false, false},
    [PACK_READ] = {"read", "Read", is_scroll, true, false, false},
    [PACK_ZAP] = {"zap", "Zap", is_wand, true, false, false},
    [PACK_THROW] = {"throw", "Throw", is_any, true, false, false},
    [PACK_GIVE] = {"give", "Give", is_any, true, false, false},
    [PACK_TEMPER] = {"temper", "Temper", is_any, false, true, true},
    [PACK_SELL] = {"sell", "Sell", is_any, true, false, false},
    [PACK_NAME] = {"identify", "Identify", is_any, true, true, false},
};

const char *pack_verb_name(enum pack_verb verb)
{
    CHECK((unsigned)verb < PACK_VERB_COUNT);
    return verb_table[verb].name;
}

/* Returns the letter of an object. No object has the number OBJECT_WORN + SLOT_NONE, so it has no
   letter. */
char pack_letter(uint32_t object)
{
    CHECK(object >= OBJECT_CARRIED && object < OBJECT_END && object != OBJECT_WORN);
    return (char)('a' + object - (object < OBJECT_WORN ? 1 : 2));
}

uint32_t pack_object(uint32_t letter)
{
    if (letter < 'a' || letter > 'z')
        return OBJECT_NONE;
    uint32_t place = letter - 'a';
    return place < PACK_MAX ? OBJECT_CARRIED + place : place + 2;
}

_Static_assert((int)OBJECT_END - 2 == 'z' - 'a' + 1, "each object has a letter");

bool pack_fits(const struct delver *delver, enum pack_verb verb, uint32_t object)
{
    const struct stack *thing = pack_peek(&delver->life.pack, object);
    const struct verb_row *row = &verb_table[verb];

    return thing != NULL && (object < OBJECT_WORN ? row->of_carried : row->of_worn) &&
           row->fits(thing);
}

/* Returns the rank of a thing as the first choice; 0: none. */
static int preference(enum pack_verb verb, enum item_kind kind, enum item_kind last)
{
    if (verb == PACK_THROW)
        return kind == last ? 2 : item_row(kind)->class == CLASS_THROWN ? 1 : 0;
    return kind == ITEM_MENDING && (verb == PACK_DRINK || verb == PACK_USE);
}

uint32_t pack_first(const struct delver *delver, enum pack_verb verb, enum item_kind last)
{
    uint32_t found = OBJECT_NONE;
    int best = verb == PACK_THROW ? 0 : -1; /* nothing is thrown by mistake */

    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        if (!pack_fits(delver, verb, object))
            continue;
        int value = preference(verb, pack_peek(&delver->life.pack, object)->kind, last);
        if (value > best) {
            best = value;
            found = object;
        }
    }
    return found;
}

void pack_tell_no_launcher(const struct delver *delver, bool names_key, char *out, size_t out_size)
{
    uint32_t object = pack_first(delver, PACK_THROW, ITEM_KIND_COUNT);
    char name[ITEM_NAME_MAX + 16];

    if (object == OBJECT_NONE) {
        snprintf(out, out_size, "You have no bow or sling.");
        return;
    }
    const struct stack *thing = pack_peek(&delver->life.pack, object);
    item_kind_name(delver, thing->kind, thing->count, name, sizeof name);
    snprintf(out, out_size, "You have no bow or sling. %s your %s.",
             names_key ? "t throws" : "You can throw", name);
}

/* True if `whole` begins with `beginning`; upper and lower case count as equal. */
static bool begins_with(const char *whole, const char *beginning)
{
    while (*beginning != '\0' &&
           tolower((unsigned char)*whole) == tolower((unsigned char)*beginning)) {
        whole++;
        beginning++;
    }
    return *beginning == '\0';
}

/* Returns the number in digits. A number that is too large is lowered, so that it never means
   "all". */
static uint32_t number_of(const char *digits, size_t length)
{
    uint64_t number = 0;

    for (size_t i = 0; i < length && number < PACK_COUNT_MOST; i++)
        number = 10 * number + (uint64_t)(digits[i] - '0');
    return number < PACK_COUNT_MOST ? (uint32_t)number : PACK_COUNT_MOST;
}

/* Returns the length of `word` if `words` begins with it and continues; else 0. */
static size_t leads(const char *words, const char *word)
{
    size_t length = strlen(word);

    return begins_with(words, word) && words[length] == ' ' ? length : 0;
}

const char *pack_cut_count(const char *words, uint32_t *out)
{
    static const struct {
        const char *word;
        uint32_t count; /* number at the beginning; 0: none */
    } table[] = {{"all", PACK_COUNT_ALL}, {"the", 0}, {"an", 1}, {"a", 1}};
    size_t length = strspn(words, "0123456789");

    if (length > 0 && words[length] == ' ')
        *out = number_of(words, length);
    else
        length = 0;
    for (size_t i = 0; length == 0 && i < sizeof table / sizeof table[0]; i++) {
        length = leads(words, table[i].word);
        if (length > 0 && table[i].count > 0)
            *out = table[i].count;
    }
    return words + length + strspn(words + length, " ");
}

bool pack_is_count(const char *words)
{
    size_t digits = strspn(words, "0123456789");

    return (digits > 0 && words[digits] == '\0') ||
           (begins_with(words, "all") && strlen(words) == 3);
}

bool pack_is_miscount(const char *words)
{
    size_t sign = words[0] == '-' || words[0] == '.' ? 1 : 0;
    size_t digits = strspn(words + sign, "0123456789");
    const char *rest = words + sign + digits;

    /* "2.rat" is the second rat, not a count. */
    if (sign == 0 && name_words_of(words).number > 0)
        return false;
    return digits > 0 && (sign > 0 || (rest[0] != ' ' && rest[0] != '\0'));
}

uint32_t pack_count(const struct delver *delver, uint32_t object)
{
    const struct stack *thing = pack_peek(&delver->life.pack, object);
    bool is_worn = object >= OBJECT_WORN;
    uint32_t end = is_worn ? OBJECT_END : OBJECT_WORN;
    uint32_t count = 0;

    for (uint32_t at = is_worn ? OBJECT_WORN : OBJECT_CARRIED; thing != NULL && at < end; at++) {
        const struct stack *other = pack_peek(&delver->life.pack, at);
        if (other != NULL && stack_is_alike(other, thing))
            count += other->count;
    }
    return count;
}

enum name_rank pack_name_rank(const struct delver *viewer, const struct stack *stack,
                              const struct name_words *words)
{
    char one[ITEM_NAME_MAX];
    char many[ITEM_NAME_MAX];

    item_name(viewer, stack, one, sizeof one);
    item_kind_name(viewer, stack->kind, 2, many, sizeof many);
    enum name_rank rank = name_match(words, one);
    enum name_rank other = name_match(words, many);
    return rank > other ? rank : other;
}

/* The signs around the letter and the words of a thing in a list. */
struct form {
    const char *before;
    const char *between;
    const char *after;
};

static void add_thing(struct writer *list, const struct delver *delver, uint32_t object,
                      struct form form)
{
    char words[ITEM_NAME_MAX + 16];

    item_words(delver, pack_peek(&delver->life.pack, object), words, sizeof words);
    writer_add(list, "%s%c%s%s%s", form.before, pack_letter(object), form.between, words,
               form.after);
}

/* Writes the question "Drink what? a: 2 draughts of mending, c: an amber draught." about `objects`.
   Returns OBJECT_NONE. */
static uint32_t ask_which(const struct delver *delver, enum pack_verb verb, uint32_t objects,
                          char *why)
{
    struct writer question = writer_of(why, PACK_WHY_MAX);
    struct form form = {" ", ": ", ""};

    writer_add(&question, "%s what?", verb_table[verb].question);
    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        if ((objects & 1u << object) == 0)
            continue;
        /* Room for one more name, and for the words about the names left out. */
        if (question.length + ITEM_NAME_MAX + 32 > PACK_WHY_MAX) {
            writer_add(&question, " and more");
            break;
        }
        add_thing(&question, delver, object, form);
        form.before = ", ";
    }
    if (verb == PACK_TEMPER)
        writer_add(&question, ". For example: read tempering on %c",
                   pack_letter((uint32_t)__builtin_ctz(objects)));
    writer_add(&question, ".");
    return OBJECT_NONE;
}

_Static_assert((int)OBJECT_END <= 32, "a set of objects is a word");

/* Returns the set of the best matches, or the match with the typed number. */
static uint32_t matching(const struct delver *delver, enum pack_verb verb, const char *typed)
{
    uint32_t count = 0;
    struct name_search search = name_search_of(pack_cut_count(typed, &count));
    uint32_t objects = 0;

    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        if (!pack_fits(delver, verb, object))
            continue;
        enum name_rank rank =
            pack_name_rank(delver, pack_peek(&delver->life.pack, object), &search.words);
        if (rank == NAME_RANK_NONE || rank < search.rank)
            continue;
        objects = rank > search.rank ? 1u << object : objects | 1u << object;
        name_search_offer(&search, rank, object);
    }
    if (search.words.number == 0)
        return objects;
    return search.chosen < 0 ? 0 : 1u << search.chosen;
}

static uint32_t fitting(const struct delver *delver, enum pack_verb verb)
{
    uint32_t objects = 0;

    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++)
        objects |= pack_fits(delver, verb, object) ? 1u << object : 0;
    return objects;
}

/* Returns the only object of a set, or the first if all are alike; OBJECT_NONE: they differ. */
static uint32_t only_one(const struct delver *delver, uint32_t objects)
{
    uint32_t first = (uint32_t)__builtin_ctz(objects);
    const struct stack *thing = pack_peek(&delver->life.pack, first);

    for (uint32_t object = first + 1; object < OBJECT_END; object++) {
        if ((objects & 1u << object) != 0 &&
            ((object < OBJECT_WORN) != (first < OBJECT_WORN) ||
             !stack_is_alike(thing, pack_peek(&delver->life.pack, object))))
            return OBJECT_NONE;
    }
    return first;
}

/* Writes why the verb does not take a thing. Returns OBJECT_NONE. */
static uint32_t say_unfit(const struct delver *delver, enum pack_verb verb, uint32_t object,
                          char *why)
{
    char name[ITEM_NAME_MAX];
    bool is_worn = object >= OBJECT_WORN;

    item_name(delver, pack_peek(&delver->life.pack, object), name, sizeof name);
    if (is_worn && verb_table[verb].of_carried)
        snprintf(why, PACK_WHY_MAX, "You wear the %s.", name);
    else if (!is_worn && verb_table[verb].of_worn)
        snprintf(why, PACK_WHY_MAX, "You do not wear the %s.", name);
    else
        snprintf(why, PACK_WHY_MAX, "You cannot %s the %s.", verb_table[verb].name, name);
    return OBJECT_NONE;
}

static uint32_t say_unknown(const struct delver *delver, enum pack_verb verb, const char *words,
                            char *why)
{
    struct name_search search = name_search_of(pack_cut_count(words, &(uint32_t){0}));
    char typed[NAME_QUOTE_SIZE];
    char hint[NAME_HINT_SIZE];

    /* Anything carried can be thrown, anything worn taken off. */
    uint32_t others = matching(delver, PACK_DROP, words);
    if (others != 0)
        return say_unfit(delver, verb, (uint32_t)__builtin_ctz(others), why);
    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        const struct stack *thing = pack_peek(&delver->life.pack, object);
        char name[ITEM_NAME_MAX];
        if (thing == NULL)
            continue;
        item_name(delver, thing, name, sizeof name);
        name_search_offer(&search, pack_name_rank(delver, thing, &search.words), object);
        name_search_hear(&search, name);
    }
    name_search_hint(&search, hint);
    name_quote(words, typed);
    snprintf(why, PACK_WHY_MAX, "You have no \"%s\".%s", typed, hint);
    return OBJECT_NONE;
}

static uint32_t choose_unnamed(const struct delver *delver, enum pack_verb verb, char *why)
{
    uint32_t objects = fitting(delver, verb);
    uint32_t first = pack_first(delver, verb, ITEM_KIND_COUNT);

    if (objects == 0) {
        snprintf(why, PACK_WHY_MAX, "You have nothing to %s.", verb_table[verb].name);
        return OBJECT_NONE;
    }
    if (verb == PACK_DRINK && pack_peek(&delver->life.pack, first)->kind == ITEM_MENDING)
        return first;
    uint32_t only = verb_table[verb].takes_only ? only_one(delver, objects) : OBJECT_NONE;
    return only != OBJECT_NONE ? only : ask_which(delver, verb, objects, why);
}

uint32_t pack_choose(const struct delver *delver, enum pack_verb verb, const char *words, char *why)
{
    uint32_t object;
    uint32_t count = 0;

    CHECK((unsigned)verb < PACK_VERB_COUNT);
    words += strspn(words, " ");
    if (words[0] == '\0')
        return choose_unnamed(delver, verb, why);
    object = words[1] == '\0' ? pack_object((unsigned char)words[0]) : OBJECT_NONE;
    if (object != OBJECT_NONE && pack_peek(&delver->life.pack, object) != NULL)
        return pack_fits(delver, verb, object) ? object : say_unfit(delver, verb, object, why);
    if (object != OBJECT_NONE) {
        snprintf(why, PACK_WHY_MAX, "You have nothing at %c.", pack_letter(object));
        return OBJECT_NONE;
    }
    uint32_t objects = matching(delver, verb, words);
    if (objects == 0)
        return say_unknown(delver, verb, pack_cut_count(words, &count), why);
    object = only_one(delver, objects);
    return object != OBJECT_NONE ? object : ask_which(delver, verb, objects, why);
}

static enum role role_of(const struct delver *delver, enum item_kind kind)
{
    return item_role(kind, life_knows(&delver->life, kind));
}

void pack_menu(const struct delver *delver, enum pack_verb verb, struct text_tints *tints,
               char *out, size_t out_size)
{
    struct writer menu = writer_of(out, out_size);

    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        if (!pack_fits(delver, verb, object))
            continue;
        text_tint(tints, out, role_of(delver, pack_peek(&delver->life.pack, object)->kind));
        add_thing(&menu, delver, object, (struct form){"", "  ", "\n"});
    }
}

/* Adds the things from one object to another, in lines below `heading`. */
static void add_lines(struct writer *list, const struct delver *delver, const char *heading,
                      uint32_t from, uint32_t end, struct form form, struct text_tints *tints)
{
    bool has_any = false;

    for (uint32_t object = from; object < end; object++) {
        if (pack_peek(&delver->life.pack, object) == NULL)
            continue;
        if (!has_any)
            writer_add(list, "%s:\n", heading);
        has_any = true;
        text_tint(tints, list->out, role_of(delver, pack_peek(&delver->life.pack, object)->kind));
        add_thing(list, delver, object, form);
    }
    if (!has_any)
        writer_add(list, "%s nothing.\n", heading);
}

void pack_list(const struct delver *delver, enum text_form text_form, struct text_tints *tints,
               char *out, size_t out_size)
{
    struct writer list = writer_of(out, out_size);
    bool is_table = text_form == TEXT_TABLE;
    struct form form = {is_table ? "  " : "", is_table ? "  " : ": ", "\n"};

    add_lines(&list, delver, "You carry", OBJECT_CARRIED, OBJECT_WORN, form, tints);
    add_lines(&list, delver, "You wear", OBJECT_WORN, OBJECT_END, form, tints);
    writer_add(&list, "You have %lld gold.\n", (long long)delver->life.gold);
}

static void tell_things(const struct delver *delver, const char *beginning, uint32_t from,
                        uint32_t end, char *out, size_t out_size)
{
    struct writer text = writer_of(out, out_size);
    struct form form = {" ", ", ", ""};

    writer_add(&text, "%s", beginning);
    for (uint32_t object = from; object < end; object++) {
        if (pack_peek(&delver->life.pack, object) == NULL)
            continue;
        add_thing(&text, delver, object, form);
        form.before = "; ";
    }
    writer_add(&text, "%s.", form.before[0] == ';' ? "" : " nothing");
}

void pack_tell_carried(const struct delver *delver, char *out, size_t out_size)
{
    tell_things(delver, "You carry", OBJECT_CARRIED, OBJECT_WORN, out, out_size);
}

void pack_tell_worn(const struct delver *delver, char *out, size_t out_size)
{
    tell_things(delver, "You wear", OBJECT_WORN, OBJECT_END, out, out_size);
}

/* The list of a pedlar's wares. */
struct list {
    struct writer writer;
    enum text_form form;
    int count;
    bool has_dear;
    struct text_tints *tints; /* NULL: the player does not see colours */
};

static struct list begin(enum text_form form, struct text_tints *tints, char *out, size_t out_size)
{
    return (struct list){.writer = writer_of(out, out_size), .form = form, .tints = tints};
}

static void add_heading(struct list *list, const char *heading)
{
    writer_add(&list->writer, "%s:%s", heading, list->form == TEXT_SPOKEN ? "" : "\n");
}

struct entry {
    const char *mark;
    const char *thing;
    const char *gain; /* comparison with the worn thing; "": there is none */
    int gold;         /* price in gold; 0: none of its own */
    bool is_dear;     /* the player has less gold */
    enum role role;
};

/* Writes " 60", in brackets if the player has less. */
static void add_price(struct writer *out, const struct entry *entry)
{
    char price[16];

    snprintf(price, sizeof price, entry->is_dear ? "(%d)" : "%d", entry->gold);
    writer_add(out, " %5s", price);
}

static void add_entry(struct list *list, const struct entry *entry)
{
    struct writer *out = &list->writer;
    bool is_first = list->count++ == 0;
    bool is_table = list->form == TEXT_TABLE;

    list->has_dear |= entry->is_dear;
    text_tint(list->tints, out->out, entry->is_dear ? ROLE_DIM_TEXT : entry->role);
    if (list->form == TEXT_SPOKEN)
        writer_add(out, "%s %s, %s", is_first ? "" : ";", entry->mark, entry->thing);
    else if (list->form == TEXT_LIST)
        writer_add(out, "%s: %s", entry->mark, entry->thing);
    else
        writer_add(out, entry->gold > 0 ? "  %2s  %-32s" : "  %2s  %s", entry->mark, entry->thing);
    if (entry->gold > 0 && is_table)
        add_price(out, entry);
    else if (entry->gold > 0)
        writer_add(out, " for %d", entry->gold);
    if (entry->gain[0] != '\0')
        writer_add(out, is_table ? "  %s" : " (%s)", entry->gain);
    writer_add(out, "%s", list->form == TEXT_SPOKEN ? "" : "\n");
}

static void add_end(struct list *list, const struct delver *delver, const char *hint)
{
    bool is_spoken = list->form == TEXT_SPOKEN;

    if (list->has_dear && list->form == TEXT_TABLE)
        writer_add(&list->writer, "A price in brackets is more than you have.\n");
    writer_add(&list->writer, "%sYou have %lld gold.%s%s", is_spoken ? ". " : "",
               (long long)delver->life.gold, is_spoken ? "" : hint, is_spoken ? "" : "\n");
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
        add_entry(&list,
                  &(struct entry){letter, words, "", gold, false, role_of(delver, thing->kind)});
    }
    if (list.count > 0) {
        add_end(&list, delver, " sell c, or sell and a name, sells all of it.");
        return;
    }
    snprintf(out, out_size, "%s",
             refusal == REFUSAL_UNPROVEN
                 ? "The pedlar buys from players who have been below depth 3."
             : refusal == REFUSAL_SPENT ? "The pedlar has no more gold for you today."
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
        add_entry(&list,
                  &(struct entry){letter, words, "", 0, false, role_of(delver, thing->kind)});
    }
    if (list.count > 0) {
        add_end(&list, delver, " identify c, or identify and a name, does it.");
        return;
    }
    snprintf(out, out_size, "You know all that you carry.");
}

/* Returns the rank of `words` for the thing, by its name for one or for many. */
static enum name_rank rank_of(const struct stack *thing, const struct name_words *words)
{
    const struct item_row *row = item_row(thing->kind);
    enum name_rank one = name_match(words, row->name);
    enum name_rank many = row->plural == NULL ? NAME_RANK_NONE : name_match(words, row->plural);

    return one > many ? one : many;
}

static bool say_no_ware(const char *words, char *why)
{
    char typed[NAME_QUOTE_SIZE];

    name_quote(words, typed);
    snprintf(why, PACK_WHY_MAX, "The pedlar has no \"%s\": buy lists what there is.", typed);
    return false;
}

/* Writes the question "Buy what? 4, a lamp; 9, a hooded lamp." about the wares that the name fits
   equally. */
static bool ask_which_ware(const struct ware *wares, int count, const struct name_search *search,
                           char *why)
{
    struct list list = begin(TEXT_SPOKEN, NULL, why, PACK_WHY_MAX);

    writer_add(&list.writer, "Buy what?");
    for (int i = 0; i < count; i++) {
        char name[ITEM_NAME_MAX + 16];
        char number[16];
        if (rank_of(&wares[i].thing, &search->words) != search->rank)
            continue;
        snprintf(number, sizeof number, "%d", i + 1);
        item_true_words(&wares[i].thing, name, sizeof name);
        if (list.writer.length + strlen(name) + 16 < PACK_WHY_MAX)
            add_entry(&list, &(struct entry){number, name, "", 0, false, ROLE_TEXT});
    }
    writer_add(&list.writer, ".");
    return false;
}

/* Writes that the pedlar sells only so many of the thing at once. Returns false. */
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
    int first = 0; /* the first of the best matches */
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
        return say_no_ware(words, why);
    *out = wares[search.chosen];
    if (!is_clear && search.words.number == 0)
        return ask_which_ware(wares, count, &search, why);
    return wanted == 1 || wanted == out->thing.count || say_lot(&out->thing, why);
}
