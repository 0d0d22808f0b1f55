/*
 * The server that a request for metrics was meant for.
 */
#include "server/admin/metrics_http.h"

#include "support/test.h"

TEST(addresses_localhost_and_given_names_are_ours)
{
    static const char *const ours[] = {"127.0.0.1",  "127.0.0.1:9464", "[::1]",
                                       "[::1]:9464", "localhost",      "LocalHost:9464",
                                       "undercroft", "Dungeon.lan:80"};
    static const char *const others[] = {"",
                                         ":9464",
                                         "evil.example",
                                         "127.0.0.1.evil.example",
                                         "localhost.evil.example",
                                         "localhost:80:80",
                                         "localhost:x",
                                         "undercroft2",
                                         "under",
                                         "127.0.0.1/8",
                                         "[::1",
                                         "[::1]x",
                                         "::1",
                                         ","};

    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        ck_assert_msg(metrics_host_is_ours(ours[i], " undercroft,, dungeon.lan"), "%s", ours[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ck_assert_msg(!metrics_host_is_ours(others[i], "undercroft, dungeon.lan"), "%s", others[i]);
    ck_assert(!metrics_host_is_ours("undercroft", ""));
    ck_assert(metrics_host_is_ours("10.0.0.1:1", ""));
}
