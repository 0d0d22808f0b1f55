/*
 * Lists of scores in words: the list that a player asks for, and the lines that tell it.
 */
#ifndef UNDERCROFT_NARRATE_SCORE_WORDS_H
#define UNDERCROFT_NARRATE_SCORE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "narrate/text_form.h"
#include "world/score.h"
#include "world/world.h"

enum { SCORE_WHY_MAX = 200 };

/* A list that a player asks for. */
struct score_choice {
    enum score_list list;
    bool is_of_season; /* the list of the season; false: of all time */
    bool is_stone;     /* is shown as the Gate stone, which names the kindlers */
};

/* Reads "kindlers season", "fastest 10" or unique beginnings of such words; "" is the deepest of
   all time. False: `why` (SCORE_WHY_MAX bytes, clean) names the lists. */
bool score_choose(const char *words, struct score_choice *out, char why[SCORE_WHY_MAX]);

/* Writes the line above the list, ended by LF; all players together have carried `embers` embers
   home. */
void score_title(const struct world *world, const struct score_choice *choice, uint32_t embers,
                 char *out, size_t out_size);

/* Writes the line of a player in a list, without LF: in columns or as a sentence. `season` as in
   score_rank(). */
void score_line(const struct world *world, enum score_list list, uint32_t season,
                const struct score_record *record, int rank, enum text_form form, char *out,
                size_t out_size);

#endif
