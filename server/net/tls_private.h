/*
 * The types of GnuTLS, shared by the files of TLS. Nothing else in server/net sees them.
 */
#ifndef UNDERCROFT_SERVER_NET_TLS_PRIVATE_H
#define UNDERCROFT_SERVER_NET_TLS_PRIVATE_H

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

#include "server/net/tls_keys.h"

/* Our side of every handshake. Ciphers with authentication of their own, and keys for one
   connection alone: neither a recording nor the certificate's key opens another. A key on a curve
   takes a few milliseconds at most, one on the largest finite field 400. */
#define TLS_PRIORITIES                                                                             \
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"                                                   \
    ":-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA"                                                             \
    ":-GROUP-ALL:+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1:+GROUP-SECP521R1"                 \
    ":-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:-MAC-ALL:+AEAD"                     \
    ":%SERVER_PRECEDENCE"

struct tls_keys {
    gnutls_certificate_credentials_t credentials; /* owned, with the three below */
    gnutls_x509_privkey_t key;
    gnutls_x509_crt_t *chain;
    unsigned chain_length;
    size_t chain_bytes; /* as a handshake sends it */
    struct tls_keys_facts facts;
    uint32_t users;
};

#endif
