/*
 * Travel of a session: a walk, a rest or a fight that continues by itself after one request. Its
 * actions are fed to the world one by one, as if they were typed, and its end is reported. The
 * single steps and blows of the same commands are here as well.
 *
 * A request is kept until the next tick at which the session has a share of work left, and a newer
 * request replaces it: so a session makes at most one search in a tick.
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
 * Do the commands of movement. Some continue by themselves: they request a travel, which begins at
 * a tick, or tell why it cannot. Counts are 1 … TRAVEL_REPEAT_MAX. Without a count a step and a
 * wait are one action, and a rest lasts until the delver is healed or disturbed.
 */
void travel_session_move(struct session *session, const struct command *command);
void travel_session_run(struct session *session, const struct command *command);
void travel_session_wait(struct session *session, const struct command *command);
void travel_session_rest(struct session *session, const struct command *command);
void travel_session_explore(struct session *session, const struct command *command);

/* Follows the player online with that name, or the only one whose name begins so. */
void travel_session_follow(struct session *session, const struct command *command);

/* Follow a player like travel_session_follow(), and strike the foes that this player strikes; or
   stand between this player and foes. */
void travel_session_assist(struct session *session, const struct command *command);
void travel_session_guard(struct session *session, const struct command *command);

/* Does the command `attack`: "", "rat", "east". Strikes the foe of that name, or the nearest, if it
   is in reach, or shoots if the worn launcher reaches it; else requests a step towards it. A
   direction strikes anything on the cell beside. In modes of words a name requests the whole
   fight. */
void attack_strike(struct session *session, const struct command *command);

/* Does the command `fight`: like `attack` with the nearest awake foe in view, else the list of
   things; "on": blow after blow, until the fight is over or needs a decision. */
void attack_fight(struct session *session, const struct command *command);

/* Steps away from the nearest awake foe, and as far as possible from all; tells if there is no foe
   or no such step. */
void attack_flee(struct session *session, const struct command *command);

/* Tell of all foes in view, near to far, and of the nearest awake one, in one line. */
void attack_tell_danger(struct session *session, const struct command *command);
void attack_tell_target(struct session *session, const struct command *command);

/* Does the command `road`: "" lists the havens that the lantern road reaches; "5" takes it. */
void road_run(struct session *session, const struct command *command);

/* Takes the road if the words after "travel" are "road 5" or the like. False: they are others. */
bool road_travel(struct session *session, const char *words);

/* Walks a number of steps in one direction. */
void travel_session_steps(struct session *session, enum dir dir, int count);

/* Travels to the place that `words` (as typed) name: down, up, back, a delver in view, or a cell
   (command_cell). */
void travel_session_to(struct session *session, const char *words);

/* Returns the name of a cell as the goal of a way: the tile that the delver remembers there;
   "place" if there is none. Static text. */
const char *travel_session_goal_at(const struct delver *delver, struct pos at);

/* Travels to a known place; `goal` names it. */
void travel_session_go(struct session *session, struct pos at, const char *goal);

/* Stops a running or requested travel; following and an approach stop only at an action or
   COMMAND_CANCEL. The stop is reported, unless the command is an action, which shows it. Call it
   for each key or line that asks for a command (COMMAND_NONE: for none). */
void travel_session_interrupt(struct session *session, enum command_id next);

/* Frees the travel of a session that is over. */
void travel_session_release(struct travel_session *travel);

/* Takes an event that the delver took part in or saw. Call it before the event is reported. */
void travel_session_on_event(struct session *session, const struct event *event);

/* Takes the next action of a travel. Call it each tick while playing. */
void travel_session_update(struct session *session);

/* True while a travel runs or is requested. */
bool travel_session_are_running(const struct session *session);

/* True if the event is only a part of the running travel, and needs no line of its own. */
bool travel_session_cover(const struct travel_session *travel, body_id actor,
                          const struct event *event);

/* Writes the travel: "running east", or with `is_short` "run e"; "" if none runs. */
void travel_session_describe(const struct travel_session *travel, bool is_short, char *out,
                             size_t out_size);

/*
 * Fills in the target or direction of an action: a direction, the number of a foe in view from near
 * to far, its name or a word of it; "" means the nearest awake foe, or the nearest. False: there is
 * none, and the player is told.
 */
bool target_find(struct session *session, const struct delver *delver, const char *words,
                 struct action *action);

#endif
