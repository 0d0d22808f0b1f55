/*
 * Messages to players and operators when the disk falls behind: the age of the newest save, that
 * the disk refuses, that all is well again; meanwhile anything that would grow the database is
 * refused.
 */
#ifndef UNDERCROFT_SERVER_GAME_SAVE_WATCH_H
#define UNDERCROFT_SERVER_GAME_SAVE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct game;

enum {
    SAVE_WATCH_LAG_MS = 3000,             /* age of unsaved changes at which players are told */
    SAVE_WATCH_REMIND_MS = 60 * 1000,     /* time between two reminders */
    SAVE_WATCH_CLOSE_MS = 10 * 60 * 1000, /* time of failing saves after which logins are closed */
    SAVE_WATCH_TEXT_SIZE = 160,
    SAVE_WATCH_OPERATORS_SIZE = 400,
};

struct save_watch {
    bool is_failing;    /* the disk refuses saves, or not all changes since then are on disk */
    bool is_recovering; /* the disk accepts saves again */
    uint64_t taken_ms;  /* time when changes were first collected since then; 0: not yet */
    uint64_t failing_since_ms;
    uint64_t reported_at_ms;
    bool has_reported_broken; /* operators were told that the next start will refuse the world */
    bool has_reported_rows;   /* operators were told that the proof has found damaged rows */
    char since[6];            /* local time, "14:05", since which changes are not on disk */
};

/* Checks the disk and tells players and administrators of a change. Call it after each save, and
   each second. */
void save_watch_update(struct game *game);

/* True while the disk accepts saves again and no save of all changes has begun. */
bool save_watch_wants_save(const struct game *game);

/* Notes that all changes were collected for a save. */
void save_watch_note_taken(struct game *game);

/* Writes the message for a player who begins to play, the same as the others got, at most
   SAVE_WATCH_TEXT_SIZE bytes. False: there is none. */
bool save_watch_describe(const struct game *game, char *out);

/* Writes the message for an administrator who begins to play about a database whose sums are wrong,
   at most SAVE_WATCH_OPERATORS_SIZE bytes. False: none. */
bool save_watch_describe_damage(const struct game *game, char *out);

/* Returns the age of the oldest unsaved change in milliseconds; 0: there is none. */
uint64_t save_watch_lag_ms(const struct game *game);

/* Returns why no new player or level can be made now; NULL: one can. Static text. */
const char *save_watch_refusal(const struct game *game);

/* Returns why nobody can log in now; NULL: one can. Static text. */
const char *save_watch_closure(const struct game *game);

/* Writes the mark for the status row, "UNSAVED since 14:05" or "", at most SAVE_WATCH_TEXT_SIZE
   bytes. */
void save_watch_mark(const struct game *game, char *out);

#endif
