/*
 * Random numbers of libsodium's and names of temporary folders, drawn by the seed: salts inside of
 * libsodium are still the machine's. Programs are linked with --wrap for the calls.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "baton.h"

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

char *__wrap_mkdtemp(char *path)
{
    char *name = path + strlen(path);

    while (name > path && name[-1] == 'X')
        name--;
    do {
        for (char *letter = name; *letter != '\0'; letter++)
            *letter = (char)('a' + baton_draw(26));
    } while (mkdir(path, 0700) != 0 && errno == EEXIST);
    return access(path, W_OK) == 0 ? path : NULL;
}
