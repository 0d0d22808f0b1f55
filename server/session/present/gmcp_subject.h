/*
 * The subject of a GMCP package: a session and its delver.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_SUBJECT_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_SUBJECT_H

#include "world/world.h"

struct session;
struct sessions;

struct subject {
    struct session *session;
    struct sessions *sessions;
    const struct delver *delver; /* present on a level */
};

#endif
