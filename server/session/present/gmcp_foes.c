/*
 * GMCP packages of foes.
 */
#include "server/session/present/gmcp_foes.h"

#include <stdio.h>

#include "base/hash.h"
#include "narrate/target_line.h"
#include "server/session/sessions.h"

/* The health of a foe in percent of its full health, at least 1. */
static int percent_of(const struct body *foe)
{
    int percent = foe->health_max <= 0 ? 0 : 100 * foe->health / foe->health_max;

    return percent > 1 ? percent : 1;
}

json_t *gmcp_make_actors(const struct subject *subject)
{
    const struct world *world = subject->sessions->game->world;
    json_t *list = json_array();
    struct threats threats;

    threats_collect(world, subject->delver, &threats);
    const struct threat *target = threats_first_awake(&threats);
    for (int i = 0; i < threats.count; i++) {
        const struct threat *threat = &threats.list[i];
        const struct body *foe = world_body(world, threat->foe);
        const char glyph[2] = {species_row(foe->species)->glyph, '\0'};
        json_array_append_new(list,
                              json_pack("{s:I, s:s, s:s, s:i, s:i, s:i, s:s, s:b, s:b}", "id",
                                        (json_int_t)threat->foe, "name", body_name(foe), "glyph",
                                        glyph, "dx", threat->at.x - subject->delver->body.at.x,
                                        "dy", threat->at.y - subject->delver->body.at.y, "hpperc",
                                        percent_of(foe), "danger", danger_name(threat->danger),
                                        "awake", threat->is_awake, "target", threat == target));
    }
    return list;
}

/* The kind of a body never changes, and with it its name and glyph. */
uint64_t gmcp_digest_actors(const struct subject *subject)
{
    const struct world *world = subject->sessions->game->world;
    struct threats threats;
    struct hash hash;

    threats_collect(world, subject->delver, &threats);
    hash_init(&hash);
    for (int i = 0; i < threats.count; i++) {
        const struct threat *threat = &threats.list[i];
        hash_u64(&hash, threat->foe);
        hash_u64(&hash, (uint64_t)(threat->at.x - subject->delver->body.at.x));
        hash_u64(&hash, (uint64_t)(threat->at.y - subject->delver->body.at.y));
        hash_u64(&hash, (uint64_t)percent_of(world_body(world, threat->foe)));
        hash_u64(&hash, (uint64_t)threat->danger << 1 | threat->is_awake);
    }
    return hash.value;
}

/* The nearest foe that is awake; NULL: none. */
static const struct body *find_target(const struct subject *subject)
{
    struct threats threats;

    threats_collect(subject->sessions->game->world, subject->delver, &threats);
    const struct threat *target = threats_first_awake(&threats);
    return target == NULL ? NULL : world_body(subject->sessions->game->world, target->foe);
}

json_t *gmcp_make_target(const struct subject *subject)
{
    const struct body *foe = find_target(subject);
    char id[16] = "";

    if (foe != NULL)
        snprintf(id, sizeof id, "%u", foe->id);
    return json_string(id);
}

json_t *gmcp_make_target_info(const struct subject *subject)
{
    const struct body *foe = find_target(subject);
    char id[16];
    char health[16];

    if (foe == NULL)
        return NULL;
    snprintf(id, sizeof id, "%u", foe->id);
    snprintf(health, sizeof health, "%d%%", percent_of(foe));
    return json_pack("{s:s, s:s, s:s}", "id", id, "short_desc", body_name(foe), "hpperc", health);
}

uint64_t gmcp_digest_target(const struct subject *subject)
{
    const struct body *foe = find_target(subject);

    return foe == NULL ? 0 : foe->id;
}

uint64_t gmcp_digest_target_info(const struct subject *subject)
{
    const struct body *foe = find_target(subject);

    return foe == NULL ? 0 : (uint64_t)foe->id << 8 | (uint64_t)percent_of(foe);
}
