/*
 * Messages to a browser page about the things of a level and of its delver.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PAGE_PAGE_THINGS_H
#define UNDERCROFT_SERVER_SESSION_PAGE_PAGE_THINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "narrate/things.h"

struct delver;
struct page;
struct session;

/* Collects things in sight and remembered, in an order that does not change while the delver walks.
   A page with the map gets bodies in its records, so they are left out. */
void page_things_collect(enum session_mode mode, const struct world *world,
                         const struct delver *delver, struct things *out);

/* True for a page in words: it gets offsets of things, in place of the map and its delver's
   cell. */
bool page_things_have_offsets(enum session_mode mode);

/* Makes JSON of the things, each with the number by which `go` finds it from now on. The caller
   owns it. NULL: out of memory. */
json_t *page_things_make(struct session *session, const struct delver *delver,
                         const struct things *things);

enum { PAGE_ACTIONS_MAX = 96 };

/* Writes the commands that fit that object of the pack, such as "drink drop throw", to `out` of
   PAGE_ACTIONS_MAX bytes. */
void page_things_actions(const struct delver *delver, uint32_t object, char *out);

/* Returns the percent of its level that the delver has explored; counts again only when more is
   known. */
int page_explored_percent(struct page *page, const struct delver *delver);

#endif
