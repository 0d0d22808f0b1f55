/*
 * Password hashing on workers.
 */
#include "server/session/password.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "server/server.h"
#include "server/session/login.h"
#include "world/record.h"

enum { PASSWORD_SIZE = 513 };

_Static_assert(PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "a hash fits into an account");

struct password_job {
    uv_work_t work;
    struct server *server;
    struct password_job *next;
    uint64_t conn_serial;
    bool is_comparison;
    unsigned long long operations; /* as set when it was asked for: a worker reads no settings */
    size_t memory;                 /* in bytes */
    enum err result;
    char password[PASSWORD_SIZE];
    char hash[PASSWORD_HASH_SIZE];
    char renewed[PASSWORD_HASH_SIZE]; /* "" : the stored one is as dear as it should be */
};

static void start_waiting(struct server *server);

/* "$argon2id$v=19$m=19456,t=2,p=1$...": made with less work than is set now, and in nothing with
   more. */
static bool is_cheaper(const char *stored, unsigned long long operations, size_t memory)
{
    const char *at = strstr(stored, "$m=");
    char *end = NULL;

    if (at == NULL || crypto_pwhash_str_needs_rehash(stored, operations, memory) != 1)
        return false;
    unsigned long long kib = strtoull(at + 3, &end, 10);
    if (strncmp(end, ",t=", 3) != 0)
        return false;
    return kib <= memory / 1024 && strtoull(end + 3, NULL, 10) <= operations;
}

static void hash_on_worker(uv_work_t *work)
{
    struct password_job *job = work->data;
    size_t length = strlen(job->password);

    if (job->is_comparison) {
        errno = 0;
        int differs = crypto_pwhash_str_verify(job->hash, job->password, length);
        enum err refused = errno == ENOMEM ? ERR_MEMORY : ERR_NOT_FOUND;
        job->result = differs == 0 ? ERR_OK : refused;
        /* Without memory for it the password is right all the same. */
        if (differs == 0 && is_cheaper(job->hash, job->operations, job->memory) &&
            crypto_pwhash_str(job->renewed, job->password, length, job->operations,
                              job->memory) != 0)
            job->renewed[0] = '\0';
    } else {
        int failed =
            crypto_pwhash_str(job->hash, job->password, length, job->operations, job->memory);
        job->result = failed == 0 ? ERR_OK : ERR_MEMORY;
    }
    sodium_memzero(job->password, sizeof job->password);
}

static void on_hashed(uv_work_t *work, int status)
{
    struct password_job *job = work->data;
    struct server *server = job->server;

    server_touch_clock(server);
    server->passwords.running--;
    const char *renewed = job->renewed[0] == '\0' ? NULL : job->renewed;
    login_on_password(server, job->conn_serial, status == 0 ? job->result : ERR_BUSY,
                      job->is_comparison, job->is_comparison ? renewed : job->hash);
    sodium_memzero(job, sizeof *job);
    free(job);
    start_waiting(server);
}

static void start_waiting(struct server *server)
{
    struct passwords *passwords = &server->passwords;

    while (passwords->first != NULL && passwords->running < PASSWORD_WORKERS_MAX) {
        struct password_job *job = passwords->first;
        passwords->first = job->next;
        if (passwords->first == NULL)
            passwords->last = NULL;
        passwords->waiting--;
        passwords->running++;
        job->work.data = job;
        if (uv_queue_work(&server->loop, &job->work, hash_on_worker, on_hashed) != 0)
            on_hashed(&job->work, UV_ENOMEM);
    }
}

enum err password_submit(struct server *server, uint64_t conn_serial, const char *password,
                         const char *stored)
{
    struct passwords *passwords = &server->passwords;
    struct password_job *job;

    if (server->is_stopping || passwords->waiting >= server->options.password_queue ||
        strlen(password) >= PASSWORD_SIZE)
        return ERR_BUSY;
    job = calloc(1, sizeof *job);
    if (job == NULL)
        return ERR_MEMORY;
    job->server = server;
    job->conn_serial = conn_serial;
    job->is_comparison = stored != NULL;
    job->operations = (unsigned long long)server->options.password_operations;
    job->memory = (size_t)server->options.password_kib * 1024;
    memcpy(job->password, password, strlen(password) + 1);
    if (stored != NULL)
        memcpy(job->hash, stored, PASSWORD_HASH_SIZE);
    if (passwords->last != NULL)
        passwords->last->next = job;
    else
        passwords->first = job;
    passwords->last = job;
    passwords->waiting++;
    start_waiting(server);
    return ERR_OK;
}

void password_stop(struct server *server)
{
    struct passwords *passwords = &server->passwords;

    while (passwords->first != NULL) {
        struct password_job *job = passwords->first;
        passwords->first = job->next;
        sodium_memzero(job, sizeof *job);
        free(job);
    }
    passwords->last = NULL;
    passwords->waiting = 0;
}
