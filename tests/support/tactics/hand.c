/*
 * Wishes into actions, by a table.
 */
#include "support/tactics/hand.h"

#include "base/check.h"
#include "travel/travel_fight.h"

enum { STOPS_MAX = 20 /* of an exploration, before it is given up */ };

struct wish_row {
    const char *name;
    enum action_verb verb;    /* of a wish that is one action */
    enum travel_kind errand;  /* of one that is an errand */
    enum path_goal_kind goal; /* where it leads, step by step in danger */
};

/* A wish with neither a verb nor an errand is one that the game cannot fulfil. */
static const struct wish_row wish_table[WISH_COUNT] = {
    [WISH_NONE] = {.name = "nothing"},
    [WISH_WAIT] = {.name = "wait", .verb = ACTION_WAIT},
    [WISH_STEP] = {.name = "step", .verb = ACTION_MOVE},
    [WISH_STRIKE] = {.name = "strike", .verb = ACTION_ATTACK},
    [WISH_APPROACH] = {.name = "approach", .verb = ACTION_ATTACK},
    [WISH_EXPLORE] = {.name = "explore", .errand = TRAVEL_EXPLORE, .goal = PATH_TO_UNKNOWN},
    [WISH_TRAVEL] = {.name = "travel", .errand = TRAVEL_TRAVEL, .goal = PATH_TO_TILE},
    [WISH_GO] = {.name = "go", .errand = TRAVEL_TRAVEL, .goal = PATH_TO_CELL},
    [WISH_REST] = {.name = "rest", .errand = TRAVEL_REST},
    [WISH_DESCEND] = {.name = "descend", .verb = ACTION_DESCEND},
    [WISH_ASCEND] = {.name = "ascend", .verb = ACTION_ASCEND},
    [WISH_GET] = {.name = "get", .verb = ACTION_GET},
    [WISH_USE] = {.name = "use", .verb = ACTION_USE},
    [WISH_WEAR] = {.name = "wear", .verb = ACTION_WEAR},
    [WISH_THROW] = {.name = "throw", .verb = ACTION_THROW},
    [WISH_FIRE] = {.name = "fire", .verb = ACTION_FIRE},
    [WISH_BUY] = {.name = "buy", .verb = ACTION_BUY},
    [WISH_SELL] = {.name = "sell", .verb = ACTION_SELL},
    [WISH_DROP] = {.name = "drop", .verb = ACTION_DROP},
    [WISH_LEARN] = {.name = "learn", .verb = ACTION_LEARN},
    [WISH_RAISE] = {.name = "raise", .verb = ACTION_RAISE},
};

bool hand_can(enum wish_kind kind)
{
    CHECK((unsigned)kind < WISH_COUNT);
    return wish_table[kind].verb != ACTION_NONE || wish_table[kind].errand != TRAVEL_NONE;
}

const char *hand_wish_name(enum wish_kind kind)
{
    CHECK((unsigned)kind < WISH_COUNT);
    return wish_table[kind].name;
}

static bool is_same(const struct wish *wish, const struct wish *other)
{
    return wish->kind == other->kind && wish->tile == other->tile && pos_equal(wish->at, other->at);
}

static enum err begin(struct hand *hand, const struct world *world, const struct delver *delver,
                      const struct knowledge *known, const struct wish *wish)
{
    struct travel *travel = &hand->travel;

    hand->wish = *wish;
    switch (wish->kind) {
    case WISH_EXPLORE:
        return travel_begin_explore(travel, world, delver);
    case WISH_TRAVEL:
        return travel_begin_to_tile(travel, world, delver, known->scratch, wish->tile);
    case WISH_GO:
        return travel_begin_to(travel, world, delver, known->scratch, wish->at);
    default:
        return travel_begin_rest(travel, world, delver);
    }
}

/* Notes the end of an exploration; the level counts as explored after too many stops too. */
static void end_exploring(struct hand *hand, const struct knowledge *known,
                          enum travel_result result)
{
    hand->stops++;
    if (result == TRAVEL_DONE || hand->stops > STOPS_MAX)
        known->notes->is_explored = true;
}

/* No way leads to what is unknown: it is explored. None leads to stairs: they are to be found. */
static bool note_no_way(const struct knowledge *known, const struct wish *wish)
{
    struct notes *notes = known->notes;

    notes->is_explored =
        wish->kind == WISH_EXPLORE || (notes->is_explored && wish->kind != WISH_TRAVEL);
    return false;
}

static bool follow_errand(struct hand *hand, const struct world *world, const struct delver *delver,
                          const struct knowledge *known, const struct wish *wish,
                          struct action *out)
{
    struct travel_answer answer;
    int steps = hand->travel.steps;

    if ((hand->travel.kind == TRAVEL_NONE || !is_same(&hand->wish, wish)) &&
        begin(hand, world, delver, known, wish) != ERR_OK)
        return note_no_way(known, wish);
    enum travel_result result = travel_next(&hand->travel, world, delver, known->scratch, &answer);
    if (hand->travel.steps != steps)
        hand->stops = 0;
    if (result != TRAVEL_GOES && wish->kind == WISH_EXPLORE)
        end_exploring(hand, known, result);
    *out = answer.action;
    return result == TRAVEL_GOES;
}

/* The same way without an errand. */
static bool step_on(const struct knowledge *known, const struct wish *wish, struct action *out)
{
    const struct path_goal goal = {
        .kind = wish_table[wish->kind].goal, .cell = wish->at, .tile = wish->tile};
    struct path way;

    *out = (struct action){.verb = ACTION_WAIT};
    if (wish->kind == WISH_REST)
        return true;
    if (path_find(known->scratch, &known->map, known->at, &goal, &way) != ERR_OK || way.length == 0)
        return note_no_way(known, wish);
    *out = (struct action){.verb = ACTION_MOVE, .dir = (enum dir)way.dirs[0]};
    return true;
}

static bool approach(const struct world *world, const struct delver *delver,
                     const struct knowledge *known, body_id id, struct action *out)
{
    const struct body *foe = world_body(world, id);

    *out = (struct action){.verb = ACTION_WAIT};
    if (foe != NULL && delver_sees(delver, foe->at))
        (void)approach_next(world, delver, foe, known->scratch, out);
    return true;
}

bool hand_act(struct hand *hand, const struct world *world, const struct delver *delver,
              const struct knowledge *known, const struct wish *wish, struct action *out)
{
    const struct wish_row *row = &wish_table[wish->kind];

    if (row->errand != TRAVEL_NONE && !known->is_in_danger && known->mate_count == 0 &&
        !known->notes->is_bored)
        return follow_errand(hand, world, delver, known, wish, out);
    travel_clear(&hand->travel);
    if (row->errand != TRAVEL_NONE)
        return step_on(known, wish, out);
    if (wish->kind == WISH_APPROACH)
        return approach(world, delver, known, wish->foe, out);
    *out = (struct action){.verb = row->verb,
                           .dir = wish->dir,
                           .object = wish->thing,
                           .other = wish->other,
                           .target = wish->foe};
    return true;
}

void hand_hear(struct hand *hand, const struct event *event)
{
    struct travel_answer answer;

    (void)travel_disturb(&hand->travel, event, &answer);
}
