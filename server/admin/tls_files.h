/*
 * The certificate of the server and its key: read at the start, and again at SIGHUP, when an
 * operator names others, and when the files have changed, which is looked at once a minute. They
 * are read, matched and checked by a worker; then new peers get them, and the others keep the ones
 * they began with. A wrong certificate or key changes nothing.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_TLS_FILES_H
#define UNDERCROFT_SERVER_ADMIN_TLS_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "server/net/tls.h"

struct admin;
struct options;

/* Reads what the settings name and forgets it: for a start that only looks. Explains a failure on
   standard error. True also if nothing is to be inside TLS. */
bool tls_files_are_good(const struct options *options);

/* True for a setting that names the certificate or the key. */
bool tls_files_names(size_t index);

/* For a worker: whether the file that such a setting is to name can be read and holds what it
   should. ERR_OK for any other setting. On failure `cause` is a clause that names the file. */
MUST_USE enum err tls_files_look(size_t index, const char *path, char cause[TLS_CAUSE_SIZE]);

/* Before anybody listens. Explains ERR_FORMAT, which is bad configuration, on standard error.
   ERR_MEMORY. ERR_OK also if nothing is to be inside TLS. */
MUST_USE enum err tls_files_open(struct admin *admin);

/* Once the loop has run out. */
void tls_files_close(struct admin *admin);

/* The files are read again within a second. */
void tls_files_want(struct admin *admin);

/* Once a second. */
void tls_files_sweep(struct admin *admin);

/* Facts about the certificate in use; NULL: nothing is inside TLS. */
const struct tls_keys_facts *tls_files_facts(const struct admin *admin);

/* Why the files on the disk were not taken; "": they were. */
const char *tls_files_failure(const struct admin *admin);

#endif
