/*
 * Foes that are felt, on the map, in the hue of remembered things.
 */
#include "term/felt_foes.h"

void felt_foes_draw(const struct world *world, const struct delver *viewer,
                    const struct camera *camera, struct rect area, const struct row_set *rows,
                    struct screen *screen)
{
    const struct peril *peril = &viewer->peril;

    for (int i = 0; i < peril->felt_count; i++) {
        const struct body *body = world_body(world, peril->felt[i].foe);
        struct pos at = peril->felt[i].at;
        struct pos drawn =
            pos_of(area.x + at.x - camera->origin.x, area.y + at.y - camera->origin.y);
        if (body != NULL && rect_contains(area, drawn) && row_set_has(rows, drawn.y))
            screen_put(screen, drawn.x, drawn.y, (unsigned char)species_row(body->species)->glyph,
                       ROLE_REMEMBERED);
    }
}
