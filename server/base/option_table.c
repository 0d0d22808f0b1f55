/*
 * Every setting, once, in the order of the help. A row says its name, the word for its value in the
 * help, the default, a sentence of help, how far up it may be set, and the kind of value with its
 * limits. For each kind there is a function that reads a text, one that writes the value so that it
 * can be read again, and a clause that says what is taken. Reading is strict: no blanks, no signs,
 * no trailing letters.
 */
#include "server/base/option_table.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "base/utf8.h"
#include "server/base/threads.h"

enum {
    SHOWN_MAX = 80, /* bytes of a refused value in a message */
    COUNT_MAX = 1000000,
    TEXT_MAX = OPTION_TEXT_SIZE - 1,
    OPTION_LINE_COLUMNS = 60,
    PORT_MAX = 65535,
    COST_KIB_MIN = 8, /* least memory that libsodium needs */
};

#define VERSION_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
#define ORIGIN_LETTERS  VERSION_LETTERS ":[]"
#define URL_LETTERS     VERSION_LETTERS "~:/?#[]@!$&'()*+,;=%"

const struct entrance_row entrance_table[ENTRANCE_COUNT] = {
    [ENTRANCE_TELNET] = {.option = "listen", .before = "", .after = "", .has_tls = false},
    [ENTRANCE_WEB] = {.option = "web", .before = "web http://", .after = "/", .has_tls = false},
    [ENTRANCE_WEB_TLS] = {.option = "web-tls",
                          .before = "web https://",
                          .after = "/",
                          .has_tls = true},
    [ENTRANCE_TLS] = {.option = "tls", .before = "tls ", .after = "", .has_tls = true},
};

#define TAKES(kind, member, low, high) kind, offsetof(struct options, member), low, high, NULL
#define NUMBER(member, low, high)      TAKES(OPTION_KIND_NUMBER, member, low, high)
#define TEXT(member, low)              TAKES(OPTION_KIND_TEXT, member, low, TEXT_MAX)
#define SWITCH(member)                 TAKES(OPTION_KIND_SWITCH, member, 0, 0)
#define LINE(member, low)              TAKES(OPTION_KIND_LINE, member, low, OPTION_LINE_COLUMNS)
#define ENTRANCE(kind)                 TAKES(OPTION_KIND_LISTEN, listen[kind], 0, 0)
#define OTHER(kind)                    kind, 0, 0, 0, NULL
#define WORD(member, first, words)                                                                 \
    OPTION_KIND_WORD, offsetof(struct options, member), first, 0, words

const struct option_row option_table[] = {
    {"listen", "ADDR:PORT", "127.0.0.1:4000", "where players connect; repeatable", REACH_FILE,
     ENTRANCE(ENTRANCE_TELNET)},
    {"tls", "ADDR:PORT", NULL, "where telnet inside TLS is served; repeatable", REACH_FILE,
     ENTRANCE(ENTRANCE_TLS)},
    {"tls-cert", "FILE", NULL, "TLS certificate in PEM, followed by its chain", REACH_OPERATOR,
     TEXT(tls_certificate, 1)},
    {"tls-key", "FILE", NULL, "key of the TLS certificate, in PEM", REACH_OPERATOR,
     TEXT(tls_key, 1)},
    {"tls-min", "1.2|1.3", "1.2", "oldest version of TLS that is accepted", REACH_OPERATOR,
     WORD(tls_min, 0, "1.2|1.3")},
    {"web", "ADDR:PORT", NULL, "address of the page and WebSockets; repeatable", REACH_FILE,
     ENTRANCE(ENTRANCE_WEB)},
    {"web-tls", "ADDR:PORT", NULL, "the page and WebSockets inside TLS; repeatable", REACH_FILE,
     ENTRANCE(ENTRANCE_WEB_TLS)},
    {"web-origin", "URLS", NULL, "other sites at which the page is reached", REACH_OPERATOR,
     TAKES(OPTION_KIND_ORIGINS, web_origins, 0, TEXT_MAX)},
    {"web-ping-seconds", "N", "25", "seconds between pings; two unanswered end it", REACH_OPERATOR,
     NUMBER(web_ping_seconds, 10, 120)},
    {"web-message-bytes", "N", "8192", "longest message inside a WebSocket", REACH_OPERATOR,
     NUMBER(web_message_bytes, 512, 65536)},
    {"web-players-per-address", "N", "40", "WebSockets at the same time; 0: no limit",
     REACH_OPERATOR, NUMBER(web_players_per_address, 0, COUNT_MAX)},
    {"web-visitors", "N", "256", "browsers that do not play, at the same time", REACH_OPERATOR,
     NUMBER(web_visitors, 1, 65536)},
    {"name", "TEXT", "Undercroft", "what this dungeon is called", REACH_OPERATOR, LINE(name, 1)},
    {"welcome", "FILE", NULL, "text above the name prompt; at most 20 lines", REACH_OPERATOR,
     TEXT(welcome, 1)},
    {"rules", "FILE", NULL, "text of the word `rules`; at most 20 lines", REACH_OPERATOR,
     TEXT(rules, 1)},
    {"contact", "TEXT", NULL, "how the host is reached, for players", REACH_OPERATOR,
     LINE(contact, 0)},
    {"data", "DIR", "./data", "the world's directory, made if absent", REACH_FILE, TEXT(data, 1)},
    {"config", "FILE", NULL, "file of settings; else undercroft.conf in DIR", REACH_VARIABLE,
     TEXT(config, 1)},
    {"places", "DIR", NULL, "your set pieces and themes: DIR/*.txt", REACH_FILE, TEXT(places, 0)},
    {"seed", "N", NULL, "seed of a new world, 0x for hex; else random", REACH_FILE,
     OTHER(OPTION_KIND_SEED)},
    {"tick-ms", "N", "20", "the length of a tick", REACH_FILE, NUMBER(tick_ms, 10, 1000)},
    {"threads", "N", "0", "drawing threads; 0: cores - 1, at most 4", REACH_FILE,
     NUMBER(threads, 0, TEAM_THREADS_MAX)},
    {"save-ms", "N", "1000", "the longest time play stays unsaved", REACH_OPERATOR,
     NUMBER(save_ms, 100, 600000)},
    {"connections-max", "N", "0", "connections; 0: what the open-file limit allows", REACH_OPERATOR,
     NUMBER(connections_max, 0, COUNT_MAX)},
    {"connections-per-address", "N", "8", "connections at the same time; 0: no limit",
     REACH_OPERATOR, NUMBER(connections_per_address, 0, COUNT_MAX)},
    {"new-per-address", "N", "10", "new connections in 10 seconds; 0: no limit", REACH_OPERATOR,
     NUMBER(new_per_address, 0, COUNT_MAX)},
    {"new-players-per-address", "N", "20", "new players in an hour; 0: no limit", REACH_OPERATOR,
     NUMBER(new_players_per_address, 0, COUNT_MAX)},
    {"proxy-from", "NETWORKS", NULL, "trusted proxies (PROXY protocol)", REACH_FILE,
     OTHER(OPTION_KIND_NETWORKS)},
    {"logins-percent", "N", "25", "percent of connections that may be at login", REACH_OPERATOR,
     NUMBER(logins_percent, 1, 100)},
    {"wrong-passwords", "N", "3", "wrong passwords that close a connection", REACH_OPERATOR,
     NUMBER(wrong_passwords, 1, 20)},
    {"failures-per-address", "N", "5", "wrong passwords before guesses wait; 0: never",
     REACH_OPERATOR, NUMBER(failures_per_address, 0, 1000)},
    {"failures-per-name", "N", "3", "wrong passwords for one name before a wait", REACH_OPERATOR,
     NUMBER(failures_per_name, 0, 1000)},
    {"failure-wait-seconds", "N", "60", "longest wait after wrong passwords", REACH_OPERATOR,
     NUMBER(failure_wait_seconds, 1, 3600)},
    {"password-queue", "N", "1000", "passwords that may wait to be compared", REACH_OPERATOR,
     NUMBER(password_queue, 1, 10000)},
    {"telnet-replies", "N", "200", "telnet replies to a client before it is closed", REACH_FILE,
     NUMBER(telnet_replies, 20, 10000)},
    {"line-bytes", "N", "512", "longest line typed; a longer one is dropped", REACH_FILE,
     NUMBER(line_bytes, 80, 512)},
    {"stalled-seconds", "N", "30", "a client that reads nothing this long is closed",
     REACH_OPERATOR, NUMBER(stalled_seconds, 2, 600)},
    {"lines-per-second", "N", "20", "lines typed in a connection; more are dropped", REACH_OPERATOR,
     NUMBER(lines_per_second, 1, 1000)},
    {"lines-burst", "N", "40", "lines that may come at once", REACH_OPERATOR,
     NUMBER(lines_burst, 1, 1000)},
    {"chat-lines", "N", "5", "chat lines of one player in 10 seconds", REACH_OPERATOR,
     NUMBER(chat_lines, 1, 20)},
    {"watchers-per-address", "N", "4", "watchers at the name prompt; 0: no limit", REACH_OPERATOR,
     NUMBER(watchers_per_address, 0, 100)},
    {"watch-minutes", "N", "30", "idle minutes that end a watch; 0: never", REACH_OPERATOR,
     NUMBER(watch_minutes, 0, 1440)},
    {"wing-size", "N", "64", "players on a level before the next wing opens", REACH_FILE,
     NUMBER(wing_size, 1, 1000)},
    {"beat-ms", "N", "600", "length of a beat: what a step takes in danger", REACH_FILE,
     NUMBER(beat_ms, 200, 2000)},
    {"population-percent", "N", "100", "share of foes and things on new levels; 0: none",
     REACH_FILE, NUMBER(population_percent, 0, 300)},
    {"price-percent", "N", "100", "pedlars' prices, in percent of the usual", REACH_FILE,
     NUMBER(price_percent, 10, 1000)},
    {"login-seconds", "N", "60", "a login that takes longer is closed", REACH_OPERATOR,
     NUMBER(login_seconds, 10, 3600)},
    {"link-death-seconds", "N", "60", "seconds a disconnected character stays", REACH_OPERATOR,
     NUMBER(link_death_seconds, 0, 600)},
    {"link-death-page-seconds", "N", "180", "seconds a disconnected page's character stays",
     REACH_OPERATOR, NUMBER(link_death_page_seconds, 0, 3600)},
    {"backup-minutes", "N", "60", "minutes between backups; 0: on request only", REACH_OPERATOR,
     NUMBER(backup_minutes, 0, 10080)},
    {"backup-hook", "PROGRAM", NULL, "run after each backup, with its path", REACH_FILE,
     TEXT(backup_hook, 0)},
    {"backups-hourly", "N", "24", "how many of the newest backups are kept", REACH_OPERATOR,
     NUMBER(backups_hourly, 1, 500)},
    {"backups-daily", "N", "7", "days of which the newest backup is kept", REACH_OPERATOR,
     NUMBER(backups_daily, 0, 366)},
    {"password-cost", "OPS:KIB", "2:19456", "passes and memory of argon2id", REACH_OPERATOR,
     OTHER(OPTION_KIND_COST)},
    {"client-gui-url", "URL", NULL, "package that Mudlet loads by itself; else none", REACH_FILE,
     TAKES(OPTION_KIND_URL, client_gui_url, 0, TEXT_MAX)},
    {"client-gui-version", "TEXT", "1", "version of that package; a change reloads it", REACH_FILE,
     TAKES(OPTION_KIND_VERSION, client_gui_version, 1, OPTION_VERSION_SIZE - 1)},
    {"new-accounts", "WORD", "open", "new players: open, hold (for `approve`), closed",
     REACH_OPERATOR, WORD(new_accounts, 0, "open|hold|closed")},
    {"guests", "WORD", "web", "who may enter as a guest: web, all or off", REACH_OPERATOR,
     WORD(guests, 0, "web|all|off")},
    {"guests-per-address", "N", "40", "guests let in within an hour; 0: no limit", REACH_OPERATOR,
     NUMBER(guests_per_address, 0, COUNT_MAX)},
    {"guest-days", "N", "7", "days until an absent guest is removed; 0: never", REACH_OPERATOR,
     NUMBER(guest_days, 0, 3650)},
    {"unused-days", "N", "30", "days until unused players are deleted; 0: never", REACH_OPERATOR,
     NUMBER(unused_days, 0, 3650)},
    {"life-pages", "N", "20", "pages of ended lives kept of each player; 0: none", REACH_OPERATOR,
     NUMBER(life_pages, 0, 1000)},
    {"life-pages-mib", "N", "64", "MiB that all these pages take; the oldest go", REACH_OPERATOR,
     NUMBER(life_pages_mib, 1, 65536)},
    {"code-hours", "N", "24", "how long a code of `password` can be used", REACH_OPERATOR,
     NUMBER(code_hours, 1, 720)},
    {"log", "text|json", NULL, "log format; else text on a terminal, or json", REACH_FILE,
     WORD(log_format, 1, "text|json")},
    {"metrics", "ADDR:PORT", NULL, "serve GET /metrics; public:ADDR:PORT to all", REACH_FILE,
     TAKES(OPTION_KIND_METRICS, metrics, 0, 0)},
    {"metrics-hosts", "NAMES", NULL, "host names by which metrics may be asked for", REACH_FILE,
     TAKES(OPTION_KIND_HOSTS, metrics_hosts, 0, TEXT_MAX)},
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

static void *member(const struct option_row *row, struct options *options)
{
    return (char *)options + row->offset;
}

static const void *const_member(const struct option_row *row, const struct options *options)
{
    return (const char *)options + row->offset;
}

static int digit_value(char letter)
{
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    if (letter >= 'a' && letter <= 'f')
        return letter - 'a' + 10;
    if (letter >= 'A' && letter <= 'F')
        return letter - 'A' + 10;
    return 16;
}

/* Reads exactly `length` digits, at least one. */
static enum err read_digits(const char *text, size_t length, unsigned base, uint64_t *out)
{
    uint64_t value = 0;

    if (length == 0)
        return ERR_FORMAT;
    for (size_t i = 0; i < length; i++) {
        uint64_t digit = (uint64_t)digit_value(text[i]);
        if (digit >= base)
            return ERR_FORMAT;
        if (value > (UINT64_MAX - digit) / base)
            return ERR_RANGE;
        value = value * base + digit;
    }
    *out = value;
    return ERR_OK;
}

static enum err read_limited(const char *text, size_t length, int low, int high, int *out)
{
    uint64_t value;
    enum err error = read_digits(text, length, 10, &value);

    if (error != ERR_OK)
        return error;
    if (value < (uint64_t)low || value > (uint64_t)high)
        return ERR_RANGE;
    *out = (int)value;
    return ERR_OK;
}

static enum err read_number(const struct option_row *row, const char *text, struct options *options)
{
    int *number = member(row, options);

    return read_limited(text, strlen(text), row->low, row->high, number);
}

static bool write_number(const struct option_row *row, const struct options *options, char *out)
{
    const int *number = const_member(row, options);

    snprintf(out, OPTION_VALUE_SIZE, "%d", *number);
    return true;
}

static enum err read_text(const struct option_row *row, const char *text, struct options *options)
{
    size_t length = strlen(text);

    if (length < (size_t)row->low || length > (size_t)row->high)
        return ERR_RANGE;
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7F)
            return ERR_FORMAT;
    }
    memcpy(member(row, options), text, length + 1);
    return ERR_OK;
}

static bool write_text(const struct option_row *row, const struct options *options, char *out)
{
    const char *text = const_member(row, options);

    snprintf(out, OPTION_VALUE_SIZE, "%s", text);
    return text[0] != '\0';
}

/* Reads a line that players see: UTF-8, no wider than a terminal has room for. */
static enum err read_line(const struct option_row *row, const char *text, struct options *options)
{
    char copy[OPTION_TEXT_SIZE];
    size_t length = strlen(text);
    int columns = 0;

    if (length >= sizeof copy)
        return ERR_RANGE;
    memcpy(copy, text, length + 1);
    utf8_mask(copy, length);
    if (strcmp(copy, text) != 0 || text[0] == ' ' || (length > 0 && text[length - 1] == ' '))
        return ERR_FORMAT;
    for (size_t at = 0; at < length;)
        columns += utf8_width(utf8_decode(text, length, &at));
    if (columns < row->low || columns > row->high)
        return ERR_RANGE;
    memcpy(member(row, options), text, length + 1);
    return ERR_OK;
}

/* Reads the address of a file that a client may load and run: only https, and only characters that
   every program accepts in an address. */
static enum err read_url(const struct option_row *row, const char *text, struct options *options)
{
    static const char scheme[] = "https://";

    bool is_url = strncmp(text, scheme, sizeof scheme - 1) == 0 &&
                  text[sizeof scheme - 1] != '\0' && text[strspn(text, URL_LETTERS)] == '\0';

    if (!is_url && text[0] != '\0')
        return ERR_FORMAT;
    return read_text(row, text, options);
}

/* Passes each item of a list with commas to `read_one`, until that fails. */
static enum err read_list(const char *text, void *list,
                          enum err (*read_one)(const char *text, size_t length, void *list))
{
    for (;;) {
        text += strspn(text, " ");
        size_t length = strcspn(text, " ,");
        enum err error = read_one(text, length, list);
        if (error != ERR_OK)
            return error;
        text += length;
        text += strspn(text, " ");
        if (*text == '\0')
            return ERR_OK;
        if (*text++ != ',')
            return ERR_FORMAT;
    }
}

/* Accepts http://HOST or https://HOST, perhaps with a port, and nothing after that. */
static enum err check_origin(const char *text, size_t length, void *ignored)
{
    static const char *const schemes[] = {"https://", "http://"};

    (void)ignored;
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t scheme = strlen(schemes[i]);
        if (length > scheme && strncmp(text, schemes[i], scheme) == 0 &&
            strspn(text + scheme, ORIGIN_LETTERS) == length - scheme)
            return ERR_OK;
    }
    return ERR_FORMAT;
}

static enum err read_origins(const struct option_row *row, const char *text,
                             struct options *options)
{
    enum err error = text[0] == '\0' ? ERR_OK : read_list(text, NULL, check_origin);

    return error == ERR_OK ? read_text(row, text, options) : error;
}

static enum err check_host(const char *text, size_t length, void *ignored)
{
    (void)ignored;
    return host_name_is_good(text, length) ? ERR_OK : ERR_FORMAT;
}

static enum err read_hosts(const struct option_row *row, const char *text, struct options *options)
{
    enum err error = text[0] == '\0' ? ERR_OK : read_list(text, NULL, check_host);

    return error == ERR_OK ? read_text(row, text, options) : error;
}

static enum err read_version(const struct option_row *row, const char *text,
                             struct options *options)
{
    return text[strspn(text, VERSION_LETTERS)] == '\0' ? read_text(row, text, options) : ERR_FORMAT;
}

/* Accepts ADDR:PORT. ERR_FORMAT, ERR_RANGE. */
static enum err check_listen(const char *text, size_t length)
{
    struct sockaddr_storage ignored;

    return length < OPTION_TEXT_SIZE ? host_port_parse(text, length, &ignored) : ERR_FORMAT;
}

static enum err read_one_listen(const char *text, size_t length, void *list)
{
    struct option_addresses *addresses = list;
    enum err error = check_listen(text, length);

    if (error != ERR_OK)
        return error;
    if (addresses->count >= OPTION_LISTEN_MAX)
        return ERR_TOO_BIG;
    char *place = addresses->items[addresses->count++];
    memcpy(place, text, length);
    place[length] = '\0';
    return ERR_OK;
}

static enum err read_listen(const struct option_row *row, const char *text, struct options *options)
{
    return read_list(text, member(row, options), read_one_listen);
}

void option_empty_list(const struct option_row *row, struct options *options)
{
    struct option_addresses *addresses = member(row, options);

    if (row->kind == OPTION_KIND_LISTEN)
        addresses->count = 0;
}

static bool write_listen(const struct option_row *row, const struct options *options, char *out)
{
    const struct option_addresses *addresses = const_member(row, options);
    struct writer writer = writer_of(out, OPTION_VALUE_SIZE);

    for (int i = 0; i < addresses->count; i++)
        writer_join(&writer, ",", "%s", addresses->items[i]);
    return addresses->count > 0;
}

static enum err read_one_network(const char *text, size_t length, void *list)
{
    struct options *options = list;

    if (options->proxy_from_count >= OPTION_PROXIES_MAX)
        return ERR_TOO_BIG;
    enum err error = network_parse(text, length, &options->proxy_from[options->proxy_from_count]);
    if (error == ERR_OK)
        options->proxy_from_count++;
    return error;
}

static enum err read_networks(const struct option_row *row, const char *text,
                              struct options *options)
{
    (void)row;
    options->proxy_from_count = 0;
    return read_list(text, options, read_one_network);
}

static bool write_networks(const struct option_row *row, const struct options *options, char *out)
{
    char network[NETWORK_TEXT_SIZE];
    struct writer writer = writer_of(out, OPTION_VALUE_SIZE);

    (void)row;
    for (int i = 0; i < options->proxy_from_count; i++)
        writer_join(&writer, ",", "%s", network_write(&options->proxy_from[i], network));
    return options->proxy_from_count > 0;
}

static enum err read_seed(const struct option_row *row, const char *text, struct options *options)
{
    bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = is_hex ? text + 2 : text;

    (void)row;
    options->has_seed = true;
    return read_digits(digits, strlen(digits), is_hex ? 16 : 10, &options->seed);
}

static bool write_seed(const struct option_row *row, const struct options *options, char *out)
{
    (void)row;
    snprintf(out, OPTION_VALUE_SIZE, "%" PRIu64, options->seed);
    return options->has_seed;
}

static enum err read_cost(const struct option_row *row, const char *text, struct options *options)
{
    size_t length = strcspn(text, ":");

    (void)row;
    if (text[length] != ':')
        return ERR_FORMAT;
    const char *kib = text + length + 1;
    enum err error =
        read_limited(text, length, 1, OPTION_COST_OPERATIONS_MAX, &options->password_operations);
    if (error != ERR_OK)
        return error;
    return read_limited(kib, strlen(kib), COST_KIB_MIN, OPTION_COST_KIB_MAX,
                        &options->password_kib);
}

static bool write_cost(const struct option_row *row, const struct options *options, char *out)
{
    (void)row;
    snprintf(out, OPTION_VALUE_SIZE, "%d:%d", options->password_operations, options->password_kib);
    return true;
}

static const char public_word[] = "public:";

static const char *after_public(const char *text)
{
    size_t length = sizeof public_word - 1;

    return strncmp(text, public_word, length) == 0 ? text + length : text;
}

const char *options_metrics_address(const struct options *options)
{
    return after_public(options->metrics);
}

/* Reads the address for metrics. Numbers about players are private, so a public address needs the
   word `public`. */
static enum err read_metrics(const struct option_row *row, const char *text,
                             struct options *options)
{
    const char *address = after_public(text);
    size_t length = strlen(text);

    (void)row;
    if (length >= sizeof options->metrics || check_listen(address, strlen(address)) != ERR_OK ||
        (address == text && !host_port_is_loopback(text)))
        return ERR_FORMAT;
    memcpy(options->metrics, text, length + 1);
    return ERR_OK;
}

/* Returns the word number `index` of "open|hold|closed", and its length; NULL: there are fewer. */
static const char *find_word(const char *words, int index, size_t *out_length)
{
    while (index-- > 0) {
        words = strchr(words, '|');
        if (words++ == NULL)
            return NULL;
    }
    *out_length = strcspn(words, "|");
    return words;
}

/* Reads one of the row's words as an enumerator; the first word is `low`, and the others follow. */
static enum err read_word(const struct option_row *row, const char *text, struct options *options)
{
    unsigned *chosen = member(row, options);
    const char *word;
    size_t length;

    for (int i = 0; (word = find_word(row->words, i, &length)) != NULL; i++) {
        if (strlen(text) != length || memcmp(text, word, length) != 0)
            continue;
        *chosen = (unsigned)(row->low + i);
        return ERR_OK;
    }
    return ERR_FORMAT;
}

static bool write_word(const struct option_row *row, const struct options *options, char *out)
{
    const unsigned *chosen = const_member(row, options);
    size_t length = 0;
    const char *word = "";

    if (*chosen >= (unsigned)row->low)
        word = find_word(row->words, (int)*chosen - row->low, &length);
    snprintf(out, OPTION_VALUE_SIZE, "%.*s", (int)length, word);
    return length > 0;
}

/* Writes the words as a list: "open, hold or closed". */
static void describe_words(const char *words, char *out)
{
    size_t at = 0;

    for (; *words != '\0'; words++) {
        const char *between = strchr(words + 1, '|') == NULL ? " or " : ", ";
        at += (size_t)snprintf(out + at, OPTION_EXPECTED_SIZE - at, "%.*s",
                               *words == '|' ? (int)strlen(between) : 1,
                               *words == '|' ? between : words);
    }
}

static enum err read_switch(const struct option_row *row, const char *text, struct options *options)
{
    bool *wanted = member(row, options);

    (void)text;
    *wanted = true;
    return ERR_OK;
}

struct kind_row {
    enum err (*read)(const struct option_row *row, const char *text, struct options *options);
    bool (*write)(const struct option_row *row, const struct options *options, char *out);
};

static const struct kind_row kind_table[] = {
    [OPTION_KIND_NUMBER] = {read_number, write_number},
    [OPTION_KIND_TEXT] = {read_text, write_text},
    [OPTION_KIND_LINE] = {read_line, write_text},
    [OPTION_KIND_URL] = {read_url, write_text},
    [OPTION_KIND_ORIGINS] = {read_origins, write_text},
    [OPTION_KIND_HOSTS] = {read_hosts, write_text},
    [OPTION_KIND_VERSION] = {read_version, write_text},
    [OPTION_KIND_LISTEN] = {read_listen, write_listen},
    [OPTION_KIND_NETWORKS] = {read_networks, write_networks},
    [OPTION_KIND_SEED] = {read_seed, write_seed},
    [OPTION_KIND_COST] = {read_cost, write_cost},
    [OPTION_KIND_METRICS] = {read_metrics, write_text},
    [OPTION_KIND_WORD] = {read_word, write_word},
    [OPTION_KIND_SWITCH] = {.read = read_switch},
};

enum err option_read(const struct option_row *row, const char *text, struct options *options)
{
    return kind_table[row->kind].read(row, text, options);
}

bool option_write(const struct option_row *row, const struct options *options,
                  char out[OPTION_VALUE_SIZE])
{
    CHECK(kind_table[row->kind].write != NULL);
    return kind_table[row->kind].write(row, options, out);
}

void option_describe(const struct option_row *row, char out[OPTION_EXPECTED_SIZE])
{
    enum { SIZE = OPTION_EXPECTED_SIZE };

    switch (row->kind) {
    case OPTION_KIND_NUMBER:
        snprintf(out, SIZE, "a number from %d to %d", row->low, row->high);
        break;
    case OPTION_KIND_TEXT:
        snprintf(out, SIZE, "a text of %d to %d bytes without control characters", row->low,
                 row->high);
        break;
    case OPTION_KIND_LINE:
        snprintf(out, SIZE, "a line of %d to %d columns in UTF-8, without blanks around it",
                 row->low, row->high);
        break;
    case OPTION_KIND_URL:
        snprintf(out, SIZE, "an address of at most %d bytes that begins with https://", row->high);
        break;
    case OPTION_KIND_ORIGINS:
        snprintf(out, SIZE, "a list of at most %d bytes of https://HOST or https://HOST:PORT",
                 row->high);
        break;
    case OPTION_KIND_HOSTS:
        snprintf(out, SIZE, "a list of at most %d bytes of names, as stats.example.org,dungeon.lan",
                 row->high);
        break;
    case OPTION_KIND_VERSION:
        snprintf(out, SIZE, "%d to %d letters, digits, dots, dashes and underscores", row->low,
                 row->high);
        break;
    case OPTION_KIND_LISTEN:
        snprintf(out, SIZE,
                 "a list of 1 to %d ADDR:PORT, as 127.0.0.1:4000 or [::]:4000 (port 0 to %d)",
                 OPTION_LISTEN_MAX, PORT_MAX);
        break;
    case OPTION_KIND_NETWORKS:
        snprintf(out, SIZE, "a list of 1 to %d networks, as 127.0.0.1,10.0.0.0/8 or ::1",
                 OPTION_PROXIES_MAX);
        break;
    case OPTION_KIND_SEED:
        snprintf(out, SIZE, "a number from 0 to %" PRIu64 " or 0x%" PRIx64, UINT64_MAX, UINT64_MAX);
        break;
    case OPTION_KIND_COST:
        snprintf(out, SIZE, "OPS:KIB, OPS from 1 to %d and KIB from %d to %d",
                 OPTION_COST_OPERATIONS_MAX, COST_KIB_MIN, OPTION_COST_KIB_MAX);
        break;
    case OPTION_KIND_METRICS:
        snprintf(out, SIZE,
                 "an ADDR:PORT of this machine alone, as 127.0.0.1:9464, or public:ADDR:PORT");
        break;
    case OPTION_KIND_WORD:
        describe_words(row->words, out);
        break;
    case OPTION_KIND_SWITCH:
        CHECK(false);
    }
}

bool option_variable(const struct option_row *row, char out[OPTION_VARIABLE_SIZE])
{
    size_t length =
        (size_t)snprintf(out, OPTION_VARIABLE_SIZE, OPTION_VARIABLE_PREFIX "%s", row->name);

    for (size_t i = sizeof OPTION_VARIABLE_PREFIX - 1; i < length && i < OPTION_VARIABLE_SIZE - 1;
         i++)
        out[i] = out[i] == '-' ? '_' : (char)toupper((unsigned char)out[i]);
    return row->reach >= REACH_VARIABLE;
}

enum err option_fail(struct options_failure *failure, int exit_code, enum err error,
                     const char *format, ...)
{
    va_list arguments;

    if (failure->count == 0)
        failure->error = error;
    /* An unknown word has the higher exit code, because the usage is printed for it as well. */
    if (exit_code > failure->exit_code)
        failure->exit_code = exit_code;
    if (failure->count++ >= OPTION_FAULTS_MAX)
        return error;
    char *message = failure->messages[failure->count - 1];
    va_start(arguments, format);
    vsnprintf(message, OPTION_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    for (char *at = message; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7F)
            *at = '?';
    }
    return error;
}

void option_hint(const char *prefix, const char *word, const char *const *candidates, size_t count,
                 char out[OPTION_HINT_SIZE])
{
    int distance_max = 1 + (int)strnlen(word, NEAREST_LENGTH_MAX) / 4;
    const char *nearest = nearest_word(word, candidates, count, distance_max);

    out[0] = '\0';
    if (nearest != NULL)
        snprintf(out, OPTION_HINT_SIZE, "; did you mean %s%s?", prefix, nearest);
}

bool option_names_file(const struct option_row *row)
{
    return row->kind == OPTION_KIND_TEXT && (row->offset == offsetof(struct options, data) ||
                                             row->offset == offsetof(struct options, config));
}

enum err option_apply(struct options *options, size_t index, const char *text,
                      struct option_origin origin, const char *where,
                      struct options_failure *failure)
{
    const struct option_row *row = &option_table[index];
    enum option_source source = options->origins[index].source;
    struct options trial = *options;
    char expected[OPTION_EXPECTED_SIZE];

    /* A list of another source is replaced; a flag adds to the list of the flags before it. */
    if (source != origin.source)
        option_empty_list(row, &trial);
    enum err error = option_read(row, text, &trial);
    if (error != ERR_OK) {
        failure->hides_file = failure->hides_file || option_names_file(row);
        option_describe(row, expected);
        return option_fail(failure, OPTION_EXIT_CONFIG, error, "%s: '%.*s' is not %s", where,
                           SHOWN_MAX, text, expected);
    }
    if (source > origin.source)
        return ERR_OK;
    *options = trial;
    options->origins[index] = origin;
    return ERR_OK;
}
