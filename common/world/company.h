/*
 * Companies: which delvers of a level share one time. A company is formed by consent or by deeds.
 * Two members of one party are linked while they are near, or less near and in sight of each other;
 * any two while they stand side by side, or fight the same foe. A delver that merely passes leaves
 * the time of another alone. Bodies that are linked by way of others belong together too. A link of
 * a party holds somewhat farther than it was made, and a company that has come apart stays together
 * for a while, so that a step back and forth across a border changes nothing.
 *
 * The links are found without a world, in an array of members, in the same order for the same
 * delvers. Each tick of a level tells by them which delvers are in danger, which delver gives each
 * foe its time, and which companies' time goes on.
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
    COMPANY_MAX = 64, /* members; further bodies form other companies, however near they are */
    COMPANY_LEVEL_MAX = 4096, /* members of all companies of a level */
};

struct company_member {
    struct pos at;
    const struct sight *sight; /* the member's sight; not NULL */
    uint32_t party;            /* its number; 0: in none */
    bool is_standing;          /* it has not stepped for more than a beat of its life */
    uint16_t company;          /* its number, of meaning among these members; 0: none yet */
    bool is_parting;           /* its company has come apart and stays together until... */
    uint64_t parts_at;         /* ...this clock of the level */
};

/* Memory for one search at a time: nothing is kept in it. */
struct company_search {
    uint16_t parent[COMPANY_LEVEL_MAX];
    uint16_t size[COMPANY_LEVEL_MAX];
};

/*
 * The steps of a search, in this order. Begin: links members of a party, and members side by side,
 * by their companies so far. Link: links two members who fight the same foe, any number of times.
 * End: numbers the companies as they are now; a company that has come apart splits when
 * `parting_ticks` have passed on the level's `clock`. At most COMPANY_LEVEL_MAX members.
 */
void company_begin(struct company_search *search, const struct company_member *members, int count);
void company_link(struct company_search *search, int first, int second);
void company_end(struct company_search *search, struct company_member *members, int count,
                 uint64_t clock, uint64_t parting_ticks);

/* How the time of a company goes on. */
enum company_state {
    COMPANY_CALM,    /* nobody is in danger */
    COMPANY_WAITING, /* a delver alone, in danger: time waits for its player's next action */
    COMPANY_RUNNING, /* several delvers, one in danger: time runs */
};

enum company_state company_state(int members, int in_danger);

/* Paces of time for a running company: the length of a beat, in percent of a normal beat. */
enum {
    PACE_FULL = 100,
    PACE_SLOWER = 150,
    PACE_SLOWEST = 200,
};

/* True if a company of that pace passes over this tick. Unknown paces count as PACE_FULL. */
bool company_skips(int pace, uint64_t tick);

/* Looks for companies and dangers, if something has moved on the level. Tells delvers which foes
   came into view, and how time goes on from now on. */
void level_time_update(const struct world *world, struct level *level, struct level_work *work);

/* True if time goes on in this tick for the body's company by itself. */
bool level_time_runs(const struct world *world, const struct body *body);

#endif
