/*
 * The table of presentations, by enum session_mode. The rows stand in the files that show.
 */
#include "server/session/present/presentation.h"

#include "server/session/session.h"

const struct presentation *const presentation_table[PRESENTATION_COUNT] = {
    [MODE_UNSET] = &login_presentation, [MODE_SCREEN] = &screen_presentation,
    [MODE_LINE] = &line_presentation,   [MODE_READER] = &reader_presentation,
    [MODE_PAGE] = &page_presentation,
};

void presentation_stir(struct session *session)
{
    const struct presentation *presentation = presentation_table[session->mode];

    if (presentation->stir != NULL)
        presentation->stir(session);
}
