#!/bin/sh
# Every program that is installed has a manual page, which names just the options of its --help, and
# every word of operators; the pages are clean as they are installed.
#
# Usage: pages.sh BUILD_FOLDER
set -u

build=$1
work=$(mktemp -d) || exit 1
server=
failed=0

clean_up() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null
        wait "$server" 2>/dev/null
    fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

fail() {
    echo "FAIL: $*"
    failed=$((failed + 1))
}

# The tags of a page's lists: what stands alone or first on a line indented by five.
tags() {
    mandoc -T ascii "$1" | col -bx | sed -n 's/^     \([^ ].*\)/\1/p'
}

# expect_same WHAT TOLD PAGE: two sorted lists of names are the same, and not empty.
expect_same() {
    [ -s "$2" ] || fail "$1: the program names none"
    cmp -s "$2" "$3" || {
        fail "$1: the program (<) and its page (>) differ"
        diff "$2" "$3"
    }
}

check_options() {
    "$1" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | sort >"$work/told"
    tags "$2" | sed -n 's/^\(--[a-z-]*\)\( .*\)\{0,1\}$/\1/p' | sort -u >"$work/page"
    expect_same "options of ${1##*/}" "$work/told" "$work/page"
}

# The usage of each word, as the running server tells it.
check_words() {
    mkfifo "$work/lines"
    "$work/usr/bin/undercroftd" --listen 127.0.0.1:0 --data "$work/data" >"$work/lines" \
        2>"$work/err" &
    server=$!
    exec 3<"$work/lines"
    # The lines end where the server does.
    sed '/^ready: /q' <&3 | grep -q '^ready: ' || {
        fail 'the server does not start'
        cat "$work/err"
        return
    }
    "$work/usr/bin/undercroftctl" --data "$work/data" --json help |
        grep -o '"word": *"[^"]*", *"arguments": *"[^"]*"' |
        sed 's/"word": *"\([^"]*\)", *"arguments": *"\([^"]*\)"/\1 \2/; s/ $//' |
        sort >"$work/told"
    mandoc -T ascii -O width=200 "$1" | col -bx | awk '
        /^[A-Z]/ { in_words = $0 == "WORDS" }
        in_words && sub(/^     /, "") && /^[^ ]/ {
            # A short tag shares its line with what the word does.
            sub(/  .*/, "")
            if ($0 !~ /[.]$/) print
        }' | sort >"$work/page"
    expect_same 'words of operators' "$work/told" "$work/page"
}

cmake --install "$build" --prefix "$work/usr" >"$work/install" 2>&1 || {
    cat "$work/install"
    fail 'cmake --install fails'
    exit 1
}
for program in "$work"/usr/bin/*; do
    name=${program##*/}
    page=$(echo "$work"/usr/share/man/man[18]/"$name".[18])
    if [ -f "$page" ]; then
        check_options "$program" "$page"
    else
        fail "$name is installed without a manual page"
    fi
done
find "$work/usr/share/man" -type f -exec mandoc -T lint -W warning {} + >"$work/lint" || {
    cat "$work/lint"
    fail 'mandoc warns'
}
check_words "$work/usr/share/man/man1/undercroftctl.1"
[ -f "$work/usr/share/man/man8/undercroftd.8" ] || fail 'the server has no page in section 8'
[ "$failed" -eq 0 ] && echo 'the pages tell what there is'
[ "$failed" -eq 0 ]
