/*
 * What players see of a disk that is behind: the mark of the status row, by times that this test
 * makes up. The database's thread and the sessions are stood in for.
 */
#include "server/game/save_watch.h"

#include <string.h>

#include "server/save/persist.h"
#include "server/server.h"
#include "server/session/session.h"
#include "support/suite.h"

static uint64_t unsaved_since_ms;
static struct disk_health health;

uint64_t persist_unsaved_since_ms(const struct persist *persist)
{
    (void)persist;
    return unsaved_since_ms;
}

struct disk_health persist_health(const struct persist *persist)
{
    (void)persist;
    return health;
}

void session_tell(struct session *session, const char *text, enum role role)
{
    (void)session;
    (void)text;
    (void)role;
}

uint32_t roster_tell_all(struct game *server, const char *text, enum role role)
{
    (void)server;
    (void)text;
    (void)role;
    return 0;
}

static const char *mark_at(uint64_t now_ms, uint64_t since_ms)
{
    static char mark[SAVE_WATCH_TEXT_SIZE];
    static struct server server;

    server.base.now_ms = now_ms;
    server_link(&server);
    unsaved_since_ms = since_ms;
    save_watch_mark(&server.game, mark);
    return mark;
}

START_TEST(a_disk_that_is_slow_is_marked_from_three_seconds_on)
{
    ck_assert_str_eq(mark_at(100000, 0), "");
    ck_assert_str_eq(mark_at(100000, 99000), "");
    ck_assert_str_eq(mark_at(100000, 100000 - SAVE_WATCH_LAG_MS + 1), "");
    ck_assert_str_eq(mark_at(100000, 100000 - SAVE_WATCH_LAG_MS), "UNSAVED for 3 s");
    ck_assert_str_eq(mark_at(100000, 58001), "UNSAVED for 41 s");
    ck_assert_msg(mark_at(100000, 100001)[0] == '\0', "a change of this very moment is not behind");
}
END_TEST

START_TEST(a_disk_that_refuses_is_marked_with_the_hour)
{
    static struct server server;
    char mark[SAVE_WATCH_TEXT_SIZE];

    server.base.now_ms = 100000;
    server_link(&server);
    unsaved_since_ms = 99000;
    health.error = ERR_NO_SPACE;
    save_watch_update(&server.game);
    save_watch_mark(&server.game, mark);
    ck_assert_msg(strncmp(mark, "UNSAVED since ", 14) == 0 && strlen(mark) == 19, "%s", mark);
    health.error = ERR_OK;
    unsaved_since_ms = 0;
    save_watch_update(&server.game);
    save_watch_mark(&server.game, mark);
    ck_assert_str_eq(mark, "");
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("save watch");

    tcase_add_test(tcase, a_disk_that_is_slow_is_marked_from_three_seconds_on);
    tcase_add_test(tcase, a_disk_that_refuses_is_marked_with_the_hour);
    return suite_run("save watch", tcase);
}
