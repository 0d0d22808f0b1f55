/*
 * The sessions' part of a tick. First the sessions that asked for it are attended, in the order in
 * which they asked; frames of their players' own acts are drawn at once, within a budget. Then the
 * sessions are drawn that wait to show acts of others and whose time has come, also within a
 * budget. Sessions that are left come first in the next tick, and one frame then shows all changes;
 * so a late tick does not delay the next one. Frames are drawn in groups: one thread sends each
 * when all of the group is drawn; several threads share a group and send the frames that they draw,
 * as far as the kernel accepts them at once. The rest is sent from here when they are ready.
 */
#include "server/game/recorder.h"
#include "server/game/tick.h"
#include "server/net/conn.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/trace.h"

enum { GROUP_SIZE = 64, GROUP_MAX = GROUP_SIZE * TEAM_THREADS_MAX };
enum { US_PER_MS = 1000, NS_PER_US = 1000 };

struct group {
    struct sessions *all;
    struct session *sessions[GROUP_MAX];
    struct frame_outcome outcomes[GROUP_MAX];
    size_t count;
    size_t size;    /* most sessions of the group */
    bool is_shared; /* several threads draw it, and send what they draw */
};

/* Makes a group for a batch of frames. Each thread has one, unless frames are recorded, because
   those go to one file. */
static void open_group(struct group *group, struct sessions *sessions)
{
    int threads = team_size(sessions->drawers.team);

    group->all = sessions;
    group->count = 0;
    group->is_shared = threads > 1 && sessions->game->recorder->screens == NULL;
    group->size = (size_t)GROUP_SIZE * (size_t)(group->is_shared ? threads : 1);
}

/* Prepares the sessions of the group. Handling another session may have closed one, or started its
   change of level. */
static void prepare_group(struct group *group)
{
    size_t count = 0;

    for (size_t i = 0; i < group->count; i++) {
        struct session *session = group->sessions[i];
        if (session_wants_frame(session) == FRAME_NONE) {
            conn_flush(session->conn);
            continue;
        }
        presentation_table[session->mode]->prepare(session);
        group->sessions[count++] = session;
    }
    group->count = count;
}

/* Draws the frame of one session, on any thread. */
static void draw_one(void *argument, int thread, size_t item)
{
    struct group *group = argument;
    struct session *session = group->sessions[item];
    struct frame_outcome *out = &group->outcomes[item];

    presentation_table[session->mode]->draw(session, &group->all->drawers.canvases[thread], out);
    if (group->is_shared && out->error == ERR_OK)
        conn_send_at_once(session->conn);
}

static void finish_one(struct session *session, const struct frame_outcome *outcome)
{
    presentation_table[session->mode]->finish(session, outcome);
    session->frame_tick = session->sessions->game->tick->count;
    if (session->trace != NULL)
        session->trace->frames++;
    session_wait_for_frame(session);
}

static void draw_group(struct group *group)
{
    prepare_group(group);
    if (group->is_shared)
        team_run(group->all->drawers.team, draw_one, group, group->count);
    for (size_t i = 0; i < group->count && !group->is_shared; i++)
        draw_one(group, 0, i);
    for (size_t i = 0; i < group->count; i++)
        finish_one(group->sessions[i], &group->outcomes[i]);
    for (size_t i = 0; i < group->count; i++)
        conn_flush(group->sessions[i]->conn);
    group->count = 0;
}

/* Adds the session to the group. False: the client has not taken the last frame yet, and gets a
   newer one later. */
static bool join(struct group *group, struct session *session)
{
    if (session->conn->is_writing) {
        metrics_add(&session->sessions->base->metrics, METRIC_FRAMES_SKIPPED, METRIC_ALONE, 1);
        return false;
    }
    group->sessions[group->count++] = session;
    return true;
}

/* Attends a session. With `is_spent` a frame waits for the next tick. */
static void attend(struct session *session, struct group *group, bool is_spent)
{
    bool is_wanted = session_attend(session);
    enum frame_want want = session_wants_frame(session);
    bool is_due =
        want == FRAME_OWN || (want == FRAME_OF_OTHERS && is_wanted &&
                              session_frame_tick(session->sessions, session->frame_tick) <=
                                  session->sessions->game->tick->count);

    if (is_wanted)
        session_make_runnable(session);
    else
        session_list_leave(&session->place);
    if (is_due && !is_spent && join(group, session))
        return;
    session_wait_for_frame(session);
    conn_flush(session->conn);
}

/* Returns the time at which frames that begin now have used up their share of the tick. */
static uint64_t budget_end_ns(const struct sessions *sessions)
{
    uint64_t length_us = (uint64_t)sessions->base->options.tick_ms * US_PER_MS;

    return uv_hrtime() + frame_pace_budget_us(length_us) * NS_PER_US;
}

static void attend_all(struct sessions *sessions)
{
    uint64_t end_ns = budget_end_ns(sessions);
    bool is_spent = false;
    struct group group;

    open_group(&group, sessions);
    /* A session that asks for attention meanwhile gets it at the next tick. */
    while (sessions->runnable.first != NULL)
        session_list_append(&sessions->attending, sessions->runnable.first);
    for (struct session *session; (session = session_list_take(&sessions->attending)) != NULL;) {
        attend(session, &group, is_spent);
        if (group.count < group.size)
            continue;
        draw_group(&group);
        is_spent = uv_hrtime() >= end_ns;
    }
    draw_group(&group);
}

/* Moves a session whose time in the ring has come: into the group, or back into the ring. */
static void take_due(struct session *session, struct group *group)
{
    uint64_t now = session->sessions->game->tick->count;
    enum frame_want want = session_wants_frame(session);

    if (want == FRAME_NONE)
        return;
    /* The interval has grown since the session was put into the ring. */
    if (want == FRAME_OF_OTHERS && session_frame_tick(session->sessions, session->frame_tick) > now)
        session_wait_for_frame(session);
    else if (!join(group, session))
        frame_ring_put(&session->sessions->frames, &session->place, now + 1);
}

/* Collects sessions whose frame is due. True: there may be more than fit into the group. */
static bool gather_due(struct sessions *sessions, struct group *group)
{
    struct session *session;

    while (group->count < group->size) {
        session = frame_ring_take(&sessions->frames, sessions->game->tick->count);
        if (session == NULL)
            return false;
        take_due(session, group);
    }
    return true;
}

static void draw_due(struct sessions *sessions)
{
    uint64_t end_ns = budget_end_ns(sessions);
    struct group group;
    bool is_more;

    open_group(&group, sessions);
    do {
        is_more = gather_due(sessions, &group);
        draw_group(&group);
    } while (is_more && uv_hrtime() < end_ns);
}

static void wake_feeds(struct sessions *sessions)
{
    struct session *session;

    while ((session = frame_ring_take(&sessions->feeds, sessions->game->tick->count)) != NULL)
        session_make_runnable(session);
}

void sessions_update(struct sessions *sessions)
{
    if (sessions->traces != NULL)
        traces_begin_turn(sessions);
    wake_feeds(sessions);
    attend_all(sessions);
    draw_due(sessions);
    if (sessions->traces != NULL)
        traces_end_turn(sessions);
}
