/*
 * undercroft.conf as anybody may have written it: it is taken in full, or refused with lines
 * that name the file and can be printed.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "fuzz.h"
#include "server/base/options.h"

static void write_file(const char *path, const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    CHECK(file != NULL);
    CHECK(size == 0 || fwrite(data, 1, size, file) == size);
    CHECK(fclose(file) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct options options;
    struct options_failure failure = {.count = 0};
    char path[64];
    char program[] = "undercroftd";
    char flag[80];
    char *argv[] = {program, flag, NULL};
    char *environment[] = {NULL};

    snprintf(path, sizeof path, "fuzz-config-%ld.conf", (long)getpid());
    snprintf(flag, sizeof flag, "--config=%s", path);
    write_file(path, data, size);
    enum err error = options_load(&options, 2, argv, environment, &failure);
    CHECK(unlink(path) == 0);
    if (error == ERR_OK) {
        CHECK(strcmp(options.file, path) == 0);
        return 0;
    }
    CHECK(failure.exit_code == OPTION_EXIT_CONFIG && failure.count > 0);
    for (int i = 0; i < failure.count && i < OPTION_FAULTS_MAX; i++) {
        CHECK(strncmp(failure.messages[i], path, strlen(path)) == 0);
        for (const char *at = failure.messages[i]; *at != '\0'; at++)
            CHECK((unsigned char)*at >= ' ' && (unsigned char)*at != 0x7F);
    }
    return 0;
}
