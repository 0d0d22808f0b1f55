/*
 * The slots of sentences: a function writes each, and a row of a table names it.
 */
#include "narrate/chalk_words.h"
#include "narrate/telling.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "content/item.h"
#include "content/status.h"
#include "narrate/death_words.h"
#include "narrate/item_words.h"
#include "narrate/place_words.h"
#include "narrate/threats.h"
#include "world/life.h"

bool telling_is_own(const struct telling *telling)
{
    return telling->actor == &telling->viewer->body;
}

/* Writes a name: "Ada", but "the rat"; with `begins`, at the start of a sentence: "The rat". */
static void put_name(const struct body *body, bool begins, char *out, size_t size)
{
    if (body->species == SPECIES_DELVER)
        snprintf(out, size, "%s", body_name(body));
    else
        species_name(body->species, SPECIES_THE, out, size);
    if (begins)
        text_capitalise(out);
}

static void put_actor(const struct telling *telling, char *out, size_t size)
{
    if (telling_is_own(telling))
        snprintf(out, size, "You");
    else
        put_name(telling->actor, true, out, size);
}

static void put_actor_of(const struct telling *telling, char *out, size_t size)
{
    if (telling_is_own(telling)) {
        snprintf(out, size, "Your");
        return;
    }
    put_name(telling->actor, true, out, size);
    species_add_genitive(telling->actor->species, out, size);
}

static void put_own_name(const struct telling *telling, char *out, size_t size)
{
    put_name(telling->actor, true, out, size);
}

static void put_other(const struct telling *telling, char *out, size_t size)
{
    if (telling->other == &telling->viewer->body)
        snprintf(out, size, "you");
    else
        put_name(telling->other, false, out, size);
}

static void put_s(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", telling_is_own(telling) ? "" : "s");
}

static void put_es(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", telling_is_own(telling) ? "" : "es");
}

static void put_is(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", telling_is_own(telling) ? "are" : "is");
}

static void put_spot(const struct telling *telling, char *out, size_t size)
{
    const struct level *level = world_level(telling->world, telling->event->level);
    int spot = telling->event->count;

    snprintf(out, size, "%s",
             level != NULL && spot < level->spot_count ? level->spots[spot].say : "");
}

static void put_said(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", telling->said);
}

/* Writes the direction of a door from the listener, who may be in the doorway by now. */
static void put_where(const struct telling *telling, char *out, size_t size)
{
    enum dir dir = dir_towards(telling->viewer->body.at, telling->event->at);

    if (telling_is_own(telling))
        out[0] = '\0';
    else if (dir == DIR_NONE)
        snprintf(out, size, " you stand in");
    else
        snprintf(out, size, " to the %s", dir_name(dir));
}

static void put_way(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", telling->event->stairs == TILE_STAIRS_DOWN ? "down" : "up");
}

static void put_place(const struct telling *telling, char *out, size_t size)
{
    place_level_name(telling->world, &telling->actor->key, out, size);
}

static void put_queue(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", telling->event->count > 0 ? " Queued moves dropped." : "");
}

static void put_knack(const struct telling *telling, char *out, size_t size)
{
    const struct knack_row *row = knack_row((enum knack)telling->event->count);

    snprintf(out, size, "%s. %s", row->name, row->says);
}

static void put_knack_due(const struct telling *telling, char *out, size_t size)
{
    int level = telling->event->count;

    snprintf(out, size, "%s",
             level % KNACKS_EVERY == 0 && level <= KNACKS_LAST
                 ? " A knack is yours to choose: learn."
                 : "");
}

static void put_count(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%d", telling->event->count);
}

static void put_plural(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", plural_end(telling->event->count));
}

static void put_item(const struct telling *telling, char *out, size_t size)
{
    item_words(telling->viewer, &telling->event->stack, out, size);
}

/* Writes one thing with its article: "The dart". */
static void put_the_item(const struct telling *telling, char *out, size_t size)
{
    char name[ITEM_NAME_MAX];

    item_name(telling->viewer, &telling->event->stack, name, sizeof name);
    snprintf(out, size, "The %s", name);
}

/* Writes the gift; only its giver and its receiver are told its name. */
static void put_gift(const struct telling *telling, char *out, size_t size)
{
    if (telling_is_own(telling) || telling->other == &telling->viewer->body)
        put_item(telling, out, size);
    else
        snprintf(out, size, "something");
}

/* Writes the count in the pack, if it is more than the count that was picked up. */
static void put_left_of_it(const struct telling *telling, char *out, size_t size)
{
    const struct event *event = telling->event;

    out[0] = '\0';
    if (event->left > (int)event->stack.count)
        snprintf(out, size, "; you have %d", event->left);
}

/* Writes why less was picked up than wanted. */
static void put_no_room(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s",
             telling->event->count > 0 ? " Your pack has no room for the rest." : "");
}

/* Writes why less was given than wanted. */
static void put_no_room_there(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s",
             telling->event->count > 0 ? " That pack has no room for the rest." : "");
}

static void put_depth(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%d", telling->event->level.depth);
}

static void put_owner(const struct telling *telling, char *out, size_t size)
{
    const char *name = telling->viewer->life.bundle.name;

    snprintf(out, size, "%s", name[0] == '\0' ? "nobody" : name);
}

static void put_rest(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s",
             telling->event->left > 0 ? " Your pack has no room for the rest." : "");
}

static const struct use_words {
    const char *one;
    const char *third;
} use_words[CLASS_COUNT] = {
    [CLASS_DRAUGHT] = {"drink", "drinks"},
    [CLASS_SCROLL] = {"read", "reads"},
    [CLASS_WAND] = {"point", "points"},
    [CLASS_CHARM] = {"touch", "touches"},
};

static const struct use_words *words_of_use(const struct telling *telling)
{
    static const struct use_words any = {"use", "uses"};
    const struct use_words *words = &use_words[item_row(telling->event->stack.kind)->class];

    return words->one == NULL ? &any : words;
}

static void put_use(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", words_of_use(telling)->one);
}

static void put_uses(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", words_of_use(telling)->third);
}

static void put_class(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", item_class_of(telling->event->stack.kind)->one);
}

static void put_result(const struct telling *telling, char *out, size_t size)
{
    item_result(telling->event->stack.kind, telling->event->count, out, size);
}

/* Writes the offset of a thing from the listener. */
static void put_at(const struct telling *telling, char *out, size_t size)
{
    pos_offset(telling->viewer->body.at, telling->event->at, out, size);
}

static void put_target(const struct telling *telling, char *out, size_t size)
{
    static const char at[] = " at ";

    out[0] = '\0';
    if (telling->other == NULL || size < sizeof at)
        return;
    memcpy(out, at, sizeof at);
    put_other(telling, out + sizeof at - 1, size - (sizeof at - 1));
}

/* Writes the harm of a blow, as far as the listener may know it. */
static void put_harm(const struct telling *telling, char *out, size_t size)
{
    const struct event *event = telling->event;

    if (telling_is_own(telling))
        snprintf(out, size, ": %d", event->count);
    else if (telling->other == &telling->viewer->body)
        snprintf(out, size, ": %d, you have %d", event->count, event->left);
    else
        out[0] = '\0';
}

/* Writes that a blow glances off; nothing for a harmless thrown thing, such as a net. */
static void put_glance(const struct telling *telling, char *out, size_t size)
{
    bool is_harmless = item_row(telling->event->stack.kind)->dice.count == 0;

    snprintf(out, size, "%s", is_harmless ? "" : "; it glances off");
}

/* Words after the name of a foe for its specials: the sign a beat before, and the act itself. */
static const struct {
    const char *sign; /* words for the sign a beat before; NULL: there is none */
    const char *deed;
} deed_words[PART_COUNT] = {
    [PART_CHARGE] = {"lowers its head to charge", "charges"},
    [PART_POT] = {"lifts a fire pot to throw", "throws a fire pot"},
    [PART_SPIT] = {"draws breath to spit fire", "spits fire"},
    [PART_CALL] = {"draws breath to call for help", "calls for help"},
    [PART_BOLT] = {"gathers a bolt to cast", "casts a bolt"},
    [PART_BREATH] = {"draws breath to breathe fire", "breathes fire"},
    [PART_NET] = {NULL, "throws a net"},
    [PART_RAISE] = {"begins a tune to raise the dead", "plays, and the dead stand up"},
    [PART_TONGUE] = {NULL, "pulls in its prey with its tongue"},
    [PART_MEND] = {NULL, "hums, and wounds close"},
};

static void put_sign(const struct telling *telling, char *out, size_t size)
{
    enum part_id part = telling->event->part;

    CHECK((unsigned)part < PART_COUNT && deed_words[part].sign != NULL);
    snprintf(out, size, "%s", deed_words[part].sign);
}

static void put_deed(const struct telling *telling, char *out, size_t size)
{
    enum part_id part = telling->event->part;

    CHECK((unsigned)part < PART_COUNT && deed_words[part].deed != NULL);
    snprintf(out, size, "%s", deed_words[part].deed);
}

/* Writes the target of a special; a call and a tune for the dead have none. */
static void put_aim(const struct telling *telling, char *out, size_t size)
{
    char offset[64];

    pos_offset(telling->viewer->body.at, telling->event->at, offset, sizeof offset);
    if (telling->event->part == PART_CALL || telling->event->part == PART_RAISE)
        out[0] = '\0';
    else if (pos_equal(telling->event->at, telling->viewer->body.at))
        snprintf(out, size, " at you");
    else
        snprintf(out, size, ", %s", offset);
}

/* Writes the amount of stolen gold, for the delver that had it. */
static void put_amount(const struct telling *telling, char *out, size_t size)
{
    out[0] = '\0';
    if (telling->other == &telling->viewer->body)
        snprintf(out, size, ": %d", telling->event->count);
}

/* Writes the health, for the delver that was raised. */
static void put_health(const struct telling *telling, char *out, size_t size)
{
    out[0] = '\0';
    if (telling->other == &telling->viewer->body)
        snprintf(out, size, ": you have %d", telling->event->left);
}

static void put_left(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%d", telling->event->left);
}

/* Writes `reported`, or if the row has none the usual sentence with the name of the status. */
static void put_status(const struct telling *telling, const char *reported, const char *usual,
                       char *out, size_t size)
{
    char text[128];

    if (reported == NULL)
        snprintf(text, sizeof text, "%s %s.", usual, status_row(telling->event->status)->name);
    else
        snprintf(text, sizeof text, "%s", reported);
    telling_fill(telling, text, out, size);
}

static void put_status_begins(const struct telling *telling, char *out, size_t size)
{
    put_status(telling, status_row(telling->event->status)->begins, "{A} {is}", out, size);
}

static void put_status_ends(const struct telling *telling, char *out, size_t size)
{
    put_status(telling, status_row(telling->event->status)->ended, "You are no longer", out, size);
}

static const struct wear_words {
    const char *on;
    const char *off;
} wear_words[SLOT_COUNT] = {
    [SLOT_WEAPON] = {"wield", "put away"},
    [SLOT_LAUNCHER] = {"wield", "put away"},
    [SLOT_SHIELD] = {"hold", "put away"},
    [SLOT_LAMP] = {"light", "put out"},
};

static const struct wear_words *words_of_wear(const struct telling *telling)
{
    static const struct wear_words usual = {"wear", "take off"};
    const struct wear_words *words = &wear_words[item_row(telling->event->stack.kind)->slot];

    return words->on == NULL ? &usual : words;
}

static void put_wear(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", words_of_wear(telling)->on);
}

static void put_take_off(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", words_of_wear(telling)->off);
}

/* Writes the used thing, by its look if its kind was not known before. */
static void put_used(const struct telling *telling, char *out, size_t size)
{
    if (telling->event->left > 0)
        item_look_words(telling->viewer, &telling->event->stack, out, size);
    else
        item_words(telling->viewer, &telling->event->stack, out, size);
}

static void put_tempered(const struct telling *telling, char *out, size_t size)
{
    const struct stack *stack = &telling->event->stack;
    enum item_slot slot = item_row(stack->kind)->slot;
    char name[ITEM_NAME_MAX];

    item_kind_name(telling->viewer, stack->kind, 1, name, sizeof name);
    snprintf(out, size, "%s %s now +%d", name,
             slot == SLOT_HANDS || slot == SLOT_FEET ? "are" : "is", stack->temper);
}

/* Writes the gainer's experience, and that of the next level: " (16 of 32)". */
static void put_progress(const struct telling *telling, char *out, size_t size)
{
    const struct life *life = &telling->viewer->life;
    int level = life_level(life);

    out[0] = '\0';
    if (level < LESSON_LEVEL_MAX)
        snprintf(out, size, " (%lld of %d)", (long long)life->experience,
                 lesson_threshold(level + 1));
}

/* Writes that the kind teaches no more: once for each kind, at the first kill that gives
   nothing. */
static void put_no_more(const struct telling *telling, char *out, size_t size)
{
    const struct life *life = &telling->viewer->life;

    out[0] = '\0';
    if (telling->other == NULL)
        return;
    enum species_id kind = telling->other->species;
    const struct species_row *row = species_row(kind);
    uint32_t kills = life->kills[kind];
    if (kills < 2 ||
        lesson_of_kill(row, telling->viewer->body.key.depth, kills - 1, life_level(life)) == 0)
        return;
    snprintf(out, size, "%s give%s no more experience.",
             row->plural != NULL ? row->plural : row->name, row->plural != NULL ? "" : "s");
    text_capitalise(out);
}

static void put_harm_of_it(const struct telling *telling, char *out, size_t size)
{
    snprintf(out, size, "%s", status_row(telling->event->status)->harm);
}

/* Writes the seconds until time runs. */
static void put_in(const struct telling *telling, char *out, size_t size)
{
    out[0] = '\0';
    if (telling->event->count > 0)
        snprintf(out, size, " in %d second%s", telling->event->count,
                 plural_end(telling->event->count));
}

/* Writes the loss by a death: whether the pack is lost, and the place of the grave. */
static void put_grave(const struct telling *telling, char *out, size_t size)
{
    int depth = telling->event->count;

    if (depth > 0)
        snprintf(out, size,
                 " Your pack and gold lie in your grave on depth %d: help death tells more.",
                 depth);
    else
        snprintf(out, size, " You have lost nothing that you carried.");
}

/* Writes a death: "The rat kills you"; to other players "Ada was killed by a rat on depth 3". */
static void put_death(const struct telling *telling, char *out, size_t size)
{
    const struct delver *dead = world_delver(telling->world, telling->event->other);
    char fate[DEATH_LINE_MAX];

    if (dead == NULL || dead == telling->viewer || dead->life.deaths.count == 0) {
        bool has_killer = telling->event->actor != telling->event->other;
        telling_fill(telling, has_killer ? "{A} kill{s} {B}." : "{A} die{s}.", out, size);
        return;
    }
    death_fate(&dead->life.deaths.last[0], fate, sizeof fate);
    snprintf(out, size, "%s %s.", dead->name, fate);
}

/* Writes the actor's last death for other players: "was killed by a rust beetle on depth 3". */
static void put_fate(const struct telling *telling, char *out, size_t size)
{
    const struct delver *delver = world_delver(telling->world, telling->event->actor);

    snprintf(out, size, "died");
    if (delver != NULL && delver->life.deaths.count > 0)
        death_fate(&delver->life.deaths.last[0], out, size);
}

/* Writes the things taken from a grave: "6 darts and 141 gold are yours again, and 6
   experience". */
static void put_regained(const struct telling *telling, char *out, size_t size)
{
    const struct regained *regained = &telling->viewer->regained;

    death_things(telling->viewer, regained->things, regained->gold, out, size);
    struct writer text = writer_behind(out, size);
    if (regained->experience > 0)
        writer_add(&text, ", and %lld experience back", (long long)regained->experience);
}

static void put_foe(const struct telling *telling, char *out, size_t size)
{
    body_words(telling->other, out, size);
}

static void put_offset(const struct telling *telling, char *out, size_t size)
{
    pos_offset(telling->viewer->body.at, telling->other->at, out, size);
}

static void put_own_offset(const struct telling *telling, char *out, size_t size)
{
    pos_offset(telling->viewer->body.at, telling->actor->at, out, size);
}

static void put_own_danger(const struct telling *telling, char *out, size_t size)
{
    danger_describe(threat_prospect(telling->world, telling->viewer, telling->actor).danger, out,
                    size);
}

static void put_danger(const struct telling *telling, char *out, size_t size)
{
    danger_describe(threat_prospect(telling->world, telling->viewer, telling->other).danger, out,
                    size);
}

/* Finds the nearest remembered tile of a kind, in a straight line. False: none is remembered. */
static bool find_remembered(const struct delver *viewer, enum tile_id tile, struct pos *out)
{
    const struct level *level = viewer->body.level;
    int nearest = LEVEL_WIDTH_MAX + 1;

    if (level == NULL)
        return false;
    for (size_t i = 0; i < viewer->memory_size; i++) {
        if (viewer->memory[i] != tile)
            continue;
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        int distance = pos_distance(viewer->body.at, at);
        if (distance < nearest) {
            nearest = distance;
            *out = at;
        }
    }
    return nearest <= LEVEL_WIDTH_MAX;
}

/* Writes the nearest known stairs, for a delver off the stairs. */
static void put_known(const struct telling *telling, char *out, size_t size)
{
    enum tile_id tile =
        telling->event->refusal == REFUSAL_NO_STAIRS_DOWN ? TILE_STAIRS_DOWN : TILE_STAIRS_UP;
    char offset[64];
    struct pos at;

    out[0] = '\0';
    if (!find_remembered(telling->viewer, tile, &at))
        return;
    pos_offset(telling->viewer->body.at, at, offset, sizeof offset);
    snprintf(out, size, "; the nearest are %s. _ %c walks there", offset, tile_row(tile)->glyph);
}

/* Writes the nearest known pedlar, for a delver that is not beside one. */
static void put_stall(const struct telling *telling, char *out, size_t size)
{
    char offset[64];
    struct pos at;

    out[0] = '\0';
    if (!find_remembered(telling->viewer, TILE_PEDLAR, &at))
        return;
    pos_offset(telling->viewer->body.at, at, offset, sizeof offset);
    snprintf(out, size, "; the nearest is %s. go pedlar walks there", offset);
}

/* The line of chalk, in quotation marks, with its score if it has one. */
static void put_chalk(const struct telling *telling, char *out, size_t size)
{
    char words[CHALK_TEXT_MAX];
    int score = telling->event->left;

    chalk_words((uint16_t)telling->event->count, words, sizeof words);
    if (score == 0)
        snprintf(out, size, "\"%s\"", words);
    else
        snprintf(out, size, "\"%s\" (%+d)", words, score);
}

struct slot {
    const char *name;
    void (*put)(const struct telling *telling, char *out, size_t size);
};

static const struct slot slot_table[] = {
    {"A", put_actor},     /* "You", "Ada" */
    {"B", put_other},     /* "you", "Brom": the other body */
    {"chalk", put_chalk}, /* "\"Beware: ambush, here\" (+2)" */
    {"left of it", put_left_of_it},
    {"rest", put_rest},
    {"no room", put_no_room},
    {"no room there", put_no_room_there},
    {"depth", put_depth}, /* number of the level's depth */
    {"owner", put_owner}, /* owner of the bundle that the viewer carries */
    {"use", put_use},     /* "drink" */
    {"uses", put_uses},   /* "drinks" */
    {"class", put_class}, /* "a draught" */
    {"result", put_result},
    {"at", put_at},                       /* "3 east" */
    {"s", put_s},                         /* "You swap", "Ada swaps" */
    {"es", put_es},                       /* "You go", "Ada goes" */
    {"is", put_is},                       /* "You are", "Ada is" */
    {"name", put_own_name},               /* "Ada", to Ada as well */
    {"said", put_said},                   /* the spoken words, or the emote */
    {"spot", put_spot},                   /* the sentence of a spot; "": its level is unloaded */
    {"where", put_where},                 /* "", " to the east" */
    {"way", put_way},                     /* "down", "up" */
    {"place", put_place},                 /* "the Salt Vaults, in the Cellars" */
    {"queue", put_queue},                 /* "", or that the queue was cleared */
    {"count", put_count},                 /* the event's number */
    {"plural", put_plural},               /* "action", "actions" */
    {"item", put_item},                   /* "dart" */
    {"The item", put_the_item},           /* "The dart" */
    {"gift", put_gift},                   /* "a dart", "something" */
    {"target", put_target},               /* "", " at the rat" */
    {"known", put_known},                 /* "", or the place of the nearest known stairs */
    {"stall", put_stall},                 /* "", or the place of the nearest known pedlar */
    {"A's", put_actor_of},                /* "Your", "The rat's" */
    {"harm", put_harm},                   /* ": 5", ": 4, you have 22", "" */
    {"glance", put_glance},               /* "; it glances off", "" */
    {"in", put_in},                       /* "", " in 3 seconds" */
    {"grave", put_grave},                 /* the loss by a death */
    {"death", put_death},                 /* the death of a foe or a delver */
    {"fate", put_fate},                   /* "was killed by a rust beetle on depth 3" */
    {"regained", put_regained},           /* the things taken out of a grave */
    {"harm of it", put_harm_of_it},       /* "poison": the harm of a status */
    {"knack", put_knack},                 /* "deadeye. Your shots and throws hit better, by two." */
    {"knack due", put_knack_due},         /* "", or that a knack may be chosen */
    {"left", put_left},                   /* health that is left */
    {"status begins", put_status_begins}, /* "You are held." */
    {"status ends", put_status_ends},     /* "You are no longer held." */
    {"wear", put_wear},                   /* "wear", "wield" */
    {"take off", put_take_off},           /* "take off", "put away" */
    {"used", put_used},                   /* "a scroll marked KEVO" */
    {"tempered", put_tempered},           /* "knife is now +1" */
    {"progress", put_progress},           /* " (16 of 32)" */
    {"no more", put_no_more},             /* "", "Drudges give no more experience." */
    {"foe", put_foe},                     /* "A deserter" */
    {"offset", put_offset},               /* "6 east" */
    {"danger", put_danger},               /* "Even fight." */
    {"from here", put_own_offset},        /* "6 east": the offset of the actor */
    {"its danger", put_own_danger},       /* "Even fight.": the danger of the actor */
    {"sign", put_sign},                   /* "lowers its head to charge" */
    {"deed", put_deed},                   /* "charges" */
    {"aim", put_aim},                     /* " at you", ", 2 east", "" */
    {"amount", put_amount},               /* ": 12", "" */
    {"health", put_health},               /* ": you have 5", "" */
};

static const struct slot *find_slot(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof slot_table / sizeof slot_table[0]; i++) {
        if (strncmp(slot_table[i].name, name, length) == 0 && slot_table[i].name[length] == '\0')
            return &slot_table[i];
    }
    return NULL;
}

void telling_fill(const struct telling *telling, const char *text, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    while (*text != '\0' && used + 1 < size) {
        size_t plain = strcspn(text, "{");
        snprintf(out + used, size - used, "%.*s", (int)plain, text);
        used += strlen(out + used);
        text += plain;
        if (*text == '\0')
            return;
        size_t length = strcspn(text + 1, "}");
        const struct slot *slot = find_slot(text + 1, length);
        CHECK(slot != NULL);
        slot->put(telling, out + used, size - used);
        used += strlen(out + used);
        text += length + 2;
    }
}
