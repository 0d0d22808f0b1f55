#!/bin/sh
# Checks the dependencies of the source: every #include against the table of layers, and that
# telnet, HTTP, SQL, writes to sockets and escape sequences each stay in one place.
#
# Usage: check_layers.sh ROOT
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

code_bare common db server >"$work/bare"
grep '^common/' "$work/bare" >"$work/common"

# file:line include, for each #include.
includes() {
    code common db server |
        sed -n 's|^\([^:]*:[0-9]*\):[ ]*#[ ]*include[ ]*[<"]\([^>"]*\)[>"].*|\1 \2|p'
}

# Standard headers without I/O, clock or threads are all that common/ has besides itself.
includes | awk '
    BEGIN {
        may["common/base"] = "base"
        may["common/content"] = "base content"
        may["common/world"] = "base content world"
        may["common/gen"] = "base content gen"
        may["common/travel"] = "base content world travel"
        may["common/narrate"] = "base content world narrate"
        may["common/term"] = "base content world narrate term"
        may["db"] = "base content world db"
        game = "base content world gen travel narrate term"
        may["server/base"] = "base server/base"
        may["server/net"] = "base server/base server/net"
        may["server/save"] = game " db server/base server/save"
        may["server/game"] = game " server/base server/save server/game"
        may["server/session"] = may["server/game"] " server/net server/session"
        may["server/admin"] = may["server/session"] " server/admin"
        may["server/tools"] = game " server/base server/tools"
        may["server"] = may["server/admin"] " db server"
        pure = "^(ctype|errno|inttypes|limits|std(arg|bool|def|int|io|lib)|string|utf8proc|uthash)"
        ours = "^(base|content|world|gen|travel|narrate|term|db|server|tests|support)/"
    }
    {
        split($1, place, ":")
        file = place[1]
        include = $2
        split(file, part, "/")
        layer = part[1] == "db" || part[3] == "" ? part[1] : part[1] "/" part[2]
        split(include, to, "/")
        room = to[1] != "server" || to[3] == "" ? to[1] : to[1] "/" to[2]
        folder = include
        sub("/[^/]*$", "", folder)
        fault = ""
        if (include ~ ours) {
            if (index(" " may[layer] " ", " " room " ") == 0 &&
                !(layer == "common/gen" && include == "world/level.h") &&
                !(file ~ "^server/tools/manual/" && include == "server/admin/admin_table.h"))
                fault = layer " must not know it"
            else if (to[1] == "db" && layer == "server" &&
                     file !~ "^server/(save/persist[a-z_]*|server)[.]c$")
                fault = "only server/save/persist*.c and server/server.c know the database"
            else if (include ~ "_private[.]h$" && file !~ "(^|/)" folder "/[^/]*$")
                fault = "private to its folder"
        } else if (include ~ "^sqlite3") {
            if (layer != "db")
                fault = "only db/ knows SQLite"
        } else if (include ~ "^libtelnet") {
            if (file != "server/net/telnet.c")
                fault = "only server/net/telnet.c knows it"
        } else if (include ~ "^microhttpd") {
            if (file != "server/admin/metrics_http.c")
                fault = "only server/admin/metrics_http.c knows it"
        } else if (include ~ "^gnutls/") {
            if (file !~ "^server/(net/tls|tools/swarm/line)[.]c$")
                fault = "only server/net/tls.c knows it"
        } else if (layer ~ "^common/") {
            if (include !~ pure "[.]h$" &&
                !(file == "common/base/room.c" && include == "sys/mman.h"))
                fault = "common/ has no I/O, clock or threads"
        } else if (layer == "db" && include ~ "^uv[.]h|^sys/socket[.]h|^netinet/|^arpa/") {
            fault = "db/ knows no sockets and no loop"
        }
        if (fault != "")
            print $1 ": includes " include ": " fault
    }' >>"$findings"

grep -v '^common/base/check\.c:' "$work/common" |
    grep -E ':.*\b(FILE|stdin|stdout|stderr|v?f?printf|f?put(s|c|char)|fopen|fwrite|perror)\b' |
    report 'common/ prints nothing (base/check.c alone may)'
grep -v '^common/base/check\.c:' "$work/common" |
    grep -E ':.*\b(getenv|system|exit|abort|time|clock|signal)\(' |
    report 'common/ knows no process, clock or environment'
grep -E '^common/(travel|narrate|term)/' "$work/common" |
    sed 's/const struct \(world\|level\|delver\|body\)\b/const/g' |
    grep -E ':.*\bstruct (world|level|delver|body) \*' |
    report 'common/travel/, narrate/ and term/ see the world as const'

# Two kinds of stream, and one writer for each; the swarm is at the other end.
grep -vE '^server/(net/conn|admin/control|tools/swarm/bot)\.c:' "$work/bare" |
    grep -E ':.*\buv_(try_)?write2?\(' |
    report 'only server/net/conn.c writes to players, and server/admin/control.c to operators'
code common server | grep -vE '^common/term/(ansi[a-z_]*\.[ch]|key\.h):' |
    grep -E ':.*(\\x1[bB]|\\033|\\33|\\e|\b0x1[bB]\b)' |
    report 'only the ANSI writer emits ESC (and key.h knows it)'
finish
