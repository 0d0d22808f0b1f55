/*
 * Blows and shots between bodies: which body may strike which, the numbers of each side, the dice,
 * and the effects of a hit beside its damage. Delvers cannot harm one another.
 */
#ifndef UNDERCROFT_WORLD_BLOW_H
#define UNDERCROFT_WORLD_BLOW_H

#include <stdbool.h>

#include "world/action.h"
#include "world/fight.h"

struct body;
struct item_row;
struct stack;
struct world;

/* Returns the body as a fighter now: from its level or kind, its things, a companion beside it, and
   its statuses. */
struct fighter fighter_of(const struct world *world, const struct body *body);

/* Returns the body as a fighter that shoots or throws that thing. */
struct fighter fighter_with(const struct world *world, const struct body *body,
                            const struct stack *thing);

/* Returns the number of advantages of a foe, each worth FIGHT_FOE_STEP: another foe rallies it, or
   its pack stands beside it. 0 for a delver. */
int fighter_gains(const struct world *world, const struct body *body);

/* Return the weapon and the launcher of a delver; NULL: bare hands, no launcher, or a foe. */
const struct item_row *fighter_weapon(const struct body *body);
const struct item_row *fighter_launcher(const struct body *body);

/* True if one of the two is a delver and the other a foe. */
bool blow_is_between(const struct body *body, const struct body *other);

/* True if the target is two cells away and the body's weapon reaches it, also over companions. */
bool blow_reaches(const struct world *world, const struct body *body, const struct body *target);

/* Does the verb of the action table. Returns true if the blow happened and costs time. */
bool blow_attack(const struct world *world, struct body *body, const struct action *action);
bool blow_shoot(const struct world *world, struct body *body, const struct action *action);

/*
 * Strikes or shoots at another body, with all consequences: noise, waking, harm, death. A `kind`
 * other than DAMAGE_BLOW is told as a shot. Returns true if it hit.
 */
bool blow_strike(const struct world *world, struct body *body, struct body *target,
                 const struct fighter *fighter, enum damage_kind kind);

/* Hits like blow_strike(), with a thrown thing. Its event names the thing and reports the throw as
   well. */
bool blow_throw(const struct world *world, struct body *body, struct body *target,
                const struct fighter *fighter, const struct stack *thing);

/* Damages the target by a blast that `body` caused; a blast never misses. */
void blow_reach(const struct world *world, struct body *body, struct body *target, int damage);

/* Returns the cost of an attack or a shot of the body, in percent of a beat. */
int blow_cost_percent(const struct body *body, enum action_verb verb);

/*
 * Takes health from a body, which dies at 0. `by` is the body that caused it, or the victim itself
 * if a status did. A dead foe is removed from its level; a dead delver leaves for its haven.
 */
void blow_harm(const struct world *world, struct body *victim, int damage, struct body *by);

#endif
