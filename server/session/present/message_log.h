/*
 * The last messages a delver was told, oldest overwritten first.
 */
#ifndef UNDERCROFT_SERVER_SESSION_MESSAGE_LOG_H
#define UNDERCROFT_SERVER_SESSION_MESSAGE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "content/role.h"

enum {
    MESSAGE_LENGTH_MAX = 300, /* bytes */
    MESSAGE_SHOWN_SIZE = MESSAGE_LENGTH_MAX + sizeof " (x4294967295)",
    MESSAGE_COUNT_MAX = 20,
};

struct message {
    char text[MESSAGE_LENGTH_MAX + 1];
    enum role role;
    uint32_t times; /* it was told in a row, if it may be counted; 0: it stands for itself */
};

struct message_log {
    struct message messages[MESSAGE_COUNT_MAX];
    uint32_t count;   /* of all added since it was cleared */
    uint32_t changes; /* of any kind */
};

void message_log_clear(struct message_log *log);

void message_log_add(struct message_log *log, const char *text, enum role role);

/* As message_log_add(), but where the newest message came in this way too and says the same, that
   one is counted up instead. */
void message_log_count(struct message_log *log, const char *text, enum role role);

/* How many can still be read. */
int message_log_length(const struct message_log *log);

/* The message `age` places back, 0 being the newest; `age` is below message_log_length(). */
const struct message *message_log_at(const struct message_log *log, int age);

/* True if the newest message says just this. */
bool message_log_ends_with(const struct message_log *log, const char *text);

/* The newest `count` or fewer, as many as fit into `out` of `out_size` bytes, the oldest of them
   first, each a line ended by LF. "" if there are none. */
void message_log_write(const struct message_log *log, int count, char *out, size_t out_size);

/* A message as it is shown: with how often it was told, if that was more than once. */
void message_show(const struct message *message, char out[MESSAGE_SHOWN_SIZE]);

#endif
