/*
 * Cell by cell, part by part. Tables and rows of text stand here a second time on purpose: the
 * drawing is compared with them, so none of them is taken from the drawing.
 */
#include "draw/reference.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "narrate/cell_words.h"
#include "term/layout.h"
#include "term/overlay.h"
#include "term/palette.h"
#include "term/sidebar.h"
#include "term/wrap.h"
#include "world/loot.h"
#include "world/sense.h"

/* Which of the four neighbours a wall joins: bits for north, east, south, west. Alone it is a block
   of rock. */
static const uint32_t wall_lines[16] = {
    0x2592, 0x2502, 0x2500, 0x2514, 0x2502, 0x2502, 0x250C, 0x251C,
    0x2500, 0x2518, 0x2500, 0x2534, 0x2510, 0x2524, 0x252C, 0x253C,
};

/* The roles of walls and floors in an area of a tint. */
struct tint_roles {
    enum role wall;
    enum role floor;
};

static const struct tint_roles tint_table[THEME_TINT_COUNT] = {
    [THEME_TINT_STONE] = {ROLE_WALL_STONE, ROLE_FLOOR_STONE},
    [THEME_TINT_BRICK] = {ROLE_WALL, ROLE_FLOOR},
    [THEME_TINT_EARTH] = {ROLE_WALL_EARTH, ROLE_FLOOR_EARTH},
    [THEME_TINT_MOSS] = {ROLE_WALL_MOSS, ROLE_FLOOR_MOSS},
    [THEME_TINT_CRYSTAL] = {ROLE_WALL_CRYSTAL, ROLE_FLOOR_CRYSTAL},
    [THEME_TINT_BONE] = {ROLE_WALL_BONE, ROLE_FLOOR_BONE},
};

static enum role tinted(enum role role, enum theme_tint tint)
{
    if (role == ROLE_WALL)
        return tint_table[tint].wall;
    return role == ROLE_FLOOR ? tint_table[tint].floor : role;
}

/* The role on a remembered map: tiles that players look for keep a hue, the rest is grey. */
static enum role remembered_role(enum tile_id tile)
{
    switch (tile) {
    case TILE_DOOR_CLOSED:
    case TILE_DOOR_OPEN:
    case TILE_SECRET_SHUT:
    case TILE_SECRET_OPEN:
    case TILE_BARS_SHUT:
    case TILE_BARS_OPEN:
        return ROLE_REMEMBERED_DOOR;
    case TILE_STAIRS_DOWN:
    case TILE_STAIRS_UP:
        return ROLE_REMEMBERED_STAIRS;
    case TILE_WATER_DEEP:
        return ROLE_REMEMBERED_LIQUID;
    case TILE_BRIDGE:
    case TILE_SHRINE:
    case TILE_NICHE:
    case TILE_PEDLAR:
    case TILE_FOUNTAIN:
    case TILE_LANTERN:
    case TILE_CHASM:
    case TILE_BRAZIER:
    case TILE_LEVER:
    case TILE_KEY:
    case TILE_PLATE:
    case TILE_CACHE:
    case TILE_TORCH:
    case TILE_SNARE:
    case TILE_SPIKES:
    case TILE_ALARM:
    case TILE_GAS:
    case TILE_FLASH:
    case TILE_CHUTE:
    case TILE_HEARTH:
    case TILE_HOARD:
        return ROLE_REMEMBERED_SPECIAL;
    default:
        return ROLE_REMEMBERED;
    }
}

/* True if the cell is known to be open ground: what a wall's line runs along. */
static bool is_known_open(const struct delver *viewer, struct pos at)
{
    enum tile_id tile = delver_remembered(viewer, at);

    return tile != TILE_UNKNOWN && !tile_joins_walls(tile);
}

/*
 * Two walls side by side are joined only if the edge between them borders on open ground: thick
 * rock would otherwise become a lattice.
 */
static bool joins(const struct delver *viewer, struct pos at, enum dir dir)
{
    static const enum dir sides[DIR_COUNT][2] = {
        [DIR_NORTH] = {DIR_EAST, DIR_WEST},
        [DIR_EAST] = {DIR_NORTH, DIR_SOUTH},
        [DIR_SOUTH] = {DIR_EAST, DIR_WEST},
        [DIR_WEST] = {DIR_NORTH, DIR_SOUTH},
    };
    struct pos next = pos_step(at, dir);

    if (!tile_joins_walls(delver_remembered(viewer, next)))
        return false;
    for (int i = 0; i < 2; i++) {
        if (is_known_open(viewer, pos_step(at, sides[dir][i])) ||
            is_known_open(viewer, pos_step(next, sides[dir][i])))
            return true;
    }
    return false;
}

/* True if one of the eight cells around is known to be open ground within built walls. */
static bool is_along_built_ground(const struct delver *viewer, struct pos at)
{
    const struct level *level = viewer->body.level;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos beside = pos_step(at, dir);
        if (is_known_open(viewer, beside) &&
            (level->built[beside.y * level->row_words + beside.x / 64] >> beside.x % 64 & 1) != 0)
            return true;
    }
    return false;
}

static uint32_t wall_glyph(const struct delver *viewer, struct pos at)
{
    if (!is_along_built_ground(viewer, at))
        return wall_lines[0];
    unsigned joined =
        (unsigned)joins(viewer, at, DIR_NORTH) | (unsigned)joins(viewer, at, DIR_EAST) << 1 |
        (unsigned)joins(viewer, at, DIR_SOUTH) << 2 | (unsigned)joins(viewer, at, DIR_WEST) << 3;

    return wall_lines[joined];
}

static cell body_cell(const struct world *world, const struct delver *viewer, body_id id)
{
    const struct body *body = world_body(world, id);
    const struct delver *delver = world_delver(world, id);

    CHECK(body != NULL);
    const struct species_row *row = species_row(body->species);
    bool is_awake = delver != NULL || ((const struct foe *)body)->mind.mood != MOOD_ASLEEP;
    enum role role =
        delver != NULL && delver->is_link_dead ? ROLE_AWAY : species_role(body->species, is_awake);
    return cell_of((unsigned char)row->glyph, delver == viewer ? ROLE_SELF : role);
}

/* The role of ground beyond the light: that which palettes hold to be the one in the light. */
static enum role far_role(enum role role)
{
    for (int far = ROLE_FAR_WALL; far <= ROLE_FAR_FLOOR_BONE; far++) {
        if (palette_lit_role((enum role)far) == role)
            return (enum role)far;
    }
    return role;
}

static cell compose_cell(const struct world *world, const struct delver *viewer, struct pos at,
                         enum theme_tint tint, bool shows_utf8)
{
    enum tile_id tile = delver_remembered(viewer, at);

    if (tile == TILE_UNKNOWN)
        return cell_of(' ', ROLE_BLANK);

    bool is_seen = delver_sees(viewer, at);
    body_id body = is_seen ? level_body_at(viewer->body.level, at) : 0;
    int light = light_radius(viewer);
    if (body != 0 && light_shows_body(viewer, light, world_body(world, body)))
        return body_cell(world, viewer, body);

    bool is_lit = body == 0 && light_shows_cell(viewer, light, at);
    const struct item *item = is_lit ? level_item_at(world, viewer->body.level, at) : NULL;
    if (item != NULL)
        return cell_of((unsigned char)item_class_of(item->stack.kind)->glyph,
                       item_role(item->stack.kind, life_knows(&viewer->life, item->stack.kind)));
    if (is_lit && level_grave_at(world, viewer->body.level, at) != NULL)
        return cell_of(GRAVE_GLYPH, ROLE_ITEM);
    const struct grave *grave = level_grave_at(world, viewer->body.level, at);
    if (!light_shows_cell(viewer, light, at) && grave != NULL &&
        grave->delver_id == viewer->delver_id)
        return cell_of(GRAVE_GLYPH, ROLE_REMEMBERED);
    for (int i = 0; i < viewer->recall.count; i++) {
        const struct recalled *recalled = &viewer->recall.list[i];
        if (pos_equal(recalled->at, at) && !light_shows_cell(viewer, light, at))
            return cell_of((unsigned char)item_class_of(recalled->top.kind)->glyph,
                           ROLE_REMEMBERED);
    }
    const struct tile_row *row = tile_row(tile);
    uint32_t glyph = shows_utf8 ? row->glyph_utf8 : (uint32_t)row->glyph;
    if (shows_utf8 && tile == TILE_ROCK)
        glyph = wall_glyph(viewer, at);
    enum niche niche = niche_at(viewer->body.level, at);
    bool is_opened = niche != NICHE_COUNT &&
                     life_has_opened(&viewer->life, niche, viewer->body.level->key.depth);
    if (is_opened)
        return cell_of(glyph, ROLE_REMEMBERED);
    if (is_seen && !light_shows_cell(viewer, light, at))
        return cell_of(glyph, far_role(tinted(row->role, tint)));
    return cell_of(glyph, is_seen ? tinted(row->role, tint) : remembered_role(tile));
}

/* A member of the viewer's party on a known cell is shown there, in sight or not. */
static cell compose_companion(const struct scene *scene, struct pos at, cell drawn)
{
    const struct level *level = scene->viewer->body.level;

    for (int i = 0; i < scene->companions.count; i++) {
        const struct delver *companion = world_delver(scene->world, scene->companions.bodies[i]);
        if (companion != NULL && companion->body.level == level &&
            pos_equal(companion->body.at, at) &&
            delver_remembered(scene->viewer, at) != TILE_UNKNOWN)
            return cell_of('@', companion->is_link_dead ? ROLE_AWAY : ROLE_COMPANION);
    }
    return drawn;
}

/* A foe that is felt is shown where it was felt. */
static cell compose_sensed(const struct scene *scene, struct pos at, cell drawn)
{
    const struct sightings *sightings = &scene->viewer->sightings;

    for (int i = sightings->sensed_count - 1; i >= 0; i--) {
        const struct body *body = world_body(scene->world, sightings->sensed[i].foe);
        if (body != NULL && pos_equal(sightings->sensed[i].at, at))
            return cell_of((unsigned char)species_row(body->species)->glyph, ROLE_REMEMBERED);
    }
    return drawn;
}

static struct pos compose_map(const struct scene *scene, const struct camera *camera,
                              struct rect area, struct screen *screen)
{
    const struct delver *viewer = scene->viewer;
    enum theme_tint tint = theme_of_depth(NULL, viewer->body.level->key.depth)->tint;

    for (int y = 0; y < area.height; y++) {
        for (int x = 0; x < area.width; x++) {
            struct pos at = pos_of(camera->origin.x + x, camera->origin.y + y);
            cell drawn = compose_cell(scene->world, viewer, at, tint, scene->draws_lines);
            screen->cells[(area.y + y) * screen->width + area.x + x] =
                compose_companion(scene, at, compose_sensed(scene, at, drawn));
        }
    }
    return pos_of(area.x + viewer->body.at.x - camera->origin.x,
                  area.y + viewer->body.at.y - camera->origin.y);
}

static void fold_to_ascii(struct screen *screen)
{
    for (int i = 0; i < screen->width * screen->height; i++) {
        uint32_t code_point = cell_code_point(screen->cells[i]);
        if (code_point < ' ' || code_point > '~')
            screen->cells[i] = cell_of('?', cell_role(screen->cells[i]));
    }
}

static int count_in_view(const struct world *world, const struct delver *viewer)
{
    int count = 0;

    for (body_id id = viewer->body.level->first_delver; id != 0;) {
        const struct delver *other = world_delver(world, id);
        count += other != viewer && delver_sees(viewer, other->body.at);
        id = other->body.next;
    }
    return count;
}

static void draw_status(const struct scene *scene, const struct layout *layout,
                        struct screen *canvas)
{
    struct hud_status status = scene->status;

    status.near_count = count_in_view(scene->world, scene->viewer);
    hud_draw_status(canvas, layout, scene->viewer, &status);
}

/* The target line; where it does not fit, without the bar between its brackets. */
static void write_target(const struct scene *scene, struct screen *canvas, int y)
{
    char text[sizeof scene->target.text];
    int length = (int)strlen(scene->target.text);
    int at = 0;
    bool is_bar = false;

    for (int i = 0; i < length; i++) {
        char c = scene->target.text[i];
        is_bar =
            is_bar || (length > canvas->width && strncmp(scene->target.text + i, " [", 2) == 0);
        if (!is_bar)
            text[at++] = c;
        is_bar = is_bar && c != ']';
    }
    text[at] = '\0';
    screen_write(canvas, 0, y, canvas->width, text, scene->target.role);
}

/* The newest message at the bottom, above what is typed. One that needs more rows than the log
   has is shown from its beginning, and to be read whole among the last messages. */
static void draw_log(const struct scene *scene, const struct layout *layout, struct screen *canvas)
{
    static const char more[] = "...";
    struct rect area = layout->log;
    int count = message_log_length(scene->messages);
    char text[MESSAGE_SHOWN_SIZE];

    if ((scene->prompt != NULL || scene->look.is_open) && area.y + area.height > layout->input_y)
        area.height = (int16_t)(layout->input_y - area.y);
    if (scene->target.text[0] != '\0') {
        write_target(scene, canvas, area.y);
        area.y++;
        area.height--;
    }
    for (int age = 0; age < count && area.height > 0; age++) {
        struct message message = message_log_at(scene->messages, age);
        message_show(&message, text);
        area.height = (int16_t)(area.height - wrap_write_up(canvas, area, text,
                                                            age == 0 ? more : NULL, message.role));
    }
}

static void draw_map_overlay(const struct scene *scene, struct screen *canvas)
{
    const struct map_overlay *map = &scene->map;
    struct rect area = {0, 0, (int16_t)canvas->width, (int16_t)(canvas->height - 1)};
    struct camera camera = map->camera;
    struct pos at = level_clamp(scene->viewer->body.level, map->focus);
    char text[CELL_WORDS_MAX];

    if (map->note != NULL)
        snprintf(text, sizeof text, "%s", map->note);
    else if (pos_equal(at, scene->viewer->body.at))
        snprintf(text, sizeof text, "%s",
                 canvas->width >= 80
                     ? "Map: the walking keys move, Enter walks there, < > find stairs, Esc closes."
                     : "Keys move, Enter walks, < > Esc");
    else
        cell_describe(scene->world, scene->viewer, at, text, sizeof text);
    camera_follow(&camera, CAMERA_MARGIN, at, area, scene->viewer->body.level);
    compose_map(scene, &camera, area, canvas);
    canvas->cursor = pos_of(at.x - camera.origin.x, at.y - camera.origin.y);
    screen_fill(canvas, 0, area.height, canvas->width, ' ', ROLE_STATUS);
    screen_write(canvas, 0, area.height, canvas->width, text, ROLE_STATUS);
}

/* One axis of the view moves cell by cell until the cursor is a fifth of it inside. */
static int reach(int origin, int target, int view, int level)
{
    int margin = view / 5;

    while (origin > 0 && target < origin + margin)
        origin--;
    while (origin < level - view && target >= origin + view - margin)
        origin++;
    return origin;
}

/* The cursor on the map, and what is under it in the last row, cut after a word, or the keys right
   of it. */
static void draw_look(const struct scene *scene, const struct layout *layout, struct pos origin,
                      struct pos at, struct screen *canvas)
{
    static const char keys[] = "Tab next  Enter walks  v tells  Esc ends";
    static const char more[] = " ... (v: all)";
    int keys_x = canvas->width - (int)strlen(keys) - 1;
    char text[CELL_WORDS_MAX];

    cell_describe(scene->world, scene->viewer, at, text, sizeof text);
    if ((int)strlen(text) > canvas->width) {
        int end = canvas->width - (int)strlen(more);
        while (text[end] != ' ')
            end--;
        while (text[end - 1] == ' ')
            end--;
        snprintf(text + end, sizeof text - (size_t)end, "%s", more);
    }
    screen_fill(canvas, 0, layout->input_y, canvas->width, ' ', ROLE_BLANK);
    screen_write(canvas, 0, layout->input_y, canvas->width, text, ROLE_GOOD);
    if ((int)strlen(text) + 2 <= keys_x)
        screen_write(canvas, keys_x, layout->input_y, canvas->width, keys, ROLE_DIM_TEXT);
    canvas->cursor = pos_of(layout->map.x + at.x - origin.x, layout->map.y + at.y - origin.y);
}

static void draw_game(const struct scene *scene, struct camera *camera, struct screen *canvas)
{
    struct layout layout = layout_of(scene->width, scene->height);
    const struct level *level = scene->viewer->body.level;
    struct pos at = level_clamp(level, scene->look.at);

    camera_follow(camera, scene->camera_mode, scene->viewer->body.at, layout.map, level);
    struct camera view = *camera;
    if (scene->look.is_open)
        view.origin = pos_of(reach(view.origin.x, at.x, layout.map.width, level->width),
                             reach(view.origin.y, at.y, layout.map.height, level->height));
    canvas->cursor = compose_map(scene, &view, layout.map, canvas);
    draw_status(scene, &layout, canvas);
    draw_log(scene, &layout, canvas);
    if (scene->look.is_open)
        draw_look(scene, &layout, view.origin, at, canvas);
    if (layout.sidebar.width > 0)
        sidebar_draw(scene->world, scene->viewer, &scene->companions, &layout, scene->draws_lines,
                     canvas);
    if (scene->overlay != NULL)
        (void)overlay_draw(canvas, &layout, scene->overlay, scene->overlay_first,
                           scene->overlay_tints);
    if (scene->prompt != NULL)
        hud_draw_input(canvas, &layout, scene->prompt, scene->typed, scene->typed_at);
}

void reference_compose(const struct scene *scene, struct camera *camera, struct screen *canvas)
{
    canvas->width = scene->width;
    canvas->height = scene->height;
    canvas->cursor_shown = true;
    screen_clear(canvas);
    if (layout_is_too_small(scene->width, scene->height))
        hud_draw_too_small(canvas);
    else if (scene->map.is_open)
        draw_map_overlay(scene, canvas);
    else
        draw_game(scene, camera, canvas);
    if (scene->is_ascii)
        fold_to_ascii(canvas);
}
