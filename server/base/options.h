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
    OPTION_LISTEN_MAX = 8, /* most addresses of one kind of entrance */
    OPTION_PROXIES_MAX = 16,
    OPTION_TEXT_SIZE = 256,
    OPTION_VERSION_SIZE = 33,
    OPTION_PATH_SIZE = OPTION_TEXT_SIZE + 20, /* bytes of the data directory and a file in it */
    OPTION_MESSAGE_SIZE = 512,
    OPTION_FAULTS_MAX = 16,
    OPTION_VARIABLE_SIZE = 64, /* bytes of a name of the environment */
    OPTION_STRANGERS_MAX = 4,
    OPTION_ROWS_MAX = 80,
    OPTION_COST_OPERATIONS_MAX = 10,  /* most passes of argon2id for a hash */
    OPTION_COST_KIB_MAX = 256 * 1024, /* most memory for a hash: a worker needs seconds for it */
};

/* The source of a value; a source of more weight has a higher number. */
enum option_source {
    OPTION_FROM_DEFAULT,
    OPTION_FROM_FILE,
    OPTION_FROM_ENVIRONMENT,
    OPTION_FROM_FLAG,
    OPTION_FROM_OPERATOR, /* an operator's `set` in the running server */
};

struct option_origin {
    enum option_source source;
    int line; /* line of the file, from 1; 0: the source is no file */
};

/* Which sessions may come in as guests: browser pages (with one click), all (by the word `guest`),
   none. */
enum guests { GUESTS_WEB, GUESTS_ALL, GUESTS_OFF, GUESTS_COUNT };
/* The rule for new players: everybody can make one; everybody can, but an operator must approve;
   nobody can. */
enum new_accounts { NEW_ACCOUNTS_OPEN, NEW_ACCOUNTS_HOLD, NEW_ACCOUNTS_CLOSED, NEW_ACCOUNTS_COUNT };

/* Kinds of entrances, in the order of the ready line. Each listener has one, and passes it to the
   connections that it accepts. */
enum entrance {
    ENTRANCE_TELNET,
    ENTRANCE_WEB,     /* HTTP with WebSockets */
    ENTRANCE_WEB_TLS, /* the same inside TLS */
    ENTRANCE_TLS,     /* telnet inside TLS */
    ENTRANCE_COUNT
};

struct entrance_row {
    const char *option; /* the setting that has its addresses */
    const char *before; /* text before an address in the ready line */
    const char *after;  /* text after an address in the ready line */
    bool has_tls;
};

extern const struct entrance_row entrance_table[ENTRANCE_COUNT];

/* The addresses at which one kind of entrance listens, each ADDR:PORT. */
struct option_addresses {
    char items[OPTION_LISTEN_MAX][OPTION_TEXT_SIZE];
    int count;
};

/* The format of the log: by default text on a terminal and JSON elsewhere. */
enum option_log { OPTION_LOG_BY_TERMINAL, OPTION_LOG_TEXT, OPTION_LOG_JSON };

/* The oldest version of TLS that is accepted. */
enum tls_min { TLS_MIN_1_2, TLS_MIN_1_3, TLS_MIN_COUNT };

struct options {
    char name[OPTION_TEXT_SIZE];    /* name of this dungeon; "": see host_name() */
    char contact[OPTION_TEXT_SIZE]; /* how to reach the host; "": unknown */
    char welcome[OPTION_TEXT_SIZE]; /* file; "": none */
    char rules[OPTION_TEXT_SIZE];   /* file; "": none */
    struct option_addresses listen[ENTRANCE_COUNT];
    char tls_certificate[OPTION_TEXT_SIZE]; /* file; "": none */
    char tls_key[OPTION_TEXT_SIZE];
    enum tls_min tls_min;
    char web_origins[OPTION_TEXT_SIZE]; /* URLs separated by commas; "": none */
    int web_ping_seconds;
    int web_message_bytes;       /* most bytes of a client's message, all fragments together */
    int web_players_per_address; /* 0: no limit */
    int web_visitors;            /* most browsers that do not play at a time */
    char data[OPTION_TEXT_SIZE];
    char places[OPTION_TEXT_SIZE]; /* folder of set pieces; "": none */
    /* file of settings; "": undercroft.conf in the data directory, if it exists */
    char config[OPTION_TEXT_SIZE];
    char backup_hook[OPTION_TEXT_SIZE];    /* program; "": none */
    char record[OPTION_TEXT_SIZE];         /* file; "": inputs are not recorded */
    char record_screens[OPTION_TEXT_SIZE]; /* file; "": screens are not recorded */
    bool has_seed;
    uint64_t seed;
    int tick_ms;
    int threads; /* drawing threads, the loop's included; 0: chosen by the number of cores */
    int save_ms;
    /* 0: as many as the limit on open files allows */
    int connections_max;
    int connections_per_address;                   /* 0: no limit */
    int new_per_address;                           /* new connections in 10 s; 0: no limit */
    int new_players_per_address;                   /* new players in an hour; 0: no limit */
    struct network proxy_from[OPTION_PROXIES_MAX]; /* networks whose PROXY headers are believed */
    int proxy_from_count;
    int wrong_passwords; /* wrong passwords that end a connection */
    /* wrong passwords from an address before the next one waits; 0: no limit */
    int failures_per_address;
    int failures_per_name;    /* the same for one name from one address */
    int failure_wait_seconds; /* longest wait after wrong passwords */
    int password_queue;       /* most passwords that wait for a worker */
    int telnet_replies;       /* most answers to a peer's negotiation */
    int line_bytes;           /* most bytes of a typed line */
    /* a connection is closed after a write without progress for so long */
    int stalled_seconds;
    int lines_per_second; /* lines of a connection in each second */
    int lines_burst;
    int chat_lines;           /* lines of chat in ten seconds */
    int watchers_per_address; /* watchers from an address who do not play; 0: no limit */
    int watch_minutes;        /* minutes without a key that end a watch; 0: no limit */
    int logins_percent;       /* most connections at login, in percent of connections_max */
    int wing_size;
    int beat_ms;
    int population_percent; /* percent of the usual foes on a new level */
    int price_percent;      /* percent of the prices that pedlars ask and pay */
    int login_seconds;      /* seconds after which an unfinished login is closed */
    /* seconds that a body stays after its connection is lost */
    int link_death_seconds;
    int link_death_page_seconds;           /* the same for a browser page */
    int backup_minutes;                    /* minutes between backups; 0: none are made */
    int backups_hourly;                    /* number of newest backups that are kept */
    int backups_daily;                     /* number of days whose newest backup is kept */
    char client_gui_url[OPTION_TEXT_SIZE]; /* "": clients are offered no package */
    char client_gui_version[OPTION_VERSION_SIZE];
    int password_operations;
    int password_kib;
    char metrics[OPTION_TEXT_SIZE]; /* address, see options_metrics_address(); "": not served */
    char metrics_hosts[OPTION_TEXT_SIZE]; /* names separated by commas and blanks */
    enum new_accounts new_accounts;
    enum guests guests;
    int guests_per_address; /* new guests from an address in an hour; 0: no limit */
    int guest_days;         /* days without a visit after which a guest is removed; 0: never */
    /* days without a login after which a player who never walked is removed; 0: never */
    int unused_days;
    /* pages of ended lives that are kept for each player; 0: none are written */
    int life_pages;
    int life_pages_mib; /* most MiB of the pages of all players */
    int code_hours;     /* hours for which a code for a new password can be used */
    enum option_log log_format;
    bool wants_help; /* main prints the help and ends with exit code 0; likewise the next */
    bool wants_version;
    bool wants_check;
    bool wants_print;
    bool wants_new_world; /* makes a new world, also over an older one */
    bool wants_repair;    /* accepts a world whose rows are from different moments */
    struct option_origin origins[OPTION_ROWS_MAX]; /* by the row of the option table */
    char file[OPTION_PATH_SIZE];                   /* path of the file that was read; "": none */
    /* Names UNDERCROFT_… of the environment that are no settings and were ignored. */
    char strangers[OPTION_STRANGERS_MAX][OPTION_VARIABLE_SIZE];
    int stranger_count;                      /* number of them; may be more than are stored */
    char service_link[OPTION_VARIABLE_SIZE]; /* the first name that Kubernetes made; "": none */
    int argc; /* command line and environment, which are read again later; not owned */
    char *const *argv;
    char *const *environment;
};

enum {
    OPTION_EXIT_CONFIG = 1, /* a bad value or file */
    OPTION_EXIT_USAGE = 2,  /* an unknown flag or word: print the usage too */
};

/* Why the options were refused, for standard error: a line for each fault, in the order of reading,
   and the exit code. */
struct options_failure {
    char messages[OPTION_FAULTS_MAX][OPTION_MESSAGE_SIZE];
    int count;      /* number of faults; may be more than are stored */
    enum err error; /* error of the first fault */
    int exit_code;
    bool was_check;  /* --check-config was given, so only the messages are wanted */
    bool hides_file; /* the setting that names the file is faulty, so no file was read */
};

/*
 * Reads defaults, file, environment and flags, each with more weight than the one before. All
 * values are checked, also those that a later source replaces. `argv` and `environment` are main's.
 * UNDERCROFT_TEST_* in the environment is ignored, because tests use it; another unknown name there
 * is a fault if it is nearly a setting's, and else is noted in *options. If help or the version is
 * wanted, only flags are read. ERR_UNKNOWN, ERR_RANGE, ERR_FORMAT, ERR_NOT_FOUND, ERR_DISK,
 * ERR_EXISTS (a key twice): *out_failure has every fault, and *options is not usable.
 */
MUST_USE enum err options_load(struct options *options, int argc, char *const *argv,
                               char *const *environment, struct options_failure *out_failure);

/* Prints the messages, a line each, and the number of further ones that are not stored. */
void options_print_faults(const struct options_failure *failure, const char *prefix, FILE *out);

/* Prints a line for the ignored names of the environment, and one for Kubernetes' links, each with
   its cure; nothing if there are none. */
void options_print_strangers(const struct options *options, FILE *out);

/* Returns the address at which metrics are served, without the word that allows a public one; "":
   none. */
const char *options_metrics_address(const struct options *options);

/* Prints the usage: how to call the program, and every flag with its default. No line is wider than
   80 columns. */
void options_print_help(FILE *out);

enum { OPTION_ORIGIN_SIZE = OPTION_MESSAGE_SIZE };

/* Writes the source of the value of row `index`: "default", "FILE:3", "--save-ms". */
void options_describe_origin(const struct options *options, size_t index,
                             char out[OPTION_ORIGIN_SIZE]);

/*
 * Prints every value and its source, as --print-config shows it: a valid undercroft.conf. A value
 * that is not set, or cannot be set there, is a comment.
 */
void options_print(const struct options *options, FILE *out);

#endif
