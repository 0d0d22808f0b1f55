/*
 * A delver's reading of the remembered map: ways round foes, lines of sight, and cells where few
 * can stand beside one.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_TACTICS_GROUND_H
#define UNDERCROFT_TESTS_SUPPORT_TACTICS_GROUND_H

#include "support/tactics/tactic.h"

enum {
    GROUND_RADII = 4, /* how far off foes are passed, from the widest berth to none */
    GROUND_NEAR = 6,  /* cells from the delver that are looked over for a better place */
    GROUND_SIDE = 2 * GROUND_NEAR + 1,
    GROUND_FAR = 255,
};

/* Which foes a way leads round. */
enum ground_round { ROUND_NONE, ROUND_SHUNNED, ROUND_AWAKE };

/* True for what the delver keeps away from: what is too strong alone, or was fled from. */
bool ground_is_shunned(const struct knowledge *known, const struct known_foe *foe,
                       const struct customs *customs);

/*
 * The shortest way over what is remembered, round these foes by the radius number `radius` of
 * GROUND_RADII; less where one is nearer already. False: there is none, or it has no steps.
 */
bool ground_way(const struct knowledge *known, const struct customs *customs,
                enum ground_round round, int radius, const struct path_goal *goal,
                struct path *out);

/* The next step of such a way round what is shunned, by the berth of the notes. One way is kept
   until it ends, so that a better one further on does not lead to and fro. */
bool ground_step(const struct knowledge *known, const struct customs *customs,
                 const struct path_goal *goal, enum dir *out);

/* True if nothing that is remembered, and no other foe in view, stands between the two. */
bool ground_has_line(const struct knowledge *known, struct pos from, struct pos to);

/* How many cells beside `at` somebody could stand on. */
int ground_exits(const struct knowledge *known, struct pos at);

/* Steps to each cell of the square of GROUND_SIDE round the delver, past the foes in view;
   GROUND_FAR: more than GROUND_NEAR, or no way. */
void ground_reach(const struct knowledge *known, uint8_t steps[GROUND_SIDE][GROUND_SIDE]);

#endif
