/*
 * A hall with both stairs, and stand-ins for the fetching of levels: each test has its own
 * level_fetch_begin(), and the other functions of level_fetch.h are here.
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_HALL_WITHOUT_FETCH_H
#define UNDERCROFT_TESTS_UNIT_SERVER_HALL_WITHOUT_FETCH_H

#include "server/game/level_fetch.h"
#include "server/game/save_watch.h"

static const char hall[] = "########################\n"
                           "#......................#\n"
                           "#<....................>#\n"
                           "########################\n";

static bool is_fetch_running;

bool level_fetch_is_running(const struct level_transfers *transfers, struct level_key key)
{
    (void)transfers;
    (void)key;
    return is_fetch_running;
}

bool level_fetch_has_failed(const struct level_transfers *transfers, struct level_key key)
{
    (void)transfers;
    (void)key;
    return false;
}

void level_fetch_note_population(struct game *game, const struct job *job)
{
    (void)game;
    (void)job;
}

void level_fetch_forget(struct game *game, int64_t delver_id)
{
    (void)game;
    (void)delver_id;
}

void level_fetch_rename(struct game *game, int64_t delver_id, const char name[NAME_LENGTH_MAX + 1])
{
    (void)game;
    (void)delver_id;
    (void)name;
}

void level_fetch_release(struct level_transfers *transfers)
{
    (void)transfers;
}

const char *save_watch_refusal(const struct game *game)
{
    (void)game;
    return NULL;
}

#endif
