/*
 * A scene: a stage, the names of those who are on it, and how each thing in it is written.
 */
#ifndef UNDERCROFT_TESTS_SCENES_SCENE_H
#define UNDERCROFT_TESTS_SCENES_SCENE_H

#include <stdio.h>

#include "cases/text.h"
#include "support/stage.h"

enum { SCENE_BODIES_MAX = 40, SCENE_NAME_SIZE = 16, SCENE_DRAWING_SIZE = 8192 };

/* Sets of words, each the constants of one enum in the program's headers: EVENT_DOOR_OPENED is
   "door-opened". */
enum word_set {
    WORDS_EVENT,
    WORDS_REFUSAL,
    WORDS_VERB,
    WORDS_THROW_END,
    WORDS_TILE,
    WORDS_ITEM,
    WORDS_SLOT,
    WORDS_SPECIES,
    WORDS_STATUS,
    WORDS_PART,
    WORDS_KNACK,
    WORDS_OUTCOME,
    WORDS_PASSAGE,
    WORDS_COMPANY,
    WORDS_NOTICE,
    WORDS_MOOD,
    WORDS_FEAR,
    WORDS_STATE,
    WORDS_GATE,
    WORDS_NONE
};

struct scene_body {
    char name[SCENE_NAME_SIZE];
    body_id id; /* of one that may be gone */
};

struct scene {
    struct stage stage;
    bool is_open;
    char drawing[SCENE_DRAWING_SIZE]; /* of the newest map, whose letters name cells */
    struct scene_body bodies[SCENE_BODIES_MAX];
    size_t body_count;
};

/* The running test fails at the line that is played. */
_Noreturn void scene_refuse(const char *cause, const char *word);

/* The word of a constant, and the constant of a word, which must be there. */
const char *word_of(enum word_set set, int value);
int word_value(enum word_set set, const char *word);
bool word_is_of(enum word_set set, const char *word);

/* The body of that name, which must be there; NULL from scene_find(): nobody was ever called so. */
struct body *scene_body(const struct scene *scene, const char *name);
const struct scene_body *scene_find(const struct scene *scene, const char *name);

/* "level", "level2": the level of that depth, else that of the scene. */
struct level *scene_level(const struct scene *scene, const char *name);

/* A place: "3,2", a letter of the newest map, or that of a body of this name. */
struct pos scene_place(const struct scene *scene, const char *word);

/* A number with a unit of ticks: "12", "-3", "2s", "5m", "1h", "7d", "3b" (beats). */
int64_t scene_number(const char *word);

/* Adds a line for each event of the last tick, or of what was done since. */
void scene_tell(const struct scene *scene, struct text *out);

/* Writes the value of "ada.health", "level.tile:3,2", "world.ended:dart". */
void scene_show(const struct scene *scene, const char *name, FILE *out);

/* Does "ada.health=5", "world.tick+=1d", "rat.mood=asleep". */
void scene_set(struct scene *scene, const char *text);

#endif
