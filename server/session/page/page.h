/*
 * A browser page as a client of a session: the messages to it, and those from it. Its presentation
 * (page_mode.c) shows the dungeon; its protocol is in README.md beside this file.
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

/* Makes a page of the client of a new session; the page asks for all that it draws. ERR_MEMORY. */
MUST_USE enum err page_open(struct session *session);
void page_release(struct present_state *present);

/* Sends the first message to a page: the host, and whether guests may come in. */
void page_greet(struct client *client, const struct base *base, const struct roster *roster,
                bool takes_guests);

/* Begins playing or watching. The lines are numbered from one, unless page_resume() follows. */
void page_begin(struct session *session, bool is_takeover, bool is_resumed);

/* Continues the lines of another connection of the page, which was lost: first sends those after
   number `line`. Takes over the content of `kept`. */
void page_resume(struct page *page, struct page_kept *kept, uint32_t line);

/* Tells the page that the login has that many seconds left. */
void page_tell_late(struct client *client, const struct auth_state *auth, int seconds);

/* Send to the page: the name and password with which a guest can come back; that the guest is a
   player now; and the token with which the page can resume. */
void page_tell_guest(struct client *client, const char *name, const char *password);
void page_tell_claimed(struct client *client, const char *name);
void page_tell_token(struct client *client, const char *token, int seconds);

/* Writes text of the login, or other lines; LF ends a line. */
void page_write(struct session *session, const char *text);

/* Sends the question that is asked now. */
void page_ask(struct session *session, const char *prompt);

/* Adds a line to the page's log. */
void page_tell(struct page *page, const char *text, enum role role, enum page_line_kind kind);

/* Shows text of several lines that the player asked for. */
void page_show(struct session *session, const char *text);

/* Sends the last message. */
void page_end(struct session *session, const char *text);

/* Sends the waiting lines and the mark, if no frame will take them along. */
void page_flush(struct session *session);

/* Appends the waiting lines, and the mark of an input that was done. */
MUST_USE enum err page_put_waiting(struct session *session, struct bytes *out);

/* True if an input that was done or refused has not been answered yet. */
bool page_owes_mark(const struct present_state *present, const struct players_question *question);

/* Takes a message after NET_MESSAGE. True: it was the page's own, and is done and wiped. False: it
   is GMCP. */
bool page_take(struct session *session);

#endif
