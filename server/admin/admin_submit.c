/*
 * The way of a command: found in the table, permitted, run, waited for, audited, answered.
 */
#include "server/admin/admin_submit.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bytes.h"
#include "base/check.h"
#include "base/utf8.h"
#include "server/admin/admin.h"
#include "server/admin/admin_print.h"
#include "server/admin/admin_request.h"
#include "server/game/roster.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"
#include "server/save/persist_lists.h"
#include "world/name.h"

json_t *admin_string(const char *text)
{
    char cleaned[ADMIN_LINE_MAX + 1];
    size_t length = strnlen(text, ADMIN_LINE_MAX);

    if (utf8_clean(text, length, ADMIN_LINE_MAX, cleaned, sizeof cleaned) != ERR_OK)
        return NULL;
    return json_string(cleaned);
}

void admin_answer(struct admin_request *request, json_t *answer)
{
    if (answer == NULL) {
        admin_refuse(request, "Out of memory.");
        return;
    }
    request->wait = ADMIN_WAIT_NONE;
    request->outcome = ADMIN_DONE;
    request->answer = answer;
}

__attribute__((format(printf, 3, 0))) static void set_reason(struct admin_request *request,
                                                             enum admin_outcome outcome,
                                                             const char *format, va_list values)
{
    char text[ADMIN_REASON_SIZE];

    request->wait = ADMIN_WAIT_NONE;
    request->outcome = outcome;
    vsnprintf(text, sizeof text, format, values);
    if (utf8_clean(text, strlen(text), ADMIN_REASON_SIZE, request->reason,
                   sizeof request->reason) != ERR_OK)
        request->reason[0] = '\0';
}

void admin_refuse(struct admin_request *request, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    set_reason(request, ADMIN_REFUSED, format, values);
    va_end(values);
}

void admin_misuse(struct admin_request *request, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    set_reason(request, ADMIN_USAGE, format, values);
    va_end(values);
}

static void begin_wait(struct admin *admin, struct admin_request *request, enum admin_wait wait)
{
    request->wait = wait;
    request->waits_since_ms = admin->base->now_ms;
}

void admin_wait_until(struct admin *admin, struct admin_request *request,
                      bool (*is_over)(const struct admin *, const struct admin_request *),
                      admin_run *finish)
{
    begin_wait(admin, request, ADMIN_WAIT_UNTIL);
    request->is_over = is_over;
    request->finish = finish;
}

static bool has_ticked(const struct admin *admin, const struct admin_request *request)
{
    return admin->game->world->tick != request->waits_for;
}

void admin_wait_for_tick(struct admin *admin, struct admin_request *request, admin_run *finish)
{
    admin_wait_until(admin, request, has_ticked, finish);
    request->waits_for = admin->game->world->tick;
}

static bool has_saved(const struct admin *admin, const struct admin_request *request)
{
    return persist_is_saved(admin->persist, request->waits_for) ||
           persist_health(admin->persist).error == ERR_REPLACED ||
           admin->base->now_ms - request->waits_since_ms >= ADMIN_SAVE_MS;
}

void admin_wait_for_save(struct admin *admin, struct admin_request *request, uint64_t ticket,
                         admin_run *finish)
{
    admin_wait_until(admin, request, has_saved, finish);
    request->waits_for = ticket;
}

void admin_wait_for_job(struct admin *admin, struct admin_request *request, struct job *job,
                        admin_take *take)
{
    if (job != NULL)
        job->ticket = request->ticket;
    if (job != NULL && job->answer == NULL)
        job->answer = admin_go_on;
    if (job == NULL || persist_submit(admin->persist, job, &admin->answers) != ERR_OK) {
        admin_refuse(request, "The database has too much to do; try again later.");
        return;
    }
    begin_wait(admin, request, ADMIN_WAIT_JOB);
    request->take = take;
}

/* Asks the database for the account of a name; `take` gets the answer, found or not. */
static void find_account(struct admin *admin, struct admin_request *request, const char *name,
                         admin_take *take)
{
    struct job *job = job_new(&question_find_account);
    struct account_question *found = job == NULL ? NULL : job->content;

    if (found != NULL && name_normalise(name, found->account.name) != ERR_OK) {
        admin_refuse(request, "No player is called \"%.40s\".", name);
        job_free(job);
        return;
    }
    if (found != NULL)
        name_skeleton(found->account.name, found->account.skeleton);
    admin_wait_for_job(admin, request, job, take);
}

void admin_refuse_account(struct admin_request *request, const struct job *job)
{
    const struct account_question *found = job->content;

    if (job->result == ERR_NOT_FOUND)
        admin_refuse(request, "No player is called \"%s\".", found->account.name);
    else
        admin_refuse(request, "%s's account cannot be read or written: %s.", found->account.name,
                     err_text(job->result));
}

static void take_account(struct admin *admin, struct admin_request *request, struct job *job)
{
    if (job->result == ERR_OK)
        request->then(admin, request, job);
    else
        admin_refuse_account(request, job);
}

void admin_look_up(struct admin *admin, struct admin_request *request, const char *name,
                   admin_take *found)
{
    request->then = found;
    find_account(admin, request, name, take_account);
}

struct admin_request *admin_find(struct admin *admin, uint64_t ticket)
{
    struct admin_request *request = admin->requests;

    while (request != NULL && request->ticket != ticket)
        request = request->next;
    return request;
}

struct player_slot *admin_caller_slot(struct admin *admin, const struct admin_request *request)
{
    if (request->caller.delver_id == 0)
        return NULL;
    struct player_slot *slot =
        roster_slot_of_delver(admin->game->roster, request->caller.delver_id);
    return slot != NULL && slot->state == PLAYER_SLOT_TAKEN ? slot : NULL;
}

static void free_request(struct admin_request *request)
{
    json_decref(request->answer);
    sodium_memzero(request->secret, sizeof request->secret);
    free(request);
}

static void forget(struct admin *admin, struct admin_request *request)
{
    struct admin_request **link = &admin->requests;

    while (*link != request)
        link = &(*link)->next;
    *link = request->next;
    admin->request_count--;
    free_request(request);
}

/* Prints why a request was refused: a sentence; in JSON an object with only that. */
static enum err print_reason(const struct admin_request *request, struct bytes *out)
{
    if (request->caller.format == ADMIN_JSON) {
        json_t *object = json_pack("{s:s}", "error", request->reason);
        enum err error = object == NULL ? ERR_MEMORY : admin_print_json(object, out);
        json_decref(object);
        return error;
    }
    enum err error = bytes_append_text(out, request->reason);
    return error == ERR_OK ? bytes_append_u8(out, '\n') : error;
}

static enum err print(const struct admin_request *request, struct bytes *out)
{
    if (request->outcome != ADMIN_DONE)
        return print_reason(request, out);
    if (request->caller.format == ADMIN_JSON)
        return admin_print_json(request->answer, out);
    return admin_print_text(request->answer, request->caller.page, out);
}

static void deliver(struct admin *admin, struct admin_request *request)
{
    struct bytes text;
    bool stops_server = request->stops_server && request->outcome == ADMIN_DONE;

    bytes_init(&text, ADMIN_ANSWER_MAX);
    enum err error = print(request, &text);
    if (error != ERR_OK) {
        bytes_clear(&text, ADMIN_ANSWER_MAX);
        admin_refuse(request, "The answer could not be made: %s.", err_text(error));
        (void)!print(request, &text);
    }
    request->caller.deliver(admin, request->caller.serial, request->outcome, &text);
    bytes_release(&text);
    forget(admin, request);
    if (stops_server)
        admin->base->stops_wanted++;
}

static const char *const outcome_names[ADMIN_OUTCOME_COUNT] = {
    [ADMIN_DONE] = "done",
    [ADMIN_REFUSED] = "refused",
    [ADMIN_USAGE] = "usage",
};

static const char *name_outcome(const struct admin_request *request)
{
    return request->outcome == ADMIN_DONE && request->is_dry ? "dry-run"
                                                             : outcome_names[request->outcome];
}

/* Writes an act such as "kick Ada", with the reason if it was refused; cut at the end of a
   character. */
static void describe_act(const struct admin_request *request, char *out, size_t size)
{
    char text[ADMIN_LINE_MAX + ADMIN_REASON_SIZE + 16];

    if (request->outcome == ADMIN_DONE)
        snprintf(text, sizeof text, "%s%s", request->line,
                 request->is_dry ? " (dry-run: nothing was changed)" : "");
    else
        snprintf(text, sizeof text, "%s (refused: %s)", request->line, request->reason);
    if (utf8_clean(text, strlen(text), (int)size - 1, out, size) != ERR_OK || out[0] == '\0')
        snprintf(out, size, "%s", request->row->word);
}

static void note_record(void *asker, struct job *job)
{
    const struct audit_row *row = job->content;
    struct admin *admin = asker;
    struct admin_request *request = admin_find(admin, job->ticket);

    if (job->result != ERR_OK)
        LOG(&admin->base->log, LOG_ERROR, "audit.not-saved", log_text("who", row->who),
            log_text("line", row->what), log_text("error", err_name(job->result)));
    if (request != NULL && request->wait == ADMIN_WAIT_AUDIT)
        deliver(admin, request);
}

/* Submits the act to the audit table. False: it cannot be written there at all. */
static bool submit_record(struct admin *admin, struct admin_request *request)
{
    struct job *job = job_new(&question_save_audit);

    if (job == NULL)
        return false;
    struct audit_row *row = job->content;

    job->answer = note_record;
    job->ticket = request->ticket;
    row->at = (int64_t)time(NULL);
    snprintf(row->who, sizeof row->who, "%s", request->caller.name);
    describe_act(request, row->what, sizeof row->what);
    return persist_submit(admin->persist, job, &admin->answers) == ERR_OK;
}

/* Logs an act whose row in the audit table is missing; its outcome is final. */
static void miss_record(struct admin *admin, const struct admin_request *request, const char *why)
{
    LOG(&admin->base->log, LOG_ERROR, "audit.not-saved", log_text("who", request->caller.name),
        log_text("line", request->line), log_text("error", why));
}

static bool is_record_late(const struct admin *admin, const struct admin_request *request)
{
    return admin->base->now_ms - request->waits_since_ms >= ADMIN_RECORD_MS;
}

void admin_settle(struct admin *admin, struct admin_request *request)
{
    CHECK(request->wait == ADMIN_WAIT_NONE);
    bool is_act = request->row != NULL && request->row->changes &&
                  request->outcome != ADMIN_USAGE && !request->has_only_looked;
    if (!is_act) {
        deliver(admin, request);
        return;
    }
    LOG(&admin->base->log, LOG_INFO, "admin.act", log_text("who", request->caller.name),
        log_text("line", request->line), log_text("outcome", name_outcome(request)));
    if (submit_record(admin, request)) {
        begin_wait(admin, request, ADMIN_WAIT_AUDIT);
        request->is_over = is_record_late;
        return;
    }
    miss_record(admin, request, "busy");
    deliver(admin, request);
}

void admin_go_on(void *asker, struct job *job)
{
    struct admin *admin = asker;
    struct admin_request *request = admin_find(admin, job->ticket);

    if (request == NULL || request->wait != ADMIN_WAIT_JOB)
        return;
    request->wait = ADMIN_WAIT_NONE;
    request->take(admin, request, job);
    if (request->wait == ADMIN_WAIT_NONE)
        admin_settle(admin, request);
}

/* Fills in the row and the arguments. False: the request is answered. */
static bool prepare(struct admin *admin, struct admin_request *request)
{
    char message[ADMIN_MESSAGE_SIZE];
    const char *rest;
    const struct admin_row *row;

    if (admin_table_find(admin_table, admin_row_count, request->line, &row, &rest, message) !=
        ERR_OK) {
        admin_misuse(request, "%s", message);
        return false;
    }
    if (request->caller.role < row->role) {
        LOG(&admin->base->log, LOG_WARNING, "admin.denied", log_text("who", request->caller.name),
            log_text("line", request->line));
        admin_refuse(request, "You may not use \"%s\".", row->word);
        return false;
    }
    if (row->changes && admin->base->is_stopping) {
        admin_refuse(request, "The server is stopping.");
        return false;
    }
    if (row->is_final && !admin_table_is_in_full(row, request->line)) {
        admin_misuse(request, "This cannot be taken back: write \"%s\" in full.", row->word);
        return false;
    }
    if (admin_table_split(row, rest, &request->arguments, message) != ERR_OK) {
        admin_misuse(request, "%s", message);
        return false;
    }
    request->row = row;
    return true;
}

/* Refuses an act on a delver of a higher role; no other place checks this. A builder's
   level commands reach every delver on the level, and looking at a delver is not an act. */
static void run_if_permitted(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct account_question *found = job->content;

    if (job->result != ERR_OK && job->result != ERR_NOT_FOUND) {
        admin_refuse(request, "%s's account cannot be read: %s.", found->account.name,
                     err_text(job->result));
    } else if (job->result == ERR_OK && found->role > (int)request->caller.role) {
        LOG(&admin->base->log, LOG_WARNING, "admin.denied", log_text("who", request->caller.name),
            log_text("line", request->line));
        admin_refuse(request, "You may not use \"%s\" on %s, whose role is above yours.",
                     request->row->word, found->account.name);
    } else {
        request->is_permitted = true;
        request->row->run(admin, request);
    }
}

/* Runs a request. For a command on a delver it looks the delver up first, online or not, because
   its role may be the higher one. */
static void run(struct admin *admin, struct admin_request *request)
{
    char name[NAME_LENGTH_MAX + 1];

    request->is_permitted = !request->row->is_on_delver || request->arguments.count == 0 ||
                            request->caller.role == ACCOUNT_ROLE_ADMIN ||
                            name_normalise(request->arguments.words[0], name) != ERR_OK;
    if (request->is_permitted)
        request->row->run(admin, request);
    else
        find_account(admin, request, name, run_if_permitted);
}

/* Copies a line as text: tabs become spaces, and all other bytes that are not text are dropped. */
static enum err clean_line(const char *line, size_t length, char out[ADMIN_LINE_MAX + 1])
{
    char text[ADMIN_LINE_MAX];

    length = length < ADMIN_LINE_MAX ? length : ADMIN_LINE_MAX;
    for (size_t i = 0; i < length; i++)
        text[i] = line[i];
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\t')
            text[i] = ' ';
    }
    return utf8_clean(text, length, ADMIN_LINE_MAX, out, ADMIN_LINE_MAX + 1);
}

enum err admin_submit(struct admin *admin, const struct admin_caller *caller, const char *line,
                      size_t length)
{
    if (admin->request_count >= ADMIN_REQUESTS_MAX)
        return ERR_BUSY;
    struct admin_request *request = calloc(1, sizeof *request);
    if (request == NULL || clean_line(line, length, request->line) != ERR_OK) {
        free(request);
        return ERR_MEMORY;
    }
    request->caller = *caller;
    request->ticket = ++admin->newest_ticket;
    request->began_ms = admin->base->now_ms;
    request->next = admin->requests;
    admin->requests = request;
    admin->request_count++;
    if (prepare(admin, request))
        run(admin, request);
    if (request->wait == ADMIN_WAIT_NONE)
        admin_settle(admin, request);
    return ERR_OK;
}

/* Returns the newest request that is older than the one with that ticket; NULL: none. */
static struct admin_request *find_older(const struct admin *admin, uint64_t ticket)
{
    struct admin_request *request = admin->requests;

    while (request != NULL && request->ticket >= ticket)
        request = request->next;
    return request;
}

void admin_update(struct admin *admin)
{
    struct admin_request *request;

    if (persist_saved_ticket(admin->persist) != admin->saved_ticket) {
        admin->saved_ticket = persist_saved_ticket(admin->persist);
        admin->saved_at = (int64_t)time(NULL);
    }
    /* Looked up again each time, because an answer that stops the server ends others. */
    for (uint64_t ticket = UINT64_MAX; (request = find_older(admin, ticket)) != NULL;) {
        ticket = request->ticket;
        if ((request->wait != ADMIN_WAIT_UNTIL && request->wait != ADMIN_WAIT_AUDIT) ||
            !request->is_over(admin, request))
            continue;
        if (request->wait == ADMIN_WAIT_AUDIT) {
            miss_record(admin, request, "late");
            deliver(admin, request);
            continue;
        }
        request->finish(admin, request);
        if (request->wait == ADMIN_WAIT_NONE)
            admin_settle(admin, request);
    }
}

void admin_release(struct admin *admin)
{
    struct admin_request *request;

    while ((request = admin->requests) != NULL) {
        if (request->row != NULL && request->row->changes && request->wait != ADMIN_WAIT_AUDIT) {
            admin_refuse(request, "the server stopped before it was done");
            if (!submit_record(admin, request))
                miss_record(admin, request, "busy");
        }
        forget(admin, request);
    }
}
