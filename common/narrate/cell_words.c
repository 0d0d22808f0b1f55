/*
 * Cells in words: the layers of a cell from the top down, the cell for an offset, and the names of
 * signs. No sign is in two of the tables (tests/unit/content/test_item_kinds.c).
 */
#include "narrate/cell_words.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "content/item.h"
#include "content/species.h"
#include "content/tile.h"
#include "narrate/command.h"
#include "narrate/death_words.h"
#include "narrate/item_words.h"
#include "narrate/things.h"
#include "narrate/threats.h"
#include "narrate/words.h"
#include "world/loot.h"
#include "world/sense.h"
#include "world/twin.h"

enum {
    PILE_LISTED = 10, /* most things of a pile that are listed */
    /* most layers: body, things, the rest of the pile, grave, ground */
    LAYERS_MAX = PILE_LISTED + 4,
    LAYER_SIZE = 64, /* bytes of a layer's name, with its article */
    LEGS_MAX = 4,    /* most pairs of a number and a direction in an offset */
};

/* The known layers of a cell, from the top down. */
struct layers {
    char names[LAYERS_MAX][LAYER_SIZE];
    int count;
};

static void add_layer(struct layers *layers, const char *article, const char *name)
{
    snprintf(layers->names[layers->count++], LAYER_SIZE, "%s%s", article, name);
}

/* Adds the body; the viewer is left out, as "here" already says that. */
static void add_body(struct layers *layers, const struct delver *viewer, const struct body *body)
{
    char name[LAYER_SIZE];

    if (body == NULL || body == &viewer->body ||
        !light_shows_body(viewer, light_radius(viewer), body))
        return;
    body_words(body, name, sizeof name);
    add_layer(layers, "", name);
}

/* Returns a grave in the light, or the viewer's own; NULL: none is known. */
static const struct grave *known_grave(const struct world *world, const struct delver *viewer,
                                       struct pos at)
{
    const struct level *level = viewer->body.level;
    const struct grave *grave = level_contains(level, at) ? level_grave_at(world, level, at) : NULL;

    if (grave == NULL || grave->delver_id == viewer->delver_id)
        return grave;
    return light_shows_cell(viewer, light_radius(viewer), at) ? grave : NULL;
}

static void add_count(struct layers *layers, int more)
{
    char name[LAYER_SIZE - 4];

    if (more <= 0)
        return;
    snprintf(name, sizeof name, "%d more thing%s", more, plural_end(more));
    add_layer(layers, "", name);
}

/* Adds the pile on the cell, from the top. */
static void add_pile(struct layers *layers, const struct world *world, const struct delver *viewer,
                     const struct item *item)
{
    char name[LAYER_SIZE - 4];
    int count = 0;

    for (; item != NULL; item = level_item_below(world, item)) {
        if (++count > PILE_LISTED)
            continue;
        item_words(viewer, &item->stack, name, sizeof name);
        add_layer(layers, "", name);
    }
    add_count(layers, count - PILE_LISTED);
}

/* Returns the pile that the viewer saw there last, if the cell is out of sight now; NULL: none. */
static const struct recalled *known_pile(const struct delver *viewer, struct pos at)
{
    if (!level_contains(viewer->body.level, at) ||
        light_shows_cell(viewer, light_radius(viewer), at))
        return NULL;
    return recall_find(&viewer->recall, at);
}

static void add_recalled(struct layers *layers, const struct delver *viewer,
                         const struct recalled *recalled)
{
    char name[LAYER_SIZE - 4];

    item_words(viewer, &recalled->top, name, sizeof name);
    add_layer(layers, "", name);
    add_count(layers, recalled->more);
}

static void find_layers(const struct world *world, const struct delver *viewer, struct pos at,
                        struct layers *out)
{
    const struct level *level = viewer->body.level;
    enum tile_id tile = delver_remembered(viewer, at);

    out->count = 0;
    if (level_contains(level, at) && delver_sees(viewer, at))
        add_body(out, viewer, world_body(world, level_body_at(level, at)));
    if (level_contains(level, at) && light_shows_cell(viewer, light_radius(viewer), at))
        add_pile(out, world, viewer, level_item_at(world, level, at));
    const struct recalled *recalled = known_pile(viewer, at);
    if (recalled != NULL)
        add_recalled(out, viewer, recalled);
    const struct grave *grave = known_grave(world, viewer, at);
    if (grave != NULL) {
        char name[LAYER_SIZE - 4];
        grave_words(grave, name, sizeof name);
        add_layer(out, "the ", name);
    }
    if (tile != TILE_FLOOR || out->count == 0)
        add_layer(out, tile_article(tile), things_tile_name(viewer, at, tile));
}

/* Adds the state of a body: for a delver whether it lies on the ground; for a foe its look, its
   activity, and the outlook of a fight with it. */
static void add_state(struct sentences *sentences, const struct world *world,
                      const struct delver *viewer, const struct body *body)
{
    char text[DANGER_TEXT_MAX];

    if (body != NULL && body != &viewer->body && body_is_fallen(body))
        sentences_add(sentences, "%s has fallen: stand beside and raise.", body_name(body));
    if (body == NULL || body->species == SPECIES_DELVER || !body_is_shown(body))
        return;
    const struct prospect prospect = threat_prospect(world, viewer, body);
    sentences_add(sentences, "%s", species_row(body->species)->look);
    if (!foe_is_awake((const struct foe *)body))
        sentences_add(sentences, "It is asleep.");
    danger_describe_prospect(&prospect, text, sizeof text);
    sentences_add(sentences, "%s", text);
    danger_describe_parts(species_row(body->species), text, sizeof text);
    if (text[0] != '\0')
        sentences_add(sentences, "%s", text);
    int kills = viewer->life.kills[body->species];
    if (kills > 0)
        sentences_add(sentences, "Killed %d.", kills);
}

/* Adds the description of the thing on top, unless a body hides it. */
static void add_thing(struct sentences *sentences, const struct world *world,
                      const struct delver *viewer, struct pos at)
{
    const struct level *level = viewer->body.level;
    const struct recalled *recalled = known_pile(viewer, at);
    const struct item *item = NULL;
    char text[ITEM_DETAIL_MAX];

    if (level_contains(level, at) && light_shows_cell(viewer, light_radius(viewer), at))
        item = level_item_at(world, level, at);
    body_id body = item == NULL ? 0 : level_body_at(level, at);
    if ((item == NULL && recalled == NULL) || (body != 0 && body != viewer->body.id))
        return;
    bool is_pile = item != NULL ? level_item_below(world, item) != NULL : recalled->more > 0;
    item_about(viewer, item != NULL ? &item->stack : &recalled->top, text, sizeof text);
    sentences_add(sentences, "%s%s", is_pile ? "On top: " : "", text);
}

/* Adds how the owner of a grave died, and who may open it. */
static void add_grave(struct sentences *sentences, const struct world *world,
                      const struct delver *viewer, struct pos at)
{
    const struct grave *grave = known_grave(world, viewer, at);
    char text[GRAVE_ABOUT_MAX];

    if (grave == NULL)
        return;
    grave_about(world, viewer, grave, text, sizeof text);
    sentences_add(sentences, "%s", text);
}

static bool is_opened_niche(const struct delver *viewer, struct pos at)
{
    const struct level *level = viewer->body.level;
    enum niche niche = level_contains(level, at) ? niche_at(level, at) : NICHE_COUNT;

    return niche != NICHE_COUNT && life_has_opened(&viewer->life, niche, level->key.depth);
}

void cell_describe(const struct world *world, const struct delver *viewer, struct pos at, char *out,
                   size_t out_size)
{
    struct sentences sentences;
    struct layers layers;
    char offset[64];

    sentences_init(&sentences, out, out_size);
    if (viewer->body.state != BODY_PRESENT)
        return;
    find_layers(world, viewer, at, &layers);
    pos_offset(viewer->body.at, at, offset, sizeof offset);
    bool is_remembered = delver_remembered(viewer, at) != TILE_UNKNOWN && !delver_sees(viewer, at);
    sentences_add(&sentences, "%s, %s%s.", layers.names[0], offset,
                  is_remembered ? ", remembered" : "");
    for (int i = 1; i < layers.count; i++)
        sentences_add(&sentences, "%s.", layers.names[i]);
    add_thing(&sentences, world, viewer, at);
    add_grave(&sentences, world, viewer, at);
    const char *note = tile_row(delver_remembered(viewer, at))->note;
    if (delver_remembered(viewer, at) == TILE_PLATE && twin_is_at(viewer->body.level, at))
        note = "Two players on two of these plates find something, once on each depth.";
    if (note != NULL && !is_opened_niche(viewer, at))
        sentences_add(&sentences, "%s", note);
    if (delver_sees(viewer, at))
        add_state(&sentences, world, viewer,
                  world_body(world, level_body_at(viewer->body.level, at)));
}

static struct pos go(struct pos at, enum dir dir, int count)
{
    struct pos step = pos_step(pos_of(0, 0), dir);

    return pos_of(at.x + step.x * count, at.y + step.y * count);
}

/* Moves past the next word of the text and returns it; NULL: there is none. */
static const char *next_word(const char **text, size_t *out_length)
{
    const char *word = *text + strspn(*text, " ");

    *out_length = strcspn(word, " ");
    *text = word + *out_length;
    return *out_length > 0 ? word : NULL;
}

static bool parse_number(const char *word, size_t length, int *out)
{
    char number[8];

    if (length >= sizeof number)
        return false;
    memcpy(number, word, length);
    number[length] = '\0';
    return command_number(number, out);
}

bool cell_at_offset(struct pos from, const char *text, struct pos *out)
{
    static const char here[] = "here";
    struct pos at = from;
    size_t length;
    int legs = 0;

    for (const char *word; (word = next_word(&text, &length)) != NULL; legs++) {
        int count;
        bool is_last = text[strspn(text, " ")] == '\0';
        if (legs == 0 && is_last && length == strlen(here) && strncmp(word, here, length) == 0) {
            *out = from;
            return true;
        }
        if (legs == LEGS_MAX || !parse_number(word, length, &count))
            return false;
        word = next_word(&text, &length);
        enum dir dir = word == NULL ? DIR_NONE : command_direction(word, length);
        if (dir == DIR_NONE)
            return false;
        at = go(at, dir, count);
    }
    *out = at;
    return legs > 0;
}

/* Names of signs for one or several classes of things. */
static const struct {
    char glyph;
    const char *name;
} thing_names[] = {
    {'!', "draught"}, {'?', "scroll"},         {'/', "wand"},         {')', "weapon or missile"},
    {'[', "armour"},  {'"', "ring or amulet"}, {'(', "lamp or tool"}, {'$', "gold"},
    {'%', "charm"},   {GRAVE_GLYPH, "grave"},
};

/* Names of signs that several tiles share. */
static const struct {
    char glyph;
    const char *name;
} shared_names[] = {{'\'', "open door or bars"}, {'*', "lantern, brazier or torch"}, {'^', "trap"}};

const char *glyph_name(char glyph)
{
    for (size_t i = 0; i < sizeof thing_names / sizeof thing_names[0]; i++) {
        if (thing_names[i].glyph == glyph)
            return thing_names[i].name;
    }
    for (size_t i = 0; i < sizeof shared_names / sizeof shared_names[0]; i++) {
        if (shared_names[i].glyph == glyph)
            return shared_names[i].name;
    }
    for (enum tile_id id = TILE_UNKNOWN + 1; id < TILE_COUNT; id++) {
        if (tile_row(id)->glyph == glyph)
            return tile_row(id)->name;
    }
    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        if (species_row(id)->glyph == glyph)
            return species_row(id)->name;
    }
    return NULL;
}
