/*
 * Words about levels, between their files, and what becomes of those that take their time.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_LEVEL_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_LEVEL_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "world/record.h"

struct admin_request;
struct job;
struct regen;
struct admin;

/* "3" or "3/1" (depth 3 of the second wing). False: the request is answered. */
bool admin_level_parse(struct admin_request *request, const char *word, struct level_key *out);

/* From "seed N", "style NAME", and with `takes_times` "in 30s", "now", "when-empty", "dry-run";
   behind the first argument. False: the request is answered. */
struct level_wish {
    bool has_seed;
    struct level_recipe recipe;
    int countdown_seconds; /* -1: not said */
    bool waits_for_empty;
    bool is_dry;
};
bool admin_level_wish(const struct admin *admin, struct admin_request *request, bool takes_times,
                      struct level_wish *out);

/* Take the facts of the database about a level, for the words that show it. */
void admin_level_show_looked(struct admin *admin, struct admin_request *request, struct job *job);
void admin_preview_looked(struct admin *admin, struct admin_request *request, struct job *job);
void admin_inspect_looked(struct admin *admin, struct admin_request *request, struct job *job);

/* Asks the database; admin_on_level_looked() takes the answer. */
void admin_on_level_looked(struct admin *admin, struct admin_request *request, struct job *job);
void admin_level_look(struct admin *admin, struct admin_request *request, struct level_key key);

/* Names of those on a level, as one text: "Ada, Brom"; "nobody". */
json_t *admin_level_people(const struct admin *admin, struct level_key key);

/* A seed may be larger than a JSON number: its digits. */
json_t *admin_level_seed(uint64_t seed);

/* After each tick: answers those whose level was scheduled, swapped or called off. */
void admin_take_level_outcomes(struct admin *admin);

#endif
