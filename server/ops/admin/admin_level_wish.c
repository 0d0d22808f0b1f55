/*
 * What the words about levels take: which level, and how it is to be made.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "content/theme.h"
#include "gen/gen.h"
#include "server/dungeon.h"
#include "server/level_regen.h"
#include "server/ops/admin/admin_level.h"
#include "server/ops/admin/admin_request.h"
#include "server/ops/admin/admin_words.h"
#include "server/ops/duration.h"
#include "server/persist.h"
#include "server/server.h"

enum { STYLES_MAX = 32, DISTANCE_MAX = 2, STYLES_TEXT_SIZE = 200 };

/* Digits alone, to the end or to a slash. */
static bool read_number(const char *text, long max, long *out, const char **out_end)
{
    char *end = NULL;

    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    *out = strtol(text, &end, 10);
    *out_end = end;
    return errno == 0 && *out <= max;
}

bool admin_level_parse(struct admin_request *request, const char *word, struct level_key *out)
{
    const char *end = word;
    long depth = 0;
    long wing = 0;
    bool is_right = read_number(word, DEPTH_MAX, &depth, &end) && depth >= 1;

    if (is_right && *end == '/')
        is_right = read_number(end + 1, DUNGEON_WINGS_MAX - 1, &wing, &end);
    if (!is_right || *end != '\0') {
        admin_misuse(request, "\"%.40s\" is no depth from 1 to %d, nor DEPTH/WING.", word,
                     (int)DEPTH_MAX);
        return false;
    }
    *out = (struct level_key){.wing = (uint16_t)wing, .depth = (uint16_t)depth};
    return true;
}

struct level_key admin_level_current(const struct server *server, struct level_key key,
                                     bool *out_is_known)
{
    const struct level_head *head = level_heads_find(&server->level_heads, key.wing, key.depth);
    const struct level *level = world_level_at(server->world, key.wing, key.depth);

    *out_is_known = head != NULL || level != NULL;
    key.generation = head != NULL ? head->current : level != NULL ? level->key.generation : 0;
    return key;
}

void admin_level_look(struct server *server, struct admin_request *request, struct level_key key,
                      bool wants_level)
{
    struct job *job = job_new(JOB_LOOK_LEVEL);

    if (job != NULL) {
        job->key = admin_level_current(server, key, &job->is_exact);
        job->wants_level = wants_level;
    }
    admin_wait_for_job(server, request, job);
}

static void explain_style(struct admin_request *request, const char *name)
{
    const char *names[STYLES_MAX];
    char list[STYLES_TEXT_SIZE] = "";
    size_t length = 0;
    size_t count = gen_style_count() < STYLES_MAX ? gen_style_count() : STYLES_MAX;

    for (size_t i = 0; i < count; i++) {
        names[i] = gen_style_at(i)->name;
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i == 0 ? "" : ", ",
                                   names[i]);
    }
    const char *nearest = nearest_word(name, names, count, DISTANCE_MAX);
    if (nearest != NULL)
        admin_misuse(request, "There is no style \"%.40s\". Did you mean: %s?", name, nearest);
    else
        admin_misuse(request, "There is no style \"%.40s\". There are: %s.", name, list);
}

static bool take_style(struct admin_request *request, const char *name, struct level_wish *out)
{
    const struct gen_style *style = gen_style_find(name);

    if (style == NULL && strcmp(name, LEVEL_STYLE_OF_THEME) != 0) {
        explain_style(request, name);
        return false;
    }
    snprintf(out->recipe.style, sizeof out->recipe.style, "%s", name);
    return true;
}

static bool take_seed(struct admin_request *request, const char *text, struct level_wish *out)
{
    char *end = NULL;

    errno = 0;
    out->recipe.seed = strtoull(text, &end, 10);
    out->has_seed = text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
    if (!out->has_seed)
        admin_misuse(request, "\"%.40s\" is no seed: a number from 0 to 18446744073709551615.",
                     text);
    return out->has_seed;
}

/* Bare digits are seconds. */
static bool take_time(struct admin_request *request, const char *text, struct level_wish *out)
{
    const char *end = text;
    long number = 0;
    int64_t seconds = -1;

    if (read_number(text, LEVEL_COUNTDOWN_SECONDS_MAX, &number, &end) && *end == '\0')
        seconds = number;
    else if (duration_parse(text, strlen(text), &seconds) != ERR_OK)
        seconds = -1;
    if (seconds < 0 || seconds > LEVEL_COUNTDOWN_SECONDS_MAX) {
        admin_misuse(request, "\"%.40s\" is no time up to 24h, as 30s or 5m.", text);
        return false;
    }
    out->countdown_seconds = (int)seconds;
    return true;
}

static bool take_flag(const char *word, struct level_wish *out)
{
    if (strcasecmp(word, "dry-run") == 0)
        out->is_dry = true;
    else if (strcasecmp(word, "now") == 0)
        out->countdown_seconds = 0;
    else if (strcasecmp(word, "when-empty") == 0)
        out->waits_for_empty = true;
    else
        return false;
    return true;
}

struct value_row {
    const char *word;
    bool is_time;
    bool (*take)(struct admin_request *request, const char *text, struct level_wish *out);
};

static const struct value_row value_table[] = {
    {"seed", false, take_seed}, {"style", false, take_style}, {"in", true, take_time}};

static const struct value_row *find_value(const char *word)
{
    for (size_t i = 0; i < sizeof value_table / sizeof value_table[0]; i++) {
        if (strcasecmp(value_table[i].word, word) == 0)
            return &value_table[i];
    }
    return NULL;
}

bool admin_level_wish(const struct server *server, struct admin_request *request, bool takes_times,
                      struct level_wish *out)
{
    const struct admin_arguments *arguments = &request->arguments;
    bool is_undo = request->row->run == admin_run_level_undo;
    bool is_right = true;

    *out = (struct level_wish){
        .recipe = {.seed = server->world->seed, .style = LEVEL_STYLE_OF_THEME},
        .countdown_seconds = -1};
    for (int i = 1; is_right && i < arguments->count; i++) {
        const struct value_row *value = find_value(arguments->words[i]);
        bool is_known = value != NULL && (takes_times || !value->is_time) &&
                        (!is_undo || value->is_time);
        if (is_known && i + 1 < arguments->count) {
            is_right = value->take(request, arguments->words[++i], out);
        } else if (value != NULL || !takes_times || !take_flag(arguments->words[i], out)) {
            admin_misuse(request, "\"%.40s\" is not understood here. Usage: %s %s",
                         arguments->words[i], request->row->word, request->row->arguments);
            is_right = false;
        }
    }
    if (is_right && out->waits_for_empty && out->countdown_seconds >= 0) {
        admin_misuse(request, "when-empty does not go with a time.");
        is_right = false;
    }
    return is_right;
}
