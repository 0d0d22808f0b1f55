#!/bin/sh
# Functions for the tests with real programs: a server or its stand-in, terminals in tmux, and
# bounded waits. Sourced with $server_program set to the program that serves. A test with one
# terminal calls it play; a test with several sets $target before it uses one.
# shellcheck disable=SC2034,SC2154 # they are for those who source this, or theirs
set -u

work=$(mktemp -d) || exit 1
patience=${TEST_PATIENCE:-1}
failed=0
server=
target=play
# Debian keeps some MUD clients among the games, which root's PATH leaves out.
PATH=$PATH:/usr/games

# tmux has a server of its own here, so that nobody else's is touched.
mux() {
    LC_ALL=C.UTF-8 HOME=$work tmux -S "$work/tmux" -f /dev/null -u "$@"
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
trap 'exit 1' INT TERM HUP

fail() {
    echo "FAIL: $*"
    failed=$((failed + 1))
}

give_up() {
    fail "$*"
    pane 2>/dev/null
    cat "$work/out" 2>/dev/null
    exit 1
}

# A program that is missing fails the test: what was not run was not tested.
need() {
    for program; do
        command -v "$program" >/dev/null || {
            echo "FAIL: $program is not installed; server/packages full installs it"
            exit 1
        }
    done
}

# wait_for COMMAND...: until it succeeds, ten seconds at most.
wait_for() {
    tries=$((200 * patience))
    until "$@"; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.05
    done
}

is_ready() {
    grep -q '^ready: listening on ' "$1" 2>/dev/null
}

port_of() {
    sed -n 's/^ready: listening on .*:\([0-9]*\)$/\1/p' "$1"
}

# start_server ARGUMENT...: sets port and server.
start_server() {
    : >"$work/out" # what the server before it said is no answer
    "$server_program" "$@" >"$work/out" 2>&1 &
    server=$!
    wait_for is_ready "$work/out" || give_up "the server does not start"
    port=$(port_of "$work/out")
}

# Fails unless the server, told to stop, has ended well.
expect_server_end() {
    wait "$server"
    code=$?
    server=
    [ "$code" -eq 0 ] || fail "the server ended with $code"
}

# start_terminal COLUMNS ROWS COMMAND: what ran there before is ended.
start_terminal() {
    if ! mux has-session -t play 2>/dev/null; then
        mux new-session -d -s play -n "$target" -x "$1" -y "$2" "$3" ||
            give_up 'tmux does not start'
        mux set-option -g status off
        mux set-option -g remain-on-exit on
    elif mux list-windows -F '#{window_name}' | grep -qxF "$target"; then
        mux respawn-pane -k -t "$target" "$3"
        mux clear-history -t "$target"
        return
    else
        mux new-window -d -n "$target" "$3"
    fi
    mux resize-window -t "$target" -x "$1" -y "$2"
}

keys() {
    mux send-keys -t "$target" "$@"
}

type_line() {
    keys -l -- "$1"
    keys Enter
}

pane() {
    mux capture-pane -p -t "$target" "$@"
}

shows() {
    pane | grep -qF -e "$1"
}

expect() {
    wait_for shows "$1" || give_up "the terminal does not show '$1'"
}

# Whether the alternate screen, the cursor, wrapping, and application keys are on.
terminal_state() {
    mux display-message -p -t "$target" \
        '#{alternate_on},#{cursor_flag},#{wrap_flag},#{keypad_cursor_flag},#{keypad_flag}'
}

cursor_place() {
    mux display-message -p -t "$target" '#{cursor_x},#{cursor_y}'
}

# Text that a shell prints now has no colour; a shell is there and understands.
expect_plain_shell() {
    # shellcheck disable=SC2016 # that shell is to reckon
    type_line 'echo plain$((6 * 7))'
    expect 'plain42'
    pane -e | grep 'plain42$' | grep -q "$(printf '\033')" && fail "$1: colours stay in force"
    type_line clear
}

finish() {
    [ "$failed" -eq 0 ] && echo 'as promised'
    [ "$failed" -eq 0 ]
}
