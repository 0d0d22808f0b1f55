/*
 * Every setting, once, in the order of the help. A row says its name, what its value is called and
 * the default, its line of help, how far up it may be set, and what it takes with the limits.
 */
#include "server/base/option_table.h"

#include "server/base/team.h"

enum { COUNT_MAX = 1000000, TEXT_MAX = OPTION_TEXT_SIZE - 1 };

#define TAKES(kind, member, low, high) kind, offsetof(struct options, member), low, high
#define NUMBER(member, low, high)      TAKES(OPTION_KIND_NUMBER, member, low, high)
#define TEXT(member, low)              TAKES(OPTION_KIND_TEXT, member, low, TEXT_MAX)
#define SWITCH(member)                 TAKES(OPTION_KIND_SWITCH, member, 0, 0)
#define ENTRANCE(kind)                 TAKES(OPTION_KIND_LISTEN, listen[kind], 0, 0)
#define OTHER(kind)                    kind, 0, 0, 0

const struct option_row option_table[] = {
    {"listen", "ADDR:PORT", "127.0.0.1:4000", "where players connect; repeatable", REACH_FILE,
     ENTRANCE(ENTRANCE_TELNET)},
    {"data", "DIR", "./data", "the world's directory, made if absent", REACH_FILE, TEXT(data, 1)},
    {"config", "FILE", NULL, "settings; else undercroft.conf in DIR, if there", REACH_VARIABLE,
     TEXT(config, 1)},
    {"seed", "N", NULL, "of a new world, decimal or 0x hex; else random", REACH_FILE,
     OTHER(OPTION_KIND_SEED)},
    {"tick-ms", "N", "20", "the length of a tick", REACH_FILE, NUMBER(tick_ms, 10, 1000)},
    {"threads", "N", "0", "that draw; 0: cores less one, at most 4", REACH_FILE,
     NUMBER(threads, 0, TEAM_THREADS_MAX)},
    {"save-ms", "N", "1000", "the longest time play stays unsaved", REACH_OPERATOR,
     NUMBER(save_ms, 100, 600000)},
    {"connections-max", "N", "0", "0: what the open-file limit allows", REACH_OPERATOR,
     NUMBER(connections_max, 0, COUNT_MAX)},
    {"connections-per-address", "N", "8", "at the same time; 0: no limit", REACH_OPERATOR,
     NUMBER(connections_per_address, 0, COUNT_MAX)},
    {"new-per-address", "N", "10", "connections in 10 seconds; 0: no limit", REACH_OPERATOR,
     NUMBER(new_per_address, 0, COUNT_MAX)},
    {"new-players-per-address", "N", "20", "players made in an hour; 0: no limit", REACH_OPERATOR,
     NUMBER(new_players_per_address, 0, COUNT_MAX)},
    {"proxy-from", "NETWORKS", NULL, "proxies there say for whom (PROXY protocol)", REACH_FILE,
     OTHER(OPTION_KIND_NETWORKS)},
    {"logins-percent", "N", "25", "of all connections, for those not logged in", REACH_OPERATOR,
     NUMBER(logins_percent, 1, 100)},
    {"wrong-passwords", "N", "3", "in one connection, then it is closed", REACH_OPERATOR,
     NUMBER(wrong_passwords, 1, 20)},
    {"failures-per-address", "N", "5", "wrong passwords, then guesses wait; 0: never",
     REACH_OPERATOR, NUMBER(failures_per_address, 0, 1000)},
    {"failures-per-name", "N", "3", "the same of one name from one address", REACH_OPERATOR,
     NUMBER(failures_per_name, 0, 1000)},
    {"failure-wait-seconds", "N", "60", "the longest such wait", REACH_OPERATOR,
     NUMBER(failure_wait_seconds, 1, 3600)},
    {"password-queue", "N", "1000", "passwords that wait to be compared", REACH_OPERATOR,
     NUMBER(password_queue, 1, 10000)},
    {"telnet-replies", "N", "200", "to what one client negotiates; then it is closed", REACH_FILE,
     NUMBER(telnet_replies, 20, 10000)},
    {"line-bytes", "N", "512", "of a line typed; a longer one is dropped", REACH_FILE,
     NUMBER(line_bytes, 80, 512)},
    {"stalled-seconds", "N", "30", "a client that takes no output so long is closed",
     REACH_OPERATOR, NUMBER(stalled_seconds, 2, 600)},
    {"lines-per-second", "N", "20", "typed in one connection; more are dropped", REACH_OPERATOR,
     NUMBER(lines_per_second, 1, 1000)},
    {"lines-burst", "N", "40", "so many may come at once", REACH_OPERATOR,
     NUMBER(lines_burst, 1, 1000)},
    {"chat-lines", "N", "5", "said in 10 seconds by one delver", REACH_OPERATOR,
     NUMBER(chat_lines, 1, 20)},
    {"watchers-per-address", "N", "4", "who watch from the name prompt; 0: no limit",
     REACH_OPERATOR, NUMBER(watchers_per_address, 0, 100)},
    {"watch-minutes", "N", "30", "without a key end such a watch; 0: never", REACH_OPERATOR,
     NUMBER(watch_minutes, 0, 1440)},
    {"wing-size", "N", "64", "delvers on a level before the next wing opens", REACH_FILE,
     NUMBER(wing_size, 1, 1000)},
    {"beat-ms", "N", "600", "of one beat: what a step takes in danger", REACH_FILE,
     NUMBER(beat_ms, 200, 2000)},
    {"population-percent", "N", "100", "of the usual foes and things; 0: none", REACH_FILE,
     NUMBER(population_percent, 0, 300)},
    {"price-percent", "N", "100", "of the usual prices of pedlars", REACH_FILE,
     NUMBER(price_percent, 10, 1000)},
    {"login-seconds", "N", "60", "a login not done by then is closed", REACH_OPERATOR,
     NUMBER(login_seconds, 10, 3600)},
    {"link-death-seconds", "N", "60", "how long a body stays without its line", REACH_OPERATOR,
     NUMBER(link_death_seconds, 0, 600)},
    {"backup-minutes", "N", "60", "from one backup to the next; 0: on request only", REACH_OPERATOR,
     NUMBER(backup_minutes, 0, 10080)},
    {"backup-hook", "PROGRAM", NULL, "run after each backup, with its path", REACH_FILE,
     TEXT(backup_hook, 0)},
    {"backups-hourly", "N", "24", "how many of the newest backups are kept", REACH_OPERATOR,
     NUMBER(backups_hourly, 1, 500)},
    {"backups-daily", "N", "7", "of so many days the newest is kept as well", REACH_OPERATOR,
     NUMBER(backups_daily, 0, 366)},
    {"password-cost", "OPS:KIB", "2:19456", "of argon2id: passes and memory", REACH_OPERATOR,
     OTHER(OPTION_KIND_COST)},
    {"client-gui-url", "URL", NULL, "a package that Mudlet loads by itself; else none", REACH_FILE,
     TAKES(OPTION_KIND_URL, client_gui_url, 0, TEXT_MAX)},
    {"client-gui-version", "TEXT", "1", "of that package: another one is loaded again", REACH_FILE,
     TAKES(OPTION_KIND_VERSION, client_gui_version, 1, OPTION_VERSION_SIZE - 1)},
    {"new-accounts", "WORD", "open", "open; hold: until `approve`; closed", REACH_OPERATOR,
     OTHER(OPTION_KIND_NEW_ACCOUNTS)},
    {"unused-days", "N", "30", "remove who never walked ten steps; 0: never", REACH_OPERATOR,
     NUMBER(unused_days, 0, 3650)},
    {"code-hours", "N", "24", "how long a code of `password` can be used", REACH_OPERATOR,
     NUMBER(code_hours, 1, 720)},
    {"log", "text|json", NULL, "on standard error; else text on a tty, or json", REACH_FILE,
     OTHER(OPTION_KIND_LOG_FORMAT)},
    {"metrics", "ADDR:PORT", NULL, "serve GET /metrics; public:ADDR:PORT to all", REACH_FILE,
     TAKES(OPTION_KIND_METRICS, metrics, 0, 0)},
    {"metrics-hosts", "NAMES", NULL, "by which metrics are asked for, if by any", REACH_FILE,
     TEXT(metrics_hosts, 0)},
    {"record", "FILE", NULL, "write every tick's inputs there, for a replay", REACH_FILE,
     TEXT(record, 0)},
    {"record-screens", "FILE", NULL, "write every screen as it was meant, to debug", REACH_FILE,
     TEXT(record_screens, 0)},
    {"new-world", NULL, NULL, "make a world where an older one was and is gone", REACH_FLAG,
     SWITCH(wants_new_world)},
    {"repair", NULL, NULL, "start although rows of the database are missing", REACH_FLAG,
     SWITCH(wants_repair)},
    {"check-config", NULL, NULL, "check all settings and stop", REACH_FLAG, SWITCH(wants_check)},
    {"print-config", NULL, NULL, "print all settings and their origin, and stop", REACH_FLAG,
     SWITCH(wants_print)},
    {"version", NULL, NULL, "print the version and stop", REACH_FLAG, SWITCH(wants_version)},
    {"help", NULL, NULL, "print this and stop", REACH_FLAG, SWITCH(wants_help)},
};

enum { ROW_COUNT = sizeof option_table / sizeof option_table[0] };

_Static_assert((int)ROW_COUNT <= (int)OPTION_ROWS_MAX, "every row has a place for its origin");

const size_t option_count = ROW_COUNT;
