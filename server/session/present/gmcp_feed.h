/*
 * Messages to a MUD client besides the text: GMCP packages about the delver, the room, the map and
 * talk. A package is sent only if the client asked for it, and only when its content changed.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_FEED_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_FEED_H

#include "server/session/present/present_state.h"

struct event;
struct session;

/* Has the packages checked at the next tick. Call it after a change or a client's request. */
void gmcp_feed_touch(struct session *session);

/* Marks everything as not sent, for another client or another delver. */
void gmcp_feed_forget(struct gmcp_feed *feed);

/* Sends what is due. Call it each tick while playing. */
void gmcp_feed_update(struct session *session);

/* Takes an event that the delver took part in or saw. */
void gmcp_feed_on_event(struct session *session, const struct event *event);

/* Sends Comm.Channel.Text: cleaned text that the player heard on "say", "tell", "shout" or
   "emote". */
void gmcp_feed_talk(struct session *session, const char *channel, const char *talker,
                    const char *text);

#endif
