/*
 * What a GMCP package is made from.
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
