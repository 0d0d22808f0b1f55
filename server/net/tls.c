/*
 * TLS by GnuTLS, which reads from and writes to two buffers of ours instead of a socket.
 *
 * A certificate and its key are tried when they are loaded, by a handshake between two ends in
 * memory. The client's end offers all that usual clients do and trusts any certificate, so a
 * failure is our side's.
 */
#include "server/net/tls.h"

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/check.h"

/* Our side of every handshake. Only ciphers with authentication of their own, and keys for one
   connection alone: neither a recording nor the certificate's key opens another. A key on a curve
   takes a few milliseconds at most, one on the largest finite field 400. */
#define TLS_PRIORITIES                                                                             \
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"                                                   \
    ":-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA"                                                             \
    ":-GROUP-ALL:+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1:+GROUP-SECP521R1"                 \
    ":-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:-MAC-ALL:+AEAD"                     \
    ":%SERVER_PRECEDENCE"

struct tls_keys {
    gnutls_certificate_credentials_t credentials; /* owned, like the next three */
    gnutls_x509_privkey_t key;
    gnutls_x509_crt_t *chain;
    unsigned chain_length;
    size_t chain_bytes; /* bytes of the chain in a handshake */
    struct tls_keys_facts facts;
    uint32_t users;
};

enum {
    ROUNDS_MAX = 16, /* most rounds of both ends; a handshake takes three */
    SENT_MAX = 4 * TLS_FILE_MAX,
};

struct end {
    gnutls_session_t session;
    struct bytes sent; /* bytes that the other end has not taken from `sent_at` on */
    size_t sent_at;
    struct end *other;
    int code;
};

static ssize_t end_pull(gnutls_transport_ptr_t pointer, void *data, size_t size)
{
    struct end *end = pointer;
    struct end *from = end->other;
    size_t length = from->sent.length - from->sent_at;

    if (length == 0) {
        gnutls_transport_set_errno(end->session, EAGAIN);
        return -1;
    }
    length = length < size ? length : size;
    memcpy(data, from->sent.data + from->sent_at, length);
    from->sent_at += length;
    return (ssize_t)length;
}

static int end_has_more(gnutls_transport_ptr_t pointer, unsigned ms)
{
    const struct end *end = pointer;

    (void)ms;
    return end->other->sent.length > end->other->sent_at;
}

static ssize_t end_push(gnutls_transport_ptr_t pointer, const void *data, size_t length)
{
    struct end *end = pointer;

    if (bytes_append(&end->sent, data, length) != ERR_OK) {
        gnutls_transport_set_errno(end->session, ENOMEM);
        return -1;
    }
    return (ssize_t)length;
}

static int open_end(struct end *end, unsigned flags, const char *priorities,
                    gnutls_certificate_credentials_t credentials)
{
    int code = gnutls_init(&end->session, flags | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL);

    if (code < 0)
        return code;
    gnutls_transport_set_ptr(end->session, end);
    gnutls_transport_set_pull_function(end->session, end_pull);
    gnutls_transport_set_pull_timeout_function(end->session, end_has_more);
    gnutls_transport_set_push_function(end->session, end_push);
    code = gnutls_priority_set_direct(end->session, priorities, NULL);
    return code < 0 ? code
                    : gnutls_credentials_set(end->session, GNUTLS_CRD_CERTIFICATE, credentials);
}

static bool goes_on(const struct end *end)
{
    return end->code < 0 && gnutls_error_is_fatal(end->code) == 0;
}

/* Returns the result of a handshake: our side's error, else the other side's. */
static int shake_hands(struct end *server, struct end *client)
{
    client->code = server->code = GNUTLS_E_AGAIN;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        if (goes_on(client))
            client->code = gnutls_handshake(client->session);
        if (goes_on(server))
            server->code = gnutls_handshake(server->session);
        if (!goes_on(server) && (server->code < 0 || !goes_on(client)))
            break;
    }
    return server->code < 0 ? server->code : client->code;
}

static void close_end(struct end *end)
{
    if (end->session != NULL)
        gnutls_deinit(end->session);
    bytes_release(&end->sent);
}

/* Tries a handshake, which takes a few milliseconds. False: no peer could finish one with these
   credentials, and `cause` is a clause. */
static bool tls_trial(gnutls_certificate_credentials_t credentials, char cause[TLS_CAUSE_SIZE])
{
    gnutls_certificate_credentials_t believing = NULL;
    struct end server = {.session = NULL};
    struct end client = {.session = NULL, .other = &server};
    int code = gnutls_certificate_allocate_credentials(&believing);

    server.other = &client;
    bytes_init(&server.sent, SENT_MAX);
    bytes_init(&client.sent, SENT_MAX);
    if (code >= 0)
        code = open_end(&server, GNUTLS_SERVER, TLS_PRIORITIES, credentials);
    if (code >= 0)
        code = open_end(&client, GNUTLS_CLIENT, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2",
                        believing);
    if (code >= 0)
        code = shake_hands(&server, &client);
    close_end(&server);
    close_end(&client);
    if (believing != NULL)
        gnutls_certificate_free_credentials(believing);
    if (code < 0)
        snprintf(cause, TLS_CAUSE_SIZE,
                 "no connection can be made with this certificate and its key (%s): a key of RSA "
                 "needs 2048 bits, one of ECDSA 256",
                 gnutls_strerror(code));
    return code >= 0;
}

enum { DATE_SIZE = 32, PERMISSIONS = 07777 };

/* A PEM file that was read. */
struct file {
    const char *path;
    gnutls_datum_t content; /* owned, ended by NUL */
    uint32_t mode;
};

static enum err refuse(enum err error, char *cause, const char *path, const char *why)
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
        return refuse(ERR_NOT_FOUND, cause, file->path, strerror(cause_number));
    }
    /* Unbuffered, because a copy of the key would stay in the buffer. */
    setvbuf(stream, NULL, _IONBF, 0);
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) {
        fclose(stream);
        return refuse(ERR_FORMAT, cause, file->path, "it is no file");
    }
    file->mode = info.st_mode & PERMISSIONS;
    file->content.data = calloc(1, TLS_FILE_MAX + 1);
    if (file->content.data == NULL) {
        fclose(stream);
        return refuse(ERR_MEMORY, cause, file->path, "out of memory");
    }
    size_t length = fread(file->content.data, 1, TLS_FILE_MAX + 1, stream);
    bool is_read = ferror(stream) == 0;
    fclose(stream);
    if (!is_read)
        return refuse(ERR_NOT_FOUND, cause, file->path, "it cannot be read");
    if (length > TLS_FILE_MAX)
        return refuse(ERR_TOO_BIG, cause, file->path, "it has more than 1 MiB");
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

/* Returns the bytes of a certificate in a handshake. */
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
        return refuse(ERR_MEMORY, cause, file->path, "out of memory");
    if (code < 0 || keys->chain_length == 0)
        return refuse(ERR_FORMAT, cause, file->path, "it holds no certificate in PEM");
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
        return refuse(ERR_MEMORY, cause, file->path, "out of memory");
    if (code == GNUTLS_E_DECRYPTION_FAILED)
        return refuse(ERR_FORMAT, cause, file->path, "the key is locked by a passphrase");
    if (code < 0)
        return refuse(ERR_FORMAT, cause, file->path, "it holds no key in PEM");
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
        return refuse(ERR_FORMAT, cause, certificate->path, gnutls_strerror(code));
    snprintf(cause, TLS_CAUSE_SIZE, "%s: it is not the key of the certificate in %s", key->path,
             certificate->path);
    return ERR_FORMAT;
}

/* Tries a handshake with the pair: one that parses and matches may still be unusable. */
static enum err try_out(struct tls_keys *keys, const struct file *certificate, char *cause)
{
    char why[TLS_CAUSE_SIZE];

    return tls_trial(keys->credentials, why) ? ERR_OK
                                             : refuse(ERR_FORMAT, cause, certificate->path, why);
}

static enum err load(struct tls_keys *keys, struct file *certificate, struct file *key, char *cause)
{
    enum err error;

    if ((error = read_file(certificate, cause)) != ERR_OK ||
        (error = import_chain(keys, certificate, cause)) != ERR_OK ||
        (error = read_file(key, cause)) != ERR_OK ||
        (error = import_key(keys, key, cause)) != ERR_OK ||
        (error = join(keys, certificate, key, cause)) != ERR_OK)
        return error;
    return try_out(keys, certificate, cause);
}

enum err tls_keys_load(const char *certificate, const char *key, struct tls_keys **out,
                       char cause[TLS_CAUSE_SIZE])
{
    struct tls_keys *keys = calloc(1, sizeof *keys);
    struct file files[] = {{.path = certificate}, {.path = key}};

    *out = NULL;
    if (keys == NULL)
        return refuse(ERR_MEMORY, cause, certificate, "out of memory");
    keys->users = 1;
    enum err error = ERR_MEMORY;
    if (gnutls_certificate_allocate_credentials(&keys->credentials) < 0 ||
        gnutls_x509_privkey_init(&keys->key) < 0)
        (void)refuse(error, cause, certificate, "out of memory");
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
        return refuse(ERR_MEMORY, cause, path, "out of memory");
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

/* Adds a user of the pair. */
static struct tls_keys *tls_keys_share(struct tls_keys *keys)
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

enum {
    UNTAKEN_KEEP = 256,
    MIN_COUNT = TLS_MIN_1_3 + 1,
    /* bytes of a record's header; the last two are the length of the rest */
    RECORD_HEADER = 5,
    SESSION_COST = 24 * 1024, /* bytes of memory of a session; up to 23 KiB were seen */
    RECORD_COST = 64,
};

struct tls_host {
    struct tls_keys *keys; /* the pair that new peers get; the host is a user of it */
    gnutls_priority_t priorities[MIN_COUNT];
    gnutls_datum_t tickets; /* key of all tickets, drawn at the start */
    uint8_t record[TLS_RECORD_MAX];
};

struct tls {
    struct tls_host *host;
    struct tls_keys *keys; /* the pair of this peer, which is a user of it */
    gnutls_session_t session;
    /* bytes from the socket, which GnuTLS has not taken from `untaken_at` on */
    struct bytes untaken;
    size_t untaken_at;
    size_t offered;  /* during the handshake: bytes of whole records in `untaken` */
    size_t records;  /* number of the peer's records during the handshake */
    size_t received; /* bytes from the socket during the handshake */
    size_t sent;     /* bytes to the socket during the handshake */
    struct bytes outgoing;
    const char *cause;
    bool is_shaken;
    bool is_ended;
};

static const char *const priority_texts[MIN_COUNT] = {
    [TLS_MIN_1_2] = TLS_PRIORITIES,
    [TLS_MIN_1_3] = TLS_PRIORITIES ":-VERS-TLS1.2",
};

enum err tls_host_open(struct tls_keys *keys, struct tls_host **out)
{
    struct tls_host *host = calloc(1, sizeof *host);
    bool is_open = host != NULL;

    *out = NULL;
    if (host == NULL) {
        tls_keys_drop(keys);
        return ERR_MEMORY;
    }
    host->keys = keys;
    for (size_t i = 0; i < MIN_COUNT; i++)
        is_open =
            is_open && gnutls_priority_init(&host->priorities[i], priority_texts[i], NULL) >= 0;
    if (!is_open || gnutls_session_ticket_key_generate(&host->tickets) < 0) {
        tls_host_free(host);
        return ERR_MEMORY;
    }
    *out = host;
    return ERR_OK;
}

void tls_host_take_keys(struct tls_host *host, struct tls_keys *keys)
{
    tls_keys_drop(host->keys);
    host->keys = keys;
}

const struct tls_keys *tls_host_keys(const struct tls_host *host)
{
    return host->keys;
}

void tls_host_free(struct tls_host *host)
{
    if (host == NULL)
        return;
    for (size_t i = 0; i < MIN_COUNT; i++) {
        if (host->priorities[i] != NULL)
            gnutls_priority_deinit(host->priorities[i]);
    }
    if (host->tickets.data != NULL)
        gnutls_memset(host->tickets.data, 0, host->tickets.size);
    gnutls_free(host->tickets.data);
    tls_keys_drop(host->keys);
    free(host);
}

/* Offers GnuTLS only whole records, because for a part of one it would allocate the longest
   record. */
static void offer_whole_records(struct tls *tls)
{
    const struct bytes *untaken = &tls->untaken;

    while (untaken->length - tls->offered >= RECORD_HEADER) {
        const uint8_t *header = untaken->data + tls->offered;
        size_t length = RECORD_HEADER + ((size_t)header[3] << 8 | header[4]);
        if (length > untaken->length - tls->offered)
            return;
        tls->offered += length;
        tls->records++;
    }
}

/* Returns the number of bytes that GnuTLS may take. */
static size_t on_offer(const struct tls *tls)
{
    return (tls->is_shaken ? tls->untaken.length : tls->offered) - tls->untaken_at;
}

/* Reads bytes of the peer for GnuTLS. */
static ssize_t pull(gnutls_transport_ptr_t pointer, void *data, size_t size)
{
    struct tls *tls = pointer;
    size_t length = on_offer(tls);

    if (length == 0) {
        gnutls_transport_set_errno(tls->session, EAGAIN);
        return -1;
    }
    if (length > size)
        length = size;
    memcpy(data, tls->untaken.data + tls->untaken_at, length);
    tls->untaken_at += length;
    return (ssize_t)length;
}

/* Tells GnuTLS whether there are bytes to read. */
static int is_there_more(gnutls_transport_ptr_t pointer, unsigned ms)
{
    const struct tls *tls = pointer;

    (void)ms;
    return on_offer(tls) > 0;
}

static ssize_t push(gnutls_transport_ptr_t pointer, const void *data, size_t length)
{
    struct tls *tls = pointer;

    if (bytes_append(&tls->outgoing, data, length) != ERR_OK) {
        gnutls_transport_set_errno(tls->session, ENOMEM);
        return -1;
    }
    if (!tls->is_shaken)
        tls->sent += length;
    return (ssize_t)length;
}

static bool set_up(struct tls *tls, enum tls_min min)
{
    struct tls_host *host = tls->host;

    if (gnutls_init(&tls->session, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) < 0)
        return false;
    gnutls_transport_set_ptr(tls->session, tls);
    gnutls_transport_set_pull_function(tls->session, pull);
    gnutls_transport_set_pull_timeout_function(tls->session, is_there_more);
    gnutls_transport_set_push_function(tls->session, push);
    gnutls_handshake_set_max_packet_length(tls->session, TLS_MESSAGE_MAX + tls->keys->chain_bytes);
    return gnutls_priority_set(tls->session, host->priorities[min]) >= 0 &&
           gnutls_credentials_set(tls->session, GNUTLS_CRD_CERTIFICATE, tls->keys->credentials) >=
               0 &&
           gnutls_session_ticket_enable_server(tls->session, &host->tickets) >= 0;
}

enum err tls_open(struct tls_host *host, enum tls_min min, size_t outgoing_max, struct tls **out)
{
    struct tls *tls = calloc(1, sizeof *tls);

    *out = NULL;
    if (tls == NULL)
        return ERR_MEMORY;
    tls->host = host;
    tls->keys = tls_keys_share(host->keys);
    bytes_init(&tls->untaken, TLS_UNTAKEN_MAX);
    bytes_init(&tls->outgoing, outgoing_max);
    if (!set_up(tls, min)) {
        tls_free(tls);
        return ERR_MEMORY;
    }
    *out = tls;
    return ERR_OK;
}

void tls_free(struct tls *tls)
{
    if (tls == NULL)
        return;
    if (tls->session != NULL)
        gnutls_deinit(tls->session);
    tls_keys_drop(tls->keys);
    bytes_release(&tls->untaken);
    bytes_release(&tls->outgoing);
    free(tls);
}

enum err tls_put(struct tls *tls, const void *data, size_t length)
{
    if (!tls->is_shaken && length > TLS_UNSHAKEN_MAX - tls->received)
        return ERR_TOO_BIG;
    if (tls->untaken_at == tls->untaken.length) {
        bytes_clear(&tls->untaken, UNTAKEN_KEEP);
        tls->untaken_at = tls->offered = 0;
    }
    if (!tls->is_shaken)
        tls->received += length;
    return bytes_append(&tls->untaken, data, length);
}

/* True for results after which the call must be repeated: an interruption, or a warning. */
static bool can_go_on(ssize_t code)
{
    return code == GNUTLS_E_INTERRUPTED || code == GNUTLS_E_WARNING_ALERT_RECEIVED;
}

static enum tls_progress fail(struct tls *tls, int code)
{
    tls->cause = gnutls_strerror(code);
    if (code != GNUTLS_E_FATAL_ALERT_RECEIVED)
        (void)gnutls_alert_send_appropriate(tls->session, code);
    return TLS_FAILED;
}

enum tls_progress tls_shake(struct tls *tls)
{
    int code;

    CHECK(!tls->is_shaken);
    offer_whole_records(tls);
    if (on_offer(tls) == 0)
        return TLS_WANTS_MORE;
    do
        code = gnutls_handshake(tls->session);
    while (can_go_on(code));
    if (code == GNUTLS_E_AGAIN)
        return TLS_WANTS_MORE;
    if (code < 0)
        return fail(tls, code);
    tls->is_shaken = true;
    return TLS_SHAKEN;
}

bool tls_is_shaken(const struct tls *tls)
{
    return tls->is_shaken;
}

size_t tls_cost(const struct tls *tls)
{
    return SESSION_COST + 2 * (tls->received + tls->sent) + RECORD_COST * tls->records;
}

enum tls_progress tls_decrypt(struct tls *tls, struct bytes *plain)
{
    uint8_t *record = tls->host->record;

    for (;;) {
        ssize_t count = gnutls_record_recv(tls->session, record, TLS_RECORD_MAX);
        if (count == 0)
            return TLS_OVER;
        if (count == GNUTLS_E_AGAIN)
            return TLS_WANTS_MORE;
        if (count < 0 && can_go_on(count))
            continue;
        if (count < 0)
            return fail(tls, (int)count);
        if (bytes_append(plain, record, (size_t)count) != ERR_OK)
            return fail(tls, GNUTLS_E_MEMORY_ERROR);
    }
}

enum err tls_encrypt(struct tls *tls, const void *data, size_t length)
{
    const uint8_t *bytes = data;

    while (length > 0) {
        ssize_t count = gnutls_record_send(tls->session, bytes, length);
        if (count <= 0)
            return ERR_MEMORY;
        bytes += count;
        length -= (size_t)count;
    }
    return ERR_OK;
}

void tls_end(struct tls *tls)
{
    if (tls->is_ended)
        return;
    tls->is_ended = true;
    (void)gnutls_bye(tls->session, GNUTLS_SHUT_WR);
}

struct bytes *tls_outgoing(struct tls *tls)
{
    return &tls->outgoing;
}

void tls_rest(struct tls *tls)
{
    if (tls->untaken_at == tls->untaken.length) {
        bytes_release(&tls->untaken);
        tls->untaken_at = 0;
    }
    if (tls->outgoing.length == 0)
        bytes_release(&tls->outgoing);
}

const char *tls_cause(const struct tls *tls)
{
    return tls->cause;
}

enum err tls_sha1(const void *data, size_t length, uint8_t out[TLS_SHA1_SIZE])
{
    return gnutls_hash_fast(GNUTLS_DIG_SHA1, data, length, out) < 0 ? ERR_MEMORY : ERR_OK;
}
