/*
 * Rulings and those who play: a ban sends away whom it is about, and what is over goes.
 */
#include <string.h>
#include <time.h>

#include "server/game/moderation.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/game/game.h"
#include "server/game/roster.h"
#include "server/server.h"
#include "server/session/session.h"

enum { KEEP_SECONDS = 24 * 60 * 60 };

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

/* Bodies whose line is dead are somebody's too. */
static void send_bodies_away(struct game *game, const char *name)
{
    for (uint32_t i = 0; i < game->roster->seat_count; i++) {
        struct seat *seat = &game->roster->seats[i];
        const struct delver *delver = world_delver(game->world, seat->actor);
        if (seat->state == SEAT_TAKEN && delver != NULL && strcmp(delver->name, name) == 0)
            roster_send_away(game, seat);
    }
}

int moderation_enforce(struct game *game, const struct ruling *ruling)
{
    char text[MODERATION_TEXT_SIZE];
    struct network network = {.prefix = 0};
    int sent = 0;

    moderation_text(ruling, text);
    if (ruling->kind == RULING_BAN_NETWORK &&
        network_parse(ruling->subject, strlen(ruling->subject), &network) != ERR_OK)
        return 0;
    if (ruling->kind == RULING_BAN_NAME)
        send_bodies_away(game, ruling->subject);
    for (struct session *session = game->base->server->sessions.list; session != NULL;
         session = session->next) {
        if (session->state == SESSION_CLOSED || !is_about(ruling, &network, session))
            continue;
        if (session->state == SESSION_PLAYING)
            roster_leave(game, session);
        session_say_goodbye(session, text);
        sent++;
    }
    return sent;
}

/* One entry a second is enough: what is over does not hold anyway. */
void moderation_sweep(struct game *game)
{
    struct moderation *moderation = &game->moderation;

    if (moderation->count == 0)
        return;
    moderation->sweep_at = (moderation->sweep_at + 1) % moderation->count;
    const struct ruling *ruling = &moderation->entries[moderation->sweep_at].ruling;
    if (ruling->until == 0 || (int64_t)time(NULL) - KEEP_SECONDS < ruling->until)
        return;
    struct job *job = job_new(JOB_DROP_RULING);
    if (job == NULL)
        return;
    job->ruling = *ruling;
    if (persist_submit(game->persist, job, NULL) == ERR_OK)
        (void)moderation_drop(moderation, ruling->kind, ruling->subject);
}
