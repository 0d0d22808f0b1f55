/*
 * Looking at rulings: since when each is over, and a day later their rows go, here and in the
 * database.
 */
#include <time.h>

#include "server/game/game.h"
#include "server/game/moderation.h"
#include "server/save/persist.h"

enum { KEEP_MS = 24 * 60 * 60 * 1000 };

/* A look that finds it not over ends what those before have found. */
static void look(struct moderation_entry *entry, int64_t now, uint64_t now_ms)
{
    if (entry->ruling.until == 0 || now < entry->ruling.until)
        entry->over_since_ms = 0;
    else if (entry->over_since_ms == 0)
        entry->over_since_ms = now_ms;
}

/* One row a second is enough to drop: what is over does not hold anyway. */
void moderation_sweep(struct game *game)
{
    struct moderation *moderation = &game->moderation;
    int64_t now = (int64_t)time(NULL);

    if (moderation->count == 0 || moderation->now_ms == NULL)
        return;
    for (int i = 0; i < moderation->count; i++)
        look(&moderation->entries[i], now, *moderation->now_ms);
    moderation->sweep_at = (moderation->sweep_at + 1) % moderation->count;
    const struct moderation_entry *entry = &moderation->entries[moderation->sweep_at];
    if (entry->over_since_ms == 0 || !moderation_is_over(moderation, entry) ||
        *moderation->now_ms - entry->over_since_ms < KEEP_MS)
        return;
    struct job *job = job_new(JOB_DROP_RULING);
    if (job == NULL)
        return;
    job->ruling = entry->ruling;
    if (persist_submit(game->persist, job, NULL) == ERR_OK)
        (void)moderation_drop(moderation, entry->ruling.kind, entry->ruling.subject);
}
