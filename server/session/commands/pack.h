/*
 * Commands for things: picking up, dropping, wearing, using, throwing, giving, buying or selling.
 *
 * A gift to a player who wants to be asked (`set gifts`) is an offer: it changes hands when the
 * other player accepts, if both still stand beside each other and the giver still has it. An offer
 * is valid for OFFER_MS; a player has at most OFFERS_MAX of them, one from each giver.
 *
 * Quick slots are a player's own keys for kinds of things, F2 to F9, saved with the account. A slot
 * has a kind, so it continues with the next thing of it when one is used up.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_PACK_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_PACK_H

#include <stdbool.h>
#include <stdint.h>

#include "narrate/aim.h"
#include "narrate/command.h"
#include "narrate/pack_words.h"

struct session;

enum {
    OFFER_MS = 60 * 1000,
    SLOT_FIRST = 2,
    SLOT_LAST = 9,
};

/* A command for a thing of the pack, with the parts that are known so far. */
struct pack_deed {
    enum command_id id;
    uint32_t object; /* OBJECT_NONE: not chosen yet */
    uint32_t other;  /* second object, on which the first is used; OBJECT_NONE: not chosen yet */
    uint32_t count;  /* number to give; 0: all */
};

/* Stores the verb of a command in *out. False: the command needs no thing of the pack. */
bool pack_verb_of(enum command_id id, enum pack_verb *out);

/* Runs the command with the thing, and aims it, if needed, at the foe that `at` names or in that
   direction; "": at the nearest foe. A gift goes to the player beside whose name begins with `at`;
   "": to the only one. Tells the player what is missing. */
void pack_do(struct session *session, const struct pack_deed *deed, const char *at);

/* Fires, throws or points at the marked foe. */
void pack_let_fly(struct session *session, const struct aim *aim);

/* True if that command with that thing needs a foe or a direction. */
bool pack_needs_target(const struct delver *delver, const struct pack_deed *deed);

/* Runs a command with all its words: "drop 2 darts", "throw dart at rat", "read tempering on
   sword". Only a drop takes a count; other verbs use one thing. */
void pack_run(struct session *session, const struct command *command);

/* Works like pack_run(); "drink fountain" drinks from a fountain. */
void pack_drink(struct session *session, const struct command *command);

/* Does the command `fire`: "", "rat", "east". */
void pack_fire(struct session *session, const struct command *command);

/* Does the command `get`: "", "dart", "3 darts", "all darts", "all". */
void pack_get(struct session *session, const struct command *command);

/* Show the things carried and worn and the gold, or only the worn things. */
void pack_show(struct session *session, const struct command *command);
void pack_show_worn(struct session *session, const struct command *command);

/* Makes the list that was just shown wait for a letter of the pack, if the command takes one, or
   for a digit; the command then runs with that thing. In screen mode only. */
void pack_await(struct session *session, enum command_id id);

/* Accepts an offer of the giver with that name (players.h), or with "" the last one. */
void gift_accept(struct session *session, const struct command *command);

/* Does the command `slot`: "", "2 mending", "2", "2 none". */
void slot_command(struct session *session, const struct command *command);

/* Finds the command of the slot's key, and the thing that it uses. False, and the player is told,
   if the slot is free or nothing of its kind is carried. */
bool slot_find(struct session *session, int number, enum command_id *out_id, uint32_t *out_object);

/* True if `key` is the key of a slot among the choices. */
bool slot_owns_key(const char *key);

/* Tells the facts and price of a ware that the words name, of a pedlar near the player; numbers
   name wares while their list is the last one shown. False: there is none. */
bool shop_examine(struct session *session, const char *words);

/* Does the command `buy`: "" lists the wares; "2" and "mending" buy one. Says so if no pedlar is
   near. */
void shop_buy(struct session *session, const struct command *command);

/* Do the commands `sell` ("", "c") and `identify` ("", "amber"). */
void shop_sell(struct session *session, const struct command *command);
void shop_identify(struct session *session, const struct command *command);

#endif
