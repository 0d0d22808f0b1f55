/*
 * Every setting of the server, once: one table makes the flags, the UNDERCROFT_* names of the
 * environment, the keys of undercroft.conf and the help. A flag wins over the environment, that
 * over the file, that over the default.
 */
#ifndef UNDERCROFT_SERVER_BASE_OPTIONS_H
#define UNDERCROFT_SERVER_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "server/base/log.h"
#include "server/base/network.h"

enum {
    OPTION_LISTEN_MAX = 8, /* addresses of one kind of entrance */
    OPTION_PROXIES_MAX = 16,
    OPTION_TEXT_SIZE = 256,
    OPTION_VERSION_SIZE = 33,
    OPTION_PATH_SIZE = OPTION_TEXT_SIZE + 20, /* a data directory and a file in it */
    OPTION_MESSAGE_SIZE = 512,
    OPTION_FAULTS_MAX = 16,
    OPTION_VARIABLE_SIZE = 64, /* a name of the environment */
    OPTION_STRANGERS_MAX = 4,
    OPTION_ROWS_MAX = 80,
    OPTION_COST_OPERATIONS_MAX = 10,  /* of argon2id; passes and memory of a hash that is */
    OPTION_COST_KIB_MAX = 256 * 1024, /* bearable: a worker is busy with it for seconds */
};

/* Where a value came from, the weightier the greater. */
enum option_source {
    OPTION_FROM_DEFAULT,
    OPTION_FROM_FILE,
    OPTION_FROM_ENVIRONMENT,
    OPTION_FROM_FLAG,
    OPTION_FROM_OPERATOR, /* while the server ran */
};

struct option_origin {
    enum option_source source;
    int line; /* of the file, from 1; 0 where no file is meant */
};

/* Sessions that may come in as guests: browser pages (by one tap), all (by the word `guest`),
   none. */
enum guests { GUESTS_WEB, GUESTS_ALL, GUESTS_OFF, GUESTS_COUNT };
/* Rule for new delvers: anybody makes one, anybody does and waits for an operator's nod, nobody. */
enum new_accounts { NEW_ACCOUNTS_OPEN, NEW_ACCOUNTS_HOLD, NEW_ACCOUNTS_CLOSED, NEW_ACCOUNTS_COUNT };

/* The kinds of entrances by which connections come in, in the order of the ready line: each
   listener has one, and hands it on to the connections that it accepts. */
enum entrance {
    ENTRANCE_TELNET,
    ENTRANCE_WEB,     /* HTTP, and WebSockets in it */
    ENTRANCE_WEB_TLS, /* the same inside TLS */
    ENTRANCE_TLS,     /* telnet inside TLS */
    ENTRANCE_COUNT
};

struct entrance_row {
    const char *option; /* the setting that names its addresses */
    const char *before; /* an address in the ready line, */
    const char *after;  /* and what follows it there */
    bool has_tls;
};

extern const struct entrance_row entrance_table[ENTRANCE_COUNT];

/* Where one kind of entrance listens: ADDR:PORT each. */
struct option_addresses {
    char items[OPTION_LISTEN_MAX][OPTION_TEXT_SIZE];
    int count;
};

/* The format of the log: text on a terminal and JSON elsewhere, or as the operator says. */
enum option_log { OPTION_LOG_BY_TERMINAL, OPTION_LOG_TEXT, OPTION_LOG_JSON };

/* The oldest version of TLS that is taken. */
enum tls_min { TLS_MIN_1_2, TLS_MIN_1_3, TLS_MIN_COUNT };

struct options {
    char name[OPTION_TEXT_SIZE];    /* of this dungeon; "": as host_name() has it */
    char contact[OPTION_TEXT_SIZE]; /* of its host; "" : none */
    char welcome[OPTION_TEXT_SIZE]; /* a file; "" : none */
    char rules[OPTION_TEXT_SIZE];   /* a file; "" : none */
    struct option_addresses listen[ENTRANCE_COUNT];
    char tls_certificate[OPTION_TEXT_SIZE]; /* a file; "" : none */
    char tls_key[OPTION_TEXT_SIZE];
    enum tls_min tls_min;
    char web_origins[OPTION_TEXT_SIZE]; /* URLs, parted by commas; "" : none */
    int web_ping_seconds;
    int web_message_bytes;       /* of a client's message, all fragments together */
    int web_players_per_address; /* 0: no limit */
    int web_visitors;            /* browsers that do not play, at a time */
    char data[OPTION_TEXT_SIZE];
    char places[OPTION_TEXT_SIZE];      /* a folder of set pieces; "" : none */
    char config[OPTION_TEXT_SIZE];      /* "" : undercroft.conf in the data directory, if there */
    char backup_hook[OPTION_TEXT_SIZE]; /* the program; "" : none */
    char record[OPTION_TEXT_SIZE];      /* "" : the inputs are not recorded */
    char record_screens[OPTION_TEXT_SIZE]; /* "" : not recorded */
    bool has_seed;
    uint64_t seed;
    int tick_ms;
    int threads; /* drawing threads, the loop's own included; 0: chosen by the number of cores */
    int save_ms;
    int connections_max;                           /* 0: what the open-file limit allows */
    int connections_per_address;                   /* 0: no limit */
    int new_per_address;                           /* in 10 s; 0: no limit */
    int new_players_per_address;                   /* in an hour; 0: no limit */
    struct network proxy_from[OPTION_PROXIES_MAX]; /* whose PROXY headers are believed */
    int proxy_from_count;
    int wrong_passwords;      /* end a connection */
    int failures_per_address; /* wrong passwords before the next has to wait; 0: no limit */
    int failures_per_name;    /* the same of one name from one address */
    int failure_wait_seconds; /* the longest wait */
    int password_queue;       /* passwords that wait for a worker */
    int telnet_replies;       /* to one peer while it negotiates */
    int line_bytes;           /* of a line typed */
    int stalled_seconds;      /* a write without progress for so long closes a connection */
    int lines_per_second;     /* of one connection */
    int lines_burst;
    int chat_lines;           /* in ten seconds */
    int watchers_per_address; /* watchers without a player of their own; 0: no limit */
    int watch_minutes;        /* without a key that end their watch; 0: no limit */
    int logins_percent;       /* of connections_max: connections at login */
    int wing_size;
    int beat_ms;
    int population_percent;                /* of the foes that a level has at its birth */
    int price_percent;                     /* of what pedlars ask and pay */
    int login_seconds;                     /* a login that is not done by then is closed */
    int link_death_seconds;                /* how long a body stays without its line, */
    int link_death_page_seconds;           /* and that of a browser page */
    int backup_minutes;                    /* between scheduled backups; 0: none is made */
    int backups_hourly;                    /* how many of the newest are kept */
    int backups_daily;                     /* and of how many days the newest */
    char client_gui_url[OPTION_TEXT_SIZE]; /* "" : clients are offered no package */
    char client_gui_version[OPTION_VERSION_SIZE];
    int password_operations;
    int password_kib;
    char metrics[OPTION_TEXT_SIZE]; /* as read by options_metrics_address(); "" : not served */
    char metrics_hosts[OPTION_TEXT_SIZE]; /* names, parted by commas and blanks */
    enum new_accounts new_accounts;
    enum guests guests;
    int guests_per_address; /* let in in an hour; 0: no limit */
    int guest_days;         /* without a visit, then a guest is removed; 0: never */
    int unused_days;    /* without a login until a player who never walked is removed; 0: never */
    int life_pages;     /* of ended lives, kept of each player; 0: none are written */
    int life_pages_mib; /* of all players together */
    int code_hours;     /* a code for a new password is good for so long */
    enum option_log log_format;
    bool wants_help; /* answered by main, each with exit code 0 */
    bool wants_version;
    bool wants_check;
    bool wants_print;
    bool wants_new_world; /* also where an older one was */
    bool wants_repair;    /* a world whose rows are not of one moment is taken as it is */
    struct option_origin origins[OPTION_ROWS_MAX]; /* by row of the option table */
    char file[OPTION_PATH_SIZE];                   /* path of the file that was read; "" : none */
    /* UNDERCROFT_ names of the environment that are no settings and were left alone. */
    char strangers[OPTION_STRANGERS_MAX][OPTION_VARIABLE_SIZE];
    int stranger_count;                      /* may be more than there is room for */
    char service_link[OPTION_VARIABLE_SIZE]; /* the first that Kubernetes made; "" : none */
    int argc; /* command line and environment, for reading them again; not owned */
    char *const *argv;
    char *const *environment;
};

enum {
    OPTION_EXIT_CONFIG = 1, /* a bad value or file */
    OPTION_EXIT_USAGE = 2,  /* an unknown flag or word: print the usage too */
};

/* Why the options were refused, for standard error: a line a fault, in the order they were read,
   and the exit code they call for. */
struct options_failure {
    char messages[OPTION_FAULTS_MAX][OPTION_MESSAGE_SIZE];
    int count;      /* may be more than there is room for */
    enum err error; /* of the first */
    int exit_code;
    bool was_check;  /* --check-config was among the flags: the messages are all that is wanted */
    bool hides_file; /* the setting that names the file is faulty, so that no file was read */
};

/*
 * Reads defaults, file, environment and flags, in that order of growing weight; each is checked
 * in full, also where a weightier one hides a value. `argv` and `environment` are main's.
 * UNDERCROFT_TEST_* in the environment belongs to the tests and is left alone; of other unknown
 * names there, one that is nearly a setting's is a fault, and others are noted in *options. When
 * help or the version is wanted, only the flags are read. ERR_UNKNOWN, ERR_RANGE, ERR_FORMAT,
 * ERR_NOT_FOUND, ERR_DISK, ERR_EXISTS (a key twice) with every fault in *out_failure; *options is
 * not to be used then.
 */
MUST_USE enum err options_load(struct options *options, int argc, char *const *argv,
                               char *const *environment, struct options_failure *out_failure);

/* The messages, a line each, and how many more there are that it has no room for. */
void options_print_faults(const struct options_failure *failure, const char *prefix, FILE *out);

/* A line for the names of the environment that were left alone, and one for Kubernetes' links,
   each with its cure; nothing where there are none. */
void options_print_strangers(const struct options *options, FILE *out);

/* Where metrics are served, without the word that allows it beyond this machine; "": nowhere. */
const char *options_metrics_address(const struct options *options);

/* The usage: how to call, and every flag with its default. No line is over 80 columns. */
void options_print_help(FILE *out);

enum { OPTION_ORIGIN_SIZE = OPTION_MESSAGE_SIZE };

/* Where the value of row `index` came from: "default", "FILE:3", "--save-ms". */
void options_describe_origin(const struct options *options, size_t index,
                             char out[OPTION_ORIGIN_SIZE]);

/*
 * Every value and where it came from, as --print-config shows it: a valid undercroft.conf. A value
 * that is not set, or cannot be set there, is a comment.
 */
void options_print(const struct options *options, FILE *out);

#endif
