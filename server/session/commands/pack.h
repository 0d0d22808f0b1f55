/*
 * Commands for the pack: things are picked up, dropped, worn, used and thrown.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_PACK_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_PACK_H

#include <stdbool.h>

#include "narrate/aim.h"
#include "narrate/command.h"
#include "narrate/pack_words.h"

struct session;

/* A command for a thing of the pack, as far as it is known. */
struct pack_deed {
    enum command_id id;
    uint32_t object; /* OBJECT_NONE: not chosen yet */
    uint32_t other;  /* what it is read on; likewise */
    uint32_t count;  /* how many are given; 0: all */
};

/* The verb of a command, into *out; false: the command needs no thing of the pack. */
bool pack_verb_of(enum command_id id, enum pack_verb *out);

/* Does the command with the thing, and aims it, if need be, at the foe that `at` names or in that
   direction; "": at the nearest. A gift goes to the delver beside with a name that begins with
   `at`; "": to the only one. Tells what is missing. */
void pack_do(struct session *session, const struct pack_deed *deed, const char *at);

/* Fires, throws or points at the foe that is marked. */
void pack_let_fly(struct session *session, const struct aim *aim);

/* True if that command with that thing needs a foe or a direction. */
bool pack_needs_target(const struct delver *delver, const struct pack_deed *deed);

/* "drop 2 darts", "throw dart at rat", "read tempering on sword": the rest of the line says all. A
   count counts for what is dropped; else the thing is used once. */
void pack_run(struct session *session, const struct command *command);

/* "fire", "fire rat", "fire east". */
void pack_fire(struct session *session, const char *at);

/* "get", "get dart", "get 3 darts", "get all darts", "get all". */
void pack_get(struct session *session, const struct command *command);

/* Lists of the things carried and worn and of the gold; and of the things worn. */
void pack_show(struct session *session);
void pack_show_worn(struct session *session);

/* A list that was shown a moment ago has these colours, where it is seen as a page. */
void pack_tint(struct session *session, const struct text_tints *tints);

/* The list that was just shown waits for a letter of the pack, where the command takes one, or for
   a digit: the number with which the command is then done. Nothing in other modes than screen mode.
 */
void pack_await(struct session *session, enum command_id id);

#endif
