/*
 * Every setting once.
 */
#include "server/ops/option_table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

static bool parse_number(const char *text, int low, int high, int *out)
{
    char *end;

    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < low || value > high)
        return false;
    *out = (int)value;
    return true;
}

static int *int_member(struct options *options, const struct option_row *row)
{
    return (int *)(void *)((char *)options + row->offset);
}

static char *text_member(struct options *options, const struct option_row *row)
{
    return (char *)options + row->offset;
}

static bool set_number(struct options *options, const struct option_row *row, const char *value,
                       char *reason, size_t reason_size)
{
    if (parse_number(value, row->low, row->high, int_member(options, row)))
        return true;
    snprintf(reason, reason_size, "a whole number from %d to %d", row->low, row->high);
    return false;
}

static void print_number(const struct options *options, const struct option_row *row, char *out,
                         size_t out_size)
{
    int value;

    memcpy(&value, (const char *)options + row->offset, sizeof value);
    snprintf(out, out_size, "%d", value);
}

static bool set_text(struct options *options, const struct option_row *row, const char *value,
                     char *reason, size_t reason_size)
{
    size_t length = strlen(value);

    if (length == 0 || length >= OPTION_TEXT_SIZE) {
        snprintf(reason, reason_size, "a path of 1 to %d bytes", OPTION_TEXT_SIZE - 1);
        return false;
    }
    memcpy(text_member(options, row), value, length + 1);
    return true;
}

static void print_text(const struct options *options, const struct option_row *row, char *out,
                       size_t out_size)
{
    snprintf(out, out_size, "%s", (const char *)options + row->offset);
}

/* Adds one address; options_load() empties the list when a weightier source begins. */
static bool add_listen(struct options *options, const char *address, size_t length, char *reason,
                       size_t reason_size)
{
    const char *colon = memchr(address, ':', length);
    int port;
    char port_text[8];

    for (const char *at = colon; at != NULL; at = memchr(at + 1, ':', length - (size_t)(at + 1 - address)))
        colon = at;
    size_t port_length = colon == NULL ? 0 : length - (size_t)(colon + 1 - address);
    if (colon == NULL || colon == address || port_length == 0 ||
        port_length >= sizeof port_text || length >= OPTION_TEXT_SIZE) {
        snprintf(reason, reason_size, "ADDR:PORT, as in 127.0.0.1:4000 or [::]:4000");
        return false;
    }
    memcpy(port_text, colon + 1, port_length);
    port_text[port_length] = '\0';
    if (!parse_number(port_text, 0, 65535, &port)) {
        snprintf(reason, reason_size, "ADDR:PORT with a port from 0 to 65535");
        return false;
    }
    if (options->listen_count == OPTION_LISTEN_MAX) {
        snprintf(reason, reason_size, "at most %d addresses", OPTION_LISTEN_MAX);
        return false;
    }
    memcpy(options->listen[options->listen_count], address, length);
    options->listen[options->listen_count++][length] = '\0';
    return true;
}

static bool set_listen(struct options *options, const struct option_row *row, const char *value,
                       char *reason, size_t reason_size)
{
    (void)row;
    for (;;) {
        value += strspn(value, " ");
        size_t length = strcspn(value, ", ");
        if (!add_listen(options, value, length, reason, reason_size))
            return false;
        value += length;
        value += strspn(value, " ");
        if (*value != ',')
            return *value == '\0';
        value++;
    }
}

static void print_listen(const struct options *options, const struct option_row *row, char *out,
                         size_t out_size)
{
    size_t length = 0;

    (void)row;
    out[0] = '\0';
    for (int i = 0; i < options->listen_count && length < out_size; i++)
        length += (size_t)snprintf(out + length, out_size - length, "%s%s", i == 0 ? "" : ", ",
                                   options->listen[i]);
}

static bool set_seed(struct options *options, const struct option_row *row, const char *value,
                     char *reason, size_t reason_size)
{
    char *end;

    (void)row;
    errno = 0;
    uint64_t seed = strtoull(value, &end, strncmp(value, "0x", 2) == 0 ? 16 : 10);
    if (errno != 0 || end == value || *end != '\0' || value[0] < '0' || value[0] > '9') {
        snprintf(reason, reason_size, "a number from 0 to 18446744073709551615, or 0x and hex");
        return false;
    }
    options->has_seed = true;
    options->seed = seed;
    return true;
}

static void print_seed(const struct options *options, const struct option_row *row, char *out,
                       size_t out_size)
{
    (void)row;
    if (options->has_seed)
        snprintf(out, out_size, "%" PRIu64, options->seed);
    else
        snprintf(out, out_size, "(random, kept in the database)");
}

static bool set_cost(struct options *options, const struct option_row *row, const char *value,
                     char *reason, size_t reason_size)
{
    enum { OPERATIONS_MAX = 10, KIB_MIN = 8, KIB_MAX = 1048576 };
    const char *colon = strchr(value, ':');
    char operations[8];

    (void)row;
    if (colon != NULL && colon - value < (ptrdiff_t)sizeof operations) {
        memcpy(operations, value, (size_t)(colon - value));
        operations[colon - value] = '\0';
        if (parse_number(operations, 1, OPERATIONS_MAX, &options->password_operations) &&
            parse_number(colon + 1, KIB_MIN, KIB_MAX, &options->password_kib))
            return true;
    }
    snprintf(reason, reason_size, "OPS:KIB with OPS from 1 to %d and KIB from %d to %d",
             OPERATIONS_MAX, KIB_MIN, KIB_MAX);
    return false;
}

static void print_cost(const struct options *options, const struct option_row *row, char *out,
                       size_t out_size)
{
    (void)row;
    snprintf(out, out_size, "%d:%d", options->password_operations, options->password_kib);
}

static bool set_log(struct options *options, const struct option_row *row, const char *value,
                    char *reason, size_t reason_size)
{
    bool is_json = strcmp(value, "json") == 0;

    (void)row;
    if (!is_json && strcmp(value, "text") != 0) {
        snprintf(reason, reason_size, "text or json");
        return false;
    }
    options->has_log_format = true;
    options->log_format = is_json ? LOG_FORMAT_JSON : LOG_FORMAT_TEXT;
    return true;
}

static void print_log(const struct options *options, const struct option_row *row, char *out,
                      size_t out_size)
{
    (void)row;
    if (!options->has_log_format)
        snprintf(out, out_size, "(text on a terminal, else json)");
    else
        snprintf(out, out_size, "%s",
                 options->log_format == LOG_FORMAT_JSON ? "json" : "text");
}

/* A flag without a value: answered by main. */
static bool set_wish(struct options *options, const struct option_row *row, const char *value,
                     char *reason, size_t reason_size)
{
    (void)value;
    (void)reason;
    (void)reason_size;
    *(bool *)((char *)options + row->offset) = true;
    return true;
}

// clang-format off
const struct option_row option_table[] = {
    {"listen", "ADDR:PORT", "where players connect; repeatable; port 0 picks one", 0, 0,
     offsetof(struct options, listen), set_listen, print_listen},
    {"data", "DIR", "the folder of the world; made if absent", 0, 0,
     offsetof(struct options, data), set_text, print_text},
    {"config", "FILE", "settings; undercroft.conf in DIR if it is there", 0, 0,
     offsetof(struct options, config), set_text, print_text},
    {"seed", "N", "of a new world; decimal or 0x and hex", 0, 0,
     offsetof(struct options, seed), set_seed, print_seed},
    {"tick-ms", "N", "the length of a tick", 10, 1000,
     offsetof(struct options, tick_ms), set_number, print_number},
    {"save-ms", "N", "the longest time that play stays unsaved", 100, 600000,
     offsetof(struct options, save_ms), set_number, print_number},
    {"connections-max", "N", "at once; 0: what the open-file limit allows", 0, 100000,
     offsetof(struct options, connections_max), set_number, print_number},
    {"connections-per-address", "N", "at once from one address; 0: no limit", 0, 100000,
     offsetof(struct options, connections_per_address), set_number, print_number},
    {"new-per-address", "N", "in ten seconds from one address; 0: no limit", 0, 100000,
     offsetof(struct options, new_per_address), set_number, print_number},
    {"wing-size", "N", "delvers on one level before the next wing opens", 1, 1000,
     offsetof(struct options, wing_size), set_number, print_number},
    {"login-seconds", "N", "for a login; then the line is closed", 10, 3600,
     offsetof(struct options, login_seconds), set_number, print_number},
    {"link-death-seconds", "N", "a body stays so long without its line", 0, 600,
     offsetof(struct options, link_death_seconds), set_number, print_number},
    {"password-cost", "OPS:KIB", "of argon2id", 0, 0,
     offsetof(struct options, password_operations), set_cost, print_cost},
    {"log", "text|json", "text on a terminal, else json", 0, 0,
     offsetof(struct options, log_format), set_log, print_log},
    {"record", "FILE", "write the inputs of every tick, for undercroft-replay", 0, 0,
     offsetof(struct options, record), set_text, print_text},
    {"record-screens", "FILE", "write every frame as it was meant", 0, 0,
     offsetof(struct options, record_screens), set_text, print_text},
    {"check-config", NULL, "say whether the configuration is right, and stop", 0, 0,
     offsetof(struct options, wants_check), set_wish, NULL},
    {"print-config", NULL, "print every value and where it came from, and stop", 0, 0,
     offsetof(struct options, wants_print), set_wish, NULL},
    {"version", NULL, "print the version, and stop", 0, 0,
     offsetof(struct options, wants_version), set_wish, NULL},
    {"help", NULL, "print this, and stop", 0, 0,
     offsetof(struct options, wants_help), set_wish, NULL},
};
// clang-format on

const size_t option_count = sizeof option_table / sizeof option_table[0];

_Static_assert(sizeof option_table / sizeof option_table[0] <= OPTION_ROWS_MAX,
               "every option has a place for its origin");

const struct option_row *option_find(const char *name, size_t length)
{
    for (size_t i = 0; i < option_count; i++) {
        if (strlen(option_table[i].name) == length &&
            strncmp(option_table[i].name, name, length) == 0)
            return &option_table[i];
    }
    return NULL;
}

const char *option_nearest(const char *name)
{
    const char *names[OPTION_ROWS_MAX];

    for (size_t i = 0; i < option_count; i++)
        names[i] = option_table[i].name;
    return nearest_word(name, names, option_count, 4);
}
