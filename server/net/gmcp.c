/*
 * GMCP messages, the client's and ours. A message is a name and a JSON value; its row in the table
 * of messages reads the value into the client's GMCP state. A module is a bit there: set if the
 * client asked for it, and remembered when it is removed until the session has forgotten what it
 * sent last.
 */
#include "server/net/gmcp.h"

#include <string.h>
#include <strings.h>

#include <sodium.h>

#include "server/net/wire.h"

struct module_row {
    const char *name;
    uint32_t modules; /* bits of its modules */
};

#define BIT(module) (UINT32_C(1) << (module))

static const char blanks[] = " \t\r\n";

/*
 * Modules by name, ignoring case. Unknown ones are not the client's fault. Some clients ask for a
 * package instead of its module, and get the module.
 */
// clang-format off
static const struct module_row module_table[] = {
    {"Core", BIT(GMCP_CORE)},
    {"Char", BIT(GMCP_NAME) | BIT(GMCP_VITALS) | BIT(GMCP_STATUS)},
    {"Char.Name", BIT(GMCP_NAME)},
    {"Char.Vitals", BIT(GMCP_VITALS)},
    {"Char.Status", BIT(GMCP_STATUS)},
    {"Char.Items", BIT(GMCP_ITEMS)},
    {"Char.Items.List", BIT(GMCP_ITEMS)},
    {"Char.Items.Inv", BIT(GMCP_ITEMS)},
    {"Char.Login", BIT(GMCP_LOGIN)},
    {"Char.Afflictions", BIT(GMCP_AFFLICTIONS)},
    {"Char.Defences", BIT(GMCP_DEFENCES)},
    {"Room", BIT(GMCP_ROOM) | BIT(GMCP_PLAYERS) | BIT(GMCP_ACTORS)},
    {"Room.Info", BIT(GMCP_ROOM)},
    {"Room.Players", BIT(GMCP_PLAYERS)},
    {"Room.Actors", BIT(GMCP_ACTORS)},
    {"IRE.Target", BIT(GMCP_TARGET)},
    {"Group", BIT(GMCP_GROUP)},
    {"Comm", BIT(GMCP_COMM)},
    {"Comm.Channel", BIT(GMCP_COMM)},
    {"Comm.Channel.Text", BIT(GMCP_COMM)},
    {"Dungeon", BIT(GMCP_MAP) | BIT(GMCP_THINGS)},
    {"Dungeon.Map", BIT(GMCP_MAP)},
    {"Dungeon.Things", BIT(GMCP_THINGS)},
    {"Client", BIT(GMCP_CLIENT)},
    {"Client.GUI", BIT(GMCP_CLIENT)},
    {"Input", BIT(GMCP_INPUT)},
};
// clang-format on

struct message {
    struct client *client;
    const json_t *value; /* NULL: it has no value */
    struct gmcp_credentials *credentials;
    bool has_credentials;
};

/* Returns the bits of a module such as "Char.Items 1", where the version may be missing; 0: unknown
   module. */
static uint32_t module_bits(const char *text)
{
    text += strspn(text, blanks);
    size_t length = strcspn(text, blanks);

    for (size_t i = 0; i < sizeof module_table / sizeof module_table[0]; i++) {
        const struct module_row *row = &module_table[i];
        if (strlen(row->name) == length && strncasecmp(row->name, text, length) == 0)
            return row->modules;
    }
    return 0;
}

/* Reads the bits of a list of modules. False: the value is not a list of texts. */
static bool read_modules(const json_t *value, uint32_t *out)
{
    *out = 0;
    if (!json_is_array(value))
        return false;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *text = json_string_value(json_array_get(value, i));
        if (text == NULL)
            return false;
        *out |= module_bits(text);
    }
    return true;
}

/* Asks a client that can log in by itself to do so. */
static void offer_login(struct client *client)
{
    if (client->gmcp.has_offered_login || !gmcp_wants(client, GMCP_LOGIN))
        return;
    client->gmcp.has_offered_login = true;
    json_t *offer = json_pack("{s:[s]}", "type", "password-credentials");
    if (offer != NULL)
        (void)!gmcp_send(client, "Char.Login.Default", offer);
    json_decref(offer);
}

static bool set_modules(struct client *client, uint32_t modules)
{
    client->gmcp.taken_back |= client->gmcp.modules & ~modules;
    client->gmcp.modules = modules;
    offer_login(client);
    return true;
}

static bool on_supports_set(struct message *message)
{
    uint32_t modules;

    return read_modules(message->value, &modules) && set_modules(message->client, modules);
}

static bool on_supports_add(struct message *message)
{
    uint32_t modules;

    return read_modules(message->value, &modules) &&
           set_modules(message->client, message->client->gmcp.modules | modules);
}

static bool on_supports_remove(struct message *message)
{
    uint32_t modules;

    return read_modules(message->value, &modules) &&
           set_modules(message->client, message->client->gmcp.modules & ~modules);
}

/* Copies only printable ASCII, because a client's name may be shown in a log or on a terminal. */
static void copy_printable(const char *text, char out[GMCP_CLIENT_TEXT_MAX + 1])
{
    size_t length = 0;

    for (; text != NULL && *text != '\0' && length < GMCP_CLIENT_TEXT_MAX; text++) {
        if ((*text > ' ' && *text <= '~') || (*text == ' ' && length > 0))
            out[length++] = *text;
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
}

static bool on_hello(struct message *message)
{
    struct gmcp_peer *peer = &message->client->gmcp;

    if (!json_is_object(message->value))
        return false;
    copy_printable(json_string_value(json_object_get(message->value, "client")), peer->client);
    copy_printable(json_string_value(json_object_get(message->value, "version")), peer->version);
    return true;
}

static bool on_ping(struct message *message)
{
    (void)!gmcp_send(message->client, "Core.Ping", NULL);
    return true;
}

static bool on_keep_alive(struct message *message)
{
    (void)message;
    return true;
}

static bool on_inventory(struct message *message)
{
    message->client->gmcp.wants_inventory = true;
    return true;
}

/* Copies a text member of 1 to `length_max` bytes. False: there is none. */
static bool copy_member(const json_t *object, const char *key, size_t length_max, char *out)
{
    const json_t *member = json_object_get(object, key);
    size_t length = json_string_length(member);

    if (length < 1 || length > length_max)
        return false;
    memcpy(out, json_string_value(member), length + 1);
    return true;
}

static bool on_credentials(struct message *message)
{
    const json_t *value = message->value;
    struct gmcp_credentials *credentials = message->credentials;

    message->has_credentials =
        copy_member(value, "account", GMCP_ACCOUNT_MAX, credentials->account) &&
        copy_member(value, "password", GMCP_PASSWORD_MAX, credentials->password);
    /* Our copy must be the only one, and jansson frees without wiping. */
    const json_t *password = json_object_get(value, "password");
    if (json_is_string(password))
        sodium_memzero((void *)(uintptr_t)json_string_value(password),
                       json_string_length(password));
    return message->has_credentials;
}

struct message_row {
    const char *name;
    /* reads the value; false: it is not of the expected form */
    bool (*take)(struct message *message);
};

static const struct message_row message_table[] = {
    {"Core.Hello", on_hello},
    {"Core.Supports.Set", on_supports_set},
    {"Core.Supports.Add", on_supports_add},
    {"Core.Supports.Remove", on_supports_remove},
    {"Core.Ping", on_ping},
    {"Core.KeepAlive", on_keep_alive},
    {"Char.Login.Credentials", on_credentials},
    {"Char.Items.Inv", on_inventory},
};

static const struct message_row *find_row(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof message_table / sizeof message_table[0]; i++) {
        const struct message_row *row = &message_table[i];
        if (gmcp_is_name(name, length, row->name))
            return row;
    }
    return NULL;
}

/* True if lists are nested too deep for jansson, which recurses for each. */
static bool is_deep(const char *text, size_t length)
{
    int depth = 0;
    bool is_quoted = false;

    for (size_t i = 0; i < length; i++) {
        if (is_quoted && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            is_quoted = !is_quoted;
        else if (!is_quoted && (text[i] == '[' || text[i] == '{') && ++depth > GMCP_DEPTH_MAX)
            return true;
        else if (!is_quoted && (text[i] == ']' || text[i] == '}'))
            depth--;
    }
    return false;
}

static bool is_blank(char letter)
{
    return memchr(blanks, letter, sizeof blanks - 1) != NULL;
}

/* Cuts blanks and line ends off both ends, and NULs off the end: some clients send the NUL that
   ends their text. */
static void trim(const char **text, size_t *length)
{
    while (*length > 0 && ((*text)[*length - 1] == '\0' || is_blank((*text)[*length - 1])))
        (*length)--;
    while (*length > 0 && is_blank(**text)) {
        (*text)++;
        (*length)--;
    }
}

size_t gmcp_name_length(const char *text, size_t length)
{
    size_t name_length = 0;

    while (name_length < length && !is_blank(text[name_length]))
        name_length++;
    return name_length;
}

bool gmcp_is_name(const char *text, size_t length, const char *name)
{
    return strlen(name) == length && strncasecmp(name, text, length) == 0;
}

bool gmcp_read_value(const char *text, size_t length, json_t **out)
{
    *out = NULL;
    trim(&text, &length);
    if (length == 0)
        return true;
    if (!is_deep(text, length))
        *out = json_loadb(text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    return *out != NULL;
}

/* Takes a message. False: it is malformed or unknown. */
static bool take_text(struct message *message, const char *text, size_t length)
{
    trim(&text, &length);
    size_t name_length = gmcp_name_length(text, length);
    const struct message_row *row = find_row(text, name_length);
    json_t *value = NULL;

    if (row == NULL || !gmcp_read_value(text + name_length, length - name_length, &value))
        return false;
    message->value = value;
    bool is_right = row->take(message);
    json_decref(value);
    return is_right;
}

static void wipe(struct bytes *message)
{
    if (message->length > 0)
        sodium_memzero(message->data, message->length);
    bytes_clear(message, GMCP_MESSAGE_KEEP);
}

bool gmcp_take(struct client *client, struct gmcp_credentials *out)
{
    struct message message = {.client = client, .credentials = out};
    struct bytes *text = client->message;

    *out = (struct gmcp_credentials){{0}, {0}};
    if (text->length == 0 || !take_text(&message, (const char *)text->data, text->length))
        client->gmcp.junk++;
    wipe(client->message);
    return message.has_credentials;
}

void gmcp_drop(struct client *client)
{
    client->gmcp.junk++;
    wipe(client->message);
}

void gmcp_wipe(struct client *client)
{
    wipe(client->message);
}

bool gmcp_wants(const struct client *client, enum gmcp_module module)
{
    return client->caps.takes_messages && (client->gmcp.modules >> module & 1) != 0;
}

enum err gmcp_send(struct client *client, const char *package, const json_t *value)
{
    char *json = NULL;

    if (!client->caps.takes_messages)
        return ERR_OK;
    if (value != NULL) {
        json = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
        if (json == NULL)
            return ERR_MEMORY;
    }
    enum err error = client->wire->send_message(client, package, json);
    free(json);
    return error;
}

enum err gmcp_write(struct bytes *out, const char *package, const char *json)
{
    enum err error = bytes_append_text(out, package);

    if (error != ERR_OK || json == NULL)
        return error;
    error = bytes_append_text(out, " ");
    return error == ERR_OK ? bytes_append_text(out, json) : error;
}

void gmcp_say_goodbye(struct client *client, const char *text)
{
    json_t *value = json_string(text);

    if (value != NULL)
        (void)!gmcp_send(client, "Core.Goodbye", value);
    json_decref(value);
}

void gmcp_answer_login(struct client *client, bool is_right, const char *message)
{
    json_t *value = json_pack("{s:b, s:s}", "success", (int)is_right, "message", message);

    if (value != NULL)
        (void)!gmcp_send(client, "Char.Login.Result", value);
    json_decref(value);
}

void gmcp_offer_package(struct client *client, const char *url, const char *version)
{
    struct gmcp_peer *peer = &client->gmcp;
    bool loads_packages =
        strcasecmp(peer->client, "Mudlet") == 0 || gmcp_wants(client, GMCP_CLIENT);

    if (url[0] == '\0' || peer->has_offered_package || !loads_packages)
        return;
    peer->has_offered_package = true;
    json_t *value = json_pack("{s:s, s:s}", "version", version, "url", url);
    if (value != NULL)
        (void)!gmcp_send(client, "Client.GUI", value);
    json_decref(value);
}
