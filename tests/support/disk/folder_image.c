/*
 * The image of a folder.
 */
#define _GNU_SOURCE /* mknod() */
#include "support/disk/folder_image.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"

enum { ENTRIES_MAX = 1024, PATH_SIZE = 640, TARGET_SIZE = 256, MODE_BITS = 07777 };

struct entry {
    char *path;
    struct stat status;
    char *bytes; /* of a plain file; the target of a symbolic link */
};

struct folder_image {
    size_t count;
    struct entry entries[ENTRIES_MAX]; /* the folder, then what is in it; so with each in it */
};

static char *read_bytes(const char *path, size_t size)
{
    char *bytes = malloc(size + 1);
    FILE *file = fopen(path, "rb");

    CHECK(bytes != NULL && file != NULL);
    size_t length = fread(bytes, 1, size, file);
    fclose(file);
    CHECK(length == size);
    return bytes;
}

static char *read_target(const char *path)
{
    char target[TARGET_SIZE];
    ssize_t length = readlink(path, target, sizeof target - 1);

    CHECK(length > 0 && length < TARGET_SIZE - 1);
    target[length] = '\0';
    return strdup(target);
}

typedef void visit(void *argument, const char *path);

static void visit_all(const char *folder, visit *each, void *argument)
{
    DIR *stream = opendir(folder);

    CHECK(stream != NULL);
    for (struct dirent *found; (found = readdir(stream)) != NULL;) {
        char path[PATH_SIZE];
        int length = snprintf(path, sizeof path, "%s/%s", folder, found->d_name);
        CHECK(length > 0 && length < PATH_SIZE);
        if (strcmp(found->d_name, ".") != 0 && strcmp(found->d_name, "..") != 0)
            each(argument, path);
    }
    closedir(stream);
}

static void take(void *argument, const char *path)
{
    struct folder_image *image = argument;
    struct entry *entry = &image->entries[image->count++];

    CHECK(image->count <= ENTRIES_MAX);
    int code = lstat(path, &entry->status);
    CHECK(code == 0);
    entry->path = strdup(path);
    if (S_ISREG(entry->status.st_mode))
        entry->bytes = read_bytes(path, (size_t)entry->status.st_size);
    else if (S_ISLNK(entry->status.st_mode))
        entry->bytes = read_target(path);
    else if (S_ISDIR(entry->status.st_mode))
        visit_all(path, take, image);
}

struct folder_image *folder_image_take(const char *path)
{
    struct folder_image *image = calloc(1, sizeof *image);

    CHECK(image != NULL);
    take(image, path);
    return image;
}

static const struct entry *find(const struct folder_image *image, const char *path)
{
    for (size_t i = 0; i < image->count; i++) {
        if (strcmp(image->entries[i].path, path) == 0)
            return &image->entries[i];
    }
    return NULL;
}

/* Removes what the image does not hold, or holds as something else. */
static void remove_strange(void *argument, const char *path)
{
    const struct entry *entry = find(argument, path);
    struct stat now;

    if (lstat(path, &now) != 0)
        return;
    if (S_ISDIR(now.st_mode))
        visit_all(path, remove_strange, argument);
    if (entry == NULL || (entry->status.st_mode & S_IFMT) != (now.st_mode & S_IFMT))
        (void)remove(path);
}

static bool is_same(const struct entry *entry, const struct stat *now)
{
    size_t size = (size_t)entry->status.st_size;

    if (now->st_size != entry->status.st_size)
        return false;
    char *bytes = read_bytes(entry->path, size);
    bool is_same = memcmp(bytes, entry->bytes, size) == 0;
    free(bytes);
    return is_same;
}

static void write_bytes(const struct entry *entry)
{
    size_t size = (size_t)entry->status.st_size;
    FILE *file = fopen(entry->path, "wb");

    CHECK(file != NULL);
    size_t written = fwrite(entry->bytes, 1, size, file);
    int code = fclose(file);
    CHECK(written == size && code == 0);
}

static void lay_back(const struct entry *entry)
{
    mode_t kind = entry->status.st_mode & S_IFMT;
    struct timespec times[2] = {entry->status.st_atim, entry->status.st_mtim};
    struct stat now;
    bool is_there = lstat(entry->path, &now) == 0;
    int code = 0;

    if (kind == S_IFREG && (!is_there || !is_same(entry, &now)))
        write_bytes(entry);
    else if (kind == S_IFDIR && !is_there)
        code = mkdir(entry->path, 0700);
    else if (kind == S_IFLNK && !is_there)
        code = symlink(entry->bytes, entry->path);
    else if ((kind == S_IFSOCK || kind == S_IFIFO) && !is_there)
        code = mknod(entry->path, kind | 0600, 0);
    CHECK(code == 0);
    if (kind == S_IFREG || kind == S_IFDIR || kind == S_IFSOCK)
        code = chmod(entry->path, entry->status.st_mode & MODE_BITS);
    CHECK(code == 0);
    (void)utimensat(AT_FDCWD, entry->path, times, AT_SYMLINK_NOFOLLOW);
}

void folder_image_lay_back(struct folder_image *image)
{
    visit_all(image->entries[0].path, remove_strange, image);
    for (size_t i = 0; i < image->count; i++)
        lay_back(&image->entries[i]);
    for (size_t i = 0; i < image->count; i++) {
        free(image->entries[i].path);
        free(image->entries[i].bytes);
    }
    free(image);
}
