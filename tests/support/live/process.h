/*
 * A server of our own: started on a free port of the loopback with a data folder that goes away
 * again, signalled, waited for, and never left behind: it dies with the program that started it.
 *
 * The program is the one built beside the tests, or what UNDERCROFTD in the environment names.
 * Errors here fail the running test. Waits for a start and an end have no limit of their own: a
 * server either says that it is ready, or ends.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_PROCESS_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A list of words that ends as those below take it. */
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

enum {
    PROCESS_PATH_SIZE = 256,
    PROCESS_ARGUMENTS_MAX = 40,
    PROCESS_STOP_MS = 5000, /* what the server promises */
    PROCESS_WRITE_MS = 10,  /* of a slow disk */
};

struct process {
    pid_t pid;                      /* 0: not running */
    int port;                       /* from the ready line */
    int tls_port;                   /* likewise; 0: it has none */
    int tick_ms;                    /* between two of its ticks */
    int files_max;                  /* open files it may have; 0: as many as we */
    long memory_max_kib;            /* of addresses; 0: as much as we */
    bool has_no_err;                /* its standard error is closed */
    bool has_small_pages;           /* memory grows by what is used, not by 2 MiB */
    bool is_tool;                   /* AddressSanitizer looks for no leaks when it ends */
    bool has_own_disk;              /* its database lies on the disk of support/disk */
    unsigned write_ms;              /* that a write takes there, of virtual time */
    void (*prepare)(void);          /* in the child, last before the program; NULL: nothing */
    int out_end;                    /* where its standard output goes; 0: the file "out" */
    int err_end;                    /* where its standard error goes; 0: the file "err" */
    int64_t began_us;               /* when it was started */
    int64_t ready_us;               /* from the start to the ready line */
    char data[PROCESS_PATH_SIZE];   /* its data folder */
    char folder[PROCESS_PATH_SIZE]; /* ours; holds data/, out and err */
};

/* Makes the folder; nothing runs yet. */
void process_init(struct process *process);

/* For teardown: kills what still runs. If something did, the test did not get to its end: then
   the server's last words are printed and the folder stays to be looked at. */
void process_release(struct process *process);

/* Runs undercroftd with just these arguments (ended by NULL). Output goes to files in the folder.
 */
void process_spawn(struct process *process, const char *const *arguments);

/* The same with another program of the build. */
void process_spawn_program(struct process *process, const char *path, const char *const *arguments);

/*
 * Starts a server that is quick to log in to and has no limits on connections, with more arguments
 * (ended by NULL; NULL: none) that win over these, and waits until it is ready.
 */
void process_start(struct process *process, const char *const *arguments);

/* The two halves of process_start(), for tests that have something to do in between. */
void process_begin(struct process *process, const char *const *arguments);
void process_wait_ready(struct process *process);

/* Waits for the end, however long it takes. Returns the exit code; 128 + N if signal N ended it. */
int process_wait(struct process *process);

/* Sends SIGTERM, and returns the exit code. */
int process_stop(struct process *process);

/* Stops the server until it is thawed. Returns when it stands; the kernel goes on taking
   connections and bytes for it, which it finds all at once. */
void process_freeze(const struct process *process);
void process_thaw(const struct process *process);

/*
 * For servers in the test's process, from the next start on: the database lies on the disk of
 * support/disk, which can lose power and takes its time for each write. So an end without warning
 * comes amid saves, and a "Saved" that is said too early is seen. A process of the machine has the
 * machine's disk as before.
 */
void process_use_slow_disk(struct process *process);

/* SIGKILL: no goodbye. */
void process_kill(struct process *process);

/*
 * The power of a server goes off that uses such a disk: at the nth operation of the disk from now
 * on, 1 for the next, or with 0 at once. Writes and resizes that were not flushed are then settled
 * by chance, and process_wait() returns 128 + SIGKILL. With 0 it has ended when this returns.
 */
void process_cut_power(struct process *process, uint64_t nth_operation);

/* "FOLDER/NAME" into `out` of PROCESS_PATH_SIZE bytes. */
void process_path(const struct process *process, const char *name, char *out);

/* Reads a file whole (at most `size` - 1 bytes, ended by NUL). Returns the bytes read; 0 if there
   is no such file. */
size_t process_read_file(const char *path, char *out, size_t size);

/* True if the present or last run wrote `text` to standard output ("out") or error ("err"). */
bool process_said(const struct process *process, const char *stream, const char *text);

/* The same, waited for: the server's lines go through a thread of their own. Fails the test if it
   is not said. */
void process_expect_said(const struct process *process, const char *stream, const char *text);

/* User and system time used, in microseconds. */
int64_t process_cpu_us(const struct process *process);

/* For servers that are started from now on, where memory is measured: AddressSanitizer sets
   hundreds of MiB of freed memory aside, which would count as theirs. */
void process_reuse_freed_memory(void);

/* Memory that it has written to, in bytes, as the kernel counts it page by page: pages of the
   program itself, which come and go by what else the machine does, are not in it. */
size_t process_anonymous_bytes(const struct process *process);

/* Resident memory in KiB. */
long process_resident_kib(const struct process *process);

#endif
