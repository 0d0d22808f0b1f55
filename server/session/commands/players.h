/*
 * Names of players in commands: every command finds the player that it names here.
 *
 * A word that is somebody's whole name means that player, in the world or not. The beginning of a
 * name counts only if it is nobody's whole name and exactly one player of the choice has such a
 * name. Only the database knows the names of players who are not in the world, so a word that is no
 * whole name in the world is looked up there. Meanwhile the player's input waits; then the command
 * runs again from the start. A command must therefore find its player before it does anything, and
 * names one player at most.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_PLAYERS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_PLAYERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pos.h"
#include "world/id.h"

struct command;
struct commands_state;
struct delver;
struct job;
struct players_question;
struct roster;
struct player_slot;
struct session;

enum {
    PLAYERS_PATIENCE_MS = 5000
}; /* longest wait for the database, after which the name counts as unreadable */

enum players_answer {
    PLAYERS_FOUND,      /* a player of the choice */
    PLAYERS_OTHER,      /* the whole name of a player outside the choice */
    PLAYERS_NOBODY,     /* no whole name, and the beginning of no name or of several */
    PLAYERS_UNREADABLE, /* the database cannot say whether it is a player's whole name */
    PLAYERS_ASKED,      /* the database was asked: the command ends here, and runs again */
};

struct players_found {
    enum players_answer answer;
    struct player_slot *slot;       /* slot of the player; NULL: not in the world, or leaving it */
    char name[NAME_LENGTH_MAX + 1]; /* whole name, for PLAYERS_FOUND and PLAYERS_OTHER */
    int count; /* with PLAYERS_NOBODY: number of players of the choice whose names begin so */
};

/* The players among which a command chooses. */
struct players_choice {
    struct player_slot *const *slots;
    int count;
};

/* Finds the player that `typed` means (`length` bytes, in upper or lower case, in quotes or not).
   `choice` NULL: any player in the world. An empty word means nobody. */
struct players_found players_find(struct session *session, const char *typed, size_t length,
                                  const struct players_choice *choice);

/* Tells the player why the word means nobody of the choice. Does nothing if the database was asked,
   or the player was found. */
void players_tell_unfound(struct session *session, const char *typed, size_t length,
                          const struct players_found *found);

/* Tells the player why the word means no player of a choice among few: `none` if none of them has
   that name, else like players_tell_unfound(). */
void players_tell_not_among(struct session *session, const char *typed,
                            const struct players_found *found, const char *none);

/* Tells the player that the player with that whole name is not in the choice. */
void players_tell_absent(struct session *session, const char *name);

/* Returns the delver of the session's own player; NULL: it is not in the dungeon now. */
const struct delver *players_own(const struct session *session);

/* Lists the players on the cells beside the delver; returns their number. */
int players_list_beside(const struct roster *roster, const struct delver *delver,
                        struct player_slot *out[DIR_COUNT]);

/* Returns the body of the player on a cell beside that the word means; 0: there is none, and the
   player is told why. */
body_id players_find_beside(struct session *session, const struct delver *delver,
                            const char *typed);

/* True from the question to the database until the command has run again. */
bool players_are_asked(const struct players_question *question);

/* True until the answer of the database has come. */
bool players_are_waiting(const struct players_question *question);

/* Stores a copy of the command, to run it again. */
void players_keep_command(struct players_question *question, const struct command *command);

/* Takes the database's answer. False: it does not answer this session's question. */
bool players_take_answer(struct session *session, const struct job *job);

/* Ends the wait for an answer that has not come in time. True: it did. */
bool players_give_up(struct session *session);

/* Gives the stored command, once the answer has come. False: the command stores itself (a travel),
   or nothing was asked. Its words are valid until players_forget(). */
bool players_kept_command(const struct players_question *question, struct command *out);

/* Drops the question. */
void players_forget(struct commands_state *commands);

#endif
