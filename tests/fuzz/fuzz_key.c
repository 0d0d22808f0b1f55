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
    /* Bytes that are never part of UTF-8 stand for time passing. */
    BYTE_WAIT_OVER = 0xFE,
    BYTE_NEXT_READ = 0xFD,
    BYTE_PAUSE = 0xFC,
    BYTE_8_BITS = 0xFB, /* letters are those of the other kind from here on */
    WAITS_MAX = 2,      /* until nothing is pending: for a sequence, and for its rest */
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

/* As long as anything is waited for. */
static uint64_t wait_out(struct key_decoder *decoder, uint64_t now_ms)
{
    struct key key;

    if (!key_is_pending(decoder))
        return now_ms;
    now_ms += KEY_SEQUENCE_WAIT_MS + KEY_LATE_MS;
    CHECK(key_is_due(decoder, now_ms, 0));
    if (key_expire(decoder, now_ms, &key))
        check_key(key);
    return now_ms;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct key_decoder decoder;
    struct key keys[KEY_DECODE_MAX];
    uint64_t now_ms = 0;

    key_decoder_init(&decoder);
    for (size_t i = 0; i < size; i++) {
        int count = 0;
        if (data[i] == BYTE_WAIT_OVER)
            now_ms = wait_out(&decoder, now_ms);
        else if (data[i] == BYTE_NEXT_READ || data[i] == BYTE_PAUSE)
            now_ms += data[i] == BYTE_PAUSE ? KEY_PAUSE_MS : 1;
        else if (data[i] == BYTE_8_BITS)
            decoder.is_8_bit = !decoder.is_8_bit;
        else
            count = key_decode(&decoder, data[i], now_ms, keys);
        for (int k = 0; k < count; k++)
            check_key(keys[k]);
        CHECK(count <= KEY_DECODE_MAX);
        CHECK(decoder.state < KEY_STATE_COUNT);
        CHECK(decoder.sequence.kept_length <= SEQUENCE_KEPT_MAX);
    }
    for (int wait = 0; wait < WAITS_MAX; wait++)
        now_ms = wait_out(&decoder, now_ms);
    CHECK(!key_is_pending(&decoder));
    return 0;
}
