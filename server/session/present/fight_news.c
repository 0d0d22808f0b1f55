/*
 * Fights in lines.
 */
#include "server/session/present/fight_news.h"

#include <stdlib.h>

#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

/* NULL: there was no fight yet. */
static struct fight_fold *fold_of(const struct session *session)
{
    return session->present.scrollback->fights;
}

/* The fold of fights, allocated when the first fight begins; NULL: none has begun, or there is no
   memory. */
static struct fight_fold *open_fold(const struct session *session, const struct event *event)
{
    struct scrollback *scrollback = session->present.scrollback;

    if (scrollback->fights == NULL && fight_fold_begins(event))
        scrollback->fights = calloc(1, sizeof *scrollback->fights);
    return scrollback->fights;
}

static const struct world *world_of(const struct session *session)
{
    return session->sessions->game->world;
}

enum fight_words fight_news_words(const struct session *session)
{
    static const enum fight_words words[FIGHTS_COUNT] = {[FIGHTS_FULL] = FIGHT_WORDS_FULL,
                                                         [FIGHTS_OWN] = FIGHT_WORDS_OWN,
                                                         [FIGHTS_BRIEF] = FIGHT_WORDS_BRIEF};

    if (session->preferences.settings.fights != FIGHTS_AUTO)
        return words[session->preferences.settings.fights];
    return presentation_table[session->mode]->is_spoken ? FIGHT_WORDS_BRIEF : FIGHT_WORDS_FULL;
}

bool fight_news_take(struct session *session, const struct event *event,
                     const struct delver *viewer)
{
    enum fight_words words = fight_news_words(session);

    /* Most events belong to no fight: skip the search for one. */
    if (!fight_fold_begins(event) && words != FIGHT_WORDS_BRIEF)
        return false;
    struct fight_fold *fold = open_fold(session, event);
    if (fold == NULL || !fight_fold_take(fold, world_of(session), event, viewer, words))
        return false;
    session_make_runnable(session);
    return true;
}

/* On a screen the same line again is counted. */
static void tell(struct session *session, const char *text, enum role role)
{
    if (!presentation_table[session->mode]->is_drawn) {
        session_tell(session, text, role);
        return;
    }
    message_log_count(&session->present.scrollback->messages, text, role);
    presentation_table[session->mode]->tell(session, text, role);
}

void fight_news_flush(struct session *session)
{
    const struct delver *viewer = world_delver(world_of(session), session->viewer);
    char text[FOLD_TEXT_MAX];
    enum role role;

    if (fold_of(session) == NULL || viewer == NULL)
        return;
    while (fight_fold_flush(fold_of(session), world_of(session), viewer, fight_news_words(session),
                            text, sizeof text, &role))
        tell(session, text, role);
}

void fight_news_precede(struct session *session, const struct event *event,
                        const struct delver *viewer)
{
    if (fold_of(session) == NULL)
        return;
    fight_fold_end(fold_of(session), event);
    if (fight_fold_precedes(fold_of(session), world_of(session), event, viewer))
        fight_news_flush(session);
}

void fight_news_update(struct session *session)
{
    const struct delver *viewer = world_delver(world_of(session), session->viewer);
    char text[FOLD_TEXT_MAX];
    enum role role;

    if (fold_of(session) == NULL)
        return;
    if (viewer == NULL) {
        *fold_of(session) = (struct fight_fold){0};
        return;
    }
    while (fight_fold_next(fold_of(session), world_of(session), viewer, fight_news_words(session),
                           text, sizeof text, &role))
        tell(session, text, role);
}

bool fight_news_are_pending(const struct session *session)
{
    return fold_of(session) != NULL && fight_fold_is_pending(fold_of(session));
}
