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

/* Things in sight and remembered, in an order that does not change while the delver walks. A page
   with the map has bodies in its records, and so not here. */
void page_things_collect(enum session_mode mode, const struct world *world,
                         const struct delver *delver, struct things *out);

/* True for a page in words: it gets no map and no place of its delver, but offsets of things. */
bool page_things_have_offsets(enum session_mode mode);

/* The things as JSON, each with the number by which `go` finds it from now on. The caller owns it.
   NULL: there is no memory. */
json_t *page_things_make(struct session *session, const struct delver *delver,
                         const struct things *things);

enum { PAGE_ACTIONS_MAX = 96 };

/* The words that do something with that object of the pack, "drink drop throw", into `out` of
   PAGE_ACTIONS_MAX bytes. */
void page_things_actions(const struct delver *delver, uint32_t object, char *out);

/* How much of its level the delver has explored, in percent: counted when something new is known.
 */
int page_explored_percent(struct page *page, const struct delver *delver);

#endif
