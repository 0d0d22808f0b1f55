/*
 * Files are copied by stdio, a block at a time.
 */
#include "support/file.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BLOCK_SIZE = 64 * 1024 };

void file_copy(const char *from, const char *to)
{
    static char bytes[BLOCK_SIZE];
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");
    size_t length;

    ck_assert_msg(in != NULL && out != NULL, "%s cannot be copied to %s", from, to);
    while ((length = fread(bytes, 1, sizeof bytes, in)) > 0)
        ck_assert_uint_eq(fwrite(bytes, 1, length, out), length);
    fclose(in);
    ck_assert_int_eq(fclose(out), 0);
}

void file_make_folder(char *path, size_t size, const char *name)
{
    const char *parent = getenv("TMPDIR");

    if (parent == NULL || parent[0] == '\0')
        parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    int length = snprintf(path, size, "%s/undercroft-%s-XXXXXX", parent, name);
    ck_assert_msg(length > 0 && (size_t)length < size, "TMPDIR is too long");
    ck_assert_msg(mkdtemp(path) != NULL, "no folder could be made: %s", path);
}
