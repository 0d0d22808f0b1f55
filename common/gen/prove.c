/*
 * The hard invariants, one check each.
 *
 * Everything here reads the finished tiles afresh and trusts no pass. The stairs rule (H6) is the
 * strict one: not a cut cell, and in some 2x2 of open cells, so that neither a body on the stairs
 * nor one beside them shuts anybody in.
 */
#include "gen/prove.h"

#include "content/tile.h"
#include "gen/measure.h"

struct proof {
    struct survey *survey;
    const uint8_t *tiles;
    int width;
    int height;
    int up; /* cells; SURVEY_NONE if outside the inner part */
    int down;
    int open_count;
};

static int inner_cell(const struct survey *survey, struct pos at)
{
    if (at.x < 1 || at.x >= survey->width - 1 || at.y < 1 || at.y >= survey->height - 1)
        return SURVEY_NONE;
    return at.y * survey->width + at.x;
}

/* Floods from the stairs up if they are open, so that survey.distance[] is from there. */
static bool is_whole(const struct proof *proof)
{
    const uint8_t *open = proof->survey->open;
    int first = 0;

    if (proof->up != SURVEY_NONE && open[proof->up])
        first = proof->up;
    while (first < proof->survey->cell_count && !open[first])
        first++;
    return first < proof->survey->cell_count &&
           survey_flood(proof->survey, first) == proof->open_count;
}

static int count_tiles(const struct proof *proof, enum tile_id tile)
{
    int count = 0;

    for (int cell = 0; cell < proof->survey->cell_count; cell++)
        count += proof->tiles[cell] == tile;
    return count;
}

/* Follows is_whole(). */
static bool has_good_stairs(const struct proof *proof)
{
    if (proof->up == SURVEY_NONE || proof->down == SURVEY_NONE)
        return false;
    if (proof->tiles[proof->up] != TILE_STAIRS_UP || proof->tiles[proof->down] != TILE_STAIRS_DOWN)
        return false;
    if (count_tiles(proof, TILE_STAIRS_UP) != 1 || count_tiles(proof, TILE_STAIRS_DOWN) != 1)
        return false;
    return proof->survey->distance[proof->down] != SURVEY_FAR;
}

static bool is_door(uint8_t tile)
{
    return tile_is_door((enum tile_id)tile);
}

/* Open before and behind one way, rock to both sides: water would let sight past the door. */
static bool is_passage(const uint8_t *tile, const uint8_t *open, int width, bool goes_south)
{
    int along = goes_south ? width : 1;
    int across = goes_south ? 1 : width;

    return open[-along] && open[along] && tile[-across] == TILE_ROCK && tile[across] == TILE_ROCK;
}

static bool has_good_doors(const struct proof *proof)
{
    int width = proof->width;
    const uint8_t *open = proof->survey->open;

    for (int cell = width; cell < proof->survey->cell_count - width; cell++) {
        const uint8_t *tile = proof->tiles + cell;
        if (!is_door(*tile))
            continue;
        if (is_door(tile[-width]) || is_door(tile[1]) || is_door(tile[width]) || is_door(tile[-1]))
            return false;
        if (!is_passage(tile, open + cell, width, true) &&
            !is_passage(tile, open + cell, width, false))
            return false;
    }
    return true;
}

static bool has_rock_border(const struct proof *proof)
{
    for (int x = 0; x < proof->width; x++) {
        if (proof->tiles[x] != TILE_ROCK ||
            proof->tiles[(proof->height - 1) * proof->width + x] != TILE_ROCK)
            return false;
    }
    for (int y = 0; y < proof->height; y++) {
        if (proof->tiles[y * proof->width] != TILE_ROCK ||
            proof->tiles[(y + 1) * proof->width - 1] != TILE_ROCK)
            return false;
    }
    return true;
}

static bool has_pinch(const struct proof *proof)
{
    for (int y = 0; y < proof->height - 1; y++) {
        const uint8_t *top = proof->survey->open + y * proof->width;
        const uint8_t *bottom = top + proof->width;
        for (int x = 0; x < proof->width - 1; x++) {
            if ((top[x] == bottom[x + 1]) & (top[x + 1] == bottom[x]) & (top[x] != top[x + 1]))
                return true;
        }
    }
    return false;
}

static bool is_choke(const struct proof *proof, int cell)
{
    return proof->survey->is_cut[cell] || !survey_is_roomy(proof->survey, cell);
}

/* Asked only of stairs that are there. */
static bool stairs_choke(const struct proof *proof)
{
    survey_cuts(proof->survey, proof->up);
    return is_choke(proof, proof->up) || is_choke(proof, proof->down);
}

static void open_gates(struct survey *survey, const struct gate *gates, int gate_count)
{
    for (int i = 0; i < gate_count; i++) {
        for (int k = 0; k < gates[i].cell_count; k++)
            survey->open[gates[i].cells[k].y * survey->width + gates[i].cells[k].x] = 1;
    }
}

unsigned prove_tiles(struct survey *survey, const uint8_t *tiles, struct pos up, struct pos down,
                     const struct gate *gates, int gate_count)
{
    unsigned faults = 0;
    struct proof proof = {
        .survey = survey,
        .tiles = tiles,
        .width = survey->width,
        .height = survey->height,
        .up = inner_cell(survey, up),
        .down = inner_cell(survey, down),
    };

    survey_load(survey, tiles);
    open_gates(survey, gates, gate_count);
    for (int cell = 0; cell < survey->cell_count; cell++)
        proof.open_count += survey->open[cell];
    if (!is_whole(&proof))
        faults |= GEN_FAULT_DISCONNECTED;
    if (!has_good_doors(&proof))
        faults |= GEN_FAULT_DOOR;
    if (!has_rock_border(&proof))
        faults |= GEN_FAULT_BORDER;
    if (has_pinch(&proof))
        faults |= GEN_FAULT_PINCH;
    if (!has_good_stairs(&proof))
        faults |= GEN_FAULT_STAIRS;
    else if (stairs_choke(&proof))
        faults |= GEN_FAULT_STAIRS_CHOKE;
    return faults;
}

typedef unsigned tile_proof(struct survey *survey, const uint8_t *tiles, struct pos up,
                            struct pos down, const struct gate *gates, int gate_count);

static enum err prove_level(const struct level *level, tile_proof *proof, unsigned *out_faults)
{
    struct survey survey;
    enum err error = survey_init(&survey, level->width, level->height);

    if (error != ERR_OK)
        return error;
    *out_faults =
        proof(&survey, level->tiles, level->up, level->down, level->gates, level->gate_count);
    survey_release(&survey);
    return ERR_OK;
}

enum err gen_prove(const struct level *level, unsigned *out_faults)
{
    return prove_level(level, prove_tiles, out_faults);
}

static unsigned prove_furnished(struct survey *survey, const uint8_t *tiles, struct pos up,
                                struct pos down, const struct gate *gates, int gate_count)
{
    unsigned faults = prove_tiles(survey, tiles, up, down, gates, gate_count);

    return faults != 0 ? faults : prove_gates(survey, tiles, up, down, gates, gate_count);
}

enum err gen_prove_furnished(const struct level *level, unsigned *out_faults)
{
    return prove_level(level, prove_furnished, out_faults);
}
