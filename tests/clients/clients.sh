#!/bin/sh
# What the tests of the client scripts share: a server or its stand-in, a terminal in tmux, and
# waiting that ends. Sourced with $1 the folder of client scripts and $2 the program that serves:
# client_mock, or undercroftd for live.sh.
# shellcheck disable=SC2034 # they are for those who source this
set -u

scripts=$1
server_program=$2
work=$(mktemp -d) || exit 1
patience=${TEST_PATIENCE:-1}
failed=0
server=
# Debian keeps some MUD clients among the games, which root's PATH leaves out.
PATH=$PATH:/usr/games

mux() {
    tmux -L "undercroft-clients-$$" -f /dev/null "$@"
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
    mux capture-pane -p -t play 2>/dev/null
    cat "$work/out" 2>/dev/null
    exit 1
}

# A program that is missing fails the test: what was not run was not tested.
need() {
    for program; do
        command -v "$program" >/dev/null || {
            echo "FAIL: $program is not installed; server/packages tests installs it"
            exit 1
        }
    done
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

has_heard() {
    grep -qxF -e "$1" "$work/out" 2>/dev/null
}

is_ready() {
    grep -q '^ready: listening on ' "$work/out" 2>/dev/null
}

# start_server ARGUMENT...: sets port.
start_server() {
    "$server_program" "$@" >"$work/out" 2>&1 &
    server=$!
    wait_for is_ready || give_up "the server does not start"
    port=$(sed -n 's/^ready: listening on .*:\([0-9]*\)$/\1/p' "$work/out")
}

# start_terminal COLUMNS ROWS COMMAND: what ran there before is ended.
start_terminal() {
    if mux has-session -t play 2>/dev/null; then
        mux respawn-pane -k -t play "$3"
        mux clear-history -t play
        return
    fi
    LC_ALL=C.UTF-8 HOME=$work mux -u new-session -d -s play -x "$1" -y "$2" "$3" ||
        give_up "tmux does not start"
    mux set-option -g status off
    mux set-option -g remain-on-exit on
    mux resize-window -t play -x "$1" -y "$2"
}

type_line() {
    mux send-keys -t play -l "$1"
    mux send-keys -t play Enter
}

pane() {
    mux capture-pane -p -t play
}

shows() {
    pane | grep -qF -e "$1"
}

expect() {
    wait_for shows "$1" || give_up "the terminal does not show '$1'"
}

# row N: the text of a row of the terminal, from 1, without blanks at its end.
row() {
    pane | sed -n "$1{s/ *\$//;p;}"
}

row_is() {
    [ "$(row "$1")" = "$2" ]
}

expect_row() {
    wait_for row_is "$1" "$2" || give_up "row $1 is '$(row "$1")', not '$2'"
}

expect_heard() {
    wait_for has_heard "$1" || give_up "the server does not hear '$1'"
}

finish() {
    [ "$failed" -eq 0 ] && echo 'as promised'
    [ "$failed" -eq 0 ]
}
