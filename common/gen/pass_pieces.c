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

void pass_erase_pieces(struct gen_map *map, int piece_min)
{
    const struct survey *survey = &map->survey;

    if (piece_min <= 1)
        return;
    int piece_count = label_open(map);
    int largest = 0;
    for (int piece = 1; piece <= piece_count; piece++) {
        if (largest == 0 || survey->size[piece] > survey->size[largest])
            largest = piece;
    }
    for (int cell = 0; cell < survey->cell_count; cell++) {
        int piece = survey->label[cell];
        if (piece != 0 && piece != largest && survey->size[piece] < piece_min)
            map->tiles[cell] = TILE_ROCK;
    }
    drop_filled_rooms(map);
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
    for (int cell = 0; cell < survey->cell_count; cell++) {
        survey->parent[cell] = SURVEY_NONE;
        if (survey->open[cell])
            survey->queue[count++] = (uint16_t)cell;
    }
    for (int head = 0; head < count; head++) {
        int at = survey->queue[head];
        for (int i = 0; i < 4; i++) {
            int next = at + step[i];
            struct pos where = gen_map_pos(map, next);
            if (survey->label[next] != 0 || !gen_map_is_inner(map, where.x, where.y))
                continue;
            survey->label[next] = survey->label[at];
            survey->distance[next] = (uint16_t)(survey->distance[at] + 1);
            survey->parent[next] = (uint16_t)at;
            survey->queue[count++] = (uint16_t)next;
        }
    }
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

/* Carves the meeting if it joins what is apart; returns whether it did. */
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

void pass_join_pieces(struct gen_map *map)
{
    struct survey *survey = &map->survey;
    int apart = label_open(map) - 1;

    if (apart <= 0)
        return;
    for (int piece = 0; piece <= apart + 1; piece++)
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
