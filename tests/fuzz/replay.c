/*
 * Feeds every file of a folder to one fuzz target, so that what a fuzzer once found is tried with
 * every compiler and in every run of the tests. A folder without files is a failure.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

enum { INPUT_MAX = 4 * 1024 * 1024, PATH_SIZE = 4096 };

/* False, with a line on standard error, if the file cannot be read whole. */
static bool replay_file(const char *path, uint8_t *buffer)
{
    FILE *file = fopen(path, "rb");

    if (file == NULL) {
        perror(path);
        return false;
    }
    size_t length = fread(buffer, 1, INPUT_MAX, file);
    bool is_whole = !ferror(file) && fgetc(file) == EOF;
    fclose(file);
    if (!is_whole) {
        fprintf(stderr, "%s: cannot be read, or is too long\n", path);
        return false;
    }
    /* A copy of the exact size, so that a sanitizer sees a read past its end. */
    uint8_t *exact = malloc(length > 0 ? length : 1);
    if (exact == NULL)
        return false;
    for (size_t i = 0; i < length; i++)
        exact[i] = buffer[i];
    (void)LLVMFuzzerTestOneInput(exact, length);
    free(exact);
    return true;
}

static int replay_folder(const char *folder, uint8_t *buffer)
{
    DIR *directory = opendir(folder);
    int count = 0;

    if (directory == NULL) {
        perror(folder);
        return -1;
    }
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        char path[PATH_SIZE];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (!replay_file(path, buffer)) {
            count = -1;
            break;
        }
        count++;
    }
    closedir(directory);
    return count;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: replay FOLDER\n");
        return 2;
    }
    uint8_t *buffer = malloc(INPUT_MAX);
    int count = buffer == NULL ? -1 : replay_folder(argv[1], buffer);
    free(buffer);
    if (count > 0)
        printf("%d inputs\n", count);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
