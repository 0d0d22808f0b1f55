/*
 * The model of a browser page. It reads each record to its end, and draws in the order of the
 * protocol: tiles, things, bodies.
 */
#include "support/page_model.h"

#include <stdio.h>
#include <string.h>

#include "content/theme.h"
#include "support/test.h"

/* The rest of a record. */
struct reader {
    const uint8_t *at;
    const uint8_t *end;
};

static uint8_t take_u8(struct reader *reader)
{
    ck_assert_msg(reader->at < reader->end, "a record is cut short");
    return *reader->at++;
}

static uint16_t take_u16(struct reader *reader)
{
    uint8_t high = take_u8(reader);

    return (uint16_t)(high << 8 | take_u8(reader));
}

static uint32_t take_u32(struct reader *reader)
{
    uint32_t high = take_u16(reader);

    return high << 16 | take_u16(reader);
}

static uint32_t take_varint(struct reader *reader)
{
    uint32_t value = 0;

    for (int shift = 0;; shift += 7) {
        uint8_t byte = take_u8(reader);
        ck_assert_int_lt(shift, 32);
        value |= (uint32_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
}

typedef uint16_t take_number(struct reader *reader);

static uint16_t take_byte(struct reader *reader)
{
    return take_u8(reader);
}

static void take_sized_level(struct page_model *model, struct reader *reader, take_number *take)
{
    model->level.view = take_u16(reader);
    int width = take(reader);
    int height = take(reader);
    model->level.width = width == 0 ? 256 : width;
    model->level.height = height == 0 ? 256 : height;
    model->level.tint = take_u8(reader);
    memset(model->cells, TILE_UNKNOWN, sizeof model->cells);
    model->body_count = model->thing_count = 0;
    model->levels++;
}

static void take_level(struct page_model *model, struct reader *reader)
{
    take_sized_level(model, reader, take_byte);
}

static void take_wide_level(struct page_model *model, struct reader *reader)
{
    take_sized_level(model, reader, take_u16);
    ck_assert(model->level.width > 256 || model->level.height > 256);
}

static void expect_view(const struct page_model *model, struct reader *reader)
{
    ck_assert_uint_eq(take_u16(reader), model->level.view);
}

static void take_cells(struct page_model *model, struct reader *reader)
{
    size_t count = (size_t)(model->level.width * model->level.height);
    size_t place = 0;

    model->cells_sent += (size_t)(reader->end - reader->at);
    expect_view(model, reader);
    while (reader->at < reader->end) {
        place += take_varint(reader);
        uint32_t run = take_varint(reader);
        uint8_t same = (run & 1) != 0 ? take_u8(reader) : 0;
        ck_assert_uint_le(place + run / 2, count);
        for (uint32_t i = 0; i < run / 2; i++)
            model->cells[place++] = (run & 1) != 0 ? same : take_u8(reader);
    }
}

static void take_bodies_by(struct page_model *model, struct reader *reader, take_number *take)
{
    expect_view(model, reader);
    model->body_count = take_u8(reader);
    for (int i = 0; i < model->body_count; i++) {
        struct page_body *body = &model->bodies[i];
        body->id = take_u16(reader);
        body->x = take(reader);
        body->y = take(reader);
        body->look = take_u8(reader);
        body->flags = take_u8(reader);
        ck_assert_uint_ne(body->id, 0);
        ck_assert_int_eq((body->flags & PAGE_BODY_SELF) != 0, i == 0);
    }
}

static void take_bodies(struct page_model *model, struct reader *reader)
{
    take_bodies_by(model, reader, take_byte);
}

static void take_wide_bodies(struct page_model *model, struct reader *reader)
{
    take_bodies_by(model, reader, take_u16);
}

static void take_things_by(struct page_model *model, struct reader *reader, take_number *take)
{
    expect_view(model, reader);
    model->thing_count = take_u8(reader);
    for (int i = 0; i < model->thing_count; i++) {
        model->things[i].x = take(reader);
        model->things[i].y = take(reader);
        model->things[i].look = take_u8(reader);
    }
    for (int i = 0; i < model->thing_count; i++)
        model->things[i].role = take_u8(reader);
}

static void take_things(struct page_model *model, struct reader *reader)
{
    take_things_by(model, reader, take_byte);
}

static void take_wide_things(struct page_model *model, struct reader *reader)
{
    take_things_by(model, reader, take_u16);
}

static void take_line(struct page_model *model, struct reader *reader)
{
    ck_assert_int_lt(model->line_count, PAGE_MODEL_LINES_MAX);
    struct page_model_line *line = &model->lines[model->line_count++];
    line->role = take_u8(reader);
    line->kind = take_u8(reader);
    uint32_t length = take_varint(reader);
    ck_assert_int_lt(line->kind, PAGE_LINE_KIND_COUNT);
    ck_assert_uint_lt(length, PAGE_MODEL_LINE_SIZE);
    for (uint32_t i = 0; i < length; i++)
        line->text[i] = (char)take_u8(reader);
    line->text[length] = '\0';
    model->line_next++;
}

static void take_lines(struct page_model *model, struct reader *reader)
{
    model->line_next = take_u32(reader);
    while (reader->at < reader->end)
        take_line(model, reader);
}

static void take_mark(struct page_model *model, struct reader *reader)
{
    (void)take_u32(reader);
    model->mark = take_u32(reader);
    model->marks++;
}

typedef void take_function(struct page_model *model, struct reader *reader);

static take_function *const take_table[] = {
    [PAGE_RECORD_LEVEL] = take_level,
    [PAGE_RECORD_CELLS] = take_cells,
    [PAGE_RECORD_BODIES] = take_bodies,
    [PAGE_RECORD_LINES] = take_lines,
    [PAGE_RECORD_MARK] = take_mark,
    [PAGE_RECORD_THINGS] = take_things,
    [PAGE_RECORD_WIDE_LEVEL] = take_wide_level,
    [PAGE_RECORD_WIDE_BODIES] = take_wide_bodies,
    [PAGE_RECORD_WIDE_THINGS] = take_wide_things,
};

void page_model_take(struct page_model *model, const uint8_t *data, size_t length)
{
    struct reader all = {data, data + length};

    while (all.at < all.end) {
        uint8_t kind = take_u8(&all);
        uint32_t size = take_varint(&all);
        ck_assert_uint_le(size, (size_t)(all.end - all.at));
        ck_assert(kind > 0 && kind < sizeof take_table / sizeof take_table[0]);
        struct reader body = {all.at, all.at + size};
        take_table[kind](model, &body);
        ck_assert_msg(body.at == body.end, "record %d is longer than what is in it", kind);
        all.at += size;
        model->records++;
    }
}

static const enum role walls[THEME_TINT_COUNT] = {
    [THEME_TINT_STONE] = ROLE_WALL_STONE,     [THEME_TINT_BRICK] = ROLE_WALL,
    [THEME_TINT_EARTH] = ROLE_WALL_EARTH,     [THEME_TINT_MOSS] = ROLE_WALL_MOSS,
    [THEME_TINT_CRYSTAL] = ROLE_WALL_CRYSTAL, [THEME_TINT_BONE] = ROLE_WALL_BONE,
};

static const enum role floors[THEME_TINT_COUNT] = {
    [THEME_TINT_STONE] = ROLE_FLOOR_STONE,     [THEME_TINT_BRICK] = ROLE_FLOOR,
    [THEME_TINT_EARTH] = ROLE_FLOOR_EARTH,     [THEME_TINT_MOSS] = ROLE_FLOOR_MOSS,
    [THEME_TINT_CRYSTAL] = ROLE_FLOOR_CRYSTAL, [THEME_TINT_BONE] = ROLE_FLOOR_BONE,
};

static cell draw_tile(const struct page_model *model, uint8_t value)
{
    bool is_seen = (value & PAGE_CELL_SEEN) != 0;
    int tile = value & PAGE_CELL_TILE;

    ck_assert_int_lt(tile, PAGE_TILE_COUNT);
    if (tile == PAGE_TILE_NICHE_OPENED)
        return cell_of((unsigned char)tile_row(TILE_NICHE)->glyph, ROLE_REMEMBERED);
    const struct tile_row *row = tile_row((enum tile_id)tile);
    enum role role = is_seen ? row->role : row->remembered;
    if (role == ROLE_WALL)
        role = walls[model->level.tint];
    else if (role == ROLE_FLOOR)
        role = floors[model->level.tint];
    return cell_of((unsigned char)row->glyph, role);
}

static cell draw_body(const struct page_body *body)
{
    enum role role =
        species_role((enum species_id)body->look, (body->flags & PAGE_BODY_ASLEEP) == 0);

    if ((body->flags & PAGE_BODY_SENSED) != 0)
        role = ROLE_REMEMBERED;
    else if ((body->flags & PAGE_BODY_SELF) != 0)
        role = ROLE_SELF;
    else if ((body->flags & PAGE_BODY_AWAY) != 0)
        role = ROLE_AWAY;
    else if ((body->flags & PAGE_BODY_COMPANION) != 0)
        role = ROLE_COMPANION;
    return cell_of((unsigned char)species_row((enum species_id)body->look)->glyph, role);
}

cell page_model_cell(const struct page_model *model, int x, int y)
{
    cell drawn = draw_tile(model, model->cells[y * model->level.width + x]);

    for (int i = 0; i < model->thing_count; i++) {
        if (model->things[i].x == x && model->things[i].y == y)
            drawn = cell_of(model->things[i].look, (enum role)model->things[i].role);
    }
    for (int i = 0; i < model->body_count; i++) {
        if (model->bodies[i].x == x && model->bodies[i].y == y)
            drawn = draw_body(&model->bodies[i]);
    }
    return drawn;
}

bool page_model_has_line(const struct page_model *model, const char *text)
{
    for (int i = 0; i < model->line_count; i++) {
        if (strstr(model->lines[i].text, text) != NULL)
            return true;
    }
    return false;
}
