/*
 * Programs that an operator has named: which of them can be run.
 */
#include "server/base/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/test.h"
#include "support/file.h"

enum { PATH_SIZE = 256 };

static char folder[PATH_SIZE];
static char path[PATH_SIZE + 32]; /* of a file in it */

static void set_up(void)
{
    FILE *file;

    file_make_folder(folder, sizeof folder, "program");
    snprintf(path, sizeof path, "%s/send-away", folder);
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fclose(file), 0);
}

static void tear_down(void)
{
    unlink(path);
    rmdir(folder);
}

/* `why`: a part of the cause; NULL: it can be run. */
static void expect(const char *program, const char *why)
{
    char cause[PROGRAM_CAUSE_SIZE] = "";
    bool can_run = program_can_run(program, cause);

    ck_assert_msg(can_run == (why == NULL), "%s: %s", program, cause);
    ck_assert_msg(why == NULL || strstr(cause, why) != NULL, "%s: %s", program, cause);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_path_is_a_file_that_may_be_run)
{
    char missing[sizeof path + 1];

    expect(path, "may not run it");
    ck_assert_int_eq(chmod(path, 0700), 0);
    expect(path, NULL);
    expect(folder, "directory");
    expect("/dev/null", "may not run it");
    snprintf(missing, sizeof missing, "%s2", path);
    expect(missing, "No such file");
    snprintf(missing, sizeof missing, "%s/", path);
    expect(missing, "Not a directory");
    expect("/nowhere/rsync -a host:", "without arguments");
}

TEST(a_name_is_looked_for_in_the_folders_of_path)
{
    char folders[2 * sizeof folder];

    expect("sh", NULL);
    expect("send-away", "No such file");
    snprintf(folders, sizeof folders, "/nowhere::%s", folder);
    ck_assert_int_eq(setenv("PATH", folders, 1), 0);
    expect("send-away", "may not run it");
    ck_assert_int_eq(chmod(path, 0700), 0);
    expect("send-away", NULL);
    expect("sh", "No such file");
    ck_assert_int_eq(unsetenv("PATH"), 0);
    expect("sh", NULL);
}
