/*
 * Lists of scores as JSON.
 */
#include "server/session/commands/score_lists.h"

#include <stdio.h>

#include "world/feat.h"
#include "world/life.h"

static json_int_t seconds(const struct world *world, uint64_t ticks)
{
    return (json_int_t)(ticks / world_ms(world, 1000));
}

/* Adds the numbers of that list to the row. */
static void add_numbers(const struct world *world, enum score_list list, bool is_of_season,
                        const struct score_record *record, const struct feats *feats, json_t *row)
{
    int deepest = feats->deepest > 0 ? feats->deepest : 1;

    if (list >= SCORE_FASTEST && list < SCORE_RICHEST) {
        json_object_set_new(row, "seconds",
                            json_integer(seconds(world, feats->reached_in[list - SCORE_FASTEST])));
    } else if (list == SCORE_KINDLERS) {
        json_object_set_new(row, "seconds", json_integer(seconds(world, feats->kindled_in)));
        json_object_set_new(row, "deaths", json_integer(feats->falls));
        json_object_set_new(row, "embers", json_integer(feats->kindled));
    } else if (list == SCORE_RICHEST) {
        json_object_set_new(row, "gold", json_integer(feats->given));
    } else if (list == SCORE_RENOWN) {
        json_object_set_new(row, "renown", json_integer(feats->renown));
    } else {
        json_object_set_new(row, "deepest",
                            json_integer(list == SCORE_SWORN ? feats->sworn : deepest));
    }
    if (list == SCORE_DEEPEST && !is_of_season) {
        json_object_set_new(row, "level", json_integer(lesson_level(record->experience)));
        json_object_set_new(row, "experience", json_integer(record->experience));
    }
}

json_t *score_list_json(const struct world *world, const struct score_lists *scores,
                        enum score_list list, enum score_period period)
{
    const struct score_list_rows *rows = &scores->lists[list][period];
    bool is_of_season = period == SCORE_SEASON;
    json_t *out = json_array();

    for (int i = 0; i < rows->count; i++) {
        const struct score_record *record = &rows->rows[i];
        const struct feats feats = score_feats(record, is_of_season ? scores->season : 0);
        json_t *row = json_pack("{s:i, s:s}", "rank", i + 1, "name", record->name);
        if (row == NULL)
            continue;
        add_numbers(world, list, is_of_season, record, &feats, row);
        json_array_append_new(out, row);
    }
    return out;
}

/* Returns all lists of a period by their words; "fastest 10" is the key of the fastest to depth
   10. */
static json_t *all_lists(const struct world *world, const struct score_lists *scores,
                         enum score_period period)
{
    json_t *out = json_object();

    for (enum score_list list = 0; list < SCORE_LIST_COUNT; list++) {
        bool is_fastest = list >= SCORE_FASTEST && list < SCORE_RICHEST;
        char key[24];
        if (is_fastest)
            snprintf(key, sizeof key, "%s %d", score_row(list)->word,
                     feat_goals[list - SCORE_FASTEST]);
        else
            snprintf(key, sizeof key, "%s", score_row(list)->word);
        json_object_set_new(out, key, score_list_json(world, scores, list, period));
    }
    return out;
}

json_t *score_lists_json(const struct world *world, const struct score_lists *scores)
{
    json_t *season = all_lists(world, scores, SCORE_SEASON);

    if (season != NULL) {
        json_object_set_new(season, "number", json_integer(scores->season));
        json_object_set_new(season, "day",
                            json_integer((json_int_t)(world_day(world) % SEASON_DAYS) + 1));
        json_object_set_new(season, "days", json_integer(SEASON_DAYS));
    }
    return json_pack("{s:o, s:i, s:o, s:o}", "scores",
                     score_list_json(world, scores, SCORE_DEEPEST, SCORE_EVER), "embers",
                     (int)scores->embers, "ever", all_lists(world, scores, SCORE_EVER), "season",
                     season);
}
