/*
 * The state of the process, set at the start. Descriptors are looked for in /proc, since a limit
 * on them may be in the thousands of millions; without it the first of them are tried one by one.
 */
#define _DEFAULT_SOURCE /* sbrk() and madvise() are not in POSIX, setitimer() not any more */
#include "server/base/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/check.h"
#include "server/base/options.h"

enum { DESCRIPTORS_TRIED = 4096 };

#define KIB 1024
#define MIB (KIB * KIB)

/* A limit of the process. If a shell or a service manager sets it too low, the trouble comes long
   after the start: a full stack is a crash, and a used-up processor time ends the process without a
   save. */
struct limit_row {
    int resource;
    rlim_t wanted; /* value to set, or the hard limit if that is lower; 0: unchanged */
    rlim_t least;  /* least value with which the server can work */
    enum exit_code exit_code;
    const char *cause;
    const char *cure;
};

static const struct limit_row limit_table[] = {
    {RLIMIT_STACK, 8 * MIB, 1 * MIB, EXIT_INTERNAL, "the limit on the stack is too low",
     "ulimit -s 8192 before the start, or LimitSTACK=8M in the unit"},
    {RLIMIT_FSIZE, 0, 16 * MIB, EXIT_DATABASE_REFUSED,
     "the limit on the size of files is too low for a database",
     "ulimit -f unlimited before the start, or LimitFSIZE=infinity in the unit"},
    {RLIMIT_CPU, RLIM_INFINITY, 0, EXIT_INTERNAL, "", ""},
};

enum { LIMITS = (int)(sizeof limit_table / sizeof limit_table[0]) };

void process_explain(const char *cause, const char *detail, const char *cure)
{
    fprintf(stderr, "undercroftd: %s%s%s\n", cause, detail[0] == '\0' ? "" : ": ", detail);
    fprintf(stderr, "undercroftd: %s\n", cure);
}

/* True for signals that the server watches later. Until then they stay ignored: a terminal that
   hangs up during the start must not end a program that nohup runs. */
static bool is_watched_later(int number)
{
    return number == SIGHUP || number == SIGINT || number == SIGTERM;
}

static void settle_signals(void)
{
    const struct sigaction as_usual = {.sa_handler = SIG_DFL};
    sigset_t none;

    for (int number = 1; number <= SIGRTMAX; number++) {
        struct sigaction current;
        if (!is_watched_later(number) && sigaction(number, NULL, &current) == 0 &&
            current.sa_handler == SIG_IGN)
            sigaction(number, &as_usual, NULL);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Stops the timers that the process got from its parent; their signals would end it. */
static void settle_timers(void)
{
    static const struct itimerval none;

    setitimer(ITIMER_REAL, &none, NULL);
    setitimer(ITIMER_VIRTUAL, &none, NULL);
    setitimer(ITIMER_PROF, &none, NULL);
}

static void keep_from_children(int descriptor)
{
    int flags = fcntl(descriptor, F_GETFD);

    if (descriptor > STDERR_FILENO && flags >= 0)
        fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
}

static void settle_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");

    if (folder == NULL) {
        for (int i = 0; i < DESCRIPTORS_TRIED; i++)
            keep_from_children(i);
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.')
            keep_from_children((int)strtol(entry->d_name, NULL, 10));
    }
    closedir(folder);
}

static void settle_limits(void)
{
    for (int i = 0; i < LIMITS; i++) {
        const struct limit_row *row = &limit_table[i];
        struct rlimit limit;
        if (row->wanted == 0 || getrlimit(row->resource, &limit) != 0)
            continue;
        limit.rlim_cur = row->wanted < limit.rlim_max ? row->wanted : limit.rlim_max;
        (void)setrlimit(row->resource, &limit);
    }
}

void inherited_settle(void)
{
    settle_timers();
    settle_signals();
    settle_descriptors();
    settle_limits();
    umask(0077);
}

bool inherited_limits_suffice(enum exit_code *out_exit_code)
{
    for (int i = 0; i < LIMITS; i++) {
        const struct limit_row *row = &limit_table[i];
        struct rlimit limit;
        char detail[80];
        if (getrlimit(row->resource, &limit) != 0 || limit.rlim_cur >= row->least)
            continue;
        snprintf(detail, sizeof detail, "it is %ju KiB, and %ju are needed",
                 (uintmax_t)limit.rlim_cur / KIB, (uintmax_t)row->least / KIB);
        process_explain(row->cause, detail, row->cure);
        *out_exit_code = row->exit_code;
        return false;
    }
    return true;
}

bool standard_streams_fill(void)
{
    /* An open() takes the lowest number that is free: they are filled from the lowest up. */
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++) {
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", O_RDWR) != i)
            return false;
    }
    return true;
}

enum { FILE_LIMIT_FREE_MAX = 64 };

uint64_t file_limit_now(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    return limit.rlim_cur;
}

int file_limit_free(int wanted)
{
    int opened[FILE_LIMIT_FREE_MAX];
    int count = 0;

    CHECK(wanted <= FILE_LIMIT_FREE_MAX);
    while (count < wanted && (opened[count] = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)) >= 0)
        count++;
    for (int i = 0; i < count; i++)
        close(opened[i]);
    return count;
}

int file_limit_room(uint64_t limit)
{
    if (limit >= (uint64_t)INT_MAX)
        return INT_MAX;
    /* Under a low limit half is ours: past the limit nobody could be told that there is no room. */
    if (limit < 2 * FILE_LIMIT_SPARE)
        return limit > 2 ? (int)limit / 2 : 1;
    return (int)limit - FILE_LIMIT_SPARE;
}

int file_limit_connections(uint64_t limit)
{
    int room = file_limit_room(limit);

    return room < FILE_LIMIT_CONNECTIONS ? room : FILE_LIMIT_CONNECTIONS;
}

void file_limit_settle(struct options *options)
{
    if (options->connections_max == 0)
        options->connections_max = file_limit_connections(file_limit_now());
}

/*
 * glibc's heap is one region that ends at the program break. It grows by HEAP_STEP more than is
 * needed, so that hardly any of the growth is in use before it is asked for.
 */
enum {
    HEAP_STEP = 32 << 20,
    /* Larger pieces have a mapping of their own, of small pages: they are room for the worst case,
       hardly ever touched. */
    HEAP_PIECE_MAX = 64 << 10,
};

/* Returns the first page at or behind an address. */
static char *page_at(char *address)
{
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);

    return address + (size - (uintptr_t)address % size) % size;
}

void heap_begin(struct heap *heap)
{
#ifdef __GLIBC__
    /* Levels are made and memories read on other threads, which would have heaps of their own. */
    (void)mallopt(M_ARENA_MAX, 1);
    (void)mallopt(M_TOP_PAD, HEAP_STEP);
    (void)mallopt(M_MMAP_THRESHOLD, HEAP_PIECE_MAX);
#endif
    heap->asked_to = sbrk(0);
}

void heap_ask(struct heap *heap)
{
    char *end = sbrk(0);

    if (end == heap->asked_to)
        return;
    char *from = page_at(heap->asked_to);
    /* Where there are no large pages small ones do. */
    if (end > from)
        (void)madvise(from, (size_t)(end - from), MADV_HUGEPAGE);
    heap->asked_to = end;
}
