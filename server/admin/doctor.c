/*
 * The doctor. A check is a row of check_table: a pure function of the facts that writes a sentence
 * if it finds a fault. The loop's facts are gathered first; those of the disk come from a job,
 * which proves a copy of the database on its own thread (&question_examine).
 */
#include "server/admin/doctor.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "base/text.h"
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/admin/backup.h"
#include "server/admin/metrics_gather.h"
#include "server/admin/tls_files.h"
#include "server/base/network.h"
#include "server/base/process.h"
#include "server/base/program.h"
#include "server/game/level_transfer.h"
#include "server/game/save_watch.h"
#include "server/net/tls.h"
#include "server/save/persist.h"
#include "server/session/auth/password.h"

enum {
    MIB = 1024 * 1024,
    FREE_MIB_MIN = 256,
    LATE_TICKS_PER_THOUSAND = 10,
    TICKS_TO_JUDGE = 1000,
    SAVE_LAG_MS = 5000,
    BACKUPS_MISSED = 3,
    BACKUP_DAYS_MAX = 2,
    CERTIFICATE_DAYS_MIN = 30,
    /* permissions of a key's file beyond reading by the owner and its group */
    KEY_MODE_TOO_OPEN = 037,
    CLOCK_JUMP_SECONDS = 60,
    SECONDS_PER_MINUTE = 60,
    SECONDS_PER_DAY = 86400,
    PASSWORD_OPERATIONS_MIN = 2,
    PASSWORD_KIB_MIN = 19456,
    MODE_BITS = 07777,
};

/* Start of 2026: an earlier clock is wrong. */
static const int64_t clock_min = 1767225600;

const char *const doctor_severity_names[DOCTOR_SEVERITY_COUNT] = {
    [DOCTOR_ERROR] = "error",
    [DOCTOR_WARNING] = "warning",
    [DOCTOR_NOTE] = "note",
};

struct check_row {
    const char *name;
    enum doctor_severity severity;
    bool is_for_start; /* can be checked at the start as well */
    bool (*finds)(const struct doctor_facts *facts, char *out);
    const char *cure;
};

__attribute__((format(printf, 2, 3))) static bool say(char *out, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(out, DOCTOR_TEXT_SIZE, format, values);
    va_end(values);
    return true;
}

static bool finds_file_limit(const struct doctor_facts *facts, char *out)
{
    uint64_t needed = (uint64_t)facts->connections_max + FILE_LIMIT_SPARE;
    int room = file_limit_room(facts->file_limit);

    if (facts->connections_max <= room)
        return false;
    return say(out,
               "the open-file limit %" PRIu64 " is too low for %d connection%s (%" PRIu64
               "): %d %s let in",
               facts->file_limit, facts->connections_max, plural_end(facts->connections_max),
               needed, room, room == 1 ? "is" : "are");
}

static bool finds_few_places(const struct doctor_facts *facts, char *out)
{
    int allowed = file_limit_connections(facts->file_limit);

    if (allowed >= FILE_LIMIT_CONNECTIONS || facts->connections_max > allowed)
        return false;
    return say(out, "the open-file limit %" PRIu64 " allows %d player%s", facts->file_limit,
               allowed, plural_end(allowed));
}

/* Returns the number of connections that the settings and the limit on open files allow. */
static int places_of(const struct doctor_facts *facts)
{
    int room = file_limit_room(facts->file_limit);

    return facts->connections_max < room ? facts->connections_max : room;
}

static bool finds_small_world(const struct doctor_facts *facts, char *out)
{
    if (places_of(facts) <= WORLD_DELVERS_MAX)
        return false;
    return say(out, "%d players may connect, and the world holds %d", places_of(facts),
               WORLD_DELVERS_MAX);
}

static bool finds_few_wings(const struct doctor_facts *facts, char *out)
{
    if (places_of(facts) <= facts->wing_size * DUNGEON_WINGS_MAX)
        return false;
    return say(out, "%d players in wings of %d need more than %d wings: the wings will be fuller",
               places_of(facts), facts->wing_size, DUNGEON_WINGS_MAX);
}

static bool finds_full_house(const struct doctor_facts *facts, char *out)
{
    uint64_t taken = (uint64_t)facts->connections * 10;
    int places = places_of(facts);

    if (facts->is_at_start || taken < (uint64_t)places * 9)
        return false;
    return say(out, "%" PRIu32 " of %d connections are taken", facts->connections, places);
}

static bool finds_open_telnet(const struct doctor_facts *facts, char *out)
{
    if (!facts->listens_publicly || facts->has_proxy)
        return false;
    return say(out, "players connect from anywhere without encryption");
}

static bool finds_open_metrics(const struct doctor_facts *facts, char *out)
{
    return facts->serves_metrics_publicly && say(out, "metrics are served to everybody");
}

static bool finds_weak_hashes(const struct doctor_facts *facts, char *out)
{
    if (!facts->is_weak_password_cost)
        return false;
    return say(out, "passwords are hashed weakly (--password-cost %d:%d)",
               facts->password_operations, facts->password_kib);
}

static bool finds_root(const struct doctor_facts *facts, char *out)
{
    return facts->runs_as_root && say(out, "the server runs as root");
}

static bool finds_open_data(const struct doctor_facts *facts, char *out)
{
    if ((facts->disk.data_mode & 022) == 0)
        return false;
    return say(out, "others may write into the data directory (mode %04" PRIo32 ")",
               facts->disk.data_mode);
}

static bool finds_file_system(const struct doctor_facts *facts, char *out)
{
    if (facts->is_at_start || facts->disk.file_system[0] == '\0')
        return false;
    return say(out, "%s", facts->disk.file_system);
}

static bool finds_little_space(const struct doctor_facts *facts, char *out)
{
    uint64_t wanted = (uint64_t)FREE_MIB_MIN * MIB;
    uint64_t twice = 2 * facts->database_bytes;

    /* A backup needs as much space again as the database has. */
    wanted = twice > wanted ? twice : wanted;
    if (facts->is_at_start || facts->disk.free_bytes >= wanted)
        return false;
    return say(out, "the disk has %" PRIu64 " MiB left; the database has %" PRIu64 " MiB",
               facts->disk.free_bytes / MIB, facts->database_bytes / MIB);
}

static bool finds_damage(const struct doctor_facts *facts, char *out)
{
    const struct disk_report *disk = &facts->disk;

    if (facts->is_at_start || disk->error == ERR_OK || disk->error == ERR_NO_SPACE)
        return false;
    return say(out, "%s", disk->damage[0] == '\0' ? err_text(disk->error) : disk->damage);
}

static bool finds_no_proof(const struct doctor_facts *facts, char *out)
{
    if (facts->is_at_start || facts->disk.error != ERR_NO_SPACE)
        return false;
    return say(out, "the database was not proven: the disk has no room for the copy that is");
}

static bool finds_bad_rows(const struct doctor_facts *facts, char *out)
{
    if (facts->is_at_start || facts->disk.error != ERR_OK || facts->disk.bad_rows == 0)
        return false;
    return say(out, "%" PRIu64 " %s damaged: %s%s", facts->disk.bad_rows,
               facts->disk.bad_rows == 1 ? "row of the database is" : "rows of the database are",
               facts->disk.damage,
               facts->disk.bad_rows > 1 ? "; the others are in the log, as database.finding" : "");
}

static bool finds_lost_rulings(const struct doctor_facts *facts, char *out)
{
    return facts->lost_rulings > 0 &&
           say(out,
               "decisions about players (bans, mutes) that are damaged and do not hold: %" PRIu64,
               facts->lost_rulings);
}

static bool finds_lost_things(const struct doctor_facts *facts, char *out)
{
    if (facts->ledger[0] != '\0')
        return say(out, "things in play are not as many as the ledger says: %s", facts->ledger);
    if (facts->disk.ledger[0] != '\0')
        return say(out, "things in the database are not as many as the ledger says: %s",
                   facts->disk.ledger);
    return false;
}

/* Finds rows from different moments: by the copy that was just proven, or by the proof that began
   with the start. */
static bool finds_broken_state(const struct doctor_facts *facts, char *out)
{
    if (facts->proof.is_broken)
        return say(out, "the rows of the database are not those of one moment: %s",
                   facts->proof.finding);
    if (facts->is_at_start || facts->disk.error != ERR_OK || facts->disk.is_whole)
        return false;
    return say(out, "the rows of the database are not those of one moment");
}

static bool finds_slow_ticks(const struct doctor_facts *facts, char *out)
{
    if (facts->ticks < TICKS_TO_JUDGE ||
        facts->late_ticks * 1000 < facts->ticks * LATE_TICKS_PER_THOUSAND)
        return false;
    return say(out, "%" PRIu64 " of %" PRIu64 " ticks came late", facts->late_ticks, facts->ticks);
}

static bool finds_failing_saves(const struct doctor_facts *facts, char *out)
{
    return facts->is_save_failing && say(out, "the disk refuses to save");
}

static bool finds_replaced_files(const struct doctor_facts *facts, char *out)
{
    return facts->replaced[0] != '\0' && say(out, "nothing is saved: %s", facts->replaced);
}

static bool finds_slow_saves(const struct doctor_facts *facts, char *out)
{
    if (facts->is_save_failing || facts->replaced[0] != '\0' || facts->save_lag_ms < SAVE_LAG_MS)
        return false;
    return say(out, "the oldest change has waited %" PRIu64 " s for the disk",
               facts->save_lag_ms / 1000);
}

static bool finds_backups_off(const struct doctor_facts *facts, char *out)
{
    return facts->backup_minutes == 0 && facts->backup_age_seconds < 0 &&
           say(out, "there is no backup, and none will be made");
}

static bool finds_old_backup(const struct doctor_facts *facts, char *out)
{
    int64_t limit = facts->backup_minutes == 0
                        ? (int64_t)BACKUP_DAYS_MAX * SECONDS_PER_DAY
                        : (int64_t)BACKUPS_MISSED * facts->backup_minutes * SECONDS_PER_MINUTE;
    int64_t age = facts->backup_age_seconds;

    /* Without a backup, the server's own age counts. */
    if (age < 0 && facts->backup_minutes > 0)
        age = (int64_t)facts->uptime_seconds;
    if (age < limit)
        return false;
    return say(out, "the newest backup is %" PRId64 " h old", age / 3600);
}

static bool finds_failed_backup(const struct doctor_facts *facts, char *out)
{
    if (facts->backup_failure[0] == '\0')
        return false;
    return say(out, "the last backup failed: %s", facts->backup_failure);
}

static bool finds_missing_hook(const struct doctor_facts *facts, char *out)
{
    const struct disk_report *disk = &facts->disk;

    return disk->hook_failure[0] != '\0' &&
           say(out, "the backup hook %s cannot be run: %s", disk->hook, disk->hook_failure);
}

static bool finds_wrong_clock(const struct doctor_facts *facts, char *out)
{
    return facts->now < clock_min && say(out, "the clock shows a time before 2026");
}

static bool finds_clock_jump(const struct doctor_facts *facts, char *out)
{
    int64_t jump = facts->clock_jump_seconds;

    if (jump < CLOCK_JUMP_SECONDS && jump > -CLOCK_JUMP_SECONDS)
        return false;
    return say(out, "the clock has jumped by %" PRId64 " s since the start", jump);
}

static bool finds_reserved_names(const struct doctor_facts *facts, char *out)
{
    return facts->disk.reserved[0] != '\0' &&
           say(out, "players are called by words of the game: %s", facts->disk.reserved);
}

static bool finds_cut_log(const struct doctor_facts *facts, char *out)
{
    if (facts->log_lines_suppressed == 0)
        return false;
    return say(out, "%" PRIu64 " %s left out of the log because there were too many",
               facts->log_lines_suppressed,
               facts->log_lines_suppressed == 1 ? "line was" : "lines were");
}

static bool finds_unread_log(const struct doctor_facts *facts, char *out)
{
    const char *lines =
        facts->log_lines_lost == 1 ? "line of the log was" : "lines of the log were";

    if (facts->log_lines_lost == 0)
        return false;
    if (facts->log_write_error != 0)
        return say(out, "%" PRIu64 " %s lost: %s could not be written (%s)", facts->log_lines_lost,
                   lines, facts->log_lines_lost == 1 ? "it" : "they",
                   strerror(facts->log_write_error));
    return say(out, "%" PRIu64 " %s lost because its reader stalled", facts->log_lines_lost, lines);
}

static bool finds_refused_certificate(const struct doctor_facts *facts, char *out)
{
    return facts->certificate_failure[0] != '\0' &&
           say(out, "the certificate on the disk was not taken: %s", facts->certificate_failure);
}

static bool finds_expired_certificate(const struct doctor_facts *facts, char *out)
{
    return facts->has_tls && facts->certificate_ends_at <= facts->now &&
           say(out, "the certificate has expired: no client trusts it");
}

static bool finds_old_certificate(const struct doctor_facts *facts, char *out)
{
    int64_t days = (facts->certificate_ends_at - facts->now) / SECONDS_PER_DAY;

    return facts->has_tls && facts->certificate_ends_at > facts->now &&
           days < CERTIFICATE_DAYS_MIN &&
           say(out, "the certificate expires in %" PRId64 " day%s", days, plural_end(days));
}

static bool finds_open_key(const struct doctor_facts *facts, char *out)
{
    return facts->has_tls && (facts->key_mode & KEY_MODE_TOO_OPEN) != 0 &&
           say(out, "others may use the certificate's key %s (mode %04" PRIo32 ")", facts->key_path,
               facts->key_mode);
}

static bool finds_rsa_key(const struct doctor_facts *facts, char *out)
{
    return facts->has_tls && facts->is_key_rsa &&
           say(out, "the certificate's key is RSA: a handshake costs five times as much");
}

/* The checks, gravest first. */
static const struct check_row check_table[] = {
    {"integrity", DOCTOR_ERROR, false, finds_damage,
     "stop the server and restore a backup; docker/README.md says how"},
    {"one-moment", DOCTOR_ERROR, false, finds_broken_state,
     "stop the server and restore a backup, or start it with --repair"},
    {"rows", DOCTOR_ERROR, false, finds_bad_rows,
     "levels and maps are made again when somebody comes; a player comes back with a backup alone"},
    {"rulings", DOCTOR_ERROR, false, finds_lost_rulings,
     "see bans for those that hold, and audit for those that were; decide again, then restart"},
    {"things", DOCTOR_ERROR, false, finds_lost_things,
     "report it with the log; a start with --repair accepts what is there"},
    {"files", DOCTOR_ERROR, false, finds_replaced_files,
     "put the same files back; or make a backup to another place, stop the server, restore it"},
    {"saves", DOCTOR_ERROR, false, finds_failing_saves, "free space on the disk, or mend it"},
    {"backup-failed", DOCTOR_ERROR, false, finds_failed_backup,
     "mend the cause, then: undercroftctl backup"},
    {"tls-refused", DOCTOR_ERROR, false, finds_refused_certificate,
     "mend the files: they are read again when they have changed, and at SIGHUP"},
    {"tls-expired", DOCTOR_ERROR, true, finds_expired_certificate,
     "renew it: the server takes the new files within a minute"},
    {"not-proven", DOCTOR_WARNING, false, finds_no_proof,
     "make room for twice the database, and try again"},
    {"file-limit", DOCTOR_WARNING, true, finds_file_limit,
     "raise it to the number in brackets (ulimit -n, or LimitNOFILE= in the unit), or lower "
     "connections-max"},
    {"players", DOCTOR_WARNING, true, finds_few_places,
     "ulimit -n 65536 before the start, or LimitNOFILE=65536 in the unit"},
    {"world", DOCTOR_WARNING, true, finds_small_world, "lower connections-max"},
    {"wings", DOCTOR_WARNING, true, finds_few_wings, "raise wing-size, or lower connections-max"},
    {"full", DOCTOR_WARNING, false, finds_full_house, "raise connections-max and the file limit"},
    {"disk-space", DOCTOR_WARNING, false, finds_little_space,
     "free space, or keep fewer backups: backups-hourly, backups-daily"},
    {"file-system", DOCTOR_WARNING, false, finds_file_system, "--data on a local disk"},
    {"slow-saves", DOCTOR_WARNING, false, finds_slow_saves,
     "move the data directory to a faster disk"},
    {"slow-ticks", DOCTOR_WARNING, false, finds_slow_ticks,
     "run less else on the machine, or use a faster one; metrics tell when"},
    {"backup-old", DOCTOR_WARNING, false, finds_old_backup, "undercroftctl backup"},
    {"backups-off", DOCTOR_WARNING, true, finds_backups_off, "set --backup-minutes 60"},
    {"backup-hook", DOCTOR_WARNING, true, finds_missing_hook,
     "put a program there that the server's user may run, or another --backup-hook PROGRAM"},
    {"clock", DOCTOR_WARNING, true, finds_wrong_clock, "set the clock, and keep it by NTP"},
    {"clock-jump", DOCTOR_WARNING, false, finds_clock_jump, "keep the clock by NTP"},
    {"passwords", DOCTOR_WARNING, true, finds_weak_hashes, "leave --password-cost away"},
    {"data-mode", DOCTOR_WARNING, true, finds_open_data, "chmod 700 on the data directory"},
    {"metrics", DOCTOR_WARNING, true, finds_open_metrics,
     "--metrics 127.0.0.1:9464, or a firewall"},
    {"tls-expiry", DOCTOR_WARNING, true, finds_old_certificate,
     "renew it: the server takes the new files within a minute"},
    {"tls-key", DOCTOR_WARNING, true, finds_open_key, "chmod 600 on that file"},
    {"log-unread", DOCTOR_WARNING, false, finds_unread_log,
     "let standard error go to a file with room on its disk, or to a program that always reads"},
    {"telnet", DOCTOR_NOTE, true, finds_open_telnet,
     "offer TLS (--tls), or put a proxy in front and name it with --proxy-from"},
    {"tls-rsa", DOCTOR_NOTE, true, finds_rsa_key, "use an ECDSA key on P-256"},
    {"root", DOCTOR_NOTE, true, finds_root, "run it as a user of its own"},
    {"names", DOCTOR_NOTE, false, finds_reserved_names,
     "commands may mistake the name for the word: rename NAME NEW"},
    {"log", DOCTOR_NOTE, false, finds_cut_log, "look for log.suppressed in the log"},
};

enum { CHECKS = sizeof check_table / sizeof check_table[0] };

_Static_assert((int)CHECKS <= (int)DOCTOR_FINDINGS_MAX, "there is room if all of them find");

size_t doctor_judge(const struct doctor_facts *facts,
                    struct doctor_finding out[DOCTOR_FINDINGS_MAX])
{
    size_t count = 0;

    for (size_t i = 0; i < CHECKS; i++) {
        const struct check_row *row = &check_table[i];
        CHECK(i == 0 || row->severity >= row[-1].severity);
        if ((facts->is_at_start && !row->is_for_start) || !row->finds(facts, out[count].text))
            continue;
        out[count].severity = row->severity;
        out[count].check = row->name;
        out[count].cure = row->cure;
        count++;
    }
    return count;
}

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
    out->is_weak_password_cost = options->password_operations < PASSWORD_OPERATIONS_MIN ||
                                 options->password_kib < PASSWORD_KIB_MIN;
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

static json_t *describe(const struct doctor_finding *finding)
{
    return json_pack("{s:s, s:s, s:o, s:s}", "severity", doctor_severity_names[finding->severity],
                     "check", finding->check, "finding", admin_string(finding->text), "cure",
                     finding->cure);
}

static void answer_examined(struct admin *admin, struct admin_request *request, struct job *job)
{
    struct doctor_finding findings[DOCTOR_FINDINGS_MAX];
    struct doctor_facts facts;

    if (job->result != ERR_OK) {
        admin_refuse(request, "The database cannot be proven just now (%s); try again.",
                     err_text(job->result));
        return;
    }
    metrics_gather(admin);
    doctor_gather(admin, false, &facts);
    facts.disk = ((const struct disk_question *)job->content)->report;
    size_t count = doctor_judge(&facts, findings);
    json_t *rows = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(rows, describe(&findings[i]));
    if (count == 0)
        json_decref(rows);
    admin_answer(request, count == 0
                              ? json_pack("{s:s, s:[]}", "message", "Nothing is wrong.", "findings")
                              : json_pack("{s:o}", "findings", rows));
}

void admin_run_doctor(struct admin *admin, struct admin_request *request)
{
    struct job *job = job_new(&question_examine);

    if (job != NULL) {
        struct disk_question *question = job->content;
        question->reserved = &admin->game->reserved;
        snprintf(question->report.hook, sizeof question->report.hook, "%s",
                 admin->base->options.backup_hook);
    }
    admin_wait_for_job(admin, request, job, answer_examined);
}
