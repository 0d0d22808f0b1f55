/*
 * Unix sockets on Linux: /proc/self/fd shortens a path, and SO_PEERCRED, which POSIX has not,
 * names the peer.
 */
#define _GNU_SOURCE
#include "server/base/unix_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
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

bool peer_is_trusted(int descriptor)
{
    struct ucred peer = {0};
    socklen_t length = sizeof peer;

    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0)
        return false;
    return peer.uid == geteuid() || peer.uid == 0;
}
