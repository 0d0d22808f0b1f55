/*
 * Strings that nobody should have to show.
 */
#include "nasty.h"

#include <string.h>

#include "base/utf8.h"

struct piece {
    const char *bytes;
    size_t length;
};

#define PIECE(text)                                                                                \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }

/* Looks and sequences that the server never makes itself, so that one of them that comes through
   cannot be taken for one of its own. */
static const struct piece pieces[] = {
    PIECE("hello"),
    PIECE("the stairs are east"),
    PIECE("caf\xc3\xa9"),
    PIECE("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e"),
    PIECE("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb"),
    PIECE("\x1b[5m"),
    PIECE("\x1b[41m"),
    PIECE("\x1b[8m\x1b[58;5;9m"),
    PIECE("\x1b[3J"),
    PIECE("\x1b[?1000h"),
    PIECE("\x1b[21t"),
    PIECE("\x1b[>c"),
    PIECE("\x1b"
          "c"),
    PIECE("\x1b#8"),
    PIECE("\x1b(0"),
    PIECE("\x1b]52;c;Zm9v\x07"),
    PIECE("\x1b]0;title\x1b\\"),
    PIECE("\x1b]8;;http://example.test\x1b\\"),
    PIECE("\x1bP+q544e\x1b\\"),
    PIECE("\x1b_G\x1b\\"),
    PIECE("\x1b^x\x1b\\"),
    PIECE("\x1b[200~"),
    PIECE("\x1b[1;2R"),
    PIECE("\x9b"
          "5m"),
    PIECE("\x9d"
          "52;c;Zm9v\x9c"),
    PIECE("\x90"
          "x\x9c"),
    PIECE("\x85\x84\x8d"),
    PIECE("\xc2\x9b"
          "5m"),
    PIECE("\xc2\x9d"
          "0;x\xc2\x9c"),
    PIECE("\xc2\x85"),
    PIECE("\xc0\x9b"),
    PIECE("\xc1\x9b"
          "5m"),
    PIECE("\xe0\x80\x9b"),
    PIECE("\xf0\x80\x80\x9b"),
    PIECE("\xc0\x80"),
    PIECE("\xed\xa0\xbd\xed\xb8\x80"),
    PIECE("\xf4\x90\x80\x80"),
    PIECE("\xf8\x88\x80\x80\x80"),
    PIECE("\xef\xbf\xbe"),
    PIECE("\xef\xbf\xbd"),
    PIECE("\xef\xbb\xbf"),
    PIECE("\xe2\x80\xae"
          "evil"),
    PIECE("\xe2\x81\xa6x\xe2\x81\xa9"),
    PIECE("\xe2\x80\x8f\xd8\x9c"),
    PIECE("\xe2\x80\x8b\xe2\x81\xa0\xc2\xad"),
    PIECE("\xe2\x80\xa8\xe2\x80\xa9"),
    PIECE("\xe3\x85\xa4\xef\xbe\xa0\xe1\x85\x9f"),
    PIECE("\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab\xe1\x85\xa1\xe1\x86\xab"),
    PIECE("e\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85\xcc\x86\xcc\x87\xcc\x88"),
    PIECE("\xcc\x81\xe2\x83\x9d"),
    PIECE("\xef\xb8\x8f\xf3\xa0\x84\x80\xf3\xa0\x80\x81"),
    PIECE("\xee\x80\x80\xf4\x8f\xbf\xbd"),
    PIECE("\xf0\x9d\x85\xb3\xf0\x9d\x85\xb4"),
    PIECE("\xc2\xa0\xe3\x80\x80\xe1\x9a\x80"),
    PIECE("\xff\xff"),
    PIECE("\xff\xf1"),
    PIECE("\xff\xf9\xff\xef"),
    PIECE("\xff\xfd\x06"),
    PIECE("\xff\xfb\xc9\xff\xfd\xc8"),
    PIECE("\xff\xfd\x56\xff\xfe\x56"),
    PIECE("\xff\xfa\xc9"
          "Core.Hello {\"client\":\"\\u001b[5m\"}\xff\xf0"),
    PIECE("\xff\xfa\x18\x01\xff\xf0"),
    PIECE("\xff\xfa\x2a\x02UTF-8\xff\xf0"),
    PIECE("\r\n"),
    PIECE("\r"),
    PIECE("\n"),
    PIECE("\r\0x"),
    PIECE("\0"),
    PIECE("\n\r\0\r\n\n"),
    PIECE("\x07\x07"),
    PIECE("\x08\x08\x7f"),
    PIECE("\x0e\x0f"),
    PIECE("\x05"),
    PIECE("\x18\x1a"),
    PIECE("\t\v\f"),
    PIECE("%s%n%99999d"),
    PIECE("\"}],\\\"\\u001b[5m"),
    PIECE("{\"a\":[[[[[[{}"),
    PIECE("../../../etc"),
    PIECE("'; --"),
};

enum { PIECE_COUNT = sizeof pieces / sizeof pieces[0], MUTATIONS_MAX = 3 };

struct draft {
    struct rng *rng;
    uint8_t *bytes;
    size_t length;
};

static void add(struct draft *draft, const void *bytes, size_t length)
{
    if (length > NASTY_MAX - draft->length)
        length = NASTY_MAX - draft->length;
    memcpy(draft->bytes + draft->length, bytes, length);
    draft->length += length;
}

static void add_noise(struct draft *draft, uint32_t count, uint32_t bound)
{
    for (uint32_t i = 0; i < count; i++) {
        uint8_t byte = (uint8_t)rng_below(draft->rng, bound);
        add(draft, &byte, 1);
    }
}

static void add_piece(struct draft *draft)
{
    const struct piece *piece = &pieces[rng_below(draft->rng, PIECE_COUNT)];

    add(draft, piece->bytes, piece->length);
}

/* A letter from a block that holds what cannot be seen, or from anywhere. */
static void add_letter(struct draft *draft)
{
    static const struct {
        uint32_t first;
        uint32_t count;
    } blocks[] = {{0x80, 0x20},    {0x300, 0x70},   {0x600, 0x20},  {0x1100, 0x100},
                  {0x2000, 0x70},  {0x20d0, 0x21},  {0xfe00, 0x10}, {0xfff0, 0x10},
                  {0xe0000, 0x80}, {0x1d160, 0x20}, {0x80, 0xd780}, {0xe000, 0x102000},
                  {0x590, 0x70},   {0x1f1e6, 0x20}, {0x1f3f0, 0x20}};
    char encoded[4];
    uint32_t block = rng_below(draft->rng, sizeof blocks / sizeof blocks[0]);
    uint32_t letter = blocks[block].first + rng_below(draft->rng, blocks[block].count);

    if (rng_percent(draft->rng, 40))
        add(draft, "a", 1);
    add(draft, encoded, utf8_encode(letter, encoded));
}

static void add_flood(struct draft *draft)
{
    const struct piece *piece = &pieces[rng_below(draft->rng, PIECE_COUNT)];

    for (uint32_t i = 20 + rng_below(draft->rng, 60); i > 0; i--)
        add(draft, piece->bytes, piece->length);
}

static void mutate(struct draft *draft)
{
    if (draft->length == 0)
        return;
    uint8_t *at = draft->bytes + rng_below(draft->rng, (uint32_t)draft->length);
    size_t behind = (size_t)(draft->bytes + draft->length - at) - 1;

    switch (rng_below(draft->rng, 4)) {
    case 0:
        *at ^= (uint8_t)(1u << rng_below(draft->rng, 8));
        break;
    case 1:
        *at = (uint8_t)rng_below(draft->rng, 256);
        break;
    case 2:
        memmove(at, at + 1, behind);
        draft->length--;
        break;
    default:
        draft->length = (size_t)(at - draft->bytes);
        break;
    }
}

size_t nasty_make(struct rng *rng, uint8_t out[NASTY_MAX])
{
    struct draft draft = {.rng = rng, .bytes = out};
    uint32_t kind = rng_below(rng, 100);

    if (kind < 15) {
        add_noise(&draft, 1 + rng_below(rng, 48), 256);
    } else if (kind < 25) {
        add_noise(&draft, 1 + rng_below(rng, 48), ' ');
        add_noise(&draft, rng_below(rng, 8), 128);
    } else if (kind < 28) {
        add_noise(&draft, 200 + rng_below(rng, 900), 256);
    } else if (kind < 32) {
        add_flood(&draft);
    } else {
        for (uint32_t count = 1 + rng_below(rng, 6); count > 0; count--) {
            if (rng_percent(rng, 60))
                add_piece(&draft);
            else
                add_letter(&draft);
        }
        for (uint32_t count = rng_below(rng, MUTATIONS_MAX + 1); count > 0; count--)
            mutate(&draft);
    }
    return draft.length;
}
