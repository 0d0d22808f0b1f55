/*
 * undercroftd: options in, exit code out.
 */
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/admin/tls_files.h"
#include "server/base/host_texts.h"
#include "server/base/options.h"
#include "server/base/output.h"
#include "server/base/process.h"
#include "server/base/program.h"
#include "server/game/host_pieces.h"
#include "server/server.h"
#include "server/stop.h"

extern char **environ;

/* Both standard streams go through a ring, so that a stream without a reader stops nothing. */
struct standard_output {
    struct output *outputs[OUTPUT_KIND_COUNT];
    FILE *before[OUTPUT_KIND_COUNT];
};

static FILE **stream_of(int kind)
{
    return kind == OUTPUT_LOG ? &stderr : &stdout;
}

static bool redirect(struct standard_output *standard)
{
    for (int kind = 0; kind < OUTPUT_KIND_COUNT; kind++) {
        int descriptor = kind == OUTPUT_LOG ? STDERR_FILENO : STDOUT_FILENO;
        if (output_open(descriptor, (enum output_kind)kind, &standard->outputs[kind]) != ERR_OK)
            return false;
        FILE *stream = output_stream(standard->outputs[kind]);
        if (stream == NULL)
            return false;
        standard->before[kind] = *stream_of(kind);
        *stream_of(kind) = stream;
    }
    return true;
}

/* Writes the lines that wait in the ring, as long as there is a reader. */
static void restore(struct standard_output *standard)
{
    for (int kind = 0; kind < OUTPUT_KIND_COUNT; kind++) {
        FILE **stream = stream_of(kind);
        if (standard->before[kind] != NULL) {
            fclose(*stream);
            *stream = standard->before[kind];
        }
        output_close(standard->outputs[kind]);
    }
}

/* True if standard output is a pipe whose reader ended before there was anything to read. */
static bool is_output_broken(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO};

    return poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

/* Flushes standard output. Returns EXIT_BAD_CONFIG, explained, if it could not be written
   completely. */
static int end_output(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return EXIT_SUCCESS;
    process_explain("standard output cannot be written", errno == 0 ? "" : strerror(errno),
                    "let it go to a terminal, a program that reads, or a file with room");
    return EXIT_BAD_CONFIG;
}

static int serve(const struct options *options)
{
    struct standard_output standard = {0};
    struct server *server = calloc(1, sizeof *server);
    int exit_code = EXIT_INTERNAL;

    if (server == NULL)
        return EXIT_INTERNAL;
    if (!redirect(&standard)) {
        process_explain("the server cannot start", err_text(ERR_NO_RESOURCE),
                        "free some memory, or raise the limit on processes (ulimit -a)");
    } else {
        if (server_open(server, options, standard.outputs[OUTPUT_LOG], &exit_code) == ERR_OK) {
            exit_code = EXIT_SUCCESS;
            server_run(server);
        }
        if (!server_close(server, &exit_code)) {
            restore(&standard);
            _exit(exit_code);
        }
    }
    free(server);
    restore(&standard);
    return exit_code;
}

/* Warns of a backup hook that cannot be run now. The setting is valid all the same, because the
   program may be put there later. */
static void warn_of_hook(const struct options *options)
{
    char cause[PROGRAM_CAUSE_SIZE];

    if (options->backup_hook[0] != '\0' && !program_can_run(options->backup_hook, cause))
        fprintf(stderr,
                "warn: the backup hook %s cannot be run: %s; fix: put a program there, or another "
                "--backup-hook PROGRAM\n",
                options->backup_hook, cause);
}

/* True if the folder of set pieces and all its files can be used. Explains a failure on standard
   error. */
static bool places_are_good(const struct options *options)
{
    char cause[HOST_PIECES_CAUSE_SIZE];
    struct setpieces pieces;
    enum err error = host_pieces_read(options->places, &pieces, cause);

    if (error == ERR_OK)
        setpieces_release(&pieces);
    else
        fprintf(stderr, "%s\n", error == ERR_FORMAT ? cause : err_text(error));
    return error == ERR_OK;
}

int main(int argc, char **argv)
{
    struct options options;
    struct options_failure failure;
    struct host_texts texts;

    if (!standard_streams_fill())
        return EXIT_INTERNAL;
    inherited_settle();
    stop_ignore_failed_writes();
    if (options_load(&options, argc, argv, environ, &failure) != ERR_OK) {
        bool is_asked = failure.was_check && failure.exit_code == OPTION_EXIT_CONFIG;
        options_print_faults(&failure, is_asked ? "" : "undercroftd: ", stderr);
        if (is_asked)
            return failure.exit_code;
        fprintf(stderr, "undercroftd: try --help for every option\n");
        return failure.exit_code;
    }
    if (options.wants_help)
        options_print_help(stdout);
    else if (options.wants_version)
        puts("undercroftd " UNDERCROFT_VERSION);
    else if (options.wants_print)
        options_print(&options, stdout);
    else if (options.wants_check && (!tls_files_are_good(&options) || !places_are_good(&options) ||
                                     host_texts_read(&options, &texts) != ERR_OK))
        return OPTION_EXIT_CONFIG;
    else if (options.wants_check)
        printf("%s: the settings are good\n", options.file[0] == '\0' ? "no file" : options.file);
    if (options.wants_check || options.wants_print)
        options_print_strangers(&options, stderr);
    if (options.wants_check)
        warn_of_hook(&options);
    if (options.wants_help || options.wants_version || options.wants_print || options.wants_check)
        return end_output();
    if (is_output_broken()) {
        process_explain("standard output cannot be written", strerror(EPIPE),
                        "let it go to a terminal, a program that reads, or a file");
        return EXIT_BAD_CONFIG;
    }
    return serve(&options);
}
