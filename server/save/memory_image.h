/*
 * A delver's memory of a level at one tick boundary, for the database thread to write. Each user
 * holds the image, and the last to let go frees it, on whatever thread.
 *
 * The loop keeps the newest image of each delver. When nobody else holds it any more it is brought
 * up to date with the few cells that are new since; so a save copies what changed, not all that
 * everybody ever saw. While somebody holds it, it does not change, and the next one is a new one.
 */
#ifndef UNDERCROFT_SERVER_SAVE_MEMORY_IMAGE_H
#define UNDERCROFT_SERVER_SAVE_MEMORY_IMAGE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct delver;

/* After so long without anything new the loop keeps none. */
enum { MEMORY_IMAGE_IDLE_TICKS = 50 };

struct memory_image {
    atomic_uint holders;
    size_t count;
    /* The loop's: when it was taken last, for which slot, and its place among all. */
    uint64_t tick;
    uint32_t slot;
    struct memory_image *older;
    struct memory_image *newer;
    uint8_t tiles[]; /* `count` of enum tile_id */
};

/* One holder less; NULL is allowed. */
void memory_image_release(struct memory_image *image);

/* The loop's: the newest image of the delver in a slot of the world. */
struct memory_images {
    struct memory_image **of_slot; /* each held; NULL: none */
    uint32_t slots;
    struct memory_image *oldest; /* list of them, by when they were taken */
    struct memory_image *newest;
};

/* `slots`: as many as the world has for delvers. ERR_MEMORY. */
MUST_USE enum err memory_images_init(struct memory_images *images, uint32_t slots);
void memory_images_release(struct memory_images *images);

/*
 * The memory of the delver in that slot as it is now, at that tick; the caller is one of its
 * holders. The parts that the delver has marked as touched are copied; the marks may be taken off
 * only once it is known that the image will be used. ERR_MEMORY: nothing changed.
 */
MUST_USE enum err memory_images_take(struct memory_images *images, uint32_t slot,
                                     const struct delver *delver, uint64_t tick,
                                     struct memory_image **out);

/* At that tick: a delver who has had nothing new for long, or is gone, has no image any more. */
void memory_images_expire(struct memory_images *images, uint64_t tick);

#endif
