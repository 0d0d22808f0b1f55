/*
 * The certificate of the server and its key: read at the start, and again at SIGHUP, when an
 * operator names others, and when the files have changed, which is checked once a minute. A worker
 * reads, matches and checks them; then new peers get them, and the others keep theirs. A wrong
 * certificate or key changes nothing.
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

/* Reads the configured files and drops them, for a start that only checks. Explains a failure on
   standard error. True also if TLS is not used. */
bool tls_files_are_good(const struct options *options);

/* True for a setting that names the certificate or the key. */
bool tls_files_names(size_t index);

/* Checks, on a worker, whether the file in such a setting can be read and has the right content.
   ERR_OK for any other setting. On failure `cause` is a clause that names the file. */
MUST_USE enum err tls_files_look(size_t index, const char *path, char cause[TLS_CAUSE_SIZE]);

/* Reads the files before anything listens. ERR_FORMAT: bad configuration, explained on standard
   error; ERR_MEMORY. ERR_OK also if TLS is not used. */
MUST_USE enum err tls_files_open(struct admin *admin);

/* Frees the certificate and its key, once the loop has ended. */
void tls_files_close(struct admin *admin);

/* Has the files read again within a second. */
void tls_files_want(struct admin *admin);

/* Reads the files if that is due. Call it once a second. */
void tls_files_sweep(struct admin *admin);

/* Returns facts about the certificate in use; NULL: TLS is not used. */
const struct tls_keys_facts *tls_files_facts(const struct admin *admin);

/* Returns why the files on disk were not accepted; "": they were. */
const char *tls_files_failure(const struct admin *admin);

#endif
