/*
 * The kinds of value: reading is strict (no blanks, no signs, no trailing letters), and what is
 * written can be read again.
 */
#include "server/base/option_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "server/base/network.h"

enum {
    PORT_MAX = 65535,
    COST_KIB_MIN = 8, /* what libsodium asks at least */
};

#define VERSION_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
#define ORIGIN_LETTERS  VERSION_LETTERS ":[]"
#define URL_LETTERS     VERSION_LETTERS "~:/?#[]@!$&'()*+,;=%"

struct kind_row {
    enum err (*read)(const struct option_row *row, const char *text, struct options *options);
    bool (*write)(const struct option_row *row, const struct options *options, char *out);
    void (*describe)(const struct option_row *row, char *out);
};

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

/* Reads `length` digits, all of them, and at least one. */
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

static void describe_number(const struct option_row *row, char *out)
{
    snprintf(out, OPTION_EXPECTED_SIZE, "a number from %d to %d", row->low, row->high);
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

static void describe_text(const struct option_row *row, char *out)
{
    snprintf(out, OPTION_EXPECTED_SIZE, "a text of %d to %d bytes without control characters",
             row->low, row->high);
}

/* Reads a line that players see: in UTF-8, and no wider than a terminal has room for. */
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

static void describe_line(const struct option_row *row, char *out)
{
    snprintf(out, OPTION_EXPECTED_SIZE,
             "a line of %d to %d columns in UTF-8, without blanks around it", row->low, row->high);
}

/* Reads the address of a file that a client may load and run: https alone, and only letters that
   every program takes for part of an address. */
static enum err read_url(const struct option_row *row, const char *text, struct options *options)
{
    static const char scheme[] = "https://";

    bool is_url = strncmp(text, scheme, sizeof scheme - 1) == 0 &&
                  text[sizeof scheme - 1] != '\0' && text[strspn(text, URL_LETTERS)] == '\0';

    if (!is_url && text[0] != '\0')
        return ERR_FORMAT;
    return read_text(row, text, options);
}

static void describe_url(const struct option_row *row, char *out)
{
    snprintf(out, OPTION_EXPECTED_SIZE, "an address of at most %d bytes that begins with https://",
             row->high);
}

/* Hands the items of a list, with commas between them, to `read_one`, until that fails. */
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

/* http://HOST or https://HOST, perhaps with a port, and nothing behind that. */
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

static void describe_origins(const struct option_row *row, char *out)
{
    snprintf(out, OPTION_EXPECTED_SIZE,
             "a list of at most %d bytes of https://HOST or https://HOST:PORT", row->high);
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

static void describe_hosts(const struct option_row *row, char *out)
{
    snprintf(out, OPTION_EXPECTED_SIZE,
             "a list of at most %d bytes of names, as stats.example.org,dungeon.lan", row->high);
}

static enum err read_version(const struct option_row *row, const char *text,
                             struct options *options)
{
    return text[strspn(text, VERSION_LETTERS)] == '\0' ? read_text(row, text, options) : ERR_FORMAT;
}

static void describe_version(const struct option_row *row, char *out)
{
    snprintf(out, OPTION_EXPECTED_SIZE, "%d to %d letters, digits, dots, dashes and underscores",
             row->low, row->high);
}

/* ADDR:PORT. ERR_FORMAT, ERR_RANGE. */
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
    size_t length = 0;

    out[0] = '\0';
    for (int i = 0; i < addresses->count && length < OPTION_VALUE_SIZE; i++)
        length += (size_t)snprintf(out + length, OPTION_VALUE_SIZE - length, "%s%s",
                                   i == 0 ? "" : ",", addresses->items[i]);
    return addresses->count > 0;
}

static void describe_listen(const struct option_row *row, char *out)
{
    (void)row;
    snprintf(out, OPTION_EXPECTED_SIZE,
             "a list of 1 to %d ADDR:PORT, as 127.0.0.1:4000 or [::]:4000 (port 0 to %d)",
             OPTION_LISTEN_MAX, PORT_MAX);
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
    size_t length = 0;

    (void)row;
    out[0] = '\0';
    for (int i = 0; i < options->proxy_from_count && length < OPTION_VALUE_SIZE; i++)
        length +=
            (size_t)snprintf(out + length, OPTION_VALUE_SIZE - length, "%s%s", i == 0 ? "" : ",",
                             network_write(&options->proxy_from[i], network));
    return options->proxy_from_count > 0;
}

static void describe_networks(const struct option_row *row, char *out)
{
    (void)row;
    snprintf(out, OPTION_EXPECTED_SIZE,
             "a list of 1 to %d networks, as 127.0.0.1,10.0.0.0/8 or ::1", OPTION_PROXIES_MAX);
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

static void describe_seed(const struct option_row *row, char *out)
{
    (void)row;
    snprintf(out, OPTION_EXPECTED_SIZE, "a number from 0 to %" PRIu64 " or 0x%" PRIx64, UINT64_MAX,
             UINT64_MAX);
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

static void describe_cost(const struct option_row *row, char *out)
{
    (void)row;
    snprintf(out, OPTION_EXPECTED_SIZE, "OPS:KIB, OPS from 1 to %d and KIB from %d to %d",
             OPTION_COST_OPERATIONS_MAX, COST_KIB_MIN, OPTION_COST_KIB_MAX);
}

static const char *const log_format_names[] = {
    [LOG_FORMAT_TEXT] = "text",
    [LOG_FORMAT_JSON] = "json",
};

static enum err read_log_format(const struct option_row *row, const char *text,
                                struct options *options)
{
    (void)row;
    for (size_t i = 0; i < sizeof log_format_names / sizeof log_format_names[0]; i++) {
        if (strcmp(text, log_format_names[i]) != 0)
            continue;
        options->has_log_format = true;
        options->log_format = (enum log_format)i;
        return ERR_OK;
    }
    return ERR_FORMAT;
}

static bool write_log_format(const struct option_row *row, const struct options *options, char *out)
{
    (void)row;
    snprintf(out, OPTION_VALUE_SIZE, "%s",
             options->has_log_format ? log_format_names[options->log_format] : "");
    return options->has_log_format;
}

static void describe_log_format(const struct option_row *row, char *out)
{
    (void)row;
    snprintf(out, OPTION_EXPECTED_SIZE, "text or json");
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

/* Numbers about players are not for everybody: any other address wants to be meant. */
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

static bool write_metrics(const struct option_row *row, const struct options *options, char *out)
{
    (void)row;
    snprintf(out, OPTION_VALUE_SIZE, "%s", options->metrics);
    return options->metrics[0] != '\0';
}

static void describe_metrics(const struct option_row *row, char *out)
{
    (void)row;
    snprintf(out, OPTION_EXPECTED_SIZE,
             "an ADDR:PORT of this machine alone, as 127.0.0.1:9464, or public:ADDR:PORT");
}

static const char *const new_accounts_words[NEW_ACCOUNTS_COUNT] = {
    [NEW_ACCOUNTS_OPEN] = "open",
    [NEW_ACCOUNTS_HOLD] = "hold",
    [NEW_ACCOUNTS_CLOSED] = "closed",
};

static const char *const guests_words[GUESTS_COUNT] = {
    [GUESTS_WEB] = "web",
    [GUESTS_ALL] = "all",
    [GUESTS_OFF] = "off",
};

static const char *const tls_min_words[TLS_MIN_COUNT] = {
    [TLS_MIN_1_2] = "1.2",
    [TLS_MIN_1_3] = "1.3",
};

/* The index of `text` among `count` words; -1: it is none of them. */
static int find_word(const char *text, const char *const *words, int count)
{
    int index = count - 1;

    while (index >= 0 && strcmp(text, words[index]) != 0)
        index--;
    return index;
}

static enum err read_new_accounts(const struct option_row *row, const char *text,
                                  struct options *options)
{
    int index = find_word(text, new_accounts_words, NEW_ACCOUNTS_COUNT);

    (void)row;
    if (index >= 0)
        options->new_accounts = (enum new_accounts)index;
    return index >= 0 ? ERR_OK : ERR_FORMAT;
}

static bool write_new_accounts(const struct option_row *row, const struct options *options,
                               char *out)
{
    (void)row;
    snprintf(out, OPTION_VALUE_SIZE, "%s", new_accounts_words[options->new_accounts]);
    return true;
}

static void describe_new_accounts(const struct option_row *row, char *out)
{
    (void)row;
    snprintf(out, OPTION_EXPECTED_SIZE, "open, hold or closed");
}

static enum err read_guests(const struct option_row *row, const char *text, struct options *options)
{
    int index = find_word(text, guests_words, GUESTS_COUNT);

    (void)row;
    if (index >= 0)
        options->guests = (enum guests)index;
    return index >= 0 ? ERR_OK : ERR_FORMAT;
}

static bool write_guests(const struct option_row *row, const struct options *options, char *out)
{
    (void)row;
    snprintf(out, OPTION_VALUE_SIZE, "%s", guests_words[options->guests]);
    return true;
}

static void describe_guests(const struct option_row *row, char *out)
{
    (void)row;
    snprintf(out, OPTION_EXPECTED_SIZE, "web, all or off");
}

static enum err read_tls_min(const struct option_row *row, const char *text,
                             struct options *options)
{
    int index = find_word(text, tls_min_words, TLS_MIN_COUNT);

    (void)row;
    if (index >= 0)
        options->tls_min = (enum tls_min)index;
    return index >= 0 ? ERR_OK : ERR_FORMAT;
}

static bool write_tls_min(const struct option_row *row, const struct options *options, char *out)
{
    (void)row;
    snprintf(out, OPTION_VALUE_SIZE, "%s", tls_min_words[options->tls_min]);
    return true;
}

static void describe_tls_min(const struct option_row *row, char *out)
{
    (void)row;
    snprintf(out, OPTION_EXPECTED_SIZE, "1.2 or 1.3");
}

static enum err read_switch(const struct option_row *row, const char *text, struct options *options)
{
    bool *wanted = member(row, options);

    (void)text;
    *wanted = true;
    return ERR_OK;
}

static const struct kind_row kind_table[] = {
    [OPTION_KIND_NUMBER] = {read_number, write_number, describe_number},
    [OPTION_KIND_TEXT] = {read_text, write_text, describe_text},
    [OPTION_KIND_LINE] = {read_line, write_text, describe_line},
    [OPTION_KIND_URL] = {read_url, write_text, describe_url},
    [OPTION_KIND_ORIGINS] = {read_origins, write_text, describe_origins},
    [OPTION_KIND_HOSTS] = {read_hosts, write_text, describe_hosts},
    [OPTION_KIND_VERSION] = {read_version, write_text, describe_version},
    [OPTION_KIND_LISTEN] = {read_listen, write_listen, describe_listen},
    [OPTION_KIND_NETWORKS] = {read_networks, write_networks, describe_networks},
    [OPTION_KIND_SEED] = {read_seed, write_seed, describe_seed},
    [OPTION_KIND_COST] = {read_cost, write_cost, describe_cost},
    [OPTION_KIND_LOG_FORMAT] = {read_log_format, write_log_format, describe_log_format},
    [OPTION_KIND_METRICS] = {read_metrics, write_metrics, describe_metrics},
    [OPTION_KIND_NEW_ACCOUNTS] = {read_new_accounts, write_new_accounts, describe_new_accounts},
    [OPTION_KIND_GUESTS] = {read_guests, write_guests, describe_guests},
    [OPTION_KIND_TLS_MIN] = {read_tls_min, write_tls_min, describe_tls_min},
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
    CHECK(kind_table[row->kind].describe != NULL);
    kind_table[row->kind].describe(row, out);
}
