/*
 * The invariants of levels that many share, with every gate shut: nobody is shut in or out, no one
 * body parts what belongs together, and a delver that arrives finds safe ground.
 */
#include "gen/prove.h"

#include <string.h>

#include "gen/measure.h"

enum { WORK_APART = 3 /* king's moves from the stairs within which no lever or plate is */ };

struct shut {
    struct survey *survey; /* open[]: with every gate shut */
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

/* Whether a flag of the survey is set on the cell or, if nobody can stand on it, beside it. */
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

/* survey.mask[] marks the cells reached from the stairs up. */
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

/* Marks in mask[] the cells reached from `at` too. */
static void mark_from(const struct shut *shut, struct pos at)
{
    struct survey *survey = shut->survey;
    int reached = survey_flood(survey, cell_of(shut, at));

    for (int i = 0; i < reached; i++)
        survey->mask[survey->queue[i]] = 1;
}

/* Each gate's inside is beside it and shut off; all that is shut off belongs to the inside of one.
 */
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

/* Whether there are two ways from the stairs up to all that has to be reached from them. */
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

/* Whether a staircase, lever, plate or key is behind a hidden door. */
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
