/*
 * Requests and answers over a Unix socket, one at a time and each within its time.
 */
#include "server/tools/ctl/link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "server/base/unix_socket.h"

enum { HEAD_MAX = 64, ANSWER_MAX = 2 << 20 };

/* First words of the answer's head, by outcome. */
static const char *const outcome_words[] = {
    [LINK_DONE] = "ok ",
    [LINK_REFUSED] = "refused ",
    [LINK_USAGE] = "usage ",
};

void link_init(struct link *link, const char *path, int timeout_seconds)
{
    *link = (struct link){.timeout_seconds = timeout_seconds, .socket = -1};
    snprintf(link->path, sizeof link->path, "%s", path);
}

void link_close(struct link *link)
{
    if (link->socket >= 0)
        close(link->socket);
    link->socket = -1;
}

bool link_is_open(struct link *link)
{
    char byte;

    if (link->socket < 0)
        return false;
    if (recv(link->socket, &byte, 1, MSG_PEEK) < 0 && errno == EAGAIN)
        return true;
    /* No answer is due: a socket that can be read now has been closed. */
    link_close(link);
    return false;
}

static enum link_outcome fail(struct link *link, const char *cause, const char *cure)
{
    snprintf(link->reason, sizeof link->reason, "undercroftctl: %s: %.200s\nundercroftctl: %s\n",
             cause, link->path, cure);
    link_close(link);
    return LINK_NO_SERVER;
}

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

struct errno_row {
    int code;
    const char *cause;
    const char *cure;
};

static const struct errno_row errno_table[] = {
    {ENOENT, "no server runs on this data (no such socket)",
     "start undercroftd, or name its data directory with --data DIR"},
    {ECONNREFUSED, "no server runs on this data any more",
     "start undercroftd; it removes the old socket itself"},
    {EACCES, "this socket belongs to another user", "run as the server's user or as root"},
    {ENOTSOCK, "this is no socket", "name the data directory with --data DIR"},
    {ENAMETOOLONG, "the path of the socket is too long",
     "change to a directory nearer to it with cd"},
    {EAGAIN, "the server does not accept connections", "see its log, and try again"},
};

static enum link_outcome fail_to_connect(struct link *link, int code)
{
    for (size_t i = 0; i < sizeof errno_table / sizeof errno_table[0]; i++) {
        if (errno_table[i].code == code)
            return fail(link, errno_table[i].cause, errno_table[i].cure);
    }
    return fail(link, strerror(code), "name the server's data directory with --data DIR");
}

static enum link_outcome open_link(struct link *link)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct socket_path path;

    if (!socket_path_open(&path, link->path))
        return fail_to_connect(link, errno);
    memcpy(address.sun_path, path.text, sizeof address.sun_path);
    link->socket = socket(AF_UNIX, SOCK_STREAM, 0);
    if (link->socket < 0) {
        int code = errno;
        socket_path_close(&path);
        return fail_to_connect(link, code);
    }
    /* Not blocking: a server that hangs must not hang us. */
    fcntl(link->socket, F_SETFD, FD_CLOEXEC);
    fcntl(link->socket, F_SETFL, O_NONBLOCK);
    int status = connect(link->socket, (const struct sockaddr *)&address, sizeof address);
    int code = errno;
    socket_path_close(&path);
    return status == 0 ? LINK_DONE : fail_to_connect(link, code);
}

/* Waits for the socket. False: it failed; errno 0: the time is over. */
static bool wait_for(const struct link *link, short events, int64_t deadline_ms)
{
    struct pollfd poll_row = {.fd = link->socket, .events = events};

    for (;;) {
        int64_t left_ms = deadline_ms - now_ms();
        int wait_ms = link->timeout_seconds == 0 ? -1 : left_ms > 0 ? (int)left_ms : 0;
        int ready = poll(&poll_row, 1, wait_ms);
        if (ready > 0)
            return true;
        if (ready < 0 && errno == EINTR)
            continue;
        errno = ready == 0 ? 0 : errno;
        return false;
    }
}

static bool send_all(const struct link *link, const char *data, size_t length, int64_t deadline_ms)
{
    while (length > 0) {
        ssize_t sent = send(link->socket, data, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (sent < 0 && !wait_for(link, POLLOUT, deadline_ms))
            return false;
        data += sent < 0 ? 0 : sent;
        length -= sent < 0 ? 0 : (size_t)sent;
    }
    return true;
}

/* Reads exactly `length` bytes. False, with errno 0: the time is over; EPIPE: the other side has
   closed. */
static bool receive_all(const struct link *link, char *data, size_t length, int64_t deadline_ms)
{
    while (length > 0) {
        ssize_t got = recv(link->socket, data, length, 0);
        if (got == 0) {
            errno = EPIPE;
            return false;
        }
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (got < 0 && !wait_for(link, POLLIN, deadline_ms))
            return false;
        data += got < 0 ? 0 : got;
        length -= got < 0 ? 0 : (size_t)got;
    }
    return true;
}

static enum link_outcome fail_to_talk(struct link *link)
{
    char cause[64];

    if (errno != 0)
        return fail(link, "the server closed the connection", "see its log, and try again");
    snprintf(cause, sizeof cause, "the server gave no answer within %d s", link->timeout_seconds);
    return fail(link, cause, "what was asked may still be done; wait longer with --timeout N");
}

/* Reads a head such as "ok 12". LINK_NO_SERVER: it has another form. */
static enum link_outcome read_head(const char *head, size_t *out_length)
{
    for (size_t i = 0; i < sizeof outcome_words / sizeof outcome_words[0]; i++) {
        size_t length = strlen(outcome_words[i]);
        char *end = NULL;
        if (strncmp(head, outcome_words[i], length) != 0)
            continue;
        unsigned long value = strtoul(head + length, &end, 10);
        if (end == head + length || *end != '\0' || value > ANSWER_MAX)
            break;
        *out_length = value;
        return (enum link_outcome)i;
    }
    return LINK_NO_SERVER;
}

/* Replaces controls by '?' for the terminal, except ends of lines; those of Latin-1 in UTF-8
   too. */
static void mask_controls(struct link_answer *answer)
{
    for (size_t i = 0; i < answer->length; i++) {
        unsigned char byte = (unsigned char)answer->text[i];
        unsigned char next = (unsigned char)answer->text[i + 1]; /* a NUL ends it */
        bool is_latin = byte == 0xc2 && next >= 0x80 && next < 0xa0;
        if ((byte < ' ' && byte != '\n') || byte == 0x7f || is_latin)
            answer->text[i] = '?';
        if (is_latin)
            answer->text[++i] = '?';
    }
}

static enum link_outcome receive(struct link *link, int64_t deadline_ms, struct link_answer *out)
{
    static const char not_ours[] = "something other than undercroftd answers";
    char head[HEAD_MAX];
    size_t length = 0;

    do {
        if (length == sizeof head)
            return fail(link, not_ours, "name the server's data directory with --data DIR");
        if (!receive_all(link, head + length, 1, deadline_ms))
            return fail_to_talk(link);
    } while (head[length++] != '\n');
    head[length - 1] = '\0';
    enum link_outcome outcome = read_head(head, &out->length);
    if (outcome == LINK_NO_SERVER)
        return fail(link, not_ours, "name the server's data directory with --data DIR");
    out->text = calloc(1, out->length + 1);
    if (out->text == NULL)
        return fail(link, "out of memory for the answer", "try again");
    if (!receive_all(link, out->text, out->length, deadline_ms))
        return fail_to_talk(link);
    mask_controls(out);
    return outcome;
}

enum link_outcome link_ask(struct link *link, const char *request, struct link_answer *out)
{
    int64_t deadline_ms = now_ms() + (int64_t)link->timeout_seconds * 1000;

    *out = (struct link_answer){0};
    if (link->socket < 0 && open_link(link) != LINK_DONE)
        return LINK_NO_SERVER;
    /* A server that is full says so and closes before it has read anything. */
    if ((!send_all(link, request, strlen(request), deadline_ms) ||
         !send_all(link, "\n", 1, deadline_ms)) &&
        errno != EPIPE)
        return fail_to_talk(link);
    return receive(link, deadline_ms, out);
}

void link_answer_free(struct link_answer *answer)
{
    free(answer->text);
    *answer = (struct link_answer){0};
}
