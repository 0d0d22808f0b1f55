/*
 * The drawings and their legend.
 */
#include "content/prefab.h"

#include <string.h>

#include "base/check.h"

struct legend_row {
    char symbol;
    struct prefab_cell cell;
};

static const struct legend_row legend_table[] = {
    {'#', {TILE_ROCK, false}},        {'.', {TILE_FLOOR, false}},  {'~', {TILE_WATER_DEEP, false}},
    {'=', {TILE_BRIDGE, false}},      {'_', {TILE_SHRINE, false}}, {'+', {TILE_ROCK, true}},
    {'D', {TILE_DOOR_CLOSED, false}},
};

// clang-format off
static const struct prefab prefab_table[] = {
    {"well", "###+###\n"
             "#.....#\n"
             "#.....#\n"
             "+..~..+\n"
             "#.....#\n"
             "#.....#\n"
             "###+###\n"},
    {"pillared hall", "#######+#######\n"
                      "#.............#\n"
                      "#..#.......#..#\n"
                      "+.............+\n"
                      "#..#.......#..#\n"
                      "#.............#\n"
                      "#######+#######\n"},
    {"moat", "######+######\n"
             "#...........#\n"
             "#.~~~~=~~~~.#\n"
             "#.~~.....~~.#\n"
             "+.==.._..==.+\n"
             "#.~~.....~~.#\n"
             "#.~~~~=~~~~.#\n"
             "#...........#\n"
             "######+######\n"},
    {"library", "###+#######+###\n"
                "#.............#\n"
                "#.####...####.#\n"
                "#.............#\n"
                "+.............+\n"
                "#.............#\n"
                "#.####...####.#\n"
                "#.............#\n"
                "#######+#######\n"},
    {"vault", "##+##########\n"
              "#...........+\n"
              "#.####D####.#\n"
              "#.#.......#.#\n"
              "#.D..._...D.#\n"
              "#.#.......#.#\n"
              "#.####D####.#\n"
              "+...........#\n"
              "##########+##\n"},
    {"cistern", "#######+#######\n"
                "#.............#\n"
                "#.~~~~~.~~~~~.#\n"
                "#.~~~~~.~~~~~.#\n"
                "+.............+\n"
                "#.~~~~~.~~~~~.#\n"
                "#.~~~~~.~~~~~.#\n"
                "#.............#\n"
                "#######+#######\n"},
    {"chapter house", "####+####\n"
                      "##.....##\n"
                      "#.......#\n"
                      "#..#.#..#\n"
                      "+.......+\n"
                      "#..#.#..#\n"
                      "#.......#\n"
                      "##.....##\n"
                      "####+####\n"},
    {"crooked gallery", "###+#######\n"
                        "#......####\n"
                        "+......####\n"
                        "#......####\n"
                        "####...####\n"
                        "####......#\n"
                        "####......+\n"
                        "####......#\n"
                        "#######+###\n"},
    {"gorge", "####+#####+####\n"
              "#.............#\n"
              "#.............#\n"
              "#~~=~~~~~~~=~~#\n"
              "#~~=~~~~~~~=~~#\n"
              "#~~=~~~~~~~=~~#\n"
              "#.............#\n"
              "#.............#\n"
              "####+#####+####\n"},
    {"cloister", "#######+#######\n"
                 "#.............#\n"
                 "#.............#\n"
                 "#..##.....##..#\n"
                 "#..#.......#..#\n"
                 "+......_......+\n"
                 "#..#.......#..#\n"
                 "#..##.....##..#\n"
                 "#.............#\n"
                 "#.............#\n"
                 "#######+#######\n"},
    {"apse", "#########+####\n"
             "##...........#\n"
             "#............#\n"
             "#.~....#...#.#\n"
             "#._..........+\n"
             "#.~....#...#.#\n"
             "#............#\n"
             "##...........#\n"
             "#########+####\n"},
    {"guard post", "#####+#####\n"
                   "#####.#####\n"
                   "###.....###\n"
                   "###.#.#.###\n"
                   "+.........+\n"
                   "###.#.#.###\n"
                   "###.....###\n"
                   "#####.#####\n"
                   "#####+#####\n"},
    {"granary", "######+######\n"
                "#...........#\n"
                "#...#...#...#\n"
                "#...#...#...#\n"
                "##D###D###D##\n"
                "+...........+\n"
                "#...........#\n"
                "######+######\n"},
    {"wheel", "#####+#####\n"
              "###.....###\n"
              "##...#...##\n"
              "#....#....#\n"
              "#.........#\n"
              "+.##._.##.+\n"
              "#.........#\n"
              "#....#....#\n"
              "##...#...##\n"
              "###.....###\n"
              "#####+#####\n"},
    {"barracks", "###+#####+###\n"
                 "#...........#\n"
                 "#.####......#\n"
                 "#.####......#\n"
                 "+...........+\n"
                 "#......####.#\n"
                 "#......####.#\n"
                 "#...........#\n"
                 "###+#####+###\n"},
    {"ford", "##+#####+##\n"
             "#....~....#\n"
             "#....~....#\n"
             "+....=....+\n"
             "#....~....#\n"
             "#....=....#\n"
             "#....~....#\n"
             "##+#####+##\n"},
};
// clang-format on

enum {
    PREFAB_COUNT = sizeof prefab_table / sizeof prefab_table[0],
    LEGEND_COUNT = sizeof legend_table / sizeof legend_table[0],
};

size_t prefab_count(void)
{
    return PREFAB_COUNT;
}

const struct prefab *prefab_at(size_t index)
{
    CHECK(index < PREFAB_COUNT);
    return &prefab_table[index];
}

int prefab_width(const struct prefab *prefab)
{
    return (int)strcspn(prefab->drawing, "\n");
}

int prefab_height(const struct prefab *prefab)
{
    int rows = 0;

    for (const char *at = prefab->drawing; *at != '\0'; at++)
        rows += *at == '\n';
    return rows;
}

enum err prefab_read_symbol(char symbol, struct prefab_cell *out)
{
    for (size_t i = 0; i < LEGEND_COUNT; i++) {
        if (legend_table[i].symbol == symbol) {
            *out = legend_table[i].cell;
            return ERR_OK;
        }
    }
    return ERR_UNKNOWN;
}

struct prefab_cell prefab_cell_at(const struct prefab *prefab, int width, int x, int y)
{
    struct prefab_cell cell = {TILE_ROCK, false};
    enum err error = prefab_read_symbol(prefab->drawing[y * (width + 1) + x], &cell);

    CHECK(error == ERR_OK);
    return cell;
}
