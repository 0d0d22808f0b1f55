/*
 * The backup hook: a child process, a pipe that takes its standard output and errors line by line,
 * and a timer. All three are libuv's and belong to one struct, which is freed when they are closed.
 * The child leads a session and a process group of its own, so that a signal reaches all that it
 * has started, even after its own end.
 */
#include "server/admin/backup_hook.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "server/admin/admin.h"
#include "server/admin/backup.h"

enum { HANDLES = 3, READ_SIZE = 4096, READS_MAX = 64, WORD_SIZE = 8192 };

struct backup_hook {
    uv_process_t process;
    uv_pipe_t output;
    uv_timer_t timer;
    int open;    /* number of handles that are not closed yet */
    pid_t group; /* process group; 0: it was not started */
    struct admin *admin;
    backup_hook_ended *on_ended;
    const char *ended_because;        /* why it was stopped; NULL: it was not */
    char line[BACKUP_HOOK_LINE_SIZE]; /* line that is not complete yet */
    size_t length;
    int lines;
    char bytes[READ_SIZE];
};

static void log_line(struct backup_hook *hook)
{
    struct log *log = &hook->admin->base->log;

    hook->line[hook->length] = '\0';
    hook->length = 0;
    hook->lines++;
    if (hook->lines <= BACKUP_HOOK_LINES_MAX)
        LOG(log, LOG_INFO, "backup.hook", log_text("line", hook->line));
    else if (hook->lines == BACKUP_HOOK_LINES_MAX + 1)
        LOG(log, LOG_WARNING, "backup.hook", log_text("line", "(the rest is left out)"));
}

static void take_output(struct backup_hook *hook, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\n' || hook->length == sizeof hook->line - 1)
            log_line(hook);
        if (bytes[i] != '\n')
            hook->line[hook->length++] = bytes[i];
    }
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *out)
{
    struct backup_hook *hook = handle->data;

    (void)size;
    *out = uv_buf_init(hook->bytes, sizeof hook->bytes);
}

static void on_output(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    if (length > 0)
        take_output(stream->data, buffer->base, (size_t)length);
    else if (length < 0)
        uv_read_stop(stream);
}

static void on_closed(uv_handle_t *handle)
{
    struct backup_hook *hook = handle->data;

    if (--hook->open == 0)
        free(hook);
}

/* Closes a handle. For a handle that was never initialised it only counts. */
static void close_one(struct backup_hook *hook, uv_handle_t *handle)
{
    if (uv_handle_get_type(handle) == UV_UNKNOWN_HANDLE)
        hook->open--;
    else
        uv_close(handle, on_closed);
}

static void close_all(struct backup_hook *hook)
{
    close_one(hook, (uv_handle_t *)&hook->process);
    close_one(hook, (uv_handle_t *)&hook->output);
    close_one(hook, (uv_handle_t *)&hook->timer);
}

/* Ends the run. `failure`: why it failed; "": it succeeded. */
static void finish(struct backup_hook *hook, const char *failure)
{
    struct admin *admin = hook->admin;
    backup_hook_ended *on_ended = hook->on_ended;

    admin->backups->hook = NULL;
    close_all(hook);
    on_ended(admin, failure);
}

/* Reads the last output; processes that the hook started may still run. */
static void drain(struct backup_hook *hook)
{
    uv_os_fd_t fd;
    ssize_t length = 1;

    uv_read_stop((uv_stream_t *)&hook->output);
    if (uv_fileno((uv_handle_t *)&hook->output, &fd) != 0)
        return;
    for (int i = 0; i < READS_MAX && length > 0; i++) {
        length = read(fd, hook->bytes, sizeof hook->bytes);
        if (length > 0)
            take_output(hook, hook->bytes, (size_t)length);
    }
    if (hook->length > 0)
        log_line(hook);
}

/* Signals the hook's process group, whose number stays valid while any process of it runs. */
static void signal_all(const struct backup_hook *hook, int signal_number)
{
    if (hook->group > 0)
        (void)kill(-hook->group, signal_number);
}

static void on_exit(uv_process_t *process, int64_t status, int signal_number)
{
    struct backup_hook *hook = process->data;
    char failure[BACKUP_HOOK_REASON_SIZE] = "";

    base_touch_clock(hook->admin->base);
    signal_all(hook, SIGKILL);
    drain(hook);
    if (hook->ended_because != NULL)
        snprintf(failure, sizeof failure, "%s", hook->ended_because);
    else if (signal_number != 0)
        snprintf(failure, sizeof failure, "signal %d ended it", signal_number);
    else if (status != 0)
        snprintf(failure, sizeof failure, "it ended with exit code %d", (int)status);
    finish(hook, failure);
}

static void on_timer(uv_timer_t *timer);

/* Asks the hook to end, and kills it some time later. */
static void end(struct backup_hook *hook, const char *because)
{
    bool is_asked = hook->ended_because != NULL;

    if (!is_asked)
        hook->ended_because = because;
    signal_all(hook, is_asked ? SIGKILL : SIGTERM);
    if (!is_asked)
        uv_timer_start(&hook->timer, on_timer, BACKUP_HOOK_END_MS, 0);
}

static void on_timer(uv_timer_t *timer)
{
    end(timer->data, "it ran for too long and was ended");
}

/* Starts the program. Its standard output and errors are one pipe, which the server reads. */
static int spawn(struct backup_hook *hook, const char *program, const char *path, int write_end)
{
    char words[2][WORD_SIZE];
    char *arguments[] = {words[0], words[1], NULL};
    uv_stdio_container_t streams[] = {
        {.flags = UV_IGNORE},
        {.flags = UV_INHERIT_FD, .data.fd = write_end},
        {.flags = UV_INHERIT_FD, .data.fd = write_end},
    };
    const uv_process_options_t options = {
        .exit_cb = on_exit,
        .file = program,
        .args = arguments,
        .flags = UV_PROCESS_DETACHED,
        .stdio_count = 3,
        .stdio = streams,
    };

    snprintf(words[0], sizeof words[0], "%s", program);
    snprintf(words[1], sizeof words[1], "%s", path);
    int error = uv_spawn(&hook->admin->base->loop, &hook->process, &options);
    if (error == 0)
        hook->group = (pid_t)uv_process_get_pid(&hook->process);
    return error;
}

static int run(struct backup_hook *hook, const char *program, const char *path)
{
    uv_file ends[2];
    int error = uv_pipe(ends, UV_NONBLOCK_PIPE, 0);

    if (error != 0)
        return error;
    error = uv_pipe_open(&hook->output, ends[0]);
    if (error != 0)
        close(ends[0]);
    else
        error = spawn(hook, program, path, ends[1]);
    close(ends[1]);
    return error;
}

enum err backup_hook_start(struct admin *admin, const char *program, const char *path,
                           uint64_t limit_ms, backup_hook_ended *on_ended,
                           char reason[BACKUP_HOOK_REASON_SIZE])
{
    struct backup_hook *hook = calloc(1, sizeof *hook);
    uv_loop_t *loop = &admin->base->loop;

    if (hook == NULL) {
        snprintf(reason, BACKUP_HOOK_REASON_SIZE, "%s", err_text(ERR_MEMORY));
        return ERR_MEMORY;
    }
    hook->admin = admin;
    hook->on_ended = on_ended;
    hook->open = HANDLES;
    uv_timer_init(loop, &hook->timer);
    uv_pipe_init(loop, &hook->output, 0);
    hook->timer.data = hook;
    hook->output.data = hook;
    hook->process.data = hook;
    int error = run(hook, program, path);
    if (error != 0) {
        snprintf(reason, BACKUP_HOOK_REASON_SIZE, "it cannot be run: %s", uv_strerror(error));
        close_all(hook);
        return ERR_NO_RESOURCE;
    }
    uv_timer_start(&hook->timer, on_timer, limit_ms, 0);
    (void)uv_read_start((uv_stream_t *)&hook->output, on_alloc, on_output);
    admin->backups->hook = hook;
    return ERR_OK;
}

void backup_hook_stop(struct admin *admin)
{
    if (admin->backups->hook != NULL)
        end(admin->backups->hook, "the server stops");
}

void backup_hook_close(struct admin *admin)
{
    struct backup_hook *hook = admin->backups->hook;

    if (hook == NULL)
        return;
    signal_all(hook, SIGKILL);
    drain(hook);
    finish(hook, "the server stops");
}
