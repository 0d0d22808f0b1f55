/*
 * A host's own folder of set pieces: what it adds, and what is wrong with it.
 */
#include "server/game/host_pieces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/test.h"

enum { PATH_SIZE = 256 };

#define POOL "kind area\ndepth 1-9\nmap\n...\n.8.\n...\nend\n"

static char folder[PATH_SIZE];
static char path[PATH_SIZE + 64]; /* of the file that was put into it; "": none */

static void set_up(void)
{
    const char *base = getenv("TMPDIR");

    snprintf(folder, sizeof folder, "%s/undercroft-places-XXXXXX", base != NULL ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    path[0] = '\0';
}

static void tear_down(void)
{
    if (path[0] != '\0')
        unlink(path);
    rmdir(folder);
}

static void put(const char *name, const char *text)
{
    if (path[0] != '\0')
        unlink(path);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(without_a_folder_there_are_those_that_are_built_in)
{
    struct setpieces builtin;
    struct setpieces pieces;
    char cause[HOST_PIECES_CAUSE_SIZE];

    ck_assert_int_eq(setpieces_builtin(&builtin), ERR_OK);
    ck_assert_int_eq(host_pieces_read("", &pieces, cause), ERR_OK);
    ck_assert_uint_eq(pieces.hash, builtin.hash);
    setpieces_release(&pieces);
    setpieces_release(&builtin);
}

TEST(a_folder_adds_its_pieces_and_another_hash)
{
    struct setpieces builtin;
    struct setpieces pieces;
    char cause[HOST_PIECES_CAUSE_SIZE];

    put("pool.txt", "name my pool\n" POOL);
    ck_assert_int_eq(setpieces_builtin(&builtin), ERR_OK);
    ck_assert_int_eq(host_pieces_read(folder, &pieces, cause), ERR_OK);
    ck_assert_uint_eq(pieces.count, builtin.count + 1);
    ck_assert_uint_ne(pieces.hash, builtin.hash);
    ck_assert_ptr_nonnull(setpieces_find(&pieces, "my pool"));
    ck_assert_ptr_nonnull(setpieces_find(&pieces, "the drowned hoard"));
    setpieces_release(&pieces);
    setpieces_release(&builtin);
}

/* A file, and what the cause says of it. */
static const struct {
    const char *name;
    const char *text;
    const char *cause;
} wrong_table[] = {
    {"pool.txt", "name my pool\nkind lake\n", "/pool.txt:2: kind: must be pocket, area"},
    {"pool.txt", "", "/pool.txt:1: "},
    {"pool.txt", "name the drowned hoard\n" POOL, "the name is that of drowned_hoard.txt"},
    {"pool.text", "name my pool\n" POOL, "no file that ends in .txt"},
    {".pool.txt", "name my pool\n" POOL, "no file that ends in .txt"},
};

TEST_EACH(what_is_wrong_with_a_file_is_told, sizeof wrong_table / sizeof wrong_table[0])
{
    struct setpieces pieces;
    char cause[HOST_PIECES_CAUSE_SIZE] = "";

    put(wrong_table[_i].name, wrong_table[_i].text);
    ck_assert_int_eq(host_pieces_read(folder, &pieces, cause), ERR_FORMAT);
    ck_assert_msg(strstr(cause, wrong_table[_i].cause) != NULL, "%s", cause);
    ck_assert_ptr_eq(strstr(cause, folder), cause);
}

TEST(a_folder_that_is_not_there_is_named)
{
    struct setpieces pieces;
    char cause[HOST_PIECES_CAUSE_SIZE] = "";

    ck_assert_int_eq(host_pieces_read("/nowhere/at/all", &pieces, cause), ERR_FORMAT);
    ck_assert_str_eq(cause, "/nowhere/at/all: No such file or directory");
}
