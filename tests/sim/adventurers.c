/*
 * Decisions of adventurers.
 */
#include "sim/adventurers.h"

#include <string.h>

#include "base/check.h"
#include "world/grave.h"
#include "world/use.h"

enum {
    GOAL_TICKS = 400, /* after which another goal is chosen */
    NEAR_CELLS = 7,   /* of a foe that is shot at */
    FORGOTTEN_FIRST = 1000,
};

/* Goal of an adventurer. */
struct errand {
    struct level_key key;
    struct pos to;
    uint64_t until; /* tick; 0: there is none */
    uint16_t steps[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
};

static struct errand errands[ADVENTURERS_MAX];

void adventurers_begin(void)
{
    for (int i = 0; i < ADVENTURERS_MAX; i++)
        errands[i].until = 0;
}

static uint32_t draw(struct walkers *walkers, uint32_t count)
{
    return rng_below(&walkers->rng, count);
}

static enum dir any_dir(struct walkers *walkers)
{
    return (enum dir)rng_range(&walkers->rng, DIR_NORTH, DIR_COUNT - 1);
}

/* One that lies on the level, each as likely as the others; false: there is none. */
static bool draw_item(struct walkers *walkers, const struct level *level, struct pos *out)
{
    if (level->item_count == 0)
        return false;
    const struct item *item = world_item(walkers->world, level->first_item);
    for (uint32_t i = draw(walkers, level->item_count); i > 0; i--)
        item = world_item(walkers->world, item->next);
    *out = item->at;
    return true;
}

static bool draw_foe(struct walkers *walkers, const struct level *level, struct pos *out)
{
    if (level->foe_count == 0)
        return false;
    const struct body *foe = world_body(walkers->world, level->first_foe);
    for (uint32_t i = draw(walkers, level->foe_count); i > 0; i--)
        foe = world_body(walkers->world, foe->next);
    *out = foe->at;
    return true;
}

static bool draw_niche(struct walkers *walkers, const struct level *level, struct pos *out)
{
    if (level->niche_count == 0)
        return false;
    *out = level->niches[draw(walkers, (uint32_t)level->niche_count)];
    return true;
}

static bool newest_grave(struct walkers *walkers, const struct level *level, struct pos *out)
{
    if (level->first_grave == 0)
        return false;
    *out = walkers->world->graves[level->first_grave - 1].at;
    return true;
}

static void choose(struct walkers *walkers, struct errand *errand, const struct level *level)
{
    bool is_found = false;

    switch (draw(walkers, 8)) {
    case 0:
    case 1:
        is_found = draw_item(walkers, level, &errand->to);
        break;
    case 2:
        is_found = draw_foe(walkers, level, &errand->to);
        break;
    case 3:
        is_found = draw_niche(walkers, level, &errand->to);
        break;
    case 4:
        is_found = newest_grave(walkers, level, &errand->to);
        break;
    default:
        break;
    }
    if (!is_found)
        errand->to = draw(walkers, 3) == 0 ? level->up : level->down;
    errand->key = level->key;
    errand->until = walkers->world->tick + GOAL_TICKS;
    sim_levels_measure(level, errand->to, errand->steps);
}

static void arrive(struct walkers *walkers, const struct walker *walker, const struct level *level,
                   struct pos at)
{
    struct pos grave;

    if (pos_equal(at, level->down))
        (void)walkers_act(walkers, walker, ACTION_DESCEND);
    else if (pos_equal(at, level->up))
        (void)walkers_act(walkers, walker, ACTION_ASCEND);
    else if (newest_grave(walkers, level, &grave) && pos_equal(at, grave) && draw(walkers, 2) == 0)
        (void)walkers_act(walkers, walker, ACTION_FETCH);
    else
        (void)walkers_act(walkers, walker, ACTION_GET);
}

static void walk(struct walkers *walkers, const struct walker *walker, const struct delver *delver)
{
    struct errand *errand = &errands[walker - walkers->walkers];
    const struct level *level = delver->body.level;

    if (errand->until <= walkers->world->tick || !level_key_equal(errand->key, level->key))
        choose(walkers, errand, level);
    enum dir dir = sim_levels_downhill(level, errand->steps, delver->body.at);
    if (dir != DIR_NONE) {
        walkers_act(walkers, walker, ACTION_MOVE)->dir = dir;
        return;
    }
    arrive(walkers, walker, level, delver->body.at);
    errand->until = 0;
}

/* The foe in view that is nearest, and near; NULL: there is none. */
static const struct body *nearest_foe(const struct walkers *walkers, const struct delver *delver)
{
    const struct body *nearest = NULL;
    int best = NEAR_CELLS + 1;

    for (body_id id = delver->body.level->first_foe; id != 0;) {
        const struct body *foe = world_body(walkers->world, id);
        int distance = pos_distance(foe->at, delver->body.at);
        if (distance < best && body_is_shown(foe) && delver_sees(delver, foe->at)) {
            best = distance;
            nearest = foe;
        }
        id = foe->next;
    }
    return nearest;
}

/* Something of the pack; OBJECT_NONE: nothing was found at the first try. */
static uint32_t draw_object(struct walkers *walkers, const struct delver *delver)
{
    uint32_t first = draw(walkers, PACK_MAX);

    for (uint32_t i = 0; i < PACK_MAX; i++) {
        uint32_t object = OBJECT_CARRIED + (first + i) % PACK_MAX;
        if (pack_peek(&delver->life.pack, object) != NULL)
            return object;
    }
    return OBJECT_NONE;
}

/* Handles a thing by its kind: it is worn, used or thrown, and now and then dropped. */
static void handle(struct walkers *walkers, const struct walker *walker,
                   const struct delver *delver, const struct body *foe)
{
    uint32_t object = draw_object(walkers, delver);
    const struct stack *thing = pack_peek(&delver->life.pack, object);
    enum action_verb verb = ACTION_DROP;

    if (thing == NULL)
        return;
    if (use_need(thing->kind) != USE_NEVER && draw(walkers, 4) > 0)
        verb = ACTION_USE;
    else if (item_row(thing->kind)->slot != SLOT_NONE && draw(walkers, 4) > 0)
        verb = ACTION_WEAR;
    else if (foe != NULL || draw(walkers, 4) == 0)
        verb = ACTION_THROW;
    struct action *action = walkers_act(walkers, walker, verb);
    action->object = object;
    action->other = OBJECT_WORN + draw(walkers, SLOT_COUNT);
    if (foe != NULL && draw(walkers, 8) > 0)
        action->target = foe->id;
    else
        action->dir = any_dir(walkers);
}

static void fight(struct walkers *walkers, const struct walker *walker, const struct delver *delver,
                  const struct body *foe)
{
    if (pos_distance(foe->at, delver->body.at) <= 1 && draw(walkers, 8) > 0)
        walkers_act(walkers, walker, ACTION_MOVE)->dir = dir_towards(delver->body.at, foe->at);
    else if (draw(walkers, 2) == 0)
        handle(walkers, walker, delver, foe);
    else
        walkers_act(walkers, walker, ACTION_FIRE)->target = foe->id;
}

/* An action without sense: with things that the delver lacks, targets that are nowhere, rows of
   other tables. */
static void blunder(struct walkers *walkers, const struct walker *walker)
{
    struct action *action =
        walkers_act(walkers, walker, (enum action_verb)(1 + draw(walkers, ACTION_COUNT - 1)));

    action->dir = draw(walkers, 2) == 0 ? DIR_NONE : any_dir(walkers);
    action->object = draw(walkers, OBJECT_END + 2);
    action->other = draw(walkers, OBJECT_END + 2);
    if (draw(walkers, 2) == 0)
        action->target = draw(walkers, 400) | draw(walkers, 3) << 16;
}

/* An act of operators: a foe or a thing is put on the level, a delver is sent away, a player
   forgotten. */
static void operate(struct walkers *walkers, const struct walker *walker,
                    const struct delver *delver)
{
    const struct level *level = delver->body.level;
    struct pos at = pos_of((int)draw(walkers, (uint32_t)level->width),
                           (int)draw(walkers, (uint32_t)level->height));
    struct input *input;

    switch (draw(walkers, 3)) {
    case 0:
        input = walkers_input(walkers, INPUT_PROVIDE, 0);
        input->provision =
            (struct provision){.is_thing = draw(walkers, 2) == 0,
                               .species = (enum species_id)(1 + draw(walkers, SPECIES_COUNT - 1)),
                               .item = (enum item_kind)draw(walkers, ITEM_KIND_COUNT),
                               .count = (uint16_t)(1 + draw(walkers, 3))};
        break;
    case 1:
        input = walkers_input(walkers, INPUT_SEND, walker->actor);
        break;
    default:
        input = walkers_input(walkers, INPUT_FORGET, 0);
        input->delver_id = FORGOTTEN_FIRST + draw(walkers, ADVENTURERS_MAX);
    }
    input->key = level->key;
    input->at = at;
}

static void talk(struct walkers *walkers, const struct walker *walker)
{
    struct input *input = walkers_input(walkers, INPUT_SAY, walker->actor);

    input->flag = draw(walkers, 2) == 0;
    memset(input->text, 'a', draw(walkers, SAY_LENGTH_MAX + 1));
}

/* Events of a line and a player: one leaves, talks, loses or regains the line, or an operator
   acts. */
static void come_and_go(struct walkers *walkers, const struct walker *walker,
                        const struct delver *delver)
{
    uint32_t roll = draw(walkers, 100);

    if (roll < 8)
        (void)walkers_input(walkers, INPUT_LEAVE, walker->actor);
    else if (roll < 12)
        operate(walkers, walker, delver);
    else if (roll < 20)
        talk(walkers, walker);
    else if (roll < 60)
        walkers_input(walkers, INPUT_LINK, walker->actor)->flag = !delver->is_link_dead;
    else
        (void)walkers_input(walkers, INPUT_CANCEL, walker->actor);
}

void adventurers_decide(struct walkers *walkers, struct walker *walker)
{
    const struct delver *delver = world_delver(walkers->world, walker->actor);
    uint32_t roll = draw(walkers, 1000);

    CHECK(walkers->setup.walker_count <= ADVENTURERS_MAX);
    if (delver->body.state != BODY_PRESENT || roll >= 970) {
        blunder(walkers, walker);
        return;
    }
    const struct body *foe = nearest_foe(walkers, delver);
    if (roll < 12)
        come_and_go(walkers, walker, delver);
    else if (delver->fall.is_fallen && roll < 60)
        (void)walkers_act(walkers, walker, ACTION_YIELD);
    else if (roll < 60)
        (void)walkers_act(walkers, walker, ACTION_RAISE);
    else if (roll < 140)
        (void)walkers_act(walkers, walker, ACTION_GET);
    else if (roll < 240)
        handle(walkers, walker, delver, foe);
    else if (roll < 280)
        memset(walkers_input(walkers, INPUT_STRIDE, walker->actor)->text,
               '0' + (int)draw(walkers, DIR_COUNT), 1 + draw(walkers, STRIDE_MAX));
    else if (roll < 320)
        walkers_act(walkers, walker, ACTION_MOVE)->dir = any_dir(walkers);
    else if (foe != NULL && roll < 800)
        fight(walkers, walker, delver, foe);
    else
        walk(walkers, walker, delver);
}
