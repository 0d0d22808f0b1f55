/*
 * The files of the page, as they were compiled in: packed by gzip once, at the start, and named by
 * their hash. Where one of them has "?v=HASH" after the name of another, the hash of all files
 * together is put in, so the answer to such a request never changes.
 *
 * A build with UNDERCROFT_WEB_DIR reads them from that folder each time, for work on the page.
 */
#ifndef UNDERCROFT_SERVER_NET_WEB_FILES_H
#define UNDERCROFT_SERVER_NET_WEB_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "server/net/web/http.h"

enum {
    WEB_HASH_SIZE = 17,               /* hexadecimal digits and NUL */
    WEB_FILE_BYTES_MAX = 1024 * 1024, /* most bytes of a file, before compression */
};

/* A file as it was compiled in. */
struct web_asset {
    const char *path; /* "/app/main.js" */
    const unsigned char *data;
    size_t length;
};

extern const struct web_asset web_assets[];
extern const size_t web_asset_count;

struct web_file {
    const char *path;
    const char *type; /* for Content-Type */
    struct bytes plain;
    struct bytes packed;          /* content compressed by gzip; empty: that is not shorter */
    char etag[WEB_HASH_SIZE + 2]; /* entity tag with its quotation marks */
};

struct web_files;

/* Compresses the files. ERR_MEMORY; ERR_TOO_BIG: a file has more than WEB_FILE_BYTES_MAX. */
MUST_USE enum err web_files_open(struct web_files **out);

/* Frees them. NULL is allowed. */
void web_files_free(struct web_files *files);

/* Returns the present version of the file with that path, valid as long as `files`. NULL: there is
   none. */
const struct web_file *web_files_find(struct web_files *files, struct http_text path);

/* True if a file requested with that query never changes. */
bool web_files_is_lasting(const struct web_files *files, struct http_text query);

#endif
