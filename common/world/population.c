/*
 * The foes of a new level: a boss in its lair, then group after group. Each group draws its kind,
 * its start and its size, and a first cell; the others of it stand around that.
 */
#include "base/check.h"
#include "world/field.h"
#include "world/haven_ground.h"
#include "world/population_private.h"

enum {
    GROUPS_FIRST = 14, /* on a level of GROUND_USUAL cells; one more each GROUPS_DEPTHS depths */
    GROUPS_DEPTHS = 4,
    GROUND_USUAL = 2500,
    GROUND_LEAST = GROUND_USUAL * 7 / 10,
    GROUND_MOST = GROUND_USUAL * 16 / 10,
    ASLEEP_PERCENT = 55,
    ON_GUARD_PERCENT = 10,
    STRANGE_FROM = 3, /* the first depth with strange groups; one group in STRANGE_ONE_IN */
    STRANGE_ONE_IN = 20,
    SPECIALIST_ONE_IN = 4,
    WATER_LEAST = 24, /* cells of deep water without which there are no swimmers */
    SPREAD = 6,       /* how far from the first of a group another may stand */
    SPREAD_SIDE = 2 * SPREAD + 1,
    SPREAD_CELLS = SPREAD_SIDE * SPREAD_SIDE,
};

/* Steps of a cell where a foe was put: too few for another; FOR_GOOD also blocks the way. */
enum taken { TAKEN_FOR_GOOD, TAKEN };

/* A birth. The steps of a cell are those from `<`, or from the nearest delver. */
struct birth {
    const struct level *level;
    struct rng *rng;
    struct population_search *search;
    int dry_count;
    int wet_count;
    struct placement *out;
    int max;
    int count;
    uint16_t group; /* the last */
};

struct group {
    enum species_id kind;
    enum species_id specialist; /* SPECIES_DELVER: none */
    int size;                   /* without the specialist */
    enum foe_start start;
    bool is_strange;
};

/* The cells around the first of a group, in the order of their distance. */
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
    cells = cells < GROUND_LEAST ? GROUND_LEAST : cells > GROUND_MOST ? GROUND_MOST : cells;

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

/* Parts the cells reached into dry ones and deep water, and drops those where no foe may stand. */
static void list_cells(struct birth *birth, const struct pos *from, int from_count)
{
    const struct level *level = birth->level;
    struct population_search *search = birth->search;
    int count = population_walk(level, search, from, from_count);

    for (int i = 0; i < count; i++) {
        uint16_t index = search->dry[i];
        struct pos at = pos_of(index % level->width, index / level->width);
        if (!population_may_stand(level, at))
            continue;
        if (population_is_water(level, at))
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
 * True if a foe that stands here for good might cut a way: the open cells around it fall into
 * more than one run. The runs may be joined elsewhere; a foe can do without such a cell.
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

/* `at` is dry, or deep water, as the kind needs it. */
static bool fits(const struct birth *birth, const struct group *group,
                 const struct species_row *row, struct pos at)
{
    return steps_to(birth, at) >= steps_min(group) && population_may_stand(birth->level, at) &&
           !haven_is_at(birth->level, at) && !(is_rooted(row) && is_passage(birth, at));
}

/* The first of the cells that is so many steps away, or `count`; the taken before it are skipped.
 */
static int find_far(const struct birth *birth, const uint16_t *cells, int count, int steps)
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

/* A cell by chance, or the next after it that will do. False: there is none. */
static bool find_first(const struct birth *birth, const struct group *group, struct pos *out)
{
    const struct species_row *row = species_row(group->kind);
    const uint16_t *cells = is_swimmer(row) ? birth->search->wet : birth->search->dry;
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
    /* A kind that cannot wander, or waits hidden, is awake at its place instead. */
    if (group->start == FOE_WANDERING && (is_rooted(row) || species_part(row, PART_AMBUSH) != NULL))
        return FOE_ON_GUARD;
    return group->start;
}

static void put(struct birth *birth, const struct group *group, enum species_id kind, struct pos at)
{
    const struct species_row *row = species_row(kind);
    enum taken taken = is_rooted(row) ? TAKEN_FOR_GOOD : TAKEN;

    birth->search->steps[level_index(birth->level, at)] = (uint16_t)taken;
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

/* Breadth-first from the first cell. No closed door parts a group. */
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
    enum species_id boss = population_boss(level->key.depth);
    int groups = population_groups(level, percent);
    struct pos lair;

    if (percent == 0 || max == 0)
        return 0;
    bool has_lair = boss != SPECIES_DELVER && population_lair(level, search, &lair);
    list_cells(&birth, &level->up, 1);
    if (has_lair)
        place_boss(&birth, boss, lair);
    place_groups(&birth, groups);
    return birth.count;
}

/* A cell in sight is never far enough. */
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
