/*
 * Messages to a MUD client beside the text: GMCP packages about the delver, the room, the map and
 * the talk. A package is sent only if the client asked for it, and only when its content changed.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_FEED_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_FEED_H

#include "server/session/present/present_state.h"

struct event;
struct session;

/* Something changed, or the client asks for more: look at the next tick. */
void gmcp_feed_touch(struct session *session);

/* Another client or another delver: everything is new. */
void gmcp_feed_forget(struct gmcp_feed *feed);

/* Each tick, while playing. */
void gmcp_feed_update(struct session *session);

/* Something happened that the delver took part in or saw. */
void gmcp_feed_on_event(struct session *session, const struct event *event);

/* Comm.Channel.Text: somebody (cleaned text) was heard on "say", "tell", "shout" or "emote". */
void gmcp_feed_talk(struct session *session, const char *channel, const char *talker,
                    const char *text);

#endif
