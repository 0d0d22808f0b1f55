/*
 * Commands that ban, mute, approve new players and give codes for a new password. A ruling is in
 * force at once; the answer comes when it is on disk.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/utf8.h"
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/base/duration.h"
#include "server/game/moderation.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"
#include "server/session/auth/account_changes.h"
#include "server/session/auth/login_policy.h"
#include "server/session/deliver.h"
#include "server/session/session.h"
#include "world/name.h"

enum {
    IPV4_PREFIX_MIN = NETWORK_IPV4_PREFIX + 8, /* wider networks need the word "force" */
    IPV6_PREFIX_MIN = 16,
    HOUR_SECONDS = 60 * 60,
    MESSAGE_SIZE = 160,
};

/* The words after a subject, such as "force for 7d too loud". */
struct terms {
    bool is_forced;
    bool has_end;  /* a length was given */
    int64_t until; /* end in seconds since 1970; 0: never */
    char reason[RULING_DETAIL_SIZE];
};

/* Takes `word` off the front of the text. False: the text does not begin with it. */
static bool take_word(const char **text, const char *word)
{
    size_t length = strlen(word);

    if (strncasecmp(*text, word, length) != 0 || ((*text)[length] != ' ' && (*text)[length] != 0))
        return false;
    *text += length;
    *text += strspn(*text, " ");
    return true;
}

/* Takes "for 7d" or "for good" off the front of `*text`. After that "for" begins the reason, unless
   another time follows it. */
static bool take_time(struct admin_request *request, const char **text, struct terms *out)
{
    const char *at = *text;
    int64_t seconds = 0;

    if (!take_word(&at, "for"))
        return false;
    size_t length = strcspn(at, " ");
    bool is_good = length == strlen("good") && strncasecmp(at, "good", length) == 0;
    if (!is_good && duration_parse(at, length, &seconds) != ERR_OK) {
        if (!out->has_end || duration_is_meant(at))
            admin_misuse(request,
                         "\"%.*s\" is not a time like 90s, 30m, 12h, 7d or 2w (at most %d d), nor "
                         "good. Usage: %s %s",
                         (int)(length < 40 ? length : 40), at, DURATION_DAYS_MAX,
                         request->row->word, request->row->arguments);
        return false;
    }
    out->until = is_good ? 0 : (int64_t)time(NULL) + seconds;
    *text = at + length;
    *text += strspn(*text, " ");
    return true;
}

static void refuse_twice(struct admin_request *request, const char *word)
{
    admin_misuse(request, "\"%s\" stands there twice. Usage: %s %s", word, request->row->word,
                 request->row->arguments);
}

/* True for "too loud for 1h": a time in the wrong place. */
static bool ends_with_time(const char *reason)
{
    int64_t seconds;
    const char *value = strrchr(reason, ' ');
    const char *before = value;

    if (value == NULL || duration_parse(value + 1, strlen(value + 1), &seconds) != ERR_OK)
        return false;
    while (before > reason && before[-1] == ' ')
        before--;
    return before - reason >= 3 && strncasecmp(before - 3, "for", 3) == 0 &&
           (before - reason == 3 || before[-4] == ' ');
}

/* True for "ban brom 7d": a time without its word, before the reason or in its place. */
static bool begins_with_time(const char *reason)
{
    int64_t seconds;

    return duration_parse(reason, strcspn(reason, " "), &seconds) == ERR_OK;
}

/* Refuses a time in a wrong form, which would make a ban permanent. */
static void refuse_slips(struct admin_request *request, const char *reason)
{
    if (begins_with_time(reason))
        admin_misuse(request, "Did you mean: %s %s for %.*s? Usage: %s %s", request->row->word,
                     request->arguments.words[0], (int)strcspn(reason, " "), reason,
                     request->row->word, request->row->arguments);
    else if (ends_with_time(reason))
        admin_misuse(request, "The time comes before the reason. Usage: %s %s", request->row->word,
                     request->row->arguments);
    else if (duration_is_meant(reason))
        admin_misuse(request,
                     "\"%.*s\" is not a length of time: for 90s, 30m, 12h, 7d or 2w, or for "
                     "good. Usage: %s %s",
                     40, reason, request->row->word, request->row->arguments);
}

/* Reads the words that give the length. False: the request is answered. */
static bool read_terms(struct admin_request *request, struct terms *out)
{
    const char *text = request->arguments.count > 1 ? request->arguments.words[1] : "";
    bool takes_force = request->row->run == admin_run_ban;

    *out = (struct terms){.until = 0};
    for (bool is_part = true; is_part;) {
        bool is_force = takes_force && take_word(&text, "force");
        bool is_time = !is_force && take_time(request, &text, out);
        is_part = is_force || is_time;
        if ((is_force && out->is_forced) || (is_time && out->has_end))
            refuse_twice(request, is_force ? "force" : "for");
        out->is_forced = out->is_forced || is_force;
        out->has_end = out->has_end || is_time;
    }
    if (request->outcome != ADMIN_USAGE && !out->has_end)
        refuse_slips(request, text);
    if (request->outcome == ADMIN_USAGE)
        return false;
    if (utf8_clean(text, strlen(text), RULING_DETAIL_SIZE, out->reason, sizeof out->reason) ==
        ERR_OK)
        return true;
    admin_refuse(request, "Out of memory.");
    return false;
}

/* True if a ruling may be permanent: that was said. This is the last check of a ruling. False: the
   request is answered. */
static bool has_end(struct admin_request *request, const struct terms *terms)
{
    if (!terms->has_end)
        admin_misuse(request,
                     "Say how long: for 90s, 30m, 12h, 7d or 2w, or for good. Usage: %s %s",
                     request->row->word, request->row->arguments);
    return terms->has_end;
}

static struct ruling rule(const struct admin_request *request, enum ruling_kind kind,
                          const char *subject, const struct terms *terms)
{
    struct ruling ruling = {.kind = kind, .until = terms->until, .at = (int64_t)time(NULL)};

    snprintf(ruling.subject, sizeof ruling.subject, "%s", subject);
    snprintf(ruling.who, sizeof ruling.who, "%s", request->caller.name);
    snprintf(ruling.detail, sizeof ruling.detail, "%s",
             terms->reason[0] == '\0' ? RULING_NO_DETAIL : terms->reason);
    return ruling;
}

/* Returns the end of a ruling; for programs null if it has none, for people a text. */
static json_t *describe_end(const struct ruling *ruling, enum admin_format format)
{
    if (ruling->until != 0)
        return json_integer((json_int_t)ruling->until);
    if (format != ADMIN_TEXT)
        return json_null();
    return json_string(ruling->kind == RULING_HOLD ? "it is approved" : "it is lifted");
}

/* Writes the answer: "Done. Ada is muted for good." */
static void describe_done(const struct admin_request *request, const struct job *job,
                          char out[MESSAGE_SIZE])
{
    const struct ruling *ruling = job->content;
    char end[MODERATION_END_SIZE];

    moderation_end(ruling, end);
    if (request->secret[0] != '\0')
        snprintf(out, MESSAGE_SIZE,
                 "The player types this code in place of the password, then chooses a new one.");
    else if (job->question == &question_save_ruling)
        snprintf(out, MESSAGE_SIZE, "Done. %s is %s %s.", ruling->subject,
                 ruling->kind == RULING_MUTE ? "muted" : "banned", end);
    else
        snprintf(out, MESSAGE_SIZE, "Done.");
}

static void log_failure(void *asker, struct job *job)
{
    const struct ruling *ruling = job->content;
    struct admin *admin = asker;

    if (job->result != ERR_OK)
        LOG(&admin->base->log, LOG_ERROR, "decision.not-saved",
            log_text("subject", ruling->subject), log_text("error", err_name(job->result)));
    admin_go_on(admin, job);
}

static void answer_saved(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct ruling *ruling = job->content;

    (void)admin;
    if (job->result != ERR_OK) {
        admin_refuse(request, "It holds until the server stops, but cannot be saved: %s.",
                     err_text(job->result));
    } else {
        char message[MESSAGE_SIZE];
        describe_done(request, job, message);
        json_t *answer = json_pack("{s:o, s:o}", "message", admin_string(message), "about",
                                   admin_string(ruling->subject));
        if (answer != NULL && job->question == &question_save_ruling)
            json_object_set_new(answer, "until_at", describe_end(ruling, request->caller.format));
        if (answer != NULL && request->secret[0] != '\0')
            json_object_set_new(answer, "code", json_string(request->secret));
        admin_answer(request, answer);
    }
}

/* Saves a ruling that is already in force, or its removal. */
static void write_down(struct admin *admin, struct admin_request *request, struct job *job)
{
    if (job != NULL)
        job->answer = log_failure;
    admin_wait_for_job(admin, request, job, answer_saved);
    if (request->wait == ADMIN_WAIT_NONE)
        admin_refuse(request, "It holds until the server stops, but cannot be saved: %s.",
                     err_text(ERR_BUSY));
}

/* Puts the ruling into force; the answer waits for the disk. False: the request is answered. */
static bool submit_ruling(struct admin *admin, struct admin_request *request,
                          const struct ruling *ruling)
{
    enum err error = moderation_put(&admin->game->moderation, ruling);

    if (error == ERR_TOO_BIG)
        admin_refuse(request, "There are %d already; lift one first (bans lists them).",
                     MODERATION_MAX);
    else if (error != ERR_OK)
        admin_refuse(request, "It cannot be kept: %s.", err_text(error));
    if (error != ERR_OK)
        return false;
    struct job *job = job_new(&question_save_ruling);
    if (job != NULL)
        *(struct ruling *)job->content = *ruling;
    write_down(admin, request, job);
    return true;
}

static void lift(struct admin *admin, struct admin_request *request, enum ruling_kind kind,
                 const char *subject, const char *is_not)
{
    if (!moderation_drop(&admin->game->moderation, kind, subject)) {
        admin_refuse(request, "%s %s.", subject, is_not);
        return;
    }
    struct job *job = job_new(&question_drop_ruling);
    if (job != NULL) {
        struct ruling *ruling = job->content;
        ruling->kind = kind;
        snprintf(ruling->subject, sizeof ruling->subject, "%s", subject);
    }
    write_down(admin, request, job);
}

/* Reads a name in the form in which it is shown. False: the request is answered. */
static bool read_name(struct admin_request *request, char out[NAME_LENGTH_MAX + 1])
{
    if (name_normalise(request->arguments.words[0], out) == ERR_OK)
        return true;
    admin_refuse(request, "No player is called \"%.40s\".", request->arguments.words[0]);
    return false;
}

/* Tells the player of that name, and operators who watch the player; no other watchers. */
static void tell(struct admin *admin, const char *name, const char *text)
{
    const struct player_slot *slot = roster_slot_of_name(admin->game, name);

    if (slot != NULL)
        (void)sessions_tell(admin->sessions,
                            (struct audience){.kind = AUDIENCE_PRIVATE, .body = slot->actor},
                            ROLE_BAD, text);
}

static void mute(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct account_question *found = job->content;
    char text[MODERATION_TEXT_SIZE];
    struct terms terms;

    if (!read_terms(request, &terms) || !has_end(request, &terms))
        return;
    struct ruling ruling = rule(request, RULING_MUTE, found->account.name, &terms);
    if (!submit_ruling(admin, request, &ruling))
        return;
    moderation_text(&ruling, text);
    tell(admin, found->account.name, text);
}

void admin_run_mute(struct admin *admin, struct admin_request *request)
{
    struct terms terms;

    if (read_terms(request, &terms))
        admin_look_up(admin, request, request->arguments.words[0], mute);
}

void admin_run_unmute(struct admin *admin, struct admin_request *request)
{
    char name[NAME_LENGTH_MAX + 1];

    if (!read_name(request, name))
        return;
    bool was_muted = moderation_find(&admin->game->moderation, RULING_MUTE, name) != NULL;
    lift(admin, request, RULING_MUTE, name, "is not muted");
    if (was_muted)
        tell(admin, name, "You may talk again.");
}

/* True if the text has a character that is not a letter, which no name has. */
static bool is_network(const char *text)
{
    return strpbrk(text, ".:/0123456789") != NULL;
}

/* Reads a network. False: the request is answered. */
static bool read_network(struct admin_request *request, const char *typed, struct network *out)
{
    char text[NETWORK_TEXT_SIZE];
    enum err error = network_parse(typed, strlen(typed), out);

    if (error == ERR_OK)
        return true;
    if (error == ERR_RANGE)
        admin_refuse(request, "%.50s has bits behind its prefix. Did you mean %s?", typed,
                     network_write(out, text));
    else
        admin_refuse(request, "\"%.50s\" is no name, address or network.", typed);
    return false;
}

static bool is_caller_in(struct admin *admin, const struct admin_request *request,
                         const struct network *network)
{
    struct network peer;

    if (request->caller.delver_id == 0)
        return false;
    const struct conn *conn = conn_find(admin->net, request->caller.serial);
    return conn != NULL && network_parse(conn->address, strlen(conn->address), &peer) == ERR_OK &&
           network_covers(network, &peer.address);
}

static bool holds_this_machine(const struct network *network)
{
    static const char *const own[] = {"127.0.0.1", "::1"};
    struct network address;

    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (network_parse(own[i], strlen(own[i]), &address) == ERR_OK &&
            network_contains(network, &address.address))
            return true;
    }
    return false;
}

/* Returns why a network is not banned without "force"; NULL: it can be. */
static const char *objection(const struct network *network)
{
    bool is_ipv4 = network->prefix >= NETWORK_IPV4_PREFIX && network->address.bytes[10] == 0xff &&
                   network->address.bytes[11] == 0xff;

    if (network->prefix < (is_ipv4 ? IPV4_PREFIX_MIN : IPV6_PREFIX_MIN))
        return "is so wide that it shuts out almost everybody";
    if (holds_this_machine(network))
        return "holds this machine, and all that come through a proxy on it";
    return NULL;
}

static void ban_network(struct admin *admin, struct admin_request *request)
{
    char text[NETWORK_TEXT_SIZE];
    struct network network;
    struct terms terms;

    if (!read_network(request, request->arguments.words[0], &network) ||
        !read_terms(request, &terms))
        return;
    network_write(&network, text);
    const char *against = objection(&network);
    if (is_caller_in(admin, request, &network)) {
        admin_refuse(request, "You come from %s yourself.", text);
    } else if (against != NULL && !terms.is_forced) {
        admin_refuse(request, "%s %s. If you mean it: ban %s force for 7d", text, against, text);
    } else if (has_end(request, &terms)) {
        struct ruling ruling = rule(request, RULING_BAN_NETWORK, text, &terms);
        if (submit_ruling(admin, request, &ruling))
            send_away_banned(admin->sessions, &ruling);
    }
}

static void ban_player(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct account_question *found = job->content;
    struct terms terms;

    if (!read_terms(request, &terms))
        return;
    if (found->account.id == request->caller.delver_id) {
        admin_refuse(request, "You cannot ban yourself.");
        return;
    }
    if (!has_end(request, &terms))
        return;
    struct ruling ruling = rule(request, RULING_BAN_NAME, found->account.name, &terms);
    if (submit_ruling(admin, request, &ruling))
        send_away_banned(admin->sessions, &ruling);
}

void admin_run_ban(struct admin *admin, struct admin_request *request)
{
    struct terms terms;

    if (is_network(request->arguments.words[0]))
        ban_network(admin, request);
    else if (read_terms(request, &terms))
        admin_look_up(admin, request, request->arguments.words[0], ban_player);
}

void admin_run_unban(struct admin *admin, struct admin_request *request)
{
    char text[NETWORK_TEXT_SIZE];
    char name[NAME_LENGTH_MAX + 1];
    struct network network;

    if (!is_network(request->arguments.words[0])) {
        if (read_name(request, name))
            lift(admin, request, RULING_BAN_NAME, name, "is not banned");
    } else if (read_network(request, request->arguments.words[0], &network)) {
        lift(admin, request, RULING_BAN_NETWORK, network_write(&network, text), "is not banned");
    }
}

static const char *const kind_names[RULING_KIND_END] = {
    [RULING_BAN_NAME] = "ban",
    [RULING_BAN_NETWORK] = "ban",
    [RULING_MUTE] = "mute",
    [RULING_HOLD] = "waits",
};

static json_t *describe_ruling(const struct ruling *ruling, enum admin_format format)
{
    bool has_reason = strcmp(ruling->detail, RULING_NO_DETAIL) != 0;

    return json_pack("{s:s, s:o, s:o, s:I, s:o, s:o}", "what", kind_names[ruling->kind], "about",
                     admin_string(ruling->subject), "until_at", describe_end(ruling, format),
                     "since_at", (json_int_t)ruling->at, "by", admin_string(ruling->who), "reason",
                     has_reason ? admin_string(ruling->detail) : json_null());
}

/* Lists rulings of one kind; RULING_KIND_END: of all kinds except codes. */
static void list(struct admin *admin, struct admin_request *request, enum ruling_kind only)
{
    json_t *rulings = json_array();

    for (int i = 0; i < admin->game->moderation.count; i++) {
        const struct moderation_entry *entry = &admin->game->moderation.entries[i];
        const struct ruling *ruling = &entry->ruling;
        if (kind_names[ruling->kind] != NULL &&
            !moderation_is_over(&admin->game->moderation, entry) &&
            (only == RULING_KIND_END || ruling->kind == only))
            json_array_append_new(rulings, describe_ruling(ruling, request->caller.format));
    }
    admin_answer(request, json_pack("{s:o}", only == RULING_HOLD ? "waiting" : "bans", rulings));
}

void admin_run_bans(struct admin *admin, struct admin_request *request)
{
    list(admin, request, RULING_KIND_END);
}

void admin_run_approve(struct admin *admin, struct admin_request *request)
{
    char name[NAME_LENGTH_MAX + 1];

    request->has_only_looked = request->arguments.count == 0;
    if (request->has_only_looked)
        list(admin, request, RULING_HOLD);
    else if (read_name(request, name))
        lift(admin, request, RULING_HOLD, name, "does not wait for approval");
}

static void give_code(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct account_question *found = job->content;
    struct terms terms = {.until = (int64_t)time(NULL) +
                                   (int64_t)admin->base->options.code_hours * HOUR_SECONDS};

    code_make(request->secret);
    code_hash(found->account.name, request->secret, terms.reason);
    struct ruling ruling = rule(request, RULING_CODE, found->account.name, &terms);
    (void)submit_ruling(admin, request, &ruling);
}

void admin_run_password(struct admin *admin, struct admin_request *request)
{
    admin_look_up(admin, request, request->arguments.words[0], give_code);
}
