/*
 * How a level grows its population back: while delvers are there, group after group, the faster the
 * more they are; and at once what is missing when somebody comes to a level that was left. A level
 * that a crowd has left loses what came for the crowd: foes at home that no delver has seen for ten
 * minutes go, group after group, down to what the level keeps.
 *
 * Groups are counted by their numbers on the foes that are left; a new group gets the lowest number
 * that is free. Bosses, and foes that were called in play, belong to no group that counts.
 */
#include <string.h>

#include "world/ember.h"
#include "world/stock_room.h"
#include "world/world_private.h"

enum {
    LOOK_TICKS = 50,        /* of the level's clock, from one count of its groups to the next */
    ROOM_PERCENT = 60,      /* of the groups of its birth that it has room for, */
    ROOM_EACH = 15,         /* and so many more for each delver there, */
    ROOM_PERCENT_MAX = 300, /* at most */
    GROUP_MS = 180000,      /* from one group to the next, divided by the number of delvers, */
    GROUP_MS_MIN = 15000,   /* at least */
    ROUSED_MS = 30000,      /* the same where an ember is, */
    ROUSED_PERCENT = 150,   /* and of the groups that come with it */
    WHOLE_MS = 1800000,     /* after so long without a delver all that is missing is back */
    KEPT_PERCENT = 150,     /* of the groups of its birth, after a crowd has left, */
    UNSEEN_MS = 600000,     /* and a foe beyond them goes after so long at home and unseen */
    NUMBER_WORDS = (POPULATION_GROUPS_MAX + 64) / 64,
};

/* Which numbers of groups are taken. */
struct numbers {
    uint64_t bits[NUMBER_WORDS];
    int count; /* without those of bosses */
};

static bool has_number(const struct numbers *numbers, int number)
{
    return (numbers->bits[number / 64] >> number % 64 & 1) != 0;
}

static void add_number(struct numbers *numbers, int number)
{
    numbers->bits[number / 64] |= UINT64_C(1) << number % 64;
}

static struct numbers numbers_of(const struct world *world, const struct level *level)
{
    struct numbers numbers = {.count = 0};
    const struct foe *foe;

    for (body_id id = level->first_foe; id != 0; id = foe->body.next) {
        foe = body_foe(world_body(world, id));
        if (foe->group == 0 || has_number(&numbers, foe->group))
            continue;
        add_number(&numbers, foe->group);
        numbers.count += !species_row(foe->body.species)->is_boss;
    }
    return numbers;
}

/* 0: all are taken. */
static uint16_t take_number(struct numbers *numbers)
{
    uint16_t number = 1;

    while (number <= POPULATION_GROUPS_MAX && has_number(numbers, number))
        number++;
    if (number > POPULATION_GROUPS_MAX)
        return 0;
    add_number(numbers, number);
    return number;
}

static int room_for(const struct level *level, uint32_t delvers)
{
    uint32_t percent = ROOM_PERCENT + ROOM_EACH * delvers;

    return level->population.groups *
           (int)(percent < ROOM_PERCENT_MAX ? percent : ROOM_PERCENT_MAX) / 100;
}

static void add_groups(struct world *world, struct level *level, const struct population_wish *wish,
                       struct numbers *numbers)
{
    struct stock_room *room = world->stock_room;
    int most = POPULATION_MAX - (int)(level->foe_count + level->delver_count);
    uint16_t group = 0;

    if (most <= 0)
        return;
    int count = population_more(level, &level->rng, wish, room->placements, most, &room->search);
    for (int i = 0; i < count; i++) {
        if (i == 0 || room->placements[i].group != room->placements[i - 1].group)
            group = take_number(numbers);
        stock_put(world, level, &room->placements[i], group);
    }
}

/* The cells of all delvers, and what they see. Returns how many they are. */
static int look_through_delvers(const struct world *world, const struct level *level,
                                struct stock_room *room)
{
    const struct delver *delver;
    int count = 0;

    memset(room->seen, 0, sizeof room->seen);
    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        room->from[count++] = delver->body.at;
        for (int y = 0; y < level->height; y++) {
            for (int word = 0; word < level->row_words; word++)
                room->seen[y * level->row_words + word] |=
                    delver->sight.width == 0 ? 0 : sight_row_word(&delver->sight, y, word);
        }
    }
    return count;
}

static bool is_due(const struct world *world, struct level *level, const struct numbers *numbers,
                   uint64_t ticks)
{
    struct level_population *population = &level->population;
    bool is_roused = ember_is_on(world, level);
    int pause = is_roused ? ROUSED_MS : GROUP_MS / (int)level->delver_count;
    int room = room_for(level, level->delver_count);
    int roused = level->population.groups * ROUSED_PERCENT / 100;

    if (numbers->count >= (is_roused && roused > room ? roused : room)) {
        population->missing_for = 0;
        return false;
    }
    population->missing_for += ticks;
    if (population->missing_for < world_ms(world, pause > GROUP_MS_MIN ? pause : GROUP_MS_MIN))
        return false;
    population->missing_for = 0;
    return true;
}

static bool is_kept(const struct foe *foe)
{
    const struct mind *mind = &foe->mind;

    return species_row(foe->body.species)->is_boss || mind->target != 0 || mind->gold > 0 ||
           mind->mood == MOOD_HUNTING || mind->mood == MOOD_HOMING;
}

/* Looks at each foe of a level with more groups than it keeps, and frees one group that was unseen
   for long. `room->seen` holds the cells that delvers see. */
static void thin_out(struct world *world, struct level *level, const struct stock_room *room)
{
    uint64_t unseen = world_ms(world, UNSEEN_MS);
    uint16_t group = 0;
    body_id next;

    for (body_id id = level->first_foe; id != 0; id = next) {
        struct foe *foe = body_foe(world_body(world, id));
        struct pos at = foe->body.at;
        bool is_seen = (room->seen[at.y * level->row_words + at.x / 64] >> at.x % 64 & 1) != 0;
        next = foe->body.next;
        if (!level->population.is_crowded || is_seen || is_kept(foe))
            foe->unseen_at = level->clock;
        if (level->clock - foe->unseen_at < unseen || foe->group == 0 ||
            (group != 0 && foe->group != group))
            continue;
        group = foe->group;
        foe_free(world, foe);
    }
    level->population.is_crowded = true;
}

/* True while the level has more groups than it keeps, and more than its number of delvers calls
   for. */
static bool is_crowded(const struct level *level, const struct numbers *numbers)
{
    return numbers->count * 100 > level->population.groups * KEPT_PERCENT &&
           numbers->count > room_for(level, level->delver_count);
}

void refill_run(struct world *world, struct level *level)
{
    struct level_population *population = &level->population;
    struct stock_room *room = world->stock_room;
    uint64_t ticks = level->clock - population->looked_at;

    if (population->groups == 0 || level->delver_count == 0 ||
        level->delver_count > COMPANY_LEVEL_MAX || ticks < LOOK_TICKS)
        return;
    population->looked_at = level->clock;
    struct numbers numbers = numbers_of(world, level);
    if (is_crowded(level, &numbers)) {
        population->missing_for = 0;
        (void)look_through_delvers(world, level, room);
        thin_out(world, level, room);
        return;
    }
    population->is_crowded = false;
    if (!is_due(world, level, &numbers, ticks))
        return;
    const struct population_wish wish = {
        .groups = 1,
        .from = room->from,
        .from_count = look_through_delvers(world, level, room),
        .seen = room->seen,
    };
    add_groups(world, level, &wish, &numbers);
}

void refill_rouse(struct world *world, struct level *level, struct pos at)
{
    const struct pos from[] = {at, level->up, level->down};
    struct numbers numbers = numbers_of(world, level);
    const struct population_wish wish = {
        .groups = level->population.groups * ROUSED_PERCENT / 100 - numbers.count,
        .from = from,
        .from_count = sizeof from / sizeof from[0],
        .seen = world->stock_room->seen,
    };

    memset(world->stock_room->seen, 0, sizeof world->stock_room->seen);
    if (wish.groups > 0)
        add_groups(world, level, &wish, &numbers);
}

void refill_arrival(struct world *world, struct level *level, struct pos at)
{
    const struct pos from[] = {at, level->up, level->down};
    uint64_t left_at = level->population.left_at;
    uint64_t whole = world_ms(world, WHOLE_MS);

    strew_arrival(world, level);
    if (left_at == 0 || left_at > world->tick)
        return;
    uint64_t away = world->tick - left_at < whole ? world->tick - left_at : whole;
    struct numbers numbers = numbers_of(world, level);
    int missing = room_for(level, 1) - numbers.count;
    if (missing <= 0)
        return;
    memset(world->stock_room->seen, 0, sizeof world->stock_room->seen);
    const struct population_wish wish = {
        .groups = (int)((uint64_t)missing * away / whole),
        .from = from,
        .from_count = sizeof from / sizeof from[0],
        .seen = world->stock_room->seen,
    };
    if (wish.groups > 0)
        add_groups(world, level, &wish, &numbers);
}
