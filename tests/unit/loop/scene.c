/*
 * The scenes' frame.
 */
#include "scene.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pair.h"
#include "support/test.h"
#include "support/file.h"

enum { TRANSCRIPT_SIZE = 4096 };

static char transcript[TRANSCRIPT_SIZE];
static char folder[64];

void note(const char *format, ...)
{
    size_t length = strlen(transcript);
    va_list arguments;

    if (length > 0 && length + 1 < sizeof transcript)
        transcript[length++] = ' ';
    va_start(arguments, format);
    vsnprintf(transcript + length, sizeof transcript - length, format, arguments);
    va_end(arguments);
}

void note_status(const char *word, int status)
{
    note("%s:%s", word, status == 0 ? "ok" : uv_err_name(status));
}

void must(int status)
{
    if (status != 0)
        ck_abort_msg("%s", uv_strerror(status));
}

void note_closed(uv_handle_t *handle)
{
    (void)handle;
    note("closed");
}

void run_until(uv_loop_t *loop, const bool *flag)
{
    while (!*flag)
        uv_run(loop, UV_RUN_ONCE);
}

const char *scene_folder(void)
{
    if (folder[0] == '\0') {
        file_make_folder(folder, sizeof folder, "scene");
    }
    return folder;
}

/* Every scene leaves its loop empty. */
static void play(const struct scene *scene)
{
    uv_loop_t loop;

    transcript[0] = '\0';
    must(uv_loop_init(&loop));
    scene->play(&loop);
    while (uv_run(&loop, UV_RUN_DEFAULT) != 0) {
    }
    ck_assert_msg(uv_loop_close(&loop) == 0, "%s: the loop is not empty", scene->name);
    ck_assert_msg(strcmp(transcript, scene->expected) == 0, "%s:\n  expected %s\n  came     %s",
                  scene->name, scene->expected, transcript);
    if (folder[0] != '\0')
        ck_assert_int_eq(rmdir(folder), 0);
    folder[0] = '\0';
}

static void play_all(const struct scene *scenes)
{
    for (; scenes->name != NULL; scenes++)
        play(scenes);
}

TEST_EACH(loops_timers_and_handles_keep_the_contract, scene_rounds())
{
    scenes_begin((uint64_t)_i);
    play_all(loop_scenes);
}

TEST_EACH(streams_of_tcp_keep_the_contract, scene_rounds())
{
    scenes_begin((uint64_t)_i);
    pair_use_pipes(false);
    play_all(stream_scenes);
}

TEST_EACH(streams_of_pipes_keep_the_contract, scene_rounds())
{
    scenes_begin((uint64_t)_i);
    pair_use_pipes(true);
    play_all(stream_scenes);
}

TEST_EACH(sockets_and_pipes_keep_the_contract, scene_rounds())
{
    scenes_begin((uint64_t)_i);
    play_all(socket_scenes);
}

TEST_EACH(threads_and_work_keep_the_contract, scene_rounds())
{
    scenes_begin((uint64_t)_i);
    play_all(thread_scenes);
}
