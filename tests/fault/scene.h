/*
 * Shared parts of the scenarios: a database on a crash disk, the database thread's work on it and a
 * small world, and the steps that are made of them. Errors that a step finds are noted in the scene
 * and judged when the faults are over.
 */
#ifndef UNDERCROFT_TESTS_FAULT_SCENE_H
#define UNDERCROFT_TESTS_FAULT_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "power/crash_disk.h"
#include "server/base/log.h"
#include "server/save/change_set.h"
#include "server/save/persist_work.h"
#include "world/world.h"

#define SCENE_PATH CRASH_DISK_FOLDER "/undercroft.db"

struct job;

enum { SCENE_SEED = 7, SCENE_ADA = 1, SCENE_BROM = 2, SCENE_DEPTHS = 2, SCENE_FAILURE_SIZE = 400 };

struct scene {
    struct crash_disk *disk;
    struct log log;
    struct persist_work work;    /* its store may be NULL: closed */
    struct world *world;         /* NULL before there is one */
    struct memory_images images; /* of it, once it is there */
    struct change_set older;     /* of the step that merges */
    struct change_set newer;
    bool is_again;                    /* the step at hand was tried before, and failed */
    char failure[SCENE_FAILURE_SIZE]; /* the first thing found wrong; "" if nothing */
};

/* How a step ended. Laid by: taken, but not on disk yet. Failed: it can be tried again. */
enum step_result { STEP_DONE, STEP_LAID_BY, STEP_FAILED };

/* Files on the disk at the beginning: a closed database, one with its log, or a released one. */
enum scene_files { SCENE_DATABASE, SCENE_DATABASE_AND_LOG, SCENE_RELEASED };

/* Makes the files once; they last until the program ends. */
void scene_make_files(void);
void scene_free_files(void);

void scene_init(struct scene *scene, enum scene_files files, uint64_t seed);

/* With the faults over: ends everything, the store too if it is open. */
void scene_release(struct scene *scene);

__attribute__((format(printf, 2, 3))) void scene_fail(struct scene *scene, const char *format, ...);

/* A fault may make this of a call; anything else would be taken for the content's own fault. */
bool scene_is_fault(struct scene *scene, enum err error, const char *what);

/* The steps. Each can be tried again after it failed. */
enum step_result scene_open(struct scene *scene);
enum step_result scene_close(struct scene *scene);
enum step_result scene_make_world(struct scene *scene);
enum step_result scene_save(struct scene *scene);
enum step_result scene_submit_save(struct scene *scene, struct job *job); /* a question_save */
enum step_result scene_retry(struct scene *scene); /* a save that was laid by */

/* The level from the database, or made if it is not there. */
enum step_result scene_get_level(struct scene *scene, int depth);

/* Account, delver and memory from the database, and into the world. */
enum step_result scene_enter(struct scene *scene, const char *name);

/* The end of a transit to a level that is loaded. */
enum step_result scene_arrive(struct scene *scene, int64_t delver_id, int depth);

/* One action, and the ticks that it takes. */
void scene_act(struct scene *scene, int64_t delver_id, enum action_verb verb, enum dir dir);

struct delver *scene_delver(const struct scene *scene, int64_t delver_id);
struct level_key scene_key(int depth);

/* Hash of all rows in the store that the scenes save. Errors are noted in the scene. */
uint64_t scene_read_state(struct scene *scene, struct store *store);

/* Expects that the examination of the store finds nothing wrong. */
void scene_examine(struct scene *scene, struct store *store);

/* Expects that delvers, memories and levels lie in the store as they are in the world. */
void scene_compare_world(struct scene *scene);

#endif
