/*
 * The party on the map.
 */
#include "term/companions.h"

#include <stdio.h>

bool companions_place(const struct world *world, const struct delver *viewer, body_id companion,
                      struct pos *out)
{
    const struct delver *delver = world_delver(world, companion);

    if (delver == NULL || delver->body.level == NULL || delver->body.level != viewer->body.level ||
        delver_remembered(viewer, delver->body.at) == TILE_UNKNOWN)
        return false;
    *out = delver->body.at;
    return true;
}

void companions_draw(const struct world *world, const struct delver *viewer,
                     const struct companions *companions, const struct camera *camera,
                     struct rect area, const struct row_set *rows, struct screen *screen)
{
    for (int i = 0; i < companions->count; i++) {
        const struct delver *companion = world_delver(world, companions->bodies[i]);
        struct pos at;
        if (!companions_place(world, viewer, companions->bodies[i], &at))
            continue;
        struct pos drawn =
            pos_of(area.x + at.x - camera->origin.x, area.y + at.y - camera->origin.y);
        if (rect_contains(area, drawn) && row_set_has(rows, drawn.y))
            screen_put(screen, drawn.x, drawn.y,
                       (unsigned char)species_row(companion->body.species)->glyph,
                       companion->is_link_dead ? ROLE_AWAY : ROLE_COMPANION);
    }
}

void companions_where(const struct delver *viewer, const struct delver *companion, char *out,
                      size_t size)
{
    const struct body *body = &companion->body;
    const char *state = companion->is_link_dead      ? "away "
                        : companion->peril.is_fallen ? "fallen "
                                                     : "";
    int steps = pos_distance(viewer->body.at, body->at);

    if (body->state == BODY_TRANSIT)
        snprintf(out, size, "on stairs");
    else if (body->level != viewer->body.level)
        snprintf(out, size, "%sdepth %d", state, body->key.depth);
    else
        snprintf(out, size, "%s%s %d", state,
                 dir_short_name(dir_towards(viewer->body.at, body->at)), steps);
}
