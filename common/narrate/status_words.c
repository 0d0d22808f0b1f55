/*
 * How a delver is.
 */
#include "narrate/status_words.h"

#include <stdio.h>
#include <string.h>

#include "narrate/around_text.h"
#include "world/company.h"

enum { CONDITION_SIZE = 64, AILS_SIZE = 200 };

void status_words(const struct delver *delver, char *out, size_t size)
{
    static const char *const times[] = {
        [COMPANY_CALM] = "You are in no danger.",
        [COMPANY_WAITING] = "Danger: time waits for you.",
        [COMPANY_RUNNING] = "Danger: time runs.",
    };
    const struct body *body = &delver->body;
    struct sentences sentences;
    char ails[AILS_SIZE] = "";
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
    if (delver->is_sneaking)
        sentences_add(&sentences, "You sneak.");
    sentences_add(&sentences, "%s",
                  delver->peril.pace > PACE_FULL ? "Danger: time runs, slower."
                                                 : times[delver->peril.time]);
}

/* The conditions that have room, one behind the other, and how many have none. */
struct conditions {
    char *out;
    size_t size;
    size_t length;
    int left_out;
    bool is_short; /* one is told */
};

static void add_condition(struct conditions *conditions, const char *text)
{
    size_t needed = strlen(text) + (conditions->length > 0);

    if ((conditions->is_short && conditions->length > 0) ||
        conditions->length + needed >= conditions->size) {
        conditions->left_out++;
        return;
    }
    snprintf(conditions->out + conditions->length, conditions->size - conditions->length, "%s%s",
             conditions->length > 0 ? " " : "", text);
    conditions->length += needed;
}

void status_conditions(const struct body *body, bool is_short, char *out, size_t size)
{
    struct conditions conditions = {.out = out, .size = size, .is_short = is_short};
    char one[CONDITION_SIZE];

    out[0] = '\0';
    for (enum status_id id = STATUS_POISONED; id < STATUS_COUNT; id++) {
        if (!statuses_have(&body->statuses, id))
            continue;
        snprintf(one, sizeof one, "%s %d", status_row(id)->name, body->statuses.left[id]);
        add_condition(&conditions, one);
    }
    if (body->species == SPECIES_DELVER && ((const struct delver *)body)->is_sneaking)
        add_condition(&conditions, "sneaking");
    if (conditions.left_out > 0)
        snprintf(out + conditions.length, size - conditions.length, " +%d", conditions.left_out);
}
