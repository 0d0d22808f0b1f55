/*
 * Signs that a data folder holds, or held, a world: a small file that every start leaves there, and
 * the backups. If the database is absent beside them, no new world is made unasked.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_MARK_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_MARK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum { PERSIST_MARK_PATH_SIZE = 512 };

struct older_world {
    bool is_marked;
    bool has_backups;                           /* or the folder of backups cannot be read */
    char newest_backup[PERSIST_MARK_PATH_SIZE]; /* its path; "" : none */
};

/* Looks for an older world in the data folder; true if there are signs of one. */
bool persist_mark_find(const char *folder, struct older_world *out);

bool persist_mark_is_there(const char *folder);

/* Leaves the mark there, in the place of one that was. An error of the disk. */
MUST_USE enum err persist_mark_leave(const char *folder, uint64_t seed);

/*
 * A new world is made beside the backups of an older one, which its own would push out one day:
 * gives their folder another name, which goes to `out`; "" : there is none. An error of the disk.
 */
MUST_USE enum err persist_mark_set_aside(const char *folder, char out[PERSIST_MARK_PATH_SIZE]);

#endif
