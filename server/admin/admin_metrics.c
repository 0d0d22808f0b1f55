/*
 * The word that tells what is counted.
 */
#include <string.h>

#include "base/bytes.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "server/base/metrics.h"
#include "server/admin/admin.h"

/* A string a line; in text they stand as Prometheus reads them. */
static json_t *lines_of(const struct bytes *text)
{
    json_t *lines = json_array();
    const char *at = (const char *)text->data;
    const char *end = at + text->length;

    for (const char *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL)
            stop = end;
        json_array_append_new(lines, json_stringn(at, (size_t)(stop - at)));
    }
    return lines;
}

void admin_run_metrics(struct admin *admin, struct admin_request *request)
{
    struct bytes text;

    bytes_init(&text, METRICS_TEXT_MAX);
    metrics_gather(admin);
    if (metrics_write(&admin->base->metrics, &text) == ERR_OK)
        admin_answer(request, json_pack("{s:o}", "metrics", lines_of(&text)));
    else
        admin_refuse(request, "Out of memory.");
    bytes_release(&text);
}
