/*
 * The rooms of a server and their ways to each other: a room points to those below it.
 */
#include "server/server.h"

void server_link(struct server *server)
{
    struct game *game = &server->game;
    struct sessions *sessions = &server->sessions;
    struct admin *admin = &server->admin;

    server->net.base = &server->base;
    game->base = &server->base;
    game->persist = server->persist;
    game->tick = &server->tick;
    game->roster = &server->roster;
    game->outbox = &server->outbox;
    game->transfers = &server->transfers;
    game->level_regens = &server->level_regens;
    game->save_watch = &server->save_watch;
    game->recorder = &server->recorder;
    game->removals = &server->removals;
    game->shutdown = &server->shutdown;
    sessions->base = &server->base;
    sessions->net = &server->net;
    sessions->persist = server->persist;
    sessions->game = game;
    sessions->logins = &server->logins;
    sessions->allowances = &server->allowances;
    sessions->passwords = &server->passwords;
    admin->base = &server->base;
    admin->net = &server->net;
    admin->persist = server->persist;
    admin->game = game;
    admin->sessions = sessions;
    admin->backups = &server->backups;
    server->stop.base = &server->base;
    server->stop.net = &server->net;
    server->stop.admin = admin;
    server->turn.admin = admin;
    server->turn.stop = &server->stop;
}
