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
    /* Takes the answer for a name that players_find() asked for: the command that asked runs
       again. */
    void (*on_name_found)(void *asker, struct job *job);
    struct game *game;
    struct session *list;       /* all sessions, newest first */
    struct session *sweep_next; /* next session for the sweep of `list`; NULL: the sweep is done */
    struct network_table new_players; /* recent new players, counted by network */
    struct network_table guests;      /* recent new guests, counted by network */
    struct resumes *resumes;          /* tokens of pages; owned */
    struct logins *logins;            /* sessions that have not logged in */
    struct session_list runnable;     /* sessions that are attended at the next tick */
    struct session_list attending;    /* sessions whose turn in this tick is still to come */
    struct frame_ring frames;         /* sessions with a frame due later */
    struct frame_ring feeds;          /* sessions with packages due later */
    struct frame_pace pace;           /* interval of frames, by the load */
    struct viewers *viewers;          /* by the world's slot of a body; owned */
    uint32_t viewers_max;
    struct trace *traces;          /* traces of operators, newest first; owned */
    bool is_delivering;            /* the outbox is being emptied */
    struct throttle throttle;      /* wrong passwords */
    struct allowances *allowances; /* allowances of players whose visit has ended */
    struct passwords *passwords;   /* the hashing workers */
    uint32_t wrong_states;         /* sessions closed because of an illegal change of state */
    struct operator_lines operator_lines;
    struct scores scores;      /* the scores that were read last */
    struct public_lists lists; /* for browsers without a login */
    struct ansi_book book;     /* looks of all palettes in use */
    struct drawers drawers;    /* drawing threads */
};

/*
 * Passes the input of connections to their sessions, and frees sessions that are over. Stops at an
 * operator's line, which must run before further input is read. Must not be called from within a
 * session's code.
 */
void sessions_take_input(struct sessions *sessions);

/* Begins a sweep of all sessions. Call it once a second. */
void sessions_sweep(struct sessions *sessions);

/* Continues the sweep with a part of them. Call it each tick. */
void sessions_sweep_on(struct sessions *sessions);

/* Returns the session of the connection with that serial; NULL: it is gone. */
struct session *sessions_find(const struct sessions *sessions, uint64_t conn_serial);

/* Attends all sessions that ask for it, in the order in which they did, and draws what has changed
   on screens (sessions_update.c). Call it each tick. */
void sessions_update(struct sessions *sessions);

/* Does a session's part of a tick, without the frame. True: it must be attended at the next tick as
   well. */
bool session_attend(struct session *session);

/* Takes an event that this session's delver took part in or saw. */
void session_on_event(struct session *session, const struct event *event);

/* Ends a session when the server stops; works like session_leave() in any state. */
void session_on_stop(struct session *session);

#endif
