/*
 * Bodies and things that come into view during a travel, and end it.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_NOTICE_H
#define UNDERCROFT_TRAVEL_TRAVEL_NOTICE_H

#include "travel/travel_turn.h"

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

#endif
