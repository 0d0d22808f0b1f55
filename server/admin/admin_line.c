/*
 * Words of operators in the game.
 */
#include "server/admin/admin_line.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "server/net/conn.h"
#include "server/admin/admin.h"
#include "server/server.h"
#include "server/session/sessions.h"
#include "server/session/commands/commands.h"
#include "server/session/session.h"
#include "term/overlay.h"

enum { LOG_LINES_MAX = 3 }; /* what the smallest log shows */

_Static_assert((int)ADMIN_LINE_ANSWER_MAX < (int)OVERLAY_TEXT_MAX, "an answer fits over the map");

bool admin_line_take(struct session *session, const char *line)
{
    struct admin_caller caller = {.via = ADMIN_VIA_GAME,
                                  .serial = session->conn->serial,
                                  .role = session->role,
                                  .format = ADMIN_TEXT,
                                  .page = {.width = session->screen.width > OVERLAY_MARGIN
                                                        ? session->screen.width - OVERLAY_MARGIN
                                                        : 1,
                                           .is_spoken = session->mode == MODE_READER},
                                  .delver_id = session->account.id};

    line += strspn(line, " ");
    if (line[0] != '@' || session->role == ADMIN_ROLE_NONE)
        return false;
    line++;
    session_pay(session, WORK_ORDER);
    snprintf(caller.name, sizeof caller.name, "%s", session->account.name);
    if (admin_submit(&session->sessions->base->server->admin, &caller, line, strlen(line)) !=
        ERR_OK)
        session_tell(session, "Too many commands are waiting; try again later.", ROLE_BAD);
    return true;
}

static struct session *find_player(struct sessions *sessions, uint64_t serial)
{
    struct session *session = sessions_find(sessions, serial);

    if (session == NULL || session->is_over)
        return NULL;
    return session->state == SESSION_PLAYING || watch_takes_words(session) ? session : NULL;
}

/* How much of an answer is shown: whole lines, and no more than a client that reads slowly can be
   sent without losing its line. */
static size_t shown_length(const struct session *session, const struct bytes *text)
{
    size_t waiting = session->conn->out.length;
    size_t room = waiting < CONN_OUT_MAX / 2 ? CONN_OUT_MAX / 2 - waiting : 0;
    size_t length = text->length;

    if (session->mode == MODE_SCREEN || room > ADMIN_LINE_ANSWER_MAX)
        room = ADMIN_LINE_ANSWER_MAX;
    if (length <= room)
        return length;
    for (length = room; length > 0 && text->data[length - 1] != '\n';)
        length--;
    return length;
}

/* True if all of it can be seen at once in the log. */
static bool fits_log(const struct session *session, const char *answer)
{
    size_t width =
        session->mode == MODE_SCREEN ? (size_t)session->screen.width : (size_t)MESSAGE_LENGTH_MAX;
    int lines = 0;

    while (*answer != '\0') {
        size_t length = strcspn(answer, "\n");
        if (length > width || length > MESSAGE_LENGTH_MAX)
            return false;
        answer += length + (answer[length] == '\n');
        lines++;
    }
    return lines <= LOG_LINES_MAX;
}

static void tell_lines(struct session *session, const char *answer, enum role role)
{
    char text[MESSAGE_LENGTH_MAX + 1];

    while (*answer != '\0') {
        size_t length = strcspn(answer, "\n");
        snprintf(text, sizeof text, "%.*s", (int)length, answer);
        session_tell(session, text, role);
        answer += length + (answer[length] == '\n');
    }
}

void admin_line_deliver(struct admin *admin, uint64_t serial, enum admin_outcome outcome,
                        const struct bytes *text)
{
    static const char cut[] = "(There is more: undercroftctl shows all of it.)\n";
    struct session *session = find_player(admin->sessions, serial);
    char shown[ADMIN_LINE_ANSWER_MAX + sizeof cut];

    if (session == NULL || text->length == 0)
        return;
    size_t length = shown_length(session, text);
    memcpy(shown, text->data, length);
    snprintf(shown + length, sizeof shown - length, "%s", length < text->length ? cut : "");
    if (fits_log(session, shown))
        tell_lines(session, shown, outcome == ADMIN_DONE ? ROLE_TEXT : ROLE_BAD);
    else
        commands_show(session, shown);
    session_want_attention(session);
}

static const char *const role_texts[] = {
    [ADMIN_ROLE_NONE] = "You have no role any more.",
    [ADMIN_ROLE_BUILDER] = "You are a builder now: @help lists your words.",
    [ADMIN_ROLE_ADMIN] = "You are an admin now: @help lists your words.",
};

void admin_line_change_role(struct sessions *sessions, int64_t delver_id, enum admin_role role)
{
    for (struct session *session = sessions->list; session != NULL; session = session->next) {
        if (session->is_over || session->account.id != delver_id || session->role == role)
            continue;
        session->role = role;
        if (session->state == SESSION_WATCHING && role != ADMIN_ROLE_ADMIN)
            watch_end(session, "You watch no more.");
        if (session->state == SESSION_PLAYING)
            session_tell(session, role_texts[role], ROLE_GOOD);
    }
}
