/*
 * Two lists of sessions, those that log in and those that wait in line, and one count of both by
 * network. logins_line.c decides which session moves from one list to the other.
 */
#include "server/session/auth/logins.h"

#include "server/net/conn.h"
#include "server/session/sessions.h"
#include "server/session/session.h"

static void put_last(struct logins_list *list, struct session *session)
{
    struct logins_place *place = &session->auth.place;

    place->list = list;
    place->next = NULL;
    place->previous = list->last;
    if (list->last != NULL)
        list->last->auth.place.next = session;
    else
        list->first = session;
    list->last = session;
    list->count++;
}

static void take_out(struct logins_place *place)
{
    struct logins_list *list = place->list;

    if (place->previous != NULL)
        place->previous->auth.place.next = place->next;
    else
        list->first = place->next;
    if (place->next != NULL)
        place->next->auth.place.previous = place->previous;
    else
        list->last = place->previous;
    list->count--;
    place->list = NULL;
}

void logins_join(struct session *session, struct logins_list *list)
{
    struct sessions *sessions = session->sessions;

    session->auth.place.networks =
        network_table_hold(&sessions->logins->networks, session->conn->key, sessions->base->now_ms);
    put_last(list, session);
}

void logins_move(struct session *session, struct logins_list *list)
{
    take_out(&session->auth.place);
    put_last(list, session);
}

void logins_begin(struct session *session)
{
    if (session->auth.place.list == NULL)
        logins_join(session, &session->sessions->logins->open);
}

void logins_end(struct logins *logins, struct logins_place *place)
{
    if (place->list == NULL)
        return;
    take_out(place);
    network_table_leave(&logins->networks, &place->networks);
}

void logins_wait(struct session *session)
{
    session->auth.wait = (struct logins_wait){.since_ms = session->sessions->base->now_ms};
}

void logins_end_wait(struct session *session)
{
    if (session->auth.wait.since_ms == 0)
        return;
    session->auth.since_ms += session->sessions->base->now_ms - session->auth.wait.since_ms;
    session->auth.wait.since_ms = 0;
}
