/*
 * The state of a delver in words: its conditions, its state in one line, and the sheet, a function
 * for each line.
 */
#include "narrate/sheet.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "narrate/pack_words.h"
#include "world/blow.h"
#include "world/company.h"
#include "world/life.h"
#include "world/sense.h"

enum { CONDITION_SIZE = 64, AILS_SIZE = 200 };

void status_words(const struct delver *delver, char *out, size_t size)
{
    static const char *const times[] = {
        [COMPANY_CALM] = "You are in no danger.",
        [COMPANY_WAITING] = "Danger: time waits for you.",
        [COMPANY_RUNNING] = "Danger: time runs.",
    };
    const struct body *body = &delver->body;
    struct sentences sentences;
    char text[AILS_SIZE];
    struct writer ails = writer_of(text, sizeof text);

    sentences_init(&sentences, out, size);
    sentences_add(&sentences, "level %d, %d of %d health, depth %d.", life_level(&delver->life),
                  body->health, body->health_max, body->key.depth);
    for (enum status_id id = STATUS_POISONED; id < STATUS_COUNT; id++) {
        if (statuses_have(&body->statuses, id))
            writer_join(&ails, ", ", "%s %d", status_row(id)->name, body->statuses.left[id]);
    }
    /* A list that may be cut is not told. */
    if (ails.length > 0 && ails.length + 2 < sizeof text)
        sentences_add(&sentences, "%s.", text);
    if (delver->is_sneaking)
        sentences_add(&sentences, "You sneak.");
    sentences_add(&sentences, "%s",
                  delver->time.pace > PACE_FULL ? "Danger: time runs, slower."
                                                : times[delver->time.state]);
}

/* The conditions of a delver, as a list in a text of limited size. */
struct conditions {
    struct writer writer;
    int left_out;
    bool is_short; /* tells only one condition */
};

static void add_condition(struct conditions *conditions, const char *text)
{
    if ((conditions->is_short && conditions->writer.length > 0) ||
        !writer_join_whole(&conditions->writer, " ", text))
        conditions->left_out++;
}

void status_conditions(const struct body *body, bool is_short, char *out, size_t size)
{
    struct conditions conditions = {.writer = writer_of(out, size), .is_short = is_short};
    char one[CONDITION_SIZE];

    for (enum status_id id = STATUS_POISONED; id < STATUS_COUNT; id++) {
        if (!statuses_have(&body->statuses, id))
            continue;
        snprintf(one, sizeof one, "%s %d", status_row(id)->name, body->statuses.left[id]);
        add_condition(&conditions, one);
    }
    if (body->species == SPECIES_DELVER && ((const struct delver *)body)->is_sneaking)
        add_condition(&conditions, "sneaking");
    if (conditions.left_out > 0)
        writer_add(&conditions.writer, " +%d", conditions.left_out);
}

enum { COMMON_DEFENCE = 5 /* defence of the foe for which the chance to hit is given */ };

/* Writes the first line, for which scripts search. */
static void tell_score(const struct delver *delver, struct writer *sheet)
{
    int level = life_level(&delver->life);
    char next[32] = "";

    if (level < LESSON_LEVEL_MAX)
        snprintf(next, sizeof next, " of %d", lesson_threshold(level + 1));
    writer_add(sheet, "%s: %d of %d health, depth %d, %llu steps walked. Level %d, %lld%s.\n",
               delver->name, delver_health(delver), delver->body.health_max, delver->body.key.depth,
               (unsigned long long)delver->steps, level, (long long)delver->life.experience, next);
}

static void tell_fight(const struct world *world, const struct delver *delver, struct writer *sheet)
{
    const struct fighter side = fighter_of(world, &delver->body);
    int twice = dice_twice_mean(side.damage) + 2 * side.temper;

    writer_add(sheet,
               "Attack %d: %d to %d a hit, average %d%s.\n"
               "You hit a foe of defence %d %d in 100.\n"
               "Defence %d, armour %d: a blow does up to %d less.\n",
               side.attack, side.damage.count + side.temper, dice_most(side.damage) + side.temper,
               twice / 2, twice % 2 != 0 ? ".5" : "", COMMON_DEFENCE,
               fight_chance(side.attack, COMMON_DEFENCE), side.defence, side.armour, side.armour);
}

static void tell_senses(const struct delver *delver, struct writer *sheet)
{
    writer_add(sheet, "Light %d cell%s, noise %+d.\n", light_radius(delver),
               plural_end(light_radius(delver)), pack_gear(&delver->life.pack).noise);
}

/* Tells how many kinds still teach: "3 of these kinds still give experience; new ones give
   most." */
static void tell_lessons(const struct delver *delver, struct writer *sheet)
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
        writer_add(sheet, "Each new kind of foe, and each new depth, gives experience.");
    else
        writer_add(sheet, "%d of these kinds still give%s experience; new ones give most.", paying,
                   paying == 1 ? "s" : "");
}

static void tell_deeds(const struct delver *delver, struct writer *sheet)
{
    unsigned kills = 0;
    unsigned kinds = 0;

    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        kills += delver->life.kills[id];
        kinds += delver->life.kills[id] > 0;
    }
    /* The present depth counts only after the first stairs. */
    int deepest = delver->life.deepest > delver->body.key.depth ? delver->life.deepest
                                                                : delver->body.key.depth;
    writer_add(sheet, "Deepest depth %d, %u killed, of %u kind%s%s.\n", deepest, kills, kinds,
               plural_end(kinds), kills > 0 ? ": lore lists them" : "");
    tell_lessons(delver, sheet);
    writer_add(sheet, "\nYou have %lld gold.\n", (long long)delver->life.gold);
}

/* Tells knacks and embers, if the delver has any. */
static void tell_honours(const struct delver *delver, struct writer *sheet)
{
    const struct honours *honours = &delver->life.honours;
    bool has_any = false;

    for (enum knack id = 0; id < KNACK_COUNT; id++) {
        if (!knacks_have(honours->knacks, id))
            continue;
        writer_add(sheet, "%s%s", has_any ? ", " : "Knacks: ", knack_row(id)->name);
        has_any = true;
    }
    writer_add(sheet, "%s", has_any ? ".\n" : "");
    if (honours->oath != OATH_NONE)
        writer_add(sheet, "You are sworn: your death ends this life.\n");
    if (honours->ever.renown > 0)
        writer_add(sheet, "Renown %u, for raising, fetching and teaching.\n", honours->ever.renown);
    if (honours->kindled > 0)
        writer_add(sheet, "You have carried %d ember%s home.\n", honours->kindled,
                   plural_end(honours->kindled));
}

void sheet_tell(const struct world *world, const struct delver *delver, char *out, size_t out_size)
{
    struct writer sheet = writer_of(out, out_size);
    char worn[PACK_TEXT_MAX];

    tell_score(delver, &sheet);
    tell_fight(world, delver, &sheet);
    tell_senses(delver, &sheet);
    tell_deeds(delver, &sheet);
    tell_honours(delver, &sheet);
    pack_tell_worn(delver, worn, sizeof worn);
    writer_add(&sheet, "%s\n", worn);
}
