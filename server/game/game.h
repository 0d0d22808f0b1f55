/*
 * The room of the game: the world and its time, the players in it, the levels that are loaded and
 * unloaded, and operators' rulings about players. It knows no connection and no session.
 */
#ifndef UNDERCROFT_SERVER_GAME_GAME_H
#define UNDERCROFT_SERVER_GAME_GAME_H

#include "content/setpiece.h"
#include "server/game/ledger_watch.h"
#include "server/base/base.h"
#include "server/game/input_queue.h"
#include "server/game/level_versions.h"
#include "server/game/moderation.h"
#include "server/save/job.h"
#include "world/name.h"
#include "world/world.h"

struct level_transfers;
struct level_regens;
struct outbox;
struct path_scratch;
struct persist;
struct recorder;
struct removals;
struct roster;
struct save_watch;
struct shutdown;
struct tick;

struct game {
    struct base *base;
    struct persist *persist;  /* the database thread */
    struct job_queue answers; /* finished jobs of this room, from the database thread */
    struct world *world;
    struct input_queue inputs; /* inputs of the next tick */
    struct tick *tick;
    struct roster *roster;                /* the players in the game */
    struct level_transfers *transfers;    /* delvers on their way to a level */
    struct level_versions level_versions; /* current generation of each level */
    struct setpieces setpieces;           /* pieces that are built into new levels */
    struct reserved_names reserved;       /* names that cannot be taken */
    struct level_regens *level_regens;    /* levels about to be regenerated */
    struct outbox *outbox; /* messages that wait for delivery to players and operators */
    struct save_watch *save_watch;
    struct recorder *recorder;
    struct moderation moderation;
    struct shutdown *shutdown;         /* an announced stop */
    struct removals *removals;         /* players who are being removed */
    struct path_scratch *path_scratch; /* working memory of every search for a way */
    struct ledger_watch ledger_watch;
};

#endif
