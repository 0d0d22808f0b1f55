/*
 * The page of a death: what happened and what it cost, shown until one deliberate key or word ends
 * it. Input typed before the page, and for a second of ticks after it came, is thrown away, so that
 * no key meant for the fight is played in the haven. A page that is lost with its connection is not
 * shown again: `deaths` and `where grave` tell the same.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_DEATH_PAGE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_DEATH_PAGE_H

#include <stdbool.h>

#include "narrate/command.h"
#include "term/key.h"

struct death_page;
struct event;
struct session;

/* Opens it if the event is the death of the session's own delver. Call it after an event is told.
 */
void death_page_on_event(struct session *session, const struct event *event);

bool death_page_is_open(const struct death_page *death);

/* On a screen. False: it is no business of the page, and does what it always does. */
bool death_page_take_key(struct session *session, struct key key);

/* A line asks for that command. False: the page took it, or it must not run now. */
bool death_page_lets_run(struct session *session, enum command_id id);

#endif
