/*
 * Password hashing on workers.
 */
#include "server/session/auth/password.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "server/base/options.h"
#include "server/session/auth/login.h"
#include "server/session/auth/logins.h"
#include "server/session/sessions.h"
#include "world/record.h"

enum { PASSWORD_SIZE = 513 };

_Static_assert(PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "a hash fits into an account");

struct password_job {
    uv_work_t work;
    struct sessions *sessions;
    struct password_job *next;
    struct password_job *previous;
    uint64_t conn_serial;
    struct network_place place;
    bool is_comparison;
    unsigned long long
        operations; /* set when the job was made, because a worker reads no settings */
    size_t memory;  /* bytes of memory for the hash */
    enum err result;
    char password[PASSWORD_SIZE];
    char hash[PASSWORD_HASH_SIZE];
    char renewed[PASSWORD_HASH_SIZE]; /* "": the stored hash costs as much as it should */
};

/* The cost of a hash. */
struct work {
    unsigned long long kib;
    unsigned long long operations;
    unsigned long long lanes;
};

static void start_waiting(struct sessions *sessions);

/* Reads "NAME=DIGITS". Returns the text after it; NULL: the text has another form. */
static const char *read_term(const char *at, const char *name, char follower,
                             unsigned long long *out)
{
    size_t length = strlen(name);
    char *end = NULL;

    if (at == NULL || strncmp(at, name, length) != 0 || at[length] < '0' || at[length] > '9')
        return NULL;
    *out = strtoull(at + length, &end, 10);
    return *end == follower ? end + 1 : NULL;
}

/* Reads the cost of "$argon2id$v=19$m=19456,t=2,p=1$...". False: it is no such hash. */
static bool read_work(const char *stored, struct work *out)
{
    static const char kind[] = "$argon2id$";
    unsigned long long version;

    if (strncmp(stored, kind, sizeof kind - 1) != 0)
        return false;
    const char *at = read_term(stored + sizeof kind - 1, "v=", '$', &version);
    at = read_term(at, "m=", ',', &out->kib);
    at = read_term(at, "t=", ',', &out->operations);
    return read_term(at, "p=", '$', &out->lanes) != NULL;
}

const char *password_refusal(const char *password)
{
    if (strlen(password) < PASSWORD_LENGTH_MIN)
        return "That is too short: 8 or more characters, please.";
    if (strlen(password) > PASSWORD_LENGTH_MAX)
        return "That is too long: 128 characters at most, please.";
    return NULL;
}

bool password_is_bearable(const char *stored)
{
    struct work work;

    return read_work(stored, &work) && work.kib <= OPTION_COST_KIB_MAX &&
           work.operations <= OPTION_COST_OPERATIONS_MAX && work.lanes == 1;
}

/* True if the hash was made with less work than is set now, and no parameter is above the present
   ones. */
static bool is_cheaper(const char *stored, unsigned long long operations, size_t memory)
{
    struct work work;

    return read_work(stored, &work) &&
           crypto_pwhash_str_needs_rehash(stored, operations, memory) == 1 &&
           work.kib <= memory / 1024 && work.operations <= operations;
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
        /* Without memory for a new hash the password still counts as right. */
        if (differs == 0 && is_cheaper(job->hash, job->operations, job->memory) &&
            crypto_pwhash_str(job->renewed, job->password, length, job->operations, job->memory) !=
                0)
            job->renewed[0] = '\0';
    } else {
        int failed =
            crypto_pwhash_str(job->hash, job->password, length, job->operations, job->memory);
        job->result = failed == 0 ? ERR_OK : ERR_MEMORY;
    }
    sodium_memzero(job->password, sizeof job->password);
}

static void forget(struct sessions *sessions, struct password_job *job)
{
    network_table_leave(&sessions->passwords->networks, &job->place);
    sodium_memzero(job, sizeof *job);
    free(job);
}

static void on_hashed(uv_work_t *work, int status)
{
    struct password_job *job = work->data;
    struct sessions *sessions = job->sessions;

    base_touch_clock(sessions->base);
    sessions->passwords->running--;
    const char *renewed = job->renewed[0] == '\0' ? NULL : job->renewed;
    login_on_password(sessions, job->conn_serial, status == 0 ? job->result : ERR_BUSY,
                      job->is_comparison, job->is_comparison ? renewed : job->hash);
    forget(sessions, job);
    start_waiting(sessions);
}

static void take_out(struct passwords *passwords, struct password_job *job)
{
    if (job->previous != NULL)
        job->previous->next = job->next;
    else
        passwords->first = job->next;
    if (job->next != NULL)
        job->next->previous = job->previous;
    else
        passwords->last = job->previous;
    passwords->waiting--;
}

static void put_last(struct passwords *passwords, struct password_job *job)
{
    job->previous = passwords->last;
    if (passwords->last != NULL)
        passwords->last->next = job;
    else
        passwords->first = job;
    passwords->last = job;
    passwords->waiting++;
}

/* Returns the first job of the network that was served least recently; NULL: none. */
static struct password_job *find_next(const struct passwords *passwords, uint64_t now_ms)
{
    struct password_job *found = NULL;
    uint64_t least = 0;

    for (struct password_job *job = passwords->first; job != NULL; job = job->next) {
        uint64_t recent = network_table_recent(&passwords->networks, &job->place, now_ms);
        if (found != NULL && recent >= least)
            continue;
        found = job;
        least = recent;
    }
    return found;
}

static void start_waiting(struct sessions *sessions)
{
    struct passwords *passwords = sessions->passwords;

    while (passwords->first != NULL && passwords->running < PASSWORD_WORKERS_MAX) {
        struct password_job *job = find_next(passwords, sessions->base->now_ms);
        struct session *session = login_find_session(sessions, job->conn_serial);
        take_out(passwords, job);
        network_table_note(&passwords->networks, &job->place, sessions->base->now_ms);
        if (session != NULL)
            logins_end_wait(session);
        passwords->running++;
        job->work.data = job;
        if (uv_queue_work(&sessions->base->loop, &job->work, hash_on_worker, on_hashed) != 0)
            on_hashed(&job->work, UV_ENOMEM);
    }
}

/* Returns the last job of the network with the most jobs in line, if it has more than `more_than`;
   NULL: none. `most_held` avoids searches that cannot succeed. */
static struct password_job *find_last(struct passwords *passwords, uint64_t more_than)
{
    struct password_job *found = NULL;
    uint64_t most = 0;

    if (passwords->most_held <= more_than)
        return NULL;
    for (struct password_job *job = passwords->first; job != NULL; job = job->next) {
        uint64_t held = network_table_held(&passwords->networks, &job->place);
        if (held < most)
            continue;
        found = job;
        most = held;
    }
    passwords->most_held = most;
    return most > more_than ? found : NULL;
}

/* True if the line has room, or room could be made. */
static bool make_room(struct sessions *sessions, struct network_key network)
{
    struct passwords *passwords = sessions->passwords;

    if (passwords->waiting < sessions->base->options.password_queue)
        return true;
    struct password_job *job =
        find_last(passwords, network_table_held_with(&passwords->networks, network));
    if (job == NULL)
        return false;
    uint64_t serial = job->conn_serial;
    bool was_comparison = job->is_comparison;
    take_out(passwords, job);
    forget(sessions, job);
    login_on_password(sessions, serial, ERR_BUSY, was_comparison, NULL);
    return true;
}

enum err password_submit(struct sessions *sessions, uint64_t conn_serial,
                         struct network_key network, const char *password, const char *stored)
{
    struct passwords *passwords = sessions->passwords;
    struct password_job *job;

    if (sessions->base->is_stopping || strlen(password) >= PASSWORD_SIZE ||
        !make_room(sessions, network))
        return ERR_BUSY;
    job = calloc(1, sizeof *job);
    if (job == NULL)
        return ERR_MEMORY;
    job->sessions = sessions;
    job->conn_serial = conn_serial;
    job->is_comparison = stored != NULL;
    job->operations = (unsigned long long)sessions->base->options.password_operations;
    job->memory = (size_t)sessions->base->options.password_kib * 1024;
    memcpy(job->password, password, strlen(password) + 1);
    if (stored != NULL)
        memcpy(job->hash, stored, PASSWORD_HASH_SIZE);
    job->place = network_table_hold(&passwords->networks, network, sessions->base->now_ms);
    uint64_t held = network_table_held(&passwords->networks, &job->place);
    if (held > passwords->most_held)
        passwords->most_held = held;
    put_last(passwords, job);
    start_waiting(sessions);
    return ERR_OK;
}

void password_cancel(struct sessions *sessions, uint64_t conn_serial)
{
    for (struct password_job *job = sessions->passwords->first; job != NULL; job = job->next) {
        if (job->conn_serial != conn_serial)
            continue;
        take_out(sessions->passwords, job);
        forget(sessions, job);
        return;
    }
}

void password_tell_line(struct sessions *sessions)
{
    uint32_t number = 0;

    for (struct password_job *job = sessions->passwords->first, *next; job != NULL; job = next) {
        struct session *session = login_find_session(sessions, job->conn_serial);
        next = job->next;
        number++;
        if (session != NULL)
            login_tell_number(session, number);
    }
}

void password_stop(struct sessions *sessions)
{
    struct passwords *passwords = sessions->passwords;

    while (passwords->first != NULL) {
        struct password_job *job = passwords->first;
        take_out(passwords, job);
        forget(sessions, job);
    }
}
