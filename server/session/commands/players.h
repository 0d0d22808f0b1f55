/*
 * Names of players in commands: the one way in which every command finds the player that it names.
 *
 * A word that is somebody's whole name means that player, in the world or not. A beginning of a
 * name counts only if it is nobody's whole name, and only one of those to choose from has a name
 * that begins so. Names of players who are not in the world are known to the database alone, so a
 * word that no player in the world has for a whole name is looked up there. Meanwhile what the
 * player types waits; then the command that asked runs again from its beginning. A command
 * therefore finds its player before it does anything, and names one player at most.
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

enum { PLAYERS_PATIENCE_MS = 5000 }; /* for the database; then a name is not to be had */

enum players_answer {
    PLAYERS_FOUND,      /* a player among those to choose from */
    PLAYERS_OTHER,      /* the whole name of a player who is not among them */
    PLAYERS_NOBODY,     /* no whole name, and the beginning of no name or of several */
    PLAYERS_UNREADABLE, /* the database cannot say whether it is somebody's whole name */
    PLAYERS_ASKED,      /* the database is asked: the command ends here, and runs again */
};

struct players_found {
    enum players_answer answer;
    struct player_slot
        *slot; /* with a body in the world: if found; of another, if they are there; or NULL */
    char name[NAME_LENGTH_MAX + 1]; /* in full: if found, and of another */
    int count; /* with PLAYERS_NOBODY: of those to choose from whose names begin so */
};

/* The players to choose from. */
struct players_choice {
    struct player_slot *const *slots;
    int count;
};

/* The player that `typed` means (`length` bytes, in any case, in quotes or not); `choice` NULL: any
   in the world. An empty word is nobody's. */
struct players_found players_find(struct session *session, const char *typed, size_t length,
                                  const struct players_choice *choice);

/* Tells the player why the word means nobody to choose from. Where the database is asked, or the
   player is found: nothing. */
void players_tell_unfound(struct session *session, const char *typed, size_t length,
                          const struct players_found *found);

/* Like players_tell_unfound(), for a choice among few players: `none` is told if nobody of that
   name is among them. */
void players_tell_not_among(struct session *session, const char *typed,
                            const struct players_found *found, const char *none);

/* Tells the player that the player of that whole name is not among those to choose from. */
void players_tell_absent(struct session *session, const char *name);

/* The delver of the session's own player; NULL: it does not stand in the dungeon now. */
const struct delver *players_own(const struct session *session);

/* The players on the cells beside; returns how many. */
int players_list_beside(const struct roster *roster, const struct delver *delver,
                        struct player_slot *out[DIR_COUNT]);

/* The body of the player on a cell beside that the word means. 0: it means none, and the player is
   told why. */
body_id players_find_beside(struct session *session, const struct delver *delver,
                            const char *typed);

/* True from when the database is asked until the command that asked has run again. */
bool players_are_asked(const struct players_question *question);

/* True until the answer of the database is there. */
bool players_are_waiting(const struct players_question *question);

/* The command that asked is to run again; its words are copied. */
void players_keep_command(struct players_question *question, const struct command *command);

/* Takes the database's answer. False: it is none to this session's question. */
bool players_take_answer(struct session *session, const struct job *job);

/* If the answer has not come in time, none is waited for any more, and true is returned. */
bool players_give_up(struct session *session);

/* The command that asked, once the answer is there; false: it keeps itself for later (a travel), or
   nothing was asked. Its words are valid until players_forget(). */
bool players_kept_command(const struct players_question *question, struct command *out);

/* Nothing is asked any more. */
void players_forget(struct commands_state *commands);

#endif
