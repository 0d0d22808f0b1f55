/*
 * Lists of sessions, the first first: of those that are attended at the next tick, and of those
 * whose frame is due at a later one. A session stands in one of them at most, and leaves it without
 * a search.
 */
#ifndef UNDERCROFT_SERVER_SESSION_SESSION_LIST_H
#define UNDERCROFT_SERVER_SESSION_SESSION_LIST_H

struct session;
struct session_list;

/* A session's place in a list. */
struct session_place {
    struct session *session;
    struct session_list *list; /* NULL: it stands in none */
    struct session_place *next;
    struct session_place *previous;
};

/* Valid when all zero. */
struct session_list {
    struct session_place *first;
    struct session_place *last;
};

/* Puts it last, after it has left the list that it stood in. */
void session_list_append(struct session_list *list, struct session_place *place);

/* Leaves its list. Nothing if it stands in none. */
void session_list_leave(struct session_place *place);

/* Takes the first out. NULL: there is none. */
struct session *session_list_take(struct session_list *list);

#endif
