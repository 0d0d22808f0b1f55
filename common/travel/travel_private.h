/*
 * Declarations that the files of travel share.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_PRIVATE_H
#define UNDERCROFT_TRAVEL_TRAVEL_PRIVATE_H

#include "travel/travel.h"
#include "world/estimate.h"

/* The result of the action asked for last. */
enum travel_progress {
    PROGRESS_FIRST,  /* none was asked for yet */
    PROGRESS_MADE,   /* it did what was wanted */
    PROGRESS_OPENED, /* the door walked into is open */
    PROGRESS_WAITED, /* it was a wait */
    PROGRESS_HELD,   /* nothing happened, or it was undone by another's swap */
    PROGRESS_MOVED,  /* somewhere else than wanted: a swap came between */
};

/* One call of travel_next(). */
struct travel_turn {
    struct travel *travel;
    const struct world *world;
    const struct delver *delver;
    struct path_scratch *scratch;
    struct path_map map; /* the delver's memory */
    struct pos at;
    enum travel_progress progress;
    struct travel_answer *out;
};

/* Begins travel of a kind that walks a way, to `goal`; `companion` is 0 where it is a place.
   ERR_NOT_FOUND as travel_begin_to(). */
MUST_USE enum err travel_begin_way(struct travel *travel, enum travel_kind kind,
                                   const struct world *world, const struct delver *delver,
                                   struct path_scratch *scratch, struct path_goal goal,
                                   body_id companion);

/* Results of a turn: the next action, or the end with its reason. */
enum travel_result travel_go(struct travel_turn *turn, enum dir dir);
enum travel_result travel_stay(struct travel_turn *turn);
__attribute__((format(__printf__, 3, 4))) enum travel_result
travel_end(struct travel_turn *turn, enum travel_result result, const char *format, ...);

/* Ends it with the thing in the way of a step, which cannot be taken. */
enum travel_result travel_end_before(struct travel_turn *turn, enum travel_result result,
                                     enum dir dir);

/* The body that stands there, if the delver sees it; NULL: none, or the delver's own. */
const struct body *travel_body_at(const struct travel_turn *turn, struct pos at);

/* A foe that the delver makes out on the next cell of a walk; NULL: none. */
const struct body *travel_foe_in_way(const struct travel_turn *turn, enum dir dir);

/* Which things count as new when they come into view. */
enum travel_interest { INTEREST_NONE, INTEREST_RARE /* no doors and niches */, INTEREST_ALL };

/* Everything remembered and everybody in view is old. */
void travel_notice_begin(struct travel *travel, const struct world *world,
                         const struct delver *delver, enum travel_interest interest);

/* The bodies that end it when they come into view. Delvers are peaceful and do not hinder a walk.
 */
enum travel_company { COMPANY_OF_NONE, COMPANY_OF_FOES, COMPANY_OF_ALL };

/* True if such a body is in view that was not before; the travel is then ended with
   TRAVEL_STOPPED. */
bool travel_notice_body(struct travel_turn *turn, enum travel_company minds);

/* The nearest awake foe that the delver makes out; NULL: none. */
const struct body *travel_nearest_foe(const struct travel_turn *turn);

/* travel_notice_body() for things. */
bool travel_notice_thing(struct travel_turn *turn, enum travel_interest interest);

/* The nearest cell that explore walks onto though it is known, but the one it is on.
   False: there is none. */
bool travel_find_wanted(const struct travel_turn *turn, struct pos *out);

/* True, and the action is chosen: something lies here that explore picks up. */
bool travel_pick_up(struct travel_turn *turn);

/* True unless the delver sees that nothing is to be had there any more. */
bool travel_is_wanted(const struct travel_turn *turn, struct pos at);

/* Marks a thing that was reached, or that no way leads to: this explore leaves it alone. */
void travel_shun(struct travel *travel, struct pos at);

/* Functions of the kinds that walk a way: to bring it up to date with the last action; to search
   for one round the foes in view or, where there is none, past them, false where none leads there;
   to take its next step, after a look at a body that stands there; and whether a step can be taken
   without a search. */
void travel_way_progress(struct travel_turn *turn);
bool travel_way_plan(struct travel_turn *turn, const struct path_goal *goal);
enum travel_result travel_way_step(struct travel_turn *turn);
bool travel_way_is_open(const struct travel_turn *turn);
void travel_way_drop(struct travel *travel);

/* Too many actions have come to nothing; and the end of travel that says so. */
bool travel_way_is_blocked(const struct travel *travel);
enum travel_result travel_way_give_up(struct travel_turn *turn);

/* The danger of one foe to the delver as it is now. */
enum danger travel_danger_of(const struct travel_turn *turn, const struct body *foe);

/* The kinds. */
enum travel_result travel_run_next(struct travel_turn *turn);
enum travel_result travel_explore_next(struct travel_turn *turn);
enum travel_result travel_way_next(struct travel_turn *turn);
enum travel_result travel_follow_next(struct travel_turn *turn);
enum travel_result travel_fight_next(struct travel_turn *turn);

#endif
