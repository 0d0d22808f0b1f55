/*
 * Islands of rock: the small ones are clutter, neither wall nor pillar.
 *
 * Everything around an island is open, so that opening it whole makes no pinch.
 */
#include "gen/passes.h"

void pass_clear_islands(struct gen_map *map, int island_min)
{
    struct survey *survey = &map->survey;

    if (island_min <= 1)
        return;
    for (int cell = 0; cell < survey->cell_count; cell++)
        survey->mask[cell] = map->tiles[cell] == TILE_ROCK;
    survey_label(survey, true);
    for (int cell = 0; cell < survey->cell_count; cell++) {
        int island = survey->label[cell];
        if (island != 0 && survey->size[island] < island_min)
            map->tiles[cell] = TILE_FLOOR;
    }
}
