/*
 * Commands for the database: saving, copies, its lists of acts, reports and scores, and the pages
 * of lives that ended.
 */
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "narrate/command.h"
#include "narrate/score_words.h"
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/admin/backup.h"
#include "server/game/game_save.h"
#include "server/save/persist.h"
#include "server/save/persist_lists.h"
#include "server/save/persist_morgue.h"
#include "server/save/persist_scores.h"
#include "server/session/commands/score_lists.h"
#include "world/feat.h"
#include "world/life.h"
#include "world/name.h"

enum { AUDIT_ROWS_DEFAULT = 20 };

static void answer_saved(struct admin *admin, struct admin_request *request)
{
    uint64_t took_ms = admin->base->now_ms - request->began_ms;
    struct disk_health health = persist_health(admin->persist);

    if (persist_is_saved(admin->persist, request->waits_for))
        admin_answer(request,
                     json_pack("{s:s, s:I}", "message", "Saved.", "took_ms", (json_int_t)took_ms));
    else if (health.error == ERR_REPLACED)
        admin_refuse(request, "Not saved: %s; doctor says what to do.",
                     health.files[0] == '\0' ? err_text(health.error) : health.files);
    else
        admin_refuse(request, "Not saved within %d s (%s); the server goes on trying.",
                     ADMIN_SAVE_MS / 1000,
                     health.error == ERR_OK ? "the disk is slow" : err_text(health.error));
}

void admin_run_save(struct admin *admin, struct admin_request *request)
{
    uint64_t ticket = 0;

    if (game_save(admin->game, &ticket) != ERR_OK) {
        admin_refuse(request, "Out of memory.");
        return;
    }
    admin_wait_for_save(admin, request, ticket, answer_saved);
    if (persist_is_saved(admin->persist, ticket))
        answer_saved(admin, request);
}

void admin_run_backup(struct admin *admin, struct admin_request *request)
{
    char reason[ADMIN_REASON_SIZE];
    const char *file = request->arguments.count > 0 ? request->arguments.words[0] : NULL;

    /* An admin's password must not give access to the machine's disks. */
    if (request->caller.delver_id != 0 && file != NULL && strchr(file, '/') != NULL)
        admin_refuse(request, "In the game a backup has a name, in backups/, and no path.");
    else if (file != NULL && file[0] == '-')
        admin_misuse(request, "\"%.80s\" is no file: options stand before the word.", file);
    else if (backup_request(admin, request->ticket, file, reason, sizeof reason) != ERR_OK)
        admin_refuse(request, "%s", reason);
    else
        request->wait = ADMIN_WAIT_JOB;
}

static void answer_audit(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct audit_list *list = job->content;

    (void)admin;
    if (job->result != ERR_OK) {
        admin_refuse(request, "The audit table cannot be read: %s.", err_text(job->result));
        return;
    }
    json_t *acts = json_array();
    for (int i = 0; i < list->count; i++)
        json_array_append_new(acts, json_pack("{s:I, s:o, s:o}", "at", (json_int_t)list->rows[i].at,
                                              "who", admin_string(list->rows[i].who), "what",
                                              admin_string(list->rows[i].what)));
    admin_answer(request, json_pack("{s:o}", list->are_bugs ? "bugs" : "acts", acts));
}

static void list_audit(struct admin *admin, struct admin_request *request, bool are_bugs)
{
    long wanted = AUDIT_ROWS_DEFAULT;
    char *end = NULL;

    if (request->arguments.count > 0) {
        wanted = strtol(request->arguments.words[0], &end, 10);
        if (*end != '\0' || wanted < 1 || wanted > AUDIT_ROWS_MAX) {
            admin_misuse(request, "\"%s\" is not a number from 1 to %d.",
                         request->arguments.words[0], AUDIT_ROWS_MAX);
            return;
        }
    }
    struct job *job = job_new(&question_load_audit);
    if (job != NULL) {
        struct audit_list *list = job->content;
        list->count = (int)wanted;
        list->are_bugs = are_bugs;
    }
    admin_wait_for_job(admin, request, job, answer_audit);
}

void admin_run_audit(struct admin *admin, struct admin_request *request)
{
    list_audit(admin, request, false);
}

void admin_run_bugs(struct admin *admin, struct admin_request *request)
{
    list_audit(admin, request, true);
}

static json_t *describe_score(const struct score_record *row, int rank)
{
    return json_pack("{s:i, s:o, s:i, s:i, s:I, s:I, s:I, s:I}", "rank", rank, "name",
                     admin_string(row->name), "deepest", (int)row->deepest, "level",
                     lesson_level(row->experience), "experience", (json_int_t)row->experience,
                     "gold", (json_int_t)row->gold, "life", (json_int_t)row->life, "steps",
                     (json_int_t)row->steps);
}

static bool choose_list(const struct admin_request *request, struct score_choice *out, char *why)
{
    const char *words = request->arguments.count > 0 ? request->arguments.words[0] : "";

    return score_choose(words, out, why);
}

static void answer_scores(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct score_lists *lists = job->content;
    char why[SCORE_WHY_MAX];
    struct score_choice choice;

    if (job->result != ERR_OK || !choose_list(request, &choice, why)) {
        admin_refuse(request, "The scores cannot be read: %s.", err_text(job->result));
        return;
    }
    enum score_period period = choice.is_of_season ? SCORE_SEASON : SCORE_EVER;
    const struct score_list_rows *list = &lists->lists[choice.list][period];
    if (choice.list != SCORE_DEEPEST || choice.is_of_season) {
        admin_answer(request,
                     json_pack("{s:o}", "scores",
                               score_list_json(admin->game->world, lists, choice.list, period)));
        return;
    }
    json_t *rows = json_array();
    for (int i = 0; i < list->count; i++)
        json_array_append_new(rows, describe_score(&list->rows[i], i + 1));
    admin_answer(request, json_pack("{s:o}", "scores", rows));
}

void admin_run_scores(struct admin *admin, struct admin_request *request)
{
    char why[SCORE_WHY_MAX];
    struct score_choice choice;

    if (!choose_list(request, &choice, why)) {
        admin_misuse(request, "%s", why);
        return;
    }
    struct job *job = job_new(&question_load_scores);
    if (job != NULL) {
        struct score_lists *lists = job->content;
        lists->season = world_season(admin->game->world);
    }
    admin_wait_for_job(admin, request, job, answer_scores);
}

/* Returns the page as an array of its lines. */
static json_t *describe_page(char *text)
{
    json_t *lines = json_array();

    for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        json_array_append_new(lines, admin_string(line));
    }
    return lines;
}

static void answer_lives(struct admin *admin, struct admin_request *request, struct job *job)
{
    struct pages_question *found = job->content;

    (void)admin;
    if (job->result == ERR_NOT_FOUND && found->account_id == 0) {
        admin_refuse(request, "No player is called %s.", found->name);
        return;
    }
    if (job->result == ERR_NOT_FOUND) {
        admin_refuse(request, "There is no page %u: lives %s lists them.", found->number,
                     found->name);
        return;
    }
    if (job->result != ERR_OK) {
        admin_refuse(request, "The pages cannot be read: %s.", err_text(job->result));
        return;
    }
    if (found->number != 0) {
        admin_answer(request, json_pack("{s:o}", "page", describe_page(found->text)));
        return;
    }
    json_t *lives = json_array();
    for (int i = 0; i < found->count; i++)
        json_array_append_new(lives,
                              json_pack("{s:I, s:o}", "number", (json_int_t)found->lines[i].number,
                                        "end", admin_string(found->lines[i].text)));
    admin_answer(request, json_pack("{s:o}", "lives", lives));
}

void admin_run_lives(struct admin *admin, struct admin_request *request)
{
    const struct admin_arguments *arguments = &request->arguments;
    char name[NAME_LENGTH_MAX + 1];
    int number = 0;

    if (name_normalise(arguments->words[0], name) != ERR_OK) {
        admin_misuse(request, "\"%.80s\" is no name of a player.", arguments->words[0]);
        return;
    }
    if (arguments->count > 1 && !command_number(arguments->words[1], &number)) {
        admin_misuse(request, "\"%.80s\" is not a number from 1 to %d.", arguments->words[1],
                     COMMAND_REPEAT_MAX);
        return;
    }
    struct job *job = job_new(&question_find_pages);
    if (job != NULL) {
        struct pages_question *question = job->content;
        memcpy(question->name, name, sizeof question->name);
        question->number = (uint32_t)number;
    }
    admin_wait_for_job(admin, request, job, answer_lives);
}
