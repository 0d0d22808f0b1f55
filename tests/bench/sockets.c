/*
 * The child connects, so that the parent can accept in the same order, and then reads all its ends
 * for each byte that comes through the control socket, and sends the byte back.
 */
#include "bench/sockets.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"

enum { FILES_BESIDE = 64, BUFFER_SIZE = 64 * 1024, PATIENCE_SECONDS = 5 };

static bool raise_limit(int files)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return false;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= (rlim_t)files;
}

/* Listens at a port that the system picks. Returns -1 if that fails. */
static int listen_anywhere(struct sockaddr_in *out)
{
    socklen_t size = sizeof *out;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    const struct timeval patience = {.tv_sec = PATIENCE_SECONDS};

    if (listener >= 0)
        (void)setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    *out = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (listener >= 0 && bind(listener, (struct sockaddr *)out, sizeof *out) == 0 &&
        listen(listener, SOMAXCONN) == 0 &&
        getsockname(listener, (struct sockaddr *)out, &size) == 0)
        return listener;
    if (listener >= 0)
        close(listener);
    return -1;
}

static void read_all(const int *ends, int count)
{
    static char buffer[BUFFER_SIZE];

    for (int i = 0; i < count; i++) {
        while (recv(ends[i], buffer, sizeof buffer, MSG_DONTWAIT) > 0) {
        }
    }
}

/* Ends when the parent closes its end, or has ended. */
static _Noreturn void serve(int control, const struct sockaddr_in *address, int count)
{
    int *ends = calloc((size_t)count, sizeof *ends);
    char byte;

    for (int i = 0; ends != NULL && i < count; i++) {
        ends[i] = socket(AF_INET, SOCK_STREAM, 0);
        if (ends[i] < 0 || connect(ends[i], (const struct sockaddr *)address, sizeof *address) != 0)
            _exit(EXIT_FAILURE);
    }
    while (ends != NULL && read(control, &byte, 1) == 1) {
        read_all(ends, count);
        if (write(control, &byte, 1) != 1)
            break;
    }
    _exit(EXIT_SUCCESS);
}

static bool start_child(struct sockets *sockets, int listener, const struct sockaddr_in *address,
                        int count)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    sockets->control = ends[0];
    sockets->child = fork();
    if (sockets->child == 0) {
        close(ends[0]);
        close(listener);
        serve(ends[1], address, count);
    }
    close(ends[1]);
    return sockets->child > 0;
}

/* A child that could not connect is not waited for longer than the listener's patience. */
static bool accept_all(struct sockets *sockets, int listener, int count)
{
    int one = 1;

    for (; sockets->count < count; sockets->count++) {
        int descriptor = accept(listener, NULL, NULL);
        if (descriptor < 0)
            return false;
        (void)setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        sockets->descriptors[sockets->count] = descriptor;
    }
    return true;
}

bool sockets_open(struct sockets *sockets, int count)
{
    struct sockaddr_in address;
    int listener = raise_limit(count + FILES_BESIDE) ? listen_anywhere(&address) : -1;

    *sockets = (struct sockets){.control = -1, .descriptors = calloc((size_t)count, sizeof(int))};
    CHECK(sockets->descriptors != NULL);
    bool is_open = listener >= 0 && start_child(sockets, listener, &address, count) &&
                   accept_all(sockets, listener, count);
    if (listener >= 0)
        close(listener);
    if (!is_open)
        sockets_close(sockets);
    return is_open;
}

void sockets_drain(struct sockets *sockets)
{
    char byte = 0;

    if (sockets->count > 0)
        CHECK(write(sockets->control, &byte, 1) == 1 && read(sockets->control, &byte, 1) == 1);
}

void sockets_close(struct sockets *sockets)
{
    if (sockets->descriptors == NULL)
        return;
    for (int i = 0; i < sockets->count; i++)
        close(sockets->descriptors[i]);
    free(sockets->descriptors);
    if (sockets->control >= 0)
        close(sockets->control);
    if (sockets->child > 0)
        (void)waitpid(sockets->child, NULL, 0);
    *sockets = (struct sockets){.count = 0};
}
