/*
 * Loading a certificate and its key with GnuTLS.
 */
#include "server/net/tls_keys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "server/net/tls_private.h"
#include "server/net/tls_trial.h"

enum { DATE_SIZE = 32, PERMISSIONS = 07777 };

/* A PEM file as it was read. */
struct file {
    const char *path;
    gnutls_datum_t content; /* owned, ended by NUL */
    uint32_t mode;
};

static enum err fail(enum err error, char *cause, const char *path, const char *why)
{
    snprintf(cause, TLS_CAUSE_SIZE, "%s: %.240s", path, why);
    return error;
}

static enum err read_file(struct file *file, char *cause)
{
    int descriptor = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "r");
    struct stat info;

    if (stream == NULL) {
        int cause_number = errno;
        if (descriptor >= 0)
            close(descriptor);
        return fail(ERR_NOT_FOUND, cause, file->path, strerror(cause_number));
    }
    /* Unbuffered: a copy of the key would stay in the buffer. */
    setvbuf(stream, NULL, _IONBF, 0);
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) {
        fclose(stream);
        return fail(ERR_FORMAT, cause, file->path, "it is no file");
    }
    file->mode = info.st_mode & PERMISSIONS;
    file->content.data = calloc(1, TLS_FILE_MAX + 1);
    if (file->content.data == NULL) {
        fclose(stream);
        return fail(ERR_MEMORY, cause, file->path, "out of memory");
    }
    size_t length = fread(file->content.data, 1, TLS_FILE_MAX + 1, stream);
    bool is_read = ferror(stream) == 0;
    fclose(stream);
    if (!is_read)
        return fail(ERR_NOT_FOUND, cause, file->path, "it cannot be read");
    if (length > TLS_FILE_MAX)
        return fail(ERR_TOO_BIG, cause, file->path, "it has more than 1 MiB");
    file->content.size = (unsigned)length;
    return ERR_OK;
}

/* Wipes and frees the content, which may be a private key. */
static void forget_file(struct file *file)
{
    if (file->content.data != NULL)
        gnutls_memset(file->content.data, 0, TLS_FILE_MAX + 1);
    free(file->content.data);
}

static void note_dates(struct tls_keys_facts *facts, gnutls_x509_crt_t certificate)
{
    int64_t begins_at = gnutls_x509_crt_get_activation_time(certificate);
    int64_t ends_at = gnutls_x509_crt_get_expiration_time(certificate);

    if (begins_at > facts->begins_at)
        facts->begins_at = begins_at;
    if (ends_at < facts->ends_at)
        facts->ends_at = ends_at;
}

/* Bytes of a certificate as a handshake sends it. */
static size_t size_of(gnutls_x509_crt_t certificate)
{
    size_t size = 0;

    (void)gnutls_x509_crt_export(certificate, GNUTLS_X509_FMT_DER, NULL, &size);
    return size;
}

static enum err import_chain(struct tls_keys *keys, const struct file *file, char *cause)
{
    unsigned flags = GNUTLS_X509_CRT_LIST_SORT;
    int code = gnutls_x509_crt_list_import2(&keys->chain, &keys->chain_length, &file->content,
                                            GNUTLS_X509_FMT_PEM, flags);

    if (code == GNUTLS_E_MEMORY_ERROR)
        return fail(ERR_MEMORY, cause, file->path, "out of memory");
    if (code < 0 || keys->chain_length == 0)
        return fail(ERR_FORMAT, cause, file->path, "it holds no certificate in PEM");
    keys->facts = (struct tls_keys_facts){.begins_at = INT64_MIN, .ends_at = INT64_MAX};
    for (unsigned i = 0; i < keys->chain_length; i++) {
        note_dates(&keys->facts, keys->chain[i]);
        keys->chain_bytes += size_of(keys->chain[i]);
    }
    keys->facts.is_rsa = gnutls_x509_crt_get_pk_algorithm(keys->chain[0], NULL) == GNUTLS_PK_RSA;
    return ERR_OK;
}

static enum err import_key(struct tls_keys *keys, const struct file *file, char *cause)
{
    int code = gnutls_x509_privkey_import2(keys->key, &file->content, GNUTLS_X509_FMT_PEM, NULL,
                                           GNUTLS_PKCS_PLAIN);

    keys->facts.key_mode = file->mode;
    if (code == GNUTLS_E_MEMORY_ERROR)
        return fail(ERR_MEMORY, cause, file->path, "out of memory");
    if (code == GNUTLS_E_DECRYPTION_FAILED)
        return fail(ERR_FORMAT, cause, file->path, "the key is locked by a passphrase");
    if (code < 0)
        return fail(ERR_FORMAT, cause, file->path, "it holds no key in PEM");
    return ERR_OK;
}

static enum err join(struct tls_keys *keys, const struct file *certificate, const struct file *key,
                     char *cause)
{
    int code = gnutls_certificate_set_x509_key(keys->credentials, keys->chain,
                                               (int)keys->chain_length, keys->key);

    if (code >= 0)
        return ERR_OK;
    if (code != GNUTLS_E_CERTIFICATE_KEY_MISMATCH)
        return fail(ERR_FORMAT, cause, certificate->path, gnutls_strerror(code));
    snprintf(cause, TLS_CAUSE_SIZE, "%s: it is not the key of the certificate in %s", key->path,
             certificate->path);
    return ERR_FORMAT;
}

/* Tries a handshake: a pair that parses and matches may still be of no use. */
static enum err try_out(struct tls_keys *keys, const struct file *certificate, char *cause)
{
    char why[TLS_CAUSE_SIZE];

    return tls_trial(keys->credentials, why) ? ERR_OK
                                             : fail(ERR_FORMAT, cause, certificate->path, why);
}

static enum err load(struct tls_keys *keys, struct file *certificate, struct file *key, char *cause)
{
    enum err error = read_file(certificate, cause);

    if (error == ERR_OK)
        error = import_chain(keys, certificate, cause);
    if (error == ERR_OK)
        error = read_file(key, cause);
    if (error == ERR_OK)
        error = import_key(keys, key, cause);
    if (error == ERR_OK)
        error = join(keys, certificate, key, cause);
    if (error == ERR_OK)
        error = try_out(keys, certificate, cause);
    return error;
}

enum err tls_keys_load(const char *certificate, const char *key, struct tls_keys **out,
                       char cause[TLS_CAUSE_SIZE])
{
    struct tls_keys *keys = calloc(1, sizeof *keys);
    struct file files[] = {{.path = certificate}, {.path = key}};

    *out = NULL;
    if (keys == NULL)
        return fail(ERR_MEMORY, cause, certificate, "out of memory");
    keys->users = 1;
    enum err error = ERR_MEMORY;
    if (gnutls_certificate_allocate_credentials(&keys->credentials) < 0 ||
        gnutls_x509_privkey_init(&keys->key) < 0)
        (void)fail(error, cause, certificate, "out of memory");
    else
        error = load(keys, &files[0], &files[1], cause);
    forget_file(&files[0]);
    forget_file(&files[1]);
    if (error != ERR_OK) {
        tls_keys_drop(keys);
        return error;
    }
    *out = keys;
    return ERR_OK;
}

enum err tls_keys_look(const char *path, bool is_key, char cause[TLS_CAUSE_SIZE])
{
    struct tls_keys *keys = calloc(1, sizeof *keys);
    struct file file = {.path = path};

    if (keys == NULL || gnutls_x509_privkey_init(&keys->key) < 0) {
        free(keys);
        return fail(ERR_MEMORY, cause, path, "out of memory");
    }
    keys->users = 1;
    enum err error = read_file(&file, cause);
    if (error == ERR_OK)
        error = is_key ? import_key(keys, &file, cause) : import_chain(keys, &file, cause);
    forget_file(&file);
    tls_keys_drop(keys);
    return error;
}

static void write_date(int64_t at, char out[DATE_SIZE])
{
    time_t seconds = (time_t)at;
    struct tm date;

    if (gmtime_r(&seconds, &date) == NULL ||
        strftime(out, DATE_SIZE, "%Y-%m-%d %H:%M UTC", &date) == 0)
        snprintf(out, DATE_SIZE, "(no date)");
}

bool tls_keys_are_current(const struct tls_keys *keys, int64_t now, char cause[TLS_CAUSE_SIZE])
{
    char date[DATE_SIZE];

    if (now >= keys->facts.ends_at) {
        write_date(keys->facts.ends_at, date);
        snprintf(cause, TLS_CAUSE_SIZE, "the certificate has expired on %s", date);
        return false;
    }
    if (now < keys->facts.begins_at) {
        write_date(keys->facts.begins_at, date);
        snprintf(cause, TLS_CAUSE_SIZE, "the certificate is valid from %s only", date);
        return false;
    }
    return true;
}

const struct tls_keys_facts *tls_keys_facts(const struct tls_keys *keys)
{
    return &keys->facts;
}

struct tls_keys *tls_keys_share(struct tls_keys *keys)
{
    CHECK(keys->users > 0);
    keys->users++;
    return keys;
}

void tls_keys_drop(struct tls_keys *keys)
{
    if (keys == NULL || --keys->users > 0)
        return;
    if (keys->credentials != NULL)
        gnutls_certificate_free_credentials(keys->credentials);
    if (keys->key != NULL)
        gnutls_x509_privkey_deinit(keys->key);
    for (unsigned i = 0; i < keys->chain_length; i++)
        gnutls_x509_crt_deinit(keys->chain[i]);
    gnutls_free(keys->chain);
    free(keys);
}
