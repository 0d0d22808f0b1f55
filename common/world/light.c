/*
 * What a delver makes out.
 */
#include "world/light.h"

#include "world/foe.h"
#include "world/haven.h"

enum {
    DEPTHS_DARKER = 8, /* for a cell less */
};

int light_radius(const struct delver *delver)
{
    const struct gear gear = pack_gear(&delver->life.pack);
    int ember =
        pack_find(&delver->life.pack, ITEM_EMBER) != OBJECT_NONE ? item_row(ITEM_EMBER)->light : 0;
    int lamp = gear.light > ember ? gear.light : ember;
    int radius = lamp + knacks_gain(delver->life.honours.knacks, KNACK_LIGHT) -
                 delver->body.key.depth / DEPTHS_DARKER +
                 statuses_effect(&delver->body.statuses, STATUS_LIGHT);

    return radius > LIGHT_MIN ? radius : LIGHT_MIN;
}

/* What is out of sight is never asked for, so that walls need no thought. */
static bool is_by_fire(const struct level *level, struct pos at)
{
    for (int i = 0; i < level->light_count; i++) {
        if (pos_distance(level->lights[i], at) <= LIGHT_BURNING)
            return true;
    }
    return false;
}

static bool is_lit(const struct delver *delver, int radius, struct pos at)
{
    return pos_distance(delver->body.at, at) <= radius || haven_is_at(delver->body.level, at) ||
           is_by_fire(delver->body.level, at);
}

bool light_shows_cell(const struct delver *delver, int radius, struct pos at)
{
    return delver_sees(delver, at) && is_lit(delver, radius, at);
}

bool light_shows_body(const struct delver *delver, int radius, const struct body *body)
{
    if (!delver_sees(delver, body->at) || !body_is_shown(body))
        return false;
    if (body->species == SPECIES_DELVER)
        return true;
    if (level_hides(delver->body.level, delver->body.at, body->at))
        return false;
    bool glows = species_part(species_row(body->species), PART_GLOW) != NULL;
    return is_lit(delver, radius + (glows ? LIGHT_GLOW : 0), body->at);
}
