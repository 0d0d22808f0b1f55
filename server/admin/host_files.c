/*
 * A worker of the loop reads the host's texts again; a request that comes meanwhile begins when the
 * worker has finished.
 */
#include "server/admin/host_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "server/admin/admin.h"
#include "server/base/base.h"
#include "server/base/option_table.h"

/* A worker's reading of the host's texts. */
struct reading {
    uv_work_t work;
    struct admin *admin;
    char paths[HOST_TEXT_COUNT][OPTION_TEXT_SIZE];
    char causes[HOST_TEXT_COUNT][HOST_CAUSE_SIZE]; /* causes of failure; "": the text was read */
    struct host_texts texts;
};

bool host_files_names(size_t index)
{
    size_t offset = option_table[index].offset;

    return offset == offsetof(struct options, welcome) || offset == offsetof(struct options, rules);
}

enum err host_files_look(size_t index, const char *path, char cause[HOST_CAUSE_SIZE])
{
    char text[HOST_TEXT_SIZE];

    cause[0] = '\0';
    return host_files_names(index) ? host_text_read(path, text, cause) : ERR_OK;
}

static void read_on_worker(uv_work_t *work)
{
    struct reading *reading = work->data;

    for (enum host_text which = 0; which < HOST_TEXT_COUNT; which++)
        (void)!host_text_read(reading->paths[which], reading->texts.text[which],
                              reading->causes[which]);
}

static void take(struct admin *admin, const struct reading *reading, enum host_text which)
{
    char *text = admin->base->host_texts.text[which];

    if (reading->causes[which][0] != '\0') {
        LOG(&admin->base->log, LOG_ERROR, "host-text.refused",
            log_text("cause", reading->causes[which]),
            log_text("consequence", "the text before stays in use"));
        return;
    }
    if (strcmp(text, reading->texts.text[which]) == 0)
        return;
    memcpy(text, reading->texts.text[which], HOST_TEXT_SIZE);
    LOG(&admin->base->log, LOG_INFO, "host-text.read", log_text("file", reading->paths[which]));
}

static void begin_reading(struct admin *admin);

static void on_read(uv_work_t *work, int status)
{
    struct reading *reading = work->data;
    struct admin *admin = reading->admin;

    base_touch_clock(admin->base);
    admin->is_reading_texts = false;
    for (enum host_text which = 0; status == 0 && which < HOST_TEXT_COUNT; which++)
        take(admin, reading, which);
    free(reading);
    if (admin->must_read_texts && !admin->base->is_stopping)
        begin_reading(admin);
}

static void begin_reading(struct admin *admin)
{
    struct reading *reading = calloc(1, sizeof *reading);

    admin->must_read_texts = false;
    if (reading == NULL)
        return;
    reading->admin = admin;
    reading->work.data = reading;
    for (enum host_text which = 0; which < HOST_TEXT_COUNT; which++)
        snprintf(reading->paths[which], OPTION_TEXT_SIZE, "%s",
                 host_text_path(&admin->base->options, which));
    admin->is_reading_texts = true;
    if (uv_queue_work(&admin->base->loop, &reading->work, read_on_worker, on_read) != 0)
        on_read(&reading->work, UV_ENOMEM);
}

void host_files_want(struct admin *admin)
{
    admin->must_read_texts = true;
    if (!admin->is_reading_texts && !admin->base->is_stopping)
        begin_reading(admin);
}
