/*
 * Stopped, and let go on.
 */
#include "support/live/standstill.h"

#include <check.h>
#include <signal.h>
#include <sys/wait.h>

void standstill_begin(const struct process *server)
{
    int status = 0;

    ck_assert_int_eq(kill(server->pid, SIGSTOP), 0);
    ck_assert_int_eq(waitpid(server->pid, &status, WUNTRACED), server->pid);
    ck_assert_msg(WIFSTOPPED(status), "the server ended instead of standing still");
}

void standstill_end(const struct process *server)
{
    ck_assert_int_eq(kill(server->pid, SIGCONT), 0);
}
