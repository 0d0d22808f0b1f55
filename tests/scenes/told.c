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
#include "world/door.h"
#include "world/foe.h"
#include "world/line.h"
#include "world/sense.h"
#include "world/stairs.h"
#include "world/world.h"

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

/* A member of a struct. `set`: the words of a FORM_WORD, else of the places of an array. */
struct member {
    const char *name;
    enum owner owner;
    size_t offset;
    size_t size;
    enum form form;
    enum word_set set;
};

#define AT(type, name)        offsetof(struct type, name), sizeof(((struct type *)NULL)->name)
#define NUMBER(type, name)    AT(type, name), FORM_NUMBER, WORDS_NONE
#define PLACE(type, name)     AT(type, name), FORM_PLACE, WORDS_NONE
#define NAME(type, name)      AT(type, name), FORM_BODY, WORDS_NONE
#define WORD(type, name, set) AT(type, name), FORM_WORD, set
/* "status:held": one of an array. */
#define ARRAY(type, name, set)                                                                     \
    offsetof(struct type, name), sizeof(((struct type *)NULL)->name[0]), FORM_NUMBER, set

static const struct member members[] = {
    {"at", OF_BODY, PLACE(body, at)},
    {"health", OF_BODY, NUMBER(body, health)},
    {"health-max", OF_BODY, NUMBER(body, health_max)},
    {"state", OF_BODY, WORD(body, state, WORDS_STATE)},
    {"kind", OF_BODY, WORD(body, species, WORDS_SPECIES)},
    {"queue", OF_BODY, NUMBER(body, queue_length)},
    {"next-verb", OF_BODY, WORD(body, queue[0].verb, WORDS_VERB)},
    {"ready-at", OF_BODY, NUMBER(body, ready_at)},
    {"depth", OF_BODY, NUMBER(body, key.depth)},
    {"active", OF_BODY, NUMBER(body, is_active)},
    {"status", OF_BODY, ARRAY(body, statuses.left, WORDS_STATUS)},
    {"kills", OF_DELVER, ARRAY(delver, life.kills, WORDS_SPECIES)},
    {"made", OF_WORLD, ARRAY(world, ledger.made, WORDS_ITEM)},
    {"ended", OF_WORLD, ARRAY(world, ledger.ended, WORDS_ITEM)},
    {"steps", OF_DELVER, NUMBER(delver, steps)},
    {"sequence", OF_DELVER, NUMBER(delver, sequence)},
    {"explored", OF_DELVER, NUMBER(delver, explored)},
    {"dirty", OF_DELVER, NUMBER(delver, is_record_dirty)},
    {"memory-dirty", OF_DELVER, NUMBER(delver, is_memory_dirty)},
    {"link-dead", OF_DELVER, NUMBER(delver, is_link_dead)},
    {"sneaking", OF_DELVER, NUMBER(delver, is_sneaking)},
    {"killer", OF_DELVER, WORD(delver, killer, WORDS_SPECIES)},
    {"regained", OF_DELVER, NUMBER(delver, regained.gold)},
    {"time", OF_DELVER, WORD(delver, time.state, WORDS_COMPANY)},
    {"pace", OF_DELVER, NUMBER(delver, time.pace)},
    {"in-danger", OF_DELVER, NUMBER(delver, danger.is_present)},
    {"fallen", OF_DELVER, NUMBER(delver, fall.is_fallen)},
    {"fallen-until", OF_DELVER, NUMBER(delver, fall.until)},
    {"safe-until", OF_DELVER, NUMBER(delver, danger.safe_until)},
    {"gold", OF_DELVER, NUMBER(delver, life.gold)},
    {"experience", OF_DELVER, NUMBER(delver, life.experience)},
    {"renown", OF_DELVER, NUMBER(delver, life.honours.ever.renown)},
    {"deepest", OF_DELVER, NUMBER(delver, life.deepest)},
    {"lanterns", OF_DELVER, NUMBER(delver, life.touched)},
    {"knacks", OF_DELVER, NUMBER(delver, life.honours.knacks)},
    {"sworn", OF_DELVER, NUMBER(delver, life.honours.oath)},
    {"life", OF_DELVER, NUMBER(delver, life.number)},
    {"twins", OF_DELVER, NUMBER(delver, life.honours.twins[0])},
    {"vault-finds", OF_DELVER, NUMBER(delver, life.honours.vaults[0])},
    {"kindled", OF_DELVER, NUMBER(delver, life.honours.kindled)},
    {"kindled-in", OF_DELVER, NUMBER(delver, life.honours.ever.kindled_in)},
    {"life-lived", OF_DELVER, NUMBER(delver, life.honours.lived)},
    {"season", OF_DELVER, NUMBER(delver, life.honours.season)},
    {"given", OF_DELVER, NUMBER(delver, life.honours.ever.given)},
    {"ever-deepest", OF_DELVER, NUMBER(delver, life.honours.ever.deepest)},
    {"sworn-deepest", OF_DELVER, NUMBER(delver, life.honours.ever.sworn)},
    {"fastest-5", OF_DELVER, NUMBER(delver, life.honours.ever.reached_in[0])},
    {"season-given", OF_DELVER, NUMBER(delver, life.honours.in_season.given)},
    {"season-deepest", OF_DELVER, NUMBER(delver, life.honours.in_season.deepest)},
    {"season-kindled", OF_DELVER, NUMBER(delver, life.honours.in_season.kindled)},
    {"may-begin-again", OF_DELVER, NUMBER(delver, life.honours.may_begin_again)},
    {"arrived", OF_DELVER, NUMBER(delver, life.arrived[0])},
    {"opened", OF_DELVER, NUMBER(delver, life.opened[0][0])},
    {"deaths", OF_DELVER, NUMBER(delver, life.deaths.count)},
    {"untold", OF_DELVER, NUMBER(delver, life.deaths.is_unreported)},
    {"has-grave", OF_DELVER, NUMBER(delver, life.deaths.last[0].has_grave)},
    {"died-at", OF_DELVER, NUMBER(delver, life.deaths.last[0].died_at)},
    {"bundle-of", OF_DELVER, NUMBER(delver, life.bundle.delver_id)},
    {"bundle-gold", OF_DELVER, NUMBER(delver, life.bundle.gold)},
    {"mood", OF_FOE, WORD(foe, mind.mood, WORDS_MOOD)},
    {"fear", OF_FOE, WORD(foe, mind.fear, WORDS_FEAR)},
    {"target", OF_FOE, NAME(foe, mind.target)},
    {"caller", OF_FOE, NAME(foe, mind.caller)},
    {"keeper", OF_FOE, NAME(foe, mind.keeper)},
    {"home", OF_FOE, PLACE(foe, mind.home)},
    {"hidden", OF_FOE, NUMBER(foe, mind.is_hidden)},
    {"shouted", OF_FOE, NUMBER(foe, mind.has_shouted)},
    {"calls", OF_FOE, NUMBER(foe, mind.calls)},
    {"seen-at", OF_FOE, NUMBER(foe, mind.seen_at)},
    {"gold", OF_FOE, NUMBER(foe, mind.gold)},
    {"clock", OF_LEVEL, NUMBER(level, clock)},
    {"chalk", OF_LEVEL, NUMBER(level, chalk.count)},
    {"boss-gone-at", OF_LEVEL, NUMBER(level, population.boss_gone_at)},
    {"groups", OF_LEVEL, NUMBER(level, population.groups)},
    {"dirty", OF_LEVEL, NUMBER(level, is_dirty)},
    {"population-dirty", OF_LEVEL, NUMBER(level, population.is_dirty)},
    {"open-doors", OF_LEVEL, NUMBER(level, open_doors.count)},
    {"delvers", OF_LEVEL, NUMBER(level, delver_count)},
    {"foes", OF_LEVEL, NUMBER(level, foe_count)},
    {"traps", OF_LEVEL, NUMBER(level, trap_count)},
    {"stirred", OF_LEVEL, NUMBER(level, is_stirred)},
    {"items", OF_LEVEL, NUMBER(level, item_count)},
    {"newest-foe", OF_LEVEL, NAME(level, first_foe)},
    {"tick", OF_WORLD, NUMBER(world, tick)},
    {"delvers", OF_WORLD, NUMBER(world, delver_count)},
    {"levels", OF_WORLD, NUMBER(world, level_count)},
    {"price", OF_WORLD, NUMBER(world, limits.price_percent)},
    {"of", OF_GRAVE, NUMBER(grave, delver_id)},
    {"gold", OF_GRAVE, NUMBER(grave, gold)},
    {"experience", OF_GRAVE, NUMBER(grave, experience)},
    {"died-at", OF_GRAVE, NUMBER(grave, died_at)},
    {"kept", OF_GRAVE, NUMBER(grave, opens)},
    {"owner", OF_ITEM, NUMBER(item, owner)},
    {"owned-until", OF_ITEM, NUMBER(item, owned_until)},
};

/* The meaning of a name; a body has more than one of these. */
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

/* The member of that name, of an array with a colon and the word of its place, and where it lies in
   memory; NULL: there is none. */
static const struct member *find_member(const struct thing *thing, const char *name, char **at)
{
    size_t length = strcspn(name, ":");

    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        const struct member *member = &members[i];
        if (thing->owners[member->owner] == NULL || strncmp(member->name, name, length) != 0 ||
            member->name[length] != '\0')
            continue;
        size_t place = name[length] == ':' ? (size_t)word_value(member->set, name + length + 1) : 0;
        *at = (char *)thing->owners[member->owner] + member->offset + place * member->size;
        return member;
    }
    return NULL;
}

/* A number of a member's size in memory; the byte order is that of the machines we build for. */
static int64_t read_member(const char *at, size_t size)
{
    uint64_t value = 0;
    unsigned spare = 64 - 8 * (unsigned)size;

    memcpy(&value, at, size);
    return (int64_t)(value << spare) >> spare;
}

static void show_member(const struct scene *scene, const struct member *member, const char *at,
                        FILE *out)
{
    int64_t value = read_member(at, member->size);
    struct pos place;

    memcpy(&place, &value, sizeof place);
    if (member->form == FORM_PLACE)
        write_place(place, out);
    else if (member->form == FORM_BODY)
        write_body(scene, (body_id)value, out);
    else if (member->form == FORM_WORD)
        fputs(word_of(member->set, (int)value), out);
    else
        fprintf(out, "%" PRId64, value);
}

void scene_set(struct scene *scene, const char *text)
{
    char copy[128];
    char *at = NULL;

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
    const struct member *member = find_member(&thing, dot + 1, &at);
    if (member == NULL)
        scene_refuse("no such member", text);
    int64_t value = adds ? read_member(at, member->size) : 0;
    struct pos place = member->form == FORM_PLACE ? scene_place(scene, word) : pos_of(0, 0);
    if (member->form == FORM_PLACE)
        memcpy(&value, &place, sizeof place);
    else if (member->form == FORM_BODY)
        value = scene_body(scene, word)->id;
    else if (member->form == FORM_WORD)
        value = word_value(member->set, word);
    else
        value += scene_number(word);
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

static void show_shown(const struct query *query)
{
    fputs(body_is_shown(query->owner)    ? "yes"
          : body_is_buried(query->owner) ? "buried"
                                         : "no",
          query->out);
}

static void show_cost(const struct query *query)
{
    fprintf(query->out, "%d",
            blow_cost_percent(query->owner, (enum action_verb)word_value(WORDS_VERB, query->word)));
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

    write_stack(
        pack_peek(pack, pack_find(pack, (enum item_kind)word_value(WORDS_ITEM, query->word))),
        query->out);
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

    fputs(life_knows(&delver->life, (enum item_kind)word_value(WORDS_ITEM, query->word)) ? "yes"
                                                                                         : "no",
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

    fputs(delver->danger.safe_until > body_lived(&delver->body) ? "yes" : "no", query->out);
}

static void show_recalled(const struct query *query)
{
    const struct delver *delver = query->owner;
    const struct recall *recall = &delver->recall;
    struct pos at = scene_place(query->scene, query->word);
    int place = 0;

    while (place < recall->count && !pos_equal(recall->list[place].at, at))
        place++;
    write_stack(place < recall->count ? &recall->list[place].top : NULL, query->out);
}

static void show_away(const struct query *query)
{
    fputs(delver_is_away(query->owner) ? "yes" : "no", query->out);
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

static void show_left(const struct query *query)
{
    fprintf(query->out, "%" PRId64,
            ledger_left(&query->scene->stage.world->ledger,
                        (enum item_kind)word_value(WORDS_ITEM, query->word)));
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
    {"recalls", OF_DELVER, show_recalled},
    {"safe", OF_DELVER, show_safe},
    {"bundle", OF_DELVER, show_bundle},
    {"name", OF_DELVER, show_name},
    {"death", OF_DELVER, show_death},
    {"record", OF_DELVER, show_record},
    {"tile", OF_LEVEL, show_tile},
    {"body", OF_LEVEL, show_body_at},
    {"things", OF_LEVEL, show_things},
    {"grave", OF_LEVEL, show_grave},
    {"gate", OF_LEVEL, show_gate},
    {"left", OF_WORLD, show_left},
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
    const struct thing thing = find_thing(scene, copy);
    char *at = NULL;
    const struct member *member = find_member(&thing, dot + 1, &at);
    if (member != NULL) {
        show_member(scene, member, at, out);
        return;
    }
    char *colon = strchr(dot + 1, ':');
    if (colon != NULL)
        *colon = '\0';
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
