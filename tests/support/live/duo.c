/*
 * One server and two players on it.
 */
#include "support/live/duo.h"

#include <stddef.h>

#include "support/live/drawn.h"

struct process server;
struct client ada;
struct client brom;
struct client *const players[] = {&ada, &brom, NULL};

void duo_start(const char *const *arguments)
{
    process_init(&server);
    process_start(&server, arguments);
}

void duo_enter(const char *drawing, enum client_kind kind)
{
    process_init(&server);
    drawn_start(&server, drawing, WORDS("--seed", "57", "--tick-ms", "10"));
    client_enter(&ada, kind, server.port, "ada");
}

void duo_release(void)
{
    players_release(players, &server);
}
