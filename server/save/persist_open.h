/*
 * From a folder to a database: opened and locked, its head proven, its seed and tick known. Every
 * fault is reported to the operator.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_OPEN_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_OPEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct options;
struct store;

struct opened_store {
    struct store *store;
    bool is_new;
    uint64_t seed;
    uint64_t tick;
};

/*
 * Opens the database in the data folder of the options, or makes one. Findings go to standard
 * output, one line each. On failure cause and cure are on standard error, *out_exit_code says how
 * to exit, and nothing is left open. The caller owns out->store.
 */
MUST_USE enum err persist_open(const struct options *options, struct opened_store *out,
                               int *out_exit_code);

/* True if the data folder has the mark: a text for people, written by every start, whose existence
   shows that a world is or was there. Without a database beside it, no new world is made unless
   that is requested. */
bool persist_mark_is_there(const char *folder);

/* Writes the mark; it replaces an older one. Returns an error of the disk. */
MUST_USE enum err persist_mark_leave(const char *folder, uint64_t seed);

#endif
