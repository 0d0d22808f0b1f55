/*
 * Events and values of a scene as text, and values set by it. A value is a row of a table.
 */
#include "scenes/scene.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "support/stock.h"
#include "world/blow.h"
#include "world/fighter.h"
#include "world/gate.h"
#include "world/foe.h"
#include "world/light.h"
#include "world/stairs.h"
#include "world/world_private.h"

static void write_place(struct pos at, FILE *out)
{
    fprintf(out, "%d,%d", at.x, at.y);
}

static void write_body(const struct scene *scene, body_id id, FILE *out)
{
    for (size_t i = 0; id != 0 && i < scene->body_count; i++) {
        if (scene->bodies[i].id == id) {
            fputs(scene->bodies[i].name, out);
            return;
        }
    }
    const struct body *body = world_body(scene->stage.world, id);
    fputs(id == 0        ? "nobody"
          : body == NULL ? "gone"
                         : word_of(WORDS_SPECIES, (int)body->species),
          out);
}

/* "3 dart", "helm+1", "wand-frost 2 charges". */
static void write_stack(const struct stack *stack, FILE *out)
{
    if (stack == NULL || stack_is_none(stack)) {
        fputs("none", out);
        return;
    }
    if (stack->count > 1)
        fprintf(out, "%" PRIu32 " ", stack->count);
    fputs(word_of(WORDS_ITEM, (int)stack->kind), out);
    if (stack->temper > 0)
        fprintf(out, "+%d", stack->temper);
    if (stack->charges > 0)
        fprintf(out, " %d charges", stack->charges);
    if (stack->rest > 0)
        fprintf(out, " rests %d", stack->rest);
}

/* The members of an event that are none in most kinds. */
static void write_members(const struct event *event, FILE *out)
{
    enum event_kind kind = event->kind;
    bool is_blow = kind == EVENT_BLOW || kind == EVENT_SHOT || kind == EVENT_STRUCK;
    bool is_throw = kind == EVENT_ITEM_LANDED || kind == EVENT_ITEM_BROKE;
    bool is_status = kind == EVENT_STATUS || kind == EVENT_WITHERS;
    const struct {
        bool is_meant;
        enum word_set set;
        int value;
    } rows[] = {
        {kind == EVENT_REFUSED, WORDS_REFUSAL, (int)event->refusal},
        {is_blow, WORDS_OUTCOME, (int)event->outcome},
        {is_throw, WORDS_THROW_END, event->count},
        {is_status, WORDS_STATUS, (int)event->status},
        {event->part != PART_NONE, WORDS_PART, (int)event->part},
        {kind == EVENT_TIME, WORDS_COMPANY, (int)event->time},
        {kind == EVENT_NOTICED, WORDS_NOTICE, (int)event->notice},
        {kind == EVENT_KNACK, WORDS_KNACK, event->count},
        {event->stairs != TILE_UNKNOWN, WORDS_TILE, (int)event->stairs},
        {event->passage != PASSAGE_STAIRS, WORDS_PASSAGE, (int)event->passage},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].is_meant)
            fprintf(out, " %s", word_of(rows[i].set, rows[i].value));
    }
    if (event->count != 0 && !is_throw && kind != EVENT_KNACK)
        fprintf(out, " %d", event->count);
    if (event->left != 0)
        fprintf(out, " left %d", event->left);
}

/* "ada moved 1,1->2,1", "ada refused east wall": the cell is told unless the actor stands there. */
static void write_event(const struct scene *scene, const struct event *event, FILE *out)
{
    const struct body *actor = world_body(scene->stage.world, event->actor);
    bool is_there = actor != NULL && actor->state == BODY_PRESENT;

    if (event->actor != 0) {
        write_body(scene, event->actor, out);
        fputc(' ', out);
    }
    fputs(word_of(WORDS_EVENT, (int)event->kind), out);
    if (event->other != 0) {
        fputc(' ', out);
        write_body(scene, event->other, out);
    }
    if (!stack_is_none(&event->stack)) {
        fputc(' ', out);
        write_stack(&event->stack, out);
    }
    if (event->level.depth != 0 &&
        !(is_there && pos_equal(actor->at, event->at) &&
          (event->kind != EVENT_MOVED && event->kind != EVENT_SWAPPED))) {
        fputc(' ', out);
        if (event->kind != EVENT_BLOW && !pos_equal(event->from, pos_of(0, 0)) &&
            !pos_equal(event->from, event->at) &&
            !(is_there && pos_equal(event->from, actor->at))) {
            write_place(event->from, out);
            fputs("->", out);
        }
        write_place(event->at, out);
    }
    if (event->dir != DIR_NONE)
        fprintf(out, " %s", dir_name(event->dir));
    write_members(event, out);
    if (event->level.depth != scene->stage.key.depth)
        fprintf(out, " on %d", event->level.depth);
    if (event->to.depth != 0)
        fprintf(out, " to %d", event->to.depth);
    if (event->text != 0)
        fprintf(out, " \"%s\"", world_event_text(scene->stage.world, event));
}

void scene_tell(const struct scene *scene, struct text *text)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(scene->stage.world, &cursor)) != NULL) {
        char *line = NULL;
        size_t length;
        FILE *out = open_memstream(&line, &length);
        ck_assert_ptr_nonnull(out);
        write_event(scene, event, out);
        fclose(out);
        text_add(text, line, length);
        free(line);
    }
}

enum owner { OF_BODY, OF_DELVER, OF_FOE, OF_LEVEL, OF_WORLD, OF_GRAVE, OF_ITEM, OWNER_COUNT };

/* How a value is written: a number, a place, a body's name, or a word of a set. */
enum form { FORM_NUMBER, FORM_PLACE, FORM_BODY, FORM_WORD };

/* A member of a struct; `set` if it is a word. */
struct member {
    const char *name;
    enum owner owner;
    size_t offset;
    size_t size;
    enum form form;
    enum word_set set;
};

#define AT(type, name) offsetof(struct type, name), sizeof(((struct type *)NULL)->name)

static const struct member members[] = {
    {"at", OF_BODY, AT(body, at), FORM_PLACE, WORDS_NONE},
    {"health", OF_BODY, AT(body, health), FORM_NUMBER, WORDS_NONE},
    {"health-max", OF_BODY, AT(body, health_max), FORM_NUMBER, WORDS_NONE},
    {"state", OF_BODY, AT(body, state), FORM_WORD, WORDS_STATE},
    {"kind", OF_BODY, AT(body, species), FORM_WORD, WORDS_SPECIES},
    {"queue", OF_BODY, AT(body, queue_length), FORM_NUMBER, WORDS_NONE},
    {"next-verb", OF_BODY, AT(body, queue[0].verb), FORM_WORD, WORDS_VERB},
    {"ready-at", OF_BODY, AT(body, ready_at), FORM_NUMBER, WORDS_NONE},
    {"depth", OF_BODY, AT(body, key.depth), FORM_NUMBER, WORDS_NONE},
    {"active", OF_BODY, AT(body, is_active), FORM_NUMBER, WORDS_NONE},
    {"steps", OF_DELVER, AT(delver, steps), FORM_NUMBER, WORDS_NONE},
    {"sequence", OF_DELVER, AT(delver, sequence), FORM_NUMBER, WORDS_NONE},
    {"explored", OF_DELVER, AT(delver, explored), FORM_NUMBER, WORDS_NONE},
    {"dirty", OF_DELVER, AT(delver, is_record_dirty), FORM_NUMBER, WORDS_NONE},
    {"link-dead", OF_DELVER, AT(delver, is_link_dead), FORM_NUMBER, WORDS_NONE},
    {"sneaking", OF_DELVER, AT(delver, is_sneaking), FORM_NUMBER, WORDS_NONE},
    {"killer", OF_DELVER, AT(delver, killer), FORM_WORD, WORDS_SPECIES},
    {"regained", OF_DELVER, AT(delver, regained.gold), FORM_NUMBER, WORDS_NONE},
    {"time", OF_DELVER, AT(delver, peril.time), FORM_WORD, WORDS_COMPANY},
    {"pace", OF_DELVER, AT(delver, peril.pace), FORM_NUMBER, WORDS_NONE},
    {"in-danger", OF_DELVER, AT(delver, peril.is_in_danger), FORM_NUMBER, WORDS_NONE},
    {"fallen", OF_DELVER, AT(delver, peril.is_fallen), FORM_NUMBER, WORDS_NONE},
    {"fallen-until", OF_DELVER, AT(delver, peril.fallen_until), FORM_NUMBER, WORDS_NONE},
    {"safe-until", OF_DELVER, AT(delver, peril.safe_until), FORM_NUMBER, WORDS_NONE},
    {"gold", OF_DELVER, AT(delver, life.gold), FORM_NUMBER, WORDS_NONE},
    {"experience", OF_DELVER, AT(delver, life.experience), FORM_NUMBER, WORDS_NONE},
    {"deepest", OF_DELVER, AT(delver, life.deepest), FORM_NUMBER, WORDS_NONE},
    {"lanterns", OF_DELVER, AT(delver, life.touched), FORM_NUMBER, WORDS_NONE},
    {"knacks", OF_DELVER, AT(delver, life.honours.knacks), FORM_NUMBER, WORDS_NONE},
    {"kindled", OF_DELVER, AT(delver, life.honours.kindled), FORM_NUMBER, WORDS_NONE},
    {"may-begin-again", OF_DELVER, AT(delver, life.honours.may_begin_again), FORM_NUMBER,
     WORDS_NONE},
    {"arrived", OF_DELVER, AT(delver, life.arrived[0]), FORM_NUMBER, WORDS_NONE},
    {"opened", OF_DELVER, AT(delver, life.opened[0][0]), FORM_NUMBER, WORDS_NONE},
    {"deaths", OF_DELVER, AT(delver, life.deaths.count), FORM_NUMBER, WORDS_NONE},
    {"untold", OF_DELVER, AT(delver, life.deaths.is_untold), FORM_NUMBER, WORDS_NONE},
    {"has-grave", OF_DELVER, AT(delver, life.deaths.last[0].has_grave), FORM_NUMBER, WORDS_NONE},
    {"died-at", OF_DELVER, AT(delver, life.deaths.last[0].died_at), FORM_NUMBER, WORDS_NONE},
    {"bundle-of", OF_DELVER, AT(delver, life.bundle.delver_id), FORM_NUMBER, WORDS_NONE},
    {"bundle-gold", OF_DELVER, AT(delver, life.bundle.gold), FORM_NUMBER, WORDS_NONE},
    {"mood", OF_FOE, AT(foe, mind.mood), FORM_WORD, WORDS_MOOD},
    {"fear", OF_FOE, AT(foe, mind.fear), FORM_WORD, WORDS_FEAR},
    {"target", OF_FOE, AT(foe, mind.target), FORM_BODY, WORDS_NONE},
    {"caller", OF_FOE, AT(foe, mind.caller), FORM_BODY, WORDS_NONE},
    {"keeper", OF_FOE, AT(foe, mind.keeper), FORM_BODY, WORDS_NONE},
    {"home", OF_FOE, AT(foe, mind.home), FORM_PLACE, WORDS_NONE},
    {"goal", OF_FOE, AT(foe, mind.goal), FORM_PLACE, WORDS_NONE},
    {"has-goal", OF_FOE, AT(foe, mind.has_goal), FORM_NUMBER, WORDS_NONE},
    {"hidden", OF_FOE, AT(foe, mind.is_hidden), FORM_NUMBER, WORDS_NONE},
    {"shouted", OF_FOE, AT(foe, mind.has_shouted), FORM_NUMBER, WORDS_NONE},
    {"calls", OF_FOE, AT(foe, mind.calls), FORM_NUMBER, WORDS_NONE},
    {"seen-at", OF_FOE, AT(foe, mind.seen_at), FORM_NUMBER, WORDS_NONE},
    {"deed-again-at", OF_FOE, AT(foe, mind.deed_again_at), FORM_NUMBER, WORDS_NONE},
    {"gold", OF_FOE, AT(foe, mind.gold), FORM_NUMBER, WORDS_NONE},
    {"clock", OF_LEVEL, AT(level, clock), FORM_NUMBER, WORDS_NONE},
    {"dirty", OF_LEVEL, AT(level, is_dirty), FORM_NUMBER, WORDS_NONE},
    {"population-dirty", OF_LEVEL, AT(level, population.is_dirty), FORM_NUMBER, WORDS_NONE},
    {"open-doors", OF_LEVEL, AT(level, open_doors.count), FORM_NUMBER, WORDS_NONE},
    {"delvers", OF_LEVEL, AT(level, delver_count), FORM_NUMBER, WORDS_NONE},
    {"foes", OF_LEVEL, AT(level, foe_count), FORM_NUMBER, WORDS_NONE},
    {"traps", OF_LEVEL, AT(level, trap_count), FORM_NUMBER, WORDS_NONE},
    {"stirred", OF_LEVEL, AT(level, is_stirred), FORM_NUMBER, WORDS_NONE},
    {"items", OF_LEVEL, AT(level, item_count), FORM_NUMBER, WORDS_NONE},
    {"newest-foe", OF_LEVEL, AT(level, first_foe), FORM_BODY, WORDS_NONE},
    {"tick", OF_WORLD, AT(world, tick), FORM_NUMBER, WORDS_NONE},
    {"seed", OF_WORLD, AT(world, seed), FORM_NUMBER, WORDS_NONE},
    {"delvers", OF_WORLD, AT(world, delver_count), FORM_NUMBER, WORDS_NONE},
    {"levels", OF_WORLD, AT(world, level_count), FORM_NUMBER, WORDS_NONE},
    {"price", OF_WORLD, AT(world, limits.price_percent), FORM_NUMBER, WORDS_NONE},
    {"of", OF_GRAVE, AT(grave, delver_id), FORM_NUMBER, WORDS_NONE},
    {"gold", OF_GRAVE, AT(grave, gold), FORM_NUMBER, WORDS_NONE},
    {"experience", OF_GRAVE, AT(grave, experience), FORM_NUMBER, WORDS_NONE},
    {"died-at", OF_GRAVE, AT(grave, died_at), FORM_NUMBER, WORDS_NONE},
    {"kept", OF_GRAVE, AT(grave, is_kept), FORM_NUMBER, WORDS_NONE},
    {"owner", OF_ITEM, AT(item, owner), FORM_NUMBER, WORDS_NONE},
    {"owned-until", OF_ITEM, AT(item, owned_until), FORM_NUMBER, WORDS_NONE},
    {"kept-until", OF_ITEM, AT(item, kept_until), FORM_NUMBER, WORDS_NONE},
    {"count", OF_ITEM, AT(item, stack.count), FORM_NUMBER, WORDS_NONE},
};

/* What a name stands for; more than one of the pointers of a body. */
struct thing {
    void *owners[OWNER_COUNT];
};

static struct thing find_thing(const struct scene *scene, const char *name)
{
    struct world *world = scene->stage.world;
    struct thing thing = {{NULL}};

    if (strcmp(name, "world") == 0) {
        thing.owners[OF_WORLD] = world;
    } else if (strncmp(name, "level", 5) == 0) {
        thing.owners[OF_LEVEL] = scene_level(scene, name);
    } else if (strncmp(name, "grave@", 6) == 0) {
        thing.owners[OF_GRAVE] = (void *)(uintptr_t)level_grave_at(
            world, stage_level(&scene->stage), scene_place(scene, name + 6));
    } else if (strncmp(name, "item@", 5) == 0) {
        thing.owners[OF_ITEM] = (void *)(uintptr_t)level_item_at(world, stage_level(&scene->stage),
                                                                 scene_place(scene, name + 5));
    } else {
        struct body *body = scene_body(scene, name);
        thing.owners[OF_BODY] = body;
        thing.owners[OF_DELVER] = body_delver(body);
        thing.owners[OF_FOE] = body_foe(body);
    }
    return thing;
}

static const struct member *find_member(const struct thing *thing, const char *name)
{
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (thing->owners[members[i].owner] != NULL && strcmp(members[i].name, name) == 0)
            return &members[i];
    }
    return NULL;
}

/* A number of a member's size in memory; the byte order is that of the machines we build for. */
static int64_t read_member(const void *owner, const struct member *member)
{
    uint64_t value = 0;
    unsigned spare = 64 - 8 * (unsigned)member->size;

    memcpy(&value, (const char *)owner + member->offset, member->size);
    return (int64_t)(value << spare) >> spare;
}

static void show_member(const struct scene *scene, const struct thing *thing,
                        const struct member *member, FILE *out)
{
    const char *owner = thing->owners[member->owner];
    int64_t value = member->form == FORM_PLACE ? 0 : read_member(owner, member);
    struct pos at;

    switch (member->form) {
    case FORM_NUMBER:
        fprintf(out, "%" PRId64, value);
        break;
    case FORM_PLACE:
        memcpy(&at, owner + member->offset, sizeof at);
        write_place(at, out);
        break;
    case FORM_BODY:
        write_body(scene, (body_id)value, out);
        break;
    case FORM_WORD:
        fputs(word_of(member->set, (int)value), out);
        break;
    }
}

void scene_set(struct scene *scene, const char *text)
{
    char copy[128];

    snprintf(copy, sizeof copy, "%s", text);
    char *dot = strchr(copy, '.');
    char *sign = strchr(copy, '=');
    if (dot == NULL || sign == NULL)
        scene_refuse("NAME.MEMBER=VALUE is set", text);
    const char *word = sign + 1;
    bool adds = sign[-1] == '+';
    sign[adds ? -1 : 0] = '\0';
    *dot = '\0';
    const struct thing thing = find_thing(scene, copy);
    const struct member *member = find_member(&thing, dot + 1);
    if (member == NULL)
        scene_refuse("no such member", text);
    char *at = (char *)thing.owners[member->owner] + member->offset;
    if (member->form == FORM_PLACE) {
        const struct pos place = scene_place(scene, word);
        memcpy(at, &place, sizeof place);
        return;
    }
    int64_t value = member->form == FORM_WORD   ? word_value(member->set, word)
                    : member->form == FORM_BODY ? (int64_t)scene_body(scene, word)->id
                                                : scene_number(word);
    if (adds)
        value += read_member(thing.owners[member->owner], member);
    memcpy(at, &value, member->size);
}

/* A value that is worked out. */
struct query {
    const struct scene *scene;
    void *owner;      /* of the kind that the row says */
    const char *word; /* behind the colon; "": none */
    FILE *out;
};

struct view {
    const char *name;
    enum owner owner;
    void (*show)(const struct query *query);
};

static void show_lived(const struct query *query)
{
    fprintf(query->out, "%" PRIu64, body_lived(query->owner));
}

static void show_wait(const struct query *query)
{
    const struct body *body = query->owner;

    fprintf(query->out, "%" PRId64, (int64_t)(body->ready_at - body_lived(body)));
}

static void show_distance(const struct query *query)
{
    const struct body *body = query->owner;

    fprintf(query->out, "%d", pos_distance(body->at, scene_place(query->scene, query->word)));
}

static void show_status(const struct query *query)
{
    const struct body *body = query->owner;

    fprintf(query->out, "%d", body->statuses.left[word_value(WORDS_STATUS, query->word)]);
}

static void show_shown(const struct query *query)
{
    fputs(body_is_shown(query->owner)    ? "yes"
          : body_is_buried(query->owner) ? "buried"
                                         : "no",
          query->out);
}

static void show_cost(const struct query *query)
{
    fprintf(query->out, "%d", blow_cost_percent(query->owner, word_value(WORDS_VERB, query->word)));
}

static void show_near_stairs(const struct query *query)
{
    const struct body *body = query->owner;

    fputs(stairs_are_near(body->level, body->at) ? "yes" : "no", query->out);
}

static void show_gains(const struct query *query)
{
    fprintf(query->out, "%d", fighter_gains(query->scene->stage.world, query->owner));
}

static void show_fighter(const struct query *query)
{
    const struct foe *foe = query->owner;
    body_id id = scene_body(query->scene, query->word)->id;
    bool is_noted = false;

    for (int i = 0; i < FOE_FIGHTERS_MAX; i++)
        is_noted = is_noted || foe->mind.fighters[i].delver == id;
    fputs(is_noted ? "yes" : "no", query->out);
}

static void show_doors(const struct query *query)
{
    enum dir dir;
    int count = action_door_candidates(query->owner,
                                       (enum action_verb)word_value(WORDS_VERB, query->word), &dir);

    fprintf(query->out, "%d %s", count, dir == DIR_NONE ? "none" : dir_name(dir));
}

static void show_line(const struct query *query)
{
    fputs(blow_has_line(query->scene->stage.world, query->owner,
                        scene_body(query->scene, query->word))
              ? "yes"
              : "no",
          query->out);
}

static void show_reach(const struct query *query)
{
    fputs(
        blow_reaches(query->scene->stage.world, query->owner, scene_body(query->scene, query->word))
            ? "yes"
            : "no",
        query->out);
}

static void show_sight(const struct query *query)
{
    fputs(delver_sees(query->owner, scene_place(query->scene, query->word)) ? "yes" : "no",
          query->out);
}

static void show_memory(const struct query *query)
{
    fputs(word_of(WORDS_TILE,
                  (int)delver_remembered(query->owner, scene_place(query->scene, query->word))),
          query->out);
}

static void show_worn(const struct query *query)
{
    struct delver *delver = query->owner;

    write_stack(&delver->life.pack.worn[word_value(WORDS_SLOT, query->word)], query->out);
}

static void show_carried(const struct query *query)
{
    struct delver *delver = query->owner;
    const struct pack *pack = &delver->life.pack;

    write_stack(pack_peek(pack, pack_find(pack, word_value(WORDS_ITEM, query->word))), query->out);
}

static void show_pack(const struct query *query)
{
    const struct delver *delver = query->owner;
    bool has_any = false;

    for (uint32_t i = 0; i < PACK_MAX; i++) {
        const struct stack *stack = &delver->life.pack.carried[i];
        if (stack_is_none(stack))
            continue;
        fputs(has_any ? ", " : "", query->out);
        write_stack(stack, query->out);
        has_any = true;
    }
    fputs(has_any ? "" : "nothing", query->out);
}

static void show_known(const struct query *query)
{
    const struct delver *delver = query->owner;

    fputs(life_knows(&delver->life, word_value(WORDS_ITEM, query->word)) ? "yes" : "no",
          query->out);
}

static void show_level_of_life(const struct query *query)
{
    const struct delver *delver = query->owner;

    fprintf(query->out, "%d", life_level(&delver->life));
}

static void show_light(const struct query *query)
{
    fprintf(query->out, "%d", light_radius(query->owner));
}

/* The place that its record has. */
static void show_record(const struct query *query)
{
    const struct delver_record record = delver_record(query->owner);

    fprintf(query->out, "depth %d ", record.level.depth);
    write_place(record.at, query->out);
}

static void show_told_of(const struct query *query)
{
    fputs(delver_was_told_of(query->owner, scene_body(query->scene, query->word)->id) ? "yes"
                                                                                      : "no",
          query->out);
}

/* Whose a grave or bundle is, and what is in it. */
static void write_grave(const struct grave *grave, FILE *out)
{
    fputs(grave->name, out);
    for (int i = 0; i < PACK_MAX && !stack_is_none(&grave->things[i]); i++) {
        fputs(", ", out);
        write_stack(&grave->things[i], out);
    }
}

static void show_bundle(const struct query *query)
{
    const struct delver *delver = query->owner;

    write_grave(&delver->life.bundle, query->out);
}

static void show_name(const struct query *query)
{
    const struct delver *delver = query->owner;

    fputs(delver->name, query->out);
}

/* Its last death. */
static void show_death(const struct query *query)
{
    const struct delver *delver = query->owner;
    const struct death *death = &delver->life.deaths.last[0];

    fprintf(query->out, "depth %d level %d lost %d blows %d %d", death->depth, death->level,
            (int)death->lost, death->blows[0], death->blows[1]);
}

/* True if no foe takes aim at it yet. */
static void show_safe(const struct query *query)
{
    const struct delver *delver = query->owner;

    fputs(delver->peril.safe_until > body_lived(&delver->body) ? "yes" : "no", query->out);
}

static void show_away(const struct query *query)
{
    fputs(delver_is_away(query->owner) ? "yes" : "no", query->out);
}

static void show_kills(const struct query *query)
{
    const struct delver *delver = query->owner;

    fprintf(query->out, "%d", delver->life.kills[word_value(WORDS_SPECIES, query->word)]);
}

static void show_tile(const struct query *query)
{
    fputs(
        word_of(WORDS_TILE, (int)level_tile(query->owner, scene_place(query->scene, query->word))),
        query->out);
}

static void show_body_at(const struct query *query)
{
    write_body(query->scene, level_body_at(query->owner, scene_place(query->scene, query->word)),
               query->out);
}

static void show_things(const struct query *query)
{
    const struct world *world = query->scene->stage.world;
    const struct item *item =
        level_item_at(world, query->owner, scene_place(query->scene, query->word));

    fputs(item == NULL ? "none" : "", query->out);
    for (const struct item *top = item; item != NULL; item = level_item_below(world, item)) {
        fputs(item == top ? "" : ", ", query->out);
        write_stack(&item->stack, query->out);
    }
}

static void show_grave(const struct query *query)
{
    const struct grave *grave = level_grave_at(query->scene->stage.world, query->owner,
                                               scene_place(query->scene, query->word));

    if (grave == NULL)
        fputs("none", query->out);
    else
        write_grave(grave, query->out);
}

static void show_gate(const struct query *query)
{
    const struct level *level = query->owner;

    fputs(gate_is_open(level, &level->gates[0]) ? "open" : "shut", query->out);
}

static void show_made(const struct query *query)
{
    fprintf(query->out, "%" PRIu64,
            query->scene->stage.world->ledger.made[word_value(WORDS_ITEM, query->word)]);
}

static void show_ended(const struct query *query)
{
    fprintf(query->out, "%" PRIu64,
            query->scene->stage.world->ledger.ended[word_value(WORDS_ITEM, query->word)]);
}

static void show_left(const struct query *query)
{
    fprintf(query->out, "%" PRId64,
            ledger_left(&query->scene->stage.world->ledger, word_value(WORDS_ITEM, query->word)));
}

static void show_hash(const struct query *query)
{
    fprintf(query->out, "%016" PRIx64, world_hash(query->scene->stage.world));
}

/* Fails the test unless the ledger is right. */
static void show_stock(const struct query *query)
{
    stock_expect_right(query->scene->stage.world);
    fputs("right", query->out);
}

static const struct view views[] = {
    {"lived", OF_BODY, show_lived},
    {"wait", OF_BODY, show_wait},
    {"distance", OF_BODY, show_distance},
    {"status", OF_BODY, show_status},
    {"shown", OF_BODY, show_shown},
    {"cost", OF_BODY, show_cost},
    {"gains", OF_BODY, show_gains},
    {"near-stairs", OF_BODY, show_near_stairs},
    {"line", OF_BODY, show_line},
    {"doors", OF_BODY, show_doors},
    {"fighter", OF_FOE, show_fighter},
    {"reaches", OF_BODY, show_reach},
    {"sees", OF_DELVER, show_sight},
    {"remembers", OF_DELVER, show_memory},
    {"worn", OF_DELVER, show_worn},
    {"has", OF_DELVER, show_carried},
    {"pack", OF_DELVER, show_pack},
    {"knows", OF_DELVER, show_known},
    {"level", OF_DELVER, show_level_of_life},
    {"light", OF_DELVER, show_light},
    {"away", OF_DELVER, show_away},
    {"safe", OF_DELVER, show_safe},
    {"bundle", OF_DELVER, show_bundle},
    {"name", OF_DELVER, show_name},
    {"death", OF_DELVER, show_death},
    {"told-of", OF_DELVER, show_told_of},
    {"record", OF_DELVER, show_record},
    {"kills", OF_DELVER, show_kills},
    {"tile", OF_LEVEL, show_tile},
    {"body", OF_LEVEL, show_body_at},
    {"things", OF_LEVEL, show_things},
    {"grave", OF_LEVEL, show_grave},
    {"gate", OF_LEVEL, show_gate},
    {"made", OF_WORLD, show_made},
    {"ended", OF_WORLD, show_ended},
    {"left", OF_WORLD, show_left},
    {"hash", OF_WORLD, show_hash},
    {"stock", OF_WORLD, show_stock},
};

void scene_show(const struct scene *scene, const char *name, FILE *out)
{
    char copy[128];

    snprintf(copy, sizeof copy, "%s", name);
    char *dot = strchr(copy, '.');
    if (dot == NULL)
        scene_refuse("NAME.MEMBER is asked for", name);
    *dot = '\0';
    char *colon = strchr(dot + 1, ':');
    if (colon != NULL)
        *colon = '\0';
    const struct thing thing = find_thing(scene, copy);
    const struct member *member = find_member(&thing, dot + 1);
    if (member != NULL) {
        show_member(scene, &thing, member, out);
        return;
    }
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        if (thing.owners[views[i].owner] != NULL && strcmp(views[i].name, dot + 1) == 0) {
            const struct query query = {scene, thing.owners[views[i].owner],
                                        colon == NULL ? "" : colon + 1, out};
            views[i].show(&query);
            return;
        }
    }
    scene_refuse("no such value", name);
}
