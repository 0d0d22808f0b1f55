/*
 * What the process asks of the system: large pages for its heap, and threads that give way to the
 * loop.
 */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/process.h"
#include "support/suite.h"

enum { LINE_SIZE = 4096, PATH_SIZE = 512, NICE_FIELD = 19, GIVES_WAY_BY = 10 };

static struct process server;
static struct client *ada;

static void set_up(void)
{
    process_init(&server);
    ada = calloc(1, sizeof *ada);
    ck_assert_ptr_nonnull(ada);
    process_start(&server, (const char *const[]){"--seed", "3", NULL});
    client_enter(ada, CLIENT_XTERM, server.port, "ada");
}

static void tear_down(void)
{
    client_close(ada);
    free(ada);
    ck_assert_int_eq(process_stop(&server), 0);
    process_release(&server);
}

/* How nice a thread is: the field counted from the name in brackets, which is the second. */
static int niceness(const char *task)
{
    char path[PATH_SIZE];
    char line[LINE_SIZE] = "";

    snprintf(path, sizeof path, "/proc/%d/task/%s/stat", (int)server.pid, task);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    fclose(file);
    char *field = strrchr(line, ')');
    ck_assert_ptr_nonnull(field);
    for (int i = 2; i < NICE_FIELD; i++)
        field = strchr(field + 1, ' ');
    return (int)strtol(field, NULL, 10);
}

START_TEST(saves_and_passwords_give_way_to_the_loop)
{
    char path[PATH_SIZE];
    char own[16];
    int below = 0;
    struct dirent *entry;

    snprintf(path, sizeof path, "/proc/%d/task", (int)server.pid);
    snprintf(own, sizeof own, "%d", (int)server.pid);
    int loop = niceness(own);
    DIR *tasks = opendir(path);
    ck_assert_ptr_nonnull(tasks);
    while ((entry = readdir(tasks)) != NULL) {
        if (entry->d_name[0] != '.')
            below += niceness(entry->d_name) == (loop + GIVES_WAY_BY < 19 ? loop + GIVES_WAY_BY
                                                                          : 19);
    }
    closedir(tasks);
    ck_assert_msg(below >= 2, "%d threads give way: the database's and a worker's are to", below);
}
END_TEST

#ifndef TESTS_ARE_INSTRUMENTED
/* Whether a mapping whose line ends in "[heap]" asks for large pages. */
static bool asks_for_large_pages(FILE *maps)
{
    char line[LINE_SIZE];
    bool is_heap = false;

    while (fgets(line, sizeof line, maps) != NULL) {
        if (strchr(line, '-') != NULL && strchr(line, ':') > strchr(line, '-'))
            is_heap = strstr(line, "[heap]") != NULL;
        if (is_heap && strncmp(line, "VmFlags:", 8) == 0 && strstr(line, " hg") != NULL)
            return true;
    }
    return false;
}

START_TEST(the_heap_asks_for_large_pages)
{
    FILE *kernel = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    char path[PATH_SIZE];

    if (kernel == NULL)
        return; /* a kernel without them */
    fclose(kernel);
    snprintf(path, sizeof path, "/proc/%d/smaps", (int)server.pid);
    FILE *maps = fopen(path, "r");
    ck_assert_ptr_nonnull(maps);
    bool asks = asks_for_large_pages(maps);
    fclose(maps);
    ck_assert_msg(asks, "no part of the heap asks for large pages");
}
END_TEST
#endif

int main(void)
{
    TCase *tcase = tcase_create("process");

    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, saves_and_passwords_give_way_to_the_loop);
#ifndef TESTS_ARE_INSTRUMENTED
    tcase_add_test(tcase, the_heap_asks_for_large_pages);
#endif
    return suite_run("e2e/process", tcase);
}
