/*
 * Ways over what the screen shows, found breadth first from the cursor.
 */
#include "support/live/explorer.h"

#include <stdlib.h>
#include <string.h>

#include "support/live/server_ticks.h"
#include "term/layout.h"
#include "term/screen.h"

enum {
    CELLS_MAX = SCREEN_WIDTH_MAX * SCREEN_HEIGHT_MAX,
    ANSWER_TICKS = 15, /* a key is answered in the next */
    STEP_TICKS = 75,   /* a slow step, and those before it */
    QUIET_MS = 100,
    WALK_MS = 20000
};

struct step {
    char key;
    int dx;
    int dy;
};

/* Straight steps first: among equal ways the plain one is taken. */
static const struct step steps[] = {
    {'k', 0, -1},  {'j', 0, 1},  {'h', -1, 0}, {'l', 1, 0},
    {'y', -1, -1}, {'u', 1, -1}, {'b', -1, 1}, {'n', 1, 1},
};

struct search {
    uint32_t glyphs[CELLS_MAX];
    char first_key[CELLS_MAX]; /* of the way there; 0: not reached */
    int queue[CELLS_MAX];
    int width;
    int height;
    int start;
};

/* Floor and what lies on it, doors, stairs and delvers. */
static bool is_walkable(uint32_t glyph)
{
    return glyph == 0xB7 ||
           (glyph != 0 && glyph < 128 && strchr(".,;`}=+'<>@", (int)glyph) != NULL);
}

static bool is_inside(const struct search *search, int x, int y)
{
    return x >= 0 && x < search->width && y >= 0 && y < search->height;
}

static uint32_t glyph_at(const struct search *search, int x, int y)
{
    return is_inside(search, x, y) ? search->glyphs[y * search->width + x] : '#';
}

/* Doors are opened straight; a diagonal needs both its corners free here, so it never fails. */
static bool can_step(const struct search *search, int x, int y, const struct step *step)
{
    uint32_t to = glyph_at(search, x + step->dx, y + step->dy);

    if (!is_walkable(to))
        return false;
    if (step->dx == 0 || step->dy == 0)
        return true;
    uint32_t first = glyph_at(search, x + step->dx, y);
    uint32_t second = glyph_at(search, x, y + step->dy);
    return to != '+' && to != '\'' && is_walkable(first) && is_walkable(second) && first != '+' &&
           second != '+';
}

static bool has_unknown_neighbour(const struct search *search, int x, int y)
{
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        int next_x = x + steps[i].dx;
        int next_y = y + steps[i].dy;
        /* Cells beyond the edge of the view are unknown too. */
        if (!is_inside(search, next_x, next_y) || glyph_at(search, next_x, next_y) == ' ')
            return true;
    }
    return false;
}

static bool is_goal(const struct search *search, int place, int goal)
{
    int x = place % search->width;
    int y = place / search->width;

    if (goal == EXPLORE_UNKNOWN)
        return has_unknown_neighbour(search, x, y) || search->glyphs[place] == '+';
    return search->glyphs[place] == (uint32_t)goal;
}

/* Reaches every cell that can be reached, nearest first, into `queue`. Returns their count. */
static int spread(struct search *search)
{
    int head = 0;
    int tail = 0;

    search->queue[tail++] = search->start;
    while (head < tail) {
        int place = search->queue[head++];
        int x = place % search->width;
        int y = place / search->width;
        for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
            int next = place + steps[i].dy * search->width + steps[i].dx;
            if (!can_step(search, x, y, &steps[i]) || next == search->start ||
                search->first_key[next] != 0)
                continue;
            search->first_key[next] =
                place == search->start ? steps[i].key : search->first_key[place];
            search->queue[tail++] = next;
        }
    }
    return tail;
}

static void look(const struct terminal *terminal, struct search *search)
{
    struct layout layout = layout_of(terminal->width, terminal->height);

    memset(search, 0, sizeof *search);
    search->width = layout.map.width;
    search->height = layout.map.height;
    for (int i = 0; i < search->width * search->height; i++)
        search->glyphs[i] =
            terminal_look_at(terminal, i % search->width, i / search->width).code_point;
    search->start = terminal_cursor_y(terminal) * search->width + terminal_cursor_x(terminal);
}

static char choose(struct search *search, int goal, struct rng *rng)
{
    int count = spread(search);

    if (goal == EXPLORE_ANYWHERE)
        return count < 2
                   ? 0
                   : search->first_key[search->queue[1 + rng_below(rng, (uint32_t)count - 1)]];
    for (int i = 1; i < count; i++) {
        if (is_goal(search, search->queue[i], goal))
            return search->first_key[search->queue[i]];
    }
    return 0;
}

char explorer_key(const struct terminal *terminal, int goal, struct rng *rng)
{
    struct search *search = malloc(sizeof *search);
    char key = 0;

    if (search == NULL)
        return 0;
    look(terminal, search);
    if (search->start >= 0 && search->start < search->width * search->height)
        key = choose(search, goal, rng);
    free(search);
    return key;
}

bool explorer_step(struct client *client, int goal, struct rng *rng)
{
    char keys[2] = {explorer_key(&client->terminal, goal, rng), '\0'};
    uint64_t before = client->bytes;
    struct tick_count answer;

    if (keys[0] == '\0')
        return false;
    client_type(client, keys);
    tick_count_begin(&answer, client->port);
    while (client->bytes == before && tick_count_passed(&answer) < ANSWER_TICKS &&
           !client->is_closed)
        client_pump(client, 5);
    if (client->bytes == before)
        return false;
    /* A frame may come in pieces, and the first may only say that the step is queued. */
    while (client_pump(client, 3) ||
           (terminal_find(&client->terminal, " next: ") >= 0 &&
            tick_count_passed(&answer) < STEP_TICKS && !client->is_closed))
        continue;
    return true;
}

/* Beside a closed door the next step would open it. */
static bool is_there(const struct terminal *terminal, int goal, struct rng *rng)
{
    char key = explorer_key(terminal, goal, rng);

    if (goal != '+' || key == 0)
        return false;
    for (size_t i = 0; i < 4; i++) {
        int x = terminal_cursor_x(terminal) + steps[i].dx;
        int y = terminal_cursor_y(terminal) + steps[i].dy;
        if (steps[i].key == key && x >= 0 && y >= 0 && x < terminal->width &&
            y < terminal->height && terminal_look_at(terminal, x, y).code_point == '+')
            return true;
    }
    return false;
}

bool explorer_reach(struct client *client, int goal, int steps_max, struct rng *rng)
{
    bool was_on_the_way = false;

    for (int i = 0; i < steps_max && !client->is_closed; i++) {
        const struct terminal *terminal = &client->terminal;
        char key = explorer_key(terminal, goal, rng);
        if (is_there(terminal, goal, rng))
            return true;
        /* The body hides what it stands on: a goal that was in reach and is gone is underfoot. */
        if (key == 0 && was_on_the_way)
            return true;
        was_on_the_way = key != 0 && goal != '+';
        if (!explorer_step(client, key != 0 ? goal : EXPLORE_UNKNOWN, rng) &&
            !explorer_step(client, EXPLORE_ANYWHERE, rng))
            return false;
    }
    return false;
}

bool explorer_travel_down(struct client *client, int explores_max)
{
    for (int i = 0; i < explores_max && !client->is_closed; i++) {
        client_type(client, "o");
        client_wait_quiet(client, QUIET_MS, WALK_MS);
        client_type(client, "_");
        if (!client_wait_shown(client, "Travel where?", CLIENT_WAIT_MS))
            return false;
        client_type(client, ">");
        client_wait_quiet(client, QUIET_MS, WALK_MS);
        if (terminal_find(&client->terminal, "You reach the stairs down.") >= 0)
            return true;
    }
    return false;
}
