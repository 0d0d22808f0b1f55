/*
 * Input of a browser before it plays: requests, one behind the other, until one of them becomes a
 * WebSocket. However the bytes come, a visit gives whole answers within its limits, and a head that
 * was read lies inside of itself.
 */
#include <string.h>

#include "base/bytes.h"
#include "base/check.h"
#include "fuzz.h"
#include "server/net/web/files.h"
#include "server/net/web/visit.h"

enum { ANSWERS_MAX = 512 * 1024 };

static void check_text(const struct http_head *head, struct http_text text)
{
    CHECK(text.length == 0 ||
          (text.text >= head->bytes && text.text + text.length <= head->bytes + head->length));
}

static void read_head(const uint8_t *data, size_t size)
{
    struct http_head head = {.length = 0};
    struct http_request request;
    enum http_progress progress = HTTP_WANTS_MORE;

    for (size_t i = 0; i < size && progress == HTTP_WANTS_MORE; i++)
        progress = http_take(&head, data[i]);
    CHECK(head.length <= HTTP_HEAD_MAX);
    if (progress != HTTP_DONE || http_read(&head, &request) != 0)
        return;
    CHECK(request.field_count <= HTTP_FIELDS_MAX && request.path.length <= HTTP_PATH_MAX);
    CHECK(request.path.text[0] == '/' && request.host.length > 0);
    check_text(&head, request.path);
    check_text(&head, request.query);
    for (int i = 0; i < request.field_count; i++) {
        check_text(&head, request.fields[i].name);
        check_text(&head, request.fields[i].value);
    }
}

static void visit_all(const uint8_t *data, size_t size)
{
    static struct web_files *files;
    struct network proxy;
    struct visit_host host = {.proxies = &proxy,
                              .proxy_count = 1,
                              .is_forwarded = true,
                              .origins = "https://play.example.org",
                              .now_ms = 1};
    struct visit visit;
    struct bytes out;
    enum visit_step step = VISIT_WANTS_MORE;

    CHECK(network_parse("10.0.0.0/8", 10, &proxy) == ERR_OK);
    CHECK(files != NULL || web_files_open(&files) == ERR_OK);
    host.files = files;
    visit_init(&visit, 0);
    bytes_init(&out, ANSWERS_MAX);
    for (size_t i = 0; i < size && (step == VISIT_WANTS_MORE || step == VISIT_ANSWERED); i++) {
        bytes_clear(&out, ANSWERS_MAX);
        step = visit_take(&visit, &host, data[i], &out);
        if (step == VISIT_LIST_WANTED)
            step = visit_answer_list(&visit, &host, i % 2 == 0 ? "{}\n" : NULL, &out);
        CHECK(step != VISIT_WANTS_MORE || out.length == 0);
        CHECK(step != VISIT_ANSWERED ||
              (out.length <= VISIT_ANSWER_MAX + 512 && memcmp(out.data, "HTTP/1.1 ", 9) == 0));
        CHECK(step != VISIT_BROKEN);
        while (visit_is_busy(&visit)) {
            bytes_clear(&out, ANSWERS_MAX);
            CHECK(visit_refill(&visit, 1, &out) == ERR_OK && out.length <= VISIT_PIECE);
        }
        if (visit.ends)
            break;
    }
    bytes_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_head(data, size);
    visit_all(data, size);
    return 0;
}
