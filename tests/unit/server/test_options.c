/*
 * Settings: their values and sources, which source wins, and how a bad one is told.
 */
#include <ctype.h>

#include "options_fixture.h"
#include "server/base/option_table.h"
#include "support/test.h"

TEST_FIXTURE(options_set_up, options_tear_down);

TEST(the_defaults_are_those_promised)
{
    expect_loaded(NONE, NONE);
    ck_assert_int_eq(options.listen[ENTRANCE_TELNET].count, 1);
    ck_assert_str_eq(options.listen[ENTRANCE_TELNET].items[0], "127.0.0.1:4000");
    ck_assert_int_eq(options.tick_ms, 20);
    ck_assert_int_eq(options.save_ms, 1000);
    ck_assert_int_eq(options.connections_max, 0);
    ck_assert_int_eq(options.connections_per_address, 8);
    ck_assert_int_eq(options.new_per_address, 10);
    ck_assert_int_eq(options.wing_size, 64);
    ck_assert_int_eq(options.login_seconds, 60);
    ck_assert_int_eq(options.link_death_seconds, 60);
    ck_assert_int_eq(options.password_operations, 2);
    ck_assert_int_eq(options.password_kib, 19456);
    ck_assert_str_eq(options.config, "");
    ck_assert_str_eq(options.record, "");
    ck_assert_str_eq(options.record_screens, "");
    ck_assert(!options.has_seed && options.log_format == OPTION_LOG_BY_TERMINAL);
    ck_assert(!options.wants_help && !options.wants_version);
    ck_assert(!options.wants_check && !options.wants_print);

    /* Asked for help, nothing is read that may lie in the folder the test runs in. */
    char program[] = "undercroftd";
    char help[] = "--help";
    char *argv[] = {program, help, NULL};
    char *variables[] = {NULL};
    ck_assert_int_eq(options_load(&options, 2, argv, variables, &failure), ERR_OK);
    ck_assert_str_eq(options.data, "./data");
}

TEST(every_flag_sets_its_own_value)
{
    expect_loaded(LIST("--tick-ms", "10", "--save-ms=100", "--connections-max", "11",
                       "--connections-per-address", "12", "--new-per-address", "13"),
                  NONE);
    ck_assert_int_eq(options.tick_ms, 10);
    ck_assert_int_eq(options.save_ms, 100);
    ck_assert_int_eq(options.connections_max, 11);
    ck_assert_int_eq(options.connections_per_address, 12);
    ck_assert_int_eq(options.new_per_address, 13);

    expect_loaded(LIST("--wing-size", "14", "--login-seconds", "15", "--link-death-seconds", "0",
                       "--password-cost", "1:8", "--log", "json"),
                  NONE);
    ck_assert_int_eq(options.wing_size, 14);
    ck_assert_int_eq(options.login_seconds, 15);
    ck_assert_int_eq(options.link_death_seconds, 0);
    ck_assert_int_eq(options.password_operations, 1);
    ck_assert_int_eq(options.password_kib, 8);
    ck_assert(options.log_format == OPTION_LOG_JSON);

    expect_loaded(LIST("--record", "inputs", "--record-screens=a=b", "--log=text", "--check-config",
                       "--print-config"),
                  NONE);
    ck_assert_str_eq(options.data, folder);
    ck_assert_str_eq(options.record, "inputs");
    ck_assert_str_eq(options.record_screens, "a=b");
    ck_assert(options.log_format == OPTION_LOG_TEXT);
    ck_assert(options.wants_check && options.wants_print);
}

TEST(a_seed_is_decimal_or_hex_of_64_bits)
{
    expect_loaded(LIST("--seed", "0"), NONE);
    ck_assert(options.has_seed && options.seed == 0);
    expect_loaded(LIST("--seed", "18446744073709551615"), NONE);
    ck_assert(options.seed == UINT64_MAX);
    expect_loaded(LIST("--seed", "0xFFFFfffffffffffe"), NONE);
    ck_assert(options.seed == UINT64_MAX - 1);
    expect_loaded(LIST("--seed", "010"), NONE);
    ck_assert(options.seed == 10);
    expect_refused(LIST("--seed", "18446744073709551616"), NONE, ERR_RANGE, 1, "--seed");
    expect_refused(LIST("--seed", "0x10000000000000000"), NONE, ERR_RANGE, 1, "--seed");
    expect_refused(LIST("--seed", "0x"), NONE, ERR_FORMAT, 1, "--seed");
    expect_refused(LIST("--seed", "-1"), NONE, ERR_FORMAT, 1, "--seed");
    expect_refused(LIST("--seed", "12a"), NONE, ERR_FORMAT, 1, "--seed");
}

TEST(flags_make_a_list_that_replaces_the_default)
{
    expect_loaded(LIST("--listen", "127.0.0.1:1", "--listen=[::1]:0", "--listen", "0.0.0.0:65535"),
                  LIST("UNDERCROFT_LISTEN=127.0.0.1:9"));
    ck_assert_int_eq(options.listen[ENTRANCE_TELNET].count, 3);
    ck_assert_str_eq(options.listen[ENTRANCE_TELNET].items[0], "127.0.0.1:1");
    ck_assert_str_eq(options.listen[ENTRANCE_TELNET].items[1], "[::1]:0");
    ck_assert_str_eq(options.listen[ENTRANCE_TELNET].items[2], "0.0.0.0:65535");
}

TEST(what_is_no_address_and_port_is_refused)
{
    static const char *const bad[] = {
        "nowhere",
        "nowhere:4000",
        "127.0.0.1",
        "127.0.0.1:",
        ":4000",
        "127.0.0.1:x",
        "127.0.0.1:-1",
        "::1:4000",
        "[::1]",
        "[127.0.0.1]:1",
        "",
        "127.0.0.1:1,",
        ",127.0.0.1:1",
        "1.1.1.1:1 22.2.2.2:2",
        "[]:1",
        "127.0.0.256:1",
        "127.0.0.1:+1",
        "[::1:1",
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_refused(LIST("--listen", bad[i]), NONE, ERR_FORMAT, 1, "--listen");
    expect_refused(LIST("--listen", "127.0.0.1:65536"), NONE, ERR_RANGE, 1, "65535");
    expect_loaded(NONE, LIST("UNDERCROFT_LISTEN=0.0.0.0:1,0.0.0.0:2,0.0.0.0:3,0.0.0.0:4,"
                             "0.0.0.0:5,0.0.0.0:6,0.0.0.0:7,0.0.0.0:8"));
    ck_assert_int_eq(options.listen[ENTRANCE_TELNET].count, OPTION_LISTEN_MAX);
    expect_refused(NONE,
                   LIST("UNDERCROFT_LISTEN=0.0.0.0:1,0.0.0.0:2,0.0.0.0:3,0.0.0.0:4,"
                        "0.0.0.0:5,0.0.0.0:6,0.0.0.0:7,0.0.0.0:8,0.0.0.0:9"),
                   ERR_TOO_BIG, 1, "1 to 8");
}

TEST(networks_of_proxies_are_a_list)
{
    static const char *const bad[] = {
        "nowhere", "10.0.0.0/33", "", "::1,", ",::1", "::1 ::2", "::1,,::2", "[::1]", "10.0.0.0/",
    };

    expect_loaded(NONE, NONE);
    ck_assert_int_eq(options.proxy_from_count, 0);
    expect_loaded(LIST("--proxy-from", "127.0.0.1, 10.0.0.0/8 ,::1"),
                  LIST("UNDERCROFT_PROXY_FROM=192.0.2.1"));
    ck_assert_msg(options.proxy_from_count == 3, "a flag replaces the environment");
    ck_assert_int_eq(options.proxy_from[1].prefix, NETWORK_IPV4_PREFIX + 8);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_refused(LIST("--proxy-from", bad[i]), NONE, ERR_FORMAT, 1, "--proxy-from");
    expect_refused(LIST("--proxy-from", "10.0.0.1/8"), NONE, ERR_RANGE, 1, "--proxy-from");
    expect_loaded(LIST("--proxy-from", "::1,::2,::3,::4,::5,::6,::7,::8,::9,::a,::b,::c,::d,::e,"
                                       "::f,::10"),
                  NONE);
    ck_assert_int_eq(options.proxy_from_count, OPTION_PROXIES_MAX);
    expect_refused(LIST("--proxy-from", "::1,::2,::3,::4,::5,::6,::7,::8,::9,::a,::b,::c,::d,::e,"
                                        "::f,::10,::11"),
                   NONE, ERR_TOO_BIG, 1, "1 to 16");
}

/* A flag whose smallest and greatest value are taken and the next ones outside are not. */
struct range_row {
    const char *flag;
    const char *below; /* NULL: the smallest is 0 */
    const char *low;
    const char *high;
    const char *above;
    const char *told;
};

TEST(numbers_are_taken_to_their_limits_and_no_further)
{
    static const struct range_row rows[] = {
        {"--tick-ms", "9", "10", "1000", "1001", "10 to 1000"},
        {"--save-ms", "99", "100", "600000", "600001", "100 to 600000"},
        {"--wing-size", "0", "1", "1000", "1001", "1 to 1000"},
        {"--telnet-replies", "19", "20", "10000", "10001", "20 to 10000"},
        {"--line-bytes", "79", "80", "512", "513", "80 to 512"},
        {"--login-seconds", "9", "10", "3600", "3601", "10 to 3600"},
        {"--link-death-seconds", NULL, "0", "600", "601", "0 to 600"},
        {"--connections-max", NULL, "0", "1000000", "1000001", "0 to 1000000"},
        {"--password-cost", "0:8", "1:8", "10:262144", "11:262144", "1 to 10"},
        {"--password-cost", "1:7", "1:8", "10:262144", "10:262145", "8 to 262144"},
        {"--tick-ms", "00000", "0000000000010", "1000", "99999999999999999999", "10 to 1000"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect_loaded(LIST(rows[i].flag, rows[i].low), NONE);
        expect_loaded(LIST(rows[i].flag, rows[i].high), NONE);
        expect_refused(LIST(rows[i].flag, rows[i].above), NONE, ERR_RANGE, 1, rows[i].told);
        if (rows[i].below != NULL)
            expect_refused(LIST(rows[i].flag, rows[i].below), NONE, ERR_RANGE, 1, rows[i].told);
    }
}

TEST(values_of_the_wrong_form_are_refused)
{
    static const char *const bad[][2] = {
        {"--tick-ms", "20x"},         {"--tick-ms", " 20"},      {"--tick-ms", "+20"},
        {"--tick-ms", "-20"},         {"--tick-ms", ""},         {"--tick-ms", "0x20"},
        {"--password-cost", "2"},     {"--password-cost", ":8"}, {"--password-cost", "1:"},
        {"--password-cost", "1:8:1"}, {"--log", "xml"},          {"--log", "JSON"},
        {"--record", "a\nb"},         {"--record", "\x7f"},
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_refused(LIST(bad[i][0], bad[i][1]), NONE, ERR_FORMAT, 1, bad[i][0]);
    expect_refused(LIST("--log", "xml"), NONE, ERR_FORMAT, 1, "'xml' is not text or json");
    expect_refused(LIST("--help=yes"), NONE, ERR_FORMAT, 1, "--help takes no value");
}

TEST(texts_have_a_length)
{
    char text[OPTION_TEXT_SIZE + 1];

    memset(text, 'x', sizeof text);
    text[OPTION_TEXT_SIZE] = '\0';
    expect_refused(LIST("--record", text), NONE, ERR_RANGE, 1, "255");
    text[OPTION_TEXT_SIZE - 1] = '\0';
    expect_loaded(LIST("--record", text), NONE);
    ck_assert_str_eq(options.record, text);
    expect_refused(LIST("--data", ""), NONE, ERR_RANGE, 1, "1 to 255");
    expect_loaded(LIST("--record", ""), NONE);
}

TEST(metrics_are_asked_for_by_names_of_hosts)
{
    static const char *const good[] = {"dungeon.lan", "a", "stats-1.example.org,Dungeon.lan",
                                       "prometheus_1, 10.0.0.1", ""};
    static const char *const bad[] = {
        "a b",  "a,,b", ",",   "a,",   " ",         "a..b",  ".a",    "a.",
        "-a.b", "a-",   "a/b", "a:80", "http://ab", "[::1]", "*.lan", "caf\xc3\xa9",
    };
    char part[66];

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        expect_loaded(LIST("--metrics-hosts", good[i]), NONE);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_refused(LIST("--metrics-hosts", bad[i]), NONE, ERR_FORMAT, 1, "dungeon.lan");
    memset(part, 'a', sizeof part);
    part[64] = '\0';
    expect_refused(LIST("--metrics-hosts", part), NONE, ERR_FORMAT, 1, "dungeon.lan");
    part[63] = '\0';
    expect_loaded(LIST("--metrics-hosts", part), NONE);
}

TEST(a_package_for_clients_has_an_address_and_a_version_of_plain_letters)
{
    static const char *const bad[] = {"http://example.org/a",
                                      "https://",
                                      "example.org",
                                      "https://example.org/a b",
                                      "https://example.org/\"",
                                      "https://example.org/\xc3\xa4",
                                      "HTTPS://example.org"};
    char url[OPTION_TEXT_SIZE + 1] = "https://";
    char version[OPTION_VERSION_SIZE + 1];

    expect_loaded(LIST("--tick-ms=20"), NONE);
    ck_assert_str_eq(options.client_gui_url, "");
    ck_assert_str_eq(options.client_gui_version, "1");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_refused(LIST("--client-gui-url", bad[i]), NONE, ERR_FORMAT, 1, "https://");
    memset(url + 8, 'x', sizeof url - 8);
    url[OPTION_TEXT_SIZE] = '\0';
    expect_refused(LIST("--client-gui-url", url), NONE, ERR_RANGE, 1, "255");
    url[OPTION_TEXT_SIZE - 1] = '\0';
    expect_loaded(LIST("--client-gui-url", url), NONE);
    ck_assert_str_eq(options.client_gui_url, url);
    expect_loaded(LIST("--client-gui-url", ""), NONE);

    memset(version, '7', sizeof version);
    version[OPTION_VERSION_SIZE] = '\0';
    expect_refused(LIST("--client-gui-version", version), NONE, ERR_RANGE, 1, "1 to 32");
    version[OPTION_VERSION_SIZE - 1] = '\0';
    expect_loaded(LIST("--client-gui-version", version), NONE);
    expect_refused(LIST("--client-gui-version", "1 2"), NONE, ERR_FORMAT, 1, "letters");
    expect_refused(LIST("--client-gui-version", ""), NONE, ERR_RANGE, 1, "1 to 32");
}

TEST(a_host_has_a_name_and_a_contact_of_one_line)
{
    static const char *const bad[] = {" Mine", "Mine ", "a\tb", "a\xff",
                                      ("\xe2\x80\xae"
                                       "x")};
    static const char wide[] = "Sixty columns are room enough for what a dungeon is called..";

    expect_loaded(NONE, NONE);
    ck_assert_str_eq(options.name, "Undercroft");
    ck_assert_str_eq(options.contact, "");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_refused(LIST("--name", bad[i]), NONE, ERR_FORMAT, 1, "--name");
    expect_loaded(LIST("--name", wide, "--contact", "Gr\xc3\xbc\xc3\x9f, ada@example.org"), NONE);
    ck_assert_str_eq(options.name, wide);
    expect_refused(
        LIST("--contact", "Sixty columns are room enough for what a dungeon is called..."), NONE,
        ERR_RANGE, 1, "60 columns");
    expect_refused(LIST("--name", ""), NONE, ERR_RANGE, 1, "--name");
}

TEST(a_forgotten_value_is_said)
{
    expect_refused(LIST("--tick-ms"), NONE, ERR_FORMAT, 1, "--tick-ms needs a value");
    expect_refused(LIST("--record", "--seed", "3"), NONE, ERR_FORMAT, 1, "--record needs a value");
    expect_loaded(LIST("--record=--seed"), NONE);
    ck_assert_str_eq(options.record, "--seed");
}

TEST(unknown_flags_and_words_end_with_2_and_the_nearest_flag)
{
    expect_refused(LIST("--lissten", "127.0.0.1:1"), NONE, ERR_UNKNOWN, 2,
                   "'--lissten'; did you mean --listen?");
    expect_refused(LIST("--tickms=20"), NONE, ERR_UNKNOWN, 2, "did you mean --tick-ms?");
    expect_refused(LIST("-help"), NONE, ERR_UNKNOWN, 2, "did you mean --help?");
    expect_refused(LIST("--tick"), NONE, ERR_UNKNOWN, 2, "unknown flag '--tick'");
    expect_refused(LIST("--colour"), NONE, ERR_UNKNOWN, 2, "unknown flag '--colour'");
    ck_assert_ptr_null(strstr(failure.messages[0], "did you mean"));
    expect_refused(LIST("serve"), NONE, ERR_UNKNOWN, 2, "unknown word 'serve'");
    expect_refused(LIST("--"), NONE, ERR_UNKNOWN, 2, "'--'");
    expect_refused(LIST("\x1b[2J"), NONE, ERR_UNKNOWN, 2, "'?[2J'");
}

TEST(the_weightier_source_wins)
{
    write_file("tick-ms = 30\nsave-ms = 300\nwing-size = 3\n");
    expect_loaded(LIST("--tick-ms", "50"),
                  LIST("UNDERCROFT_TICK_MS=40", "UNDERCROFT_SAVE_MS=400", "HOME=/"));
    ck_assert_int_eq(options.tick_ms, 50);
    ck_assert_int_eq(options.save_ms, 400);
    ck_assert_int_eq(options.wing_size, 3);
    ck_assert_int_eq(options.new_per_address, 10);
}

TEST(of_two_equal_flags_the_later_wins)
{
    expect_loaded(LIST("--tick-ms", "30", "--tick-ms", "40"), NONE);
    ck_assert_int_eq(options.tick_ms, 40);
}

TEST(a_hidden_value_is_checked_all_the_same)
{
    expect_refused(LIST("--tick-ms", "50"), LIST("UNDERCROFT_TICK_MS=1"), ERR_RANGE, 1,
                   "UNDERCROFT_TICK_MS: '1' is not a number from 10 to 1000");
    write_file("tick-ms = 2\n");
    expect_refused(LIST("--tick-ms", "50"), NONE, ERR_RANGE, 1, "undercroft.conf:1: tick-ms: '2'");
}

TEST(slips_in_names_of_the_environment_are_refused)
{
    expect_refused(NONE, LIST("UNDERCROFT_TICKMS=20"), ERR_UNKNOWN, 1,
                   "UNDERCROFT_TICKMS in the environment; did you mean UNDERCROFT_TICK_MS?");
    expect_refused(NONE, LIST("UNDERCROFT_TICK_MS"), ERR_FORMAT, 1, "UNDERCROFT_TICK_MS");
    expect_refused(NONE, LIST("UNDERCROFT_PROXY_FORM=::1"), ERR_UNKNOWN, 1, "PROXY_FROM?");
}

TEST(other_unknown_names_in_the_environment_are_noted)
{
    expect_loaded(NONE, LIST("UNDERCROFTX=1", "UNDERCROFT_TEST_PATIENCE=5"));
    ck_assert_int_eq(options.stranger_count, 0);
    expect_loaded(NONE,
                  LIST("UNDERCROFT_HELP=1", "UNDERCROFT_=1", "UNDERCROFT_IMAGE\x1b=x",
                       "UNDERCROFT_PORT=4001", "UNDERCROFT_SITUATION=b", "UNDERCROFT_TICK_MS=30"));
    ck_assert_int_eq(options.tick_ms, 30);
    ck_assert_int_eq(options.stranger_count, 5);
    ck_assert_str_eq(options.strangers[0], "UNDERCROFT_HELP");
    ck_assert_str_eq(options.strangers[2], "UNDERCROFT_IMAGE?");
    ck_assert_str_eq(options.strangers[OPTION_STRANGERS_MAX - 1], "UNDERCROFT_PORT");
    ck_assert_str_eq(options.service_link, "");
}

TEST(what_kubernetes_puts_into_the_environment_stops_nothing)
{
    expect_loaded(NONE,
                  LIST("UNDERCROFT_SERVICE_HOST=10.0.0.1", "UNDERCROFT_SERVICE_PORT=4000",
                       "UNDERCROFT_SERVICE_PORT_TELNET=4000", "UNDERCROFT_PORT=tcp://10.0.0.1:4000",
                       "UNDERCROFT_PORT_4000_TCP=tcp://10.0.0.1:4000",
                       "UNDERCROFT_PORT_4000_TCP_PROTO=tcp", "UNDERCROFT_PORT_4000_TCP_PORT=4000",
                       "UNDERCROFT_PORT_4000_TCP_ADDR=10.0.0.1", "UNDERCROFT_LOG=text"));
    ck_assert_int_eq(options.stranger_count, 0);
    ck_assert_str_eq(options.service_link, "UNDERCROFT_SERVICE_HOST");
    ck_assert(options.log_format != OPTION_LOG_BY_TERMINAL);
    /* A Service whose name is nearly that of a setting. */
    expect_loaded(NONE, LIST("UNDERCROFT_LOG_PORT=udp://10.0.0.1:1", "UNDERCROFT_LOG_PORT_1_UDP=x",
                             "UNDERCROFT_METRICS_SERVICE_HOST=10.0.0.2"));
    ck_assert_int_eq(options.stranger_count, 0);
}

/* The `index`th fault of the last load has this text. */
static void expect_fault(int index, const char *text)
{
    ck_assert_int_lt(index, failure.count);
    ck_assert_msg(strstr(failure.messages[index], text) != NULL, "'%s' does not say '%s'",
                  failure.messages[index], text);
}

TEST(every_fault_is_told_at_once)
{
    write_file("save-ms = 1\nnonsense\ntick-ms = 30\nwing-sise = 3\n");
    expect_refused(LIST("--tick-ms", "5", "--seed", "--log", "xml"),
                   LIST("UNDERCROFT_LINE_BYTES=1", "UNDERCROFT_TICKMS=20"), ERR_RANGE, 1,
                   "--tick-ms: '5'");
    ck_assert_int_eq(failure.count, 8);
    expect_fault(1, "--seed needs a value");
    expect_fault(2, "--log: 'xml'");
    expect_fault(3, "UNDERCROFT_LINE_BYTES: '1'");
    expect_fault(4, "did you mean UNDERCROFT_TICK_MS?");
    expect_fault(5, "undercroft.conf:1: save-ms: '1'");
    expect_fault(6, "undercroft.conf:2: the line is not key = value");
    expect_fault(7, "undercroft.conf:4: unknown key 'wing-sise'; did you mean wing-size?");
    /* An unknown word wants the usage as well, at any place; its value is no word. */
    expect_refused(LIST("--tick-ms", "5", "--odd", "3", "serve", "--even"), NONE, ERR_RANGE, 2,
                   "--tick-ms");
    ck_assert_int_eq(failure.count, 4 + 3);
    expect_fault(1, "unknown flag '--odd'");
    expect_fault(2, "unknown word 'serve'");
    expect_fault(3, "unknown flag '--even'");
}

TEST(faults_are_counted_where_there_is_no_room_to_tell_them)
{
    char text[4096] = "";
    char told[OPTION_MESSAGE_SIZE * OPTION_FAULTS_MAX];

    for (size_t i = 0; i < OPTION_FAULTS_MAX + 3; i++)
        memcpy(text + i * 9, "nonsense\n", 9);
    write_file(text);
    expect_refused(NONE, NONE, ERR_FORMAT, 1, "undercroft.conf:1: ");
    ck_assert_int_eq(failure.count, OPTION_FAULTS_MAX + 3);
    expect_fault(OPTION_FAULTS_MAX - 1, "undercroft.conf:16: ");
    FILE *out = fmemopen(told, sizeof told, "w");
    ck_assert_ptr_nonnull(out);
    options_print_faults(&failure, "> ", out);
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_msg(strstr(told, "\n> 3 more faults are not shown\n") != NULL, "%s", told);
}

TEST(no_file_is_read_while_what_names_it_is_at_fault)
{
    char long_path[OPTION_TEXT_SIZE + 1];

    memset(long_path, 'x', sizeof long_path);
    long_path[OPTION_TEXT_SIZE] = '\0';
    write_file("nonsense\n");
    expect_refused(LIST("--config"), NONE, ERR_FORMAT, 1, "--config needs a value");
    ck_assert_int_eq(failure.count, 1);
    expect_refused(LIST("--data", long_path), NONE, ERR_RANGE, 1, "--data");
    ck_assert_int_eq(failure.count, 1);
    expect_refused(LIST("--seed", "x"), NONE, ERR_FORMAT, 1, "--seed");
    ck_assert_int_eq(failure.count, 2);
}

TEST(a_setting_has_its_name_in_the_environment_too)
{
    const struct option_row row = {.name = "tick-ms", .reach = REACH_VARIABLE};
    const struct option_row flag = {.name = "help", .reach = REACH_FLAG};
    char variable[OPTION_VARIABLE_SIZE];

    ck_assert(option_variable(&row, variable));
    ck_assert_str_eq(variable, "UNDERCROFT_TICK_MS");
    ck_assert(!option_variable(&flag, variable));
    for (size_t i = 0; i < option_count; i++) {
        (void)option_variable(&option_table[i], variable);
        ck_assert_uint_lt(strlen(variable), OPTION_VARIABLE_SIZE - 1);
    }
}

TEST(help_and_version_answer_whatever_else_is_wrong)
{
    write_file("nonsense\n");
    expect_loaded(LIST("--help"), LIST("UNDERCROFT_TICK_MS=1"));
    ck_assert(options.wants_help);
    expect_loaded(LIST("--version"), LIST("UNDERCROFT_BOGUS=1"));
    ck_assert(options.wants_version);
    expect_refused(LIST("--check-config"), NONE, ERR_FORMAT, 1, "undercroft.conf:1: ");
}
