/*
 * The order of the passes.
 */
#include "gen/passes.h"

static bool has_open_cell(const struct gen_map *map)
{
    for (int i = 0; i < map->survey.cell_count; i++) {
        if (map->survey.is_passable[map->tiles[i]])
            return true;
    }
    return false;
}

bool finish_map(struct gen_map *map)
{
    const struct gen_finish *finish = &map->finish;

    if (!has_open_cell(map))
        return false;
    map->stub_salt = rng_next(&map->rng);
    pass_join_pieces(map, finish->piece_min);
    pass_prune_dead_ends(map, finish->prune_length);
    pass_open_pinches(map);
    pass_open_loops(map);
    pass_widen_core(map);
    if (finish->landings) {
        pass_carve_landings(map);
        pass_open_pinches(map);
    }
    pass_clear_islands(map, finish->island_min);
    pass_fill_stubs(map);
    pass_mend_doors(map);
    return has_open_cell(map) && pass_place_stairs(map);
}
