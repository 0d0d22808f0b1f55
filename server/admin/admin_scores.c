/*
 * `scores`: the delvers who came deepest, whether they play or not.
 */
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "server/save/job.h"
#include "world/life.h"

static json_t *describe(const struct score_record *row, int rank)
{
    return json_pack("{s:i, s:o, s:i, s:i, s:I, s:I, s:I, s:I}", "rank", rank, "name",
                     admin_string(row->name), "deepest", (int)row->deepest, "level",
                     lesson_level(row->experience), "experience", (json_int_t)row->experience,
                     "gold", (json_int_t)row->gold, "life", (json_int_t)row->life, "steps",
                     (json_int_t)row->steps);
}

static void on_scores_loaded(struct admin *admin, struct admin_request *request, struct job *job)
{
    (void)admin;
    if (job->result != ERR_OK) {
        admin_refuse(request, "The scores cannot be read: %s.", err_text(job->result));
        return;
    }
    json_t *rows = json_array();
    for (int i = 0; i < job->score_count; i++)
        json_array_append_new(rows, describe(&job->scores[i], i + 1));
    admin_answer(request, json_pack("{s:o}", "scores", rows));
}

void admin_run_scores(struct admin *admin, struct admin_request *request)
{
    admin_wait_for_job(admin, request, job_new(&question_load_scores), on_scores_loaded);
}
