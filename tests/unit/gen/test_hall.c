/*
 * Clean halls.
 */
#include "gen/measure.h"
#include "gen/prove.h"
#include "gen/rooms.h"
#include "support/gen_text.h"
#include "support/test.h"

static const struct rect west = {1, 1, 3, 3};

TEST(a_straight_hall_goes_from_wall_to_wall)
{
    struct gen_map map;
    struct hall hall;

    gen_text_draw(&map, "##############\n"
                        "#...######...#\n"
                        "#...######...#\n"
                        "#...######...#\n"
                        "##############\n");
    ck_assert(hall_find(&map, west, (struct rect){10, 1, 3, 3}, &hall));
    ck_assert_int_eq(hall.length, 6);
    ck_assert_int_eq(hall.stop.x, 10);
    hall_dig(&map, &hall);
    ck_assert(gen_map_is_open(&map, 4, hall.stop.y));
    ck_assert(gen_map_is_open(&map, 9, hall.stop.y));
    gen_map_release(&map);
}

TEST(a_hall_ends_at_the_first_open_cell)
{
    struct gen_map map;
    struct hall hall;

    gen_text_draw(&map, "##############\n"
                        "#...##.###...#\n"
                        "#...##.###...#\n"
                        "#...##.###...#\n"
                        "##############\n");
    ck_assert(hall_find(&map, west, (struct rect){10, 1, 3, 3}, &hall));
    ck_assert_int_eq(hall.length, 2);
    ck_assert_int_eq(hall.stop.x, 6);
    gen_map_release(&map);
}

/* Up to six small rooms that do not touch, in a map of 50x30. */
static void scatter_rooms(struct gen_map *map)
{
    for (int tries = 0; tries < 60 && map->room_count < 6; tries++) {
        int x = rng_range(&map->rng, 2, 42);
        int y = rng_range(&map->rng, 2, 24);
        bool is_free = true;
        for (int dy = -2; dy <= 5; dy++) {
            for (int dx = -2; dx <= 7; dx++)
                is_free = is_free && !gen_map_is_open(map, x + dx, y + dy);
        }
        if (is_free)
            ck_assert(gen_map_add_room(map, (struct rect){(int16_t)x, (int16_t)y, 6, 4}));
    }
}

/* Nothing open within two cells to either side of an end of the hall. */
static void expect_spaced(const struct gen_map *map, struct pos end, struct pos next)
{
    int dx = end.x != next.x ? 0 : 1;
    int dy = end.x != next.x ? 1 : 0;

    for (int away = -2; away <= 2; away++) {
        if (away != 0)
            ck_assert(!gen_map_is_open(map, end.x + dx * away, end.y + dy * away));
    }
}

static void expect_clean(struct gen_map *map, const struct hall *hall)
{
    int last = hall->length - 1;

    expect_spaced(map, hall->cells[0], hall->length > 1 ? hall->cells[1] : hall->stop);
    expect_spaced(map, hall->cells[last], hall->stop);
    hall_dig(map, hall);
    for (int i = 0; i < hall->length; i++)
        ck_assert_int_eq(gen_map_exits(map, hall->cells[i].x, hall->cells[i].y), 2);
    unsigned faults = prove_tiles(&map->survey, map->tiles, map->up, map->down, NULL, 0);
    ck_assert_uint_eq(faults & GEN_FAULT_PINCH, 0);
}

TEST(halls_among_many_touch_nothing_on_their_way)
{
    struct gen_map map;
    struct hall hall;
    int found = 0;

    ck_assert_int_eq(gen_map_init(&map, 50, 30), ERR_OK);
    for (uint64_t seed = 0; seed < 300; seed++) {
        gen_map_clear(&map);
        rng_init(&map.rng, seed);
        scatter_rooms(&map);
        for (int from = 0; from < map.room_count; from++) {
            for (int to = 0; to < map.room_count; to++) {
                if (from != to && hall_find(&map, map.rooms[from], map.rooms[to], &hall)) {
                    expect_clean(&map, &hall);
                    found++;
                }
            }
        }
    }
    ck_assert_int_ge(found, 1500);
    gen_map_release(&map);
}
