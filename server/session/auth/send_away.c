/*
 * Walks all sessions for a name or a network: such a decision is rare.
 */
#include "server/session/auth/send_away.h"

#include <string.h>

#include "server/game/moderation.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/session/auth/resume.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static bool is_about(const struct ruling *ruling, const struct network *network,
                     const struct session *session)
{
    const char *address = session->conn->address;
    struct network peer;

    if (ruling->kind == RULING_BAN_NAME)
        return session->state >= SESSION_ENTERING &&
               strcmp(session->account.name, ruling->subject) == 0;
    return network_parse(address, strlen(address), &peer) == ERR_OK &&
           network_covers(network, &peer.address);
}

void send_away_banned(struct sessions *sessions, const struct ruling *ruling)
{
    char text[MODERATION_TEXT_SIZE];
    struct network network = {.prefix = 0};

    moderation_text(ruling, text);
    if (ruling->kind == RULING_BAN_NETWORK &&
        network_parse(ruling->subject, strlen(ruling->subject), &network) != ERR_OK)
        return;
    /* A body whose connection is lost still belongs to a player. */
    struct seat *seat = ruling->kind == RULING_BAN_NAME
                            ? roster_seat_of_name(sessions->game, ruling->subject)
                            : NULL;
    if (seat != NULL)
        roster_send_away(sessions->game, seat);
    if (ruling->kind == RULING_BAN_NAME)
        resume_forget_name(sessions, ruling->subject);
    for (struct session *session = sessions->list; session != NULL; session = session->next) {
        if (session->state == SESSION_CLOSED || !is_about(ruling, &network, session))
            continue;
        if (session->state == SESSION_PLAYING)
            roster_leave(sessions->game, session->conn->serial);
        session_end(session, WIRE_END_SENT_AWAY, text);
    }
}

/* True if the session plays under that name, or its player typed the name at the login. */
static bool is_of(const struct session *session, const char *name)
{
    return session->state != SESSION_CLOSED && strcmp(session->auth.name, name) == 0;
}

bool send_away_removed(struct sessions *sessions, const struct removal *removal)
{
    bool has_left = removal_send_away(sessions->game, removal);

    resume_forget(sessions, removal->account.id);
    for (struct session *session = sessions->list; session != NULL; session = session->next) {
        if (is_of(session, removal->account.name))
            session_end(session, WIRE_END_SENT_AWAY,
                        "This player is removed by an administrator. Goodbye.");
    }
    return has_left;
}

static bool is_at_login(const struct sessions *sessions, const char *name)
{
    for (const struct session *session = sessions->list; session != NULL; session = session->next) {
        if (is_of(session, name))
            return true;
    }
    return false;
}

void send_away_unused(struct sessions *sessions)
{
    struct removal_order *order = removal_listed(sessions->game);
    int count = 0;

    if (order == NULL)
        return;
    for (int i = 0; i < order->count; i++) {
        if (!is_at_login(sessions, order->players[i].name))
            order->players[count++] = order->players[i];
    }
    order->count = count;
    removal_expire(sessions->game);
}
