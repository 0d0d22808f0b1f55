/*
 * The map part of a screen.
 */
#include "term/view.h"

#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "term/ansi.h"

/* Which of the four neighbours a wall joins: bits for north, east, south, west. */
static const uint32_t wall_lines[16] = {
    0x25A1, /* alone: a white square */
    0x2502, 0x2500, 0x2514, 0x2502, 0x2502, 0x250C, 0x251C, 0x2500,
    0x2518, 0x2500, 0x2534, 0x2510, 0x2524, 0x252C, 0x253C,
};

/* What walls and floors are drawn as where the place is built of this. */
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

static uint32_t wall_glyph(const struct delver *viewer, struct pos at)
{
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
    enum role role = delver != NULL && delver->is_link_dead ? ROLE_AWAY : row->role;
    return cell_of((unsigned char)row->glyph, delver == viewer ? ROLE_SELF : role);
}

static cell compose_cell(const struct world *world, const struct delver *viewer, struct pos at,
                         enum theme_tint tint, bool shows_utf8)
{
    enum tile_id tile = delver_remembered(viewer, at);

    if (tile == TILE_UNKNOWN)
        return cell_of(' ', ROLE_BLANK);

    bool is_seen = delver_sees(viewer, at);
    body_id body = is_seen ? level_body_at(viewer->body.level, at) : 0;
    if (body != 0)
        return body_cell(world, viewer, body);

    const struct item *item = is_seen ? level_item_at(world, viewer->body.level, at) : NULL;
    if (item != NULL)
        return cell_of((unsigned char)item_row(item->kind)->glyph, item_row(item->kind)->role);
    const struct tile_row *row = tile_row(tile);
    uint32_t glyph = shows_utf8 ? row->glyph_utf8 : (uint32_t)row->glyph;
    if (shows_utf8 && tile == TILE_ROCK)
        glyph = wall_glyph(viewer, at);
    return cell_of(glyph, is_seen ? tinted(row->role, tint) : ROLE_REMEMBERED);
}

struct pos view_compose(const struct world *world, const struct delver *viewer,
                        const struct camera *camera, struct rect area, bool shows_utf8,
                        struct screen *screen)
{
    CHECK(area.x >= 0 && area.x + area.width <= screen->width);
    CHECK(area.y >= 0 && area.y + area.height <= screen->height);
    enum theme_tint tint = theme_of_depth(viewer->body.level->key.depth)->tint;
    for (int y = 0; y < area.height; y++) {
        cell *row = &screen->cells[(area.y + y) * screen->width + area.x];
        for (int x = 0; x < area.width; x++) {
            struct pos at = pos_of(camera->origin.x + x, camera->origin.y + y);
            row[x] = compose_cell(world, viewer, at, tint, shows_utf8);
        }
    }
    return pos_of(area.x + viewer->body.at.x - camera->origin.x,
                  area.y + viewer->body.at.y - camera->origin.y);
}

/* The part of `window` that holds anything known. */
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

/* False: there is no room for it and the LF and NUL behind it. */
static bool append(struct text *text, const char *piece, size_t length)
{
    if (text->length + length + 2 > text->size)
        return false;
    memcpy(text->out + text->length, piece, length);
    text->length += length;
    return true;
}

/* The cells of one row up to the last that is not blank. False: there is no room for them. */
static bool describe_row(const struct world *world, const struct delver *viewer, struct rect row,
                         const struct palette *palette, struct text *text)
{
    enum theme_tint tint = theme_of_depth(viewer->body.level->key.depth)->tint;
    const char *look = "";
    size_t blanks = 0;
    bool fits = true;

    for (int x = row.x; fits && x < row.x + row.width; x++) {
        cell shown = compose_cell(world, viewer, pos_of(x, row.y), tint, false);
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
