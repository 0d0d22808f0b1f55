/*
 * A handshake with ourselves, in memory: whether a certificate and its key can serve at all. A key
 * may be well formed and yet too short for every signature that TLS knows.
 */
#ifndef UNDERCROFT_SERVER_NET_TLS_TRIAL_H
#define UNDERCROFT_SERVER_NET_TLS_TRIAL_H

#include "server/net/tls_private.h"

/* False, with a clause in `cause`: no peer could finish a handshake with them. Blocks for a few
   milliseconds. */
bool tls_trial(gnutls_certificate_credentials_t credentials, char cause[TLS_CAUSE_SIZE]);

#endif
