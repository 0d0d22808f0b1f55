/*
 * The rest of libuv that the product uses: signals, descriptors of the machine's that are polled,
 * children, paths, names. Children are refused with UV_ENOSYS: a test of one needs a kernel.
 */
#define _GNU_SOURCE /* realpath() */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "baton.h"
#include "private.h"

/* Signals */

int uv_signal_init(uv_loop_t *loop, uv_signal_t *handle)
{
    loop_handle_init(loop, (uv_handle_t *)handle, UV_SIGNAL);
    handle->signum = 0;
    handle->caught_signals = 0;
    handle->dispatched_signals = 0;
    return 0;
}

int uv_signal_start(uv_signal_t *handle, uv_signal_cb on_signal, int number)
{
    if (number == 0 || loop_handle_is_closing((uv_handle_t *)handle))
        return UV_EINVAL;
    handle->signal_cb = on_signal;
    handle->signum = number;
    loop_handle_start((uv_handle_t *)handle);
    const struct baton_house *house = loop_state_of(handle->loop)->house;
    if (house != NULL && house->is_cut_off && number == SIGTERM) {
        handle->caught_signals += 2;
        baton_wake_poller();
    }
    return 0;
}

static void raise_at(const struct loop_state *state, int number)
{
    for (uv_handle_t *handle = state->first; handle != NULL; handle = loop_handle_next(handle)) {
        uv_signal_t *watcher = (uv_signal_t *)handle;
        if (handle->type == UV_SIGNAL && uv_is_active(handle) && watcher->signum == number)
            watcher->caught_signals++;
    }
}

void loop_raise(int number)
{
    for (const struct loop_state *state = loop_first(); state != NULL; state = state->next)
        raise_at(state, number);
    baton_wake_poller();
}

void loop_raise_in(const struct baton_house *house, int number)
{
    for (const struct loop_state *state = loop_first(); state != NULL; state = state->next) {
        if (state->house == house)
            raise_at(state, number);
    }
    baton_wake_poller();
}

int uv_kill(int pid, int number)
{
    if (pid != getpid())
        return kill(pid, number) == 0 ? 0 : -errno;
    loop_raise(number);
    return 0;
}

bool loop_signal_turn(uv_signal_t *handle)
{
    if (handle->caught_signals == handle->dispatched_signals)
        return false;
    while (handle->caught_signals != handle->dispatched_signals &&
           !loop_handle_is_closing((uv_handle_t *)handle)) {
        handle->dispatched_signals++;
        handle->signal_cb(handle, handle->signum);
    }
    return true;
}

/* Descriptors of the machine's: they are looked at once a turn, and never waited for. */

struct watch {
    uv_poll_cb on_poll;
    int descriptor;
    int events;
};

_Static_assert(sizeof(struct watch) <= sizeof(uv__io_t), "it lies where libuv's own does");

static struct watch *watch_of(uv_poll_t *poll)
{
    return (struct watch *)&poll->io_watcher;
}

int uv_poll_init(uv_loop_t *loop, uv_poll_t *poll, int descriptor)
{
    loop_handle_init(loop, (uv_handle_t *)poll, UV_POLL);
    *watch_of(poll) = (struct watch){.descriptor = descriptor};
    return 0;
}

int uv_poll_start(uv_poll_t *poll, int events, uv_poll_cb on_poll)
{
    if (loop_handle_is_closing((uv_handle_t *)poll))
        return UV_EINVAL;
    poll->poll_cb = on_poll;
    watch_of(poll)->events = events;
    loop_handle_start((uv_handle_t *)poll);
    return 0;
}

int uv_poll_stop(uv_poll_t *poll)
{
    loop_handle_stop((uv_handle_t *)poll);
    return 0;
}

bool loop_poll_turn(uv_poll_t *handle)
{
    struct watch *watch = watch_of(handle);
    struct pollfd wanted = {.fd = watch->descriptor};

    if (!uv_is_active((uv_handle_t *)handle))
        return false;
    if ((watch->events & UV_READABLE) != 0)
        wanted.events |= POLLIN;
    if ((watch->events & UV_WRITABLE) != 0)
        wanted.events |= POLLOUT;
    if (poll(&wanted, 1, 0) <= 0)
        return false;
    int events = 0;
    if ((wanted.revents & (POLLIN | POLLHUP | POLLERR)) != 0)
        events |= watch->events & UV_READABLE;
    if ((wanted.revents & (POLLOUT | POLLHUP | POLLERR)) != 0)
        events |= watch->events & UV_WRITABLE;
    handle->poll_cb(handle, 0, events);
    return true;
}

/* Children */

int uv_spawn(uv_loop_t *loop, uv_process_t *process, const uv_process_options_t *options)
{
    (void)options;
    loop_handle_init(loop, (uv_handle_t *)process, UV_PROCESS);
    process->pid = 0;
    return UV_ENOSYS;
}

uv_pid_t uv_process_get_pid(const uv_process_t *process)
{
    return process->pid;
}

int uv_pipe(uv_file ends[2], int read_flags, int write_flags)
{
    (void)read_flags;
    (void)write_flags;
    if (pipe(ends) != 0)
        return -errno;
    return 0;
}

/* A pipe of the machine's would be read beside virtual time. */
int uv_pipe_open(uv_pipe_t *handle, uv_file descriptor)
{
    (void)handle;
    (void)descriptor;
    return UV_ENOSYS;
}

/* Paths, done at once: with a callback they are refused. */

int uv_fs_realpath(uv_loop_t *loop, uv_fs_t *request, const char *path, uv_fs_cb on_done)
{
    memset(request, 0, sizeof *request);
    request->type = UV_FS;
    request->fs_type = UV_FS_REALPATH;
    request->loop = loop;
    if (on_done != NULL)
        return UV_ENOSYS;
    request->ptr = realpath(path, NULL);
    request->result = request->ptr == NULL ? -errno : 0;
    return (int)request->result;
}

void uv_fs_req_cleanup(uv_fs_t *request)
{
    free(request->ptr);
    request->ptr = NULL;
}

/* Names and numbers */

unsigned uv_available_parallelism(void)
{
    return 2;
}

const char *uv_version_string(void)
{
    return "of the tests";
}

uv_buf_t uv_buf_init(char *base, unsigned length)
{
    return (uv_buf_t){.base = base, .len = length};
}

struct error_row {
    int number;
    const char *name;
    const char *text;
};

/* Errors that come from here, in libuv's words. */
/* clang-format off */
static const struct error_row error_table[] = {
    {UV_EACCES, "EACCES", "permission denied"},
    {UV_EADDRINUSE, "EADDRINUSE", "address already in use"},
    {UV_EADDRNOTAVAIL, "EADDRNOTAVAIL", "address not available"},
    {UV_EAGAIN, "EAGAIN", "resource temporarily unavailable"},
    {UV_EALREADY, "EALREADY", "connection already in progress"},
    {UV_EBADF, "EBADF", "bad file descriptor"},
    {UV_EBUSY, "EBUSY", "resource busy or locked"},
    {UV_ECANCELED, "ECANCELED", "operation canceled"},
    {UV_ECONNREFUSED, "ECONNREFUSED", "connection refused"},
    {UV_ECONNRESET, "ECONNRESET", "connection reset by peer"},
    {UV_EEXIST, "EEXIST", "file already exists"},
    {UV_EINVAL, "EINVAL", "invalid argument"},
    {UV_ENAMETOOLONG, "ENAMETOOLONG", "name too long"},
    {UV_ENOBUFS, "ENOBUFS", "no buffer space available"},
    {UV_ENOENT, "ENOENT", "no such file or directory"},
    {UV_ENOMEM, "ENOMEM", "not enough memory"},
    {UV_ENOSPC, "ENOSPC", "no space left on device"},
    {UV_ENOSYS, "ENOSYS", "function not " "implemented"},
    {UV_ENOTCONN, "ENOTCONN", "socket is not connected"},
    {UV_ENOTDIR, "ENOTDIR", "not a directory"},
    {UV_ENOTSUP, "ENOTSUP", "operation not supported on socket"},
    {UV_EOF, "EOF", "end of file"},
    {UV_EPERM, "EPERM", "operation not permitted"},
    {UV_EPIPE, "EPIPE", "broken pipe"},
    {UV_ESRCH, "ESRCH", "no such process"},
    {UV_ETIMEDOUT, "ETIMEDOUT", "connection timed out"},
};
/* clang-format on */

static const struct error_row *find_error(int number)
{
    static const struct error_row unknown = {0, "UNKNOWN", "unknown error"};

    for (size_t i = 0; i < sizeof error_table / sizeof error_table[0]; i++) {
        if (error_table[i].number == number)
            return &error_table[i];
    }
    return &unknown;
}

const char *uv_strerror(int number)
{
    return find_error(number)->text;
}

const char *uv_err_name(int number)
{
    return find_error(number)->name;
}

static int write_name(int family, const void *address, char *out, size_t size)
{
    return inet_ntop(family, address, out, (socklen_t)size) == NULL ? UV_ENOSPC : 0;
}

int uv_ip4_name(const struct sockaddr_in *address, char *out, size_t size)
{
    return write_name(AF_INET, &address->sin_addr, out, size);
}

int uv_ip6_name(const struct sockaddr_in6 *address, char *out, size_t size)
{
    return write_name(AF_INET6, &address->sin6_addr, out, size);
}
