/*
 * Chalk: lines that players leave on the floor for others, made from lists of words alone. A player
 * has one line on each level; it is told to each who steps there, and is gone after a week of the
 * world or once CHALK_GONE_AT more players disagree with it than agree. The lines belong to the
 * level and are saved with its population.
 */
#ifndef UNDERCROFT_WORLD_CHALK_H
#define UNDERCROFT_WORLD_CHALK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/pos.h"
#include "world/id.h"

struct action;
struct body;
struct delver;
struct level;
struct world;

enum {
    CHALK_OPENINGS = 8, /* words of the three lists: see narrate/chalk_words.h */
    CHALK_THINGS = 40,
    CHALK_PLACES = 10,
    CHALK_CODES = CHALK_OPENINGS * CHALK_THINGS * CHALK_PLACES,
    CHALK_LINES_MAX = 32, /* of a level; on one more, the line that is liked least goes */
    CHALK_JUDGES_MAX = 8, /* the latest players who agreed or disagreed cannot do so again */
    CHALK_VOTES_MAX = 99, /* counted either way */
    CHALK_GONE_AT = 3,
    CHALK_KEPT_DAYS = 7,
};

struct chalk_line {
    struct pos at;
    int64_t author;      /* a delver id; 0: a free entry */
    uint64_t written_at; /* tick of the world */
    uint16_t code;       /* 0 … CHALK_CODES - 1: the opening, the thing and the place */
    uint8_t agreed;
    uint8_t disagreed;
    int64_t judges[CHALK_JUDGES_MAX]; /* delver ids, the latest first; 0: none */
    char name[NAME_LENGTH_MAX + 1];   /* of the author, by which others ignore it */
};

/* The lines of a level, the oldest first. */
struct chalk_list {
    struct chalk_line lines[CHALK_LINES_MAX];
    int count;
};

/* How many more agree with the line than disagree. */
int chalk_score(const struct chalk_line *line);

/* The line at `at`, or the line of that delver on the level; NULL: there is none. */
const struct chalk_line *chalk_at(const struct level *level, struct pos at);
const struct chalk_line *chalk_of(const struct level *level, int64_t delver_id);

/* Puts a saved line onto a level; the caller has checked its numbers. */
void chalk_add(struct level *level, const struct chalk_line *line);

/* Call it when the delver has come to another cell: it reads a line there. */
void chalk_step(struct delver *delver);

/* Removes the lines that are a week old. Call it now and then, after a level's tick. */
void chalk_run(const struct world *world, struct level *level);

/* Removes the lines of a delver, or gives them its new name. */
void chalk_forget(struct level *level, int64_t delver_id);
void chalk_rename(struct level *level, int64_t delver_id, const char *name);

void chalk_hash(const struct chalk_list *chalk, struct hash *hash);

/* Verbs of the action table. The count of ACTION_CHALK is a code + 1, or 0 to rub the delver's own
   line out; ACTION_JUDGE has count 1 to agree with the line here and 0 to disagree. */
bool chalk_write(const struct world *world, struct body *body, const struct action *action);
bool chalk_judge(const struct world *world, struct body *body, const struct action *action);

#endif
