/*
 * Answers to the requests of one HTTP connection. A request is read whole, then judged: by its
 * Host, then by its path, as a file, a list, a WebSocket or a refusal. The head of an answer is
 * written from the row of its status; a body is sent in pieces, as the peer takes it.
 */
#include "server/net/web/visit.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "server/net/web/files.h"

enum { STATUS_OK = 200, STATUS_SWITCH = 101, STATUS_UNCHANGED = 304, STATUS_NOT_FOUND = 404 };

enum { STATUS_BAD = 400, STATUS_HOST = 421, STATUS_TOO_LONG = 431, STATUS_UPGRADE = 426 };

enum { STATUS_BUSY = 503 };

enum { HOST_MAX = 80 /* most bytes of a Host that an answer repeats */ };

static const struct status_row {
    int status;
    bool ends;          /* the connection ends after this answer */
    const char *reason; /* text of the first line */
    const char *fields; /* more fields, each with its CR LF; "" */
    const char *line;   /* sentence for people */
} status_table[] = {
    {200, false, "OK", "", ""},
    {304, false, "Not Modified", "", ""},
    {400, true, "Bad Request", "", "This is not a request that is understood here."},
    {403, true, "Forbidden", "",
     "Pages of another site may not come in here, unless --web-origin names it."},
    {404, false, "Not Found", "", "There is nothing here. The dungeon is at /."},
    {405, true, "Method Not Allowed", "Allow: GET, HEAD\r\n", "Only GET and HEAD are answered."},
    {408, true, "Request Timeout", "", "The request took too long."},
    {421, true, "Misdirected Request", "",
     "This server is not known by that name: start it with --web-origin https://NAME, or ask for "
     "its address."},
    {426, true, "Upgrade Required", "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n",
     "Players come in here by a WebSocket (version 13); the page is at /."},
    {431, true, "Request Header Fields Too Large", "", "The head of the request is too long."},
    {503, true, "Service Unavailable", "Retry-After: 5\r\n",
     "Too many visitors are here just now. Please try again in a moment."},
    {505, true, "HTTP Version Not Supported", "", "Only HTTP/1.1 is spoken here."},
};

/* Limits on what the page may do, and on what other sites may do with it. */
static const char safety_fields[] =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: accelerometer=(), autoplay=(), camera=(), display-capture=(), "
    "encrypted-media=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), "
    "payment=(), usb=(), fullscreen=(self), gamepad=(self), screen-wake-lock=(self)\r\n";

static const char policy[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; connect-src 'self' ws://%.*s wss://%.*s; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types undercroft\r\n";

/* An answer before it is given. */
struct answer {
    int status;
    struct http_text host; /* Host of the request, once it is known to be ours; else empty */
    const char *type;
    const char *cache;
    const char *etag; /* NULL: none */
    const char *line; /* line in place of the status's own; NULL: the status's own */
    const uint8_t *body;
    size_t body_length;
    bool is_packed;
    bool can_be_packed;
};

static const struct status_row *find_status(int status)
{
    size_t i = 0;

    while (i + 1 < sizeof status_table / sizeof status_table[0] && status_table[i].status != status)
        i++;
    return &status_table[i];
}

void visit_init(struct visit *visit, uint64_t now_ms)
{
    visit->head.length = 0;
    visit->head.is_behind_method = false;
    visit->body = NULL;
    visit->body_left = 0;
    visit->since_ms = now_ms;
    visit->answers = 0;
    visit->status = 0;
    visit->ends = visit->is_for_head = visit->owes_list = false;
}

static void write_date(int64_t now, char *out, size_t size)
{
    time_t seconds = (time_t)now;
    struct tm utc;

    out[0] = '\0';
    if (gmtime_r(&seconds, &utc) != NULL)
        (void)strftime(out, size, "%a, %d %b %Y %H:%M:%S GMT", &utc);
}

/* Writes the head of an answer. Returns its length; -1: it is too long. */
static int write_head(const struct visit *visit, const struct visit_host *host,
                      const struct answer *answer, char out[VISIT_ANSWER_MAX])
{
    const struct status_row *row = find_status(answer->status);
    char date[40];
    char fields[512] = "";
    char rules[768];
    int name_length = answer->host.length > HOST_MAX ? 0 : (int)answer->host.length;
    int length = 0;

    write_date(host->now, date, sizeof date);
    if (answer->etag != NULL)
        length = snprintf(fields, sizeof fields, "ETag: %s\r\n", answer->etag);
    if (answer->can_be_packed)
        length +=
            snprintf(fields + length, sizeof fields - (size_t)length, "Vary: Accept-Encoding\r\n");
    if (answer->is_packed)
        snprintf(fields + length, sizeof fields - (size_t)length, "Content-Encoding: gzip\r\n");
    snprintf(rules, sizeof rules, policy, name_length, answer->host.text, name_length,
             answer->host.text);
    length = snprintf(out, VISIT_ANSWER_MAX,
                      "HTTP/1.1 %d %s\r\nDate: %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
                      "Cache-Control: %s\r\n%s%s%s%s%s\r\n",
                      answer->status, row->reason, date, answer->type, answer->body_length,
                      answer->cache, fields, row->fields, safety_fields, rules,
                      visit->ends ? "Connection: close\r\n" : "");
    return length < VISIT_ANSWER_MAX ? length : -1;
}

static enum visit_step give(struct visit *visit, const struct visit_host *host,
                            const struct answer *answer, struct bytes *out)
{
    char head[VISIT_ANSWER_MAX];

    visit->answers++;
    visit->owes_list = false;
    visit->status = answer->status;
    visit->since_ms = host->now_ms;
    visit->ends =
        visit->ends || find_status(answer->status)->ends || visit->answers >= VISIT_REQUESTS_MAX;
    int length = write_head(visit, host, answer, head);
    visit->head.length = 0;
    visit->head.is_behind_method = false;
    if (length < 0 || bytes_append(out, head, (size_t)length) != ERR_OK)
        return VISIT_BROKEN;
    bool has_body = !visit->is_for_head && answer->status != STATUS_UNCHANGED;
    visit->body = answer->body;
    visit->body_left = has_body ? answer->body_length : 0;
    return VISIT_ANSWERED;
}

/* Answers with a line of text, which is copied. */
static enum visit_step say(struct visit *visit, const struct visit_host *host,
                           struct answer *answer, const char *line, struct bytes *out)
{
    answer->body = (const uint8_t *)line;
    answer->body_length = strlen(line);
    answer->cache = answer->cache == NULL ? "no-store" : answer->cache;
    answer->type = answer->type == NULL ? "text/plain; charset=utf-8" : answer->type;
    enum visit_step step = give(visit, host, answer, out);
    if (step == VISIT_ANSWERED && bytes_append(out, visit->body, visit->body_left) != ERR_OK)
        step = VISIT_BROKEN;
    visit->body_left = 0;
    return step;
}

static enum visit_step refuse(struct visit *visit, const struct visit_host *host,
                              struct answer *answer, int status, struct bytes *out)
{
    char line[512];

    answer->status = status;
    snprintf(line, sizeof line, "%s\n",
             answer->line == NULL ? find_status(status)->line : answer->line);
    return say(visit, host, answer, line, out);
}

enum visit_step visit_refuse(struct visit *visit, const struct visit_host *host, int status,
                             struct bytes *out)
{
    struct answer answer = {.line = NULL};

    return refuse(visit, host, &answer, status, out);
}

static bool is_unchanged(const struct http_request *request, const char *etag)
{
    return http_has_word(request, "If-None-Match", etag) ||
           http_has_word(request, "If-None-Match", "*");
}

static enum visit_step give_file(struct visit *visit, const struct visit_host *host,
                                 const struct http_request *request, const struct web_file *file,
                                 struct bytes *out)
{
    bool can_be_packed = file->packed.length > 0;
    bool is_packed = can_be_packed && http_has_word(request, "Accept-Encoding", "gzip");
    const struct bytes *body = is_packed ? &file->packed : &file->plain;
    struct answer answer = {
        .status = is_unchanged(request, file->etag) ? STATUS_UNCHANGED : STATUS_OK,
        .host = request->host,
        .type = file->type,
        .cache = web_files_is_lasting(host->files, request->query)
                     ? "public, max-age=31536000, immutable"
                     : "no-cache",
        .etag = file->etag,
        .body = body->data,
        .body_length = body->length,
        .is_packed = is_packed,
        .can_be_packed = can_be_packed,
    };

    return give(visit, host, &answer, out);
}

/* Turns the request into a player's WebSocket, if it is valid. */
static enum visit_step upgrade(struct visit *visit, const struct visit_host *host,
                               const struct http_request *request, struct bytes *out)
{
    char head[512];
    char line[512];
    char names[UPGRADE_NAMES_SIZE];
    struct answer answer = {.host = request->host};
    int status = upgrade_judge(request, host->origins, &visit->upgrade);

    if (status == STATUS_SWITCH && host->is_forwarded &&
        !upgrade_find_peer(request, host->proxies, host->proxy_count, &visit->upgrade.peer)) {
        answer.line = "A proxy has to send the browser's address, by X-Forwarded-For or PROXY.";
        return refuse(visit, host, &answer, STATUS_BAD, out);
    }
    if (status != STATUS_SWITCH) {
        if (status == STATUS_BAD && upgrade_is_wanted(request)) {
            upgrade_write_names(names);
            snprintf(line, sizeof line,
                     "This is not a handshake of RFC 6455 with one of these subprotocols, or none: "
                     "%s.",
                     names);
            answer.line = line;
        }
        return refuse(visit, host, &answer, status, out);
    }
    const char *name = visit->upgrade.name;
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n%s%s%s\r\n",
                          visit->upgrade.accept,
                          name == NULL ? "" : "Sec-WebSocket-Protocol: ", name == NULL ? "" : name,
                          name == NULL ? "" : "\r\n");
    visit->status = STATUS_SWITCH;
    return bytes_append(out, head, (size_t)length) == ERR_OK ? VISIT_UPGRADED : VISIT_BROKEN;
}

static bool is_watch(struct http_text path)
{
    static const char prefix[] = "/watch/";

    return path.length > sizeof prefix - 1 && memcmp(path.text, prefix, sizeof prefix - 1) == 0 &&
           memchr(path.text + sizeof prefix - 1, '/', path.length - (sizeof prefix - 1)) == NULL;
}

static enum visit_step say_fine(struct visit *visit, const struct visit_host *host,
                                const struct http_request *request, const char *line,
                                struct bytes *out)
{
    struct answer answer = {.status = STATUS_OK, .host = request->host};

    return say(visit, host, &answer, line, out);
}

static const char *const list_paths[NET_LIST_COUNT] = {
    [NET_LIST_STATUS] = "/status.json",
    [NET_LIST_WHO] = "/who.json",
    [NET_LIST_SCORES] = "/scores.json",
};

static enum visit_step answer_path(struct visit *visit, const struct visit_host *host,
                                   const struct http_request *request, struct bytes *out)
{
    static const struct http_text page = {"/", 1};
    struct answer answer = {.host = request->host};

    if (http_is_exactly(request->path, "/ws"))
        return upgrade(visit, host, request, out);
    for (enum net_list list = 0; list < NET_LIST_COUNT; list++) {
        if (!http_is_exactly(request->path, list_paths[list]))
            continue;
        visit->list = list;
        visit->owes_list = true;
        return VISIT_LIST_WANTED;
    }
    if (http_is_exactly(request->path, "/healthz"))
        return say_fine(visit, host, request, "ok\n", out);
    if (http_is_exactly(request->path, "/robots.txt"))
        return say_fine(visit, host, request, "User-agent: *\nDisallow: /ws\nDisallow: /watch/\n",
                        out);
    const struct web_file *file =
        web_files_find(host->files, is_watch(request->path) ? page : request->path);
    if (file == NULL)
        return refuse(visit, host, &answer, STATUS_NOT_FOUND, out);
    return give_file(visit, host, request, file, out);
}

/* Answers a request whose head is complete. */
static enum visit_step answer_request(struct visit *visit, const struct visit_host *host,
                                      struct bytes *out)
{
    struct http_request request;
    struct answer answer = {.line = NULL};
    int status = http_read(&visit->head, &request);

    if (status != 0)
        return refuse(visit, host, &answer, status, out);
    visit->is_for_head = request.is_head;
    visit->ends = request.closes;
    if (!upgrade_knows_host(request.host, host->origins))
        return refuse(visit, host, &answer, STATUS_HOST, out);
    return answer_path(visit, host, &request, out);
}

enum visit_step visit_take(struct visit *visit, const struct visit_host *host, uint8_t byte,
                           struct bytes *out)
{
    if (visit->head.length == 0) {
        visit->since_ms = host->now_ms;
        visit->is_for_head = false;
    }
    switch (http_take(&visit->head, byte)) {
    case HTTP_WANTS_MORE:
        return VISIT_WANTS_MORE;
    case HTTP_FOREIGN:
        return VISIT_FOREIGN;
    case HTTP_TOO_LONG:
        return visit_refuse(visit, host, STATUS_TOO_LONG, out);
    case HTTP_BROKEN:
        return visit_refuse(visit, host, STATUS_BAD, out);
    case HTTP_DONE:
        break;
    }
    return answer_request(visit, host, out);
}

bool visit_is_busy(const struct visit *visit)
{
    return visit->body_left > 0;
}

enum err visit_refill(struct visit *visit, uint64_t now_ms, struct bytes *out)
{
    size_t length = visit->body_left < VISIT_PIECE ? visit->body_left : VISIT_PIECE;
    enum err error = bytes_append(out, visit->body, length);

    if (error != ERR_OK)
        return error;
    visit->body += length;
    visit->body_left -= length;
    visit->since_ms = now_ms;
    return ERR_OK;
}

enum visit_step visit_answer_list(struct visit *visit, const struct visit_host *host,
                                  const char *json, struct bytes *out)
{
    struct answer answer = {.status = STATUS_OK, .type = "application/json"};

    if (json == NULL)
        return visit_refuse(visit, host, STATUS_BUSY, out);
    return say(visit, host, &answer, json, out);
}

enum visit_patience visit_judge(const struct visit *visit, uint64_t now_ms)
{
    if (visit->body_left > 0)
        return VISIT_IS_FINE;
    if (visit->head.length > 0)
        return now_ms - visit->since_ms >= VISIT_HEAD_MS ? VISIT_IS_LATE : VISIT_IS_FINE;
    return now_ms - visit->since_ms >= VISIT_IDLE_MS ? VISIT_IS_IDLE : VISIT_IS_FINE;
}
