/*
 * Arguments of the words about levels: which level, and how it is to be made.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "content/theme.h"
#include "gen/gen.h"
#include "server/admin/admin.h"
#include "server/admin/admin_level.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "server/base/duration.h"
#include "server/game/level_regen.h"
#include "server/game/level_transfer.h"
#include "server/save/persist.h"

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

/* The key of the generation that counts, as far as memory knows; the database knows better if
   `out_is_known` is false. */
static struct level_key find_current(const struct admin *admin, struct level_key key,
                                     bool *out_is_known)
{
    const struct level_head *head =
        level_versions_find(&admin->game->level_versions, key.wing, key.depth);
    const struct level *level = world_level_at(admin->game->world, key.wing, key.depth);

    *out_is_known = head != NULL || level != NULL;
    key.generation = head != NULL ? head->current : level != NULL ? level->key.generation : 0;
    return key;
}

void admin_level_look(struct admin *admin, struct admin_request *request, struct level_key key)
{
    struct job *job = job_new(&question_look_level);

    if (job != NULL)
        job->key = find_current(admin, key, &job->is_exact);
    admin_wait_for_job(admin, request, job, admin_on_level_looked);
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

static bool take_now(struct admin_request *request, const char *text, struct level_wish *out)
{
    (void)request;
    (void)text;
    out->countdown_seconds = 0;
    return true;
}

static bool take_when_empty(struct admin_request *request, const char *text, struct level_wish *out)
{
    (void)request;
    (void)text;
    out->waits_for_empty = true;
    return true;
}

static bool take_dry_run(struct admin_request *request, const char *text, struct level_wish *out)
{
    (void)text;
    request->is_dry = true;
    out->is_dry = true;
    return true;
}

/* Parts of a wish, each to be said once: a second word for the same part is refused, as nobody
   knows which of the two is meant. */
enum wish_part { WISH_SEED, WISH_STYLE, WISH_TIME, WISH_DRY, WISH_COUNT };

struct wish_row {
    const char *word;
    enum wish_part part;
    bool has_value; /* which is the next word */
    bool (*take)(struct admin_request *request, const char *text, struct level_wish *out);
};

static const struct wish_row wish_table[] = {
    {"seed", WISH_SEED, true, take_seed},
    {"style", WISH_STYLE, true, take_style},
    {"in", WISH_TIME, true, take_time},
    {"now", WISH_TIME, false, take_now},
    {"when-empty", WISH_TIME, false, take_when_empty},
    {"dry-run", WISH_DRY, false, take_dry_run},
};

/* NULL: no such word, or not with this command. */
static const struct wish_row *find_wish(const struct admin_request *request, const char *word,
                                        bool takes_times)
{
    bool is_undo = request->row->run == admin_run_level_undo;

    for (size_t i = 0; i < sizeof wish_table / sizeof wish_table[0]; i++) {
        const struct wish_row *row = &wish_table[i];
        bool is_plan = row->part == WISH_SEED || row->part == WISH_STYLE;
        if (strcasecmp(row->word, word) == 0)
            return (is_plan ? !is_undo : takes_times) ? row : NULL;
    }
    return NULL;
}

static bool is_first(struct admin_request *request, const struct wish_row *row,
                     const char *said[WISH_COUNT])
{
    const char *before = said[row->part];

    said[row->part] = row->word;
    if (before == NULL)
        return true;
    if (before == row->word)
        admin_misuse(request, "\"%s\" stands there twice. Usage: %s %s", row->word,
                     request->row->word, request->row->arguments);
    else
        admin_misuse(request, "\"%s\" does not go with \"%s\". Usage: %s %s", row->word, before,
                     request->row->word, request->row->arguments);
    return false;
}

bool admin_level_wish(const struct admin *admin, struct admin_request *request, bool takes_times,
                      struct level_wish *out)
{
    const struct admin_arguments *arguments = &request->arguments;
    const char *said[WISH_COUNT] = {NULL};

    *out = (struct level_wish){
        .recipe = {.seed = admin->game->world->seed, .style = LEVEL_STYLE_OF_THEME},
        .countdown_seconds = -1};
    for (int i = 1; i < arguments->count; i++) {
        const char *word = arguments->words[i];
        const struct wish_row *row = find_wish(request, word, takes_times);
        if (row == NULL || (row->has_value && i + 1 == arguments->count)) {
            admin_misuse(request, "\"%.40s\" is not understood here. Usage: %s %s", word,
                         request->row->word, request->row->arguments);
            return false;
        }
        if (!is_first(request, row, said) ||
            !row->take(request, row->has_value ? arguments->words[++i] : "", out))
            return false;
    }
    return true;
}
