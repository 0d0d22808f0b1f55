/*
 * Certificates and keys for tests, made on the spot and signed by themselves. Errors fail the
 * running test.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_CERTIFICATE_H
#define UNDERCROFT_TESTS_SUPPORT_CERTIFICATE_H

#include <stdbool.h>
#include <stdint.h>

struct certificate_wish {
    const char *name;       /* its CN; NULL: localhost */
    int64_t begins_in;      /* seconds from now */
    int64_t ends_in;        /* likewise; 0: in 90 days */
    bool is_rsa;            /* of 2048 bits; or else ECDSA on P-256 */
    unsigned rsa_bits;      /* 0: those */
    const char *passphrase; /* of the key; NULL: none */
};

/* Writes both files in PEM, the key for its owner alone. Each is there whole or not at all. */
void certificate_make(const char *certificate_path, const char *key_path,
                      const struct certificate_wish *wish);

/* Replaces a file, whole or not at all: written under another name first, then moved. */
void certificate_put(const char *path, const void *data, unsigned length);

#endif
