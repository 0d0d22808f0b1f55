/*
 * Scenes of the contract: each runs on a loop of its own, notes what comes as words, and is held
 * against one expectation, on libuv and on the loop of the tests alike. Where libuv promises no
 * order, no scene shows one.
 */
#ifndef UNDERCROFT_TESTS_UNIT_LOOP_SCENE_H
#define UNDERCROFT_TESTS_UNIT_LOOP_SCENE_H

#include <check.h>
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct scene {
    const char *name;
    void (*play)(uv_loop_t *loop);
    const char *expected; /* the words, with a blank between them */
};

/* Ended by a row without a name. */
extern const struct scene loop_scenes[];
extern const struct scene stream_scenes[];
extern const struct scene socket_scenes[];
extern const struct scene thread_scenes[];

/* The program's own part: how often each scene runs, and a round's preparation. */
int scene_rounds(void);
void scenes_begin(uint64_t round);

/* Notes a word, as printf() does. */
__attribute__((format(printf, 1, 2))) void note(const char *format, ...);

/* Notes the word and the name of an error, or "ok". */
void note_status(const char *word, int status);

/* Fails the test if it is not 0. */
void must(int status);

/* A close callback that notes "closed". */
void note_closed(uv_handle_t *handle);

/* Runs the loop until the flag is set; a test's limit bounds it. */
void run_until(uv_loop_t *loop, const bool *flag);

/* A folder of the scene's own, removed with what is in it when the scene is over. */
const char *scene_folder(void);

#endif
