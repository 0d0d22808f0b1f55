/*
 * Plays case files: `cases_tests FILE [word…]`, of which only the parts that have all words in
 * their titles. See README.md for the form of a file.
 *
 * CASES_UPDATE=1 writes into the file what came where it differs from what is expected.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases/play.h"
#include "cases/text.h"
#include "support/test.h"

static struct case_file file;
static enum play_way way;
static size_t chosen[CASE_TITLES_MAX];

static void play_chosen(int number)
{
    play_part(&file, chosen[number], way);
}

static enum play_way read_way(void)
{
    const char *update = getenv("CASES_UPDATE");

    if (update == NULL || update[0] == '\0' || strcmp(update, "0") == 0)
        return PLAY_JUDGE;
    return strcmp(update, "exact") == 0 ? PLAY_EXACT : PLAY_UPDATE;
}

int main(int argc, char **argv)
{
    static TTest test = {"part", play_chosen, __FILE__, __LINE__};
    TCase *parts = tcase_create("parts");
    size_t count = 0;

    if (argc < 2 || !case_file_read(&file, argv[1])) {
        fprintf(stderr, "usage: cases_tests FILE [word...]\n");
        return EXIT_FAILURE;
    }
    way = read_way();
    /* No fork: this process must see the answers that are written into the file. */
    setenv("CK_FORK", "no", 1);
    for (size_t i = 0; i < file.title_count; i++) {
        bool is_meant = true;
        for (int word = 2; word < argc; word++)
            is_meant = is_meant && strstr(file.lines[file.titles[i]], argv[word]) != NULL;
        if (is_meant)
            chosen[count++] = i;
    }
    tcase_add_checked_fixture(parts, NULL, play_release);
    tcase_set_timeout(parts, 0);
    tcase_add_loop_test(parts, &test, 0, (int)count);
    setvbuf(stdout, NULL, _IOLBF, 0);
    int code = test_run_case(argv[1], parts);
    if (way != PLAY_JUDGE && !case_file_write(&file))
        code = EXIT_FAILURE;
    case_file_release(&file);
    return code;
}
