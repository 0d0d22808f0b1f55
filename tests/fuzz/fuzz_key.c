/*
 * Bytes of a terminal. Every key that comes out is one that has a name, no input leaves the decoder
 * pending for ever, and waiting always ends in the ground state.
 */
#include "base/check.h"
#include "fuzz.h"
#include "term/key.h"

enum {
    CODE_POINT_END = 0x110000,
    SURROGATE_FIRST = 0xD800,
    SURROGATE_END = 0xE000,
    NAME_SIZE = 32,
    EXPIRY_BYTE = 0xFE, /* never part of UTF-8: here it stands for time passing */
};

static void check_key(struct key key)
{
    char name[NAME_SIZE];

    CHECK(key.code != KEY_NONE);
    CHECK(key.code <= KEY_UNKNOWN);
    CHECK(key.code >= CODE_POINT_END || key.code < SURROGATE_FIRST || key.code >= SURROGATE_END);
    key_describe(key, name, sizeof name);
    CHECK(name[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct key_decoder decoder;
    struct key key;
    int wait_ms;

    key_decoder_init(&decoder);
    for (size_t i = 0; i < size; i++) {
        bool is_key = data[i] == EXPIRY_BYTE ? key_expire(&decoder, &key)
                                             : key_decode(&decoder, data[i], &key);
        if (is_key)
            check_key(key);
        CHECK(decoder.pending_length <= KEY_SEQUENCE_MAX);
        CHECK(decoder.state < KEY_STATE_COUNT);
        if (key_is_pending(&decoder, &wait_ms))
            CHECK(wait_ms > 0 && wait_ms <= KEY_SEQUENCE_WAIT_MS);
    }
    while (key_expire(&decoder, &key))
        check_key(key);
    CHECK(!key_is_pending(&decoder, &wait_ms));
    return 0;
}
