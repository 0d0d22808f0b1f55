/*
 * Foes in view and their danger.
 */
#include "narrate/threats.h"

#include <stdio.h>
#include <string.h>

#include "narrate/name_match.h"
#include "narrate/words.h"
#include "world/fighter.h"
#include "world/sense.h"

static int health_of(const struct delver *viewer)
{
    return viewer->body.health > 0 ? viewer->body.health : 1;
}

struct prospect threat_prospect(const struct world *world, const struct delver *viewer,
                                const struct body *foe)
{
    const struct fighter fighter = fighter_of(world, &viewer->body);

    return estimate_prospect(&fighter, health_of(viewer), species_row(foe->species), foe->key.depth,
                             foe->health, fighter_gains(world, foe));
}

static bool is_nearer(const struct threat *threat, const struct threat *other)
{
    return threat->distance != other->distance ? threat->distance < other->distance
                                               : threat->foe < other->foe;
}

/* Puts it in its place; the farthest gives way where there is no room. */
static void add(struct threats *threats, struct threat threat)
{
    int place = threats->count;

    if (threats->count == THREATS_MAX) {
        threats->left_out++;
        if (!is_nearer(&threat, &threats->list[THREATS_MAX - 1]))
            return;
        place--;
    } else {
        threats->count++;
    }
    for (; place > 0 && is_nearer(&threat, &threats->list[place - 1]); place--)
        threats->list[place] = threats->list[place - 1];
    threats->list[place] = threat;
}

/* The danger of all awake foes together. */
static enum danger danger_of_all(const struct world *world, const struct delver *viewer,
                                 const struct threats *threats)
{
    const struct fighter fighter = fighter_of(world, &viewer->body);
    struct opponent opponents[THREATS_MAX];
    int count = 0;

    for (int i = 0; i < threats->count; i++) {
        const struct body *foe = world_body(world, threats->list[i].foe);
        int most = 0;
        if (!threats->list[i].is_awake)
            continue;
        const struct fighter other = estimate_foe(species_row(foe->species), foe->key.depth,
                                                  fighter_gains(world, foe), &most);
        opponents[count++] = estimate_opponent(&fighter, &other, foe->health);
    }
    estimate_sort(opponents, count);
    struct estimate estimate = estimate_fight(opponents, count);
    return estimate_danger(&estimate, health_of(viewer));
}

static void add_foe(const struct world *world, const struct delver *viewer, int light,
                    struct pos at, struct threats *out)
{
    const struct body *body = world_body(world, level_body_at(viewer->body.level, at));

    if (!light_shows_body(viewer, light, body))
        return;
    add(out, (struct threat){
                 .foe = body->id,
                 .at = at,
                 .distance = pos_distance(viewer->body.at, at),
                 .danger = threat_prospect(world, viewer, body).danger,
                 .is_awake = foe_is_awake((const struct foe *)body),
             });
}

/* Rows of bits tell where foes stand in sight, however many there are on the level. */
void threats_collect(const struct world *world, const struct delver *viewer, struct threats *out)
{
    const struct level *level = viewer->body.level;

    out->count = 0;
    out->left_out = 0;
    out->danger = DANGER_HARMLESS;
    if (viewer->body.state != BODY_PRESENT || level->foe_count == 0)
        return;
    int light = light_radius(viewer);
    for (int y = viewer->sight.top; y < viewer->sight.bottom; y++) {
        for (int word = 0; word < level->row_words; word++) {
            uint64_t bits = sight_row_word(&viewer->sight, y, word);
            bits &= level->foes[y * level->row_words + word];
            for (; bits != 0; bits &= bits - 1)
                add_foe(world, viewer, light, pos_of(word * 64 + __builtin_ctzll(bits), y), out);
        }
    }
    if (out->count > 0)
        out->danger = danger_of_all(world, viewer, out);
}

static void append(char *out, size_t size, const char *text)
{
    size_t used = strlen(out);

    snprintf(out + used, size - used, "%s", text);
}

static int count_awake(const struct threats *threats)
{
    int count = 0;

    for (int i = 0; i < threats->count; i++)
        count += threats->list[i].is_awake;
    return count;
}

void threats_describe(const struct world *world, const struct delver *viewer, char *out,
                      size_t size)
{
    struct threats threats;
    char offset[64];
    char name[64];
    char text[192];

    threats_collect(world, viewer, &threats);
    snprintf(out, size, "%s",
             threats.count > 0            ? ""
             : viewer->peril.is_hunted    ? "No foe is in view, but one is after you."
             : viewer->peril.is_in_danger ? "No foe is in view, but one may be near."
                                          : "No foe is in view.");
    for (int i = 0; i < threats.count; i++) {
        const struct threat *threat = &threats.list[i];
        pos_offset(viewer->body.at, threat->at, offset, sizeof offset);
        body_words(world_body(world, threat->foe), name, sizeof name);
        snprintf(text, sizeof text, "%s%s, %s: %s%s.", i > 0 ? " " : "", name, offset,
                 danger_name(threat->danger), threat->is_awake ? "" : ", asleep");
        append(out, size, text);
    }
    if (count_awake(&threats) > 1 || (threats.left_out > 0 && count_awake(&threats) > 0)) {
        snprintf(text, sizeof text, " All that are awake, one after the other: %s.",
                 danger_name(threats.danger));
        append(out, size, text);
    }
}

int threats_named(const struct world *world, const struct threats *threats, const char *words,
                  char hint[NAME_HINT_SIZE])
{
    struct name_search search = name_search_of(words);

    for (int i = 0; i < threats->count; i++) {
        const char *name = body_name(world_body(world, threats->list[i].foe));
        name_search_offer(&search, name_match(&search.words, name), i);
        name_search_hear(&search, name);
    }
    name_search_hint(&search, hint);
    return (int)search.chosen;
}
