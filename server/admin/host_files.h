/*
 * The host's texts in a running server: they are read again at SIGHUP, and when an operator names
 * another file. A worker reads them; a file that cannot be shown changes nothing.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_HOST_FILES_H
#define UNDERCROFT_SERVER_ADMIN_HOST_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "server/base/host_texts.h"

struct admin;

/* True for a setting that names one of the texts. */
bool host_files_names(size_t index);

/* Checks, on a worker, whether the file in such a setting can be shown. ERR_OK for any other
   setting. On failure `cause` is a clause that names the file. */
MUST_USE enum err host_files_look(size_t index, const char *path, char cause[HOST_CAUSE_SIZE]);

/* Has the texts read again, as soon as a worker has time. */
void host_files_want(struct admin *admin);

#endif
