/*
 * Commands that change a saved account, of a player who is online or not: `role`, `rename`,
 * `forget`.
 *
 * Before a name changes, all play so far is saved, so that all records that contain the name are on
 * disk, where they change with the account in one transaction. A player who is to be removed is
 * sent away first; when the world has no trace of the player, the saved records are removed in one
 * transaction.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/game/game_save.h"
#include "server/game/moderation.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"
#include "server/session/auth/account_changes.h"
#include "server/session/commands/operator_lines.h"
#include "world/name.h"

enum { LEAVE_MS = 10 * 1000 };

/* Finds a role by name; ACCOUNT_ROLE_COUNT: there is none. */
static enum account_role find_role(const char *word)
{
    enum account_role role = ACCOUNT_ROLE_NONE;

    while (role < ACCOUNT_ROLE_COUNT && strcasecmp(admin_role_names[role], word) != 0)
        role++;
    return role;
}

static void change_role(void *asker, struct job *job)
{
    const struct new_role *change = job->content;
    struct admin *admin = asker;

    if (job->result == ERR_OK)
        operator_lines_change_role(admin->sessions, change->account.id,
                                   (enum account_role)change->role);
    admin_go_on(admin, job);
}

static void answer_role_saved(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct new_role *change = job->content;

    (void)admin;
    if (job->result != ERR_OK)
        admin_refuse_account(request, job);
    else
        admin_answer(request,
                     json_pack("{s:s, s:s, s:s}", "message", "Saved.", "name", change->account.name,
                               "role", admin_role_names[change->role]));
}

static void save_role(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct account_question *found = job->content;
    struct job *save = job_new(&question_save_role);

    if (save != NULL) {
        struct new_role *change = save->content;
        save->answer = change_role;
        change->account = found->account;
        change->role = (int)find_role(request->arguments.words[1]);
    }
    admin_wait_for_job(admin, request, save, answer_role_saved);
}

/* Does `role`. Looks up the account first, because the player need not be online. */
void admin_run_role(struct admin *admin, struct admin_request *request)
{
    if (find_role(request->arguments.words[1]) == ACCOUNT_ROLE_COUNT)
        admin_misuse(request, "\"%.40s\" is not none, builder or admin.",
                     request->arguments.words[1]);
    else
        admin_look_up(admin, request, request->arguments.words[0], save_role);
}

/* Answers `rename`. The world has had the name since that tick, so another command finds the player
   by it. */
static void answer_renamed(struct admin *admin, struct admin_request *request)
{
    char before[NAME_LENGTH_MAX + 1];
    char name[NAME_LENGTH_MAX + 1];

    (void)admin;
    enum err error = name_normalise(request->arguments.words[0], before);
    if (error == ERR_OK)
        error = name_normalise(request->arguments.words[1], name);
    if (error != ERR_OK)
        admin_refuse(request, "%s", err_text(error));
    else
        admin_answer(request, json_pack("{s:s, s:s, s:s}", "message", "Renamed.", "before", before,
                                        "name", name));
}

static void take_renamed(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct new_name *change = job->content;

    if (job->result == ERR_EXISTS)
        admin_refuse(request, "%s is taken, or looks too much like a name that is.",
                     change->account.name);
    else if (job->result == ERR_BUSY || job->result == ERR_NOT_FOUND)
        admin_refuse(request, "%s has another name by now, or is gone.", change->name_before);
    else if (job->result != ERR_OK)
        admin_refuse(request, "%s's account cannot be read or written: %s.", change->name_before,
                     err_text(job->result));
    else
        admin_wait_for_tick(admin, request, answer_renamed);
}

/* Returns why nobody can have that name (static text); NULL: one can, as far as is known without
   the database. */
static const char *refusal_of(const struct admin *admin, const char *typed,
                              char name[NAME_LENGTH_MAX + 1])
{
    static const enum ruling_kind kinds[] = {RULING_BAN_NAME, RULING_MUTE, RULING_HOLD};

    if (name_normalise(typed, name) != ERR_OK)
        return "A name is 3 to 16 letters from A to Z, nothing else.";
    if (reserved_names_has(&admin->game->reserved, name))
        return "That name is reserved.";
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (moderation_find(&admin->game->moderation, kinds[i], name) != NULL)
            return "A ban, a mute or a hold of that name is in force: lift it first.";
    }
    return NULL;
}

static void note_renamed(void *asker, struct job *job)
{
    const struct new_name *change = job->content;
    struct admin *admin = asker;

    if (job->result == ERR_OK) {
        rename_settle(admin->sessions, &change->account, change->name_before);
        LOG(&admin->base->log, LOG_INFO, "account.renamed", log_text("before", change->name_before),
            log_text("name", change->account.name));
    }
    admin_go_on(admin, job);
}

static struct job *make_rename_job(const struct account_record *account, const char *name)
{
    struct job *job = job_new(&question_rename_account);

    if (job == NULL)
        return NULL;
    struct new_name *change = job->content;

    job->answer = note_renamed;
    change->account.id = account->id;
    snprintf(change->account.name, sizeof change->account.name, "%s", name);
    name_skeleton(name, change->account.skeleton);
    rename_fill_in(change, account->name);
    return job;
}

static void rename_account(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct account_question *found = job->content;
    char name[NAME_LENGTH_MAX + 1];
    const char *refusal = refusal_of(admin, request->arguments.words[1], name);
    uint64_t ticket;

    if (refusal != NULL) {
        admin_refuse(request, "%s", refusal);
    } else if (strcmp(found->account.name, name) == 0) {
        admin_refuse(request, "%s is called so already.", name);
    } else if (removal_is_going_on(admin->game, found->account.id)) {
        admin_refuse(request, "%s is being removed.", found->account.name);
    } else if (found->account.is_guest) {
        admin_refuse(request, "%s is a guest, who has no name yet.", found->account.name);
    } else if (game_save(admin->game, &ticket) != ERR_OK) {
        admin_refuse(request, "Out of memory.");
    } else {
        admin_wait_for_job(admin, request, make_rename_job(&found->account, name), take_renamed);
    }
}

void admin_run_rename(struct admin *admin, struct admin_request *request)
{
    char name[NAME_LENGTH_MAX + 1];
    const char *refusal = refusal_of(admin, request->arguments.words[1], name);

    if (refusal != NULL)
        admin_refuse(request, "%s", refusal);
    else
        admin_look_up(admin, request, request->arguments.words[0], rename_account);
}

static void answer_removed(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct removal_order *order = job->content;

    if (job->result != ERR_OK) {
        admin_refuse(request, "%s's account cannot be read or written: %s.", order->account.name,
                     err_text(job->result));
    } else {
        const struct ruling *ban =
            moderation_find(&admin->game->moderation, RULING_BAN_NAME, order->account.name);
        admin_answer(
            request,
            json_pack("{s:s, s:s, s:I, s:I, s:I, s:i, s:I, s:b}", "message",
                      order->is_dry ? "Dry run. It would delete:" : "Forgotten.", "name",
                      order->account.name, "made_at", (json_int_t)order->account.created_at,
                      "last_login_at", (json_int_t)order->account.last_seen_at, "steps",
                      (json_int_t)order->delver.steps, "depth", (int)order->delver.level.depth,
                      "memories", (json_int_t)order->memories, "ban_stays", (int)(ban != NULL)));
    }
}

static void note_removed(void *asker, struct job *job)
{
    struct admin *admin = asker;

    removal_on_removed(admin->game, job);
    admin_go_on(admin, job);
}

static void remove_player(struct admin *admin, struct admin_request *request,
                          const struct account_record *account, const struct delver_record *delver)
{
    struct job *job = job_new(&question_remove_players);

    if (job != NULL) {
        struct removal_order *order = job->content;
        job->answer = note_removed;
        order->account = *account;
        order->delver = *delver;
        order->is_dry = request->is_dry;
        order->count = 1;
        order->players[0].id = account->id;
        memcpy(order->players[0].name, account->name, sizeof account->name);
    }
    admin_wait_for_job(admin, request, job, answer_removed);
}

/* Takes the record of a delver in the world, which is newer than the row on disk. */
static void take_delver(const struct admin *admin, struct job *job)
{
    struct account_question *found = job->content;
    const struct player_slot *slot = roster_slot_of_delver(admin->game->roster, found->account.id);
    const struct delver *delver =
        slot == NULL ? NULL : world_delver(admin->game->world, slot->actor);

    if (delver != NULL)
        found->delver = delver_record(delver);
}

/* True once the player has left, the world has removed the player's graves, and a save with all of
   that is going on. */
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

/* Continues `forget`: repeats each tick until the player is gone. */
static void go_on_forgetting(struct admin *admin, struct admin_request *request)
{
    struct removal removal = *removal_find(admin->game, request->ticket);
    bool has_left = send_away_removed(admin->sessions, &removal);

    request->wait = ADMIN_WAIT_NONE;
    if (!has_left && admin->base->now_ms - request->began_ms >= LEAVE_MS)
        admin_refuse(request, "%s cannot be sent away just now; try again later.",
                     removal.account.name);
    else if (is_ready(admin, request, has_left))
        remove_player(admin, request, &removal.account, &removal.delver);
    else
        admin_wait_for_tick(admin, request, go_on_forgetting);
    if (request->wait == ADMIN_WAIT_NONE)
        removal_end(admin->game, removal.account.id);
}

static void forget_account(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct account_question *found = job->content;

    if (found->account.id == request->caller.delver_id) {
        admin_refuse(request, "You cannot forget yourself.");
        return;
    }
    take_delver(admin, job);
    if (request->is_dry) {
        remove_player(admin, request, &found->account, &found->delver);
        return;
    }
    enum err error = removal_begin(admin->game, request->ticket, &found->account, &found->delver);
    if (error != ERR_OK) {
        admin_refuse(request, "%s",
                     error == ERR_EXISTS ? "That player is being removed already."
                                         : "Too many are being removed.");
        return;
    }
    (void)send_away_removed(admin->sessions, removal_find(admin->game, request->ticket));
    admin_wait_for_tick(admin, request, go_on_forgetting);
}

void admin_run_forget(struct admin *admin, struct admin_request *request)
{
    const struct admin_arguments *arguments = &request->arguments;

    request->is_dry = arguments->count > 1 && strcasecmp(arguments->words[1], "dry-run") == 0;
    if (arguments->count > 1 && !request->is_dry)
        admin_misuse(request, "\"%.40s\" is not dry-run. Usage: %s %s", arguments->words[1],
                     request->row->word, request->row->arguments);
    else
        admin_look_up(admin, request, arguments->words[0], forget_account);
}
