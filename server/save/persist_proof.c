/*
 * Steps of the proof, and what is told of them.
 */
#include "server/save/persist_proof.h"

#include <stdio.h>
#include <uv.h>

#include "db/examine.h"
#include "server/base/log.h"
#include "server/save/persist_work.h"

enum { ROWS_AT_A_TIME = 16, STEP_NS = 1500000 };

static uint64_t count_rows(const struct examination *found)
{
    uint64_t count = 0;

    for (int i = 0; i < RECORD_COUNT; i++)
        count += found->rows[i].all;
    return count;
}

static void log_findings(struct persist_work *work, const struct examination *found)
{
    for (; work->findings_told < found->finding_count; work->findings_told++)
        LOG(work->log, LOG_WARNING, "database.finding",
            log_text("finding", found->findings[work->findings_told]));
}

/* The finding that broke the state is the newest: told as a whole, once. */
static void note(struct persist_work *work, const struct examination *found, bool is_over)
{
    struct proof_health *proof = &work->health.proof;

    log_findings(work, found);
    proof->rows = count_rows(found);
    proof->bad_rows = examination_bad_rows(found);
    if (!proof->is_broken && !found->state_is_whole) {
        proof->is_broken = true;
        snprintf(proof->finding, sizeof proof->finding, "%s",
                 found->findings[found->finding_count - 1]);
        LOG(work->log, LOG_ERROR, "database.broken", log_text("finding", proof->finding),
            log_text("consequence", "play and saves go on; the next start refuses this world"),
            log_text("cure", "stop the server and restore a backup, or start it with --repair"));
    }
    if (!is_over || proof->is_over)
        return;
    proof->is_over = true;
    LOG(work->log, LOG_INFO, "database.proven", log_number("rows", (int64_t)proof->rows),
        log_number("bad_rows", (int64_t)proof->bad_rows),
        log_number("ms", (int64_t)((uv_hrtime() - work->proof_begun_ns) / 1000000)));
}

bool persist_proof_is_going_on(const struct persist_work *work)
{
    return !work->health.proof.is_over && uv_hrtime() >= work->proof_at_ns;
}

void persist_proof_step(struct persist_work *work)
{
    uint64_t begun_ns = uv_hrtime();
    enum err error = ERR_OK;
    bool is_over = false;
    const struct examination *found;

    if (!persist_proof_is_going_on(work))
        return;
    if (work->proof_begun_ns == 0)
        work->proof_begun_ns = begun_ns;
    /* Once at least, however late this thread got its turn. */
    do {
        error = store_prove(work->store, ROWS_AT_A_TIME);
        found = store_proof(work->store, &is_over);
    } while (error == ERR_OK && !is_over && uv_hrtime() - begun_ns < STEP_NS);
    note(work, found, is_over);
    if (error == ERR_OK) {
        work->is_proof_failing = false;
        return;
    }
    work->proof_at_ns = begun_ns + (uint64_t)PERSIST_RETRY_MS * 1000000;
    if (!work->is_proof_failing)
        LOG(work->log, LOG_WARNING, "database.unreadable", log_text("error", err_name(error)));
    work->is_proof_failing = true;
}
