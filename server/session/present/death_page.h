/*
 * The page of a death: its cause and its costs, shown until a deliberate key or word closes it.
 * Input typed before the page, and for a second of ticks after it, is dropped, so that no key meant
 * for the fight acts in the haven. A page that is lost with its connection is not shown again:
 * `deaths` and `where grave` tell the same.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_DEATH_PAGE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_DEATH_PAGE_H

#include <stdbool.h>

#include "narrate/command.h"
#include "term/key.h"

struct death_page;
struct event;
struct session;

/* Opens the page if the event is the death of the session's own delver. Call it after an event is
   reported. */
void death_page_on_event(struct session *session, const struct event *event);

bool death_page_is_open(const struct death_page *death);

/* Takes a key on a screen. False: the key does not concern the page, and acts as usual. */
bool death_page_take_key(struct session *session, struct key key);

/* Checks the command of a line. True: it may run. False: the page used the line, or the command
   must not run now. */
bool death_page_lets_run(struct session *session, enum command_id id);

#endif
