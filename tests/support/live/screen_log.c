/*
 * Frames as they were meant.
 */
#include "support/live/screen_log.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "content/role.h"
#include "term/screen.h"

enum {
    CELL_BYTES_MAX = 4,
    TEXT_SIZE = (SCREEN_WIDTH_MAX * CELL_BYTES_MAX + 1) * SCREEN_HEIGHT_MAX + 1,
};

void screen_log_init(struct screen_log *log, const char *path)
{
    memset(log, 0, sizeof *log);
    snprintf(log->path, sizeof log->path, "%s", path);
}

static void frame_release(struct screen_frame *frame)
{
    free(frame->text);
    free(frame->roles);
    *frame = (struct screen_frame){0};
}

void screen_log_release(struct screen_log *log)
{
    for (size_t i = 0; i < SCREEN_LOG_SERIALS_MAX; i++)
        frame_release(&log->newest[i]);
}

/* Reads `count` whole lines; NULL if they are not all there yet. The caller frees them. */
static char *read_lines(FILE *file, int count)
{
    char *text = malloc(TEXT_SIZE);
    size_t length = 0;

    ck_assert_msg(text != NULL, "no memory for a frame");
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        if (fgets(text + length, (int)(TEXT_SIZE - length), file) == NULL) {
            free(text);
            return NULL;
        }
        length += strlen(text + length);
        if (length == 0 || text[length - 1] != '\n') {
            free(text);
            return NULL;
        }
    }
    return text;
}

static bool read_frame(FILE *file, struct screen_frame *out)
{
    char header[128];

    *out = (struct screen_frame){0};
    if (fgets(header, sizeof header, file) == NULL || strchr(header, '\n') == NULL)
        return false;
    ck_assert_msg(sscanf(header, "screen %llu %d %d %d %d", &out->serial, &out->width, &out->height,
                         &out->cursor_x, &out->cursor_y) == 5,
                  "not a frame's header: %s", header);
    ck_assert_msg(out->width >= 1 && out->width <= SCREEN_WIDTH_MAX && out->height >= 1 &&
                      out->height <= SCREEN_HEIGHT_MAX,
                  "a frame of %dx%d", out->width, out->height);
    out->text = read_lines(file, out->height);
    if (out->text != NULL)
        out->roles = read_lines(file, out->height);
    if (out->roles != NULL)
        return true;
    frame_release(out);
    return false;
}

static const struct screen_frame *take_frame(struct screen_log *log, FILE *file)
{
    struct screen_frame frame;

    if (fseek(file, log->offset, SEEK_SET) != 0 || !read_frame(file, &frame))
        return NULL;
    ck_assert_msg(frame.serial < SCREEN_LOG_SERIALS_MAX, "a frame of connection %llu",
                  frame.serial);
    log->offset = ftell(file);
    log->frame_count++;
    frame_release(&log->newest[frame.serial]);
    log->newest[frame.serial] = frame;
    return &log->newest[frame.serial];
}

const struct screen_frame *screen_log_next(struct screen_log *log)
{
    FILE *file = fopen(log->path, "rb");

    if (file == NULL)
        return NULL;
    const struct screen_frame *frame = take_frame(log, file);
    fclose(file);
    return frame;
}

void screen_log_read(struct screen_log *log)
{
    FILE *file = fopen(log->path, "rb");

    if (file == NULL)
        return;
    while (take_frame(log, file) != NULL)
        continue;
    fclose(file);
}

const struct screen_frame *screen_log_newest(const struct screen_log *log, int serial)
{
    ck_assert_msg(serial > 0 && serial < SCREEN_LOG_SERIALS_MAX, "connection %d", serial);
    return log->newest[serial].text == NULL ? NULL : &log->newest[serial];
}

/* The look that a terminal gives to a role's SGR parameters. */
struct wanted_look {
    bool is_bold;
    bool is_reverse;
    bool has_colour;
    VTermColor colour;
    int background; /* one of the 256 colours; -1: the terminal's own */
};

static struct wanted_look look_of_sgr(const char *sgr)
{
    struct wanted_look look = {0};
    int numbers[8] = {0};
    int count = 0;

    for (const char *rest = sgr; *rest != '\0' && count < 8; count++) {
        char *end;
        numbers[count] = (int)strtol(rest, &end, 10);
        rest = *end == ';' ? end + 1 : end;
    }
    for (int i = 0; i < count; i++) {
        int number = numbers[i];
        look.is_bold = look.is_bold || number == 1;
        look.is_reverse = look.is_reverse || number == 7;
        bool is_basic = number >= 30 && number <= 37;
        bool is_bright = number >= 90 && number <= 97;
        look.has_colour = look.has_colour || is_basic || is_bright || number == 38;
        if (is_basic || is_bright)
            vterm_color_indexed(&look.colour, (uint8_t)(is_basic ? number - 30 : number - 82));
        if (number == 38 && numbers[i + 1] == 5)
            vterm_color_indexed(&look.colour, (uint8_t)numbers[i + 2]);
        else if (number == 38)
            vterm_color_rgb(&look.colour, (uint8_t)numbers[i + 2], (uint8_t)numbers[i + 3],
                            (uint8_t)numbers[i + 4]);
        if (number == 38)
            break;
    }
    return look;
}

static struct wanted_look look_of_role(struct palette palette, enum role role)
{
    struct wanted_look look = look_of_sgr(palette_sgr(palette, role));

    if (sscanf(palette_background(palette, role), "48;5;%d", &look.background) != 1)
        look.background = -1;
    return look;
}

/* Nobody can tell the colour or weight of a blank, only whether it is reversed. */
static bool looks_right(struct terminal_look shown, struct wanted_look wanted)
{
    if (shown.is_reverse != wanted.is_reverse || shown.background != wanted.background)
        return false;
    if (shown.code_point == ' ')
        return true;
    if (shown.is_bold != wanted.is_bold || shown.has_default_colour == wanted.has_colour)
        return false;
    return !wanted.has_colour || vterm_color_is_equal(&shown.colour, &wanted.colour);
}

static void describe(char *difference, const struct screen_frame *frame,
                     const struct terminal *terminal, int y, const char *what)
{
    char shown[TERMINAL_ROW_SIZE];
    const char *meant = frame->text;

    for (int i = 0; i < y; i++)
        meant = strchr(meant, '\n') + 1;
    terminal_row(terminal, y, shown);
    snprintf(difference, SCREEN_LOG_DIFFERENCE_SIZE, "row %d: %s\nmeant: %.*s|\nshown: %s|", y,
             what, (int)strcspn(meant, "\n"), meant, shown);
}

static bool is_row_shown(const struct screen_frame *frame, const struct terminal *terminal,
                         struct palette palette, int y, const char **text, const char *roles,
                         char *difference)
{
    char what[96];

    for (int x = 0; x < frame->width; x++) {
        struct terminal_look shown = terminal_look_at(terminal, x, y);
        if (shown.code_point == 0)
            continue;
        size_t at = 0;
        uint32_t meant = utf8_decode(*text, strlen(*text) < 4 ? strlen(*text) : 4, &at);
        *text += at;
        enum role role = (enum role)(roles[x] - SCREEN_ROLE_SIGN);
        if (meant != shown.code_point) {
            snprintf(what, sizeof what, "column %d shows U+%04X, not U+%04X", x,
                     (unsigned int)shown.code_point, (unsigned int)meant);
        } else if (!looks_right(shown, look_of_role(palette, role))) {
            snprintf(what, sizeof what, "column %d does not look like role %d", x, (int)role);
        } else {
            continue;
        }
        describe(difference, frame, terminal, y, what);
        return false;
    }
    return true;
}

bool screen_frame_is_shown(const struct screen_frame *frame, const struct terminal *terminal,
                           struct palette palette, char *difference)
{
    const char *text = frame->text;
    const char *roles = frame->roles;

    if (frame->width != terminal->width || frame->height != terminal->height) {
        snprintf(difference, SCREEN_LOG_DIFFERENCE_SIZE, "meant for %dx%d, shown on %dx%d",
                 frame->width, frame->height, terminal->width, terminal->height);
        return false;
    }
    for (int y = 0; y < frame->height; y++) {
        if (!is_row_shown(frame, terminal, palette, y, &text, roles, difference))
            return false;
        text = strchr(text, '\n') + 1;
        roles = strchr(roles, '\n') + 1;
    }
    if (terminal_cursor_x(terminal) == frame->cursor_x &&
        terminal_cursor_y(terminal) == frame->cursor_y && terminal->is_cursor_shown)
        return true;
    snprintf(difference, SCREEN_LOG_DIFFERENCE_SIZE, "the cursor is %s at %d,%d, not at %d,%d",
             terminal->is_cursor_shown ? "shown" : "hidden", terminal_cursor_x(terminal),
             terminal_cursor_y(terminal), frame->cursor_x, frame->cursor_y);
    return false;
}
