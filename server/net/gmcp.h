/*
 * GMCP on the wire: messages of a package name and a JSON value, besides the text. This file has
 * the modules that a client asks for and the Core messages; the session knows the content of the
 * other packages.
 *
 * A malformed or unknown message is dropped and counted as junk, without an answer.
 */
#ifndef UNDERCROFT_SERVER_NET_GMCP_H
#define UNDERCROFT_SERVER_NET_GMCP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/err.h"

struct bytes;
struct client;

enum {
    GMCP_NAME_MAX = 64,           /* most bytes of "Package.Message" */
    GMCP_MESSAGE_MAX = 16 * 1024, /* most bytes of a message of ours, name and value */
    GMCP_MESSAGE_KEEP = 512,      /* bytes of memory that is kept after a peer's message */
    GMCP_DEPTH_MAX = 16,          /* most levels of lists in a peer's message */
    GMCP_CLIENT_TEXT_MAX = 40,
    GMCP_ACCOUNT_MAX = 64,
    GMCP_PASSWORD_MAX = 128,
};

/* Modules that a client can ask for. */
enum gmcp_module {
    GMCP_CORE,
    GMCP_NAME, /* Char stands for this module and the next two */
    GMCP_VITALS,
    GMCP_STATUS,
    GMCP_ITEMS, /* Char does not stand for this module and the next */
    GMCP_LOGIN,
    GMCP_AFFLICTIONS,
    GMCP_DEFENCES,
    GMCP_ROOM, /* Room stands for these three */
    GMCP_PLAYERS,
    GMCP_ACTORS,
    GMCP_TARGET,
    GMCP_GROUP,
    GMCP_COMM,
    GMCP_MAP, /* Dungeon stands for these two */
    GMCP_THINGS,
    GMCP_CLIENT,
    GMCP_INPUT, /* for clients that telnet cannot tell that typing is hidden */
    GMCP_MODULE_COUNT
};

/* The state of GMCP with one peer. All zero: nothing known. */
struct gmcp_peer {
    uint32_t modules; /* bits of the modules that it asked for */
    /* Modules that were removed since the owner last looked: if they are asked for again, they are
       new. */
    uint32_t taken_back;
    uint32_t junk;            /* number of messages that were dropped */
    bool has_offered_login;   /* Char.Login.Default was sent */
    bool has_offered_package; /* Client.GUI was sent */
    /* the client asked for it with Char.Items.Inv, and it was not sent yet */
    bool wants_inventory;
    char client[GMCP_CLIENT_TEXT_MAX + 1]; /* name from Core.Hello, printable ASCII; "": unknown */
    char version[GMCP_CLIENT_TEXT_MAX + 1];
};

/* The content of Char.Login.Credentials. Wipe it after use. */
struct gmcp_credentials {
    char account[GMCP_ACCOUNT_MAX + 1];
    char password[GMCP_PASSWORD_MAX + 1];
};

/*
 * Split "Package.Message json", for callers with messages of their own: the length of the name,
 * which a blank ends; whether it is `name`, ignoring case; and the value, which may have blanks
 * around it and NULs at its end. False: the value is not JSON, or nested too deep. *out is NULL
 * without a value, else the caller's.
 */
size_t gmcp_name_length(const char *text, size_t length);
bool gmcp_is_name(const char *text, size_t length, const char *name);
bool gmcp_read_value(const char *text, size_t length, json_t **out);

/*
 * Takes the client's message, and wipes it. True: it was a login, which is in *out. Call it after
 * NET_MESSAGE.
 */
bool gmcp_take(struct client *client, struct gmcp_credentials *out);

/* Drops the client's message unread. */
void gmcp_drop(struct client *client);

/* Wipes the client's message, for callers that read it themselves. */
void gmcp_wipe(struct client *client);

/* True if the peer speaks GMCP and asked for the module. */
bool gmcp_wants(const struct client *client, enum gmcp_module module);

/*
 * Sends a message. `value` stays the caller's; NULL: none. Without GMCP nothing is sent and ERR_OK
 * returned; the caller checks whether the client wants the module. ERR_TOO_BIG: more than
 * GMCP_MESSAGE_MAX, and nothing was sent. ERR_TOO_BIG and ERR_MEMORY may also come from
 * client_write().
 */
MUST_USE enum err gmcp_send(struct client *client, const char *package, const json_t *value);

/* Appends a message as a wire sends it: "package json", or only the package if `json` is NULL.
   Errors of bytes_append(). */
MUST_USE enum err gmcp_write(struct bytes *out, const char *package, const char *json);

/* Sends Core.Goodbye, with the text that the player reads as well. */
void gmcp_say_goodbye(struct client *client, const char *text);

/* Sends Client.GUI, once, to a client that loads packages: Mudlet, and each that asks for the
   module. */
void gmcp_offer_package(struct client *client, const char *url, const char *version);

/* Answers credentials with Char.Login.Result. */
void gmcp_answer_login(struct client *client, bool is_right, const char *message);

#endif
