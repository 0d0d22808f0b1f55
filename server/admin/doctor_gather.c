/*
 * The facts for the doctor, as far as the loop knows them.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/admin/admin.h"
#include "server/admin/backup.h"
#include "server/admin/doctor.h"
#include "server/admin/tls_files.h"
#include "server/base/network.h"
#include "server/base/process.h"
#include "server/base/program.h"
#include "server/game/save_watch.h"
#include "server/net/tls.h"
#include "server/save/persist.h"
#include "server/session/auth/password.h"

enum { OPERATIONS_MIN = 2, KIB_MIN = 19456, MODE_BITS = 07777 };

static void gather_settings(const struct admin *admin, struct doctor_facts *out)
{
    const struct options *options = &admin->base->options;
    const struct option_addresses *clear = &options->listen[ENTRANCE_TELNET];

    out->file_limit = file_limit_now();
    out->connections_max = options->connections_max;
    out->wing_size = options->wing_size;
    for (int i = 0; i < clear->count; i++)
        out->listens_publicly = out->listens_publicly || !host_port_is_loopback(clear->items[i]);
    out->has_proxy = options->proxy_from_count > 0;
    out->serves_metrics_publicly =
        options->metrics[0] != '\0' && !host_port_is_loopback(options_metrics_address(options));
    out->password_operations = options->password_operations;
    out->password_kib = options->password_kib;
    out->is_weak_password_cost =
        options->password_operations < OPERATIONS_MIN || options->password_kib < KIB_MIN;
    out->runs_as_root = geteuid() == 0;
    out->backup_minutes = options->backup_minutes;
}

static void gather_certificate(const struct admin *admin, struct doctor_facts *out)
{
    const struct tls_keys_facts *facts = tls_files_facts(admin);

    out->has_tls = facts != NULL;
    out->key_path = admin->base->options.tls_key;
    out->certificate_failure = tls_files_failure(admin);
    if (facts == NULL)
        return;
    out->certificate_ends_at = facts->ends_at;
    out->key_mode = facts->key_mode;
    out->is_key_rsa = facts->is_rsa;
}

static void gather_state(const struct admin *admin, struct doctor_facts *out)
{
    const struct backups *backups = admin->backups;
    struct disk_health health = persist_health(admin->persist);
    struct log_counts lines = log_counts(&admin->base->log);

    out->now = (int64_t)time(NULL);
    out->uptime_seconds = (admin->base->now_ms - admin->base->opened_at_ms) / 1000;
    out->clock_jump_seconds = out->now - admin->base->started_at - (int64_t)out->uptime_seconds;
    out->connections = admin->net->connection_count;
    out->ticks = metrics_value(&admin->base->metrics, METRIC_TICKS, METRIC_ALONE);
    out->late_ticks = metrics_value(&admin->base->metrics, METRIC_TICKS_LATE, METRIC_ALONE);
    out->backup_age_seconds = backups->newest_at == 0         ? -1
                              : backups->newest_at > out->now ? 0
                                                              : out->now - backups->newest_at;
    out->backup_failure = backups->failure;
    out->has_new_world = backups->has_new_world;
    out->log_lines_suppressed = lines.suppressed;
    out->log_lines_lost = lines.lost;
    out->log_write_error = lines.write_error;
    out->save_lag_ms = save_watch_lag_ms(admin->game);
    out->is_save_failing = health.error != ERR_OK && health.error != ERR_REPLACED;
    if (health.error == ERR_REPLACED)
        snprintf(out->replaced, sizeof out->replaced, "%s",
                 health.files[0] == '\0' ? err_text(health.error) : health.files);
    out->proof = health.proof;
    out->lost_rulings = admin->game->moderation.lost;
    ledger_watch_describe(&admin->game->ledger_watch, out->ledger, sizeof out->ledger);
    out->database_bytes = health.database_bytes;
}

void doctor_gather(const struct admin *admin, bool is_at_start, struct doctor_facts *out)
{
    const struct options *options = &admin->base->options;
    struct stat info;

    *out = (struct doctor_facts){.is_at_start = is_at_start, .backup_failure = ""};
    if (is_at_start && stat(options->data, &info) == 0)
        out->disk.data_mode = info.st_mode & MODE_BITS;
    snprintf(out->disk.hook, sizeof out->disk.hook, "%s", options->backup_hook);
    if (is_at_start && options->backup_hook[0] != '\0')
        (void)program_can_run(options->backup_hook, out->disk.hook_failure);
    gather_settings(admin, out);
    gather_certificate(admin, out);
    gather_state(admin, out);
}
