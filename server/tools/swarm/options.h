/*
 * The options of a swarm.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_OPTIONS_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_OPTIONS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    SWARM_CLIENTS_MAX = 10000,
    SWARM_SECONDS_MAX = 7 * 24 * 3600,
    SWARM_PREFIX_MAX = 12, /* letters of the prefix; four more make each name */
    SWARM_PASSWORD_MAX = 64,
    SWARM_TERMINAL_MAX = 32,
    SWARM_LOGINS_MAX = 100000, /* logins in a second */
};

enum swarm_exit {
    SWARM_DONE = 0,
    SWARM_LOSSES = 1, /* a client was refused or lost, or none could connect */
    SWARM_USAGE = 2,
};

enum swarm_play {
    SWARM_WALK,
    SWARM_EXPLORE,
    SWARM_FIGHT, /* explores, strikes foes in view, drinks and rests */
    SWARM_TALK,
    SWARM_IDLE,
    SWARM_PLAY_COUNT
};
/* The protocol of the clients: telnet on a socket, or one of these on a WebSocket. */
enum swarm_wire {
    SWARM_WIRE_TELNET,
    SWARM_WIRE_WEB_PAGE,
    SWARM_WIRE_WEB_TELNET,
    SWARM_WIRE_WEB_TERMINAL,
    SWARM_WIRE_WEB_GMCP,
    SWARM_WIRE_WEB_JSON,
    SWARM_WIRE_COUNT
};
enum swarm_leave { SWARM_QUIT, SWARM_CUT, SWARM_LEAVE_COUNT };

struct swarm_options {
    struct sockaddr_storage address;
    bool may_go_far; /* may connect to other machines than this one */
    bool is_spread;  /* each client has an address of its own: 127.0.0.1 and the following */
    /* clients send whole lines; false: they are terminals of 80x24. Pages always send lines */
    bool is_line;
    bool is_tls;
    bool is_json;
    /* the server has no game: play begins at once, and a client's own frames end with '!' */
    bool is_bare;
    bool waits_for_all; /* no client types before all are in play */
    bool tells_parts;   /* prints a line when all are in, and when measuring begins and ends */
    int clients;
    int seconds;      /* length of the measurement */
    int warm_seconds; /* time between all being in play and the measurement */
    int deaf;         /* number of clients that stop reading once they play */
    int logins_per_s; /* logins begun in each second */
    int keys_per_s;   /* keys of each client in a second */
    uint64_t seed;
    enum swarm_play play;
    enum swarm_wire wire;
    enum swarm_leave leave;
    char prefix[SWARM_PREFIX_MAX + 1];
    char password[SWARM_PASSWORD_MAX + 1];
    char terminal[SWARM_TERMINAL_MAX + 1]; /* terminal type of the clients; empty: none */
};

/*
 * Reads the flags. True: go on. False: end with *out_exit; all messages were printed (help and
 * version on standard output, a cause on standard error).
 */
bool swarm_options_read(struct swarm_options *options, int argc, char **argv,
                        enum swarm_exit *out_exit);

#endif
