/*
 * The words that stop the server, now or later.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "server/game/shutdown.h"
#include "server/base/duration.h"
#include "server/admin/admin.h"

enum { WORD_SIZE = 16, SLIPS_MAX = 2 };

/* "5m" as seconds; 0: that is none, or more than a day. */
static uint32_t read_span(const char *text)
{
    int64_t seconds = 0;

    if (duration_parse(text, strlen(text), &seconds) != ERR_OK || seconds > SHUTDOWN_SECONDS_MAX)
        return 0;
    return (uint32_t)seconds;
}

/* The next word, cut to what any word here could be, and what follows it. */
static const char *take_word(const char *text, char out[WORD_SIZE])
{
    text += strspn(text, " ");
    size_t length = strcspn(text, " ");
    size_t kept = length < WORD_SIZE - 1 ? length : WORD_SIZE - 1;

    memcpy(out, text, kept);
    out[kept] = '\0';
    return text + length;
}

/* The stop as asked for. */
struct stop_order {
    uint32_t seconds;
    bool is_now;
    bool waits_for_empty;
    const char *reason;
};

static bool is_at_once(const struct stop_order *order)
{
    return order->seconds == 0 && !order->waits_for_empty;
}

/* The word or time that the first word of a reason may have been meant for; NULL: none. A forgotten
   or mistyped word must not stop the server at once. */
static const char *find_slip(const char *word, const struct stop_order *order)
{
    static const char *const words[] = {"cancel", "when-empty", "when", "empty"};
    bool is_span =
        read_span(word) != 0 || (strncasecmp(word, "in", 2) == 0 && read_span(word + 2) != 0);
    char lower[WORD_SIZE];

    if (is_span || (is_at_once(order) && duration_is_meant(order->reason)))
        return "in 5m";
    for (size_t i = 0; i < WORD_SIZE; i++)
        lower[i] = (char)tolower((unsigned char)word[i]);
    const char *nearest = nearest_word(lower, words, 2, is_at_once(order) ? SLIPS_MAX : 0);
    if (nearest == NULL)
        nearest = nearest_word(lower, words + 2, 2, 0);
    return nearest == NULL || nearest == words[0] ? nearest : words[1];
}

/* "update in 5m": what a reason ends with may have been meant as the time of the stop. */
static bool ends_with_time(const char *reason)
{
    char word[WORD_SIZE] = "";
    char before[WORD_SIZE];

    while (reason[strspn(reason, " ")] != '\0') {
        memcpy(before, word, sizeof before);
        reason = take_word(reason, word);
    }
    return strcasecmp(word, "when-empty") == 0 ||
           (word[0] != '\0' && strcasecmp(before, "in") == 0 && read_span(word) != 0);
}

/* "in 5m", "now" or "when-empty" in front of `*text`, which moves on. False: none of them, or the
   request is answered. */
static bool take_part(struct admin_request *request, const char **text, struct stop_order *out)
{
    char word[WORD_SIZE];
    char value[WORD_SIZE];
    const char *rest = take_word(*text, word);
    const char *end = take_word(rest, value);
    bool is_time = strcasecmp(word, "in") == 0;
    bool is_now = strcasecmp(word, "now") == 0;
    bool is_empty = strcasecmp(word, "when-empty") == 0;

    if (!is_time && !is_now && !is_empty)
        return false;
    if ((is_time && out->seconds > 0 && read_span(value) != 0) ||
        (is_empty && out->waits_for_empty) || (is_now && !is_at_once(out)) || out->is_now) {
        admin_misuse(request, "\"%s\" does not go with what stands before it. Usage: %s %s", word,
                     request->row->word, request->row->arguments);
        return false;
    }
    if (is_time && out->seconds > 0)
        return false;
    if (is_time && (out->seconds = read_span(value)) == 0) {
        admin_misuse(request, "\"%s\" is no time: 30s, 5m or 2h, at most a day.", value);
        return false;
    }
    out->is_now = is_now;
    out->waits_for_empty = out->waits_for_empty || is_empty;
    *text = is_time ? end : rest;
    return true;
}

/* False with the request answered: it makes no sense, or may have been meant otherwise. */
static bool read_order(struct admin_request *request, const char *text, struct stop_order *out)
{
    char word[WORD_SIZE];

    while (take_part(request, &text, out)) {
    }
    if (request->outcome == ADMIN_USAGE)
        return false;
    const char *rest = take_word(text, word);
    if (strcasecmp(word, "reason") == 0) {
        text = rest;
        (void)take_word(text, word);
    }
    out->reason = text + strspn(text, " ");
    /* Nor must a request for help, or an unknown flag. */
    if (word[0] == '-' || (is_at_once(out) && !out->is_now && strcasecmp(word, "help") == 0)) {
        admin_misuse(request, "Usage: %s %s", request->row->word, request->row->arguments);
        return false;
    }
    const char *meant = find_slip(word, out);
    if (meant == NULL && is_at_once(out) && !out->is_now && ends_with_time(out->reason)) {
        admin_misuse(request,
                     "When comes before why: shutdown in 5m REASON, or shutdown now REASON.");
        return false;
    }
    if (meant != NULL)
        admin_misuse(request, "Did you mean: shutdown %s?", meant);
    return meant == NULL;
}

static void announce(struct admin *admin, struct admin_request *request,
                     const struct stop_order *order, const char *reason)
{
    char text[SHUTDOWN_TEXT_SIZE];

    shutdown_announce(admin->game, order->seconds, order->waits_for_empty, reason);
    shutdown_describe(admin->game, text);
    admin_answer(request, json_pack("{s:o}", "message", admin_string(text)));
}

void admin_run_shutdown(struct admin *admin, struct admin_request *request)
{
    struct stop_order order = {.reason = ""};
    char reason[SHUTDOWN_REASON_SIZE];
    const char *text = request->arguments.count > 0 ? request->arguments.words[0] : "";

    if (!read_order(request, text, &order))
        return;
    if (utf8_clean(order.reason, strlen(order.reason), SHUTDOWN_REASON_SIZE - 1, reason,
                   sizeof reason) != ERR_OK)
        reason[0] = '\0';
    if (order.seconds > 0 || order.waits_for_empty) {
        announce(admin, request, &order, reason);
        return;
    }
    if (reason[0] != '\0')
        shutdown_announce(admin->game, 1, false, reason);
    request->stops_server = true;
    admin_answer(request, json_pack("{s:s}", "message", "Stopping."));
}

void admin_run_shutdown_cancel(struct admin *admin, struct admin_request *request)
{
    if (shutdown_cancel(admin->game))
        admin_answer(request, json_pack("{s:s}", "message", "The server goes on."));
    else
        admin_refuse(request, "No stop was announced.");
}
