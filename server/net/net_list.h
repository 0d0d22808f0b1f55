/*
 * Lists that a browser, or a page elsewhere, may read of the server without a login.
 */
#ifndef UNDERCROFT_SERVER_NET_NET_LIST_H
#define UNDERCROFT_SERVER_NET_NET_LIST_H

enum net_list { NET_LIST_STATUS, NET_LIST_WHO, NET_LIST_SCORES, NET_LIST_COUNT };

#endif
