/*
 * Commands for things: a thing is picked up, dropped, worn, used, thrown, given, bought or sold.
 *
 * A gift to a player who wants to be asked (`set gifts`) is an offer: it changes hands when the
 * other says accept, if both still stand beside each other and the giver still has it. An offer
 * stands for OFFER_MS; a player has at most OFFERS_MAX of them, one of each giver.
 *
 * Quick slots are a player's own keys for kinds of things, F2 to F9, kept with the account. A slot
 * holds a kind, so that it goes on to the next of it when one is used up.
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

/* A command for a thing of the pack, as far as it is known. */
struct pack_deed {
    enum command_id id;
    uint32_t object; /* OBJECT_NONE: not chosen yet */
    uint32_t other;  /* target of the use; OBJECT_NONE: not chosen yet */
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

/* Runs a command that is typed in full: "drop 2 darts", "throw dart at rat", "read tempering on
   sword". Only a drop takes a count; other verbs use one thing. */
void pack_run(struct session *session, const struct command *command);

/* As pack_run(); "drink fountain" takes a sip. */
void pack_drink(struct session *session, const struct command *command);

/* "fire", "fire rat", "fire east". */
void pack_fire(struct session *session, const struct command *command);

/* "get", "get dart", "get 3 darts", "get all darts", "get all". */
void pack_get(struct session *session, const struct command *command);

/* Lists of the things carried and worn and of the gold; and of the things worn. */
void pack_show(struct session *session, const struct command *command);
void pack_show_worn(struct session *session, const struct command *command);

/* The list that was just shown waits for a letter of the pack, where the command takes one, or for
   a digit: the number with which the command is then done. Nothing in other modes than screen mode.
 */
void pack_await(struct session *session, enum command_id id);

/* The player takes an offer: by the giver of that name (players.h), or with "" the last. */
void gift_accept(struct session *session, const struct command *command);

/* "slot", "slot 2 mending", "slot 2", "slot 2 none". */
void slot_command(struct session *session, const struct command *command);

/* The command of the slot's key, and the thing that it uses. False, and told, if the slot is free
   or nothing of its kind is carried. */
bool slot_find(struct session *session, int number, enum command_id *out_id, uint32_t *out_object);

/* True if that key of a choice is one of a slot. */
bool slot_owns_key(const char *key);

/* The facts and the price of the ware of a pedlar beside the player that the words name; a number
   is one of the wares as long as they are the list that was shown last. False: there is none. */
bool shop_examine(struct session *session, const char *words);

/* "buy" lists the wares; "buy 2" and "buy mending" buy one. Away from pedlars it says so. */
void shop_buy(struct session *session, const struct command *command);

/* Commands for a pedlar: "sell", "sell c"; "identify", "identify amber". */
void shop_sell(struct session *session, const struct command *command);
void shop_identify(struct session *session, const struct command *command);

#endif
