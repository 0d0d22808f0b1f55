/*
 * The host's own words to players: the greeting above the name prompt, and the rules of the house.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_HOUSE_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_HOUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "server/base/host_texts.h"

struct base;
struct session;

enum { HOUSE_TEXT_MAX = HOST_TEXT_SIZE + 512 };

/* The welcome, what this dungeon is called and how many play; each line ended by LF. */
void house_write_greeting(const struct base *base, uint32_t players, char out[HOUSE_TEXT_MAX]);

/* True if the host has set some. */
bool house_has_rules(const struct session *session);

/* The rules and how the host is reached, or that there are none; each line ended by LF. */
void house_write_rules(const struct base *base, char out[HOUSE_TEXT_MAX]);

/* Shows the rules to somebody in play. */
void house_tell_rules(struct session *session);

#endif
