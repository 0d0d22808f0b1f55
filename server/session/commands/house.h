/*
 * The host of the game, as players see it: the greeting above the name prompt, the rules, and
 * reports, which operators read with `bugs`.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_HOUSE_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_HOUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "server/base/host_texts.h"

struct base;
struct command;
struct session;

enum { HOUSE_TEXT_MAX = HOST_TEXT_SIZE + 512 };

/* Writes the welcome, the name of this dungeon and the number of players; each line ended by LF. */
void house_write_greeting(const struct base *base, uint32_t players, char out[HOUSE_TEXT_MAX]);

/* True if the host has set rules. */
bool house_has_rules(const struct session *session);

/* Writes the rules and the host's contact, or that there are none; each line ended by LF. */
void house_write_rules(const struct base *base, char out[HOUSE_TEXT_MAX]);

/* Shows the rules to a player in play. */
void house_tell_rules(struct session *session, const struct command *command);

enum {
    BUG_LENGTH_MAX = 400,    /* bytes of a report, cleaned */
    BUG_PAUSE_MS = 60 * 1000 /* pause between two reports of a player */
};

/* Stores the typed text, cleaned, with the name and the place of the player. If it is empty or too
   long, or another came a moment ago, tells the player so. */
void bug_report(struct session *session, const struct command *command);

#endif
