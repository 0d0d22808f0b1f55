/*
 * A process that was left in any state is put right; each is looked at in a child of its own.
 */
#define _DEFAULT_SOURCE /* setitimer() is not in POSIX any more */
#include "server/base/process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

enum { FAR_DESCRIPTOR = 300, FAR_SECONDS = 100000, MIB = 1024 * 1024 };

/* A child that returns what is wrong, by its number; 0: nothing. */
static int in_child(int (*run)(void))
{
    int status = 0;
    pid_t child = fork();

    ck_assert_int_ge(child, 0);
    if (child == 0)
        _exit(run());
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status), "signal %d", WTERMSIG(status));
    return WEXITSTATUS(status);
}

static void ignore_and_block(void)
{
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int number = 1; number <= SIGRTMAX; number++)
        signal(number, SIG_IGN);
}

static int count_ignored(void)
{
    int ignored = 0;

    for (int number = 1; number <= SIGRTMAX; number++) {
        struct sigaction current;
        ignored += sigaction(number, NULL, &current) == 0 && current.sa_handler == SIG_IGN;
    }
    return ignored;
}

static int settle_signals(void)
{
    sigset_t mask;

    ignore_and_block();
    inherited_settle();
    sigprocmask(SIG_SETMASK, NULL, &mask);
    for (int number = 1; number <= SIGRTMAX; number++) {
        if (sigismember(&mask, number) == 1)
            return number;
    }
    return count_ignored() == 3 ? 0 : 200 + count_ignored();
}

TEST(no_signal_stays_blocked_and_three_are_ignored_until_they_are_watched)
{
    ck_assert_int_eq(in_child(settle_signals), 0);
}

static void on_signal(int number)
{
    (void)number;
}

static int settle_handlers(void)
{
    struct sigaction current;

    signal(SIGSEGV, on_signal);
    inherited_settle();
    sigaction(SIGSEGV, NULL, &current);
    return current.sa_handler == on_signal ? 0 : 1;
}

TEST(handlers_that_a_library_has_set_stay)
{
    ck_assert_int_eq(in_child(settle_handlers), 0);
}

static int settle_timers(void)
{
    static const int timers[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
    const struct itimerval far = {.it_value = {.tv_sec = FAR_SECONDS}};

    for (int i = 0; i < 3; i++)
        setitimer(timers[i], &far, NULL);
    inherited_settle();
    for (int i = 0; i < 3; i++) {
        struct itimerval left;
        if (getitimer(timers[i], &left) != 0 || left.it_value.tv_sec != 0)
            return i + 1;
    }
    return 0;
}

TEST(no_timer_of_the_parent_runs_on)
{
    ck_assert_int_eq(in_child(settle_timers), 0);
}

static int settle_descriptors(void)
{
    int near = open("/dev/null", O_RDONLY);

    if (dup2(near, FAR_DESCRIPTOR) < 0)
        return 1;
    inherited_settle();
    if ((fcntl(near, F_GETFD) & FD_CLOEXEC) == 0)
        return 2;
    if ((fcntl(FAR_DESCRIPTOR, F_GETFD) & FD_CLOEXEC) == 0)
        return 3;
    return (fcntl(STDOUT_FILENO, F_GETFD) & FD_CLOEXEC) == 0 ? 0 : 4;
}

TEST(descriptors_stay_open_and_no_child_gets_them)
{
    ck_assert_int_eq(in_child(settle_descriptors), 0);
}

/* With no number free /proc cannot be opened. */
static int settle_without_a_number(void)
{
    int last = open("/dev/null", O_RDONLY);
    struct rlimit limit = {(rlim_t)last + 1, (rlim_t)last + 1};

    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || open("/dev/null", O_RDONLY) >= 0)
        return 1;
    inherited_settle();
    return (fcntl(last, F_GETFD) & FD_CLOEXEC) != 0 ? 0 : 2;
}

TEST(descriptors_are_found_with_no_number_free)
{
    ck_assert_int_eq(in_child(settle_without_a_number), 0);
}

static int settle_limits(void)
{
    struct rlimit stack;
    struct rlimit cpu;
    enum exit_code code;

    getrlimit(RLIMIT_STACK, &stack);
    getrlimit(RLIMIT_CPU, &cpu);
    stack.rlim_cur = MIB / 2;
    cpu.rlim_cur = FAR_SECONDS;
    setrlimit(RLIMIT_STACK, &stack);
    setrlimit(RLIMIT_CPU, &cpu);
    inherited_settle();
    getrlimit(RLIMIT_STACK, &stack);
    getrlimit(RLIMIT_CPU, &cpu);
    if (stack.rlim_cur != (stack.rlim_max < 8 * MIB ? stack.rlim_max : 8 * MIB))
        return 1;
    if (cpu.rlim_cur != cpu.rlim_max)
        return 2;
    return inherited_limits_suffice(&code) ? 0 : 3;
}

TEST(soft_limits_are_raised_as_far_as_they_may)
{
    ck_assert_int_eq(in_child(settle_limits), 0);
}

static int settle_umask(void)
{
    umask(0);
    inherited_settle();
    return umask(0) == 0077 ? 0 : 1;
}

TEST(files_are_for_their_owner_alone)
{
    ck_assert_int_eq(in_child(settle_umask), 0);
}

static int fill_streams(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        close(i);
    if (!standard_streams_fill())
        return 1;
    return open("/dev/null", O_RDONLY) > STDERR_FILENO ? 0 : 2;
}

TEST(closed_streams_are_filled_and_no_file_takes_their_number)
{
    ck_assert_int_eq(in_child(fill_streams), 0);
}
