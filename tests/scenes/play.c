/*
 * The verbs of a scene: one line of the file is one call here. See README.md for the form.
 */
#include "cases/play.h"

#include <check.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/walk.h"
#include "support/draw_rooms.h"
#include "support/stock.h"
#include "world/blow.h"
#include "world/death.h"
#include "world/door.h"
#include "world/mind.h"
#include "world/sense.h"
#include "world/statuses.h"
#include "world/populate.h"
#include "world/turn.h"
#include "world/world.h"

enum {
    ARGUMENTS_MAX = 32,
    SPARE_ARGUMENTS = 8,
    LINE_MAX_SIZE = 512,
    COLUMN = 60,
    CALM_TICKS = BEAT_TICKS
};

/* Players have the number of their name, from 1. */
static const char *const players[] = {"ada", "brom", "cai", "dora", "edda"};
enum { PLAYERS = sizeof players / sizeof players[0] };

static struct scene scene;
static struct case_names names;

/* The line that is played: what it says, what it expects, and what came. */
static struct case_file *file;
static size_t at;
static enum play_way way;
static int different;
static struct text expected;
static struct text got;
static size_t kept;

/* Values that are being written. */
static FILE *answer;
static char *answer_text;

static void forget_answer(void)
{
    if (answer != NULL)
        fclose(answer);
    answer = NULL;
    free(answer_text);
    answer_text = NULL;
}

_Noreturn void scene_refuse(const char *cause, const char *word)
{
    ck_abort_msg("%s:%zu: %s: \"%s\" in: %s", file->path, at + 1, cause, word, file->lines[at]);
}

const struct scene_body *scene_find(const struct scene *one, const char *name)
{
    for (size_t i = 0; i < one->body_count; i++) {
        if (strcmp(one->bodies[i].name, name) == 0)
            return &one->bodies[i];
    }
    return NULL;
}

struct body *scene_body(const struct scene *one, const char *name)
{
    const struct scene_body *found = scene_find(one, name);
    struct body *body = found == NULL ? NULL : world_body(one->stage.world, found->id);

    if (body == NULL)
        scene_refuse("nobody of this name is there", name);
    return body;
}

struct level *scene_level(const struct scene *one, const char *name)
{
    int depth = (int)strtol(name + strlen("level"), NULL, 10);

    return depth == 0 ? stage_level(&one->stage)
                      : world_level_at(one->stage.world, 0, (uint16_t)depth);
}

struct pos scene_place(const struct scene *one, const char *word)
{
    int x;
    int y;

    if (sscanf(word, "%d,%d", &x, &y) == 2)
        return pos_of(x, y);
    if (word[0] != '\0' && word[1] == '\0')
        return draw_level_find(one->drawing, word[0]);
    return scene_body(one, word)->at;
}

int64_t scene_number(const char *word)
{
    static const char units[] = "bsmhd";
    static const int64_t ticks[] = {BEAT_TICKS, 50, 3000, 180000, 4320000};
    char *end;
    int64_t number = strtoll(word, &end, 10);
    const char *unit = *end == '\0' ? NULL : strchr(units, *end);

    if (end == word || (*end != '\0' && (unit == NULL || end[1] != '\0')))
        scene_refuse("a number is needed", word);
    return unit == NULL ? number : number * ticks[unit - units];
}

static void name_body(const char *name, body_id id)
{
    struct scene_body *place = NULL;

    for (size_t i = 0; place == NULL && i < scene.body_count; i++) {
        if (strcmp(scene.bodies[i].name, name) == 0)
            place = &scene.bodies[i];
    }
    if (place == NULL && scene.body_count < SCENE_BODIES_MAX)
        place = &scene.bodies[scene.body_count++];
    if (place == NULL || strlen(name) >= SCENE_NAME_SIZE)
        scene_refuse("too many bodies, or too long a name", name);
    snprintf(place->name, sizeof place->name, "%s", name);
    place->id = id;
}

/* One tick; what it brought is told where the line expects something. */
static void tick(void)
{
    stage_tick(&scene.stage);
    const struct level *level = world_level_at(scene.stage.world, 0, scene.stage.key.depth);
    if (level != NULL) /* it may have been swapped, or not */
        scene.stage.key = level->key;
    if (expected.count > 0)
        scene_tell(&scene, &got);
}

static void ticks(int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        tick();
}

static void forget_events(void)
{
    scene.stage.world->events.count = 0;
    for (uint32_t i = 0; i < scene.stage.world->level_count; i++)
        scene.stage.world->levels[i]->events.count = 0;
}

/* True if an event of that kind, of anybody, is among those of the last tick. NULL: none. */
static bool has_event(const char *word)
{
    struct event_cursor cursor = {0};
    const struct event *event;
    int kind = word == NULL ? (int)EVENT_COUNT : word_value(WORDS_EVENT, word);

    while ((event = world_next_event(scene.stage.world, &cursor)) != NULL) {
        if ((int)event->kind == kind)
            return true;
    }
    return false;
}

static void join(const char *name, struct level_key key, struct pos place)
{
    for (int i = 0; i < PLAYERS; i++) {
        if (strcmp(players[i], name) != 0)
            continue;
        stage_ask_join(&scene.stage, i + 1, key, place);
        tick();
        const struct delver *delver = world_find_delver(scene.stage.world, i + 1);
        if (delver != NULL)
            name_body(name, delver->body.id);
        return;
    }
    scene_refuse("no player has this name", name);
}

static struct level_key key_of(int depth)
{
    return (struct level_key){.depth = (uint16_t)depth, .generation = 1};
}

/* The block of the line is no answer but a drawing. */
static void read_drawing(void)
{
    char *text = scene.drawing;

    text[0] = '\0';
    for (size_t i = 0; i < expected.count; i++)
        snprintf(text + strlen(text), SCENE_DRAWING_SIZE - strlen(text), "%s\n", expected.lines[i]);
    text_release(&expected);
}

static void release_scene(void)
{
    if (scene.is_open)
        stage_release(&scene.stage);
    scene = (struct scene){.is_open = false};
}

/* map [depth N] [rooms X,Y,WIDTH,HEIGHT…] and a block. One of depth 1 begins another world. */
static void play_map(char **words)
{
    struct rect rooms[8];
    int room_count = 0;
    int depth = 1;
    char *text = scene.drawing;

    for (size_t i = 1; words[i] != NULL; i++) {
        int v[4];
        if (strcmp(words[i], "depth") == 0 && words[i + 1] != NULL)
            depth = (int)scene_number(words[++i]);
        else if (sscanf(words[i], "%d,%d,%d,%d", &v[0], &v[1], &v[2], &v[3]) == 4 && room_count < 8)
            rooms[room_count++] =
                (struct rect){(int16_t)v[0], (int16_t)v[1], (int16_t)v[2], (int16_t)v[3]};
    }
    if (depth == 1)
        release_scene();
    read_drawing();
    if (!scene.is_open)
        stage_init(&scene.stage, depth == 1 && room_count == 0 ? text : "<>\n");
    struct level_key key = key_of(depth);
    if (!scene.is_open)
        scene.stage.key = key;
    scene.is_open = true;
    if (depth != 1 || room_count > 0) {
        if (depth == 1)
            stage_input(&scene.stage, INPUT_LEVEL_DROP, 0)->key = key;
        stage_input(&scene.stage, INPUT_LEVEL_ADD, 0)->level =
            draw_rooms(text, key, rooms, room_count);
        tick();
    }
    for (int i = 0; i < PLAYERS; i++) {
        if (strchr(text, players[i][0]) != NULL)
            join(players[i], key, draw_level_find(text, players[i][0]));
    }
}

/* asks NAME PLACE: a player asks to come in at the next tick. */
static void play_asks(char **words)
{
    for (int i = 0; i < PLAYERS; i++) {
        if (strcmp(players[i], words[1]) == 0)
            stage_ask_join(&scene.stage, i + 1, scene.stage.key, scene_place(&scene, words[2]));
    }
}

/* swap [blanks N] [back] and a block: another level, with so many empty memories, is asked for in
   place of the scene's. */
static void play_swap(char **words)
{
    struct input *input = stage_input(&scene.stage, INPUT_LEVEL_SWAP, 0);
    bool has_blanks = words[1] != NULL && strcmp(words[1], "blanks") == 0;

    read_drawing();
    scene.stage.key.generation++;
    input->level = draw_level(scene.drawing, scene.stage.key);
    input->flag = has_blanks && words[3] != NULL;
    input->memory_count = has_blanks ? (size_t)scene_number(words[2]) : 0;
    input->memories = calloc(input->memory_count + 1, sizeof *input->memories);
    ck_assert_ptr_nonnull(input->memories);
    for (size_t i = 0; i < input->memory_count; i++)
        input->memories[i].tiles = delver_memory_new(level_cell_count(input->level));
}

/* foe NAME SPECIES PLACE [MOOD [depth N]] */
static void play_foe(char **words)
{
    int mood = words[4] != NULL ? word_value(WORDS_MOOD, words[4]) : MOOD_ROAMING;
    const struct foe *foe = foe_add(
        scene.stage.world, (enum species_id)word_value(WORDS_SPECIES, words[2]),
        words[6] != NULL ? world_level(scene.stage.world, key_of((int)scene_number(words[6])))
                         : stage_level(&scene.stage),
        scene_place(&scene, words[3]), (enum mood)mood);

    if (foe == NULL)
        scene_refuse("there is no room for a foe", words[1]);
    name_body(words[1], foe->body.id);
}

/* KIND [COUNT [TEMPER [CHARGES]]] */
static struct stack read_stack(char **words)
{
    struct stack stack = stack_of((enum item_kind)word_value(WORDS_ITEM, words[0]), 1);

    if (words[1] == NULL)
        return stack;
    stack.count = (uint32_t)scene_number(words[1]);
    if (words[2] == NULL)
        return stack;
    stack.temper = (uint8_t)scene_number(words[2]);
    if (words[3] != NULL)
        stack.charges = (uint8_t)scene_number(words[3]);
    return stack;
}

/* lay PLACE KIND [COUNT]. */
static void play_lay(char **words)
{
    if (item_add(scene.stage.world, read_stack(words + 2), stage_level(&scene.stage),
                 scene_place(&scene, words[1])) == NULL)
        scene_refuse("there is no room for a thing", words[2]);
}

/* take PLACE: the thing on top is gone. */
static void play_take(char **words)
{
    struct level *level = stage_level(&scene.stage);
    const struct item *item =
        level_item_at(scene.stage.world, level, scene_place(&scene, words[1]));

    if (item == NULL)
        scene_refuse("nothing lies there", words[1]);
    item_take_away(scene.stage.world, level, world_item(scene.stage.world, item->id));
}

/* own PLACE NUMBER: the thing on top was won by the player of that number. */
static void play_own(char **words)
{
    const struct item *item =
        level_item_at(scene.stage.world, stage_level(&scene.stage), scene_place(&scene, words[1]));

    if (item == NULL)
        scene_refuse("nothing lies there", words[1]);
    item_own(scene.stage.world, world_item(scene.stage.world, item->id), scene_number(words[2]));
}

static struct delver *delver_of(const char *name)
{
    struct delver *delver = body_delver(scene_body(&scene, name));

    if (delver == NULL)
        scene_refuse("no player has this name", name);
    return delver;
}

/* give NAME KIND [COUNT [TEMPER [CHARGES]]] */
static void play_give(char **words)
{
    (void)pack_put(&delver_of(words[1])->life.pack, read_stack(words + 2));
}

/* wear NAME SLOT KIND [COUNT [TEMPER]]; KIND "none" leaves the slot empty. */
static void play_wear(char **words)
{
    struct stack *worn = &delver_of(words[1])->life.pack.worn[word_value(WORDS_SLOT, words[2])];

    *worn = strcmp(words[3], "none") == 0 ? (struct stack){0} : read_stack(words + 3);
}

/* learn NAME KIND: it knows what the kind does. */
static void play_learn(char **words)
{
    (void)life_learn(&delver_of(words[1])->life, (enum item_kind)word_value(WORDS_ITEM, words[2]));
}

/* settle: all that is there was made, by the ledger. */
static void play_settle(char **words)
{
    (void)words;
    stock_settle(scene.stage.world);
}

/* fill NAME: its pack has no room for a helm. */
static void play_fill(char **words)
{
    struct pack *pack = &delver_of(words[1])->life.pack;
    const struct stack helm = stack_of(ITEM_HELM, 1);

    while (pack_room(pack, &helm) > 0)
        (void)pack_put(pack, helm);
}

/* drop-one NAME KIND: one of these is carried no more. */
static void play_drop_one(char **words)
{
    struct pack *pack = &delver_of(words[1])->life.pack;
    uint32_t object = pack_find(pack, (enum item_kind)word_value(WORDS_ITEM, words[2]));

    if (object == OBJECT_NONE)
        scene_refuse("this is not carried", words[2]);
    (void)pack_take(pack, object, 1);
}

/* empty NAME: nothing is carried. */
static void play_empty(char **words)
{
    memset(delver_of(words[1])->life.pack.carried, 0, sizeof(struct stack) * PACK_MAX);
}

static void play_set(char **words)
{
    for (size_t i = 1; words[i] != NULL; i++)
        scene_set(&scene, words[i]);
}

/* tile PLACE TILE */
static void play_tile(char **words)
{
    level_set_tile(stage_level(&scene.stage), scene_place(&scene, words[1]),
                   (enum tile_id)word_value(WORDS_TILE, words[2]));
    level_find_niches(stage_level(&scene.stage));
}

/* trap PLACE TILE */
static void play_trap(char **words)
{
    struct level *level = stage_level(&scene.stage);

    level->traps[level->trap_count++] =
        (struct trap){scene_place(&scene, words[1]), (uint8_t)word_value(WORDS_TILE, words[2])};
}

/* hoard PLACE MINUTES: a full one, which fills again so long after it was taken. */
static void play_hoard(char **words)
{
    static struct spot spot;
    struct level *level = stage_level(&scene.stage);
    struct pos place = scene_place(&scene, words[1]);

    spot =
        (struct spot){.area = {place.x, place.y, 1, 1}, .refill = (uint16_t)scene_number(words[2])};
    level->spots = &spot;
    level->spot_count = 1;
    level->hoards[0] = (struct hoard){place, 0};
    level->hoard_count = 1;
    level_set_tile(level, place, TILE_HOARD);
}

/* gate KIND TILE inside PLACE works PLACE… cells PLACE… */
static void play_gate(char **words)
{
    struct level *level = stage_level(&scene.stage);
    struct gate gate = {.kind = (uint8_t)word_value(WORDS_GATE, words[1]),
                        .shut = (uint8_t)word_value(WORDS_TILE, words[2])};
    const char *what = "";

    for (size_t i = 3; words[i] != NULL; i++) {
        if (strlen(words[i]) > 1 && isalpha((unsigned char)words[i][0]))
            what = words[i];
        else if (what[0] == 'i')
            gate.inside = scene_place(&scene, words[i]);
        else if (what[0] == 'w' && gate.work_count < GATE_WORKS_MAX)
            gate.works[gate.work_count++] = scene_place(&scene, words[i]);
        else if (what[0] == 'c' && gate.cell_count < GATE_CELLS_MAX)
            gate.cells[gate.cell_count++] = scene_place(&scene, words[i]);
    }
    if (!gate_is_valid(&gate, level->width, level->height, level->tiles))
        scene_refuse("such a gate does not fit", words[1]);
    level->gates[0] = gate;
    level->gate_count = 1;
}

/* ward PLACE RADIUS TICKS */
static void play_ward(char **words)
{
    struct level *level = stage_level(&scene.stage);

    ward_add(&level->wards,
             (struct ward){.at = scene_place(&scene, words[1]),
                           .radius = (uint8_t)scene_number(words[2]),
                           .until = level->clock + (uint64_t)scene_number(words[3])});
}

static void play_joins(char **words)
{
    int depth = words[4] != NULL ? (int)scene_number(words[4]) : 0;

    join(words[1], depth == 0 ? scene.stage.key : key_of(depth), scene_place(&scene, words[2]));
}

/* put NAME PLACE: a body stands elsewhere. */
static void play_put(char **words)
{
    struct body *body = scene_body(&scene, words[1]);

    body_move(body, scene_place(&scene, words[2]));
    if (body_delver(body) != NULL)
        delver_look(body_delver(body));
}

/* harm NAME all|N [BY] */
static void play_harm(char **words)
{
    struct body *victim = scene_body(&scene, words[1]);
    bool is_all = strcmp(words[2], "all") == 0;

    forget_events();
    blow_harm(scene.stage.world, victim, is_all ? victim->health : (int)scene_number(words[2]),
              words[3] != NULL ? scene_body(&scene, words[3]) : victim);
    scene_tell(&scene, &got);
}

static void play_kill(char **words)
{
    struct body *victim = scene_body(&scene, words[1]);
    const struct body *by = words[2] != NULL ? scene_body(&scene, words[2]) : victim;

    forget_events();
    if (body_delver(victim) != NULL)
        death_of_delver(scene.stage.world, body_delver(victim), by);
    else
        death_of_foe(scene.stage.world, body_foe(victim), by);
    scene_tell(&scene, &got);
}

/* free NAME: a foe is taken away. */
static void play_free(char **words)
{
    foe_free(scene.stage.world, body_foe(scene_body(&scene, words[1])));
}

static void play_wake(char **words)
{
    mind_wake(body_foe(scene_body(&scene, words[1])),
              words[2] != NULL ? delver_of(words[2]) : NULL);
}

/* forget-fight FOE: it has no target any more. */
static void play_forget_fight(char **words)
{
    mind_forget(body_foe(scene_body(&scene, words[1])));
}

/* senses NAME: reports the foes that it senses now. */
static void play_senses(char **words)
{
    forget_events();
    sense_update(scene.stage.world, delver_of(words[1]));
    scene_tell(&scene, &got);
}

/* befall NAME STATUS [BEATS]; a beat begins. */
static void play_befall(char **words)
{
    struct body *body = scene_body(&scene, words[1]);

    beat_begin(scene.stage.world, body);
    forget_events();
    (void)status_add(scene.stage.world, body, (enum status_id)word_value(WORDS_STATUS, words[2]),
                     words[3] != NULL ? (int)scene_number(words[3]) : 0);
    scene_tell(&scene, &got);
}

/* fights FOE NAME: both have hurt each other. */
static void play_fights(char **words)
{
    mind_note_fighter(body_foe(scene_body(&scene, words[1])), scene_body(&scene, words[2])->id);
}

static void play_noise(char **words)
{
    noise_make(scene.stage.world, scene_body(&scene, words[1]), (int)scene_number(words[2]));
}

/* newest NAME: the foe that came last has that name from now on. */
static void play_newest(char **words)
{
    name_body(words[1], stage_level(&scene.stage)->first_foe);
}

static void play_grant(char **words)
{
    (void)words;
    spawn_grant(scene.stage.world, stage_level(&scene.stage));
}

/* think FOE: its mind has a turn, and what it decides on happens. */
static void play_think(char **words)
{
    struct body *body = scene_body(&scene, words[1]);

    forget_events();
    const struct action action =
        mind_think(scene.stage.world, body_foe(body), scene.stage.world->work);
    if (action.verb != ACTION_NONE)
        action_apply(scene.stage.world, body, &action);
    scene_tell(&scene, &got);
}

/* tick [N [until|without EVENT]] */
static void play_tick(char **words)
{
    int64_t left = words[1] != NULL ? scene_number(words[1]) : 1;
    bool is_awaited = words[3] != NULL && strcmp(words[2], "until") == 0;

    for (; left > 0; left--) {
        tick();
        if (words[3] != NULL && has_event(words[3]) && is_awaited)
            return;
        if (words[3] != NULL && has_event(words[3]))
            scene_refuse("this happened", words[3]);
    }
    if (is_awaited)
        scene_refuse("this did not happen", words[3]);
}

/* walk NAME KIND…: a travel begins. */
static void play_walk(char **words)
{
    walk_begin(&scene, delver_of(words[1]), words + 2, &got);
}

/* goes NAME [N]: the travel goes on, to its end or for so many actions. */
static void play_goes(char **words)
{
    walk_go(&scene, delver_of(words[1]), words[2] != NULL ? (int)scene_number(words[2]) : 1000,
            &got);
}

/* next NAME: the next action is told. */
static void play_next(char **words)
{
    walk_ask(&scene, delver_of(words[1]), &got);
}

/* looks NAME; remembers NAME: all of its level. */
static void play_looks(char **words)
{
    struct delver *delver = delver_of(words[1]);

    delver_look(delver);
    if (strcmp(words[0], "remembers") == 0)
        memcpy(delver->memory, delver->body.level->tiles, delver->memory_size);
}

/* closes DEPTH: stairs lead there no more. */
static void play_closes(char **words)
{
    struct input *input = stage_input(&scene.stage, INPUT_CLOSE, 0);

    input->key.depth = (uint16_t)scene_number(words[1]);
    input->flag = true;
    tick();
}

/* forget NAME: the player is forgotten. rename NAME TEXT. */
static void play_forget(char **words)
{
    bool is_renamed = strcmp(words[0], "rename") == 0;
    struct input *input = stage_input(&scene.stage, is_renamed ? INPUT_RENAME : INPUT_FORGET, 0);

    for (int i = 0; i < PLAYERS; i++) {
        if (strcmp(players[i], words[1]) == 0)
            input->delver_id = i + 1;
    }
    if (is_renamed && words[2] != NULL)
        snprintf(input->text, sizeof input->text, "%s", words[2]);
    tick();
}

/* The values of all words, one line. */
static void play_ask(char **words)
{
    size_t length;

    /* These are static since a value that cannot be had ends the function. */
    answer = open_memstream(&answer_text, &length);
    ck_assert_ptr_nonnull(answer);
    for (size_t i = 1; words[i] != NULL; i++) {
        fputs(i > 1 ? " | " : "", answer);
        scene_show(&scene, words[i], answer);
    }
    fflush(answer);
    text_add(&got, answer_text, length);
    forget_answer();
}

/* An object of the pack: "dart" carried, "worn:weapon", "#3" by its number. */
static uint32_t read_object(struct body *body, const char *word)
{
    struct delver *delver = body_delver(body);

    if (word[0] == '#')
        return (uint32_t)strtoul(word + 1, NULL, 10);
    if (strncmp(word, "worn:", 5) == 0)
        return OBJECT_WORN + (uint32_t)word_value(WORDS_SLOT, word + 5);
    uint32_t object = delver == NULL ? OBJECT_NONE
                                     : pack_find(&delver->life.pack,
                                                 (enum item_kind)word_value(WORDS_ITEM, word));
    if (object == OBJECT_NONE)
        scene_refuse("this is not carried", word);
    return object;
}

/* A body that may be gone, or "#99" by its number. */
static body_id read_target(const char *word)
{
    const struct scene_body *who = scene_find(&scene, word);

    if (word[0] == '#')
        return (body_id)strtoul(word + 1, NULL, 10);
    return who == NULL ? scene_body(&scene, word)->id : who->id;
}

/* VERB [DIRECTION] [OBJECT] [COUNT] [at NAME] [on OBJECT] */
static struct action read_action(struct body *body, char **words)
{
    struct action action = {.verb = (enum action_verb)word_value(WORDS_VERB, words[0])};

    for (size_t i = 1; words[i] != NULL; i++) {
        enum dir dir = DIR_NORTH;
        while (dir < DIR_COUNT && strcmp(dir_name(dir), words[i]) != 0)
            dir++;
        if (dir < DIR_COUNT)
            action.dir = dir;
        else if (strcmp(words[i], "at") == 0 && words[i + 1] != NULL)
            action.target = read_target(words[++i]);
        else if (strcmp(words[i], "on") == 0 && words[i + 1] != NULL)
            action.other = read_object(body, words[++i]);
        else if (isdigit((unsigned char)words[i][0]))
            action.count = (uint32_t)scene_number(words[i]);
        else
            action.object = read_object(body, words[i]);
    }
    return action;
}

/* Wishes of a player beside the actions of the body. */
struct wish {
    const char *name;
    enum input_kind kind;
};

static const struct wish wishes[] = {
    {"leaves", INPUT_LEAVE}, {"stays", INPUT_STAY},     {"cancels", INPUT_CANCEL},
    {"lost", INPUT_LINK},    {"back", INPUT_LINK},      {"says", INPUT_SAY},
    {"party", INPUT_PARTY},  {"pace", INPUT_PACE},      {"stride", INPUT_STRIDE},
    {"sent", INPUT_SEND},    {"arrives", INPUT_ARRIVE}, {"trade", INPUT_TRADE},
    {"duel", INPUT_DUEL},    {"alone", INPUT_ALONE},
};

/* "trade ask brom", "trade put dart 2", "trade gold 5", "trade yes". */
static void read_trade(body_id id, char **words, struct action *out)
{
    static const char *const trade_words[TRADE_WORD_COUNT] = {"ask",  "put", "take",
                                                              "gold", "yes", "no"};
    uint32_t word = 0;

    while (words[1] != NULL && word < TRADE_WORD_COUNT && strcmp(trade_words[word], words[1]) != 0)
        word++;
    if (words[1] == NULL || word == TRADE_WORD_COUNT)
        scene_refuse("no such word of a trade", words[0]);
    out->other = word;
    if (words[2] == NULL)
        return;
    if (word == TRADE_ASK)
        out->target = read_target(words[2]);
    else if (word == TRADE_GOLD)
        out->count = (uint32_t)scene_number(words[2]);
    else
        out->object = read_object(world_body(scene.stage.world, id), words[2]);
    if (word == TRADE_PUT && words[3] != NULL)
        out->count = (uint32_t)scene_number(words[3]);
}

/* Fills the inputs whose words are more than a text or a number. */
static void read_agreement(enum input_kind kind, body_id id, char **words, struct input *out)
{
    if (kind == INPUT_TRADE)
        read_trade(id, words, &out->action);
    if (kind == INPUT_DUEL && words[1] != NULL && strcmp(words[1], "no") != 0)
        out->action.target = read_target(words[1]);
    else if (kind == INPUT_DUEL)
        out->flag = true;
    if (kind == INPUT_ALONE)
        out->flag = words[1] != NULL && strcmp(words[1], "on") == 0;
}

static bool queue_wish(body_id id, char **words)
{
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        if (strcmp(wishes[i].name, words[0]) != 0)
            continue;
        if (wishes[i].kind == INPUT_ARRIVE) {
            stage_arrive(&scene.stage, id,
                         words[1] != NULL ? key_of((int)scene_number(words[1])) : scene.stage.key);
            return true;
        }
        struct input *input = stage_input(&scene.stage, wishes[i].kind, id);
        input->flag = strcmp(words[0], "lost") == 0;
        for (size_t word = 1; words[word] != NULL; word++)
            snprintf(input->text + strlen(input->text), sizeof input->text - strlen(input->text),
                     "%s%s", word > 1 ? " " : "", words[word]);
        input->action.count = words[1] != NULL ? (uint32_t)strtoul(words[1], NULL, 10) : 0;
        input->key = key_of((int)input->action.count);
        input->at = words[2] != NULL && wishes[i].kind == INPUT_SEND ? scene_place(&scene, words[2])
                                                                     : pos_of(0, 0);
        read_agreement(wishes[i].kind, id, words, input);
        return true;
    }
    return false;
}

static void queue_deed(const struct scene_body *who, char **words)
{
    if (!queue_wish(who->id, words))
        stage_use(&scene.stage, who->id,
                  read_action(world_body(scene.stage.world, who->id), words));
}

/* The last words of a deed: xN, each TICKS, until EVENT, without EVENT. */
struct often {
    int64_t times;
    int64_t each;
    const char *until;
    const char *without;
};

static struct often read_often(size_t *count, char **words)
{
    struct often often = {.times = 1, .each = 1};

    for (size_t i = 1; words[i] != NULL; i++) {
        const char *value = words[i + 1];
        bool is_times = words[i][0] == 'x' && isdigit((unsigned char)words[i][1]);
        if (is_times)
            often.times = scene_number(words[i] + 1);
        else if (value != NULL && strcmp(words[i], "each") == 0)
            often.each = scene_number(value);
        else if (value != NULL && strcmp(words[i], "until") == 0)
            often.until = value;
        else if (value != NULL && strcmp(words[i], "without") == 0)
            often.without = value;
        else
            continue;
        *count = i < *count ? i : *count;
        i += !is_times;
    }
    words[*count] = NULL;
    return often;
}

/* NAME: deed is queued; NAME> deed is queued and lives a tick; NAME! deed happens at once. */
static void play_deed(const struct scene_body *who, char sign, size_t count, char **words)
{
    struct often often = read_often(&count, words);

    if (count == 0)
        scene_refuse("a deed is needed", who->name);
    for (int64_t i = 0; i < often.times; i++) {
        if (sign == '!') {
            struct body *body = scene_body(&scene, who->name);
            const struct action action = read_action(body, words);
            forget_events();
            action_apply(scene.stage.world, body, &action);
            if (expected.count > 0)
                scene_tell(&scene, &got);
        } else {
            queue_deed(who, words);
        }
        for (int64_t lived = 0; sign == '>' && lived < often.each; lived++) {
            tick();
            if (has_event(often.without))
                scene_refuse("this happened", often.without);
            if (has_event(often.until))
                return;
        }
        if (sign == '!' && has_event(often.until))
            return;
    }
    if (often.until != NULL)
        scene_refuse("this did not happen", often.until);
}

/* beats NAME N [until EVENT]: the player waits, a beat at a time, so that foes live too. */
static void play_beats(char **words)
{
    const struct scene_body *who = scene_find(&scene, words[1]);
    const struct delver *delver = delver_of(words[1]);

    for (int64_t i = 0; i < scene_number(words[2]); i++) {
        ticks(5);
        stage_act(&scene.stage, who->id, ACTION_WAIT, DIR_NONE);
        tick();
        if (words[4] != NULL && has_event(words[4]))
            return;
        for (int calm = 0; delver->time.state == COMPANY_CALM && calm < CALM_TICKS; calm++) {
            tick();
            if (words[4] != NULL && has_event(words[4]))
                return;
        }
    }
    if (words[4] != NULL)
        scene_refuse("this did not happen", words[4]);
}

struct verb {
    const char *name;
    size_t words;               /* at least, with the verb */
    void (*play)(char **words); /* NULL ends them, as often as a verb looks */
};

static const struct verb verbs[] = {
    {"map", 1, play_map},
    {"foe", 4, play_foe},
    {"lay", 3, play_lay},
    {"take", 2, play_take},
    {"give", 3, play_give},
    {"wear", 4, play_wear},
    {"fill", 2, play_fill},
    {"empty", 2, play_empty},
    {"set", 2, play_set},
    {"tile", 3, play_tile},
    {"trap", 3, play_trap},
    {"gate", 3, play_gate},
    {"hoard", 3, play_hoard},
    {"ward", 4, play_ward},
    {"joins", 3, play_joins},
    {"put", 3, play_put},
    {"harm", 3, play_harm},
    {"kill", 2, play_kill},
    {"free", 2, play_free},
    {"wake", 2, play_wake},
    {"befall", 3, play_befall},
    {"fights", 3, play_fights},
    {"noise", 3, play_noise},
    {"grant", 1, play_grant},
    {"think", 2, play_think},
    {"tick", 1, play_tick},
    {"closes", 2, play_closes},
    {"forget", 2, play_forget},
    {"rename", 3, play_forget},
    {"?", 2, play_ask},
    {"asks", 3, play_asks},
    {"swap", 1, play_swap},
    {"senses", 2, play_senses},
    {"forget-fight", 2, play_forget_fight},
    {"walk", 3, play_walk},
    {"goes", 2, play_goes},
    {"next", 2, play_next},
    {"looks", 2, play_looks},
    {"remembers", 2, play_looks},
    {"drop-one", 3, play_drop_one},
    {"newest", 2, play_newest},
    {"own", 3, play_own},
    {"learn", 3, play_learn},
    {"settle", 1, play_settle},
    {"beats", 3, play_beats},
};

static size_t split(char *text, char **words)
{
    size_t count = 0;

    char *rest = text;

    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        if (count == ARGUMENTS_MAX)
            scene_refuse("too many words", word);
        words[count++] = word;
    }
    return count;
}

/* Compares what came with what is expected, and tells or writes the difference. */
static void judge(void)
{
    struct case_names taken = names;

    if (got.count == 0)
        text_add(&got, "(nothing)", 9);
    if (text_matches(&expected, &got, &taken)) {
        names = taken;
        return;
    }
    if (way != PLAY_JUDGE) {
        case_file_replace(file, at, kept, &got);
        return;
    }
    different++;
    printf("%s:%zu: this is not what came: %s\n", file->path, at + 1, file->lines[at]);
    for (size_t i = 0; i < expected.count || i < got.count; i++)
        printf("  %-*s | %s\n", COLUMN, i < expected.count ? expected.lines[i] : "",
               i < got.count ? got.lines[i] : "");
}

/* Plays a line of words; `sign` stands behind the name of a body, or is '\0'. */
static void play_words(char sign, size_t count, char **words)
{
    if (sign != '\0') {
        const struct scene_body *who = scene_find(&scene, words[0]);
        if (who == NULL)
            scene_refuse("nobody was ever called so", words[0]);
        play_deed(who, sign, count - 1, words + 1);
        return;
    }
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verbs[i].name, words[0]) != 0)
            continue;
        if (count < verbs[i].words || (!scene.is_open && verbs[i].play != play_map))
            scene_refuse("too few words, or no map yet", words[0]);
        verbs[i].play(words);
        return;
    }
    scene_refuse("no such verb", words[0]);
}

/* One verb or deed of a line. */
static void play_clause(char *clause)
{
    char *words[ARGUMENTS_MAX + SPARE_ARGUMENTS] = {NULL};
    size_t count = split(clause, words);
    char sign = '\0';

    if (count == 0)
        scene_refuse("a verb is needed", "");
    char *last = words[0] + strlen(words[0]) - 1;
    if (last > words[0] && strchr(":>!", *last) != NULL) {
        sign = *last;
        *last = '\0';
    }
    play_words(sign, count, words);
}

/* A line is verbs and deeds with " ; " between them, two blanks, and the answer to the last of
   them; or the answer stands below it. */
static void play_line(const char *line)
{
    char copy[LINE_MAX_SIZE];
    char *clause = copy;
    const char *behind = strstr(line, "  ");

    if (line[0] == '\0' || line[0] == '#' || line[0] == ' ')
        return;
    kept = behind == NULL ? strlen(line) : (size_t)(behind - line);
    if (kept >= sizeof copy)
        scene_refuse("too long a line", "");
    snprintf(copy, sizeof copy, "%.*s", (int)kept, line);
    for (char *end; (end = strstr(clause, " ; ")) != NULL; clause = end + 3) {
        *end = '\0';
        play_clause(clause);
        text_release(&got);
    }
    if (behind != NULL)
        text_add(&expected, behind + 2, strlen(behind + 2));
    case_file_block(file, at, &expected);
    play_clause(clause);
    if (expected.count > 0)
        judge();
    text_release(&expected);
    text_release(&got);
}

static void play_lines(size_t from, size_t to)
{
    for (at = from; at < to; at++)
        play_line(file->lines[at]);
}

void play_part(struct case_file *played, size_t title, enum play_way chosen)
{
    size_t end = title + 1 < played->title_count ? played->titles[title + 1] : played->count;

    file = played;
    way = chosen;
    different = 0;
    names.count = 0;
    play_lines(0, file->titles[0]);
    play_lines(file->titles[title] + 1, end);
    at = end - 1;
    ck_assert_msg(different == 0 || way != PLAY_JUDGE, "%d differ: %s", different,
                  file->lines[file->titles[title]]);
}

void play_release(void)
{
    release_scene();
    forget_answer();
    walk_release();
    text_release(&expected);
    text_release(&got);
}
