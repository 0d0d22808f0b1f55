/*
 * A folder of text files that its owner writes by hand: all of them are read into memory, in the
 * order of their names.
 */
#ifndef UNDERCROFT_SERVER_BASE_TEXT_FOLDER_H
#define UNDERCROFT_SERVER_BASE_TEXT_FOLDER_H

#include <stddef.h>

#include "base/err.h"

enum {
    TEXT_FOLDER_FILES_MAX = 256,
    TEXT_FOLDER_NAME_MAX = 63,
    TEXT_FOLDER_CAUSE_SIZE = 256,
};

struct text_file {
    char name[TEXT_FOLDER_NAME_MAX + 1];
    char *text;
    size_t length;
};

struct text_folder {
    size_t count;
    struct text_file files[TEXT_FOLDER_FILES_MAX];
};

/*
 * Reads every file of `path` that ends in .txt and does not begin with a dot, up to `size_max`
 * bytes and one more, so that a reader sees that a file is too long. The caller frees *out with
 * text_folder_free(). ERR_FORMAT: `cause` says what is wrong with the folder or a file in it;
 * ERR_MEMORY.
 */
MUST_USE enum err text_folder_read(const char *path, size_t size_max, struct text_folder **out,
                                   char cause[TEXT_FOLDER_CAUSE_SIZE]);

/* Frees a folder. NULL is allowed. */
void text_folder_free(struct text_folder *folder);

#endif
