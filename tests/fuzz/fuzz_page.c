/*
 * Messages of a hostile page, divided by bytes of value 0 (which a message of good will does not
 * hold). Each is read within its limits or is none, and what is read holds no controls.
 */
#include <string.h>

#include "base/check.h"
#include "fuzz.h"
#include "server/session/page/page_message.h"

static void check(const struct page_message *message)
{
    CHECK(message->kind < PAGE_MESSAGE_KIND_COUNT);
    CHECK(message->number <= PAGE_NUMBER_MAX);
    CHECK(memchr(message->text, '\0', sizeof message->text) != NULL);
    CHECK(!message->is_too_long || message->text[0] == '\0');
    for (const char *at = message->text; *at != '\0'; at++)
        CHECK((unsigned char)*at >= ' ' && *at != 0x7f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (size_t from = 0; from <= size;) {
        const uint8_t *end = from < size ? memchr(data + from, 0, size - from) : NULL;
        size_t length = end == NULL ? size - from : (size_t)(end - data) - from;
        struct page_message message;
        if (page_message_read((const char *)data + from, length, &message) == PAGE_VERDICT_MESSAGE)
            check(&message);
        from += length + 1;
    }
    return 0;
}
