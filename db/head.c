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

static const char *const names[HEAD_COUNT] = {
    [META_SEED] = "seed",
    [META_TICK] = "tick",
    [META_CREATED_AT] = "created_at",
    [META_NEWEST_ACCOUNT] = "newest_account",
    [HEAD_COMMITS] = "commits",
    [HEAD_BASE] = "base",
    [HEAD_PAGES] = "pages",
    [HEAD_DOUBT] = "doubt",
    [HEAD_SEAL] = "seal",
};

void head_name(int number, char out[HEAD_NAME_SIZE])
{
    CHECK(number >= 0 && number < HEAD_COUNT);
    if (names[number] != NULL)
        snprintf(out, HEAD_NAME_SIZE, "%s", names[number]);
    else
        snprintf(out, HEAD_NAME_SIZE, "sum_%s",
                 record_at((enum record_id)(number - HEAD_SUM))->table);
}

void head_set(struct head *head, int number, uint64_t value)
{
    head->numbers[number] = value;
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
        if (strcmp(known, name) != 0)
            continue;
        head->is_sound = head->is_sound && !head->has[i];
        head_set(head, i, bits);
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
