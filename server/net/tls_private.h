/*
 * What the files of TLS share: the one place where GnuTLS's types are seen.
 */
#ifndef UNDERCROFT_SERVER_NET_TLS_PRIVATE_H
#define UNDERCROFT_SERVER_NET_TLS_PRIVATE_H

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

#include "server/net/tls_keys.h"

struct tls_keys {
    gnutls_certificate_credentials_t credentials; /* owned, with the three below */
    gnutls_x509_privkey_t key;
    gnutls_x509_crt_t *chain;
    unsigned chain_length;
    struct tls_keys_facts facts;
    uint32_t users;
};

#endif
