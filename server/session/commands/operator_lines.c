/*
 * Lines that operators type in the game: their queue, and the display of their answers.
 */
#include "server/session/commands/operator_lines.h"

#include <stdio.h>
#include <string.h>

#include "server/net/conn.h"
#include "server/session/commands/commands.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "server/session/watch/watch.h"
#include "term/overlay.h"

enum { LOG_LINES_MAX = 3 }; /* rows of the smallest log */

_Static_assert((int)OPERATOR_ANSWER_MAX < (int)OVERLAY_TEXT_MAX, "an answer fits over the map");

bool operator_lines_take(struct session *session, const char *line)
{
    struct operator_lines *queue = &session->sessions->operator_lines;

    line += strspn(line, " ");
    if (line[0] != '@' || session->role == ACCOUNT_ROLE_NONE)
        return false;
    session_pay(session, WORK_ORDER);
    if (queue->count >= OPERATOR_LINES_MAX) {
        session_tell(session, "Too many commands are waiting; try again later.", ROLE_BAD);
        return true;
    }
    struct operator_line *added = &queue->list[queue->count++];
    added->serial = session->conn->serial;
    snprintf(added->line, sizeof added->line, "%s", line + 1);
    return true;
}

bool operator_lines_next(struct sessions *sessions, struct operator_line *out)
{
    struct operator_lines *queue = &sessions->operator_lines;

    if (queue->count == 0)
        return false;
    *out = queue->list[0];
    queue->count--;
    memmove(&queue->list[0], &queue->list[1], (size_t)queue->count * sizeof queue->list[0]);
    return true;
}

static struct session *find_player(struct sessions *sessions, uint64_t serial)
{
    struct session *session = sessions_find(sessions, serial);

    if (session == NULL || session->is_over)
        return NULL;
    return session->state == SESSION_PLAYING || watch_takes_words(session) ? session : NULL;
}

/* Returns the length of the part that is shown: whole lines, and no more than a slow client can be
   sent without losing its connection. */
static size_t shown_length(const struct bytes *out, enum session_mode mode, const char *text,
                           size_t length)
{
    size_t waiting = out->length;
    size_t room = waiting < CONN_OUT_MAX / 2 ? CONN_OUT_MAX / 2 - waiting : 0;

    if (presentation_table[mode]->is_drawn || room > OPERATOR_ANSWER_MAX)
        room = OPERATOR_ANSWER_MAX;
    if (length <= room)
        return length;
    for (length = room; length > 0 && text[length - 1] != '\n';)
        length--;
    return length;
}

/* True if the whole answer can be seen at once in the log. */
static bool fits_log(enum session_mode mode, const struct screen_mode *screen, const char *answer)
{
    bool is_drawn = presentation_table[mode]->is_drawn;
    size_t width = is_drawn ? (size_t)screen->width : (size_t)MESSAGE_LENGTH_MAX;
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

void operator_lines_answer(struct sessions *sessions, uint64_t serial, bool is_done,
                           const char *text, size_t length)
{
    static const char cut[] = "(There is more: undercroftctl shows all of it.)\n";
    struct session *session = find_player(sessions, serial);
    char shown[OPERATOR_ANSWER_MAX + sizeof cut];

    if (session == NULL || length == 0)
        return;
    size_t room = shown_length(&session->conn->out, session->mode, text, length);
    memcpy(shown, text, room);
    snprintf(shown + room, sizeof shown - room, "%s", room < length ? cut : "");
    if (fits_log(session->mode, &session->present.screen, shown))
        tell_lines(session, shown, is_done ? ROLE_TEXT : ROLE_BAD);
    else
        presentation_table[session->mode]->show(session, shown);
    session_make_runnable(session);
}

static const char *const role_texts[] = {
    [ACCOUNT_ROLE_NONE] = "You have no role any more.",
    [ACCOUNT_ROLE_BUILDER] = "You are a builder now: @help lists your words.",
    [ACCOUNT_ROLE_ADMIN] = "You are an admin now: @help lists your words.",
};

void operator_lines_change_role(struct sessions *sessions, int64_t delver_id,
                                enum account_role role)
{
    for (struct session *session = sessions->list; session != NULL; session = session->next) {
        if (session->is_over || session->account.id != delver_id || session->role == role)
            continue;
        session->role = role;
        if (session->state == SESSION_WATCHING && role != ACCOUNT_ROLE_ADMIN)
            watch_end(session, "You stop watching.");
        if (session->state == SESSION_PLAYING)
            session_tell(session, role_texts[role], ROLE_GOOD);
    }
}
