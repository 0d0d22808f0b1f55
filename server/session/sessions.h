/*
 * The room of sessions: everybody who is logging in, plays or watches, and what they share.
 */
#ifndef UNDERCROFT_SERVER_SESSION_SESSIONS_H
#define UNDERCROFT_SERVER_SESSION_SESSIONS_H

#include "server/base/base.h"
#include "server/game/game.h"
#include "server/net/net.h"
#include "server/session/auth/login_policy.h"
#include "server/session/commands/operator_lines.h"
#include "server/session/commands/who.h"
#include "server/session/present/drawing.h"
#include "server/session/session_queue.h"

struct allowances;
struct event;
struct job;
struct logins;
struct passwords;
struct resumes;
struct session;
struct trace;
struct viewers;

struct sessions {
    struct base *base;
    struct net *net;
    struct persist *persist;
    struct job_queue answers; /* finished jobs of this room, from the database thread */
    /* Answers a name that players_find() asked for: the command that asked runs again. */
    void (*on_name_found)(void *asker, struct job *job);
    struct game *game;
    struct session *list;             /* all sessions, the newest first */
    struct session *sweep_next;       /* where the sweep of `list` goes on; NULL: it is done */
    struct network_table new_players; /* players made of late, by network */
    struct network_table guests;      /* guests who came in of late, by network */
    struct resumes *resumes;          /* tokens of pages; owned */
    struct logins *logins;            /* sessions that have not logged in yet */
    struct session_list runnable;     /* sessions that are attended at the next tick */
    struct session_list attending;    /* sessions whose turn in this tick is still to come */
    struct frame_ring frames;         /* sessions whose frame is due later */
    struct frame_ring feeds;          /* the sessions whose packages are due later */
    struct frame_pace pace;           /* how much later */
    struct viewers *viewers;          /* by the world's slot of a body; owned */
    uint32_t viewers_max;
    struct trace *traces;          /* of sessions that operators trace, the newest first; owned */
    bool is_delivering;            /* the outbox is being emptied */
    struct throttle throttle;      /* counts of wrong passwords */
    struct allowances *allowances; /* kept for players whose visit has ended */
    struct passwords *passwords;   /* the hashing workers */
    uint32_t wrong_states;         /* sessions closed for a change of state no table has */
    struct operator_lines operator_lines;
    struct scores scores;      /* as they were last read */
    struct public_lists lists; /* for browsers without a login */
    struct ansi_book book;     /* the looks of all palettes in use */
    struct drawers drawers;    /* and where frames are drawn */
};

/*
 * Hands what the connections have brought to their sessions, and frees those that are over. Stops
 * at an order, which is to be carried out before anything else is read. Not to be called by what a
 * session does.
 */
void sessions_take_input(struct sessions *sessions);

/* Once a second: a sweep of all sessions begins. */
void sessions_sweep(struct sessions *sessions);

/* Each tick: it goes on with a part of them. */
void sessions_sweep_on(struct sessions *sessions);

/* The session of the connection with that serial; NULL: it is gone. */
struct session *sessions_find(const struct sessions *sessions, uint64_t conn_serial);

/* Each tick: all that ask for attention go on, in the order in which they did, and what has changed
   on screens is drawn (sessions_update.c). */
void sessions_update(struct sessions *sessions);

/* A session's part of a tick, without the frame. True: it wants to be attended at the next one too.
 */
bool session_attend(struct session *session);

/* Something happened that this session's delver took part in or saw. */
void session_on_event(struct session *session, const struct event *event);

/* The server stops: as session_leave(), whatever the state. */
void session_on_stop(struct session *session);

#endif
