#!/bin/sh
# A person with inetutils-telnet in a terminal: logs in, walks, closes a door if there is one, makes
# the window larger and smaller, quits. The terminal must show what a full redraw shows, and must be
# as it was after leaving.
# Usage: test_tmux.sh UNDERCROFTD
server_program=$1
# shellcheck source-path=SCRIPTDIR source=../support/tmux.sh
. "$(dirname -- "$0")/../support/tmux.sh"

# The screen at rest: two captures a quarter of a second apart are equal.
rest() {
    tries=$((20 * patience))
    pane -e >"$work/rest"
    while [ "$tries" -gt 0 ]; do
        sleep 0.25
        pane -e >"$work/now"
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

shows_no_lag() {
    ! pane | grep -q ' lag [0-9]*ms'
}

# A redraw shows the same as the frames before it, with its colours and the cursor. A server that is
# late says so in the status row, for a while.
expect_redraw_alike() {
    wait_for shows_no_lag
    rest
    looks <"$work/rest" >"$work/before"
    pane >"$work/text_before"
    cursor_before=$(cursor_place),$(terminal_state)
    keys C-l
    sleep 0.1
    rest
    # A terminal that seems at rest may show half a redraw; a whole one stays.
    wait_for looks_as_before || {
        fail "$1: a redraw shows something else"
        pane >"$work/text_after"
        diff "$work/text_before" "$work/text_after" || diff "$work/before" "$work/after"
    }
    cursor=$(cursor_place),$(terminal_state)
    [ "$cursor" = "$cursor_before" ] || fail "$1: the cursor goes from $cursor_before to $cursor"
}

looks_as_before() {
    pane -e | looks >"$work/after"
    cmp -s "$work/before" "$work/after" &&
        [ "$(cursor_place),$(terminal_state)" = "$cursor_before" ]
}

log_in() {
    type_line "telnet 127.0.0.1 $port"
    expect 'Name:'
    type_line ada
}

start_server --listen 127.0.0.1:0 --data "$work/data" --password-cost 1:8 --seed 11 \
    --population-percent 0
start_terminal 80 24 'PS1="shell> " sh'
expect 'shell>'

log_in
expect 'Make a new one?'
type_line yes
expect 'Choose a password'
type_line 'correct horse'
expect 'Once more:'
type_line 'correct horse'
expect 'Depth 1'
shows 'correct horse' && fail "the password shows"
[ "$(terminal_state)" = 1,1,0,0,0 ] || fail "no alternate screen, or the terminal wraps"
expect_redraw_alike "at the start"

for key in h j k l Left Right Up Down y u b n Down Down c j Escape 5 .; do
    keys "$key"
    sleep 0.12
done
# A lone Esc takes its time, and a sign that came before it is over would be taken for one key.
is_overlay_closed() {
    ! shows 'Exits: '
}
keys v
expect 'Exits: '
keys Escape
wait_for is_overlay_closed || give_up 'Esc does not close what was shown'
type_line "'hello there"
expect 'You say: "hello there"'
expect_redraw_alike "after a walk"

# is_drawn_for COLUMNS ROWS: the status row is where that window has it. None of those that follow
# one another have it in the same row, at any place where tmux leaves the old one.
is_drawn_for() {
    case $1x$2 in
    132x43) below=8 ;;
    80x24) below=4 ;;
    *) below=2 ;;
    esac
    pane | sed -n "$(($2 - below))p" | grep -q '^Ada L1 HP .*Depth 1'
}
for size in '132 43' '40 12' '60 18' '80 24'; do
    # shellcheck disable=SC2086
    set -- $size
    mux resize-window -t play -x "$1" -y "$2"
    wait_for is_drawn_for "$1" "$2" || give_up "nothing is drawn for $1x$2"
    expect_redraw_alike "at $1x$2"
done
mux resize-window -t play -x 38 -y 10
expect '40x12'
mux resize-window -t play -x 80 -y 24
expect 'Depth 1'

is_cleared() {
    ! shows 'plain42'
}

expect_left_clean() {
    expect 'kept'
    expect 'Connection closed'
    [ "$(terminal_state)" = 0,1,1,0,0 ] ||
        fail "$1: alternate screen, cursor and wrapping are not as they were"
    expect_plain_shell "$1"
    wait_for is_cleared || give_up "$1: the shell does not clear the terminal"
}

keys Q
expect_left_clean "after Q"

log_in
expect 'Password:'
type_line 'correct horse'
expect 'Depth 1'
keys C-d
expect_left_clean "after Ctrl-D"

log_in
expect 'Password:'
type_line 'correct horse'
expect 'Depth 1'
kill -TERM "$server"
expect_left_clean "after the server stopped"
expect_server_end
finish
