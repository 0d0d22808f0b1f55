/*
 * A certificate and its key from files: what is taken, and what is said of what is not.
 */
#include "server/net/tls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "support/certificate.h"
#include "support/file.h"
#include "support/test.h"

enum { PATH_SIZE = 96, DAY = 86400 };

static char folder[64];
static char certificate_path[PATH_SIZE];
static char key_path[PATH_SIZE];
static char cause[TLS_CAUSE_SIZE];
static struct tls_keys *keys;

static void set_up(void)
{
    file_make_folder(folder, sizeof folder, "keys");
    snprintf(certificate_path, sizeof certificate_path, "%s/cert.pem", folder);
    snprintf(key_path, sizeof key_path, "%s/key.pem", folder);
    certificate_make(certificate_path, key_path, &(struct certificate_wish){.name = NULL});
    keys = NULL;
}

static void tear_down(void)
{
    tls_keys_drop(keys);
    unlink(certificate_path);
    unlink(key_path);
    rmdir(folder);
}

static enum err load(void)
{
    cause[0] = '\0';
    return tls_keys_load(certificate_path, key_path, &keys, cause);
}

/* Nothing is had, and the cause begins with the file at fault and says this of it. */
static void expect_refused(enum err error, const char *path, const char *why)
{
    ck_assert_int_eq(load(), error);
    ck_assert_ptr_null(keys);
    ck_assert_msg(strncmp(cause, path, strlen(path)) == 0, "\"%s\" names %s", cause, path);
    ck_assert_msg(strstr(cause, why) != NULL, "\"%s\" says: %s", cause, why);
}

static size_t read_file(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "r");

    ck_assert_ptr_nonnull(file);
    size_t length = fread(out, 1, size, file);
    fclose(file);
    return length;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_pair_is_taken_and_known)
{
    int64_t now = time(NULL);

    ck_assert_msg(load() == ERR_OK, "%s", cause);
    const struct tls_keys_facts *facts = tls_keys_facts(keys);
    ck_assert(facts->ends_at > now + 89 * DAY && facts->ends_at <= now + 91 * DAY);
    ck_assert(!facts->is_rsa);
    ck_assert_uint_eq(facts->key_mode, 0600);
    ck_assert(tls_keys_are_current(keys, now, cause));
}

TEST(an_rsa_key_and_its_permissions_are_noticed)
{
    certificate_make(certificate_path, key_path, &(struct certificate_wish){.is_rsa = true});
    ck_assert_int_eq(chmod(key_path, 0644), 0);
    ck_assert_msg(load() == ERR_OK, "%s", cause);
    ck_assert(tls_keys_facts(keys)->is_rsa);
    ck_assert_uint_eq(tls_keys_facts(keys)->key_mode, 0644);
}

TEST(dates_are_told)
{
    int64_t now = time(NULL);

    certificate_make(certificate_path, key_path,
                     &(struct certificate_wish){.begins_in = -2 * DAY, .ends_in = DAY});
    ck_assert_msg(load() == ERR_OK, "%s", cause);
    ck_assert(tls_keys_are_current(keys, now, cause));
    ck_assert(!tls_keys_are_current(keys, now + 2 * DAY, cause));
    ck_assert_msg(strstr(cause, "has expired on 20") != NULL, "%s", cause);
    ck_assert(!tls_keys_are_current(keys, now - 3 * DAY, cause));
    ck_assert_msg(strstr(cause, "is valid from 20") != NULL, "%s", cause);
}

TEST(a_file_that_is_not_there_is_named)
{
    unlink(key_path);
    expect_refused(ERR_NOT_FOUND, key_path, "No such file");
    unlink(certificate_path);
    expect_refused(ERR_NOT_FOUND, certificate_path, "No such file");
    ck_assert_int_eq(mkdir(certificate_path, 0700), 0);
    expect_refused(ERR_FORMAT, certificate_path, "it is no file");
    rmdir(certificate_path);
    ck_assert_int_eq(mkfifo(certificate_path, 0600), 0);
    expect_refused(ERR_FORMAT, certificate_path, "it is no file");
}

TEST(what_holds_no_certificate_or_key_is_named)
{
    char text[8192];
    size_t length = read_file(certificate_path, text, sizeof text);

    certificate_put(certificate_path, "nonsense", 8);
    expect_refused(ERR_FORMAT, certificate_path, "holds no certificate");
    certificate_put(certificate_path, "", 0);
    expect_refused(ERR_FORMAT, certificate_path, "holds no certificate");
    certificate_put(certificate_path, text, (unsigned)length / 2);
    expect_refused(ERR_FORMAT, certificate_path, "holds no certificate");
    certificate_put(certificate_path, text, (unsigned)length);
    certificate_put(key_path, text, (unsigned)length);
    expect_refused(ERR_FORMAT, key_path, "holds no key");
}

TEST(a_file_without_end_is_not_read)
{
    static char text[TLS_FILE_MAX + 2];

    memset(text, '\n', sizeof text);
    certificate_put(certificate_path, text, sizeof text);
    expect_refused(ERR_TOO_BIG, certificate_path, "more than 1 MiB");
}

TEST(the_key_of_another_certificate_is_refused)
{
    char other[PATH_SIZE];

    snprintf(other, sizeof other, "%s/other", folder);
    certificate_make(other, key_path, &(struct certificate_wish){.name = NULL});
    unlink(other);
    expect_refused(ERR_FORMAT, key_path, "not the key of the certificate");
}

/* It is whole and fits, but too short for any signature of a handshake. */
TEST(a_key_that_cannot_serve_is_refused)
{
    certificate_make(certificate_path, key_path,
                     &(struct certificate_wish){.is_rsa = true, .rsa_bits = 512});
    expect_refused(ERR_FORMAT, certificate_path, "no connection can be made");
}

TEST(a_key_with_a_passphrase_is_refused)
{
    certificate_make(certificate_path, key_path,
                     &(struct certificate_wish){.passphrase = "secret"});
    expect_refused(ERR_FORMAT, key_path, "passphrase");
}
