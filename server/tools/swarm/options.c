/*
 * The flags of undercroft-swarm: one table makes them and their help.
 */
#include "server/tools/swarm/options.h"

#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "server/base/network.h"

enum { FLAG_WIDTH = 22 };

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define SIGNS   LETTERS "0123456789-_.,:;!?+*/=()"

enum flag_kind {
    FLAG_SWITCH,
    FLAG_NUMBER,
    FLAG_SEED,
    FLAG_WORD,
    FLAG_TEXT,
    FLAG_ADDRESS,
    FLAG_VERSION,
    FLAG_HELP,
};

struct flag_row {
    const char *name;
    const char *value; /* its value in the help; NULL: it takes none */
    const char *help;
    enum flag_kind kind;
    size_t offset; /* offset of its member in struct swarm_options */
    /* limits of a number, or of the length of a text; for words, `low` is the first enumerator */
    int low;
    int high;
    const char *words; /* words "walk|explore", or the letters allowed in a text */
};

#define TAKES(kind, member, low, high, words)                                                      \
    kind, offsetof(struct swarm_options, member), low, high, words
#define SWITCH(member)              TAKES(FLAG_SWITCH, member, 0, 0, NULL)
#define NUMBER(member, low, high)   TAKES(FLAG_NUMBER, member, low, high, NULL)
#define WORD(member, first, words)  TAKES(FLAG_WORD, member, first, 0, words)
#define TEXT(member, low, high, of) TAKES(FLAG_TEXT, member, low, high, of)

static const struct flag_row flag_table[] = {
    {"connect", "ADDR:PORT", "the server (default 127.0.0.1:4000)",
     TAKES(FLAG_ADDRESS, address, 0, 0, NULL)},
    {"clients", "N", "how many play, 1 to 10000 (default 10)",
     NUMBER(clients, 1, SWARM_CLIENTS_MAX)},
    {"seconds", "N", "how long is measured (default 10)", NUMBER(seconds, 1, SWARM_SECONDS_MAX)},
    {"logins", "N", "begun each second, 1 to 100000 (default 20)",
     NUMBER(logins_per_s, 1, SWARM_LOGINS_MAX)},
    {"keys", "N", "of each client each second, 1 to 20 (default 2)", NUMBER(keys_per_s, 1, 20)},
    {"warm", "N", "seconds of play before it is measured (default 0)",
     NUMBER(warm_seconds, 0, SWARM_SECONDS_MAX)},
    {"play", "WORD", "walk, explore, fight, talk or idle (default walk)",
     WORD(play, SWARM_WALK, "walk|explore|fight|talk|idle")},
    {"leave", "WORD", "quit, or cut all lines at once (default quit)",
     WORD(leave, SWARM_QUIT, "quit|cut")},
    {"deaf", "N", "of them read nothing once they play (default 0)",
     NUMBER(deaf, 0, SWARM_CLIENTS_MAX)},
    {"terminal", "WORD", "the type of terminal they tell; else none",
     TEXT(terminal, 1, SWARM_TERMINAL_MAX, SIGNS)},
    {"line", NULL, "whole lines, not a terminal of 80x24", SWITCH(is_line)},
    {"web", "WORD", "over a WebSocket: page, telnet, terminal, gmcp or json",
     WORD(wire, SWARM_WIRE_WEB_PAGE, "page|telnet|terminal|gmcp|json")},
    {"tls", NULL, "inside TLS; whose certificate it is does not matter", SWITCH(is_tls)},
    {"names", "PREFIX", "names begin so, 3 to 12 letters (default Swarm)",
     TEXT(prefix, 3, SWARM_PREFIX_MAX, LETTERS)},
    {"password", "WORD", "of all of them (default swarm-of-delvers)",
     TEXT(password, 8, SWARM_PASSWORD_MAX, SIGNS)},
    {"seed", "N", "of what they do (default 1)", TAKES(FLAG_SEED, seed, 0, 0, NULL)},
    {"bare", NULL, "no login: the server is the one of the benchmark", SWITCH(is_bare)},
    {"far", NULL, "the server may be on another machine", SWITCH(may_go_far)},
    {"spread", NULL, "each from an address of its own in 127.0.0.0/8", SWITCH(is_spread)},
    {"hold", NULL, "nobody types before all are in", SWITCH(waits_for_all)},
    {"report", NULL, "the same, after a line for each part: in, begin, end", SWITCH(tells_parts)},
    {"json", NULL, "the figures as one line of JSON", SWITCH(is_json)},
    {"version", NULL, "print the version and stop", FLAG_VERSION, 0, 0, 0, NULL},
    {"help", NULL, "print this and stop", FLAG_HELP, 0, 0, 0, NULL},
};

enum { FLAG_COUNT = sizeof flag_table / sizeof flag_table[0] };

static void print_help(void)
{
    puts("Usage: undercroft-swarm [FLAG...]\n\n"
         "Lets many players play on a server at once, and prints how many came in and how\n"
         "long answers took. Each makes its player if there is none, and leaves by quit. A\n"
         "server that counts addresses must be told to let them in:\n"
         "  undercroftd --connections-per-address 0 --new-per-address 0\n");
    for (int i = 0; i < FLAG_COUNT; i++) {
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

/* Reads an address with a port other than 0. False: it is none. */
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

/* Stores the enumerator of a word; the first word is `low`. False: no such word. */
static bool read_word(const struct flag_row *row, const char *text, unsigned *out)
{
    size_t length = strlen(text);
    unsigned index = (unsigned)row->low;

    for (const char *word = row->words; word != NULL; index++) {
        if (strcspn(word, "|") == length && memcmp(word, text, length) == 0) {
            *out = index;
            return true;
        }
        word = strchr(word, '|');
        word = word == NULL ? NULL : word + 1;
    }
    return false;
}

static bool read_text(const struct flag_row *row, const char *text, char *out)
{
    size_t length = strlen(text);

    if (length < (size_t)row->low || length > (size_t)row->high ||
        strspn(text, row->words) != length)
        return false;
    memcpy(out, text, length + 1);
    return true;
}

/* Reads a flag with its value. False: the flag does not take that value. */
static bool read_flag(struct swarm_options *options, const struct flag_row *row, const char *value)
{
    void *member = (char *)options + row->offset;
    unsigned long long number;

    switch (row->kind) {
    case FLAG_NUMBER:
        if (!read_number(value, (unsigned)row->low, (unsigned)row->high, &number))
            return false;
        *(int *)member = (int)number;
        return true;
    case FLAG_SEED:
        if (!read_number(value, 0, UINT64_MAX, &number))
            return false;
        *(uint64_t *)member = number;
        return true;
    case FLAG_WORD:
        return read_word(row, value, member);
    case FLAG_TEXT:
        return read_text(row, value, member);
    case FLAG_ADDRESS:
        return read_address(value, member);
    default:
        return *(bool *)member = true;
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
    struct option flags[FLAG_COUNT + 1] = {{0}};
    int flag;

    for (int i = 0; i < FLAG_COUNT; i++)
        flags[i] = (struct option){flag_table[i].name, flag_table[i].value != NULL, NULL, i};
    *options = defaults();
    *out_exit = SWARM_USAGE;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') {
            fputs("undercroft-swarm: --help lists the flags\n", stderr);
            return false;
        }
        const struct flag_row *row = &flag_table[flag];
        if (row->kind == FLAG_HELP || row->kind == FLAG_VERSION) {
            if (row->kind == FLAG_HELP)
                print_help();
            else
                puts("undercroft-swarm " UNDERCROFT_VERSION);
            *out_exit = SWARM_DONE;
            return false;
        }
        if (!read_flag(options, row, optarg)) {
            fprintf(stderr, "undercroft-swarm: --%s: '%s' is not %s; --help says what is\n",
                    row->name, optarg, row->value);
            return false;
        }
    }
    if (optind < argc) {
        fprintf(stderr, "undercroft-swarm: '%s' is no flag; --help lists them\n", argv[optind]);
        return false;
    }
    options->is_line = options->is_line || options->wire == SWARM_WIRE_WEB_PAGE;
    options->is_json = options->is_json || options->tells_parts;
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
