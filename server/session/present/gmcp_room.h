/*
 * Room.Info: the room that a delver stands in, for GMCP.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_ROOM_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_ROOM_H

#include <stdint.h>

#include <jansson.h>

struct delver;

/* NULL: the delver stands in none, or there is no memory. */
json_t *gmcp_room_make(const struct delver *delver, const char *level_name);

/* A number for all that gmcp_room_make() says of a level, without making it. */
uint64_t gmcp_room_digest(const struct delver *delver);

#endif
