/*
 * The client's side of a WebSocket and of the page's protocol: what is cut anywhere gives the same.
 */
#include "server/tools/swarm/web.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "support/test.h"

enum { OUT_SIZE = 512 };

/* Every piece in words, into `out`: `open`, `text ab`, `ping xy`; a message ends with a full stop.
 */
static void tell_pieces(struct web *web, const char *data, size_t length, char out[OUT_SIZE])
{
    static const char *const names[] = {
        [WEB_TEXT] = "text", [WEB_BINARY] = "binary", [WEB_CLOSE] = "close", [WEB_PING] = "ping"};
    size_t used = strlen(out);

    while (length > 0) {
        struct web_piece piece;
        size_t taken = web_take(web, (const uint8_t *)data, length, &piece);
        ck_assert_uint_ge(taken, 1);
        data += taken;
        length -= taken;
        if (piece.kind == WEB_PIECE_OPEN || piece.kind == WEB_PIECE_REFUSED)
            used += (size_t)snprintf(out + used, OUT_SIZE - used, "%s ",
                                     piece.kind == WEB_PIECE_OPEN ? "open" : "refused");
        else if (piece.kind == WEB_PIECE_CONTROL)
            used += (size_t)snprintf(out + used, OUT_SIZE - used, "[%s %.*s]", names[piece.opcode],
                                     (int)piece.length, (const char *)piece.data);
        else if (piece.kind == WEB_PIECE_DATA)
            used += (size_t)snprintf(out + used, OUT_SIZE - used, "%.*s%s", (int)piece.length,
                                     (const char *)piece.data, piece.is_end ? "." : "");
    }
}

#define AGREED "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

TEST(pieces_are_the_same_wherever_the_stream_is_cut)
{
    static const char stream[] = AGREED "\x81\x03"
                                        "abc"
                                        "\x01\x02"
                                        "de"
                                        "\x89\x02"
                                        "xy"
                                        "\x80\x01"
                                        "f"
                                        "\x82\x7e\x00\x80"
                                        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789"
                                        "abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123"
                                        "456789abcdef"
                                        "\x88\x00";
    char whole[OUT_SIZE] = "";
    struct web web = {0};

    tell_pieces(&web, stream, sizeof stream - 1, whole);
    ck_assert_ptr_nonnull(strstr(whole, "open abc.de[ping xy]f.0123"));
    ck_assert_ptr_nonnull(strstr(whole, "abcdef.[close ]"));
    for (size_t cut = 1; cut < sizeof stream - 1; cut++) {
        char out[OUT_SIZE] = "";
        web = (struct web){0};
        tell_pieces(&web, stream, cut, out);
        tell_pieces(&web, stream + cut, sizeof stream - 1 - cut, out);
        ck_assert_str_eq(out, whole);
    }
}

TEST(a_refusal_is_kept_in_its_first_line)
{
    static const char answer[] = "HTTP/1.1 403 Forbidden\r\nServer: x\r\n\r\nno";
    char out[OUT_SIZE] = "";
    struct web web = {0};

    tell_pieces(&web, answer, sizeof answer - 1, out);
    ck_assert_str_eq(out, "refused ");
    ck_assert_str_eq(web.status, "HTTP/1.1 403 Forbidden");
}

TEST(a_request_names_host_and_subprotocol)
{
    char out[WEB_REQUEST_SIZE];
    struct sockaddr_storage address = {0};
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&address;

    six->sin6_family = AF_INET6;
    six->sin6_addr = in6addr_loopback;
    six->sin6_port = htons(8080);
    ck_assert_uint_eq(web_request(out, &address, "?cols=80", "v1.undercroft"), strlen(out));
    ck_assert_ptr_eq(strstr(out, "GET /ws?cols=80 HTTP/1.1\r\nHost: [::1]:8080\r\n"), out);
    ck_assert_ptr_nonnull(strstr(out, "\r\nSec-WebSocket-Protocol: v1.undercroft\r\n\r\n"));
    (void)web_request(out, &address, "", NULL);
    ck_assert_ptr_null(strstr(out, "Protocol"));
}

TEST(a_frame_is_masked_and_its_length_minimal)
{
    uint8_t frame[WEB_HEADER_MAX + 200];

    memcpy(frame + WEB_HEADER_MAX, "hello", 5);
    ck_assert_uint_eq(web_frame(frame, 5, WEB_TEXT, 0x01020304), 2);
    ck_assert_mem_eq(frame + 2, "\x81\x85\x01\x02\x03\x04", 6);
    ck_assert_mem_eq(frame + WEB_HEADER_MAX, "igohn", 5);
    memset(frame + WEB_HEADER_MAX, 'x', 200);
    ck_assert_uint_eq(web_frame(frame, 200, WEB_BINARY, 0), 0);
    ck_assert_mem_eq(frame, "\x82\xfe\x00\xc8\0\0\0\0x", 9);
}

TEST(marks_and_places_are_read_out_of_records_cut_anywhere)
{
    /* LINES that is skipped, BODIES with the own one at 7, 9, and MARK of input 3. */
    static const uint8_t records[] = {4, 0x83, 0x00, 1, 2, 3, 3, 9, 0, 1, 1, 0, 5, 7,
                                      9, 0,    1,    5, 8, 0, 0, 1, 0, 0, 0, 0, 3};

    for (size_t cut = 0; cut < sizeof records; cut++) {
        struct page page = {0};
        uint32_t answered = page_take(&page, records, cut);
        answered += page_take(&page, records + cut, sizeof records - cut);
        ck_assert_uint_eq(answered, 3);
        ck_assert_int_eq(page.x, 7);
        ck_assert_int_eq(page.y, 9);
    }
}

TEST(lines_are_numbered)
{
    struct page page = {0};
    char out[OUT_SIZE];

    (void)page_line(&page, "north", out, sizeof out);
    size_t length = page_line(&page, "quit", out, sizeof out);
    ck_assert_str_eq(out, "Input.Line {\"n\":2,\"text\":\"quit\"}");
    ck_assert_uint_eq(length, strlen(out));
}
