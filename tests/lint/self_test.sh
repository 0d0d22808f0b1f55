#!/bin/sh
# The checks bite: each is run on a small tree without a fault, which it must pass, and on that tree
# with faults put in, a file for each, all of which it must find. A fault in a file that is taken
# waits for the next run of its check.
#
# Usage: self_test.sh [COMPILER]
set -u

compiler=${1:-cc}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
tab=$(printf '\t')
newline='
'
failed=0
tried=0
found=0
pending=

fail() {
    echo "FAIL: $*"
    failed=$((failed + 1))
}

# put FILE LINE...: writes a file of the small tree.
put() {
    file=$work/tree/$1
    shift
    mkdir -p "${file%/*}"
    printf '%s\n' "$@" >"$file"
}

# guarded FILE LINE...: writes a header, with its guard.
guarded() {
    header=$1
    shift
    guard=UNDERCROFT_$(printf '%s' "${header#common/}" | tr 'a-z/.-' 'A-Z___')
    put "$header" "#ifndef $guard" "#define $guard" "$@" '#endif'
}

# check NAME: leaves what it says in $work/said and its exit code in $code.
check() {
    "$here/check_$1.sh" "$work/tree" "$compiler" >"$work/said" 2>&1
    code=$?
    tried=$((tried + 1))
}

# A tree with a file in every layer, each using all that it may: made once, then copied. Faults that
# wait in the old one are proven first.
small_tree() {
    prove
    rm -rf "$work/tree"
    if [ -d "$work/model" ]; then
        cp -r "$work/model" "$work/tree"
        return
    fi
    put common/base/pos.h '/* "uv.h" TODAY */' '#ifndef UNDERCROFT_BASE_POS_H' \
        '#define UNDERCROFT_BASE_POS_H' '#include <stdint.h>' 'struct pos {' '    int16_t x;' '};' \
        'extern const int pos_limits[2];' '#endif'
    put common/base/pos.c '#include "base/pos.h"'
    put common/base/check.c '#include <stdio.h>' 'static const char *const says = "x";' \
        'static const int numbers[] = {1};' 'enum { LOW = 1 };' 'struct pos;' \
        'void check_failed(void)' '{' '    fputs(says, stderr);' '}'
    put common/base/text.c '#include <stdio.h>' \
        '/* printf(), strcpy() and \x1b' ' * are words: getenv(), "uv.h" */' \
        'int text(char *to)' '{' '    static const int width = 9;' '' \
        '    return snprintf(to, 9, "%d strcpy(", width);' '}'
    guarded common/world/level.h '#include "base/pos.h"' 'struct level;'
    guarded common/world/world_private.h 'struct world;'
    put common/world/world.c '#include "world/world_private.h"'
    put common/gen/gen.c '#include "world/level.h"' '#include "base/pos.h"'
    put common/term/key.h '#ifndef UNDERCROFT_TERM_KEY_H' \
        '#define UNDERCROFT_TERM_KEY_H' 'enum { ESCAPE = 0x1b };' '#endif'
    put common/term/ansi.c 'const char ansi[] = "\x1b[m";'
    put common/term/view.c '#include "world/level.h"' 'struct level;' \
        'int view(const struct level *level, const struct world *world);'
    put db/store.c '#include <sqlite3.h>' '#include "base/pos.h"' 'int store(void)' '{' \
        '    return sqlite3_exec(0, "BEGIN", 0, 0, 0);' '}'
    guarded db/store.h 'struct store;'
    put server/net/telnet.c '#include <libtelnet.h>'
    put server/net/conn.c '#include <uv.h>' 'int conn(void)' '{' '    return uv_write(0);' '}'
    put server/admin/control.c '#include <uv.h>' 'int control(void)' '{' \
        '    return uv_write(0);' '}'
    put server/save/persist_load.c '#include "db/store.h"'
    # Five files in a row: one more makes a circle of them.
    for link in 2 3 4 5; do
        put "common/world/link$link.c" "int link$link(void)" '{' \
            "    return link$((link + 1))();" '}'
    done
    put common/world/link6.c 'int link6(void)' '{' '    return link1();' '}'
    put server/start '#!/bin/sh' "cd \"\$1\" || exit 1"
    put tests/run '#!/bin/sh' 'mktemp -p /tmp XXXXXX'
    put tests/e2e/still.sh '#!/bin/sh' '# sleep 1' "wait \"\$1\" # timeout 9" 'echo up to date'
    put tests/clients/client.sh '#!/bin/sh' 'sleep 1'
    put server/tools/man/a.8 \
        '.Dd May 1, 2026' '.Dt A 8' '.Os' '.Sh NAME' '.Nm a' '.Nd one' '.\" list: b'
    put docker/Dockerfile "ARG BASE_IMAGE=docker"".io/library/debian:bookworm-slim" 'FROM scratch'
    put docker/compose.yaml 'tmpfs:' "  - /t""mp:size=1m"
    put docker/undercroft.service "$(cat "$here/../../docker/undercroft.service")"
    put README.md 'A page, README.md, of any width.'
    put tests/lint/small.txt "$(cd "$work/tree" &&
        find common db server -name '*.c' ! -path common/base/pos.c |
        sed 's/$/: the tree is small/')"
    cp -r "$work/tree" "$work/model"
}

# Runs the check that the faults in the tree are for, and looks for each. No fault is left after it.
prove() {
    [ -n "$pending" ] || return
    check "$pending"
    [ "$code" -eq 1 ] || fail "check_$pending ends with $code, not 1: $(cat "$work/faults")"
    while IFS="$tab" read -r wanted line; do
        grep -q "^$wanted:" "$work/said" || fail "check_$pending does not name $wanted: $line"
    done <"$work/faults"
    pending=
}

# bites CHECK FILE LINE...: the small tree with FILE written again must be refused, naming FILE. A
# file called "a", which stands for any, gets a number.
bites() {
    name=$1
    faulty=$2
    shift 2
    found=$((found + 1))
    case $faulty in
    */a.[ch] | */a.sh | */a.py | */a.mjs) faulty=${faulty%.*}$found.${faulty##*.} ;;
    esac
    if [ "$name" != "$pending" ] || grep -q "^$faulty$tab" "$work/faults"; then
        small_tree
        pending=$name
        : >"$work/faults"
    fi
    put "$faulty" "$@"
    printf '%s\t%s\n' "$faulty" "${1%%"$newline"*}" >>"$work/faults"
}

# passes CHECK FILE LINE...: the small tree with FILE written again must be let through.
passes() {
    name=$1
    faulty=$2
    shift
    small_tree
    put "$@"
    check "$name"
    [ "$code" -eq 0 ] || fail "check_$name refuses $faulty: $2: $(cat "$work/said")"
}

# repeat COUNT LINE
repeat() {
    awk -v count="$1" -v line="$2" 'BEGIN { while (count-- > 0) print line }'
}

small_tree
for name in layers headers sizes circles banned words clocks shell manual service; do
    check "$name"
    [ "$code" -eq 0 ] || fail "check_$name refuses a tree without a fault: $(cat "$work/said")"
    "$here/check_$name.sh" "$work/nowhere" >/dev/null 2>&1
    [ $? -eq 2 ] || fail "check_$name does not say that there is no tree"
done

bites layers common/base/a.c '#include "content/tile.h"'
bites layers common/content/a.c '  #  include "world/level.h"'
bites layers common/world/a.c '#include "gen/gen.h"'
bites layers common/world/a.c '#include "term/key.h"'
bites layers common/gen/a.h '#include "world/world.h"'
bites layers common/gen/a.c '#include "term/key.h"'
bites layers common/term/a.c '#include "gen/gen.h"'
bites layers common/term/a.c '#include "server/server.h"'
bites layers common/world/a.c '#include "db/store.h"'
bites layers db/a.c '#include "term/key.h"'
bites layers db/a.c '#include "gen/gen.h"'
bites layers db/a.c '#include "server/server.h"'
bites layers db/a.c '#include <uv.h>'
bites layers common/term/a.c '#include "world/world_private.h"'
bites layers server/a.c '#include "server/net/conn_private.h"'
bites layers common/base/a.c '#include <time.h>'
bites layers common/base/a.c '#include <unistd.h>'
bites layers common/base/a.c '#include <sys/types.h>'
bites layers common/base/a.c '#include <pthread.h>'
bites layers server/base/a.c '#include "server/net/conn.h"'
bites layers server/net/a.c '#include "server/session/session.h"'
bites layers server/net/a.c '#include "world/world.h"'
bites layers server/save/a.c '#include "server/game/game.h"'
bites layers server/game/a.c '#include "server/net/conn.h"'
bites layers server/game/a.c '#include "server/session/session.h"'
bites layers server/session/a.c '#include "server/admin/admin.h"'
bites layers server/admin/a.c '#include "server/server.h"'
bites layers server/tools/swarm/a.c '#include "server/net/conn.h"'
bites layers common/base/a.c '#include <sqlite3.h>'
bites layers server/game/tick.c '#include <sqlite3.h>'
bites layers server/session/a.c '#include <libtelnet.h>'
bites layers server/base/metrics.c '#include <microhttpd.h>'
bites layers server/net/conn_tls.c '#include <gnutls/gnutls.h>'
bites layers server/game/tick.c '#include "db/store.h"'
bites layers server/session/persist.c '#include "db/store.h"'
bites layers server/game/tick.c '    uv_write(a, b, c, d, e);'
bites layers server/game/tick.c '    uv_try_write(a, b, c);'
bites layers server/ops/admin/control.c '    uv_write(a, b, c, d, e);'
bites layers server/game/tick.c 'const char a[] = "\x1B[m";'
bites layers server/game/tick.c 'const char a[] = "\033[m";'
bites layers server/game/tick.c 'const char a[] = "\e[m";'
bites layers common/term/a.c 'const char a = 0x1b;'
bites layers common/base/a.c '    printf("x");'
bites layers common/base/a.c 'void a(FILE *file);'
bites layers common/base/a.c '    b = getenv("x");'
bites layers common/term/a.c 'void a(struct world *world);'
bites layers common/travel/a.c 'void a(struct world *world);'
bites layers common/narrate/a.c 'void a(struct level *level);'
bites layers common/narrate/a.c '#include "term/key.h"'
bites layers common/narrate/a.c '#include "travel/path.h"'
bites layers common/travel/a.c '#include "narrate/words.h"'
bites layers common/world/a.c '#include "travel/path.h"'

# A row of a table is a call; a static function, a member and a comment are none.
calls_link1='int link1(void)'
bites circles common/world/link1.c "$calls_link1" '{' '    return link2();' '}'
bites circles common/world/link1.c "$calls_link1" '{' '}' 'const struct a rows[] = {{.b = link2}};'
bites circles common/world/link1.c 'enum err' 'link1(int a,' '      int b)' '{' '    link2();' '}'
prove
bites circles tests/lint/circles.txt 'common/world 6'
passes circles common/world/link1.c 'static int link2(void)' '{' '}' "$calls_link1" '{' \
    '    return link2();' '}'
passes circles common/world/link1.c "$calls_link1" '{' '    return a->link2; /* link2 */' '}'
passes circles common/world/link1.c "$calls_link1" '{' '    return link3();' '}'
for count in 5 6 7; do
    small_tree
    put common/world/link1.c "$calls_link1" '{' '    return link2();' '}'
    put tests/lint/circles.txt '# A list.' "common/world $count"
    check circles
    [ "$code" -eq $((count != 6)) ] || fail "check_circles ends with $code where $count may be"
done

bites headers common/base/a.h 'size_t a(void);'
bites headers common/base/a.h 'struct a {' '    int b;' '};'
bites headers server/a.h '#include "base/nowhere.h"'
bites headers server/a.h '#ifndef A_H' '#define A_H' 'int a();' '#endif'
bites headers server/a.h '#ifndef UNDERCROFT_A_H' '#define UNDERCROFT_A_H' '#endif'
# A header that the build compiles alone, since a source begins with it: its guard must hold it all.
guard=UNDERCROFT_BASE_POS_H
bites headers common/base/pos.h "#ifndef $guard" "#define $guard" '#endif' 'struct a {' '};'
bites headers common/base/pos.h 'struct a {' '    int b;' '};' "#ifndef $guard" "#define $guard" \
    '#endif'
bites headers common/base/pos.h "#ifndef $guard" '#define OTHER' 'struct a {' '    int b;' '};' \
    '#endif'
bites headers server/a.h '#ifndef UNDERCROFT_SERVER_A_H' '#define SERVER_A_H' '#endif'
bites headers server/a.h 'int a(void);'

small_tree
put common/base/a.c "$(repeat 1200 'int a;')"
put common/base/b.c "$(repeat 9 'int b;')" 'static int' 'a(void)' '{' "$(repeat 66 '    a();')" \
    '}' '' 'int b(void)' '{' '}'
guarded common/base/c.h 'int c(void);'
put common/base/c.c '#include "base/c.h"' 'int c(void)' '{' '    return 1;' '}'
put common/world/a.c '#include "base/c.h"' "$(repeat 80 'int a;')"
put common/world/b.c '#include "base/c.h"' "$(repeat 80 'int a;')"
check sizes
[ "$code" -eq 0 ] || fail "check_sizes refuses sizes that may be: $(cat "$work/said")"
rm "$work/tree/common/world/b.c"
check sizes
grep -q '^common/base/c.c:1: 5 lines, and 1 other' "$work/said" || fail 'one includer is enough'
bites sizes common/base/a.c "$(repeat 79 'int a;')"
bites sizes tests/lint/small.txt 'common/base/gone.c: it was small'
bites sizes common/base/a.c "$(repeat 1201 'int a;')"
bites sizes tests/a.sh "$(repeat 1201 'a')"
bites sizes server/a.c 'static int' 'a(void)' '{' "$(repeat 67 '    a();')" '}'
bites sizes tests/a.c '#include "a.h"' 'START_TEST(a)' '{' "$(repeat 68 '    a();')" '}'

for call in strcpy strcat strncpy strncat sprintf vsprintf gets strtok ctime tmpnam rand srand \
    atoi atol atof alloca assert longjmp; do
    bites banned server/a.c "    $call(b);"
done
bites banned server/a.c '    return level->tiles[level_index(level, at)];'
bites banned common/term/a.c '    return level->tiles[level_index(level, at)];'
bites banned server/session/commands/a.c '    session_tell(other, text, ROLE_TEXT);'
bites banned tests/a.c '    if (x) /* why */ strcpy (a, b);'
for call in 'time(NULL)' 'nanosleep (&pause, NULL)' 'uv_hrtime()' 'stopwatch_deadline_us(5)'; do
    bites clocks tests/unit/a.c "    x = $call;"
done
bites clocks tests/e2e/a.c '    sleep(1);'
nap='sle''ep' # so that this file does not find itself
for words in "$nap 1" "run; $nap 1" "until ready; do $nap 0.1; done" "x=\$(da""te +%s)" \
    'timeout 9 server'; do
    bites clocks tests/e2e/a.sh "$words"
done
bites clocks tests/start '#!/bin/sh' 'sleep 1'
for words in 'time.sleep(1)' 'peer.settimeout(5)' 'await asyncio.wait_for(a)' 'time.time()'; do
    bites clocks tests/e2e/a.py "$words"
done
for words in 'setTimeout(a, 20);' 'const began = Date.now();' 'await a({ timeout: 5 });'; do
    bites clocks tests/web/unit/a.mjs "$words"
done
bites clocks tests/lint/clocks.txt 'tests/unit/gone.c: it slept once'
bites banned db/a.c '    sqlite3_exec(handle, sql, NULL, NULL, NULL);'
bites banned db/a.c '    sqlite3_prepare_v2(handle, sql, -1, &out, NULL);'
bites banned db/a.c '    return connection_exec(store->handle, text);'
bites banned db/a.c '    sqlite3_prepare_v3(handle, sql.text, -1, 0, &out, NULL);'
bites banned db/row_sql.c '    sqlite3_prepare_v3(handle, other.text, -1, 0, &out, NULL);'
bites banned db/row_sql.c '    add(sql, value);'
bites banned db/row_sql.c '    add_name(sql, value);'
bites banned db/row_sql.c '    add_name(sql, column_text(column, row));'
bites banned db/row_sql.c '    constant_sql = value;'
bites banned db/row_sql.c '    add_list(sql, record, is_any, as_name, value);'
bites banned db/row_sql.c '    snprintf(digits, sizeof digits, "%s", value);'
bites banned db/row_sql.c '    memcpy(sql->text, value, length);'
bites banned db/a.c '    struct column column = {.name = value};'
bites banned db/a.c '    struct record record;'
bites banned db/a.c '    snprintf(text, 9, "DELETE FROM delver WHERE name = %s", name);'
bites banned common/base/a.h '#define JOIN(a, b) a##b'
bites banned common/base/a.h 'typedef struct a a;'
bites banned common/base/a.c 'static int counter;'
bites banned common/base/a.c 'int counter = 0;'
bites banned common/base/a.c 'static struct a table[] = {'
bites banned common/base/a.c 'static const char *name;'
bites banned common/base/a.c 'const char *names[] = {'
bites banned server/a.c '    static int calls;'
bites banned server/a.c "/* TO""DO */"
bites banned README.md "FIX""ME"
bites banned tests/a.sh "# HA""CK: x"
bites banned server/a.c "    // X""XX"
bites banned common/base/a.c "${tab}int a;"
bites banned common/base/a.c 'int a(void); '
bites banned common/base/a.c "/* $(repeat 99 x | tr -d '\n') */"
bites banned server/start '#!/bin/sh' "${tab}exit 0"
small_tree
put common/base/a.c "/* $(repeat 94 '·' | tr -d '\n') */"
check banned
[ "$code" -eq 0 ] || fail "check_banned counts bytes, not columns: $(cat "$work/said")"

bites words server/a.c "/* see /wo""rk/x */"
bites words tests/a.sh "cd /ho""me/me"
bites words server/a.c "open(\"/t""mp/x\")"
bites words docker/Dockerfile "FROM ghcr"".io/x"
bites words docker/Dockerfile "FROM docker"".io/library/debian:bookworm-slim"
bites words docker/Dockerfile "ARG BASE_IMAGE=docker"".io/library/debian:a RUN curl docker"".io"
bites words docker/Dockerfile "RUN make -C /t""mp/x"
bites words docker/README.md 'The unit tests run while it is built.'
bites words docker/compose.yaml "  - /t""mp/x:/data"
bites words docker/compose.yaml "image: docker"".io/library/debian:bookworm-slim"
bites words tests/a.sh "ARG BASE_IMAGE=docker"".io/library/debian:bookworm-slim"
bites words README.md "written by Clau""de"
bites words server/a.c '/* What a session keeps. */'
bites words server/a.c 'int a; /* of a level */'
bites words common/base/a.c '/* What a level is. */'
bites words db/a.h '/* one row */'
bites words server/a.c '/*' ' * one turn of a session' ' */'
bites words server/a.c 'void a(struct a *b)' '{' '    /* That is all. */' '}'
bites words server/a.c 'int a[] = {1};' 'void a(void)' '{' '    if (b) {' '    /* those */' \
    '    }' '}'
bites words server/a.c 'struct a {' '    int b;' '};' '/* who plays */'
bites words server/a.c '/* Takes a line, whatever it holds. */'
bites words common/base/a.c 'const char *a = "Whoever comes";'
bites words tests/a.sh '# The page is drawn anew.'
bites words README.md 'It shows what became of a level.'
bites words server/a.c "/* as reques""ted */"
bites words server/a.c "/* see nowhere"".md */"
bites words README.md "\`server/nowhere.c\`"
bites words README.md "\`no_such_name\`"
bites words README.md "\`common/base/pos.h\` \`uv_write\`"
bites words db/README.md "\`no_such_name\`"
bites words README.md "$(repeat 101 'A line.')"
bites words README.md "\`e2e_test_nowhere\`"

passes words server/a.c '/* A level. Its parts: one of each. */' 'struct a {' \
    '    int b; /* of a level */' '    enum { /* one */ C } c; /* what it is */' '};' \
    'const struct a a = {' '    {1}, /* one row */' '};' 'enum a { A /* who plays */ };' \
    'const char *const b = "/* one */";'
passes words server/a.c 'void a(void)' '{' '    b(&(struct a){' '        .c = 1, /* of a level */' \
    '    });' '    /* Oneness */' '}'
passes words server/a.c "const char *a = \"Whom\"; /* was reques""ted; is_whatever */"

bites shell server/start '#!/bin/sh' "cd \$1"
bites shell tests/a.sh '#!/usr/bin/env bash' "rm \$a"

bites manual server/tools/man/a.8 \
    '.Dd May 1, 2026' '.Dt A 8' '.Os' '.Sh NAME' '.Nm a' '.Nd one' '.It b'
bites manual server/tools/man/a.8 '.Dt A 8' '.Os' '.Sh NAME' '.Nm a' '.Nd one'

unit=$(cat "$here/../../docker/undercroft.service")
bites service docker/undercroft.service "$unit" '[Service]' 'Sandbox=yes'
bites service docker/undercroft.service "$unit" '[Service]' 'Environment=OOPS'
bites service docker/undercroft.service "$unit" '[Service]' 'PrivateDevices=no' 'DynamicUser=no'
bites service docker/undercroft.service "$(echo "$unit" | sed 's|/bin/undercroftd|/undercroftd|')"

prove
echo "$found faults, $tried runs, $failed failed"
[ "$failed" -eq 0 ]
