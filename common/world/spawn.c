/*
 * Foes made in play. The wishes of a level's tick are granted at the end of the world's, when the
 * cells of all levels are settled: a call leads to cells out of sight that are a few steps away, a
 * half to the nearest free one.
 */
#include "world/haven.h"
#include "world/mind.h"
#include "world/muster.h"
#include "world/stairs.h"

enum {
    AWAKE_MAX = 250, /* foes of a level */
    FOES_MAX = 400,
    CALL_COUNT = 2,
    CALL_NEAREST = 3, /* steps from the one that calls */
    CALL_FARTHEST = 8,
    MUSTER_NEAREST = 12, /* steps from the one that is met */
    MUSTER_FARTHEST = 20,
    SPLIT_HEALTH = 8, /* the least that is halved */
    SPLIT_MOST = 8,   /* bodies of the kind on a level */
    RAISE_CELLS = 6,  /* from the one that raises */
};

void spawn_ask(struct level *level, body_id foe, enum part_id part)
{
    if (level->spawn_count < LEVEL_SPAWNS_MAX)
        level->spawns[level->spawn_count++] = (struct spawn_wish){foe, part};
}

void spawn_note_death(struct level *level, enum species_id species, struct pos at)
{
    level->dead[level->dead_next] = (struct level_dead){.species = species, .at = at};
    level->dead_next = (level->dead_next + 1) % LEVEL_DEAD_MAX;
}

void spawn_hash_dead(const struct level *level, struct hash *hash)
{
    for (int i = 0; i < LEVEL_DEAD_MAX; i++) {
        const struct level_dead *dead = &level->dead[i];
        if (dead->species != SPECIES_DELVER)
            hash_u64(hash, (uint64_t)species_row(dead->species)->save_id << 40 | (uint64_t)i << 32 |
                               (uint64_t)dead->at.x << 16 | (uint64_t)dead->at.y);
    }
}

struct level_dead *spawn_find_dead(const struct foe *foe)
{
    struct level *level = foe->body.level;
    enum family family = species_row(foe->body.species)->family;
    struct level_dead *nearest = NULL;

    for (int i = 0; i < LEVEL_DEAD_MAX; i++) {
        struct level_dead *dead = &level->dead[i];
        const struct species_row *row = species_row(dead->species);
        int distance = pos_distance(foe->body.at, dead->at);
        if (row->family == family && !row->is_boss && distance <= RAISE_CELLS &&
            (nearest == NULL || distance < pos_distance(foe->body.at, nearest->at)))
            nearest = dead;
    }
    return nearest;
}

static bool has_room(const struct world *world, const struct level *level)
{
    const struct foe *foe;
    int awake = 0;

    for (body_id id = level->first_foe; id != 0; id = foe->body.next) {
        foe = body_foe(world_body(world, id));
        awake += foe_is_awake(foe);
    }
    return level->foe_count < FOES_MAX && awake < AWAKE_MAX;
}

static int count_kind(const struct world *world, const struct level *level, enum species_id species)
{
    const struct body *body;
    int count = 0;

    for (body_id id = level->first_foe; id != 0; id = body->next) {
        body = world_body(world, id);
        count += body->species == species;
    }
    return count;
}

/* NULL: the pool is used up. The new one goes after the same delver. */
static struct foe *add_for(struct world *world, const struct foe *parent, enum species_id species,
                           struct pos at)
{
    struct foe *foe = foe_add(world, species, parent->body.level, at, MOOD_ROAMING);

    if (foe == NULL)
        return NULL;
    foe->mind.caller = parent->body.id;
    foe->mind.is_hidden = foe->mind.is_poised = false;
    mind_wake(foe, world_delver(world, parent->mind.target));
    return foe;
}

static bool is_seen(const struct world *world, const struct level *level, struct pos at)
{
    const struct delver *delver;

    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (delver_sees(delver, at))
            return true;
    }
    return false;
}

/* A cell by chance where one that is called can come from; false: there is none. */
static bool find_cell(const struct world *world, struct level *level, struct pos caller,
                      enum species_id species, int nearest, int farthest, struct pos *out)
{
    const struct field *field = field_of(world->work->fields, level, caller, mind_way(species));
    uint32_t count = 0;

    for (int y = caller.y - farthest; y <= caller.y + farthest; y++) {
        for (int x = caller.x - farthest; x <= caller.x + farthest; x++) {
            struct pos at = pos_of(x, y);
            int steps = field_steps(field, at);
            if (steps < nearest || steps > farthest || level_is_opaque(level, at) ||
                level_body_at(level, at) != 0 || haven_is_at(level, at) ||
                stairs_are_near(level, at) || is_seen(world, level, at))
                continue;
            if (rng_below(&level->rng, ++count) == 0)
                *out = at;
        }
    }
    return count > 0;
}

static void call(struct world *world, struct foe *caller)
{
    struct level *level = caller->body.level;
    enum species_id species = species_part(species_row(caller->body.species), PART_CALL)->kind;
    struct pos at = caller->body.at;

    for (int i = 0; i < CALL_COUNT; i++) {
        if (has_room(world, level) &&
            find_cell(world, level, caller->body.at, species, CALL_NEAREST, CALL_FARTHEST, &at))
            (void)add_for(world, caller, species, at);
    }
}

static void split(struct world *world, struct foe *whole)
{
    struct level *level = whole->body.level;
    int16_t health = whole->body.health;
    struct pos at;

    if (health < SPLIT_HEALTH || count_kind(world, level, whole->body.species) >= SPLIT_MOST ||
        !has_room(world, level) || !level_find_free(level, world->search, whole->body.at, &at))
        return;
    struct foe *half = add_for(world, whole, whole->body.species, at);
    if (half == NULL)
        return;
    half->body.health = (int16_t)(health / 2);
    whole->body.health = (int16_t)(health - health / 2);
    (void)event_push(&level->events, EVENT_SPLIT, &whole->body);
}

/* A raised foe stands up where it died, or beside that, with half its health. */
static void raise(struct world *world, struct foe *piper)
{
    struct level *level = piper->body.level;
    struct level_dead *dead = spawn_find_dead(piper);
    struct pos at;

    if (dead == NULL || !has_room(world, level) ||
        !level_find_free(level, world->search, dead->at, &at))
        return;
    struct foe *foe = add_for(world, piper, dead->species, at);
    if (foe == NULL)
        return;
    foe->body.health = (int16_t)((foe->body.health_max + 1) / 2);
    *dead = (struct level_dead){.species = SPECIES_DELVER};
}

/* A group that wakes to a company is answered by more of its kind; of a boss, by the commonest. */
static void muster(struct world *world, struct foe *foe)
{
    struct level *level = foe->body.level;
    const struct delver *delver = world_delver(world, foe->mind.target);
    struct pos at = foe->body.at;

    /* The target may have left in this tick, by stairs or by its death. */
    if (delver == NULL || !body_is_on(&delver->body, level) || foe->mind.has_mustered)
        return;
    int count = muster_size(world, foe, delver);
    enum species_id kind = muster_kind(level, foe);
    for (int i = 0; i < count; i++) {
        if (has_room(world, level) &&
            find_cell(world, level, foe->body.at, kind, MUSTER_NEAREST, MUSTER_FARTHEST, &at))
            (void)add_for(world, foe, kind, at);
    }
}

void spawn_grant(struct world *world, struct level *level)
{
    for (uint32_t i = 0; i < level->spawn_count; i++) {
        struct body *body = world_body(world, level->spawns[i].foe);
        struct foe *foe = body == NULL ? NULL : body_foe(body);
        if (foe == NULL || body->level != level)
            continue;
        if (level->spawns[i].part == PART_NONE)
            muster(world, foe);
        else if (level->spawns[i].part == PART_CALL)
            call(world, foe);
        else if (level->spawns[i].part == PART_RAISE)
            raise(world, foe);
        else
            split(world, foe);
    }
    level->spawn_count = 0;
}
