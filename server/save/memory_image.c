/*
 * Images of memories.
 */
#include "server/save/memory_image.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "world/delver.h"

void memory_image_release(struct memory_image *image)
{
    /* Freeing or changing it comes after every read of it. */
    if (image != NULL && atomic_fetch_sub_explicit(&image->holders, 1, memory_order_acq_rel) == 1)
        free(image);
}

enum err memory_images_init(struct memory_images *images, uint32_t slots)
{
    *images = (struct memory_images){.of_slot = calloc(slots, sizeof(struct memory_image *))};
    images->slots = images->of_slot == NULL ? 0 : slots;
    return images->of_slot == NULL ? ERR_MEMORY : ERR_OK;
}

void memory_images_release(struct memory_images *images)
{
    for (uint32_t slot = 0; slot < images->slots; slot++)
        memory_image_release(images->of_slot[slot]);
    free(images->of_slot);
    *images = (struct memory_images){0};
}

static void put_newest(struct memory_images *images, struct memory_image *image, uint32_t slot)
{
    images->of_slot[slot] = image;
    image->slot = slot;
    image->newer = NULL;
    image->older = images->newest;
    if (images->newest != NULL)
        images->newest->newer = image;
    else
        images->oldest = image;
    images->newest = image;
}

static void take_out(struct memory_images *images, struct memory_image *image)
{
    images->of_slot[image->slot] = NULL;
    if (image->older != NULL)
        image->older->newer = image->newer;
    else
        images->oldest = image->newer;
    if (image->newer != NULL)
        image->newer->older = image->older;
    else
        images->newest = image->older;
}

void memory_images_expire(struct memory_images *images, uint64_t tick)
{
    struct memory_image *image;

    while ((image = images->oldest) != NULL && tick - image->tick >= MEMORY_IMAGE_IDLE_TICKS) {
        take_out(images, image);
        memory_image_release(image);
    }
}

static void copy_touched(struct memory_image *image, const struct delver *delver)
{
    for (size_t word = 0; word < DELVER_TOUCHED_WORDS; word++) {
        for (uint64_t bits = delver->touched[word]; bits != 0; bits &= bits - 1) {
            size_t from = (word * 64 + (size_t)__builtin_ctzll(bits)) * DELVER_CHUNK;
            if (from >= image->count)
                return;
            size_t left = image->count - from;
            /* A whole chunk is a few instructions where its size is a constant. */
            if (left >= DELVER_CHUNK)
                memcpy(image->tiles + from, delver->memory + from, DELVER_CHUNK);
            else
                memcpy(image->tiles + from, delver->memory + from, left);
        }
    }
}

static struct memory_image *copy_all(const struct delver *delver)
{
    struct memory_image *image = malloc(sizeof *image + delver->memory_size);

    if (image == NULL)
        return NULL;
    atomic_init(&image->holders, 1);
    image->count = delver->memory_size;
    memcpy(image->tiles, delver->memory, delver->memory_size);
    return image;
}

enum err memory_images_take(struct memory_images *images, uint32_t slot,
                            const struct delver *delver, uint64_t tick, struct memory_image **out)
{
    CHECK(slot < images->slots);
    struct memory_image *older = images->of_slot[slot];
    struct memory_image *image = older;

    if (older != NULL && older->count == delver->memory_size &&
        atomic_load_explicit(&older->holders, memory_order_acquire) == 1) {
        copy_touched(older, delver);
    } else {
        image = copy_all(delver);
        if (image == NULL)
            return ERR_MEMORY;
    }
    if (older != NULL)
        take_out(images, older);
    if (older != image)
        memory_image_release(older);
    put_newest(images, image, slot);
    image->tick = tick;
    atomic_fetch_add_explicit(&image->holders, 1, memory_order_relaxed);
    *out = image;
    return ERR_OK;
}
