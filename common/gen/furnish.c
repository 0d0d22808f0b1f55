/*
 * Furnishing: set pieces, gates and surfaces, on a level that is right as it is. Where the proof
 * fails with them they are taken away again, and the level stays.
 */
#include <string.h>

#include "gen/landmark.h"
#include "gen/passes.h"
#include "gen/piece.h"
#include "gen/prove.h"

enum { OPEN_PERCENT = 45 /* of the places: laid on open floor, where there is some */ };

static bool is_right(struct gen_map *map)
{
    const struct gen_furnishing *furnishing = &map->furnishing;

    return prove_tiles(&map->survey, map->tiles, map->up, map->down, furnishing->gates,
                       furnishing->gate_count) == 0 &&
           prove_gates(&map->survey, map->tiles, map->up, map->down, furnishing->gates,
                       furnishing->gate_count) == 0;
}

void stamp_map(struct gen_map *map)
{
    static const struct piece_wish wish = {.kinds = 1u << SETPIECE_AREA};
    struct gen_furnishing *furnishing = &map->furnishing;
    int wanted = furnishing->places_max < gen_map_scaled(map, map->finish.stamps)
                     ? furnishing->places_max
                     : gen_map_scaled(map, map->finish.stamps);

    if (furnishing->pieces == NULL || !furnishing->is_early)
        return;
    for (int i = 0; i < wanted; i++)
        (void)piece_stamp(map, wish);
}

/* Adds as many places as there is room for, in the rock and on the floor. */
static void add_places(struct gen_map *map)
{
    struct gen_furnishing *furnishing = &map->furnishing;
    int wanted = furnishing->places_max;
    int before = furnishing->place_count;

    pass_dig_places(map, wanted - wanted * OPEN_PERCENT / 100);
    pass_lay_places(map, wanted - (furnishing->place_count - before));
}

bool furnish_map(struct gen_map *map)
{
    struct gen_furnishing *furnishing = &map->furnishing;

    if (furnishing->pieces == NULL)
        return prove_tiles(&map->survey, map->tiles, map->up, map->down, NULL, 0) == 0;
    landmark_mend(map);
    memcpy(map->bare, map->tiles, (size_t)map->survey.cell_count);
    int places = furnishing->place_count;
    int rooms = map->room_count;
    if (furnishing->places_max > 0) {
        pass_lay_arrivals(map);
        add_places(map);
    }
    pass_build_gates(map);
    pass_mend_doors(map);
    pass_grow_surfaces(map);
    if (is_right(map))
        return true;
    memcpy(map->tiles, map->bare, (size_t)map->survey.cell_count);
    furnishing->place_count = places;
    furnishing->gate_count = 0;
    map->room_count = rooms;
    pass_grow_surfaces(map);
    return is_right(map);
}
