/*
 * Hosts of requests.
 */
#include "server/admin/metrics_host.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "server/base/network.h"

static const char separators[] = ", ";

static bool is_address(const char *host, size_t length)
{
    struct network network;

    if (length > 1 && host[0] == '[' && host[length - 1] == ']') {
        host++;
        length -= 2;
    }
    return memchr(host, '/', length) == NULL && network_parse(host, length, &network) == ERR_OK;
}

static bool is_listed(const char *host, size_t length, const char *names)
{
    for (names += strspn(names, separators); *names != '\0'; names += strspn(names, separators)) {
        size_t name_length = strcspn(names, separators);
        if (name_length == length && strncasecmp(names, host, length) == 0)
            return true;
        names += name_length;
    }
    return false;
}

bool metrics_host_is_ours(const char *host, const char *names)
{
    const char *end = host[0] == '[' ? strchr(host, ']') : NULL;
    size_t length = end == NULL ? strcspn(host, ":") : (size_t)(end - host) + 1;
    const char *port = host + length;

    if (port[0] == ':')
        port += 1 + strspn(port + 1, "0123456789");
    if (port[0] != '\0' || length == 0)
        return false;
    return is_address(host, length) || is_listed(host, length, "localhost") ||
           is_listed(host, length, names);
}
