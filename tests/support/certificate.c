/*
 * Certificates for tests, by GnuTLS.
 */
#include "support/certificate.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

enum { DEFAULT_SECONDS = 90 * 86400, PATH_SIZE = 512, OWNER_ALONE = 0600 };

static void is_good(int code)
{
    ck_assert_msg(code >= 0, "GnuTLS: %s", gnutls_strerror(code));
}

void certificate_put(const char *path, const void *data, unsigned length)
{
    char other[PATH_SIZE];

    snprintf(other, sizeof other, "%s.new", path);
    FILE *file = fopen(other, "w");
    ck_assert_msg(file != NULL && fwrite(data, 1, length, file) == length && fclose(file) == 0 &&
                      chmod(other, OWNER_ALONE) == 0 && rename(other, path) == 0,
                  "%s cannot be written", path);
}

static gnutls_x509_privkey_t make_key(const struct certificate_wish *wish)
{
    gnutls_x509_privkey_t key;

    is_good(gnutls_x509_privkey_init(&key));
    if (wish->is_rsa)
        is_good(gnutls_x509_privkey_generate(key, GNUTLS_PK_RSA,
                                             wish->rsa_bits == 0 ? 2048 : wish->rsa_bits, 0));
    else
        is_good(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA,
                                             GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0));
    return key;
}

static gnutls_x509_crt_t make_certificate(gnutls_x509_privkey_t key,
                                          const struct certificate_wish *wish)
{
    static unsigned char serial[8];
    const char *name = wish->name == NULL ? "localhost" : wish->name;
    time_t now = time(NULL);
    gnutls_x509_crt_t certificate;

    serial[7]++;
    is_good(gnutls_x509_crt_init(&certificate));
    is_good(gnutls_x509_crt_set_version(certificate, 3));
    is_good(gnutls_x509_crt_set_serial(certificate, serial, sizeof serial));
    is_good(gnutls_x509_crt_set_activation_time(certificate, now + (time_t)wish->begins_in));
    is_good(gnutls_x509_crt_set_expiration_time(
        certificate, now + (time_t)(wish->ends_in == 0 ? DEFAULT_SECONDS : wish->ends_in)));
    is_good(gnutls_x509_crt_set_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name,
                                          (unsigned)strlen(name)));
    is_good(gnutls_x509_crt_set_key(certificate, key));
    is_good(gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0));
    return certificate;
}

void certificate_make(const char *certificate_path, const char *key_path,
                      const struct certificate_wish *wish)
{
    gnutls_x509_privkey_t key = make_key(wish);
    gnutls_x509_crt_t certificate = make_certificate(key, wish);
    gnutls_datum_t text;

    is_good(gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &text));
    certificate_put(certificate_path, text.data, text.size);
    gnutls_free(text.data);
    is_good(gnutls_x509_privkey_export2_pkcs8(
        key, GNUTLS_X509_FMT_PEM, wish->passphrase,
        wish->passphrase == NULL ? GNUTLS_PKCS_PLAIN : GNUTLS_PKCS_PBES2_AES_256, &text));
    certificate_put(key_path, text.data, text.size);
    gnutls_free(text.data);
    gnutls_x509_crt_deinit(certificate);
    gnutls_x509_privkey_deinit(key);
}
