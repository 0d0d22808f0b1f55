/*
 * The names of the files are collected and sorted first; then each file is read.
 */
#include "server/base/text_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

static enum err refuse(char cause[TEXT_FOLDER_CAUSE_SIZE], const char *place, const char *why)
{
    snprintf(cause, TEXT_FOLDER_CAUSE_SIZE, "%.160s: %.80s", place, why);
    return ERR_FORMAT;
}

static bool is_text_file(const char *name)
{
    size_t length = strlen(name);

    return name[0] != '.' && length > 4 && strcmp(name + length - 4, ".txt") == 0;
}

static int compare_files(const void *a, const void *b)
{
    return strcmp(((const struct text_file *)a)->name, ((const struct text_file *)b)->name);
}

static enum err add_name(struct text_folder *folder, const char *path, const char *name,
                         char cause[TEXT_FOLDER_CAUSE_SIZE])
{
    if (folder->count == TEXT_FOLDER_FILES_MAX) {
        snprintf(cause, TEXT_FOLDER_CAUSE_SIZE, "%.160s: more than %d files", path,
                 TEXT_FOLDER_FILES_MAX);
        return ERR_FORMAT;
    }
    if (strlen(name) > TEXT_FOLDER_NAME_MAX)
        return refuse(cause, name, "the name of the file is too long");
    snprintf(folder->files[folder->count++].name, sizeof folder->files[0].name, "%s", name);
    return ERR_OK;
}

static enum err list_names(struct text_folder *folder, const char *path,
                           char cause[TEXT_FOLDER_CAUSE_SIZE])
{
    DIR *directory = opendir(path);
    enum err error = ERR_OK;

    if (directory == NULL)
        return refuse(cause, path, strerror(errno));
    for (struct dirent *entry = readdir(directory); entry != NULL && error == ERR_OK;
         entry = readdir(directory)) {
        if (is_text_file(entry->d_name))
            error = add_name(folder, path, entry->d_name, cause);
    }
    closedir(directory);
    if (error == ERR_OK && folder->count == 0)
        return refuse(cause, path, "no file that ends in .txt");
    qsort(folder->files, folder->count, sizeof folder->files[0], compare_files);
    return error;
}

static enum err read_text(struct text_file *out, const char *path, size_t size_max,
                          char cause[TEXT_FOLDER_CAUSE_SIZE])
{
    char place[PATH_SIZE];
    int length = snprintf(place, sizeof place, "%s/%s", path, out->name);

    if (length >= PATH_SIZE)
        return refuse(cause, out->name, "the path is too long");
    FILE *file = fopen(place, "rb");
    if (file == NULL)
        return refuse(cause, place, strerror(errno));
    out->text = malloc(size_max + 1);
    out->length = out->text != NULL ? fread(out->text, 1, size_max + 1, file) : 0;
    bool is_read = !ferror(file);
    fclose(file);
    if (out->text == NULL)
        return ERR_MEMORY;
    return is_read ? ERR_OK : refuse(cause, place, "cannot be read");
}

enum err text_folder_read(const char *path, size_t size_max, struct text_folder **out,
                          char cause[TEXT_FOLDER_CAUSE_SIZE])
{
    struct text_folder *folder = calloc(1, sizeof *folder);

    *out = NULL;
    if (folder == NULL)
        return ERR_MEMORY;
    enum err error = list_names(folder, path, cause);
    for (size_t i = 0; i < folder->count && error == ERR_OK; i++)
        error = read_text(&folder->files[i], path, size_max, cause);
    if (error != ERR_OK) {
        text_folder_free(folder);
        return error;
    }
    *out = folder;
    return ERR_OK;
}

void text_folder_free(struct text_folder *folder)
{
    if (folder == NULL)
        return;
    for (size_t i = 0; i < folder->count; i++)
        free(folder->files[i].text);
    free(folder);
}
