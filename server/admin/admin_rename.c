/*
 * `rename`: another name for a player. All that was played until now is saved first, so that what
 * speaks of the player by name is on disk, where it is changed with the account in one transaction.
 */
#include <stdio.h>
#include <string.h>

#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "server/game/game_save.h"
#include "server/game/moderation.h"
#include "server/game/removal.h"
#include "server/save/job.h"
#include "server/session/auth/rename.h"
#include "world/name.h"

/* Why nobody can be called so (static text); NULL: the database knows the rest. */
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

void admin_run_rename(struct admin *admin, struct admin_request *request)
{
    char name[NAME_LENGTH_MAX + 1];
    const char *refusal = refusal_of(admin, request->arguments.words[1], name);

    if (refusal != NULL)
        admin_refuse(request, "%s", refusal);
    else
        admin_look_up(admin, request, request->arguments.words[0]);
}

static void note_renamed(struct admin *admin, const struct job *job)
{
    rename_settle(admin->sessions, &job->account, job->name_before);
    LOG(&admin->base->log, LOG_INFO, "account.renamed", log_text("before", job->name_before),
        log_text("name", job->account.name));
}

static void on_saved(void *asker, struct job *job)
{
    struct admin *admin = asker;

    if (job->result == ERR_OK)
        note_renamed(admin, job);
    admin_go_on(admin, job);
}

static void on_renamed(struct admin *admin, struct admin_request *request, struct job *job)
{
    if (job->result == ERR_EXISTS)
        admin_refuse(request, "%s is taken, or looks too much like a name that is.",
                     job->account.name);
    else if (job->result == ERR_BUSY || job->result == ERR_NOT_FOUND)
        admin_refuse(request, "%s has another name by now, or is gone.", job->name_before);
    else if (job->result != ERR_OK)
        admin_refuse(request, "%s's account cannot be read or written: %s.", job->name_before,
                     err_text(job->result));
    else
        admin_wait_for_tick(admin, request);
}

static struct job *make_job(const struct account_record *account, const char *name)
{
    struct job *job = job_new(&question_rename_account);

    if (job == NULL)
        return NULL;
    job->answer = on_saved;
    job->account.id = account->id;
    snprintf(job->account.name, sizeof job->account.name, "%s", name);
    name_skeleton(name, job->account.skeleton);
    rename_fill_in(job, account->name);
    return job;
}

void admin_found_rename(struct admin *admin, struct admin_request *request, struct job *job)
{
    char name[NAME_LENGTH_MAX + 1];
    const char *refusal = refusal_of(admin, request->arguments.words[1], name);
    uint64_t ticket;

    if (refusal != NULL) {
        admin_refuse(request, "%s", refusal);
    } else if (strcmp(job->account.name, name) == 0) {
        admin_refuse(request, "%s is called so already.", name);
    } else if (removal_is_going_on(admin->game, job->account.id)) {
        admin_refuse(request, "%s is being removed.", job->account.name);
    } else if (job->account.is_guest) {
        admin_refuse(request, "%s is a guest, who has no name yet.", job->account.name);
    } else if (game_save(admin->game, &ticket) != ERR_OK) {
        admin_refuse(request, "Out of memory.");
    } else {
        admin_wait_for_job(admin, request, make_job(&job->account, name), on_renamed);
    }
}

/* The world has the name since that tick: another word finds the player under it. */
void admin_finish_rename(struct admin *admin, struct admin_request *request)
{
    char before[NAME_LENGTH_MAX + 1];
    char name[NAME_LENGTH_MAX + 1];

    (void)admin;
    request->wait = ADMIN_WAIT_NONE;
    enum err error = name_normalise(request->arguments.words[0], before);
    if (error == ERR_OK)
        error = name_normalise(request->arguments.words[1], name);
    if (error != ERR_OK)
        admin_refuse(request, "%s", err_text(error));
    else
        admin_answer(request, json_pack("{s:s, s:s, s:s}", "message", "Renamed.", "before", before,
                                        "name", name));
}
