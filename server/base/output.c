/*
 * The ring and its thread. A line in the ring is its length and its bytes; the thread takes a line
 * out only after it was written, so an empty ring means that all of it has left the process.
 */
#define _GNU_SOURCE /* fopencookie() is not in POSIX */
#include "server/base/output.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "base/check.h"
#include "server/base/threads.h"

enum { STACK_SIZE = 256 * 1024, CRASH_STEP_MS = 10, NS_PER_MS = 1000000 };

struct output {
    int descriptor;
    enum output_kind kind;
    uv_thread_t thread;
    uv_mutex_t mutex;
    uv_cond_t has_lines;
    uv_cond_t has_ended;

    /* The mutex guards the members from here on. */
    char ring[OUTPUT_RING_SIZE];
    size_t begin; /* start of the oldest line */
    size_t used;
    uint64_t lost;
    uint64_t lost_unreported;
    int write_error; /* errno of the newest failed write; 0: none failed */
    bool is_ending;
    bool is_ended;     /* the thread has ended and uses nothing any more */
    bool is_abandoned; /* nobody waits for the thread: it frees what it has */
};

/* For signal handlers, which may look at nothing else: whether lines of each kind wait to be
   written. */
static _Atomic sig_atomic_t kinds_waiting[OUTPUT_KIND_COUNT];

static void copy_in(struct output *output, const void *bytes, size_t length)
{
    size_t at = (output->begin + output->used) % OUTPUT_RING_SIZE;
    size_t first = length < OUTPUT_RING_SIZE - at ? length : OUTPUT_RING_SIZE - at;

    memcpy(output->ring + at, bytes, first);
    memcpy(output->ring, (const char *)bytes + first, length - first);
    output->used += length;
}

/* Copies bytes of the ring, from `skip` bytes after the start of the oldest line on. Removes
   nothing. */
static void copy_out(const struct output *output, size_t skip, void *bytes, size_t length)
{
    size_t at = (output->begin + skip) % OUTPUT_RING_SIZE;
    size_t first = length < OUTPUT_RING_SIZE - at ? length : OUTPUT_RING_SIZE - at;

    memcpy(bytes, output->ring + at, first);
    memcpy((char *)bytes + first, output->ring, length - first);
}

static void count_lost(struct output *output)
{
    output->lost++;
    output->lost_unreported++;
}

bool output_put(struct output *output, const char *line, size_t length)
{
    uint32_t size = (uint32_t)length;

    CHECK(length <= OUTPUT_LINE_MAX);
    uv_mutex_lock(&output->mutex);
    bool fits = sizeof size + length <= OUTPUT_RING_SIZE - output->used;
    if (fits) {
        copy_in(output, &size, sizeof size);
        copy_in(output, line, length);
        kinds_waiting[output->kind] = 1;
        uv_cond_signal(&output->has_lines);
    } else {
        count_lost(output);
    }
    uv_mutex_unlock(&output->mutex);
    return fits;
}

/* True if a failed write may be tried again. If another program made the descriptor non-blocking,
   waits until it can be written. */
static bool may_retry(int descriptor)
{
    struct pollfd wanted = {.fd = descriptor, .events = POLLOUT};

    if (errno == EAGAIN)
        return poll(&wanted, 1, -1) >= 0 || errno == EINTR;
    return errno == EINTR;
}

/* Writes a line. False: the line, or the rest of it, cannot be written. */
static bool write_line(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && !may_retry(descriptor))
            return false;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return true;
}

/* Waits for the oldest line and copies it; it stays in the ring. False: the output has ended. */
static bool await_line(struct output *output, char *line, uint32_t *out_length)
{
    uv_mutex_lock(&output->mutex);
    while (output->used == 0 && !output->is_ending)
        uv_cond_wait(&output->has_lines, &output->mutex);
    bool is_there = output->used > 0;
    if (is_there) {
        copy_out(output, 0, out_length, sizeof *out_length);
        copy_out(output, sizeof *out_length, line, *out_length);
    }
    uv_mutex_unlock(&output->mutex);
    return is_there;
}

static void drop_line(struct output *output, uint32_t length, bool was_written)
{
    int error = was_written ? 0 : errno;

    uv_mutex_lock(&output->mutex);
    output->begin = (output->begin + sizeof length + length) % OUTPUT_RING_SIZE;
    output->used -= sizeof length + length;
    if (!was_written) {
        count_lost(output);
        output->write_error = error;
    }
    if (output->used == 0)
        kinds_waiting[output->kind] = 0;
    uv_mutex_unlock(&output->mutex);
}

static void release(struct output *output)
{
    uv_cond_destroy(&output->has_ended);
    uv_cond_destroy(&output->has_lines);
    uv_mutex_destroy(&output->mutex);
    free(output);
}

static void run_thread(void *argument)
{
    struct output *output = argument;
    char line[OUTPUT_LINE_MAX];
    uint32_t length = 0;

    batch_set(true);
    while (await_line(output, line, &length))
        drop_line(output, length, write_line(output->descriptor, line, length));
    uv_mutex_lock(&output->mutex);
    output->is_ended = true;
    bool is_abandoned = output->is_abandoned;
    uv_cond_signal(&output->has_ended);
    uv_mutex_unlock(&output->mutex);
    if (is_abandoned)
        release(output);
}

static enum err start(struct output *output)
{
    const uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE,
                                         .stack_size = STACK_SIZE};

    if (uv_mutex_init(&output->mutex) != 0)
        return ERR_NO_RESOURCE;
    if (uv_cond_init(&output->has_lines) != 0) {
        uv_mutex_destroy(&output->mutex);
        return ERR_NO_RESOURCE;
    }
    if (uv_cond_init(&output->has_ended) == 0) {
        if (uv_thread_create_ex(&output->thread, &options, run_thread, output) == 0)
            return ERR_OK;
        uv_cond_destroy(&output->has_ended);
    }
    uv_cond_destroy(&output->has_lines);
    uv_mutex_destroy(&output->mutex);
    return ERR_NO_RESOURCE;
}

enum err output_open(int descriptor, enum output_kind kind, struct output **out)
{
    struct output *output = calloc(1, sizeof *output);

    if (output == NULL)
        return ERR_MEMORY;
    output->descriptor = descriptor;
    output->kind = kind;
    enum err error = start(output);
    if (error == ERR_OK)
        *out = output;
    else
        free(output);
    return error;
}

/* Waits for the thread. True: it has ended in time. */
static bool await_end(struct output *output)
{
    uint64_t deadline_ns = uv_hrtime() + (uint64_t)OUTPUT_DRAIN_MS * NS_PER_MS;

    uv_mutex_lock(&output->mutex);
    output->is_ending = true;
    uv_cond_signal(&output->has_lines);
    for (uint64_t now_ns; !output->is_ended && (now_ns = uv_hrtime()) < deadline_ns;)
        (void)uv_cond_timedwait(&output->has_ended, &output->mutex, deadline_ns - now_ns);
    bool is_ended = output->is_ended;
    output->is_abandoned = !is_ended;
    if (!is_ended)
        kinds_waiting[output->kind] = 0;
    uv_mutex_unlock(&output->mutex);
    return is_ended;
}

void output_close(struct output *output)
{
    if (output == NULL)
        return;
    uv_thread_t thread = output->thread;
    /* In a write that may never return: the end of the process ends it, if no reader does. */
    if (!await_end(output)) {
        (void)pthread_detach(thread);
        return;
    }
    uv_thread_join(&thread);
    release(output);
}

/* Write function of a stream: always accepts all, because a stream would try a refused part
   again. */
static ssize_t put_stream(void *cookie, const char *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        size_t part = length - done < OUTPUT_LINE_MAX ? length - done : OUTPUT_LINE_MAX;
        (void)output_put(cookie, bytes + done, part);
        done += part;
    }
    return (ssize_t)length;
}

FILE *output_stream(struct output *output)
{
    FILE *stream = fopencookie(output, "w", (cookie_io_functions_t){.write = put_stream});

    if (stream != NULL)
        setvbuf(stream, NULL, _IOLBF, OUTPUT_LINE_MAX);
    return stream;
}

uint64_t output_lost(struct output *output)
{
    uv_mutex_lock(&output->mutex);
    uint64_t lost = output->lost;
    uv_mutex_unlock(&output->mutex);
    return lost;
}

int output_write_error(struct output *output)
{
    uv_mutex_lock(&output->mutex);
    int error = output->write_error;
    uv_mutex_unlock(&output->mutex);
    return error;
}

uint64_t output_take_lost(struct output *output)
{
    uint64_t lines = 0;

    uv_mutex_lock(&output->mutex);
    if (output->used <= OUTPUT_RING_SIZE / 2) {
        lines = output->lost_unreported;
        output->lost_unreported = 0;
    }
    uv_mutex_unlock(&output->mutex);
    return lines;
}

void output_return_lost(struct output *output, uint64_t lines)
{
    uv_mutex_lock(&output->mutex);
    output->lost_unreported += lines;
    uv_mutex_unlock(&output->mutex);
}

void output_await_all(void)
{
    const struct timespec step = {.tv_nsec = (long)CRASH_STEP_MS * NS_PER_MS};

    for (int waited_ms = 0; waited_ms < OUTPUT_CRASH_MS; waited_ms += CRASH_STEP_MS) {
        bool is_waiting = false;
        for (int kind = 0; kind < OUTPUT_KIND_COUNT; kind++)
            is_waiting = is_waiting || kinds_waiting[kind] != 0;
        if (!is_waiting)
            return;
        (void)nanosleep(&step, NULL);
    }
}
