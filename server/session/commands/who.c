/*
 * The players online.
 */
#include "server/session/commands/who.h"

#include <stdio.h>

#include "base/plural.h"
#include "server/game/roster.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

void who_list(const struct sessions *sessions, enum text_form form, char *out, size_t out_size)
{
    const struct roster *roster = sessions->game->roster;
    bool is_table = form == TEXT_TABLE;
    size_t length = 0;
    uint32_t listed = 0;

    length = (size_t)snprintf(out, out_size, "%u player%s online.\n", roster->playing,
                              plural_end(roster->playing));
    for (uint32_t i = 0; i < roster->seat_count && listed < WHO_NAMES_MAX; i++) {
        const struct seat *seat = &roster->seats[i];
        const struct delver *delver = world_delver(sessions->game->world, seat->actor);
        if (seat->state == SEAT_FREE || delver == NULL || length + 64 > out_size)
            continue;
        const char *away = seat->session_id != 0 ? "" : is_table ? "  (away)" : ", away";
        const char *guest = !seat->is_guest ? "" : is_table ? "  (guest)" : ", guest";
        length += (size_t)snprintf(
            out + length, out_size - length,
            is_table ? "%-16s depth %d  level %d%s%s\n" : "%s, depth %d, level %d%s%s.\n",
            delver->name, delver->body.key.depth, life_level(&delver->life), guest, away);
        listed++;
    }
    if (listed < roster->playing && length + 64 <= out_size)
        snprintf(out + length, out_size - length, "and %u more.\n", roster->playing - listed);
}
