/*
 * Everything on the screen but the map.
 */
#include "term/hud.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "content/theme.h"

enum { STATUS_TEXT_SIZE = 256 };

/* "  running east" or "  next: step north +1" or nothing; " step n +1" where room is short. */
static void describe_queue(const struct delver *delver, const struct hud_status *status,
                           bool is_short, char *out, size_t out_size)
{
    static const char *const short_names[DIR_COUNT] = {
        [DIR_NORTH] = "n", [DIR_NORTHEAST] = "ne", [DIR_EAST] = "e", [DIR_SOUTHEAST] = "se",
        [DIR_SOUTH] = "s", [DIR_SOUTHWEST] = "sw", [DIR_WEST] = "w", [DIR_NORTHWEST] = "nw",
    };
    char more[16] = "";
    const char *dir = "";

    out[0] = '\0';
    if (status->doing[0] != '\0') {
        snprintf(out, out_size, "%s%s", is_short ? " " : "  ",
                 is_short ? status->doing_short : status->doing);
        return;
    }
    if (delver->body.queue_length == 0)
        return;
    struct action next = delver->body.queue[0];
    if (next.dir != DIR_NONE)
        dir = is_short ? short_names[next.dir] : dir_name(next.dir);
    if (delver->body.queue_length > 1)
        snprintf(more, sizeof more, " +%d", delver->body.queue_length - 1);
    snprintf(out, out_size, "%s%s%s%s%s", is_short ? " " : "  next: ", action_name(next.verb),
             dir[0] == '\0' ? "" : " ", dir, more);
}

/* How time goes on, where that matters. */
static const char *const turn_states[] = {
    [COMPANY_CALM] = "",
    [COMPANY_WAITING] = "WAITING",
    [COMPANY_RUNNING] = "RUNNING",
};

/* What the status row never leaves out. Where it does not fit whole it is told more shortly, and
   the name gives way to the rest. */
static void describe_state(const struct delver *delver, const struct hud_status *status, int width,
                           char *out, size_t out_size)
{
    const struct body *body = &delver->body;
    const char *state = turn_states[delver->peril.time];
    char queue[64];
    char rest[128];

    describe_queue(delver, status, false, queue, sizeof queue);
    int length =
        snprintf(out, out_size, "%s  HP %d/%d  Depth %d%s%s%s", delver->name, body->health,
                 body->health_max, body->key.depth, state[0] == '\0' ? "" : "  ", state, queue);
    if (length <= width)
        return;
    describe_queue(delver, status, true, queue, sizeof queue);
    length = snprintf(rest, sizeof rest, " HP %d/%d Depth %d%s%s%s", body->health, body->health_max,
                      body->key.depth, state[0] == '\0' ? "" : " ", state, queue);
    int name_room = width - length > NAME_LENGTH_MIN ? width - length : NAME_LENGTH_MIN;
    snprintf(out, out_size, "%.*s%s", name_room, delver->name, rest);
}

void hud_draw_status(struct screen *screen, const struct layout *layout,
                     const struct delver *delver, const struct hud_status *status)
{
    const char *keys = status->keys != NULL ? status->keys : "? help  : cmd";
    char state[STATUS_TEXT_SIZE];
    char company[32] = "";
    char text[STATUS_TEXT_SIZE + sizeof company + 96];
    int depth = delver->body.key.depth;
    bool is_wide = screen->width >= 80;

    describe_state(delver, status, screen->width, state, sizeof state);
    int length = snprintf(text, sizeof text, "%s%s%.64s", state,
                          status->warning[0] != '\0' ? "  " : "", status->warning);
    if (status->near_count > 0)
        snprintf(company, sizeof company, "  %d in view", status->near_count);
    if (length + (int)strlen(company) <= screen->width)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s", company);
    snprintf(text + length, sizeof text - (size_t)length, "%s%s", is_wide ? "  " : "",
             is_wide ? theme_of_depth(depth)->name : "");

    screen_fill(screen, 0, layout->status_y, screen->width, ' ', ROLE_STATUS);
    int used = screen_write(screen, 0, layout->status_y, screen->width, text, ROLE_STATUS);
    int keys_x = screen->width - (int)strlen(keys) - 1;
    if (used + 2 <= keys_x)
        screen_write(screen, keys_x, layout->status_y, screen->width - keys_x, keys, ROLE_STATUS);
}

/* The longest end of `text` that takes at most `width` cells. */
static const char *tail_of(const char *text, int width)
{
    size_t length = strlen(text);
    size_t from = 0;
    int cells = 0;

    for (size_t at = 0; at < length;)
        cells += utf8_width(utf8_decode(text, length, &at));
    while (cells > width)
        cells -= utf8_width(utf8_decode(text, length, &from));
    return text + from;
}

void hud_draw_input(struct screen *screen, const struct layout *layout, const char *prompt,
                    const char *text)
{
    int y = layout->input_y;

    screen_fill(screen, 0, y, screen->width, ' ', ROLE_BLANK);
    int x = screen_write(screen, 0, y, screen->width - 1, prompt, ROLE_GOOD);

    /* The end of a long line matters more than its beginning; the last column is the cursor's. */
    int room = screen->width - 1 - x;
    x += screen_write(screen, x, y, room, tail_of(text, room), ROLE_TEXT);
    screen->cursor = pos_of(x, y);
}

void hud_draw_look(struct screen *screen, const struct layout *layout, const char *text)
{
    static const char keys[] = "Tab next  Enter walks  v tells  Esc ends";
    int y = layout->input_y;
    int keys_x = screen->width - (int)sizeof keys;

    screen_fill(screen, 0, y, screen->width, ' ', ROLE_BLANK);
    int used = screen_write(screen, 0, y, screen->width, text, ROLE_GOOD);
    if (used + 2 <= keys_x)
        screen_write(screen, keys_x, y, screen->width - keys_x, keys, ROLE_DIM_TEXT);
}

void hud_draw_too_small(struct screen *screen)
{
    static const struct {
        const char *before;
        const char *after;
    } forms[] = {
        {"Undercroft needs 40x12, this window is ", ". Please enlarge it."},
        {"Undercroft needs 40x12, this is ", "."},
        {"Need 40x12, have ", "."},
        {"40x12! ", ""},
    };
    char text[STATUS_TEXT_SIZE] = "";

    screen_clear(screen);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        snprintf(text, sizeof text, "%s%dx%d%s", forms[i].before, screen->width, screen->height,
                 forms[i].after);
        if ((int)strlen(text) <= screen->width)
            break;
    }
    screen_write(screen, 0, 0, screen->width, text, ROLE_TEXT);
    screen->cursor = pos_of(0, 0);
}
