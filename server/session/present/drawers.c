/*
 * The threads that draw.
 */
#include "server/session/present/drawers.h"

#include <uv.h>

#include "server/session/present/present_state.h"

static int choose(void)
{
    int cores = (int)uv_available_parallelism();

    if (cores <= 2)
        return 1;
    return cores - 1 < DRAWERS_CHOSEN_MAX ? cores - 1 : DRAWERS_CHOSEN_MAX;
}

enum err drawers_start(struct drawers *drawers, int threads)
{
    enum err error;

    threads = threads == 0 ? choose() : threads;
    error = team_start(threads, &drawers->team);
    for (int i = 0; i < threads && error == ERR_OK; i++) {
        struct canvas *canvas = &drawers->canvases[i];
        bytes_init(&canvas->bytes, (size_t)2 * SCREEN_MODE_FRAME_BYTES);
        error = screen_init(&canvas->screen, SCREEN_WIDTH_MAX, SCREEN_HEIGHT_MAX);
    }
    return error;
}

void drawers_stop(struct drawers *drawers)
{
    team_stop(drawers->team);
    drawers->team = NULL;
    for (int i = 0; i < TEAM_THREADS_MAX; i++) {
        screen_release(&drawers->canvases[i].screen);
        bytes_release(&drawers->canvases[i].bytes);
    }
}
