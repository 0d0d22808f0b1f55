/*
 * News of fights for a session, as its player set it: narrate/fight_fold.h put into lines.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_FIGHT_NEWS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_FIGHT_NEWS_H

#include <stdbool.h>

#include "narrate/fight_fold.h"

struct session;

/* The player's choice, else the usual one of the session's mode. */
enum fight_words fight_news_words(const struct session *session);

/* True if the event is told with the others of a fight, or not at all. */
bool fight_news_take(struct session *session, const struct event *event,
                     const struct delver *viewer);

/* Called before the event is told: says the lines that belong before it. */
void fight_news_precede(struct session *session, const struct event *event,
                        const struct delver *viewer);

/* Tells at once what there is to say of the viewer's own fight: what follows comes of it. */
void fight_news_flush(struct session *session);

/* When attended: tells the lines that are due. */
void fight_news_update(struct session *session);

bool fight_news_are_pending(const struct session *session);

#endif
