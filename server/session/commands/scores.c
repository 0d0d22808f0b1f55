/*
 * The list of scores: asked for once, shown to all who wait for it.
 */
#include "server/session/commands/scores.h"

#include <stdio.h>
#include <string.h>

#include "server/session/commands/public_lists.h"
#include "server/save/persist.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/life.h"

static int write_row(const struct score_record *row, int rank, enum text_form form, char *out,
                     size_t out_size)
{
    int deepest = row->deepest > 0 ? row->deepest : 1;
    int level = lesson_level(row->experience);
    long long experience = (long long)row->experience;

    if (form != TEXT_TABLE)
        return snprintf(out, out_size, "%d: %s, deepest depth %d, level %d, experience %lld.\n",
                        rank, row->name, deepest, level, experience);
    return snprintf(out, out_size, "%2d  %-16s depth %-3d level %-3d experience %lld\n", rank,
                    row->name, deepest, level, experience);
}

void scores_write(const struct scores *scores, enum text_form form, char *out, size_t out_size)
{
    size_t length = 0;

    if (scores->count == 0) {
        snprintf(out, out_size, "Nobody has a score yet.\n");
        return;
    }
    length = (size_t)snprintf(out, out_size, "The players who came deepest:\n");
    for (int i = 0; i < scores->count && length < out_size; i++)
        length += (size_t)write_row(&scores->rows[i], i + 1, form, out + length, out_size - length);
}

static void show(struct session *session)
{
    char text[SCORES_TEXT_MAX];

    scores_write(&session->sessions->scores, display_text_form(session), text, sizeof text);
    presentation_table[session->mode]->show(session, text);
}

static void tell_failure(struct session *session)
{
    session_tell(session, "The scores cannot be read now. Try again later.", ROLE_BAD);
}

bool scores_read(struct sessions *sessions)
{
    struct job *job = sessions->scores.is_asked ? NULL : job_new(&question_load_scores);

    if (job != NULL)
        job->answer = scores_on_loaded;
    if (job != NULL && persist_submit(sessions->game->persist, job, &sessions->answers) == ERR_OK)
        sessions->scores.is_asked = true;
    return sessions->scores.is_asked;
}

void scores_ask(struct session *session)
{
    struct sessions *sessions = session->sessions;
    struct scores *scores = &sessions->scores;

    if (scores->is_read && sessions->base->now_ms - scores->read_at_ms < SCORES_FRESH_MS) {
        show(session);
        return;
    }
    if (!scores_read(sessions)) {
        tell_failure(session);
        return;
    }
    session->commands.wants_scores = true;
}

void scores_on_loaded(void *asker, struct job *job)
{
    struct sessions *sessions = asker;
    struct scores *scores = &sessions->scores;

    scores->is_asked = false;
    scores->is_read = job->result == ERR_OK;
    scores->read_at_ms = sessions->base->now_ms;
    scores->count = scores->is_read ? job->score_count : 0;
    if (scores->count > 0)
        memcpy(scores->rows, job->scores, (size_t)scores->count * sizeof scores->rows[0]);
    for (struct session *session = sessions->list; session != NULL; session = session->next) {
        bool is_wanted = session->commands.wants_scores && session->state == SESSION_PLAYING;
        session->commands.wants_scores = false;
        if (is_wanted && scores->is_read)
            show(session);
        else if (is_wanted)
            tell_failure(session);
        if (is_wanted)
            session_on_news(session);
    }
    public_lists_on_scores(sessions);
}
