/*
 * Companies by union-find, with union by size and path halving (R. Tarjan and J. van Leeuwen,
 * 1984).
 */
#include "world/company.h"

#include "base/check.h"

enum {
    BESIDE_CELLS = 1,
    NEAR_CELLS = 18, /* for a new link of a party; */
    SEEN_CELLS = 30,
    NEAR_CELLS_KEPT = 24, /* for a link that is kept */
    SEEN_CELLS_KEPT = 36,
};

static int find(struct company_search *search, int member)
{
    while (search->parent[member] != member) {
        search->parent[member] = search->parent[search->parent[member]];
        member = search->parent[member];
    }
    return member;
}

/* The lower number is the root, so that a company's root is its first member. */
static void unite(struct company_search *search, int first, int second)
{
    int a = find(search, first);
    int b = find(search, second);

    if (a == b || search->size[a] + search->size[b] > COMPANY_MAX)
        return;
    int root = a < b ? a : b;
    int other = a < b ? b : a;
    search->parent[other] = (uint16_t)root;
    search->size[root] = (uint16_t)(search->size[root] + search->size[other]);
}

static bool is_linked(const struct company_member *a, const struct company_member *b)
{
    bool is_kept = a->company != 0 && a->company == b->company;
    int distance = pos_distance(a->at, b->at);

    if (distance <= BESIDE_CELLS && (is_kept || (a->is_standing && b->is_standing)))
        return true;
    if (a->party == 0 || a->party != b->party)
        return false;
    if (distance <= (is_kept ? NEAR_CELLS_KEPT : NEAR_CELLS))
        return true;
    return distance <= (is_kept ? SEEN_CELLS_KEPT : SEEN_CELLS) &&
           (sight_has(a->sight, b->at) || sight_has(b->sight, a->at));
}

/* Links of before come first, so that newcomers to a full company do not take a member's place. */
void company_begin(struct company_search *search, const struct company_member *members, int count)
{
    CHECK(count >= 0 && count <= COMPANY_LEVEL_MAX);
    for (int i = 0; i < count; i++) {
        search->parent[i] = (uint16_t)i;
        search->size[i] = 1;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                bool is_kept = members[i].company != 0 && members[i].company == members[j].company;
                if (is_kept == (pass == 0) && is_linked(&members[i], &members[j]))
                    unite(search, i, j);
            }
        }
    }
}

void company_link(struct company_search *search, int first, int second)
{
    unite(search, first, second);
}

/* The first member with the same company of before; the member itself: there is none before it. */
static int first_of_before(const struct company_member *members, int member)
{
    for (int i = 0; i < member && members[member].company != 0; i++) {
        if (members[i].company == members[member].company)
            return i;
    }
    return member;
}

/* Whether all members of a company of before, `first` the first of them, are together. */
static bool is_whole(struct company_search *search, const struct company_member *members, int count,
                     int first)
{
    for (int i = first + 1; i < count; i++) {
        if (members[i].company == members[first].company && find(search, i) != find(search, first))
            return false;
    }
    return true;
}

/* A company of before, `first` the first of its members: together, or until when they stay so. */
static void hold_together(struct company_search *search, struct company_member *members, int count,
                          int first, uint64_t clock, uint64_t parting_ticks)
{
    bool was_parting = members[first].is_parting;
    bool is_parting = !is_whole(search, members, count, first);
    uint64_t parts_at = was_parting ? members[first].parts_at : clock + parting_ticks;
    bool holds = is_parting && clock < parts_at;

    for (int i = first; i < count; i++) {
        if (members[i].company != members[first].company)
            continue;
        if (holds)
            unite(search, first, i);
        members[i].is_parting = holds;
        members[i].parts_at = holds ? parts_at : 0;
    }
}

void company_end(struct company_search *search, struct company_member *members, int count,
                 uint64_t clock, uint64_t parting_ticks)
{
    for (int i = 0; i < count; i++) {
        if (members[i].company != 0 && first_of_before(members, i) == i)
            hold_together(search, members, count, i, clock, parting_ticks);
    }
    for (int i = 0; i < count; i++)
        members[i].company = (uint16_t)(find(search, i) + 1);
}

enum company_state company_state(int members, int in_danger)
{
    if (in_danger == 0)
        return COMPANY_CALM;
    return members > 1 ? COMPANY_RUNNING : COMPANY_WAITING;
}

bool company_skips(int pace, uint64_t tick)
{
    switch (pace) {
    case PACE_SLOWER:
        return tick % 3 == 2;
    case PACE_SLOWEST:
        return tick % 2 == 1;
    default:
        return false;
    }
}
