/*
 * Messages of JSON to a browser page.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PAGE_PAGE_SEND_H
#define UNDERCROFT_SERVER_SESSION_PAGE_PAGE_SEND_H

#include <jansson.h>

#include "world/id.h"

struct client;
struct sessions;

/* Sends a message, and owns `value`; NULL: out of memory, and nothing is sent. A message that
   cannot be written closes the connection at its next flush. */
void page_send(struct client *client, const char *package, json_t *value);

/* Sends a delver's new name to all pages that were sent the old one. */
void pages_tell_name(struct sessions *sessions, body_id body);

#endif
