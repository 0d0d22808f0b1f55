/*
 * A client of a swarm: connects, answers the negotiation, logs in, plays one key at a time and
 * leaves. Handles and callbacks are libuv's; nothing here waits.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_BOT_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_BOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/rng.h"
#include "server/tools/swarm/answers.h"
#include "server/tools/swarm/line.h"
#include "server/tools/swarm/web.h"

struct swarm;

enum { BOT_NAME_SIZE = 17, BOT_HEARD_MAX = 512 };

enum bot_stage {
    BOT_NOT_BEGUN,
    BOT_CONNECTING,
    BOT_LOGIN,
    BOT_PLAYING,
    BOT_LEAVING, /* it has sent quit */
    BOT_REFUSED, /* it has ended: it never got into play */
    BOT_LOST,    /* it has ended: the connection broke */
    BOT_LEFT,    /* it has ended as it should */
    BOT_STAGE_COUNT
};

enum bot_wire { BOT_WIRE_TEXT, BOT_WIRE_COMMAND, BOT_WIRE_OPTION, BOT_WIRE_SUB, BOT_WIRE_SUB_IAC };

struct bot {
    uv_tcp_t handle;
    uv_connect_t connect;
    struct swarm *swarm;
    enum bot_stage stage;
    enum bot_wire wire;
    uint8_t verb;
    uint8_t option; /* option of the subnegotiation; 0: its first byte is still to come */
    bool server_echoes;
    bool has_said_name;
    bool has_said_password;
    bool is_welcome;
    struct rng rng;
    char name[BOT_NAME_SIZE];
    uint64_t began_us;    /* time when the login began */
    uint64_t again_at_us; /* time until which the server asked it to wait; 0: it did not */
    uint64_t due_key_us;  /* time when the key that is typed now was due */
    uint64_t next_key_us;
    struct line line;
    struct page page; /* reader of a browser page's records */
    struct cursor cursor;
    struct typed typed;
    int way_back;                  /* direction back from the last step that succeeded */
    bool is_way_known;             /* `way_back` is valid */
    bool was_refused;              /* the last step was refused with a message */
    char heard[BOT_HEARD_MAX + 1]; /* newest text of the login */
    size_t heard_length;
};

/* Begins to connect. The name is the swarm's prefix and a name for `number`, which is also the
   bot's index in the swarm. */
void bot_begin(struct bot *bot, struct swarm *swarm, int number);

/* Does what is due. Call it at the time in the swarm's `due_us`. */
void bot_update(struct bot *bot, uint64_t now_us);

/* Makes a bot that plays type from now on. */
void bot_begin_to_type(struct bot *bot, uint64_t now_us);

/* Makes a bot that plays send quit or close the connection; one that is not in play yet closes
   it. */
void bot_leave(struct bot *bot);

/* Closes the socket; `stage` says how the bot has ended. Idempotent. */
void bot_end(struct bot *bot, enum bot_stage stage);

bool bot_is_over(const struct bot *bot);

/* Writes bytes to the socket unchanged, for the line. False: it did not take all of them. */
bool bot_write(struct bot *bot, const void *bytes, size_t length);

/* Take the server's output, as text, or as records of a page; for the line. */
void bot_hear(struct bot *bot, const void *bytes, size_t length);
void bot_hear_records(struct bot *bot, const uint8_t *bytes, size_t length);

#endif
