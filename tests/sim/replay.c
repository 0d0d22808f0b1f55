/*
 * undercroft-replay FILE [--print]: plays back what `undercroftd --record FILE` wrote, and says
 * whether the world went the same way. Exit code 0: it did. 1: at the tick named it did not.
 * 2: wrong usage, or a file that cannot be read or breaks off (what came before it was equal).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "sim/replay_log.h"

enum { EXIT_EQUAL = 0, EXIT_DIFFERS = 1, EXIT_UNREADABLE = 2 };
enum { CHUNK_SIZE = 1 << 14, FILE_SIZE_MAX = 1 << 30 };

static enum err read_all(const char *path, struct bytes *out)
{
    uint8_t chunk[CHUNK_SIZE];
    FILE *file = fopen(path, "rb");
    enum err error = ERR_OK;
    size_t length;

    if (file == NULL)
        return ERR_NOT_FOUND;
    while (error == ERR_OK && (length = fread(chunk, 1, sizeof chunk, file)) > 0)
        error = bytes_append(out, chunk, length);
    if (ferror(file))
        error = ERR_DISK;
    fclose(file);
    return error;
}

static int report(const char *path, const struct replay_result *result)
{
    if (result->verdict == REPLAY_DIFFERS) {
        printf("tick %" PRIu64 " differs: hash %016" PRIx64 ", recorded %016" PRIx64 "\n",
               result->tick, result->hash, result->wanted);
        return EXIT_DIFFERS;
    }
    printf("%" PRIu64 " ticks, %" PRIu64 " inputs, hash %016" PRIx64 ": equal\n", result->ticks,
           result->inputs, result->hash);
    if (result->verdict == REPLAY_EQUAL)
        return EXIT_EQUAL;
    fprintf(stderr, "undercroft-replay: %s: after tick %" PRIu64 ": %s\n", path, result->tick,
            err_text(result->error));
    return EXIT_UNREADABLE;
}

int main(int argc, char **argv)
{
    bool has_print = argc == 3 && strcmp(argv[2], "--print") == 0;
    struct replay_result result;
    struct bytes bytes;

    if (argc != 2 && !has_print) {
        fprintf(stderr, "usage: undercroft-replay FILE [--print]\n");
        return EXIT_UNREADABLE;
    }
    bytes_init(&bytes, FILE_SIZE_MAX);
    enum err error = read_all(argv[1], &bytes);
    if (error != ERR_OK) {
        fprintf(stderr, "undercroft-replay: %s: %s\n", argv[1], err_text(error));
        bytes_release(&bytes);
        return EXIT_UNREADABLE;
    }
    replay_log_run(bytes.data, bytes.length, has_print ? stdout : NULL, &result);
    bytes_release(&bytes);
    return report(argv[1], &result);
}
