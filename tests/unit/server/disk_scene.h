/*
 * A small world and its database on a disk that can fail and lose power: Ada and Brom have accounts
 * and stand on one drawn level, and what changes in the world is saved as the database thread does
 * it, in the thread of the test.
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_DISK_SCENE_H
#define UNDERCROFT_TESTS_UNIT_SERVER_DISK_SCENE_H

#include "server/base/log.h"
#include "server/save/persist_work.h"
#include "support/stage.h"

struct disk_scene {
    struct crash_disk *disk; /* of crash_disk.h */
    struct stage stage;
    struct memory_images images;
    struct log log;
    struct persist_work work;
    body_id ada;
    body_id brom;
    uint64_t tickets;
};

/* Ada at 'a' and Brom at 'b' of the level of `text`; nothing of them is saved but their accounts.
   All chance of the disk comes from the seed. */
void disk_scene_init(struct disk_scene *scene, const char *text, uint64_t seed);
void disk_scene_release(struct disk_scene *scene);

/* Saves what is dirty; true if it is on disk. Else the save waits as scene->work.unsaved. */
bool disk_scene_save(struct disk_scene *scene);

/* The process is gone, with what waits; the power may be off. Between this and disk_scene_open()
   the disk may be cut off and powered up. The world of the scene stays as it is. */
void disk_scene_close(struct disk_scene *scene);
MUST_USE enum err disk_scene_open(struct disk_scene *scene);

#endif
