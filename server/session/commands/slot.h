/*
 * Quick slots: a player's own keys for kinds of things, F2 to F9, kept with the account. A slot
 * holds a kind, so that it goes on to the next of it when one is used up.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_SLOT_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_SLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "narrate/command.h"

struct session;

enum { SLOT_FIRST = 2, SLOT_LAST = 9 };

/* "slot", "slot 2 mending", "slot 2", "slot 2 none". */
void slot_command(struct session *session, const struct command *command);

/* The command of the slot's key, and the thing that it uses. False, and told, if the slot is free
   or nothing of its kind is carried. */
bool slot_find(struct session *session, int number, enum command_id *out_id, uint32_t *out_object);

/* True if that key of a choice is one of a slot. */
bool slot_owns_key(const char *key);

#endif
