/*
 * The last messages a delver was told.
 */
#include "server/session/message_log.h"

#include <string.h>

#include "base/check.h"

void message_log_add(struct message_log *log, const char *text, enum role role)
{
    struct message *message = &log->messages[log->count % MESSAGE_COUNT_MAX];
    size_t length = strnlen(text, MESSAGE_LENGTH_MAX);

    /* A cut must not leave half a character behind. */
    while (length > 0 && text[length] != '\0' && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    memcpy(message->text, text, length);
    message->text[length] = '\0';
    message->role = role;
    log->count++;
}

int message_log_length(const struct message_log *log)
{
    return log->count < MESSAGE_COUNT_MAX ? (int)log->count : MESSAGE_COUNT_MAX;
}

const struct message *message_log_at(const struct message_log *log, int age)
{
    CHECK(age >= 0 && age < message_log_length(log));
    return &log->messages[(log->count - 1 - (uint32_t)age) % MESSAGE_COUNT_MAX];
}
