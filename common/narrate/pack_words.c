/*
 * Choosing things by words. Each verb has a row of a table that says which things it takes; names
 * are compared as the delver knows them, and the best kind of match wins.
 */
#include "narrate/pack_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "narrate/item_words.h"
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
    const char *question; /* "Drink what?" */
    bool (*fits)(const struct stack *thing);
    bool of_carried;
    bool of_worn;
    bool takes_only; /* the only thing that fits is meant without a word */
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

/* No object has the number OBJECT_WORN + SLOT_NONE, which no letter stands for. */
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

/* How good a first choice it is; 0: any other is as good. */
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

/* True if `whole` begins so, in letters of any case. */
static bool begins_with(const char *whole, const char *beginning)
{
    while (*beginning != '\0' &&
           tolower((unsigned char)*whole) == tolower((unsigned char)*beginning)) {
        whole++;
        beginning++;
    }
    return *beginning == '\0';
}

/* The number that the digits say. One that is too large must not come to mean all there is. */
static uint32_t number_of(const char *digits, size_t length)
{
    uint64_t number = 0;

    for (size_t i = 0; i < length && number < PACK_COUNT_MOST; i++)
        number = 10 * number + (uint64_t)(digits[i] - '0');
    return number < PACK_COUNT_MOST ? (uint32_t)number : PACK_COUNT_MOST;
}

/* The length of the word if `words` begins with it and goes on; else 0. */
static size_t leads(const char *words, const char *word)
{
    size_t length = strlen(word);

    return begins_with(words, word) && words[length] == ' ' ? length : 0;
}

const char *pack_cut_count(const char *words, uint32_t *out)
{
    static const struct {
        const char *word;
        uint32_t count; /* 0: it says none */
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

    /* "2.rat" says which, not how many. */
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

/* How the letter and the words of a thing are put together. */
struct form {
    const char *before;
    const char *between;
    const char *after;
};

/* Adds a thing to `out`, in which `length` bytes stand; returns how many do then. */
static size_t add_thing(const struct delver *delver, uint32_t object, struct form form, char *out,
                        size_t out_size, size_t length)
{
    char words[ITEM_NAME_MAX + 16];

    if (length >= out_size)
        return length;
    item_words(delver, pack_peek(&delver->life.pack, object), words, sizeof words);
    length += (size_t)snprintf(out + length, out_size - length, "%s%c%s%s%s", form.before,
                               pack_letter(object), form.between, words, form.after);
    return length < out_size ? length : out_size - 1;
}

/* "Drink what? a: 2 draughts of mending, c: an amber draught.", a question about `objects`. */
static uint32_t ask_which(const struct delver *delver, enum pack_verb verb, uint32_t objects,
                          char *why)
{
    size_t length = (size_t)snprintf(why, PACK_WHY_MAX, "%s what?", verb_table[verb].question);
    struct form form = {" ", ": ", ""};

    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        if ((objects & 1u << object) == 0)
            continue;
        /* One more name must fit, and the words for the others that are left out. */
        if (length + ITEM_NAME_MAX + 32 > PACK_WHY_MAX) {
            length += (size_t)snprintf(why + length, PACK_WHY_MAX - length, " and more");
            break;
        }
        length = add_thing(delver, object, form, why, PACK_WHY_MAX, length);
        form.before = ", ";
    }
    if (verb == PACK_TEMPER)
        snprintf(why + length, PACK_WHY_MAX - length, ". For example: read tempering on %c.",
                 pack_letter((uint32_t)__builtin_ctz(objects)));
    else
        snprintf(why + length, PACK_WHY_MAX - length, ".");
    return OBJECT_NONE;
}

_Static_assert((int)OBJECT_END <= 32, "a set of objects is a word");

/* The set of the best matches, or the one of them whose number was said. */
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

/* The only one of a set, or the first if all are alike; OBJECT_NONE if it matters which. */
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

/* The delver has a thing there that the verb is not for. */
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
    size_t length = 0;

    out[0] = '\0';
    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        if (!pack_fits(delver, verb, object))
            continue;
        text_tint(tints, out, role_of(delver, pack_peek(&delver->life.pack, object)->kind));
        length = add_thing(delver, object, (struct form){"", "  ", "\n"}, out, out_size, length);
    }
}

/* The things from one object to another, in lines below `heading`. */
static size_t add_lines(const struct delver *delver, const char *heading, uint32_t from,
                        uint32_t end, enum text_form text_form, struct text_tints *tints, char *out,
                        size_t out_size, size_t length)
{
    struct form form =
        text_form == TEXT_TABLE ? (struct form){"  ", "  ", "\n"} : (struct form){"", ": ", "\n"};
    bool has_any = false;

    for (uint32_t object = from; object < end; object++) {
        if (pack_peek(&delver->life.pack, object) == NULL || length + 2 >= out_size)
            continue;
        if (!has_any)
            length += (size_t)snprintf(out + length, out_size - length, "%s:\n", heading);
        has_any = true;
        text_tint(tints, out, role_of(delver, pack_peek(&delver->life.pack, object)->kind));
        length = add_thing(delver, object, form, out, out_size, length);
    }
    if (!has_any && length < out_size)
        length += (size_t)snprintf(out + length, out_size - length, "%s nothing.\n", heading);
    return length < out_size ? length : out_size - 1;
}

void pack_list(const struct delver *delver, enum text_form form, struct text_tints *tints,
               char *out, size_t out_size)
{
    size_t length =
        add_lines(delver, "You carry", OBJECT_CARRIED, OBJECT_WORN, form, tints, out, out_size, 0);

    length =
        add_lines(delver, "You wear", OBJECT_WORN, OBJECT_END, form, tints, out, out_size, length);
    snprintf(out + length, out_size - length, "You have %lld gold.\n",
             (long long)delver->life.gold);
}

static void tell_things(const struct delver *delver, const char *beginning, uint32_t from,
                        uint32_t end, char *out, size_t out_size)
{
    size_t length = (size_t)snprintf(out, out_size, "%s", beginning);
    struct form form = {" ", ", ", ""};

    for (uint32_t object = from; object < end; object++) {
        if (pack_peek(&delver->life.pack, object) == NULL)
            continue;
        length = add_thing(delver, object, form, out, out_size, length);
        form.before = "; ";
    }
    if (length + 1 < out_size)
        snprintf(out + length, out_size - length, "%s.", form.before[0] == ';' ? "" : " nothing");
}

void pack_tell_carried(const struct delver *delver, char *out, size_t out_size)
{
    tell_things(delver, "You carry", OBJECT_CARRIED, OBJECT_WORN, out, out_size);
}

void pack_tell_worn(const struct delver *delver, char *out, size_t out_size)
{
    tell_things(delver, "You wear", OBJECT_WORN, OBJECT_END, out, out_size);
}
