/*
 * A visit of one player: first the login, as plain lines, then play in one of the presentations
 * (presentation.h). Bytes come from the connection, inputs go to the tick, frames and lines go to
 * the client.
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
    SESSION_NAME,     /* asks "Name:" */
    SESSION_PICK,     /* asks "Watch which player?" */
    SESSION_CONFIRM,  /* asks "Make a new one? (yes/no)" */
    SESSION_PASSWORD, /* asks for the password of a known player */
    SESSION_NEW_PASSWORD,
    SESSION_REPEAT_PASSWORD,
    SESSION_IN_LINE,  /* waits in line for a login, without a greeting; input waits too */
    SESSION_WAITING,  /* waits for a worker or the database; input waits too */
    SESSION_ENTERING, /* has logged in, and is on the way into the world */
    SESSION_PLAYING,
    SESSION_WATCHING, /* watches another delver */
    SESSION_LEAVING,  /* is leaving, and waits for the last save */
    SESSION_CLOSED,
    SESSION_STATE_COUNT
};

enum {
    SESSION_INPUTS_PER_TICK = 16, /* most inputs of a session in a tick; more are dropped */
    SESSION_ANSWER_MS = 1000,     /* time after which an unanswered negotiation counts as no */
    SESSION_ENTER_MS = 10 * 1000, /* longest time from the login into the world */
};

struct session {
    /* The members up to `present`, and its first ones, are read for each event and each busy tick,
       so they are together. */
    struct session_place place;      /* entry in a list, by its next turn */
    struct session_place feed_place; /* entry in the list of sessions with packages due later */
    struct sessions *sessions;
    struct conn *conn;
    struct trace *trace;      /* trace of the session; NULL: it is not traced */
    enum session_state state; /* only session_change_state() writes it */
    /* only session_change_mode() writes it; MODE_UNSET until the login is done */
    enum session_mode mode;
    body_id actor;        /* body that it plays; 0: none */
    body_id viewer;       /* body whose sight it shows: its own, or the one it watches */
    uint64_t frame_tick;  /* tick of its last frame */
    uint64_t typed_at_ms; /* time of the last input */
    int inputs_this_tick;
    bool is_over;     /* the connection is closing */
    bool is_lost;     /* the roster knows that the session no longer plays */
    bool is_new;      /* the delver was made in this visit */
    bool is_noted;    /* the log has the beginning of play, but not its end */
    bool has_entered; /* the roster knows that the session plays */
    struct preferences_state preferences;
    struct present_state present;
    struct commands_state commands;
    struct watch_state watch;
    struct ration ration;
    struct line_budget lines;
    struct session *next; /* next in the list of all sessions */
    struct session *prev;
    struct account_record account;
    enum account_role role; /* role of the account */
    struct level_key left;  /* level of the delver at its last save */
    struct pos left_at;
    struct auth_state auth;
};

/* Changes the state. A closed session stays closed. */
void session_change_state(struct session *session, enum session_state state);

/* Closes the connection at once; `reason` (static text) is logged. The rest of the session is
   cleaned up when the connection reports that it is closed. Idempotent. */
void session_close(struct session *session, const char *reason);

/* Logs the end of play, once; `reason` is static text. Does nothing if play had not begun. */
void session_note_end(struct session *session, const char *reason);

/* Saves the account as it is now, with the time. */
void session_save_account(struct session *session);

/* True if typed text must not be shown. */
bool session_hides_typing(const struct session *session);

/* Tells the peer whether to show typing, once it is known whether it types keys. */
void session_update_typing(struct session *session);

/* Changes the presentation of the client, and so the mode. The old one gives the terminal back; the
   new one must be opened. */
void session_change_mode(struct session *session, enum session_mode mode);

/* Changes the presentation, and saves the mode in the account. */
void session_set_mode(struct session *session, enum session_mode mode);

/* Takes a line from the allowance of lines, which the messages of the client's program share.
   False: it is used up, and the caller does nothing. */
bool session_spend_line(struct session *session);

/* True if the session's share of work is not used up; else its requests wait or are dropped. */
bool session_has_share(struct session *session);

/* Takes the price of an enum work or enum command_id from the session's share. */
void session_pay(struct session *session, int work);

/* True if a GMCP message may be answered now; it is then paid for. False: it is dropped. */
bool session_takes_message(struct session *session);

/* Tells the player a line of text, in any presentation. The caller has cleaned the text. */
void session_tell(struct session *session, const char *text, enum role role);

/* Rings a bell in the player's terminal, if the player wants that (set bell). May close a client
   that does not read. */
void session_ring(struct session *session);

/* Works like session_tell() for each line of a text, which is cut in place. */
void session_tell_lines(struct session *session, char *text, enum role role);

/* Works like session_tell(); where messages stay in view, a text that is repeated in a row is one
   message with a count. */
void session_tell_again(struct session *session, const char *text, enum role role);

/* Works like session_tell() for a hint. */
void session_hint(struct session *session, const char *text, enum role role);

/* Writes text of the login and line mode, from a new line on: LF becomes CR LF. */
void session_write(struct session *session, const char *text);

/* Writes a line, without LF, that says why a request is refused. */
void session_refuse(struct session *session, const char *text);

/* Writes the prompt at the end of the peer's last line and marks it; a prompt that ends with LF is
   a line of its own. */
void session_write_prompt(struct session *session, const char *prompt);

/* Writes text unchanged, after the prompt. */
void session_echo(struct session *session, const char *text);

/* Adds an input for the next tick in this delver's name and returns it; NULL: there are too
   many. */
struct input *session_input(struct session *session, enum input_kind kind);

/* True while the session plays or watches. */
static inline bool session_is_in_game(const struct session *session)
{
    return session->state == SESSION_PLAYING || session->state == SESSION_WATCHING;
}

#endif
