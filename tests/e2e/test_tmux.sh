#!/bin/sh
# A person with inetutils-telnet in a terminal: logs in, walks, closes a door if there is one, makes
# the window larger and smaller, quits. What the terminal shows must be what a full redraw shows,
# and after leaving the terminal must be as it was.
# Usage: test_tmux.sh UNDERCROFTD
set -u

program=${UNDERCROFTD:-$1}
work=$(mktemp -d) || exit 1
patience=${TEST_PATIENCE:-1}
socket=$work/tmux
server=
failed=0

# tmux has a server of its own here, so that nobody else's is touched.
mux() {
    tmux -S "$socket" -f /dev/null "$@"
}

clean_up() {
    mux kill-server 2>/dev/null
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null
        wait "$server" 2>/dev/null
    fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

fail() {
    echo "FAIL: $*"
    failed=$((failed + 1))
}

give_up() {
    fail "$*"
    mux capture-pane -p -t play 2>/dev/null
    cat "$work/err"
    exit 1
}

# wait_for COMMAND...: until it succeeds, ten seconds at most.
wait_for() {
    tries=$((100 * patience))
    until "$@"; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}

shows() {
    mux capture-pane -p -t play | grep -qF -e "$1"
}

expect() {
    wait_for shows "$1" || give_up "the terminal does not show '$1'"
}

keys() {
    mux send-keys -t play "$@"
}

# The screen at rest: two captures a quarter of a second apart are equal.
rest() {
    tries=$((20 * patience))
    mux capture-pane -p -e -t play >"$work/rest"
    while [ "$tries" -gt 0 ]; do
        sleep 0.25
        mux capture-pane -p -e -t play >"$work/now"
        cmp -s "$work/rest" "$work/now" && return
        mv "$work/now" "$work/rest"
        tries=$((tries - 1))
    done
    give_up "the screen never comes to rest"
}

# Every glyph with the look it has, one row a line; of a blank only whether it is reversed shows.
looks() {
    awk '
        function look() { return "{" bold ";" reverse ";" colour ";" background "}" }
        function obey(parameters,    count, list, i) {
            count = split(parameters, list, ";")
            if (count == 0)
                list[count = 1] = 0
            for (i = 1; i <= count; i++) {
                if (list[i] == 0) bold = reverse = colour = background = ""
                else if (list[i] == 1) bold = 1
                else if (list[i] == 7) reverse = 1
                else if (list[i] == 22) bold = ""
                else if (list[i] == 27) reverse = ""
                else if (list[i] == 38) { colour = list[i] ":" list[i + 1] ":" list[i + 2]; i += 2 }
                else if (list[i] == 39) colour = ""
                else if (list[i] == 48) { background = list[i + 2]; i += 2 }
                else if (list[i] == 49) background = ""
                else colour = list[i]
            }
        }
        {
            row = ""
            for (at = 1; at <= length($0); at++) {
                glyph = substr($0, at, 1)
                if (glyph == "\033") {
                    end = index(substr($0, at), "m")
                    obey(substr($0, at + 2, end - 3))
                    at += end - 1
                } else if (glyph == " ") {
                    row = row (reverse ? "{reverse} " : " ")
                } else {
                    row = row look() glyph
                }
            }
            sub(/ +$/, "", row)
            print row
        }'
}

# What was drawn bit by bit is what is drawn anew, with its colours and the cursor.
expect_redraw_alike() {
    rest
    looks <"$work/rest" >"$work/before"
    mux capture-pane -p -t play >"$work/text_before"
    cursor_before=$(mux display-message -p -t play '#{cursor_x},#{cursor_y},#{cursor_flag}')
    keys C-l
    sleep 0.1
    rest
    looks <"$work/rest" >"$work/after"
    mux capture-pane -p -t play >"$work/text_after"
    cmp -s "$work/before" "$work/after" || {
        fail "$1: a redraw shows something else"
        diff "$work/text_before" "$work/text_after" || diff "$work/before" "$work/after"
    }
    cursor=$(mux display-message -p -t play '#{cursor_x},#{cursor_y},#{cursor_flag}')
    [ "$cursor" = "$cursor_before" ] || fail "$1: the cursor goes from $cursor_before to $cursor"
}

log_in() {
    keys -l "telnet 127.0.0.1 $port"
    keys Enter
    expect 'Name:'
    keys -l ada
    keys Enter
}

"$program" --listen 127.0.0.1:0 --data "$work/data" --password-cost 1:8 --seed 11 \
    >"$work/out" 2>"$work/err" &
server=$!
ready() {
    grep -q '^ready: listening on ' "$work/out"
}
wait_for ready || give_up "no ready line"
port=$(sed -n 's/^ready: listening on .*:\([0-9]*\)$/\1/p' "$work/out")

LC_ALL=C.UTF-8 mux -u new-session -d -s play -x 80 -y 24 'PS1="shell> " sh' ||
    give_up "tmux does not start"
mux set-option -g status off
mux resize-window -t play -x 80 -y 24
expect 'shell>'

log_in
expect 'Make a new one?'
keys -l yes
keys Enter
expect 'Choose a password'
keys -l 'correct horse'
keys Enter
expect 'Once more:'
keys -l 'correct horse'
keys Enter
expect 'Depth 1'
shows 'correct horse' && fail "the password shows"
[ "$(mux display-message -p -t play '#{alternate_on}')" = 1 ] || fail "no alternate screen"
expect_redraw_alike "at the start"

for key in h j k l Left Right Up Down y u b n Down Down c j Escape 5 . v Escape; do
    keys "$key"
    sleep 0.12
done
keys -l "'hello there"
keys Enter
expect 'You say: "hello there"'
expect_redraw_alike "after a walk"

for size in '132 43' '60 18' '40 12' '80 24'; do
    # shellcheck disable=SC2086
    set -- $size
    mux resize-window -t play -x "$1" -y "$2"
    sleep 0.3
    expect 'Depth 1'
    expect_redraw_alike "at $1x$2"
done
mux resize-window -t play -x 38 -y 10
expect '40x12'
mux resize-window -t play -x 80 -y 24
expect 'Depth 1'

expect_left_clean() {
    expect 'kept'
    expect 'Connection closed'
    [ "$(mux display-message -p -t play '#{alternate_on},#{cursor_flag},#{wrap_flag}')" = 0,1,1 ] ||
        fail "$1: alternate screen, cursor and wrapping are not as they were"
    # shellcheck disable=SC2016
    keys -l 'echo plain$((6 * 7))'
    keys Enter
    expect 'plain42'
    mux capture-pane -p -e -t play | grep 'plain42$' | grep -q "$(printf '\033')" &&
        fail "$1: colours stay in force"
    keys -l 'clear'
    keys Enter
    sleep 0.2
}

keys Q
expect_left_clean "after Q"

log_in
expect 'Password:'
keys -l 'correct horse'
keys Enter
expect 'Depth 1'
keys C-d
expect_left_clean "after Ctrl-D"

log_in
expect 'Password:'
keys -l 'correct horse'
keys Enter
expect 'Depth 1'
kill -TERM "$server"
expect_left_clean "after the server stopped"
wait "$server"
code=$?
server=
[ "$code" -eq 0 ] || fail "the server ended with $code"

[ "$failed" -eq 0 ] && echo "the terminal showed what was meant"
[ "$failed" -eq 0 ]
