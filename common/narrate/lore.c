/*
 * Kinds by their names.
 */
#include "narrate/lore.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "narrate/danger.h"
#include "narrate/item_detail.h"
#include "narrate/name_match.h"
#include "narrate/threats.h"
#include "world/fight.h"
#include "world/fighter.h"

/* The kinds of foes in view, a bit each. */
static uint64_t kinds_in_view(const struct world *world, const struct delver *viewer)
{
    struct threats threats;
    uint64_t kinds = 0;

    threats_collect(world, viewer, &threats);
    for (int i = 0; i < threats.count; i++)
        kinds |= UINT64_C(1) << world_body(world, threats.list[i].foe)->species;
    return kinds;
}

_Static_assert(SPECIES_COUNT <= 64, "a set of kinds is a word");

static void tell_foe(const struct world *world, const struct delver *viewer, enum species_id id,
                     char *out, size_t size)
{
    const struct species_row *row = species_row(id);
    const struct fighter side = fighter_of(world, &viewer->body);
    int health = viewer->body.health > 0 ? viewer->body.health : 1;
    int depth = viewer->body.key.depth;
    int its_health = growth_health(row, depth);
    const struct prospect prospect = estimate_prospect(&side, health, row, depth, its_health, 0);
    char text[DANGER_TEXT_MAX];

    danger_describe_prospect(&prospect, text, sizeof text);
    snprintf(out, size, "%c%s: %d health, depths %d to %d. %s\n%s",
             toupper((unsigned char)row->name[0]), row->name + 1, its_health, row->depth.low,
             row->depth.high, text, row->look);
    danger_describe_parts(row, text, sizeof text);
    snprintf(out + strlen(out), size - strlen(out), "%s%s Killed %d.", text[0] == '\0' ? "" : " ",
             text, viewer->life.kills[id]);
}

static void tell_all(const struct delver *viewer, char *out, size_t size)
{
    int count = 0;

    snprintf(out, size, "You have killed");
    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        unsigned kills = viewer->life.kills[id];
        if (kills == 0)
            continue;
        snprintf(out + strlen(out), size - strlen(out), "%s %u %s", count++ > 0 ? "," : "", kills,
                 kills == 1 || row->plural == NULL ? row->name : row->plural);
    }
    snprintf(out + strlen(out), size - strlen(out), "%s. lore and a name tells more.",
             count == 0 ? " nothing yet" : "");
}

static bool say_unknown(const char *words, char *out, size_t size)
{
    enum { WIDTH_MAX = 40 };
    char typed[4 * WIDTH_MAX + 1];

    if (utf8_clean(words, strlen(words), WIDTH_MAX, typed, sizeof typed) != ERR_OK)
        typed[0] = '\0';
    snprintf(out, size, "You know nothing of \"%s\" yet.", typed);
    return false;
}

bool lore_tell(const struct world *world, const struct delver *viewer, const char *words,
               enum text_form form, char *out, size_t out_size)
{
    uint64_t in_view = kinds_in_view(world, viewer);
    struct name_search search = name_search_of(words);

    if (words[0] == '\0') {
        tell_all(viewer, out, out_size);
        return true;
    }
    for (enum species_id id = SPECIES_DELVER + 1; id < SPECIES_COUNT; id++) {
        if (viewer->life.kills[id] > 0 || (in_view >> id & 1) != 0)
            name_search_offer(&search, name_match(&search.words, species_row(id)->name), id);
    }
    /* Things come behind all foes. */
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (life_knows(&viewer->life, kind))
            name_search_offer(&search, name_match(&search.words, item_row(kind)->name),
                              (int64_t)SPECIES_COUNT + kind);
    }
    if (search.chosen < 0)
        return say_unknown(words, out, out_size);
    if (search.chosen < SPECIES_COUNT) {
        tell_foe(world, viewer, (enum species_id)search.chosen, out, out_size);
        return true;
    }
    enum item_kind thing = (enum item_kind)(search.chosen - SPECIES_COUNT);
    const struct stack one = stack_of(thing, 1);
    item_detail(viewer, &one, form, out, out_size);
    return true;
}
