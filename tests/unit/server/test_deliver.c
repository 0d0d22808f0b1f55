/*
 * The listeners of an event of the world: all that see it, the actor and the one that it
 * befell, each once. Sessions only note that they were told.
 */
#include <stdio.h>

#include "server/game/outbox.h"
#include "server/game/roster.h"
#include "server/session/auth/resume.h"
#include "server/session/commands/agreements.h"
#include "server/session/commands/character.h"
#include "server/session/commands/epitaph.h"
#include "server/session/commands/lives.h"
#include "server/session/deliver.h"
#include "server/session/page/page_send.h"
#include "server/session/present/gmcp_feed.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/session_entry.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"
#include "server/session/watch/watch.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/world.h"

/* Ada and a rat on either side of a wall; Brom sees the rat. */
static const char rooms[] = "###########\n"
                            "#a...#r..b#\n"
                            "###########\n";

static struct stage stage;
static struct outbox outbox;
static struct game game;
static struct sessions sessions;
static struct session players[2];
static struct viewers viewers[2];
static int told[2];
static int touched[2];
static struct roster roster;
static body_id rat;

void session_on_event(struct session *session, const struct event *event)
{
    told[session - players] += event->kind == EVENT_SHOT;
}

struct viewers *viewers_of(const struct sessions *of, body_id body)
{
    (void)of;
    for (int i = 0; i < 2; i++) {
        if (viewers[i].body == body)
            return &viewers[i];
    }
    return NULL;
}

void session_start_playing(struct session *session, body_id delver, bool is_takeover)
{
    (void)session;
    (void)delver;
    (void)is_takeover;
}

void session_tell(struct session *session, const char *text, enum role role)
{
    (void)session;
    (void)text;
    (void)role;
}

void session_end(struct session *session, enum wire_end why, const char *text)
{
    (void)session;
    (void)why;
    (void)text;
}

void resume_on_left(struct sessions *of, int64_t account_id)
{
    (void)of;
    (void)account_id;
}

void pages_tell_name(struct sessions *of, body_id body)
{
    (void)of;
    (void)body;
}

void epitaph_read(const struct session *session, char out[EPITAPH_SIZE])
{
    (void)session;
    out[0] = '\0';
}

void lives_on_event(struct sessions *of, const struct event *event)
{
    (void)of;
    (void)event;
}

void character_tell_kindling(struct sessions *of, const struct event *event)
{
    (void)of;
    (void)event;
}

void trade_tell_lists(struct sessions *of, const struct event *event)
{
    (void)of;
    (void)event;
}

void watch_on_event(struct session *session, const struct event *event)
{
    (void)session;
    (void)event;
}

void gmcp_feed_touch(struct session *session)
{
    touched[session - players]++;
}

void presentation_stir(struct session *session)
{
    touched[session - players]++;
}

void viewers_end(struct sessions *of, body_id body)
{
    (void)of;
    (void)body;
}

struct session *viewers_player(const struct sessions *of, const struct player_slot *slot)
{
    (void)of;
    (void)slot;
    return NULL;
}

struct session *sessions_find(const struct sessions *of, uint64_t conn_serial)
{
    (void)of;
    (void)conn_serial;
    return NULL;
}

static void set_up(void)
{
    stage_init(&stage, rooms);
    const body_id bodies[] = {stage_join(&stage, 1, draw_level_find(rooms, 'a')),
                              stage_join(&stage, 2, draw_level_find(rooms, 'b'))};
    rat = stage_foe(&stage, SPECIES_CELLAR_RAT, draw_level_find(rooms, 'r'));
    stage_tick(&stage);
    ck_assert_int_eq(outbox_init(&outbox, 2), ERR_OK);
    game.world = stage.world;
    game.outbox = &outbox;
    sessions.game = &game;
    ck_assert_int_eq(roster_init(&roster, 2), ERR_OK);
    game.roster = &roster;
    for (int i = 0; i < 2; i++) {
        viewers[i] = (struct viewers){.body = bodies[i], .player = &players[i]};
        told[i] = touched[i] = 0;
        roster.slots[i] = (struct player_slot){.state = PLAYER_SLOT_TAKEN, .actor = bodies[i]};
        roster.slot_of_body[(bodies[i] & 0xffff) - 1] = (uint32_t)i;
    }
}

static void tear_down(void)
{
    roster_release(&roster);
    outbox_release(&outbox);
    stage_release(&stage);
}

static void shoot(body_id target)
{
    event_push(&stage_level(&stage)->events, EVENT_SHOT, world_body(stage.world, rat))->other =
        target;
    outbox_add_events(&outbox);
    (void)sessions_deliver(&sessions);
}

TEST_FIXTURE(set_up, tear_down);

TEST(one_that_is_shot_from_out_of_sight_is_told)
{
    shoot(viewers[0].body);
    ck_assert_int_eq(told[0], 1);
    ck_assert_int_eq(told[1], 1);
}

TEST(one_that_sees_who_shoots_is_told_once)
{
    shoot(viewers[1].body);
    ck_assert_int_eq(told[0], 0);
    ck_assert_int_eq(told[1], 1);
}

TEST(a_companion_out_of_sight_is_drawn_again_when_something_befalls_a_delver)
{
    shoot(viewers[0].body);
    ck_assert_int_eq(touched[1], 0);
    roster.slots[0].party = (struct party_place){.next = 2, .leader = 1};
    roster.slots[1].party = (struct party_place){.next = 1, .leader = 1};
    shoot(viewers[0].body);
    ck_assert_int_eq(touched[0], 0);
    ck_assert_int_gt(touched[1], 0);
}
