/*
 * The hand-drawn places: each is held against the rules a generator relies on.
 */
#include "content/prefab.h"

#include <string.h>

#include "support/suite.h"

enum { PLACES_MIN = 12, CELLS_MIN = 9 };

/* Rock outside the drawing. */
static struct prefab_cell cell_at(const struct prefab *prefab, int x, int y)
{
    struct prefab_cell outside = {TILE_ROCK, false};
    int width = prefab_width(prefab);
    int height = prefab_height(prefab);

    if (x < 0 || x >= width || y < 0 || y >= height)
        return outside;
    return prefab_cell_at(prefab, width, x, y);
}

static bool is_open(const struct prefab *prefab, int x, int y)
{
    return tile_is_passable(cell_at(prefab, x, y).tile);
}

static bool is_rock(const struct prefab *prefab, int x, int y)
{
    return cell_at(prefab, x, y).tile == TILE_ROCK;
}

START_TEST(there_are_enough_places_of_different_names_and_forms)
{
    ck_assert_uint_ge(prefab_count(), PLACES_MIN);
    for (size_t i = 0; i < prefab_count(); i++) {
        for (size_t j = 0; j < i; j++) {
            ck_assert_str_ne(prefab_at(i)->name, prefab_at(j)->name);
            ck_assert_str_ne(prefab_at(i)->drawing, prefab_at(j)->drawing);
        }
    }
}
END_TEST

START_TEST(a_drawing_is_a_rectangle_of_symbols_of_the_legend)
{
    const struct prefab *prefab = prefab_at((size_t)_i);
    int width = prefab_width(prefab);
    int height = prefab_height(prefab);
    struct prefab_cell cell;

    ck_assert_int_ge(width, PREFAB_SIDE_MIN);
    ck_assert_int_le(width, PREFAB_SIDE_MAX);
    ck_assert_int_ge(height, PREFAB_SIDE_MIN);
    ck_assert_int_le(height, PREFAB_SIDE_MAX);
    ck_assert_uint_eq(strlen(prefab->drawing), (size_t)((width + 1) * height));
    for (int i = 0; i < (width + 1) * height; i++) {
        char symbol = prefab->drawing[i];
        if (i % (width + 1) == width)
            ck_assert_msg(symbol == '\n', "%s: row %d is too long", prefab->name, i / (width + 1));
        else
            ck_assert_msg(prefab_read_symbol(symbol, &cell) == ERR_OK, "%s: '%c'", prefab->name,
                          symbol);
    }
    ck_assert_int_eq(prefab_read_symbol('?', &cell), ERR_UNKNOWN);
}
END_TEST

START_TEST(a_place_is_walled_in_and_entered_by_mouths_from_two_sides_or_more)
{
    const struct prefab *prefab = prefab_at((size_t)_i);
    int width = prefab_width(prefab);
    int height = prefab_height(prefab);
    bool has_mouth[4] = {false};

    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            struct prefab_cell cell = cell_at(prefab, x, y);
            bool upright_edge = x == 0 || x == width - 1;
            bool level_edge = y == 0 || y == height - 1;
            ck_assert_msg(!(upright_edge || level_edge) || cell.tile == TILE_ROCK, "%s: open edge",
                          prefab->name);
            if (!cell.is_mouth)
                continue;
            ck_assert_msg(upright_edge != level_edge, "%s: mouth at %d,%d", prefab->name, x, y);
            int inside_x = x == 0 ? 1 : x == width - 1 ? x - 1 : x;
            int inside_y = y == 0 ? 1 : y == height - 1 ? y - 1 : y;
            ck_assert_msg(cell_at(prefab, inside_x, inside_y).tile == TILE_FLOOR,
                          "%s: no floor behind the mouth %d,%d", prefab->name, x, y);
            has_mouth[level_edge ? (y == 0 ? 0 : 2) : (x == 0 ? 3 : 1)] = true;
        }
    }
    ck_assert_msg(has_mouth[0] + has_mouth[1] + has_mouth[2] + has_mouth[3] >= 2,
                  "%s: mouths on one side only", prefab->name);
}
END_TEST

/* The cells one can walk to from (x, y), marked in reached[]. */
static int walk(const struct prefab *prefab, int x, int y, bool *reached)
{
    if (!is_open(prefab, x, y) || reached[y * PREFAB_SIDE_MAX + x])
        return 0;
    reached[y * PREFAB_SIDE_MAX + x] = true;
    return 1 + walk(prefab, x + 1, y, reached) + walk(prefab, x - 1, y, reached) +
           walk(prefab, x, y + 1, reached) + walk(prefab, x, y - 1, reached);
}

START_TEST(all_of_a_place_can_be_walked)
{
    const struct prefab *prefab = prefab_at((size_t)_i);
    int width = prefab_width(prefab);
    int height = prefab_height(prefab);
    bool reached[PREFAB_SIDE_MAX * PREFAB_SIDE_MAX] = {false};
    int open = 0;
    int first = -1;

    for (int i = 0; i < width * height; i++) {
        if (is_open(prefab, i % width, i / width)) {
            first = first < 0 ? i : first;
            open++;
        }
    }
    ck_assert_int_ge(open, CELLS_MIN);
    ck_assert_msg(walk(prefab, first % width, first / width, reached) == open,
                  "%s is in several pieces", prefab->name);
}
END_TEST

START_TEST(no_place_has_a_pinch)
{
    const struct prefab *prefab = prefab_at((size_t)_i);
    int width = prefab_width(prefab);
    int height = prefab_height(prefab);

    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            bool a = is_open(prefab, x, y);
            bool b = is_open(prefab, x + 1, y);
            bool c = is_open(prefab, x, y + 1);
            bool d = is_open(prefab, x + 1, y + 1);
            ck_assert_msg(!(a == d && b == c && a != b), "%s: pinch at %d,%d", prefab->name, x, y);
        }
    }
}
END_TEST

START_TEST(doors_inside_stand_in_walls_and_bridges_in_water)
{
    const struct prefab *prefab = prefab_at((size_t)_i);
    int width = prefab_width(prefab);
    int height = prefab_height(prefab);

    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            enum tile_id tile = cell_at(prefab, x, y).tile;
            bool walls_beside = is_rock(prefab, x - 1, y) && is_rock(prefab, x + 1, y);
            bool walls_above = is_rock(prefab, x, y - 1) && is_rock(prefab, x, y + 1);
            bool goes_upright = is_open(prefab, x, y - 1) && is_open(prefab, x, y + 1);
            bool goes_level = is_open(prefab, x - 1, y) && is_open(prefab, x + 1, y);
            if (tile == TILE_DOOR_CLOSED)
                ck_assert_msg((walls_beside && goes_upright) || (walls_above && goes_level),
                              "%s: door at %d,%d", prefab->name, x, y);
            if (tile == TILE_BRIDGE)
                ck_assert_msg(goes_upright != goes_level, "%s: bridge at %d,%d", prefab->name, x,
                              y);
        }
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("prefab");
    int count = (int)prefab_count();

    tcase_add_test(tcase, there_are_enough_places_of_different_names_and_forms);
    tcase_add_loop_test(tcase, a_drawing_is_a_rectangle_of_symbols_of_the_legend, 0, count);
    tcase_add_loop_test(tcase, a_place_is_walled_in_and_entered_by_mouths_from_two_sides_or_more, 0,
                        count);
    tcase_add_loop_test(tcase, all_of_a_place_can_be_walked, 0, count);
    tcase_add_loop_test(tcase, no_place_has_a_pinch, 0, count);
    tcase_add_loop_test(tcase, doors_inside_stand_in_walls_and_bridges_in_water, 0, count);
    return suite_run("prefab", tcase);
}
