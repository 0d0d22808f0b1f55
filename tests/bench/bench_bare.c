/*
 * The server without a game: what a server must spend that reads keys once a tick and answers with
 * frames of given number and size, and does nothing else. Its figures stand beside those of the
 * real one; the difference is what the game costs. One thread, epoll, sockets as the real server
 * sets them. A frame for the connection's own key ends with '!', another with '.'.
 * Usage: bench_bare OWN OTHERS BYTES_OWN BYTES_OTHERS [WING]
 * OWN and OTHERS are frames a key, in thousandths; OTHERS go round the rest of a wing (16). Prints
 * the port it listens on, on loopback, and ends with its standard input.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "bench/clock.h"

enum {
    PEERS_MAX = 32768, /* descriptors */
    EVENTS_MAX = 1024,
    FRAME_MAX = 4096,
    TICK_NS = 20 * 1000 * 1000,
    NS_PER_SECOND = 1000 * 1000 * 1000,
    SEND_BUFFER = 16 * 1024,
    BACKLOG = 511,
    PER_FRAME = 1000,
};

struct peer {
    int index; /* by arrival; -1: closed */
    int due_own;
    int due_others; /* thousandths of frames that its keys have earned and that are not sent */
    int next_other;
};

struct bare {
    int poll;
    int listener;
    int own;
    int others;
    size_t own_bytes;
    size_t others_bytes;
    int wing;
    int count;                    /* of connections that ever were */
    int descriptors[PEERS_MAX];   /* by index; -1: closed */
    struct peer peers[PEERS_MAX]; /* by descriptor */
    char own_frame[FRAME_MAX];
    char others_frame[FRAME_MAX];
};

static void fail(const char *what)
{
    fprintf(stderr, "bench_bare: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void watch(struct bare *bare, int descriptor)
{
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};

    if (epoll_ctl(bare->poll, EPOLL_CTL_ADD, descriptor, &event) != 0)
        fail("epoll_ctl");
}

static void start(struct bare *bare)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
    bare->poll = epoll_create1(0);
    bare->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (bare->poll < 0 || bare->listener < 0 ||
        bind(bare->listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(bare->listener, BACKLOG) != 0 ||
        getsockname(bare->listener, (struct sockaddr *)&address, &length) != 0)
        fail("listen");
    watch(bare, bare->listener);
    watch(bare, STDIN_FILENO);
    memset(bare->own_frame, '#', sizeof bare->own_frame);
    memset(bare->others_frame, '#', sizeof bare->others_frame);
    bare->own_frame[bare->own_bytes - 1] = '!';
    bare->others_frame[bare->others_bytes - 1] = '.';
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
}

static void accept_all(struct bare *bare)
{
    int yes = 1;
    int size = SEND_BUFFER;
    int descriptor;

    while ((descriptor = accept4(bare->listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
        if (descriptor >= PEERS_MAX || bare->count >= PEERS_MAX) {
            close(descriptor);
            continue;
        }
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
        bare->peers[descriptor] = (struct peer){.index = bare->count};
        bare->descriptors[bare->count++] = descriptor;
        watch(bare, descriptor);
    }
}

/* The next connection of the same wing; itself if it is alone. */
static int other_of(struct bare *bare, struct peer *peer)
{
    int first = peer->index - peer->index % bare->wing;

    for (int i = 0; i < bare->wing; i++) {
        int index = first + peer->next_other++ % bare->wing;
        if (index != peer->index && index < bare->count && bare->descriptors[index] >= 0)
            return bare->descriptors[index];
    }
    return bare->descriptors[peer->index];
}

/* Bytes that the peer's socket does not take are lost. */
static void send_frames(struct bare *bare, int descriptor)
{
    struct peer *peer = &bare->peers[descriptor];

    for (; peer->due_own >= PER_FRAME; peer->due_own -= PER_FRAME)
        (void)!send(descriptor, bare->own_frame, bare->own_bytes, MSG_NOSIGNAL);
    for (; peer->due_others >= PER_FRAME; peer->due_others -= PER_FRAME)
        (void)!send(other_of(bare, peer), bare->others_frame, bare->others_bytes, MSG_NOSIGNAL);
}

static void take(struct bare *bare, int descriptor)
{
    struct peer *peer = &bare->peers[descriptor];
    char keys[256];
    ssize_t count = read(descriptor, keys, sizeof keys);

    if (count == 0 || (count < 0 && errno != EAGAIN)) {
        bare->descriptors[peer->index] = -1;
        close(descriptor);
    } else if (count > 0) {
        peer->due_own += (int)count * bare->own;
        peer->due_others += (int)count * bare->others;
        send_frames(bare, descriptor);
    }
}

/* False: standard input has ended. */
static bool run_tick(struct bare *bare)
{
    struct epoll_event events[EVENTS_MAX];
    int count;

    do {
        count = epoll_wait(bare->poll, events, EVENTS_MAX, 0);
        for (int i = 0; i < count; i++) {
            int descriptor = events[i].data.fd;
            if (descriptor == STDIN_FILENO)
                return false;
            if (descriptor == bare->listener)
                accept_all(bare);
            else
                take(bare, descriptor);
        }
    } while (count == EVENTS_MAX);
    return true;
}

static void sleep_until(int64_t at_ns)
{
    struct timespec at = {at_ns / NS_PER_SECOND, at_ns % NS_PER_SECOND};

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
        continue;
}

static int number_of(const char *text, int low, int high)
{
    char *end;
    long number = strtol(text, &end, 10);

    if (*text == '\0' || *end != '\0' || number < low || number > high) {
        fprintf(stderr, "bench_bare: '%s' is not a number from %d to %d\n", text, low, high);
        exit(2);
    }
    return (int)number;
}

int main(int argc, char **argv)
{
    struct bare *bare = calloc(1, sizeof *bare);
    int64_t tick_at_ns = clock_wall_ns();

    if (bare == NULL || argc < 5 || argc > 6) {
        fputs("Usage: bench_bare OWN OTHERS BYTES_OWN BYTES_OTHERS [WING]\n", stderr);
        free(bare);
        return 2;
    }
    bare->own = number_of(argv[1], 0, 100000);
    bare->others = number_of(argv[2], 0, 1000000);
    bare->own_bytes = (size_t)number_of(argv[3], 1, FRAME_MAX);
    bare->others_bytes = (size_t)number_of(argv[4], 1, FRAME_MAX);
    bare->wing = argc > 5 ? number_of(argv[5], 1, PEERS_MAX) : 16;
    start(bare);
    do {
        tick_at_ns += TICK_NS;
        sleep_until(tick_at_ns);
    } while (run_tick(bare));
    free(bare);
    return 0;
}
