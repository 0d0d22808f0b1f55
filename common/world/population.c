/*
 * The foes of a new level: a boss in its lair, then group after group. For each group its kind,
 * start and size are drawn, and a first cell; its other foes are placed around that.
 */
#include "world/population.h"

#include <limits.h>
#include <string.h>

#include "base/check.h"
#include "world/field.h"
#include "world/fight.h"
#include "world/haven.h"
#include "world/place.h"
#include "world/world.h"

/* Which kinds may be drawn. */
struct kind_wish {
    int depth;
    bool is_strange;                  /* only kinds first met a little further down */
    bool has_water;                   /* also kinds that swim */
    const struct species_row *leader; /* only specialists that accompany it; NULL: all kinds */
};

static bool is_water(const struct level *level, struct pos at)
{
    return way_cost(WAY_SWIM, level_tile(level, at)) > 0;
}

static bool can_go(const struct level *level, struct pos from, enum dir dir)
{
    enum way way = WAY_OPEN;

    if (is_water(level, from))
        way = WAY_SWIM;
    else if (is_water(level, pos_step(from, dir)))
        way = WAY_FLY;
    return way_is_open(level, way, from, dir);
}

/* True for a cell that the search has not reached. This is cheap, so it is asked before can_go():
   most neighbours of a cell have been reached already. */
static bool is_new(const struct level *level, const struct population_search *search, struct pos at)
{
    return level_contains(level, at) && search->steps[level_index(level, at)] == POPULATION_NO_WAY;
}

int population_walk(const struct level *level, struct population_search *search,
                    const struct pos *from, int from_count)
{
    int count = 0;

    for (size_t i = 0; i < level_cell_count(level); i++)
        search->steps[i] = POPULATION_NO_WAY;
    for (int i = 0; i < from_count; i++) {
        if (!is_new(level, search, from[i]))
            continue;
        search->dry[count++] = (int32_t)level_index(level, from[i]);
        search->steps[level_index(level, from[i])] = 0;
    }
    for (int head = 0; head < count; head++) {
        int index = search->dry[head];
        struct pos at = pos_of(index % level->width, index / level->width);
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
            struct pos to = pos_step(at, dir);
            /* Nothing that everybody should find is put behind a hidden door. */
            if (!is_new(level, search, to) || !can_go(level, at, dir) ||
                level_tile(level, to) == TILE_SECRET_SHUT)
                continue;
            search->steps[level_index(level, to)] = search->steps[index] + 1;
            search->dry[count++] = (int32_t)level_index(level, to);
        }
    }
    return count;
}

bool population_may_stand(const struct level *level, struct pos at)
{
    return (level_tile(level, at) == TILE_FLOOR || is_water(level, at)) &&
           level_body_at(level, at) == 0 && pos_distance(at, level->up) > 1 &&
           pos_distance(at, level->down) > 1;
}

enum {
    DEEP_KINDS = 18,    /* kinds first met at this depth or deeper belong to the Deep */
    ECHO_FROM = 16,     /* bosses of this depth and deeper are met again in the Deep */
    ECHO_EVERY = 4,     /* one depth of the Deep in so many has such a boss */
    STRANGE_DEEPER = 3, /* a strange kind is first met at most so many depths deeper */
};

/* Parts that make a kind of the folk a specialist. */
static const enum part_id special_parts[] = {PART_KITE, PART_SHOUT, PART_RALLY,
                                             PART_MEND, PART_KEEP,  PART_POT};

static bool is_specialist(const struct species_row *row)
{
    for (size_t i = 0; i < sizeof special_parts / sizeof special_parts[0]; i++) {
        if (species_part(row, special_parts[i]) != NULL)
            return row->family == FAMILY_FOLK;
    }
    return false;
}

static bool is_of_depth(const struct species_row *row, int depth)
{
    if (depth >= GROWTH_DEPTH_FIRST)
        return row->depth.low >= DEEP_KINDS;
    return depth >= row->depth.low && depth <= row->depth.high;
}

static bool is_wished(const struct species_row *row, const struct kind_wish *wish)
{
    int deeper = row->depth.low - wish->depth;

    if (species_part(row, PART_SWIM) != NULL && !wish->has_water)
        return false;
    if (wish->leader != NULL &&
        (row == wish->leader || row->glyph != wish->leader->glyph || !is_specialist(row)))
        return false;
    return wish->is_strange ? deeper > 0 && deeper <= STRANGE_DEEPER
                            : is_of_depth(row, wish->depth);
}

/* Draws a kind by rarity. SPECIES_DELVER, without drawing from `rng`: no kind meets the wish. */
static enum species_id population_draw(struct rng *rng, const struct kind_wish *wish)
{
    uint32_t weights[SPECIES_COUNT];
    uint32_t whole = 0;
    enum species_id id = SPECIES_DELVER;

    for (; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        weights[id] = is_wished(row, wish) ? row->rarity : 0;
        whole += weights[id];
    }
    if (whole == 0)
        return SPECIES_DELVER;
    uint32_t drawn = rng_below(rng, whole);
    for (id = SPECIES_DELVER; drawn >= weights[id]; id++)
        drawn -= weights[id];
    return id;
}

enum species_id population_kind(struct rng *rng, int depth, bool has_water)
{
    const struct kind_wish wish = {.depth = depth, .has_water = has_water};

    CHECK(depth > 0);
    return population_draw(rng, &wish);
}

/* Returns the boss of a depth in the Deep: the bosses of the last depths in turn, on one depth in
   ECHO_EVERY. */
static enum species_id echo_of_boss(int depth)
{
    enum species_id bosses[SPECIES_COUNT];
    int count = 0;
    int number = (depth - GROWTH_DEPTH_FIRST) / ECHO_EVERY;

    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
        if (species_row(id)->is_boss && species_row(id)->depth.low >= ECHO_FROM)
            bosses[count++] = id;
    }
    return (depth - GROWTH_DEPTH_FIRST) % ECHO_EVERY == ECHO_EVERY - 1 ? bosses[number % count]
                                                                       : SPECIES_DELVER;
}

enum species_id population_boss_of(int depth)
{
    if (depth >= GROWTH_DEPTH_FIRST)
        return echo_of_boss(depth);
    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        if (row->is_boss && depth >= row->depth.low && depth <= row->depth.high)
            return id;
    }
    return SPECIES_DELVER;
}

struct lair {
    struct pos at;     /* cell nearest to the room's middle on which a foe may stand */
    int steps;         /* steps from the nearer stairs to its nearest cell */
    bool has_one_door; /* has one door and no other entrance */
};

static bool is_good(const struct level *level, const struct population_search *search,
                    struct pos at)
{
    return search->steps[level_index(level, at)] != POPULATION_NO_WAY &&
           population_may_stand(level, at) && !is_water(level, at);
}

/* Finds the cell of a boss in the room. False: no foe may stand there. */
static bool find_stand(const struct level *level, const struct population_search *search,
                       struct rect room, struct pos *out)
{
    int nearest = INT_MAX;

    for (int y = room.y; y < room.y + room.height; y++) {
        for (int x = room.x; x < room.x + room.width; x++) {
            struct pos at = pos_of(x, y);
            int distance = pos_distance(at, rect_centre(room));
            if (distance < nearest && is_good(level, search, at)) {
                nearest = distance;
                *out = at;
            }
        }
    }
    return nearest < INT_MAX;
}

static struct lair describe(const struct level *level, const struct population_search *search,
                            struct rect room, struct pos at)
{
    uint16_t area = place_at(level, at);
    const struct place *place = place_of(level, area);
    struct lair lair = {.at = at, .steps = POPULATION_NO_WAY};

    lair.has_one_door = place->exit_count == 1 && place_exits(level, area)[0].has_door;
    for (int y = room.y; y < room.y + room.height; y++) {
        for (int x = room.x; x < room.x + room.width; x++) {
            int steps = search->steps[level_index(level, pos_of(x, y))];
            if (steps < lair.steps && place_at(level, pos_of(x, y)) == area)
                lair.steps = steps;
        }
    }
    return lair;
}

static bool is_better(const struct lair *lair, const struct lair *other)
{
    if (lair->has_one_door != other->has_one_door)
        return lair->has_one_door;
    return lair->steps > other->steps;
}

/* Finds the farthest of the `count` cells in the queue on which a foe may stand. False: there is
   none. */
static bool find_far_cell(const struct level *level, const struct population_search *search,
                          int count, struct pos *out)
{
    for (int i = count - 1; i >= 0; i--) {
        int index = search->dry[i];
        *out = pos_of(index % level->width, index / level->width);
        if (is_good(level, search, *out))
            return true;
    }
    return false;
}

/* Finds a cell in the set piece of that name. False: the level does not have it, or it has no free
   cell. */
static bool find_drawn_lair(const struct level *level, const struct population_search *search,
                            const char *name, struct pos *out)
{
    for (int i = 0; name != NULL && i < level->spot_count; i++) {
        if (strcmp(level->spots[i].name, name) == 0)
            return find_stand(level, search, level->spots[i].area, out);
    }
    return false;
}

/* Finds the cell of the level's boss: in its lair, or in the room most like one. False: there is
   none. Overwrites `search`. */
static bool population_lair(const struct level *level, struct population_search *search,
                            enum species_id boss, struct pos *out)
{
    const struct pos stairs[] = {level->up, level->down};
    int count = population_walk(level, search, stairs, 2);
    struct lair best = {.steps = -1};

    if (find_drawn_lair(level, search, species_row(boss)->lair, out))
        return true;
    for (int i = 0; i < level->room_count; i++) {
        struct pos at = {0};
        if (!find_stand(level, search, level->rooms[i], &at))
            continue;
        struct lair lair = describe(level, search, level->rooms[i], at);
        if (is_better(&lair, &best))
            best = lair;
    }
    *out = best.at;
    return best.steps >= 0 || find_far_cell(level, search, count, out);
}

enum {
    GROUPS_FIRST = 14, /* groups for GROUND_USUAL cells; one more for each GROUPS_DEPTHS */
    GROUPS_DEPTHS = 4,
    GROUND_USUAL = 2500,
    GROUND_LEAST = GROUND_USUAL * 7 / 10,
    GROUND_MOST = GROUND_USUAL * 16 / 10,
    ASLEEP_PERCENT = 55,
    ON_GUARD_PERCENT = 10,
    STRANGE_FROM = 3, /* first depth with strange groups, which are one group in STRANGE_ONE_IN */
    STRANGE_ONE_IN = 20,
    SPECIALIST_ONE_IN = 4,
    WATER_LEAST = 24, /* fewest cells of deep water on a level with swimmers */
    SPREAD = 6,       /* most cells from a foe to the first of its group */
    SPREAD_SIDE = 2 * SPREAD + 1,
    SPREAD_CELLS = SPREAD_SIDE * SPREAD_SIDE,
};

/* Marks a cell where a foe was put, in place of its steps: too few for another foe; FOR_GOOD also
   blocks the way. */
enum taken { TAKEN_FOR_GOOD, TAKEN };

/* The birth of a population. Steps of a cell count from the stairs up, or from the nearest
   delver. */
struct birth {
    const struct level *level;
    struct rng *rng;
    struct population_search *search;
    int dry_count;
    int wet_count;
    struct placement *out;
    int max;
    int count;
    uint16_t group; /* number of the last group */
};

struct group {
    enum species_id kind;
    enum species_id specialist; /* SPECIES_DELVER: none */
    int size;                   /* number of foes, without the specialist */
    enum foe_start start;
    bool is_strange;
};

/* The cells around the first foe of a group, nearest first. */
struct spread {
    struct pos first;
    struct pos queue[SPREAD_CELLS];
    int head;
    int tail;
    bool is_reached[SPREAD_CELLS];
};

int population_groups(const struct level *level, int percent)
{
    int cells = 0;

    CHECK(percent >= 0 && percent <= POPULATION_PERCENT_MAX);
    for (size_t i = 0; i < level_cell_count(level); i++)
        cells += tile_is_passable((enum tile_id)level->tiles[i]);
    int most = GROUND_MOST * level_shares(level_cell_count(level));
    cells = cells < GROUND_LEAST ? GROUND_LEAST : cells > most ? most : cells;

    int whole = 100 * GROUND_USUAL;
    return ((GROUPS_FIRST + level->key.depth / GROUPS_DEPTHS) * cells * percent + whole / 2) /
           whole;
}

static bool is_swimmer(const struct species_row *row)
{
    return species_part(row, PART_SWIM) != NULL;
}

static bool is_rooted(const struct species_row *row)
{
    return row->move == 0 || species_part(row, PART_STILL) != NULL;
}

static int steps_to(const struct birth *birth, struct pos at)
{
    return birth->search->steps[level_index(birth->level, at)];
}

/* Sorts the reached cells into dry ones and deep water, and leaves out those where no foe may
   stand. */
static void list_cells(struct birth *birth, const struct pos *from, int from_count)
{
    const struct level *level = birth->level;
    struct population_search *search = birth->search;
    int count = population_walk(level, search, from, from_count);

    for (int i = 0; i < count; i++) {
        int index = search->dry[i];
        struct pos at = pos_of(index % level->width, index / level->width);
        if (!population_may_stand(level, at))
            continue;
        if (is_water(level, at))
            search->wet[birth->wet_count++] = index;
        else
            search->dry[birth->dry_count++] = index;
    }
}

static bool is_open(const struct birth *birth, struct pos at)
{
    return tile_is_passable(level_tile(birth->level, at)) && steps_to(birth, at) != TAKEN_FOR_GOOD;
}

/*
 * True if a foe that stays at `at` might block a way: the open cells around it form more than one
 * run. The runs may be connected elsewhere; the cell is avoided all the same.
 */
static bool is_passage(const struct birth *birth, struct pos at)
{
    bool was_open = is_open(birth, pos_step(at, DIR_NORTHWEST));
    int runs = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        bool is_now = is_open(birth, pos_step(at, dir));
        runs += is_now && !was_open;
        was_open = is_now;
    }
    return runs > 1;
}

static int steps_min(const struct group *group)
{
    return group->is_strange ? POPULATION_STRANGE_STEPS : POPULATION_STEPS_MIN;
}

/* True if a foe of the row may be put at `at`: far enough from its origin, free, and outside a
   haven; a rooted foe also must not block a way. */
static bool fits(const struct birth *birth, const struct group *group,
                 const struct species_row *row, struct pos at)
{
    return steps_to(birth, at) >= steps_min(group) && population_may_stand(birth->level, at) &&
           !haven_is_at(birth->level, at) && !(is_rooted(row) && is_passage(birth, at));
}

/* Returns the index of the first cell that is at least `steps` away, or `count`; taken cells before
   it are skipped. */
static int find_far(const struct birth *birth, const int32_t *cells, int count, int steps)
{
    int i = 0;

    while (i < count && birth->search->steps[cells[i]] < steps)
        i++;
    return i;
}

static bool has_water(const struct birth *birth, int steps)
{
    int far = find_far(birth, birth->search->wet, birth->wet_count, steps);

    return birth->wet_count - far >= WATER_LEAST;
}

/* Draws a cell for the first foe, or takes the next one that fits. False: there is none. */
static bool find_first(const struct birth *birth, const struct group *group, struct pos *out)
{
    const struct species_row *row = species_row(group->kind);
    const int32_t *cells = is_swimmer(row) ? birth->search->wet : birth->search->dry;
    int count = is_swimmer(row) ? birth->wet_count : birth->dry_count;
    int far = find_far(birth, cells, count, steps_min(group));

    if (far == count)
        return false;
    int drawn = (int)rng_below(birth->rng, (uint32_t)(count - far));
    for (int i = 0; i < count - far; i++) {
        int index = cells[far + (drawn + i) % (count - far)];
        *out = pos_of(index % birth->level->width, index / birth->level->width);
        if (fits(birth, group, row, *out))
            return true;
    }
    return false;
}

static enum foe_start start_of(const struct species_row *row, const struct group *group)
{
    if (group->is_strange)
        return FOE_ASLEEP;
    if (species_part(row, PART_GUARD) != NULL)
        return FOE_ON_GUARD;
    /* A kind that cannot wander, or waits hidden, is posted instead. */
    if (group->start == FOE_WANDERING && (is_rooted(row) || species_part(row, PART_AMBUSH) != NULL))
        return FOE_ON_GUARD;
    return group->start;
}

static void put(struct birth *birth, const struct group *group, enum species_id kind, struct pos at)
{
    const struct species_row *row = species_row(kind);
    enum taken taken = is_rooted(row) ? TAKEN_FOR_GOOD : TAKEN;

    birth->search->steps[level_index(birth->level, at)] = (int32_t)taken;
    birth->out[birth->count++] = (struct placement){
        .species = kind,
        .at = at,
        .group = birth->group,
        .start = start_of(row, group),
        .is_strange = group->is_strange,
    };
}

static void reach(struct spread *spread, struct pos at)
{
    if (pos_distance(spread->first, at) > SPREAD)
        return;
    bool *is_reached = &spread->is_reached[(at.y - spread->first.y + SPREAD) * SPREAD_SIDE + at.x -
                                           spread->first.x + SPREAD];
    if (*is_reached)
        return;
    *is_reached = true;
    spread->queue[spread->tail++] = at;
}

/* Places a group by breadth-first search from its first cell. No closed door divides a group. */
static void place_group(struct birth *birth, const struct group *group)
{
    int wanted = group->size + (group->specialist != SPECIES_DELVER);
    enum way way = is_swimmer(species_row(group->kind)) ? WAY_SWIM : WAY_WALK;
    struct spread spread = {0};

    if (!find_first(birth, group, &spread.first))
        return;
    birth->group++;
    reach(&spread, spread.first);
    for (int placed = 0; placed < wanted && spread.head < spread.tail && birth->count < birth->max;
         spread.head++) {
        struct pos at = spread.queue[spread.head];
        enum species_id kind = placed < group->size ? group->kind : group->specialist;
        if (fits(birth, group, species_row(kind), at)) {
            put(birth, group, kind, at);
            placed++;
        }
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
            if (way_is_open(birth->level, way, at, dir))
                reach(&spread, pos_step(at, dir));
        }
    }
}

static enum foe_start draw_start(struct rng *rng)
{
    uint32_t drawn = rng_below(rng, 100);

    if (drawn < ASLEEP_PERCENT)
        return FOE_ASLEEP;
    return drawn < ASLEEP_PERCENT + ON_GUARD_PERCENT ? FOE_ON_GUARD : FOE_WANDERING;
}

static enum species_id draw_specialist(struct birth *birth, const struct species_row *leader)
{
    const struct kind_wish wish = {.depth = birth->level->key.depth, .leader = leader};

    if (leader->family != FAMILY_FOLK || rng_below(birth->rng, SPECIALIST_ONE_IN) != 0)
        return SPECIES_DELVER;
    return population_draw(birth->rng, &wish);
}

static struct group draw_group(struct birth *birth)
{
    int depth = birth->level->key.depth;
    struct group group = {0};

    if (depth >= STRANGE_FROM && rng_below(birth->rng, STRANGE_ONE_IN) == 0) {
        const struct kind_wish wish = {.depth = depth,
                                       .is_strange = true,
                                       .has_water = has_water(birth, POPULATION_STRANGE_STEPS)};
        group.kind = population_draw(birth->rng, &wish);
        group.is_strange = group.kind != SPECIES_DELVER;
    }
    if (!group.is_strange)
        group.kind = population_kind(birth->rng, depth, has_water(birth, POPULATION_STEPS_MIN));

    const struct species_row *row = species_row(group.kind);
    group.start = draw_start(birth->rng);
    group.size = rng_range(birth->rng, row->group.low, row->group.high);
    group.specialist = group.is_strange ? SPECIES_DELVER : draw_specialist(birth, row);
    return group;
}

static void place_boss(struct birth *birth, enum species_id boss, struct pos lair)
{
    const struct group group = {.kind = boss, .size = 1, .start = FOE_ON_GUARD};

    birth->group++;
    put(birth, &group, boss, lair);
}

static void place_groups(struct birth *birth, int groups)
{
    for (int i = 0; i < groups && birth->count < birth->max; i++) {
        struct group group = draw_group(birth);
        place_group(birth, &group);
    }
}

int population_at_birth(const struct level *level, struct rng *rng, int percent,
                        struct placement *out, int max, struct population_search *search)
{
    struct birth birth = {.level = level, .rng = rng, .search = search, .out = out, .max = max};
    enum species_id boss = population_boss_of(level->key.depth);
    int groups = population_groups(level, percent);
    struct pos lair;

    if (percent == 0 || max == 0)
        return 0;
    bool has_lair = boss != SPECIES_DELVER && population_lair(level, search, boss, &lair);
    list_cells(&birth, &level->up, 1);
    if (has_lair)
        place_boss(&birth, boss, lair);
    place_groups(&birth, groups);
    return birth.count;
}

bool population_has_boss(const struct world *world, const struct level *level)
{
    const struct body *body;

    for (body_id id = level->first_foe; id != 0; id = body->next) {
        body = world_body(world, id);
        if (species_row(body->species)->is_boss)
            return true;
    }
    return false;
}

bool population_boss_again(const struct level *level, struct population_search *search,
                           struct placement *out)
{
    enum species_id boss = population_boss_of(level->key.depth);

    *out = (struct placement){.species = boss, .start = FOE_ON_GUARD};
    return boss != SPECIES_DELVER && population_lair(level, search, boss, &out->at) &&
           level_body_at(level, out->at) == 0;
}

/* Marks the cells in sight as too near. */
static void mark_seen(const struct birth *birth, const uint64_t *seen)
{
    const struct level *level = birth->level;

    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++) {
            if ((seen[y * level->row_words + x / 64] >> x % 64 & 1) != 0)
                birth->search->steps[level_index(level, pos_of(x, y))] = TAKEN;
        }
    }
}

int population_more(const struct level *level, struct rng *rng, const struct population_wish *wish,
                    struct placement *out, int max, struct population_search *search)
{
    struct birth birth = {.level = level, .rng = rng, .search = search, .out = out, .max = max};

    list_cells(&birth, wish->from, wish->from_count);
    mark_seen(&birth, wish->seen);
    place_groups(&birth, wish->groups);
    return birth.count;
}
