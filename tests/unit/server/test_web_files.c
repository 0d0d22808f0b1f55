/*
 * The files of the page as browsers get them: scripts and styles without comments and indentation,
 * line by line as in the sources, and small enough when packed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/web/files.h"
#include "support/test.h"

enum { VISIT_BYTES_MAX = 90 * 1000 /* of all files of a first visit, packed */ };

static struct web_files *files;

static void set_up(void)
{
    ck_assert_int_eq(web_files_open(&files), ERR_OK);
}

static void tear_down(void)
{
    web_files_free(files);
}

static const struct web_file *find(const char *path)
{
    return web_files_find(files, (struct http_text){path, strlen(path)});
}

static size_t count_lines(const uint8_t *data, size_t length)
{
    size_t lines = 0;

    for (size_t i = 0; i < length; i++)
        lines += data[i] == '\n';
    return lines;
}

static bool ends_with(const char *path, const char *ending)
{
    return strlen(path) > strlen(ending) &&
           strcmp(path + strlen(path) - strlen(ending), ending) == 0;
}

static bool has(const struct web_file *file, const char *text)
{
    char *copy = malloc(file->plain.length + 1);

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, file->plain.data, file->plain.length);
    copy[file->plain.length] = '\0';
    bool is_there = strstr(copy, text) != NULL;
    free(copy);
    return is_there;
}

TEST_FIXTURE(set_up, tear_down);

TEST(scripts_and_styles_come_without_comments_and_indentation)
{
    int trimmed = 0;

    for (size_t i = 0; i < web_asset_count; i++) {
        const struct web_asset *asset = &web_assets[i];
        if (!ends_with(asset->path, ".js") && !ends_with(asset->path, ".css"))
            continue;
        const struct web_file *file = find(asset->path);
        ck_assert_msg(file != NULL, "%s", asset->path);
        ck_assert_uint_eq(count_lines(file->plain.data, file->plain.length),
                          count_lines(asset->data, asset->length));
        ck_assert_msg(!has(file, "\n ") && !has(file, "\n\t"), "%s is indented", asset->path);
        ck_assert_msg(!has(file, "\n/*"), "%s has a comment", asset->path);
        trimmed++;
    }
    ck_assert_int_gt(trimmed, 10);
    /* The code itself is there, up to the last line. */
    ck_assert(has(find("/app/main.js"), "\nclass App {\n"));
    ck_assert(has(find("/app/main.js"), "\nelse addEventListener('load', install);\n"));
    ck_assert(has(find("/app/keys.js"), "\no: 'explore',\n"));
    ck_assert(has(find("/app.css"), "\ncolor-scheme: "));
}

TEST(other_files_come_as_they_are)
{
    const struct web_file *page = find("/");
    const struct web_file *icon = find("/icon.svg");

    ck_assert(page != NULL && has(page, "\n  <div class=\"gate\">\n"));
    ck_assert(icon != NULL && has(icon, "<svg "));
}

TEST(a_first_visit_is_small)
{
    size_t size = 0;

    for (size_t i = 0; i < web_asset_count; i++) {
        const char *path = web_assets[i].path;
        const struct web_file *file = find(strcmp(path, "/index.html") == 0 ? "/" : path);
        bool comes_later = ends_with(path, ".png") || strcmp(path, "/sw.js") == 0;
        ck_assert_msg(file != NULL, "%s", path);
        size += comes_later ? 0 : file->packed.length;
    }
    printf("web files: %zu bytes packed\n", size);
    ck_assert_uint_lt(size, VISIT_BYTES_MAX);
}
