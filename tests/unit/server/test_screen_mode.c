/*
 * A session may be over before its screen is opened: the words before it were more than the peer
 * took. Nobody would close such a screen again.
 */
#include "server/session/present/presentation.h"

#include "server/net/conn.h"
#include "server/server.h"
#include "server/session/session.h"
#include "support/test.h"

TEST(a_closed_session_opens_no_screen)
{
    static struct server server;
    static struct conn conn;
    static struct session of_player;
    struct session *session = &of_player;

    server_link(&server);
    conn.net = &server.net;
    session->conn = &conn;
    session->sessions = &server.sessions;
    session->state = SESSION_CLOSED;
    session->mode = MODE_SCREEN;
    session->present.screen.width = SCREEN_MODE_WIDTH;
    session->present.screen.height = SCREEN_MODE_HEIGHT;
    screen_presentation.open(session);
    ck_assert(!session->present.screen.is_open);
    ck_assert_ptr_null(session->place.list);
}
