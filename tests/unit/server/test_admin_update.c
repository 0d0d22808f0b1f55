/*
 * The answer to one command may end others: those that were waiting for what a stop calls off. The
 * table and the database thread are stood in for.
 */
#include "server/admin/admin_submit.h"

#include <string.h>

#include "server/admin/admin_request.h"
#include "server/admin/admin_table.h"
#include "server/save/job.h"
#include "server/save/persist.h"
#include "server/server.h"
#include "support/test.h"

static struct server server;
static bool is_full; /* the queue of the database thread */
static int answers;

static void run_stop(struct admin *of, struct admin_request *request)
{
    (void)of;
    request->stops_server = true;
    admin_answer(request, json_pack("{s:s}", "message", "Stopping."));
}

static void run_wait(struct admin *of, struct admin_request *request)
{
    (void)of;
    request->wait = ADMIN_WAIT_JOB;
}

const struct admin_row admin_table[] = {
    {.word = "stop", .arguments = "", .role = ACCOUNT_ROLE_ADMIN, .changes = true, .run = run_stop},
    {.word = "wait", .arguments = "", .role = ACCOUNT_ROLE_ADMIN, .changes = true, .run = run_wait},
};

const size_t admin_row_count = sizeof admin_table / sizeof admin_table[0];

enum err persist_submit(struct persist *persist, struct job *job, struct job_queue *queue)
{
    (void)persist;
    (void)queue;
    job_free(job);
    return is_full ? ERR_BUSY : ERR_OK;
}

uint64_t persist_saved_ticket(const struct persist *persist)
{
    (void)persist;
    return 0;
}

struct disk_health persist_health(const struct persist *persist)
{
    (void)persist;
    return (struct disk_health){.error = ERR_OK};
}

bool persist_is_saved(const struct persist *persist, uint64_t ticket)
{
    (void)persist;
    return ticket == 0;
}

static void deliver(struct admin *of, uint64_t serial, enum admin_outcome outcome,
                    const struct bytes *text)
{
    (void)of;
    (void)serial;
    (void)outcome;
    (void)text;
    answers++;
}

struct player_slot *roster_slot_of_delver(const struct roster *roster, int64_t delver_id)
{
    (void)roster;
    (void)delver_id;
    return NULL;
}

static void ask(const char *word)
{
    const struct admin_caller caller = {
        .deliver = deliver, .role = ACCOUNT_ROLE_ADMIN, .name = "operator"};

    ck_assert_int_eq(admin_submit(&server.admin, &caller, word, strlen(word)), ERR_OK);
}

TEST(a_stop_that_is_answered_late_is_asked_for_once)
{
    struct world world = {.tick = 1};

    server.game.world = &world;
    server_link(&server);
    server.base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    ask("wait");
    ask("stop");
    ck_assert_int_eq(answers, 0);
    is_full = true;
    server.base.now_ms += ADMIN_RECORD_MS;
    admin_update(&server.admin);
    ck_assert_int_eq(answers, 1);
    ck_assert_int_eq(server.base.stops_wanted, 1);
    admin_update(&server.admin);
    ck_assert_int_eq(server.base.stops_wanted, 1);
    ck_assert_int_eq(server.admin.request_count, 1);
}
