/*
 * The differences between the kinds of doors.
 */
#include "server/base/entrance.h"

const struct entrance_row entrance_table[ENTRANCE_COUNT] = {
    [ENTRANCE_TELNET] = {.option = "listen", .before = "", .after = "", .has_tls = false},
    [ENTRANCE_WEB] = {.option = "web", .before = "web http://", .after = "/", .has_tls = false},
    [ENTRANCE_WEB_TLS] = {.option = "web-tls",
                          .before = "web https://",
                          .after = "/",
                          .has_tls = true},
    [ENTRANCE_TLS] = {.option = "tls", .before = "tls ", .after = "", .has_tls = true},
};
