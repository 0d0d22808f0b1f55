/*
 * The game and the disk. A save is one change set: the heads of levels, which are no part of the
 * world, and all that is dirty in the world. Answers come in the order in which they were done;
 * whose each is, its kind and its ticket say.
 */
#include "server/game/game_save.h"

#include "server/game/level_transfer.h"
#include "server/game/level_fetch.h"
#include "server/game/level_versions.h"
#include "server/game/level_regen.h"
#include "server/game/removal.h"
#include "server/save/persist.h"
#include "server/game/game.h"

enum err game_save(struct game *game, uint64_t *out_ticket)
{
    struct change_set set;

    change_set_init(&set);
    enum err error = level_versions_collect(&game->level_versions, &set);
    if (error != ERR_OK) {
        change_set_release(&set);
        return error;
    }
    error = persist_collect(game->persist, game->world, &set, out_ticket);
    if (error == ERR_OK)
        level_versions_mark_clean(&game->level_versions);
    return error;
}

typedef void answer_function(struct game *game, struct job *job);

static answer_function *const answer_table[JOB_COUNT] = {
    [JOB_FETCH_LEVEL] = level_fetch_on_read,
    [JOB_FIND_ACCOUNT] = level_transfer_on_record_read,
    [JOB_FETCH_MEMORY] = level_transfer_on_memory_fetched,
    [JOB_FETCH_KEPT] = level_regen_on_kept,
    [JOB_LIST_UNUSED] = removal_on_listed,
    [JOB_REMOVE_PLAYERS] = removal_on_expired,
};

void game_take_answers(struct game *game)
{
    struct job *job;

    while ((job = job_queue_take(&game->answers)) != NULL) {
        answer_table[job->kind](game, job);
        job_free(job);
    }
}
