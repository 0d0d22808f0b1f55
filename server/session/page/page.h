/*
 * A browser page as a client of a session: what is written to it, and what it sends. How it shows
 * the dungeon is its presentation (page_mode.c); its protocol is in README.md beside this file.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PAGE_PAGE_H
#define UNDERCROFT_SERVER_SESSION_PAGE_PAGE_H

#include <stdbool.h>

#include "content/role.h"
#include "server/session/page/page_record.h"

struct auth_state;
struct base;
struct client;
struct page;
struct page_kept;
struct players_question;
struct present_state;
struct roster;
struct session;

/* The client of a new session is a page, and asks for all that it draws. ERR_MEMORY. */
MUST_USE enum err page_open(struct session *session);
void page_release(struct present_state *present);

/* The first message to a page: the host, and whether a guest may come in. */
void page_greet(struct client *client, const struct base *base, const struct roster *roster,
                bool takes_guests);

/* Play or watching begins. The lines start from number one, unless page_resume() follows. */
void page_begin(struct session *session, bool is_takeover, bool is_resumed);

/* The lines go on where another connection of the page lost them: those behind the number `line`
   come first. Takes over what is in `kept`. */
void page_resume(struct page *page, struct page_kept *kept, uint32_t line);

/* The login has so many seconds left. */
void page_tell_late(struct client *client, const struct auth_state *auth, int seconds);

/* Messages to the page: the name and password with which a guest comes back; that the guest is a
   player now; and the token with which the page resumes. */
void page_tell_guest(struct client *client, const char *name, const char *password);
void page_tell_claimed(struct client *client, const char *name);
void page_tell_token(struct client *client, const char *token, int seconds);

/* Text for the login, or lines of what is told; LF ends a line. */
void page_write(struct session *session, const char *text);

/* The question that is asked now. */
void page_ask(struct session *session, const char *prompt);

/* A line for the log of the page. */
void page_tell(struct page *page, const char *text, enum role role, enum page_line_kind kind);

/* Text of several lines that was asked for. */
void page_show(struct session *session, const char *text);

/* The last word. */
void page_end(struct session *session, const char *text);

/* Sends the lines and the mark that wait, where no frame will take them along. */
void page_flush(struct session *session);

/* Appends the lines that wait, and the mark of an input that was carried out. */
MUST_USE enum err page_put_waiting(struct session *session, struct bytes *out);

/* True if an input is to be answered that was carried out or refused. */
bool page_owes_mark(const struct present_state *present, const struct players_question *question);

/* After NET_MESSAGE: true if the message was the page's own, and is done and wiped; false: one of
   GMCP. */
bool page_take(struct session *session);

#endif
