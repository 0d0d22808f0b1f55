/*
 * Commands for the player's own character: its sheet, and its choices.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_CHARACTER_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_CHARACTER_H

struct command;
struct event;
struct session;
struct sessions;

/* Tells what the character knows of a kind of foe or thing: "lore rat". */
void character_tell_lore(struct session *session, const struct command *command);

/* Show the whole sheet, the health, and the statuses. */
void character_show_sheet(struct session *session, const struct command *command);
void character_tell_health(struct session *session, const struct command *command);
void character_tell_statuses(struct session *session, const struct command *command);

/* Lists the knacks that may be chosen and those that were; a number or the beginning of a name
   chooses one. */
void character_learn(struct session *session, const struct command *command);

/* Does the command `again`: "now" begins a new life, "keep X" begins one with that worn thing;
   otherwise it tells what a new life is. */
void character_begin_again(struct session *session, const struct command *command);

/* Does the command `vow`: tells of the oath; "yes" swears it. */
void character_vow(struct session *session, const struct command *command);

/* Does the command `offer`: "50" or "all" gives so much gold to the Gate. */
void character_offer(struct session *session, const struct command *command);

/* Tells all players of a kindling. */
void character_tell_kindling(struct sessions *sessions, const struct event *event);

#endif
