/*
 * Pieces: small ones filled in, the rest joined.
 */
#include "gen/passes.h"

#include <string.h>

#include "base/check.h"

static int label_open(struct gen_map *map)
{
    struct survey *survey = &map->survey;

    survey_load(survey, map->tiles);
    memcpy(survey->mask, survey->open, (size_t)survey->cell_count);
    return survey_label(survey, false);
}

static bool room_has_open_cell(const struct gen_map *map, struct rect room)
{
    for (int y = room.y; y < room.y + room.height; y++) {
        for (int x = room.x; x < room.x + room.width; x++) {
            if (gen_map_is_open(map, x, y))
                return true;
        }
    }
    return false;
}

static void drop_filled_rooms(struct gen_map *map)
{
    int kept = 0;

    for (int i = 0; i < map->room_count; i++) {
        if (room_has_open_cell(map, map->rooms[i]))
            map->rooms[kept++] = map->rooms[i];
    }
    map->room_count = kept;
}

static int largest_piece(const struct survey *survey, int piece_count)
{
    int largest = 0;

    for (int piece = 1; piece <= piece_count; piece++) {
        if (largest == 0 || survey->size[piece] > survey->size[largest])
            largest = piece;
    }
    return largest;
}

/*
 * Fills in the labelled pieces of fewer cells than `piece_min`, but for the largest; they lose
 * their labels. Returns how many are left.
 */
static int erase_small(struct gen_map *map, int piece_count, int piece_min)
{
    struct survey *survey = &map->survey;
    int largest = largest_piece(survey, piece_count);
    int small = 0;

    survey->low[0] = 0;
    for (int piece = 1; piece <= piece_count; piece++) {
        survey->low[piece] = piece != largest && survey->size[piece] < piece_min;
        small += survey->low[piece];
    }
    for (int cell = 0; small > 0 && cell < survey->cell_count; cell++) {
        if (!survey->low[survey->label[cell]])
            continue;
        map->tiles[cell] = TILE_ROCK;
        survey->open[cell] = 0;
        survey->label[cell] = 0;
    }
    drop_filled_rooms(map);
    return piece_count - small;
}

void pass_erase_pieces(struct gen_map *map, int piece_min)
{
    (void)erase_small(map, label_open(map), piece_min);
}

static void label_ring(struct survey *survey, uint16_t label)
{
    int last = survey->cell_count - survey->width;

    for (int x = 0; x < survey->width; x++)
        survey->label[x] = survey->label[last + x] = label;
    for (int row = 0; row <= last; row += survey->width)
        survey->label[row] = survey->label[row + survey->width - 1] = label;
}

/*
 * Spreads every piece through the rock at once. Afterwards label[] is the piece nearest to each
 * inner cell, distance[] how many cells of rock lead there and parent[] the next one on the way.
 */
static void spread_pieces(struct gen_map *map)
{
    struct survey *survey = &map->survey;
    int step[4] = {-map->width, 1, map->width, -1};
    int count = 0;

    memset(survey->distance, 0, sizeof *survey->distance * (size_t)survey->cell_count);
    label_ring(survey, UINT16_MAX);
    for (int cell = 0; cell < survey->cell_count; cell++) {
        survey->parent[cell] = SURVEY_NONE;
        if (survey->open[cell])
            survey->queue[count++] = (uint16_t)cell;
    }
    for (int head = 0; head < count; head++) {
        int at = survey->queue[head];
        for (int i = 0; i < 4; i++) {
            int next = at + step[i];
            if (survey->label[next] != 0)
                continue;
            survey->label[next] = survey->label[at];
            survey->distance[next] = (uint16_t)(survey->distance[at] + 1);
            survey->parent[next] = (uint16_t)at;
            survey->queue[count++] = (uint16_t)next;
        }
    }
    label_ring(survey, 0);
}

/* Lists in order[], as cell * 2 + (0 for east, 1 for south), where two pieces meet. */
static int list_meetings(struct gen_map *map)
{
    struct survey *survey = &map->survey;
    int count = 0;

    for (int cell = 0; cell < survey->cell_count - map->width; cell++) {
        for (int south = 0; south < 2; south++) {
            int other = cell + (south ? map->width : 1);
            int mine = survey->label[cell];
            int theirs = survey->label[other];
            if (mine != 0 && theirs != 0 && mine != theirs)
                survey->order[count++] = (uint32_t)(cell * 2 + south);
        }
    }
    return count;
}

/* The representative of a piece; low[] is the forest of the union-find. */
static int find_root(struct survey *survey, int piece)
{
    while (survey->low[piece] != piece) {
        survey->low[piece] = survey->low[survey->low[piece]];
        piece = survey->low[piece];
    }
    return piece;
}

static void carve_back(struct gen_map *map, int cell)
{
    for (; map->survey.parent[cell] != SURVEY_NONE; cell = map->survey.parent[cell]) {
        struct pos at = gen_map_pos(map, cell);
        gen_map_carve(map, at.x, at.y);
    }
}

/* Carves the meeting if it joins two separate pieces; returns whether it did. */
static bool join_at(struct gen_map *map, uint32_t meeting)
{
    struct survey *survey = &map->survey;
    int cell = (int)(meeting / 2);
    int other = cell + (meeting % 2 != 0 ? map->width : 1);
    int mine = find_root(survey, survey->label[cell]);
    int theirs = find_root(survey, survey->label[other]);

    if (mine == theirs)
        return false;
    survey->low[theirs] = (uint16_t)mine;
    carve_back(map, cell);
    carve_back(map, other);
    return true;
}

static int meeting_length(const struct gen_map *map, uint32_t meeting)
{
    int cell = (int)(meeting / 2);
    int other = cell + (meeting % 2 != 0 ? map->width : 1);

    return map->survey.distance[cell] + map->survey.distance[other];
}

void pass_join_pieces(struct gen_map *map, int piece_min)
{
    struct survey *survey = &map->survey;
    int piece_count = label_open(map);
    int apart = erase_small(map, piece_count, piece_min) - 1;

    if (apart <= 0)
        return;
    for (int piece = 0; piece <= piece_count; piece++)
        survey->low[piece] = (uint16_t)piece;
    spread_pieces(map);
    int meeting_count = list_meetings(map);
    for (int length = 1; apart > 0; length++) {
        CHECK(length <= 2 * survey->cell_count);
        for (int i = 0; i < meeting_count && apart > 0; i++) {
            if (meeting_length(map, survey->order[i]) == length && join_at(map, survey->order[i]))
                apart--;
        }
    }
}
