/*
 * Uses that act on the body: draughts, bandages, and the charms and scrolls that heal.
 */
#include "world/feel.h"
#include "world/missile.h"
#include "world/statuses.h"
#include "world/use_private.h"

enum {
    MENDING_FIFTHS = 2,
    MENDING_MORE = 6,
    HEART_HEALTH = 6,
    CLEAR_BEATS = 20,
    FUMES_BEATS = 6,
    BANDAGE_HEALTH = 8,
    BANDAGE_BEATS = 3,
    CHARM_QUARTER = 4,
    CHARM_HASTE_BEATS = 4,
    FELLOWS_CELLS = 5,
    FELLOWS_PERCENT = 15,
    KIN_THIRD = 3,
    BREATH_CELLS = 4,
};

int use_mending(const struct use *use)
{
    struct body *body = &use->delver->body;

    statuses_end(&body->statuses, STATUS_POISONED);
    statuses_end(&body->statuses, STATUS_BURNING);
    return befall_mend(body, body->health_max * MENDING_FIFTHS / 5 + MENDING_MORE);
}

int use_heart(const struct use *use)
{
    struct body *body = &use->delver->body;

    (void)body_strengthen(body, HEART_HEALTH);
    return befall_mend(body, body->health_max);
}

int use_clear_head(const struct use *use)
{
    struct body *body = &use->delver->body;

    statuses_end_bad(&body->statuses);
    return befall(use->world, body, STATUS_CLEAR, CLEAR_BEATS);
}

int use_swiftness(const struct use *use)
{
    return befall(use->world, &use->delver->body, STATUS_HASTED, 0);
}

int use_far_sight(const struct use *use)
{
    (void)befall(use->world, &use->delver->body, STATUS_FAR_SIGHTED, 0);
    return (int)delver_learn_around(use->delver, FEEL_FAR_CELLS);
}

int use_shadow(const struct use *use)
{
    return befall(use->world, &use->delver->body, STATUS_UNSEEN, 0);
}

int use_stone_skin(const struct use *use)
{
    return befall(use->world, &use->delver->body, STATUS_STONE, 0);
}

int use_floating(const struct use *use)
{
    return befall(use->world, &use->delver->body, STATUS_FLOATING, 0);
}

int use_fire_throat(const struct use *use)
{
    if (!pos_equal(use->at, use->delver->body.at))
        missile_breathe(use->world, use->delver, use->row->dice, use->at, BREATH_CELLS);
    return 0;
}

int use_murk(const struct use *use)
{
    return befall(use->world, &use->delver->body, STATUS_DIM, 0);
}

int use_fumes(const struct use *use)
{
    return befall(use->world, &use->delver->body, STATUS_POISONED, FUMES_BEATS);
}

int use_slumber(const struct use *use)
{
    return befall(use->world, &use->delver->body, STATUS_ASLEEP, 0);
}

int use_bandage(const struct use *use)
{
    use->delver->peril.bandage_beats = BANDAGE_BEATS;
    use->delver->peril.bandage = (uint8_t)(BANDAGE_HEALTH + life_level(&use->delver->life) / 2);
    return use->delver->peril.bandage;
}

int use_charm_mending(const struct use *use)
{
    struct body *body = &use->delver->body;

    return befall_mend(body, body->health_max / CHARM_QUARTER);
}

int use_charm_swiftness(const struct use *use)
{
    return befall(use->world, &use->delver->body, STATUS_HASTED, CHARM_HASTE_BEATS);
}

/* Heals a share of their full health to delvers near, the user among them. Returns to how many. */
static int heal_all(const struct use *use, int cells, int percent)
{
    int count = 0;

    for (body_id id = use->level->first_delver; id != 0; id = world_body(use->world, id)->next) {
        struct body *body = world_body(use->world, id);
        if (pos_distance(body->at, use->delver->body.at) > cells ||
            !delver_sees(use->delver, body->at))
            continue;
        int health = body->health_max * percent / 100;
        bool is_more =
            body != &use->delver->body && life_has_knack(&use->delver->life, KNACK_MENDER);
        (void)befall_mend(body, is_more ? health * 3 / 2 : health);
        count++;
    }
    return count;
}

int use_fellows(const struct use *use)
{
    return heal_all(use, FELLOWS_CELLS, FELLOWS_PERCENT);
}

int use_kin(const struct use *use)
{
    return heal_all(use, SIGHT_RADIUS_MAX, 100 / KIN_THIRD);
}
