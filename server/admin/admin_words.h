/*
 * The functions behind the words of the admin table; for admin_table.c alone.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_WORDS_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_WORDS_H

struct admin_request;
struct job;
struct admin;

/* admin_server.c */
void admin_run_ping(struct admin *admin, struct admin_request *request);
void admin_finish_ping(struct admin *admin, struct admin_request *request);
void admin_run_status(struct admin *admin, struct admin_request *request);
void admin_run_help(struct admin *admin, struct admin_request *request);

/* admin_shutdown.c */
void admin_run_shutdown(struct admin *admin, struct admin_request *request);
void admin_run_shutdown_cancel(struct admin *admin, struct admin_request *request);

/* admin_doctor.c */
void admin_run_doctor(struct admin *admin, struct admin_request *request);

/* admin_metrics.c */
void admin_run_metrics(struct admin *admin, struct admin_request *request);

/* admin_set.c */
void admin_run_set(struct admin *admin, struct admin_request *request);

/* admin_disk.c */
void admin_run_save(struct admin *admin, struct admin_request *request);
void admin_finish_save(struct admin *admin, struct admin_request *request);
void admin_run_backup(struct admin *admin, struct admin_request *request);
void admin_run_audit(struct admin *admin, struct admin_request *request);
void admin_run_bugs(struct admin *admin, struct admin_request *request);

/* admin_delvers.c */
void admin_run_who(struct admin *admin, struct admin_request *request);
void admin_run_announce(struct admin *admin, struct admin_request *request);
void admin_run_kick(struct admin *admin, struct admin_request *request);
void admin_run_watch(struct admin *admin, struct admin_request *request);
void admin_run_role(struct admin *admin, struct admin_request *request);
void admin_found_role(struct admin *admin, struct admin_request *request, struct job *job);

/* admin_scores.c */
void admin_run_scores(struct admin *admin, struct admin_request *request);

/* admin_inspect.c */
void admin_run_inspect(struct admin *admin, struct admin_request *request);
void admin_found_inspect(struct admin *admin, struct admin_request *request, struct job *job);

/* admin_population.c */
void admin_run_population(struct admin *admin, struct admin_request *request);
void admin_run_spawn(struct admin *admin, struct admin_request *request);
void admin_finish_spawn(struct admin *admin, struct admin_request *request);

/* admin_forget.c */
void admin_run_forget(struct admin *admin, struct admin_request *request);
void admin_found_forget(struct admin *admin, struct admin_request *request, struct job *job);
void admin_finish_forget(struct admin *admin, struct admin_request *request);

/* admin_rename.c */
void admin_run_rename(struct admin *admin, struct admin_request *request);
void admin_found_rename(struct admin *admin, struct admin_request *request, struct job *job);
void admin_finish_rename(struct admin *admin, struct admin_request *request);

/* admin_rulings.c */
void admin_run_mute(struct admin *admin, struct admin_request *request);
void admin_found_mute(struct admin *admin, struct admin_request *request, struct job *job);
void admin_run_unmute(struct admin *admin, struct admin_request *request);
void admin_run_ban(struct admin *admin, struct admin_request *request);
void admin_found_ban(struct admin *admin, struct admin_request *request, struct job *job);
void admin_run_unban(struct admin *admin, struct admin_request *request);
void admin_run_bans(struct admin *admin, struct admin_request *request);
void admin_run_approve(struct admin *admin, struct admin_request *request);
void admin_run_password(struct admin *admin, struct admin_request *request);
void admin_found_password(struct admin *admin, struct admin_request *request, struct job *job);

/* admin_level.c, admin_level_show.c */
void admin_run_level_list(struct admin *admin, struct admin_request *request);
void admin_run_level_show(struct admin *admin, struct admin_request *request);
void admin_run_level_preview(struct admin *admin, struct admin_request *request);
void admin_run_level_regen(struct admin *admin, struct admin_request *request);
void admin_run_level_undo(struct admin *admin, struct admin_request *request);
void admin_run_level_cancel(struct admin *admin, struct admin_request *request);
void admin_run_level_lock(struct admin *admin, struct admin_request *request);
void admin_run_level_unlock(struct admin *admin, struct admin_request *request);
void admin_finish_level(struct admin *admin, struct admin_request *request);

/* admin_place.c */
void admin_run_goto(struct admin *admin, struct admin_request *request);
void admin_run_bring(struct admin *admin, struct admin_request *request);
void admin_run_send(struct admin *admin, struct admin_request *request);
void admin_finish_send(struct admin *admin, struct admin_request *request);

#endif
