/*
 * A proxy's header about its peer, and networks as people write them. A header takes a bounded
 * number of bytes, and an address that was read can be written and read again.
 */
#include <string.h>

#include "base/check.h"
#include "fuzz.h"
#include "server/net/proxy_header.h"

static void take_header(const uint8_t *data, size_t size)
{
    struct proxy_header header = {.length = 0};
    enum proxy_progress progress = PROXY_WANTS_MORE;
    size_t taken = 0;

    while (taken < size && progress == PROXY_WANTS_MORE)
        progress = proxy_header_take(&header, data[taken++]);
    CHECK(taken <= PROXY_FIXED_SIZE + PROXY_LENGTH_MAX);
    CHECK(progress != PROXY_WANTS_MORE || taken == size);
    CHECK(!header.has_address || progress == PROXY_DONE);
}

static void read_network(const uint8_t *data, size_t size)
{
    struct network network;
    struct network again;
    char text[NETWORK_TEXT_SIZE];

    if (network_parse((const char *)data, size, &network) == ERR_FORMAT)
        return;
    network_write(&network, text);
    CHECK(network_parse(text, strlen(text), &again) == ERR_OK);
    CHECK(memcmp(&network, &again, sizeof network) == 0);
    CHECK(network_contains(&network, &again.address));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    take_header(data, size);
    read_network(data, size);
    return 0;
}
