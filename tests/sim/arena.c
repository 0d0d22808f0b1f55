/*
 * Fights in one hall.
 *
 * Reading a bout: the text is cut at " v ", each side at " and ", a side of foes once more at `*`;
 * the things of a delver are cut at commas. A fight is a world with one drawn level: delvers on its
 * left, foes on its right, awake. As in descent.c a delver that is ready is asked in the same tick.
 */
#include "sim/arena.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "narrate/name_match.h"
#include "narrate/words.h"
#include "support/tactics/hand.h"
#include "support/tactics/tactics.h"
#include "support/tactics/view.h"
#include "world/estimate.h"
#include "world/foe.h"
#include "world/life.h"
#include "world/world_tick.h"

enum { SIDE_SIZE = 200, NUMBER_MAX = 99, ASKS_MAX = 8, INPUTS_MAX = 8, IDLE_TICKS_MAX = 20000 };

/* The hall: walls around it, four pillars, and stairs inside the rock, where nobody comes. */
enum { HALL_WIDTH = 27, HALL_HEIGHT = 11, LEVEL_WIDTH = 40, LEVEL_HEIGHT = 20 };

/* Each side stands in columns of five, the first of them in the middle of the hall's height. */
enum { COLUMN = 5, MIDDLE_Y = 5, DELVERS_X = 9, FOES_X = 16 };

struct fight {
    const struct arena_bout *bout;
    struct world *world;
    struct path_scratch *scratch;
    body_id delvers[ARENA_DELVERS_MAX];
    struct view views[ARENA_DELVERS_MAX];
    struct hand hands[ARENA_DELVERS_MAX];
    bool is_dead[ARENA_DELVERS_MAX];
    int foes_dead;
    struct input inputs[INPUTS_MAX];
    size_t input_count;
};

static char *trim(char *text)
{
    while (*text == ' ')
        text++;
    for (size_t length = strlen(text); length > 0 && text[length - 1] == ' ';)
        text[--length] = '\0';
    return text;
}

/* Cuts `text` at `mark`, and returns its rest behind that; NULL: there is no mark. */
static char *cut(char *text, const char *mark)
{
    char *found = strstr(text, mark);

    if (found == NULL)
        return NULL;
    *found = '\0';
    return found + strlen(mark);
}

static enum err fail(char *cause, const char *what, const char *word)
{
    snprintf(cause, ARENA_CAUSE_SIZE, "%s: %.60s", what, word);
    return ERR_FORMAT;
}

/* Reads a number from 1 to NUMBER_MAX that stands at the head of `*text`. */
static bool take_number(char **text, int *out)
{
    char *end;
    long number = strtol(*text, &end, 10);

    if (end == *text || number < 1 || number > NUMBER_MAX)
        return false;
    *out = (int)number;
    *text = trim(end);
    return true;
}

static enum err read_foes(char *term, struct arena_bout *out, char *cause)
{
    int count = 1;
    char *number = cut(term, "*");
    struct name_search search;

    if (number != NULL && (!take_number(&number, &count) || *number != '\0'))
        return fail(cause, "not a number of foes", number);
    search = name_search_of_kinds(trim(term));
    for (enum species_id id = SPECIES_DELVER + 1; id < SPECIES_COUNT; id++)
        name_search_offer(&search, name_match(&search.words, species_row(id)->name), id);
    if (search.chosen < 0)
        return fail(cause, "no foe has this name", term);
    if (out->foe_count + count > ARENA_FOES_MAX)
        return fail(cause, "too many foes", term);
    for (int i = 0; i < count; i++)
        out->foes[out->foe_count++] = (enum species_id)search.chosen;
    if (species_row((enum species_id)search.chosen)->depth.low > out->depth)
        out->depth = species_row((enum species_id)search.chosen)->depth.low;
    return ERR_OK;
}

/* "3 draughts of mending": into the pack; what has a slot is worn. */
static enum err read_thing(char *term, struct arena_bout *out, char *cause)
{
    int count = 1;

    (void)take_number(&term, &count);
    struct name_search search = name_search_of_kinds(term);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct item_row *row = item_row(kind);
        enum name_rank rank = name_match(&search.words, row->name);
        enum name_rank plural =
            row->plural == NULL ? NAME_RANK_NONE : name_match(&search.words, row->plural);
        name_search_offer(&search, plural > rank ? plural : rank, kind);
    }
    if (search.chosen < 0)
        return fail(cause, "no thing has this name", term);
    struct stack thing = stack_of((enum item_kind)search.chosen, (uint32_t)count);
    thing.charges = item_row(thing.kind)->charges[1];
    if (pack_room(&out->pack, &thing) < thing.count)
        return fail(cause, "no room in the pack", term);
    uint32_t object = pack_put(&out->pack, thing);
    if (item_row(thing.kind)->slot != SLOT_NONE && !pack_wear(&out->pack, object))
        return fail(cause, "cannot be worn", term);
    return ERR_OK;
}

/* "delver*2 level 4 knife, buckler" */
static enum err read_delvers(char *side, struct arena_bout *out, char *cause)
{
    char *rest = side + strlen("delver");
    enum err error = ERR_OK;

    rest += *rest == 's';
    if (*rest == '*') {
        rest++;
        if (!take_number(&rest, &out->delvers) || out->delvers > ARENA_DELVERS_MAX)
            return fail(cause, "not a number of delvers", rest);
    }
    rest = trim(rest);
    if (strncmp(rest, "level ", strlen("level ")) == 0) {
        rest += strlen("level ");
        if (!take_number(&rest, &out->level) || out->level > LESSON_LEVEL_MAX)
            return fail(cause, "not a level", rest);
    }
    while (error == ERR_OK && rest != NULL && *rest != '\0') {
        char *next = cut(rest, ",");
        error = read_thing(trim(rest), out, cause);
        rest = next == NULL ? NULL : trim(next);
    }
    return error;
}

enum err arena_read(const char *text, struct arena_bout *out, char cause[ARENA_CAUSE_SIZE])
{
    char words[2 * SIDE_SIZE];
    enum err error = ERR_OK;

    *out =
        (struct arena_bout){.delvers = 1, .level = 1, .depth = 1, .tactic = tactic_find("careful")};
    if (strlen(text) >= sizeof words)
        return fail(cause, "too long", text);
    snprintf(words, sizeof words, "%s", text);
    char *left = words;
    char *right = cut(left, " v ");
    if (right == NULL)
        return fail(cause, "no v between two sides", text);
    left = trim(left);
    right = trim(right);
    bool is_left = strncmp(left, "delver", strlen("delver")) == 0;
    if (is_left == (strncmp(right, "delver", strlen("delver")) == 0))
        return fail(cause, "one side must be delvers, the other foes", text);
    error = read_delvers(is_left ? left : right, out, cause);
    for (char *term = is_left ? right : left; error == ERR_OK && term != NULL;) {
        char *next = cut(term, " and ");
        error = read_foes(term, out, cause);
        term = next;
    }
    return error;
}

static struct pos place(int i, int x, int step)
{
    int row = i % COLUMN;

    return pos_of(x + step * (i / COLUMN), MIDDLE_Y + (row % 2 == 0 ? row / 2 : -(row + 1) / 2));
}

static struct input *add_input(struct fight *fight, enum input_kind kind, body_id actor)
{
    CHECK(fight->input_count < INPUTS_MAX);
    struct input *input = &fight->inputs[fight->input_count++];

    *input = (struct input){.kind = kind, .actor = actor};
    return input;
}

static void run_tick(struct fight *fight)
{
    world_tick(fight->world, fight->inputs, fight->input_count);
    fight->input_count = 0;
}

static void join(struct fight *fight, const struct level *level, int index)
{
    const struct arena_bout *bout = fight->bout;
    struct delver_record record = {
        .id = 1 + index,
        .level = level->key,
        .at = place(index, DELVERS_X, -1),
        .health = (int16_t)lesson_health(bout->level),
        .health_max = (int16_t)lesson_health(bout->level),
        .life = life_new(),
    };
    char name[] = "Ada";
    struct delver *delver = NULL;

    name[0] = (char)('A' + index);
    record.life.experience = lesson_threshold(bout->level);
    record.life.pack = bout->pack;
    record.life.known = UINT64_MAX;
    CHECK(delver_new(&record, name, NULL, level_cell_count(level), &delver) == ERR_OK);
    add_input(fight, INPUT_JOIN, 0)->newcomer = delver;
    run_tick(fight);
    delver = world_find_delver(fight->world, record.id);
    CHECK(delver != NULL);
    fight->delvers[index] = delver->body.id;
    add_input(fight, INPUT_PARTY, delver->body.id)->action.count = 1;
    view_init(&fight->views[index], fight->scratch);
}

static struct level *make_hall(struct level_key key)
{
    static const struct pos pillars[] = {{7, 3}, {19, 3}, {7, 7}, {19, 7}};
    uint8_t tiles[LEVEL_WIDTH * LEVEL_HEIGHT];
    const struct level_plan plan = {
        .key = key,
        .width = LEVEL_WIDTH,
        .height = LEVEL_HEIGHT,
        .up = {0, LEVEL_HEIGHT - 1},
        .down = {2, LEVEL_HEIGHT - 1},
        .tiles = tiles,
    };
    struct level *level = NULL;

    for (int i = 0; i < LEVEL_WIDTH * LEVEL_HEIGHT; i++) {
        int x = i % LEVEL_WIDTH;
        int y = i / LEVEL_WIDTH;
        bool is_inside = x > 0 && y > 0 && x < HALL_WIDTH - 1 && y < HALL_HEIGHT - 1;
        tiles[i] = is_inside ? TILE_FLOOR : TILE_ROCK;
    }
    for (size_t i = 0; i < sizeof pillars / sizeof pillars[0]; i++)
        tiles[pillars[i].y * LEVEL_WIDTH + pillars[i].x] = TILE_ROCK;
    tiles[plan.up.y * LEVEL_WIDTH + plan.up.x] = TILE_STAIRS_UP;
    tiles[plan.down.y * LEVEL_WIDTH + plan.down.x] = TILE_STAIRS_DOWN;
    CHECK(level_new(&plan, &level) == ERR_OK);
    return level;
}

static void open_fight(struct fight *fight, const struct arena_bout *bout, uint64_t seed)
{
    const struct world_limits limits = {.delvers_max = ARENA_DELVERS_MAX,
                                        .levels_max = 1,
                                        .foes_max = 4 * ARENA_FOES_MAX, /* with those called */
                                        .items_max = 4 * ARENA_FOES_MAX};
    const struct level_key key = {.depth = (uint16_t)bout->depth, .generation = 1};

    fight->bout = bout;
    CHECK(world_new(seed, 0, limits, &fight->world) == ERR_OK);
    CHECK(path_scratch_new(&fight->scratch) == ERR_OK);
    add_input(fight, INPUT_LEVEL_ADD, 0)->level = make_hall(key);
    run_tick(fight);
    for (int i = 0; i < bout->delvers; i++)
        join(fight, world_level(fight->world, key), i);
    struct level *level = world_level(fight->world, key);
    for (int i = 0; i < bout->foe_count; i++)
        CHECK(foe_add(fight->world, bout->foes[i], level, place(i, FOES_X, 1), MOOD_ROAMING) !=
              NULL);
}

static void look_at_mates(struct fight *fight, int index, const struct delver *delver)
{
    struct knowledge *known = &fight->views[index].known;

    known->is_leader = true;
    known->mate_count = 0;
    for (int i = 0; i < fight->bout->delvers; i++) {
        if (i == index || fight->is_dead[i])
            continue;
        const struct delver *mate = world_delver(fight->world, fight->delvers[i]);
        known->is_leader = known->is_leader && i > index;
        known->mates[known->mate_count++] = (struct mate){
            .at = mate->body.at,
            .health_percent = mate->body.health * 100 / mate->body.health_max,
            .depth = mate->body.key.depth,
            .is_here = true,
            .is_seen = delver_sees(delver, mate->body.at),
            .is_in_danger = mate->danger.is_present,
        };
    }
}

static void let_act(struct fight *fight, int index)
{
    const struct delver *delver = world_delver(fight->world, fight->delvers[index]);
    struct view *view = &fight->views[index];
    struct action action = {.verb = ACTION_WAIT};

    if (delver->body.queue_length > 0 ||
        (!body_is_ready(&delver->body) && delver->time.state != COMPANY_WAITING))
        return;
    view_look(view, fight->world, delver);
    look_at_mates(fight, index, delver);
    for (int i = 0; i < ASKS_MAX; i++) {
        struct wish wish = tactic_decide(fight->bout->tactic, &view->known);
        if (hand_act(&fight->hands[index], fight->world, delver, &view->known, &wish, &action))
            break;
        action = (struct action){.verb = ACTION_WAIT};
    }
    add_input(fight, INPUT_ACTION, fight->delvers[index])->action = action;
}

static void tell(const struct fight *fight, const struct event *event, FILE *tale)
{
    char text[WORDS_MAX + 1];
    enum role role;
    const struct delver *listener = world_delver(fight->world, fight->delvers[0]);

    if (tale == NULL || fight->is_dead[0])
        return;
    if (words_event(fight->world, event, listener, text, sizeof text, &role))
        fprintf(tale, "%6llu  %s\n", (unsigned long long)fight->world->tick, text);
}

/* Tells what happened in a tick, and counts who fell. */
static void listen(struct fight *fight, FILE *tale)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(fight->world, &cursor)) != NULL) {
        tell(fight, event, tale);
        int fallen = -1;
        for (int i = 0; i < fight->bout->delvers; i++) {
            if (event->actor == fight->delvers[i])
                hand_hear(&fight->hands[i], event);
            if (event->kind == EVENT_DIED && event->other == fight->delvers[i])
                fallen = i;
        }
        if (fallen >= 0) {
            fight->is_dead[fallen] = true;
            add_input(fight, INPUT_LEAVE, fight->delvers[fallen]);
        } else {
            fight->foes_dead += event->kind == EVENT_DIED;
        }
    }
}

static int count_dead(const struct fight *fight)
{
    int dead = 0;

    for (int i = 0; i < fight->bout->delvers; i++)
        dead += fight->is_dead[i];
    return dead;
}

static void close_fight(struct fight *fight, struct arena_result *out)
{
    int lost = 0;

    out->delvers_dead = count_dead(fight);
    out->foes_dead = fight->foes_dead;
    for (int i = 0; i < fight->bout->delvers; i++) {
        const struct delver *delver = world_delver(fight->world, fight->delvers[i]);
        lost += fight->is_dead[i] ? 100 : 100 - delver->body.health * 100 / delver->body.health_max;
    }
    out->health_lost = lost / fight->bout->delvers;
    for (size_t i = 0; i < fight->input_count; i++)
        input_release(&fight->inputs[i]);
    path_scratch_free(fight->scratch);
    world_free(fight->world);
}

void arena_fight(const struct arena_bout *bout, uint64_t seed, FILE *tale, struct arena_result *out)
{
    struct fight *fight = calloc(1, sizeof *fight);
    uint64_t begun;

    CHECK(fight != NULL);
    *out = (struct arena_result){.end = ARENA_NOBODY_WON};
    open_fight(fight, bout, seed);
    const struct level *level = world_level(
        fight->world, (struct level_key){.depth = (uint16_t)bout->depth, .generation = 1});
    begun = level->clock;
    for (int idle = 0; out->end == ARENA_NOBODY_WON && idle < IDLE_TICKS_MAX; idle++) {
        uint64_t clock = level->clock;
        for (int i = 0; i < bout->delvers; i++) {
            if (!fight->is_dead[i])
                let_act(fight, i);
        }
        run_tick(fight);
        listen(fight, tale);
        idle = level->clock > clock ? 0 : idle;
        out->beats = (int)((level->clock - begun) / world_beats(fight->world, 1));
        if (count_dead(fight) == bout->delvers)
            out->end = ARENA_FOES_WON;
        else if (level->foe_count == 0)
            out->end = ARENA_DELVERS_WON;
        else if (out->beats >= ARENA_BEATS_MAX)
            break;
    }
    close_fight(fight, out);
    free(fight);
}
