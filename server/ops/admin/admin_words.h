/*
 * What the words of the admin table do; for admin_table.c alone.
 */
#ifndef UNDERCROFT_SERVER_OPS_ADMIN_ADMIN_WORDS_H
#define UNDERCROFT_SERVER_OPS_ADMIN_ADMIN_WORDS_H

struct admin_request;
struct server;

/* admin_server.c */
void admin_run_ping(struct server *server, struct admin_request *request);
void admin_finish_ping(struct server *server, struct admin_request *request);
void admin_run_status(struct server *server, struct admin_request *request);
void admin_run_help(struct server *server, struct admin_request *request);

/* admin_shutdown.c */
void admin_run_shutdown(struct server *server, struct admin_request *request);
void admin_run_shutdown_cancel(struct server *server, struct admin_request *request);

/* admin_doctor.c */
void admin_run_doctor(struct server *server, struct admin_request *request);

/* admin_metrics.c */
void admin_run_metrics(struct server *server, struct admin_request *request);

/* admin_set.c */
void admin_run_set(struct server *server, struct admin_request *request);

/* admin_disk.c */
void admin_run_save(struct server *server, struct admin_request *request);
void admin_finish_save(struct server *server, struct admin_request *request);
void admin_run_backup(struct server *server, struct admin_request *request);
void admin_run_audit(struct server *server, struct admin_request *request);

/* admin_delvers.c */
void admin_run_who(struct server *server, struct admin_request *request);
void admin_run_announce(struct server *server, struct admin_request *request);
void admin_run_kick(struct server *server, struct admin_request *request);
void admin_run_watch(struct server *server, struct admin_request *request);
void admin_run_role(struct server *server, struct admin_request *request);

#endif
