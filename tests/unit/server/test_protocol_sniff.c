/*
 * Protocols other than telnet are recognised.
 */
#include "server/net/conn.h"

#include <string.h>

#include "support/test.h"

TEST(foreign_protocols_are_known_by_their_first_bytes)
{
    static const char *const foreign[] = {"GET ",     "POST ", "HEAD ",    "PUT ",  "OPTIONS ",
                                          "CONNECT ", "SSH-",  "\x16\x03", "PROXY "};
    static const char *const people[] = {"Get ", "GETA",   "HEAD\r", "get ", " GET ",
                                         "SSH",  "POSTER", "\x16",   "ada\r"};

    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        size_t length = strlen(foreign[i]);
        ck_assert_uint_le(length, PROTOCOL_SNIFF_MAX);
        for (size_t part = 0; part < length; part++)
            ck_assert(!protocol_sniff_is_foreign((const uint8_t *)foreign[i], part));
        ck_assert_msg(protocol_sniff_is_foreign((const uint8_t *)foreign[i], length), "%s",
                      foreign[i]);
    }
    ck_assert_msg(protocol_sniff_is_foreign((const uint8_t *)"\r\n\r\n\0\r\n", 7),
                  "a proxy in bytes");
    ck_assert_msg(!protocol_sniff_is_foreign((const uint8_t *)"\r\n\r\n\0\r", 6), "only Enter");
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
        for (size_t part = 0; part <= strlen(people[i]); part++)
            ck_assert_msg(!protocol_sniff_is_foreign((const uint8_t *)people[i], part), "%s",
                          people[i]);
    }
}
