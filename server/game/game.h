/*
 * The room of the game: the world and its time, the players in it, the levels on their way in and
 * out, and what operators decided about players. It knows no connection and no session.
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
    struct job_queue answers; /* what it has done for this room */
    struct world *world;
    struct input_queue inputs; /* of the tick to come */
    struct tick *tick;
    struct roster *roster;                /* who plays */
    struct level_transfers *transfers;    /* who is on the way to which level */
    struct level_versions level_versions; /* which generation of a level counts */
    struct setpieces setpieces;           /* what is built into levels that are made */
    struct reserved_names reserved;       /* names that nobody may have */
    struct level_regens *level_regens;    /* levels about to be regenerated */
    struct outbox *outbox;                /* what there is to tell players and operators */
    struct save_watch *save_watch;
    struct recorder *recorder;
    struct moderation moderation;
    struct shutdown *shutdown;         /* an announced stop */
    struct removals *removals;         /* of players */
    struct path_scratch *path_scratch; /* for every search of a way */
    struct ledger_watch ledger_watch;
};

#endif
