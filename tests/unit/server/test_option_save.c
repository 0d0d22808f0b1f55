/*
 * One line of the file of settings is replaced, and nothing else of it.
 */
#include "server/base/option_file.h"

#include <sys/stat.h>

#include "options_fixture.h"
#include "server/base/option_table.h"
#include "support/test.h"

static struct option_place place;

static size_t row_of(const char *key)
{
    size_t index = 0;

    while (index < option_count && strcmp(option_table[index].name, key) != 0)
        index++;
    ck_assert_uint_lt(index, option_count);
    return index;
}

static enum err save(const char *key, const char *value)
{
    return option_save(&options, row_of(key), value, &place, &failure);
}

static void expect_file(const char *text)
{
    char found[4096];
    FILE *file = fopen(file_path, "r");

    ck_assert_ptr_nonnull(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    ck_assert_str_eq(found, text);
}

/* The file before, one setting, the file after. */
static void expect_change(const char *before, const char *key, const char *value, const char *after)
{
    write_file(before);
    expect_loaded(NONE, NONE);
    ck_assert_msg(save(key, value) == ERR_OK, "%s", failure.messages[0]);
    ck_assert_str_eq(place.path, file_path);
    expect_file(after);
    expect_loaded(NONE, NONE);
    ck_assert_int_eq(options.origins[row_of(key)].source, OPTION_FROM_FILE);
    ck_assert_int_eq(options.origins[row_of(key)].line, place.line);
}

static void expect_no_leftovers(void)
{
    char path[PATH_SIZE + 40];

    snprintf(path, sizeof path, "%s.new", file_path);
    ck_assert_msg(access(path, F_OK) != 0, "%s stays behind", path);
}

TEST_FIXTURE(options_set_up, options_tear_down);

TEST(comments_and_order_stay)
{
    expect_change("# mine\nsave-ms = 700 ; often\n\nlogin-seconds=30\n", "save-ms", "900",
                  "# mine\nsave-ms = 900 ; often\n\nlogin-seconds=30\n");
    expect_change("# mine\nsave-ms = 700 ; often\n\nlogin-seconds=30\n", "login-seconds", "40",
                  "# mine\nsave-ms = 700 ; often\n\nlogin-seconds=40\n");
    expect_change("\t save-ms :\t700\r\n", "save-ms", "900", "\t save-ms :\t900\r\n");
}

TEST(a_key_that_is_not_there_is_added_at_the_end)
{
    expect_change("", "save-ms", "900", "save-ms = 900\n");
    expect_change("save-ms = 1000\n", "login-seconds", "40",
                  "save-ms = 1000\nlogin-seconds = 40\n");
}

TEST(a_last_line_without_an_end_gets_one)
{
    expect_change("# no end", "save-ms", "900", "# no end\nsave-ms = 900\n");
    expect_change("login-seconds = 30", "login-seconds", "31", "login-seconds = 31");
    expect_change("# save-ms = 5\n; save-ms = 6\n", "save-ms", "900",
                  "# save-ms = 5\n; save-ms = 6\nsave-ms = 900\n");
}

TEST(a_file_is_made_where_none_was)
{
    struct stat info;

    expect_loaded(NONE, NONE);
    ck_assert_int_eq(save("save-ms", "900"), ERR_OK);
    ck_assert_int_eq(place.line, 1);
    expect_file("save-ms = 900\n");
    ck_assert_int_eq(stat(file_path, &info), 0);
    ck_assert_uint_eq(info.st_mode & 0777, 0600);
    ck_assert_int_eq(chmod(file_path, 0640), 0);
    ck_assert_int_eq(save("save-ms", "800"), ERR_OK);
    ck_assert_int_eq(stat(file_path, &info), 0);
    ck_assert_uint_eq(info.st_mode & 0777, 0640);
    expect_no_leftovers();
}

TEST(behind_a_link_the_file_itself_is_written)
{
    char real[PATH_SIZE + 32];
    struct stat info;

    snprintf(real, sizeof real, "%s/real.conf", folder);
    write_file("save-ms = 700\n");
    ck_assert_int_eq(rename(file_path, real), 0);
    ck_assert_int_eq(symlink("real.conf", file_path), 0);
    expect_loaded(NONE, NONE);
    ck_assert_int_eq(save("save-ms", "900"), ERR_OK);
    ck_assert_int_eq(lstat(file_path, &info), 0);
    ck_assert(S_ISLNK(info.st_mode));
    expect_file("save-ms = 900\n");
    unlink(real);
}

TEST(a_file_that_could_not_be_read_back_is_left_as_it_is)
{
    static const char broken[] = "save-ms = 700\nsave-mss = 3\n";
    char told[WHERE_SIZE];

    write_file("save-ms = 700\n");
    expect_loaded(NONE, NONE);
    write_file(broken);
    ck_assert_int_eq(save("save-ms", "900"), ERR_UNKNOWN);
    snprintf(told, sizeof told, "%s:2: unknown key 'save-mss'", file_path);
    ck_assert_msg(strncmp(failure.messages[0], told, strlen(told)) == 0, "%s", failure.messages[0]);
    expect_file(broken);
    expect_no_leftovers();
    /* A value that the file would take for a comment is not written. */
    write_file("save-ms = 700\n");
    ck_assert_int_eq(save("record", "a ;b"), ERR_FORMAT);
    expect_file("save-ms = 700\n");
    expect_no_leftovers();
}

TEST(what_cannot_be_written_is_an_error)
{
    static char long_text[OPTION_FILE_MAX + 2];

    expect_loaded(NONE, NONE);
    memset(long_text, '#', sizeof long_text);
    for (size_t i = 99; i < sizeof long_text; i += 100)
        long_text[i] = '\n';
    write_bytes(long_text, OPTION_FILE_MAX + 1);
    ck_assert_int_eq(save("save-ms", "900"), ERR_TOO_BIG);
    write_bytes(long_text, OPTION_FILE_MAX - 20);
    ck_assert_int_eq(save("save-ms", "900"), ERR_OK);
    snprintf(options.file, sizeof options.file, "%.200s/nowhere/undercroft.conf", folder);
    ck_assert_int_eq(save("save-ms", "900"), ERR_DISK);
    ck_assert_ptr_nonnull(strstr(failure.messages[0], "nowhere"));
}

/* A FIFO or a device in the place of the file is not waited for, and stays there. */
TEST(what_is_no_plain_file_is_neither_read_nor_replaced)
{
    struct stat info;

    expect_loaded(NONE, NONE);
    ck_assert_int_eq(mkfifo(file_path, 0600), 0);
    ck_assert_int_eq(save("save-ms", "900"), ERR_FORMAT);
    ck_assert_ptr_nonnull(strstr(failure.messages[0], "it is no plain file"));
    ck_assert_int_eq(lstat(file_path, &info), 0);
    ck_assert(S_ISFIFO(info.st_mode));
    expect_no_leftovers();
    failure = (struct options_failure){.count = 0};
    option_file_load(&options, file_path, true, &failure);
    ck_assert_int_eq(failure.error, ERR_FORMAT);
    ck_assert_ptr_nonnull(strstr(failure.messages[0], "it is no plain file"));
    unlink(file_path);
    ck_assert_int_eq(symlink("/dev/null", file_path), 0);
    failure = (struct options_failure){.count = 0};
    option_file_load(&options, file_path, true, &failure);
    ck_assert_int_eq(failure.error, ERR_OK);
    ck_assert_int_eq(save("save-ms", "900"), ERR_FORMAT);
    ck_assert_int_eq(stat("/dev/null", &info), 0);
    ck_assert_msg(S_ISCHR(info.st_mode), "a device was replaced by a file");
    unlink(file_path);
    ck_assert_int_eq(save("save-ms", "900"), ERR_OK);
    ck_assert_msg(place.is_flushed, "the folder was not flushed");
}

/* A row without a default may be unset, and live_options_obstacle() then keeps it as it is. */
TEST(what_changes_while_running_and_has_a_default_is_always_set)
{
    char value[OPTION_VALUE_SIZE];
    size_t live = 0;

    expect_loaded(NONE, NONE);
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].reach < REACH_OPERATOR)
            continue;
        live++;
        ck_assert_msg(option_write(&option_table[i], &options, value) ==
                          (option_table[i].initial != NULL),
                      "%s", option_table[i].name);
    }
    ck_assert_uint_gt(live, 5);
}
