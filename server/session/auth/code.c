/*
 * Codes for a new password. 60 random bits need no slow hash.
 */
#include "server/session/auth/code.h"

#include <ctype.h>
#include <sodium.h>
#include <string.h>

#include "base/check.h"

enum { GROUP = 4, DIGITS = 12, HASH_BYTES = (CODE_HASH_SIZE - 1) / 2 };

/* Without 0 and O, 1 and I; exactly 32 signs, so that each is equally likely. */
static const char alphabet[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

_Static_assert(sizeof alphabet - 1 == 32, "five bits a digit");

void code_make(char out[CODE_SIZE])
{
    uint8_t random[DIGITS];
    size_t length = 0;

    randombytes_buf(random, sizeof random);
    for (size_t i = 0; i < DIGITS; i++) {
        if (i > 0 && i % GROUP == 0)
            out[length++] = '-';
        out[length++] = alphabet[random[i] % 32];
    }
    out[length] = '\0';
    sodium_memzero(random, sizeof random);
}

void code_hash(const char *name, const char *code, char out[CODE_HASH_SIZE])
{
    crypto_generichash_state state;
    uint8_t hash[HASH_BYTES];

    CHECK(crypto_generichash_init(&state, NULL, 0, sizeof hash) == 0);
    CHECK(crypto_generichash_update(&state, (const uint8_t *)name, strlen(name) + 1) == 0);
    for (; *code != '\0'; code++) {
        uint8_t letter = (uint8_t)toupper((unsigned char)*code);
        if (letter == '-' || letter == ' ')
            continue;
        CHECK(crypto_generichash_update(&state, &letter, 1) == 0);
    }
    CHECK(crypto_generichash_final(&state, hash, sizeof hash) == 0);
    CHECK(sodium_bin2hex(out, CODE_HASH_SIZE, hash, sizeof hash) == out);
}

bool code_matches(const char *name, const char *typed, const char *hash)
{
    char found[CODE_HASH_SIZE];

    if (strlen(hash) != CODE_HASH_SIZE - 1)
        return false;
    code_hash(name, typed, found);
    return sodium_memcmp(found, hash, CODE_HASH_SIZE) == 0;
}
