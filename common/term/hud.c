/*
 * All parts of the screen except the map.
 */
#include "term/hud.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "narrate/sheet.h"
#include "narrate/threats.h"
#include "term/wrap.h"
#include "world/company.h"

enum { STATUS_TEXT_SIZE = 256 };

/* Parts that a narrow status row leaves out, in this order. */
enum cut {
    CUT_NOTHING,
    CUT_BAR,
    CUT_GOLD,
    CUT_QUEUE_SHORT, /* the queue is told in fewer words */
    CUT_QUEUE,
    CUT_CONDITIONS, /* all conditions but the first */
    CUT_LEVEL,
    CUT_COUNT
};

enum {
    PART_SIZE = 64,
    NAME_CUT_BELOW = 48, /* in a narrower window, in columns, the name is cut */
    NAME_CUT_TO = 8,     /* letters of a name that is cut */
    BAR_WIDTH = 8,
    KEYS_GAP = 2, /* fewest blanks before the hint about keys */
};

/* Writes the travel or the queue: " running east" or " next: step north +1", with `is_short` " step
   n +1"; nothing if there is none. */
static void describe_queue(const struct delver *delver, const struct hud_status *status,
                           bool is_short, char *out, size_t out_size)
{
    char more[16] = "";
    const char *dir = "";

    out[0] = '\0';
    if (status->doing[0] != '\0') {
        snprintf(out, out_size, " %s", is_short ? status->doing_short : status->doing);
        return;
    }
    if (delver->body.queue_length == 0)
        return;
    struct action next = delver->body.queue[0];
    if (next.dir != DIR_NONE)
        dir = is_short ? dir_short_name(next.dir) : dir_name(next.dir);
    if (delver->body.queue_length > 1)
        snprintf(more, sizeof more, " +%d", delver->body.queue_length - 1);
    snprintf(out, out_size, "%s%s%s%s%s", is_short ? " " : " next: ", action_name(next.verb),
             dir[0] == '\0' ? "" : " ", dir, more);
}

/* How time goes on, where a player must know it. */
static const char *const turn_states[] = {
    [COMPANY_CALM] = "",
    [COMPANY_WAITING] = " WAITING",
    [COMPANY_RUNNING] = " RUNNING",
};

/* Writes the health: "31/50", with " LOW" at low health, and " [#####---]" if there is room. */
static void describe_health(const struct delver *delver, bool has_bar, char *out, size_t out_size)
{
    const struct body *body = &delver->body;
    int health = delver_health(delver);
    char bar[BAR_WIDTH + 1] = "";

    target_bar(health, body->health_max, BAR_WIDTH, bar);
    snprintf(out, out_size, has_bar ? "%d/%d%s [%s]" : "%d/%d%s", health, body->health_max,
             delver_is_low(delver) ? " LOW" : "", bar);
}

/* Writes the status row without the parts of the first cuts. Returns the text's length. */
static int describe_cut(const struct delver *delver, const struct hud_status *status, enum cut cut,
                        int name_room, char *out, size_t out_size)
{
    const struct body *body = &delver->body;
    char level[PART_SIZE] = "";
    char health[PART_SIZE];
    char gold[PART_SIZE] = "";
    char queue[PART_SIZE] = "";
    char conditions[CONDITIONS_MAX];

    if (cut < CUT_LEVEL)
        snprintf(level, sizeof level, " L%d", life_level(&delver->life));
    if (cut < CUT_GOLD && delver->life.gold > 0)
        snprintf(gold, sizeof gold, " $%lld", (long long)delver->life.gold);
    if (cut < CUT_QUEUE)
        describe_queue(delver, status, cut >= CUT_QUEUE_SHORT, queue, sizeof queue);
    describe_health(delver, cut < CUT_BAR, health, sizeof health);
    status_conditions(body, cut >= CUT_CONDITIONS, conditions, sizeof conditions);
    bool is_slow = delver->time.pace > PACE_FULL;
    return snprintf(out, out_size, "%.*s%s HP %s%s Depth %d%s%s%s%s%s", name_room, delver->name,
                    level, health, gold, body->key.depth,
                    delver->fall.is_fallen ? " FALLEN" : turn_states[delver->time.state],
                    is_slow ? " SLOW" : "", conditions[0] == '\0' ? "" : " ", conditions, queue);
}

/* Writes the parts that the status row always has, and as many others as fit. */
static void describe_state(const struct delver *delver, const struct hud_status *status, int width,
                           char *out, size_t out_size)
{
    int name_room = width < NAME_CUT_BELOW ? NAME_CUT_TO : NAME_LENGTH_MAX;

    for (enum cut cut = CUT_NOTHING; cut < CUT_COUNT; cut++) {
        if (describe_cut(delver, status, cut, name_room, out, out_size) <= width)
            return;
    }
}

/* Draws low health in red within the reversed row, with its bar. */
static void redden_health(struct screen *screen, int y, const char *text)
{
    const char *from = strstr(text, " HP ");
    const char *end = from == NULL ? NULL : strstr(from, " LOW");
    char health[PART_SIZE];

    if (end == NULL)
        return;
    from += strlen(" HP ");
    end += strlen(" LOW");
    if (strncmp(end, " [", 2) == 0)
        end += strlen(" []") + BAR_WIDTH;
    snprintf(health, sizeof health, "%.*s", (int)(end - from), from);
    int x = (int)(from - text);
    screen_write(screen, x, y, screen->width - x, health, ROLE_BAD);
}

void hud_draw_status(struct screen *screen, const struct layout *layout,
                     const struct delver *delver, const struct hud_status *status)
{
    char state[STATUS_TEXT_SIZE];
    char company[32] = "";
    char text[STATUS_TEXT_SIZE + sizeof company + 96];

    static const char more[] = "P: all";
    const char *keys = status->is_log_cut ? more : status->keys;
    int keys_room = status->is_log_cut ? (int)sizeof more + KEYS_GAP : 0;

    describe_state(delver, status, screen->width - keys_room, state, sizeof state);
    struct writer row = writer_of(text, sizeof text);
    writer_add(&row, "%s%s%.64s", state, status->warning[0] != '\0' ? "  " : "", status->warning);
    if (status->near_count > 0)
        snprintf(company, sizeof company, "  %d in view", status->near_count);
    if ((int)(row.length + strlen(company)) + keys_room <= screen->width)
        writer_add(&row, "%s", company);

    screen_fill(screen, 0, layout->status_y, screen->width, ' ', ROLE_STATUS);
    int used = screen_write(screen, 0, layout->status_y, screen->width, text, ROLE_STATUS);
    if (delver_is_low(delver))
        redden_health(screen, layout->status_y, text);
    if (keys == NULL)
        return;
    int keys_x = screen->width - (int)strlen(keys) - 1;
    if (used + KEYS_GAP <= keys_x)
        screen_write(screen, keys_x, layout->status_y, screen->width - keys_x, keys, ROLE_STATUS);
}

void hud_draw_target(struct screen *screen, const struct layout *layout, const char *text,
                     enum role role)
{
    const char *bar = strstr(text, " [");
    const char *end = bar == NULL ? NULL : strchr(bar, ']');
    char narrow[STATUS_TEXT_SIZE];

    if (end != NULL && wrap_count_rows(text, screen->width) > 1) {
        snprintf(narrow, sizeof narrow, "%.*s%s", (int)(bar - text), text, end + 1);
        text = narrow;
    }
    screen_fill(screen, 0, layout->log.y, screen->width, ' ', ROLE_BLANK);
    screen_write(screen, 0, layout->log.y, screen->width, text, role);
}

/* Returns the part of the text before `end` that takes at most `width` cells, and counts its
   cells. */
static const char *tail_of(const char *text, size_t end, int width, int *out_cells)
{
    size_t from = 0;
    int cells = 0;

    for (size_t at = 0; at < end;)
        cells += utf8_width(utf8_decode(text, end, &at));
    while (cells > width)
        cells -= utf8_width(utf8_decode(text, end, &from));
    *out_cells = cells;
    return text + from;
}

void hud_draw_input(struct screen *screen, const struct layout *layout, const char *prompt,
                    const char *text, size_t at)
{
    int y = layout->input_y;
    int before;

    screen_fill(screen, 0, y, screen->width, ' ', ROLE_BLANK);
    int x = screen_write(screen, 0, y, screen->width - 1, prompt, ROLE_GOOD);

    /* The text before the cursor matters most; the last column is the cursor's. */
    int room = screen->width - 1 - x;
    const char *shown = tail_of(text, at < strlen(text) ? at : strlen(text), room, &before);
    screen_write(screen, x, y, room, shown, ROLE_TEXT);
    screen->cursor = pos_of(x + before, y);
}

void hud_draw_look(struct screen *screen, const struct layout *layout, const char *text,
                   bool has_keys)
{
    static const char keys[] = "Tab next  Enter walks  v tells  Esc ends";
    static const char more[] = " ... (v: all)";
    int y = layout->input_y;
    int keys_x = screen->width - (int)sizeof keys;

    screen_fill(screen, 0, y, screen->width, ' ', ROLE_BLANK);
    int used = screen_write(screen, 0, y, screen->width, text, ROLE_GOOD);
    if (has_keys && wrap_count_rows(text, screen->width) > 1) {
        char cut[WRAP_ROW_SIZE];
        const char *rest = text;
        size_t length =
            wrap_take_words(&rest, text + strlen(text), screen->width - (int)sizeof more + 1);
        snprintf(cut, sizeof cut, "%.*s%s", (int)length, text, more);
        screen_fill(screen, 0, y, screen->width, ' ', ROLE_BLANK);
        screen_write(screen, 0, y, screen->width, cut, ROLE_GOOD);
    } else if (has_keys && used + 2 <= keys_x)
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
