/*
 * undercroft-replay FILE [--print] [--map] [--changes] [--from TICK] [--to TICK]: plays back what
 * `undercroftd --record FILE` wrote, and says whether the world went the same way. --print prints
 * each entry's tick and hash, --map the levels with delvers and the minds of awake foes behind it,
 * --changes the members that it changed; --from and --to choose the ticks. Exit code 0: the world
 * went the same way. 1: at the tick named it did not. 2: wrong usage, or a file that cannot be read
 * or breaks off (what came before it was equal).
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "content/content_hash.h"
#include "sim/replay_log.h"
#include "sim/state.h"

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
    if (result->content != 0 && result->content != content_hash())
        fprintf(stderr,
                "undercroft-replay: %s: recorded with other content: hash %016" PRIx64
                ", here %016" PRIx64 "\n",
                path, result->content, content_hash());
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

struct view {
    const char *path;
    bool has_hashes;
    bool has_maps;
    bool has_changes;
    uint64_t from;
    uint64_t to;
    char *before; /* the state behind the last entry; owned. NULL: none */
};

static void look(void *context, const struct world *world, const struct replay_result *result)
{
    struct view *view = context;
    bool is_in = result->tick >= view->from && result->tick <= view->to;
    char *after = view->has_changes ? state_text(world) : NULL;

    if (is_in && (view->has_hashes || view->has_maps || view->has_changes))
        printf("%" PRIu64 " %016" PRIx64 "\n", result->tick, result->hash);
    if (is_in && view->has_maps)
        state_maps(world, stdout);
    if (is_in && after != NULL && view->before != NULL)
        state_changes(view->before, after, stdout);
    free(view->before);
    view->before = after;
}

static bool read_tick(const char *text, uint64_t *out)
{
    char *end;

    if (text == NULL || *text < '0' || *text > '9')
        return false;
    *out = strtoull(text, &end, 10);
    return *end == '\0';
}

static bool read_words(int argc, char **argv, struct view *out)
{
    bool is_right = true;

    *out = (struct view){.to = UINT64_MAX};
    for (int i = 1; is_right && i < argc; i++) {
        if (strcmp(argv[i], "--print") == 0)
            out->has_hashes = true;
        else if (strcmp(argv[i], "--map") == 0)
            out->has_maps = true;
        else if (strcmp(argv[i], "--changes") == 0)
            out->has_changes = true;
        else if (strcmp(argv[i], "--from") == 0)
            is_right = read_tick(argv[++i], &out->from);
        else if (strcmp(argv[i], "--to") == 0)
            is_right = read_tick(argv[++i], &out->to);
        else if (argv[i][0] != '-' && out->path == NULL)
            out->path = argv[i];
        else
            is_right = false;
    }
    return is_right && out->path != NULL;
}

int main(int argc, char **argv)
{
    struct replay_result result;
    struct bytes bytes;
    struct view view;

    if (!read_words(argc, argv, &view)) {
        fprintf(stderr, "usage: undercroft-replay FILE [--print] [--map] [--changes] "
                        "[--from TICK] [--to TICK]\n");
        return EXIT_UNREADABLE;
    }
    bytes_init(&bytes, FILE_SIZE_MAX);
    enum err error = read_all(view.path, &bytes);
    if (error != ERR_OK) {
        fprintf(stderr, "undercroft-replay: %s: %s\n", view.path, err_text(error));
        bytes_release(&bytes);
        return EXIT_UNREADABLE;
    }
    replay_log_run(bytes.data, bytes.length, look, &view, &result);
    bytes_release(&bytes);
    free(view.before);
    return report(view.path, &result);
}
