/*
 * Players without a screen, for tests with many of them: each connects over TCP, refuses what line
 * mode can do without, logs in by itself and keeps the newest of what it hears. Nothing blocks.
 * A program that makes a connection no use to the test fails the test.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_LIGHT_CLIENT_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_LIGHT_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LIGHT_HEARD_MAX = 8 * 1024,
    LIGHT_NAME_SIZE = 17,
    LIGHT_CROWD_MAX = 1024, /* watched in one call */
    LIGHT_DESCRIPTORS = 4096
};

enum light_stage {
    LIGHT_CLOSED,  /* by the server, or never opened */
    LIGHT_WAITING, /* at the name prompt: there to stay, or turned away */
    LIGHT_LOGIN,   /* on the way into play */
    LIGHT_PLAYING
};

struct light_client {
    enum light_stage stage;
    int socket; /* open if not LIGHT_CLOSED */
    char name[LIGHT_NAME_SIZE];
    bool is_deaf; /* reads no more, until told otherwise */
    bool has_said_name;
    bool was_made;       /* the delver was made by this login */
    int64_t again_at_us; /* asked for patience: no answer before; 0: not asked */
    int wire;            /* where it stands in the telnet stream */
    uint8_t verb;
    bool server_echoes;
    size_t heard_length;
    char heard[LIGHT_HEARD_MAX + 1]; /* without telnet; its older half goes when it is full */
};

/*
 * Connects to a port of this machine and logs in as `name` with client_password, making the delver
 * if there is none. NULL: stays at the name prompt. `receive_buffer` is the kernel's, in bytes; 0:
 * as it comes. The client must be closed, or zero.
 */
void light_open(struct light_client *client, int port, const char *name, int receive_buffer);

/* Hangs up without a word. */
void light_close(struct light_client *client);

/* Lines as they are to be sent, each ended by CR LF, in one piece. To a closed client it does
   nothing; what the connection does not take at once is lost. */
void light_send(struct light_client *client, const char *lines);

/* Takes in what has come to all of them, waiting up to `ms` for something. */
void light_pump(struct light_client *clients, size_t count, int ms);

/* Takes in what comes until all have got this far or are closed. False if that takes more than
   `ms` (times the patience of stopwatch.h). */
bool light_wait_stage(struct light_client *clients, size_t count, enum light_stage stage, int ms);

/* The same until nobody is connected; the deaf are not waited for. */
bool light_wait_closed(struct light_client *clients, size_t count, int ms);

/* The same until each that plays has heard `text`. */
bool light_wait_heard(struct light_client *clients, size_t count, const char *text, int ms);

/* How many are at this stage. */
size_t light_count(const struct light_client *clients, size_t count, enum light_stage stage);

/* Forgets the text heard so far. */
void light_forget(struct light_client *client);

/* Lets this program and those it starts have as many descriptors as it may, at most
   LIGHT_DESCRIPTORS. Returns how many it has. */
long light_allow_descriptors(void);

#endif
