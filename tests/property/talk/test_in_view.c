/*
 * One of each kind of thing there is, in view of a player: `list` names it, alone and by its kind
 * and by its own name, and so do `look`, the look cursor and GMCP.
 */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "content/item.h"
#include "hall.h"
#include "narrate/aim.h"
#include "narrate/item_words.h"
#include "narrate/things.h"
#include "server/session/present/gmcp_feed.h"
#include "support/test.h"
#include "world/grave.h"
#include "world/world.h"

enum { LINE_SIZE = 96, ANSWER_TICKS = 3, JUMPS_MAX = THINGS_MAX, OTHER = 77 };

static struct hall hall;
static struct guest ada;
static struct guest brom;
static struct level *level;
static struct pos spot; /* beside her, where all is put */

/* The thing that is there to be named. */
static char name[THING_NAME_MAX];
static const char *kind; /* what `list` takes for it */

static struct world *world(void)
{
    return hall.server.game.world;
}

static struct delver *viewer(void)
{
    return guest_delver(&ada);
}

static void pass(int ticks)
{
    for (int i = 0; i < ticks; i++)
        hall_pass(&hall, HALL_TICK_MS);
    /* A second in which her share of work fills up again. */
    hall_pass(&hall, 1000);
    hall_drain(&hall);
}

static void type(struct guest *guest, const char *line)
{
    guest_type(guest, line);
    guest_type(guest, "\r\n");
    pass(ANSWER_TICKS);
}

static void lay_tile(struct pos at, enum tile_id tile)
{
    level_set_tile(level, at, tile);
    delver_look(viewer());
}

/* Asleep, and in the open also if it is of those that hide. */
static struct foe *lay_foe(enum species_id species)
{
    struct foe *foe = foe_add(world(), species, level, spot, MOOD_ASLEEP);

    ck_assert_ptr_nonnull(foe);
    foe->mind.is_hidden = false;
    return foe;
}

/* A cell of floor beside her that she sees and on which nobody stands. */
static struct pos find_spot(void)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos at = pos_step(viewer()->body.at, dir);
        if (level_tile(level, at) == TILE_FLOOR && level_body_at(level, at) == 0)
            return at;
    }
    ck_abort_msg("there is no floor");
}

/* Lays bare floor around her, so that she has a wide view of nothing but what a test puts there. */
static void lay_hall(void)
{
    struct pos at = viewer()->body.at;

    for (int y = at.y - 5; y <= at.y + 5; y++) {
        for (int x = at.x - 10; x <= at.x + 10; x++) {
            struct pos ground = pos_of(x, y);
            if (x > 0 && y > 0 && x < level->width - 1 && y < level->height - 1 &&
                !pos_equal(ground, level->up) && !pos_equal(ground, level->down))
                level_set_tile(level, ground, TILE_FLOOR);
        }
    }
    delver_look(viewer());
}

/* A world with floor beside the stairs. */
static void choose_world(struct options *options)
{
    options->seed = 1;
}

static void set_up(void)
{
    hall_make_folder(&hall, 0, choose_world);
    hall_start(&hall);
    hall.server.base.options.lines_per_second = 1000000;
    hall.server.base.options.lines_burst = 1000000;
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    guest_join(&ada, &hall, GUEST_GMCP_ASCII, "ada");
    level = viewer()->body.level;
    spot = find_spot();
    type(&ada, "set mode line");
}

static void tear_down(void)
{
    guest_close(&ada);
    guest_close(&brom);
    hall_close(&hall);
}

/* True if `text` holds `wanted`, in capitals or small letters. */
static bool has_text(const char *text, const char *wanted)
{
    size_t length = strlen(wanted);

    for (; *text != '\0'; text++) {
        size_t at = 0;
        while (at < length &&
               tolower((unsigned char)text[at]) == tolower((unsigned char)wanted[at]))
            at++;
        if (at == length)
            return true;
    }
    return false;
}

/* Asks her client for the line, and expects the name in the answer. */
static void expect_named(const char *line, const char *wanted)
{
    guest_forget(&ada);
    type(&ada, line);
    guest_hear(&ada);
    ck_assert_msg(has_text(ada.heard, wanted), "'%s' leaves out %s: %s", line, wanted, ada.heard);
}

/* Tab goes there from where she stands, sooner or later. */
static void expect_cursor_finds_it(void)
{
    struct look_cursor cursor = {.is_open = true, .at = viewer()->body.at};

    for (int i = 0; i < JUMPS_MAX; i++) {
        ck_assert(look_cursor_jump(&cursor, world(), viewer(), false));
        if (pos_equal(cursor.at, spot))
            return;
    }
    ck_abort_msg("the cursor passes %s", name);
}

static void write_offset(const char *verb, char line[LINE_SIZE])
{
    char offset[64];

    pos_offset(viewer()->body.at, spot, offset, sizeof offset);
    snprintf(line, LINE_SIZE, "%s %s", verb, offset);
}

/* The thing lies on the spot now. `told` is how sentences call it, `listed` the list. */
static void expect_told(const char *listed, const char *told)
{
    char line[LINE_SIZE];

    /* No event is told: the feed alone is marked as changed. */
    gmcp_feed_touch(guest_session(&ada));
    pass(ANSWER_TICKS);
    guest_hear(&ada);
    snprintf(line, sizeof line, "\"name\":\"%s\"", name);
    ck_assert_msg(strstr(ada.heard, "Dungeon.Things") != NULL && strstr(ada.heard, line) != NULL,
                  "GMCP leaves out %s: %s", name, ada.heard);
    expect_named("list", listed);
    snprintf(line, sizeof line, "list %s", kind);
    expect_named(line, listed);
    snprintf(line, sizeof line, "list %s", listed);
    expect_named(line, listed);
    expect_named("look", told);
    write_offset("examine", line);
    expect_named(line, told);
    expect_cursor_finds_it();
    /* Reader mode begins with a look. */
    expect_named("set mode reader", listed);
    type(&ada, "set mode line");
}

/* Nobody is told of walls and floor but by `examine`: they are everywhere. A hidden door is one. */
static bool is_plain(enum tile_id tile)
{
    return tile == TILE_UNKNOWN || tile == TILE_ROCK || tile == TILE_FLOOR ||
           tile == TILE_SECRET_SHUT;
}

TEST_FIXTURE(set_up, tear_down);

static void name_terrain(enum tile_id tile)
{
    bool is_stairs = tile == TILE_STAIRS_UP || tile == TILE_STAIRS_DOWN;

    /* A plate that opens no gate has a twin. */
    snprintf(name, sizeof name, "%s%s", tile == TILE_PLATE ? "twin " : "", tile_row(tile)->name);
    kind = tile_is_door(tile) ? "doors" : is_stairs ? "stairs" : "places";
    guest_forget(&ada);
    lay_tile(spot, tile);
    expect_told(tile_is_door(tile) ? "door" : name, name);
}

/* Doors belong in the walls of a room, other terrain lies alone, so that no other of its kind is
   nearer. */
TEST(each_terrain_is_named)
{
    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++) {
        if (tile_is_door(tile) && !is_plain(tile))
            name_terrain(tile);
    }
    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++) {
        if (is_plain(tile) || tile_is_door(tile))
            continue;
        lay_hall();
        name_terrain(tile);
    }
}

TEST(each_foe_is_named)
{
    kind = "foes";
    for (enum species_id species = SPECIES_DELVER + 1; species < SPECIES_COUNT; species++) {
        snprintf(name, sizeof name, "%s", species_row(species)->name);
        guest_forget(&ada);
        struct foe *foe = lay_foe(species);
        expect_told(name, name);
        foe_free(world(), foe);
    }
}

TEST(each_item_is_named)
{
    for (enum item_kind item = 0; item < ITEM_KIND_COUNT; item++) {
        struct stack stack = stack_of(item, 1);
        item_name(viewer(), &stack, name, sizeof name);
        kind = item % 2 == 0 ? "items" : "things";
        guest_forget(&ada);
        ck_assert_ptr_nonnull(item_add(world(), stack, level, spot));
        expect_told(name, name);
        items_free(world(), level);
    }
}

TEST(a_player_is_named)
{
    struct delver *other = world_find_delver(world(), guest_session(&brom)->account.id);

    snprintf(name, sizeof name, "Brom");
    kind = "people";
    guest_forget(&ada);
    body_move(&other->body, spot);
    expect_told(name, name);
    expect_named("list players", name);
}

TEST(a_grave_is_named)
{
    struct grave grave = {.delver_id = OTHER, .name = "Cyd", .at = spot, .gold = 3};

    snprintf(name, sizeof name, "grave of Cyd");
    kind = "items";
    guest_forget(&ada);
    grave_add(world(), level, &grave);
    expect_told(name, name);
    expect_named("list graves", name);
    expect_named("LIST GRAVE", name);
}

/* All that one cell can hold, on terrain that has a name. */
TEST(what_shares_a_cell_is_named_by_the_cursor)
{
    struct grave grave = {.delver_id = OTHER, .name = "Cyd", .at = spot, .gold = 3};
    char line[LINE_SIZE];

    lay_tile(spot, TILE_RUBBLE);
    grave_add(world(), level, &grave);
    ck_assert_ptr_nonnull(item_add(world(), stack_of(ITEM_DART, 1), level, spot));
    (void)lay_foe(SPECIES_CELLAR_RAT);
    pass(ANSWER_TICKS);
    write_offset("examine", line);
    expect_named(line, "cellar rat");
    expect_named(line, "dart");
    expect_named(line, "grave of Cyd");
    expect_named(line, "rubble");
}

/* More than any list holds, nearer than what is the only one of its kind. */
TEST(the_only_one_of_its_kind_is_never_left_out)
{
    int darts = 0;

    lay_hall();
    for (int y = 1; y < level->height - 1; y++) {
        for (int x = 1; x < level->width - 1; x++) {
            struct pos at = pos_of(x, y);
            if (level_tile(level, at) == TILE_FLOOR && delver_sees(viewer(), at) && darts < 90)
                darts += item_add(world(), stack_of(ITEM_DART, 1), level, at) != NULL;
        }
    }
    ck_assert_int_gt(darts, THINGS_MAX);
    struct pos far = spot;
    for (int i = 0; i < level->width * level->height; i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        if (level_tile(level, at) == TILE_FLOOR && delver_sees(viewer(), at) &&
            pos_distance(viewer()->body.at, at) > pos_distance(viewer()->body.at, far))
            far = at;
    }
    lay_tile(far, TILE_SHRINE);
    pass(ANSWER_TICKS);
    expect_named("list", "shrine");
    expect_named("look", "shrine");
    type(&ada, "set mode reader");
    expect_named("look", "shrine");
}

TEST(a_refusal_names_every_kind_that_is_taken)
{
    static const char *const kinds[] = {"doors", "stairs", "people", "players",
                                        "foes",  "items",  "places", "things"};
    unsigned taken;

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        ck_assert(things_kinds_named(kinds[i], &taken));
        expect_named("list nonsense", kinds[i]);
    }
    expect_named("list nonsense", "List what? doors, stairs, people, players, foes, items, places "
                                  "or things, or a name; alone it lists all.");
}
