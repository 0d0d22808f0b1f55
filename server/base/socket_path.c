/*
 * Names of Unix sockets.
 */
#include "server/base/socket_path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool open_folder(struct socket_path *out, const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - path) + 1;

    errno = ENAMETOOLONG;
    if (length == 0 || length >= sizeof folder)
        return false;
    memcpy(folder, path, length);
    folder[length] = '\0';
    out->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (out->folder < 0)
        return false;
    int written =
        snprintf(out->text, sizeof out->text, "/proc/self/fd/%d/%s", out->folder, slash + 1);
    if (written > 0 && (size_t)written < sizeof out->text)
        return true;
    socket_path_close(out);
    errno = ENAMETOOLONG;
    return false;
}

bool socket_path_open(struct socket_path *out, const char *path)
{
    int written = snprintf(out->text, sizeof out->text, "%s", path);

    out->folder = -1;
    return (written > 0 && (size_t)written < sizeof out->text) || open_folder(out, path);
}

void socket_path_close(struct socket_path *path)
{
    if (path->folder >= 0)
        close(path->folder);
    path->folder = -1;
}
