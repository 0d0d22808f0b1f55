/*
 * A program in the test's own process.
 */
#include "inner.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "baton.h"
#include "conduit.h"
#include "private.h"

/* Above all numbers of processes (PID_MAX_LIMIT of Linux is 2^22). */
enum { NUMBER_FIRST = 1 << 24, STACK_SIZE = 8 * 1024 * 1024, CODE_OF_SIGNAL = 128 };

struct inner {
    int number; /* 0: free */
    pthread_t thread;
    struct baton_house house;
    inner_main *run;
    int count;
    char *words[INNER_WORDS_MAX + 1];
    int exit_code;
};

static struct inner table[INNER_COUNT_MAX];
static int started;

int __wrap_kill(pid_t process, int signal_number);
int __real_kill(pid_t process, int signal_number);
pid_t __wrap_getpid(void);
pid_t __real_getpid(void);

static struct inner *find(int number)
{
    struct inner *inner = table;

    while (inner < table + INNER_COUNT_MAX && inner->number != number)
        inner++;
    return inner < table + INNER_COUNT_MAX ? inner : NULL;
}

static void run(void *argument)
{
    struct inner *inner = argument;

    inner->exit_code = inner->run(inner->count, inner->words);
    fflush(stdout);
    fflush(stderr);
}

static FILE *make_file(const char *path)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);

    return descriptor < 0 ? NULL : fdopen(descriptor, "a");
}

static bool open_streams(struct baton_house *house, const char *out, const char *err)
{
    *house = (struct baton_house){.out = make_file(out), .err = make_file(err)};
    if (house->out == NULL || house->err == NULL)
        return false;
    setvbuf(house->err, NULL, _IONBF, 0);
    house->descriptors[0] = fileno(house->out);
    house->descriptors[1] = fileno(house->err);
    return true;
}

static void release(struct inner *inner)
{
    for (int i = 0; i < inner->count; i++)
        free(inner->words[i]);
    if (inner->house.out != NULL)
        fclose(inner->house.out);
    if (inner->house.err != NULL)
        fclose(inner->house.err);
    *inner = (struct inner){0};
}

static void print_digest(void)
{
    printf("digest %016llx\n", (unsigned long long)conduit_digest());
}

/* LOOP_DIGEST in the environment: a number of the whole run is printed at its end. */
static void begin_first(void)
{
    conduit_is_alone = true;
    if (getenv("LOOP_DIGEST") != NULL)
        atexit(print_digest);
}

int inner_start(inner_main *program, char *const *words, const char *out, const char *err)
{
    struct inner *inner = find(0);

    if (inner == NULL)
        return -1;
    inner->run = program;
    while (words[inner->count] != NULL && inner->count < INNER_WORDS_MAX) {
        inner->words[inner->count] = strdup(words[inner->count]);
        inner->count++;
    }
    if (!conduit_is_alone)
        begin_first();
    if (!open_streams(&inner->house, out, err)) {
        release(inner);
        return -1;
    }
    inner->number = NUMBER_FIRST + started++;
    int number = inner->number;
    inner->house.number = number;
    if (baton_start_in(&inner->house, STACK_SIZE, run, inner, &inner->thread) != 0) {
        release(inner);
        return -1;
    }
    return number;
}

int inner_take_exit_code(int number)
{
    struct inner *inner = find(number);

    if (inner == NULL || !baton_has_ended(inner->thread))
        return -1;
    (void)baton_join(inner->thread);
    int exit_code = inner->house.is_cut_off ? CODE_OF_SIGNAL + SIGKILL : inner->exit_code;
    release(inner);
    return exit_code;
}

void inner_cut_off(int number)
{
    struct inner *inner = find(number);

    if (inner == NULL || inner->house.is_cut_off)
        return;
    inner->house.is_cut_off = true;
    inner->house.is_frozen = false;
    conduit_sever(&inner->house);
    /* The second time nobody is waited for. A watcher that begins later is told so then. */
    loop_raise_in(&inner->house, SIGTERM);
    loop_raise_in(&inner->house, SIGTERM);
}

void inner_freeze(int number, bool is_frozen)
{
    struct inner *inner = find(number);

    if (inner != NULL)
        inner->house.is_frozen = is_frozen;
}

pid_t __wrap_getpid(void)
{
    const struct baton_house *house = baton_house();

    return house == NULL ? __real_getpid() : house->number;
}

int __wrap_kill(pid_t process, int signal_number)
{
    if (process < NUMBER_FIRST)
        return __real_kill(process, signal_number);
    const struct inner *inner = find(process);
    if (inner == NULL) {
        errno = ESRCH;
        return -1;
    }
    if (signal_number != 0)
        loop_raise_in(&inner->house, signal_number);
    return 0;
}
