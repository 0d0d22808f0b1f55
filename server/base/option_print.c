/*
 * The settings for people: what there is (--help) and what holds now (--print-config).
 */
#include "server/base/options.h"

#include <string.h>

#include "server/base/option_table.h"

enum { HELP_COLUMN = 31, COLUMNS = 80, LABEL_SIZE = 64, SETTING_WIDTH = 44 };

static void print_row_help(const struct option_row *row, FILE *out)
{
    char label[LABEL_SIZE];
    char initial[LABEL_SIZE] = "";

    snprintf(label, sizeof label, "  --%s %s", row->name,
             row->value_name == NULL ? "" : row->value_name);
    if (row->initial != NULL)
        snprintf(initial, sizeof initial, "(default %s)", row->initial);
    fprintf(out, "%-*s%s", HELP_COLUMN, label, row->help);
    if (HELP_COLUMN + strlen(row->help) + 1 + strlen(initial) <= COLUMNS)
        fprintf(out, "%s%s\n", initial[0] == '\0' ? "" : " ", initial);
    else
        fprintf(out, "\n%*s%s\n", HELP_COLUMN, "", initial);
}

void options_print_help(FILE *out)
{
    fputs("usage: undercroftd [--FLAG VALUE | --FLAG=VALUE] ...\n\n", out);
    for (size_t i = 0; i < option_count; i++)
        print_row_help(&option_table[i], out);
    fputs("\n"
          "Options without a flag come from the environment (UNDERCROFT_TICK_MS=20),\n"
          "then from the file (tick-ms = 20), then from the defaults. Lists are split by\n"
          "commas.\n",
          out);
}

void options_print_faults(const struct options_failure *failure, const char *prefix, FILE *out)
{
    for (int i = 0; i < failure->count && i < OPTION_FAULTS_MAX; i++)
        fprintf(out, "%s%s\n", prefix, failure->messages[i]);
    if (failure->count > OPTION_FAULTS_MAX)
        fprintf(out, "%s%d more faults are not shown\n", prefix,
                failure->count - OPTION_FAULTS_MAX);
}

void options_print_strangers(const struct options *options, FILE *out)
{
    int shown = options->stranger_count < OPTION_STRANGERS_MAX ? options->stranger_count
                                                               : OPTION_STRANGERS_MAX;

    if (shown > 0)
        fprintf(out, "warn: in the environment");
    for (int i = 0; i < shown; i++)
        fprintf(out, "%s %s", i == 0 ? "" : ",", options->strangers[i]);
    if (options->stranger_count > shown)
        fprintf(out, " and %d more", options->stranger_count - shown);
    if (shown > 0)
        fprintf(out, " set nothing; fix: unset them, or see --print-config for the names\n");
    if (options->service_link[0] != '\0')
        fprintf(out,
                "note: %s in the environment is Kubernetes' link to a Service, and is left alone; "
                "fix: enableServiceLinks: false in the pod\n",
                options->service_link);
}

void options_describe_origin(const struct options *options, size_t index,
                             char out[OPTION_ORIGIN_SIZE])
{
    const struct option_origin *origin = &options->origins[index];
    char variable[OPTION_VARIABLE_SIZE];

    switch (origin->source) {
    case OPTION_FROM_DEFAULT:
        snprintf(out, OPTION_ORIGIN_SIZE, "default");
        break;
    case OPTION_FROM_FILE:
        snprintf(out, OPTION_ORIGIN_SIZE, "%s:%d", options->file, origin->line);
        break;
    case OPTION_FROM_ENVIRONMENT:
        (void)option_variable(&option_table[index], variable);
        snprintf(out, OPTION_ORIGIN_SIZE, "%s in the environment", variable);
        break;
    case OPTION_FROM_FLAG:
        snprintf(out, OPTION_ORIGIN_SIZE, "--%s", option_table[index].name);
        break;
    case OPTION_FROM_OPERATOR:
        snprintf(out, OPTION_ORIGIN_SIZE, "set by an operator");
        break;
    }
}

static void print_row(const struct options *options, size_t index, FILE *out)
{
    const struct option_row *row = &option_table[index];
    char value[OPTION_VALUE_SIZE];
    char origin[OPTION_ORIGIN_SIZE];
    bool is_set = option_write(row, options, value);
    int width = fprintf(out, "%s%s = %s", row->reach >= REACH_FILE && is_set ? "" : "# ", row->name,
                        is_set ? value : "(not set)");

    options_describe_origin(options, index, origin);
    fprintf(out, "%*s ; %s\n", width < SETTING_WIDTH ? SETTING_WIDTH - width : 0, "", origin);
}

void options_print(const struct options *options, FILE *out)
{
    if (options->file[0] == '\0')
        fprintf(out, "# no file was read\n");
    else
        fprintf(out, "# %s was read\n", options->file);
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].kind != OPTION_KIND_SWITCH)
            print_row(options, i, out);
    }
}
