/*
 * The room of operators: their commands, the control socket, backups, metrics and an announced
 * stop. It may use every room below.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_H

#include "server/session/sessions.h"

struct admin_request;
struct backups;
struct control;
struct metrics_http;
struct tls_files;

struct admin {
    struct base *base;
    struct net *net;
    struct persist *persist;
    struct job_queue answers; /* finished jobs of this room, from the database thread */
    struct game *game;
    struct sessions *sessions;
    struct admin_request *requests; /* unanswered commands: a list, newest first; owned */
    int request_count;
    uint64_t newest_ticket;
    uint64_t saved_ticket;             /* ticket of the newest save that was noticed */
    int64_t saved_at;                  /* time of that save, in seconds since 1970; 0: none yet */
    struct control *control;           /* the operators' socket; NULL: it could not be opened */
    struct metrics_http *metrics_http; /* NULL: metrics are not served */
    struct backups *backups;
    struct tls_files *tls_files; /* NULL: TLS is not used */
    uv_signal_t on_hangup;
    bool is_writing_settings; /* a worker writes a setting into the file */
    bool is_reading_settings; /* a worker reads the settings */
    bool must_read_settings;  /* the settings must be read once more */
    bool is_reading_texts;    /* a worker reads the host's texts */
    bool must_read_texts;     /* the texts must be read once more */
};

#endif
