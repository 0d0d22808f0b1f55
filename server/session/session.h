/*
 * A visit of one player: first the login, as plain lines, then play in one of the presentations
 * (presentation.h). Bytes come in from the connection, inputs go to the tick, frames and lines go
 * out.
 */
#ifndef UNDERCROFT_SERVER_SESSION_SESSION_H
#define UNDERCROFT_SERVER_SESSION_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "content/role.h"
#include "server/net/wire.h"
#include "server/session/auth/account_role.h"
#include "server/session/auth/auth_state.h"
#include "server/session/commands/commands_state.h"
#include "server/session/commands/ration.h"
#include "server/session/preferences/preferences_state.h"
#include "server/session/present/present_state.h"
#include "server/session/session_queue.h"
#include "server/session/watch/watch_state.h"
#include "world/input.h"
#include "world/record.h"

struct conn;
struct sessions;
struct trace;

enum session_state {
    SESSION_NAME,     /* "Name:" */
    SESSION_PICK,     /* "Watch which player?" */
    SESSION_CONFIRM,  /* "Make a new one? (yes/no)" */
    SESSION_PASSWORD, /* of a known delver */
    SESSION_NEW_PASSWORD,
    SESSION_REPEAT_PASSWORD,
    SESSION_IN_LINE,  /* for a place among the logins, ungreeted; what is typed waits */
    SESSION_WAITING,  /* for a worker or the database; what is typed waits as well */
    SESSION_ENTERING, /* login done, on the way into the world */
    SESSION_PLAYING,
    SESSION_WATCHING, /* another delver */
    SESSION_LEAVING,  /* quit; waiting for the save that keeps it */
    SESSION_CLOSED,
    SESSION_STATE_COUNT
};

enum {
    SESSION_INPUTS_PER_TICK = 16, /* of one session; more are dropped, the queue is shorter yet */
    SESSION_ANSWER_MS = 1000,     /* negotiation not answered by then counts as no */
    SESSION_ENTER_MS = 10 * 1000, /* to get into the world after the login */
};

struct session {
    /* The fields that each event and each busy tick read lie together: those up to `present`, and
       its first. */
    struct session_place place; /* among those that are attended, or whose frame is due later */
    struct session_place feed_place; /* among the sessions whose packages are due later */
    struct sessions *sessions;
    struct conn *conn;
    struct trace *trace;      /* in the list of traces; NULL: nobody traces it */
    enum session_state state; /* written by session_change_state() alone */
    enum session_mode mode;   /* by session_change_mode(); MODE_UNSET until the login is done */
    body_id actor;            /* the body that it plays; 0: none */
    body_id viewer;           /* the body whose sight it is shown: its own, or the watched one */
    uint64_t frame_tick;      /* when it was last drawn */
    uint64_t typed_at_ms;     /* when input last came */
    int inputs_this_tick;
    bool is_over;     /* the connection is closing */
    bool is_lost;     /* the roster knows that nobody plays by it any more */
    bool is_new;      /* the delver was made in this visit */
    bool is_noted;    /* the log was told that play began, and not how it ended */
    bool has_entered; /* the roster knows this session */
    struct preferences_state preferences;
    struct present_state present;
    struct commands_state commands;
    struct watch_state watch;
    struct ration ration;
    struct line_budget lines;
    struct session *next; /* in the list of all sessions */
    struct session *prev;
    struct account_record account;
    enum account_role role; /* of that account */
    struct level_key left;  /* where the delver stood when it was last kept */
    struct pos left_at;
    struct auth_state auth;
};

/* The only place that writes `state`. A session that is closed stays so, whatever else was about to
   happen to it. */
void session_change_state(struct session *session, enum session_state state);

/* Closes the connection at once; `reason` (static text) is logged. The rest of the session is
   cleaned up when the connection tells that it is closed. Idempotent. */
void session_close(struct session *session, const char *reason);

/* Tells the log how play ended, once; `reason` is static text. Where play had not begun: nothing.
 */
void session_note_end(struct session *session, const char *reason);

/* Saves the account as it is now, with the time. */
void session_save_account(struct session *session);

/* True if what is typed now must not be shown. */
bool session_hides_typing(const struct session *session);

/* Tells the peer whether to show what is typed, once it is known whether it types keys. */
void session_update_typing(struct session *session);

/* The client has another presentation from now on; the one before gives the terminal back, and the
   new one is still to be opened. The only place that writes `mode`. */
void session_change_mode(struct session *session, enum session_mode mode);

/* Shows the dungeon in another way from now on, and keeps that on the account. */
void session_set_mode(struct session *session, enum session_mode mode);

/* Takes one from the budget of lines, which messages of the client's program share. False if it is
   spent: then nothing is to be done. */
bool session_spend_line(struct session *session);

/* True if the session's share of work is not used up; else what it asks for waits or is dropped. */
bool session_has_share(struct session *session);

/* Pays for an enum work or enum command_id. */
void session_pay(struct session *session, int work);

/* True if a GMCP message may be answered now, which is then paid for; false: it is dropped. */
bool session_takes_message(struct session *session);

/* Tells the player a line of text, in any presentation. The caller has cleaned the text. */
void session_tell(struct session *session, const char *text, enum role role);

/* A bell in the player's terminal, if that is wished (set bell). A client that does not read is
   closed by it. */
void session_ring(struct session *session);

/* The same for each line of a text, which is cut in place. */
void session_tell_lines(struct session *session, char *text, enum role role);

/* The same; where messages stay in view, a text that is told twice in a row stays one of them, with
   a count. */
void session_tell_again(struct session *session, const char *text, enum role role);

/* The same of a hint. */
void session_hint(struct session *session, const char *text, enum role role);

/* Text for the login and line mode, on a line of its own: LF becomes CR LF. */
void session_write(struct session *session, const char *text);

/* A line of it, without LF, that says why what was asked for is not done. */
void session_refuse(struct session *session, const char *text);

/* Writes the prompt at the end of the peer's last line and marks it; one that ends with LF is a
   line of its own. */
void session_write_prompt(struct session *session, const char *prompt);

/* Writes text as it is, behind the prompt. */
void session_echo(struct session *session, const char *text);

/* An input for the next tick in this delver's name; NULL if there are too many. */
struct input *session_input(struct session *session, enum input_kind kind);

/* True while the session shows the dungeon: it plays or watches. */
static inline bool session_is_in_game(const struct session *session)
{
    return session->state == SESSION_PLAYING || session->state == SESSION_WATCHING;
}

#endif
