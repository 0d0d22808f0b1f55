/*
 * Reports of players, on their way to the database.
 */
#include "server/session/commands/bug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

enum { CLEAN_SIZE = 4 * LINE_INPUT_MAX /* normal form can be longer than what was typed */ };

/* The reason why nothing is kept; NULL: `out` holds the report. */
static const char *prepare(const struct session *session, const char *typed, char out[CLEAN_SIZE])
{
    uint64_t reported_at_ms = session->commands.bug_at_ms;

    if (utf8_clean(typed, strlen(typed), LINE_INPUT_MAX, out, CLEAN_SIZE) != ERR_OK ||
        out[0] == '\0')
        return "Report what? For example: bug the door in the east does not open.";
    if (strlen(out) > BUG_LENGTH_MAX)
        return "Too long: at most 400 letters. Nothing was kept.";
    if (reported_at_ms != 0 && session->sessions->base->now_ms - reported_at_ms < BUG_PAUSE_MS)
        return "You reported something a moment ago. Try again in a minute.";
    return NULL;
}

/* Hands the report to the database. False: there is no room for it. */
static bool keep(struct session *session, const char *text)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);
    struct job *job = job_new(&question_save_bug);
    struct audit_row *row = job == NULL ? NULL : calloc(1, sizeof *row);

    if (row == NULL || delver == NULL) {
        free(row);
        job_free(job);
        return false;
    }
    job->audit = row;
    row->at = (int64_t)time(NULL);
    snprintf(row->who, sizeof row->who, "%s", session->account.name);
    snprintf(row->what, sizeof row->what, "%s (depth %d, %d,%d)", text, delver->body.key.depth,
             delver->body.at.x, delver->body.at.y);
    return persist_submit(session->sessions->game->persist, job, NULL) == ERR_OK;
}

void bug_report(struct session *session, const char *typed)
{
    char text[CLEAN_SIZE];
    const char *refusal = prepare(session, typed, text);

    if (refusal != NULL) {
        session_tell(session, refusal, ROLE_DIM_TEXT);
        return;
    }
    if (!keep(session, text)) {
        session_tell(session, "The report could not be kept. Try again later.", ROLE_BAD);
        return;
    }
    session->commands.bug_at_ms = session->sessions->base->now_ms;
    session_tell(session, "Thank you. The operators can read your report.", ROLE_GOOD);
}
