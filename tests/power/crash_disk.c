/*
 * The crash disk: names, power and faults.
 */
#include "crash_disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "crash_private.h"

enum { FILES_MAX = 1024, NAMES_MAX = 1024, NAME_CHANGES_MAX = 4096 };

/* Outcome of an operation. At CUT it may be half done; the power is off then. */
enum outcome { OUTCOME_DONE, OUTCOME_FAULT, OUTCOME_CUT, OUTCOME_OFF };

struct crash_disk *crash_disk_new(uint64_t seed)
{
    struct crash_disk *disk = calloc(1, sizeof *disk);

    CHECK(disk != NULL);
    rng_init(&disk->rng, seed);
    disk->files = calloc(FILES_MAX, sizeof disk->files[0]);
    disk->names = calloc(NAMES_MAX, sizeof disk->names[0]);
    disk->name_changes = calloc(NAME_CHANGES_MAX, sizeof disk->name_changes[0]);
    CHECK(disk->files != NULL && disk->names != NULL && disk->name_changes != NULL);
    crash_vfs_init(disk);
    int code = sqlite3_vfs_register(&disk->vfs, 1);
    CHECK(code == SQLITE_OK);
    sqlite3_randomness(0, NULL); /* to be seeded again, by the new default VFS */
    return disk;
}

void crash_disk_free(struct crash_disk *disk)
{
    if (disk == NULL)
        return;
    sqlite3_vfs_unregister(&disk->vfs);
    sqlite3_randomness(0, NULL);
    for (int i = 0; i < disk->file_count; i++) {
        CHECK(disk->files[i]->open_count == 0);
        crash_file_free(disk->files[i]);
    }
    free(disk->files);
    free(disk->names);
    free(disk->name_changes);
    free(disk);
}

void crash_disk_cut_at(struct crash_disk *disk, uint64_t nth_operation)
{
    disk->cut_at = nth_operation == 0 ? 0 : disk->counts.operations + nth_operation;
}

void crash_disk_fail_at(struct crash_disk *disk, uint64_t nth_operation, uint64_t how_often)
{
    disk->fail_from = nth_operation == 0 ? 0 : disk->counts.operations + nth_operation;
    disk->fail_to = nth_operation == 0 ? 0 : disk->fail_from + how_often;
}

void crash_disk_ignore_syncs(struct crash_disk *disk)
{
    disk->ignores_syncs = true;
}

bool crash_disk_is_off(const struct crash_disk *disk)
{
    return disk->is_off;
}

const struct crash_counts *crash_disk_counts(const struct crash_disk *disk)
{
    return &disk->counts;
}

static enum outcome operate(struct crash_disk *disk)
{
    if (disk->is_off)
        return OUTCOME_OFF;
    uint64_t operation = ++disk->counts.operations;
    if (operation == disk->cut_at) {
        disk->is_off = true;
        return OUTCOME_CUT;
    }
    if (operation >= disk->fail_from && operation < disk->fail_to) {
        disk->counts.faults++;
        return OUTCOME_FAULT;
    }
    return OUTCOME_DONE;
}

static int find_name(const struct crash_disk *disk, const char *path)
{
    for (int i = 0; i < disk->name_count; i++) {
        if (strcmp(disk->names[i].path, path) == 0)
            return i;
    }
    return -1;
}

static int find_or_add_name(struct crash_disk *disk, const char *path)
{
    int found = find_name(disk, path);

    if (found >= 0)
        return found;
    CHECK(disk->name_count < NAMES_MAX);
    struct crash_name *name = &disk->names[disk->name_count];
    int length = snprintf(name->path, sizeof name->path, "%s", path);
    CHECK(length > 0 && length < (int)sizeof name->path);
    name->now = NULL;
    name->safe = NULL;
    return disk->name_count++;
}

struct crash_file *crash_disk_find(const struct crash_disk *disk, const char *path)
{
    int found = find_name(disk, path);

    return found < 0 ? NULL : disk->names[found].now;
}

struct crash_file *crash_disk_file(const struct crash_disk *disk, int number)
{
    for (int i = 0; i < disk->file_count; i++) {
        if (disk->files[i]->number == number)
            return disk->files[i];
    }
    return NULL;
}

static bool change_names(struct crash_disk *disk, struct crash_name_change change)
{
    enum outcome outcome = operate(disk);

    if (outcome == OUTCOME_FAULT || outcome == OUTCOME_OFF)
        return false;
    CHECK(disk->name_change_count < NAME_CHANGES_MAX);
    disk->name_changes[disk->name_change_count++] = change;
    if (change.removed >= 0)
        disk->names[change.removed].now = NULL;
    if (change.given >= 0)
        disk->names[change.given].now = change.file;
    return outcome == OUTCOME_DONE;
}

bool crash_disk_link(struct crash_disk *disk, struct crash_file *file, const char *path)
{
    int given = find_or_add_name(disk, path);

    return change_names(disk, (struct crash_name_change){-1, given, file});
}

bool crash_disk_create(struct crash_disk *disk, const char *path, struct crash_file **out)
{
    if (disk->is_off)
        return false;
    CHECK(disk->file_count < FILES_MAX);
    struct crash_file *file = crash_file_new(disk->file_next++);
    disk->files[disk->file_count++] = file;
    *out = file;
    return crash_disk_link(disk, file, path);
}

bool crash_disk_rename(struct crash_disk *disk, const char *from, const char *to)
{
    int removed = find_name(disk, from);
    CHECK(removed >= 0 && disk->names[removed].now != NULL);
    int given = find_or_add_name(disk, to);

    return change_names(disk, (struct crash_name_change){removed, given, disk->names[removed].now});
}

bool crash_disk_unlink(struct crash_disk *disk, const char *path)
{
    int removed = find_name(disk, path);

    CHECK(removed >= 0);
    return change_names(disk, (struct crash_name_change){removed, -1, NULL});
}

static void make_name_change_safe(struct crash_disk *disk, const struct crash_name_change *change)
{
    if (change->removed >= 0)
        disk->names[change->removed].safe = NULL;
    if (change->given >= 0)
        disk->names[change->given].safe = change->file;
}

void crash_disk_make_names_safe(struct crash_disk *disk)
{
    for (int i = 0; i < disk->name_change_count; i++)
        make_name_change_safe(disk, &disk->name_changes[i]);
    disk->name_change_count = 0;
}

bool crash_disk_sync_names(struct crash_disk *disk)
{
    if (operate(disk) != OUTCOME_DONE)
        return false;
    crash_disk_make_names_safe(disk);
    return true;
}

bool crash_disk_write(struct crash_disk *disk, struct crash_file *file, size_t offset,
                      const uint8_t *data, size_t length)
{
    enum outcome outcome = operate(disk);

    if (outcome == OUTCOME_OFF)
        return false;
    if (outcome == OUTCOME_FAULT)
        length = rng_below(&disk->rng, (uint32_t)length + 1);
    crash_file_write(file, offset, data, length);
    return outcome == OUTCOME_DONE;
}

bool crash_disk_resize(struct crash_disk *disk, struct crash_file *file, size_t size)
{
    enum outcome outcome = operate(disk);

    if (outcome == OUTCOME_DONE || outcome == OUTCOME_CUT)
        crash_file_resize(file, size);
    return outcome == OUTCOME_DONE;
}

bool crash_disk_sync(struct crash_disk *disk, struct crash_file *file)
{
    enum outcome outcome = operate(disk);

    if (outcome == OUTCOME_FAULT && rng_percent(&disk->rng, 50))
        crash_file_settle(file, &disk->rng, &disk->counts.sectors);
    if (outcome != OUTCOME_DONE)
        return false;
    crash_file_sync(file);
    disk->counts.syncs++;
    return true;
}

static void settle_names(struct crash_disk *disk)
{
    static const int keep_percents[] = {0, 50, 100};
    int keep_percent = keep_percents[rng_below(&disk->rng, 3)];

    for (int i = 0; i < disk->name_change_count; i++) {
        if (rng_percent(&disk->rng, keep_percent))
            make_name_change_safe(disk, &disk->name_changes[i]);
        else
            disk->counts.names_dropped++;
    }
    disk->name_change_count = 0;
}

/* Names that nothing has are dropped, and then files that have no name. */
static void sweep(struct crash_disk *disk)
{
    int name_count = 0;
    int file_count = 0;

    for (int i = 0; i < disk->name_count; i++) {
        if (disk->names[i].safe != NULL) {
            disk->names[i].now = disk->names[i].safe;
            disk->names[name_count++] = disk->names[i];
        }
    }
    disk->name_count = name_count;
    for (int i = 0; i < disk->file_count; i++) {
        bool is_named = false;
        for (int j = 0; j < name_count; j++)
            is_named = is_named || disk->names[j].safe == disk->files[i];
        if (is_named)
            disk->files[file_count++] = disk->files[i];
        else
            crash_file_free(disk->files[i]);
    }
    disk->file_count = file_count;
}

void crash_disk_power_up(struct crash_disk *disk)
{
    for (int i = 0; i < disk->file_count; i++) {
        CHECK(disk->files[i]->open_count == 0);
        crash_file_settle(disk->files[i], &disk->rng, &disk->counts.sectors);
        crash_file_revert(disk->files[i]);
    }
    settle_names(disk);
    sweep(disk);
    disk->counts.cuts++;
    disk->cut_at = 0;
    disk->fail_from = 0;
    disk->fail_to = 0;
    disk->is_off = false;
}
