/*
 * An outing: a stage with one delver, 'a' in its drawing, who is asked and followed.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_OUTING_H
#define UNDERCROFT_TESTS_SUPPORT_OUTING_H

#include "support/stage.h"
#include "travel/travel.h"

enum { TICKS_AN_ACTION = 5 };

struct outing {
    struct stage stage;
    const char *text;
    struct path_scratch *scratch;
    struct travel travel;
    body_id id;
    enum travel_result result;   /* of the last question, or of an event that ended it */
    struct travel_answer answer; /* to the last question */
};

void outing_init(struct outing *outing, const char *text);
void outing_release(struct outing *outing);

struct delver *outing_delver(const struct outing *outing);
struct pos outing_place(const struct outing *outing);

/* Each function begins the travel of its name, and fails the test if it cannot. */
void outing_begin_steps(struct outing *outing, enum dir dir, int count);
void outing_begin_run(struct outing *outing, enum dir dir);
void outing_begin_explore(struct outing *outing);

/* Begins travel to the cell of that letter. */
enum err outing_begin_travel(struct outing *outing, char mark);

/* Asks the travel once what to do. */
enum travel_result outing_ask(struct outing *outing);

/* Runs one tick, and shows its events to the travel. */
void outing_tick(struct outing *outing);

/* Plays the action last asked for, and its cooldown. */
void outing_play(struct outing *outing);

/* Asks once and plays the action; false if the travel is over. */
bool outing_go(struct outing *outing);

/* Travels to the end; returns the number of actions. */
int outing_finish(struct outing *outing);

void outing_expect_end(const struct outing *outing, enum travel_result result, const char *why);
void outing_expect_at(const struct outing *outing, char mark);

/* Changes the level without the delver's knowing. */
void outing_set_tile(const struct outing *outing, char mark, enum tile_id tile);

/* Fills the delver's memory with the whole level. */
void outing_remember_all(const struct outing *outing);

#endif
