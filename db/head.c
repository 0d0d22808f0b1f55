/*
 * Reading and sealing the head. The seal is the sum of what each number adds by its name and value,
 * as a migration can compute it in SQL (db/row_function.h): one that is missing breaks it too.
 */
#include "db/head.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "db/connection.h"
#include "db/row_hash.h"
#include "world/range.h"

/* The numbers that are no sums: what each is called, and how high it goes. */
static const struct {
    const char *name;
    uint64_t high;
} number_table[HEAD_COUNT] = {
    [META_SEED] = {"seed", UINT64_MAX},
    [META_TICK] = {"tick", RANGE_WHOLE_MAX},
    [META_CREATED_AT] = {"created_at", RANGE_TIME_MAX},
    [META_NEWEST_ACCOUNT] = {"newest_account", RANGE_WHOLE_MAX},
    [HEAD_COMMITS] = {"commits", UINT64_MAX},
    [HEAD_BASE] = {"base", UINT64_MAX},
    [HEAD_PAGES] = {"pages", UINT32_MAX},
    [HEAD_DOUBT] = {"doubt", 1},
    [HEAD_SEAL] = {"seal", UINT64_MAX},
};

void head_name(int number, char out[HEAD_NAME_SIZE])
{
    CHECK(number >= 0 && number < HEAD_COUNT);
    if (number_table[number].name != NULL)
        snprintf(out, HEAD_NAME_SIZE, "%s", number_table[number].name);
    else
        snprintf(out, HEAD_NAME_SIZE, "sum_%s",
                 record_at((enum record_id)(number - HEAD_SUM))->table);
}

static bool is_sum(int number)
{
    return number_table[number].name == NULL;
}

void head_set(struct head *head, int number, uint64_t value)
{
    uint64_t high = is_sum(number) ? UINT64_MAX : number_table[number].high;

    head->numbers[number] = value < high ? value : high;
    head->has[number] = true;
}

static uint64_t number_term(const struct head *head, int number)
{
    char name[HEAD_NAME_SIZE];
    struct hash hash;
    int64_t bits;

    memcpy(&bits, &head->numbers[number], sizeof bits);
    head_name(number, name);
    row_hash_init(&hash, "meta");
    row_hash_text(&hash, name, strlen(name));
    row_hash_int(&hash, bits);
    return row_term(hash.value);
}

uint64_t head_seal(const struct head *head)
{
    uint64_t seal = 0;

    for (int i = 0; i < HEAD_COUNT; i++) {
        if (head->has[i] && i != HEAD_SEAL)
            seal += number_term(head, i);
    }
    return seal;
}

void head_take(struct head *head, const char *name, int64_t value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < HEAD_COUNT; i++) {
        char known[HEAD_NAME_SIZE];
        head_name(i, known);
        bool was_there = head->has[i];
        if (strcmp(known, name) != 0)
            continue;
        head_set(head, i, bits);
        /* Told twice, or past its range: the seal is over what was there. */
        head->is_sound = head->is_sound && !was_there && head->numbers[i] == bits;
        return;
    }
    head->is_sound = false;
}

void head_check(struct head *head)
{
    for (int i = HEAD_SUM; i < HEAD_COUNT; i++)
        head->is_sound = head->is_sound && head->has[i];
    head->is_sound = head->is_sound && head->numbers[HEAD_SEAL] == head_seal(head);
}

static void take_number(const char *name, int64_t value, void *argument)
{
    head_take(argument, name, value);
}

enum err head_read(struct sqlite3 *handle, struct head *out)
{
    *out = (struct head){.is_sound = true};
    enum err error =
        connection_each_number(handle, "SELECT name, value FROM meta", take_number, out);

    head_check(out);
    return error;
}
