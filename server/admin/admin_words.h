/*
 * What the words of the admin table do; for admin_table.c alone.
 */
#ifndef UNDERCROFT_SERVER_OPS_ADMIN_ADMIN_WORDS_H
#define UNDERCROFT_SERVER_OPS_ADMIN_ADMIN_WORDS_H

struct admin_request;
struct job;
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
void admin_found_role(struct server *server, struct admin_request *request, struct job *job);

/* admin_forget.c */
void admin_run_forget(struct server *server, struct admin_request *request);
void admin_found_forget(struct server *server, struct admin_request *request, struct job *job);
void admin_finish_forget(struct server *server, struct admin_request *request);

/* admin_rulings.c */
void admin_run_mute(struct server *server, struct admin_request *request);
void admin_found_mute(struct server *server, struct admin_request *request, struct job *job);
void admin_run_unmute(struct server *server, struct admin_request *request);
void admin_run_ban(struct server *server, struct admin_request *request);
void admin_found_ban(struct server *server, struct admin_request *request, struct job *job);
void admin_run_unban(struct server *server, struct admin_request *request);
void admin_run_bans(struct server *server, struct admin_request *request);
void admin_run_approve(struct server *server, struct admin_request *request);
void admin_run_password(struct server *server, struct admin_request *request);
void admin_found_password(struct server *server, struct admin_request *request, struct job *job);

/* admin_level.c, admin_level_show.c */
void admin_run_level_list(struct server *server, struct admin_request *request);
void admin_run_level_show(struct server *server, struct admin_request *request);
void admin_run_level_preview(struct server *server, struct admin_request *request);
void admin_run_level_regen(struct server *server, struct admin_request *request);
void admin_run_level_undo(struct server *server, struct admin_request *request);
void admin_run_level_cancel(struct server *server, struct admin_request *request);
void admin_run_level_lock(struct server *server, struct admin_request *request);
void admin_run_level_unlock(struct server *server, struct admin_request *request);
void admin_finish_level(struct server *server, struct admin_request *request);

/* admin_place.c */
void admin_run_inspect(struct server *server, struct admin_request *request);
void admin_found_inspect(struct server *server, struct admin_request *request, struct job *job);
void admin_run_goto(struct server *server, struct admin_request *request);
void admin_run_bring(struct server *server, struct admin_request *request);
void admin_run_send(struct server *server, struct admin_request *request);
void admin_finish_send(struct server *server, struct admin_request *request);

#endif
