/*
 * Tokens, found by their keyed BLAKE2b hash and by their account. The key is drawn at the start, so
 * neither the order in memory nor the time of a search reveals anything about a token.
 *
 * A token is checked twice: when it is sent, and when the session enters. Only the second check
 * uses it up, after the older connection was closed: a failure before that leaves it valid, and of
 * two clients with the same token the second is refused.
 */
#include "server/session/auth/resume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <sodium.h>

#include "server/net/conn.h"
#include "server/session/page/page.h"
#include "server/session/page/page_record.h"
#include "server/session/page/page_state.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

#define HASH_NONFATAL_OOM 1
/* The default hash function falls through between cases, which clang reports as a mistake. Keys are
   secret digests, or numbers of accounts, so no peer can choose them. */
#define HASH_FUNCTION HASH_OAT
#include <uthash.h>

enum { TOKEN_TEXT_SIZE = 2 * RESUME_TOKEN_BYTES + 1 };

struct resume {
    uint8_t digest[RESUME_DIGEST_BYTES];
    int64_t account_id;
    char name[NAME_LENGTH_MAX + 1];
    uint64_t made_at_ms;
    uint64_t lost_at_ms;
    struct page_kept kept; /* the last lines of the lost connection */
    UT_hash_handle by_digest;
    UT_hash_handle by_account; /* by account, in the order of making */
};

struct resumes {
    uint8_t key[crypto_generichash_KEYBYTES];
    struct resume *by_digest;
    struct resume *by_account;
};

enum err resumes_init(struct sessions *sessions)
{
    sessions->resumes = calloc(1, sizeof *sessions->resumes);
    if (sessions->resumes == NULL)
        return ERR_MEMORY;
    randombytes_buf(sessions->resumes->key, sizeof sessions->resumes->key);
    return ERR_OK;
}

static void drop(struct resumes *resumes, struct resume *resume)
{
    HASH_DELETE(by_digest, resumes->by_digest, resume);
    HASH_DELETE(by_account, resumes->by_account, resume);
    page_kept_release(&resume->kept);
    sodium_memzero(resume, sizeof *resume);
    free(resume);
}

void resumes_release(struct sessions *sessions)
{
    struct resumes *resumes = sessions->resumes;

    if (resumes == NULL)
        return;
    while (resumes->by_account != NULL)
        drop(resumes, resumes->by_account);
    sodium_memzero(resumes, sizeof *resumes);
    free(resumes);
    sessions->resumes = NULL;
}

static struct resume *find_of_account(const struct resumes *resumes, int64_t account_id)
{
    struct resume *found = NULL;

    HASH_FIND(by_account, resumes->by_account, &account_id, sizeof account_id, found);
    return found;
}

static struct resume *find(const struct sessions *sessions,
                           const uint8_t digest[RESUME_DIGEST_BYTES])
{
    struct resume *found = NULL;

    HASH_FIND(by_digest, sessions->resumes->by_digest, digest, RESUME_DIGEST_BYTES, found);
    return found != NULL && sessions->base->now_ms - found->made_at_ms < RESUME_GOOD_MS ? found
                                                                                        : NULL;
}

static void hash_token(const struct resumes *resumes, const uint8_t token[RESUME_TOKEN_BYTES],
                       uint8_t out[RESUME_DIGEST_BYTES])
{
    crypto_generichash(out, RESUME_DIGEST_BYTES, token, RESUME_TOKEN_BYTES, resumes->key,
                       sizeof resumes->key);
}

/* Adds a token to both tables, or frees it. */
static bool put(struct resumes *resumes, struct resume *resume)
{
    HASH_ADD(by_account, resumes->by_account, account_id, sizeof resume->account_id, resume);
    if (resume->by_account.tbl == NULL) {
        free(resume);
        return false;
    }
    HASH_ADD(by_digest, resumes->by_digest, digest, sizeof resume->digest, resume);
    if (resume->by_digest.tbl == NULL) {
        HASH_DELETE(by_account, resumes->by_account, resume);
        free(resume);
        return false;
    }
    if (HASH_CNT(by_account, resumes->by_account) > RESUMES_MAX)
        drop(resumes, resumes->by_account);
    return true;
}

void resume_issue(struct session *session)
{
    struct resumes *resumes = session->sessions->resumes;
    uint8_t token[RESUME_TOKEN_BYTES];
    char text[TOKEN_TEXT_SIZE];

    if (session->present.page == NULL)
        return;
    resume_forget(session->sessions, session->account.id);
    struct resume *resume = calloc(1, sizeof *resume);
    if (resume == NULL)
        return;
    randombytes_buf(token, sizeof token);
    hash_token(resumes, token, resume->digest);
    resume->account_id = session->account.id;
    memcpy(resume->name, session->account.name, sizeof resume->name);
    resume->made_at_ms = session->sessions->base->now_ms;
    page_kept_init(&resume->kept);
    if (put(resumes, resume)) {
        sodium_bin2hex(text, sizeof text, token, sizeof token);
        session->auth.token_at_ms = session->sessions->base->now_ms;
        page_tell_token(&session->conn->client, text, RESUME_GOOD_MS / 1000);
    }
    sodium_memzero(token, sizeof token);
    sodium_memzero(text, sizeof text);
}

void resume_sweep(struct session *session)
{
    if (session->state == SESSION_PLAYING && session->present.page != NULL &&
        session->sessions->base->now_ms - session->auth.token_at_ms >= RESUME_EVERY_MS)
        resume_issue(session);
}

void resume_forget(struct sessions *sessions, int64_t account_id)
{
    struct resume *resume = find_of_account(sessions->resumes, account_id);

    if (resume != NULL)
        drop(sessions->resumes, resume);
}

void resume_forget_name(struct sessions *sessions, const char *name)
{
    struct resume *resume = sessions->resumes->by_account;

    while (resume != NULL && strcasecmp(resume->name, name) != 0)
        resume = resume->by_account.next;
    if (resume != NULL)
        drop(sessions->resumes, resume);
}

void resume_keep(struct session *session)
{
    struct resume *resume = find_of_account(session->sessions->resumes, session->account.id);
    struct page *page = session->present.page;

    if (resume == NULL || page == NULL || session->actor == 0)
        return;
    page_kept_release(&resume->kept);
    resume->kept = page->kept;
    page_kept_init(&page->kept);
    resume->lost_at_ms = session->sessions->base->now_ms;
}

void resume_on_left(struct sessions *sessions, int64_t account_id)
{
    struct resume *resume = find_of_account(sessions->resumes, account_id);

    if (resume != NULL)
        page_kept_release(&resume->kept);
}

bool resume_look_up(struct auth_state *auth, const struct sessions *sessions, const char *token,
                    uint32_t line)
{
    struct resume_wish *wish = &auth->resume;
    uint8_t bytes[RESUME_TOKEN_BYTES];
    size_t length = 0;
    bool is_token =
        sodium_hex2bin(bytes, sizeof bytes, token, strlen(token), NULL, &length, NULL) == 0 &&
        length == sizeof bytes;

    if (is_token)
        hash_token(sessions->resumes, bytes, wish->digest);
    sodium_memzero(bytes, sizeof bytes);
    const struct resume *resume = is_token ? find(sessions, wish->digest) : NULL;
    if (resume == NULL)
        return false;
    wish->is_wanted = true;
    wish->line = line;
    memcpy(auth->name, resume->name, sizeof resume->name);
    return true;
}

bool resume_is_good(const struct session *session)
{
    const struct resume *resume = find(session->sessions, session->auth.resume.digest);

    return resume != NULL && resume->account_id == session->account.id;
}

void resume_end(struct session *session)
{
    struct resume *resume = find(session->sessions, session->auth.resume.digest);
    uint64_t away_s = 0;
    char text[48];

    if (resume == NULL)
        return;
    away_s = (session->sessions->base->now_ms - resume->lost_at_ms) / 1000;
    page_resume(session->present.page, &resume->kept, session->auth.resume.line);
    resume_forget(session->sessions, session->account.id);
    snprintf(text, sizeof text, "You were away %llu s.\n", (unsigned long long)away_s);
    if (away_s > 0)
        session_write(session, text);
}
