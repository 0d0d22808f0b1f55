/*
 * The main program of all tests: picks those that the arguments name, file by file, and runs them.
 *
 * Constructors register the tests before main() begins, in an order that the compiler chooses; they
 * are sorted by file and line.
 */
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct test_entry *entries;
static size_t entry_count;
static struct test_fixture *fixtures;

void test_register(struct test_entry *entry)
{
    entry->next = entries;
    entries = entry;
    entry_count++;
}

void test_register_fixture(struct test_fixture *fixture)
{
    fixture->next = fixtures;
    fixtures = fixture;
}

static int order_by_place(const void *left, const void *right)
{
    const struct test_entry *a = *(struct test_entry *const *)left;
    const struct test_entry *b = *(struct test_entry *const *)right;
    int order = strcmp(a->test.file, b->test.file);

    return order != 0 ? order : (a->test.line > b->test.line) - (a->test.line < b->test.line);
}

/* The file's name as arguments have it: "test_door" for ".../test_door.c". */
static int is_file(const char *path, const char *stem)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    size_t length = strlen(stem);

    return strncmp(name, stem, length) == 0 && strcmp(name + length, ".c") == 0;
}

static int has_all(const char *name, int count, char **words)
{
    for (int i = 0; i < count; i++)
        if (strstr(name, words[i]) == NULL)
            return 0;
    return 1;
}

static const struct test_fixture *find_fixture(const char *file, int is_of_file)
{
    for (const struct test_fixture *one = fixtures; one != NULL; one = one->next)
        if (one->is_of_file == is_of_file && strcmp(one->file, file) == 0)
            return one;
    return NULL;
}

/* Runs `count` tests of one file. Returns what main() returns. */
static int run_file(struct test_entry **first, size_t count, int word_count, char **words)
{
    const char *file = first[0]->test.file;
    const struct test_fixture *each = find_fixture(file, 0);
    const struct test_fixture *whole = find_fixture(file, 1);
    const char *slash = strrchr(file, '/');
    const char *name = slash == NULL ? file : slash + 1;
    TCase *tcase = tcase_create(name);

    if (whole != NULL)
        tcase_add_unchecked_fixture(tcase, whole->set_up, whole->tear_down);
    if (each != NULL)
        tcase_add_checked_fixture(tcase, each->set_up, each->tear_down);
    tcase_set_timeout(tcase, 0);
    for (size_t i = 0; i < count; i++)
        if (has_all(first[i]->test.name, word_count, words))
            tcase_add_loop_test(tcase, &first[i]->test, first[i]->first(), first[i]->end());
    return test_run_case(name, tcase);
}

int main(int argc, char **argv)
{
    struct test_entry **sorted = calloc(entry_count + 1, sizeof(struct test_entry *));
    size_t filled = 0;
    size_t files = 0;
    int code = EXIT_SUCCESS;

    if (sorted == NULL)
        return EXIT_FAILURE;
    for (struct test_entry *entry = entries; entry != NULL; entry = entry->next)
        sorted[filled++] = entry;
    qsort(sorted, filled, sizeof(struct test_entry *), order_by_place);
    for (size_t i = 0, end; i < filled; i = end) {
        const char *file = sorted[i]->test.file;
        for (end = i; end < filled && strcmp(sorted[end]->test.file, file) == 0;)
            end++;
        if (argc > 1 && !is_file(file, argv[1]))
            continue;
        files++;
        if (run_file(&sorted[i], end - i, argc - 2, argv + 2) != EXIT_SUCCESS)
            code = EXIT_FAILURE;
    }
    free(sorted);
    if (files > 0)
        return code;
    fprintf(stderr, "no test in a file of this name: %s\n", argc > 1 ? argv[1] : "(any)");
    return EXIT_FAILURE;
}
