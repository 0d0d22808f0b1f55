/*
 * Travel of a session: a walk, a rest or a fight that goes on by itself after one request, fed to
 * the world action by action as if it were typed, and told when it ends. The single steps and blows
 * of the same commands are here as well.
 *
 * A request is kept until the next tick at which the session has a share of work left, and a newer
 * one takes its place: however many come, at most one search is made for a session in a tick.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_TRAVEL_SESSION_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_TRAVEL_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pos.h"
#include "narrate/command.h"
#include "server/session/commands/commands_state.h"
#include "world/action.h"
#include "world/id.h"

struct delver;
struct event;
struct session;

/*
 * Commands. Each that goes on by itself asks for a travel, which begins at a tick, or then tells
 * why it cannot. Counts are 1 … TRAVEL_REPEAT_MAX. A step, a wait and a rest without a count are
 * one action, one action, and a rest until the delver is healed or disturbed.
 */
void travel_session_move(struct session *session, const struct command *command);
void travel_session_run(struct session *session, const struct command *command);
void travel_session_wait(struct session *session, const struct command *command);
void travel_session_rest(struct session *session, const struct command *command);
void travel_session_explore(struct session *session, const struct command *command);

/* After the player online of that name, or the only one with a name that begins so. */
void travel_session_follow(struct session *session, const struct command *command);

/* The same, and strikes the foes that this player strikes; or stands between this player and
   foes. */
void travel_session_assist(struct session *session, const struct command *command);
void travel_session_guard(struct session *session, const struct command *command);

/* "attack", "attack rat", "attack east": strikes the foe of that name, or the nearest, if it is in
   reach, or shoots where the launcher that is worn does reach it; else asks for a step nearer. A
   direction strikes at the cell beside, at anything that stands there. In modes of words a name
   asks for the whole fight. */
void attack_strike(struct session *session, const struct command *command);

/* "fight": the same with the nearest awake foe in view, else the list of things; "fight on": blow
   after blow, until the fight is over or is one to look at. */
void attack_fight(struct session *session, const struct command *command);

/* A step away from the nearest foe that is awake, and from all as far as may be; told if there is
   none, or no such step. */
void attack_flee(struct session *session, const struct command *command);

/* Tells of all foes in view, near to far; and of the nearest that is awake, in one line. */
void attack_tell_danger(struct session *session, const struct command *command);
void attack_tell_target(struct session *session, const struct command *command);

/* "road" lists the havens to which the lantern road leads; "road 5" takes it. */
void road_run(struct session *session, const struct command *command);

/* True, and it is done, if the words that follow "travel" are the road: "road 5". */
bool road_travel(struct session *session, const char *words);

/* A number of steps in one direction. */
void travel_session_steps(struct session *session, enum dir dir, int count);

/* To the place that `words` (as typed) name: down, up, back, a delver in view, or a cell
   (command_cell). */
void travel_session_to(struct session *session, const char *words);

/* The name of a cell as the goal of a way: the tile that the delver remembers there; "place" if
   none. Static text. */
const char *travel_session_goal_at(const struct delver *delver, struct pos at);

/* To a place that is known; `goal` is what stands there. */
void travel_session_go(struct session *session, struct pos at, const char *goal);

/* A key or line has come that asks for a command (COMMAND_NONE: for none): what runs, or was asked
   for, stops; following and an approach only at a deed or COMMAND_CANCEL. That is said, unless the
   command is a deed itself, which tells enough. */
void travel_session_interrupt(struct session *session, enum command_id next);

/* Nobody uses the session any more. */
void travel_session_release(struct travel_session *travel);

/* Something happened that the delver took part in or saw. Call it before that is told. */
void travel_session_on_event(struct session *session, const struct event *event);

/* Each tick, while playing. */
void travel_session_update(struct session *session);

/* True while a travel runs or is asked for. */
bool travel_session_are_running(const struct session *session);

/* True if the event is no more than a part of what runs: not worth a line of its own. */
bool travel_session_cover(const struct travel_session *travel, body_id actor,
                          const struct event *event);

/* "running east", or shortly "run e"; "" if nothing runs. */
void travel_session_describe(const struct travel_session *travel, bool is_short, char *out,
                             size_t out_size);

/*
 * Fills the target or direction of an action: a direction, the number of a foe in view from near to
 * far, the name of one or a word of it; "" means the nearest that is awake, or the nearest. False:
 * there is none, and the player is told.
 */
bool target_find(struct session *session, const struct delver *delver, const char *words,
                 struct action *action);

#endif
