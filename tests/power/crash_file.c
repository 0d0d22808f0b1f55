/*
 * Files of a crash disk.
 */
#include "crash_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { FILE_SIZE_MAX = 256 << 20, CHANGES_KEEP_BYTES = 4 << 20, IMAGE_SIZE_FIRST = 4096 };

static void image_reserve(struct crash_image *image, size_t size)
{
    size_t capacity = image->capacity == 0 ? IMAGE_SIZE_FIRST : image->capacity;

    CHECK(size <= FILE_SIZE_MAX);
    if (size <= image->capacity)
        return;
    while (capacity < size)
        capacity *= 2;
    uint8_t *data = realloc(image->data, capacity);
    CHECK(data != NULL);
    image->data = data;
    image->capacity = capacity;
}

static void image_resize(struct crash_image *image, size_t size)
{
    image_reserve(image, size);
    if (size > image->size)
        memset(image->data + image->size, 0, size - image->size);
    image->size = size;
}

static void image_grow(struct crash_image *image, size_t size)
{
    if (size > image->size)
        image_resize(image, size);
}

static void image_write(struct crash_image *image, size_t offset, const uint8_t *data,
                        size_t length)
{
    image_grow(image, offset + length);
    memcpy(image->data + offset, data, length);
}

struct crash_file *crash_file_new(int number)
{
    struct crash_file *file = calloc(1, sizeof *file);

    CHECK(file != NULL);
    file->number = number;
    bytes_init(&file->written, FILE_SIZE_MAX);
    return file;
}

void crash_file_free(struct crash_file *file)
{
    if (file == NULL)
        return;
    free(file->now.data);
    free(file->safe.data);
    free(file->changes);
    bytes_release(&file->written);
    free(file);
}

static void add_change(struct crash_file *file, struct crash_change change)
{
    if (file->change_count == file->change_capacity) {
        size_t capacity = file->change_capacity == 0 ? 64 : 2 * file->change_capacity;
        struct crash_change *changes = realloc(file->changes, capacity * sizeof changes[0]);

        CHECK(changes != NULL);
        file->changes = changes;
        file->change_capacity = capacity;
    }
    file->changes[file->change_count++] = change;
}

static void forget_changes(struct crash_file *file)
{
    file->change_count = 0;
    bytes_clear(&file->written, CHANGES_KEEP_BYTES);
}

void crash_file_write(struct crash_file *file, size_t offset, const uint8_t *data, size_t length)
{
    struct crash_change change = {
        .offset = offset, .length = length, .written_at = file->written.length};
    if (length == 0)
        return;
    enum err error = bytes_append(&file->written, data, length);

    CHECK(error == ERR_OK);
    add_change(file, change);
    image_write(&file->now, offset, data, length);
}

void crash_file_resize(struct crash_file *file, size_t size)
{
    add_change(file, (struct crash_change){.is_resize = true, .length = size});
    image_resize(&file->now, size);
}

size_t crash_file_read(const struct crash_file *file, size_t offset, uint8_t *out, size_t length)
{
    size_t there = offset < file->now.size ? file->now.size - offset : 0;

    if (there > length)
        there = length;
    if (there > 0)
        memcpy(out, file->now.data + offset, there);
    if (there < length)
        memset(out + there, 0, length - there);
    return there;
}

void crash_file_sync(struct crash_file *file)
{
    for (size_t i = 0; i < file->change_count; i++) {
        const struct crash_change *change = &file->changes[i];

        if (change->is_resize)
            image_resize(&file->safe, change->length);
        else
            image_write(&file->safe, change->offset, file->written.data + change->written_at,
                        change->length);
    }
    forget_changes(file);
}

/* A sector that was being written: some of it new and the rest old, or nothing one could name. */
static void tear(struct crash_image *image, size_t offset, const uint8_t *data, size_t length,
                 struct rng *rng)
{
    size_t border = rng_below(rng, (uint32_t)length);

    image_grow(image, offset + length);
    switch (rng_below(rng, 3)) {
    case 0:
        memcpy(image->data + offset, data, border);
        break;
    case 1:
        memcpy(image->data + offset + border, data + border, length - border);
        break;
    default:
        for (size_t i = 0; i < length; i++)
            image->data[offset + i] = (uint8_t)rng_next(rng);
        break;
    }
}

static void settle_piece(struct crash_image *image, size_t offset, const uint8_t *data,
                         size_t length, struct rng *rng, int keep_percent,
                         struct crash_sectors *sectors)
{
    enum { TEAR_PERCENT = 30, GROW_PERCENT = 50 };

    if (rng_percent(rng, keep_percent)) {
        image_write(image, offset, data, length);
        sectors->kept++;
    } else if (rng_percent(rng, TEAR_PERCENT)) {
        tear(image, offset, data, length, rng);
        sectors->torn++;
    } else {
        if (rng_percent(rng, GROW_PERCENT))
            image_grow(image, offset + length);
        sectors->dropped++;
    }
}

static void settle_write(struct crash_file *file, const struct crash_change *change,
                         struct rng *rng, int keep_percent, struct crash_sectors *sectors)
{
    const uint8_t *data = file->written.data + change->written_at;
    size_t done = 0;

    while (done < change->length) {
        size_t offset = change->offset + done;
        size_t length = CRASH_SECTOR_SIZE - offset % CRASH_SECTOR_SIZE;

        if (length > change->length - done)
            length = change->length - done;
        settle_piece(&file->safe, offset, data + done, length, rng, keep_percent, sectors);
        done += length;
    }
}

void crash_file_settle(struct crash_file *file, struct rng *rng, struct crash_sectors *sectors)
{
    /* Nearly everything arrived, or nearly nothing: both are likelier than half. */
    static const int keep_percents[] = {0, 10, 50, 90, 97, 100};
    enum { KEEP_COUNT = sizeof keep_percents / sizeof keep_percents[0] };
    int keep_percent = keep_percents[rng_below(rng, KEEP_COUNT)];

    for (size_t i = 0; i < file->change_count; i++) {
        const struct crash_change *change = &file->changes[i];

        if (!change->is_resize)
            settle_write(file, change, rng, keep_percent, sectors);
        else if (rng_percent(rng, keep_percent))
            image_resize(&file->safe, change->length);
    }
    forget_changes(file);
}

void crash_file_revert(struct crash_file *file)
{
    forget_changes(file);
    image_resize(&file->now, file->safe.size);
    if (file->safe.size > 0)
        memcpy(file->now.data, file->safe.data, file->safe.size);
}
