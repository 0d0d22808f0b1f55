/*
 * Rows and columns of the parts of a screen.
 */
#include "term/layout.h"

#include "term/screen.h"

enum {
    FULL_WIDTH_MIN = 80, /* least columns of a full window; less is a small one */
    FULL_HEIGHT_MIN = 24,
    SIDEBAR_WIDTH_MIN = 110,
    SIDEBAR_HEIGHT_MIN = 30,
    SIDEBAR_GAP = 2, /* columns of the dividing line and a blank */
    LOG_ROWS_SMALL = 2,
    LOG_ROWS = 4,
    LOG_ROWS_LARGE = 7,
    ROWS_PER_LOG_ROW = 6, /* rows of a window with a sidebar for each row of its log */
};

static int large_log_rows(int height)
{
    int rows = height / ROWS_PER_LOG_ROW;

    if (rows < LOG_ROWS)
        return LOG_ROWS;
    return rows < LOG_ROWS_LARGE ? rows : LOG_ROWS_LARGE;
}

/* Makes the layout of a window with a sidebar. If there is room the input line has a row of its
   own, so that typing hides no message. */
static struct layout with_sidebar(int width, int height)
{
    int log_rows = large_log_rows(height);
    int map_rows = height - 1 - log_rows - 1;
    int map_width = width - SIDEBAR_GAP - LAYOUT_SIDEBAR_WIDTH;

    return (struct layout){
        .map = {0, 0, (int16_t)map_width, (int16_t)map_rows},
        .sidebar = {(int16_t)(map_width + SIDEBAR_GAP), 0, LAYOUT_SIDEBAR_WIDTH, (int16_t)map_rows},
        .divider_x = map_width,
        .status_y = map_rows,
        .log = {0, (int16_t)(map_rows + 1), (int16_t)width, (int16_t)log_rows},
        .input_y = height - 1,
    };
}

static struct layout without_sidebar(int width, int height)
{
    bool is_small = width < FULL_WIDTH_MIN || height < FULL_HEIGHT_MIN;
    int log_rows = is_small ? LOG_ROWS_SMALL : LOG_ROWS;
    int map_rows = height - log_rows - 1;

    return (struct layout){
        .map = {0, 0, (int16_t)width, (int16_t)map_rows},
        .divider_x = width,
        .status_y = map_rows,
        .log = {0, (int16_t)(map_rows + 1), (int16_t)width, (int16_t)log_rows},
        .input_y = height - 1,
    };
}

struct layout layout_of(int width, int height)
{
    if (width >= SIDEBAR_WIDTH_MIN && height >= SIDEBAR_HEIGHT_MIN)
        return with_sidebar(width, height);
    return without_sidebar(width, height);
}

bool layout_is_too_small(int width, int height)
{
    return width < SCREEN_WIDTH_MIN || height < SCREEN_HEIGHT_MIN;
}
