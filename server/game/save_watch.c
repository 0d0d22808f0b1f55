/*
 * Messages about the disk to players and operators, and their times.
 */
#include "server/game/save_watch.h"

#include <stdio.h>
#include <time.h>

#include "server/game/game.h"
#include "server/game/outbox.h"
#include "server/save/persist.h"

uint64_t save_watch_lag_ms(const struct game *game)
{
    uint64_t since_ms = persist_unsaved_since_ms(game->persist);

    return since_ms == 0 || since_ms > game->base->now_ms ? 0 : game->base->now_ms - since_ms;
}

/* Returns the disk's fault, as a sentence up to its colon. */
static const char *trouble(const struct game *game)
{
    enum err error = persist_health(game->persist).error;

    if (error == ERR_REPLACED)
        return "The files of this world were moved or replaced";
    return error == ERR_NO_SPACE ? "The disk is full" : "The disk refuses to save";
}

static void describe(const struct game *game, char *out)
{
    snprintf(out, SAVE_WATCH_TEXT_SIZE, "%s: changes since %s are not saved yet.", trouble(game),
             game->save_watch->since);
}

static void begin_failing(struct game *game)
{
    struct save_watch *watch = game->save_watch;
    time_t since = time(NULL) - (time_t)(save_watch_lag_ms(game) / 1000);
    struct tm local;

    watch->is_failing = true;
    watch->failing_since_ms = game->base->now_ms;
    if (localtime_r(&since, &local) == NULL ||
        strftime(watch->since, sizeof watch->since, "%H:%M", &local) == 0)
        snprintf(watch->since, sizeof watch->since, "??:??");
}

static void describe_to_operators(const char *finding, char out[SAVE_WATCH_OPERATORS_SIZE])
{
    snprintf(out, SAVE_WATCH_OPERATORS_SIZE, "Administrators: %s. Type @doctor for what to do.",
             finding);
}

static void tell_operators(struct game *game, const char *finding)
{
    char text[SAVE_WATCH_OPERATORS_SIZE];

    describe_to_operators(finding, text);
    outbox_tell(game->outbox, (struct audience){.kind = AUDIENCE_OPERATORS}, ROLE_BAD, text);
}

/* Reports moved or replaced files to administrators, who can put them back. */
static void tell_of_files(struct game *game)
{
    struct disk_health health = persist_health(game->persist);

    if (health.error == ERR_REPLACED)
        tell_operators(game, health.files[0] == '\0' ? err_text(health.error) : health.files);
}

static void tell_of_proof(struct game *game)
{
    struct save_watch *watch = game->save_watch;
    struct proof_health proof = persist_health(game->persist).proof;
    char rows[SAVE_WATCH_TEXT_SIZE];

    if (proof.is_broken && !watch->has_reported_broken) {
        watch->has_reported_broken = true;
        tell_operators(game, proof.finding);
    }
    if (proof.is_over && proof.bad_rows > 0 && !watch->has_reported_rows) {
        watch->has_reported_rows = true;
        snprintf(rows, sizeof rows, "%llu %s damaged, each is lost alone",
                 (unsigned long long)proof.bad_rows,
                 proof.bad_rows == 1 ? "row of the database is" : "rows of the database are");
        tell_operators(game, rows);
    }
}

bool save_watch_wants_save(const struct game *game)
{
    return game->save_watch->is_recovering && game->save_watch->taken_ms == 0;
}

void save_watch_note_taken(struct game *game)
{
    struct save_watch *watch = game->save_watch;

    if (watch->is_recovering && watch->taken_ms == 0)
        watch->taken_ms = game->base->now_ms;
}

/*
 * True once all changes up to the disk's recovery are on disk. The save that succeeded was
 * collected before that, and lacks newer changes: one more is due.
 */
static bool has_recovered(struct game *game)
{
    struct save_watch *watch = game->save_watch;
    uint64_t since_ms = persist_unsaved_since_ms(game->persist);

    if (!watch->is_recovering) {
        watch->is_recovering = true;
        watch->taken_ms = 0;
    }
    return watch->taken_ms != 0 && (since_ms == 0 || since_ms > watch->taken_ms);
}

void save_watch_update(struct game *game)
{
    struct save_watch *watch = game->save_watch;
    bool is_failing = persist_health(game->persist).error != ERR_OK;
    char text[SAVE_WATCH_TEXT_SIZE];

    tell_of_proof(game);
    if (!is_failing && watch->is_failing && has_recovered(game)) {
        watch->is_failing = false;
        outbox_tell(game->outbox, audience_all(), ROLE_GOOD,
                    "Saved again: what changed while the disk refused is on disk.");
    }
    if (!is_failing)
        return;
    watch->is_recovering = false;
    bool is_first = !watch->is_failing;
    if (is_first)
        begin_failing(game);
    if (!is_first && game->base->now_ms - watch->reported_at_ms < SAVE_WATCH_REMIND_MS)
        return;
    watch->reported_at_ms = game->base->now_ms;
    describe(game, text);
    outbox_tell(game->outbox, audience_all(), ROLE_BAD, text);
    tell_of_files(game);
}

bool save_watch_describe(const struct game *game, char *out)
{
    if (game->save_watch->is_failing)
        describe(game, out);
    return game->save_watch->is_failing;
}

bool save_watch_describe_damage(const struct game *game, char *out)
{
    struct proof_health proof = persist_health(game->persist).proof;

    if (proof.is_broken)
        describe_to_operators(proof.finding, out);
    return proof.is_broken;
}

const char *save_watch_refusal(const struct game *game)
{
    struct disk_health health = persist_health(game->persist);

    if (health.error == ERR_NO_SPACE || (health.error == ERR_OK && health.is_tight))
        return "The server's disk is full: nothing new can be made just now.";
    return health.error == ERR_OK
               ? NULL
               : "The server's disk refuses to save: nothing new can be made just now.";
}

const char *save_watch_closure(const struct game *game)
{
    const struct save_watch *watch = game->save_watch;

    if (!watch->is_failing || game->base->now_ms - watch->failing_since_ms < SAVE_WATCH_CLOSE_MS)
        return NULL;
    return "The server's disk has refused every save for ten minutes: nobody can come in until it "
           "is mended. Please try again later.";
}

void save_watch_mark(const struct game *game, char *out)
{
    uint64_t lag_ms = save_watch_lag_ms(game);

    out[0] = '\0';
    if (game->save_watch->is_failing)
        snprintf(out, SAVE_WATCH_TEXT_SIZE, "UNSAVED since %s", game->save_watch->since);
    else if (lag_ms >= SAVE_WATCH_LAG_MS)
        snprintf(out, SAVE_WATCH_TEXT_SIZE, "UNSAVED for %u s", (unsigned int)(lag_ms / 1000));
}
