/*
 * Lists of scores in words. All lists have one form of line, a rank, a name and what the rank
 * follows from.
 */
#include "narrate/score_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "narrate/command.h"
#include "narrate/death_words.h"
#include "world/feat.h"
#include "world/life.h"

static const char why_not[] =
    "The lists are deepest, sworn, kindlers, fastest (to depth 5, 10, 15, "
    "20 or 26), richest and renown. Add season for a list of this season.";
_Static_assert(sizeof why_not <= SCORE_WHY_MAX, "the answer fits");

/* Returns the list whose word begins so; SCORE_LIST_COUNT: none does, or more than one. */
static enum score_list find_list(const char *word, size_t length)
{
    enum score_list found = SCORE_LIST_COUNT;

    for (enum score_list list = 0; list < SCORE_LIST_COUNT; list++) {
        if (strncmp(score_row(list)->word, word, length) != 0 ||
            (list > SCORE_FASTEST && list < SCORE_RICHEST))
            continue;
        if (found != SCORE_LIST_COUNT)
            return SCORE_LIST_COUNT;
        found = list;
    }
    return found;
}

/* Returns the list of the fastest to that depth; SCORE_LIST_COUNT: there is none. */
static enum score_list fastest_to(int depth)
{
    for (int i = 0; i < FEAT_GOALS; i++) {
        if (feat_goals[i] == depth)
            return SCORE_FASTEST + (enum score_list)i;
    }
    return SCORE_LIST_COUNT;
}

/* Reads the next word of a choice. False: the word may not stand there. */
static bool take_word(const char *word, size_t length, struct score_choice *out, bool *has_list)
{
    char text[16];
    int depth = 0;

    if (length >= sizeof text)
        return false;
    for (size_t i = 0; i <= length; i++)
        text[i] = i == length ? '\0' : (char)tolower((unsigned char)word[i]);
    if (command_number(text, &depth)) {
        bool fits = *has_list && out->list == SCORE_FASTEST;
        out->list = fits ? fastest_to(depth) : SCORE_LIST_COUNT;
        return out->list != SCORE_LIST_COUNT;
    }
    enum score_list list = find_list(text, length);
    if (!*has_list && list != SCORE_LIST_COUNT) {
        out->list = list;
        *has_list = true;
        return true;
    }
    bool is_season = length >= 2 && !out->is_of_season && strncmp("season", text, length) == 0;
    out->is_of_season = out->is_of_season || is_season;
    return is_season;
}

bool score_choose(const char *words, struct score_choice *out, char why[SCORE_WHY_MAX])
{
    bool has_list = false;

    *out = (struct score_choice){.list = SCORE_DEEPEST};
    while (words[0] != '\0') {
        size_t length = strcspn(words, " ");
        if (!take_word(words, length, out, &has_list)) {
            snprintf(why, SCORE_WHY_MAX, "%s", why_not);
            return false;
        }
        words += length + strspn(words + length, " ");
    }
    return true;
}

void score_title(const struct world *world, const struct score_choice *choice, uint32_t embers,
                 char *out, size_t out_size)
{
    if (choice->is_stone && embers == 0)
        snprintf(out, out_size,
                 "The Gate stone names who carried an ember home. No light burns in the Gate "
                 "hall.\n");
    else if (choice->is_stone)
        snprintf(out, out_size,
                 "The Gate stone names who carried an ember home. In the Gate hall burn%s %u "
                 "light%s.\n",
                 embers == 1 ? "s" : "", embers, plural_end(embers));
    else if (choice->is_of_season)
        snprintf(out, out_size, "Season %u, day %d of %d. The players %s:\n", world_season(world),
                 (int)(world_day(world) % SEASON_DAYS) + 1, SEASON_DAYS,
                 score_row(choice->list)->name);
    else
        snprintf(out, out_size, "The players %s:\n", score_row(choice->list)->name);
}

/* Writes the value by which the list ranks: "42 minutes". */
static void tell_value(const struct world *world, enum score_list list, const struct feats *feats,
                       char *out, size_t out_size)
{
    char time[DURATION_SIZE];

    if (list >= SCORE_FASTEST && list < SCORE_RICHEST) {
        duration_words(world, feats->reached_in[list - SCORE_FASTEST], out, out_size);
    } else if (list == SCORE_KINDLERS) {
        duration_words(world, feats->kindled_in, time, sizeof time);
        snprintf(out, out_size, "in %s, %u death%s, %d ember%s", time, feats->falls,
                 plural_end(feats->falls), feats->kindled, plural_end(feats->kindled));
    } else if (list == SCORE_RICHEST) {
        snprintf(out, out_size, "%lld gold", (long long)feats->given);
    } else if (list == SCORE_RENOWN) {
        snprintf(out, out_size, "renown %u", feats->renown);
    } else {
        snprintf(out, out_size, "depth %d", list == SCORE_SWORN ? feats->sworn : feats->deepest);
    }
}

static void tell_deepest(const struct score_record *record, const struct feats *feats, int rank,
                         enum text_form form, char *out, size_t out_size)
{
    int deepest = feats->deepest > 0 ? feats->deepest : 1;
    int level = lesson_level(record->experience);
    long long experience = (long long)record->experience;

    if (form != TEXT_TABLE)
        snprintf(out, out_size, "%d: %s, deepest depth %d, level %d, experience %lld.", rank,
                 record->name, deepest, level, experience);
    else
        snprintf(out, out_size, "%2d  %-16s depth %-3d level %-3d experience %lld", rank,
                 record->name, deepest, level, experience);
}

void score_line(const struct world *world, enum score_list list, uint32_t season,
                const struct score_record *record, int rank, enum text_form form, char *out,
                size_t out_size)
{
    const struct feats feats = score_feats(record, season);
    char value[96];

    if (list == SCORE_DEEPEST && season == 0) {
        tell_deepest(record, &feats, rank, form, out, out_size);
        return;
    }
    tell_value(world, list, &feats, value, sizeof value);
    snprintf(out, out_size, form == TEXT_TABLE ? "%2d  %-16s %s" : "%d: %s, %s.", rank,
             record->name, value);
}
