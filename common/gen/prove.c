/*
 * The hard invariants, one check each: those of the bare level (H1 to H6), and those of a shared
 * level with every gate shut (H7 to H10): nobody is shut in or out, no single body separates
 * connected places, and an arriving delver finds safe ground.
 *
 * All checks read the finished tiles and trust no pass. The rule for stairs (H6) is strict: not a
 * cut cell, and part of a 2x2 of open cells, so that neither a body on the stairs nor one beside
 * them shuts anybody in.
 */
#include "gen/prove.h"

#include <string.h>

#include "content/tile.h"
#include "gen/measure.h"

enum { WORK_APART = 3 /* king's moves around the stairs without levers and plates */ };

struct shut {
    struct survey *survey; /* its open[] is that with every gate shut */
    const uint8_t *tiles;
    struct pos up;
    struct pos down;
    const struct gate *gates;
    int gate_count;
};

static int cell_of(const struct shut *shut, struct pos at)
{
    return at.y * shut->survey->width + at.x;
}

/* True if a flag of the survey is set on the work's cell or, if nobody can stand there, on a cell
   beside it. */
static bool is_at_work(const struct shut *shut, struct pos work, const uint8_t *flag)
{
    int cell = cell_of(shut, work);
    int width = shut->survey->width;

    if (shut->tiles[cell] == TILE_PLATE)
        return flag[cell];
    return (shut->survey->open[cell - 1] && flag[cell - 1]) ||
           (shut->survey->open[cell + 1] && flag[cell + 1]) ||
           (shut->survey->open[cell - width] && flag[cell - width]) ||
           (shut->survey->open[cell + width] && flag[cell + width]);
}

/* True if all levers, plates and keys are reached. survey.mask[] marks the cells reached from the
   stairs up. */
static bool works_are_reached(const struct shut *shut)
{
    for (int i = 0; i < shut->gate_count; i++) {
        for (int k = 0; k < shut->gates[i].work_count; k++) {
            if (!is_at_work(shut, shut->gates[i].works[k], shut->survey->mask))
                return false;
        }
    }
    return shut->survey->mask[cell_of(shut, shut->down)];
}

static bool touches_gate(const struct gate *gate, struct pos at)
{
    for (int i = 0; i < gate->cell_count; i++) {
        if (pos_distance(gate->cells[i], at) == 1 &&
            (gate->cells[i].x == at.x || gate->cells[i].y == at.y))
            return true;
    }
    return false;
}

/* Also marks in mask[] the cells reached from `at`. */
static void mark_from(const struct shut *shut, struct pos at)
{
    struct survey *survey = shut->survey;
    int reached = survey_flood(survey, cell_of(shut, at));

    for (int i = 0; i < reached; i++)
        survey->mask[survey->queue[i]] = 1;
}

/* True if each gate's inside is beside it and shut off, and all cells that are shut off belong to
   an inside. */
static bool insides_are_right(const struct shut *shut)
{
    struct survey *survey = shut->survey;

    for (int i = 0; i < shut->gate_count; i++) {
        struct pos inside = shut->gates[i].inside;
        if (!survey->open[cell_of(shut, inside)] || survey->mask[cell_of(shut, inside)] ||
            !touches_gate(&shut->gates[i], inside))
            return false;
    }
    for (int i = 0; i < shut->gate_count; i++)
        mark_from(shut, shut->gates[i].inside);
    return memcmp(survey->mask, survey->open, (size_t)survey->cell_count) == 0;
}

static bool gates_are_right(const struct shut *shut)
{
    memset(shut->survey->mask, 0, (size_t)shut->survey->cell_count);
    mark_from(shut, shut->up);
    return works_are_reached(shut) && insides_are_right(shut);
}

/* True if a cell that must be reached lacks two ways from the stairs up. */
static bool has_choke(const struct shut *shut)
{
    if (shut->gate_count > 0)
        survey_cuts(shut->survey, cell_of(shut, shut->up));
    if (!shut->survey->two_ways[cell_of(shut, shut->down)])
        return true;
    for (int i = 0; i < shut->gate_count; i++) {
        for (int k = 0; k < shut->gates[i].work_count; k++) {
            if (!is_at_work(shut, shut->gates[i].works[k], shut->survey->two_ways))
                return true;
        }
    }
    return false;
}

static bool is_shut_or_deep(uint8_t tile)
{
    return tile == TILE_BARS_SHUT || tile == TILE_SECRET_SHUT || tile == TILE_WATER_DEEP ||
           tile == TILE_CHASM;
}

static bool has_bad_step(const struct shut *shut, struct pos from)
{
    struct survey *survey = shut->survey;
    int step[4] = {-survey->width, 1, survey->width, -1};
    int reached = survey_flood_within(survey, cell_of(shut, from), GEN_ARRIVAL_STEPS - 1);

    for (int i = 0; i < reached; i++) {
        for (int k = 0; k < 4; k++) {
            if (is_shut_or_deep(shut->tiles[survey->queue[i] + step[k]]))
                return true;
        }
    }
    return false;
}

static bool has_bad_arrival(const struct shut *shut)
{
    for (int i = 0; i < shut->gate_count; i++) {
        for (int k = 0; k < shut->gates[i].work_count; k++) {
            struct pos work = shut->gates[i].works[k];
            if (pos_distance(work, shut->up) <= WORK_APART ||
                pos_distance(work, shut->down) <= WORK_APART)
                return true;
        }
    }
    return has_bad_step(shut, shut->up) || has_bad_step(shut, shut->down);
}

/* True if a staircase, lever, plate or key is behind a hidden door. */
static bool hides_what_is_needed(const struct shut *shut)
{
    struct survey *survey = shut->survey;
    bool has_hidden = false;

    for (int cell = 0; cell < survey->cell_count; cell++) {
        if (shut->tiles[cell] != TILE_SECRET_SHUT)
            continue;
        survey->open[cell] = 0;
        has_hidden = true;
    }
    if (!has_hidden)
        return false;
    memset(survey->mask, 0, (size_t)survey->cell_count);
    mark_from(shut, shut->up);
    return !works_are_reached(shut);
}

unsigned prove_gates(struct survey *survey, const uint8_t *tiles, struct pos up, struct pos down,
                     const struct gate *gates, int gate_count)
{
    struct shut shut = {survey, tiles, up, down, gates, gate_count};
    unsigned faults = 0;

    if (gate_count > 0) {
        survey_load(survey, tiles);
        if (!gates_are_right(&shut))
            faults |= GEN_FAULT_GATE;
    }
    if (has_choke(&shut))
        faults |= GEN_FAULT_CHOKE;
    if (has_bad_arrival(&shut))
        faults |= GEN_FAULT_ARRIVAL;
    if (hides_what_is_needed(&shut))
        faults |= GEN_FAULT_HIDDEN;
    return faults;
}

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

/* True if all walkable cells are one piece. Searches from the stairs up if they are open, so that
   survey.distance[] counts from there. */
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

/* True if both stairs exist, differ and reach each other. Call it after is_whole(). */
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

/* True for a way with open cells before and behind, and rock on both sides. Water does not count as
   rock, because it lets one see past the door. */
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

/* True if a single body near the stairs blocks a way. Both stairs must exist. */
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
