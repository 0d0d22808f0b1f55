/*
 * Deaths and graves in words: the fate, the things, and the texts made of them.
 */
#include "narrate/death_words.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "narrate/item_words.h"
#include "narrate/place_words.h"
#include "world/grave.h"
#include "world/haven.h"

enum {
    HOUR_MS = 3600 * 1000,
    ALONE_HOURS = 24,
    STAYS_HOURS = 7 * 24,
    THINGS_SIZE = 1536,
};

void death_fate(const struct death *death, char *out, size_t out_size)
{
    char killer[64];

    species_name(death->killer, SPECIES_A, killer, sizeof killer);
    if (death->killer == SPECIES_DELVER)
        snprintf(out, out_size, "died on depth %d", death->depth);
    else
        snprintf(out, out_size, "was killed by %s on depth %d", killer, death->depth);
}

void death_own_fate(const struct death *death, char *out, size_t out_size)
{
    char fate[DEATH_LINE_MAX];

    death_fate(death, fate, sizeof fate);
    if (death->killer == SPECIES_DELVER)
        snprintf(out, out_size, "You %s", fate);
    else
        snprintf(out, out_size, "You were %s", fate + strlen("was "));
}

void death_things(const struct delver *viewer, const struct stack *things, int64_t gold, char *out,
                  size_t out_size)
{
    struct writer list = writer_of(out, out_size);
    int left = gold > 0;

    for (int i = 0; i < PACK_MAX; i++)
        left += !stack_is_none(&things[i]);
    if (left == 0)
        writer_add(&list, "nothing");
    for (int i = 0; i <= PACK_MAX && left > 0; i++) {
        char name[ITEM_NAME_MAX];
        if (i == PACK_MAX)
            snprintf(name, sizeof name, "%lld gold", (long long)gold);
        else if (!stack_is_none(&things[i]))
            item_words(viewer, &things[i], name, sizeof name);
        else
            continue;
        writer_join(&list, left == 1 ? " and " : ", ", "%s", name);
        left--;
    }
}

static int hours_since(const struct world *world, uint64_t tick)
{
    return (int)((world->tick - tick) / world_ms(world, HOUR_MS));
}

void duration_words(const struct world *world, uint64_t ticks, char *out, size_t out_size)
{
    static const struct {
        uint64_t seconds;
        const char *name;
    } units[] = {{24 * 3600, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
    uint64_t seconds = ticks / world_ms(world, HOUR_MS / 3600);
    size_t i = 0;

    while (i + 1 < sizeof units / sizeof units[0] && seconds < 2 * units[i].seconds)
        i++;
    seconds /= units[i].seconds;
    snprintf(out, out_size, "%llu %s%s", (unsigned long long)seconds, units[i].name,
             plural_end((int64_t)seconds));
}

/* True for a thing that could have helped in danger. */
static bool is_help(const struct stack *thing)
{
    enum item_class class = stack_is_none(thing) ? CLASS_COUNT : item_row(thing->kind)->class;

    return class == CLASS_DRAUGHT || class == CLASS_SCROLL ||
           (class == CLASS_WAND && thing->charges > 0);
}

bool death_tell_blows(const struct death *death, struct writer *out)
{
    bool has_any = false;

    for (int i = 0; i < DEATH_BLOWS_KEPT; i++) {
        if (death->blows[i] == 0)
            continue;
        writer_add(out, "%s%d", has_any ? ", " : "Last blows: ", death->blows[i]);
        has_any = true;
    }
    writer_add(out, "%s", has_any ? "." : "");
    return has_any;
}

/* Writes the end of a fight: "Last blows: 7, 4, 8. Not used: a scroll of elsewhere, a draught of
   mending.", or "You had no draught, scroll or wand left." */
static void tell_fight(const struct delver *delver, const struct death *death,
                       const struct stack *things, struct writer *out)
{
    bool has_any = false;

    writer_add(out, "%s", death_tell_blows(death, out) ? " " : "");
    for (int i = 0; i < PACK_MAX; i++) {
        char name[ITEM_NAME_MAX];
        if (!is_help(&things[i]))
            continue;
        item_words(delver, &things[i], name, sizeof name);
        writer_add(out, "%s%s", has_any ? ", " : "Not used: ", name);
        has_any = true;
    }
    writer_add(out, "%s\n", has_any ? "." : "You had no draught, scroll or wand left.");
}

/* Writes the costs of a death, with or without a grave: "You keep what you wear. Experience -12;
   the grave gives 6 back." */
static void tell_cost(const struct delver *delver, const struct death *death,
                      const struct grave *grave, struct writer *out)
{
    if (grave != NULL)
        writer_add(out, "You keep what you wear.");
    else if (grave_spares(death->level, death->depth))
        writer_add(out,
                   "You are new: you keep all that you carry and wear. From level 3 on, a death "
                   "leaves pack and gold in a grave.");
    else if (delver->life.gold == 0 && pack_is_bare(&delver->life.pack))
        writer_add(out, "You carried nothing, so there is no grave. You keep what you wear.");
    else
        writer_add(out, "This level is full of new graves: you keep all that you carry and wear.");
    if (death->lost == 0)
        writer_add(out, " You lose no experience.\n");
    else if (grave == NULL)
        writer_add(out, " Experience -%lld.\n", (long long)death->lost);
    else
        writer_add(out, " Experience -%lld; the grave gives %lld back.\n", (long long)death->lost,
                   (long long)grave->experience);
}

void death_describe(const struct world *world, const struct delver *delver, char *out,
                    size_t out_size)
{
    const struct death *death = &delver->life.deaths.last[0];
    const struct level *level;
    const struct grave *grave = grave_of_death(world, delver, death, &level);
    const struct level_key key = {.wing = death->wing, .depth = death->depth};
    struct writer text = writer_of(out, out_size);
    char killer[64];
    char place[96];
    char lived[DURATION_SIZE];
    char held[THINGS_SIZE];

    species_name(death->killer, SPECIES_A, killer, sizeof killer);
    text_capitalise(killer);
    place_level_name(world, &key, place, sizeof place);
    duration_words(world, death->lived, lived, sizeof lived);
    if (death->killer == SPECIES_DELVER)
        writer_add(&text, "You died");
    else
        writer_add(&text, "%s killed you", killer);
    writer_add(&text, " on depth %d, %s. Level %d, %s.\n", death->depth, place, death->level,
               lived);
    tell_fight(delver, death, grave != NULL ? grave->things : delver->life.pack.carried, &text);
    if (grave != NULL) {
        death_things(delver, grave->things, grave->gold, held, sizeof held);
        writer_add(&text,
                   "Your grave there holds %s. It is yours alone for %d hours: travel grave leads "
                   "there, and a step onto it opens it.\n",
                   held, ALONE_HOURS);
    }
    tell_cost(delver, death, grave, &text);
    if (delver->transit_home != 0) {
        const struct level_key home = {.wing = death->wing, .depth = delver->transit_home};
        place_level_name(world, &home, place, sizeof place);
        writer_add(&text, "You wake in %s, whole again.\n", place);
    }
}

/* True if the death left a grave that is not known to be gone. */
static bool has_grave(const struct world *world, const struct delver *delver,
                      const struct death *death)
{
    const struct level *level;

    if (!death->has_grave || hours_since(world, death->died_at) >= STAYS_HOURS)
        return false;
    return grave_of_death(world, delver, death, &level) != NULL || level == NULL;
}

const struct death *death_with_grave(const struct world *world, const struct delver *delver,
                                     const struct death *after)
{
    const struct deaths *deaths = &delver->life.deaths;
    int first = after == NULL ? 0 : (int)(after - deaths->last) + 1;

    for (int i = first; i < deaths->count; i++) {
        if (has_grave(world, delver, &deaths->last[i]))
            return &deaths->last[i];
    }
    return NULL;
}

void grave_hours(const struct world *world, const struct death *death, int *out_alone,
                 int *out_left)
{
    int hours = hours_since(world, death->died_at);

    *out_alone = hours < ALONE_HOURS ? ALONE_HOURS - hours : 0;
    *out_left = hours < STAYS_HOURS ? STAYS_HOURS - hours : 0;
}

void grave_line(const struct world *world, const struct death *death, int number, char *out,
                size_t out_size)
{
    const struct grave_place *grave = &death->grave;
    const struct level_key key = {.wing = grave->wing, .depth = grave->depth};
    int alone;
    int stays;
    char place[96];
    char left[48];
    char which[16] = "";

    if (number > 1)
        snprintf(which, sizeof which, " %d", number);
    place_level_name(world, &key, place, sizeof place);
    grave_hours(world, death, &alone, &stays);
    if (alone > 0)
        snprintf(left, sizeof left, "yours alone for %d h", alone);
    else
        snprintf(left, sizeof left, "gone in %d h", stays);
    snprintf(out, out_size, "Your grave%s: depth %d, %s, %s.", which, grave->depth, place, left);
}

void deaths_list(const struct world *world, const struct delver *delver, char *out, size_t out_size)
{
    const struct deaths *deaths = &delver->life.deaths;
    struct writer list = writer_of(out, out_size);

    if (deaths->count == 0)
        writer_add(&list, "You have not died yet.\n");
    for (int i = 0; i < deaths->count; i++) {
        const struct death *death = &deaths->last[i];
        char fate[DEATH_LINE_MAX];
        char lived[DURATION_SIZE];
        char ago[DURATION_SIZE];
        death_own_fate(death, fate, sizeof fate);
        duration_words(world, death->lived, lived, sizeof lived);
        duration_words(world, world->tick - death->died_at, ago, sizeof ago);
        writer_add(&list, "%s, at level %d, after %s; %s ago%s.\n", fate, death->level, lived, ago,
                   has_grave(world, delver, death) ? ", with a grave" : "");
    }
}

void grave_about(const struct world *world, const struct delver *viewer, const struct grave *grave,
                 char *out, size_t out_size)
{
    bool is_own = grave->delver_id == viewer->delver_id;
    const char *name = is_own ? "You" : grave->name;
    struct writer about = writer_of(out, out_size);
    char killer[64];
    char held[GRAVE_ABOUT_MAX / 2];

    species_name(grave->killer, SPECIES_A, killer, sizeof killer);
    if (grave->killer == SPECIES_DELVER)
        writer_add(&about, "%s died here. ", name);
    else
        writer_add(&about, "%s %s killed by %s. ", name, is_own ? "were" : "was", killer);
    if (is_own) {
        death_things(viewer, grave->things, grave->gold, held, sizeof held);
        writer_add(&about, "It holds %s: a step onto it opens it.", held);
    } else if (grave_is_open_to(world, grave, viewer->delver_id)) {
        writer_add(&about, "It is open to all: a step onto it takes what is in it.");
    } else {
        if (grave->opens == GRAVE_NEVER_OPENS)
            writer_add(&about, "It opens to nobody else");
        else
            writer_add(&about, "It opens to others in %d h",
                       ALONE_HOURS - hours_since(world, grave->died_at));
        writer_add(&about, "; fetch takes what is in it to %s, sealed.", grave->name);
    }
}
