/*
 * Operators' lines that were typed in the game. The session room queues them; each is submitted
 * like a line of the control socket, and its answer goes back to the session.
 */
#include "server/admin/admin_lines.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "server/admin/admin.h"
#include "server/admin/admin_submit.h"
#include "server/net/conn.h"
#include "server/session/commands/operator_lines.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "term/overlay.h"

static void deliver(struct admin *admin, uint64_t serial, enum admin_outcome outcome,
                    const struct bytes *text)
{
    operator_lines_answer(admin->sessions, serial, outcome == ADMIN_DONE, (const char *)text->data,
                          text->length);
}

static void submit(struct admin *admin, struct session *session, const char *line)
{
    struct admin_caller caller = {
        .deliver = deliver,
        .serial = session->conn->serial,
        .role = session->role,
        .format = ADMIN_TEXT,
        .page = {.width = session->present.screen.width > OVERLAY_MARGIN
                              ? session->present.screen.width - OVERLAY_MARGIN
                              : 1,
                 .form = display_text_form(session)},
        .delver_id = session->account.id};

    snprintf(caller.name, sizeof caller.name, "%s", session->account.name);
    if (admin_submit(admin, &caller, line, strlen(line)) != ERR_OK)
        session_tell(session, "Too many commands are waiting; try again later.", ROLE_BAD);
}

bool admin_take_lines(struct admin *admin)
{
    struct operator_line line;
    bool was_any = false;

    for (; operator_lines_next(admin->sessions, &line); was_any = true) {
        struct session *session = sessions_find(admin->sessions, line.serial);
        if (session != NULL && !session->is_over)
            submit(admin, session, line.line);
    }
    return was_any;
}
