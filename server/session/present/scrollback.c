/*
 * The record of a session's text: the ring of its last messages, and the parts that are allocated
 * at first use.
 */
#include "server/session/present/scrollback.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "narrate/around.h"
#include "narrate/fight_fold.h"
#include "server/session/session.h"

_Static_assert(MESSAGE_RING_SIZE <= UINT16_MAX, "a place counts in 16 bits");
_Static_assert(MESSAGE_RING_SIZE > MESSAGE_LENGTH_MAX, "the longest message fits");
_Static_assert(ROLE_COUNT <= UINT8_MAX, "a place holds a role in 8 bits");

/* Returns the index of the message `age` back; `age` is below MESSAGE_COUNT_MAX. */
static int place_index(const struct message_log *log, int age)
{
    return (log->next + MESSAGE_COUNT_MAX - 1 - age) % MESSAGE_COUNT_MAX;
}

/* Grows the ring so that `end` bytes fit, up to its largest size. If memory is out it stays as it
   is. */
static void grow(struct message_log *log, size_t end)
{
    size_t size = log->ring_size == 0 ? MESSAGE_RING_MIN : log->ring_size;

    while (size < end && size < MESSAGE_RING_SIZE)
        size *= 2;
    if (size > MESSAGE_RING_SIZE)
        size = MESSAGE_RING_SIZE;
    char *ring = size == log->ring_size ? NULL : realloc(log->ring, size);
    if (ring == NULL)
        return;
    log->ring = ring;
    log->ring_size = (uint16_t)size;
}

/* Drops the oldest messages until `size` bytes in one piece are free; returns their offset. The
   ring is at least that large. */
static size_t make_room(struct message_log *log, size_t size)
{
    while (log->kept > 0) {
        size_t oldest = log->places[place_index(log, log->kept - 1)].at;
        size_t free_end = oldest < log->end ? log->ring_size : oldest;

        if (size <= free_end - log->end)
            return log->end;
        if (oldest < log->end && size <= oldest)
            return 0;
        log->kept--;
    }
    return 0;
}

/* Adds a message. NULL: out of memory. */
static struct message_place *add(struct message_log *log, const char *text, enum role role)
{
    size_t length = strnlen(text, MESSAGE_LENGTH_MAX);

    /* A cut must not leave half a character. */
    while (length > 0 && text[length] != '\0' && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    if (log->end + length + 1 > log->ring_size)
        grow(log, log->end + length + 1);
    if (length + 1 > log->ring_size)
        return NULL;
    if (log->kept == MESSAGE_COUNT_MAX)
        log->kept--;
    size_t at = make_room(log, length + 1);
    struct message_place *place = &log->places[log->next];
    memcpy(log->ring + at, text, length);
    log->ring[at + length] = '\0';
    *place = (struct message_place){.at = (uint16_t)at, .role = (uint8_t)role};
    log->end = (uint16_t)(at + length + 1);
    log->next = (uint8_t)((log->next + 1) % MESSAGE_COUNT_MAX);
    log->kept++;
    return place;
}

void message_log_release(struct message_log *log)
{
    free(log->ring);
    *log = (struct message_log){0};
}

void message_log_clear(struct message_log *log)
{
    log->kept = 0;
    log->changes++;
}

void message_log_add(struct message_log *log, const char *text, enum role role)
{
    log->changes++;
    (void)add(log, text, role);
}

void message_log_count(struct message_log *log, const char *text, enum role role)
{
    struct message_place *newest = &log->places[place_index(log, 0)];
    bool is_same =
        message_log_ends_with(log, text) && newest->times > 0 && newest->role == (uint8_t)role;

    log->changes++;
    if (!is_same && (newest = add(log, text, role)) != NULL)
        newest->times = 1;
    else if (is_same && newest->times < UINT32_MAX)
        newest->times++;
}

bool message_log_extend(struct message_log *log, const char *text)
{
    char joined[MESSAGE_LENGTH_MAX + 1];

    if (log->kept == 0)
        return false;
    struct message newest = message_log_at(log, 0);
    int length = snprintf(joined, sizeof joined, "%s %s", newest.text, text);
    if (newest.times > 1 || length >= (int)sizeof joined)
        return false;
    int index = place_index(log, 0);
    log->end = log->places[index].at;
    log->next = (uint8_t)index;
    log->kept--;
    message_log_add(log, joined, newest.role);
    return true;
}

int message_log_length(const struct message_log *log)
{
    return log->kept;
}

struct message message_log_at(const struct message_log *log, int age)
{
    CHECK(age >= 0 && age < message_log_length(log));
    const struct message_place *place = &log->places[place_index(log, age)];

    return (struct message){
        .text = log->ring + place->at, .role = (enum role)place->role, .times = place->times};
}

bool message_log_ends_with(const struct message_log *log, const char *text)
{
    return log->kept > 0 && strcmp(message_log_at(log, 0).text, text) == 0;
}

/* Returns the message `*age` back, counted together with newer equal ones; `*age` becomes that of
   the newest of them. */
static struct message message_with_repeats(const struct message_log *log, int *age)
{
    struct message message = message_log_at(log, *age);

    message.times = message.times > 0 ? message.times : 1;
    for (; *age > 0; --*age) {
        struct message next = message_log_at(log, *age - 1);
        uint32_t times = next.times > 0 ? next.times : 1;
        if (strcmp(next.text, message.text) != 0 || message.times > UINT32_MAX - times)
            break;
        message.times += times;
    }
    return message;
}

void message_log_write(const struct message_log *log, int count, bool joins, char *out,
                       size_t out_size)
{
    char shown[MESSAGE_SHOWN_SIZE];
    size_t needed = 1;
    size_t length = 0;
    int ages = 0;

    out[0] = '\0';
    for (; ages < count && ages < message_log_length(log); ages++) {
        struct message message = message_log_at(log, ages);
        message_show(&message, shown);
        needed += strlen(shown) + 1;
        if (needed > out_size)
            break;
    }
    for (int age = ages - 1; age >= 0 && length < out_size; age--) {
        struct message message = joins ? message_with_repeats(log, &age) : message_log_at(log, age);
        message_show(&message, shown);
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

enum err scrollback_open(struct session *session)
{
    if (session->present.scrollback == NULL)
        session->present.scrollback = calloc(1, sizeof *session->present.scrollback);
    return session->present.scrollback == NULL ? ERR_MEMORY : ERR_OK;
}

struct listed *scrollback_list(struct scrollback *scrollback, int count)
{
    struct listed *listed = scrollback->listed;

    if (listed == NULL || listed->count != count) {
        free(listed);
        listed = malloc(sizeof *listed + (size_t)count * sizeof listed->things[0]);
        scrollback->listed = listed;
    }
    if (listed != NULL)
        listed->count = count;
    return listed;
}

struct around_described *scrollback_described(struct scrollback *scrollback)
{
    if (scrollback->described == NULL)
        scrollback->described = calloc(1, sizeof *scrollback->described);
    return scrollback->described;
}

void scrollback_release(struct present_state *present)
{
    struct scrollback *scrollback = present->scrollback;

    if (scrollback == NULL)
        return;
    message_log_release(&scrollback->messages);
    free(scrollback->listed);
    free(scrollback->described);
    free(scrollback->fights);
    free(scrollback);
    present->scrollback = NULL;
}
