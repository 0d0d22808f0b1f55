/*
 * The cells, bodies and things of a level, collected from the knowledge and sight of a page's
 * viewer. They have two forms: records of the differences from the page's map, or JSON of the
 * whole.
 */
#include "server/session/page/page_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "content/theme.h"
#include "server/game/game.h"
#include "server/game/party.h"
#include "term/view.h"
#include "world/foe.h"
#include "world/sense.h"

_Static_assert((int)PAGE_TILE_COUNT <= (int)PAGE_CELL_TILE, "a cell has 7 bits for its tile");
_Static_assert((int)SPECIES_COUNT <= UINT8_MAX, "a look is a species");

static struct page_body describe(const struct delver *viewer, const struct body *body,
                                 struct pos at)
{
    const struct delver *delver =
        body->species == SPECIES_DELVER ? (const struct delver *)body : NULL;
    struct page_body out = {
        .id = (uint16_t)body->id,
        .x = (uint16_t)at.x,
        .y = (uint16_t)at.y,
        .look = (uint8_t)body->species,
    };

    if (delver == NULL)
        out.flags = foe_is_awake((const struct foe *)body) ? PAGE_BODY_HOSTILE
                                                           : PAGE_BODY_HOSTILE | PAGE_BODY_ASLEEP;
    else if (delver == viewer)
        out.flags = PAGE_BODY_SELF;
    if (delver != NULL && delver->is_link_dead)
        out.flags |= PAGE_BODY_AWAY;
    if (body_is_fallen(body))
        out.flags |= PAGE_BODY_FALLEN;
    return out;
}

static void add(struct page_bodies *out, const struct delver *viewer, const struct body *body,
                struct pos at, uint8_t flags)
{
    if (out->count == PAGE_BODIES_MAX)
        return;
    out->ids[out->count] = body->id;
    out->list[out->count] = describe(viewer, body, at);
    out->list[out->count++].flags |= flags;
}

/* Adds the bodies or items in sight in one word of a row. */
static void collect_seen(const struct world *world, const struct delver *viewer, int y, int word,
                         struct page_bodies *out)
{
    const struct level *level = viewer->body.level;
    size_t place = (size_t)(y * level->row_words + word);
    uint64_t bits = sight_row_word(&viewer->sight, y, word);
    int light = light_radius(viewer);

    for (bits &= level->delvers[place] | level->foes[place]; bits != 0; bits &= bits - 1) {
        struct pos at = pos_of(word * 64 + __builtin_ctzll(bits), y);
        const struct body *body = world_body(world, level->bodies[y * level->width + at.x]);
        if (body != &viewer->body && light_shows_body(viewer, light, body))
            add(out, viewer, body, at, 0);
    }
}

/* Adds a companion, who may be in sight, or only be known of. */
static void add_companion(const struct world *world, const struct delver *viewer, body_id id,
                          struct page_bodies *out)
{
    struct pos at;

    if (!companions_place(world, viewer, id, &at))
        return;
    for (int i = 0; i < out->count; i++) {
        if (out->ids[i] != id)
            continue;
        out->list[i].flags |= PAGE_BODY_COMPANION;
        return;
    }
    add(out, viewer, world_body(world, id), at, PAGE_BODY_COMPANION);
}

void page_map_collect(const struct world *world, const struct delver *viewer,
                      const struct companions *companions, struct page_bodies *out)
{
    const struct level *level = viewer->body.level;
    const struct sightings *sightings = &viewer->sightings;

    out->count = 0;
    add(out, viewer, &viewer->body, viewer->body.at, 0);
    for (int y = viewer->sight.top; y < viewer->sight.bottom; y++) {
        for (int word = 0; word < level->row_words; word++)
            collect_seen(world, viewer, y, word, out);
    }
    for (int i = 0; i < sightings->sensed_count; i++) {
        const struct body *body = world_body(world, sightings->sensed[i].foe);
        if (body != NULL)
            add(out, viewer, body, sightings->sensed[i].at, PAGE_BODY_SENSED);
    }
    for (int i = 0; i < companions->count; i++)
        add_companion(world, viewer, companions->bodies[i], out);
}

static void add_thing(struct page_things *out, struct pos at, char look, enum role role)
{
    if (out->count < PAGE_THINGS_MAX)
        out->list[out->count++] =
            (struct page_thing){(uint16_t)at.x, (uint16_t)at.y, (uint8_t)look, (uint8_t)role};
}

static void collect_lit(const struct world *world, const struct delver *viewer, int light,
                        struct page_things *out)
{
    const struct level *level = viewer->body.level;

    for (int y = viewer->sight.top; y < viewer->sight.bottom; y++) {
        for (int word = 0; word < level->row_words; word++) {
            size_t place = (size_t)(y * level->row_words + word);
            uint64_t bits = sight_row_word(&viewer->sight, y, word) & level->scattered[place] &
                            ~(level->delvers[place] | level->foes[place]);
            for (; bits != 0; bits &= bits - 1) {
                struct pos at = pos_of(word * 64 + __builtin_ctzll(bits), y);
                if (!light_shows_cell(viewer, light, at))
                    continue;
                cell shown = view_lying(world, viewer, at);
                add_thing(out, at, (char)cell_code_point(shown), cell_role(shown));
            }
        }
    }
}

static void collect_graves(const struct world *world, const struct delver *viewer, int light,
                           struct page_things *out)
{
    for (uint32_t id = viewer->body.level->first_grave; id != 0; id = world->graves[id - 1].next) {
        const struct grave *grave = &world->graves[id - 1];
        if (view_recalls_grave(viewer, light, grave))
            add_thing(out, grave->at, GRAVE_GLYPH, ROLE_REMEMBERED);
    }
}

static void page_map_collect_things(const struct world *world, const struct delver *viewer,
                                    struct page_things *out)
{
    int light = light_radius(viewer);

    out->count = 0;
    for (int i = 0; i < viewer->recall.count; i++) {
        const struct recalled *recalled = &viewer->recall.list[i];
        if (!light_shows_cell(viewer, light, recalled->at))
            add_thing(out, recalled->at, item_class_of(recalled->top.kind)->glyph, ROLE_REMEMBERED);
    }
    collect_graves(world, viewer, light, out);
    collect_lit(world, viewer, light, out);
}

static void draw_niches(const struct delver *viewer, uint8_t *out)
{
    const struct level *level = viewer->body.level;

    for (int i = 0; i < level->niche_count; i++) {
        uint8_t *drawn = &out[level->niches[i].y * level->width + level->niches[i].x];
        if ((*drawn & PAGE_CELL_TILE) == TILE_NICHE &&
            life_has_opened(&viewer->life, (enum niche)i, level->key.depth))
            *drawn = (uint8_t)((*drawn & PAGE_CELL_SEEN) | PAGE_TILE_NICHE_OPENED);
    }
}

/* Writes a byte for each cell of the viewer's level, row by row, to `out`. */
static void page_map_draw(const struct delver *viewer, uint8_t *out)
{
    const struct level *level = viewer->body.level;

    memcpy(out, viewer->memory, (size_t)(level->width * level->height));
    for (int y = viewer->sight.top; y < viewer->sight.bottom; y++) {
        for (int word = 0; word < level->row_words; word++) {
            uint64_t bits = sight_row_word(&viewer->sight, y, word);
            for (; bits != 0; bits &= bits - 1)
                out[y * level->width + word * 64 + __builtin_ctzll(bits)] |= PAGE_CELL_SEEN;
        }
    }
    draw_niches(viewer, out);
}

static bool is_begun(const struct page_map *map, const struct delver *viewer)
{
    return map->is_begun && map->viewer == viewer->body.id &&
           level_key_equal(map->level, viewer->body.key);
}

bool page_map_has_sent(const struct page_map *map, const struct delver *viewer, uint16_t id)
{
    if (!is_begun(map, viewer))
        return false;
    for (int i = 0; i < map->id_count; i++) {
        if (map->ids[i] == id)
            return true;
    }
    return false;
}

static enum err begin_level(struct page_map *map, const struct world *world,
                            const struct delver *viewer, struct bytes *out)
{
    const struct level *level = viewer->body.level;
    enum err error = page_sent_begin(&map->cells, level->width, level->height);

    if (error != ERR_OK)
        return error;
    map->view++;
    map->viewer = viewer->body.id;
    map->level = viewer->body.key;
    map->is_begun = true;
    map->has_bodies = map->has_things = false;
    const struct page_level begun = {
        .view = map->view,
        .width = level->width,
        .height = level->height,
        .tint = (uint8_t)theme_of_depth(world->themes, level->key.depth)->tint,
    };
    return page_put_level(out, &begun);
}

static uint64_t hash_of(const void *data, size_t size)
{
    struct hash hash;

    hash_init(&hash);
    hash_bytes(&hash, data, size);
    return hash.value;
}

static enum err put_bodies(struct page_map *map, const struct page_bodies *bodies,
                           struct bytes *out)
{
    uint64_t now = hash_of(bodies->list, (size_t)bodies->count * sizeof bodies->list[0]);

    if (map->has_bodies && now == map->bodies_sent)
        return ERR_OK;
    if (bodies->count != map->id_count) {
        /* The viewer's own body is always there, so that the size is not 0. */
        uint16_t *ids = realloc(map->ids, (size_t)bodies->count * sizeof *ids);
        if (ids == NULL)
            return ERR_MEMORY;
        map->ids = ids;
        map->id_count = bodies->count;
    }
    map->has_bodies = true;
    map->bodies_sent = now;
    for (int i = 0; i < bodies->count; i++)
        map->ids[i] = bodies->list[i].id;
    return page_put_bodies(out, map->view, bodies->list, bodies->count);
}

static enum err put_things(struct page_map *map, const struct world *world,
                           const struct delver *viewer, struct bytes *out)
{
    struct page_things things;

    page_map_collect_things(world, viewer, &things);
    uint64_t now = hash_of(things.list, (size_t)things.count * sizeof things.list[0]);
    if (map->has_things ? now == map->things_sent : things.count == 0)
        return ERR_OK;
    map->has_things = true;
    map->things_sent = now;
    return page_put_things(out, map->view, things.list, things.count);
}

static enum err put_cells(struct page_map *map, const struct delver *viewer, uint8_t *scratch,
                          struct bytes *out, bool *out_complete)
{
    const struct level *level = viewer->body.level;
    size_t before = out->length;
    uint8_t *was = scratch;
    uint8_t *is = scratch + level_cell_count(level);

    page_sent_read(&map->cells, was);
    page_map_draw(viewer, is);
    enum err error = page_put_cells(out, map->view, was, is, (size_t)(level->width * level->height),
                                    PAGE_CELLS_BUDGET, out_complete);
    if (error == ERR_OK && out->length > before)
        error = page_sent_write(&map->cells, was);
    return error;
}

enum err page_map_put(struct page_map *map, const struct world *world, const struct delver *viewer,
                      const struct page_bodies *bodies, uint8_t *scratch, struct bytes *out,
                      bool *out_complete)
{
    enum err error = is_begun(map, viewer) ? ERR_OK : begin_level(map, world, viewer, out);

    *out_complete = false;
    if (error == ERR_OK)
        error = put_cells(map, viewer, scratch, out, out_complete);
    if (error == ERR_OK)
        error = put_things(map, world, viewer, out);
    return error == ERR_OK ? put_bodies(map, bodies, out) : error;
}

void page_map_forget(struct page_map *map)
{
    map->is_begun = false;
}

void page_map_release(struct page_map *map)
{
    page_sent_release(&map->cells);
    free(map->ids);
    *map = (struct page_map){0};
}

static json_t *make_row(const uint8_t *cells, int width)
{
    static const char digits[] = "0123456789abcdef";
    char text[2 * LEVEL_WIDTH_MAX];

    for (int x = 0; x < width; x++) {
        text[2 * x] = digits[cells[x] >> 4];
        text[2 * x + 1] = digits[cells[x] & 15];
    }
    return json_stringn(text, (size_t)(2 * width));
}

static json_t *make_cells(const struct delver *viewer)
{
    const struct level *level = viewer->body.level;
    uint8_t *cells = malloc(level_cell_count(level));
    json_t *rows = json_array();

    if (cells != NULL)
        page_map_draw(viewer, cells);
    for (int y = 0; cells != NULL && y < level->height; y++)
        json_array_append_new(rows, make_row(cells + y * level->width, level->width));
    free(cells);
    return rows;
}

static json_t *make_things(const struct world *world, const struct delver *viewer)
{
    struct page_things things;
    json_t *list = json_array();

    page_map_collect_things(world, viewer, &things);
    for (int i = 0; i < things.count; i++)
        json_array_append_new(list, json_pack("[i, i, i, i]", (int)things.list[i].x,
                                              (int)things.list[i].y, (int)things.list[i].look,
                                              (int)things.list[i].role));
    return list;
}

static json_t *make_bodies(const struct game *game, const struct delver *viewer)
{
    struct companions companions;
    struct page_bodies bodies;
    json_t *list = json_array();

    party_collect(game->roster, viewer->body.id, &companions);
    page_map_collect(game->world, viewer, &companions, &bodies);
    for (int i = 0; i < bodies.count; i++) {
        const struct page_body *body = &bodies.list[i];
        json_array_append_new(list, json_pack("[i, i, i, i, i]", (int)body->id, (int)body->x,
                                              (int)body->y, (int)body->look, (int)body->flags));
    }
    return list;
}

json_t *page_view_make(const struct game *game, const struct delver *viewer)
{
    const struct level *level = viewer->body.level;

    return json_pack("{s:i, s:i, s:i, s:o, s:o, s:o}", "width", level->width, "height",
                     level->height, "tint",
                     (int)theme_of_depth(game->world->themes, level->key.depth)->tint, "cells",
                     make_cells(viewer), "things", make_things(game->world, viewer), "bodies",
                     make_bodies(game, viewer));
}
