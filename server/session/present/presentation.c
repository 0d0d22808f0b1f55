/*
 * The table of presentations, by enum session_mode. The rows stand in the files that show.
 */
#include "server/session/present/presentation.h"

const struct presentation *const presentation_table[PRESENTATION_COUNT] = {
    [MODE_UNSET] = &login_presentation,
    [MODE_SCREEN] = &screen_presentation,
    [MODE_LINE] = &line_presentation,
    [MODE_READER] = &reader_presentation,
};
