/*
 * A program by its name, looked for as execvp() does, without running it.
 */
#include "server/base/program.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns 0 if the file can be run, or the errno that says why not. */
static int look(const char *path)
{
    struct stat info;

    if (stat(path, &info) != 0)
        return errno;
    if (S_ISDIR(info.st_mode))
        return EISDIR;
    return S_ISREG(info.st_mode) && access(path, X_OK) == 0 ? 0 : EACCES;
}

/* Calls look() in each folder of PATH; ENOENT only if none has such a file. An empty folder in PATH
   is the working directory. */
static int search(const char *name)
{
    const char *folders = getenv("PATH");
    char path[PATH_MAX];
    int error = ENOENT;

    for (const char *at = folders == NULL ? "/bin:/usr/bin" : folders; at != NULL;) {
        size_t length = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s%s%s", (int)length, at, length == 0 ? "" : "/", name);
        int found = look(path);
        if (found == 0)
            return 0;
        if (found == EACCES)
            error = EACCES;
        at = at[length] == ':' ? at + length + 1 : NULL;
    }
    return error;
}

bool program_can_run(const char *program, char cause[PROGRAM_CAUSE_SIZE])
{
    int error = strchr(program, '/') != NULL ? look(program) : search(program);

    if (error == ENOENT && strchr(program, ' ') != NULL)
        snprintf(cause, PROGRAM_CAUSE_SIZE, "no such program; it is one path, without arguments");
    else if (error == EACCES)
        snprintf(cause, PROGRAM_CAUSE_SIZE, "user %lu may not run it", (unsigned long)geteuid());
    else if (error != 0)
        snprintf(cause, PROGRAM_CAUSE_SIZE, "%s", strerror(error));
    return error == 0;
}
