/*
 * Questions about accounts: finding and making them, passwords, names, roles, rulings, and removal.
 * Rows that wait for a disk that refuses them are newer than those of the database; while there are
 * such rows nobody is removed.
 */
#include "server/save/persist_accounts.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "db/records.h"
#include "db/store.h"
#include "db/store_ledger.h"
#include "server/base/log.h"
#include "server/save/persist_morgue.h"
#include "server/save/persist_work.h"

_Static_assert(STORE_ROLE_BUILDER == 1 && STORE_ROLE_ADMIN == 2, "as struct new_role tells");

/* Loads the settings. If the row is damaged only the settings are lost. */
static enum err load_settings(const struct persist_work *work, struct account_question *question)
{
    const struct settings_row *newer =
        persist_find_unsaved(work, CHANGE_SETTINGS, &question->account.id);

    if (newer != NULL) {
        memcpy(question->settings, newer->list, sizeof question->settings);
        return ERR_OK;
    }
    enum err error = store_load_settings(work->store, question->account.id, question->settings);

    question->is_settings_lost = error == ERR_FORMAT;
    return error == ERR_NOT_FOUND || error == ERR_FORMAT ? ERR_OK : error;
}

/* Loads a delver. A row that waits for the disk is newer than that of the database. */
static enum err load_delver(const struct persist_work *work, struct account_question *question)
{
    int64_t id = question->account.id;
    const struct account_record *visit = persist_find_unsaved(work, CHANGE_VISITS, &id);
    const struct delver_record *delver = persist_find_unsaved(work, CHANGE_DELVERS, &id);

    if (visit != NULL) {
        question->account.mode = visit->mode;
        question->account.last_seen_at = visit->last_seen_at;
    }
    if (delver == NULL)
        return store_load_delver(work->store, id, &question->delver);
    question->delver = *delver;
    return ERR_OK;
}

static enum err find_by_name(const struct persist_work *work, struct account_question *question)
{
    char name[NAME_LENGTH_MAX + 1];

    memcpy(name, question->account.name, sizeof name);
    enum err error = store_find_account(work->store, name, &question->account);
    if (error != ERR_NOT_FOUND)
        return error;
    enum err looked = store_find_skeleton(work->store, question->account.skeleton);
    question->is_lookalike = looked == ERR_OK;
    return looked == ERR_OK ? ERR_NOT_FOUND : looked;
}

static enum err load_account(const struct persist_work *work, struct account_question *question)
{
    enum store_role role = STORE_ROLE_NONE;
    enum err error =
        store_read_account(work->store, question->account.id, &question->account, &role);

    question->role = (int)role;
    return error;
}

static bool find_account(struct persist_work *work, struct job *job)
{
    struct account_question *question = job->content;

    job->result = question->account.id == 0 ? find_by_name(work, question) : ERR_OK;
    if (job->result == ERR_OK)
        job->result = load_account(work, question);
    if (job->result == ERR_OK)
        job->result = load_delver(work, question);
    if (job->result == ERR_OK)
        job->result = load_settings(work, question);
    return true;
}

static bool find_name(struct persist_work *work, struct job *job)
{
    const struct name_question *wanted = job->content;
    struct account_record account;

    job->result = store_find_account(work->store, wanted->name, &account);
    return true;
}

static bool create_account(struct persist_work *work, struct job *job)
{
    struct new_account *made = job->content;
    int64_t id = 0;

    job->result = store_create_account(work->store, &made->account, &made->delver, &id);
    if (job->result == ERR_OK && made->ruling.kind != 0)
        job->result = store_save_ruling(work->store, &made->ruling);
    made->account.id = id;
    made->delver.id = id;
    return true;
}

static bool renew_password(struct persist_work *work, struct job *job)
{
    const struct new_password *change = job->content;

    job->result = store_renew_password(work->store, change->account.id, change->before,
                                       change->account.password_hash);
    return true;
}

static bool change_password(struct persist_work *work, struct job *job)
{
    const struct new_password *change = job->content;

    job->result = store_change_password(work->store, &change->account, change->before);
    return true;
}

static struct renaming renaming_of(const struct new_name *change)
{
    return (struct renaming){.account = &change->account,
                             .before = change->name_before,
                             .key_before = change->ignore_before,
                             .key = change->ignore_key};
}

/* Changes the account of a guest who claims a name, and all rows with the guest's name, or
   nothing. */
static enum err claim(const struct persist_work *work, const struct new_name *change)
{
    const struct renaming renaming = renaming_of(change);
    struct store_part part;
    enum err error = store_begin_part(work->store, &part);

    if (error != ERR_OK)
        return error;
    error = store_claim_account(work->store, &change->account, change->password_before);
    if (error == ERR_OK)
        error = store_rename_traces(work->store, &renaming);
    enum err ended = store_end_part(work->store, &part, error);
    return error == ERR_OK ? ended : error;
}

/* Renames the pages of a player, whose rows already have the new name; pages that cannot be renamed
   keep the old name. */
static void rename_pages(const struct persist_work *work, const struct new_name *change)
{
    enum err error = morgue_rename(work->folder, change->name_before, change->account.name);

    if (error != ERR_OK && error != ERR_NOT_FOUND)
        LOG(work->log, LOG_WARNING, "life-page.left", log_text("name", change->name_before),
            log_text("error", err_name(error)));
}

static bool claim_account(struct persist_work *work, struct job *job)
{
    job->result = claim(work, job->content);
    if (job->result == ERR_OK)
        rename_pages(work, job->content);
    return true;
}

static bool rename_account(struct persist_work *work, struct job *job)
{
    const struct renaming renaming = renaming_of(job->content);

    job->result = store_rename_account(work->store, &renaming);
    if (job->result == ERR_OK)
        rename_pages(work, job->content);
    return true;
}

static bool save_role(struct persist_work *work, struct job *job)
{
    const struct new_role *change = job->content;

    CHECK(change->role >= STORE_ROLE_NONE && change->role <= STORE_ROLE_ADMIN);
    job->result = store_save_role(work->store, change->account.id, (enum store_role)change->role);
    return true;
}

static bool save_ruling(struct persist_work *work, struct job *job)
{
    const struct ruling *ruling = job->content;

    job->result = store_save_ruling(work->store, ruling);
    return true;
}

static bool drop_ruling(struct persist_work *work, struct job *job)
{
    const struct ruling *ruling = job->content;
    enum err error = store_drop_ruling(work->store, ruling->kind, ruling->subject);

    /* There is none, which is fine. */
    job->result = error == ERR_NOT_FOUND ? ERR_OK : error;
    return true;
}

static bool use_code(struct persist_work *work, struct job *job)
{
    const struct code_use *use = job->content;

    job->result =
        store_use_code(work->store, use->account.id, use->account.password_hash, &use->code);
    return true;
}

_Static_assert((int)REMOVAL_BATCH_MAX == (int)UNUSED_PAGE_MAX, "as in the database");

static struct unused_terms terms_of(const struct removal_order *order)
{
    return (struct unused_terms){.seen_before = order->seen_before,
                                 .guest_seen_before = order->guest_seen_before,
                                 .steps_min = REMOVAL_STEPS_MIN};
}

/* Checks that the disk has room for removals. Unused players cost nothing, so on a disk that is
   short of room they stay. */
static enum err expect_room(const struct persist_work *work, const struct removal_order *order)
{
    if (work->unsaved != NULL)
        return work->health.error;
    return work->health.is_tight && order->are_unused ? ERR_NO_SPACE : ERR_OK;
}

static bool list_unused(struct persist_work *work, struct job *job)
{
    struct removal_order *order = job->content;
    struct unused_terms terms = terms_of(order);
    struct unused_page page = {.after_id = order->after_id};

    job->result = expect_room(work, order);
    if (job->result == ERR_OK)
        job->result = store_list_unused(work->store, &terms, &page);
    if (job->result != ERR_OK)
        return true;
    order->after_id = page.after_id;
    order->is_last = page.is_last;
    order->count = page.count;
    for (int i = 0; i < page.count; i++) {
        order->players[i].id = page.players[i].id;
        memcpy(order->players[i].name, page.players[i].name, sizeof order->players[i].name);
    }
    return true;
}

/* Audits each unused player, by name. */
static enum err note_expired(struct persist_work *work, const struct removal_order *order)
{
    struct audit_record record = {.at = order->at, .who = "server"};
    int length = snprintf(record.what, sizeof record.what, "removed as unused:");

    _Static_assert(REMOVAL_BATCH_MAX * (NAME_LENGTH_MAX + 1) + 64 < AUDIT_WHAT_SIZE, "all fit");
    for (int i = 0; i < order->count; i++) {
        if (order->players[i].id != 0)
            length += snprintf(record.what + length, sizeof record.what - (size_t)length, " %s",
                               order->players[i].name);
    }
    return store_audit(work->store, &record);
}

/* Removes the pages of a player, whose rows are gone; pages that cannot be removed are left to the
   operator. */
static void forget_pages(const struct persist_work *work, const char *name)
{
    enum err error = morgue_forget(work->folder, name);

    if (error != ERR_OK && error != ERR_NOT_FOUND)
        LOG(work->log, LOG_WARNING, "life-page.left", log_text("name", name),
            log_text("error", err_name(error)));
}

/* Removes unused players. A player that came into use since the list was made stays, and has no id
   in the answer. */
static enum err remove_unused(struct persist_work *work, struct removal_order *order)
{
    struct unused_terms terms = terms_of(order);
    enum err error = ERR_OK;
    int removed = 0;

    for (int i = 0; error == ERR_OK && i < order->count; i++) {
        error = store_expect_unused(work->store, order->players[i].id, &terms);
        if (error == ERR_OK) {
            error = store_forget_account(work->store, order->players[i].id);
            if (error == ERR_OK)
                forget_pages(work, order->players[i].name);
            removed++;
        } else if (error == ERR_EXISTS) {
            order->players[i].id = 0;
            error = ERR_OK;
        }
    }
    return error == ERR_OK && removed > 0 ? note_expired(work, order) : error;
}

static enum err remove_all(struct persist_work *work, struct removal_order *order)
{
    enum err error = ERR_OK;

    if (order->are_unused)
        return remove_unused(work, order);
    for (int i = 0; error == ERR_OK && i < order->count; i++) {
        error = store_forget_account(work->store, order->players[i].id);
        if (error == ERR_OK)
            error = store_forget_graves(work->store, order->players[i].id);
        if (error == ERR_OK)
            forget_pages(work, order->players[i].name);
    }
    return error;
}

static bool remove_players(struct persist_work *work, struct job *job)
{
    struct removal_order *order = job->content;

    job->result = expect_room(work, order);
    if (job->result == ERR_OK && !order->are_unused)
        job->result = store_count_memories(work->store, order->players[0].id, &order->memories);
    if (job->result == ERR_OK && !order->is_dry)
        job->result = remove_all(work, order);
    return true;
}

const struct question question_find_account = {.size = sizeof(struct account_question),
                                               .work = find_account};
const struct question question_find_name = {.size = sizeof(struct name_question),
                                            .work = find_name};
const struct question question_create_account = {
    .size = sizeof(struct new_account), .work = create_account, .writes = true};
const struct question question_renew_password = {
    .size = sizeof(struct new_password), .work = renew_password, .writes = true};
const struct question question_change_password = {
    .size = sizeof(struct new_password), .work = change_password, .writes = true};
const struct question question_claim_account = {
    .size = sizeof(struct new_name), .work = claim_account, .writes = true};
const struct question question_rename_account = {
    .size = sizeof(struct new_name), .work = rename_account, .writes = true};
const struct question question_save_role = {
    .size = sizeof(struct new_role), .work = save_role, .writes = true};
const struct question question_save_ruling = {
    .size = sizeof(struct ruling), .work = save_ruling, .writes = true};
const struct question question_drop_ruling = {.size = sizeof(struct ruling),
                                              .work = drop_ruling,
                                              .writes = true,
                                              .what = "the end of a decision"};
const struct question question_use_code = {
    .size = sizeof(struct code_use), .work = use_code, .writes = true};
const struct question question_list_unused = {.size = sizeof(struct removal_order),
                                              .work = list_unused};
const struct question question_remove_players = {
    .size = sizeof(struct removal_order), .work = remove_players, .writes = true};
