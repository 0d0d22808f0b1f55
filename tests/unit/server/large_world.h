/*
 * A world that takes a while to copy: many delvers, each with a memory that does not compress.
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_LARGE_WORLD_H
#define UNDERCROFT_TESTS_UNIT_SERVER_LARGE_WORLD_H

#include <check.h>
#include <stdint.h>
#include <stdio.h>

#include "db/records.h"
#include "db/store.h"

enum { LARGE_WORLD_CELLS = 100 * 57 };

static inline void large_world_add(struct store *store, int number)
{
    static uint8_t tiles[LARGE_WORLD_CELLS];
    struct account_record account = {.mode = MODE_LINE, .password_hash = "none"};
    struct delver_record delver = {
        .level = {.depth = 1}, .health = 1, .health_max = 1, .life = life_new()};
    int64_t id = 0;

    snprintf(account.name, sizeof account.name, "Large%c%c", 'a' + number / 26, 'a' + number % 26);
    snprintf(account.skeleton, sizeof account.skeleton, "%s", account.name);
    for (int i = 0; i < LARGE_WORLD_CELLS; i++)
        tiles[i] = i % 2 == 0 ? TILE_UNKNOWN : TILE_FLOOR;
    ck_assert_int_eq(store_create_account(store, &account, &delver, &id), ERR_OK);
    ck_assert_int_eq(store_save_memory(store, id, (struct level_key){.depth = 1}, tiles,
                                       LARGE_WORLD_CELLS, MEMORY_BANDS_ALL),
                     ERR_OK);
}

/* `delvers`: at most 26 * 26. */
static inline void large_world_fill(struct store *store, int delvers)
{
    ck_assert_int_eq(store_begin(store), ERR_OK);
    for (int i = 0; i < delvers; i++)
        large_world_add(store, i);
    ck_assert_int_eq(store_commit(store), ERR_OK);
}

#endif
