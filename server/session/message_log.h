/*
 * The last messages a delver was told, oldest overwritten first.
 */
#ifndef UNDERCROFT_SERVER_SESSION_MESSAGE_LOG_H
#define UNDERCROFT_SERVER_SESSION_MESSAGE_LOG_H

#include <stdint.h>

#include "content/role.h"

enum {
    MESSAGE_LENGTH_MAX = 300, /* bytes; wider than the screen is cut when drawn */
    MESSAGE_COUNT_MAX = 20,
};

struct message {
    char text[MESSAGE_LENGTH_MAX + 1];
    enum role role;
};

struct message_log {
    struct message messages[MESSAGE_COUNT_MAX];
    uint32_t count; /* of all ever added */
};

void message_log_add(struct message_log *log, const char *text, enum role role);

/* How many can still be read. */
int message_log_length(const struct message_log *log);

/* The message `age` places back, 0 being the newest; `age` is below message_log_length(). */
const struct message *message_log_at(const struct message_log *log, int age);

#endif
