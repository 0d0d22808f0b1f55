/*
 * The sheet, a function a line.
 */
#include "narrate/sheet.h"

#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "narrate/pack_words.h"
#include "world/fighter.h"
#include "world/life.h"
#include "world/sense.h"

enum { COMMON_DEFENCE = 5 /* of a foe that a chance is told against */ };

/* Scripts look for this line. */
static void tell_score(const struct delver *delver, char *out, size_t size)
{
    int level = life_level(&delver->life);
    char next[32] = "";

    if (level < LESSON_LEVEL_MAX)
        snprintf(next, sizeof next, " of %d", lesson_threshold(level + 1));
    snprintf(out, size, "%s: %d of %d health, depth %d, %llu steps walked. Level %d, %lld%s.\n",
             delver->name, delver_health(delver), delver->body.health_max, delver->body.key.depth,
             (unsigned long long)delver->steps, level, (long long)delver->life.experience, next);
}

static void tell_fight(const struct world *world, const struct delver *delver, char *out,
                       size_t size)
{
    const struct fighter side = fighter_of(world, &delver->body);
    int twice = dice_twice_mean(side.damage) + 2 * side.temper;

    snprintf(out, size,
             "Attack %d: %d to %d a hit, average %d%s.\n"
             "You hit a foe of defence %d %d in 100.\n"
             "Defence %d, armour %d: a blow does up to %d less.\n",
             side.attack, side.damage.count + side.temper, dice_most(side.damage) + side.temper,
             twice / 2, twice % 2 != 0 ? ".5" : "", COMMON_DEFENCE,
             fight_chance(side.attack, COMMON_DEFENCE), side.defence, side.armour, side.armour);
}

static void tell_senses(const struct delver *delver, char *out, size_t size)
{
    snprintf(out, size, "Light %d cell%s, noise %+d.\n", light_radius(delver),
             plural_end(light_radius(delver)), pack_gear(&delver->life.pack).noise);
}

/* "Kinds that still give experience: 3 of 5 killed." */
static void tell_lessons(const struct delver *delver, char *out, size_t size)
{
    int known = 0;
    int paying = 0;

    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        uint32_t kills = delver->life.kills[id];
        known += kills > 0;
        paying += kills > 0 && lesson_of_kill(species_row(id), delver->body.key.depth, kills + 1,
                                              life_level(&delver->life)) > 0;
    }
    if (known == 0)
        snprintf(out, size, "Each new kind of foe, and each new depth, gives experience.");
    else
        snprintf(out, size, "%d of these kinds still give%s experience; new ones give most.",
                 paying, paying == 1 ? "s" : "");
}

static void tell_deeds(const struct delver *delver, char *out, size_t size)
{
    unsigned kills = 0;
    unsigned kinds = 0;
    char lessons[96];

    tell_lessons(delver, lessons, sizeof lessons);

    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        kills += delver->life.kills[id];
        kinds += delver->life.kills[id] > 0;
    }
    /* No depth counts before the first stairs. */
    int deepest = delver->life.deepest > delver->body.key.depth ? delver->life.deepest
                                                                : delver->body.key.depth;
    snprintf(out, size, "Deepest depth %d, %u killed, of %u kind%s%s.\n%s\nYou have %lld gold.\n",
             deepest, kills, kinds, plural_end(kinds), kills > 0 ? ": lore lists them" : "",
             lessons, (long long)delver->life.gold);
}

/* Knacks and embers, of those who have any. */
static void tell_honours(const struct delver *delver, char *out, size_t size)
{
    const struct honours *honours = &delver->life.honours;
    size_t length = 0;

    out[0] = '\0';
    for (enum knack id = 0; id < KNACK_COUNT; id++) {
        if (knacks_have(honours->knacks, id))
            length += (size_t)snprintf(out + length, size - length, "%s%s",
                                       length == 0 ? "Knacks: " : ", ", knack_row(id)->name);
    }
    if (length > 0)
        length += (size_t)snprintf(out + length, size - length, ".\n");
    if (honours->kindled > 0)
        snprintf(out + length, size - length, "You have carried %d ember%s home.\n",
                 honours->kindled, plural_end(honours->kindled));
}

void sheet_tell(const struct world *world, const struct delver *delver, char *out, size_t out_size)
{
    tell_score(delver, out, out_size);
    tell_fight(world, delver, out + strlen(out), out_size - strlen(out));
    tell_senses(delver, out + strlen(out), out_size - strlen(out));
    tell_deeds(delver, out + strlen(out), out_size - strlen(out));
    tell_honours(delver, out + strlen(out), out_size - strlen(out));
    pack_tell_worn(delver, out + strlen(out), out_size - strlen(out));
    snprintf(out + strlen(out), out_size - strlen(out), "\n");
}
