/*
 * Areas asked for, and numbered.
 */
#include "world/place_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum {
    NUMBER_AREA_BITS = 15,
    NUMBER_DEPTH_BITS = 7,
    NUMBER_WING_BITS = 15,
    NUMBER_GENERATION_BITS = 16
};

/* Numbers the pieces in reading order and tells every cell its number. Returns how many. */
static uint32_t number_areas(struct place_draft *draft)
{
    const struct level *level = draft->level;
    uint16_t *numbers = draft->claims; /* by piece: claims have done their work */
    uint32_t count = 0;

    memset(numbers, 0, draft->piece_count * sizeof numbers[0]);
    memset(draft->areas, 0, draft->cell_count * sizeof draft->areas[0]);
    for (uint16_t piece = 1; piece < draft->piece_count; piece++)
        draft->pieces[piece].joins = place_draft_root(draft, piece);
    for (uint32_t i = 0; i < draft->ground_count; i++) {
        uint32_t cell = draft->cells[i];
        uint16_t root = draft->pieces[draft->piece_of[cell]].joins;
        if (numbers[root] == PLACE_NONE) {
            numbers[root] = (uint16_t)++count;
            draft->area_kinds[count] = (uint8_t)draft->pieces[root].kind;
        }
        draft->areas[cell] = numbers[root];
    }
    CHECK(count <= PLACE_AREAS_MAX);
    for (int y = 0; y < level->height; y++) {
        memcpy(&level->area_of[y * level->width],
               &draft->areas[(uint32_t)(y + 1) * draft->stride + 1],
               (size_t)level->width * sizeof draft->areas[0]);
    }
    return count;
}

static void survey_ground(struct place_draft *draft)
{
    const struct level *level = draft->level;
    uint8_t ground_of[TILE_COUNT];

    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++) {
        bool is_ground = tile_row(tile)->is_walkable;
        bool is_door = tile_is_door(tile) || tile == TILE_BARS_SHUT || tile == TILE_BARS_OPEN;
        ground_of[tile] = is_door     ? PLACE_GROUND_DOOR
                          : is_ground ? PLACE_GROUND_LOOSE
                                      : PLACE_GROUND_NONE;
    }
    memset(draft->grounds, PLACE_GROUND_NONE, draft->cell_count);
    for (int y = 0; y < level->height; y++) {
        const uint8_t *tiles = &level->tiles[y * level->width];
        uint32_t cell = (uint32_t)(y + 1) * draft->stride + 1;
        for (int x = 0; x < level->width; x++, cell++) {
            draft->grounds[cell] = ground_of[tiles[x]];
            draft->cells[draft->ground_count] = cell;
            draft->ground_count += draft->grounds[cell] != PLACE_GROUND_NONE;
        }
    }
}

enum err places_build(struct level *level)
{
    struct place_draft draft = {.level = level, .stride = (uint32_t)level->width + 2};

    draft.cell_count = draft.stride * ((uint32_t)level->height + 2);
    size_t count = draft.cell_count;
    size_t cell_size = sizeof *draft.pieces + sizeof *draft.queue + sizeof *draft.cells +
                       sizeof *draft.claims + sizeof *draft.piece_of + sizeof *draft.areas +
                       sizeof *draft.grounds + sizeof *draft.area_kinds;
    char *memory = malloc(count * cell_size);
    if (memory == NULL)
        return ERR_MEMORY;
    draft.pieces = (struct place_piece *)(void *)memory;
    draft.queue = (uint32_t *)(void *)(draft.pieces + count);
    draft.cells = draft.queue + count;
    draft.claims = (uint16_t *)(void *)(draft.cells + count);
    draft.piece_of = draft.claims + count;
    draft.areas = draft.piece_of + count;
    draft.grounds = (uint8_t *)(draft.areas + count);
    draft.area_kinds = draft.grounds + count;
    survey_ground(&draft);
    place_draft_divide(&draft);

    enum err error = place_draft_describe(&draft, number_areas(&draft), &level->places);
    free(memory);
    return error;
}

uint16_t place_at(const struct level *level, struct pos at)
{
    return level_contains(level, at) ? level->area_of[level_index(level, at)] : PLACE_NONE;
}

const struct place *place_of(const struct level *level, uint16_t area)
{
    return &level->places->areas[area <= level->places->count ? area : PLACE_NONE];
}

const struct place_exit *place_exits(const struct level *level, uint16_t area)
{
    return &level->places->exits[place_of(level, area)->exit_first];
}

const struct pos *place_doors(const struct level *level, uint16_t area)
{
    return &level->places->doors[place_of(level, area)->door_first];
}

/* Twice the distance of an exit along its wall from the wall's middle; negative: west or north. */
static int off_middle(const struct place *place, const struct place_exit *exit)
{
    if (exit->dir == DIR_NORTH || exit->dir == DIR_SOUTH)
        return 2 * (exit->from.x - place->bounds.x) - (place->bounds.width - 1);
    return 2 * (exit->from.y - place->bounds.y) - (place->bounds.height - 1);
}

/* The diagonal beside an exit's own direction, on the side of the wall on which it lies. */
static enum dir diagonal_of(const struct place_exit *exit, int off)
{
    static const enum dir table[DIR_COUNT][2] = {
        [DIR_NORTH] = {DIR_NORTHWEST, DIR_NORTHEAST},
        [DIR_SOUTH] = {DIR_SOUTHWEST, DIR_SOUTHEAST},
        [DIR_WEST] = {DIR_NORTHWEST, DIR_SOUTHWEST},
        [DIR_EAST] = {DIR_NORTHEAST, DIR_SOUTHEAST},
    };

    return table[exit->dir][off > 0];
}

void place_exits_by_dir(const struct level *level, uint16_t area, const uint8_t *passes,
                        int out[DIR_COUNT])
{
    const struct place *place = place_of(level, area);
    const struct place_exit *exits = place_exits(level, area);
    int count = (int)place->exit_count;

    for (enum dir dir = DIR_NONE; dir < DIR_COUNT; dir++)
        out[dir] = -1;
    for (int i = 0; i < count; i++) {
        int *best = &out[exits[i].dir];
        if (passes != NULL && passes[i] == 0)
            continue;
        if (*best < 0 || abs(off_middle(place, &exits[i])) < abs(off_middle(place, &exits[*best])))
            *best = i;
    }
    for (int i = 0; i < count; i++) {
        int *diagonal = &out[diagonal_of(&exits[i], off_middle(place, &exits[i]))];
        if ((passes == NULL || passes[i] != 0) && out[exits[i].dir] != i && *diagonal < 0)
            *diagonal = i;
    }
}

uint64_t place_number(struct level_key key, uint16_t area)
{
    uint64_t number = key.generation & ((1u << NUMBER_GENERATION_BITS) - 1);

    number = number << NUMBER_WING_BITS | (key.wing & ((1u << NUMBER_WING_BITS) - 1));
    number = number << NUMBER_DEPTH_BITS | (key.depth & ((1u << NUMBER_DEPTH_BITS) - 1));
    return number << NUMBER_AREA_BITS | (area & ((1u << NUMBER_AREA_BITS) - 1));
}
