/*
 * GMCP packages of the foes in view: all of them, and the target. A digest is a number for all that
 * a package says, without making it.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_FOES_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_FOES_H

#include <jansson.h>

#include "server/session/present/gmcp_subject.h"

json_t *gmcp_make_actors(const struct subject *subject);
uint64_t gmcp_digest_actors(const struct subject *subject);

/* The number of the target; "" where there is none. */
json_t *gmcp_make_target(const struct subject *subject);
uint64_t gmcp_digest_target(const struct subject *subject);

/* Name and health of the target; NULL: there is none. */
json_t *gmcp_make_target_info(const struct subject *subject);
uint64_t gmcp_digest_target_info(const struct subject *subject);

#endif
