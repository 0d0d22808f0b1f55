/*
 * Description of each area, once every cell has its area: size, bounds, ways out, doors. Everything
 * is counted first, so that one allocation holds it all.
 */
#include "world/place_private.h"

#include <stdlib.h>

enum { SIDES = 4 };

static const enum dir side_dirs[SIDES] = {DIR_NORTH, DIR_WEST, DIR_EAST, DIR_SOUTH};

struct survey {
    const struct place_draft *draft;
    struct place_map *map;
    uint32_t steps[SIDES]; /* from a cell of the draft to its neighbours */
};

static bool is_doorway(const struct survey *survey, uint32_t cell)
{
    return survey->draft->grounds[cell] == PLACE_GROUND_DOOR;
}

/* True if the cell counts for where its area lies: doorways and nooks stick out of it. */
static bool is_core(const struct survey *survey, uint32_t cell)
{
    uint16_t number = survey->draft->piece_of[cell];
    const struct place_piece *piece = &survey->draft->pieces[number];

    if (is_doorway(survey, cell))
        return piece->kind == PLACE_DOORWAY;
    return piece->joins == number || piece->kind == PLACE_CAVE;
}

static struct pos pos_of_cell(const struct survey *survey, uint32_t cell)
{
    uint32_t stride = survey->draft->stride;

    return pos_of((int)(cell % stride) - 1, (int)(cell / stride) - 1);
}

/* Adds a doorway as a door to its own area and to the areas beside it, to each once. */
static void add_door(const struct survey *survey, uint32_t cell)
{
    struct place_map *map = survey->map;
    uint16_t owners[1 + SIDES] = {survey->draft->areas[cell]};
    int count = 1;

    for (int i = 0; i < SIDES; i++) {
        uint16_t area = survey->draft->areas[cell + survey->steps[i]];
        bool is_new = area != PLACE_NONE;
        for (int j = 0; j < count; j++)
            is_new = is_new && owners[j] != area;
        if (is_new)
            owners[count++] = area;
    }
    for (int i = 0; i < count; i++) {
        struct place *place = &map->areas[owners[i]];
        if (map->doors != NULL)
            map->doors[place->door_first + place->door_count] = pos_of_cell(survey, cell);
        place->door_count++;
    }
}

static void add_exit(const struct survey *survey, uint32_t cell, int side)
{
    struct place_map *map = survey->map;
    uint32_t next = cell + survey->steps[side];
    struct place *place = &map->areas[survey->draft->areas[cell]];
    bool has_door = is_doorway(survey, cell) || is_doorway(survey, next);
    uint16_t to = survey->draft->areas[next];

    if (map->exits == NULL) {
        place->exit_count++;
        return;
    }
    struct place_exit *exits = &map->exits[place->exit_first];
    for (uint32_t i = 0; !has_door && i < place->exit_count; i++) {
        if (!exits[i].has_door && exits[i].to == to && exits[i].dir == side_dirs[side])
            return;
    }
    struct place_exit *exit = &exits[place->exit_count++];
    *exit = (struct place_exit){
        .from = pos_of_cell(survey, cell),
        .into = pos_of_cell(survey, next),
        .has_door = has_door,
        .dir = side_dirs[side],
        .to = to,
    };
    if (has_door)
        exit->door = is_doorway(survey, cell) ? exit->from : exit->into;
}

static void add_cell(const struct survey *survey, struct place *place, uint32_t cell, int x, int y)
{
    struct rect *bounds = &place->bounds;

    if (place->size++ == 0)
        place->first = pos_of(x, y);
    if (!is_core(survey, cell))
        return;
    if (bounds->width == 0) {
        *bounds = (struct rect){(int16_t)x, (int16_t)y, 1, 1};
        return;
    }
    /* In reading order no cell lies above the first. */
    int left = x < bounds->x ? x : bounds->x;
    int right = x >= bounds->x + bounds->width ? x + 1 : bounds->x + bounds->width;
    *bounds = (struct rect){(int16_t)left, bounds->y, (int16_t)(right - left),
                            (int16_t)(y + 1 - bounds->y)};
}

/* Adds the door and the exits of a cell; with no room for them yet they are only counted. */
static void visit_border(const struct survey *survey, uint32_t cell)
{
    const uint16_t *areas = survey->draft->areas;

    if (is_doorway(survey, cell))
        add_door(survey, cell);
    unsigned sides = 0;
    for (int i = 0; i < SIDES; i++) {
        uint16_t other = areas[cell + survey->steps[i]];
        sides |= (unsigned)((other != areas[cell]) & (other != PLACE_NONE)) << i;
    }
    for (; sides != 0; sides &= sides - 1)
        add_exit(survey, cell, __builtin_ctz(sides));
}

/* Visits every cell that is ground. Returns how many of them have doors or exits; they are kept at
   the front of the queue. */
static uint32_t visit_cells(const struct survey *survey)
{
    const struct place_draft *draft = survey->draft;
    const uint16_t *areas = draft->areas;
    uint32_t border_count = 0;
    uint32_t row_end = 0;
    int y = -1;

    for (uint32_t i = 0; i < draft->ground_count; i++) {
        uint32_t cell = draft->cells[i];
        uint16_t area = areas[cell];
        for (; cell >= row_end; row_end += draft->stride)
            y++;
        add_cell(survey, &survey->map->areas[area], cell,
                 (int)(cell - (row_end - draft->stride)) - 1, y - 1);
        bool is_border = is_doorway(survey, cell);
        for (int side = 0; side < SIDES; side++) {
            uint16_t other = areas[cell + survey->steps[side]];
            is_border |= (other != area) & (other != PLACE_NONE);
        }
        draft->queue[border_count] = cell;
        border_count += is_border;
    }
    return border_count;
}

/* Turns counts into the places where each area's exits and doors begin. */
static void lay_out(struct place_map *map, uint32_t *exit_count, uint32_t *door_count)
{
    *exit_count = 0;
    *door_count = 0;
    for (uint32_t i = 1; i <= map->count; i++) {
        struct place *place = &map->areas[i];
        place->exit_first = *exit_count;
        place->door_first = *door_count;
        *exit_count += place->exit_count;
        *door_count += place->door_count;
        place->exit_count = 0;
        place->door_count = 0;
    }
}

enum err place_draft_describe(const struct place_draft *draft, uint32_t area_count,
                              struct place_map **out)
{
    size_t areas_size = sizeof(struct place_map) + (area_count + 1) * sizeof(struct place);
    struct place_map *map = calloc(1, areas_size);
    struct survey survey = {
        .draft = draft,
        .map = map,
        .steps = {0u - draft->stride, 0u - 1u, 1u, draft->stride},
    };
    uint32_t exit_count;
    uint32_t door_count;

    if (map == NULL)
        return ERR_MEMORY;
    map->count = area_count;
    map->areas = (struct place *)(map + 1);
    for (uint32_t i = 1; i <= area_count; i++)
        map->areas[i].kind = (enum place_kind)draft->area_kinds[i];
    uint32_t border_count = visit_cells(&survey);
    for (uint32_t i = 0; i < border_count; i++)
        visit_border(&survey, draft->queue[i]);
    lay_out(map, &exit_count, &door_count);

    struct place_map *whole = realloc(map, areas_size + exit_count * sizeof(struct place_exit) +
                                               door_count * sizeof(struct pos));
    if (whole == NULL) {
        free(map);
        return ERR_MEMORY;
    }
    whole->areas = (struct place *)(whole + 1);
    whole->exits = (struct place_exit *)(whole->areas + area_count + 1);
    whole->doors = (struct pos *)(whole->exits + exit_count);
    survey.map = whole;
    for (uint32_t i = 0; i < border_count; i++)
        visit_border(&survey, draft->queue[i]);
    *out = whole;
    return ERR_OK;
}
