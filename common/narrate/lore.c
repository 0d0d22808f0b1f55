/*
 * The kinds of everything by their names: foes, things, statuses and terrain.
 */
#include "narrate/lore.h"

#include <stdio.h>

#include "base/text.h"
#include "content/status.h"
#include "narrate/item_words.h"
#include "narrate/name_match.h"
#include "narrate/threats.h"
#include "world/blow.h"
#include "world/fight.h"

/* Returns the kinds of foes in view, a bit each. */
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
    struct writer lines = writer_of(out, size);
    char text[DANGER_TEXT_MAX];

    danger_describe_prospect(&prospect, text, sizeof text);
    writer_add(&lines, "%s: %d health, depths %d to %d. %s\n%s", row->name, its_health,
               row->depth.low, row->depth.high, text, row->look);
    text_capitalise(out);
    danger_describe_parts(row, text, sizeof text);
    writer_add(&lines, "%s%s Killed %d.", text[0] == '\0' ? "" : " ", text, viewer->life.kills[id]);
}

static void tell_all(const struct delver *viewer, char *out, size_t size)
{
    struct writer text = writer_of(out, size);
    int count = 0;

    writer_add(&text, "You have killed");
    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        unsigned kills = viewer->life.kills[id];
        if (kills == 0)
            continue;
        writer_add(&text, "%s %u %s", count++ > 0 ? "," : "", kills,
                   kills == 1 || row->plural == NULL ? row->name : row->plural);
    }
    writer_add(&text, "%s. lore and a name tells more.", count == 0 ? " nothing yet" : "");
}

static bool say_unknown(const struct name_search *search, const char *words, char *out, size_t size)
{
    char quoted[NAME_QUOTE_SIZE];
    char hint[NAME_HINT_SIZE];

    name_quote(words, quoted);
    name_search_hint(search, hint);
    snprintf(out, size, "You know nothing of \"%s\" yet.%s", quoted, hint);
    return false;
}

/* Numbers for all kinds in one sequence: species, then items, statuses and tiles. */
enum {
    LORE_THINGS = SPECIES_COUNT,
    LORE_STATUSES = LORE_THINGS + ITEM_KIND_COUNT,
    LORE_TILES = LORE_STATUSES + STATUS_COUNT,
};

/* Writes "Poisoned: you lose up to 3 health a beat.", and how it ends. */
static void tell_status(enum status_id id, char *out, size_t size)
{
    const struct status_row *row = status_row(id);

    if (row->is_good)
        snprintf(out, size, "%s, for %d beats: %s\nIt passes.", row->name, row->beats, row->gift);
    else
        snprintf(out, size, "%s: %s\n%s", row->name, row->about, row->cure);
    text_capitalise(out);
}

/* Writes "Fountain, shown as {.", and its use. */
static void tell_tile(enum tile_id id, enum text_form form, char *out, size_t size)
{
    const struct tile_row *row = tile_row(id);

    if (form == TEXT_SPOKEN)
        snprintf(out, size, "%s. %s", row->name, row->note);
    else
        snprintf(out, size, "%s, shown as %c on the map.\n%s", row->name, row->glyph, row->note);
    text_capitalise(out);
}

/* Offers the kind `candidate` by its name to the search. */
static void offer(struct name_search *search, const char *name, int64_t candidate)
{
    name_search_offer(search, name_match(&search->words, name), candidate);
    name_search_hear(search, name);
}

/* Offers all kinds: foes first, then things, statuses and terrain, because among equal names the
   first is chosen. */
static void offer_all(struct name_search *search, const struct world *world,
                      const struct delver *viewer)
{
    uint64_t in_view = kinds_in_view(world, viewer);

    for (enum species_id id = SPECIES_DELVER + 1; id < SPECIES_COUNT; id++) {
        if (viewer->life.kills[id] > 0 || (in_view >> id & 1) != 0)
            offer(search, species_row(id)->name, id);
    }
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (life_knows(&viewer->life, kind))
            offer(search, item_row(kind)->name, LORE_THINGS + (int64_t)kind);
    }
    for (enum status_id id = 0; id < STATUS_COUNT; id++)
        offer(search, status_row(id)->name, LORE_STATUSES + (int64_t)id);
    for (enum tile_id id = 0; id < TILE_COUNT; id++) {
        if (tile_row(id)->note != NULL)
            offer(search, tile_row(id)->name, LORE_TILES + (int64_t)id);
    }
}

bool lore_tell_status(const struct delver *viewer, const char *words, char *out, size_t out_size)
{
    struct name_search search = name_search_of(words);

    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (statuses_have(&viewer->body.statuses, id))
            name_search_offer(&search, name_match(&search.words, status_row(id)->name), id);
    }
    if (search.chosen < 0)
        return false;
    tell_status((enum status_id)search.chosen, out, out_size);
    return true;
}

bool lore_tell(const struct world *world, const struct delver *viewer, const char *words,
               enum text_form form, char *out, size_t out_size)
{
    struct name_search search = name_search_of_kinds(words);

    if (words[0] == '\0') {
        tell_all(viewer, out, out_size);
        return true;
    }
    offer_all(&search, world, viewer);
    if (search.chosen < 0)
        return say_unknown(&search, words, out, out_size);
    if (search.chosen < LORE_THINGS) {
        tell_foe(world, viewer, (enum species_id)search.chosen, out, out_size);
    } else if (search.chosen < LORE_STATUSES) {
        const struct stack one = stack_of((enum item_kind)(search.chosen - LORE_THINGS), 1);
        item_detail(viewer, &one, form, out, out_size);
    } else if (search.chosen < LORE_TILES) {
        tell_status((enum status_id)(search.chosen - LORE_STATUSES), out, out_size);
    } else {
        tell_tile((enum tile_id)(search.chosen - LORE_TILES), form, out, out_size);
    }
    return true;
}
