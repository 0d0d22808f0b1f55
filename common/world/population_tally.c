/*
 * Encoded populations without a world. Removed parts are closed up from behind; changed parts keep
 * their length. All keep their version, which is their first byte.
 */
#include "world/population_tally.h"

#include <string.h>

#include "world/level.h"
#include "world/population_codec.h"
#include "world/population_form.h"

static void add_grave(uint64_t kinds[ITEM_KIND_COUNT], const struct grave *grave)
{
    for (int i = 0; i < PACK_MAX; i++)
        kinds[grave->things[i].kind] += grave->things[i].count;
    kinds[ITEM_GOLD] += (uint64_t)grave->gold;
}

/* Passes the head and the foes, and adds their gold. The caller has checked the bytes. */
static void pass_foes(struct byte_reader *reader, uint64_t *gold)
{
    (void)byte_reader_take(reader,
                           1 + 2 * sizeof(uint64_t) + POPULATION_RNG_WORDS * sizeof(uint64_t));
    for (uint64_t count = form_get(reader, 2); count > 0 && !reader->failed; count--) {
        struct foe foe;
        (void)form_get_foe(reader, &foe);
        *gold += (uint64_t)foe.mind.gold;
    }
}

static enum err begin(struct byte_reader *reader, const uint8_t *data, size_t length)
{
    byte_reader_init(reader, data, length);
    return population_check(data, length, LEVEL_WIDTH_MAX, LEVEL_HEIGHT_MAX);
}

enum err population_count(const uint8_t *data, size_t length, struct population_tally *tally)
{
    struct byte_reader reader;
    enum err error = begin(&reader, data, length);

    if (error != ERR_OK)
        return error;
    pass_foes(&reader, &tally->lying[ITEM_GOLD]);
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct item thing;
        (void)form_get_thing(&reader, data[0], &thing);
        tally->lying[thing.stack.kind] += thing.stack.count;
    }
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct grave grave;
        (void)form_get_grave(&reader, data[0], &grave);
        add_grave(tally->in_graves, &grave);
    }
    return ERR_OK;
}

enum err population_mentions(const uint8_t *data, size_t length, int64_t delver_id, bool *out)
{
    struct byte_reader reader;
    uint64_t gold = 0;
    enum err error = begin(&reader, data, length);

    *out = false;
    if (error != ERR_OK)
        return error;
    pass_foes(&reader, &gold);
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct item thing;
        (void)form_get_thing(&reader, data[0], &thing);
        *out = *out || thing.owner == delver_id;
    }
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct grave grave;
        (void)form_get_grave(&reader, data[0], &grave);
        *out = *out || grave.delver_id == delver_id;
    }
    return ERR_OK;
}

/* True if there were any. */
static bool disown_things(struct byte_reader *reader, uint8_t *data, int64_t delver_id)
{
    bool has_any = false;

    for (uint64_t count = form_get(reader, 2); count > 0 && !reader->failed; count--) {
        struct form_record record = {.length = 0};
        struct item thing;
        size_t at = reader->at;
        (void)form_get_thing(reader, data[0], &thing);
        if (thing.owner != delver_id)
            continue;
        thing.owner = 0;
        thing.kept_until = 0;
        form_put_thing(&record, data[0], &thing);
        memcpy(data + at, record.data, record.length);
        has_any = true;
    }
    return has_any;
}

enum err population_forget(uint8_t *data, size_t *length, int64_t delver_id,
                           uint64_t gone[ITEM_KIND_COUNT], bool *out_found)
{
    struct byte_reader reader;
    struct form_record left = {.length = 0};
    uint64_t gold = 0;
    uint64_t kept = 0;
    enum err error = begin(&reader, data, *length);

    *out_found = false;
    if (error != ERR_OK)
        return error;
    pass_foes(&reader, &gold);
    bool has_things = disown_things(&reader, data, delver_id);
    size_t count_at = reader.at;
    uint64_t count = form_get(&reader, 2);
    size_t end = reader.at;
    for (uint64_t i = 0; i < count && !reader.failed; i++) {
        struct grave grave;
        size_t at = reader.at;
        (void)form_get_grave(&reader, data[0], &grave);
        if (grave.delver_id == delver_id) {
            add_grave(gone, &grave);
            continue;
        }
        memmove(data + end, data + at, reader.at - at);
        end += reader.at - at;
        kept++;
    }
    form_put(&left, kept, 2);
    memcpy(data + count_at, left.data, left.length);
    *length = end;
    *out_found = has_things || kept < count;
    return ERR_OK;
}

/* Where the name stands in an encoded grave depends on the version; its bytes are known. */
static void write_name(uint8_t *data, size_t at, size_t end, const struct grave *grave,
                       const char name[NAME_LENGTH_MAX + 1])
{
    while (at + sizeof grave->name <= end &&
           memcmp(data + at, grave->name, sizeof grave->name) != 0)
        at++;
    if (at + sizeof grave->name <= end)
        memcpy(data + at, name, sizeof grave->name);
}

/* Passes all but the graves. */
static enum err begin_graves(struct byte_reader *reader, const uint8_t *data, size_t length)
{
    uint64_t gold = 0;
    enum err error = begin(reader, data, length);

    if (error != ERR_OK)
        return error;
    pass_foes(reader, &gold);
    for (uint64_t count = form_get(reader, 2); count > 0 && !reader->failed; count--) {
        struct item thing;
        (void)form_get_thing(reader, data[0], &thing);
    }
    return ERR_OK;
}

enum err population_has_other_name(const uint8_t *data, size_t length, int64_t delver_id,
                                   const char *name, bool *out)
{
    struct byte_reader reader;
    enum err error = begin_graves(&reader, data, length);

    *out = false;
    if (error != ERR_OK)
        return error;
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct grave grave;
        (void)form_get_grave(&reader, data[0], &grave);
        *out = *out || (grave.delver_id == delver_id && strcmp(grave.name, name) != 0);
    }
    return ERR_OK;
}

enum err population_rename(uint8_t *data, size_t length, int64_t delver_id,
                           const char name[NAME_LENGTH_MAX + 1], bool *out_found)
{
    struct byte_reader reader;
    enum err error = begin_graves(&reader, data, length);

    *out_found = false;
    if (error != ERR_OK)
        return error;
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct grave grave;
        size_t at = reader.at;
        (void)form_get_grave(&reader, data[0], &grave);
        if (grave.delver_id != delver_id)
            continue;
        write_name(data, at, reader.at, &grave, name);
        *out_found = true;
    }
    return ERR_OK;
}
