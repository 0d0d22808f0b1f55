/*
 * A folder for one test's settings, loads with flags and an environment of the test's own, and
 * what is expected of them.
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_OPTIONS_FIXTURE_H
#define UNDERCROFT_TESTS_UNIT_SERVER_OPTIONS_FIXTURE_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/base/options.h"
#include "support/file.h"

enum {
    PATH_SIZE = 256,
    WHERE_SIZE = PATH_SIZE + 64,
    WORDS_MAX = 16,
    WORD_SIZE = 2 * OPTION_TEXT_SIZE,
};

static char folder[PATH_SIZE];
static char file_path[PATH_SIZE + 32]; /* of the default file in the folder, not made yet */
static struct options options;         /* of the last load */
static struct options_failure failure;

/* Lists of flags or variables. */
#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})
#define NONE      ((const char *const[]){NULL})

static inline void options_set_up(void)
{
    file_make_folder(folder, sizeof folder, "options");
    snprintf(file_path, sizeof file_path, "%s/undercroft.conf", folder);
}

static inline void options_tear_down(void)
{
    unlink(file_path);
    rmdir(folder);
}

static inline void write_bytes(const char *bytes, size_t length)
{
    FILE *file = fopen(file_path, "w");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

static inline void write_file(const char *text)
{
    write_bytes(text, strlen(text));
}

/* `flags` and `environment` end with NULL. The data directory is the test's folder throughout. */
static inline enum err load(const char *const *flags, const char *const *environment)
{
    static char words[2 * WORDS_MAX][WORD_SIZE];
    char *argv[WORDS_MAX + 1] = {NULL};
    char *variables[WORDS_MAX + 1] = {NULL};
    int argc = 2;

    snprintf(words[0], WORD_SIZE, "undercroftd");
    snprintf(words[1], WORD_SIZE, "--data=%s", folder);
    for (; *flags != NULL && argc < WORDS_MAX; flags++)
        snprintf(words[argc++], WORD_SIZE, "%s", *flags);
    for (int i = 0; i < argc; i++)
        argv[i] = words[i];
    for (int i = 0; environment[i] != NULL && i < WORDS_MAX; i++) {
        variables[i] = words[WORDS_MAX + i];
        snprintf(variables[i], WORD_SIZE, "%s", environment[i]);
    }
    memset(&options, 0xA5, sizeof options);
    return options_load(&options, argc, argv, variables, &failure);
}

static inline void expect_loaded(const char *const *flags, const char *const *environment)
{
    ck_assert_msg(load(flags, environment) == ERR_OK, "refused: %s", failure.messages[0]);
}

/* A refusal with this error and exit code, whose message has this text. */
static inline void expect_refused(const char *const *flags, const char *const *environment,
                                  enum err error, int exit_code, const char *text)
{
    enum err got = load(flags, environment);
    const char *message = failure.messages[0];

    ck_assert_msg(got == error, "%s instead of %s for: %s", err_name(got), err_name(error), text);
    ck_assert_msg(strstr(message, text) != NULL, "'%s' does not say '%s'", message, text);
    ck_assert_msg(failure.exit_code == exit_code, "exit code %d for: %s", failure.exit_code,
                  message);
    ck_assert_msg(strchr(message, '\n') == NULL, "more than a line: %s", message);
}

#endif
