/*
 * The control socket. A connection is in one of three states: it reads a request, the request is
 * being answered, or the answer is being written; so a connection costs at most the memory of one
 * line and one answer.
 *
 * All freeing happens in the close callbacks.
 */
#include "server/admin/control.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "base/bytes.h"
#include "base/check.h"
#include "server/admin/admin.h"
#include "server/base/unix_socket.h"

enum { BACKLOG = 16, HEAD_SIZE = 64, ANSWER_KEEP = 4096 };

struct control {
    struct admin *admin;
    uv_pipe_t listener;
    struct control_line *lines; /* list of the connections, newest first */
    int line_count;
    uint64_t newest_serial;
    bool is_waiting; /* a connection could not be accepted because memory was out */
    struct socket_path path;
};

struct control_line {
    struct control_line *next;
    struct control *control;
    uv_pipe_t handle;
    uv_write_t write;
    uint64_t serial;
    char in[CONTROL_LINE_MAX + 1]; /* a request, with its LF */
    size_t in_length;
    struct bytes out;        /* the answer; libuv's while is_writing */
    size_t out_left;         /* bytes that libuv still had when it was last looked at */
    uint64_t progress_at_ms; /* time when something was last read or taken */
    bool stays;
    bool is_asking; /* an answer is still to come */
    bool is_writing;
    bool is_reading;
    bool is_last; /* the connection closes after this answer */
    bool is_closing;
};

static const char *const outcome_words[ADMIN_OUTCOME_COUNT] = {
    [ADMIN_DONE] = "ok",
    [ADMIN_REFUSED] = "refused",
    [ADMIN_USAGE] = "usage",
};

static const char too_many[] = "Too many connections; close one and try again.\n";
static const char too_long[] = "The line is too long.\n";
static const char what_form[] = "A request begins with text or json.\n";
static const char too_busy[] = "Too much is being answered already; try again later.\n";

static void advance(struct control_line *line);

static void on_line_closed(uv_handle_t *handle)
{
    struct control_line *line = handle->data;

    bytes_release(&line->out);
    free(line);
}

static void close_line(struct control_line *line)
{
    struct control_line **link = &line->control->lines;

    if (line->is_closing)
        return;
    line->is_closing = true;
    while (*link != line)
        link = &(*link)->next;
    *link = line->next;
    line->control->line_count--;
    uv_close((uv_handle_t *)&line->handle, on_line_closed);
}

static void on_written(uv_write_t *request, int status)
{
    struct control_line *line = request->handle->data;

    line->is_writing = false;
    if (line->is_closing)
        return;
    base_touch_clock(line->control->admin->base);
    line->progress_at_ms = line->control->admin->base->now_ms;
    bytes_clear(&line->out, ANSWER_KEEP);
    if (status < 0 || line->is_last)
        close_line(line);
    else
        advance(line);
}

/* Sends the answer; called once for each request. */
static void answer(struct control_line *line, enum admin_outcome outcome, const void *text,
                   size_t length)
{
    char head[HEAD_SIZE];

    CHECK(!line->is_writing);
    line->is_asking = false;
    snprintf(head, sizeof head, "%s %zu\n", outcome_words[outcome], length);
    if (bytes_append_text(&line->out, head) != ERR_OK ||
        bytes_append(&line->out, text, length) != ERR_OK) {
        close_line(line);
        return;
    }
    uv_buf_t buffer = uv_buf_init((char *)line->out.data, (unsigned)line->out.length);
    line->progress_at_ms = line->control->admin->base->now_ms;
    line->is_writing = true;
    if (uv_write(&line->write, (uv_stream_t *)&line->handle, &buffer, 1, on_written) != 0) {
        line->is_writing = false;
        close_line(line);
        return;
    }
    line->out_left = uv_stream_get_write_queue_size((const uv_stream_t *)&line->handle);
}

void control_deliver(struct admin *admin, uint64_t serial, enum admin_outcome outcome,
                     const struct bytes *text)
{
    struct control_line *line = admin->control == NULL ? NULL : admin->control->lines;

    while (line != NULL && line->serial != serial)
        line = line->next;
    if (line != NULL)
        answer(line, outcome, text->data, text->length);
}

/* Returns the text after the first word if that is `word`; NULL: it is another. */
static const char *after_word(const char *text, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(text, word, length) != 0 || (text[length] != ' ' && text[length] != '\0'))
        return NULL;
    return text + length;
}

/* Returns the text after "text" or "text/80", with the requested width. */
static const char *after_text(const char *request, int *out_width)
{
    static const char slash[] = "text/";
    const char *words = after_word(request, "text");
    char *end = NULL;

    if (words != NULL || strncmp(request, slash, sizeof slash - 1) != 0)
        return words;
    long width = strtol(request + sizeof slash - 1, &end, 10);
    if ((*end != ' ' && *end != '\0') || width < 1 || width > CONTROL_WIDTH_MAX)
        return NULL;
    *out_width = (int)width;
    return end;
}

/* Takes a request: `text` has `length` bytes without its LF, ended by NUL. */
static void take_request(struct control_line *line, const char *text, size_t length)
{
    struct admin_caller caller = {.deliver = control_deliver,
                                  .serial = line->serial,
                                  .role = ACCOUNT_ROLE_ADMIN,
                                  .name = "operator"};
    const char *words = after_word(text, "json");

    line->is_asking = true;
    if (after_word(text, "stay") != NULL) {
        line->stays = true;
        answer(line, ADMIN_DONE, "", 0);
        return;
    }
    caller.format = words != NULL ? ADMIN_JSON : ADMIN_TEXT;
    words = words != NULL ? words : after_text(text, &caller.page.width);
    if (words == NULL)
        answer(line, ADMIN_USAGE, what_form, strlen(what_form));
    else if (admin_submit(line->control->admin, &caller, words, length - (size_t)(words - text)) !=
             ERR_OK)
        answer(line, ADMIN_REFUSED, too_busy, strlen(too_busy));
}

static void allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    struct control_line *line = handle->data;

    (void)suggested;
    *out = uv_buf_init(line->in + line->in_length, (unsigned)(sizeof line->in - line->in_length));
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct control_line *line = stream->data;

    (void)buffer;
    if (length == 0 || line->is_closing)
        return;
    base_touch_clock(line->control->admin->base);
    if (length < 0) {
        close_line(line);
        return;
    }
    line->progress_at_ms = line->control->admin->base->now_ms;
    line->in_length += (size_t)length;
    advance(line);
}

static void set_reading(struct control_line *line, bool reads)
{
    if (line->is_reading == reads)
        return;
    line->is_reading = reads;
    if (!reads)
        uv_read_stop((uv_stream_t *)&line->handle);
    else if (uv_read_start((uv_stream_t *)&line->handle, allocate, on_read) != 0)
        close_line(line);
}

/* Takes the next complete request; if there is none, continues reading. */
static void advance(struct control_line *line)
{
    char request[CONTROL_LINE_MAX + 1];

    while (!line->is_closing && !line->is_asking && !line->is_writing) {
        char *end = memchr(line->in, '\n', line->in_length);
        if (end == NULL && line->in_length < sizeof line->in)
            break;
        if (end == NULL) {
            line->is_last = true;
            answer(line, ADMIN_USAGE, too_long, strlen(too_long));
            break;
        }
        size_t length = (size_t)(end - line->in);
        memcpy(request, line->in, length);
        request[length] = '\0';
        line->in_length -= length + 1;
        memmove(line->in, end + 1, line->in_length);
        take_request(line, request, length);
    }
    if (!line->is_closing)
        set_reading(line, !line->is_asking && !line->is_writing);
}

/* Returns the connection that has been idle longest and waits for no answer; NULL: all wait. */
static struct control_line *find_idlest(const struct control *control)
{
    struct control_line *idlest = NULL;

    for (struct control_line *line = control->lines; line != NULL; line = line->next) {
        if (!line->is_asking && (idlest == NULL || line->progress_at_ms <= idlest->progress_at_ms))
            idlest = line;
    }
    return idlest;
}

/* Closes the idlest connection. False: all wait for answers. */
static bool make_room(struct control *control)
{
    if (control->line_count < CONTROL_LINES_MAX)
        return true;
    struct control_line *idlest = find_idlest(control);
    if (idlest != NULL)
        close_line(idlest);
    return idlest != NULL;
}

static void on_refused_closed(uv_handle_t *handle)
{
    free(handle->data);
}

/* Refuses a connection, which is not in the list. */
static void refuse(struct control_line *line)
{
    char text[HEAD_SIZE + sizeof too_many];
    int length = snprintf(text, sizeof text, "refused %zu\n%s", strlen(too_many), too_many);
    uv_buf_t buffer = uv_buf_init(text, (unsigned)length);

    /* The send buffer is empty, so this takes all of it. */
    (void)uv_try_write((uv_stream_t *)&line->handle, &buffer, 1);
    uv_close((uv_handle_t *)&line->handle, on_refused_closed);
}

static bool is_trusted(struct control_line *line)
{
    uv_os_fd_t descriptor;

    return uv_fileno((uv_handle_t *)&line->handle, &descriptor) == 0 && peer_is_trusted(descriptor);
}

static void welcome(struct control_line *line)
{
    struct control *control = line->control;

    line->serial = ++control->newest_serial;
    line->progress_at_ms = control->admin->base->now_ms;
    line->next = control->lines;
    control->lines = line;
    control->line_count++;
    bytes_init(&line->out, ADMIN_ANSWER_MAX + HEAD_SIZE);
    set_reading(line, true);
}

static void accept_one(struct control *control)
{
    struct control_line *line = calloc(1, sizeof *line);

    control->is_waiting = line == NULL;
    if (line == NULL)
        return;
    line->control = control;
    if (uv_pipe_init(&control->admin->base->loop, &line->handle, 0) != 0) {
        free(line);
        return;
    }
    line->handle.data = line;
    if (uv_accept((uv_stream_t *)&control->listener, (uv_stream_t *)&line->handle) != 0) {
        uv_close((uv_handle_t *)&line->handle, on_refused_closed);
    } else if (!is_trusted(line)) {
        LOG(&control->admin->base->log, LOG_WARNING, "control.stranger",
            log_text("data", control->admin->base->options.data));
        uv_close((uv_handle_t *)&line->handle, on_refused_closed);
    } else if (!make_room(control)) {
        refuse(line);
    } else {
        welcome(line);
    }
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct control *control = listener->data;

    base_touch_clock(control->admin->base);
    if (status == 0)
        accept_one(control);
}

/* Warns that the server runs without its socket. */
static void warn(const struct admin *admin, const char *cause)
{
    printf("warn: no control socket in %s: %s; undercroftctl will find no server\n",
           admin->base->options.data, cause);
    LOG(&admin->base->log, LOG_WARNING, "control.not-opened",
        log_text("data", admin->base->options.data), log_text("cause", cause));
}

/* Removes a socket that an earlier server left. Other files of that name are not ours to remove. */
static const char *clear_name(const char *path)
{
    struct stat info;

    if (lstat(path, &info) != 0)
        return errno == ENOENT ? NULL : strerror(errno);
    if (!S_ISSOCK(info.st_mode))
        return "undercroft.sock is there and is no socket; move it away";
    return unlink(path) == 0 ? NULL : strerror(errno);
}

/* Listens. Returns NULL, or why that failed. */
static const char *listen_on(struct control *control)
{
    const char *cause = clear_name(control->path.text);

    if (cause != NULL)
        return cause;
    /* Created with its mode, so that nobody gets in between bind and chmod. */
    mode_t before = umask(0177);
    int status = uv_pipe_bind(&control->listener, control->path.text);
    umask(before);
    if (status == 0)
        status = uv_listen((uv_stream_t *)&control->listener, BACKLOG, on_connection);
    return status == 0 ? NULL : uv_strerror(status);
}

static void on_listener_closed(uv_handle_t *handle)
{
    struct control *control = handle->data;

    socket_path_close(&control->path);
    free(control);
}

void control_open(struct admin *admin)
{
    struct control *control = calloc(1, sizeof *control);
    char path[OPTION_PATH_SIZE];

    if (control == NULL || uv_pipe_init(&admin->base->loop, &control->listener, 0) != 0) {
        free(control);
        warn(admin, "out of memory");
        return;
    }
    control->admin = admin;
    control->listener.data = control;
    snprintf(path, sizeof path, "%s/undercroft.sock", admin->base->options.data);
    const char *cause =
        socket_path_open(&control->path, path) ? listen_on(control) : strerror(errno);
    if (cause == NULL) {
        admin->control = control;
        return;
    }
    warn(admin, cause);
    uv_close((uv_handle_t *)&control->listener, on_listener_closed);
}

void control_close(struct admin *admin)
{
    struct control *control = admin->control;

    if (control == NULL)
        return;
    while (control->lines != NULL)
        close_line(control->lines);
    admin->control = NULL;
    /* libuv removes the name with the socket. */
    uv_close((uv_handle_t *)&control->listener, on_listener_closed);
}

static bool is_over(struct control_line *line, uint64_t now_ms)
{
    uint64_t limit_ms = line->stays ? CONTROL_STAY_MS : CONTROL_IDLE_MS;

    if (line->is_asking)
        return false;
    if (line->is_writing) {
        size_t left = uv_stream_get_write_queue_size((const uv_stream_t *)&line->handle);
        if (left < line->out_left) {
            line->out_left = left;
            line->progress_at_ms = now_ms;
        }
        limit_ms = CONTROL_STALL_MS;
    }
    return now_ms - line->progress_at_ms >= limit_ms;
}

void control_sweep(struct admin *admin)
{
    struct control *control = admin->control;

    if (control == NULL)
        return;
    for (struct control_line *line = control->lines, *next; line != NULL; line = next) {
        next = line->next;
        if (is_over(line, admin->base->now_ms))
            close_line(line);
    }
    if (control->is_waiting)
        accept_one(control);
}
