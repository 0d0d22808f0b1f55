/*
 * Companies: groups of delvers on a level that share one time. Two members of a party are linked
 * while they are near, or somewhat farther apart and in sight of each other; any two delvers while
 * they stand side by side or fight the same foe. A delver that only walks past another is not
 * linked to it. Links chain: all delvers who are linked through others form one company. A party's
 * link lasts somewhat farther than the distance at which it is made, and a company that has come
 * apart stays together for some beats, so that a step back and forth changes nothing.
 *
 * The search for links needs no world: it works on an array of members, and gives the same
 * companies for the same members. Each tick of a level uses it to find the delvers in danger, the
 * delver in whose time each foe lives, and the companies whose time goes on.
 */
#ifndef UNDERCROFT_WORLD_COMPANY_H
#define UNDERCROFT_WORLD_COMPANY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"

struct body;
struct level;
struct level_work;
struct sight;
struct world;

enum {
    COMPANY_MAX = 64,         /* members of a company; further ones form another */
    COMPANY_LEVEL_MAX = 4096, /* members of all companies of a level */
};

struct company_member {
    struct pos at;
    const struct sight *sight; /* sight of the member; not NULL */
    uint32_t party;            /* number of its party; 0: none */
    bool is_standing;          /* has not stepped for more than a beat of its life */
    uint16_t company;          /* number of its company among these members; 0: none yet */
    bool is_parting;           /* its company was parted, and stays together until `parts_at` */
    uint64_t parts_at;         /* time by the level's clock at which the company parts */
};

/* Working memory of one search; keeps nothing between searches. */
struct company_search {
    uint16_t parent[COMPANY_LEVEL_MAX];
    uint16_t size[COMPANY_LEVEL_MAX];
};

/*
 * Steps of a search, in this order. company_begin() links members of a party, and members side by
 * side, by their earlier companies. company_link() links two members who fight the same foe; call
 * it any number of times. company_end() numbers the companies; one that has been parted splits when
 * `parting_ticks` have passed on the level's `clock`. At most COMPANY_LEVEL_MAX members.
 */
void company_begin(struct company_search *search, const struct company_member *members, int count);
void company_link(struct company_search *search, int first, int second);
void company_end(struct company_search *search, struct company_member *members, int count,
                 uint64_t clock, uint64_t parting_ticks);

/* How time goes on for a company. */
enum company_state {
    COMPANY_CALM,    /* nobody is in danger */
    COMPANY_WAITING, /* one delver is in danger: time waits for its player's next action */
    COMPANY_RUNNING, /* several delvers, of which at least one is in danger: time runs */
};

enum company_state company_state(int members, int in_danger);

/* Paces of time for a company whose time runs: the length of a beat in percent of a normal one. */
enum {
    PACE_FULL = 100,
    PACE_SLOWER = 150,
    PACE_SLOWEST = 200,
};

/* True if a company of that pace skips this tick. An unknown pace counts as PACE_FULL. */
bool company_skips(int pace, uint64_t tick);

/* Finds companies and dangers, if something has moved on the level. Tells delvers which foes came
   into view, and when the state of their time changes. */
void level_time_update(const struct world *world, struct level *level, struct level_work *work);

/* True if the time of the body's company goes on in this tick although nobody acts. */
bool level_time_runs(const struct world *world, const struct body *body);

/*
 * True if a delver stands in danger on a level that counts as calm though nothing has stirred since
 * it was found so: level_time_update() would pass it by. All delvers and foes are looked at afresh;
 * for tests of worlds between two ticks.
 */
bool level_time_misses_danger(const struct world *world, const struct level *level,
                              struct level_work *work);

#endif
