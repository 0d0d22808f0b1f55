/*
 * Noise. The rows of bits of a level tell where foes stand, so that a step in an empty hall reads a
 * few words and no foe.
 */
#include "world/noise.h"

#include "world/mind.h"

enum {
    WAKE_PERCENT = 10,
    WAKE_PERCENT_NEAR = 5, /* for each cell nearer than the radius */
    NEW_LEVEL = 3,         /* a delver below it is new */
};

static void hear(struct foe *foe, struct body *maker, int radius)
{
    struct level *level = foe->body.level;
    int chance =
        WAKE_PERCENT + WAKE_PERCENT_NEAR * (radius - pos_distance(foe->body.at, maker->at));

    /* Waking is told: what would not fit into the list of events sleeps on. */
    bool has_room = level->events.max - level->events.count > EVENTS_SPARE / 4;
    if (foe->mind.mood == MOOD_ASLEEP && (int)rng_below(&level->rng, 100) < chance && has_room)
        mind_wake(foe, body_delver(maker));
    if (species_part(species_row(foe->body.species), PART_NOISE) != NULL)
        mind_hear(foe, body_delver(maker));
    if (foe->mind.mood == MOOD_ROAMING)
        mind_go(foe, maker->at);
}

void noise_make(const struct world *world, struct body *body, int radius)
{
    struct level *level = body->level;
    const struct delver *delver = body_delver(body);

    if (level->foe_count == 0)
        return;
    if (delver != NULL && life_level(&delver->life) < NEW_LEVEL)
        radius /= 2;
    struct pos first = level_clamp(level, pos_of(body->at.x - radius, body->at.y - radius));
    struct pos last = level_clamp(level, pos_of(body->at.x + radius, body->at.y + radius));
    for (int y = first.y; y <= last.y; y++) {
        for (int x = first.x; x <= last.x; x++) {
            uint64_t word = level->foes[y * level->row_words + x / 64] >> x % 64;
            if (word == 0) {
                x |= 63;
                continue;
            }
            x += __builtin_ctzll(word);
            if (x > last.x)
                break;
            struct body *other = world_body(world, level_body_at(level, pos_of(x, y)));
            if (other != body)
                hear(body_foe(other), body, radius);
        }
    }
}
