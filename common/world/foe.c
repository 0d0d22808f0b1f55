/*
 * The pool of foes: a place is taken and given back between two ticks only, so that ids do not
 * depend on the order in which levels are ticked.
 */
#include "world/foe.h"

#include "base/check.h"
#include "world/world_private.h"

void foes_init(struct world *world)
{
    for (uint32_t i = world->limits.foes_max; i > 0; i--) {
        world->foes[i - 1].body.next = world->free_foe;
        world->free_foe = i;
    }
}

struct foe *foe_add(struct world *world, enum species_id species, struct level *level,
                    struct pos at)
{
    uint32_t place = world->free_foe;

    CHECK(species != SPECIES_DELVER);
    if (place == 0)
        return NULL;
    struct foe *foe = &world->foes[place - 1];
    uint16_t uses = (uint16_t)(foe->uses + 1);
    int16_t health = species_row(species)->health;

    world->free_foe = foe->body.next;
    *foe = (struct foe){
        .body = {.id = (body_id)uses << 16 | (world->limits.delvers_max + place),
                 .species = species,
                 .health = health,
                 .health_max = health},
        .uses = uses,
    };
    body_place(world, &foe->body, level, at);
    return foe;
}

void foe_free(struct world *world, struct foe *foe)
{
    body_remove(world, &foe->body);
    foe->body.id = 0;
    foe->body.next = world->free_foe;
    world->free_foe = (uint32_t)(foe - world->foes) + 1;
}
