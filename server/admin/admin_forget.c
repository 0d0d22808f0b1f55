/*
 * `forget`: removes a player for good, or tells what would go. They are sent away first; when
 * nothing of them is left in the world, what was saved of them goes in one transaction.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "server/game/moderation.h"
#include "server/game/removal.h"
#include "server/game/game_save.h"
#include "server/save/persist.h"
#include "server/admin/admin.h"
#include "server/game/roster.h"
#include "server/session/auth/send_away.h"

enum { LEAVE_MS = 10 * 1000 };

void admin_run_forget(struct admin *admin, struct admin_request *request)
{
    const struct admin_arguments *arguments = &request->arguments;

    request->is_dry = arguments->count > 1 && strcasecmp(arguments->words[1], "dry-run") == 0;
    if (arguments->count > 1 && !request->is_dry)
        admin_misuse(request, "\"%.40s\" is not dry-run. Usage: %s %s", arguments->words[1],
                     request->row->word, request->row->arguments);
    else
        admin_look_up(admin, request, arguments->words[0]);
}

static void note_removed(void *asker, struct job *job)
{
    struct admin *admin = asker;

    removal_on_removed(admin->game, job);
    admin_go_on(admin, job);
}

static void on_removed(struct admin *admin, struct admin_request *request, struct job *job)
{
    if (job->result != ERR_OK) {
        admin_refuse(request, "%s's account cannot be read or written: %s.", job->account.name,
                     err_text(job->result));
    } else {
        const struct ruling *ban =
            moderation_find(&admin->game->moderation, RULING_BAN_NAME, job->account.name);
        admin_answer(request,
                     json_pack("{s:s, s:s, s:I, s:I, s:I, s:i, s:I, s:b}", "message",
                               job->removal->is_dry ? "Dry run. It would delete:" : "Forgotten.",
                               "name", job->account.name, "made_at",
                               (json_int_t)job->account.created_at, "last_login_at",
                               (json_int_t)job->account.last_seen_at, "steps",
                               (json_int_t)job->delver.steps, "depth", (int)job->delver.level.depth,
                               "memories", (json_int_t)job->removal->memories, "ban_stays",
                               (int)(ban != NULL)));
    }
}

static void submit(struct admin *admin, struct admin_request *request,
                   const struct account_record *account, const struct delver_record *delver)
{
    struct job *job = removal_job(&question_remove_players);

    if (job != NULL) {
        job->answer = note_removed;
        job->account = *account;
        job->delver = *delver;
        job->removal->is_dry = request->is_dry;
        job->removal->count = 1;
        job->removal->players[0].id = account->id;
        memcpy(job->removal->players[0].name, account->name, sizeof account->name);
    }
    admin_wait_for_job(admin, request, job, on_removed);
}

/* The record of a delver in the world: newer than the row on disk. */
static void take_delver(const struct admin *admin, struct job *job)
{
    const struct seat *seat = roster_seat_of_delver(admin->game->roster, job->account.id);
    const struct delver *delver =
        seat == NULL ? NULL : world_delver(admin->game->world, seat->actor);

    if (delver != NULL)
        job->delver = delver_record(delver);
}

void admin_found_forget(struct admin *admin, struct admin_request *request, struct job *job)
{
    request->wait = ADMIN_WAIT_NONE;
    if (job->account.id == request->caller.delver_id) {
        admin_refuse(request, "You cannot forget yourself.");
        return;
    }
    take_delver(admin, job);
    if (request->is_dry) {
        submit(admin, request, &job->account, &job->delver);
        return;
    }
    enum err error = removal_begin(admin->game, request->ticket, &job->account, &job->delver);
    if (error != ERR_OK) {
        admin_refuse(request, "%s",
                     error == ERR_EXISTS ? "That player is being removed already."
                                         : "Too many are being removed.");
        return;
    }
    (void)send_away_removed(admin->sessions, removal_find(admin->game, request->ticket));
    admin_wait_for_tick(admin, request);
}

/* True once they have left, the world has forgotten what lay about of them, and all that was saved
   of them is on its way. */
static bool is_ready(struct admin *admin, const struct admin_request *request, bool has_left)
{
    struct removal *removal = removal_find(admin->game, request->ticket);
    uint64_t save;

    if (has_left && !removal->has_left) {
        removal->has_left = removal_forget(admin->game, removal->account.id, false);
        return false;
    }
    return has_left && game_save(admin->game, &save) == ERR_OK;
}

/* Each tick, until they are gone. */
void admin_finish_forget(struct admin *admin, struct admin_request *request)
{
    struct removal removal = *removal_find(admin->game, request->ticket);
    bool has_left = send_away_removed(admin->sessions, &removal);

    request->wait = ADMIN_WAIT_NONE;
    if (!has_left && admin->base->now_ms - request->began_ms >= LEAVE_MS)
        admin_refuse(request, "%s cannot be sent away just now; try again later.",
                     removal.account.name);
    else if (is_ready(admin, request, has_left))
        submit(admin, request, &removal.account, &removal.delver);
    else
        admin_wait_for_tick(admin, request);
    if (request->wait == ADMIN_WAIT_NONE)
        removal_end(admin->game, removal.account.id);
}
