/*
 * The flags of undercroft-swarm: one table makes them and their help.
 */
#include "server/tools/swarm/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "server/base/network.h"

enum { FLAG_WIDTH = 22 };

enum flag {
    FLAG_CONNECT = 1,
    FLAG_CLIENTS,
    FLAG_SECONDS,
    FLAG_LOGINS,
    FLAG_KEYS,
    FLAG_WARM,
    FLAG_PLAY,
    FLAG_LEAVE,
    FLAG_DEAF,
    FLAG_TERMINAL,
    FLAG_LINE,
    FLAG_WEB,
    FLAG_TLS,
    FLAG_NAMES,
    FLAG_PASSWORD,
    FLAG_SEED,
    FLAG_BARE,
    FLAG_FAR,
    FLAG_SPREAD,
    FLAG_HOLD,
    FLAG_REPORT,
    FLAG_JSON,
    FLAG_VERSION,
    FLAG_HELP,
    FLAG_COUNT
};

struct flag_row {
    const char *name;
    const char *value; /* NULL: takes none */
    const char *help;
};

static const struct flag_row flag_table[FLAG_COUNT] = {
    [FLAG_CONNECT] = {"connect", "ADDR:PORT", "the server (default 127.0.0.1:4000)"},
    [FLAG_CLIENTS] = {"clients", "N", "how many play, 1 to 10000 (default 10)"},
    [FLAG_SECONDS] = {"seconds", "N", "how long is measured (default 10)"},
    [FLAG_LOGINS] = {"logins", "N", "begun each second, 1 to 100000 (default 20)"},
    [FLAG_KEYS] = {"keys", "N", "of each client each second, 1 to 20 (default 2)"},
    [FLAG_WARM] = {"warm", "N", "seconds of play before it is measured (default 0)"},
    [FLAG_PLAY] = {"play", "WORD", "walk, explore, fight, talk or idle (default walk)"},
    [FLAG_LEAVE] = {"leave", "WORD", "quit, or cut all lines at once (default quit)"},
    [FLAG_DEAF] = {"deaf", "N", "of them read nothing once they play (default 0)"},
    [FLAG_TERMINAL] = {"terminal", "WORD", "the type of terminal they tell; else none"},
    [FLAG_LINE] = {"line", NULL, "whole lines, not a terminal of 80x24"},
    [FLAG_WEB] = {"web", "WORD", "over a WebSocket: page, telnet, terminal, gmcp or json"},
    [FLAG_TLS] = {"tls", NULL, "inside TLS; whose certificate it is does not matter"},
    [FLAG_NAMES] = {"names", "PREFIX", "names begin so, 3 to 12 letters (default Swarm)"},
    [FLAG_PASSWORD] = {"password", "WORD", "of all of them (default swarm-of-delvers)"},
    [FLAG_SEED] = {"seed", "N", "of what they do (default 1)"},
    [FLAG_BARE] = {"bare", NULL, "no login: the server is the one of the benchmark"},
    [FLAG_FAR] = {"far", NULL, "the server may be on another machine"},
    [FLAG_SPREAD] = {"spread", NULL, "each from an address of its own in 127.0.0.0/8"},
    [FLAG_JSON] = {"json", NULL, "the figures as one line of JSON"},
    [FLAG_HOLD] = {"hold", NULL, "nobody types before all are in"},
    [FLAG_REPORT] = {"report", NULL, "the same, after a line for each part: in, begin, end"},
    [FLAG_VERSION] = {"version", NULL, "print the version and stop"},
    [FLAG_HELP] = {"help", NULL, "print this and stop"},
};

static const char *const play_names[SWARM_PLAY_COUNT] = {"walk", "explore", "fight", "talk",
                                                         "idle"};
/* By the number of the wire; telnet on a socket is no word of --web. */
static const char *const web_names[SWARM_WIRE_COUNT] = {"",         "page", "telnet",
                                                        "terminal", "gmcp", "json"};
static const char *const leave_names[SWARM_LEAVE_COUNT] = {"quit", "cut"};

static void print_help(void)
{
    puts("Usage: undercroft-swarm [FLAG...]\n\n"
         "Lets many players play on a server at once, and prints how many came in and how\n"
         "long answers took. Each makes its player if there is none, and leaves by quit. A\n"
         "server that counts addresses must be told to let them in:\n"
         "  undercroftd --connections-per-address 0 --new-per-address 0\n");
    for (int i = 1; i < FLAG_COUNT; i++) {
        char flag[64];
        const struct flag_row *row = &flag_table[i];
        snprintf(flag, sizeof flag, "--%s%s%s", row->name, row->value == NULL ? "" : " ",
                 row->value == NULL ? "" : row->value);
        printf("  %-*s  %s\n", FLAG_WIDTH, flag, row->help);
    }
    puts("\nExit codes: 0 all got in and stayed, 1 some were refused or lost, 2 usage.");
}

static bool read_number(const char *text, unsigned long long low, unsigned long long high,
                        unsigned long long *out)
{
    char *end;

    errno = 0;
    *out = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *out >= low &&
           *out <= high;
}

static bool read_int(const char *text, int low, int high, int *out)
{
    unsigned long long value;

    if (!read_number(text, (unsigned long long)low, (unsigned long long)high, &value))
        return false;
    *out = (int)value;
    return true;
}

/* Port 0 is nobody's. */
static bool read_address(const char *text, struct sockaddr_storage *out)
{
    return host_port_parse(text, strlen(text), out) == ERR_OK &&
           ((const struct sockaddr_in *)out)->sin_port != 0;
}

static bool is_this_machine(const struct sockaddr_storage *address)
{
    if (address->ss_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
    uint32_t host = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);
    return host >> 24 == 127;
}

/* The number of the word; -1: it is none of them. */
static int find_word(const char *const *words, int count, const char *text)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(text, words[i]) == 0)
            return i;
    }
    return -1;
}

static bool read_play(const char *text, enum swarm_play *out)
{
    int found = find_word(play_names, SWARM_PLAY_COUNT, text);

    if (found >= 0)
        *out = (enum swarm_play)found;
    return found >= 0;
}

static bool read_web(const char *text, enum swarm_wire *out)
{
    int found = find_word(web_names, SWARM_WIRE_COUNT, text);

    if (found > SWARM_WIRE_TELNET)
        *out = (enum swarm_wire)found;
    return found > SWARM_WIRE_TELNET;
}

static bool read_leave(const char *text, enum swarm_leave *out)
{
    int found = find_word(leave_names, SWARM_LEAVE_COUNT, text);

    if (found >= 0)
        *out = (enum swarm_leave)found;
    return found >= 0;
}

static bool read_text(const char *text, size_t low, size_t high, const char *letters, char *out)
{
    size_t length = strlen(text);

    if (length < low || length > high || strspn(text, letters) != length)
        return false;
    memcpy(out, text, length + 1);
    return true;
}

static bool read_flag(struct swarm_options *options, enum flag flag, const char *value)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    static const char signs[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.,:;!?+*/=()";
    unsigned long long number;

    switch (flag) {
    case FLAG_CONNECT:
        return read_address(value, &options->address);
    case FLAG_CLIENTS:
        return read_int(value, 1, SWARM_CLIENTS_MAX, &options->clients);
    case FLAG_SECONDS:
        return read_int(value, 1, SWARM_SECONDS_MAX, &options->seconds);
    case FLAG_LOGINS:
        return read_int(value, 1, SWARM_LOGINS_MAX, &options->logins_per_s);
    case FLAG_KEYS:
        return read_int(value, 1, 20, &options->keys_per_s);
    case FLAG_WARM:
        return read_int(value, 0, SWARM_SECONDS_MAX, &options->warm_seconds);
    case FLAG_DEAF:
        return read_int(value, 0, SWARM_CLIENTS_MAX, &options->deaf);
    case FLAG_LEAVE:
        return read_leave(value, &options->leave);
    case FLAG_TERMINAL:
        return read_text(value, 1, SWARM_TERMINAL_MAX, signs, options->terminal);
    case FLAG_PLAY:
        return read_play(value, &options->play);
    case FLAG_NAMES:
        return read_text(value, 3, SWARM_PREFIX_MAX, letters, options->prefix);
    case FLAG_PASSWORD:
        return read_text(value, 8, SWARM_PASSWORD_MAX, signs, options->password);
    case FLAG_SEED:
        if (!read_number(value, 0, UINT64_MAX, &number))
            return false;
        options->seed = number;
        return true;
    case FLAG_LINE:
        return options->is_line = true;
    case FLAG_WEB:
        return read_web(value, &options->wire);
    case FLAG_TLS:
        return options->is_tls = true;
    case FLAG_BARE:
        return options->is_bare = true;
    case FLAG_FAR:
        return options->may_go_far = true;
    case FLAG_SPREAD:
        return options->is_spread = true;
    case FLAG_HOLD:
        return options->waits_for_all = true;
    case FLAG_REPORT:
        options->tells_parts = true;
        return options->is_json = true;
    default:
        return options->is_json = true;
    }
}

static struct swarm_options defaults(void)
{
    struct swarm_options options = {
        .clients = 10,
        .seconds = 10,
        .logins_per_s = 20,
        .keys_per_s = 2,
        .seed = 1,
        .prefix = "Swarm",
        .password = "swarm-of-delvers",
    };

    (void)read_address("127.0.0.1:4000", &options.address);
    return options;
}

bool swarm_options_read(struct swarm_options *options, int argc, char **argv,
                        enum swarm_exit *out_exit)
{
    struct option flags[FLAG_COUNT] = {{0}};
    int flag;

    for (int i = 1; i < FLAG_COUNT; i++)
        flags[i - 1] = (struct option){flag_table[i].name, flag_table[i].value != NULL, NULL, i};
    *options = defaults();
    *out_exit = SWARM_USAGE;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') {
            fputs("undercroft-swarm: --help lists the flags\n", stderr);
            return false;
        }
        if (flag == FLAG_HELP || flag == FLAG_VERSION) {
            if (flag == FLAG_HELP)
                print_help();
            else
                puts("undercroft-swarm " UNDERCROFT_VERSION);
            *out_exit = SWARM_DONE;
            return false;
        }
        if (!read_flag(options, (enum flag)flag, optarg)) {
            fprintf(stderr, "undercroft-swarm: --%s: '%s' is not %s; --help says what is\n",
                    flag_table[flag].name, optarg, flag_table[flag].value);
            return false;
        }
    }
    if (optind < argc) {
        fprintf(stderr, "undercroft-swarm: '%s' is no flag; --help lists them\n", argv[optind]);
        return false;
    }
    options->is_line = options->is_line || options->wire == SWARM_WIRE_WEB_PAGE;
    if (options->is_spread && (options->address.ss_family != AF_INET || options->may_go_far)) {
        fputs("undercroft-swarm: --spread takes a server at an address of 127.0.0.0/8\n", stderr);
        return false;
    }
    if (!options->may_go_far && !is_this_machine(&options->address)) {
        fputs("undercroft-swarm: that is another machine; with --far, and only if it is yours\n",
              stderr);
        return false;
    }
    return true;
}
