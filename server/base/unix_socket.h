/*
 * Unix sockets of operators: the path as the kernel takes it, and the process at the other end. An
 * address has room for 107 bytes; a longer path is shortened by way of its folder, which is held
 * open and reached through /proc/self/fd.
 */
#ifndef UNDERCROFT_SERVER_BASE_UNIX_SOCKET_H
#define UNDERCROFT_SERVER_BASE_UNIX_SOCKET_H

#include <stdbool.h>
#include <sys/un.h>

struct socket_path {
    char text[sizeof((struct sockaddr_un *)0)->sun_path]; /* valid while this is open */
    /* descriptor of the folder; -1: the path is short enough */
    int folder;
};

/* Opens the folder of a socket's path. False, with errno: the folder cannot be opened (ENOENT,
   EACCES …), or even the socket's own name is too long (ENAMETOOLONG); there is then nothing to
   close. */
bool socket_path_open(struct socket_path *out, const char *path);
void socket_path_close(struct socket_path *path);

/* True if the kernel says that our own user, or root, has connected this socket. */
bool peer_is_trusted(int descriptor);

#endif
