/*
 * Rulings that are over: a day later their rows go, here and in the database.
 */
#include <time.h>

#include "server/game/game.h"
#include "server/game/moderation.h"
#include "server/save/persist.h"

enum { KEEP_SECONDS = 24 * 60 * 60 };

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
