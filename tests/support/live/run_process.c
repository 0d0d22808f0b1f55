/*
 * Programs as processes.
 */
#include "support/live/run.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/live/process.h"

const char *run_server_path(void)
{
    const char *named = getenv("UNDERCROFTD");

    return named != NULL && named[0] != '\0' ? named : UNDERCROFTD_PATH;
}

/* In the child: only what is safe after fork. */
static _Noreturn void become_program(const struct process *process, const char *out,
                                     const char *err, char *const *arguments)
{
    rlim_t files_max = (rlim_t)process->files_max;
    struct rlimit files = {files_max, files_max};
    rlim_t memory_max = (rlim_t)process->memory_max_kib * 1024;
    struct rlimit memory = {memory_max, memory_max};
    int in_file = open("/dev/null", O_RDONLY);
    int out_file = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int err_file = open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (in_file < 0 || out_file < 0 || err_file < 0 || dup2(in_file, 0) < 0 ||
        dup2(out_file, 1) < 0 || dup2(err_file, 2) < 0 ||
        (files_max > 0 && setrlimit(RLIMIT_NOFILE, &files) != 0) ||
        (memory_max > 0 && setrlimit(RLIMIT_AS, &memory) != 0))
        _exit(126);
    if ((process->out_end > 0 && dup2(process->out_end, 1) < 0) ||
        (process->err_end > 0 && dup2(process->err_end, 2) < 0))
        _exit(126);
    if (process->has_no_err)
        close(2);
    if (process->has_small_pages)
        prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    if (process->is_tool)
        setenv("LSAN_OPTIONS", "detect_leaks=0", 1);
    if (process->prepare != NULL)
        process->prepare();
    execv(arguments[0], arguments);
    _exit(127);
}

pid_t run_start(const struct process *process, char *const *words, const char *out, const char *err)
{
    pid_t pid = fork();

    if (pid == 0)
        become_program(process, out, err, words);
    return pid;
}

int run_take_exit_code(pid_t number)
{
    int status;

    if (waitpid(number, &status, WNOHANG) != number)
        return -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void kill_process(pid_t number)
{
    int status;

    kill(number, SIGKILL);
    waitpid(number, &status, 0);
}

void run_kill(const struct process *process)
{
    kill_process(process->pid);
}

void run_cut_power(const struct process *process, uint64_t nth_operation)
{
    (void)process;
    (void)nth_operation;
    ck_abort_msg("the power of a process of the machine cannot be cut");
}

void run_end(pid_t number)
{
    kill_process(number);
}

void run_freeze(pid_t number)
{
    int status = 0;

    ck_assert_int_eq(kill(number, SIGSTOP), 0);
    ck_assert_int_eq(waitpid(number, &status, WUNTRACED), number);
    ck_assert_msg(WIFSTOPPED(status), "the server ended instead of standing still");
}

void run_thaw(pid_t number)
{
    ck_assert_int_eq(kill(number, SIGCONT), 0);
}
