/*
 * A whole server in the test's own process, and browser pages that play on it. A wire of the test's
 * own stands in the place of telnet: messages as they are, without a WebSocket around them.
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_PAGE_FIXTURE_H
#define UNDERCROFT_TESTS_UNIT_SERVER_PAGE_FIXTURE_H

#include "server/net/wire.h"
#include "server/server.h"
#include "support/page_model.h"

enum { PAGES_MAX = 4, PAGE_TEXT_MAX = 256 * 1024 };

struct page_client {
    int socket; /* -1: none */
    bool is_over;
    uint32_t call;           /* the number of its connection, from 0 */
    struct bytes in;         /* what came and is no whole message yet */
    struct bytes texts;      /* messages of text since they were forgotten, a line each */
    struct page_model model; /* of all records since the call */
    uint64_t bytes;          /* that came, of all kinds */
    uint32_t input;          /* the number of the last line that was said */
};

struct page_fixture {
    struct server *server;
    char folder[256];
    struct page_client pages[PAGES_MAX];
    int idle_turns; /* in which nothing was left to come */
};

/* A server with an empty world of that seed, and nobody in it. */
void page_fixture_open(struct page_fixture *fixture);
void page_fixture_close(struct page_fixture *fixture);

/* Turns of the server until so many ticks have passed; what comes meanwhile is taken in. */
void page_pass(struct page_fixture *fixture, int ticks);

/* Connects again, as another page of the same browser: what came before is forgotten. */
void page_call(struct page_fixture *fixture, int page);

/* Goes without a word. */
void page_hang_up(struct page_fixture *fixture, int page);

/* A message as it is, and a line that is typed. */
void page_send_text(struct page_fixture *fixture, int page, const char *message);
void page_type(struct page_fixture *fixture, int page, const char *line);

void page_forget(struct page_fixture *fixture, int page);

/* Until a message came that holds the text, or a line; fails the test if it does not come. */
void page_expect(struct page_fixture *fixture, int page, const char *text);
void page_expect_line(struct page_fixture *fixture, int page, const char *text);

/* Until the server has closed. */
void page_expect_end(struct page_fixture *fixture, int page);

/* Why the server closed, or is about to; WIRE_END_NONE: it is not. */
enum wire_end page_ended_by(const struct page_fixture *fixture, int page);

/* Until the last line that was typed was answered. */
void page_expect_mark(struct page_fixture *fixture, int page);

/* True if such a message came since the texts were forgotten. */
bool page_has(const struct page_fixture *fixture, int page, const char *text);

/* The newest such message, from the text on. */
void page_copy(const struct page_fixture *fixture, int page, const char *text, char *out,
               size_t out_size);

/* Until play has begun and the map is there. */
void page_await_map(struct page_fixture *fixture, int page);

/* Makes a new delver, or comes back as one, and waits for the map. */
void page_enter(struct page_fixture *fixture, int page, const char *name);
void page_return(struct page_fixture *fixture, int page, const char *name);

/* The session of a page; it has one. */
struct session *page_session(const struct page_fixture *fixture, const char *name);

extern const char page_password[];

#endif
