/*
 * Counting allocations. The linker's option --wrap turns each malloc() in the program's own objects
 * into __wrap_malloc(); SQLite's allocations pass through its own table of functions. A wait for
 * memory (uv_sleep() on the database thread) is not waited out: memory comes back at the second.
 */
#include "fault.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>

#include "base/check.h"
#include "power/crash_disk.h"

enum { SLEEPS_MAX = 2 };

struct fault_state {
    struct fault_plan plan;
    bool is_armed;
    int pause_depth;
    uint64_t allocations; /* since it was armed */
    uint64_t hits;
    int sleeps;
    uint64_t operations_before;
    uint64_t faults_before;
    sqlite3_mem_methods sqlite;
};

static struct fault_state state;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
struct crash_file *__real_crash_file_new(int number);
void __real_crash_file_write(struct crash_file *file, size_t offset, const uint8_t *data,
                             size_t length);
void __real_crash_file_resize(struct crash_file *file, size_t size);
void __real_crash_file_sync(struct crash_file *file);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_uv_sleep(unsigned milliseconds);
struct crash_file *__wrap_crash_file_new(int number);
void __wrap_crash_file_write(struct crash_file *file, size_t offset, const uint8_t *data,
                             size_t length);
void __wrap_crash_file_resize(struct crash_file *file, size_t size);
void __wrap_crash_file_sync(struct crash_file *file);

/* Counts one allocation; true if it is one that fails. */
static bool must_fail(void)
{
    if (!state.is_armed || state.plan.kind != FAULT_MEMORY || state.pause_depth > 0)
        return false;
    state.allocations++;
    if (state.sleeps >= SLEEPS_MAX || state.allocations < state.plan.nth ||
        (state.allocations > state.plan.nth && !state.plan.for_ever))
        return false;
    state.hits++;
    errno = ENOMEM;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return must_fail() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return must_fail() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return must_fail() ? NULL : __real_realloc(memory, size);
}

static void *sqlite_malloc(int size)
{
    return must_fail() ? NULL : state.sqlite.xMalloc(size);
}

static void *sqlite_realloc(void *memory, int size)
{
    return must_fail() ? NULL : state.sqlite.xRealloc(memory, size);
}

void __wrap_uv_sleep(unsigned milliseconds)
{
    (void)milliseconds;
    state.sleeps++;
}

struct crash_file *__wrap_crash_file_new(int number)
{
    fault_pause();
    struct crash_file *file = __real_crash_file_new(number);
    fault_resume();
    return file;
}

void __wrap_crash_file_write(struct crash_file *file, size_t offset, const uint8_t *data,
                             size_t length)
{
    fault_pause();
    __real_crash_file_write(file, offset, data, length);
    fault_resume();
}

void __wrap_crash_file_resize(struct crash_file *file, size_t size)
{
    fault_pause();
    __real_crash_file_resize(file, size);
    fault_resume();
}

void __wrap_crash_file_sync(struct crash_file *file)
{
    fault_pause();
    __real_crash_file_sync(file);
    fault_resume();
}

void fault_set_up(void)
{
    int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &state.sqlite);
    CHECK(code == SQLITE_OK);
    sqlite3_mem_methods counted = state.sqlite;

    counted.xMalloc = sqlite_malloc;
    counted.xRealloc = sqlite_realloc;
    code = sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
    CHECK(code == SQLITE_OK);
    /* No small memory kept by each connection: then every allocation is seen. */
    code = sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
    CHECK(code == SQLITE_OK);
}

void fault_arm(struct crash_disk *disk, struct fault_plan plan)
{
    CHECK(!state.is_armed);
    CHECK(plan.nth > 0);
    state.plan = plan;
    state.allocations = 0;
    state.hits = 0;
    state.sleeps = 0;
    state.operations_before = crash_disk_counts(disk)->operations;
    state.faults_before = crash_disk_counts(disk)->faults;
    if (plan.kind == FAULT_DISK)
        crash_disk_fail_at(disk, plan.nth, plan.for_ever ? UINT32_MAX : 1);
    state.is_armed = true;
}

uint64_t fault_disarm(struct crash_disk *disk, uint64_t *out_hits)
{
    CHECK(state.is_armed);
    state.is_armed = false;
    if (state.plan.kind == FAULT_MEMORY) {
        *out_hits = state.hits;
        return state.allocations;
    }
    crash_disk_fail_at(disk, 0, 0);
    *out_hits = crash_disk_counts(disk)->faults - state.faults_before;
    return crash_disk_counts(disk)->operations - state.operations_before;
}

void fault_pause(void)
{
    state.pause_depth++;
}

void fault_resume(void)
{
    CHECK(state.pause_depth > 0);
    state.pause_depth--;
}
