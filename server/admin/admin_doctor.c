/*
 * The word that looks for what is wrong: a copy of the database is proven, then the checks judge.
 */
#include <stdio.h>
#include <stdlib.h>

#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "server/admin/doctor.h"
#include "server/save/job.h"
#include "server/admin/admin.h"

static json_t *describe(const struct doctor_finding *finding)
{
    return json_pack("{s:s, s:s, s:o, s:s}", "severity", doctor_severity_names[finding->severity],
                     "check", finding->check, "finding", admin_string(finding->text), "cure",
                     finding->cure);
}

static void on_examined(struct admin *admin, struct admin_request *request, struct job *job)
{
    struct doctor_finding findings[DOCTOR_FINDINGS_MAX];
    struct doctor_facts facts;

    if (job->result != ERR_OK) {
        admin_refuse(request, "The database cannot be proven just now (%s); try again.",
                     err_text(job->result));
        return;
    }
    metrics_gather(admin);
    doctor_gather(admin, false, &facts);
    facts.disk = *job->disk;
    size_t count = doctor_judge(&facts, findings);
    json_t *rows = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(rows, describe(&findings[i]));
    if (count == 0)
        json_decref(rows);
    admin_answer(request, count == 0
                              ? json_pack("{s:s, s:[]}", "message", "Nothing is wrong.", "findings")
                              : json_pack("{s:o}", "findings", rows));
}

void admin_run_doctor(struct admin *admin, struct admin_request *request)
{
    struct job *job = job_new(&question_examine);

    if (job != NULL && (job->disk = calloc(1, sizeof *job->disk)) == NULL) {
        job_free(job);
        job = NULL;
    }
    if (job != NULL) {
        job->reserved = &admin->game->reserved;
        snprintf(job->disk->hook, sizeof job->disk->hook, "%s", admin->base->options.backup_hook);
    }
    admin_wait_for_job(admin, request, job, on_examined);
}
