/*
 * Names first, sorted, then the text of each.
 */
#include "server/tools/mapgen/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

struct folder {
    const char *path;
    size_t count;
    struct setpiece_text texts[SETPIECES_MAX];
    char names[SETPIECES_MAX][SETPIECE_FILE_NAME_MAX + 1];
    char *memory[SETPIECES_MAX]; /* owned: the texts */
};

static enum err refuse(const char *place, const char *cause)
{
    fprintf(stderr, "undercroft-mapgen: %s: %s\n", place, cause);
    return ERR_FORMAT;
}

static bool is_text_file(const char *name)
{
    size_t length = strlen(name);

    return name[0] != '.' && length > 4 && strcmp(name + length - 4, ".txt") == 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static enum err add_name(struct folder *folder, const char *name)
{
    if (folder->count == SETPIECES_MAX) {
        fprintf(stderr, "undercroft-mapgen: %s: more than %d files\n", folder->path, SETPIECES_MAX);
        return ERR_FORMAT;
    }
    if (strlen(name) > SETPIECE_FILE_NAME_MAX)
        return refuse(name, "the name of the file is too long");
    snprintf(folder->names[folder->count++], sizeof folder->names[0], "%s", name);
    return ERR_OK;
}

static enum err list_names(struct folder *folder)
{
    DIR *directory = opendir(folder->path);
    enum err error = ERR_OK;

    if (directory == NULL)
        return refuse(folder->path, strerror(errno));
    for (struct dirent *entry = readdir(directory); entry != NULL && error == ERR_OK;
         entry = readdir(directory)) {
        if (is_text_file(entry->d_name))
            error = add_name(folder, entry->d_name);
    }
    closedir(directory);
    if (error == ERR_OK && folder->count == 0)
        return refuse(folder->path, "no file that ends in .txt");
    qsort(folder->names, folder->count, sizeof folder->names[0], compare_names);
    return error;
}

/* One byte more than a file may have is read, so that the reader sees that it is too long. */
static enum err read_text(struct folder *folder, size_t index)
{
    char path[PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s/%s", folder->path, folder->names[index]);
    FILE *file = length < PATH_SIZE ? fopen(path, "rb") : NULL;

    if (file == NULL)
        return refuse(folder->names[index],
                      length < PATH_SIZE ? strerror(errno) : "the path is too long");
    char *text = malloc(SETPIECE_FILE_MAX + 1);
    size_t read = text != NULL ? fread(text, 1, SETPIECE_FILE_MAX + 1, file) : 0;
    bool is_read = !ferror(file);
    fclose(file);
    folder->memory[index] = text;
    folder->texts[index] = (struct setpiece_text){folder->names[index], text, read};
    if (text == NULL)
        return ERR_MEMORY;
    return is_read ? ERR_OK : refuse(path, "cannot be read");
}

static enum err read_pieces(struct folder *folder, struct setpieces *out)
{
    struct setpiece_fault fault;
    enum err error = list_names(folder);

    for (size_t i = 0; i < folder->count && error == ERR_OK; i++)
        error = read_text(folder, i);
    if (error != ERR_OK)
        return error;
    error = setpieces_read(folder->texts, folder->count, out, &fault);
    if (error == ERR_FORMAT)
        fprintf(stderr, "%s/%s:%d: %s\n", folder->path, fault.file, fault.line, fault.cause);
    return error;
}

enum err folder_read(const char *path, struct setpieces *out)
{
    struct folder *folder = calloc(1, sizeof *folder);

    if (folder == NULL)
        return ERR_MEMORY;
    folder->path = path;
    enum err error = read_pieces(folder, out);
    for (size_t i = 0; i < folder->count; i++)
        free(folder->memory[i]);
    free(folder);
    return error;
}
