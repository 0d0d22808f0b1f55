/*
 * The map on a screen: the camera, the cells of the map, and bodies over it.
 */
#include "term/view.h"

#include <limits.h>
#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "term/ansi.h"
#include "world/sense.h"

enum { CAMERA_MARGIN_DIVISOR = 5 };

void camera_reset(struct camera *camera)
{
    *camera = (struct camera){0};
}

static int follow_axis(int origin, bool may_stay, int target, int view, int level)
{
    if (level <= view)
        return -((view - level) / 2);

    int margin = view / CAMERA_MARGIN_DIVISOR;
    int inside = target - origin;
    if (!may_stay || inside < margin || inside >= view - margin)
        origin = target - view / 2;
    if (origin > level - view)
        origin = level - view;
    return origin < 0 ? 0 : origin;
}

static int reach_axis(int origin, int target, int view, int level)
{
    int margin = view / CAMERA_MARGIN_DIVISOR;

    if (level <= view)
        return -((view - level) / 2);
    if (target < origin + margin)
        origin = target - margin;
    if (target >= origin + view - margin)
        origin = target - view + margin + 1;
    if (origin > level - view)
        origin = level - view;
    return origin < 0 ? 0 : origin;
}

void camera_reach(struct camera *camera, struct pos target, struct rect view,
                  const struct level *level)
{
    CHECK(view.width >= 1 && view.height >= 1);
    camera->origin = pos_of(reach_axis(camera->origin.x, target.x, view.width, level->width),
                            reach_axis(camera->origin.y, target.y, view.height, level->height));
}

void camera_follow(struct camera *camera, enum camera_mode mode, struct pos target,
                   struct rect view, const struct level *level)
{
    CHECK(view.width >= 1 && view.height >= 1);
    bool may_stay = camera->is_placed && mode == CAMERA_MARGIN;
    int x = follow_axis(camera->origin.x, may_stay, target.x, view.width, level->width);
    int y = follow_axis(camera->origin.y, may_stay, target.y, view.height, level->height);

    camera->origin = pos_of(x, y);
    camera->is_placed = true;
}

/* Lines of walls by the neighbours that they join: bits for north, east, south, west. A wall
   without any is not a line. */
static const uint32_t wall_lines[16] = {
    0x2592, 0x2502, 0x2500, 0x2514, 0x2502, 0x2502, 0x250C, 0x251C,
    0x2500, 0x2518, 0x2500, 0x2534, 0x2510, 0x2524, 0x252C, 0x253C,
};

/* The roles of walls and floors by the material of the place: in the light and beyond it. */
struct tint_roles {
    enum role wall;
    enum role floor;
    enum role far_wall;
    enum role far_floor;
};

static const struct tint_roles tint_table[THEME_TINT_COUNT] = {
    [THEME_TINT_STONE] = {ROLE_WALL_STONE, ROLE_FLOOR_STONE, ROLE_FAR_WALL_STONE,
                          ROLE_FAR_FLOOR_STONE},
    [THEME_TINT_BRICK] = {ROLE_WALL, ROLE_FLOOR, ROLE_FAR_WALL, ROLE_FAR_FLOOR},
    [THEME_TINT_EARTH] = {ROLE_WALL_EARTH, ROLE_FLOOR_EARTH, ROLE_FAR_WALL_EARTH,
                          ROLE_FAR_FLOOR_EARTH},
    [THEME_TINT_MOSS] = {ROLE_WALL_MOSS, ROLE_FLOOR_MOSS, ROLE_FAR_WALL_MOSS, ROLE_FAR_FLOOR_MOSS},
    [THEME_TINT_CRYSTAL] = {ROLE_WALL_CRYSTAL, ROLE_FLOOR_CRYSTAL, ROLE_FAR_WALL_CRYSTAL,
                            ROLE_FAR_FLOOR_CRYSTAL},
    [THEME_TINT_BONE] = {ROLE_WALL_BONE, ROLE_FLOOR_BONE, ROLE_FAR_WALL_BONE, ROLE_FAR_FLOOR_BONE},
};

static enum role tinted(enum role role, enum theme_tint tint)
{
    if (role == ROLE_WALL)
        return tint_table[tint].wall;
    return role == ROLE_FLOOR ? tint_table[tint].floor : role;
}

/* Returns the tinted role of a tile beyond the light. Tiles that players search for on a map do not
   fade. */
static enum role tinted_far(enum role role, enum theme_tint tint)
{
    if (role == ROLE_WALL)
        return tint_table[tint].far_wall;
    return role == ROLE_FLOOR ? tint_table[tint].far_floor : role;
}

static cell body_cell(const struct world *world, const struct delver *viewer, body_id id)
{
    const struct body *body = world_body(world, id);
    const struct delver *delver = world_delver(world, id);

    CHECK(body != NULL);
    const struct species_row *row = species_row(body->species);
    enum role role = delver != NULL && delver->is_link_dead ? ROLE_AWAY : body_role(body);
    return cell_of((unsigned char)row->glyph, delver == viewer ? ROLE_SELF : role);
}

/* The cell that shows each tile: remembered, in sight beyond the light, and in the light. */
struct paint {
    cell cells[3][TILE_COUNT];
    uint64_t joins[TILE_COUNT]; /* 1 for a tile that walls join */
    uint64_t open[TILE_COUNT];  /* 1 for open ground, along which a wall's line runs */
};

enum { REMEMBERED, FAR, LIT };

static void mix_paint(const struct world *world, const struct delver *viewer, bool shows_utf8,
                      struct paint *out)
{
    enum theme_tint tint = theme_of_depth(world->themes, viewer->body.level->key.depth)->tint;

    for (int step = REMEMBERED; step <= LIT; step++)
        out->cells[step][TILE_UNKNOWN] = cell_of(' ', ROLE_BLANK);
    out->joins[TILE_UNKNOWN] = out->open[TILE_UNKNOWN] = 0;
    for (enum tile_id tile = TILE_UNKNOWN + 1; tile < TILE_COUNT; tile++) {
        const struct tile_row *row = tile_row(tile);
        uint32_t glyph = shows_utf8 ? row->glyph_utf8 : (uint32_t)row->glyph;
        out->cells[LIT][tile] = cell_of(glyph, tinted(row->role, tint));
        out->cells[FAR][tile] = cell_of(glyph, tinted_far(row->role, tint));
        out->cells[REMEMBERED][tile] = cell_of(glyph, row->remembered);
        out->joins[tile] = tile_joins_walls(tile);
        out->open[tile] = !tile_joins_walls(tile);
    }
}

/* How much a viewer knows of a row of the level. */
struct known_row {
    int y;                           /* row of the level; NO_ROW: none yet */
    uint64_t joins[SIGHT_ROW_WORDS]; /* cells that walls join */
    uint64_t open[SIGHT_ROW_WORDS];  /* open ground, along which a wall's line runs */
    uint64_t built[SIGHT_ROW_WORDS]; /* open ground within built walls */
};

enum {
    NO_ROW = INT_MIN,
    KNOWN_ROWS = 3, /* a row, and those above and below it */
};

/* A part of a row of the level that is drawn on the screen. */
struct strip {
    const struct world *world;
    const struct delver *viewer;
    const struct paint *paint;
    int light; /* radius of the viewer's light */
    int y;     /* row of the level */
    int from;
    int to;      /* the column after the last one of the part */
    cell *cells; /* cells of the part; cells[0] is that of column `from` */
    struct known_row known[KNOWN_ROWS];
};

/* Returns the bits of the strip's columns in a word of the level's rows. */
static uint64_t bits_of(const struct strip *strip, int word)
{
    int first = strip->from - word * 64;
    int last = strip->to - word * 64;
    uint64_t bits = last >= 64 ? UINT64_MAX : last <= 0 ? 0 : (UINT64_C(1) << last) - 1;

    return first <= 0 ? bits : first >= 64 ? 0 : bits & ~((UINT64_C(1) << first) - 1);
}

/* Returns the cell of a thing that the viewer sees or remembers. */
static cell thing_cell(const struct delver *viewer, enum item_kind kind)
{
    return cell_of((unsigned char)item_class_of(kind)->glyph,
                   item_role(kind, life_knows(&viewer->life, kind)));
}

cell view_lying(const struct world *world, const struct delver *viewer, struct pos at)
{
    const struct item *item = level_item_at(world, viewer->body.level, at);

    return item == NULL ? cell_of(GRAVE_GLYPH, ROLE_ITEM) : thing_cell(viewer, item->stack.kind);
}

/* Draws bodies in sight, and things, over the terrain. */
static void draw_things(const struct strip *strip, int word, uint64_t seen)
{
    const struct level *level = strip->viewer->body.level;
    size_t place = (size_t)(strip->y * level->row_words + word);
    uint64_t bodies = seen & (level->delvers[place] | level->foes[place]);

    for (uint64_t bits = seen & level->scattered[place] & ~bodies; bits != 0; bits &= bits - 1) {
        int x = word * 64 + __builtin_ctzll(bits);
        struct pos at = pos_of(x, strip->y);
        if (!light_shows_cell(strip->viewer, strip->light, at))
            continue;
        strip->cells[x - strip->from] = view_lying(strip->world, strip->viewer, at);
    }
    for (uint64_t bits = bodies; bits != 0; bits &= bits - 1) {
        int x = word * 64 + __builtin_ctzll(bits);
        body_id id = level->bodies[strip->y * level->width + x];
        if (!light_shows_body(strip->viewer, strip->light, world_body(strip->world, id)))
            continue;
        strip->cells[x - strip->from] = body_cell(strip->world, strip->viewer, id);
    }
}

/* Draws niches that the viewer has opened grey, in sight and out of it. */
static void dim_niches(const struct strip *strip)
{
    const struct delver *viewer = strip->viewer;
    const struct level *level = viewer->body.level;

    for (int i = 0; i < level->niche_count; i++) {
        struct pos at = level->niches[i];
        if (at.y != strip->y || at.x < strip->from || at.x >= strip->to ||
            !life_has_opened(&viewer->life, (enum niche)i, level->key.depth))
            continue;
        cell *drawn = &strip->cells[at.x - strip->from];
        if (*drawn == strip->paint->cells[LIT][TILE_NICHE] ||
            *drawn == strip->paint->cells[FAR][TILE_NICHE] ||
            *drawn == strip->paint->cells[REMEMBERED][TILE_NICHE])
            *drawn = cell_of(cell_code_point(*drawn), ROLE_REMEMBERED);
    }
}

/* True if the viewer sees a body on the cell, which covers any remembered thing there. */
static bool shows_body(const struct strip *strip, struct pos at)
{
    const struct body *body =
        world_body(strip->world, level_body_at(strip->viewer->body.level, at));

    return body != NULL && light_shows_body(strip->viewer, strip->light, body);
}

bool view_recalls_grave(const struct delver *viewer, int light, const struct grave *grave)
{
    return grave->delver_id == viewer->delver_id && !light_shows_cell(viewer, light, grave->at) &&
           delver_remembered(viewer, grave->at) != TILE_UNKNOWN;
}

/* Draws the viewer's own graves, which are remembered on the whole level, grey. */
static void draw_own_graves(const struct strip *strip)
{
    const struct delver *viewer = strip->viewer;

    for (uint32_t id = viewer->body.level->first_grave; id != 0;
         id = strip->world->graves[id - 1].next) {
        const struct grave *grave = &strip->world->graves[id - 1];
        if (grave->at.y == strip->y && grave->at.x >= strip->from && grave->at.x < strip->to &&
            view_recalls_grave(viewer, strip->light, grave) && !shows_body(strip, grave->at))
            strip->cells[grave->at.x - strip->from] = cell_of(GRAVE_GLYPH, ROLE_REMEMBERED);
    }
}

/* Draws the items that are remembered on cells out of view. */
static void draw_recalled(const struct strip *strip)
{
    const struct delver *viewer = strip->viewer;

    for (int i = 0; i < viewer->recall.count; i++) {
        const struct recalled *recalled = &viewer->recall.list[i];
        struct pos at = recalled->at;
        if (at.y != strip->y || at.x < strip->from || at.x >= strip->to ||
            light_shows_cell(viewer, strip->light, at))
            continue;
        if (!shows_body(strip, at))
            strip->cells[at.x - strip->from] =
                cell_of((unsigned char)item_class_of(recalled->top.kind)->glyph, ROLE_REMEMBERED);
    }
}

/* Draws remembered cells, and cells in sight over them. */
static void draw_strip(const struct strip *strip)
{
    const struct delver *viewer = strip->viewer;
    const struct level *level = viewer->body.level;
    const uint8_t *memory = viewer->memory + strip->y * level->width;

    for (int word = strip->from / 64; word * 64 < strip->to; word++) {
        uint64_t seen = sight_row_word(&viewer->sight, strip->y, word);
        int from = strip->from > word * 64 ? strip->from : word * 64;
        int to = strip->to < word * 64 + 64 ? strip->to : word * 64 + 64;
        cell *cells = strip->cells + (from - strip->from);
        uint64_t bits = seen >> from % 64;
        uint64_t lit =
            seen == 0
                ? 0
                : (seen & light_row_word(level, viewer->body.at, strip->light, strip->y, word)) >>
                      from % 64;
        for (int x = from; x < to; x++, bits >>= 1, lit >>= 1)
            *cells++ = strip->paint->cells[(bits & 1) + (lit & 1)][memory[x]];
        seen &= bits_of(strip, word);
        if (seen != 0)
            draw_things(strip, word, seen);
    }
    if (level->niche_count > 0)
        dim_niches(strip);
    if (viewer->recall.count > 0)
        draw_recalled(strip);
    if (level->first_grave != 0)
        draw_own_graves(strip);
}

static void learn_row(const struct strip *strip, int y, struct known_row *out)
{
    const struct level *level = strip->viewer->body.level;
    const struct paint *paint = strip->paint;

    *out = (struct known_row){.y = y};
    if (y < 0 || y >= level->height)
        return;
    const uint8_t *memory = strip->viewer->memory + y * level->width;
    for (int x = 0; x < level->width; x++) {
        out->joins[x / 64] |= paint->joins[memory[x]] << x % 64;
        out->open[x / 64] |= paint->open[memory[x]] << x % 64;
    }
    for (int word = 0; word < level->row_words; word++)
        out->built[word] = out->open[word] & level->built[y * level->row_words + word];
}

/* Returns what the viewer knows of a row. Rows are drawn downwards, so two of three are mostly
   known already. */
static const struct known_row *know_row(struct strip *strip, int y)
{
    struct known_row *row = &strip->known[(y + KNOWN_ROWS) % KNOWN_ROWS];

    if (row->y != y)
        learn_row(strip, y, row);
    return row;
}

/* Returns the bits of the neighbours to the east, or to the west, each at its cell's position. */
static uint64_t east_of(const uint64_t *row, int word)
{
    return row[word] >> 1 | (word + 1 < SIGHT_ROW_WORDS ? row[word + 1] << 63 : 0);
}

static uint64_t west_of(const uint64_t *row, int word)
{
    return row[word] << 1 | (word > 0 ? row[word - 1] >> 63 : 0);
}

/* Returns the cells of a word that join the wall above or below them: only if the edge between the
   two borders on open ground, because thick rock would become a lattice. */
static uint64_t joined_along(const struct known_row *row, const struct known_row *next, int word)
{
    return next->joins[word] & (east_of(row->open, word) | west_of(row->open, word) |
                                east_of(next->open, word) | west_of(next->open, word));
}

/* Returns the cells of a word beside ground of a row that has built walls. */
static uint64_t beside_built(const struct known_row *row, int word)
{
    return row->built[word] | east_of(row->built, word) | west_of(row->built, word);
}

/* Draws the walls of a strip along built ground as lines. Other rock stays rock, and so does a wall
   of which the viewer knows no side. */
static void draw_walls(struct strip *strip)
{
    const struct delver *viewer = strip->viewer;
    const uint8_t *memory = viewer->memory + strip->y * viewer->body.level->width;
    const struct known_row *above = know_row(strip, strip->y - 1);
    const struct known_row *row = know_row(strip, strip->y);
    const struct known_row *below = know_row(strip, strip->y + 1);

    for (int word = strip->from / 64; word * 64 < strip->to; word++) {
        uint64_t beside = above->open[word] | below->open[word];
        uint64_t north = joined_along(row, above, word);
        uint64_t south = joined_along(row, below, word);
        uint64_t east = east_of(row->joins, word) &
                        (beside | east_of(above->open, word) | east_of(below->open, word));
        uint64_t west = west_of(row->joins, word) &
                        (beside | west_of(above->open, word) | west_of(below->open, word));
        uint64_t lined =
            (beside_built(above, word) | beside_built(row, word) | beside_built(below, word)) &
            row->joins[word] & (north | east | south | west);
        for (uint64_t bits = lined & bits_of(strip, word); bits != 0; bits &= bits - 1) {
            int bit = __builtin_ctzll(bits);
            int x = word * 64 + bit;
            cell *place = &strip->cells[x - strip->from];
            unsigned joined = (unsigned)(north >> bit & 1) | (unsigned)(east >> bit & 1) << 1 |
                              (unsigned)(south >> bit & 1) << 2 | (unsigned)(west >> bit & 1) << 3;
            if (memory[x] == TILE_ROCK)
                *place = cell_of(wall_lines[joined], cell_role(*place));
        }
    }
}

static void fill(cell *cells, int from, int to, cell value)
{
    for (int i = from; i < to; i++)
        cells[i] = value;
}

static struct strip strip_of(const struct world *world, const struct delver *viewer,
                             const struct paint *paint)
{
    struct strip strip = {
        .world = world, .viewer = viewer, .paint = paint, .light = light_radius(viewer)};

    for (int i = 0; i < KNOWN_ROWS; i++)
        strip.known[i].y = NO_ROW;
    return strip;
}

/* Draws row `y` of the level into a row of cells, the first of which is column `left` of the
   level. */
static void draw_row(struct strip *strip, int left, int y, int width, bool shows_utf8, cell *cells)
{
    const struct level *level = strip->viewer->body.level;
    bool is_outside = y < 0 || y >= level->height;
    cell nothing = strip->paint->cells[LIT][TILE_UNKNOWN];

    strip->y = y;
    strip->from = left < 0 ? 0 : left;
    strip->to = left + width < level->width ? left + width : level->width;
    if (is_outside || strip->to < strip->from)
        strip->to = strip->from;
    if (strip->from == strip->to) {
        fill(cells, 0, width, nothing);
        return;
    }
    fill(cells, 0, strip->from - left, nothing);
    fill(cells, strip->to - left, width, nothing);
    strip->cells = cells + (strip->from - left);
    draw_strip(strip);
    if (shows_utf8)
        draw_walls(strip);
}

struct pos view_compose(const struct world *world, const struct delver *viewer,
                        const struct camera *camera, struct rect area, bool shows_utf8,
                        const struct row_set *rows, struct screen *screen)
{
    CHECK(area.x >= 0 && area.x + area.width <= screen->width);
    CHECK(area.y >= 0 && area.y + area.height <= screen->height);
    struct paint paint UNINITIALIZED;

    mix_paint(world, viewer, shows_utf8, &paint);
    struct strip strip = strip_of(world, viewer, &paint);
    for (int y = area.y; y < area.y + area.height; y++) {
        if (row_set_has(rows, y))
            draw_row(&strip, camera->origin.x, camera->origin.y + y - area.y, area.width,
                     shows_utf8, &screen->cells[y * screen->width + area.x]);
    }
    return pos_of(area.x + viewer->body.at.x - camera->origin.x,
                  area.y + viewer->body.at.y - camera->origin.y);
}

/* Returns the part of `window` that has known cells. */
static struct rect known_part(const struct delver *viewer, struct rect window)
{
    int left = window.x + window.width;
    int right = window.x - 1;
    int top = window.y + window.height;
    int bottom = window.y - 1;

    for (int y = window.y; y < window.y + window.height; y++) {
        for (int x = window.x; x < window.x + window.width; x++) {
            if (delver_remembered(viewer, pos_of(x, y)) == TILE_UNKNOWN)
                continue;
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
    }
    return (struct rect){(int16_t)left, (int16_t)top, (int16_t)(right - left + 1),
                         (int16_t)(bottom - top + 1)};
}

struct text {
    char *out;
    size_t size;
    size_t length;
};

/* Appends a piece. False: there is no room for the piece with a LF and a NUL. */
static bool append(struct text *text, const char *piece, size_t length)
{
    if (text->length + length + 2 > text->size)
        return false;
    memcpy(text->out + text->length, piece, length);
    text->length += length;
    return true;
}

/* Writes the cells of one row up to the last that is not blank. False: there is no room for
   them. */
static bool describe_row(const struct world *world, const struct delver *viewer, struct rect row,
                         const struct palette *palette, struct text *text)
{
    cell cells[SCREEN_WIDTH_MAX];
    struct paint paint UNINITIALIZED;
    const char *look = "";
    size_t blanks = 0;
    bool fits = true;

    CHECK(row.width <= SCREEN_WIDTH_MAX);
    mix_paint(world, viewer, false, &paint);
    struct strip strip = strip_of(world, viewer, &paint);
    draw_row(&strip, row.x, row.y, row.width, false, cells);
    for (int i = 0; fits && i < row.width; i++) {
        cell shown = cells[i];
        char glyph = (char)cell_code_point(shown);
        if (glyph == ' ') {
            blanks++;
            continue;
        }
        const char *wanted = palette == NULL ? "" : ansi_role_start(cell_role(shown), *palette);
        bool is_change = strcmp(wanted, look) != 0;
        if (is_change && look[0] != '\0')
            fits = append(text, ansi_role_end, strlen(ansi_role_end));
        for (; fits && blanks > 0; blanks--)
            fits = append(text, " ", 1);
        if (fits && is_change)
            fits = append(text, wanted, strlen(wanted));
        fits = fits && append(text, &glyph, 1);
        look = wanted;
    }
    return fits && (look[0] == '\0' || append(text, ansi_role_end, strlen(ansi_role_end)));
}

void view_describe(const struct world *world, const struct delver *viewer, int width, int height,
                   const struct palette *palette, char *out, size_t out_size)
{
    struct pos at = viewer->body.at;
    struct rect window = {(int16_t)(at.x - width / 2), (int16_t)(at.y - height / 2), (int16_t)width,
                          (int16_t)height};
    struct rect part = known_part(viewer, window);
    struct text text = {.out = out};

    CHECK(out_size > 0);
    out[0] = '\0';
    for (int i = 0; i < part.height; i++) {
        struct rect row = {part.x, (int16_t)(part.y + i), part.width, 1};
        size_t start = text.length;
        size_t rest = (size_t)(part.height - 1 - i) * (size_t)(part.width + 1);
        text.size = out_size > rest ? out_size - rest : 0;
        if (palette == NULL || !describe_row(world, viewer, row, palette, &text)) {
            text.size = out_size;
            text.length = start;
            if (!describe_row(world, viewer, row, NULL, &text)) {
                out[start] = '\0';
                return;
            }
        }
        if (text.length + 2 > out_size) {
            out[start] = '\0';
            return;
        }
        out[text.length++] = '\n';
        out[text.length] = '\0';
    }
}

void sensed_foes_draw(const struct world *world, const struct delver *viewer,
                      const struct camera *camera, struct rect area, const struct row_set *rows,
                      struct screen *screen)
{
    const struct sightings *sightings = &viewer->sightings;

    for (int i = 0; i < sightings->sensed_count; i++) {
        const struct body *body = world_body(world, sightings->sensed[i].foe);
        struct pos at = sightings->sensed[i].at;
        struct pos drawn =
            pos_of(area.x + at.x - camera->origin.x, area.y + at.y - camera->origin.y);
        if (body != NULL && rect_contains(area, drawn) && row_set_has(rows, drawn.y))
            screen_put(screen, drawn.x, drawn.y, (unsigned char)species_row(body->species)->glyph,
                       ROLE_REMEMBERED);
    }
}

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
