/*
 * The knowledge of one delver.
 */
#include "support/tactics/view.h"

#include <string.h>

#include "narrate/threats.h"
#include "support/tactics/hand.h"
#include "world/blow.h"
#include "world/fight.h"
#include "world/haven.h"
#include "world/pedlar.h"
#include "world/sense.h"

enum {
    BAND_CELLS = 5, /* from a foe, in which others come to help it */
    BAND_MAX = 12,
};

void view_init(struct view *view, struct path_scratch *scratch)
{
    memset(view, 0, sizeof *view);
    view->known.scratch = scratch;
    view->known.ground = view->ground;
    view->known.notes = &view->notes;
    view->known.is_leader = true;
    for (enum wish_kind kind = WISH_NONE; kind < WISH_COUNT; kind++)
        view->known.can[kind] = hand_can(kind);
}

void view_forget(struct view *view)
{
    view->notes = (struct notes){0};
    view->known.foe_count = 0;
    view->known.awake_count = 0;
}

/* Forgets foes whose last known cell is in view; take_up() adds the ones in view again. */
static void forget_foes(struct knowledge *known, const struct delver *delver)
{
    int kept = 0;

    for (int i = 0; i < known->foe_count; i++) {
        struct known_foe foe = known->foes[i];
        foe.is_seen = false;
        if (!delver_sees(delver, foe.at))
            known->foes[kept++] = foe;
    }
    known->foe_count = kept;
}

static void take_up(struct knowledge *known, const struct known_foe *foe)
{
    for (int i = 0; i < known->foe_count; i++) {
        if (known->foes[i].id == foe->id) {
            known->foes[i] = *foe;
            return;
        }
    }
    if (known->foe_count < TACTIC_FOES_MAX)
        known->foes[known->foe_count++] = *foe;
}

static void look_at_foes(struct knowledge *known, const struct world *world,
                         const struct delver *delver)
{
    struct threats threats;

    threats_collect(world, delver, &threats);
    known->danger = threats.danger;
    known->awake_count = 0;
    for (int i = 0; i < threats.count; i++) {
        const struct threat *threat = &threats.list[i];
        known->awake_count += threat->is_awake;
        take_up(known, &(struct known_foe){
                           .id = threat->foe,
                           .species = world_body(world, threat->foe)->species,
                           .at = threat->at,
                           .danger = threat->danger,
                           .is_seen = true,
                           .is_awake = threat->is_awake,
                       });
    }
}

/* The words for unhurt foes of a kind, one of them among the words. */
static const struct view_words *words_for(struct view *view, const struct world *world,
                                          const struct delver *delver, enum species_id species)
{
    struct view_words *words = &view->words;
    const struct species_row *row = species_row(species);

    if (words->health != delver->body.health || words->level != view->known.level)
        *words = (struct view_words){.health = delver->body.health, .level = view->known.level};
    if (!words->is_known[species]) {
        const struct fighter fighter = fighter_of(world, &delver->body);
        int most = 0;
        const struct fighter foe = estimate_foe(row, delver->body.key.depth, 0, &most);
        int health = growth_health(row, delver->body.key.depth);
        words->danger[species] =
            estimate_prospect(&fighter, delver->body.health, row, delver->body.key.depth, health, 0)
                .danger;
        words->opponents[species] = estimate_opponent(&fighter, &foe, health);
        words->is_known[species] = true;
    }
    return words;
}

/* The word for a foe and all that are known near it: who strikes one meets them all. */
static enum danger word_for_band(struct view *view, const struct world *world,
                                 const struct delver *delver, const struct known_foe *foe)
{
    const struct knowledge *known = &view->known;
    struct opponent band[BAND_MAX];
    int count = 0;

    for (int i = 0; i < known->foe_count && count < BAND_MAX; i++) {
        const struct known_foe *other = &known->foes[i];
        if (pos_distance(foe->at, other->at) <= BAND_CELLS)
            band[count++] =
                words_for(view, world, delver, other->species)->opponents[other->species];
    }
    estimate_sort(band, count);
    const struct estimate estimate = estimate_fight(band, count);
    enum danger danger = estimate_danger(&estimate, delver->body.health);
    return danger > foe->danger ? danger : foe->danger;
}

static bool is_before(const struct known_foe *foe, const struct known_foe *other)
{
    return foe->distance != other->distance ? foe->distance < other->distance : foe->id < other->id;
}

static void sort_foes(struct view *view, const struct world *world, const struct delver *delver)
{
    struct knowledge *known = &view->known;

    for (int i = 0; i < known->foe_count; i++) {
        struct known_foe foe = known->foes[i];
        int place = i;
        if (!foe.is_seen)
            foe.danger = words_for(view, world, delver, foe.species)->danger[foe.species];
        foe.distance = pos_distance(delver->body.at, foe.at);
        for (; place > 0 && is_before(&foe, &known->foes[place - 1]); place--)
            known->foes[place] = known->foes[place - 1];
        known->foes[place] = foe;
    }
    for (int i = 0; i < known->foe_count; i++)
        known->foes[i].band = word_for_band(view, world, delver, &known->foes[i]);
}

static void look_at_things(struct knowledge *known, const struct world *world,
                           const struct delver *delver)
{
    known->pack_count = 0;
    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        const struct stack *stack = pack_peek(&delver->life.pack, object);
        if (stack != NULL)
            known->pack[known->pack_count++] =
                (struct pack_thing){.id = object,
                                    .kind = stack->kind,
                                    .count = (int)stack->count,
                                    .temper = stack->temper,
                                    .charges = stack->charges,
                                    .rest = stack->rest,
                                    .is_known = life_knows(&delver->life, stack->kind),
                                    .is_worn = object >= OBJECT_WORN};
    }
    known->free_places = PACK_MAX;
    for (int i = 0; i < PACK_MAX; i++)
        known->free_places -= !stack_is_none(&delver->life.pack.carried[i]);
    known->niche_count = 0;
    for (int i = 0; i < delver->body.level->niche_count; i++) {
        struct pos at = delver->body.level->niches[i];
        if (delver_remembered(delver, at) == TILE_NICHE &&
            !life_has_opened(&delver->life, (enum niche)i, delver->body.key.depth))
            known->niches[known->niche_count++] = at;
    }
    known->lying_count = 0;
    const struct item *item = world_item(world, delver->body.level->first_item);
    for (; item != NULL && known->lying_count < TACTIC_LYING_MAX;
         item = world_item(world, item->next)) {
        if (light_shows_cell(delver, light_radius(delver), item->at) &&
            item_is_free(world, item, delver->delver_id))
            known->lying[known->lying_count++] =
                (struct lying_thing){.at = item->at, .kind = item->stack.kind};
    }
}

/* The wares of the pedlar beside the delver, and its offers for things in the pack. */
static void look_at_wares(struct knowledge *known, const struct world *world,
                          const struct delver *delver)
{
    known->ware_count = pedlar_wares(world, delver, known->wares);
    for (int i = 0; i < known->pack_count; i++) {
        struct pack_thing *thing = &known->pack[i];
        const struct stack *stack = pack_peek(&delver->life.pack, thing->id);
        if (thing->is_worn || pedlar_offer(world, delver, stack, &thing->offer) != REFUSAL_NONE)
            thing->offer = 0;
    }
}

static void look_for_stall(struct knowledge *known, const struct world *world,
                           const struct delver *delver)
{
    const uint8_t *found = NULL;

    known->gold = delver->life.gold;
    known->ware_count = 0;
    if (haven_number(known->depth) < HAVEN_COUNT)
        found = memchr(delver->memory, TILE_PEDLAR, delver->memory_size);
    known->has_stall = found != NULL;
    if (found == NULL)
        return;
    int cell = (int)(found - delver->memory);
    known->stall = pos_of(cell % known->map.width, cell / known->map.width);
    if (pedlar_is_near(delver))
        look_at_wares(known, world, delver);
}

void view_look(struct view *view, const struct world *world, const struct delver *delver)
{
    const struct body *body = &delver->body;
    struct knowledge *known = &view->known;

    known->depth = body->level->key.depth;
    known->level = life_level(&delver->life);
    known->health = body->health;
    known->health_max = body->health_max;
    known->at = body->at;
    known->is_in_danger = delver->time.state != COMPANY_CALM;
    known->statuses = &body->statuses;
    known->is_bandaged = delver->effects.bandage > 0;
    known->is_returning = delver->effects.returning > 0;
    known->offer_count = knacks_offer(world, delver, known->offer);
    known->map = path_map_of(delver);
    known->sight = &delver->sight;
    known->kills = delver->life.kills;
    forget_foes(known, delver);
    look_at_foes(known, world, delver);
    sort_foes(view, world, delver);
    look_at_things(known, world, delver);
    look_for_stall(known, world, delver);
}
