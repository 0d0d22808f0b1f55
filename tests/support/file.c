/*
 * Copies and compares by stdio, a block at a time.
 */
#include "support/file.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

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

bool file_is_same(const char *first, const char *second)
{
    static char bytes[2][BLOCK_SIZE];
    FILE *files[2] = {fopen(first, "rb"), fopen(second, "rb")};
    size_t length = 1;
    bool is_same = true;

    ck_assert_msg(files[0] != NULL && files[1] != NULL, "%s, %s: cannot be read", first, second);
    while (is_same && length > 0) {
        length = fread(bytes[0], 1, BLOCK_SIZE, files[0]);
        is_same = fread(bytes[1], 1, BLOCK_SIZE, files[1]) == length &&
                  memcmp(bytes[0], bytes[1], length) == 0;
    }
    fclose(files[0]);
    fclose(files[1]);
    return is_same;
}
