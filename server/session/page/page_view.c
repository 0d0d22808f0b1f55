/*
 * The view of a page as JSON.
 */
#include "server/session/page/page_view.h"

#include <stdlib.h>

#include "content/theme.h"
#include "server/game/game.h"
#include "server/game/party.h"
#include "server/session/page/page_map.h"

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
    uint8_t *cells = malloc(PAGE_CELLS_MAX);
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
                     level->height, "tint", (int)theme_of_depth(level->key.depth)->tint, "cells",
                     make_cells(viewer), "things", make_things(game->world, viewer), "bodies",
                     make_bodies(game, viewer));
}
