/*
 * Two files that the server writes during play, and stops writing at the first failure, because a
 * debug aid must never stop the game.
 */
#include "server/game/recorder.h"

#include <errno.h>
#include <string.h>

#include "base/utf8.h"
#include "content/content_hash.h"
#include "server/base/process.h"
#include "server/game/game.h"
#include "term/screen.h"
#include "world/input_log.h"
#include "world/world_hash.h"

enum { ENTRY_MAX = 64 * 1024 * 1024 };

static enum err open_file(const char *path, FILE **out)
{
    char cause[OPTION_PATH_SIZE + 32];

    *out = NULL;
    if (path[0] == '\0')
        return ERR_OK;
    *out = fopen(path, "wb");
    if (*out != NULL)
        return ERR_OK;
    int failure = errno;
    snprintf(cause, sizeof cause, "cannot write the record %s", path);
    process_explain(cause, strerror(failure), "name a file that can be written, or record nothing");
    return ERR_DISK;
}

static void fail(struct recorder *recorder)
{
    recorder->has_failed = true;
    fprintf(stderr, "undercroftd: recording has stopped: the file cannot be written\n");
}

static void write_entry(struct recorder *recorder)
{
    size_t length = recorder->entry.length;

    if (fwrite(recorder->entry.data, 1, length, recorder->inputs) != length ||
        fflush(recorder->inputs) != 0)
        fail(recorder);
    bytes_clear(&recorder->entry, 1024 * 1024);
}

enum err recorder_open(struct recorder *recorder, struct game *game)
{
    *recorder = (struct recorder){0};
    bytes_init(&recorder->entry, ENTRY_MAX);
    enum err error = open_file(game->base->options.record, &recorder->inputs);
    if (error == ERR_OK)
        error = open_file(game->base->options.record_screens, &recorder->screens);
    if (error != ERR_OK || recorder->inputs == NULL)
        return error;

    const struct input_log_header header = {
        .seed = game->world->seed,
        .tick = game->world->tick,
        .content = content_hash(),
        .setpieces = game->setpieces.hash,
        .limits = game->world->limits,
    };
    error = input_log_header_encode(&header, &recorder->entry);
    if (error == ERR_OK)
        write_entry(recorder);
    return error;
}

void recorder_close(struct recorder *recorder)
{
    if (recorder->inputs != NULL)
        fclose(recorder->inputs);
    if (recorder->screens != NULL)
        fclose(recorder->screens);
    bytes_release(&recorder->entry);
}

/* Records the inputs of a tick. A tick without inputs and actions needs no entry: it replays by
   itself. */
void recorder_before_tick(struct recorder *recorder, const struct world *world,
                          const struct input *inputs, size_t count)
{
    if (recorder->inputs == NULL || recorder->has_failed)
        return;
    if (count == 0 && world_is_quiet(world))
        return;
    enum err error = input_log_entry_begin(&recorder->entry, world->tick + 1, (uint32_t)count);
    for (size_t i = 0; error == ERR_OK && i < count; i++)
        error = input_encode(&inputs[i], &recorder->entry);
    if (error != ERR_OK)
        fail(recorder);
}

void recorder_after_tick(struct recorder *recorder, const struct world *world)
{
    if (recorder->inputs == NULL || recorder->has_failed || recorder->entry.length == 0)
        return;
    if (input_log_entry_end(&recorder->entry, world_hash(world)) != ERR_OK)
        fail(recorder);
    else
        write_entry(recorder);
}

void recorder_screen(struct recorder *recorder, uint64_t serial, const struct screen *screen)
{
    FILE *out = recorder->screens;

    if (out == NULL || recorder->has_failed)
        return;
    fprintf(out, "screen %llu %d %d %d %d\n", (unsigned long long)serial, screen->width,
            screen->height, screen->cursor.x, screen->cursor.y);
    for (int y = 0; y < screen->height; y++) {
        for (int x = 0; x < screen->width; x++) {
            char glyph[4];
            uint32_t code_point = cell_code_point(screen_at(screen, x, y));
            if (code_point != 0)
                fwrite(glyph, 1, utf8_encode(code_point, glyph), out);
        }
        fputc('\n', out);
    }
    for (int y = 0; y < screen->height; y++) {
        for (int x = 0; x < screen->width; x++)
            fputc(SCREEN_ROLE_SIGN + (int)cell_role(screen_at(screen, x, y)), out);
        fputc('\n', out);
    }
    if (fflush(out) != 0)
        fail(recorder);
}
