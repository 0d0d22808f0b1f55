/*
 * Random numbers of libsodium's, drawn by the seed, and names of temporary folders: salts inside of
 * libsodium are still the machine's. Programs are linked with --wrap for the calls.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "baton.h"

/* A step that leaves out no number, and brings names that look unlike each other. */
enum { LETTERS = 26 };
#define NAME_STEP 2654435761U

char *__wrap_mkdtemp(char *path);
void __wrap_randombytes_buf(void *out, size_t size);
uint32_t __wrap_randombytes_uniform(uint32_t bound);

void __wrap_randombytes_buf(void *out, size_t size)
{
    uint8_t *bytes = out;

    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)baton_draw(256);
}

uint32_t __wrap_randombytes_uniform(uint32_t bound)
{
    return bound < 2 ? 0 : baton_draw(bound);
}

/* Names come from a counter, not from the seed: other programs may have taken some already. */
char *__wrap_mkdtemp(char *path)
{
    static uint32_t drawn;
    char *name = path + strlen(path);

    while (name > path && name[-1] == 'X')
        name--;
    do {
        uint32_t rest = drawn++ * NAME_STEP;
        for (char *letter = name; *letter != '\0'; letter++, rest /= LETTERS)
            *letter = (char)('a' + rest % LETTERS);
    } while (mkdir(path, 0700) != 0 && errno == EEXIST);
    return access(path, W_OK) == 0 ? path : NULL;
}
