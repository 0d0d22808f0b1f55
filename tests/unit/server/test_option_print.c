/*
 * The help names every setting, and what is printed says where it came from and can be read again.
 */
#include "options_fixture.h"
#include "server/base/option_table.h"
#include "support/test.h"

enum { PRINT_SIZE = 16384 };

static char printed[PRINT_SIZE];

static void print_with(void (*print)(FILE *out))
{
    FILE *out = fmemopen(printed, sizeof printed, "w");

    ck_assert_ptr_nonnull(out);
    print(out);
    ck_assert_int_eq(fclose(out), 0);
}

static void print_current(FILE *out)
{
    options_print(&options, out);
}

static void expect_printed(const char *text)
{
    ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in:\n%s", text, printed);
}

static void print_strangers(FILE *out)
{
    options_print_strangers(&options, out);
}

TEST_FIXTURE(options_set_up, options_tear_down);

TEST(names_that_set_nothing_are_told_with_their_cure)
{
    expect_loaded(NONE, NONE);
    print_with(print_strangers);
    ck_assert_str_eq(printed, "");
    expect_loaded(NONE, LIST("UNDERCROFT_FOO=1", "UNDERCROFT_PORT=tcp://10.0.0.1:4000"));
    print_with(print_strangers);
    expect_printed("warn: in the environment UNDERCROFT_FOO set nothing; fix: ");
    expect_printed("note: UNDERCROFT_PORT in the environment is Kubernetes' link to a Service");
    expect_printed("fix: enableServiceLinks: false in the pod\n");
    expect_loaded(NONE, LIST("UNDERCROFT_1=", "UNDERCROFT_2=", "UNDERCROFT_3=", "UNDERCROFT_4=",
                             "UNDERCROFT_5=", "UNDERCROFT_6="));
    print_with(print_strangers);
    expect_printed("UNDERCROFT_4 and 2 more set nothing");
}

TEST(the_help_names_everything_in_80_columns)
{
    print_with(options_print_help);
    ck_assert_ptr_eq(strstr(printed, "usage: undercroftd"), printed);
    for (const char *line = printed; *line != '\0'; line += strspn(line, "\n")) {
        size_t columns = strcspn(line, "\n");
        ck_assert_msg(columns <= 80, "%zu columns: %.*s", columns, (int)columns, line);
        line += columns;
    }
    for (size_t i = 0; i < option_count; i++) {
        char label[64];
        snprintf(label, sizeof label, "  --%s ", option_table[i].name);
        expect_printed(label);
        expect_printed(option_table[i].help);
        if (option_table[i].initial != NULL) {
            snprintf(label, sizeof label, "(default %s)", option_table[i].initial);
            expect_printed(label);
        }
    }
}

/* The line of `name` says this value and this origin, and nothing else. */
static void expect_line(const char *name, const char *value, const char *origin)
{
    char key[64];
    char got[PRINT_SIZE];

    snprintf(key, sizeof key, "\n%s = ", name);
    const char *line = strstr(printed, key);
    ck_assert_msg(line != NULL, "no %s in:\n%s", name, printed);
    line += strlen(key);
    snprintf(got, sizeof got, "%.*s", (int)strcspn(line, "\n"), line);
    ck_assert_msg(strncmp(got, value, strlen(value)) == 0, "%s = %s", name, got);
    const char *rest = got + strlen(value) + strspn(got + strlen(value), " ");
    ck_assert_msg(strncmp(rest, "; ", 2) == 0 && strcmp(rest + 2, origin) == 0,
                  "'%s' is not from %s", rest, origin);
}

TEST(printing_shows_each_value_and_where_it_came_from)
{
    char origin[WHERE_SIZE];

    write_file("\nwing-size = 7\n");
    expect_loaded(LIST("--tick-ms", "50", "--listen", "127.0.0.1:1", "--listen", "[::]:2"),
                  LIST("UNDERCROFT_SEED=0xFF"));
    print_with(print_current);
    snprintf(origin, sizeof origin, "%s:2", file_path);
    expect_line("tick-ms", "50", "--tick-ms");
    expect_line("listen", "127.0.0.1:1,[::]:2", "--listen");
    expect_line("seed", "255", "UNDERCROFT_SEED in the environment");
    expect_line("wing-size", "7", origin);
    expect_line("password-cost", "2:19456", "default");
    expect_line("# log", "(not set)", "default");
    expect_line("# config", "(not set)", "default");
    expect_printed("undercroft.conf was read\n");
    for (size_t i = 0; i < option_count; i++)
        ck_assert(option_table[i].value_name == NULL ||
                  strstr(printed, option_table[i].name) != NULL);
}

TEST(what_is_printed_can_be_read_again)
{
    struct options first;

    expect_loaded(LIST("--tick-ms", "50", "--listen", "127.0.0.1:1", "--listen", "[::]:2", "--seed",
                       "18446744073709551615", "--log", "json", "--record", "a b",
                       "--password-cost", "1:8"),
                  NONE);
    first = options;
    print_with(print_current);
    /* The folder is a flag already, so its line in the file is hidden, and checked. */
    write_file(printed);
    expect_loaded(NONE, NONE);
    ck_assert_int_eq(options.tick_ms, first.tick_ms);
    ck_assert_int_eq(options.listen[ENTRANCE_TELNET].count, 2);
    ck_assert_str_eq(options.listen[ENTRANCE_TELNET].items[1], "[::]:2");
    ck_assert(options.has_seed && options.seed == first.seed);
    ck_assert(options.log_format == OPTION_LOG_JSON);
    ck_assert_str_eq(options.record, "a b");
    ck_assert_int_eq(options.password_kib, 8);
}
