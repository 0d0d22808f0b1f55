/*
 * The last messages a delver was told.
 */
#include "server/session/present/message_log.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"

static struct message *add(struct message_log *log, const char *text, enum role role)
{
    struct message *message = &log->messages[log->count % MESSAGE_COUNT_MAX];
    size_t length = strnlen(text, MESSAGE_LENGTH_MAX);

    /* A cut must not leave half a character behind. */
    while (length > 0 && text[length] != '\0' && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    memcpy(message->text, text, length);
    message->text[length] = '\0';
    message->role = role;
    message->times = 0;
    log->count++;
    return message;
}

void message_log_clear(struct message_log *log)
{
    log->count = 0;
    log->changes++;
}

void message_log_add(struct message_log *log, const char *text, enum role role)
{
    log->changes++;
    (void)add(log, text, role);
}

void message_log_count(struct message_log *log, const char *text, enum role role)
{
    struct message *newest = &log->messages[(log->count - 1) % MESSAGE_COUNT_MAX];
    bool is_same = log->count > 0 && newest->times > 0 && newest->role == role &&
                   strcmp(newest->text, text) == 0;

    log->changes++;
    if (!is_same)
        add(log, text, role)->times = 1;
    else if (newest->times < UINT32_MAX)
        newest->times++;
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

bool message_log_ends_with(const struct message_log *log, const char *text)
{
    return log->count > 0 && strcmp(message_log_at(log, 0)->text, text) == 0;
}

void message_log_write(const struct message_log *log, int count, char *out, size_t out_size)
{
    char shown[MESSAGE_SHOWN_SIZE];
    size_t needed = 1;
    size_t length = 0;
    int ages = 0;

    out[0] = '\0';
    for (; ages < count && ages < message_log_length(log); ages++) {
        message_show(message_log_at(log, ages), shown);
        needed += strlen(shown) + 1;
        if (needed > out_size)
            break;
    }
    while (ages-- > 0) {
        message_show(message_log_at(log, ages), shown);
        length += (size_t)snprintf(out + length, out_size - length, "%s\n", shown);
    }
}

void message_show(const struct message *message, char out[MESSAGE_SHOWN_SIZE])
{
    if (message->times > 1)
        snprintf(out, MESSAGE_SHOWN_SIZE, "%s (x%" PRIu32 ")", message->text, message->times);
    else
        memcpy(out, message->text, strlen(message->text) + 1);
}
