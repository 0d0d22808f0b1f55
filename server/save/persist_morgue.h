/*
 * Pages of lives that ended: files morgue/NAME-N.txt in the data folder, where N counts the pages
 * of that player from 1. The database thread writes, lists and reads them. A page appears whole or
 * not at all; one that cannot be written is lost, and the log says so. The oldest pages of a player
 * go when there are too many, and the oldest of all when together they are too large.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_MORGUE_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_MORGUE_H

#include <stdint.h>

#include "base/err.h"
#include "server/save/change_set.h"
#include "server/save/job.h"
#include "world/name.h"

struct persist_work; /* server/save/persist_work.h */

enum {
    MORGUE_PAGE_SIZE = 16 * 1024, /* most bytes of a page, with its NUL */
    MORGUE_LINE_SIZE = 160,       /* most bytes of its first line, with its NUL */
    MORGUE_LISTED_MAX = 20,
};

/* A page to write. */
struct new_page {
    char name[NAME_LENGTH_MAX + 1];
    uint32_t pages_max; /* most pages of that player, with this one; at least 1 */
    uint64_t bytes_max; /* most bytes of the pages of all players */
    char text[MORGUE_PAGE_SIZE];
};
extern const struct question question_save_page;

struct page_line {
    uint32_t number;
    char text[MORGUE_LINE_SIZE];
};

/* Asks for the pages of a player. ERR_NOT_FOUND: there is no such player, or no page of that
   number. */
struct pages_question {
    char name[NAME_LENGTH_MAX + 1];
    uint32_t number; /* number of the wanted page; 0: a list of all */
    int64_t account_id;
    char settings[SETTINGS_ROW_SIZE]; /* settings of that player; "": none */
    uint32_t total;                   /* number of pages */
    int count;                        /* number of listed pages, newest first */
    struct page_line lines[MORGUE_LISTED_MAX];
    char text[MORGUE_PAGE_SIZE];
};
extern const struct question question_find_pages;

/* Frees work->morgue. */
void morgue_release(struct persist_work *work);

/* Removes all pages of a player; `data` is the data folder. ERR_OK also if there are none. */
MUST_USE enum err morgue_forget(const char *data, const char *name);

/* Renames all pages of a player to `name`, in the form of name_normalise(). */
MUST_USE enum err morgue_rename(const char *data, const char *before, const char *name);

#endif
