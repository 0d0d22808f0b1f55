/*
 * Removing players, on the database thread. While a save is refused nobody is removed: rows of
 * theirs may be among what waits.
 */
#include "server/save/persist_removal.h"

#include <stdio.h>
#include <string.h>

#include "db/records.h"
#include "db/store.h"
#include "db/store_ledger.h"
#include "server/save/persist_work.h"

_Static_assert((int)REMOVAL_BATCH_MAX == (int)UNUSED_PAGE_MAX, "as in the database");

static struct unused_terms terms_of(const struct removal_order *order)
{
    return (struct unused_terms){.seen_before = order->seen_before,
                                 .guest_seen_before = order->guest_seen_before,
                                 .steps_min = REMOVAL_STEPS_MIN};
}

/* Unused players cost nothing: on a disk that is short of room they stay. */
static enum err expect_room(const struct persist_work *work, const struct removal_order *order)
{
    if (work->unsaved != NULL)
        return work->health.error;
    return work->health.is_tight && order->are_unused ? ERR_NO_SPACE : ERR_OK;
}

bool persist_list_unused(struct persist_work *work, struct job *job)
{
    struct removal_order *order = job->removal;
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

/* The audit tells of each unused player, by name. */
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

/* A player that came into use since the list was made stays, and has no id in the answer. */
static enum err remove_unused(struct persist_work *work, struct removal_order *order)
{
    struct unused_terms terms = terms_of(order);
    enum err error = ERR_OK;
    int removed = 0;

    for (int i = 0; error == ERR_OK && i < order->count; i++) {
        error = store_expect_unused(work->store, order->players[i].id, &terms);
        if (error == ERR_OK) {
            error = store_forget_account(work->store, order->players[i].id);
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
    }
    return error;
}

bool persist_remove_players(struct persist_work *work, struct job *job)
{
    struct removal_order *order = job->removal;

    job->result = expect_room(work, order);
    if (job->result == ERR_OK && !order->are_unused)
        job->result = store_count_memories(work->store, order->players[0].id, &order->memories);
    if (job->result == ERR_OK && !order->is_dry)
        job->result = remove_all(work, order);
    return true;
}
