/*
 * One delver, followed in turn by a person at a terminal and by a MUD client: on a walk through
 * rooms and doors with another delver about, the screen, the map block of line mode, Dungeon.Map
 * and Dungeon.Things agree on what is where, cell by cell.
 */
#include <stdio.h>
#include <string.h>

#include "content/tile.h"
#include "support/live/client.h"
#include "support/live/explorer.h"
#include "support/live/package.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    ROUNDS = 12,
    STEPS = 6,        /* of a round */
    MAP_COLUMNS = 80, /* of a screen of 80x24, and the rows that show the dungeon */
    MAP_ROWS = 19,
    BLOCK_WIDTH = 41, /* of what line mode draws, before blank borders are cut off */
    BLOCK_HEIGHT = 15,
    QUIET_MS = 150,
    TEXT_SIZE = 4096,
};

#define WANTS_DUNGEON PROGRAM_MESSAGE("Core.Supports.Set [\"Dungeon 1\"]")

/* The map that a screen showed, in the signs of the ASCII column. */
struct picture {
    char cells[MAP_ROWS][MAP_COLUMNS];
    int x; /* the delver */
    int y;
};

static struct process server;
static struct client ada;        /* the person */
static struct client brom;       /* the other delver */
static struct program ada_lines; /* the MUD client */
static struct rng rng;
static struct picture picture;

static void set_up(void)
{
    rng_init(&rng, 77);
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "3", "--tick-ms", "10", NULL});
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    program_close(&ada_lines);
    process_release(&server);
}

static char sign_of(uint32_t code_point)
{
    if ((code_point >= 0x2500 && code_point <= 0x257F) || code_point == 0x2592 ||
        code_point == 0x25A1)
        return '#';
    if (code_point == 0xB7)
        return '.';
    for (enum tile_id tile = TILE_ROCK; tile < TILE_COUNT; tile++) {
        if (tile_row(tile)->glyph_utf8 == code_point)
            return tile_row(tile)->glyph;
    }
    ck_assert_msg(code_point < 0x80, "U+%04X is no sign of a map", (unsigned int)code_point);
    return (char)code_point;
}

static void take_picture(void)
{
    client_wait_quiet(&ada, QUIET_MS, CLIENT_WAIT_MS);
    for (int y = 0; y < MAP_ROWS; y++) {
        for (int x = 0; x < MAP_COLUMNS; x++)
            picture.cells[y][x] = sign_of(terminal_look_at(&ada.terminal, x, y).code_point);
    }
    picture.x = terminal_cursor_x(&ada.terminal);
    picture.y = terminal_cursor_y(&ada.terminal);
    ck_assert_int_lt(picture.y, MAP_ROWS);
    ck_assert_int_eq(picture.cells[picture.y][picture.x], '@');
}

/* The sign at a place seen from the delver; 0 if it is not on the screen. */
static char pictured(long long dx, long long dy)
{
    long long x = picture.x + dx;
    long long y = picture.y + dy;

    return x < 0 || x >= MAP_COLUMNS || y < 0 || y >= MAP_ROWS ? 0 : picture.cells[y][x];
}

/* The MUD client takes over and is told everything. */
static void enter_by_lines(void)
{
    int64_t deadline_us = stopwatch_deadline_us(PROGRAM_ANSWER_MS);

    program_open(&ada_lines, server.port);
    program_say(&ada_lines, "\xff\xfd\xc9\xff\xfd\x01\xff\xfe\x03" WANTS_DUNGEON);
    program_expect(&ada_lines, "Name: ");
    program_say(&ada_lines, "ada\r\n");
    program_expect(&ada_lines, "Password: ");
    program_say(&ada_lines, client_password);
    program_say(&ada_lines, "\r\n");
    program_expect(&ada_lines, "help helps.\r\n");
    while (strstr(ada_lines.heard, "Dungeon.Map ") == NULL ||
           strstr(ada_lines.heard, "Dungeon.Things ") == NULL ||
           strstr(ada_lines.heard, "20/20> ") == NULL) {
        ck_assert_msg(!stopwatch_is_over(deadline_us), "not all is told: %s", ada_lines.heard);
        program_read(&ada_lines, 10);
    }
}

/* Every cell that both show. Returns how many of them show anything. */
static int expect_map_alike(const json_t *map, int round)
{
    const json_t *rows = json_object_get(map, "rows");
    long long width = package_number(map, "w");
    long long height = package_number(map, "h");
    int shown = 0;

    for (long long y = 0; y < height; y++) {
        const char *row = json_string_value(json_array_get(rows, (size_t)y));
        for (long long x = 0; x < width; x++) {
            char sign = pictured(x - width / 2, y - height / 2);
            if (sign == 0)
                continue;
            ck_assert_msg(sign == row[x],
                          "round %d, %lld east %lld south: the screen has '%c', Dungeon.Map '%c'",
                          round, x - width / 2, y - height / 2, sign, row[x]);
            shown += sign != ' ';
        }
    }
    return shown;
}

/* A delver hides what they stand on. */
static bool has_delver(const json_t *things, long long dx, long long dy)
{
    const json_t *thing;
    size_t i;

    json_array_foreach(things, i, thing)
    {
        if (package_text(thing, "glyph")[0] == '@' && package_number(thing, "dx") == dx &&
            package_number(thing, "dy") == dy)
            return true;
    }
    return dx == 0 && dy == 0;
}

static void expect_things_alike(const json_t *things, int round)
{
    const json_t *thing;
    size_t i;

    json_array_foreach(things, i, thing)
    {
        long long dx = package_number(thing, "dx");
        long long dy = package_number(thing, "dy");
        char glyph = has_delver(things, dx, dy) ? '@' : package_text(thing, "glyph")[0];
        char sign = pictured(dx, dy);
        ck_assert_msg(sign == 0 || sign == glyph,
                      "round %d, %s %lld east %lld south is told of; the screen has '%c'", round,
                      package_text(thing, "name"), dx, dy, sign);
    }
    for (int y = 0; y < MAP_ROWS; y++) {
        for (int x = 0; x < MAP_COLUMNS; x++)
            ck_assert_msg(picture.cells[y][x] != '@' ||
                              has_delver(things, x - picture.x, y - picture.y),
                          "round %d: nobody is told of the @ in row %d, column %d", round, y, x);
    }
}

/* The part of this map that line mode should draw: its middle, without blank borders. */
static void draw_block(const json_t *map, char *out)
{
    const json_t *rows = json_object_get(map, "rows");
    size_t left = ((size_t)package_number(map, "w") - BLOCK_WIDTH) / 2;
    size_t top = ((size_t)package_number(map, "h") - BLOCK_HEIGHT) / 2;
    size_t first = BLOCK_WIDTH;
    size_t length = 0;
    size_t kept = 0;

    for (size_t y = 0; y < BLOCK_HEIGHT; y++) {
        const char *row = json_string_value(json_array_get(rows, top + y)) + left;
        size_t blanks = strspn(row, " ");
        first = blanks < first ? blanks : first;
    }
    for (size_t y = 0; y < BLOCK_HEIGHT; y++) {
        const char *row = json_string_value(json_array_get(rows, top + y)) + left;
        size_t end = BLOCK_WIDTH;
        while (end > first && row[end - 1] == ' ')
            end--;
        if (end == first && kept == 0)
            continue;
        length += (size_t)snprintf(out + length, TEXT_SIZE - length, "%.*s\r\n", (int)(end - first),
                                   row + first);
        kept = end > first ? length : kept;
    }
    out[kept] = '\0';
}

static void expect_block_alike(const json_t *map, int round)
{
    char wanted[TEXT_SIZE];
    const char *end = strstr(ada_lines.heard, "Depth 1, ");

    ck_assert_ptr_nonnull(end);
    draw_block(map, wanted);
    ck_assert_msg((size_t)(end - ada_lines.heard) == strlen(wanted) &&
                      memcmp(ada_lines.heard, wanted, strlen(wanted)) == 0,
                  "round %d: Dungeon.Map is\n%s, line mode draws\n%.*s", round, wanted,
                  (int)(end - ada_lines.heard), ada_lines.heard);
}

/* Somewhere to go for both; the other is at rest when he is answered. */
static void walk(void)
{
    static const char *const ways[] = {"n", "e", "s", "w", "close"};

    for (int step = 0; step < STEPS; step++) {
        if (!explorer_step(&ada, EXPLORE_UNKNOWN, &rng))
            explorer_step(&ada, EXPLORE_ANYWHERE, &rng);
        client_say_line(&brom, ways[rng_below(&rng, sizeof ways / sizeof ways[0])]);
        client_wait_quiet(&brom, 1, CLIENT_WAIT_MS);
    }
    client_wait_quiet(&brom, QUIET_MS, CLIENT_WAIT_MS);
}

/*
 * Takes another picture. True if it shows what `before` does, else a door fell shut in between.
 * Only what is on both is kept, for the new screen may show another part of the level.
 */
static bool is_still_so(const struct picture *before)
{
    take_picture();
    for (int y = 0; y < MAP_ROWS; y++) {
        for (int x = 0; x < MAP_COLUMNS; x++) {
            int was_x = x - picture.x + before->x;
            int was_y = y - picture.y + before->y;
            if (was_x < 0 || was_x >= MAP_COLUMNS || was_y < 0 || was_y >= MAP_ROWS)
                picture.cells[y][x] = 0;
            else if (picture.cells[y][x] != before->cells[was_y][was_x])
                return false;
        }
    }
    return true;
}

TEST_FIXTURE(set_up, tear_down);

TEST(screen_lines_and_packages_agree_on_what_is_where)
{
    static const enum client_kind kinds[] = {CLIENT_XTERM, CLIENT_XTERM_16};
    int compared = 0;

    client_enter(&ada, kinds[0], server.port, "ada");
    for (int round = 0; round < ROUNDS; round++) {
        walk();
        take_picture();
        const struct picture before = picture;
        enter_by_lines();
        json_t *map = package_newest(&ada_lines, "Dungeon.Map");
        json_t *things = package_newest(&ada_lines, "Dungeon.Things");
        client_close(&ada);
        client_enter(&ada, kinds[(round + 1) % 2], server.port, "ada");
        if (is_still_so(&before)) {
            compared++;
            int shown = expect_map_alike(map, round);
            ck_assert_msg(shown > 20, "only %d cells are on both maps", shown);
            expect_things_alike(things, round);
            expect_block_alike(map, round);
        }
        json_decref(map);
        json_decref(things);
        program_close(&ada_lines);
    }
    ck_assert_int_gt(compared, ROUNDS / 2);
    client_close(&ada);
    client_close(&brom);
    ck_assert_int_eq(process_stop(&server), 0);
}
