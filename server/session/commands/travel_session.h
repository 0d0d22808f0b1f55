/*
 * Travel of a session: what goes on by itself after one request, fed to the world action by action
 * as if it were typed, and what the player is told when it ends.
 *
 * A request is kept until the next tick at which the session has a share of work left, and a newer
 * one takes its place: however many come, at most one search is made for a session in a tick.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_TRAVEL_SESSION_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_TRAVEL_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "narrate/command.h"
#include "server/session/commands/commands_state.h"

struct session;

/* Each asks for a travel, which begins at a tick, or then tells why it cannot. Counts
   are 1 … TRAVEL_REPEAT_MAX. */
void travel_session_steps(struct session *session, enum dir dir, int count);
void travel_session_run(struct session *session, enum dir dir);
void travel_session_wait(struct session *session, int count);
void travel_session_rest(struct session *session);
void travel_session_explore(struct session *session);

/* A blow, a shot or a step after the other, until the fight is over or is one to look at. */
void travel_session_fight(struct session *session);

/* Fights that foe blow after blow, until it is dead or something ends it. */
void travel_session_kill(struct session *session, body_id foe);

/* To what `words` (as typed) names: down, up, back, a delver in view, or a cell (command_cell). */
void travel_session_travel(struct session *session, const char *words);

/* After the player online called `name`, or the only one with a name that begins so. */
void travel_session_follow(struct session *session, const char *name);

/* The name of a cell as the goal of a way: the tile that the delver remembers there; "place" if
   none. Static text. */
const char *travel_session_goal_at(const struct delver *delver, struct pos at);

/* To a place that is known; `goal` is what stands there. */
void travel_session_go(struct session *session, struct pos at, const char *goal);

/* A step nearer to that foe, by a way that is looked for, or a blow if it stands beside by then. */
void travel_session_approach(struct session *session, body_id foe);

/* A key or line has come that asks for a command (COMMAND_NONE: for none): what runs, or was asked
   for, stops; following and an approach only at a deed or COMMAND_CANCEL. That is said, unless the
   command is a deed itself, which tells enough. */
void travel_session_interrupt(struct session *session, enum command_id next);

/* Nobody uses the session any more. */
void travel_session_release(struct session *session);

/* Something happened that the delver took part in or saw. Call it before that is told. */
void travel_session_on_event(struct session *session, const struct event *event);

/* Each tick, while playing. */
void travel_session_update(struct session *session);

/* True while a travel runs or is asked for. */
bool travel_session_are_running(const struct session *session);

/* True if the event is no more than a part of what runs: not worth a line of its own. */
bool travel_session_cover(const struct session *session, const struct event *event);

/* "running east", or shortly "run e"; "" if nothing runs. */
void travel_session_describe(const struct session *session, bool is_short, char *out,
                             size_t out_size);

#endif
