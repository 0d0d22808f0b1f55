/*
 * Messages to players and operators when the disk falls behind: how old the newest save is, that
 * the disk refuses, that all is well again; and the refusal meanwhile of anything that would grow
 * the database.
 */
#ifndef UNDERCROFT_SERVER_GAME_SAVE_WATCH_H
#define UNDERCROFT_SERVER_GAME_SAVE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct game;

enum {
    SAVE_WATCH_LAG_MS = 3000,             /* players are told of a disk this far behind */
    SAVE_WATCH_REMIND_MS = 60 * 1000,     /* between two reminders */
    SAVE_WATCH_CLOSE_MS = 10 * 60 * 1000, /* refused for this long: nobody logs in any more */
    SAVE_WATCH_TEXT_SIZE = 160,
    SAVE_WATCH_OPERATORS_SIZE = 400,
};

struct save_watch {
    bool is_failing;    /* until all that changed while the disk refused is on disk */
    bool is_recovering; /* the disk takes saves again */
    uint64_t taken_ms;  /* when changes were first taken since; 0: not yet */
    uint64_t failing_since_ms;
    uint64_t reported_at_ms;
    bool has_reported_broken; /* operators, of a world that the next start refuses */
    bool has_reported_rows;   /* operators, of damaged rows that the proof has found */
    char since[6];            /* "14:05", local time: changes from then on are not on disk */
};

/* Looks at the disk and tells players and administrators of a change. To be called after each save,
   and each second. */
void save_watch_update(struct game *game);

/* True while the disk takes saves again and none of all that has changed was begun. */
bool save_watch_wants_save(const struct game *game);

/* All that has changed was taken, to be saved. */
void save_watch_note_taken(struct game *game);

/* The message for a player who begins to play, the same as the others have had, at most
   SAVE_WATCH_TEXT_SIZE bytes; false: none. */
bool save_watch_describe(const struct game *game, char *out);

/* The message for an administrator who begins to play about a database whose rows do not sum, at
   most SAVE_WATCH_OPERATORS_SIZE bytes; false: none. */
bool save_watch_describe_damage(const struct game *game, char *out);

/* How long the oldest unsaved change has waited, in milliseconds; 0: nothing waits. */
uint64_t save_watch_lag_ms(const struct game *game);

/* Why no new delver or level can be made just now; NULL if they can. Static text. */
const char *save_watch_refusal(const struct game *game);

/* Why nobody can log in just now; NULL if they can. Static text. */
const char *save_watch_closure(const struct game *game);

/* For the status row, at most SAVE_WATCH_TEXT_SIZE bytes: "UNSAVED since 14:05", or "". */
void save_watch_mark(const struct game *game, char *out);

#endif
