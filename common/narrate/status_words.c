/*
 * How a delver is.
 */
#include "narrate/status_words.h"

#include <stdio.h>
#include <string.h>

#include "narrate/around_text.h"
#include "world/company.h"

enum { CONDITION_SIZE = 64 };

void status_words(const struct delver *delver, char *out, size_t size)
{
    static const char *const times[] = {
        [COMPANY_CALM] = "You are in no danger.",
        [COMPANY_WAITING] = "Danger: time waits for you.",
        [COMPANY_RUNNING] = "Danger: time runs.",
    };
    const struct body *body = &delver->body;
    struct sentences sentences;
    char ails[SENTENCE_MAX] = "";
    size_t length = 0;

    sentences_init(&sentences, out, size);
    sentences_add(&sentences, "level %d, %d of %d health, depth %d.", life_level(&delver->life),
                  body->health, body->health_max, body->key.depth);
    for (enum status_id id = STATUS_POISONED; id < STATUS_COUNT; id++) {
        if (statuses_have(&body->statuses, id) && length + 2 < sizeof ails)
            length += (size_t)snprintf(ails + length, sizeof ails - length, "%s%s %d",
                                       length > 0 ? ", " : "", status_row(id)->name,
                                       body->statuses.left[id]);
    }
    if (length > 0 && length + 2 < sizeof ails)
        sentences_add(&sentences, "%s.", ails);
    sentences_add(&sentences, "%s",
                  delver->peril.pace > PACE_FULL ? "Danger: time runs, slower."
                                                 : times[delver->peril.time]);
}

void status_conditions(const struct body *body, bool is_short, char *out, size_t size)
{
    size_t length = 0;
    int left_out = 0;

    out[0] = '\0';
    for (enum status_id id = STATUS_POISONED; id < STATUS_COUNT; id++) {
        if (!statuses_have(&body->statuses, id))
            continue;
        char one[CONDITION_SIZE];
        size_t needed = (size_t)snprintf(one, sizeof one, "%s%s %d", length > 0 ? " " : "",
                                         status_row(id)->name, body->statuses.left[id]);
        if ((is_short && length > 0) || length + needed >= size) {
            left_out++;
            continue;
        }
        memcpy(out + length, one, needed + 1);
        length += needed;
    }
    if (left_out > 0)
        snprintf(out + length, size - length, " +%d", left_out);
}
